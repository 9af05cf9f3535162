/* aggregate.c -- see aggregate.h. */
#include "report/aggregate.h"

#include <math.h>
#include <stdlib.h>

/* What the aggregates of a report are worked out with. */
typedef struct {
    const abs_pairs *pairs;
    uint64_t *values;              /* of one group */
    double *logs;                  /* of all groups, one after the other */
    stats_sample *samples;         /* by group */
    uint32_t *by_frame, *by_block; /* the first group of the reference; UINT32_MAX: none */
} scratch;

static bool scratch_make(scratch *s, const abs_tally *t)
{
    const size_t groups = t->group_keys.count;
    s->values = malloc((t->count + 1) * sizeof *s->values);
    s->logs = malloc((t->count + 1) * sizeof *s->logs);
    s->samples = malloc((groups + 1) * sizeof *s->samples);
    s->by_frame = malloc((t->frames.count + 1) * sizeof *s->by_frame);
    s->by_block = malloc((t->blocks.count + 1) * sizeof *s->by_block);
    return s->values != NULL && s->logs != NULL && s->samples != NULL && s->by_frame != NULL &&
           s->by_block != NULL;
}

static void scratch_free(scratch *s)
{
    free(s->values);
    free(s->logs);
    free(s->samples);
    free(s->by_frame);
    free(s->by_block);
}

static bool is_minimal_tree(const abs_tally_group *group)
{
    return group->config.algo.core->limit == ABS_LIMIT_TREE;
}

static void find_references(const abs_tally *t, scratch *s, const char *reference)
{
    memset(s->by_frame, 0xFF, t->frames.count * sizeof *s->by_frame);
    memset(s->by_block, 0xFF, t->blocks.count * sizeof *s->by_block);
    for (size_t g = t->group_keys.count; g-- > 0;)
        if (strcmp(t->groups[g].config.algo.name, reference) == 0)
            s->by_frame[t->groups[g].frame] = s->by_block[t->groups[g].block] = (uint32_t)g;
}

/*
 * The group that a group is held against; UINT32_MAX: none. A minimal tree has no table, ordering
 * or deepening, and so no frame in common with most of what it is held against: it is the reference
 * of its whole block, or is held against the block's first reference.
 */
static uint32_t reference_of(const abs_tally *t, const scratch *s, size_t g)
{
    const uint32_t in_frame = s->by_frame[t->groups[g].frame];
    const uint32_t in_block = s->by_block[t->groups[g].block];
    if (in_block != UINT32_MAX && is_minimal_tree(&t->groups[in_block]))
        return in_block;
    return in_frame == UINT32_MAX && is_minimal_tree(&t->groups[g]) ? in_block : in_frame;
}

/* What `member` of every count of the group comes to. */
static abs_spread spread(const abs_aggregate *a, scratch *s, size_t member)
{
    const abs_count *counts = &s->pairs->counts[s->pairs->first[a->group]];
    abs_spread of = {.has_sum = true, .geomean = NAN};
    double logs = 0;
    for (size_t i = 0; i < a->n; i++) {
        const uint64_t value = *(const uint64_t *)((const char *)&counts[i] + member);
        s->values[i] = value;
        of.has_sum = of.has_sum && value <= UINT64_MAX - of.sum;
        of.sum += value;
        logs += log((double)value);
    }
    if (a->n == 0)
        return of;
    stats_median(s->values, a->n, &of.median_low, &of.median_high);
    of.geomean = exp(logs / (double)a->n);
    return of;
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

abs_aggregate *aggregate_make(const abs_tally *t, const abs_pairs *pairs, const char *reference)
{
    const size_t groups = t->group_keys.count;
    scratch s = {.pairs = pairs};
    abs_aggregate *made = calloc(groups + 1, sizeof *made);
    bool ok = made != NULL && scratch_make(&s, t);
    if (ok)
        find_references(t, &s, reference);
    size_t used = 0; /* of s.logs: a group has no more pairs than rows */
    for (size_t g = 0; ok && g < groups; g++) {
        abs_aggregate *a = &made[g];
        double sums[2] = {0};
        *a = (abs_aggregate){.group = (uint32_t)g, .n = pairs_size(pairs, g)};
        a->reference = reference_of(t, &s, g);
        a->nodes = spread(a, &s, offsetof(abs_count, nodes));
        a->work = spread(a, &s, offsetof(abs_count, work));
        a->measure = spread(a, &s, offsetof(abs_count, measure));
        a->branching_factor = grow_by_ply(t, pairs, (uint32_t)g, s.logs + used);
        s.samples[g] = (stats_sample){.logs = s.logs + used};
        if (a->reference != UINT32_MAX)
            s.samples[g].n = pairs_logs(s.pairs, g, a->reference, s.logs + used, sums);
        used += s.samples[g].n;
        a->pair_sum = sums[0];
        a->pair_reference_sum = sums[1];
    }
    ok = ok && stats_ratios(s.samples, groups);
    for (size_t g = 0; ok && g < groups; g++)
        made[g].ratio = s.samples[g].ratio;
    scratch_free(&s);
    if (!ok) {
        free(made);
        made = NULL;
    }
    return made;
}
