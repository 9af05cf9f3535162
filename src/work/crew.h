/* crew.h -- how many workers a run has. */
#ifndef ABS_CREW_H
#define ABS_CREW_H

#include "suite/batch.h"
#include "suite/options.h"

/*
 * As --jobs says; else a sweep or a race has one for each processor that this process may use, as
 * long as their tables together take at most half of the memory, and anything else has one: times
 * of searches that share a machine are not their own. Never more than there are jobs; at least 1.
 */
int crew_size(const abs_options *options, const abs_suite *suite);

/* Says on stderr how many searches there will be, by how many workers, with how much memory. */
void crew_announce(const abs_options *options, const abs_suite *suite);

#endif
