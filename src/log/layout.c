/* layout.c -- see reader.h. */
#define _XOPEN_SOURCE 700
#include "base/file.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/memory.h"
#include "log/reader.h"
#include "log/scan.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define NO_REPORT "this is not a report; give what --format=json or jsonl wrote"

enum { ROWS_MAX = INT32_MAX, WHOLE_MAX = 256 << 20 };

static const double JOB_MAX = 1e15;
static const char blanks[] = " \t\r\n";
static const char *const lists[] = {"results", "reference_results"};

bool layout_fail(const abs_reader *r, const char *what)
{
    return abs_fail(r->error, ABS_CANNOT_RUN, "%.300s: %s", r->name, what);
}

/* ---- bytes --------------------------------------------------------------------------------- */

/* Every signal that is caught asks to end: no call that one has ended is made again. */
static bool fail_file(const abs_reader *r, const char *what, abs_error *error)
{
    if (interrupt_pending())
        return abs_fail(error, ABS_INTERRUPTED, "interrupted");
    return abs_fail(error, ABS_CANNOT_RUN, "%.300s: cannot be %s: %s", r->name, what,
                    strerror(errno));
}

static bool fail_short(const abs_reader *r, abs_error *error)
{
    return abs_fail(error, ABS_CANNOT_RUN, "%.300s: it became shorter while it was read", r->name);
}

/* Puts a copy that has no name in the file's place. A device may never end: what does not begin
   with an object is not read on. */
static bool spool(abs_reader *r)
{
    char what[ABS_TEXT_MAX], bytes[1 << 14];
    ssize_t count = 0;
    bool found = false;
    snprintf(what, sizeof what, "a copy of %s", r->name);
    const int copy = file_spool(what, r->error);
    bool ok = copy >= 0;
    while (ok && !interrupt_pending() && (count = read(r->file, bytes, sizeof bytes - 1)) > 0) {
        bytes[count] = '\0';
        const size_t first = found ? 0 : strspn(bytes, blanks);
        found = found || bytes[first] == '{';
        ok = found || (ssize_t)first == count || layout_fail(r, NO_REPORT);
        ok = ok && file_spool_write(copy, what, bytes, (size_t)count, r->error);
    }
    if (ok && (interrupt_pending() || count < 0))
        ok = fail_file(r, "read", r->error);
    if (r->file != STDIN_FILENO)
        close(r->file);
    r->file = copy;
    return ok;
}

bool layout_read(abs_reader *r, const row_place *row, abs_error *error)
{
    buffer_clear(&r->text);
    buffer_reserve(&r->text, row->length);
    while (r->text.length < row->length) {
        const ssize_t count =
            pread(r->file, r->text.data + r->text.length, row->length - r->text.length,
                  (off_t)(row->at + r->text.length));
        if (count <= 0)
            return count == 0 ? fail_short(r, error) : fail_file(r, "read", error);
        r->text.length += (size_t)count;
    }
    return buffer_end(&r->text) != NULL;
}

/* ---- rows ---------------------------------------------------------------------------------- */

bool layout_whole(double number, double least, double most, uint64_t *whole)
{
    if (!(number >= least && number <= most && floor(number) >= number))
        return false;
    *whole = (uint64_t)number;
    return true;
}

bool layout_leave_out(abs_reader *r, double job)
{
    memory_grow(&r->left_out, &r->left_out_room, r->left_out_count, sizeof *r->left_out);
    return layout_whole(job, 0, JOB_MAX, &r->left_out[r->left_out_count++]) ||
           layout_fail(r, "left_out is not a job");
}

/* What stands on a line or in a list, at `at` in the file: a row, a job that was left out, or the
   end. */
static bool take_row(abs_reader *r, const char *text, size_t length, uint64_t at,
                     bool in_references)
{
    const char *end = text;
    const char *wrong = json_check(&end, text + length);
    const size_t blank = strspn(text, blanks);
    if (r->end != NULL)
        return layout_fail(r, "something follows its end");
    if (wrong == NULL && end < text + length)
        wrong = "something follows on its line";
    if (wrong != NULL)
        return abs_fail(r->error, ABS_CANNOT_RUN, "%.300s: row %zu: %s", r->name, r->count + 1,
                        wrong);
    text += blank;
    const char *left_out = scan_only(text, "left_out"), *said = scan_only(text, "end");
    if (left_out != NULL)
        return layout_leave_out(r, scan_number(left_out));
    if (said != NULL) {
        r->end = cJSON_Parse(said);
        return r->end != NULL || layout_fail(r, "its end is not JSON");
    }
    if (r->count == ROWS_MAX)
        return layout_fail(r, "it has too many rows");
    const char *wrapped = scan_only(text, "reference_result");
    const char *job = scan_find(wrapped != NULL ? wrapped : text, "job");
    memory_grow(&r->rows, &r->room, r->count, sizeof *r->rows);
    row_place *row = &r->rows[r->count++];
    *row = (row_place){.job = ABS_NO_JOB,
                       .at = at + blank,
                       .length = (uint32_t)(length - blank),
                       .number = (uint32_t)r->count,
                       .for_reference = in_references || wrapped != NULL};
    r->references += row->for_reference;
    return job == NULL || *job == 'n' || layout_whole(scan_number(job), 0, JOB_MAX, &row->job) ||
           abs_fail(r->error, ABS_CANNOT_RUN, "%.300s: row %u: job is not a whole number", r->name,
                    row->number);
}

/* ---- the report but for its rows ----------------------------------------------------------- */

/* Passes over the value at *at in the text; an error names its line. */
static bool check_value(const abs_reader *r, const char **at)
{
    const char *const text = r->text.data;
    const char *wrong = json_check(at, text + r->text.length);
    size_t line = 1;
    for (const char *c = text; wrong != NULL && c < *at; c++)
        line += *c == '\n';
    return wrong == NULL ||
           abs_fail(r->error, ABS_CANNOT_RUN, "%.300s: line %zu: %s", r->name, line, wrong);
}

/* Takes what r->text holds: a report or a head; rows in it stand in the file where they do here. */
static bool take_text(abs_reader *r)
{
    char *const text = r->text.data;
    const char *const object = text + strspn(text, blanks), *at = text, *value = NULL;
    if (!check_value(r, &at))
        return false;
    for (size_t i = 0; i < 2; i++) {
        const char *list = scan_find(object, lists[i]);
        if (list == NULL || *list != '[')
            continue;
        while ((value = scan_element(list, value)) != NULL)
            if (!take_row(r, value, (size_t)(scan_end(value) - value), (size_t)(value - text),
                          i > 0))
                return false;
        memset(text + (list - text) + 1, ' ', (size_t)(scan_end(list) - list) - 2);
    }
    r->about = cJSON_ParseWithLength(object, (size_t)(at - object));
    if (r->about == NULL)
        return layout_fail(r, "this is not JSON");
    r->lines = true;
    for (size_t i = 0; i < 2; i++) {
        const cJSON *list = cJSON_GetObjectItemCaseSensitive(r->about, lists[i]);
        if (list != NULL && (!cJSON_IsArray(list) || list->child != NULL)) /* its name is escaped */
            return layout_fail(r, "its results are not a list as absbench writes it");
        r->lines = r->lines && list == NULL;
    }
    while (at < text + r->text.length) {
        value = at;
        if (!r->lines)
            return layout_fail(r, "something follows the report");
        if (!check_value(r, &at) ||
            !take_row(r, value, (size_t)(at - value), (size_t)(value - text), false))
            return false;
    }
    return true;
}

/* ---- lines --------------------------------------------------------------------------------- */

/* The line at hand of the file, which is as long as it was at its opening. */
typedef struct {
    abs_reader *r;
    FILE *in;
    char *text; /* with a NUL in place of its end */
    size_t length, room;
    uint64_t at, next; /* where it begins, and the next one */
    bool whole;        /* it has an end */
} scan;

/* False: the file has ended, or cannot be read on. */
static bool next_line(scan *s)
{
    const bool more = s->next < s->r->size && !interrupt_pending();
    const ssize_t count = more ? getline(&s->text, &s->room, s->in) : 0;
    if (count <= 0)
        return false;
    s->at = s->next;
    s->next += (uint64_t)count;
    s->whole = s->text[count - 1] == '\n';
    s->length = (size_t)count - s->whole;
    s->text[s->length] = '\0';
    if (s->whole)
        s->r->whole = s->next;
    return true;
}

/* Whether the line at hand is an object without lists of rows. */
static bool is_head(const scan *s)
{
    const char *const object = s->text + strspn(s->text, blanks), *at = s->text;
    return json_check(&at, s->text + s->length) == NULL && at == s->text + s->length &&
           scan_find(object, lists[0]) == NULL && scan_find(object, lists[1]) == NULL;
}

/* Rows stand on lines of their own, behind the head of a log or in the lists of a report as it is
   written here. All other lines are kept: the whole of a file that is laid out otherwise. */
static bool scan_file(scan *s)
{
    abs_reader *r = s->r;
    abs_buffer *text = &r->text;
    bool begun = false, in_log = false, in_list = false, in_references = false;
    while (next_line(s)) {
        const size_t blank = strspn(s->text, blanks);
        if (in_log && !s->whole) /* whoever wrote it was stopped in the middle */
            break;
        if (!begun && blank < s->length) {
            if (s->text[blank] != '{')
                return layout_fail(r, NO_REPORT);
            begun = true;
            in_log = is_head(s);
            buffer_bytes(text, s->text, s->length);
        } else if (in_log || (in_list && s->text[0] != ']')) {
            s->length -= in_list && s->length > 0 && s->text[s->length - 1] == ',';
            s->text[s->length] = '\0';
            if (blank < s->length && !take_row(r, s->text, s->length, s->at, in_references))
                return false;
        } else {
            in_references = strcmp(s->text, "\"reference_results\":[") == 0;
            in_list = in_references || strcmp(s->text, "\"results\":[") == 0;
            buffer_bytes(text, s->text, s->length);
        }
        buffer_char(text, '\n');
        if (text->length > WHOLE_MAX)
            return layout_fail(r, "a value is longer than 256 MiB; give JSON Lines "
                                  "(--format=jsonl)");
    }
    if (s->next < r->size)
        return feof(s->in) ? fail_short(r, r->error) : fail_file(r, "read", r->error);
    r->torn = in_log && r->whole < r->size;
    buffer_end(text);
    return begun ? take_text(r) : layout_fail(r, NO_REPORT);
}

/* ---- the file ------------------------------------------------------------------------------ */

bool layout_open(abs_reader *r, const char *path)
{
    struct stat is;
    const bool standard = strcmp(path, "-") == 0;
    r->name = memory_text(standard ? "stdin" : path);
    r->file = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (r->file < 0 || fstat(r->file, &is) != 0)
        return fail_file(r, "opened", r->error);
    /* Of standard input, what has been read already is not part. */
    if ((!S_ISREG(is.st_mode) || lseek(r->file, 0, SEEK_CUR) != 0) &&
        (!spool(r) || fstat(r->file, &is) != 0))
        return false;
    r->size = (uint64_t)is.st_size;
    const int again = dup(r->file);
    scan s = {.r = r, .in = again >= 0 ? fdopen(again, "r") : NULL};
    if (s.in == NULL)
        return fail_file(r, "opened", r->error);
    rewind(s.in);
    const bool ok = scan_file(&s);
    fclose(s.in);
    free(s.text);
    return ok;
}
