/*
 * run.h -- one configuration on one position: iterations, passes, and the row they make.
 */
#ifndef ABS_RUN_H
#define ABS_RUN_H

#include "work/worker.h"

/*
 * Searches, and fills the row. With `check_moves`, the row's best_move_optimal is found by searches
 * outside its counts, where they are affordable.
 */
void abs_run(abs_worker *worker, const abs_entry *entry, const abs_config *config, bool check_moves,
             abs_row *row);

/*
 * `minimal` and `minimal-graph`: after the search for the value, finds the limit, and puts its
 * counts into worker->search.n and the last iteration; the work done for it becomes further passes
 * of that iteration. If it is stopped, row->status says so and worker->search.n holds all of the
 * work.
 *
 * minimal: the fewest leaves and the fewest nodes of any tree that proves the value from both sides
 * without a table. They may be of two trees, so interior, the difference, is not a count.
 *
 * minimal-graph: the left-first minimal graph (Plaat, Schaeffer, Pijls & de Bruin, Best-first
 * fixed-depth minimax algorithms, 1996). The same search again and again, with the table's answers
 * forgotten and its best moves kept and tried first, until it takes no fewer nodes than before. The
 * one with the fewest nodes is the row's.
 */
void limits_count(abs_worker *worker, abs_row *row);

#endif
