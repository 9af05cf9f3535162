/*
 * spool.h -- a temporary file without a name, in TMPDIR or else /tmp, for what is too much to be
 * held in memory. It goes when it is closed, or with the process.
 */
#ifndef ABS_SPOOL_H
#define ABS_SPOOL_H

#include "base/error.h"

#include <stddef.h>

/* The file's descriptor; -1: there can be none, and the error says that `what` cannot be kept. */
int spool_open(const char *what, abs_error *error);

/* Appends to it. False: the error says so of `what`. */
bool spool_write(int file, const char *what, const char *bytes, size_t count, abs_error *error);

#endif
