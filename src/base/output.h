/*
 * output.h -- an output file that is complete or not there at all.
 *
 * A regular file is written under another name in its own directory and takes its own name only in
 * output_finish(); until then an older file of that name stays as it was. Its mode, owner and group
 * are passed on, where this process may set them. Of a file with several names (hard links) this
 * one alone becomes the new file's, and that is said: to write into the old file would leave it
 * torn if the program were killed meanwhile. A symbolic link stays one. Standard output, and
 * whatever is not a regular file (/dev/null, a FIFO), is written directly.
 */
#ifndef ABS_OUTPUT_H
#define ABS_OUTPUT_H

#include "base/buffer.h"
#include "base/error.h"

#include <dirent.h>

enum { OUTPUT_PATH = 4096 }; /* bytes of any path, with its NUL */

typedef struct {
    int fd;           /* what it writes to */
    const char *name; /* as the user wrote it, for messages; NULL: standard output */
    bool waits;       /* it cannot be read before output_finish() */
    bool drops;       /* set it: what nobody reads any more is dropped; else that ends the program,
                         with 0. For those who know their exit code before they write. */
    /* Where it waits: */
    char temporary[OUTPUT_PATH + 64]; /* its name until then */
    char target[OUTPUT_PATH];         /* the one it takes .. */
    char partial[OUTPUT_PATH + 32];   /* .. or this, if the run is interrupted and that is there */
    const char *place;             /* either */
    DIR *directory;                /* the target's; NULL: it cannot be read */
} abs_output;

/*
 * Opens something that can be neither read nor written on each standard descriptor that is closed,
 * so that no file gets its number, and with it what is meant for stdout or stderr. Call it before
 * anything is opened.
 */
void output_occupy_standard(void);

/*
 * Opens `path`, which stays the caller's, or standard output if NULL or "-". What cannot be written
 * is found here: NULL, and the error is ABS_CANNOT_RUN. Files that killed runs have left beside it
 * are named on stderr, but for empty ones. A reader that has gone ends the program, quietly and
 * with 0, unless another output is unfinished.
 */
abs_output *output_open(const char *path, abs_error *error);

/* Whether --output=`path` would be a file of its own: it has a name, is not a device, and this
   process does not have it open already, as /dev/stdout. */
bool output_is_own_file(const char *path);

/* False: not all of it could be written; call output_abandon(). */
bool output_write(abs_output *out, const char *bytes, size_t count, abs_error *error);

/*
 * For the output of an interrupted run, before output_finish(): if FILE exists already, it stays,
 * and this output becomes FILE.partial, or FILE.partial.2 and so on where that is there. `empty`:
 * it holds nothing worth keeping. False: FILE exists and there is nothing to keep; call
 * output_abandon(). Adds to `said`, as the end of a sentence, which file holds what; nothing for
 * output that is written directly.
 */
bool output_set_aside(abs_output *out, bool empty, abs_buffer *said);

/* Gives the file its name, for good, and frees `out`. False: it could not; an older file is as it
   was, and nothing is left behind. */
bool output_finish(abs_output *out, abs_error *error);

/* Leaves nothing behind, and frees `out`. NULL is allowed. */
void output_abandon(abs_output *out);

#endif
