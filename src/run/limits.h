/* limits.h -- rows that say how little would have been enough. */
#ifndef ABS_LIMITS_H
#define ABS_LIMITS_H

#include "run/worker.h"

/*
 * `minimal` and `minimal-graph`: when the search for the value has ended, finds the limit, and puts
 * its counts into worker->search.n and the last iteration; what was done for it becomes further
 * passes of that iteration. If the work is stopped, row->status says so and worker->search.n holds
 * all of it. Returns false when memory is short.
 *
 * minimal: the fewest leaves and the fewest nodes of any tree that proves the value from both sides
 * without a table; each has a tree of its own. interior is the difference, and no count.
 *
 * minimal-graph: the left-first minimal graph (Plaat, Schaeffer, Pijls & de Bruin, Best-first
 * fixed-depth minimax algorithms, 1996). The same search again and again, with the table's answers
 * forgotten and its best moves kept and tried first, until it takes no fewer nodes than before. The
 * search with the fewest counts.
 */
bool limits_count(abs_worker *worker, abs_row *row);

#endif
