/* suite_parts.h -- what the files of the suite share and nobody else needs. */
#ifndef ABS_SUITE_PARTS_H
#define ABS_SUITE_PARTS_H

#include "suite.h"

/* Sets the error; false, for a return. */
bool suite_no_memory(abs_error *error);

/* Adds the tree of a seed to the batch. False: the error is set. */
bool suite_add_tree(abs_batch *batch, uint64_t seed, abs_error *error);

/*
 * --max-positions: the batch keeps at most `most` of its positions, in their order: of a tree the
 * first seeds, of a game positions spread over the suite. 0: all. False: no memory.
 */
bool suite_keep(abs_batch *batch, size_t most, abs_error *error);

/* Numbers the jobs of all batches anew. */
void suite_number_jobs(abs_suite *suite);

#endif
