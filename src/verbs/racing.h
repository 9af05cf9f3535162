/* racing.h -- the searches of `absbench tune`. */
#ifndef ABS_RACING_H
#define ABS_RACING_H

#include "find/tuning.h"
#include "suite/suite.h"

/*
 * Runs the races of `tuning`, whose configurations have their depths, on the positions of the
 * suite's batch number 0, the last `held_out` of them last; estimates each leader on those. ABS_OK:
 * all have ended, if only since the budget is spent; ABS_INTERRUPTED: what was looked at is kept;
 * ABS_DIFFERS: two searches returned different values. The error is set unless it is ABS_OK or
 * ABS_INTERRUPTED.
 */
abs_exit racing_run(abs_suite *suite, const abs_options *options, abs_tuning *tuning,
                    abs_error *error);

#endif
