/* codec.c -- see codec.h. */
#include "log/codec.h"
#include "base/json.h"
#include "base/memory.h"
#include "table/table.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

/* ---- text that is JSON --------------------------------------------------------------------- */

static const char *skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r')
        at++;
    return at;
}

/* Where the string ends. */
static const char *skip_string(const char *at)
{
    while (*++at != '"')
        at += *at == '\\';
    return at + 1;
}

const char *codec_end(const char *at)
{
    size_t depth = 0;
    if (*at == '"')
        return skip_string(at);
    if (*at != '{' && *at != '[')
        return at + strcspn(at, ",]} \t\r\n");
    do {
        if (*at == '"') {
            at = skip_string(at);
            continue;
        }
        const char bracket = (char)(*at++ | 0x20); /* '[' becomes '{', and ']' '}' */
        depth += bracket == '{';
        depth -= bracket == '}';
    } while (depth > 0);
    return at;
}

/* The member at `at`, behind what may stand before it; false: the object ends. */
static bool begin_member(const char *at, codec_found *member)
{
    at = skip_blanks(at);
    at = *at == ',' ? skip_blanks(at + 1) : at;
    if (*at == '}')
        return false;
    const char *const end = skip_string(at);
    member->name = at + 1;
    member->length = (uint32_t)(end - at - 2);
    member->taken = false;
    member->value = skip_blanks(skip_blanks(end) + 1);
    return true;
}

static bool is_called(const codec_found *member, const char *name)
{
    return strncmp(member->name, name, member->length) == 0 && name[member->length] == '\0';
}

const char *codec_find(const char *object, const char *name)
{
    codec_found member;
    for (const char *at = object + 1; *object == '{' && begin_member(at, &member);
         at = codec_end(member.value))
        if (is_called(&member, name))
            return member.value;
    return NULL;
}

const char *codec_only(const char *object, const char *name)
{
    codec_found member;
    const bool begins =
        *object == '{' && begin_member(object + 1, &member) && is_called(&member, name);
    return begins && *skip_blanks(codec_end(member.value)) == '}' ? member.value : NULL;
}

const char *codec_next(const char *list, const char *last)
{
    const char *at = skip_blanks(last == NULL ? list + 1 : codec_end(last));
    at = *at == ',' ? skip_blanks(at + 1) : at;
    return *at == ']' ? NULL : at;
}

/* No text is longer than its JSON: none of them moves once there is room for all. */
void codec_begin(codec *f, size_t length)
{
    f->members->count = 0;
    buffer_clear(&f->members->texts);
    buffer_reserve(&f->members->texts, length);
}

void codec_free(codec_members *members)
{
    free(members->list);
    buffer_free(&members->texts);
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

static codec_found *find(const codec *f, const char *name)
{
    codec_found *list = f->members->list;
    const size_t count = f->members->count;
    if (f->next < count && is_called(&list[f->next], name))
        return &list[f->next];
    for (size_t i = f->first; i < count; i++)
        if (is_called(&list[i], name))
            return &list[i];
    return NULL;
}

bool codec_has(const codec *f, const char *name)
{
    return !f->failed && find(f, name) != NULL;
}

static void take(codec *f, const char *name)
{
    codec_found *member = f->failed ? NULL : find(f, name);
    f->name = name;
    if (member == NULL) {
        codec_fail(f, "is missing");
        return;
    }
    f->value = member->value;
    member->taken = true;
    f->next = (size_t)(member - f->members->list) + 1;
}

bool codec_member(codec *f, const char *name, bool there)
{
    abs_buffer *b = f->b;
    if (codec_reads(f)) {
        take(f, name);
        if (!there && !f->failed && *f->value != 'n')
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
    if (!codec_reads(f))
        return codec_member(f, name, *there);
    return *there = codec_member(f, name, true) && *f->value != 'n';
}

codec_place codec_enter(codec *f, const char *within, const char *prefix)
{
    const codec_place outer = {f->first, f->next, f->within, f->prefix};
    codec_members *m = f->members;
    if (codec_reads(f)) {
        if (!f->failed && *f->value != '{')
            codec_fail(f, "is not an object");
        f->first = f->next = m->count;
        memory_grow(&m->list, &m->room, m->count, sizeof *m->list);
        for (const char *at = f->value + 1; !f->failed && begin_member(at, &m->list[m->count]);) {
            at = codec_end(m->list[m->count++].value);
            memory_grow(&m->list, &m->room, m->count, sizeof *m->list);
        }
    } else if (f->form == CODEC_JSON) {
        buffer_char(f->b, '{');
    }
    f->within = within;
    f->prefix = prefix;
    return outer;
}

/* One that was not asked for is unknown, if none of its name has been taken. */
void codec_leave(codec *f, codec_place outer)
{
    if (f->form == CODEC_JSON)
        buffer_char(f->b, '}');
    for (size_t i = f->first; codec_reads(f) && i < f->members->count && !f->failed; i++) {
        const codec_found *member = &f->members->list[i];
        char name[41];
        if (member->taken)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)member->length, member->name);
        const codec_found *known = find(f, name);
        codec_fail_at(f, name,
                      known != NULL && known->taken ? "appears twice"
                                                    : "is not known to this version");
    }
    if (codec_reads(f))
        f->members->count = f->first;
    f->first = outer.first;
    f->next = outer.next;
    f->within = outer.within;
    f->prefix = outer.prefix;
}

bool codec_begin_list(codec *f)
{
    if (f->form == CODEC_JSON)
        buffer_char(f->b, '[');
    else if (codec_reads(f) && *f->value != '[')
        codec_fail(f, "is not a list");
    return !f->failed;
}

bool codec_element(codec *f, const char **at, bool more)
{
    if (codec_reads(f)) {
        if (f->failed)
            return false;
        *at = codec_next(f->value, *at);
        f->value = *at != NULL ? *at : f->value;
        return *at != NULL;
    }
    if (more)
        buffer_comma(f->b);
    else
        buffer_char(f->b, ']');
    return more;
}

/* ---- values -------------------------------------------------------------------------------- */

/* A text that holds escapes. False: half a pair of them stands alone. */
static bool unescape(abs_buffer *texts, const char *value, size_t length)
{
    cJSON *json = cJSON_ParseWithLength(value, length);
    const char *text = cJSON_GetStringValue(json);
    if (text != NULL)
        buffer_text(texts, text);
    cJSON_Delete(json);
    return text != NULL;
}

void codec_text_value(codec *f, const char **text)
{
    if (f->form == CODEC_JSON) {
        buffer_string(f->b, *text);
    } else if (f->form == CODEC_CSV) {
        table_csv_text(f->b, *text);
    } else if (*f->value != '"') {
        codec_fail(f, "is not a string");
    } else {
        abs_buffer *texts = &f->members->texts;
        const size_t length = (size_t)(codec_end(f->value) - f->value), start = texts->length;
        if (memchr(f->value, '\\', length) == NULL)
            buffer_bytes(texts, f->value + 1, length - 2);
        else if (!unescape(texts, f->value, length))
            codec_fail(f, "is not a string of Unicode");
        buffer_char(texts, '\0');
        *text = texts->data + start;
    }
}

double codec_number(const char *value)
{
    return *value == '-' || (*value >= '0' && *value <= '9') ? strtod(value, NULL) : NAN;
}

void codec_int_value(codec *f, int64_t low, int64_t high, int *number)
{
    char problem[80];
    if (!codec_reads(f)) {
        buffer_signed(f->b, *number);
        return;
    }
    const double value = codec_number(f->value);
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
        return;
    }
    char *end;
    errno = 0;
    *number = *f->value >= '0' && *f->value <= '9' ? strtoumax(f->value, &end, 10) : 0;
    if (*f->value < '0' || *f->value > '9' || errno != 0 || strchr(",]} \t\r\n", *end) == NULL) {
        const double value = codec_number(f->value); /* 1e3 is one, too */
        if (!(value >= 0 && value <= 0x1p53 && floor(value) >= value))
            codec_fail(f, "is not a whole number from 0 to 2^64 - 1");
        else
            *number = (uint64_t)value;
    }
}

void codec_truth_value(codec *f, bool *truth)
{
    if (!codec_reads(f))
        buffer_text(f->b, *truth ? "true" : "false");
    else if (*f->value != 't' && *f->value != 'f')
        codec_fail(f, "is neither true nor false");
    else
        *truth = *f->value == 't';
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
    *seconds = there ? codec_number(f->value) : NAN;
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
