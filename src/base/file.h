/* file.h -- a whole file in memory; what is too much for memory, in a file. */
#ifndef ABS_FILE_H
#define ABS_FILE_H

#include "base/error.h"

/*
 * All of the file, with a NUL after it; "-" is standard input. NULL: it cannot be read, or has more
 * than `most` bytes; the error is ABS_CANNOT_RUN and names it, or ABS_INTERRUPTED. The caller frees
 * the text.
 */
char *file_read(const char *path, size_t most, size_t *length, abs_error *error);

/* The path of the program that runs; "" if it is not known. */
void file_program(char *path, size_t size);

/* Writes all of it. False: errno says why it could not. */
bool file_write(int file, const char *bytes, size_t count);

/*
 * The descriptor of a temporary file without a name, in TMPDIR or else /tmp, which goes when it is
 * closed, or with the process. -1: there can be none, and the error says that `what` cannot be
 * kept.
 */
int file_spool(const char *what, abs_error *error);

/* Appends to it. False: the error says so of `what`. */
bool file_spool_write(int file, const char *what, const char *bytes, size_t count,
                      abs_error *error);

#endif
