/* file.c -- see file.h. */
#define _XOPEN_SOURCE 700
#include "base/file.h"
#include "base/buffer.h"
#include "base/interrupt.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

char *file_read(const char *path, size_t most, size_t *length, abs_error *error)
{
    enum { PIECE = 1 << 16 };
    const bool standard = strcmp(path, "-") == 0;
    const char *name = standard ? "standard input" : path;
    FILE *in = standard ? stdin : fopen(path, "rb");
    abs_buffer text = {0};
    bool ok = in != NULL || abs_fail(error, ABS_CANNOT_RUN, "%.300s: cannot be opened: %s", name,
                                     strerror(errno));
    for (size_t count = PIECE; ok && count == PIECE && text.length <= most; text.length += count) {
        buffer_reserve(&text, PIECE);
        count = fread(text.data + text.length, 1, PIECE, in);
    }
    if (ok && text.length > most)
        ok = abs_fail(error, ABS_CANNOT_RUN, "%.300s: more than %zu MiB; give a smaller file", name,
                      most >> 20);
    else if (ok && ferror(in) && interrupt_pending())
        ok = abs_fail(error, ABS_INTERRUPTED, "interrupted");
    else if (ok && ferror(in))
        ok = abs_fail(error, ABS_CANNOT_RUN, "%.300s: cannot be read: %s", name, strerror(errno));
    if (in != NULL && !standard)
        fclose(in);
    *length = text.length;
    if (ok)
        buffer_end(&text);
    else
        buffer_free(&text);
    return text.data;
}

void file_program(char *path, size_t size)
{
    const ssize_t length = readlink("/proc/self/exe", path, size - 1);
    path[length > 0 ? length : 0] = '\0';
}

bool file_write(int file, const char *bytes, size_t count)
{
    while (count > 0) {
        const ssize_t written = write(file, bytes, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        count -= (size_t)written;
    }
    return true;
}

/* ---- what is too much for memory ------------------------------------------------------------- */

static const char *folder(void)
{
    const char *given = getenv("TMPDIR");
    return given != NULL && *given != '\0' ? given : "/tmp";
}

static bool fail_spool(const char *what, abs_error *error)
{
    return abs_fail(error, ABS_CANNOT_RUN,
                    "%.300s: %.300s cannot be kept there: %s; TMPDIR names another folder",
                    folder(), what, strerror(errno));
}

int file_spool(const char *what, abs_error *error)
{
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s/absbench-XXXXXX", folder());
    errno = ENAMETOOLONG;
    const int file = length < (int)sizeof path ? mkstemp(path) : -1;
    if (file < 0)
        fail_spool(what, error);
    else
        unlink(path);
    return file;
}

bool file_spool_write(int file, const char *what, const char *bytes, size_t count, abs_error *error)
{
    return file_write(file, bytes, count) || fail_spool(what, error);
}
