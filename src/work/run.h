/*
 * run.h -- one configuration on one position: iterations, passes, and the row they make.
 */
#ifndef ABS_RUN_H
#define ABS_RUN_H

#include "work/worker.h"

/*
 * Searches, and fills the row. Returns false when memory is short. With `check_moves`, the row's
 * best_move_optimal is found by searches outside its counts, where they are affordable.
 */
bool abs_run(abs_worker *worker, const abs_entry *entry, const abs_config *config, bool check_moves,
             abs_row *row);

#endif
