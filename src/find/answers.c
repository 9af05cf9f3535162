/* answers.c -- see answers.h. */
#include "find/answers.h"
#include "base/memory.h"

#include <stdlib.h>

static bool is_rival(const abs_findings *f, size_t g)
{
    const abs_tally_group *group = &f->tally->groups[g];
    return !group->for_reference && !pairs_is_twin(&f->pairs, g) &&
           group->config.algo.core->limit == ABS_LIMIT_NONE &&
           abs_algo_is_sound(&group->config.algo);
}

static bool is_near(const abs_member *m)
{
    return !(m->p < BEST_LEVEL) || m->ratio.same;
}

/* The twin that stands for a group. */
static uint32_t shown(const abs_findings *f, uint32_t group)
{
    return group == UINT32_MAX ? group : f->pairs.twin[group];
}

/* A reference that was searched along is in no family: where it may be as good as the best it may
   be used too, and where it is surely better instead. `groups`: near ones, then worse ones. */
static void weigh_reference(const abs_findings *f, abs_answer_of *a, uint32_t *groups)
{
    const bool sure = a->saves.n > 1 && !a->saves.same;
    const size_t others = a->nears + a->worses;
    if (a->n < 2 || a->reference == UINT32_MAX || !f->tally->groups[a->reference].for_reference ||
        (sure && a->saves.upper < 1))
        return;
    if (sure && a->saves.lower > 1) {
        memmove(groups + 1, groups, others * sizeof *groups);
        groups[0] = a->use;
        a->use = a->reference;
        a->worses = others + 1;
        a->nears = 0;
        a->kind = ANSWER_ONE;
    } else {
        memmove(groups + a->nears + 1, groups + a->nears, a->worses * sizeof *groups);
        groups[a->nears++] = a->reference;
        a->kind = ANSWER_ANY;
    }
}

static abs_answer_of of_family(const abs_findings *f, const abs_family *family, uint32_t *groups)
{
    const abs_member *members = &f->ranking.members[family->first];
    abs_answer_of a = {.n = family->n, .use = members[0].group, .saves = family->held_out};
    a.reference = shown(f, f->aggregates[a.use].reference);
    bool reference_near = a.reference == a.use;
    if (reference_near) /* it saves nothing over itself */
        a.saves.n = 0;
    for (size_t i = 1; i < family->count; i++)
        if (is_near(&members[i])) {
            groups[a.nears++] = members[i].group;
            reference_near |= members[i].group == a.reference;
        }
    for (size_t i = 1; i < family->count; i++)
        if (!is_near(&members[i]))
            groups[a.nears + a.worses++] = members[i].group;
    a.kind = family->n < 2                                             ? ANSWER_TOO_FEW
             : a.nears == 0                                            ? ANSWER_ONE
             : reference_near || !(a.saves.n > 1 && a.saves.upper < 1) ? ANSWER_ANY
                                                                       : ANSWER_ONE;
    weigh_reference(f, &a, groups);
    return a;
}

/* One configuration, and its reference if there is one. */
static abs_answer_of of_one(const abs_findings *f, uint32_t group, uint32_t *groups)
{
    const abs_aggregate *g = &f->aggregates[group];
    abs_answer_of a = {.n = g->n, .use = group, .reference = shown(f, g->reference)};
    if (a.reference == UINT32_MAX || a.reference == group) {
        a.kind = ANSWER_ALONE;
        return a;
    }
    a.saves = g->ratio;
    a.n = g->ratio.n;
    if (a.n < 2 || (a.saves.lower <= 1 && a.saves.upper >= 1) || a.saves.same) {
        a.kind = a.n < 2 ? ANSWER_TOO_FEW : ANSWER_ANY;
        groups[a.nears++] = a.reference;
        return a;
    }
    a.kind = ANSWER_ONE;
    if (a.saves.lower > 1) {
        a.use = a.reference;
        groups[a.worses++] = group;
    }
    return a;
}

abs_answers answers_find(const abs_findings *f)
{
    const size_t blocks = f->tally->blocks.count, groups = f->tally->group_keys.count;
    const abs_family **families = memory_zeros(blocks + 1, sizeof *families);
    uint32_t *rivals = memory_take((blocks + 1) * sizeof *rivals); /* the first one of each block */
    size_t used = 0;
    abs_answers all = {.list = memory_take((blocks + 1) * sizeof *all.list),
                       .groups = memory_take((groups + blocks + 1) * sizeof *all.groups)};
    memset(rivals, 0xFF, (blocks + 1) * sizeof *rivals);
    for (uint32_t g = (uint32_t)groups; g-- > 0;)
        if (is_rival(f, g))
            rivals[f->tally->groups[g].block] = g;
    for (size_t i = 0; i < f->ranking.count; i++) {
        const abs_family *family = &f->ranking.families[i];
        families[f->tally->groups[f->ranking.members[family->first].group].block] = family;
    }
    for (size_t block = 0; block < blocks; block++) {
        uint32_t *own = all.groups + used;
        if (rivals[block] == UINT32_MAX)
            continue;
        abs_answer_of *a = &all.list[all.count++];
        *a = families[block] != NULL ? of_family(f, families[block], own)
                                     : of_one(f, rivals[block], own);
        a->near = own;
        a->worse = own + a->nears;
        used += a->nears + a->worses;
    }
    free(families);
    free(rivals);
    return all;
}

void answers_free(abs_answers *answers)
{
    free(answers->list);
    free(answers->groups);
    *answers = (abs_answers){0};
}
