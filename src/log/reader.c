/* reader.c -- see reader.h. */
#define _POSIX_C_SOURCE 200809L
#include "log/reader.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/memory.h"
#include "log/scan.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

void reader_close(abs_reader *r)
{
    if (r == NULL)
        return;
    if (r->file > STDIN_FILENO)
        close(r->file);
    free(r->name);
    free(r->rows);
    free(r->left_out);
    cJSON_Delete(r->about);
    cJSON_Delete(r->end);
    buffer_free(&r->text);
    buffer_free(&r->messages);
    names_free(&r->wrong_answers);
    fields_reader_free(&r->maker);
    free(r);
}

/* ---- what the report says besides ---------------------------------------------------------- */

static const cJSON *about(const abs_reader *r, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(r->about, name);
}

static const char *text_of(const cJSON *object, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
}

/* "0x0123456789abcdef". False: the text is none, or NULL. */
static bool take_hash(const char *text, uint64_t *hash)
{
    enum { DIGITS = 16 };
    if (text == NULL || strncmp(text, "0x", 2) != 0 || strlen(text) != 2 + DIGITS ||
        strspn(text + 2, "0123456789abcdef") != DIGITS)
        return false;
    *hash = strtoumax(text + 2, NULL, 16);
    return true;
}

static bool take_number(const cJSON *item, double least, double most, uint64_t *number)
{
    return layout_whole(cJSON_GetNumberValue(item), least, most, number);
}

/* An object, or null. */
static bool take_plan(const cJSON *json, abs_plan *plan)
{
    const cJSON *jobs = cJSON_GetObjectItemCaseSensitive(json, "jobs");
    const cJSON *pair = cJSON_GetObjectItemCaseSensitive(json, "shard");
    uint64_t shard = 0, shards = 0;
    if (json == NULL || cJSON_IsNull(json))
        return true;
    *plan = (abs_plan){.known = true, .jobs = ABS_NO_JOB};
    if (!cJSON_IsNull(pair) && (cJSON_GetArraySize(pair) != 2 ||
                                !take_number(pair->child->next, 1, PLAN_SHARDS_MAX, &shards) ||
                                !take_number(pair->child, 1, (double)shards, &shard)))
        return false;
    plan->shard = (uint32_t)shard;
    plan->shards = (uint32_t)shards;
    return take_hash(text_of(json, "hash"), &plan->hash) &&
           (cJSON_IsNull(jobs) || take_number(jobs, 0, 0x1p53, &plan->jobs));
}

static bool check_schema(const abs_reader *r)
{
    const char *schema = text_of(r->about, "schema");
    for (const cJSON *a = r->about->child; a != NULL; a = a->next)
        for (const cJSON *b = a->next; b != NULL; b = b->next)
            if (strcmp(a->string, b->string) == 0)
                return abs_fail(r->error, ABS_CANNOT_RUN, "%.300s: '%.40s' appears twice", r->name,
                                a->string);
    if (about(r, "schema") == NULL)
        return layout_fail(r, "it has no schema, so it is not a report; give what --format=json or "
                              "jsonl wrote");
    if (r->lines && about(r, "context") == NULL)
        return layout_fail(r, "it has no results");
    return (schema != NULL && strcmp(schema, ABS_REPORT_SCHEMA) == 0) ||
           abs_fail(r->error, ABS_CANNOT_RUN,
                    "%.300s: its schema is \"%.80s\", not \"%s\": repeat the command that made it, "
                    "or read it with the version that wrote it",
                    r->name, schema != NULL ? schema : "no text", ABS_REPORT_SCHEMA);
}

/* A list that may be missing. */
static bool take_list(const abs_reader *r, const cJSON *object, const char *name,
                      const cJSON **list)
{
    *list = cJSON_GetObjectItemCaseSensitive(object, name);
    return *list == NULL || cJSON_IsArray(*list) ||
           abs_fail(r->error, ABS_CANNOT_RUN, "%.300s: '%s' is not a list", r->name, name);
}

/* Errors of no row (those of rows are found anew), ids of rows that missed a known value (no row
   says what is known), jobs without a row, and the plan. */
static bool read_about(abs_reader *r)
{
    const cJSON *item, *errors, *mismatches, *left_out, *context = about(r, "context");
    const cJSON *options = cJSON_GetObjectItemCaseSensitive(context, "options");
    r->context = cJSON_IsObject(context) ? context : NULL;
    r->options = cJSON_IsObject(options) ? options : NULL;
    const cJSON *verification = about(r, "verification");
    if (verification != NULL && !cJSON_IsObject(verification))
        return layout_fail(r, "its verification is not an object");
    if (!check_schema(r) || !take_list(r, r->about, "errors", &errors) ||
        !take_list(r, verification, "mismatches", &mismatches) ||
        !take_list(r, r->about, "left_out", &left_out))
        return false;
    cJSON_ArrayForEach(item, errors)
    {
        const char *message = text_of(item, "message");
        if (message != NULL && text_of(item, "id") == NULL)
            buffer_add(&r->messages, message);
    }
    cJSON_ArrayForEach(item, mismatches)
    {
        const char *kind = text_of(item, "kind"), *id = text_of(item, "id");
        if (kind != NULL && strcmp(kind, ABS_WRONG_ANSWER) == 0 && id != NULL)
            names_add(&r->wrong_answers, id);
    }
    cJSON_ArrayForEach(item, left_out)
    {
        if (!layout_leave_out(r, cJSON_GetNumberValue(item)))
            return false;
    }
    return take_plan(cJSON_GetObjectItemCaseSensitive(context, "plan"), &r->plan) ||
           layout_fail(r, "its plan is not what absbench writes");
}

/* ---- the order of rows --------------------------------------------------------------------- */

static int by_job(const void *a, const void *b)
{
    const row_place *x = a, *y = b;
    if (x->job != y->job)
        return x->job < y->job ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

int reader_compare_jobs(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Rows in order of their jobs, if they have them; without a plan, jobs say nothing. */
static bool order(abs_reader *r)
{
    bool sorted = true;
    for (size_t i = 0; i < r->count; i++) {
        row_place *row = &r->rows[i];
        if (!r->plan.known)
            row->job = ABS_NO_JOB;
        if ((row->job == ABS_NO_JOB) != (r->rows[0].job == ABS_NO_JOB))
            return abs_fail(r->error, ABS_CANNOT_RUN,
                            "%.300s: some of its rows have a job, row %zu %s", r->name, i + 1,
                            row->job == ABS_NO_JOB ? "has none" : "has one");
        if (row->job != ABS_NO_JOB && row->job >= r->plan.jobs)
            return abs_fail(r->error, ABS_CANNOT_RUN, "%.300s: row %zu: job is not one of its plan",
                            r->name, i + 1);
        sorted = sorted && (i == 0 || by_job(row - 1, row) < 0);
    }
    if (!sorted)
        qsort(r->rows, r->count, sizeof *r->rows, by_job);
    if (r->left_out_count > 1)
        qsort(r->left_out, r->left_out_count, sizeof *r->left_out, reader_compare_jobs);
    if (r->plan.known && r->left_out_count > 0 &&
        r->left_out[r->left_out_count - 1] >= r->plan.jobs)
        return layout_fail(r, "what was left out is not a job of its plan");
    for (size_t i = 1; i < r->count; i++)
        if (r->rows[i].job != ABS_NO_JOB && r->rows[i].job == r->rows[i - 1].job)
            return abs_fail(r->error, ABS_CANNOT_RUN, "%.300s: row %u: its job is that of row %u",
                            r->name, r->rows[i].number, r->rows[i - 1].number);
    return true;
}

/* ---- rows ---------------------------------------------------------------------------------- */

/* Where the row's object begins in its text; NULL: the error is set. */
static const char *read_text(abs_reader *r, const row_place *row, abs_error *error)
{
    if (!layout_read(r, row, error))
        return NULL;
    const char *const text = r->text.data, *at = text;
    const char *wrong = json_check(&at, text + row->length);
    if (wrong != NULL) {
        abs_fail(error, ABS_CANNOT_RUN, "%.300s: row %u: %s", r->name, row->number, wrong);
        return NULL;
    }
    const char *wrapped = scan_only(text, "reference_result");
    return wrapped != NULL ? wrapped : text;
}

static bool find_times(abs_reader *r, abs_error *error)
{
    const char *row = r->count > 0 ? read_text(r, &r->rows[0], error) : NULL;
    r->has_times = row != NULL && scan_find(row, "time") != NULL;
    return r->count == 0 || row != NULL;
}

abs_reader *reader_open(const char *path, abs_error *error)
{
    abs_reader *r = memory_zeros(1, sizeof *r);
    r->maker.wrong_answers = &r->wrong_answers;
    r->error = error;
    if (layout_open(r, path) && read_about(r) && order(r) && find_times(r, error)) {
        r->is_whole = r->lines ? r->end != NULL : !cJSON_IsTrue(about(r, "interrupted"));
        return r;
    }
    reader_close(r);
    return NULL;
}

static bool make_row(abs_reader *r, const row_place *at, abs_error *error)
{
    const char *text = read_text(r, at, error);
    if (text == NULL || !fields_read(&r->maker, text, r->name, at->number, error))
        return false;
    r->maker.config.for_reference = at->for_reference;
    r->maker.row.job = at->job;
    return true;
}

const abs_row *reader_row(abs_reader *r, size_t row, abs_error *error)
{
    if (!make_row(r, &r->rows[row], error))
        return NULL;
    const bool is_next = row == r->signed_rows;
    r->signed_rows += is_next;
    if (is_next && !r->rows[row].for_reference)
        r->signature = abs_signature_add(r->signature, &r->maker.row);
    return &r->maker.row;
}

/* ---- verification -------------------------------------------------------------------------- */

static bool read_rest(abs_reader *r, abs_error *error)
{
    while (r->signed_rows < r->count)
        if (interrupt_pending())
            return abs_fail(error, ABS_INTERRUPTED, "interrupted");
        else if (reader_row(r, r->signed_rows, error) == NULL)
            return false;
    return true;
}

bool reader_verify(abs_reader *r, abs_error *error)
{
    static const char *const names[] = {"rows", "reference_rows", "left_out"};
    const uint64_t has[] = {r->count - r->references, r->references, r->left_out_count};
    const cJSON *in = r->lines ? r->end : r->about;
    const cJSON *said = cJSON_GetObjectItemCaseSensitive(in, "signature");
    uint64_t says[3], signature;
    if (!read_rest(r, error))
        return false;
    if (said == NULL || cJSON_IsNull(said))
        return true;
    bool sound = take_hash(cJSON_GetStringValue(said), &signature), agrees = true;
    for (size_t i = 0; i < 3 && r->lines; i++) {
        sound &= take_number(cJSON_GetObjectItemCaseSensitive(in, names[i]), 0, 0x1p53, &says[i]);
        agrees &= sound && says[i] == has[i];
    }
    if (!sound)
        return abs_fail(error, ABS_CANNOT_RUN,
                        "%.300s: its %s is not what absbench writes: it was edited or damaged",
                        r->name, r->lines ? "end" : "signature");
    if (agrees && signature == r->signature)
        return true;
    return abs_fail(error, ABS_CANNOT_RUN,
                    "%.300s: it has %" PRIu64 " results, %" PRIu64 " references and %" PRIu64
                    " left out, of signature 0x%016" PRIx64
                    ", but its %s says otherwise: it was edited or damaged; to take it as it "
                    "stands, remove its signature: jq %s",
                    r->name, has[0], has[1], has[2], r->signature, r->lines ? "end" : "signature",
                    r->lines ? "-c 'del(.end.signature?)'" : "'del(.signature)'");
}
