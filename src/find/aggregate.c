/* aggregate.c -- see aggregate.h. */
#include "find/aggregate.h"

#include <math.h>
#include <stdlib.h>

/* What the aggregates of a report are worked out with. */
typedef struct {
    const abs_pairs *pairs;
    uint64_t *values;   /* of one group */
    double *logs;       /* of one group */
    uint32_t *by_block; /* the first group of the reference's algorithm .. */
    uint32_t *next;     /* .. and by group, the one after it; UINT32_MAX: none */
} scratch;

static bool scratch_make(scratch *s, const abs_tally *t)
{
    s->values = malloc((t->count + 1) * sizeof *s->values);
    s->logs = malloc((t->count + 1) * sizeof *s->logs);
    s->next = malloc((t->group_keys.count + 1) * sizeof *s->next);
    s->by_block = malloc((t->blocks.count + 1) * sizeof *s->by_block);
    return s->values != NULL && s->logs != NULL && s->next != NULL && s->by_block != NULL;
}

static void scratch_free(scratch *s)
{
    free(s->values);
    free(s->logs);
    free(s->next);
    free(s->by_block);
}

/* Lists the groups of the reference's algorithm, block by block, in order. */
static void find_references(const abs_tally *t, scratch *s, const abs_reference *reference)
{
    memset(s->by_block, 0xFF, t->blocks.count * sizeof *s->by_block);
    for (size_t g = t->group_keys.count; g-- > 0;) {
        uint32_t *first = &s->by_block[t->groups[g].block];
        if (strcmp(t->groups[g].config.algo.name, reference->algo.name) != 0)
            continue;
        s->next[g] = *first;
        *first = (uint32_t)g;
    }
}

/* The group that a group is held against: the first that equals it in what the reference leaves
   open, or else the first that fits; UINT32_MAX: none. */
static uint32_t reference_of(const abs_tally *t, const scratch *s, const abs_reference *reference,
                             size_t g)
{
    uint32_t fitting = UINT32_MAX;
    for (uint32_t r = s->by_block[t->groups[g].block]; r != UINT32_MAX; r = s->next[r]) {
        const reference_fit fit = reference_rate(reference, t->groups[r].orders,
                                                 &t->groups[r].config, &t->groups[g].config);
        if (fit == REFERENCE_EQUALS)
            return r;
        if (fit == REFERENCE_FITS && fitting == UINT32_MAX)
            fitting = r;
    }
    return fitting;
}

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

abs_aggregate *aggregate_make(const abs_tally *t, const abs_pairs *pairs,
                              const abs_reference *reference)
{
    const size_t groups = t->group_keys.count;
    scratch s = {.pairs = pairs};
    abs_aggregate *made = calloc(groups + 1, sizeof *made);
    bool ok = made != NULL && scratch_make(&s, t);
    if (ok)
        find_references(t, &s, reference);
    for (size_t g = 0; ok && g < groups; g++) {
        abs_aggregate *a = &made[g];
        double sums[2] = {0};
        *a = (abs_aggregate){.group = (uint32_t)g};
        a->reference = reference_of(t, &s, reference, g);
        spread(&a->nodes, a->group, &s, offsetof(abs_count, nodes));
        spread(&a->work, a->group, &s, offsetof(abs_count, work));
        a->n = spread(&a->measure, a->group, &s, offsetof(abs_count, measure));
        a->branching_factor = grow_by_ply(t, pairs, (uint32_t)g, s.logs);
        size_t paired = 0;
        if (a->reference != UINT32_MAX)
            paired = pairs_logs(s.pairs, g, a->reference, s.logs, sums);
        a->ratio = stats_ratio_of(s.logs, paired);
        a->pair_sum = sums[0];
        a->pair_reference_sum = sums[1];
    }
    scratch_free(&s);
    if (!ok) {
        free(made);
        made = NULL;
    }
    return made;
}
