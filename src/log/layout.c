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
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ROWS_MAX = INT32_MAX, WHOLE_MAX = 256 << 20 };

static const char blanks[] = " \t\r\n";

bool layout_fail(const abs_reader *r, const char *what)
{
    return abs_fail(r->error, ABS_CANNOT_RUN, "%.300s: %s", r->name, what);
}

/* ---- lines --------------------------------------------------------------------------------- */

/* Every signal that is caught asks to end: no call that one has ended is made again. */
static bool fail_file(const abs_reader *r, const char *what, abs_error *error)
{
    if (interrupt_pending())
        return abs_fail(error, ABS_INTERRUPTED, "interrupted");
    return abs_fail(error, ABS_CANNOT_RUN, "%.300s: cannot be %s: %s", r->name, what,
                    strerror(errno));
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

static bool read_bytes(const abs_reader *r, uint64_t at, char *bytes, size_t length,
                       abs_error *error)
{
    while (length > 0) {
        const ssize_t count = pread(r->file, bytes, length, (off_t)at);
        if (count == 0)
            return abs_fail(error, ABS_CANNOT_RUN, "%.300s: it became shorter while it was read",
                            r->name);
        if (count < 0)
            return fail_file(r, "read", error);
        bytes += count;
        at += (uint64_t)count;
        length -= (size_t)count;
    }
    return true;
}

bool layout_read(abs_reader *r, const row_place *row, abs_error *error)
{
    buffer_clear(&r->text);
    buffer_reserve(&r->text, row->length);
    r->text.length = row->length;
    return read_bytes(r, row->at, r->text.data, row->length, error) && buffer_end(&r->text);
}

/* The lines of a file, one after the other. */
typedef struct {
    FILE *in;
    uint64_t read; /* bytes of it */
    char *bytes;   /* the line as it stands there */
    size_t room;
    char *text; /* the line without the blanks around it; valid until the next one is taken */
    size_t length;
    uint64_t at; /* of the text, in the file */
    bool torn;   /* the file ends in it */
} source_line;

/* Takes the next line: 1; 0 at the end; -1, and the error is set. */
static int next_line(abs_reader *r, source_line *line)
{
    const uint64_t start = line->read, left = r->size - start;
    if (interrupt_pending())
        return fail_file(r, "read", r->error), -1;
    if (left == 0)
        return 0;
    const ssize_t got = getline(&line->bytes, &line->room, line->in);
    if (got < 0) {
        if (feof(line->in))
            layout_fail(r, "it became shorter while it was read");
        else
            fail_file(r, "read", r->error);
        return -1;
    }
    const size_t length = (uint64_t)got < left ? (size_t)got : (size_t)left;
    char *end = line->bytes + length;
    line->read += length;
    line->torn = end[-1] != '\n';
    r->whole = line->torn ? r->whole : line->read;
    *end = '\0';
    line->text = line->bytes + strspn(line->bytes, blanks);
    while (end > line->text && end[-1] != '\0' && strchr(blanks, end[-1]) != NULL)
        end--;
    *end = '\0';
    line->length = (size_t)(end - line->text);
    line->at = start + (uint64_t)(line->text - line->bytes);
    if (line->length <= WHOLE_MAX)
        return 1;
    layout_fail(r, "a line is longer than 256 MiB; give JSON Lines (--format=jsonl)");
    return -1;
}

/* ---- lines and elements of lists ----------------------------------------------------------- */

static bool add_row(abs_reader *r, row_place row, bool has_job)
{
    if (r->count == ROWS_MAX)
        return layout_fail(r, "it has too many rows");
    memory_grow(&r->rows, &r->room, r->count, sizeof *r->rows);
    r->references += row.for_reference;
    row.number = (uint32_t)r->count + 1;
    r->rows[r->count++] = row;
    return has_job || abs_fail(r->error, ABS_CANNOT_RUN,
                               "%.300s: row %zu: job is not a whole number", r->name, r->count);
}

/* A whole number below 10^15. Null is none, if it may be. */
static bool take_job(const cJSON *item, bool optional, uint64_t *job)
{
    const double number = cJSON_IsNumber(item) ? item->valuedouble : -1;
    *job = ABS_NO_JOB;
    if (optional && (item == NULL || cJSON_IsNull(item)))
        return true;
    if (!(number >= 0 && number < 1e15))
        return false;
    *job = (uint64_t)number;
    return (double)*job >= number;
}

bool layout_leave_out(abs_reader *r, const cJSON *item)
{
    memory_grow(&r->left_out, &r->left_out_room, r->left_out_count, sizeof *r->left_out);
    return take_job(item, false, &r->left_out[r->left_out_count++]) ||
           layout_fail(r, "left_out is not a job");
}

/* What stands alone on a line: a job that was left out, the end, or a row. What is kept of it is
   detached. */
static bool add_element(abs_reader *r, cJSON *json, row_place row)
{
    cJSON *inner = cJSON_IsObject(json) ? json->child : NULL;
    const cJSON *left_out = cJSON_GetObjectItemCaseSensitive(json, "left_out");
    const bool is_end = cJSON_GetObjectItemCaseSensitive(json, "end") != NULL;
    if ((left_out != NULL || is_end) && inner->next != NULL)
        return layout_fail(r, "a line that says what was left out, or the end, holds more");
    if (left_out != NULL)
        return layout_leave_out(r, left_out);
    if (is_end) {
        r->end = cJSON_DetachItemViaPointer(json, inner);
        return true;
    }
    if (inner != NULL && strcmp(inner->string, "reference_result") == 0) {
        row.for_reference = true;
        json = inner;
    }
    const bool has_job = take_job(cJSON_GetObjectItemCaseSensitive(json, "job"), true, &row.job);
    return add_row(r, row, has_job);
}

/* The job of a row as it is written here, its id first; false: it may be written otherwise. */
static bool glance(const char *text, row_place *row)
{
    static const char wrapped[] = "{\"reference_result\":", id[] = "{\"id\":\"", job[] = "\"job\":";
    if (strncmp(text, wrapped, sizeof wrapped - 1) == 0) {
        row->for_reference = true;
        text += sizeof wrapped - 1;
    }
    if (strncmp(text, id, sizeof id - 1) != 0)
        return false;
    for (text += sizeof id - 1; *text != '"' && *text != '\0'; text++)
        if (*text == '\\')
            return false;
    row->job = ABS_NO_JOB;
    if (strncmp(text, "\",\"job\":", 8) != 0)
        return strstr(text, job) == NULL;
    text += 8;
    const size_t digits = strspn(text, "0123456789");
    row->job = strtoumax(text, NULL, 10);
    return digits > 0 && digits <= 15 && text[digits] == ',';
}

/* A row is parsed when it is read: here only if its job cannot be told otherwise. */
static bool add_text(abs_reader *r, const char *text, size_t length, uint64_t at, bool reference)
{
    const char *wrong;
    row_place row = {.at = at, .length = (uint32_t)length, .for_reference = reference};
    if (!r->anew && text[length - 1] == '}' && glance(text, &row))
        return add_row(r, row, true);
    row.for_reference = reference;
    cJSON *json = codec_parse(text, length, &r->scratch, &wrong);
    if (json == NULL)
        return abs_fail(r->error, ABS_CANNOT_RUN, "%.300s: row %zu: %s", r->name, r->count + 1,
                        wrong);
    const bool ok = add_element(r, json, row);
    cJSON_Delete(json);
    return ok;
}

/* ---- layouts ------------------------------------------------------------------------------- */

typedef enum { NOT_SO, AS_SUCH, WRONG } outcome;

static const char *const lists[] = {"\"results\":[", "\"reference_results\":["};

/* Whether r->about could be made of what is an object but for its rows. */
static bool take_about(abs_reader *r, const char *text, size_t length)
{
    const char *wrong;
    cJSON_Delete(r->about);
    r->about = codec_mark(text, length, &r->scratch, &wrong) == NULL
                   ? json_parse(text, length, NULL)
                   : NULL;
    return cJSON_IsObject(r->about);
}

/* A report as --format=json writes it, after its first line: each row has a line of its own. What
   stands before the lists of rows and behind them is one object. */
static outcome read_frame(abs_reader *r, source_line *line)
{
    size_t list = 0, before = 0;
    bool inside = false, comma = true;
    int more;
    buffer_clear(&r->text);
    buffer_char(&r->text, '{');
    while ((more = next_line(r, line)) > 0) {
        if (inside && strcmp(line->text, "],") == 0) {
            if (comma && r->count > before)
                return NOT_SO;
            inside = false;
            list++;
        } else if (inside) {
            if (!comma || line->text[0] != '{')
                return NOT_SO;
            comma = line->text[line->length - 1] == ',';
            line->length -= comma;
            line->text[line->length] = '\0';
            if (!add_text(r, line->text, line->length, line->at, list > 0))
                return WRONG;
        } else if (list < 2 && strcmp(line->text, lists[list]) == 0) {
            inside = comma = true;
            before = r->count;
        } else if (r->text.length + line->length > WHOLE_MAX) {
            return NOT_SO;
        } else {
            buffer_bytes(&r->text, line->text, line->length);
            buffer_char(&r->text, '\n');
        }
    }
    if (more < 0)
        return WRONG;
    return list == 2 && take_about(r, buffer_end(&r->text), r->text.length) ? AS_SUCH : NOT_SO;
}

/* JSON Lines after the head. Whoever writes a line writes all of it at once, or is stopped in the
   middle of the last. */
static outcome read_lines(abs_reader *r, source_line *line)
{
    int more;
    while ((more = next_line(r, line)) > 0) {
        if (line->torn)
            break;
        if (line->length > 0 && r->end != NULL)
            return layout_fail(r, "something follows its end"), WRONG;
        if (line->length > 0 && !add_text(r, line->text, line->length, line->at, false))
            return WRONG;
    }
    return more >= 0 ? AS_SUCH : WRONG;
}

static outcome read_in_lines(abs_reader *r, source_line *line)
{
    const int more = next_line(r, line);
    if (more <= 0)
        return more < 0 ? WRONG : NOT_SO;
    if (strcmp(line->text, "{") == 0)
        return read_frame(r, line);
    r->lines = take_about(r, line->text, line->length) &&
               cJSON_GetObjectItemCaseSensitive(r->about, "results") == NULL;
    return r->lines ? read_lines(r, line) : NOT_SO;
}

/* Passes over a value that is known to be JSON. */
static const char *skip(const char *at, const char *end)
{
    json_check(&at, end);
    return at;
}

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, blanks);
}

/* The first value of a file that was read whole: a report, or the head of lines. Returns where it
   ends; NULL: the error is set. */
static const char *read_members(abs_reader *r, const char *text, const char *end)
{
    const char *rows[2] = {NULL, NULL}, *at = skip_blanks(skip_blanks(text) + 1);
    buffer_clear(&r->text);
    while (*at != '}') {
        const char *const name = at, *const value = skip_blanks(skip(at, end) + 1);
        at = skip(value, end);
        int list = 1;
        while (list >= 0 && strncmp(name, lists[list], strlen(lists[list]) - 2) != 0)
            list--;
        if (list < 0) {
            buffer_char(&r->text, r->text.length == 0 ? '{' : ',');
            buffer_bytes(&r->text, name, (size_t)(at - name));
        } else if (rows[list] != NULL || *value != '[') {
            layout_fail(r,
                        *value == '[' ? "'results' appears twice" : "its results are not a list");
            return NULL;
        } else {
            rows[list] = skip_blanks(value + 1);
        }
        at = *at == ',' ? skip_blanks(at + 1) : at;
    }
    buffer_text(&r->text, r->text.length == 0 ? "{}" : "}");
    if (!take_about(r, buffer_end(&r->text), r->text.length)) {
        layout_fail(r, "this is not JSON");
        return NULL;
    }
    r->lines = rows[0] == NULL;
    if (cJSON_GetObjectItemCaseSensitive(r->about, "results") != NULL) { /* its name is escaped */
        layout_fail(r, "'results' is written in another way");
        return NULL;
    }
    for (size_t list = 0; list < 2; list++)
        for (const char *row = rows[list], *next; row != NULL && *row != ']'; row = next) {
            next = skip(row, end);
            if (!add_text(r, row, (size_t)(next - row), (uint64_t)(row - text), list > 0))
                return NULL;
            next = *next == ',' ? skip_blanks(next + 1) : next;
        }
    return skip_blanks(at + 1);
}

static bool read_values(abs_reader *r, const char *text, const char *end)
{
    const char *at = read_members(r, text, end), *next;
    for (; at != NULL && at < end; at = next) {
        next = skip(at, end);
        if (!r->lines || r->end != NULL)
            return layout_fail(r, r->lines ? "something follows its end"
                                           : "something follows the report");
        if (!add_text(r, at, (size_t)(next - at), (uint64_t)(at - text), false))
            return false;
    }
    return at != NULL;
}

/* A file that another program has laid out anew. */
static bool read_whole(abs_reader *r)
{
    const char *wrong;
    size_t line = 1;
    const size_t length = (size_t)r->size;
    r->anew = true;
    r->count = r->references = r->left_out_count = 0;
    if (r->size > WHOLE_MAX)
        return layout_fail(
            r, "it is larger than 256 MiB, and not in lines; give JSON Lines (--format=jsonl)");
    char *text = memory_take(length + 1);
    text[length] = '\0';
    bool ok = read_bytes(r, 0, text, length, r->error);
    ok = ok && (*skip_blanks(text) == '{' ||
                layout_fail(r, "this is not a report; give what --format=json or jsonl wrote"));
    const char *at = ok ? codec_mark(text, length, &r->scratch, &wrong) : NULL;
    if (at != NULL) {
        for (const char *c = text; c < at; c++)
            line += *c == '\n';
        ok = abs_fail(r->error, ABS_CANNOT_RUN, "%.300s: line %zu: %s", r->name, line, wrong);
    }
    ok = ok && read_values(r, text, text + length);
    free(text);
    return ok;
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
    source_line line = {.in = again >= 0 ? fdopen(again, "r") : NULL};
    if (line.in == NULL)
        return fail_file(r, "opened", r->error);
    rewind(line.in);
    const outcome found = read_in_lines(r, &line);
    fclose(line.in);
    free(line.bytes);
    return found == AS_SUCH || (found == NOT_SO && read_whole(r));
}
