/* aggregate.c -- see findings.h. */
#include "find/findings.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* What the aggregates of a report are worked out with. */
typedef struct {
    const abs_tally *tally;
    const abs_pairs *pairs;
    const abs_reference *reference;
    uint64_t *values;   /* of one group */
    double *logs;       /* of one group */
    uint32_t *by_block; /* the first group of the reference's algorithm .. */
    uint32_t *next;     /* .. and by group, the one after it; UINT32_MAX: none */
} scratch;

/* ---- references ---------------------------------------------------------------------------- */

/* Lists the groups of the reference's algorithm, block by block, in order. */
static void find_references(scratch *s)
{
    const abs_tally *t = s->tally;
    memset(s->by_block, 0xFF, t->blocks.count * sizeof *s->by_block);
    for (size_t g = t->group_keys.count; g-- > 0;) {
        uint32_t *first = &s->by_block[t->groups[g].block];
        if (strcmp(t->groups[g].config.algo.name, s->reference->algo.name) != 0)
            continue;
        s->next[g] = *first;
        *first = (uint32_t)g;
    }
}

/* The group that a group is held against: the first that equals it in what the reference leaves
   open, or else the first that fits; UINT32_MAX: none. */
static uint32_t reference_of(const scratch *s, size_t g)
{
    const abs_tally_group *groups = s->tally->groups;
    uint32_t fitting = UINT32_MAX;
    for (uint32_t r = s->by_block[groups[g].block]; r != UINT32_MAX; r = s->next[r]) {
        const reference_fit fit =
            reference_rate(s->reference, groups[r].orders, &groups[r].config, &groups[g].config);
        if (fit == REFERENCE_EQUALS)
            return r;
        if (fit == REFERENCE_FITS && fitting == UINT32_MAX)
            fitting = r;
    }
    return fitting;
}

/* ---- numbers ------------------------------------------------------------------------------- */

/* What `member`, an abs_copies, of every count of the group comes to; how many there are. */
static size_t spread(abs_spread *of, uint32_t group, scratch *s, size_t member)
{
    size_t n = 0;
    double logs = 0;
    abs_count count;
    *of = (abs_spread){.has_sum = true, .geomean = NAN};
    for (size_t at = s->pairs->first[group]; pairs_next(s->pairs, group, &at, &count); n++) {
        const abs_copies *value = (const abs_copies *)((const char *)&count + member);
        s->values[n] = value->mean;
        of->has_sum = of->has_sum && !value->too_large && value->sum <= UINT64_MAX - of->sum;
        of->sum += value->sum;
        logs += value->log;
    }
    if (n == 0)
        return 0;
    stats_median(s->values, n, &of->median_low, &of->median_high);
    of->geomean = exp(logs / (double)n);
    return n;
}

/* `logs` has room for the group's rows. */
static double grow_by_ply(const abs_tally *t, const abs_pairs *pairs, uint32_t group, double *logs)
{
    const abs_tally_group *g = &t->groups[group];
    abs_config less = g->config;
    double sums[2] = {0}, sum = 0;
    less.depth--;
    const uint32_t shorter = tally_find_group(t, g->spec, &less);
    if (shorter == UINT32_MAX)
        return NAN;
    const size_t n = pairs_logs(pairs, group, shorter, logs, sums);
    for (size_t i = 0; i < n; i++)
        sum += logs[i];
    return n > 0 ? exp(sum / (double)n) : NAN;
}

/* ---- comparisons --------------------------------------------------------------------------- */

bool aggregate_is_search(const abs_tally *t, size_t group)
{
    const abs_algo *algo = &t->groups[group].config.algo;
    return algo->core->limit == ABS_LIMIT_NONE && abs_algo_is_sound(algo);
}

bool aggregate_is_candidate(const abs_pairs *pairs, size_t group)
{
    return !pairs->tally->groups[group].for_reference && !pairs_is_twin(pairs, group) &&
           aggregate_is_search(pairs->tally, group);
}

/* All pairs of a block's candidates and their references, at least 1. */
static void count_comparisons(const scratch *s, abs_aggregate *made)
{
    const abs_tally *t = s->tally;
    bool *counted = memory_zeros(t->group_keys.count + 1, sizeof *counted);
    size_t *members = memory_zeros(t->blocks.count + 1, sizeof *members);
    for (uint32_t g = 0; g < t->group_keys.count; g++) {
        if (!aggregate_is_candidate(s->pairs, g))
            continue;
        const uint32_t reference = made[g].reference,
                       both[] = {g, reference != UINT32_MAX ? s->pairs->twin[reference] : g};
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

static void make(scratch *s, abs_aggregate *made)
{
    double sums[2] = {0};
    const uint32_t g = made->group;
    abs_aggregate a = *made;
    spread(&a.nodes, g, s, offsetof(abs_count, nodes));
    spread(&a.work, g, s, offsetof(abs_count, work));
    a.n = spread(&a.measure, g, s, offsetof(abs_count, measure));
    a.branching_factor = grow_by_ply(s->tally, s->pairs, g, s->logs);
    size_t paired = 0;
    if (a.reference != UINT32_MAX)
        paired = pairs_logs(s->pairs, g, a.reference, s->logs, sums);
    a.ratio = stats_ratio_of(s->logs, paired);
    a.judged = judge_ratio(s->logs, paired, a.comparisons);
    a.ratio.same = a.judged.ratio.same;
    a.pair_sum = sums[0];
    a.pair_reference_sum = sums[1];
    *made = a;
}

abs_aggregate *aggregate_make(const abs_tally *t, const abs_pairs *pairs,
                              const abs_reference *reference)
{
    const size_t groups = t->group_keys.count;
    scratch s = {.tally = t,
                 .pairs = pairs,
                 .reference = reference,
                 .values = memory_take((t->count + 1) * sizeof *s.values),
                 .logs = memory_take((t->count + 1) * sizeof *s.logs),
                 .by_block = memory_take((t->blocks.count + 1) * sizeof *s.by_block),
                 .next = memory_take((groups + 1) * sizeof *s.next)};
    abs_aggregate *made = memory_take((groups + 1) * sizeof *made);
    find_references(&s);
    for (uint32_t g = 0; g < groups; g++)
        made[g] = (abs_aggregate){.group = g, .reference = reference_of(&s, g)};
    count_comparisons(&s, made);
    for (uint32_t g = 0; g < groups; g++)
        make(&s, &made[g]);
    free(s.values);
    free(s.logs);
    free(s.by_block);
    free(s.next);
    return made;
}
