/* file.h -- a whole file in memory. */
#ifndef ABS_FILE_H
#define ABS_FILE_H

#include "base/error.h"

/*
 * All of the file, with a NUL after it; "-" is standard input. NULL: it cannot be read, or has more
 * than `most` bytes; the error is ABS_CANNOT_RUN and names it, or ABS_INTERRUPTED. The caller frees
 * the text.
 */
char *file_read(const char *path, size_t most, size_t *length, abs_error *error);

#endif
