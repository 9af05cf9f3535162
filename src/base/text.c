/* text.c -- see text.h. */
#include "base/text.h"

#include <errno.h>
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

unsigned text_distance(const char *a, const char *b)
{
    unsigned row[3][LONGEST + 1];
    const size_t m = strlen(a), n = strlen(b);
    if (m > LONGEST || n > LONGEST)
        return LONGEST;
    unsigned *two_up = row[0], *up = row[1], *here = row[2];
    for (size_t j = 0; j <= n; j++)
        here[j] = (unsigned)j;
    for (size_t i = 1; i <= m; i++) {
        unsigned *const spare = two_up;
        two_up = up, up = here, here = spare;
        here[0] = (unsigned)i;
        for (size_t j = 1; j <= n; j++) {
            unsigned best = up[j - 1] + (a[i - 1] != b[j - 1]);
            if (up[j] + 1 < best)
                best = up[j] + 1;
            if (here[j - 1] + 1 < best)
                best = here[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                two_up[j - 2] + 1 < best)
                best = two_up[j - 2] + 1;
            here[j] = best;
        }
    }
    return here[n];
}

const char *text_nearest(const char *text, const char *const *names)
{
    const char *nearest = NULL;
    unsigned least = (unsigned)strlen(text) / 3 + 2; /* nothing farther is suggested */
    for (; *names != NULL; names++) {
        const unsigned distance = text_distance(text, *names);
        if (distance < least) {
            least = distance;
            nearest = *names;
        }
    }
    return nearest;
}
