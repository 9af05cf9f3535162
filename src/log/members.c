/* members.c -- see members.h. */
#include "log/members.h"
#include "base/json.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>

/*
 * cJSON holds numbers as doubles. Before it sees them, long whole numbers become strings that begin
 * with a byte no UTF-8 text has.
 */
#define MARK '\xFF'

enum { EXACT_DIGITS = 15 }; /* whole numbers of so many digits are exact as doubles */

cJSON *members_parse(abs_span text, abs_buffer *scratch)
{
    buffer_clear(scratch);
    const char *at = text.start, *const end = text.start + text.length;
    while (at < end) {
        const char *start = at;
        if (*at == '"') {
            for (at++; at < end && *at != '"'; at++)
                at += *at == '\\';
            at = at < end ? at + 1 : end; /* no end: the file was changed after it was scanned */
        } else if (*at == '-' || (*at >= '0' && *at <= '9')) {
            at += strspn(at, "0123456789+-.eE");
        } else {
            at++;
        }
        const size_t length = (size_t)(at - start);
        const bool digits = strspn(start, "-0123456789") >= length;
        const bool mark = length > EXACT_DIGITS && *start != '"' && digits;
        buffer_bytes(scratch, "\"\xFF", mark ? 2 : 0);
        buffer_bytes(scratch, start, length);
        buffer_bytes(scratch, "\"", mark ? 1 : 0);
    }
    buffer_char(scratch, '\0');
    return scratch->failed ? NULL : json_parse(scratch->data, scratch->length - 1, NULL);
}

bool members_fail(const members *f, size_t at, const char *problem)
{
    return abs_fail(f->error, ABS_CANNOT_RUN, "%.300s: row %zu: %s%s %s", f->file, f->row,
                    f->within, f->names[at], problem);
}

bool members_blame(const members *f, size_t at)
{
    const abs_error cause = *f->error;
    return abs_fail(f->error, ABS_CANNOT_RUN, "%.300s: row %zu: %s: %.600s", f->file, f->row,
                    f->names[at], cause.text);
}

bool members_take(members *f, const cJSON *object, const char *const *names, size_t count)
{
    const char *within = f->within[0] != '\0' ? f->within : "the row.";
    f->names = names;
    for (size_t i = 0; i < count; i++)
        f->items[i] = NULL;
    if (!cJSON_IsObject(object))
        return abs_fail(f->error, ABS_CANNOT_RUN, "%.300s: row %zu: %.*s is not an object", f->file,
                        f->row, (int)strlen(within) - 1, within);
    size_t at = 0; /* members mostly come in order */
    for (const cJSON *item = object->child; item != NULL; item = item->next, at++) {
        for (size_t tried = 0; tried <= count; tried++, at++) {
            at = at < count ? at : 0;
            if (tried == count)
                return abs_fail(f->error, ABS_CANNOT_RUN,
                                "%.300s: row %zu: this version knows no %s'%.40s'", f->file, f->row,
                                f->within, item->string);
            if (strcmp(item->string, names[at]) == 0)
                break;
        }
        if (f->items[at] != NULL)
            return members_fail(f, at, "appears twice");
        f->items[at] = item;
    }
    return true;
}

static bool fail_missing(const members *f, size_t at, const char *wanted)
{
    return members_fail(f, at, f->items[at] == NULL ? "is missing" : wanted);
}

bool members_is_null(const members *f, size_t at)
{
    return cJSON_IsNull(f->items[at]);
}

bool members_null(const members *f, size_t at, const char *problem)
{
    return cJSON_IsNull(f->items[at]) || fail_missing(f, at, problem);
}

static bool is_marked(const cJSON *item)
{
    return cJSON_IsString(item) && item->valuestring[0] == MARK;
}

bool members_is_text(const cJSON *item)
{
    return cJSON_IsString(item) && !is_marked(item);
}

bool members_count(const members *f, size_t at, uint64_t *number)
{
    const cJSON *item = f->items[at];
    if (is_marked(item)) {
        char *end;
        const char *digits = item->valuestring + 1;
        errno = 0;
        *number = strtoumax(digits, &end, 10);
        if (*digits == '-' || errno != 0 || *end != '\0')
            return members_fail(f, at, "is not from 0 to 2^64 - 1");
        return true;
    }
    const double value = cJSON_IsNumber(item) ? item->valuedouble : -1;
    if (!(value >= 0) || value > 9007199254740992.0 || floor(value) < value)
        return fail_missing(f, at, "is not a whole number from 0 to 2^64 - 1");
    *number = (uint64_t)value;
    return true;
}

bool members_int(const members *f, size_t at, int64_t low, int64_t high, int *number)
{
    char problem[80];
    const cJSON *item = f->items[at];
    const double value = cJSON_IsNumber(item) ? item->valuedouble : NAN;
    if (value >= (double)low && value <= (double)high && floor(value) >= value) {
        *number = (int)value;
        return true;
    }
    snprintf(problem, sizeof problem, "is not a whole number from %" PRId64 " to %" PRId64, low,
             high);
    return fail_missing(f, at, problem);
}

bool members_truth(const members *f, size_t at, bool *truth)
{
    *truth = cJSON_IsTrue(f->items[at]);
    return cJSON_IsBool(f->items[at]) || fail_missing(f, at, "is neither true nor false");
}

bool members_text(const members *f, size_t at, bool may_be_null, const char **text)
{
    const cJSON *item = f->items[at];
    *text = NULL;
    if (may_be_null && cJSON_IsNull(item))
        return true;
    if (!members_is_text(item))
        return fail_missing(f, at, "is not a string");
    *text = item->valuestring;
    return true;
}

bool members_real(const members *f, size_t at, double *number)
{
    const cJSON *item = f->items[at];
    *number = cJSON_IsNumber(item) ? item->valuedouble : NAN;
    if (cJSON_IsNull(item) || (*number >= 0 && isfinite(*number)))
        return true;
    return fail_missing(f, at, "is not a number, 0 or more");
}

bool members_array(const members *f, size_t at, const cJSON **array)
{
    *array = f->items[at];
    return cJSON_IsArray(*array) || fail_missing(f, at, "is not a list");
}

bool members_name(const members *f, size_t at, const abs_named *names, unsigned *place)
{
    const char *text;
    if (!members_text(f, at, false, &text))
        return false;
    for (*place = 0; names[*place].name != NULL; ++*place)
        if (strcmp(names[*place].name, text) == 0)
            return true;
    return members_fail(f, at, "is not a name that it may have");
}
