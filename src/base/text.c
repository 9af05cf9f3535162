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

static size_t lesser(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Of beginnings of both, each one longer than those before. */
static size_t edit_distance(const char *a, const char *b)
{
    size_t of[LONGEST + 1][LONGEST + 1];
    const size_t m = strlen(a), n = strlen(b);
    if (m > LONGEST || n > LONGEST)
        return LONGEST;
    for (size_t i = 0; i <= m; i++)
        for (size_t j = 0; j <= n; j++) {
            of[i][j] = i + j;
            if (i == 0 || j == 0)
                continue;
            of[i][j] = lesser(of[i - 1][j], of[i][j - 1]) + 1;
            const bool same = tolower((unsigned char)a[i - 1]) == tolower((unsigned char)b[j - 1]);
            of[i][j] = lesser(of[i][j], of[i - 1][j - 1] + !same);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                of[i][j] = lesser(of[i][j], of[i - 2][j - 2] + 1);
        }
    return of[m][n];
}

const char *text_nearest(const char *text, const char *const *names)
{
    const char *nearest = NULL;
    size_t least = strlen(text) / 3 + 2; /* nothing farther is suggested */
    for (; *names != NULL; names++) {
        const size_t distance = edit_distance(text, *names);
        if (distance < least) {
            least = distance;
            nearest = *names;
        }
    }
    return nearest;
}

text_hint text_hint_of(const char *text, const char *before, const char *const *names)
{
    text_hint hint = {""};
    const char *near = text_nearest(text, names);
    if (near != NULL)
        snprintf(hint.text, sizeof hint.text, "; did you mean '%s%s'?", before, near);
    return hint;
}
