/* aggregate.c -- see findings.h. */
#include "base/memory.h"
#include "find/findings.h"

#include <math.h>
#include <stdlib.h>

/* ---- references ---------------------------------------------------------------------------- */

/* The reference of a group: itself if it may be one; or else, of those `named` in its block, the
   first that is REFERENCE_EQUALS, or the first that fits; UINT32_MAX if there is none. */
static uint32_t find_reference(const abs_tally *t, const abs_reference *reference, uint32_t group,
                               const uint32_t *named, size_t count)
{
    const abs_tally_group *g = &t->groups[group];
    reference_fit best = REFERENCE_NOT;
    uint32_t found = UINT32_MAX;
    /* An engine is compared with the first one, not with itself, though any may be a reference. */
    for (size_t i = g->config.algo.engine != NULL; i <= count && best != REFERENCE_EQUALS; i++) {
        const uint32_t place = i == 0 ? group : named[i - 1];
        const abs_tally_group *r = &t->groups[place];
        const reference_fit fit =
            reference_rate(reference, r->subject->orders, r->subject->selects, &r->config, &g->config);
        found = fit > best ? place : found;
        best = fit > best ? fit : best;
    }
    return found;
}

static void find_references(const abs_tally *t, const abs_reference *reference, abs_aggregate *made)
{
    const size_t groups = t->group_keys.count;
    uint32_t *order = tally_order(t, SHARE_BLOCK),
             *named = memory_take((groups + 1) * sizeof *named);
    for (size_t i = 0, end; i < groups; i = end) {
        const uint32_t block = t->groups[order[i]].block;
        size_t count = 0;
        for (end = i; end < groups && t->groups[order[end]].block == block; end++)
            if (reference_names(reference, &t->groups[order[end]].config))
                named[count++] = order[end];
        for (size_t k = i; k < end; k++)
            made[order[k]] =
                (abs_aggregate){.group = order[k],
                                .reference = find_reference(t, reference, order[k], named, count)};
    }
    free(named);
    free(order);
}

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
    const size_t n = pairs_differences(pairs_begin(pairs, group, shorter), pairs->logs);
    for (size_t i = 0; i < n; i++)
        sum += pairs->logs[i];
    return n > 0 ? exp(sum / (double)n) : NAN;
}

/* ---- comparisons --------------------------------------------------------------------------- */

bool aggregate_is_search(const abs_algo *algo)
{
    return algo->core->limit == ABS_LIMIT_NONE && (abs_algo_is_sound(algo) || algo->engine != NULL);
}

bool aggregate_is_candidate(const abs_pairs *pairs, size_t group)
{
    const abs_tally_group *g = &pairs->tally->groups[group];
    return !g->for_reference && !g->optional && !pairs_is_twin(pairs, group) &&
           aggregate_is_search(&g->config.algo);
}

/* Counts all pairs of a block's candidates and their references, at least 1. */
static void count_comparisons(const abs_tally *t, const abs_pairs *pairs, abs_aggregate *made)
{
    bool *counted = memory_zeros(t->group_keys.count + 1, sizeof *counted);
    size_t *members = memory_zeros(t->blocks.count + 1, sizeof *members);
    for (uint32_t g = 0; g < t->group_keys.count; g++) {
        if (!aggregate_is_candidate(pairs, g))
            continue;
        const uint32_t reference = made[g].reference,
                       both[] = {g, reference != UINT32_MAX ? pairs->twin[reference] : g};
        for (size_t i = 0; i < 2; i++) {
            members[t->groups[g].block] += !counted[both[i]];
            counted[both[i]] = true;
        }
    }
    for (size_t g = 0; g < t->group_keys.count; g++) {
        const size_t k = members[t->groups[g].block];
        made[g].comparisons = k > 2 ? k * (k - 1) / 2 : 1;
    }
    free(counted);
    free(members);
}

/* Counts how often a search agrees with its reference, where it need not and is not verified. */
static void find_agreement(const abs_pairs *pairs, abs_aggregate *a)
{
    const abs_tally *t = pairs->tally;
    size_t moves = 0, same_moves = 0, values = 0, same_values = 0;
    for (pairs_walk w = pairs_begin(pairs, a->group, a->reference); pairs_both(&w); w.a++) {
        const abs_record *x = &t->records[pairs->order[w.a->record]],
                         *y = &t->records[pairs->order[w.b->record]];
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

abs_aggregate *aggregate_make(const abs_tally *t, const abs_pairs *pairs,
                              const abs_reference *reference)
{
    const uint32_t groups = (uint32_t)t->group_keys.count;
    abs_aggregate *made = memory_take((groups + 1) * sizeof *made);
    find_references(t, reference, made);
    count_comparisons(t, pairs, made);
    for (abs_aggregate *a = made; a < made + groups; a++) {
        const abs_config *c = &t->groups[a->group].config;
        size_t paired = 0;
        spread(a, pairs);
        if (c->algo.engine == NULL) /* only engines may count differently when they search again */
            a->repeated = a->noisy = 0;
        a->branching_factor = grow_by_ply(pairs, a->group);
        if (a->reference != UINT32_MAX)
            paired = pairs_differences(pairs_begin(pairs, a->group, a->reference), pairs->logs);
        a->ratio = stats_ratio_of(pairs->logs, paired);
        a->judged = judge_ratio(pairs->logs, paired, a->comparisons);
        a->ratio.same = a->judged.ratio.same;
        if ((c->algo.engine != NULL || config_selects(c)) && a->reference != UINT32_MAX &&
            a->reference != a->group)
            find_agreement(pairs, a);
    }
    return made;
}

/* ---- the best ------------------------------------------------------------------------------- */

abs_judged best_judge(const abs_pairs *pairs, const abs_aggregate *aggregates, uint32_t group,
                      uint32_t other)
{
    const size_t n = pairs_differences(pairs_begin(pairs, group, other), pairs->logs);
    return judge_ratio(pairs->logs, n, aggregates[group].comparisons);
}

int best_order(const void *a, const void *b)
{
    const abs_member *x = a, *y = b;
    const double left = x->judged.ratio.n > 0 ? x->judged.ratio.point : INFINITY;
    const double right = y->judged.ratio.n > 0 ? y->judged.ratio.point : INFINITY;
    if (left != right)
        return left < right ? -1 : 1;
    return (x->group > y->group) - (x->group < y->group);
}

/* Finds the best of a family: the least, by the ratio to one that has finished most, of those that
   have finished enough. Then judges the others against it. */
static void judge_family(const abs_pairs *pairs, const abs_aggregate *aggregates,
                         const abs_family *family, abs_member *members)
{
    size_t best = 0;
    for (size_t m = 1; m < family->count; m++)
        if (aggregates[members[m].group].n > aggregates[members[best].group].n)
            best = m;
    const uint32_t base = members[best].group;
    for (size_t m = 0; m < family->count; m++)
        members[m].judged = best_judge(pairs, aggregates, members[m].group, base);
    for (size_t m = family->count; m-- > 0;)
        if (2 * aggregates[members[m].group].n >= aggregates[base].n &&
            members[m].judged.ratio.point <= members[best].judged.ratio.point)
            best = m;
    for (size_t m = 0; members[best].group != base && m < family->count; m++)
        members[m].judged = best_judge(pairs, aggregates, members[m].group, members[best].group);
    const abs_member first = members[best];
    members[best] = members[0];
    members[0] = first;
    qsort(members + 1, family->count - 1, sizeof *members, best_order);
}

void best_find(abs_bests *bests, tally_share scope, const abs_pairs *pairs,
               const abs_aggregate *aggregates)
{
    const abs_tally *t = pairs->tally;
    const size_t groups = t->group_keys.count;
    uint32_t *order = tally_order(t, scope);
    bests->families = memory_take((groups + 1) * sizeof *bests->families);
    bests->members = memory_take((groups + 1) * sizeof *bests->members);
    for (size_t i = 0, used = 0; i < groups;) {
        const uint32_t share = tally_share_of(&t->groups[order[i]], scope);
        abs_family family = {.first = used};
        for (; i < groups && tally_share_of(&t->groups[order[i]], scope) == share; i++)
            if (aggregate_is_candidate(pairs, order[i]))
                bests->members[used++] = (abs_member){.group = order[i]};
        family.count = used - family.first;
        if (family.count == 0)
            continue;
        judge_family(pairs, aggregates, &family, &bests->members[family.first]);
        bests->families[bests->count++] = family;
    }
    free(order);
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
