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

/* A row in words, to be held against another. */
typedef struct {
    abs_buffer id, position, all; /* all: but for the times, and its place in a run */
} row_words;

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
    row_words words, others; /* of the row at hand, and of one that was seen with its id */
    line_walk walk;
    abs_names messages;
    place *places;
    size_t place_count;
    seen_row last; /* the row before */
    uint64_t last_job;
    abs_error *error;
} merge;

/* ---- rows that appear twice ----------------------------------------------------------------- */

static void take_words(merge *m, row_words *words, const abs_row *row)
{
    char id[2 * ABS_TEXT_MAX + CONFIG_WORDS_MAX];
    abs_row anywhere = *row;
    anywhere.job = ABS_NO_JOB;
    buffer_clear(&words->id);
    buffer_clear(&words->position);
    buffer_clear(&words->all);
    abs_row_id(row, id, sizeof id);
    buffer_text(&words->id, id);
    buffer_text(&words->position, row->entry->text);
    fields_json_row(&words->all, &anywhere, id, NULL, &m->walk, false);
}

static bool is_same(const abs_buffer *a, const abs_buffer *b)
{
    return a->length == b->length && memcmp(a->data, b->data, a->length) == 0;
}

/* Two rows with one id: nothing but their times may differ. */
static abs_exit check_again(merge *m, const seen_row *first, const seen_row *again)
{
    const abs_input *was = &m->inputs.list[first->input - 1];
    const abs_input *is = &m->inputs.list[again->input - 1];
    const bool moved = !is_same(&m->words.position, &m->others.position);
    if (is_same(&m->words.all, &m->others.all))
        return ABS_OK;
    abs_fail(m->error, ABS_DIFFERS,
             "%.200s: row %zu differs from row %zu of %.200s, which has the same id: %.400s; %s",
             is->path, reader_number(is->reader, again->row),
             reader_number(was->reader, first->row), was->path, buffer_end(&m->words.id),
             moved ? "the positions are different: give each an id of its own"
                   : "`absbench compare` shows how they differ");
    return ABS_DIFFERS;
}

/*
 * Looks the id of *row up, which is at `here`. *is_new: it was not there; it is now. Else, it is
 * the same again, or the error is set. *row may be read anew.
 */
static abs_exit look_up(merge *m, const seen_row *here, const abs_row **row, bool *is_new)
{
    bool read_other = false;
    size_t at = here->id % m->seen_size;
    for (; m->seen[at].input != 0; at = (at + 1) % m->seen_size) {
        const seen_row *first = &m->seen[at];
        if (first->id != here->id)
            continue;
        if (!read_other)
            take_words(m, &m->words, *row);
        read_other = true;
        const abs_row *other =
            reader_row(m->inputs.list[first->input - 1].reader, first->row, m->error);
        if (other == NULL)
            return m->error->code;
        take_words(m, &m->others, other);
        if (is_same(&m->words.id, &m->others.id))
            return check_again(m, first, here);
    }
    m->seen[at] = *here;
    *is_new = true;
    if (read_other)
        *row = reader_row(m->inputs.list[here->input - 1].reader, here->row, m->error);
    return *row != NULL ? ABS_OK : m->error->code;
}

static bool fail_job(const merge *m, const seen_row *here)
{
    const abs_input *was = &m->inputs.list[m->last.input - 1];
    const abs_input *is = &m->inputs.list[here->input - 1];
    return abs_fail(m->error, ABS_CANNOT_RUN,
                    "%.300s: row %zu has the job of row %zu of %.300s, but another id", is->path,
                    reader_number(is->reader, here->row), reader_number(was->reader, m->last.row),
                    was->path);
}

static abs_exit merge_row(merge *m, size_t input, size_t number)
{
    char id[2 * ABS_TEXT_MAX + CONFIG_WORDS_MAX];
    bool is_new = false;
    const abs_row *row = reader_row(m->inputs.list[input].reader, number, m->error);
    if (row == NULL)
        return m->error->code;
    abs_row_id(row, id, sizeof id);
    const seen_row here = {abs_mix_text(id), (uint32_t)input + 1, (uint32_t)number};
    if (row->job != ABS_NO_JOB && row->job == m->last_job && here.id != m->last.id) {
        fail_job(m, &here);
        return m->error->code;
    }
    m->last_job = row->job;
    m->last = here;
    const abs_exit result = look_up(m, &here, &row, &is_new);
    if (result != ABS_OK || !is_new)
        return result;
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
    size_t rows = 0, all = 0, left_out;
    for (size_t i = 0; i < in->count; i++) {
        reader_left_out(in->list[i].reader, &left_out);
        rows += reader_rows(in->list[i].reader);
        all += reader_rows(in->list[i].reader) + left_out;
    }
    m->seen_size = rows + rows / 2 + 1;
    m->seen = memory_zeros(m->seen_size, sizeof *m->seen);
    m->places = memory_zeros(all + 1, sizeof *m->places);
    for (uint32_t i = 0; i < in->count; i++) {
        const abs_reader *reader = in->list[i].reader;
        for (size_t row = 0; row < reader_rows(reader); row++) {
            const bool behind = in->plans > 1 && reader_is_reference(reader, row);
            const size_t group = in->list[i].plan + (behind ? in->plans : 0);
            m->places[m->place_count++] = (place){(uint32_t)group, i, reader_job(reader, row), row};
        }
        const uint64_t *jobs = reader_left_out(reader, &left_out);
        for (size_t k = 0; k < left_out && in->plans == 1; k++)
            m->places[m->place_count++] = (place){0, i, jobs[k], NO_ROW};
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
        for (const char *text = NULL; (text = reader_next_error(in->reader, text)) != NULL;) {
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
    const cJSON *reference = cJSON_GetObjectItemCaseSensitive(options, "reference");
    const cJSON *metric = cJSON_GetObjectItemCaseSensitive(options, "metric");
    const cJSON *theory = cJSON_GetObjectItemCaseSensitive(options, "theory");
    abs_reference parsed;
    o->theory |= cJSON_IsTrue(theory) && !abs_options_asked(o, "theory");
    if (cJSON_IsString(metric) && !abs_options_asked(o, "metric"))
        for (int i = 0; i < METRICS; i++)
            if (strcmp(abs_metric_names[i].name, metric->valuestring) == 0)
                o->metric = (abs_metric)i;
    if (!cJSON_IsString(reference) || abs_options_asked(o, "reference"))
        return true;
    o->reference = reference->valuestring;
    if (abs_options_reference(o->reference, &parsed, error))
        return true;
    const abs_error cause = *error;
    return abs_fail(error, ABS_CANNOT_RUN, "%.300s: context: options: %.600s", path, cause.text);
}

/* What shapes the merged report is this command's; the other options are the first report's, but
   for its part of the run. */
static void take_options(cJSON *options, const abs_report_options *how, const abs_options *o)
{
    cJSON *own = abs_options_echo(o, how->format);
    json_put(own, "no_time", cJSON_CreateBool(!how->context.times));
    if (o->verb == ABS_VERB_MERGE)
        json_put(options, "shard", cJSON_CreateNull());
    while (own->child != NULL) {
        cJSON *item = cJSON_DetachItemViaPointer(own, own->child);
        char name[64];
        snprintf(name, sizeof name, "%s", item->string);
        const cJSON *first = cJSON_GetObjectItemCaseSensitive(options, name);
        const bool inherits = strcmp(name, "theory") == 0      ? cJSON_IsTrue(first)
                              : strcmp(name, "reference") == 0 ? cJSON_IsString(first)
                              : strcmp(name, "metric") == 0    ? cJSON_IsString(first)
                                                               : false;
        if (inherits && !abs_options_asked(o, name))
            cJSON_Delete(item);
        else
            json_put(options, name, item);
    }
    cJSON_Delete(own);
}

/* The lines that the runs left out of position files, as far as contexts say so; shards of one run
   left out the same ones. */
static uint64_t count_skipped(const abs_inputs *inputs)
{
    uint64_t lines = 0;
    for (size_t plan = 0; plan < inputs->plans; plan++) {
        abs_error unsaid;
        size_t first = 0;
        while (inputs->list[first].plan != plan)
            first++;
        cJSON *context = reader_context(inputs->list[first].reader, &unsaid);
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(context, "skipped_lines");
        if (cJSON_IsNumber(item) && item->valuedouble > 0 && item->valuedouble < 0x1p53)
            lines += (uint64_t)item->valuedouble;
        cJSON_Delete(context);
    }
    return lines;
}

static abs_report *open_report(const abs_options *told, int argc, char **argv,
                               const abs_inputs *inputs, abs_error *error)
{
    abs_report *report = NULL;
    abs_options o = *told;
    const abs_reader *reader = inputs->list[0].reader;
    abs_plan plan = inputs->plans == 1 ? *reader_plan(reader) : (abs_plan){0};
    if (o.verb == ABS_VERB_MERGE)
        plan.shard = plan.shards = 0;
    cJSON *options = reader_options(reader, error);
    if (options != NULL && inherit(&o, options, inputs->list[0].path, error)) {
        const abs_report_options how = {.format = command_format(&o),
                                        .path = o.output,
                                        .passes = o.passes,
                                        .theory = o.theory,
                                        .metric = o.metric,
                                        .reference = o.reference,
                                        .context = {.times = o.times && reader_has_times(reader),
                                                    .options = options,
                                                    .argc = argc,
                                                    .argv = argv,
                                                    .plugins = inputs->plugins,
                                                    .inputs = inputs->files,
                                                    .skipped_lines = count_skipped(inputs),
                                                    .plan = plan}};
        take_options(options, &how, &o);
        report = abs_report_open(&how, error);
    }
    cJSON_Delete(options);
    return report;
}

/* Says what is missing of a plan. Returns whether shards of it are. */
static bool say_missing(const abs_inputs *inputs, size_t plan, plan_state *state)
{
    uint64_t jobs = 0;
    for (size_t i = 0; i < inputs->count; i++)
        if (inputs->list[i].plan == plan)
            jobs = reader_plan(inputs->list[i].reader)->jobs;
    if (state->missing > 0)
        fprintf(stderr, "absbench: %llu of %llu jobs are missing: %s\n",
                (unsigned long long)state->missing, (unsigned long long)jobs,
                buffer_end(&state->jobs));
    if (state->missing > 0 && state->of_shards.length > 0)
        fprintf(stderr, "absbench: of %u shards, these are missing or not finished: %s\n",
                state->shards, buffer_end(&state->of_shards));
    return state->missing > 0 && state->has_shards;
}

static void judge_plans(const abs_inputs *inputs, bool *whole, bool *shards_missing)
{
    *whole = true;
    *shards_missing = false;
    for (size_t plan = 0; plan < inputs->plans; plan++) {
        plan_state state;
        inputs_plan_state(inputs, plan, &state);
        *whole &= state.whole;
        *shards_missing |= say_missing(inputs, plan, &state);
        plan_state_free(&state);
    }
}

/* Whether the one that is shown is whole, as a run or as its shard; says so if not. */
static bool judge_one(const abs_input *in)
{
    if (reader_is_whole(in->reader))
        return true;
    fprintf(stderr, "absbench: %s: it is not finished: this is of the %zu rows that are there\n",
            strcmp(in->path, "-") == 0 ? "stdin" : in->path, reader_rows(in->reader));
    return false;
}

static void release(merge *m)
{
    row_words *const words[] = {&m->words, &m->others};
    for (size_t i = 0; i < 2; i++) {
        buffer_free(&words[i]->id);
        buffer_free(&words[i]->position);
        buffer_free(&words[i]->all);
    }
    free(m->seen);
    free(m->places);
    names_free(&m->messages);
    line_free(&m->walk);
    inputs_close(&m->inputs);
}

static abs_exit report_anew(const abs_options *o, int argc, char **argv, abs_error *error)
{
    merge m = {.o = o, .error = error};
    bool whole = true, shards_missing = false;
    if (inputs_open(&m.inputs, o->files, o->file_count, error)) {
        if (o->verb == ABS_VERB_SHOW)
            whole = judge_one(m.inputs.list);
        else
            judge_plans(&m.inputs, &whole, &shards_missing);
        find_places(&m);
        m.report = open_report(o, argc, argv, &m.inputs, error);
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
    release(&m);
    return result == ABS_OK && shards_missing ? ABS_DIFFERS : result;
}

abs_exit command_merge(const abs_options *o, int argc, char **argv, abs_error *error)
{
    if (!abs_suite_load(o, error))
        return error->code;
    if (o->missing_shards)
        return inputs_missing_shards(o->files, o->file_count, error);
    return report_anew(o, argc, argv, error);
}

abs_exit command_show(const abs_options *o, int argc, char **argv, abs_error *error)
{
    return abs_suite_load(o, error) ? report_anew(o, argc, argv, error) : error->code;
}
