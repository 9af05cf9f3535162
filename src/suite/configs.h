/* configs.h -- the configurations that options ask for. */
#ifndef ABS_CONFIGS_H
#define ABS_CONFIGS_H

#include "suite/batch.h"
#include "suite/options.h"

/*
 * Adds a configuration for every combination of the options' settings that the domain and the
 * algorithm leave open; with --verify, naive minimax too. If it fails, the error says what is wrong
 * with the command line.
 */
bool configs_add(abs_batch *batch, const abs_options *options, abs_error *error);

/* Adds the configurations that `tune` races, with the settings of the options, to a batch that has
   none. Windows that are equal in points are added once. Returns false if the error is set. */
bool ladder_add(abs_batch *batch, const abs_options *options, abs_error *error);

/*
 * Extends the windows. If no configuration differs from number `which` only by a smaller window,
 * *next becomes the same with half its window; else, if none has a larger one, with twice its
 * window. Returns false if it has no window, has both neighbours, or *next would be out of range.
 */
bool ladder_extend(const abs_config *configs, size_t count, size_t which, abs_config *next);

#endif
