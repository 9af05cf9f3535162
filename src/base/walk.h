/*
 * walk.h -- scan.h over a file of any size, of which a window is in memory at a time.
 *
 * What cannot be read twice, standard input or a FIFO, is copied first into a temporary file
 * without a name, in TMPDIR or else /tmp. The size is taken once: what is appended later is not
 * seen.
 */
#ifndef ABS_WALK_H
#define ABS_WALK_H

#include "base/error.h"
#include "base/scan.h"

#include <stdint.h>

typedef struct {
    const char *name; /* the path, or "stdin": in errors */
    int file;
    uint64_t size;
    uint64_t start; /* where in the file the window begins */
    char *window;
    size_t length, room;
    abs_scan scan; /* over the window; its spans last until the next step of the walk */
    bool failed;   /* the file cannot be read on, as `error` says */
    abs_error error;
} abs_walk;

/* "-" is standard input. `name` stays the caller's. False: the error is set; nothing to close. */
bool walk_open(abs_walk *walk, const char *path, const char *name, abs_error *error);
void walk_close(abs_walk *walk);
/* Gives the window's memory back; walk_read() is all that may follow. */
void walk_end(abs_walk *walk);

/*
 * A step of the walk is a function over the scan that fails at the end of the window like at the
 * end of the file; it is then called again from the same place, with more in view.
 */
typedef bool walk_step(abs_scan *scan, void *to);
bool walk_take(abs_walk *walk, walk_step *step, void *to);

/* The steps of scan.h. */
bool walk_value(abs_walk *walk, abs_span *value);
bool walk_bracket(abs_walk *walk, char bracket);
int walk_next(abs_walk *walk, char bracket, bool *first, abs_span *name);
/* Passes over a value that may be larger than memory. */
bool walk_past(abs_walk *walk);
/* Passes over blanks; false at the end of the file. */
bool walk_blanks(abs_walk *walk);

/* Where the scan stands in the file. */
static inline uint64_t walk_at(const abs_walk *walk, const char *at)
{
    return walk->start + (uint64_t)(at - walk->window);
}

/* Cuts off what follows the last line end from here on, as if the file ended there. Returns where
   that is; 0 if there is none, and then nothing follows. */
uint64_t walk_cut(abs_walk *walk);

/* The error for what is wrong where the scan stands: by its line, or that of the file. */
bool walk_fail(abs_walk *walk, abs_error *error);

/* `length` bytes from `at` on. False: the error is set. */
bool walk_read(const abs_walk *walk, uint64_t at, char *bytes, size_t length, abs_error *error);

#endif
