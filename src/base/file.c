/* file.c -- see file.h. */
#include "base/file.h"
#include "base/interrupt.h"
#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Reads to the end, into *text, which may be set even on failure. False: errno says why. */
static bool read_stream(FILE *in, size_t most, char **text, size_t *length)
{
    size_t room = 1 << 16;
    for (*length = 0;; room *= 2) {
        *text = memory_resize(*text, room);
        *length += fread(*text + *length, 1, room - 1 - *length, in);
        if (*length > most) {
            errno = EFBIG;
            return false;
        }
        if (*length < room - 1)
            break;
    }
    (*text)[*length] = '\0';
    return !ferror(in);
}

char *file_read(const char *path, size_t most, size_t *length, abs_error *error)
{
    const bool standard = strcmp(path, "-") == 0;
    const char *name = standard ? "standard input" : path;
    FILE *in = standard ? stdin : fopen(path, "rb");
    char *text = NULL;
    if (in == NULL) {
        abs_fail(error, ABS_CANNOT_RUN, "%.300s: cannot be opened: %s", name, strerror(errno));
        return NULL;
    }
    if (!read_stream(in, most, &text, length)) {
        if (interrupt_pending())
            abs_fail(error, ABS_INTERRUPTED, "interrupted");
        else if (errno == EFBIG)
            abs_fail(error, ABS_CANNOT_RUN, "%.300s: more than %zu MiB; give a smaller file", name,
                     most >> 20);
        else
            abs_fail(error, ABS_CANNOT_RUN, "%.300s: cannot be read: %s", name, strerror(errno));
        free(text);
        text = NULL;
    }
    if (!standard)
        fclose(in);
    return text;
}
