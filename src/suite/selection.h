/* selection.h -- which positions of a batch are searched, and when. */
#ifndef ABS_SELECTION_H
#define ABS_SELECTION_H

#include "suite/batch.h"

/*
 * --max-positions: the batch keeps at most `most` of its positions, in their order: of a tree the
 * first seeds, of a game positions spread over the suite. 0: all. False: no memory.
 */
bool selection_keep(abs_batch *batch, size_t most, abs_error *error);

/*
 * Rounds (--until-ci). selection_hold() keeps all but a few positions of every game for later, in
 * an order in which every beginning is spread over the suite. selection_next() makes the jobs of
 * the next round: wanted[i] more positions of batch i, from those held back or, for a tree, from
 * further seeds; suite->jobs is 0 afterwards if there are none. False: no memory, or interrupted.
 */
bool selection_hold(abs_suite *suite, abs_error *error);
bool selection_next(abs_suite *suite, const size_t *wanted, abs_error *error);

#endif
