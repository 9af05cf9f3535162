/* reader.c -- see reader.h. */
#include "log/reader.h"
#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define NO_REPORT "this is not a report; give a file that --format=json or jsonl wrote"

static const double JOB_MAX = 1e15;
static const char blanks[] = " \t\r\n";
static const char *const lists[] = {"results", "reference_results"};

/* Sets the error to "FILE: WHAT" and returns false. */
static bool __attribute__((format(printf, 2, 3))) fail(const abs_reader *r, const char *format, ...)
{
    char what[ABS_TEXT_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return abs_fail(r->error, ABS_CANNOT_RUN, "%.300s: %s", r->name, what);
}

/* ---- bytes --------------------------------------------------------------------------------- */

/* Sets the error of a system call; errno is 0 if the file has ended. A call that a signal has ended
   is not repeated, because every caught signal asks the program to end. */
static bool fail_file(const abs_reader *r, const char *what)
{
    if (interrupt_pending())
        return abs_fail(r->error, ABS_INTERRUPTED, "interrupted");
    return errno != 0 ? fail(r, "cannot be %s: %s", what, strerror(errno))
                      : fail(r, "it became shorter while it was read");
}

/* Replaces the file by a temporary copy. It stops reading if the file does not begin with an
   object, because a device may never end. */
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
        ok = found || (ssize_t)first == count || fail(r, NO_REPORT);
        ok = ok && file_spool_write(copy, what, bytes, (size_t)count, r->error);
    }
    ok = ok && ((!interrupt_pending() && count >= 0) || fail_file(r, "read"));
    if (r->file != STDIN_FILENO)
        close(r->file);
    r->file = copy;
    return ok;
}

/* ---- rows on lines and in lists ------------------------------------------------------------ */

static bool take_number(double number, double least, double most, uint64_t *whole)
{
    const bool is = number >= least && number <= most && floor(number) >= number;
    *whole = is ? (uint64_t)number : 0;
    return is;
}

static bool add_place(abs_reader *r, row_place place)
{
    const size_t all = r->count + r->left_out;
    memory_grow(&r->rows, &r->room, all, sizeof *r->rows);
    r->rows[all] = place;
    r->count += !place.left_out;
    r->left_out += place.left_out;
    r->references += place.for_reference;
    return true;
}

static bool leave_out(abs_reader *r, double job)
{
    row_place place = {.left_out = true};
    return take_number(job, 0, JOB_MAX, &place.job) ? add_place(r, place)
                                                    : fail(r, "left_out is not a job");
}

/* Returns the value of a text, which is valid until the next call, or NULL with the error set. */
static const json_value *parse(abs_reader *r, const char *text, size_t length, size_t number,
                               int levels)
{
    const char *end = text;
    r->values.levels = levels;
    const char *wrong = json_check(&end, text + length, &r->values);
    if (wrong == NULL && end < text + length)
        wrong = "something follows on its line";
    if (wrong == NULL)
        return r->values.of;
    fail(r, "row %zu: %s", number, wrong);
    return NULL;
}

static bool skip(const char **text, const char *word)
{
    const bool is = strncmp(*text, word, strlen(word)) == 0;
    *text += is ? strlen(word) : 0;
    return is;
}

/* Whether a line begins as absbench writes rows; the rest is checked when the row is read. */
static bool is_as_written(const char *line, uint64_t *job)
{
    char *end;
    *job = ABS_NO_JOB;
    if (!skip(&line, "{\"id\":\""))
        return false;
    line += strcspn(line, "\"\\");
    if (!skip(&line, "\","))
        return false;
    if (skip(&line, "\"job\":")) {
        *job = strtoull(line, &end, 10);
        if (end == line || *line == '-' || *job > (uint64_t)JOB_MAX || *end != ',')
            return false;
        line = end + 1;
    } else if (strstr(line, "\"job\"") != NULL) {
        return false;
    }
    return skip(&line, "\"kind\":");
}

/* Returns the member of that name, or NULL unless it is the only one besides a check. */
static const json_value *sealed_member(const json_value *object, const char *name)
{
    const json_value *found = json_member(object, name);
    const size_t others = json_member(object, "check") != NULL;
    return json_length(object) == 1 + others ? found : NULL;
}

/* Whether the row's engine failed in its search, or in the second one. */
static bool has_failed(const json_value *row)
{
    static const char *const members[] = {"status", "status_again"};
    for (size_t i = 0; i < 2; i++) {
        const json_value *status = json_member(row, members[i]);
        for (size_t k = 0; status != NULL && k < ABS_STATUSES; k++)
            if (abs_status_is_failure((abs_status)k) &&
                strncmp(status->text + 1, abs_statuses[k].name, strlen(abs_statuses[k].name)) == 0)
                return true;
    }
    return false;
}

/* Takes a row, a job that was left out, or the end, at the offset `at` in the file. A row of an
   engine, which may have failed, is parsed at once. */
static bool take_value(abs_reader *r, const char *text, size_t length, uint64_t at,
                       bool in_references)
{
    row_place place = {.at = at,
                       .length = (uint32_t)length,
                       .number = (r->count + 1) & UINT32_MAX >> 3,
                       .for_reference = in_references};
    if (r->end != NULL)
        return fail(r, "something follows its end");
    if (text[length] != '\0' || text[length - 1] != '}' || !is_as_written(text, &place.job) ||
        strstr(text, "\"engine\":{") != NULL) {
        const json_value *row = parse(r, text, length, r->count + 1, 3), *of;
        if (row == NULL)
            return false;
        if (json_member(row, "id") == NULL && !context_seal_holds(text, length))
            return fail(r, "line with %.40s: it was edited or damaged", text);
        if ((of = sealed_member(row, "left_out")) != NULL)
            return leave_out(r, json_number(of));
        if ((of = sealed_member(row, "end")) != NULL) {
            r->end = cJSON_ParseWithLength(of->text, of->length);
            r->end_at = at;
            return r->end != NULL || fail(r, "its end is not JSON");
        }
        if ((of = json_only(row, "reference_result")) != NULL)
            row = of;
        place.at = at + (uint64_t)(row->text - text);
        place.length = (uint32_t)row->length;
        place.for_reference = in_references || of != NULL;
        place.job = ABS_NO_JOB;
        if ((of = json_member(row, "job")) != NULL && *of->text != 'n' &&
            !take_number(json_number(of), 0, JOB_MAX, &place.job))
            return fail(r, "row %zu: job is not a whole number", r->count + 1);
        place.failed = has_failed(row);
    }
    return add_place(r, place);
}

/* Takes the rows in the lists of a report, and overwrites them with blanks. A head has none. */
static bool take_lists(abs_reader *r, const json_value *report)
{
    char *const text = r->text.data;
    r->lines = true;
    for (size_t i = 0; i < 2; i++) {
        const json_value *list = json_member(report, lists[i]);
        r->lines = r->lines && list == NULL;
        if (list == NULL || *list->text != '[')
            continue;
        for (const json_value *row = list + 1; row < list + list->size; row += row->size)
            if (!take_value(r, row->text, row->length, (uint64_t)(row->text - text), i > 0))
                return false;
        memset(text + (list->text - text) + 1, ' ', list->length - 2);
    }
    return true;
}

/* Takes r->text: a report without those rows that have lines of their own, or JSON Lines whose
   objects span several lines. Rows have the same offset here as in the file. */
static bool take_text(abs_reader *r)
{
    const char *const text = buffer_end(&r->text), *const whole = text + r->text.length;
    json_values values = {.levels = 3};
    bool ok = true, begun = false;
    for (const char *at = text; ok && at < whole; begun = true) {
        const char *const wrong = json_check(&at, whole, &values);
        const json_value *const value = values.of;
        size_t line = 1;
        for (const char *c = text; wrong != NULL && c < at; c++)
            line += *c == '\n';
        if (begun && !r->lines)
            ok = fail(r, "something follows the report");
        else if (wrong != NULL)
            ok = fail(r, "line %zu: %s", line, wrong);
        else if (!begun)
            ok = take_lists(r, value);
        else
            ok = take_value(r, value->text, value->length, (uint64_t)(value->text - text), false);
    }
    free(values.of);
    return ok;
}

/* Whether the line is an object without lists of rows. */
static bool is_head(abs_reader *r, const char *line, size_t length)
{
    const char *at = line;
    r->values.levels = 2;
    return json_check(&at, line + length, &r->values) == NULL && at == line + length &&
           json_member(r->values.of, lists[0]) == NULL &&
           json_member(r->values.of, lists[1]) == NULL;
}

/* Finds the rows that have lines of their own, after the first line of a log or in the lists of a
   report. All other lines go to r->text; that is the whole file if another program formatted it. */
static bool scan_lines(abs_reader *r)
{
    static char *line; /* getline() allocates it; all readers use it in turn */
    static size_t room;
    abs_buffer *text = &r->text;
    bool begun = false, in_list = false, in_references = false;
    uint64_t at = 0;
    ssize_t count;
    errno = 0;
    for (; at < r->size && !interrupt_pending() && (count = getline(&line, &room, r->in)) > 0;
         at += (uint64_t)count) {
        const bool ended = line[count - 1] == '\n';
        size_t length = (size_t)count - ended;
        line[length] = '\0';
        const char *first = line + strspn(line, blanks);
        if (ended)
            r->whole = at + (uint64_t)count;
        else if (r->lines) /* the program was stopped while writing it */
            continue;
        if (!begun && first < line + length) {
            if (*first != '{')
                return fail(r, NO_REPORT);
            begun = true;
            r->lines = is_head(r, line, length);
            if (r->lines && !context_seal_holds(line, length))
                return fail(r, "its first line was edited or damaged");
            buffer_bytes(text, line, length);
        } else if (r->lines || (in_list && *line != ']')) {
            length -= in_list && length > 0 && line[length - 1] == ',';
            line[length] = '\0';
            if (first < line + length && !take_value(r, line, length, at, in_references))
                return false;
        } else {
            in_references = strcmp(line, "\"reference_results\":[") == 0;
            in_list = in_references || strcmp(line, "\"results\":[") == 0;
            buffer_bytes(text, line, length);
        }
        buffer_char(text, '\n');
        if (text->length > 256 << 20)
            return fail(r, "a value is longer than 256 MiB; give JSON Lines (--format=jsonl)");
    }
    if (at < r->size)
        return fail_file(r, "read");
    r->torn = r->lines && r->whole < r->size;
    return begun ? r->lines || take_text(r) : fail(r, NO_REPORT);
}

static bool open_file(abs_reader *r, const char *path)
{
    struct stat is;
    const bool standard = strcmp(path, "-") == 0;
    r->name = memory_text(standard ? "stdin" : path);
    r->file = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (r->file < 0 || fstat(r->file, &is) != 0)
        return fail_file(r, "opened");
    /* What has already been read from standard input does not belong to the report. */
    if ((!S_ISREG(is.st_mode) || lseek(r->file, 0, SEEK_CUR) != 0) &&
        (!spool(r) || fstat(r->file, &is) != 0))
        return false;
    r->size = (uint64_t)is.st_size;
    r->in = fdopen(r->file, "r");
    if (r->in == NULL || setvbuf(r->in, NULL, _IOFBF, 1 << 14) != 0)
        return fail_file(r, "opened");
    rewind(r->in);
    return scan_lines(r);
}

/* ---- the rest of a report ------------------------------------------------------------------ */

static bool take_hash(const char *text, uint64_t *hash)
{
    const bool sound = text != NULL && strncmp(text, "0x", 2) == 0 && strlen(text) == 18 &&
                       strspn(text + 2, "0123456789abcdef") == 16;
    *hash = sound ? strtoumax(text + 2, NULL, 16) : 0;
    return sound;
}

/* Takes the plan, which is an object or null. */
static bool take_plan(const cJSON *json, abs_plan *plan)
{
    const cJSON *jobs = json_find(json, "jobs"), *pair = json_find(json, "shard");
    uint64_t shard = 0, shards = 0;
    if (json == NULL || cJSON_IsNull(json))
        return true;
    const bool sound =
        take_hash(json_text(json, "hash"), &plan->hash) &&
        take_number(cJSON_GetNumberValue(jobs), 0, JOB_MAX, &plan->jobs) &&
        (cJSON_IsNull(pair) ||
         (cJSON_GetArraySize(pair) == 2 &&
          take_number(cJSON_GetNumberValue(pair->child->next), 1, PLAN_SHARDS_MAX, &shards) &&
          take_number(cJSON_GetNumberValue(pair->child), 1, (double)shards, &shard)));
    plan->known = true;
    plan->shard = (uint32_t)shard;
    plan->shards = (uint32_t)shards;
    return sound;
}

static bool check_schema(const abs_reader *r)
{
    const cJSON *schema = json_find(r->about, "schema");
    const char *text = cJSON_IsString(schema) ? schema->valuestring : "no text";
    for (const cJSON *m = r->about->child; m != NULL; m = m->next)
        if (json_find(r->about, m->string) != m)
            return fail(r, "'%.40s' appears twice", m->string);
    if (schema == NULL || (r->lines && json_find(r->about, "context") == NULL))
        return fail(r, NO_REPORT);
    return strcmp(text, ABS_REPORT_SCHEMA) == 0 ||
           fail(r,
                "its schema is \"%.80s\", not \"%s\": repeat the command that made it, or read it "
                "with the version that wrote it",
                text, ABS_REPORT_SCHEMA);
}

/* Takes everything but the rows: errors that belong to no row (rows' errors are found again), jobs
   without a row, and the plan. */
static bool read_about(abs_reader *r)
{
    r->about = cJSON_Parse(buffer_end(&r->text));
    if (r->about == NULL)
        return fail(r, "this is not JSON");
    const cJSON *item, *errors = json_find(r->about, "errors"),
                       *left_out = json_find(r->about, "left_out"),
                       *verification = json_find(r->about, "verification"),
                       *mismatches = json_find(verification, "mismatches");
    const cJSON *context = json_find(r->about, "context"), *options = json_find(context, "options");
    r->context = cJSON_IsObject(context) ? context : NULL;
    r->options = cJSON_IsObject(options) ? options : NULL;
    if (!check_schema(r))
        return false;
    const cJSON *const kept[] = {json_find(r->about, lists[0]), json_find(r->about, lists[1]),
                                 errors, mismatches, left_out};
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        if (kept[i] != NULL && /* rows are left only in a list whose name is escaped */
            (!cJSON_IsArray(kept[i]) || (i < 2 && kept[i]->child != NULL)))
            return fail(r, "its lists are not as absbench writes them");
    cJSON_ArrayForEach(item, errors)
    {
        const char *message = json_text(item, "message");
        if (message != NULL && json_text(item, "id") == NULL)
            buffer_add(&r->messages, message);
    }
    if (!context_subjects(json_find(context, "specs"), &r->subjects))
        return fail(r, "its specs are not what absbench writes");
    cJSON_ArrayForEach(item, left_out) if (!leave_out(r, cJSON_GetNumberValue(item))) return false;
    return take_plan(json_find(context, "plan"), &r->plan) ||
           fail(r, "its plan is not what absbench writes");
}

/* ---- rows ---------------------------------------------------------------------------------- */

/* Returns the row's object, which is valid until the next call, or NULL with the error set. */
static const json_value *read_row(abs_reader *r, const row_place *row)
{
    abs_buffer *text = &r->text;
    buffer_clear(text);
    buffer_reserve(text, row->length);
    errno = 0;
    const bool read = fseeko(r->in, (off_t)row->at, SEEK_SET) == 0 &&
                      fread(text->data, 1, row->length, r->in) == row->length;
    text->length = row->length;
    if (!read)
        fail_file(r, "read");
    return read ? parse(r, buffer_end(text), text->length, row->number, JSON_DEPTH_MAX) : NULL;
}

abs_reader *reader_open(const char *path, abs_error *error)
{
    abs_reader *r = memory_zeros(1, sizeof *r);
    memory_grow(&r->rows, &r->room, 0, sizeof *r->rows);
    r->maker.subjects = &r->subjects;
    r->error = error;
    if (open_file(r, path) && read_about(r) && reader_order(r)) {
        const json_value *row = r->count > 0 ? read_row(r, &r->rows[0]) : NULL;
        r->has_times = row != NULL && json_member(row, "time") != NULL;
        r->is_whole = r->lines ? r->end != NULL : !cJSON_IsTrue(json_find(r->about, "interrupted"));
        if (row != NULL || r->count == 0)
            return r;
    }
    reader_close(r);
    return NULL;
}

void reader_close(abs_reader *r)
{
    if (r == NULL)
        return;
    if (r->in != NULL)
        fclose(r->in);
    free(r->name);
    free(r->rows);
    cJSON_Delete(r->about);
    cJSON_Delete(r->end);
    free(r->values.of);
    buffer_free(&r->text);
    buffer_free(&r->messages);
    for (size_t i = 0; i < r->subjects.count; i++)
        free(names_thing(&r->subjects, r->subjects.texts[i]));
    names_free(&r->subjects);
    fields_reader_free(&r->maker);
    free(r);
}

void reader_forget(abs_reader *r)
{
    free(r->rows);
    r->rows = NULL;
}

const abs_row *reader_row(abs_reader *r, size_t row, abs_error *error)
{
    const row_place *at = &r->rows[row];
    r->error = error;
    const json_value *value = read_row(r, at);
    if (value == NULL ||
        !fields_read(&r->maker, value, at->for_reference, r->name, at->number, error))
        return NULL;
    r->maker.row.job = at->job;
    const bool is_next = row == r->signed_rows;
    r->signed_rows += is_next;
    if (is_next && !at->for_reference)
        r->signature = abs_signature_add(r->signature, &r->maker.row);
    return &r->maker.row;
}

bool reader_verify(abs_reader *r, abs_error *error)
{
    static const char *const names[] = {"rows", "reference_rows", "left_out"};
    const uint64_t has[] = {r->count - r->references, r->references, r->left_out};
    const cJSON *in = r->lines ? r->end : r->about, *said = json_find(in, "signature");
    uint64_t says, signature;
    while (r->signed_rows < r->count)
        if (interrupt_pending())
            return abs_fail(error, ABS_INTERRUPTED, "interrupted");
        else if (reader_row(r, r->signed_rows, error) == NULL)
            return false;
    if (said == NULL || cJSON_IsNull(said))
        return true;
    bool agrees = take_hash(cJSON_GetStringValue(said), &signature) && signature == r->signature;
    for (size_t i = 0; i < 3 && r->lines; i++)
        agrees &= take_number(cJSON_GetNumberValue(json_find(in, names[i])), 0, 0x1p53, &says) &&
                  says == has[i];
    r->error = error;
    return agrees ||
           fail(r,
                "it has %" PRIu64 " results, %" PRIu64 " references and %" PRIu64
                " left out, of signature 0x%016" PRIx64
                ", but its %s says otherwise: it was edited or damaged; to use it as it is, remove "
                "its signature: jq %s",
                has[0], has[1], has[2], r->signature, r->lines ? "end" : "signature",
                r->lines ? "-c 'del(.end.signature?)'" : "'del(.signature)'");
}
