/* merge.c -- `absbench merge`: the rows of several reports as one report; `show`: those of one. */
#include "base/interrupt.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/mix.h"
#include "base/names.h"
#include "log/fields.h"
#include "suite/suite.h"
#include "verbs/commands.h"
#include "verbs/inputs.h"
#include "view/report.h"

#include <stdlib.h>

/* Where a row was seen first, by the hash of its id: a table with open addressing. */
typedef struct {
    uint64_t id;
    uint32_t input; /* from 1; 0: nothing is here */
    uint32_t row;
} seen_row;

/* A row of an input, or a job without one: places in ascending order are the merged report. */
typedef struct {
    uint32_t group; /* the number of its plan, if there are several; references come behind all */
    uint32_t input; /* from 0 */
    uint64_t job;
    size_t row; /* NO_ROW: the job was left out */
} place;

#define NO_ROW SIZE_MAX

typedef struct {
    const abs_options *o;
    abs_report *report;
    abs_inputs inputs;
    seen_row *seen;
    size_t seen_size;
    abs_buffer words, others; /* of the row at hand, and of one that was seen with its id */
    row_texts texts;
    abs_names messages;
    place *places;
    size_t place_count;
    seen_row last; /* the row before */
    uint64_t last_job;
    abs_error *error;
} merge;

/* ---- rows that appear twice ----------------------------------------------------------------- */

/* All of a row but for the times, and its place in a run. */
static void write_words(merge *m, abs_buffer *words, const abs_row *row)
{
    abs_row anywhere = *row;
    anywhere.job = ABS_NO_JOB;
    buffer_clear(words);
    fields_json_row(words, &anywhere, &m->texts, false);
}

/* Two rows with one id: nothing but their times may differ. */
static abs_exit check_again(merge *m, const seen_row *first, const seen_row *again,
                            const abs_row *row)
{
    const abs_input *was = &m->inputs.list[first->input - 1];
    const abs_input *is = &m->inputs.list[again->input - 1];
    char position[ABS_TEXT_MAX];
    write_words(m, &m->words, row);
    snprintf(position, sizeof position, "%s", row->entry->text);
    const abs_row *other = reader_row(was->reader, first->row, m->error); /* *row is gone */
    if (other == NULL)
        return m->error->code;
    write_words(m, &m->others, other);
    if (m->words.length == m->others.length &&
        memcmp(m->words.data, m->others.data, m->words.length) == 0)
        return ABS_OK;
    abs_fail(m->error, ABS_DIFFERS,
             "%.200s: row %u differs from row %u of %.200s, which has the same id: %.400s; %s",
             is->path, is->reader->rows[again->row].number, was->reader->rows[first->row].number,
             was->path, texts_id(&m->texts, other),
             strcmp(position, other->entry->text) != 0
                 ? "the positions are different: give each an id of its own"
                 : "`absbench compare` shows how they differ");
    return ABS_DIFFERS;
}

static abs_exit merge_row(merge *m, size_t input, size_t number)
{
    const abs_input *is = &m->inputs.list[input];
    const abs_row *row = reader_row(is->reader, number, m->error);
    if (row == NULL)
        return m->error->code;
    const seen_row here = {abs_mix_text(texts_id(&m->texts, row)), (uint32_t)input + 1,
                           (uint32_t)number};
    if (row->job != ABS_NO_JOB && row->job == m->last_job && here.id != m->last.id) {
        const abs_input *was = &m->inputs.list[m->last.input - 1];
        abs_fail(m->error, ABS_CANNOT_RUN,
                 "%.300s: row %u has the job of row %u of %.300s, but another id", is->path,
                 is->reader->rows[number].number, was->reader->rows[m->last.row].number, was->path);
        return m->error->code;
    }
    m->last_job = row->job;
    m->last = here;
    size_t at = here.id % m->seen_size;
    while (m->seen[at].input != 0 && m->seen[at].id != here.id)
        at = (at + 1) % m->seen_size;
    if (m->seen[at].input != 0)
        return check_again(m, &m->seen[at], &here, row);
    m->seen[at] = here;
    return abs_report_row(m->report, row, m->error) ? ABS_OK : m->error->code;
}

/* ---- rows in order -------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
    const place *x = a, *y = b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->job != y->job)
        return x->job < y->job ? -1 : 1;
    if (x->input != y->input)
        return x->input < y->input ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

/*
 * The rows of one plan come in the order of its jobs, as they would from one run. If there are
 * several plans, what was searched only to compare comes after all results: what is a result
 * anywhere is one.
 */
static void find_places(merge *m)
{
    const abs_inputs *in = &m->inputs;
    size_t rows = 0, all = 0;
    for (size_t i = 0; i < in->count; i++) {
        rows += in->list[i].reader->count;
        all += in->list[i].reader->count + in->list[i].reader->left_out_count;
    }
    m->seen_size = rows + rows / 2 + 1;
    m->seen = memory_zeros(m->seen_size, sizeof *m->seen);
    m->places = memory_zeros(all + 1, sizeof *m->places);
    for (uint32_t i = 0; i < in->count; i++) {
        const abs_reader *reader = in->list[i].reader;
        for (size_t row = 0; row < reader->count; row++) {
            const bool behind = in->plans > 1 && reader->rows[row].for_reference;
            const size_t group = in->list[i].plan + (behind ? in->plans : 0);
            m->places[m->place_count++] = (place){(uint32_t)group, i, reader->rows[row].job, row};
        }
        for (size_t k = 0; k < reader->left_out_count && in->plans == 1; k++)
            m->places[m->place_count++] = (place){0, i, reader->left_out[k], NO_ROW};
    }
    qsort(m->places, m->place_count, sizeof *m->places, by_place);
}

static abs_exit merge_rows(merge *m)
{
    abs_exit result = ABS_OK;
    uint64_t left_out = ABS_NO_JOB;
    uint32_t group = 0;
    m->last_job = ABS_NO_JOB;
    for (const place *at = m->places; at < m->places + m->place_count && result == ABS_OK; at++) {
        if (interrupt_pending()) {
            abs_fail(m->error, ABS_INTERRUPTED, "interrupted");
            return m->error->code;
        }
        if (at->group != group)
            m->last_job = ABS_NO_JOB;
        group = at->group;
        if (at->row != NO_ROW)
            result = merge_row(m, at->input, at->row);
        else if (at->job != left_out)
            abs_report_left_out(m->report, at->job);
        left_out = at->row == NO_ROW ? at->job : left_out;
    }
    for (size_t i = 0; i < m->inputs.count && result == ABS_OK; i++)
        if (!reader_verify(m->inputs.list[i].reader, m->error))
            result = m->error->code;
    return result;
}

/* What went wrong besides rows; shards of one run may say the same. */
static void merge_messages(merge *m)
{
    abs_buffer key = {0};
    for (const abs_input *in = m->inputs.list; in < m->inputs.list + m->inputs.count; in++)
        for (const char *text = NULL; (text = buffer_next(&in->reader->messages, text)) != NULL;) {
            const size_t before = m->messages.count;
            buffer_clear(&key);
            buffer_unsigned(&key, in->plan);
            buffer_text(&key, text);
            names_add(&m->messages, buffer_end(&key));
            if (m->messages.count > before)
                abs_report_error(m->report, text);
        }
    buffer_free(&key);
}

/* ---- the report ----------------------------------------------------------------------------- */

/* What ratios are of and against, and whether theory stands beside them: as this command was told,
   or else as the first report has it, which may be damaged. */
static bool inherit(abs_options *o, const cJSON *options, const char *path, abs_error *error)
{
    static const char *const names[] = {"reference", "metric", "theory"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(options, names[i]);
        const bool is_flag = strcmp(names[i], "theory") == 0;
        if (!(is_flag ? cJSON_IsTrue(item) : cJSON_IsString(item)) ||
            abs_options_asked(o, names[i]) ||
            abs_options_set(o, names[i], is_flag ? NULL : item->valuestring, error))
            continue;
        const abs_error cause = *error;
        return abs_fail(error, ABS_CANNOT_RUN, "%.300s: context: options: %.600s", path,
                        cause.text);
    }
    return true;
}

static abs_report *open_report(const abs_options *told, const abs_inputs *inputs, abs_error *error)
{
    abs_report *report = NULL;
    abs_options o = *told;
    const abs_reader *reader = inputs->list[0].reader;
    abs_plan plan = inputs->plans == 1 ? reader->plan : (abs_plan){0};
    if (o.verb == ABS_VERB_MERGE)
        plan.shard = plan.shards = 0;
    cJSON *options = cJSON_Duplicate(reader->options, true);
    if (options == NULL)
        abs_fail(error, ABS_CANNOT_RUN, "%.300s: its context has no options", reader->name);
    else if (inherit(&o, reader->options, inputs->list[0].path, error)) {
        cJSON *own = abs_options_echo(&o, command_format(&o)), *item;
        const bool times = o.times && reader->has_times;
        json_put(own, "no_time", cJSON_CreateBool(!times));
        if (o.verb == ABS_VERB_MERGE)
            json_put(options, "shard", cJSON_CreateNull());
        /* What shapes the merged report is this command's; the rest is the first report's. */
        cJSON_ArrayForEach(item, own) json_put(options, item->string, cJSON_Duplicate(item, true));
        cJSON_Delete(own);
        const abs_report_options how = {.format = command_format(&o),
                                        .path = o.output,
                                        .passes = o.passes,
                                        .theory = o.theory,
                                        .metric = o.metric,
                                        .reference = o.reference,
                                        .context = {.times = times,
                                                    .options = options,
                                                    .argc = o.argc,
                                                    .argv = o.argv,
                                                    .plugins = inputs->plugins,
                                                    .inputs = inputs->files,
                                                    .skipped_lines = inputs->skipped_lines,
                                                    .plan = plan}};
        report = abs_report_open(&how, error);
    }
    cJSON_Delete(options);
    return report;
}

/* Whether the one that is shown is whole, as a run or as its shard; says so if not. */
static bool judge_one(const abs_input *in)
{
    if (in->reader->is_whole)
        return true;
    fprintf(stderr, "absbench: %s: it is not finished: this is of the %zu rows that are there\n",
            strcmp(in->path, "-") == 0 ? "stdin" : in->path, in->reader->count);
    return false;
}

abs_exit command_merge(abs_options *o, abs_error *error)
{
    merge m = {.o = o, .error = error};
    bool whole = true, shards_missing = false;
    if (!abs_suite_load(o, error))
        return error->code;
    if (o->missing_shards)
        return inputs_missing_shards(o->files, o->file_count, error);
    if (inputs_open(&m.inputs, o->files, o->file_count, error)) {
        whole = o->verb == ABS_VERB_SHOW ? judge_one(m.inputs.list)
                                         : inputs_judge(&m.inputs, &shards_missing);
        find_places(&m);
        m.report = open_report(o, &m.inputs, error);
    }
    abs_exit result = error->code;
    if (m.report != NULL) {
        merge_messages(&m);
        result = merge_rows(&m);
    }
    if (result == ABS_OK)
        result = abs_report_close(m.report, !whole, error);
    else
        abs_report_abandon(m.report);
    buffer_free(&m.words);
    buffer_free(&m.others);
    free(m.seen);
    free(m.places);
    names_free(&m.messages);
    texts_free(&m.texts);
    inputs_close(&m.inputs);
    return result == ABS_OK && shards_missing ? ABS_DIFFERS : result;
}
