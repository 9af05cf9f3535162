/* suite.h -- from options to jobs. */
#ifndef ABS_SUITE_H
#define ABS_SUITE_H

#include "suite/batch.h"
#include "suite/options.h"

/* ---- from options ---------------------------------------------------------------------------- */

/*
 * Adds what the options ask for; with no domain named, the built-in mix. On failure the error says
 * whether the command line or a file is wrong; free the suite all the same.
 */
bool abs_suite_add(abs_suite *suite, const abs_options *options, abs_error *error);

/*
 * Adds the jobs of every grid of a JSON file to the suite (grid.c says its form). A grid counts as
 * command-line options that come before those in argv. Errors in the file are ABS_CANNOT_RUN and
 * name it.
 */
bool grid_add(abs_suite *suite, const char *path, int argc, char **argv, abs_error *error);

/*
 * Loads the plug-ins that the options name, before any is looked up by its name. On failure the
 * error is wrong usage, or that a file cannot be used.
 */
bool abs_suite_load(const abs_options *options, abs_error *error);

/* Whether what was asked for can act in one at least of the batches from number `first` on. */
bool idle_check(const abs_suite *suite, size_t first, const abs_options *options, abs_error *error);
/* Says on stderr, a line for each, which options were given that no search here has a use for. */
void idle_tell(const abs_suite *suite, const abs_options *options);

/* ---- configurations -------------------------------------------------------------------------- */

/*
 * Adds a configuration for every combination of the options' settings that the domain and the
 * algorithm leave open, at the depths asked for or at that of the batch's answers; with --verify,
 * naive minimax too. On failure the error says what is wrong with the command line.
 */
bool configs_add(abs_batch *batch, const abs_options *options, abs_error *error);

/* Gives a batch that has none the configurations of the ladder that `tune` races, in the settings
   of the options. Windows that come to the same in points are one. False: the error is set. */
bool ladder_add(abs_batch *batch, const abs_options *options, abs_error *error);

/*
 * The window beyond the edge: if no other of the configurations differs from number `which` in
 * nothing but a smaller window, or none in a larger one, *next is the same with half or twice its
 * window. False: it has no window, stands between two, or there is none beyond.
 */
bool ladder_extend(const abs_config *configs, size_t count, size_t which, abs_config *next);

#endif
