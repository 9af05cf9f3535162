/* best.c -- see best.h. */
#include "find/best.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

void best_free(abs_bests *bests)
{
    free(bests->families);
    free(bests->members);
    *bests = (abs_bests){0};
}

/* The positions that several groups have all finished, and the logarithms of their measures. */
typedef struct {
    double *logs; /* group after group, n each */
    uint32_t *entries;
    size_t n;
} common;

static void free_common(common *c)
{
    free(c->logs);
    free(c->entries);
}

/*
 * A position that all have is one where no group's next position is another. Walks the groups'
 * positions, which are in order, side by side.
 */
static void find_common(common *c, const abs_pairs *pairs, const uint32_t *groups, size_t count)
{
    const size_t most = pairs_size(pairs, groups[0]);
    size_t *at = memory_take(count * sizeof *at);
    abs_count *next = memory_zeros(count, sizeof *next); /* of each group, what is not passed */
    bool more = true;
    c->logs = memory_take((most * count + 1) * sizeof *c->logs);
    c->entries = memory_take((most + 1) * sizeof *c->entries);
    c->n = 0;
    for (size_t g = 0; g < count; g++) {
        at[g] = pairs->first[groups[g]];
        more = more && pairs_next(pairs, groups[g], &at[g], &next[g]);
    }
    while (more) {
        const uint32_t entry = next[0].entry;
        bool all = true;
        for (size_t g = 0; more && g < count; g++) {
            while (more && next[g].entry < entry)
                more = pairs_next(pairs, groups[g], &at[g], &next[g]);
            all = all && more && next[g].entry == entry && isfinite(next[g].measure.log);
            if (all)
                c->logs[g * most + c->n] = next[g].measure.log;
        }
        c->entries[c->n] = entry;
        c->n += all;
        more = more && pairs_next(pairs, groups[0], &at[0], &next[0]);
    }
    for (size_t g = 1; g < count; g++)
        memmove(&c->logs[g * c->n], &c->logs[g * most], c->n * sizeof *c->logs);
    free(at);
    free(next);
}

/* ---- the held-out estimate ----------------------------------------------------------------- */

typedef struct {
    const char *name;
    size_t place;
} named_place;

static int by_name(const void *a, const void *b)
{
    return strcmp(((const named_place *)a)->name, ((const named_place *)b)->name);
}

/* half[i]: which half position i of c belongs to, whatever order the rows came in. */
static void deal(const common *c, const abs_tally *t, unsigned char *half)
{
    named_place *order = memory_take((c->n + 1) * sizeof *order);
    for (size_t i = 0; i < c->n; i++)
        order[i] = (named_place){t->entries.texts[c->entries[i]], i};
    qsort(order, c->n, sizeof *order, by_name);
    for (size_t k = 0; k < c->n; k++)
        half[order[k].place] = k % 2;
    free(order);
}

/* Of the first `count` groups, the one with the smallest mean over half `which`; over both: 2. */
static size_t find_best(const common *c, size_t count, const unsigned char *half, unsigned which)
{
    double least = INFINITY;
    size_t best = 0;
    for (size_t m = 0; m < count; m++) {
        double sum = 0;
        for (size_t i = 0; i < c->n; i++)
            sum += which == 2 || half[i] == which ? c->logs[m * c->n + i] : 0;
        best = sum < least ? m : best;
        least = sum < least ? sum : least;
    }
    return best;
}

/* Members, then their references, in `groups`. */
static void hold_out(abs_family *family, const abs_tally *t, const abs_pairs *pairs,
                     const uint32_t *groups, size_t best)
{
    const size_t count = family->count;
    common c;
    find_common(&c, pairs, groups, 2 * count);
    unsigned char *half = memory_take(c.n + 1);
    double *logs = memory_take((c.n + 1) * sizeof *logs);
    deal(&c, t, half);
    const size_t by_half[] = {find_best(&c, count, half, 1), find_best(&c, count, half, 0)};
    for (size_t i = 0; i < c.n; i++)
        logs[i] = c.logs[best * c.n + i] - c.logs[(count + best) * c.n + i];
    family->naive = stats_ratio_of(logs, c.n);
    for (size_t i = 0; i < c.n; i++) {
        const size_t m = by_half[half[i]];
        logs[i] = c.logs[m * c.n + i] - c.logs[(count + m) * c.n + i];
    }
    family->held_out = stats_ratio_of(logs, c.n);
    free_common(&c);
    free(half);
    free(logs);
}

/* ---- families ------------------------------------------------------------------------------ */

/* By ratio, and as they come. */
static int compare_members(const void *a, const void *b)
{
    const abs_member *x = a, *y = b;
    if (x->ratio.point < y->ratio.point || x->ratio.point > y->ratio.point)
        return x->ratio.point < y->ratio.point ? -1 : 1;
    return (x->group > y->group) - (x->group < y->group);
}

static void hold_against_best(abs_family *family, abs_member *members, common *c, size_t best)
{
    const size_t count = family->count;
    double *p = memory_take(count * sizeof *p);
    size_t others = 0;
    for (size_t m = 0; m < count; m++) {
        double *logs = &c->logs[m * c->n];
        for (size_t i = 0; m != best && i < c->n; i++)
            logs[i] -= c->logs[best * c->n + i];
        if (m != best)
            p[others++] = stats_p_value(logs, c->n);
    }
    memset(&c->logs[best * c->n], 0, c->n * sizeof *c->logs);
    stats_holm(p, others, count * (count - 1) / 2);
    for (size_t m = count; m-- > 0;) {
        members[m].ratio = stats_ratio_of(&c->logs[m * c->n], c->n);
        members[m].p = m == best ? NAN : p[--others];
    }
    const abs_member first = members[best];
    members[best] = members[0];
    members[0] = first;
    qsort(members + 1, count - 1, sizeof *members, compare_members);
    free(p);
}

static void judge(abs_family *family, abs_member *members, const abs_tally *t,
                  const abs_pairs *pairs, const abs_aggregate *aggregates)
{
    const size_t count = family->count;
    uint32_t *groups = memory_take(2 * count * sizeof *groups);
    common c;
    bool has_references = true;
    for (size_t m = 0; m < count; m++) {
        groups[m] = members[m].group;
        groups[count + m] = aggregates[groups[m]].reference;
        has_references &= groups[count + m] != UINT32_MAX;
    }
    find_common(&c, pairs, groups, count);
    const size_t best = find_best(&c, count, NULL, 2);
    family->n = c.n;
    family->naive = family->held_out = stats_ratio_of(NULL, 0);
    hold_against_best(family, members, &c, best);
    if (has_references)
        hold_out(family, t, pairs, groups, best);
    free_common(&c);
    free(groups);
}

/* The family of a group; UINT32_MAX: none. What is only a limit, or may return a wrong value or
   best move, is no rival. */
static uint32_t family_of(const abs_tally *t, const abs_pairs *pairs, size_t group,
                          best_scope scope)
{
    const abs_tally_group *g = &t->groups[group];
    if (g->for_reference || pairs_is_twin(pairs, group))
        return UINT32_MAX;
    if (scope == BEST_OF_ALGORITHM)
        return g->family;
    const bool rival =
        g->config.algo.core->limit == ABS_LIMIT_NONE && abs_algo_is_sound(&g->config.algo);
    return rival ? g->block : UINT32_MAX;
}

/* Sorts the groups into their families: members of family k are those from first[k] on. */
static void sort_members(abs_bests *bests, best_scope scope, const abs_tally *t,
                         const abs_pairs *pairs, size_t families, size_t *first)
{
    for (size_t g = 0; g < t->group_keys.count; g++)
        if (family_of(t, pairs, g, scope) != UINT32_MAX)
            first[family_of(t, pairs, g, scope) + 1]++;
    for (size_t k = 0; k < families; k++)
        first[k + 1] += first[k];
    for (size_t g = t->group_keys.count; g-- > 0;) { /* first[k + 1] goes down to where k begins */
        const uint32_t k = family_of(t, pairs, g, scope);
        if (k != UINT32_MAX)
            bests->members[--first[k + 1]] = (abs_member){.group = (uint32_t)g};
    }
}

void best_find(abs_bests *bests, best_scope scope, const abs_tally *t, const abs_pairs *pairs,
               const abs_aggregate *aggregates)
{
    const size_t groups = t->group_keys.count,
                 families = scope == BEST_OF_ALL ? t->blocks.count : t->families.count;
    size_t *first = memory_zeros(families + 2, sizeof *first);
    bests->families = memory_take((families + 1) * sizeof *bests->families);
    bests->members = memory_take((groups + 1) * sizeof *bests->members);
    size_t rivals = 0;
    for (size_t g = 0; g < groups; g++)
        rivals += family_of(t, pairs, g, scope) != UINT32_MAX;
    sort_members(bests, scope, t, pairs, families, first);
    for (size_t k = 1; k <= families; k++) {
        const size_t end = k < families ? first[k + 1] : rivals;
        abs_family family = {.first = first[k], .count = end - first[k]};
        if (family.count < 2)
            continue;
        judge(&family, &bests->members[family.first], t, pairs, aggregates);
        bests->families[bests->count++] = family;
    }
    free(first);
}
