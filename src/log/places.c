/* places.c -- the order of a reader's rows. See reader.h. */
#include "log/reader.h"

#include <stdlib.h>

static int by_job_alone(const void *a, const void *b)
{
    const uint64_t x = ((const row_place *)a)->job, y = ((const row_place *)b)->job;
    return (x > y) - (x < y);
}

static int by_job(const void *a, const void *b)
{
    const row_place *x = a, *y = b;
    if (x->left_out != y->left_out)
        return x->left_out ? 1 : -1;
    const int order = by_job_alone(a, b);
    return order != 0 ? order : (x->number > y->number) - (x->number < y->number);
}

const row_place *reader_find(const abs_reader *r, uint64_t job)
{
    const row_place sought = {.job = job}, *const rows = r->rows;
    const row_place *found = bsearch(&sought, rows, r->count, sizeof *rows, by_job_alone);
    return found != NULL
               ? found
               : bsearch(&sought, rows + r->count, r->left_out, sizeof *rows, by_job_alone);
}

/* Drops each failed row whose job has a later one. Returns how many places are left. */
static size_t drop_failed(abs_reader *r)
{
    const size_t all = r->count + r->left_out;
    size_t kept = 0;
    for (size_t i = 0; i < all; i++) {
        const row_place *row = &r->rows[i];
        const bool again = i + 1 < all && row->job != ABS_NO_JOB && row[1].job == row->job;
        if (row->failed && again && !row[1].left_out) {
            r->count--;
            r->references -= row->for_reference;
            continue;
        }
        r->failed += row->failed;
        r->rows[kept++] = *row;
    }
    return kept;
}

bool reader_order(abs_reader *r)
{
    size_t having = 0, all = r->count + r->left_out;
    for (size_t i = 0; i < all; i++) {
        row_place *row = &r->rows[i];
        if (!r->plan.known && !row->left_out)
            row->job = ABS_NO_JOB;
        having += !row->left_out && row->job != ABS_NO_JOB;
        if (r->plan.known && row->job != ABS_NO_JOB && row->job >= r->plan.jobs)
            return abs_fail(r->error, ABS_CANNOT_RUN,
                            "%.300s: job %" PRIu64 " is not one of its plan", r->name, row->job);
    }
    if (having != 0 && having != r->count)
        return abs_fail(r->error, ABS_CANNOT_RUN,
                        "%.300s: some of its rows have a job, %zu have none", r->name,
                        r->count - having);
    qsort(r->rows, all, sizeof *r->rows, by_job);
    all = drop_failed(r);
    for (size_t i = 0; i < all; i++)
        if (r->rows[i].job != ABS_NO_JOB && reader_find(r, r->rows[i].job) != &r->rows[i])
            return abs_fail(r->error, ABS_CANNOT_RUN,
                            "%.300s: job %" PRIu64 " is there twice: it was edited or damaged",
                            r->name, r->rows[i].job);
    return true;
}
