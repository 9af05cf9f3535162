/* file.c -- see file.h. */
#include "file.h"

#include <errno.h>
#include <stdlib.h>

char *file_read(const char *path, size_t most, size_t *length, abs_error *error)
{
    const bool standard = strcmp(path, "-") == 0;
    FILE *in = standard ? stdin : fopen(path, "rb");
    size_t room = 1 << 16;
    char *text = in != NULL ? malloc(room) : NULL;
    bool ok = text != NULL;
    *length = 0;
    while (ok) {
        *length += fread(text + *length, 1, room - 1 - *length, in);
        if (*length < room - 1)
            break;
        char *larger = room <= most ? realloc(text, 2 * room) : NULL;
        errno = room <= most ? ENOMEM : EFBIG;
        ok = larger != NULL;
        text = ok ? larger : text;
        room *= 2;
    }
    if (!ok || ferror(in) || *length > most) {
        abs_fail(error, ABS_CANNOT_RUN, "%.300s: cannot be read: %s",
                 standard ? "standard input" : path, strerror(*length > most ? EFBIG : errno));
        free(text);
        text = NULL;
    } else {
        text[*length] = '\0';
    }
    if (in != NULL && !standard)
        fclose(in);
    return text;
}
