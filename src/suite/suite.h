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

/* The same; of a game that is named without any position, its start, not its suite. */
bool abs_suite_add_starts(abs_suite *suite, const abs_options *options, abs_error *error);

/*
 * Loads the plug-ins that the options name, before any is looked up by its name. On failure the
 * error is wrong usage, or that a file cannot be used.
 */
bool abs_suite_load(const abs_options *options, abs_error *error);

/* The files read that can change rows, each once. */
const abs_suite_input *abs_suite_inputs(const abs_suite *suite, size_t *count);

#endif
