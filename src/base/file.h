/*
 * file.h -- a whole file in memory; what is too much for memory, in a file; and output that is
 * complete or not there at all.
 */
#ifndef ABS_FILE_H
#define ABS_FILE_H

#include "base/buffer.h"
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

/* ---- output ---------------------------------------------------------------------------------- */

/*
 * An output. A regular FILE is written as FILE.partial, or FILE.partial.2 and so on where that is
 * there, and takes its own name only in output_finish(); until then an older FILE stays as it was.
 * Its mode, owner and group are passed on, where this process may set them. Of a file with several
 * names (hard links) this one alone becomes the new file's: to write into the old file would leave
 * it torn if the program were killed meanwhile. A symbolic link stays one. Standard output, and
 * whatever is not a regular file (/dev/null, a FIFO), is written directly.
 */
enum { OUTPUT_PATH = 4096 }; /* bytes of any path, with its NUL */

typedef struct {
    int fd;           /* what it writes to */
    const char *name; /* as the user wrote it, for messages; NULL: standard output */
    bool waits;       /* it cannot be read before output_finish() */
    bool drops;       /* set it: what nobody reads any more is dropped; else that ends the program,
                         with 0. For those who know their exit code before they write. */
    /* Where it waits: */
    char target[OUTPUT_PATH];       /* the name it takes .. */
    char partial[OUTPUT_PATH + 32]; /* .. and the one it has until then .. */
    bool stays;                     /* .. and keeps, being part of what was to be */
} abs_output;

/*
 * Opens something that can be neither read nor written on each standard descriptor that is closed,
 * so that no file gets its number, and with it what is meant for stdout or stderr. Call it before
 * anything is opened.
 */
void output_occupy_standard(void);

/*
 * Opens `path`, which stays the caller's, or standard output if NULL or "-". What cannot be written
 * is found here: NULL, and the error is ABS_CANNOT_RUN. A reader that has gone ends the program,
 * quietly and with 0, unless another output is unfinished.
 */
abs_output *output_open(const char *path, abs_error *error);

/* Whether --output=`path` would be a file of its own: it has a name, is not a device, and this
   process does not have it open already, as /dev/stdout. */
bool output_is_own_file(const char *path);

/* False: not all of it could be written; call output_abandon(). */
bool output_write(abs_output *out, const char *bytes, size_t count, abs_error *error);

/*
 * For the output of an interrupted run, before output_finish(): if FILE exists already, it stays,
 * and so does this output's FILE.partial. `empty`: it holds nothing worth keeping. False: FILE
 * exists and there is nothing to keep; call output_abandon(). Adds to `said`, as the end of a
 * sentence, which file holds what; nothing for output that is written directly.
 */
bool output_set_aside(abs_output *out, bool empty, abs_buffer *said);

/* Gives the file its name, for good, and frees `out`. False: it could not; an older file is as it
   was, and nothing is left behind. */
bool output_finish(abs_output *out, abs_error *error);

/* Has the directory of that file on the disk, too, so that its name is there after a crash. */
void output_sync_directory(const char *path);

/* Leaves nothing behind, and frees `out`. NULL is allowed. */
void output_abandon(abs_output *out);

/* Ends it as a whole, or not at all. Returns whether it is there. */
static inline bool output_end(abs_output *out, bool whole, abs_error *error)
{
    if (whole)
        return output_finish(out, error);
    output_abandon(out);
    return false;
}

#endif
