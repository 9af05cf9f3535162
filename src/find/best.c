/* best.c -- see findings.h. */
#include "base/memory.h"
#include "find/findings.h"

#include <math.h>
#include <stdlib.h>

void best_free(abs_bests *bests)
{
    free(bests->families);
    free(bests->members);
    *bests = (abs_bests){0};
}

abs_judged best_judge(const abs_pairs *pairs, const abs_aggregate *aggregates, uint32_t group,
                      uint32_t other)
{
    double sums[2] = {0};
    const size_t room = pairs->first[group + 1] - pairs->first[group] + 1;
    double *logs = memory_take(room * sizeof *logs);
    const size_t n = pairs_logs(pairs, group, other, logs, sums);
    const abs_judged judged = judge_ratio(logs, n, aggregates[group].comparisons);
    free(logs);
    return judged;
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

/* All against `members[base]`. */
static void judge_members(const abs_pairs *pairs, const abs_aggregate *aggregates,
                          const abs_family *family, abs_member *members, size_t base)
{
    const uint32_t to = members[base].group;
    for (size_t m = 0; m < family->count; m++)
        members[m].judged = best_judge(pairs, aggregates, members[m].group, to);
}

/* The least of those that have finished enough, by their ratios to one that has finished most. */
static void judge_family(const abs_pairs *pairs, const abs_aggregate *aggregates,
                         abs_family *family, abs_member *members)
{
    size_t most = 0, best;
    for (size_t m = 1; m < family->count; m++)
        if (aggregates[members[m].group].n > aggregates[members[most].group].n)
            most = m;
    const size_t enough = aggregates[members[most].group].n;
    judge_members(pairs, aggregates, family, members, most);
    best = most;
    for (size_t m = family->count; m-- > 0;)
        if (2 * aggregates[members[m].group].n >= enough &&
            members[m].judged.ratio.point <= members[best].judged.ratio.point)
            best = m;
    if (best != most)
        judge_members(pairs, aggregates, family, members, best);
    family->n = aggregates[members[best].group].n;
    const abs_member first = members[best];
    members[best] = members[0];
    members[0] = first;
    qsort(members + 1, family->count - 1, sizeof *members, best_order);
}

/* The family of a group; UINT32_MAX: none. */
static uint32_t family_of(const abs_pairs *pairs, size_t group, best_scope scope)
{
    const abs_tally_group *g = &pairs->tally->groups[group];
    if (scope == BEST_OF_ALL)
        return aggregate_is_candidate(pairs, group) ? g->block : UINT32_MAX;
    return g->for_reference || pairs_is_twin(pairs, group) ? UINT32_MAX : g->family;
}

void best_find(abs_bests *bests, best_scope scope, const abs_pairs *pairs,
               const abs_aggregate *aggregates)
{
    const abs_tally *t = pairs->tally;
    const size_t groups = t->group_keys.count,
                 families = scope == BEST_OF_ALL ? t->blocks.count : t->families.count;
    size_t *end = memory_zeros(families + 2, sizeof *end); /* of each family, moved up by two */
    bests->families = memory_take((families + 1) * sizeof *bests->families);
    bests->members = memory_take((groups + 1) * sizeof *bests->members);
    for (size_t g = 0; g < groups; g++)
        if (family_of(pairs, g, scope) != UINT32_MAX)
            end[family_of(pairs, g, scope) + 2]++;
    for (size_t k = 2; k < families + 2; k++)
        end[k] += end[k - 1];
    for (uint32_t g = 0; g < groups; g++) /* end[k + 1], where k begins, goes up to where it ends */
        if (family_of(pairs, g, scope) != UINT32_MAX)
            bests->members[end[family_of(pairs, g, scope) + 1]++] = (abs_member){.group = g};
    for (size_t k = 0; k < families; k++) {
        abs_family family = {.first = end[k], .count = end[k + 1] - end[k]};
        if (family.count < 2)
            continue;
        judge_family(pairs, aggregates, &family, &bests->members[family.first]);
        bests->families[bests->count++] = family;
    }
    free(end);
}
