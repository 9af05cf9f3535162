/*
 * timings.h -- the times of searches that are run several times: all jobs in one round after the
 * other, so that what slows the machine down for a while slows all of them.
 */
#ifndef ABS_TIMINGS_H
#define ABS_TIMINGS_H

#include "log/row.h"

typedef struct {
    uint64_t first_job;
    int rounds, round;  /* round: set before each, from 0 */
    double *cpu, *real; /* by job, then by round */
    uint64_t *counts;   /* by job: a hash; 0: none yet */
} abs_timings;

/* For `repeats` rounds in all, of jobs from `first_job` on. */
void timings_start(abs_timings *timings, uint64_t first_job, size_t jobs, int repeats);
void timings_free(abs_timings *timings);

/*
 * Takes the time of a row of the round, once; rows of different jobs from any threads. False: it
 * counts otherwise than before, and was not stopped by a clock.
 */
bool timings_take(abs_timings *timings, const abs_row *row);
/* A row of the last round whose time was taken, with the times of all. */
abs_row timings_row(const abs_timings *timings, const abs_row *row);

#endif
