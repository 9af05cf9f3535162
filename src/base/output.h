/*
 * output.h -- an output file that is whole or not there at all.
 *
 * A regular file is written under another name in its own directory and takes its own name only in
 * output_finish(); until then an older file of that name stays as it was. Standard output, and what
 * is no regular file (/dev/null, a FIFO), is written straight away.
 */
#ifndef ABS_OUTPUT_H
#define ABS_OUTPUT_H

#include "base/error.h"

typedef struct abs_output abs_output;

/*
 * Opens `path`, or standard output if NULL or "-". What cannot be written is found here: NULL, and
 * the error is ABS_CANNOT_RUN. From now on the process ignores SIGPIPE, so that a reader who has
 * gone is an error like any other.
 */
abs_output *output_open(const char *path, abs_error *error);

/* Whether nobody can read it before output_finish(). */
bool output_waits(const abs_output *out);

/* False: not all of it could be written; call output_abandon(). */
bool output_write(abs_output *out, const char *bytes, size_t count, abs_error *error);

/* Gives the file its name and frees `out`. False: it could not, and nothing is left behind. */
bool output_finish(abs_output *out, abs_error *error);

/* Leaves nothing behind, and frees `out`. NULL is allowed. */
void output_abandon(abs_output *out);

#endif
