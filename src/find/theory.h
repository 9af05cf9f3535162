/*
 * theory.h -- what a search must cost on a random tree: expected counts in closed form.
 *
 * The tree is `uniform` without commute: every node has low..high children, each number as likely;
 * every leaf has one of `values` values, each as likely; all draws are independent. A value is
 * named by its rank 1..values from the root player's view, so ranks 0 and values + 1 stand for
 * minus and plus infinity. `uniform:range=R` has 2R + 1 values, and value v has rank v + R + 1.
 *
 * Equal values are counted as the program treats them: a score that reaches beta cuts off. Each
 * form is for one search of one depth. The sums are exact; doubles leave a relative error below
 * 1e-9 for all that a report asks for. docs/theory.md has the derivations.
 *
 * Sources: Fuller, Gaschnig & Gillogly 1973 (the sum over alpha's distribution), Knuth & Moore 1975
 * (when a node is visited, and the least tree), Baudet 1978 (discrete values and ties), Pearl 1982
 * (the branching factor), Roizen & Pearl 1983 (SSS*).
 */
#ifndef ABS_THEORY_H
#define ABS_THEORY_H

#include <stdbool.h>
#include <stdint.h>

enum { THEORY_DEPTH_MAX = 100 };

typedef struct {
    int low, high;  /* children: 1 <= low <= high */
    int64_t values; /* >= 1 */
} theory_tree;

/*
 * Every form below fills visits[0..depth] with the expected number of nodes visited at each ply:
 * visits[0] is the root's 1, visits[depth] are the leaves. 0 <= depth <= THEORY_DEPTH_MAX.
 */

/* Minimax: all of them. */
void theory_minimax(const theory_tree *tree, int depth, double *visits);

/*
 * Alpha-beta with the window (alpha, beta), ranks 0 <= alpha < beta <= values + 1: the open window
 * is (0, values + 1), a null window (beta - 1, beta). Fail-hard and fail-soft visit the same nodes.
 */
void theory_window(const theory_tree *tree, int depth, int64_t alpha, int64_t beta, double *visits);

/*
 * SSS*, or with `dual` DUAL*: the drivers `sss` and `dual` with a fail-soft core, no ordering and a
 * table that forgets nothing. `visits` counts every node once; `entries` each time it is entered,
 * as the program counts nodes and leaves: entries[0] is the number of passes.
 */
void theory_best_first(const theory_tree *tree, int depth, bool dual, double *visits,
                       double *entries);

/* Leaves of the least tree that proves a value from both sides: b^ceil(d/2) + b^floor(d/2) - 1
   (Knuth & Moore 1975). */
double theory_least_leaves(int b, int depth);

/*
 * The branching factor of alpha-beta, the limit of leaves^(1/depth) for continuous values:
 * x / (1 - x) with x^b + x - 1 = 0 (Pearl 1982).
 */
double theory_branching_factor(int b);

#endif
