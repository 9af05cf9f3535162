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
    for (size_t i = 0, end, used = 0; i < groups; i = end) {
        const uint32_t share = tally_share_of(&t->groups[order[i]], scope);
        abs_family family = {.first = used};
        for (end = i; end < groups && tally_share_of(&t->groups[order[end]], scope) == share; end++)
            if (scope == SHARE_BLOCK
                    ? aggregate_is_candidate(pairs, order[end])
                    : !t->groups[order[end]].for_reference && !pairs_is_twin(pairs, order[end]))
                bests->members[used++] = (abs_member){.group = order[end]};
        family.count = used - family.first;
        if (family.count < 2)
            continue;
        judge_family(pairs, aggregates, &family, &bests->members[family.first]);
        bests->families[bests->count++] = family;
    }
    free(order);
}
