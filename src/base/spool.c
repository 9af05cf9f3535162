/* spool.c -- see spool.h. */
#define _XOPEN_SOURCE 700
#include "base/spool.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

int spool_open(const char *what, abs_error *error)
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

bool spool_write(int file, const char *what, const char *bytes, size_t count, abs_error *error)
{
    while (count > 0) {
        const ssize_t written = write(file, bytes, count);
        if (written < 0 && errno != EINTR)
            return fail_spool(what, error);
        bytes += written > 0 ? written : 0;
        count -= written > 0 ? (size_t)written : 0;
    }
    return true;
}
