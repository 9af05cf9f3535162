/* aggregate.c -- see aggregate.h. */
#include "report/aggregate.h"

#include <math.h>
#include <stdlib.h>

/* What the aggregates of a report are worked out with. */
typedef struct {
    const abs_pairs *pairs;
    uint64_t *nodes;       /* of one group */
    double *logs;          /* of all groups, one after the other */
    stats_sample *samples; /* by group */
    uint32_t *references;  /* by frame; UINT32_MAX: none */
    uint32_t *trees;       /* by block: the minimal tree, where it is the reference */
} scratch;

static bool scratch_make(scratch *s, const abs_tally *t)
{
    const size_t groups = t->group_keys.count;
    s->nodes = malloc((t->count + 1) * sizeof *s->nodes);
    s->logs = malloc((t->count + 1) * sizeof *s->logs);
    s->samples = malloc((groups + 1) * sizeof *s->samples);
    s->references = malloc((t->frames.count + 1) * sizeof *s->references);
    s->trees = malloc((t->blocks.count + 1) * sizeof *s->trees);
    return s->nodes != NULL && s->logs != NULL && s->samples != NULL && s->references != NULL &&
           s->trees != NULL;
}

static void scratch_free(scratch *s)
{
    free(s->nodes);
    free(s->logs);
    free(s->samples);
    free(s->references);
    free(s->trees);
}

static bool is_minimal_tree(const abs_tally_group *group)
{
    return group->config.algo.core->limit == ABS_LIMIT_TREE;
}

/*
 * The reference of every frame. A minimal tree has no table, ordering or deepening, and so no frame
 * in common with most of what it is held against: it is the reference of its whole block, or is
 * held against the block's first reference.
 */
static void find_references(const abs_tally *t, scratch *s, const char *reference)
{
    memset(s->references, 0xFF, t->frames.count * sizeof *s->references);
    memset(s->trees, 0xFF, t->blocks.count * sizeof *s->trees);
    for (size_t g = t->group_keys.count; g-- > 0;) {
        const abs_tally_group *group = &t->groups[g];
        if (strcmp(group->config.algo.name, reference) != 0)
            continue;
        if (is_minimal_tree(group))
            s->trees[group->block] = (uint32_t)g;
        else
            s->references[group->frame] = (uint32_t)g;
    }
    for (size_t g = 0; g < t->group_keys.count; g++)
        if (s->trees[t->groups[g].block] != UINT32_MAX)
            s->references[t->groups[g].frame] = s->trees[t->groups[g].block];
}

/* The group that a group is held against; UINT32_MAX: none. */
static uint32_t reference_of(const abs_tally *t, const scratch *s, size_t g, const char *reference)
{
    const abs_tally_group *group = &t->groups[g];
    if (s->references[group->frame] != UINT32_MAX || !is_minimal_tree(group))
        return s->references[group->frame];
    for (size_t k = 0; k < t->group_keys.count; k++)
        if (t->groups[k].block == group->block &&
            strcmp(t->groups[k].config.algo.name, reference) == 0)
            return (uint32_t)k;
    return UINT32_MAX;
}

static void count_nodes(abs_aggregate *a, scratch *s)
{
    const abs_count *counts = &s->pairs->counts[s->pairs->first[a->group]];
    double logs = 0;
    a->n = pairs_size(s->pairs, a->group);
    a->has_sum = true;
    for (size_t i = 0; i < a->n; i++) {
        const uint64_t nodes = s->nodes[i] = counts[i].nodes;
        a->has_sum = a->has_sum && nodes <= UINT64_MAX - a->sum;
        a->sum += nodes;
        logs += log((double)nodes);
    }
    if (a->n == 0)
        return;
    stats_median(s->nodes, a->n, &a->median_low, &a->median_high);
    a->geomean = exp(logs / (double)a->n);
}

/* `logs` has room for the group's rows. */
static double grow_by_ply(const abs_tally *t, const abs_pairs *pairs, uint32_t group, double *logs)
{
    const abs_tally_group *g = &t->groups[group];
    abs_config less = g->config;
    double nodes[2] = {0}, sum = 0;
    less.depth--;
    const uint32_t shorter = tally_find_group(t, g->spec, &less);
    if (shorter == UINT32_MAX)
        return NAN;
    const size_t n = pairs_logs(pairs, group, shorter, logs, nodes);
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
        double nodes[2] = {0};
        *a = (abs_aggregate){.group = (uint32_t)g, .geomean = NAN};
        a->reference = reference_of(t, &s, g, reference);
        a->has_reference = a->reference != UINT32_MAX;
        a->is_reference = a->reference == g;
        count_nodes(a, &s);
        a->branching_factor = grow_by_ply(t, pairs, (uint32_t)g, s.logs + used);
        s.samples[g] = (stats_sample){.logs = s.logs + used};
        if (a->has_reference)
            s.samples[g].n = pairs_logs(s.pairs, g, a->reference, s.logs + used, nodes);
        used += s.samples[g].n;
        a->pair_nodes = nodes[0];
        a->pair_reference_nodes = nodes[1];
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
