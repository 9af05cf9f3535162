/* pass.h -- one call of a search from the root. */
#ifndef ABS_PASS_H
#define ABS_PASS_H

#include "work/worker.h"

/* One call of the worker's search from the root. Anything but `ok`: it did not end. */
abs_status run_pass(abs_worker *worker, const abs_entry *entry, int depth, int alpha, int beta,
                    int *value);

/* The row's best move and line are those of the pass just made. */
void run_take_line(abs_row *row, const abs_search *search);

#endif
