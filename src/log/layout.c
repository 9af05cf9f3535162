/* layout.c -- see reader.h. */
#define _XOPEN_SOURCE 700
#include "base/file.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/memory.h"
#include "log/codec.h"
#include "log/reader.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ROWS_MAX = INT32_MAX, VALUE_MAX = 256 << 20 };

static const char blanks[] = " \t\r\n";

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
        ok = found || (ssize_t)first == count ||
             layout_fail(r, "this is not a report; give what --format=json or jsonl wrote");
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

/* ---- values -------------------------------------------------------------------------------- */

/* One pass over the file, as large as it was at its opening. */
typedef struct {
    abs_reader *r;
    FILE *in;
    int c; /* the byte at hand; EOF: the file ends */
    uint64_t at;
    bool by_lines;    /* a value ends with its line, whole or not */
    abs_buffer about; /* the first value, but for its rows; their line ends stay */
} scan;

static inline void advance(scan *s)
{
    s->c = ++s->at < s->r->size ? getc_unlocked(s->in) : EOF;
}

/* Passes over blanks between values. */
static void pass_blanks(scan *s, abs_buffer *lines)
{
    for (; s->c != EOF && s->c != '\0' && strchr(blanks, s->c) != NULL; advance(s)) {
        if (s->c != '\n')
            continue;
        s->r->whole = s->at + 1;
        if (lines != NULL)
            buffer_char(lines, '\n');
    }
}

/* Appends the string that begins here. False: it does not end within its line. */
static bool take_string(scan *s, abs_buffer *b)
{
    bool escaped = true; /* the quote at hand */
    for (; s->c != EOF && s->c != '\n' && b->length < VALUE_MAX; advance(s)) {
        buffer_char(b, (char)s->c);
        if (s->c == '"' && !escaped) {
            advance(s);
            return true;
        }
        escaped = s->c == '\\' && !escaped;
    }
    return false;
}

static bool take_rows(scan *s, bool for_reference);

/*
 * Appends the value that begins here. Of its form, no more than strings and brackets is seen. The
 * rows in the lists of the first value are taken one by one instead.
 */
static bool take_value(scan *s, abs_buffer *b, bool is_first)
{
    static const char *const lists[] = {"\"results\"", "\"reference_results\""};
    size_t depth = 0, string = 0, end = 0; /* string, end: where the last one begins and ends */
    while (s->c != EOF && b->length < VALUE_MAX) {
        const int c = s->c;
        if (c == '"') {
            string = b->length;
            if (!take_string(s, b))
                break;
            end = b->length;
        } else if ((c == '\n' && s->by_lines) || ((c == '}' || c == ']') && depth == 0) ||
                   (depth == 0 && (c == ',' || strchr(blanks, c) != NULL))) {
            break;
        } else {
            depth += c == '{' || c == '[';
            depth -= c == '}' || c == ']';
            buffer_char(b, (char)c);
            advance(s);
        }
        for (size_t list = 0; is_first && c == '[' && depth == 2 && list < 2; list++)
            if (end - string == strlen(lists[list]) &&
                strncmp(b->data + string, lists[list], end - string) == 0 &&
                !take_rows(s, list > 0))
                return false;
        if (depth == 0 && (c == '"' || c == '}' || c == ']'))
            break;
    }
    buffer_end(b);
    return b->length < VALUE_MAX ||
           layout_fail(s->r, "a value is longer than 256 MiB; give JSON Lines (--format=jsonl)");
}

/* ---- rows ---------------------------------------------------------------------------------- */

/* A whole number below 10^15. */
static bool take_job(double number, uint64_t *job)
{
    if (!(number >= 0 && number < 1e15 && floor(number) >= number))
        return false;
    *job = (uint64_t)number;
    return true;
}

bool layout_leave_out(abs_reader *r, double job)
{
    memory_grow(&r->left_out, &r->left_out_room, r->left_out_count, sizeof *r->left_out);
    return take_job(job, &r->left_out[r->left_out_count++]) ||
           layout_fail(r, "left_out is not a job");
}

/* What stands alone on a line, or is an element of a list: a row, a job that was left out, or the
   end. */
static bool take_row(scan *s, bool for_reference)
{
    abs_reader *r = s->r;
    row_place row = {.at = s->at, .job = ABS_NO_JOB, .for_reference = for_reference};
    bool alone = true;
    buffer_clear(&r->text);
    if (interrupt_pending())
        return fail_file(r, "read", r->error);
    if (!take_value(s, &r->text, false))
        return false;
    const char *text = r->text.data, *at = text;
    if (r->lines && !r->anew) {
        pass_blanks(s, NULL);
        if (s->at > r->whole && s->c == EOF) /* whoever wrote it was stopped in the middle */
            return true;
    }
    if (r->end != NULL)
        return layout_fail(r, "something follows its end");
    const char *wrong = json_check(&at, text + r->text.length);
    if (wrong != NULL)
        return abs_fail(r->error, ABS_CANNOT_RUN, "%.300s: row %zu: %s", r->name, r->count + 1,
                        wrong);
    const char *left_out = codec_first(text, "left_out", &alone), *end = NULL, *wrapped = NULL;
    if (left_out == NULL)
        end = codec_first(text, "end", &alone);
    if ((left_out != NULL || end != NULL) && !alone)
        return layout_fail(r, "a line that says what was left out, or the end, holds more");
    if (left_out != NULL)
        return layout_leave_out(r, codec_number(left_out));
    if (end != NULL) {
        r->end = cJSON_Parse(end);
        return r->end != NULL || layout_fail(r, "its end is not JSON");
    }
    wrapped = codec_first(text, "reference_result", &alone);
    row.for_reference = for_reference || wrapped != NULL;
    const char *job = codec_find(wrapped != NULL ? wrapped : text, "job");
    row.length = (uint32_t)r->text.length;
    row.number = (uint32_t)r->count + 1;
    if (r->count == ROWS_MAX)
        return layout_fail(r, "it has too many rows");
    if (job != NULL && *job != 'n' && !take_job(codec_number(job), &row.job))
        return abs_fail(r->error, ABS_CANNOT_RUN, "%.300s: row %u: job is not a whole number",
                        r->name, row.number);
    memory_grow(&r->rows, &r->room, r->count, sizeof *r->rows);
    r->references += row.for_reference;
    r->rows[r->count++] = row;
    return true;
}

/* A list of the first value, after its bracket, up to the one that ends it. */
static bool take_rows(scan *s, bool for_reference)
{
    pass_blanks(s, &s->about);
    while (s->c != ']' && s->c != EOF) {
        if (!take_row(s, for_reference))
            return false;
        for (const char *at = s->r->text.data; (at = strchr(at, '\n')) != NULL; at++)
            buffer_char(&s->about, '\n');
        pass_blanks(s, &s->about);
        if (s->c != ',')
            break;
        advance(s);
        pass_blanks(s, &s->about);
        if (s->c == ']')
            return layout_fail(s->r, "a row is missing after a comma");
    }
    return s->c == ']' || s->c == EOF ||
           abs_fail(s->r->error, ABS_CANNOT_RUN, "%.300s: row %zu: a comma is missing", s->r->name,
                    s->r->count);
}

/* ---- the file ------------------------------------------------------------------------------ */

/* The report but for its rows, or the head of lines. */
static bool take_about(scan *s)
{
    static const char *const lists[] = {"results", "reference_results"};
    abs_reader *r = s->r;
    size_t line = 1;
    pass_blanks(s, &s->about);
    if (s->c != '{')
        return layout_fail(r, "this is not a report; give what --format=json or jsonl wrote");
    if (!take_value(s, &s->about, true))
        return false;
    const char *text = s->about.data, *at = text;
    const char *wrong = json_check(&at, text + s->about.length);
    for (const char *c = text; wrong != NULL && c < at; c++)
        line += *c == '\n';
    if (wrong != NULL)
        return abs_fail(r->error, ABS_CANNOT_RUN, "%.300s: line %zu: %s", r->name, line, wrong);
    r->about = json_parse(text, s->about.length, NULL);
    if (r->about == NULL)
        return layout_fail(r, "this is not JSON");
    r->lines = true;
    for (size_t i = 0; i < 2; i++) {
        const cJSON *list = cJSON_GetObjectItemCaseSensitive(r->about, lists[i]);
        if (list != NULL && (!cJSON_IsArray(list) || list->child != NULL)) /* its name is escaped */
            return layout_fail(r, "its results are not a list as absbench writes it");
        r->lines = r->lines && list == NULL;
    }
    r->anew = memchr(text, '\n', s->about.length) != NULL;
    s->by_lines = r->lines && !r->anew;
    return true;
}

static bool scan_file(scan *s)
{
    abs_reader *r = s->r;
    bool ok = take_about(s);
    pass_blanks(s, NULL);
    if (ok && s->c != EOF && !r->lines)
        return layout_fail(r, "something follows the report");
    while (ok && s->c != EOF) {
        ok = take_row(s, false);
        pass_blanks(s, NULL);
    }
    if (s->at >= r->size || s->c != EOF)
        return ok;
    return feof(s->in) ? fail_short(r, r->error) : fail_file(r, "read", r->error);
}

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
    scan s = {.r = r, .in = again >= 0 ? fdopen(again, "r") : NULL, .at = UINT64_MAX};
    if (s.in == NULL)
        return fail_file(r, "opened", r->error);
    rewind(s.in);
    advance(&s);
    const bool ok = scan_file(&s);
    fclose(s.in);
    buffer_free(&s.about);
    return ok;
}
