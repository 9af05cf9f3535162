/* aggregate.c -- see findings.h. */
#include "base/memory.h"
#include "find/findings.h"

#include <math.h>
#include <stdlib.h>

/* ---- numbers ------------------------------------------------------------------------------- */

/* Computes the figures of the group's counts over its positions. */
static void spread(abs_aggregate *a, const abs_pairs *pairs)
{
    enum { KINDS = 3 };
    abs_spread *const of[KINDS] = {&a->nodes, &a->work, &a->measure};
    const abs_tally *t = pairs->tally;
    const pairs_item *items = &pairs->items[pairs->first[a->group]];
    double logs[KINDS] = {0};
    a->n = pairs->first[a->group + 1] - pairs->first[a->group];
    uint64_t *values = memory_take((KINDS * a->n + 1) * sizeof *values);
    for (size_t i = 0; i < a->n; i++) {
        const abs_record *first = &t->records[pairs->order[items[i].record]];
        bool again = false, noisy = false;
        double mean[KINDS] = {0};
        size_t copies = 0;
        for (const uint32_t *at = &pairs->order[items[i].record];
             at < pairs->order + t->count && t->records[*at].group == first->group &&
             t->records[*at].root == first->root;
             at++) {
            const abs_record *r = &t->records[*at];
            const uint64_t numbers[KINDS] = {r->nodes, r->work, r->measure};
            again |= r->again || copies > 0;
            copies++;
            noisy |= r->differs || r->nodes != first->nodes;
            for (size_t k = 0; k < KINDS; k++) {
                mean[k] += log((double)numbers[k]);
                values[k * a->n + i] = numbers[k];
                of[k]->too_large |= numbers[k] > UINT64_MAX - of[k]->sum;
                of[k]->sum += numbers[k];
            }
        }
        for (size_t k = 0; k < KINDS; k++) {
            mean[k] /= (double)copies;
            logs[k] += mean[k];
            if (copies > 1) /* one copy keeps its exact number */
                values[k * a->n + i] = (uint64_t)(exp(mean[k]) + 0.5);
        }
        a->repeated += again;
        a->noisy += noisy;
    }
    for (size_t k = 0; k < KINDS; k++) {
        of[k]->geomean = a->n > 0 ? exp(logs[k] / (double)a->n) : NAN;
        if (a->n > 0)
            stats_median(&values[k * a->n], a->n, &of[k]->median_low, &of[k]->median_high);
    }
    free(values);
}

static double grow_by_ply(const abs_pairs *pairs, uint32_t group)
{
    const abs_tally_group *g = &pairs->tally->groups[group];
    abs_config less = g->config;
    double sum = 0;
    less.depth--;
    const uint32_t shorter = tally_find_group(pairs->tally, g->spec, &less);
    if (shorter == UINT32_MAX)
        return NAN;
    const size_t n = pairs_differences(pairs, group, shorter);
    for (size_t i = 0; i < n; i++)
        sum += pairs->logs[i];
    return n > 0 ? exp(sum / (double)n) : NAN;
}

/* ---- comparisons --------------------------------------------------------------------------- */

bool aggregate_is_judged(const abs_pairs *pairs, const abs_aggregate *a)
{
    return a->reference != UINT32_MAX && pairs->twin[a->reference] != pairs->twin[a->group] &&
           config_is_search(&pairs->tally->groups[a->group].config);
}

bool aggregate_is_compared(const abs_pairs *pairs, const abs_aggregate *a)
{
    return aggregate_is_judged(pairs, a) && !pairs_is_twin(pairs, a->group);
}

/* Counts the searches of each block that are compared with their reference. */
static void count_comparisons(const abs_tally *t, const abs_pairs *pairs, abs_aggregate *made)
{
    size_t *compared = memory_zeros(t->blocks.count + 1, sizeof *compared);
    for (size_t g = 0; g < t->group_keys.count; g++)
        compared[t->groups[g].block] += aggregate_is_compared(pairs, &made[g]);
    for (size_t g = 0; g < t->group_keys.count; g++)
        made[g].comparisons = compared[t->groups[g].block];
    free(compared);
}

/* Finds the copies of the two searches of a position that share the least shuffle. Returns whether
   there are any. */
static bool find_like(const abs_pairs *pairs, const pairs_walk *w, const abs_record *like[2])
{
    const abs_tally *t = pairs->tally;
    const uint32_t *end = pairs->order + t->count;
    like[0] = NULL;
    for (const uint32_t *i = &pairs->order[w->a->record];
         i < end && t->records[*i].group == w->a->group && t->records[*i].root == w->a->root; i++)
        for (const uint32_t *k = &pairs->order[w->b->record];
             k < end && t->records[*k].group == w->b->group && t->records[*k].root == w->b->root;
             k++)
            if (t->records[*i].shuffle == t->records[*k].shuffle &&
                (like[0] == NULL || t->records[*i].shuffle < like[0]->shuffle)) {
                like[0] = &t->records[*i];
                like[1] = &t->records[*k];
            }
    return like[0] != NULL;
}

/* Counts how often a search agrees with its reference, if it need not agree and is not verified. */
static void find_agreement(const abs_pairs *pairs, abs_aggregate *a)
{
    const abs_record *like[2];
    size_t moves = 0, same_moves = 0, values = 0, same_values = 0;
    for (pairs_walk w = pairs_begin(pairs, a->group, a->reference); pairs_both(&w); w.a++) {
        if (!find_like(pairs, &w, like))
            continue;
        const abs_record *x = like[0], *y = like[1];
        const bool move = x->best != TALLY_NO_MOVE && y->best != TALLY_NO_MOVE,
                   value = (x->has_value || x->has_mate) && (y->has_value || y->has_mate);
        moves += move;
        same_moves += move && x->best == y->best;
        values += value;
        same_values += value && x->has_mate == y->has_mate && x->value == y->value;
    }
    a->same_moves = stats_share_of(same_moves, moves);
    a->same_values = stats_share_of(same_values, values);
}

abs_aggregate *aggregate_make(const abs_tally *t, const abs_pairs *pairs)
{
    const uint32_t groups = (uint32_t)t->group_keys.count;
    abs_aggregate *made = memory_take((groups + 1) * sizeof *made);
    for (uint32_t g = 0; g < groups; g++)
        made[g] = (abs_aggregate){.group = g, .reference = pairs->reference[g]};
    count_comparisons(t, pairs, made);
    for (abs_aggregate *a = made; a < made + groups; a++) {
        const abs_config *c = &t->groups[a->group].config;
        size_t paired = 0;
        spread(a, pairs);
        if (c->algo.engine == NULL) /* only engines may count differently when they search again */
            a->repeated = a->noisy = 0;
        a->branching_factor = grow_by_ply(pairs, a->group);
        if (a->reference != UINT32_MAX)
            paired = pairs_differences(pairs, a->group, a->reference);
        a->judged = judge_ratio(pairs->logs, paired, a->comparisons > 0 ? a->comparisons : 1);
        if (paired > 0) {
            stats_ratio *r = &a->judged.ratio;
            r->min.position = tally_position(t, (uint32_t)pairs->roots[r->min.at]);
            r->max.position = tally_position(t, (uint32_t)pairs->roots[r->max.at]);
        }
        if (!aggregate_is_judged(pairs, a)) { /* it has a ratio but no verdict */
            a->judged.ratio.lower = a->judged.ratio.upper = NAN;
            a->judged.ratio.same = false;
            a->judged.ratio.method = NULL;
            a->judged.verdict = JUDGE_TOO_FEW;
            a->judged.needed = 0;
        }
        if ((c->algo.engine != NULL || config_selects(c)) && a->reference != UINT32_MAX &&
            a->reference != a->group)
            find_agreement(pairs, a);
    }
    return made;
}

/* ---- names ----------------------------------------------------------------------------------- */

const char *findings_reference(const abs_findings *f, uint32_t group)
{
    const abs_tally_group *groups = f->tally->groups;
    const uint32_t reference = f->aggregates[group].reference;
    return groups[group].config.algo.engine != NULL && reference != UINT32_MAX
               ? groups[reference].config.algo.name
               : f->reference;
}
