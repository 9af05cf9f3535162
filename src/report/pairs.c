/* pairs.c -- see pairs.h. */
#include "report/pairs.h"

#include <math.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    const abs_record *x = *(const abs_record *const *)a, *y = *(const abs_record *const *)b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->entry != y->entry)
        return x->entry < y->entry ? -1 : 1;
    return (x->measure > y->measure) - (x->measure < y->measure); /* so that sums are the same */
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
    uint32_t count = 0;
    for (uint32_t g = 0; ok && g < groups; g++) {
        if (!t->groups[g].for_reference) /* which stands in no table */
            keys[count++] = (twin_key){t->groups[g].frame, g, t->groups[g].counts};
        pairs->twin[g] = g;
    }
    if (ok && t->metric != METRIC_time) {
        qsort(keys, count, sizeof *keys, compare_keys);
        for (uint32_t k = 1; k < count; k++)
            if (keys[k].frame == keys[k - 1].frame && keys[k].counts == keys[k - 1].counts)
                pairs->twin[keys[k].group] = pairs->twin[keys[k - 1].group];
    }
    free(keys);
    return ok;
}

static bool counts(const abs_record *r)
{
    return r->status == ABS_STATUS_OK && r->has_measure;
}

static void add_copy(abs_copies *c, uint64_t number)
{
    c->log += log((double)number);
    c->mean = number;
    c->too_large |= number > UINT64_MAX - c->sum;
    c->sum += number;
}

static void finish_copies(abs_copies *c, size_t count)
{
    if (count == 1)
        return; /* the number itself, to the last digit */
    c->log /= (double)count;
    c->mean = (uint64_t)(exp(c->log) + 0.5);
}

/* The records from `at` on that are copies of one search; what they come to, if all count. */
static size_t take_copies(abs_pairs *pairs, size_t *count, const abs_record *const *at,
                          const abs_record *const *end)
{
    const abs_record *const *const start = at;
    abs_count sum = {.group = (*at)->group, .entry = (*at)->entry};
    bool all = true;
    for (; at < end && (*at)->group == sum.group && (*at)->entry == sum.entry; at++) {
        all = all && counts(*at);
        add_copy(&sum.measure, (*at)->measure);
        add_copy(&sum.nodes, (*at)->nodes);
        add_copy(&sum.work, (*at)->work);
    }
    const size_t copies = (size_t)(at - start);
    finish_copies(&sum.measure, copies);
    finish_copies(&sum.nodes, copies);
    finish_copies(&sum.work, copies);
    if (all)
        pairs->counts[(*count)++] = sum;
    return copies;
}

bool pairs_make(abs_pairs *pairs, const abs_tally *t)
{
    const size_t groups = t->group_keys.count;
    const abs_record **order = malloc((t->count + 1) * sizeof *order);
    size_t count = 0;
    pairs->counts = malloc((t->count + 1) * sizeof *pairs->counts);
    pairs->first = malloc((groups + 2) * sizeof *pairs->first);
    if (order == NULL || pairs->counts == NULL || pairs->first == NULL ||
        !find_twins(pairs, t)) {
        free(order);
        return false;
    }
    for (size_t i = 0; i < t->count; i++)
        order[i] = &t->records[i];
    qsort(order, t->count, sizeof *order, compare);
    for (size_t i = 0; i < t->count;)
        i += take_copies(pairs, &count, &order[i], &order[t->count]);
    free(order);
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
        if (x->entry != y->entry || !isfinite(x->measure.log) || !isfinite(y->measure.log))
            continue;
        logs[count++] = x->measure.log - y->measure.log;
        sums[0] += (double)x->measure.sum;
        sums[1] += (double)y->measure.sum;
    }
    return count;
}
