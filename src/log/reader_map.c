/* reader_map.c -- see reader_map.h. */
#define _POSIX_C_SOURCE 200809L
#include "log/reader_map.h"
#include "base/grow.h"
#include "base/json.h"
#include "log/members.h"
#include "log/row.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

enum { ROWS_MAX = INT32_MAX };

/* The walk over one report. */
typedef struct {
    report_map *map;
    abs_walk *walk;
    abs_buffer scratch;
    abs_error *error;
} mapping;

/* What cannot be read is not malformed. */
static bool fail(const mapping *m, const char *what)
{
    if (m->walk->failed)
        return walk_fail(m->walk, m->error);
    return abs_fail(m->error, ABS_CANNOT_RUN, "%.300s: %s", m->walk->name, what);
}

static bool no_memory(const mapping *m)
{
    return fail(m, "no memory to read it");
}

void map_free(report_map *map)
{
    for (size_t i = 0; i < MAP_MEMBERS_COUNT; i++)
        free(map->text[i]);
    free(map->rows);
    free(map->left_out);
    free(map->end);
    buffer_free(&map->messages);
    names_free(&map->wrong_answers);
    *map = (report_map){0};
}

/* ---- elements ------------------------------------------------------------------------------- */

/* What an element of the results is, or a line. */
typedef struct {
    abs_span row, job;
    bool for_reference;
    abs_span left_out, end; /* lines that are no row */
    bool odd;               /* something stands beside what has to stand alone */
} element;

static bool scan_element(abs_scan *s, void *to)
{
    element *e = to;
    abs_span name, value;
    bool first = true;
    int more, count = 0;
    *e = (element){.row.start = s->at};
    if (!scan_open(s, '{')) /* the row will be refused */
        return scan_value(s, &e->row);
    while ((more = scan_next(s, '}', &first, &name)) > 0) {
        if (!scan_value(s, &value))
            return false;
        abs_span *kept = scan_is(name, "job")        ? &e->job
                         : scan_is(name, "left_out") ? &e->left_out
                         : scan_is(name, "end")      ? &e->end
                                                     : NULL;
        if (kept != NULL)
            *kept = value;
        count++;
        e->odd = (e->left_out.start != NULL || e->end.start != NULL) && count > 1;
        if (count > 1 || !scan_is(name, "reference_result"))
            continue;
        /* In JSON Lines, a row that is none of the results is the only member of an object. */
        element inner;
        abs_scan within = {.at = value.start, .end = value.start + value.length};
        scan_element(&within, &inner);
        *e = (element){.row = value, .job = inner.job, .for_reference = true};
    }
    e->row.length = e->for_reference ? e->row.length : (size_t)(s->at - e->row.start);
    return more == 0;
}

/* A whole number, or null. */
static bool read_job(abs_span text, uint64_t *job)
{
    *job = ABS_NO_JOB;
    if (text.start == NULL || scan_is(text, "null"))
        return true;
    if (text.length > 18 || strspn(text.start, "0123456789") != text.length)
        return false;
    *job = strtoumax(text.start, NULL, 10);
    return true;
}

static bool add_row(const mapping *m, const element *e, bool for_reference)
{
    report_map *map = m->map;
    if (map->count == ROWS_MAX || e->row.length > UINT32_MAX ||
        !abs_grow(&map->rows, &map->room, map->count, sizeof *map->rows))
        return no_memory(m);
    map_row *row = &map->rows[map->count];
    *row = (map_row){.at = walk_at(m->walk, e->row.start),
                     .length = (uint32_t)e->row.length,
                     .number = (uint32_t)map->count,
                     .for_reference = for_reference || e->for_reference};
    map->references += row->for_reference;
    map->count++;
    return read_job(e->job, &row->job) ||
           abs_fail(m->error, ABS_CANNOT_RUN, "%.300s: row %zu: job is not a whole number",
                    m->walk->name, map->count);
}

static bool fail_row(const mapping *m)
{
    if (m->walk->failed) {
        *m->error = m->walk->error;
        return false;
    }
    return abs_fail(m->error, ABS_CANNOT_RUN, "%.300s: row %zu: %s", m->walk->name,
                    m->map->count + 1, m->walk->scan.wrong);
}

static bool walk_results(const mapping *m, bool for_reference)
{
    bool first = true;
    int more;
    element e;
    if (!walk_bracket(m->walk, '['))
        return fail(m, "its results are not a list");
    while ((more = walk_next(m->walk, ']', &first, NULL)) > 0) {
        if (!walk_take(m->walk, scan_element, &e))
            return fail_row(m);
        if (!add_row(m, &e, for_reference))
            return false;
    }
    return more == 0 || walk_fail(m->walk, m->error);
}

static bool add_left_out(const mapping *m, abs_span text)
{
    report_map *map = m->map;
    if (!abs_grow(&map->left_out, &map->left_out_room, map->left_out_count, sizeof *map->left_out))
        return no_memory(m);
    uint64_t *job = &map->left_out[map->left_out_count++];
    return (read_job(text, job) && *job != ABS_NO_JOB) || fail(m, "left_out is not a job");
}

/* ---- what else the report says -------------------------------------------------------------- */

/* The text of a member, or NULL. */
static const char *text_of(const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return members_is_text(item) ? item->valuestring : NULL;
}

/* Errors of no row; those of rows are made anew from them. */
static bool keep_error(report_map *map, const cJSON *item)
{
    const char *message = text_of(item, "message");
    return message == NULL || text_of(item, "id") != NULL || buffer_add(&map->messages, message);
}

/* The ids of rows that missed a known value: no row says what is known. */
static bool keep_answer(report_map *map, const cJSON *item)
{
    const char *kind = text_of(item, "kind");
    const cJSON *values = cJSON_GetObjectItemCaseSensitive(item, "values");
    const char *id = text_of(cJSON_GetArrayItem(values, 0), "id");
    return kind == NULL || strcmp(kind, ABS_WRONG_ANSWER) != 0 || id == NULL ||
           names_add(&map->wrong_answers, id) != UINT32_MAX;
}

/* Shows the elements of a list to `keep`, one by one: lists may be as long as the results. */
static bool keep_each(mapping *m, const char *not_a_list, bool (*keep)(report_map *, const cJSON *))
{
    bool first = true;
    int more;
    abs_span text;
    if (!walk_bracket(m->walk, '['))
        return fail(m, not_a_list);
    while ((more = walk_next(m->walk, ']', &first, NULL)) > 0) {
        if (!walk_value(m->walk, &text))
            return walk_fail(m->walk, m->error);
        cJSON *item = members_parse(text, &m->scratch);
        if (item == NULL && errno != ENOMEM)
            return fail(m, "a text in it cannot be parsed");
        const bool kept = item != NULL && keep(m->map, item);
        cJSON_Delete(item);
        if (!kept)
            return no_memory(m);
    }
    return more == 0 || walk_fail(m->walk, m->error);
}

static bool walk_verification(mapping *m)
{
    bool first = true;
    int more;
    abs_span name;
    if (!walk_bracket(m->walk, '{'))
        return fail(m, "its verification is not an object");
    while ((more = walk_next(m->walk, '}', &first, &name)) > 0) {
        const bool mismatches = scan_is(name, "mismatches");
        if (mismatches && !keep_each(m, "its mismatches are not a list", keep_answer))
            return false;
        if (!mismatches && !walk_past(m->walk))
            return walk_fail(m->walk, m->error);
    }
    return more == 0 || walk_fail(m->walk, m->error);
}

static bool walk_left_out(const mapping *m)
{
    bool first = true;
    int more;
    abs_span text;
    if (!walk_bracket(m->walk, '['))
        return fail(m, "left_out is not a list");
    while ((more = walk_next(m->walk, ']', &first, NULL)) > 0)
        if (!walk_value(m->walk, &text))
            return walk_fail(m->walk, m->error);
        else if (!add_left_out(m, text))
            return false;
    return more == 0 || walk_fail(m->walk, m->error);
}

static bool keep_text(const mapping *m, char **to)
{
    abs_span text;
    if (!walk_value(m->walk, &text))
        return walk_fail(m->walk, m->error);
    *to = strndup(text.start, text.length);
    return *to != NULL || no_memory(m);
}

static bool walk_member(mapping *m, int member)
{
    switch (member) {
    case MAP_results:
    case MAP_reference_results:
        return walk_results(m, member == MAP_reference_results);
    case MAP_errors:
        return keep_each(m, "its errors are not a list", keep_error);
    case MAP_verification:
        return walk_verification(m);
    case MAP_left_out:
        return walk_left_out(m);
    case MAP_MEMBERS_COUNT:
        return walk_past(m->walk) || walk_fail(m->walk, m->error);
    default:
        return keep_text(m, &m->map->text[member]);
    }
}

/* The first object: the report, or the head of JSON Lines, whose rows follow. */
static bool walk_head(mapping *m)
{
#define MEMBER(name) #name,
    static const char *const names[] = {MAP_MEMBERS(MEMBER)};
#undef MEMBER
    bool first = true;
    int more;
    abs_span name;
    if (!walk_bracket(m->walk, '{'))
        return fail(m, "this is not a report; give what --format=json or jsonl wrote");
    while ((more = walk_next(m->walk, '}', &first, &name)) > 0) {
        int member = 0;
        while (member < MAP_MEMBERS_COUNT && !scan_is(name, names[member]))
            member++;
        if (member < MAP_MEMBERS_COUNT && m->map->has[member])
            return abs_fail(m->error, ABS_CANNOT_RUN, "%.300s: '%s' appears twice", m->walk->name,
                            names[member]);
        if (member < MAP_MEMBERS_COUNT)
            m->map->has[member] = true;
        if (!walk_member(m, member))
            return false;
    }
    return more == 0 || walk_fail(m->walk, m->error);
}

/* ---- JSON Lines ----------------------------------------------------------------------------- */

static bool walk_line(mapping *m)
{
    element e;
    report_map *map = m->map;
    if (map->end != NULL)
        return fail(m, "something follows its end");
    if (!walk_take(m->walk, scan_element, &e))
        return fail_row(m);
    if (e.odd)
        return fail(m, "a line that says what was left out, or the end, holds more");
    if (e.left_out.start != NULL)
        return add_left_out(m, e.left_out);
    if (e.end.start == NULL)
        return add_row(m, &e, false);
    map->end = strndup(e.end.start, e.end.length);
    return map->end != NULL || no_memory(m);
}

/* Whoever writes a line writes all of it at once, or is stopped in the middle of the last. */
static bool walk_lines(mapping *m)
{
    const uint64_t size = m->walk->size;
    m->map->whole_bytes = walk_cut(m->walk);
    m->map->torn = m->map->whole_bytes < size;
    while (walk_blanks(m->walk))
        if (!walk_line(m))
            return false;
    return !m->walk->failed || fail_row(m);
}

/* ---- the plan ------------------------------------------------------------------------------- */

bool map_hash(const char *text, uint64_t *hash)
{
    enum { DIGITS = 16 };
    if (text == NULL || strncmp(text, "0x", 2) != 0 || strlen(text) != 2 + DIGITS ||
        strspn(text + 2, "0123456789abcdef") != DIGITS)
        return false;
    *hash = strtoumax(text + 2, NULL, 16);
    return true;
}

/* A whole number from 1 to `most`. */
static bool take_number(const cJSON *item, double most, uint64_t *number)
{
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= 1 && item->valuedouble <= most))
        return false;
    *number = (uint64_t)item->valuedouble;
    return (double)*number >= item->valuedouble;
}

static bool take_shard(const cJSON *item, abs_plan *plan)
{
    uint64_t shard, shards;
    if (cJSON_IsNull(item))
        return true;
    if (!cJSON_IsArray(item) || cJSON_GetArraySize(item) != 2 ||
        !take_number(item->child->next, PLAN_SHARDS_MAX, &shards) ||
        !take_number(item->child, (double)shards, &shard))
        return false;
    plan->shard = (uint32_t)shard;
    plan->shards = (uint32_t)shards;
    return true;
}

/* An object, or null. */
static bool read_plan(const cJSON *json, abs_plan *plan)
{
    const cJSON *jobs = cJSON_GetObjectItemCaseSensitive(json, "jobs");
    const bool none = cJSON_IsNumber(jobs) && !(jobs->valuedouble > 0 || jobs->valuedouble < 0);
    if (json == NULL || cJSON_IsNull(json))
        return true;
    *plan = (abs_plan){.known = true, .jobs = none ? 0 : ABS_NO_JOB};
    return map_hash(text_of(json, "hash"), &plan->hash) &&
           (none || cJSON_IsNull(jobs) || take_number(jobs, 9007199254740992.0, &plan->jobs)) &&
           take_shard(cJSON_GetObjectItemCaseSensitive(json, "shard"), plan);
}

static bool take_plan(mapping *m)
{
    const char *text = m->map->text[MAP_context];
    cJSON *context = text != NULL ? json_parse(text, strlen(text), NULL) : NULL;
    if (text != NULL && context == NULL)
        return errno == ENOMEM ? no_memory(m) : fail(m, "its context cannot be parsed");
    const cJSON *plan = cJSON_GetObjectItemCaseSensitive(context, "plan");
    m->map->older = plan == NULL;
    const bool ok = read_plan(plan, &m->map->plan);
    cJSON_Delete(context);
    return ok || fail(m, "its plan is not what absbench writes");
}

/* ---- the whole ------------------------------------------------------------------------------ */

static int by_job(const void *a, const void *b)
{
    const map_row *x = a, *y = b;
    if (x->job != y->job)
        return x->job < y->job ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static int compare_jobs(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Rows in order of their jobs, if they have them; without a plan, jobs say nothing. */
static bool order(const mapping *m)
{
    report_map *map = m->map;
    bool sorted = true;
    for (size_t i = 0; i < map->count; i++) {
        map_row *row = &map->rows[i];
        if (!map->plan.known)
            row->job = ABS_NO_JOB;
        if ((row->job == ABS_NO_JOB) != (map->rows[0].job == ABS_NO_JOB))
            return abs_fail(m->error, ABS_CANNOT_RUN,
                            "%.300s: some of its rows have a job, row %zu %s", m->walk->name, i + 1,
                            row->job == ABS_NO_JOB ? "has none" : "has one");
        if (row->job != ABS_NO_JOB && row->job >= map->plan.jobs)
            return abs_fail(m->error, ABS_CANNOT_RUN, "%.300s: row %zu: job is not one of its plan",
                            m->walk->name, i + 1);
        sorted = sorted && (i == 0 || by_job(row - 1, row) < 0);
    }
    if (!sorted)
        qsort(map->rows, map->count, sizeof *map->rows, by_job);
    if (map->left_out_count > 1)
        qsort(map->left_out, map->left_out_count, sizeof *map->left_out, compare_jobs);
    if (map->plan.known && map->left_out_count > 0 &&
        map->left_out[map->left_out_count - 1] >= map->plan.jobs)
        return fail(m, "what was left out is not a job of its plan");
    for (size_t i = 1; i < map->count; i++)
        if (map->rows[i].job != ABS_NO_JOB && map->rows[i].job == map->rows[i - 1].job &&
            map->rows[i].for_reference != map->rows[i - 1].for_reference)
            return abs_fail(m->error, ABS_CANNOT_RUN, "%.300s: row %u: its job is that of row %u",
                            m->walk->name, map->rows[i].number + 1, map->rows[i - 1].number + 1);
    return true;
}

static bool check_schema(const mapping *m)
{
    const char *schema = m->map->text[MAP_schema];
    if (schema == NULL)
        return fail(m, "it has no schema, so it is not a report; give what --format=json or jsonl "
                       "wrote");
    return strcmp(schema, "\"" ABS_REPORT_SCHEMA_OLDER "\"") == 0 ||
           strcmp(schema, "\"" ABS_REPORT_SCHEMA "\"") == 0 ||
           abs_fail(m->error, ABS_CANNOT_RUN, "%.300s: its schema is %.80s, not \"%s\"",
                    m->walk->name, schema, ABS_REPORT_SCHEMA);
}

static bool walk_report(mapping *m)
{
    if (!walk_head(m) || !check_schema(m))
        return false;
    if (map_is_lines(m->map) && !m->map->has[MAP_context])
        return fail(m, "it has no results");
    if (map_is_lines(m->map) && !walk_lines(m))
        return false;
    if (walk_blanks(m->walk))
        return fail(m, "something follows the report");
    return take_plan(m) && order(m);
}

bool map_make(report_map *map, abs_walk *walk, abs_error *error)
{
    mapping m = {.map = map, .walk = walk, .error = error};
    *map = (report_map){0};
    const bool ok = walk_report(&m);
    buffer_free(&m.scratch);
    return ok;
}
