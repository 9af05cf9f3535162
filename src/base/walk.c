/* walk.c -- see walk.h. */
#define _XOPEN_SOURCE 700
#include "base/walk.h"
#include "base/interrupt.h"
#include "base/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WINDOW = 1 << 18 };
/* A token is never longer than this that a scan fails at the start of: "false", "\u1234". */
enum { TOKEN = 16 };

/* ---- files ---------------------------------------------------------------------------------- */

/* Every signal that is caught asks to end: no call that one has ended is made again. */
static bool fail_file(const char *name, const char *what, abs_error *error)
{
    if (interrupt_pending())
        return abs_fail(error, ABS_INTERRUPTED, "interrupted");
    return abs_fail(error, ABS_CANNOT_RUN, "%.300s: cannot be %s: %s", name, what, strerror(errno));
}

/* Puts a copy that has no name in the file's place. */
static bool spool(int *file, const char *name, abs_error *error)
{
    char what[ABS_TEXT_MAX], bytes[1 << 14];
    ssize_t count = 0;
    snprintf(what, sizeof what, "a copy of %s", name);
    const int copy = spool_open(what, error);
    bool ok = copy >= 0;
    while (ok && !interrupt_pending() && (count = read(*file, bytes, sizeof bytes)) > 0)
        ok = spool_write(copy, what, bytes, (size_t)count, error);
    if (ok && interrupt_pending())
        ok = abs_fail(error, ABS_INTERRUPTED, "interrupted");
    else if (count < 0)
        ok = fail_file(name, "read", error);
    if (*file != STDIN_FILENO)
        close(*file);
    if (!ok && copy >= 0)
        close(copy);
    *file = ok ? copy : -1;
    return ok;
}

bool walk_open(abs_walk *w, const char *path, const char *name, abs_error *error)
{
    struct stat is;
    *w = (abs_walk){.name = name};
    w->file = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (w->file < 0 || fstat(w->file, &is) != 0)
        return fail_file(name, "opened", error);
    /* Of standard input, what has been read already is not part. */
    if ((!S_ISREG(is.st_mode) || lseek(w->file, 0, SEEK_CUR) != 0) &&
        (!spool(&w->file, name, error) || fstat(w->file, &is) != 0))
        return false;
    w->size = (uint64_t)is.st_size;
    w->scan.at = w->scan.end = w->window = calloc(1, 1);
    if (w->window != NULL)
        return true;
    walk_close(w);
    return abs_fail(error, ABS_CANNOT_RUN, "%.300s: no memory to read it", name);
}

void walk_end(abs_walk *w)
{
    free(w->window);
    w->window = NULL;
    w->length = w->room = 0;
}

void walk_close(abs_walk *w)
{
    walk_end(w);
    if (w->file > STDIN_FILENO)
        close(w->file);
    w->file = -1;
}

bool walk_read(const abs_walk *w, uint64_t at, char *bytes, size_t length, abs_error *error)
{
    while (length > 0) {
        const ssize_t count = pread(w->file, bytes, length, (off_t)at);
        if (count == 0)
            return abs_fail(error, ABS_CANNOT_RUN, "%.300s: it became shorter while it was read",
                            w->name);
        if (count < 0)
            return fail_file(w->name, "read", error);
        bytes += count;
        at += (uint64_t)count;
        length -= (size_t)count;
    }
    return true;
}

/* ---- the window ----------------------------------------------------------------------------- */

static bool sees_end(const abs_walk *w)
{
    return w->start + w->length == w->size;
}

/* Slides the window on to `from`, a place within it, and makes it as large as it takes to see more
   than before. The scan stands at its beginning. */
static bool slide(abs_walk *w, const char *from)
{
    const size_t skip = (size_t)(from - w->window), kept = w->length - skip;
    if (w->room < 2 * kept + WINDOW) {
        char *larger = realloc(w->window, 2 * kept + WINDOW);
        if (larger == NULL)
            return abs_fail(&w->error, ABS_CANNOT_RUN, "%.300s: no memory to read it", w->name);
        w->window = larger;
        w->room = 2 * kept + WINDOW;
    }
    memmove(w->window, w->window + skip, kept);
    w->start += skip;
    w->length = kept;
    const uint64_t left = w->size - w->start - kept;
    const size_t more = left < w->room - 1 - kept ? (size_t)left : w->room - 1 - kept;
    if (!walk_read(w, w->start + kept, w->window + kept, more, &w->error))
        return false;
    w->length += more;
    w->window[w->length] = '\0';
    w->scan.at = w->window;
    w->scan.end = w->window + w->length;
    return true;
}

/* Whether a step that began at *from must be taken again, from *from, as it came to the end of the
   window. */
static bool again(abs_walk *w, const char **from)
{
    if (w->failed || sees_end(w) || w->scan.end - w->scan.at >= TOKEN)
        return false;
    w->failed = !slide(w, *from);
    *from = w->window;
    return !w->failed;
}

/* ---- steps ---------------------------------------------------------------------------------- */

bool walk_blanks(abs_walk *w)
{
    const char *from;
    do {
        scan_blanks(&w->scan);
        from = w->scan.at;
    } while (again(w, &from));
    return w->scan.at < w->scan.end && !w->failed;
}

bool walk_take(abs_walk *w, walk_step *step, void *to)
{
    bool ok;
    walk_blanks(w);
    const char *from = w->scan.at;
    do
        ok = !w->failed && step(&w->scan, to);
    while (again(w, &from));
    return ok && !w->failed;
}

static bool step_value(abs_scan *scan, void *to)
{
    return scan_value(scan, to);
}

bool walk_value(abs_walk *w, abs_span *value)
{
    return walk_take(w, step_value, value);
}

bool walk_bracket(abs_walk *w, char bracket)
{
    return walk_blanks(w) && scan_open(&w->scan, bracket);
}

typedef struct {
    char bracket;
    bool was_first, first;
    abs_span *name;
    int more;
} next_step;

static bool step_next(abs_scan *scan, void *to)
{
    next_step *next = to;
    next->first = next->was_first;
    next->more = scan_next(scan, next->bracket, &next->first, next->name);
    return next->more >= 0;
}

int walk_next(abs_walk *w, char bracket, bool *first, abs_span *name)
{
    next_step next = {.bracket = bracket, .was_first = *first, .name = name};
    const bool ok = walk_take(w, step_next, &next);
    *first = next.first;
    return ok ? next.more : -1;
}

bool walk_past(abs_walk *w)
{
    char ends[SCAN_DEPTH_MAX];
    unsigned depth = 0;
    int more = 0;
    abs_span unused;
    do {
        bool first = false;
        if (depth < SCAN_DEPTH_MAX && (walk_bracket(w, '{') || walk_bracket(w, '['))) {
            ends[depth++] = w->scan.at[-1] == '{' ? '}' : ']';
            first = true;
        } else if (!walk_value(w, &unused)) {
            return false;
        }
        while (depth > 0 && (more = walk_next(w, ends[depth - 1], &first, &unused)) == 0) {
            depth--;
            first = false;
        }
    } while (depth > 0 && more > 0);
    return depth == 0;
}

uint64_t walk_cut(abs_walk *w)
{
    char bytes[1 << 12];
    const uint64_t here = walk_at(w, w->scan.at);
    uint64_t end = w->size;
    bool found = false;
    for (size_t length; !found && !w->failed && end > here;) {
        length = end - here < sizeof bytes ? (size_t)(end - here) : sizeof bytes;
        w->failed = !walk_read(w, end - length, bytes, length, &w->error);
        while (!w->failed && length > 0 && !(found = bytes[length - 1] == '\n'))
            length--, end--;
    }
    w->size = end;
    if (w->start + w->length > end) {
        w->length = (size_t)(end - w->start);
        w->window[w->length] = '\0';
        w->scan.end = w->window + w->length;
    }
    return found ? end : 0;
}

bool walk_fail(abs_walk *w, abs_error *error)
{
    char bytes[1 << 12];
    const uint64_t end = walk_at(w, w->scan.at);
    size_t line = 1, length;
    for (uint64_t at = 0; at < end && !w->failed; at += length) {
        length = end - at < sizeof bytes ? (size_t)(end - at) : sizeof bytes;
        w->failed = !walk_read(w, at, bytes, length, &w->error);
        for (size_t i = 0; i < length; i++)
            line += bytes[i] == '\n';
    }
    if (w->failed) {
        *error = w->error;
        return false;
    }
    return abs_fail(error, ABS_CANNOT_RUN, "%.300s: line %zu: %s", w->name, line, w->scan.wrong);
}
