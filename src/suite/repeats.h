/* repeats.h -- no search twice: what two grids of a sweep both ask for. */
#ifndef ABS_REPEATS_H
#define ABS_REPEATS_H

#include "suite/batch.h"

/*
 * Searches that batches before number `first` already make, by position and configuration, are
 * taken out of the later ones, which may split a batch in two. False: no memory, or an id names two
 * positions.
 */
bool repeats_leave_out(abs_suite *suite, size_t first, abs_error *error);

/* Whether the two have a configuration in common, or memory is too short to tell. */
bool repeats_share_config(const abs_batch *a, const abs_batch *b);

#endif
