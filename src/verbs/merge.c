/* merge.c -- `absbench merge` combines reports into one; `absbench show` shows one. */
#include "base/interrupt.h"
#include "base/json.h"
#include "base/memory.h"
#include "log/fields.h"
#include "verbs/commands.h"

#include <stdlib.h>

/* A row of an input, or a job without one. The merged report has them in ascending order. */
typedef struct {
    uint64_t id;    /* the hash of the row's id in JSON, once the row is read */
    uint32_t input; /* from 0 */
    uint32_t row : 31;
    uint32_t dropped : 1; /* it failed, and another row with its id counts */
} place;

typedef struct {
    abs_report *report, *table; /* the table of --show, or NULL */
    abs_reader **inputs;
    size_t count;
    size_t *plans; /* the number of each input's plan, in order of its window; an input without a
                      plan has a number of its own */
    size_t plan_count;
    int jobs; /* the most that ran side by side in any input; 0: not known */
    uint64_t skipped_lines; /* of position files, from the contexts; counted once for each plan */
    cJSON *specs;           /* those of all inputs */
    cJSON *files; /* what rows depend on: `plugins` and `inputs`, with a hash for each name */
    place *places;
    size_t place_count;
    place **seen; /* the first place with each id: a hash table with open addressing */
    size_t seen_size;
    abs_buffer words, others; /* of the current row, and of an earlier one with its id */
    row_texts texts;
    abs_error *error;
} merge;

/* ---- inputs --------------------------------------------------------------------------------- */

/* Adds an input's files to m->files. Files with the same name must be equal: two compilations of a
   plug-in are different programs, and two files of positions different suites. */
static bool take_files(merge *m, const abs_reader *reader)
{
    abs_buffer changes = {0};
    context_changes(&changes, m->files, reader->context);
    if (changes.length > 0)
        return abs_fail(m->error, ABS_CANNOT_RUN,
                        "%.300s: %.400s; merge only rows of one, or `absbench compare` the two",
                        reader->name, buffer_end(&changes));
    for (cJSON *kind = m->files->child; kind != NULL; kind = kind->next) {
        const cJSON *file, *files = json_find(reader->context, kind->string);
        cJSON_ArrayForEach(file, files) if (file->string != NULL)
            json_put(kind, file->string, cJSON_Duplicate(file, true));
    }
    return true;
}

/* Adds an input's specs. All inputs must describe a spec in the same way. */
static bool take_specs(merge *m, const abs_reader *reader)
{
    const cJSON *one, *own;
    cJSON_ArrayForEach(one, json_find(reader->context, "specs"))
    {
        const char *spec = json_text(one, "spec");
        own = m->specs->child;
        while (own != NULL && strcmp(json_text(own, "spec"), spec) != 0)
            own = own->next;
        if (own == NULL)
            cJSON_AddItemToArray(m->specs, cJSON_Duplicate(one, true));
        else if (!cJSON_Compare(own, one, true))
            return abs_fail(m->error, ABS_CANNOT_RUN,
                            "%.300s: it describes %.300s differently from the files before it",
                            reader->name, spec);
    }
    return true;
}

/* Checks that all inputs have the same judge, because regrets by two judges cannot be compared. */
static bool share_judge(const merge *m)
{
    const char *judge = NULL;
    for (size_t i = 0; i < m->count; i++) {
        const char *own = json_text(m->inputs[i]->options, "judge");
        if (judge != NULL && own != NULL && strcmp(judge, own) != 0)
            return abs_fail(m->error, ABS_CANNOT_RUN,
                            "%.300s: its moves were judged by --judge=%.100s, those of others by "
                            "%.100s; merge reports of one judge",
                            m->inputs[i]->name, own, judge);
        judge = judge != NULL ? judge : own;
    }
    return true;
}

/* A plan, and the --window that it was given. */
typedef struct {
    const char *window;
    size_t plan;
} windowed;

static int by_window(const void *a, const void *b)
{
    const windowed *x = a, *y = b;
    const int order = strverscmp(x->window, y->window);
    return order != 0 ? order : (x->plan > y->plan) - (x->plan < y->plan);
}

/* Orders the plans by their windows as numbers, 25 before 100, whatever their files' order. */
static void order_plans(merge *m)
{
    windowed *of = memory_zeros(m->plan_count + 1, sizeof *of);
    size_t *number = memory_zeros(m->plan_count + 1, sizeof *number);
    for (size_t i = 0; i < m->count; i++) {
        const char *window = cJSON_GetStringValue(json_find(m->inputs[i]->options, "window"));
        of[m->plans[i]] = (windowed){window != NULL ? window : "", m->plans[i]};
    }
    qsort(of, m->plan_count, sizeof *of, by_window);
    for (size_t i = 0; i < m->plan_count; i++)
        number[of[i].plan] = i;
    for (size_t i = 0; i < m->count; i++)
        m->plans[i] = number[m->plans[i]];
    free(of);
    free(number);
}

/* Checks that the inputs can be merged, and numbers their plans. */
static bool join_inputs(merge *m)
{
    m->files = cJSON_Parse("{\"plugins\":{},\"inputs\":{}}");
    m->specs = cJSON_CreateArray();
    m->plans = memory_zeros(m->count, sizeof *m->plans);
    for (size_t i = 0; i < m->count; i++) {
        const abs_reader *reader = m->inputs[i];
        const double skipped = cJSON_GetNumberValue(json_find(reader->context, "skipped_lines"));
        const double jobs = cJSON_GetNumberValue(json_find(reader->context, "jobs"));
        size_t same = 0;
        if (!take_files(m, reader) || !take_specs(m, reader))
            return false;
        while (same < i && !plan_is_same(&m->inputs[same]->plan, &reader->plan))
            same++;
        if (jobs > m->jobs && jobs < 0x1p31)
            m->jobs = (int)jobs;
        m->plans[i] = same < i ? m->plans[same] : m->plan_count++;
        if (same == i && skipped > 0 && skipped < 0x1p53)
            m->skipped_lines += (uint64_t)skipped;
    }
    order_plans(m);
    return share_judge(m);
}

/* ---- rows that appear twice ----------------------------------------------------------------- */

static const char *path_of(const merge *m, const place *at)
{
    return m->inputs[at->input]->name;
}

/* The row's place in its file. */
static const row_place *row_of(const merge *m, const place *at)
{
    return &m->inputs[at->input]->rows[at->row];
}

/* The number of its plan if there are several; references come last. */
static size_t group_of(const merge *m, const place *at)
{
    const bool behind = m->plan_count > 1 && row_of(m, at)->for_reference;
    return m->plans[at->input] + (behind ? m->plan_count : 0);
}

/* Writes all of a row but its times and its job. */
static void write_words(merge *m, abs_buffer *words, const abs_row *row)
{
    abs_row anywhere = *row;
    anywhere.job = ABS_NO_JOB;
    buffer_clear(words);
    fields_json_row(words, &anywhere, &m->texts, false);
}

/* Checks that two rows with one id differ only in their times. `row` is that of `again`. */
static bool check_again(merge *m, const place *first, const place *again, const abs_row *row)
{
    char position[ABS_TEXT_MAX];
    write_words(m, &m->words, row);
    snprintf(position, sizeof position, "%s", row->root->text);
    const abs_row *other = /* reading it may overwrite *row */
        reader_row(m->inputs[first->input], first->row, m->error);
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

/* Reads a row, and finds the slot of its id in m->seen. Returns NULL with the error set. */
static const abs_row *find_slot(merge *m, place *at, size_t *slot)
{
    const abs_row *row = reader_row(m->inputs[at->input], at->row, m->error);
    if (row == NULL)
        return NULL;
    at->id = abs_mix_text(texts_id(&m->texts, row));
    *slot = at->id % m->seen_size;
    while (m->seen[*slot] != NULL && m->seen[*slot]->id != at->id)
        *slot = (*slot + 1) % m->seen_size;
    return row;
}

/* Drops failed rows if another row with their id has not failed or comes later. */
static bool drop_failed(merge *m)
{
    size_t slot, some = 0;
    for (size_t i = 0; i < m->count; i++)
        some += m->inputs[i]->failed;
    for (place *at = m->places; some > 0 && at < m->places + m->place_count; at++) {
        if (row_of(m, at)->left_out)
            continue;
        if (find_slot(m, at, &slot) == NULL)
            return false;
        place *const first = m->seen[slot];
        at->dropped = first != NULL && (row_of(m, first)->failed || row_of(m, at)->failed);
        if (first == NULL)
            m->seen[slot] = at;
        else if (row_of(m, first)->failed) /* this one takes its place */
            *first = (place){first->id, at->input, at->row, false};
    }
    memset(m->seen, 0, m->seen_size * sizeof *m->seen);
    return true;
}

/* Names the shards with rows whose engine failed, unless other inputs have these rows; without
   shards it says how many rows. Returns whether there are any. */
static bool tell_failed(const merge *m)
{
    abs_buffer text = {0};
    size_t failed = 0;
    uint32_t shards = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        const abs_plan *plan = &m->inputs[i]->plan;
        const size_t before = failed;
        for (size_t k = 0; m->inputs[i]->failed > 0 && k < m->place_count; k++)
            failed += m->places[k].input == i && !m->places[k].dropped &&
                      row_of(m, &m->places[k])->failed;
        if (failed > before && plan->shards > 0) {
            shards = plan->shards;
            buffer_format(&text, "%s%u", text.length > 0 ? "," : "", plan->shard);
        }
    }
    if (shards > 0)
        fprintf(stderr, "absbench: of %u shards, these have searches whose engine failed: %s\n",
                shards, buffer_end(&text));
    else if (failed > 0)
        fprintf(stderr,
                "absbench: %zu %s no result: the engine failed; --resume searches again\n", failed,
                failed == 1 ? "search has" : "searches have");
    buffer_free(&text);
    return failed > 0;
}

/* Adds a row to the report, unless an equal one is there. `last` is the preceding row, or NULL. */
static bool merge_row(merge *m, place *at, const place *last)
{
    size_t slot;
    const abs_row *row = find_slot(m, at, &slot);
    if (row == NULL)
        return false;
    const uint64_t job = row_of(m, at)->job;
    if (last != NULL && group_of(m, last) == group_of(m, at) && row_of(m, last)->job == job &&
        job != ABS_NO_JOB && last->id != at->id)
        return abs_fail(m->error, ABS_CANNOT_RUN,
                        "%.300s: row %u has the job of row %u of %.300s, but another id",
                        path_of(m, at), row_of(m, at)->number, row_of(m, last)->number,
                        path_of(m, last));
    if (m->seen[slot] != NULL)
        return check_again(m, m->seen[slot], at, row);
    m->seen[slot] = at;
    return abs_report_row(m->report, row, m->error) &&
           (m->table == NULL || abs_report_row(m->table, row, m->error));
}

/* ---- rows in order -------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b, void *context)
{
    const merge *m = context;
    const place *x = a, *y = b;
    const size_t groups[] = {group_of(m, x), group_of(m, y)};
    const uint64_t jobs[] = {row_of(m, x)->job, row_of(m, y)->job};
    if (groups[0] != groups[1])
        return groups[0] < groups[1] ? -1 : 1;
    if (jobs[0] != jobs[1])
        return jobs[0] < jobs[1] ? -1 : 1;
    if (x->input != y->input)
        return x->input < y->input ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

/*
 * Finds the places. The rows of one plan come in the order of its jobs, as from one run. If there
 * are several plans, references follow all results, because a row that is a result in one plan and
 * a reference in another counts as a result.
 */
static void find_places(merge *m)
{
    size_t all = 1;
    for (size_t i = 0; i < m->count; i++)
        all += m->inputs[i]->count + m->inputs[i]->left_out;
    m->seen_size = all + all / 2;
    m->seen = memory_zeros(m->seen_size, sizeof *m->seen);
    m->places = memory_zeros(all, sizeof *m->places);
    place *next = m->places;
    for (uint32_t i = 0; i < m->count; i++) {
        const abs_reader *reader = m->inputs[i];
        for (uint32_t row = 0; row < reader->count + reader->left_out; row++) {
            if (!reader->rows[row].left_out || m->plan_count == 1)
                *next++ = (place){.input = i, .row = row};
        }
    }
    m->place_count = (size_t)(next - m->places);
    qsort_r(m->places, m->place_count, sizeof *m->places, by_place, m);
}

static bool merge_rows(merge *m)
{
    uint64_t left_out = ABS_NO_JOB;
    const place *last = NULL;
    for (place *at = m->places; at < m->places + m->place_count; at++) {
        if (interrupt_pending())
            return abs_fail_quietly(m->error, ABS_INTERRUPTED);
        if (at->dropped)
            continue;
        if (!row_of(m, at)->left_out) {
            if (!merge_row(m, at, last))
                return false;
            last = at;
        } else if (row_of(m, at)->job != left_out) {
            left_out = row_of(m, at)->job;
            abs_report_left_out(m->report, left_out);
        }
    }
    for (size_t i = 0; i < m->count; i++)
        if (!reader_verify(m->inputs[i], m->error))
            return false;
    free(m->places); /* the next step needs as much memory for each row */
    free(m->seen);
    for (size_t i = 0; i < m->count; i++)
        reader_forget(m->inputs[i]);
    return true;
}

/* Copies the errors that belong to no row. */
static void merge_messages(merge *m)
{
    for (size_t i = 0; i < m->count; i++)
        for (const char *text = NULL; (text = buffer_next(&m->inputs[i]->messages, text)) != NULL;)
            abs_report_error(m->report, text);
}

/* ---- the report ----------------------------------------------------------------------------- */

/* Takes the metric and the reference from the first report, which may be damaged, unless they are
   given; to show a report, also its passes. */
static bool inherit(abs_options *o, const cJSON *options, const char *path, abs_error *error)
{
    static const char *const names[] = {"reference", "metric"};
    o->passes |= o->verb == ABS_VERB_SHOW && cJSON_IsTrue(json_find(options, "passes"));
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const cJSON *item = json_find(options, names[i]);
        if (!cJSON_IsString(item) || abs_options_asked(o, names[i]) ||
            abs_options_set(o, names[i], cJSON_GetStringValue(item), error))
            continue;
        const abs_error cause = *error;
        return abs_fail(error, ABS_CANNOT_RUN, "%.300s: context: options: %.600s", path,
                        cause.text);
    }
    return true;
}

/* Finds the columns of all rows. */
static bool find_columns(merge *m, row_columns *columns)
{
    for (size_t i = 0; i < m->count; i++)
        for (size_t row = 0; row < m->inputs[i]->count; row++) {
            const abs_row *read =
                interrupt_pending() ? NULL : reader_row(m->inputs[i], row, m->error);
            if (read == NULL)
                return !interrupt_pending() ? false : abs_fail_quietly(m->error, ABS_INTERRUPTED);
            if (!m->inputs[i]->rows[row].for_reference)
                fields_add_columns(columns, read);
        }
    return true;
}

/* Opens the report. Options for its output are this command's; others are the first report's. */
static bool open_report(merge *m, const abs_options *told)
{
    const abs_reader *first = m->inputs[0];
    abs_options o = *told;
    if (first->options == NULL)
        return abs_fail(m->error, ABS_CANNOT_RUN, "%.300s: its context has no options",
                        first->name);
    if (!inherit(&o, first->options, first->name, m->error))
        return false;
    abs_context context = context_of(&o);
    cJSON *item, *options = cJSON_Duplicate(first->options, true);
    context.times = o.times && first->has_times;
    context.plugins = m->files->child;
    context.inputs = m->files->child->next;
    context.specs = m->specs;
    context.skipped_lines = m->skipped_lines;
    context.jobs = m->jobs;
    if (m->plan_count == 1)
        context.plan = first->plan;
    if (o.verb == ABS_VERB_MERGE) {
        context.plan.shard = context.plan.shards = 0;
        json_put(options, "shard", cJSON_CreateNull());
    }
    json_put(context.options, "no_time", cJSON_CreateBool(!context.times));
    cJSON_ArrayForEach(item, context.options) if (strcmp(item->string, "game") !=
                                                  0) /* here it names plug-ins to read rows with */
        json_put(options, item->string, cJSON_Duplicate(item, true));
    cJSON_Delete(context.options);
    context.options = options;
    row_columns columns = {.window_auto = false};
    if (!abs_report_has_columns(&o, REPORT_OUTPUT) || find_columns(m, &columns))
        m->report = abs_report_open(&o, &context, REPORT_OUTPUT, &columns, m->error);
    const bool show = m->report != NULL && o.show && o.output != NULL;
    if (show)
        m->table = abs_report_open(&o, &context, REPORT_SHOWN, NULL, m->error);
    cJSON_Delete(options);
    return m->report != NULL && (!show || m->table != NULL);
}

/* Leaves no output behind; false. */
static bool abandon(const merge *m)
{
    if (m->table != NULL)
        abs_report_abandon(m->table);
    if (m->report != NULL)
        abs_report_abandon(m->report);
    return false;
}

bool command_merge(abs_options *o, abs_error *error)
{
    static merge m; /* never freed */
    const abs_reader *first;
    bool whole = true, lacks = false;
    m.error = error;
    m.count = o->file_count;
    m.inputs = memory_zeros(m.count, sizeof *m.inputs);
    if (!inputs_open(m.inputs, o->files, m.count, error) || !join_inputs(&m))
        return false;
    first = m.inputs[0];
    if (o->verb == ABS_VERB_SHOW) {
        whole = first->is_whole;
        if (!whole)
            fprintf(stderr,
                    "absbench: %s: it is not finished: this is made from its %zu rows\n",
                    first->name, first->count);
    } else {
        for (size_t plan = 0; plan < m.plan_count; plan++)
            whole &= gaps_judge(m.inputs, m.plans, m.count, plan, &lacks);
    }
    find_places(&m);
    if (!open_report(&m, o))
        return abandon(&m);
    merge_messages(&m);
    const bool read = drop_failed(&m);
    lacks |= read && o->verb == ABS_VERB_MERGE && tell_failed(&m);
    if (!read || !merge_rows(&m))
        return abandon(&m);
    abs_error shown;
    const bool is_shown = m.table == NULL || abs_report_close(m.table, !whole, &shown) ||
                          shown.code == ABS_DIFFERS; /* the report says so too */
    const bool closed = abs_report_close(m.report, !whole, error);
    if (closed && !is_shown)
        *error = shown;
    return closed && is_shown && (!lacks || abs_fail_quietly(error, ABS_DIFFERS));
}
