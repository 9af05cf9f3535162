/* queue.c -- see queue.h. */
#include "work/queue.h"
#include "base/memory.h"

#include <stdlib.h>

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

/* Those from `begin` on, by counting: jobs of one length stay in their order. */
static void sort_block(abs_queue *q, const abs_suite *suite, size_t begin, size_t end)
{
    size_t start[LENGTHS + 1] = {0};
    for (size_t job = begin; job < end; job++)
        start[LENGTHS - 1 - job_length(suite, job) + 1]++;
    for (int i = 1; i <= LENGTHS; i++)
        start[i] += start[i - 1];
    for (size_t job = begin; job < end; job++)
        q->order[begin + start[LENGTHS - 1 - job_length(suite, job)]++] = (uint32_t)job;
}

/* ---- the queue ----------------------------------------------------------------------------- */

/* Blocks are of half a window, so that the next can be begun while rows of the one before wait; the
   last is longer: the longest of those that end the run is not begun last. */
void queue_start(abs_queue *q, const abs_suite *suite, size_t window, int workers)
{
    const size_t block = window / 2 > 0 ? window / 2 : 1;
    *q = (abs_queue){
        .jobs = suite->jobs, .window = window, .waiting = suite->jobs, .to_search = suite->jobs};
    q->state = memory_zeros(q->jobs, sizeof *q->state);
    if (workers == 1)
        return;
    q->order = memory_zeros(q->jobs, sizeof *q->order);
    for (size_t begin = 0, end; begin < q->jobs; begin = end) {
        end = q->jobs - begin <= 2 * block ? q->jobs : begin + block;
        sort_block(q, suite, begin, end);
    }
}

void queue_free(abs_queue *q)
{
    free(q->state);
    free(q->order);
    *q = (abs_queue){0};
}

void queue_settle(abs_queue *q, size_t job, job_state state)
{
    q->state[job] = (uint8_t)state;
    q->waiting--;
    q->to_search--;
}

bool queue_must_wait(abs_queue *q)
{
    if (q->waiting == 0)
        return false;
    while (q->state[q->lowest] != JOB_WAITING)
        q->lowest++;
    return q->lowest >= q->due + q->window;
}

bool queue_take(abs_queue *q, bool in_order, size_t *job)
{
    if (q->waiting == 0 || queue_must_wait(q))
        return false;
    *job = q->lowest;
    if (!in_order && q->order != NULL) {
        while (q->state[q->order[q->longest]] != JOB_WAITING)
            q->longest++;
        if (q->order[q->longest] < q->due + q->window)
            *job = q->order[q->longest];
    }
    q->state[*job] = JOB_TAKEN;
    q->waiting--;
    return true;
}

void queue_end(abs_queue *q, size_t job, int state)
{
    q->state[job] = (uint8_t)state;
    q->finished += state == JOB_DONE;
}

size_t queue_ready(const abs_queue *q, size_t most)
{
    size_t count = 0;
    while (count < most && q->due + count < q->jobs && q->state[q->due + count] > JOB_STOPPED)
        count++;
    return count;
}
