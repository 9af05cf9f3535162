/*
 * file.h -- reads a whole file into memory; keeps what is too large for memory in a temporary file;
 * and writes output that is either complete or not there at all.
 */
#ifndef ABS_FILE_H
#define ABS_FILE_H

#include "base/buffer.h"
#include "base/error.h"

/*
 * Returns all of the file, with a NUL after it; "-" is standard input. The caller frees the text.
 * Returns NULL if the file cannot be read or has more than `most` bytes: the error is then
 * ABS_CANNOT_RUN and names the file, or ABS_INTERRUPTED.
 */
char *file_read(const char *path, size_t most, size_t *length, abs_error *error);

/* Sets the path of the running program, or "" if it is not known. */
void file_program(char *path, size_t size);

/* Writes all of the bytes, or returns false with the reason in errno. */
bool file_write(int file, const char *bytes, size_t count);

/*
 * Returns the descriptor of a temporary file without a name, in TMPDIR or else /tmp. The file ends
 * when it is closed, or with the process. Returns -1 if it cannot be created: the error then says
 * that `what` cannot be kept.
 */
int file_spool(const char *what, abs_error *error);

/* Appends to that file, or returns false with the same error. */
bool file_spool_write(int file, const char *what, const char *bytes, size_t count,
                      abs_error *error);

/* ---- output ---------------------------------------------------------------------------------- */

/*
 * An output. A regular FILE is written as a file without a name, or where the file system has none
 * as a temporary one in the same folder. It takes its name only in output_finish(); until then an
 * older FILE stays as it was, and a program that is killed leaves nothing but the latter. The new
 * file gets the mode, owner and group of the older, where this process may set them. If the older
 * file has several names (hard links), only this name passes to the new file: writing into the
 * older would leave it torn if the program were killed meanwhile. A symbolic link stays a link.
 * Standard output, and whatever is not a regular file (/dev/null, a FIFO), is written directly.
 */
enum { OUTPUT_PATH = 4096 }; /* bytes of any path, with its NUL */

typedef struct {
    int fd;
    const char *name; /* as the user wrote it, for messages; NULL: standard output */
    bool waits;       /* it has not its name until output_finish() */
    bool drops;       /* A caller that knows its exit code before it writes sets this: output is
                         dropped once its reader has gone. Else the program ends there, with 0. */
    /* If it waits: */
    char target[OUTPUT_PATH];         /* the name that it will take */
    char temporary[OUTPUT_PATH + 32]; /* the name that it has until then, or "" */
} abs_output;

/*
 * Occupies each standard descriptor that is closed with one that can be neither read nor written.
 * Else a file could get its number, and with it what is meant for stdout or stderr. It must be
 * called before anything is opened.
 */
void output_occupy_standard(void);

/*
 * Opens `path`, which stays the caller's, or standard output if it is NULL or "-". Returns NULL if
 * it cannot be written: the error is ABS_CANNOT_RUN. If later its reader goes away, the program
 * ends quietly and with 0, unless another output is unfinished.
 */
abs_output *output_open(const char *path, abs_error *error);

/* Whether --output=`path` would write a file of its own: not standard output, not a device, and no
   file that this process has open already, as /dev/stdout. */
bool output_is_own_file(const char *path);

/* Returns false if not all of it could be written; the caller then calls output_abandon(). */
bool output_write(abs_output *out, const char *bytes, size_t count, abs_error *error);

/* What becomes of the output of an interrupted run: an older FILE stays as it was, and the caller
   calls output_abandon(); FILE holds what was finished; or neither, as the output is written
   directly or is empty. */
typedef enum { OUTPUT_STAYS, OUTPUT_HOLDS, OUTPUT_ENDS } output_fate;

/* Is called before output_finish() for the output of an interrupted run. It adds to `said`, as the
   end of a sentence, what FILE holds. */
output_fate output_interrupted(const abs_output *out, bool empty, abs_buffer *said);

/* Gives the file its own name and frees `out`. If it cannot, it returns false, an older file is as
   it was, and nothing is left behind. */
bool output_finish(abs_output *out, abs_error *error);

/* Writes the directory of that file to the disk, so that the file's name survives a crash. */
void output_sync_directory(const char *path);

/* Removes what has been written and frees `out`, which may be NULL. */
void output_abandon(abs_output *out);

/* Finishes the output if it is `whole`, else abandons it. Returns whether the output is there. */
static inline bool output_end(abs_output *out, bool whole, abs_error *error)
{
    if (whole)
        return output_finish(out, error);
    output_abandon(out);
    return false;
}

#endif
