/* repeats.h -- no search twice: what two grids of a sweep both ask for. */
#ifndef ABS_REPEATS_H
#define ABS_REPEATS_H

#include "suite/batch.h"

/*
 * Searches for results that batches before number `first` already make, by position and
 * configuration, are taken out of the later ones, which may split a batch in two or more. False: no
 * memory, or interrupted.
 */
bool repeats_leave_out(abs_suite *suite, size_t first, abs_error *error);

/*
 * Once all grids are there: references that some batch makes for its results, or that an earlier
 * one makes as references too, are taken out.
 */
bool repeats_leave_out_references(abs_suite *suite, abs_error *error);

/* Numbers a configuration of a batch: the same for all batches of the spec that have it.
   UINT32_MAX: no memory. */
uint32_t repeats_config(abs_names *configs, const abs_batch *batch, const abs_config *config);

#endif
