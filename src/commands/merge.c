/* merge.c -- `absbench merge`: the rows of several reports as one report. */
#include "base/grow.h"
#include "base/json.h"
#include "base/names.h"
#include "commands/commands.h"
#include "report/report.h"
#include "row/fields.h"
#include "row/reader.h"

#include <stdlib.h>

/* What is remembered of a row, to recognise it. */
typedef struct {
    uint64_t position, row; /* hashes of the position's text, and of all but the times */
    size_t file, number;    /* where it was, from 1 */
} seen_row;

typedef struct {
    const abs_options *o;
    abs_report *report;
    abs_names ids;
    seen_row *seen; /* as ids */
    size_t seen_room;
    abs_buffer text;
    line_walk walk;
    bool interrupted; /* an input says that its run was interrupted */
    abs_error *error;
} merge;

static uint64_t hash_bytes(const char *bytes, size_t count)
{
    uint64_t hash = count;
    for (size_t i = 0; i < count; i++)
        hash = abs_mix64(hash ^ (unsigned char)bytes[i]) + ABS_G;
    return hash;
}

/* A row whose id was seen before: nothing but its time may differ. */
static abs_exit check_again(const merge *m, const seen_row *first, const seen_row *again,
                            const char *id)
{
    const bool moved = first->position != again->position;
    if (!moved && first->row == again->row)
        return ABS_OK;
    abs_fail(m->error, ABS_DIFFERS,
             "%.200s: row %zu differs from row %zu of %.200s, which has the same id: %.400s; %s",
             m->o->files[again->file], again->number, first->number, m->o->files[first->file], id,
             moved ? "the positions are different: give each an id of its own"
                   : "`absbench compare` shows how they differ");
    fprintf(stderr, "absbench: %s\n", m->error->text);
    return ABS_DIFFERS;
}

static bool no_memory(const merge *m)
{
    return abs_fail(m->error, ABS_CANNOT_RUN, "no memory to merge; merge fewer reports at once");
}

static abs_exit merge_row(merge *m, const abs_row *row, size_t file, size_t number)
{
    char id[2 * ABS_TEXT_MAX + CONFIG_WORDS_MAX];
    const size_t before = m->ids.count;
    abs_row_id(row, id, sizeof id);
    buffer_clear(&m->text);
    abs_row anywhere = *row; /* its place in a run is no part of what was found */
    anywhere.job = ABS_NO_JOB;
    fields_json_row(&m->text, &anywhere, id, NULL, &m->walk, false);
    const seen_row here = {hash_bytes(row->entry->text, strlen(row->entry->text)),
                           hash_bytes(m->text.data, m->text.length), file, number};
    if (m->text.failed || !abs_grow(&m->seen, &m->seen_room, before, sizeof *m->seen))
        return no_memory(m), ABS_CANNOT_RUN;
    const uint32_t place = names_add(&m->ids, id);
    if (place == UINT32_MAX)
        return no_memory(m), ABS_CANNOT_RUN;
    if (m->ids.count == before)
        return check_again(m, &m->seen[place], &here, id);
    m->seen[place] = here;
    return abs_report_row(m->report, row, m->error) ? ABS_OK : ABS_CANNOT_RUN;
}

/* The results of a report, or else what was searched to compare with them. */
static abs_exit merge_rows(merge *m, abs_reader *reader, size_t file, bool for_reference)
{
    for (size_t i = 0; i < reader_rows(reader); i++) {
        if (interrupt_pending())
            return abs_fail(m->error, ABS_INTERRUPTED, "interrupted"), ABS_INTERRUPTED;
        const abs_row *row = reader_row(reader, i, m->error);
        if (row != NULL && row->config->for_reference != for_reference)
            continue;
        const abs_exit result = row != NULL ? merge_row(m, row, file, i + 1) : ABS_CANNOT_RUN;
        if (result != ABS_OK)
            return result;
    }
    return ABS_OK;
}

static abs_exit merge_file(merge *m, abs_reader *reader, size_t file)
{
    for (const char *text = NULL; (text = reader_next_error(reader, text)) != NULL;)
        if (!abs_report_error(m->report, text))
            return no_memory(m), ABS_CANNOT_RUN;
    m->interrupted |= !reader_is_whole(reader);
    return merge_rows(m, reader, file, false);
}

/* What shapes the merged report is this command's; the other options are the first report's. */
static bool take_options(cJSON *options, const abs_report_options *how, const abs_options *o)
{
    cJSON *own = abs_options_echo(o, how->format);
    bool ok = own != NULL && json_put(own, "no_time", cJSON_CreateBool(!how->context.times));
    while (ok && own->child != NULL) {
        cJSON *item = cJSON_DetachItemViaPointer(own, own->child);
        char name[64];
        snprintf(name, sizeof name, "%s", item->string);
        ok = json_put(options, name, item);
    }
    cJSON_Delete(own);
    return ok;
}

static abs_report *open_report(const abs_options *o, int argc, char **argv,
                               const abs_reader *reader, abs_error *error)
{
    abs_report *report = NULL;
    cJSON *options = reader_options(reader, error);
    const abs_report_options how = {.format = command_format(o),
                                    .path = o->output,
                                    .metric = o->metric,
                                    .reference = o->reference,
                                    .context = {.times = o->times && reader_has_times(reader),
                                                .options = options,
                                                .argc = argc,
                                                .argv = argv}};
    if (options != NULL && !take_options(options, &how, o))
        abs_fail(error, ABS_CANNOT_RUN, "no memory for the options");
    else if (options != NULL)
        report = abs_report_open(&how, error);
    cJSON_Delete(options);
    return report;
}

abs_exit command_merge(const abs_options *o, int argc, char **argv, abs_error *error)
{
    merge m = {.o = o, .error = error};
    abs_exit result = ABS_OK;
    /* A row that is a result anywhere is one: references come after all results. */
    abs_reader **readers = calloc(o->file_count, sizeof *readers);
    if (readers == NULL)
        return no_memory(&m), ABS_CANNOT_RUN;
    for (size_t i = 0; i < o->file_count && result == ABS_OK; i++) {
        abs_reader *reader = readers[i] = reader_open(o->files[i], error);
        if (reader != NULL && i == 0)
            m.report = open_report(o, argc, argv, reader, error);
        result = reader != NULL && m.report != NULL ? merge_file(&m, reader, i) : error->code;
        if (reader != NULL && !reader_has_references(reader)) {
            reader_close(reader);
            readers[i] = NULL;
        }
    }
    for (size_t i = 0; i < o->file_count; i++) {
        if (readers[i] != NULL && result == ABS_OK)
            result = merge_rows(&m, readers[i], i, true);
        reader_close(readers[i]);
    }
    free(readers);
    if (result == ABS_OK)
        result = abs_report_close(m.report, m.interrupted, error);
    else
        abs_report_abandon(m.report);
    names_free(&m.ids);
    free(m.seen);
    buffer_free(&m.text);
    line_free(&m.walk);
    return result;
}
