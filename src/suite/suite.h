/* suite.h -- from options to jobs. */
#ifndef ABS_SUITE_H
#define ABS_SUITE_H

#include "suite/batch.h"
#include "suite/options.h"

/*
 * Adds what the options ask for; with no domain named, the built-in mix. On failure the error says
 * whether the command line or a file is wrong; free the suite all the same.
 */
bool abs_suite_add(abs_suite *suite, const abs_options *options, abs_error *error);

#endif
