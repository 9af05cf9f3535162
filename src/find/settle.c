/* settle.c -- which search to use: see findings.h. */
#include "base/memory.h"
#include "find/findings.h"

#include <math.h>
#include <stdlib.h>

answer_side answers_side(const abs_judged *j)
{
    return j->verdict == JUDGE_EQUAL    ? ANSWER_EQUAL
           : j->verdict == JUDGE_BETTER ? ANSWER_LESS
           : j->verdict == JUDGE_WORSE  ? ANSWER_DEARER
                                        : ANSWER_UNSETTLED;
}

/* For qsort_r(): by ratio to the reference, those without one last, then by group. */
static int by_ratio(const void *a, const void *b, void *findings)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    const stats_ratio *one = &findings_judged(findings, x)->ratio,
                      *other = &findings_judged(findings, y)->ratio;
    const double left = one->n > 0 ? one->point : INFINITY;
    const double right = other->n > 0 ? other->point : INFINITY;
    return left != right ? (left < right ? -1 : 1) : (x > y) - (x < y);
}

/* Whether others are compared with that engine. */
static bool is_engine_reference(const abs_findings *f, uint32_t group)
{
    bool is = false;
    for (size_t k = 0;
         f->tally->groups[group].config.algo.engine != NULL && k < f->tally->group_keys.count; k++)
        is |= f->aggregates[k].reference == group;
    return is;
}

/* Decides what to use. */
static void settle(const abs_findings *f, abs_answer_of *a)
{
    size_t sides[ANSWER_DEARER + 1] = {0}, told = 0;
    qsort_r(a->others, a->count, sizeof *a->others, by_ratio, (void *)f);
    for (size_t i = a->count; i-- > 0;) {
        const abs_judged *j = findings_judged(f, a->others[i]);
        const answer_side side = answers_side(j);
        sides[side]++;
        told += j->verdict != JUDGE_TOO_FEW;
        if (side == ANSWER_UNSETTLED && j->needed > a->needed)
            a->needed = j->needed;
        if (side == ANSWER_LESS)
            a->use = a->others[i];
    }
    a->kind =
        a->count == 0            ? ANSWER_ALONE
        : told == 0              ? ANSWER_TOO_FEW
        : sides[ANSWER_LESS] > 0 ? ANSWER_BETTER
        : sides[ANSWER_UNSETTLED] == 0 && config_is_search(&f->tally->groups[a->reference].config)
            ? ANSWER_BEST
            : ANSWER_UNDECIDED;
    if (a->kind == ANSWER_BEST || a->kind == ANSWER_ALONE)
        a->use = a->reference;
}

abs_answer_of *answers_find(const abs_findings *f, size_t *count)
{
    const size_t groups = f->tally->group_keys.count;
    abs_answer_of *list =
        memory_take((groups + 1) * (sizeof *list + sizeof *list->others)); /* then all `others` */
    uint32_t *next = (uint32_t *)(list + groups), *order = tally_order(f->tally, false);
    *count = 0;
    for (size_t i = 0; i < groups; i++) {
        const uint32_t reference = order[i];
        abs_answer_of *a = &list[*count];
        if (f->aggregates[reference].reference != reference && !is_engine_reference(f, reference))
            continue;
        *a = (abs_answer_of){.reference = reference, .use = UINT32_MAX, .others = next};
        for (size_t k = 0; k < groups; k++)
            if (f->aggregates[k].reference == reference &&
                aggregate_is_compared(&f->pairs, &f->aggregates[k]))
                a->others[a->count++] = (uint32_t)k;
        if (a->count == 0 && f->tally->groups[reference].for_reference)
            continue;
        next += a->count;
        settle(f, a);
        ++*count;
    }
    free(order);
    return list;
}
