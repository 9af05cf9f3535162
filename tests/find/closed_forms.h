/*
 * closed_forms.h -- what a search must cost on a random tree: expected counts in closed form.
 * docs/searches.md, "What they must cost", has the formulas and the sources.
 *
 * The tree is `uniform` without commute: every node has low..high children, each number as likely;
 * every leaf has one of `values` values, each as likely; all draws are independent. A value is
 * named by its rank 1..values from the root player's view, so ranks 0 and values + 1 stand for
 * minus and plus infinity. `uniform:range=R` has 2R + 1 values, and value v has rank v + R + 1.
 *
 * Equal values are counted as the program treats them: a score that reaches beta cuts off. Each
 * form is for one search of one depth. The sums are exact; doubles leave a relative error below
 * 1e-9. Every form fills visits[0..depth] with the expected number of nodes visited at each ply:
 * visits[0] is the root's 1, visits[depth] are the leaves. 0 <= depth <= CLOSED_DEPTH_MAX.
 */
#ifndef CLOSED_FORMS_H
#define CLOSED_FORMS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { CLOSED_DEPTH_MAX = 100 };

typedef struct {
    int low, high;  /* the numbers of children: 1 <= low <= high */
    int64_t values; /* >= 1 */
} closed_tree;

/* ---- widths --------------------------------------------------------------------------------- */

static inline double mean_width(const closed_tree *tree)
{
    return 0.5 * ((double)tree->low + tree->high);
}

/* E[x^width]: the probability that all children have what each of them has with probability x. */
static inline double all_children(const closed_tree *tree, double x)
{
    double power = 1, sum = 0;
    for (int w = 1; w <= tree->high; w++) {
        power *= x;
        if (w >= tree->low)
            sum += power;
    }
    return sum / (tree->high - tree->low + 1);
}

/*
 * The expected sum, over a node's children, of the probability that all older siblings have a
 * property that each has with probability `older`, and all younger ones one with `younger`.
 */
static inline double each_child(const closed_tree *tree, double older, double younger)
{
    double terms = 0, power = 1, sum = 0;
    for (int w = 1; w <= tree->high; w++) {
        terms = terms * younger + power; /* for a node with w children */
        power *= older;
        if (w >= tree->low)
            sum += terms;
    }
    return sum / (tree->high - tree->low + 1);
}

/* ---- values --------------------------------------------------------------------------------- */

/*
 * below[ply] = P(rank <= t) of a node at that ply, from one player's view: the one who moves at the
 * root if `first`, else the other. The player who moves at a node takes the largest of its
 * children.
 */
static inline void distribution(const closed_tree *tree, int depth, int64_t t, bool first,
                                double *below)
{
    below[depth] = (double)t / (double)tree->values;
    for (int ply = depth; ply-- > 0;) {
        const bool ours = (ply % 2 == 0) == first;
        below[ply] =
            ours ? all_children(tree, below[ply + 1]) : 1 - all_children(tree, 1 - below[ply + 1]);
    }
}

/* ---- the searches --------------------------------------------------------------------------- */

/* Minimax visits all nodes. */
static inline void closed_minimax(const closed_tree *tree, int depth, double *visits)
{
    visits[0] = 1;
    for (int ply = 1; ply <= depth; ply++)
        visits[ply] = visits[ply - 1] * mean_width(tree);
}

/*
 * Alpha-beta with the window (alpha, beta), ranks with 0 <= alpha < beta <= values + 1: the open
 * window is (0, values + 1), a null window (beta - 1, beta). Fail-hard visits the same nodes as
 * fail-soft.
 *
 * A node is visited if and only if a < b, where a is the largest of alpha and the values of older
 * siblings at the root player's plies on the way to it, and b the smallest of beta and those at the
 * other's (Knuth & Moore). Both are independent. So the sum of P(a <= t) P(b > t) over all nodes of
 * a ply is a product with one factor for each ply above, and P(a < b) is the sum over t of
 * P(a = t) P(b > t).
 */
static inline void closed_window(const closed_tree *tree, int depth, int64_t alpha, int64_t beta,
                                 double *visits)
{
    double below[CLOSED_DEPTH_MAX + 1], earlier[CLOSED_DEPTH_MAX + 1];
    for (int ply = 0; ply <= depth; ply++)
        visits[ply] = earlier[ply] = 0;
    for (int64_t t = alpha; t < beta; t++) {
        double at_most = 1, above = 1; /* the sums of P(a <= t) and P(b > t) over the ply's nodes */
        distribution(tree, depth, t, true, below);
        for (int ply = 0; ply <= depth; ply++) {
            visits[ply] += (at_most - earlier[ply]) * above;
            earlier[ply] = at_most;
            if (ply == depth)
                break;
            if (ply % 2 == 0)
                at_most *= each_child(tree, below[ply + 1], 1);
            else
                above *= each_child(tree, 1 - below[ply + 1], 1);
        }
    }
}

/*
 * For SSS* let M be the root player, for DUAL* the other, whose values mirror the root player's. A
 * node's first search asks whether it is at least some g; each later one whether it is at least u,
 * the upper bound proved so far, which thereby falls from value to value.
 *
 * For a node J let b(J) be the smallest value of the older siblings at the opponent's plies on the
 * way to J: it is J's g. SSS* visits J if and only if, at each of M's plies on the way,
 *     all older siblings are < b(J), and
 *     all younger ones are <= b(J), unless b of the node at that ply is b(J) already.
 * In the sum over b(J) = t, `still` counts the nodes whose b is greater than t so far, and which
 * are asked about t should t be their u; `reached` counts those whose b is t. The rest, with b(J) =
 * infinity, are first children at all of the opponent's plies.
 */
typedef struct {
    bool ours;          /* M moves here */
    double under, upto; /* P(value < t), P(value <= t) of a child */
    double hit;         /* P(t is once the u of a child) */
} best_first_ply;

/* P(t is once the node's u), given that it is asked about every u above. */
static inline double hits(const closed_tree *tree, const best_first_ply *p)
{
    return p->ours ? all_children(tree, p->upto) - all_children(tree, p->upto - p->hit)
                   : p->hit * each_child(tree, 1 - p->upto, 1);
}

/* The expected number of children entered when the node is asked about u = t; 0 if it never is. */
static inline double entered_again(const closed_tree *tree, const best_first_ply *p)
{
    if (p->ours) { /* older siblings are < t, and t is the u of some child */
        const double missed = p->upto - p->hit;
        return p->upto * each_child(tree, p->under, p->upto) -
               missed * each_child(tree, missed, missed);
    }
    /* Older siblings are >= t, and one is t; or all are > t, and t is the u of a later one. */
    const double greater = 1 - p->upto;
    double power = 1, terms = 0, sum = 0;
    for (int w = 1; w <= tree->high; w++) {
        terms += w * power;
        power *= greater;
        if (w >= tree->low)
            sum += terms;
    }
    return each_child(tree, 1 - p->under, 1) - each_child(tree, greater, 1) +
           p->hit * sum / (tree->high - tree->low + 1);
}

/* Adds what b(J) = t and u = t contribute; plies[depth - 1] is the last one with children. */
static inline void add_value(const closed_tree *tree, int depth, const best_first_ply *plies,
                             double *visits, double *entries)
{
    double still = 1, reached = 0;
    for (int ply = 0; ply < depth; ply++) {
        const best_first_ply *p = &plies[ply];
        const double again = still * entered_again(tree, p);
        if (p->ours) {
            still *= each_child(tree, p->under, p->upto);
            reached *= each_child(tree, p->under, 1);
            entries[ply + 1] += reached + again;
        } else {
            const double greater = each_child(tree, 1 - p->upto, 1);
            const double no_less = each_child(tree, 1 - p->under, 1);
            entries[ply + 1] += reached * no_less + again;
            reached = reached * no_less + still * (no_less - greater);
            still *= greater;
        }
        visits[ply + 1] += reached;
    }
}

/*
 * SSS*, or DUAL* with `dual`: the drivers `sss` and `dual` with a fail-soft core, no ordering and a
 * table that forgets nothing. `visits` counts every node once. `entries` counts a node each time it
 * is entered, as the program does: entries[0] is the number of passes.
 */
static inline void closed_best_first(const closed_tree *tree, int depth, bool dual, double *visits,
                                     double *entries)
{
    double under[CLOSED_DEPTH_MAX + 1], upto[CLOSED_DEPTH_MAX + 1];
    best_first_ply plies[CLOSED_DEPTH_MAX];
    visits[0] = entries[0] = 1;
    for (int ply = 1; ply <= depth; ply++)
        visits[ply] = entries[ply] =
            visits[ply - 1] * ((ply % 2 == 1) != dual ? mean_width(tree) : 1);
    distribution(tree, depth, 0, !dual, upto);
    for (int64_t t = 1; t <= tree->values; t++) {
        double hit = 1 / (double)tree->values;
        memcpy(under, upto, sizeof under);
        distribution(tree, depth, t, !dual, upto);
        for (int ply = depth; ply-- > 0;) {
            plies[ply] =
                (best_first_ply){(ply % 2 == 0) != dual, under[ply + 1], upto[ply + 1], hit};
            hit = hits(tree, &plies[ply]);
        }
        entries[0] += hit;
        add_value(tree, depth, plies, visits, entries);
    }
}

/* ---- least leaves --------------------------------------------------------------------------- */

/* The leaves of the least tree that proves a value: b^ceil(d/2) + b^floor(d/2) - 1. */
static inline double least_leaves(int b, int depth)
{
    return pow(b, (depth + 1) / 2) + pow(b, depth / 2) - 1;
}

#endif
