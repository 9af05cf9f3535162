/*
 * judged.h -- the judge of --judge: a value J(m) for every root move m of a position, by which the
 * regret of a search is max J - J(its move). docs/regret.md says what judges there are.
 */
#ifndef ABS_JUDGED_H
#define ABS_JUDGED_H

#include "suite/options.h"
#include "work/worker.h"

/* What it has found is kept by position: the rows of one share it, whichever worker asks. */
typedef struct abs_judge abs_judge;

/* The judge of this process, whose findings it keeps; NULL: none is asked for. */
abs_judge *judged_by(const abs_judge_option *how);

/*
 * What the moves are worth; count 0: the position cannot be judged. Searches by the worker's own
 * second worker, whose table is not among those that --tt asks for; several workers that ask for
 * one position share out its moves. False: interrupted.
 */
bool judged_moves(abs_judge *judge, abs_worker *worker, const abs_root *root,
                  abs_judgement *judgement);

/* Sets the regret of the row that the worker has just searched; a row that cannot have one for a
   signal is ABS_STATUS_INTERRUPTED. */
void judged_row(abs_judge *judge, abs_worker *worker, abs_row *row);

#endif
