/* json.c -- see json.h. */
#include "base/json.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

void json_begin(void)
{
    cJSON_Hooks hooks = {memory_take, free};
    cJSON_InitHooks(&hooks);
}

/* ---- what is JSON ---------------------------------------------------------------------------- */

/* Each passes over what it is named after: NULL, or what is wrong at *at. */

static const char *pass_escape(const char **at)
{
    const char kind = *++*at;
    if (kind == '\0' || strchr("\"\\/bfnrtu", kind) == NULL)
        return "a \\ in a string does not begin an escape";
    ++*at;
    if (kind == 'u' && strncmp(*at, "0000", 4) == 0)
        return "a string holds a NUL";
    for (int i = 0; kind == 'u' && i < 4; i++, ++*at)
        if (**at == '\0' || strchr("0123456789abcdefABCDEF", **at) == NULL)
            return "\\u in a string needs four hexadecimal digits";
    return NULL;
}

static const char *pass_string(const char **at)
{
    const char *p = *at + 1, *wrong = NULL;
    while (wrong == NULL && *p != '"') {
        uint32_t code = (unsigned char)*p;
        const size_t length = code < 0x80 ? 1 : utf8_read(p, &code);
        if (code < ' ')
            wrong = "a string holds a bare control character";
        else if (code == '\\')
            wrong = pass_escape(&p);
        else if (code == UTF8_NONE)
            wrong = "a string is not UTF-8";
        else
            p += length;
    }
    *at = p + (wrong == NULL);
    return wrong;
}

static size_t pass_digits(const char **at)
{
    const char *const first = *at;
    while (**at >= '0' && **at <= '9')
        ++*at;
    return (size_t)(*at - first);
}

static const char *pass_number(const char **at)
{
    *at += **at == '-';
    const char *const first = *at;
    size_t length = pass_digits(at);
    if (length > 1 && *first == '0') {
        *at = first;
        return "a number begins with 0";
    }
    if (length > 0 && **at == '.') {
        ++*at;
        length = pass_digits(at);
    }
    if (length > 0 && (**at == 'e' || **at == 'E')) {
        *at += (*at)[1] == '+' || (*at)[1] == '-' ? 2 : 1;
        length = pass_digits(at);
    }
    return length > 0 ? NULL : "this is not a number in JSON";
}

static void pass_blanks(const char **at)
{
    while (**at == ' ' || **at == '\n' || **at == '\r' || **at == '\t')
        ++*at;
}

static const char *pass_word(const char **at)
{
    static const char *const words[] = {"true", "false", "null"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (**at == *words[i] && strncmp(*at, words[i], strlen(words[i])) == 0) {
            *at += strlen(words[i]);
            return NULL;
        }
    return "this is not a JSON value";
}

static const char *pass_value(const char **at, int depth, const char *name, size_t name_length,
                              json_values *values);

/* An object, or a list. */
static const char *pass_members(const char **at, int depth, json_values *values)
{
    const bool object = *(*at)++ == '{';
    const char *wrong = NULL;
    pass_blanks(at);
    for (bool begun = false; **at != (object ? '}' : ']'); begun = true) {
        const char *name = NULL;
        size_t length = 0;
        if (begun && **at != ',')
            return "a comma is missing";
        *at += begun;
        pass_blanks(at);
        if (object) {
            name = *at + 1;
            if (**at != '"')
                return "the name of a member is missing";
            if ((wrong = pass_string(at)) != NULL)
                return wrong;
            length = (size_t)(*at - name) - 1;
            pass_blanks(at);
            if (**at != ':')
                return "a colon is missing";
            ++*at;
            pass_blanks(at);
        }
        if ((wrong = pass_value(at, depth + 1, name, length, values)) != NULL)
            return wrong;
        pass_blanks(at);
    }
    ++*at;
    return NULL;
}

/* The name is that of a member, or NULL. */
static const char *pass_value(const char **at, int depth, const char *name, size_t name_length,
                              json_values *values)
{
    const char *const text = *at, *wrong;
    const bool noted = values != NULL && depth < values->levels;
    const size_t place = noted ? values->count++ : 0;
    if (noted)
        memory_grow(&values->of, &values->room, place, sizeof *values->of);
    if (*text == '"')
        wrong = pass_string(at);
    else if (*text == '-' || (*text >= '0' && *text <= '9'))
        wrong = pass_number(at);
    else if (*text != '{' && *text != '[')
        wrong = pass_word(at);
    else
        wrong = depth < JSON_DEPTH_MAX ? pass_members(at, depth, values)
                                       : "arrays or objects are nested too deeply";
    if (noted)
        values->of[place] = (json_value){.text = text,
                                         .name = name,
                                         .length = (size_t)(*at - text),
                                         .name_length = name_length,
                                         .size = values->count - place};
    return wrong;
}

const char *json_check(const char **text, const char *end, json_values *values)
{
    if (values != NULL)
        values->count = 0;
    pass_blanks(text);
    const char *wrong = pass_value(text, 0, NULL, 0, values);
    if (wrong == NULL)
        pass_blanks(text);
    else if (**text == '\0')
        wrong = *text == end ? "the text ends in the middle" : "there is a NUL byte";
    return wrong;
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

const json_value *json_only(const json_value *object, const char *name)
{
    const json_value *first = object + 1;
    const bool is = object->size > 1 && object->size == 1 + first->size;
    return is && json_is_called(first, name) ? first : NULL;
}

double json_number(const json_value *value)
{
    const char first = *value->text;
    return first == '-' || (first >= '0' && first <= '9') ? strtod(value->text, NULL) : NAN;
}

/* ---- values ---------------------------------------------------------------------------------- */

void json_put(cJSON *object, const char *name, cJSON *value)
{
    if (!cJSON_ReplaceItemInObjectCaseSensitive(object, name, value))
        cJSON_AddItemToObject(object, name, value);
}
