/* best.c -- see best.h. */
#include "report/best.h"

#include <math.h>
#include <stdlib.h>

void best_free(abs_bests *bests)
{
    free(bests->families);
    free(bests->members);
    *bests = (abs_bests){0};
}

/* The positions that every member has finished, and the logarithms of their measures by member. */
typedef struct {
    double *logs; /* member after member, n each */
    size_t n;
} common;

/*
 * A position that all have is one where no member's next position is another. Walks the members'
 * counts, which are in order of position, side by side.
 */
static bool find_common(common *c, const abs_pairs *pairs, const abs_member *members, size_t count)
{
    size_t most = pairs_size(pairs, members[0].group);
    size_t *at = malloc(count * sizeof *at);
    c->logs = malloc((most * count + 1) * sizeof *c->logs);
    c->n = 0;
    if (at == NULL || c->logs == NULL) {
        free(at);
        return false;
    }
    for (size_t m = 0; m < count; m++)
        at[m] = pairs->first[members[m].group];
    for (size_t i = at[0]; i < pairs->first[members[0].group + 1]; i++) {
        const uint32_t entry = pairs->counts[i].entry;
        bool all = i == at[0] || pairs->counts[i - 1].entry != entry;
        for (size_t m = 0; all && m < count; m++) {
            const size_t end = pairs->first[members[m].group + 1];
            while (at[m] < end && pairs->counts[at[m]].entry < entry)
                at[m]++;
            all = at[m] < end && pairs->counts[at[m]].entry == entry &&
                  pairs->counts[at[m]].measure > 0;
            if (all)
                c->logs[m * most + c->n] = log((double)pairs->counts[at[m]].measure);
        }
        c->n += all;
    }
    for (size_t m = 1; m < count; m++)
        memmove(&c->logs[m * c->n], &c->logs[m * most], c->n * sizeof *c->logs);
    free(at);
    return true;
}

/* The member with the smallest mean. */
static size_t find_best(const common *c, size_t count)
{
    double least = INFINITY;
    size_t best = 0;
    for (size_t m = 0; m < count; m++) {
        double sum = 0;
        for (size_t i = 0; i < c->n; i++)
            sum += c->logs[m * c->n + i];
        best = sum < least ? m : best;
        least = sum < least ? sum : least;
    }
    return best;
}

static bool judge(abs_family *family, abs_member *members, const abs_pairs *pairs)
{
    const size_t count = family->count;
    common c;
    double *p = malloc(count * sizeof *p);
    bool ok = find_common(&c, pairs, members, count) && p != NULL;
    if (ok) {
        const size_t best = find_best(&c, count);
        size_t others = 0;
        family->n = c.n;
        for (size_t m = 0; m < count; m++) {
            double *logs = &c.logs[m * c.n], sum = 0;
            for (size_t i = 0; m != best && i < c.n; i++)
                sum += logs[i] -= c.logs[best * c.n + i];
            members[m].ratio = c.n > 0 ? exp(sum / (double)c.n) : NAN;
            if (m != best)
                p[others++] = stats_p_value(logs, c.n);
        }
        ok = stats_holm(p, others);
        for (size_t m = count; m-- > 0;)
            members[m].p = m == best ? NAN : p[--others];
        const abs_member first = members[best];
        memmove(&members[1], members, best * sizeof *members);
        members[0] = first;
    }
    free(c.logs);
    free(p);
    return ok;
}

/* Sorts the groups into their families: members of family k are those from first[k] on. */
static void sort_members(abs_bests *bests, const abs_tally *t, const abs_pairs *pairs,
                         size_t *first)
{
    for (size_t g = 0; g < t->group_keys.count; g++)
        first[t->groups[g].family + 1] += !pairs_is_twin(pairs, g);
    for (size_t k = 0; k < t->families.count; k++)
        first[k + 1] += first[k];
    for (size_t g = t->group_keys.count; g-- > 0;) /* first[k + 1] goes down to where k begins */
        if (!pairs_is_twin(pairs, g))
            bests->members[--first[t->groups[g].family + 1]] = (abs_member){.group = (uint32_t)g};
}

bool best_find(abs_bests *bests, const abs_tally *t, const abs_pairs *pairs)
{
    const size_t groups = t->group_keys.count, families = t->families.count;
    size_t members = 0;
    size_t *first = calloc(families + 2, sizeof *first);
    bests->families = malloc((families + 1) * sizeof *bests->families);
    bests->members = malloc((groups + 1) * sizeof *bests->members);
    bool ok = first != NULL && bests->families != NULL && bests->members != NULL;
    for (size_t g = 0; g < groups; g++)
        members += !pairs_is_twin(pairs, g);
    if (ok)
        sort_members(bests, t, pairs, first);
    for (size_t k = 1; ok && k <= families; k++) {
        const size_t end = k < families ? first[k + 1] : members;
        abs_family family = {.first = first[k], .count = end - first[k]};
        if (family.count < 2)
            continue;
        ok = judge(&family, &bests->members[family.first], pairs);
        bests->families[bests->count++] = family;
    }
    free(first);
    return ok;
}
