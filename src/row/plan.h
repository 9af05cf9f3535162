/* plan.h -- which jobs a report is of: all those of a run, or a shard of them. */
#ifndef ABS_PLAN_H
#define ABS_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#define ABS_NO_JOB UINT64_MAX /* a row, or a number of jobs, that no plan tells */

typedef struct {
    uint64_t hash;          /* of all jobs, whatever the shard */
    uint64_t jobs;          /* of all shards; ABS_NO_JOB: not known beforehand */
    uint32_t shard, shards; /* shard 1..shards; 0, 0: not divided */
} abs_plan;

/* Whether two reports are of the same plan, maybe of different shards of it. */
static inline bool abs_plan_is_same(const abs_plan *a, const abs_plan *b)
{
    return a->hash == b->hash && a->jobs == b->jobs;
}

#endif
