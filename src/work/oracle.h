/* oracle.h -- searches outside a row's counts: a position's true value, and whether a move is a
 * best one. */
#ifndef ABS_ORACLE_H
#define ABS_ORACLE_H

#include "work/worker.h"

/* Room for the table of these searches, before the first of a job. False: memory is short. */
bool abs_worker_reserve_oracle(abs_worker *worker);

/* The true value of the row's position at `depth`; false if interrupted. No node is counted. */
bool abs_worker_value(abs_worker *worker, const abs_row *row, int depth, int64_t *value);

/* Whether the row's best move is a best move; unknown where that takes too many nodes. */
abs_answer abs_worker_check_move(abs_worker *worker, const abs_row *row);

#endif
