/* aggregate.c -- see aggregate.h. */
#include "aggregate.h"

#include <math.h>
#include <stdlib.h>

/* A record with status ok, by group and position. */
typedef struct {
    uint32_t group, entry;
    uint64_t nodes;
} item;

/* Blocks that grow with the largest group. */
typedef struct {
    item *items;   /* sorted */
    size_t *first; /* of each group in items, and the end */
    uint64_t *nodes;
    double *logs;
    uint32_t *references; /* by frame; UINT32_MAX: none */
    uint32_t *trees;      /* by block: the minimal tree, where it is the reference */
} scratch;

static int compare(const void *a, const void *b)
{
    const item *x = a, *y = b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->entry != y->entry)
        return x->entry < y->entry ? -1 : 1;
    return (x->nodes > y->nodes) - (x->nodes < y->nodes);
}

static void fill(const abs_tally *t, scratch *s)
{
    size_t count = 0;
    for (size_t i = 0; i < t->count; i++)
        if (t->records[i].status == ABS_STATUS_OK)
            s->items[count++] =
                (item){t->records[i].group, t->records[i].entry, t->records[i].nodes};
    qsort(s->items, count, sizeof *s->items, compare);
    for (size_t g = 0, i = 0; g <= t->group_keys.count; g++) {
        while (i < count && s->items[i].group < g)
            i++;
        s->first[g] = i;
    }
}

/* The reference of every frame. A minimal tree has no table, ordering or deepening, and so no frame
   in common with most of what is held against it: it is the reference of its whole block. */
static void find_references(const abs_tally *t, scratch *s, const char *reference)
{
    memset(s->references, 0xFF, t->frames.count * sizeof *s->references);
    memset(s->trees, 0xFF, t->blocks.count * sizeof *s->trees);
    for (size_t g = t->group_keys.count; g-- > 0;) {
        const abs_tally_group *group = &t->groups[g];
        if (strcmp(group->config.algo.name, reference) != 0)
            continue;
        if (group->config.algo.core->limit == ABS_LIMIT_TREE)
            s->trees[group->block] = (uint32_t)g;
        else
            s->references[group->frame] = (uint32_t)g;
    }
    for (size_t g = 0; g < t->group_keys.count; g++)
        if (s->trees[t->groups[g].block] != UINT32_MAX)
            s->references[t->groups[g].frame] = s->trees[t->groups[g].block];
}

static void count_nodes(abs_aggregate *a, scratch *s)
{
    const size_t first = s->first[a->group];
    double logs = 0;
    a->n = s->first[a->group + 1] - first;
    a->has_sum = true;
    for (size_t i = 0; i < a->n; i++) {
        const uint64_t nodes = s->nodes[i] = s->items[first + i].nodes;
        a->has_sum = a->has_sum && nodes <= UINT64_MAX - a->sum;
        a->sum += nodes;
        logs += log((double)nodes);
    }
    if (a->n == 0)
        return;
    stats_median(s->nodes, a->n, &a->median_low, &a->median_high);
    a->geomean = exp(logs / (double)a->n);
}

/* Pairs the rows of the same position. */
static void compare_groups(abs_aggregate *a, scratch *s)
{
    size_t i = s->first[a->group], j = s->first[a->reference];
    while (i < s->first[a->group + 1] && j < s->first[a->reference + 1]) {
        const item *x = &s->items[i], *y = &s->items[j];
        i += x->entry <= y->entry;
        j += y->entry <= x->entry;
        if (x->entry != y->entry || x->nodes == 0 || y->nodes == 0)
            continue;
        s->logs[a->pairs++] = x->nodes == y->nodes ? 0 : log((double)x->nodes / (double)y->nodes);
        a->pair_nodes += (double)x->nodes;
        a->pair_reference_nodes += (double)y->nodes;
    }
    a->ratio = stats_geometric(s->logs, a->pairs, AGGREGATE_LEVEL);
}

abs_aggregate *aggregate_make(const abs_tally *t, const char *reference)
{
    const size_t groups = t->group_keys.count;
    scratch s = {
        .items = malloc((t->count + 1) * sizeof *s.items),
        .first = malloc((groups + 2) * sizeof *s.first),
        .nodes = malloc((t->count + 1) * sizeof *s.nodes),
        .logs = malloc((t->count + 1) * sizeof *s.logs),
        .references = malloc((t->frames.count + 1) * sizeof *s.references),
        .trees = malloc((t->blocks.count + 1) * sizeof *s.trees),
    };
    abs_aggregate *made = calloc(groups + 1, sizeof *made);
    if (s.items == NULL || s.first == NULL || s.nodes == NULL || s.logs == NULL ||
        s.references == NULL || s.trees == NULL) {
        free(made);
        made = NULL;
    }
    if (made != NULL) {
        fill(t, &s);
        find_references(t, &s, reference);
    }
    for (size_t g = 0; made != NULL && g < groups; g++) {
        abs_aggregate *a = &made[g];
        *a = (abs_aggregate){.group = (uint32_t)g, .geomean = NAN};
        a->ratio = stats_geometric(NULL, 0, AGGREGATE_LEVEL);
        a->reference = s.references[t->groups[g].frame];
        a->has_reference = a->reference != UINT32_MAX;
        a->is_reference = a->reference == g;
        count_nodes(a, &s);
        if (a->has_reference)
            compare_groups(a, &s);
    }
    free(s.items);
    free(s.first);
    free(s.nodes);
    free(s.logs);
    free(s.references);
    free(s.trees);
    return made;
}
