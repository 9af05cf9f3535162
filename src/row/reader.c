/* reader.c -- finds the rows of a report in its text. See reader.h. */
#define _POSIX_C_SOURCE 200809L
#include "row/reader.h"
#include "base/file.h"
#include "base/grow.h"
#include "base/text.h"
#include "row/reader_row.h"

#include <stdlib.h>

typedef struct {
    abs_span text;
    bool for_reference;
} found_row;

struct abs_reader {
    char *name;
    char *text; /* the whole file, and a NUL */
    size_t length;
    found_row *rows;
    size_t row_count, row_room;
    abs_span schema, context, verification, errors; /* no start: not there */
    bool interrupted;
    abs_buffer messages; /* of errors: a list */
    abs_buffer scratch;
    row_maker maker;
};

static bool no_memory(const abs_reader *r, abs_error *error)
{
    return abs_fail(error, ABS_CANNOT_RUN, "%.300s: no memory to read it", r->name);
}

void reader_close(abs_reader *r)
{
    if (r == NULL)
        return;
    free(r->rows);
    free(r->text);
    free(r->name);
    buffer_free(&r->scratch);
    buffer_free(&r->messages);
    row_free(&r->maker);
    free(r);
}

/* ---- the walk ------------------------------------------------------------------------------ */

/* What is not JSON, by its line. */
static bool fail_at(const abs_reader *r, const abs_scan *s, abs_error *error)
{
    size_t line = 1;
    for (const char *c = r->text; c < s->at; c++)
        line += *c == '\n';
    return abs_fail(error, ABS_CANNOT_RUN, "%.300s: line %zu: %s", r->name, line, s->wrong);
}

/* In JSON Lines, a row that is none of the results is the only member of an object. */
static void unwrap(found_row *row)
{
    abs_scan s = {.at = row->text.start, .end = row->text.start + row->text.length};
    abs_span name, value;
    bool first = true;
    if (scan_open(&s, '{') && scan_next(&s, '}', &first, &name) > 0 &&
        scan_is(name, "reference_result") && scan_value(&s, &value))
        *row = (found_row){value, true};
}

/* Lines of JSON Lines that are no rows. */
static bool is_no_row(abs_span line)
{
    abs_scan s = {.at = line.start, .end = line.start + line.length};
    abs_span name;
    bool first = true;
    return scan_open(&s, '{') && scan_next(&s, '}', &first, &name) > 0 &&
           (scan_is(name, "left_out") || scan_is(name, "end"));
}

static bool add_row(abs_reader *r, abs_scan *s, bool for_reference, abs_error *error)
{
    if (!abs_grow(&r->rows, &r->row_room, r->row_count, sizeof *r->rows))
        return no_memory(r, error);
    found_row *row = &r->rows[r->row_count];
    row->for_reference = for_reference;
    if (!scan_value(s, &row->text))
        return abs_fail(error, ABS_CANNOT_RUN, "%.300s: row %zu: %s", r->name, r->row_count + 1,
                        s->wrong);
    unwrap(row);
    r->row_count += !is_no_row(row->text);
    return true;
}

static bool walk_results(abs_reader *r, abs_scan *s, bool for_reference, abs_error *error)
{
    bool first = true;
    int more;
    if (!scan_open(s, '['))
        return abs_fail(error, ABS_CANNOT_RUN, "%.300s: its results are not a list", r->name);
    while ((more = scan_next(s, ']', &first, NULL)) > 0)
        if (!add_row(r, s, for_reference, error))
            return false;
    return more == 0 || fail_at(r, s, error);
}

/* A member of the report besides its results. */
static bool walk_member(abs_reader *r, abs_scan *s, abs_span name, abs_error *error)
{
    abs_span value, *kept = scan_is(name, "schema")         ? &r->schema
                            : scan_is(name, "context")      ? &r->context
                            : scan_is(name, "verification") ? &r->verification
                            : scan_is(name, "errors")       ? &r->errors
                                                            : NULL;
    if (!scan_value(s, &value))
        return fail_at(r, s, error);
    if (kept != NULL && kept->start != NULL)
        return abs_fail(error, ABS_CANNOT_RUN, "%.300s: '%.*s' appears twice", r->name,
                        (int)name.length, name.start);
    if (kept != NULL)
        *kept = value;
    if (scan_is(name, "interrupted"))
        r->interrupted = scan_is(value, "true");
    return true;
}

/* The first object: the report, or the head of JSON Lines, whose rows follow. */
static bool walk_head(abs_reader *r, abs_scan *s, bool *has_results, abs_error *error)
{
    bool first = true;
    int more;
    abs_span name;
    if (!scan_open(s, '{'))
        return abs_fail(error, ABS_CANNOT_RUN,
                        "%.300s: this is not a report; give what --format=json or jsonl wrote",
                        r->name);
    while ((more = scan_next(s, '}', &first, &name)) > 0) {
        const bool results = scan_is(name, "results");
        if (results && *has_results)
            return abs_fail(error, ABS_CANNOT_RUN, "%.300s: 'results' appears twice", r->name);
        *has_results |= results;
        const bool references = scan_is(name, "reference_results");
        if (!(results || references ? walk_results(r, s, references, error)
                                    : walk_member(r, s, name, error)))
            return false;
    }
    return more == 0 || fail_at(r, s, error);
}

static bool check_schema(abs_reader *r, abs_error *error)
{
    if (r->schema.start == NULL)
        return abs_fail(
            error, ABS_CANNOT_RUN,
            "%.300s: it has no schema, so it is not a report; give what --format=json or "
            "jsonl wrote",
            r->name);
    r->maker.older = scan_is(r->schema, "\"" ABS_REPORT_SCHEMA_OLDER "\"");
    if (!r->maker.older && !scan_is(r->schema, "\"" ABS_REPORT_SCHEMA "\""))
        return abs_fail(error, ABS_CANNOT_RUN, "%.300s: its schema is %.*s, not \"%s\"", r->name,
                        (int)(r->schema.length < 80 ? r->schema.length : 80), r->schema.start,
                        ABS_REPORT_SCHEMA);
    return true;
}

static bool walk(abs_reader *r, abs_error *error)
{
    abs_scan s = {.at = r->text, .end = r->text + r->length};
    bool has_results = false;
    if (!walk_head(r, &s, &has_results, error) || !check_schema(r, error))
        return false;
    if (!has_results && r->context.start == NULL)
        return abs_fail(error, ABS_CANNOT_RUN, "%.300s: it has no results", r->name);
    for (scan_blanks(&s); s.at < s.end; scan_blanks(&s)) {
        if (has_results)
            return abs_fail(error, ABS_CANNOT_RUN, "%.300s: something follows the report", r->name);
        if (!add_row(r, &s, false, error))
            return false;
    }
    return true;
}

/* ---- what else the report says ------------------------------------------------------------- */

/* The text of a member, or NULL. */
static const char *text_of(const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return members_is_text(item) ? item->valuestring : NULL;
}

/* Errors of no row; those of rows are made anew from them. */
static bool keep_error(abs_reader *r, const cJSON *item)
{
    const char *message = text_of(item, "message");
    return message == NULL || text_of(item, "id") != NULL || buffer_add(&r->messages, message);
}

/* The ids of rows that missed a known value: no row says what is known. */
static bool keep_answer(abs_reader *r, const cJSON *item)
{
    const char *kind = text_of(item, "kind");
    const cJSON *values = cJSON_GetObjectItemCaseSensitive(item, "values");
    const char *id = text_of(cJSON_GetArrayItem(values, 0), "id");
    return kind == NULL || strcmp(kind, ABS_WRONG_ANSWER) != 0 || id == NULL ||
           names_add(&r->maker.wrong_answers, id) != UINT32_MAX;
}

/* Shows the elements of a list to `keep`, one by one: lists may be as long as the results. */
static bool keep_each(abs_reader *r, const char *name, abs_span list,
                      bool (*keep)(abs_reader *, const cJSON *), abs_error *error)
{
    abs_scan s = {.at = list.start, .end = list.start + list.length};
    abs_span element;
    bool first = true, ok = true;
    if (!scan_open(&s, '['))
        return abs_fail(error, ABS_CANNOT_RUN, "%.300s: its %s are not a list", r->name, name);
    while (ok && scan_next(&s, ']', &first, NULL) > 0 && scan_value(&s, &element)) {
        cJSON *item = members_parse(element, &r->scratch);
        ok = item != NULL && keep(r, item);
        cJSON_Delete(item);
    }
    return ok || abs_fail(error, ABS_CANNOT_RUN, "%.300s: no memory for its %s", r->name, name);
}

/* What the report says about its rows elsewhere. */
static bool keep_findings(abs_reader *r, abs_error *error)
{
    abs_scan s = {.at = r->verification.start};
    abs_span name, value;
    bool first = true;
    if (r->errors.start != NULL && !keep_each(r, "errors", r->errors, keep_error, error))
        return false;
    if (r->verification.start == NULL)
        return true;
    s.end = s.at + r->verification.length;
    if (!scan_open(&s, '{'))
        return abs_fail(error, ABS_CANNOT_RUN, "%.300s: its verification is not an object",
                        r->name);
    while (scan_next(&s, '}', &first, &name) > 0 && scan_value(&s, &value))
        if (scan_is(name, "mismatches") && !keep_each(r, "mismatches", value, keep_answer, error))
            return false;
    return true;
}

/* Before rows had a node limit, it was --max-nodes, or what ends an expansion. */
static void find_older_limits(abs_reader *r)
{
    abs_error unused;
    int64_t limit = 0;
    cJSON *options = reader_options(r, &unused);
    const char *given = text_of(options, "max_nodes");
    if (given != NULL)
        text_int(given, 1, INT64_MAX, &limit);
    cJSON_Delete(options);
    r->maker.older_limits[0] = (uint64_t)limit;
    r->maker.older_limits[1] = ABS_EXPANSION_NODES_MAX;
}

abs_reader *reader_open(const char *path, abs_error *error)
{
    abs_reader *r = calloc(1, sizeof *r);
    if (r != NULL)
        r->name = strdup(strcmp(path, "-") == 0 ? "stdin" : path);
    if (r == NULL || r->name == NULL) {
        abs_fail(error, ABS_CANNOT_RUN, "no memory to read %.300s", path);
        reader_close(r);
        return NULL;
    }
    r->text = file_read(path, SIZE_MAX, &r->length, error);
    if (r->text == NULL || !walk(r, error) || !keep_findings(r, error)) {
        reader_close(r);
        return NULL;
    }
    find_older_limits(r);
    return r;
}

/* ---- rows ---------------------------------------------------------------------------------- */

size_t reader_rows(const abs_reader *r)
{
    return r->row_count;
}

const abs_row *reader_row(abs_reader *r, size_t row, abs_error *error)
{
    cJSON *json = members_parse(r->rows[row].text, &r->scratch);
    if (json == NULL) {
        abs_fail(error, ABS_CANNOT_RUN, "%.300s: row %zu: it cannot be parsed", r->name, row + 1);
        return NULL;
    }
    const bool ok = row_make(&r->maker, json, r->name, row + 1, error);
    cJSON_Delete(json);
    r->maker.config.for_reference = r->rows[row].for_reference;
    return ok ? &r->maker.row : NULL;
}

void reader_take_odd_rows(abs_reader *r)
{
    r->maker.take_odd = true;
}

size_t reader_odd_rows(const abs_reader *r)
{
    return r->maker.odd;
}

bool reader_has_references(const abs_reader *r)
{
    for (size_t i = 0; i < r->row_count; i++)
        if (r->rows[i].for_reference)
            return true;
    return false;
}

bool reader_has_times(const abs_reader *r)
{
    abs_scan s = {.at = r->row_count > 0 ? r->rows[0].text.start : r->text,
                  .end = r->text + r->length};
    abs_span name, value;
    bool first = true, found = false;
    if (r->row_count == 0 || !scan_open(&s, '{'))
        return false;
    while (!found && scan_next(&s, '}', &first, &name) > 0 && scan_value(&s, &value))
        found = scan_is(name, "time");
    return found;
}

cJSON *reader_options(const abs_reader *r, abs_error *error)
{
    cJSON *context = cJSON_ParseWithLength(r->context.start, r->context.length);
    cJSON *options = cJSON_DetachItemFromObjectCaseSensitive(context, "options");
    cJSON_Delete(context);
    if (cJSON_IsObject(options))
        return options;
    cJSON_Delete(options);
    abs_fail(error, ABS_CANNOT_RUN, "%.300s: its context has no options", r->name);
    return NULL;
}

bool reader_is_interrupted(const abs_reader *r)
{
    return r->interrupted;
}

const char *reader_next_error(const abs_reader *r, const char *error)
{
    return buffer_next(&r->messages, error);
}
