/*
 * timings.h -- the times of searches that are run several times: all jobs in one round after the
 * other, so that what slows the machine down for a while slows all of them.
 */
#ifndef ABS_TIMINGS_H
#define ABS_TIMINGS_H

#include "row/row.h"

typedef struct {
    size_t next; /* the job after the one whose row came last */
    int rounds, round;
    double *cpu, *real; /* by job, then by round */
    struct timed_job {
        size_t entry; /* its place in the batch, whose configuration that is */
        const abs_config *config;
        uint64_t counts; /* a hash; 0: none yet */
    } * job;
} abs_timings;

/* For `repeats` rounds in all. False: no memory; free them all the same. */
bool timings_start(abs_timings *timings, size_t jobs, int repeats);
void timings_free(abs_timings *timings);

/* Before every round. */
void timings_round(abs_timings *timings, int round);
/*
 * Takes the next row of the round, in job order; after an interrupt some are left out. False: it
 * counts otherwise than before, and was not stopped by a clock.
 */
bool timings_take(abs_timings *timings, const abs_row *row);
/* The row of the last round that timings_take() just took, with the times of all. */
abs_row timings_row(const abs_timings *timings, const abs_row *row);

#endif
