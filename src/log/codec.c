/* codec.c -- see codec.h. */
#include "log/codec.h"
#include "base/json.h"
#include "table/table.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* ---- exact parsing ------------------------------------------------------------------------- */

/*
 * cJSON holds numbers as doubles. Before it sees them, long whole numbers become strings that begin
 * with a byte no UTF-8 text has.
 */
#define MARK '\xFF'

enum { EXACT_DIGITS = 15 }; /* whole numbers of so many digits are exact as doubles */

/* The text with the long whole numbers in it marked. It is JSON. */
static void mark(const char *text, size_t length, abs_buffer *marked)
{
    const char *at = text, *copied = text, *const end = text + length;
    buffer_clear(marked);
    while (at < end) {
        const char *const start = at++;
        if (*start == '"') {
            while (*at != '"')
                at += *at == '\\' ? 2 : 1;
            at++;
            continue;
        }
        if (*start != '-' && (*start < '0' || *start > '9'))
            continue;
        at += strspn(at, "0123456789+-.eE");
        if (at - start <= EXACT_DIGITS || strspn(start, "-0123456789") < (size_t)(at - start))
            continue;
        buffer_bytes(marked, copied, (size_t)(start - copied));
        buffer_bytes(marked, "\"\xFF", 2);
        buffer_bytes(marked, start, (size_t)(at - start));
        buffer_char(marked, '"');
        copied = at;
    }
    buffer_bytes(marked, copied, (size_t)(end - copied));
    buffer_end(marked);
}

const char *codec_mark(const char *text, size_t length, abs_buffer *marked, const char **wrong)
{
    for (const char *at = text; at < text + length;)
        if ((*wrong = json_check(&at, text + length)) != NULL)
            return at;
    mark(text, length, marked);
    return NULL;
}

cJSON *codec_parse(const char *text, size_t length, abs_buffer *scratch, const char **wrong)
{
    if (codec_mark(text, length, scratch, wrong) != NULL)
        return NULL;
    *wrong = "something follows it";
    return json_parse(scratch->data, scratch->length, NULL);
}

static bool is_marked(const cJSON *item)
{
    return cJSON_IsString(item) && item->valuestring[0] == MARK;
}

/* ---- errors -------------------------------------------------------------------------------- */

void codec_fail_at(codec *f, const char *name, const char *problem)
{
    if (!f->failed)
        abs_fail(f->error, ABS_CANNOT_RUN, "%.300s: row %zu: %s%s %s", f->file, f->row, f->within,
                 name, problem);
    f->failed = true;
}

void codec_fail(codec *f, const char *problem)
{
    codec_fail_at(f, f->name, problem);
}

void codec_blame(codec *f, const char *name)
{
    const abs_error cause = *f->error;
    if (!f->failed)
        abs_fail(f->error, ABS_CANNOT_RUN, "%.300s: row %zu: %s: %.600s", f->file, f->row, name,
                 cause.text);
    f->failed = true;
}

/* ---- members ------------------------------------------------------------------------------- */

enum { TAKEN = 1 << 16 }; /* a bit of a cJSON item's type that cJSON does not use */

static cJSON *find(const codec *f, const char *name)
{
    cJSON *item = f->next;
    if (item != NULL && strcmp(item->string, name) == 0)
        return item;
    return cJSON_GetObjectItemCaseSensitive(f->object, name);
}

static void take(codec *f, const char *name)
{
    cJSON *item = f->failed ? NULL : find(f, name);
    f->item = item;
    f->name = name;
    if (item == NULL) {
        codec_fail(f, "is missing");
        return;
    }
    item->type |= TAKEN;
    f->next = item->next;
}

static bool is_null(const codec *f)
{
    return !f->failed && cJSON_IsNull(f->item);
}

bool codec_member(codec *f, const char *name, bool there)
{
    abs_buffer *b = f->b;
    if (codec_reads(f)) {
        take(f, name);
        if (!there && !f->failed && !is_null(f))
            codec_fail(f, CODEC_UNUSED);
        return there && !f->failed;
    }
    if (f->form == CODEC_JSON)
        buffer_key(b, name);
    else if (b->length > 0 && b->data[b->length - 1] != '\n')
        buffer_char(b, ',');
    if (f->form == CODEC_CSV_HEADER) {
        buffer_text(b, f->prefix);
        buffer_text(b, name);
    }
    if (f->form == CODEC_JSON && !there)
        buffer_bytes(b, "null", 4);
    return there && f->form != CODEC_CSV_HEADER;
}

bool codec_optional(codec *f, const char *name, bool *there)
{
    const bool follows = codec_member(f, name, codec_reads(f) || *there);
    if (codec_reads(f))
        *there = follows && !is_null(f);
    return codec_reads(f) ? *there : follows;
}

bool codec_has(const codec *f, const char *name)
{
    return !f->failed && find(f, name) != NULL;
}

void codec_skip(codec *f, const char *name)
{
    if (codec_has(f, name))
        take(f, name);
}

codec_place codec_enter(codec *f, const cJSON *item, const char *within, const char *prefix)
{
    const codec_place outer = {f->object, f->next, f->within, f->prefix};
    if (codec_reads(f) && !f->failed && !cJSON_IsObject(item)) {
        char problem[80]; /* "the row is not an object" */
        snprintf(problem, sizeof problem, "%.*s is not an object", (int)strcspn(within, "."),
                 within);
        abs_fail(f->error, ABS_CANNOT_RUN, "%.300s: row %zu: %s", f->file, f->row,
                 within[0] != '\0' ? problem : "the row is not an object");
        f->failed = true;
    }
    if (codec_reads(f)) {
        f->object = f->failed ? NULL : (cJSON *)item; /* what is taken is marked */
        f->next = f->failed ? NULL : item->child;
    } else if (f->form == CODEC_JSON) {
        buffer_char(f->b, '{');
    }
    f->within = within;
    f->prefix = prefix;
    return outer;
}

/* The first of the object's members that was not asked for; one of that name has been taken. */
static void fail_unknown(codec *f, const cJSON *item)
{
    if (cJSON_GetObjectItemCaseSensitive(f->object, item->string) != item)
        codec_fail_at(f, item->string, "appears twice");
    else
        abs_fail(f->error, ABS_CANNOT_RUN, "%.300s: row %zu: this version knows no %s'%.40s'",
                 f->file, f->row, f->within, item->string);
    f->failed = true;
}

void codec_leave(codec *f, codec_place outer)
{
    if (f->form == CODEC_JSON)
        buffer_char(f->b, '}');
    for (cJSON *item = f->object != NULL ? f->object->child : NULL; item != NULL && !f->failed;
         item = item->next) {
        if ((item->type & TAKEN) == 0)
            fail_unknown(f, item);
        item->type &= ~TAKEN; /* it may be read again */
    }
    f->object = outer.object;
    f->next = outer.next;
    f->within = outer.within;
    f->prefix = outer.prefix;
}

/* ---- values -------------------------------------------------------------------------------- */

void codec_text_value(codec *f, const char **text)
{
    if (f->form == CODEC_JSON)
        buffer_string(f->b, *text);
    else if (f->form == CODEC_CSV)
        table_csv_text(f->b, *text);
    else if (cJSON_IsString(f->item) && !is_marked(f->item))
        *text = f->item->valuestring;
    else
        codec_fail(f, "is not a string");
}

void codec_int_value(codec *f, int64_t low, int64_t high, int *number)
{
    char problem[80];
    if (!codec_reads(f)) {
        buffer_signed(f->b, *number);
        return;
    }
    const double value = cJSON_IsNumber(f->item) ? f->item->valuedouble : NAN;
    if (value >= (double)low && value <= (double)high && floor(value) >= value) {
        *number = (int)value;
        return;
    }
    snprintf(problem, sizeof problem, "is not a whole number from %" PRId64 " to %" PRId64, low,
             high);
    codec_fail(f, problem);
}

void codec_whole_value(codec *f, uint64_t *number)
{
    if (!codec_reads(f)) {
        buffer_unsigned(f->b, *number);
    } else if (is_marked(f->item)) {
        char *end;
        const char *digits = f->item->valuestring + 1;
        errno = 0;
        *number = strtoumax(digits, &end, 10);
        if (*digits == '-' || errno != 0 || *end != '\0')
            codec_fail(f, "is not from 0 to 2^64 - 1");
    } else {
        const double value = cJSON_IsNumber(f->item) ? f->item->valuedouble : -1;
        if (!(value >= 0) || value > 9007199254740992.0 || floor(value) < value)
            codec_fail(f, "is not a whole number from 0 to 2^64 - 1");
        else
            *number = (uint64_t)value;
    }
}

void codec_truth_value(codec *f, bool *truth)
{
    if (!codec_reads(f))
        buffer_text(f->b, *truth ? "true" : "false");
    else if (!cJSON_IsBool(f->item))
        codec_fail(f, "is neither true nor false");
    else
        *truth = cJSON_IsTrue(f->item);
}

void codec_name_value(codec *f, const abs_named *names, unsigned *place)
{
    const char *text = codec_reads(f) ? NULL : names[*place].name;
    codec_text_value(f, &text);
    if (!codec_reads(f) || f->failed)
        return;
    for (*place = 0; names[*place].name != NULL; ++*place)
        if (strcmp(names[*place].name, text) == 0)
            return;
    *place = 0;
    codec_fail(f, "is not a name that it may have");
}

void codec_text(codec *f, const char *name, const char **text)
{
    if (codec_member(f, name, true))
        codec_text_value(f, text);
}

void codec_int(codec *f, const char *name, int64_t low, int64_t high, int *number)
{
    if (codec_member(f, name, true))
        codec_int_value(f, low, high, number);
}

void codec_whole(codec *f, const char *name, uint64_t *number)
{
    if (codec_member(f, name, true))
        codec_whole_value(f, number);
}

void codec_seconds(codec *f, const char *name, double *seconds)
{
    static const double most = 1e10; /* centuries; whole nanoseconds of it fit 64 bits */
    bool there = isfinite(*seconds);
    if (codec_optional(f, name, &there) && !codec_reads(f))
        buffer_seconds(f->b, *seconds);
    if (!codec_reads(f) || f->failed)
        return;
    *seconds = cJSON_IsNumber(f->item) ? f->item->valuedouble : NAN;
    if (there && !(*seconds >= 0 && isfinite(*seconds)))
        codec_fail(f, "is not a number, 0 or more");
    else if (*seconds > most)
        codec_fail(f, "is more than 1e10 seconds");
}

void codec_bound(codec *f, const char *name, int infinite, int *bound)
{
    bool finite = *bound > -ABS_INFINITY && *bound < ABS_INFINITY;
    if (codec_optional(f, name, &finite))
        codec_int_value(f, 1 - ABS_INFINITY, ABS_INFINITY - 1, bound);
    else if (codec_reads(f))
        *bound = infinite;
}
