/*
 * theory.c -- what a search must cost on a random tree: expected counts in closed form, and the
 * means to compare with them. See findings.h; docs/theory.md has the derivations.
 *
 * The tree is `uniform` without commute: every node has low..high children, each number as likely;
 * every leaf has one of `values` values, each as likely; all draws are independent. A value is
 * named by its rank 1..values from the root player's view, so ranks 0 and values + 1 stand for
 * minus and plus infinity. `uniform:range=R` has 2R + 1 values, and value v has rank v + R + 1.
 *
 * Equal values are counted as the program treats them: a score that reaches beta cuts off. Each
 * form is for one search of one depth. The sums are exact; doubles leave a relative error below
 * 1e-9 for all that a report asks for.
 *
 * Sources: Fuller, Gaschnig & Gillogly 1973 (the sum over alpha's distribution), Knuth & Moore 1975
 * (when a node is visited, and the least tree), Baudet 1978 (discrete values and ties), Pearl 1982
 * (the branching factor), Roizen & Pearl 1983 (SSS*).
 */
#include "base/memory.h"
#include "find/findings.h"
#include "trees/uniform.h"

#include <math.h>
#include <stdlib.h>

/* ---- widths --------------------------------------------------------------------------------- */

static double mean_width(const theory_tree *tree)
{
    return 0.5 * ((double)tree->low + tree->high);
}

/* E[x^width]: the probability that all children have what each of them has with probability x. */
static double all_children(const theory_tree *tree, double x)
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
static double each_child(const theory_tree *tree, double older, double younger)
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
static void distribution(const theory_tree *tree, int depth, int64_t t, bool first, double *below)
{
    below[depth] = (double)t / (double)tree->values;
    for (int ply = depth; ply-- > 0;) {
        const bool ours = (ply % 2 == 0) == first;
        below[ply] =
            ours ? all_children(tree, below[ply + 1]) : 1 - all_children(tree, 1 - below[ply + 1]);
    }
}

/* ---- the searches --------------------------------------------------------------------------- */

void theory_minimax(const theory_tree *tree, int depth, double *visits)
{
    visits[0] = 1;
    for (int ply = 1; ply <= depth; ply++)
        visits[ply] = visits[ply - 1] * mean_width(tree);
}

/*
 * A node is visited if and only if a < b, where a is the largest of alpha and the values of older
 * siblings at the root player's plies on the way to it, and b the smallest of beta and those at the
 * other's (Knuth & Moore). Both are independent. So the sum of P(a <= t) P(b > t) over all nodes of
 * a ply is a product with one factor for each ply above, and P(a < b) is the sum over t of
 * P(a = t) P(b > t).
 */
void theory_window(const theory_tree *tree, int depth, int64_t alpha, int64_t beta, double *visits)
{
    double below[THEORY_DEPTH_MAX + 1], earlier[THEORY_DEPTH_MAX + 1];
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
static double hits(const theory_tree *tree, const best_first_ply *p)
{
    return p->ours ? all_children(tree, p->upto) - all_children(tree, p->upto - p->hit)
                   : p->hit * each_child(tree, 1 - p->upto, 1);
}

/* The expected number of children entered when the node is asked about u = t; 0 if it never is. */
static double entered_again(const theory_tree *tree, const best_first_ply *p)
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
static void add_value(const theory_tree *tree, int depth, const best_first_ply *plies,
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

void theory_best_first(const theory_tree *tree, int depth, bool dual, double *visits,
                       double *entries)
{
    double under[THEORY_DEPTH_MAX + 1], upto[THEORY_DEPTH_MAX + 1];
    best_first_ply plies[THEORY_DEPTH_MAX];
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

/* ---- least leaves, branching factor --------------------------------------------------------- */

double theory_least_leaves(int b, int depth)
{
    return pow(b, (depth + 1) / 2) + pow(b, depth / 2) - 1;
}

double theory_branching_factor(int b)
{
    double low = 0, high = 1;
    for (;;) {
        const double x = low + (high - low) / 2;
        if (x <= low || x >= high)
            return x / (1 - x);
        if (pow(x, b) + x < 1)
            low = x;
        else
            high = x;
    }
}

/* ---- comparing with means -------------------------------------------------------------------- */

/* The most multiplications for one form: some tenths of a second. */
#define WORK_MAX 2e8

/* About how many multiplications theory_window() or theory_best_first() makes for all values. */
static double work_of(const theory_tree *tree, int depth)
{
    return 8.0 * (double)tree->values * depth * tree->high;
}

static const theory_form minimax_form = {"every node: products of mean widths",
                                         "Knuth & Moore 1975"};
static const theory_form least_form = {"where all widths are alike, so are all proofs of a value",
                                       "Knuth & Moore 1975"};
static const theory_form window_form = {
    "exact sum over the distribution of the bounds, ties included",
    "Fuller, Gaschnig & Gillogly 1973; Knuth & Moore 1975; Baudet 1978"};
static const theory_form best_first_form = {
    "exact sum over the values of upper bounds (dual: lower), ties included; a table that forgets "
    "nothing",
    "Stockman 1979; Roizen & Pearl 1983"};

/* ---- the form for a group ------------------------------------------------------------------ */

/* Sets the uniform tree of a spec and returns NULL; or returns why there are no forms for it. */
static const char *read_tree(const abs_tally *t, const abs_tally_group *g, theory_tree *tree)
{
    abs_error error;
    uniform_rules rules;
    const char *spec = t->specs.texts[g->spec], *colon = strchr(spec, ':');
    if (strcmp(g->domain->name, uniform_domain.name) != 0)
        return "closed forms are for uniform trees";
    if (!uniform_domain.parse_rules(&rules, colon != NULL ? colon + 1 : "", &error))
        return "the spec cannot be read";
    if (rules.commute)
        return "with commute=1 a leaf has many parents: values are not independent";
    if (g->config.grain > 1)
        return "rounded values are not equally likely; use --grain=1";
    *tree = (theory_tree){rules.width.low, rules.width.high, 2 * (int64_t)rules.range + 1};
    return NULL;
}

/*
 * Returns the form for a configuration, or NULL with the reason. With the open window neither a
 * table matters, because no position is searched twice, nor the order of moves, because nothing by
 * which it is chosen depends on the leaves to come. But if widths vary, shallower iterations show
 * which moves leave few replies, and such moves tend to be good.
 */
static const theory_form *find_form(const abs_config *c, const theory_tree *tree, const char **why)
{
    const abs_core *core = &c->algo.core->core;
    if (core->minimax)
        return &minimax_form;
    *why = "the limits have a closed form where all widths are alike, the minimal tree's";
    if (c->algo.core->limit != ABS_LIMIT_NONE)
        return c->algo.core->limit == ABS_LIMIT_TREE && tree->low == tree->high ? &least_form
                                                                                : NULL;
    *why = "no closed form for this algorithm";
    if (c->algo.driver == ABS_OPEN) {
        if (core->null_window || core->first_idle)
            return NULL;
        *why = "where widths vary, deepening tells the order which moves leave few replies; use "
               "--order=none or --deepening=off";
        return tree->low == tree->high || c->order == 0 || !c->deepening ? &window_form : NULL;
    }
    if (c->algo.driver != ABS_SSS && c->algo.driver != ABS_DUAL)
        return NULL;
    *why = "closed forms of sss and dual are for a fixed order and a table in exact mode, without "
           "deepening; use --tt=SIZE --order=none --deepening=off";
    return c->order == 0 && c->tt_bytes > 0 && c->tt_mode == ABS_TT_EXACT && !c->deepening
               ? &best_first_form
               : NULL;
}

static theory_mean hold_against(double expected, const abs_mean *mean, size_t n)
{
    theory_mean m = {mean->mean, NAN, NAN};
    if (n > 1)
        m.error = sqrt(mean->squares / (double)(n - 1) / (double)n);
    if (m.error > 0)
        m.z = (m.mean - expected) / m.error;
    return m;
}

/*
 * Computes the first pass of an alpha-beta search if its window is the same for all trees: a null
 * window with bisect, step, sss, dual, and with mtdf if its guess is a number. Whole searches with
 * the open window have their own form.
 */
static void cover_first_pass(theory_line *l)
{
    const abs_tally_group *g = l->group;
    const abs_config *c = &g->config;
    const abs_core *core = &c->algo.core->core;
    const bool open = g->first_alpha <= -ABS_INFINITY && g->first_beta >= ABS_INFINITY;
    if (!g->same_first_pass || open || g->ok == 0 || g->others > 0 || core->minimax ||
        core->null_window || core->first_idle || c->algo.core->limit != ABS_LIMIT_NONE ||
        work_of(&l->tree, c->depth) > WORK_MAX)
        return;
    /* Bounds as ranks. A bound beyond all values has the effect of the nearest end. */
    const int64_t values = l->tree.values, middle = values / 2 + 1;
    int64_t alpha = g->first_alpha + middle, beta = g->first_beta + middle;
    alpha = alpha < 0 ? 0 : alpha > values ? values : alpha;
    beta = beta < 1 ? 1 : beta > values + 1 ? values + 1 : beta;
    double visits[THEORY_DEPTH_MAX + 1];
    theory_window(&l->tree, c->depth, alpha, beta, visits);
    l->first_expected = 0;
    for (int ply = 0; ply <= c->depth; ply++)
        l->first_expected += visits[ply];
    l->first = hold_against(l->first_expected, &g->first_nodes, g->ok);
}

/* Adds up the form over the depths that are searched one after another with deepening. */
static void add_up(theory_line *l, int first, int depths)
{
    const theory_tree *tree = &l->tree;
    for (int depth = first; depth < first + depths; depth++) {
        double visits[THEORY_DEPTH_MAX + 1] = {0}, entries[THEORY_DEPTH_MAX + 1] = {0};
        const double *counted = visits; /* nodes, each as often as it is entered */
        if (l->form == &minimax_form) {
            theory_minimax(tree, depth, visits);
        } else if (l->form == &window_form) {
            theory_window(tree, depth, 0, tree->values + 1, visits);
        } else if (l->form == &best_first_form) {
            theory_best_first(tree, depth, l->group->config.algo.driver == ABS_DUAL, visits,
                              entries);
            counted = entries;
        }
        for (int ply = 0; ply <= depth; ply++) {
            if (l->form == &least_form)
                visits[ply] = theory_least_leaves(tree->low, ply);
            l->nodes += counted[ply];
        }
        l->distinct += visits[depth];
        l->leaves += counted[depth];
        l->least += tree->low == tree->high ? theory_least_leaves(tree->low, depth) : NAN;
    }
    l->limit = tree->low == tree->high ? theory_branching_factor(tree->low) : NAN;
}

theory_line *theory_lines(const abs_tally *t)
{
    const size_t count = t->group_keys.count;
    theory_line *lines = memory_take((count + 1) * sizeof *lines);
    for (size_t i = 0; i < count; i++) {
        const abs_tally_group *g = &t->groups[i];
        const abs_config *c = &g->config;
        const int first = c->deepening && c->depth > 0 ? 1 : c->depth,
                  depths = c->depth - first + 1;
        theory_line *l = &lines[i];
        *l = (theory_line){.group = g, .first_expected = NAN};
        l->missing = read_tree(t, g, &l->tree);
        if (l->missing == NULL) {
            cover_first_pass(l);
            l->form = find_form(c, &l->tree, &l->missing);
        }
        if (l->form != NULL && work_of(&l->tree, c->depth) * depths > WORK_MAX) {
            l->form = NULL;
            l->missing = "too many values, children or plies to sum over";
        }
        if (l->form == NULL) {
            l->leaves = l->nodes = l->distinct = l->least = l->limit = NAN;
            continue;
        }
        add_up(l, first, depths);
        l->measured = g->ok > 0 && g->others == 0 &&
                      !(l->form == &best_first_form && g->sums[COUNT_tt_replaced] > 0);
        l->mean = hold_against(l->leaves, &g->leaves, l->measured ? g->ok : 0);
        l->missing = g->others > 0
                         ? "rows were stopped: those that are left are not like the others"
                     : !l->measured     ? "the table had to forget; use a larger --tt"
                     : g->ok < 2        ? "n = 1: no standard error"
                     : isnan(l->mean.z) ? "all trees have as many leaves: no z"
                                        : NULL;
    }
    return lines;
}
