/* queue.c -- see queue.h. */
#include "work/queue.h"
#include "base/memory.h"

#include <stdlib.h>

enum { STATE_BITS = 3 };

_Static_assert(JOB_ELSEWHERE < 1 << STATE_BITS, "a place holds any state");

job_state queue_state(const abs_queue *q, size_t job)
{
    return (job_state)(q->place[job] & ((1 << STATE_BITS) - 1));
}

uint32_t queue_detail(const abs_queue *q, size_t job)
{
    return q->place[job] >> STATE_BITS;
}

static void put(abs_queue *q, size_t job, job_state state, uint32_t detail)
{
    q->place[job] = detail << STATE_BITS | state;
}

/* ---- the longest first --------------------------------------------------------------------- */

enum { LENGTHS = 4 * ABS_MAX_DEPTH };

/*
 * How long a search is likely to take, 0 .. LENGTHS - 1: by how far its depth is beyond its
 * domain's own, since each ply costs about as many times more. A search without cutoffs is as long
 * as another at twice its depth (Knuth and Moore 1975).
 */
static int job_length(const abs_suite *suite, size_t job)
{
    const abs_config *config;
    const abs_domain *domain = abs_suite_config(suite, job, &config);
    const abs_core_info *core = config->algo.core;
    const bool naive = core->core.minimax || core->limit != ABS_LIMIT_NONE;
    const int depth = config->depth * (naive ? 2 : 1) - domain->default_depth;
    const int length = depth + LENGTHS / 2;
    return length < 0 ? 0 : length >= LENGTHS ? LENGTHS - 1 : length;
}

/* By counting: jobs of one length stay in their order. */
static void sort_by_length(abs_queue *q, const abs_suite *suite)
{
    size_t start[LENGTHS + 1] = {0};
    for (size_t job = 0; job < q->jobs; job++)
        start[LENGTHS - 1 - job_length(suite, job) + 1]++;
    for (int i = 1; i <= LENGTHS; i++)
        start[i] += start[i - 1];
    for (size_t job = 0; job < q->jobs; job++)
        q->order[start[LENGTHS - 1 - job_length(suite, job)]++] = (uint32_t)job;
}

/* ---- the queue ----------------------------------------------------------------------------- */

void queue_start(abs_queue *q, const abs_suite *suite, size_t slots, int workers)
{
    *q = (abs_queue){
        .jobs = suite->jobs, .slots = slots, .waiting = suite->jobs, .to_search = suite->jobs};
    q->place = memory_zeros(q->jobs, sizeof *q->place);
    q->free_slots = memory_zeros(slots, sizeof *q->free_slots);
    for (; q->free_count < slots; q->free_count++)
        q->free_slots[q->free_count] = (uint32_t)(slots - 1 - q->free_count);
    if (workers == 1)
        return;
    q->order = memory_zeros(q->jobs, sizeof *q->order);
    sort_by_length(q, suite);
}

void queue_free(abs_queue *q)
{
    free(q->place);
    free(q->order);
    free(q->free_slots);
    *q = (abs_queue){0};
}

void queue_settle(abs_queue *q, size_t job, job_state state)
{
    put(q, job, state, 0);
    q->waiting--;
    q->to_search--;
}

bool queue_must_wait(const abs_queue *q)
{
    return q->waiting > 0 && q->free_count == 0;
}

/*
 * Rows of long jobs taken early wait for all that are due before them. Once they fill half of the
 * slots, jobs are taken in their order; the last slot is always for the lowest job, since rows that
 * are due later are handed over only after it.
 */
static size_t next_job(abs_queue *q, bool in_order)
{
    if (!in_order && q->order != NULL && q->free_count > 1 && q->free_count > q->slots / 2) {
        while (queue_state(q, q->order[q->longest]) != JOB_WAITING)
            q->longest++;
        return q->order[q->longest++];
    }
    while (queue_state(q, q->lowest) != JOB_WAITING)
        q->lowest++;
    return q->lowest++;
}

bool queue_take(abs_queue *q, bool in_order, abs_job *job)
{
    if (q->waiting == 0)
        return false;
    q->waiting--;
    const size_t number = next_job(q, in_order);
    *job = (abs_job){number, q->free_slots[--q->free_count], JOB_TAKEN, 0};
    put(q, number, JOB_TAKEN, job->slot);
    return true;
}

void queue_end(abs_queue *q, const abs_job *job)
{
    const bool done = job->state == JOB_DONE;
    put(q, job->number, job->state, done ? job->slot : (uint32_t)job->fault);
    if (done)
        q->finished++;
    else
        q->free_slots[q->free_count++] = job->slot;
}

size_t queue_ready(const abs_queue *q, size_t most)
{
    size_t count = 0;
    while (count < most && q->due + count < q->jobs) {
        const job_state state = queue_state(q, q->due + count);
        if (state == JOB_WAITING || state == JOB_TAKEN || state == JOB_STOPPED)
            break;
        count++;
    }
    return count;
}

void queue_release(abs_queue *q, size_t count)
{
    for (; count > 0; count--, q->due++)
        if (queue_state(q, q->due) == JOB_DONE)
            q->free_slots[q->free_count++] = queue_detail(q, q->due);
}
