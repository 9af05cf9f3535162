/* text.c -- see text.h. */
#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool text_int(const char *text, int64_t low, int64_t high, int64_t *value)
{
    char *end;
    const char *digits = text + (*text == '-' || *text == '+');
    if (*digits < '0' || *digits > '9') /* strtoll would skip blanks */
        return false;
    errno = 0;
    const long long number = strtoll(text, &end, 10);
    if (errno != 0 || *end != '\0' || number < low || number > high)
        return false;
    *value = number;
    return true;
}

enum { LONGEST = 48 };

/* Levenshtein's: row by row, of what begins both. */
static size_t edit_distance(const char *a, const char *b)
{
    size_t row[LONGEST + 1];
    const size_t length = strlen(b);
    if (length > LONGEST)
        return SIZE_MAX;
    for (size_t j = 0; j <= length; j++)
        row[j] = j;
    for (; *a != '\0'; a++)
        for (size_t j = 1, before = row[0]++; j <= length; j++) {
            const bool same = tolower((unsigned char)*a) == tolower((unsigned char)b[j - 1]);
            const size_t changed = before + !same;
            before = row[j];
            row[j] = 1 + (row[j - 1] < before ? row[j - 1] : before);
            row[j] = changed < row[j] ? changed : row[j];
        }
    return row[length];
}

text_hint text_hint_of(const char *text, const char *before, const char *const *names)
{
    text_hint hint = {""};
    const char *nearest = NULL;
    size_t least = strlen(text) / 3 + 2; /* nothing farther is suggested */
    for (; *names != NULL; names++) {
        const size_t distance = edit_distance(text, *names);
        if (distance < least) {
            least = distance;
            nearest = *names;
        }
    }
    if (nearest != NULL && (*before != '\0' || strcmp(nearest, text) != 0))
        snprintf(hint.text, sizeof hint.text, "; did you mean '%s%s'?", before, nearest);
    return hint;
}
