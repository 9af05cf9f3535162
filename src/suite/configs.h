/* configs.h -- the configurations of a batch: what the options ask for, multiplied. */
#ifndef ABS_CONFIGS_H
#define ABS_CONFIGS_H

#include "suite/batch.h"
#include "suite/options.h"

/*
 * Adds a configuration for every combination of the options' settings that the domain and the
 * algorithm leave open, at the depths asked for or at that of the batch's answers; with --verify,
 * naive minimax too. On failure the error says what is wrong with the command line.
 */
bool configs_add(abs_batch *batch, const abs_options *options, abs_error *error);

/* Whether what was asked for can act in one at least of the batches from number `first` on. */
bool configs_check(const abs_suite *suite, size_t first, const abs_options *options,
                   abs_error *error);

#endif
