/* limits.h -- rows that say how little would have been enough. */
#ifndef ABS_LIMITS_H
#define ABS_LIMITS_H

#include "work/worker.h"

/*
 * `minimal` and `minimal-graph`: after the search for the value, finds the limit, and puts its
 * counts into worker->search.n and the last iteration; the work done for it becomes further passes
 * of that iteration. If it is stopped, row->status says so and worker->search.n holds all of the
 * work. Returns false when memory is short.
 *
 * minimal: the fewest leaves and the fewest nodes of any tree that proves the value from both sides
 * without a table. They may be of two trees, so interior, the difference, is not a count.
 *
 * minimal-graph: the left-first minimal graph (Plaat, Schaeffer, Pijls & de Bruin, Best-first
 * fixed-depth minimax algorithms, 1996). The same search again and again, with the table's answers
 * forgotten and its best moves kept and tried first, until it takes no fewer nodes than before. The
 * one with the fewest nodes is the row's.
 */
bool limits_count(abs_worker *worker, abs_row *row);

#endif
