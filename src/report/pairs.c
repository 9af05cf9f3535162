/* pairs.c -- see pairs.h. */
#include "report/pairs.h"

#include <math.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    const abs_count *x = a, *y = b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->entry != y->entry)
        return x->entry < y->entry ? -1 : 1;
    return (x->measure > y->measure) - (x->measure < y->measure);
}

/* A group and what makes it another's twin. */
typedef struct {
    uint32_t frame, group;
    uint64_t counts;
} twin_key;

static int compare_keys(const void *a, const void *b)
{
    const twin_key *x = a, *y = b;
    if (x->frame != y->frame)
        return x->frame < y->frame ? -1 : 1;
    if (x->counts != y->counts)
        return x->counts < y->counts ? -1 : 1;
    return (x->group > y->group) - (x->group < y->group);
}

/* Searches of the same counts may still take other times. */
static bool find_twins(abs_pairs *pairs, const abs_tally *t)
{
    const uint32_t groups = (uint32_t)t->group_keys.count;
    twin_key *keys = malloc((groups + 1) * sizeof *keys);
    pairs->twin = malloc((groups + 1) * sizeof *pairs->twin);
    const bool ok = keys != NULL && pairs->twin != NULL;
    for (uint32_t g = 0; ok && g < groups; g++) {
        keys[g] = (twin_key){t->groups[g].frame, g, t->groups[g].counts};
        pairs->twin[g] = g;
    }
    if (ok && t->metric != METRIC_time) {
        qsort(keys, groups, sizeof *keys, compare_keys);
        for (uint32_t k = 1; k < groups; k++)
            if (keys[k].frame == keys[k - 1].frame && keys[k].counts == keys[k - 1].counts)
                pairs->twin[keys[k].group] = pairs->twin[keys[k - 1].group];
    }
    free(keys);
    return ok;
}

static abs_count count_of(const abs_record *r)
{
    return (abs_count){r->group, r->entry, r->measure, r->nodes, r->work};
}

bool pairs_make(abs_pairs *pairs, const abs_tally *t)
{
    const size_t groups = t->group_keys.count;
    size_t count = 0;
    pairs->counts = malloc((t->count + 1) * sizeof *pairs->counts);
    pairs->first = malloc((groups + 2) * sizeof *pairs->first);
    if (pairs->counts == NULL || pairs->first == NULL || !find_twins(pairs, t))
        return false;
    for (size_t i = 0; i < t->count; i++)
        if (t->records[i].status == ABS_STATUS_OK && t->records[i].has_measure)
            pairs->counts[count++] = count_of(&t->records[i]);
    qsort(pairs->counts, count, sizeof *pairs->counts, compare);
    for (size_t g = 0, i = 0; g <= groups; g++) {
        while (i < count && pairs->counts[i].group < g)
            i++;
        pairs->first[g] = i;
    }
    return true;
}

void pairs_free(abs_pairs *pairs)
{
    free(pairs->counts);
    free(pairs->first);
    free(pairs->twin);
    *pairs = (abs_pairs){0};
}

size_t pairs_logs(const abs_pairs *pairs, size_t group, size_t reference, double *logs,
                  double sums[2])
{
    size_t i = pairs->first[group], j = pairs->first[reference], count = 0;
    while (i < pairs->first[group + 1] && j < pairs->first[reference + 1]) {
        const abs_count *x = &pairs->counts[i], *y = &pairs->counts[j];
        i += x->entry <= y->entry;
        j += y->entry <= x->entry;
        if (x->entry != y->entry || x->measure == 0 || y->measure == 0)
            continue;
        logs[count++] = x->measure == y->measure ? 0 : log((double)x->measure / (double)y->measure);
        sums[0] += (double)x->measure;
        sums[1] += (double)y->measure;
    }
    return count;
}
