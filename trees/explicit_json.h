/*
 * explicit_json.h -- a tree's file as JSON, or what is wrong with it and where. Included by
 * explicit.c alone.
 *
 * The text is checked for size before it is parsed: cJSON takes memory before it can be asked about
 * the tree.
 */
#ifndef EXPLICIT_JSON_H
#define EXPLICIT_JSON_H

#include "absbench.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdlib.h>

enum {
    EXPLICIT_MAX_NODES = 1 << 22,
    EXPLICIT_MAX_MIB = 64,
    EXPLICIT_MAX_BYTES = EXPLICIT_MAX_MIB << 20,
    EXPLICIT_MAX_NESTING = 256, /* an object takes two levels a ply; cJSON stops at 1000 */
};

#define EXPLICIT_TOO_HIGH "the tree is higher than %d plies; cut it there"

_Static_assert(EXPLICIT_MAX_NESTING > 2 * ABS_MAX_DEPTH + 2, "too little for the highest tree");

/* ---- the file -------------------------------------------------------------------------------- */

/* All of the file, and a zero byte after it. NULL: the error is set. */
static char *explicit_read(const char *file, size_t *length, abs_error *error)
{
    FILE *stream = fopen(file, "rb");
    char *text = NULL;
    size_t room = 1 << 12;
    *length = 0;
    bool more = stream != NULL;
    while (more) {
        char *larger = realloc(text, room + 1);
        if (larger == NULL)
            break;
        text = larger;
        *length += fread(text + *length, 1, room - *length, stream);
        more = *length == room && room < EXPLICIT_MAX_BYTES;
        if (more)
            room *= 2;
    }
    if (stream == NULL || ferror(stream) || more) {
        abs_fail(error, ABS_CANNOT_RUN, "cannot read '%.200s': %s; file= takes a tree in JSON",
                 file, strerror(more ? ENOMEM : errno));
    } else if (*length == EXPLICIT_MAX_BYTES) {
        abs_fail(error, ABS_CANNOT_RUN, "'%.200s' has %d MiB or more; give a smaller tree", file,
                 EXPLICIT_MAX_MIB);
    } else {
        text[*length] = '\0';
        fclose(stream);
        return text;
    }
    if (stream != NULL)
        fclose(stream);
    free(text);
    return NULL;
}

/* "FILE, line L, column C: what". Columns are bytes, from 1. */
__attribute__((format(printf, 5, 6))) static bool
explicit_fail_at(const char *file, const char *text, const char *place, abs_error *error,
                 const char *format, ...)
{
    char what[128];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);

    unsigned line = 1;
    const char *start = text;
    for (const char *c = text; c < place; c++) {
        if (*c == '\n') {
            line++;
            start = c + 1;
        }
    }
    return abs_fail(error, ABS_CANNOT_RUN, "%.200s, line %u, column %u: %s", file, line,
                    (unsigned)(place - start) + 1, what);
}

static bool explicit_malformed(const char *file, const char *text, size_t length, const char *place,
                               abs_error *error)
{
    const unsigned char c = (unsigned char)*place;
    if (place >= text + length)
        return explicit_fail_at(file, text, place, error,
                                "malformed JSON: the file ends before the tree does");
    if (c > ' ' && c < 0x7F)
        return explicit_fail_at(file, text, place, error, "malformed JSON: '%c' cannot stand here",
                                c);
    return explicit_fail_at(file, text, place, error,
                            "malformed JSON: byte 0x%02x cannot stand here", c);
}

static const char *explicit_digits(const char *c)
{
    return c + strspn(c, "0123456789");
}

/*
 * Takes a JSON number off *c, which stops at its last character, or where the text ends. False: it
 * is none, and *c is where it goes wrong. cJSON is not so strict.
 */
static bool explicit_number(const char **c)
{
    const char *at = *c + (**c == '-'), *end = *at == '0' ? at + 1 : explicit_digits(at);
    bool ok = end > at;
    if (ok && *end == '.') { /* what is no whole number is refused later */
        at = end + 1;
        end = explicit_digits(at);
        ok = end > at;
    }
    if (ok && (*end == 'e' || *end == 'E')) {
        at = end + 1 + (end[1] == '-' || end[1] == '+');
        end = explicit_digits(at);
        ok = end > at;
    }
    ok = *end == '\0' || (ok && strchr("0123456789.+-eE", *end) == NULL);
    *c = ok ? end - 1 : end;
    return ok;
}

/*
 * Refuses, before memory is taken for it, text that is nested too deeply or has too many nodes or
 * members; and what cJSON lets pass: control bytes for blanks, and odd numbers.
 */
static bool explicit_scan(const char *file, const char *text, size_t length, abs_error *error)
{
    bool in_object[EXPLICIT_MAX_NESTING + 1] = {false};
    unsigned nesting = 0;
    size_t nodes = 1, objects = 0, members = 0;
    bool in_string = false;
    for (const char *c = text; c < text + length; c++) {
        if ((unsigned char)*c < ' ' && (in_string || memchr("\t\n\r", *c, 3) == NULL))
            return explicit_malformed(file, text, length, c, error);
        if (*c == '"')
            in_string = !in_string;
        if (in_string) {
            c += *c == '\\' && c + 1 < text + length;
            continue;
        }
        if ((*c == '-' || (*c >= '0' && *c <= '9')) && !explicit_number(&c))
            return explicit_malformed(file, text, length, c, error);
        if (*c == '[' || *c == '{') {
            if (nesting == EXPLICIT_MAX_NESTING)
                return explicit_fail_at(file, text, c, error, EXPLICIT_TOO_HIGH, ABS_MAX_DEPTH);
            in_object[++nesting] = *c == '{';
            nodes += *c == '[';
            objects += *c == '{';
        } else if ((*c == ']' || *c == '}') && nesting > 0) {
            nesting--;
        } else if (*c == ',') {
            nodes += !in_object[nesting];
            members += in_object[nesting];
        }
        if (nodes > EXPLICIT_MAX_NODES)
            return explicit_fail_at(file, text, c, error, "more than %d nodes; give a smaller tree",
                                    EXPLICIT_MAX_NODES);
        if (members > 2 * objects + 100)
            return explicit_fail_at(file, text, c, error,
                                    "too many members; a node has \"value\" and \"children\"");
    }
    return true;
}

static cJSON *explicit_json(const char *file, const char *text, size_t length, abs_error *error)
{
    if (!explicit_scan(file, text, length, error))
        return NULL;
    const char *end = text;
    /* With the zero byte, so that an early end of the file is a place of its own. */
    cJSON *json = cJSON_ParseWithLengthOpts(text, length + 1, &end, false);
    if (json == NULL) {
        explicit_malformed(file, text, length, end, error);
        return NULL;
    }
    while (end < text + length && strchr(" \t\n\r", *end) != NULL)
        end++;
    if (end < text + length) {
        cJSON_Delete(json);
        explicit_malformed(file, text, length, end, error);
        return NULL;
    }
    return json;
}

#endif
