/* reader_layout.c -- finds the rows of a file: of JSON Lines, of a report with a line for each row,
   or of one that is laid out otherwise. See reader_own.h. */
#include "base/json.h"
#include "base/memory.h"
#include "log/reader_own.h"

#include <inttypes.h>
#include <stdlib.h>

enum { ROWS_MAX = INT32_MAX, WHOLE_MAX = 256 << 20, HEAD_LINES = 16 };

bool reader_fail(const abs_reader *r, const char *what)
{
    return abs_fail(r->error, ABS_CANNOT_RUN, "%.300s: %s", r->source.name, what);
}

/* ---- lines and elements of lists ----------------------------------------------------------- */

static bool add_row(abs_reader *r, row_place row, bool has_job)
{
    if (r->count == ROWS_MAX)
        return reader_fail(r, "it has too many rows");
    memory_grow(&r->rows, &r->room, r->count, sizeof *r->rows);
    row.number = (uint32_t)r->count;
    r->references += row.for_reference;
    r->rows[r->count++] = row;
    return has_job ||
           abs_fail(r->error, ABS_CANNOT_RUN, "%.300s: row %zu: job is not a whole number",
                    r->source.name, r->count);
}

/* A whole number below 10^15. Null is none, if it may be. */
static bool take_job(const cJSON *item, bool optional, uint64_t *job)
{
    const double number = cJSON_IsNumber(item) ? item->valuedouble : -1;
    *job = ABS_NO_JOB;
    if (optional && (item == NULL || cJSON_IsNull(item)))
        return true;
    if (!(number >= 0 && number < 1e15))
        return false;
    *job = (uint64_t)number;
    return (double)*job >= number;
}

bool reader_add_left_out(abs_reader *r, const cJSON *item)
{
    memory_grow(&r->left_out, &r->left_out_room, r->left_out_count, sizeof *r->left_out);
    return take_job(item, false, &r->left_out[r->left_out_count++]) ||
           reader_fail(r, "left_out is not a job");
}

/* A line that has been parsed. What is kept of it is detached; a row is not. */
static bool add_element(abs_reader *r, cJSON *json, row_place row)
{
    static const char *const alone[] = {"left_out", "end"};
    for (size_t i = 0; i < 2; i++) {
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, alone[i]);
        if (item != NULL && json->child->next != NULL)
            return reader_fail(r, "a line that says what was left out, or the end, holds more");
        if (item != NULL && i == 0)
            return reader_add_left_out(r, item);
        if (item != NULL) {
            r->end = cJSON_DetachItemViaPointer(json, json->child);
            return true;
        }
    }
    cJSON *inner = cJSON_IsObject(json) ? json->child : NULL;
    if (inner != NULL && strcmp(inner->string, "reference_result") == 0) {
        row.for_reference = true;
        json = inner;
    }
    if (r->values != NULL)
        row.is.item = json;
    const bool has_job = take_job(cJSON_GetObjectItemCaseSensitive(json, "job"), true, &row.job);
    return add_row(r, row, has_job);
}

/* The job of a row as it is written here, its id first; false: it may be written otherwise. */
static bool glance(const char *text, row_place *row)
{
    static const char wrapped[] = "{\"reference_result\":", id[] = "{\"id\":\"", job[] = "\"job\":";
    if (strncmp(text, wrapped, sizeof wrapped - 1) == 0) {
        row->for_reference = true;
        text += sizeof wrapped - 1;
    }
    if (strncmp(text, id, sizeof id - 1) != 0)
        return false;
    for (text += sizeof id - 1; *text != '"' && *text != '\0'; text++)
        if (*text == '\\')
            return false;
    row->job = ABS_NO_JOB;
    if (strncmp(text, "\",\"job\":", 8) != 0)
        return strstr(text, job) == NULL;
    text += 8;
    const size_t digits = strspn(text, "0123456789");
    row->job = strtoumax(text, NULL, 10);
    return digits > 0 && digits <= 15 && text[digits] == ',';
}

/* A row is parsed when it is read: here only if its job cannot be told otherwise. */
static bool add_line(abs_reader *r, source_line line, bool for_reference)
{
    const char *wrong;
    row_place row = {
        .is.at = line.at, .length = (uint32_t)line.length, .for_reference = for_reference};
    if (line.text[line.length - 1] == '}' && glance(line.text, &row))
        return add_row(r, row, true);
    row.for_reference = for_reference;
    cJSON *json = codec_parse(line.text, line.length, &r->scratch, &wrong);
    if (json == NULL)
        return abs_fail(r->error, ABS_CANNOT_RUN, "%.300s: row %zu: %s", r->source.name,
                        r->count + 1, wrong);
    const bool ok = add_element(r, json, row);
    cJSON_Delete(json);
    return ok;
}

/* Whoever writes a line writes all of it at once, or is stopped in the middle of the last. */
static bool read_lines(abs_reader *r)
{
    source_line line;
    int more;
    while ((more = source_next(&r->source, &line, r->error)) > 0) {
        if (line.torn)
            break;
        if (line.length > 0 && r->end != NULL)
            return reader_fail(r, "something follows its end");
        if (line.length > 0 && !add_line(r, line, false))
            return false;
    }
    return more >= 0;
}

/* ---- layouts ------------------------------------------------------------------------------- */

typedef enum { NOT_SO, AS_SUCH, WRONG } outcome;

/* The members of `from` become those of `to`. */
static void join(cJSON *to, cJSON *from)
{
    while (from != NULL && from->child != NULL) {
        cJSON *item = cJSON_DetachItemViaPointer(from, from->child);
        cJSON_AddItemToArray(to, item); /* with the name it has */
    }
    cJSON_Delete(from);
}

/* Adds what is parsed between braces to what is known of the report. */
static bool take_members(abs_reader *r, abs_buffer *text)
{
    const char *wrong;
    const bool ok = codec_mark(buffer_end(text), text->length, &r->scratch, &wrong) == NULL;
    cJSON *members = ok ? json_parse(text->data, text->length, NULL) : NULL;
    if (!cJSON_IsObject(members)) {
        cJSON_Delete(members);
        return false;
    }
    join(r->about, members);
    return true;
}

static bool is_line(source_line line, const char *text)
{
    return strcmp(line.text, text) == 0;
}

/* What stands in the frame before the results. */
static outcome read_frame_head(abs_reader *r)
{
    source_line line;
    int more = 0;
    buffer_clear(&r->text);
    buffer_char(&r->text, '{');
    for (int i = 0; i < HEAD_LINES && (more = source_next(&r->source, &line, r->error)) > 0; i++) {
        if (is_line(line, "\"results\":[")) {
            if (r->text.data[r->text.length - 1] != ',')
                return NOT_SO;
            r->text.data[r->text.length - 1] = '}';
            return take_members(r, &r->text) ? AS_SUCH : NOT_SO;
        }
        buffer_bytes(&r->text, line.text, line.length);
    }
    return more < 0 ? WRONG : NOT_SO;
}

static outcome read_frame_rows(abs_reader *r, bool for_reference)
{
    source_line line;
    int more;
    bool comma = true;
    while ((more = source_next(&r->source, &line, r->error)) > 0) {
        if (is_line(line, "],"))
            return !comma || r->count == 0 || for_reference ? AS_SUCH : NOT_SO;
        if (!comma || line.text[0] != '{')
            return NOT_SO;
        comma = line.text[line.length - 1] == ',';
        line.length -= comma;
        line.text[line.length] = '\0';
        if (!add_line(r, line, for_reference))
            return WRONG;
    }
    return more < 0 ? WRONG : NOT_SO;
}

static outcome read_frame_tail(abs_reader *r)
{
    source_line line;
    int more = 0;
    buffer_clear(&r->text);
    buffer_char(&r->text, '{');
    while (r->text.length < WHOLE_MAX && (more = source_next(&r->source, &line, r->error)) > 0) {
        buffer_bytes(&r->text, line.text, line.length);
        buffer_char(&r->text, '\n');
    }
    return more < 0 ? WRONG : take_members(r, &r->text) ? AS_SUCH : NOT_SO;
}

/* A report as --format=json writes it: each row has a line of its own. */
static outcome read_frame(abs_reader *r)
{
    source_line line;
    outcome is = read_frame_head(r);
    if (is == AS_SUCH)
        is = read_frame_rows(r, false);
    if (is != AS_SUCH)
        return is;
    if (source_next(&r->source, &line, r->error) <= 0 || !is_line(line, "\"reference_results\":["))
        return NOT_SO;
    is = read_frame_rows(r, true);
    return is == AS_SUCH ? read_frame_tail(r) : is;
}

/* The rows of a member that is a list. */
static bool add_list(abs_reader *r, const char *name, bool for_reference)
{
    cJSON *list = cJSON_GetObjectItemCaseSensitive(r->about, name);
    if (list == NULL)
        return true;
    if (!cJSON_IsArray(list))
        return reader_fail(r, "its results are not a list");
    cJSON_DetachItemViaPointer(r->about, list);
    cJSON_AddItemToArray(r->values, list);
    for (cJSON *item = list->child; item != NULL; item = item->next) {
        row_place row = {.is.item = item, .for_reference = for_reference};
        const bool has_job =
            take_job(cJSON_GetObjectItemCaseSensitive(item, "job"), true, &row.job);
        if (!add_row(r, row, has_job))
            return false;
    }
    return true;
}

static bool fail_place(const abs_reader *r, const char *text, const char *at, const char *wrong)
{
    size_t line = 1;
    for (; text < at; text++)
        line += *text == '\n';
    return abs_fail(r->error, ABS_CANNOT_RUN, "%.300s: line %zu: %s", r->source.name, line, wrong);
}

/* Values one after another: a report, or a head and what follows it. */
static bool parse_values(abs_reader *r)
{
    const char *at = r->scratch.data, *end = at;
    for (at += strspn(at, " \t\r\n"); *at != '\0'; at = end + strspn(end, " \t\r\n")) {
        cJSON *value = cJSON_ParseWithLengthOpts(
            at, r->scratch.length + 1 - (size_t)(at - r->scratch.data), &end, false);
        if (value == NULL)
            return fail_place(r, r->scratch.data, end,
                              *end == '\0' ? "the text ends in the middle" : "this is not JSON");
        cJSON_AddItemToArray(r->values, value);
        if (r->end != NULL)
            return reader_fail(r, "something follows its end");
        if (r->values->child != value && !r->lines)
            return reader_fail(r, "something follows the report");
        if (r->values->child != value && !add_element(r, value, (row_place){.is.item = value}))
            return false;
        r->lines |= cJSON_GetObjectItemCaseSensitive(r->values->child, "results") == NULL;
    }
    return true;
}

bool reader_check_members(const abs_reader *r)
{
    for (const cJSON *a = r->about->child; a != NULL; a = a->next)
        for (const cJSON *b = a->next; b != NULL; b = b->next)
            if (strcmp(a->string, b->string) == 0)
                return abs_fail(r->error, ABS_CANNOT_RUN, "%.300s: '%.40s' appears twice",
                                r->source.name, a->string);
    return true;
}

/* A file that another program has laid out anew. */
static bool read_whole(abs_reader *r)
{
    const char *wrong;
    size_t length;
    cJSON_Delete(r->about);
    r->about = NULL;
    r->count = r->references = r->left_out_count = 0;
    r->values = cJSON_CreateArray();
    if (r->source.size > WHOLE_MAX)
        return reader_fail(
            r, "it is larger than 256 MiB, and not in lines; give JSON Lines (--format=jsonl)");
    char *text = source_all(&r->source, &length, r->error);
    if (text == NULL)
        return false;
    const bool begins = text[strspn(text, " \t\r\n")] == '{';
    const char *at = codec_mark(text, length, &r->scratch, &wrong);
    bool ok = !begins
                  ? reader_fail(r, "this is not a report; give what --format=json or jsonl wrote")
              : at == NULL ? parse_values(r)
                           : fail_place(r, text, at, wrong);
    free(text);
    if (ok)
        r->about = cJSON_DetachItemFromArray(r->values, 0);
    return ok && reader_check_members(r) && add_list(r, "results", false) &&
           add_list(r, "reference_results", true);
}

bool reader_find_rows(abs_reader *r)
{
    source_line line;
    outcome is = NOT_SO;
    const int more = source_next(&r->source, &line, r->error);
    if (more < 0)
        return false;
    if (more > 0 && is_line(line, "{")) {
        r->about = cJSON_CreateObject();
        is = read_frame(r);
    } else if (more > 0) {
        const char *wrong;
        if (codec_mark(line.text, line.length, &r->scratch, &wrong) == NULL)
            r->about = json_parse(line.text, line.length, NULL);
        r->lines = cJSON_IsObject(r->about) &&
                   cJSON_GetObjectItemCaseSensitive(r->about, "results") == NULL;
        is = !r->lines ? NOT_SO : read_lines(r) ? AS_SUCH : WRONG;
    }
    return is == AS_SUCH || (is == NOT_SO && read_whole(r));
}
