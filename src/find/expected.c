/* expected.c -- see findings.h. */
#include "base/memory.h"
#include "find/findings.h"
#include "trees/uniform.h"

#include <math.h>
#include <stdlib.h>

/* The most multiplications, about, that one form is worth: some tenths of a second. */
#define WORK_MAX 2e8

/* Multiplications, about, of theory_window or theory_best_first over all values. */
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

/* ---- which form covers a group ------------------------------------------------------------- */

/* The uniform tree of a spec, or NULL and why its values are not what the forms are for. */
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
 * The form for a configuration, or NULL and why there is none. Under the open window neither a
 * table (no position is searched twice) nor an order matters: it is chosen by what says nothing
 * about the leaves to come, and before they are seen all orders are alike. But where widths vary,
 * shallower iterations show which moves leave few replies, and such moves tend to be good.
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
 * The first pass of an alpha-beta search whose window is the same for all trees: a null window with
 * bisect, step, sss and dual, with mtdf if its guess is a number; whole searches with the open
 * window have their own form.
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
    /* Ranks; what lies beyond all values is like the nearest end. */
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

/* What the form says of one search at each of the depths: deepening searches one after another. */
static void add_up(theory_line *l, int first, int depths)
{
    const theory_tree *tree = &l->tree;
    for (int depth = first; depth < first + depths; depth++) {
        double visits[THEORY_DEPTH_MAX + 1] = {0}, entries[THEORY_DEPTH_MAX + 1] = {0};
        const double *counted = visits; /* a node each time it is entered */
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

static theory_line make_line(const abs_tally *t, const abs_tally_group *g)
{
    const abs_config *c = &g->config;
    const int first = c->deepening && c->depth > 0 ? 1 : c->depth, depths = c->depth - first + 1;
    theory_line l = {.group = g, .first_expected = NAN};
    l.missing = read_tree(t, g, &l.tree);
    if (l.missing == NULL) {
        cover_first_pass(&l);
        l.form = find_form(c, &l.tree, &l.missing);
    }
    if (l.form != NULL && work_of(&l.tree, c->depth) * depths > WORK_MAX) {
        l.form = NULL;
        l.missing = "too many values, children or plies to sum over";
    }
    if (l.form == NULL) {
        l.leaves = l.nodes = l.distinct = l.least = l.limit = NAN;
        return l;
    }
    add_up(&l, first, depths);
    l.measured = g->ok > 0 && g->others == 0 &&
                 !(l.form == &best_first_form && g->sums[COUNT_tt_replaced] > 0);
    l.mean = hold_against(l.leaves, &g->leaves, l.measured ? g->ok : 0);
    l.missing = g->others > 0     ? "rows were stopped: those that are left are not like the others"
                : !l.measured     ? "the table had to forget; use a larger --tt"
                : g->ok < 2       ? "n = 1: no standard error"
                : isnan(l.mean.z) ? "all trees have as many leaves: no z"
                                  : NULL;
    return l;
}

theory_line *theory_lines(const abs_tally *t)
{
    const size_t count = t->group_keys.count;
    theory_line *lines = memory_take((count + 1) * sizeof *lines);
    for (size_t i = 0; i < count; i++)
        lines[i] = make_line(t, &t->groups[i]);
    return lines;
}
