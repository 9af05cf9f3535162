/*
 * rounds.h -- runs the jobs of a suite into a report: once, or round after round until every ratio
 * is known well enough.
 */
#ifndef ABS_ROUNDS_H
#define ABS_ROUNDS_H

#include "suite/suite.h"

/*
 * Runs all jobs into the report that the options ask for (none unless `with_report`); what was
 * interrupted or left undone is reported on stderr. With --until-ci, positions are added until it
 * is met. The signature of all rows is left in *signature. The error is set for ABS_CANNOT_RUN and
 * ABS_USAGE.
 */
abs_exit rounds_run(abs_suite *suite, const abs_options *options, bool with_report,
                    uint64_t *signature, abs_error *error);

#endif
