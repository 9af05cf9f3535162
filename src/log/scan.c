/* scan.c -- see scan.h. */
#include "log/scan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

const char *scan_end(const char *at)
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

/* What stands behind what was there before, if anything does. */
static const char *next(const char *begin, const char *before)
{
    const char *at = skip_blanks(before == NULL ? begin + 1 : scan_end(before));
    return *at == ',' ? skip_blanks(at + 1) : at;
}

bool scan_next(const char *object, scan_member *m)
{
    if (*object != '{')
        return false;
    const char *at = next(object, m->value);
    if (*at == '}')
        return false;
    const char *const end = skip_string(at);
    m->name = at + 1;
    m->length = (size_t)(end - at - 2);
    m->value = skip_blanks(skip_blanks(end) + 1);
    return true;
}

bool scan_is_called(const scan_member *m, const char *name)
{
    return *m->name == *name && strncmp(m->name, name, m->length) == 0 && name[m->length] == '\0';
}

const char *scan_find(const char *object, const char *name)
{
    for (scan_member m = {.value = NULL}; scan_next(object, &m);)
        if (scan_is_called(&m, name))
            return m.value;
    return NULL;
}

const char *scan_only(const char *object, const char *name)
{
    scan_member m = {.value = NULL};
    const bool is = scan_next(object, &m) && scan_is_called(&m, name);
    return is && *next(object, m.value) == '}' ? m.value : NULL;
}

const char *scan_element(const char *list, const char *last)
{
    const char *at = next(list, last);
    return *at == ']' ? NULL : at;
}

double scan_number(const char *value)
{
    return *value == '-' || (*value >= '0' && *value <= '9') ? strtod(value, NULL) : NAN;
}
