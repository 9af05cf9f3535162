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

/* A row of an input, or a job without one: places in ascending order are the merged report. */
typedef struct {
    uint32_t group; /* the number of its plan, if there are several; references come behind all */
    uint32_t input; /* from 0 */
    uint64_t job;
    uint64_t id; /* the hash of the row's id, once it is read */
    uint32_t row;
} place;

typedef struct {
    abs_report *report;
    abs_inputs inputs;
    place *places;
    size_t place_count;
    const place **seen; /* by the hash of its id, the first with it: open addressing */
    size_t seen_size;
    abs_buffer words, others; /* of the row at hand, and of one that was seen with its id */
    row_texts texts;
    abs_error *error;
} merge;

/* ---- rows that appear twice ----------------------------------------------------------------- */

static const char *path_of(const merge *m, const place *at)
{
    return m->inputs.list[at->input].reader->name;
}

/* What it is in its file. */
static const row_place *row_of(const merge *m, const place *at)
{
    return &m->inputs.list[at->input].reader->rows[at->row];
}

/* All of a row but for the times, and its place in a run. */
static void write_words(merge *m, abs_buffer *words, const abs_row *row)
{
    abs_row anywhere = *row;
    anywhere.job = ABS_NO_JOB;
    buffer_clear(words);
    fields_json_row(words, &anywhere, &m->texts, false);
}

/* Two rows with one id: nothing but their times may differ. `row`: the one of `again`. */
static bool check_again(merge *m, const place *first, const place *again, const abs_row *row)
{
    char position[ABS_TEXT_MAX];
    write_words(m, &m->words, row);
    snprintf(position, sizeof position, "%s", row->root->text);
    const abs_row *other = /* *row is gone */
        reader_row(m->inputs.list[first->input].reader, first->row, m->error);
    if (other == NULL)
        return false;
    write_words(m, &m->others, other);
    return (m->words.length == m->others.length &&
            memcmp(m->words.data, m->others.data, m->words.length) == 0) ||
           abs_fail(m->error, ABS_DIFFERS,
                    "%.200s: row %u differs from row %u of %.200s, which has the same id: %.400s; "
                    "%s",
                    path_of(m, again), row_of(m, again)->number, row_of(m, first)->number,
                    path_of(m, first), texts_id(&m->texts, other),
                    strcmp(position, other->root->text) != 0
                        ? "the positions are different: give each an id of its own"
                        : "`absbench compare` shows how they differ");
}

/* `last`: the row before, or NULL. */
static bool merge_row(merge *m, place *at, const place *last)
{
    const abs_row *row = reader_row(m->inputs.list[at->input].reader, at->row, m->error);
    if (row == NULL)
        return false;
    at->id = abs_mix_text(texts_id(&m->texts, row));
    if (last != NULL && last->group == at->group && last->job == at->job && at->job != ABS_NO_JOB &&
        last->id != at->id)
        return abs_fail(m->error, ABS_CANNOT_RUN,
                        "%.300s: row %u has the job of row %u of %.300s, but another id",
                        path_of(m, at), row_of(m, at)->number, row_of(m, last)->number,
                        path_of(m, last));
    size_t slot = at->id % m->seen_size;
    while (m->seen[slot] != NULL && m->seen[slot]->id != at->id)
        slot = (slot + 1) % m->seen_size;
    if (m->seen[slot] != NULL)
        return check_again(m, m->seen[slot], at, row);
    m->seen[slot] = at;
    return abs_report_row(m->report, row, m->error);
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
    size_t all = 1;
    for (size_t i = 0; i < in->count; i++)
        all += in->list[i].reader->count + in->list[i].reader->left_out;
    m->seen_size = all + all / 2;
    m->seen = memory_zeros(m->seen_size, sizeof *m->seen);
    m->places = memory_zeros(all, sizeof *m->places);
    place *next = m->places;
    for (uint32_t i = 0; i < in->count; i++) {
        const abs_reader *reader = in->list[i].reader;
        for (uint32_t row = 0; row < reader->count + reader->left_out; row++) {
            const row_place *of = &reader->rows[row];
            const bool behind = in->plans > 1 && of->for_reference;
            const size_t group = in->list[i].plan + (behind ? in->plans : 0);
            if (!of->left_out || in->plans == 1)
                *next++ = (place){(uint32_t)group, i, of->job, 0, row};
        }
    }
    m->place_count = (size_t)(next - m->places);
    qsort(m->places, m->place_count, sizeof *m->places, by_place);
}

static bool merge_rows(merge *m)
{
    uint64_t left_out = ABS_NO_JOB;
    const place *last = NULL;
    for (place *at = m->places; at < m->places + m->place_count; at++) {
        if (interrupt_pending())
            return abs_fail(m->error, ABS_INTERRUPTED, "interrupted");
        if (!row_of(m, at)->left_out) {
            if (!merge_row(m, at, last))
                return false;
            last = at;
        } else if (at->job != left_out) {
            abs_report_left_out(m->report, at->job);
            left_out = at->job;
        }
    }
    for (size_t i = 0; i < m->inputs.count; i++)
        if (!reader_verify(m->inputs.list[i].reader, m->error))
            return false;
    return true;
}

/* What went wrong besides rows; shards of one run may say the same. */
static void merge_messages(merge *m)
{
    static abs_names known;
    for (const abs_input *in = m->inputs.list; in < m->inputs.list + m->inputs.count; in++)
        for (const char *text = NULL; (text = buffer_next(&in->reader->messages, text)) != NULL;) {
            if (names_find(&known, text) == UINT32_MAX)
                abs_report_error(m->report, text);
            names_add(&known, text);
        }
}

/* ---- the report ----------------------------------------------------------------------------- */

/* What ratios are of and against, and whether theory stands beside them: as this command was told,
   or else as the first report has it, which may be damaged. */
static bool inherit(abs_options *o, const cJSON *options, const char *path, abs_error *error)
{
    static const char *const names[] = {"reference", "metric", "theory"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(options, names[i]);
        if (!(i == 2 ? cJSON_IsTrue(item) : cJSON_IsString(item)) ||
            abs_options_asked(o, names[i]) ||
            abs_options_set(o, names[i], cJSON_GetStringValue(item), error))
            continue;
        const abs_error cause = *error;
        return abs_fail(error, ABS_CANNOT_RUN, "%.300s: context: options: %.600s", path,
                        cause.text);
    }
    return true;
}

/* What moves lose by two judges is not to be compared. */
static bool share_judge(const abs_inputs *in, abs_error *error)
{
    const char *judge = NULL;
    for (const abs_input *i = in->list; i < in->list + in->count; i++) {
        const char *own =
            cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(i->reader->options, "judge"));
        if (judge != NULL && own != NULL && strcmp(judge, own) != 0)
            return abs_fail(error, ABS_CANNOT_RUN,
                            "%.300s: its moves were judged by --judge=%.100s, those of others by "
                            "%.100s; merge what one judge has judged",
                            i->reader->name, own, judge);
        judge = judge != NULL ? judge : own;
    }
    return true;
}

/* What shapes the merged report is this command's; the rest is the first report's. */
static abs_report *open_report(const abs_options *told, const abs_inputs *inputs, abs_error *error)
{
    const abs_reader *reader = inputs->list[0].reader;
    abs_options o = *told;
    if (reader->options == NULL)
        abs_fail(error, ABS_CANNOT_RUN, "%.300s: its context has no options", reader->name);
    if (reader->options == NULL || !inherit(&o, reader->options, reader->name, error))
        return NULL;
    const bool times = o.times && reader->has_times;
    abs_plan plan = inputs->plans == 1 ? reader->plan : (abs_plan){0};
    cJSON *options = cJSON_Duplicate(reader->options, true), *item;
    cJSON *own = abs_options_echo(&o, command_format(&o));
    if (o.verb == ABS_VERB_MERGE) {
        plan.shard = plan.shards = 0;
        json_put(options, "shard", cJSON_CreateNull());
    }
    json_put(own, "no_time", cJSON_CreateBool(!times));
    cJSON_ArrayForEach(item, own) json_put(options, item->string, cJSON_Duplicate(item, true));
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
                                                .plugins = inputs->files->child,
                                                .inputs = inputs->files->child->next,
                                                .skipped_lines = inputs->skipped_lines,
                                                .plan = plan}};
    abs_report *report = abs_report_open(&how, error);
    cJSON_Delete(own);
    cJSON_Delete(options);
    return report;
}

abs_exit command_merge(abs_options *o, abs_error *error)
{
    static merge m; /* lives as long as the program */
    const abs_reader *first;
    bool whole, shards_missing = false;
    m.error = error;
    if (!abs_suite_load(o, error))
        return error->code;
    if (o->missing_shards)
        return inputs_missing_shards(o->files, o->file_count, error);
    if (!inputs_open(&m.inputs, o->files, o->file_count, error) || !share_judge(&m.inputs, error))
        return error->code;
    first = m.inputs.list[0].reader;
    whole = o->verb == ABS_VERB_SHOW ? first->is_whole : inputs_judge(&m.inputs, &shards_missing);
    if (o->verb == ABS_VERB_SHOW && !whole)
        fprintf(stderr,
                "absbench: %s: it is not finished: this is of the %zu rows that are there\n",
                first->name, first->count);
    find_places(&m);
    m.report = open_report(o, &m.inputs, error);
    if (m.report == NULL)
        return error->code;
    merge_messages(&m);
    if (!merge_rows(&m)) {
        abs_report_abandon(m.report);
        return error->code;
    }
    const abs_exit result = abs_report_close(m.report, !whole, error);
    return result == ABS_OK && shards_missing ? ABS_DIFFERS : result;
}
