/* pairs.c -- see pairs.h. */
#include "find/pairs.h"
#include "base/memory.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* ---- twins --------------------------------------------------------------------------------- */

/* Searches of the same counts may still take other times. */
static void find_twins(abs_pairs *pairs, const abs_tally *t)
{
    abs_names keys = {0}; /* with the first group of each */
    char key[64];
    pairs->twin = memory_take((t->group_keys.count + 1) * sizeof *pairs->twin);
    for (uint32_t g = 0; g < t->group_keys.count; g++) {
        pairs->twin[g] = g;
        if (t->groups[g].for_reference || t->metric == METRIC_time) /* the former: in no table */
            continue;
        snprintf(key, sizeof key, "%u/%" PRIx64, t->groups[g].frame, t->groups[g].counts);
        const abs_tally_group *first = names_thing(&keys, key);
        if (first != NULL)
            pairs->twin[g] = (uint32_t)(first - t->groups);
        else
            names_keep(&keys, key, &t->groups[g]);
    }
    names_free(&keys);
}

/* ---- copies -------------------------------------------------------------------------------- */

/* What the records from *at on come to that are copies of one search; false if one of them does not
   count. */
static bool take_copies(const abs_pairs *pairs, size_t end, count_kind kind, size_t *at,
                        abs_count *c)
{
    const abs_record *records = pairs->tally->records;
    const size_t start = *at;
    bool all = true;
    *c = (abs_count){.first = &records[pairs->order[start]]};
    c->root = c->first->root;
    for (; *at < end && records[pairs->order[*at]].root == c->root; ++*at) {
        const abs_record *r = &records[pairs->order[*at]];
        const uint64_t number = kind == COUNT_OF_MEASURE ? r->measure
                                : kind == COUNT_OF_NODES ? r->nodes
                                                         : r->work;
        all = all && r->status == ABS_STATUS_OK && r->has_measure;
        c->again |= r->again || *at > start;
        c->noisy |= r->differs || r->nodes != c->first->nodes;
        c->log += log((double)number);
        c->mean = number;
        c->too_large |= number > UINT64_MAX - c->sum;
        c->sum += number;
    }
    const size_t copies = *at - start;
    if (copies > 1) { /* of one the mean is the number, to the last digit */
        c->log /= (double)copies;
        c->mean = (uint64_t)(exp(c->log) + 0.5);
    }
    return all;
}

bool pairs_next(const abs_pairs *pairs, size_t group, count_kind kind, size_t *at, abs_count *count)
{
    const size_t end = pairs->first[group + 1];
    while (*at < end)
        if (take_copies(pairs, end, kind, at, count))
            return true;
    return false;
}

/* ---- order --------------------------------------------------------------------------------- */

/* The numbers too: sums of copies do not depend on their order. */
static int compare(const void *a, const void *b)
{
    const pairs_item *x = a, *y = b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->root != y->root)
        return x->root < y->root ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

void pairs_sort(pairs_item *items, size_t count)
{
    qsort(items, count, sizeof *items, compare);
}

size_t pairs_join(pairs_item *items, size_t count)
{
    size_t joined = 0;
    pairs_sort(items, count);
    for (size_t i = 0, end; i < count; i = end) {
        pairs_item one = items[i];
        for (end = i + 1;
             end < count && items[end].group == one.group && items[end].root == one.root; end++)
            one.number += items[end].number;
        one.number /= (double)(end - i);
        items[joined++] = one;
    }
    return joined;
}

void pairs_make(abs_pairs *pairs, const abs_tally *t)
{
    pairs_item *list = memory_take((t->count + 1) * sizeof *list);
    pairs->tally = t;
    pairs->order = memory_take((t->count + 1) * sizeof *pairs->order);
    pairs->first = memory_zeros(t->group_keys.count + 2, sizeof *pairs->first);
    pairs->logs = memory_take((t->count + 1) * sizeof *pairs->logs);
    find_twins(pairs, t);
    for (uint32_t i = 0; i < t->count; i++) {
        const abs_record *r = &t->records[i];
        list[i] = (pairs_item){r->group, i, r->root, (double)r->measure};
        pairs->first[r->group + 1]++;
    }
    for (size_t g = 0; g < t->group_keys.count; g++)
        pairs->first[g + 1] += pairs->first[g];
    pairs_sort(list, t->count);
    for (size_t i = 0; i < t->count; i++)
        pairs->order[i] = list[i].record;
    free(list);
}

void pairs_free(abs_pairs *pairs)
{
    free(pairs->order);
    free(pairs->first);
    free(pairs->twin);
    free(pairs->logs);
    *pairs = (abs_pairs){0};
}

/* ---- of two groups -------------------------------------------------------------------------- */

pairs_walk pairs_begin(const abs_pairs *pairs, size_t group, size_t other)
{
    return (pairs_walk){
        pairs, {group, other}, {pairs->first[group], pairs->first[other]}, {{.root = 0}}};
}

bool pairs_both(pairs_walk *w)
{
    const abs_count *x = &w->of[0], *y = &w->of[1];
    do {
        const bool behind[] = {x->root <= y->root, y->root <= x->root};
        for (int i = 0; i < 2; i++)
            if (behind[i] &&
                !pairs_next(w->pairs, w->group[i], COUNT_OF_MEASURE, &w->at[i], &w->of[i]))
                return false;
    } while (x->root != y->root);
    return true;
}

size_t pairs_logs(const abs_pairs *pairs, size_t group, size_t reference)
{
    size_t count = 0;
    for (pairs_walk w = pairs_begin(pairs, group, reference); pairs_both(&w);)
        if (isfinite(w.of[0].log) && isfinite(w.of[1].log))
            pairs->logs[count++] = w.of[0].log - w.of[1].log;
    return count;
}
