/* json.c -- see json.h. */
#include "base/json.h"
#include "base/memory.h"

#include <stdlib.h>

void json_begin(void)
{
    cJSON_Hooks hooks = {memory_take, free};
    cJSON_InitHooks(&hooks);
}

/* ---- what is JSON ---------------------------------------------------------------------------- */

static const char no_number[] = "this is not a number in JSON";

/* Each passes over what it is named after: NULL, or what is wrong at *at. */

static const char *pass_string(const char **at)
{
    for (++*at; **at != '"';) {
        uint32_t code;
        if ((unsigned char)**at < ' ')
            return "a string holds a bare control character";
        const size_t length = utf8_read(*at, &code);
        if (code == UTF8_NONE)
            return "a string is not UTF-8";
        *at += length;
        if (code != '\\')
            continue;
        if (**at == '\0' || strchr("\"\\/bfnrtu", **at) == NULL)
            return "a \\ in a string does not begin an escape";
        if (*(*at)++ != 'u')
            continue;
        if (strncmp(*at, "0000", 4) == 0)
            return "a string holds a NUL";
        for (int i = 0; i < 4; i++, ++*at)
            if (**at == '\0' || strchr("0123456789abcdefABCDEF", **at) == NULL)
                return "\\u in a string needs four hexadecimal digits";
    }
    ++*at;
    return NULL;
}

static const char *pass_number(const char **at)
{
    static const char digits[] = "0123456789";
    *at += **at == '-';
    if (**at == '0' && strspn(*at, digits) > 1)
        return "a number begins with 0";
    size_t length = strspn(*at, digits);
    *at += length;
    if (length > 0 && **at == '.')
        *at += 1 + (length = strspn(*at + 1, digits));
    if (length > 0 && (**at == 'e' || **at == 'E')) {
        *at += (*at)[1] == '+' || (*at)[1] == '-' ? 2 : 1;
        *at += length = strspn(*at, digits);
    }
    return length > 0 ? NULL : no_number;
}

static void pass_blanks(const char **at)
{
    while (**at == ' ' || **at == '\n' || **at == '\r' || **at == '\t')
        ++*at;
}

static const char *pass_value(const char **at, int depth)
{
    static const char *const words[] = {"true", "false", "null"};
    const char first = **at, *wrong = NULL;
    if (first == '"')
        return pass_string(at);
    if (first == '-' || (first >= '0' && first <= '9'))
        return pass_number(at);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strncmp(*at, words[i], strlen(words[i])) == 0) {
            *at += strlen(words[i]);
            return NULL;
        }
    if (first != '{' && first != '[')
        return "this is not a JSON value";
    if (depth == JSON_DEPTH_MAX)
        return "arrays or objects are nested too deeply";
    const char last = first == '{' ? '}' : ']';
    ++*at;
    pass_blanks(at);
    for (bool begun = false; **at != last; begun = true) {
        if (begun && **at != ',')
            return "a comma is missing";
        *at += begun;
        pass_blanks(at);
        if (first == '{') {
            if (**at != '"')
                return "the name of a member is missing";
            if ((wrong = pass_string(at)) != NULL)
                return wrong;
            pass_blanks(at);
            if (**at != ':')
                return "a colon is missing";
            ++*at;
            pass_blanks(at);
        }
        if ((wrong = pass_value(at, depth + 1)) != NULL)
            return wrong;
        pass_blanks(at);
    }
    ++*at;
    return NULL;
}

const char *json_check(const char **text, const char *end)
{
    pass_blanks(text);
    const char *wrong = pass_value(text, 0);
    if (wrong == NULL)
        pass_blanks(text);
    else if (**text == '\0')
        wrong = *text == end ? "the text ends in the middle" : "there is a NUL byte";
    return wrong;
}

/* ---- values ---------------------------------------------------------------------------------- */

cJSON *json_parse(const char *text, size_t length, const char **end)
{
    return cJSON_ParseWithLengthOpts(text, length + 1, end, true);
}

void json_put(cJSON *object, const char *name, cJSON *value)
{
    if (!cJSON_ReplaceItemInObjectCaseSensitive(object, name, value))
        cJSON_AddItemToObject(object, name, value);
}

const cJSON *json_next_change(const cJSON *a, const cJSON *b, const cJSON *last)
{
    const cJSON *item = last != NULL ? last->next : a != NULL ? a->child : NULL;
    for (; item != NULL; item = item->next) {
        const cJSON *other = cJSON_GetObjectItemCaseSensitive(b, item->string);
        if (cJSON_IsString(item) && cJSON_IsString(other) &&
            strcmp(item->valuestring, other->valuestring) != 0)
            return item;
    }
    return NULL;
}
