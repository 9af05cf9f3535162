/* suite_parts.h -- what the files of the suite share and nobody else needs. */
#ifndef ABS_SUITE_PARTS_H
#define ABS_SUITE_PARTS_H

#include "suite/suite.h"

/* Sets the error; false, for a return. */
bool suite_no_memory(abs_error *error);

/* A new batch with the rules of a spec, `options` being what follows its name. NULL: the error is
 * set. */
abs_batch *suite_open_batch(abs_suite *suite, const abs_domain *domain, const char *spec,
                            const char *options, abs_error *error);

/*
 * Searches that batches before number `first` make already, by position and configuration, are
 * taken out of those from it on, which may split a batch in two. False: no memory, or an id stands
 * for two positions.
 */
bool suite_leave_out_repeats(abs_suite *suite, size_t first, abs_error *error);

/* Whether the two have a configuration in common, or memory is too short to tell. */
bool suite_shares_config(const abs_batch *a, const abs_batch *b);

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
