/* racing.h -- the searches of `absbench tune`: a race at one depth. */
#ifndef ABS_RACING_H
#define ABS_RACING_H

#include "find/tuning.h"
#include "suite/suite.h"

/* What all races share. */
typedef struct {
    abs_suite *suite; /* its batch number 0 has the positions, the last `held_out` of them last */
    const abs_options *options;
    abs_tuning *tuning;
    double began;   /* clock_now(): --budget=TIME counts from here */
    uint64_t spent; /* work, of all races so far */
    abs_error *error;
} abs_racing;

/*
 * Races the configurations of `race`, which have its depth, and estimates the leader on the
 * positions held out. ABS_OK: it has ended, if only since the budget is spent; ABS_INTERRUPTED:
 * what was looked at is kept; ABS_DIFFERS: two searches returned different values. The error is set
 * unless it is ABS_OK or ABS_INTERRUPTED.
 */
abs_exit racing_run(abs_racing *racing, tuning_race *race);

#endif
