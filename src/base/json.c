/* json.c -- see json.h. */
#include "base/json.h"
#include "base/memory.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

static bool simple[UCHAR_MAX + 1]; /* bytes that need no escape in a string */

void json_begin(void)
{
    cJSON_Hooks hooks = {memory_take, free};
    for (int c = ' '; c < 0x7F; c++)
        simple[c] = c != '"' && c != '\\';
    cJSON_InitHooks(&hooks);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Each of these returns where the item that it is named after ends, or NULL if it is malformed. */

static const char *fail(json_values *values, const char *at, const char *wrong)
{
    values->wrong = wrong;
    values->wrong_at = at;
    return NULL;
}

static const char *pass_escape(const char *at, json_values *values)
{
    const char kind = *++at;
    if (kind == '\0' || strchr("\"\\/bfnrtu", kind) == NULL)
        return fail(values, at, "a \\ in a string does not begin an escape");
    at++;
    if (kind == 'u' && strncmp(at, "0000", 4) == 0)
        return fail(values, at, "a string holds a NUL");
    const size_t digits = kind == 'u' ? strspn(at, "0123456789abcdefABCDEF") : 0;
    if (kind == 'u' && digits < 4)
        return fail(values, at + digits, "\\u in a string needs four hexadecimal digits");
    return kind == 'u' ? at + 4 : at;
}

static const char *pass_string(const char *at, json_values *values)
{
    do
        at++;
    while (simple[(unsigned char)*at]);
    while (at != NULL && *at != '"') {
        uint32_t code;
        const size_t length = utf8_read(at, &code);
        if (code < ' ')
            return fail(values, at, "a string holds a bare control character");
        if (code == UTF8_NONE)
            return fail(values, at, "a string is not UTF-8");
        at = code == '\\' ? pass_escape(at, values) : at + length;
    }
    return at != NULL ? at + 1 : NULL;
}

static const char *pass_digits(const char *at)
{
    while (*at >= '0' && *at <= '9')
        at++;
    return at;
}

static const char *pass_number(const char *at, json_values *values)
{
    const char *const first = at + (*at == '-'), *digits = first;
    at = pass_digits(first);
    if (at > first + 1 && *first == '0')
        return fail(values, first, "a number begins with 0");
    if (at > digits && *at == '.')
        at = pass_digits(digits = at + 1);
    if (at > digits && (*at == 'e' || *at == 'E'))
        at = pass_digits(digits = at + (at[1] == '+' || at[1] == '-' ? 2 : 1));
    return at > digits ? at : fail(values, at, "this is not a number in JSON");
}

static const char *pass_blanks(const char *at)
{
    while (*at <= ' ' && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t'))
        at++;
    return at;
}

static const char *pass_word(const char *at, json_values *values)
{
    const char *const word = *at == 'n' ? "null" : *at == 't' ? "true" : "false";
    const size_t length = strlen(word);
    return strncmp(at, word, length) == 0 ? at + length
                                          : fail(values, at, "this is not a JSON value");
}

static const char *pass_value(const char *at, int depth, const char *name, size_t name_length,
                              json_values *values);

/* Passes over an object or a list. */
static const char *pass_members(const char *at, int depth, json_values *values)
{
    const char end = *at == '{' ? '}' : ']';
    at = pass_blanks(at + 1);
    for (bool begun = false; *at != end; begun = true) {
        const char *name = NULL;
        size_t length = 0;
        if (begun && *at != ',')
            return fail(values, at, "a comma is missing");
        at = pass_blanks(at + begun);
        if (end == '}') {
            name = at + 1;
            if (*at != '"')
                return fail(values, at, "the name of a member is missing");
            if ((at = pass_string(at, values)) == NULL)
                return NULL;
            length = (size_t)(at - name) - 1;
            at = pass_blanks(at);
            if (*at != ':')
                return fail(values, at, "a colon is missing");
            at = pass_blanks(at + 1);
        }
        if ((at = pass_value(at, depth + 1, name, length, values)) == NULL)
            return NULL;
        at = pass_blanks(at);
    }
    return at + 1;
}

/* The name is that of the member whose value this is, or NULL. */
static const char *pass_value(const char *at, int depth, const char *name, size_t name_length,
                              json_values *values)
{
    const char *const text = at;
    const bool noted = depth < values->levels;
    const size_t place = noted ? values->count++ : 0;
    if (noted)
        memory_grow(&values->of, &values->room, place, sizeof *values->of);
    if (*text == '"')
        at = pass_string(at, values);
    else if (*text == '-' || (*text >= '0' && *text <= '9'))
        at = pass_number(at, values);
    else if (*text != '{' && *text != '[')
        at = pass_word(at, values);
    else
        at = depth < JSON_DEPTH_MAX ? pass_members(at, depth, values)
                                    : fail(values, at, "arrays or objects are nested too deeply");
    if (noted && at != NULL)
        values->of[place] = (json_value){.text = text,
                                         .name = name,
                                         .length = (size_t)(at - text),
                                         .name_length = name_length,
                                         .size = values->count - place};
    return at;
}

const char *json_check(const char **text, const char *end, json_values *values)
{
    values->count = 0;
    const char *const at = pass_value(pass_blanks(*text), 0, NULL, 0, values);
    *text = at != NULL ? pass_blanks(at) : values->wrong_at;
    return at != NULL       ? NULL
           : **text != '\0' ? values->wrong
           : *text == end   ? "the text ends in the middle"
                            : "there is a NUL byte";
}

bool json_is_called(const json_value *value, const char *name)
{
    return value->name != NULL && *value->name == *name &&
           strncmp(value->name, name, value->name_length) == 0 && name[value->name_length] == '\0';
}

const json_value *json_member(const json_value *object, const char *name)
{
    for (const json_value *m = object + 1; m < object + object->size; m += m->size)
        if (json_is_called(m, name))
            return m;
    return NULL;
}

size_t json_length(const json_value *value)
{
    size_t length = 0;
    for (const json_value *v = value + 1; v < value + value->size; v += v->size)
        length++;
    return length;
}

const json_value *json_only(const json_value *object, const char *name)
{
    const json_value *first = object + 1;
    const bool is = object->size > 1 && object->size == 1 + first->size;
    return is && json_is_called(first, name) ? first : NULL;
}

/* A number of at most 15 characters without an exponent is the quotient of two exact doubles. */
double json_number(const json_value *value)
{
    const bool negative = *value->text == '-';
    const char *at = value->text + negative, *const end = value->text + value->length;
    double digits = 0, scale = 0;
    if (*at < '0' || *at > '9')
        return NAN;
    for (; at < end && (*at == '.' || (*at >= '0' && *at <= '9')); at++) {
        digits = *at == '.' ? digits : 10 * digits + (*at - '0');
        scale = *at == '.' ? 1 : 10 * scale;
    }
    if (at < end || value->length > 15)
        return strtod(value->text, NULL);
    return (negative ? -digits : digits) / (scale > 0 ? scale : 1);
}

/* ---- cJSON ----------------------------------------------------------------------------------- */

void json_put(cJSON *object, const char *name, cJSON *value)
{
    if (!cJSON_ReplaceItemInObjectCaseSensitive(object, name, value))
        cJSON_AddItemToObject(object, name, value);
}
