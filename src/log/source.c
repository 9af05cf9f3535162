/* source.c -- see source.h. */
#define _XOPEN_SOURCE 700
#include "log/source.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WINDOW = 1 << 18, LINE_MOST = 256 << 20 };

static const char blanks[] = " \t\r\n";

/* Every signal that is caught asks to end: no call that one has ended is made again. */
static bool fail(const line_source *s, const char *what, abs_error *error)
{
    if (interrupt_pending())
        return abs_fail(error, ABS_INTERRUPTED, "interrupted");
    return abs_fail(error, ABS_CANNOT_RUN, "%.300s: cannot be %s: %s", s->name, what,
                    strerror(errno));
}

/* A device may never end: what does not begin with an object is not read on. */
static bool begins(const line_source *s, const char *bytes, size_t count, bool *found,
                   abs_error *error)
{
    for (size_t i = 0; i < count && !*found; i++)
        if (bytes[i] == '{')
            *found = true;
        else if (bytes[i] == '\0' || strchr(blanks, bytes[i]) == NULL)
            return abs_fail(error, ABS_CANNOT_RUN,
                            "%.300s: this is not a report; give what --format=json or jsonl wrote",
                            s->name);
    return true;
}

/* Puts a copy that has no name in the file's place. */
static bool spool(line_source *s, abs_error *error)
{
    char what[ABS_TEXT_MAX], bytes[1 << 14];
    ssize_t count = 0;
    bool found = false;
    snprintf(what, sizeof what, "a copy of %s", s->name);
    const int copy = file_spool(what, error);
    bool ok = copy >= 0;
    while (ok && !interrupt_pending() && (count = read(s->file, bytes, sizeof bytes)) > 0)
        ok = begins(s, bytes, (size_t)count, &found, error) &&
             file_spool_write(copy, what, bytes, (size_t)count, error);
    if (ok && (interrupt_pending() || count < 0))
        ok = fail(s, "read", error);
    if (s->file != STDIN_FILENO)
        close(s->file);
    s->file = copy;
    return ok;
}

bool source_open(line_source *s, const char *path, abs_error *error)
{
    struct stat is;
    const bool standard = strcmp(path, "-") == 0;
    *s = (line_source){.name = memory_text(standard ? "stdin" : path)};
    s->file = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (s->file < 0 || fstat(s->file, &is) != 0)
        return fail(s, "opened", error);
    /* Of standard input, what has been read already is not part. */
    if ((!S_ISREG(is.st_mode) || lseek(s->file, 0, SEEK_CUR) != 0) &&
        (!spool(s, error) || fstat(s->file, &is) != 0))
        return false;
    s->size = (uint64_t)is.st_size;
    return true;
}

void source_end(line_source *s)
{
    free(s->window);
    s->window = NULL;
    s->length = s->room = 0;
}

void source_close(line_source *s)
{
    source_end(s);
    if (s->file > STDIN_FILENO)
        close(s->file);
    free(s->name);
}

bool source_read(const line_source *s, uint64_t at, char *bytes, size_t length, abs_error *error)
{
    while (length > 0) {
        const ssize_t count = pread(s->file, bytes, length, (off_t)at);
        if (count == 0)
            return abs_fail(error, ABS_CANNOT_RUN, "%.300s: it became shorter while it was read",
                            s->name);
        if (count < 0)
            return fail(s, "read", error);
        bytes += count;
        at += (uint64_t)count;
        length -= (size_t)count;
    }
    return true;
}

char *source_all(const line_source *s, size_t *length, abs_error *error)
{
    char *text = memory_take((size_t)s->size + 1);
    *length = (size_t)s->size;
    text[*length] = '\0';
    if (source_read(s, 0, text, *length, error))
        return text;
    free(text);
    return NULL;
}

/* Slides the window on to the line under way, and makes it see more of it. */
static bool slide(line_source *s, abs_error *error)
{
    const size_t kept = s->length - s->next;
    if (kept > LINE_MOST)
        return abs_fail(error, ABS_CANNOT_RUN,
                        "%.300s: a line is longer than 256 MiB; give JSON Lines (--format=jsonl)",
                        s->name);
    if (s->room < 2 * kept + WINDOW) {
        s->room = 2 * kept + WINDOW;
        s->window = memory_resize(s->window, s->room);
    }
    memmove(s->window, s->window + s->next, kept);
    s->start += s->next;
    s->next = 0;
    const uint64_t left = s->size - s->start - kept;
    const size_t more = left < s->room - 1 - kept ? (size_t)left : s->room - 1 - kept;
    s->length = kept + more;
    return source_read(s, s->start + kept, s->window + kept, more, error);
}

int source_next(line_source *s, source_line *line, abs_error *error)
{
    char *end;
    size_t seen = s->next;
    if (interrupt_pending())
        return fail(s, "read", error), -1;
    while ((end = s->length > seen ? memchr(s->window + seen, '\n', s->length - seen) : NULL) ==
               NULL &&
           s->start + s->length < s->size) {
        seen = s->length - s->next;
        if (!slide(s, error))
            return -1;
    }
    if (s->length == s->next)
        return 0;
    line->torn = end == NULL;
    char *first = s->window + s->next;
    end = end != NULL ? end : s->window + s->length;
    s->next = (size_t)(end - s->window) + !line->torn;
    s->whole = line->torn ? s->whole : s->start + s->next;
    while (first < end && strchr(blanks, *first) != NULL && *first != '\0')
        first++;
    while (end > first && strchr(blanks, end[-1]) != NULL && end[-1] != '\0')
        end--;
    *end = '\0'; /* the window has room for one more byte than it reads */
    *line = (source_line){first, (size_t)(end - first), s->start + (uint64_t)(first - s->window),
                          line->torn};
    return 1;
}
