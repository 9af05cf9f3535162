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
    if (pairs->counts == NULL || pairs->first == NULL)
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
