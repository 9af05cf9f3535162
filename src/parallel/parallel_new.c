/* parallel_new.c -- a simulation and its processors: made, and freed. See parallel.h. */
#include "base/memory.h"
#include "parallel/parallel_own.h"

#include <stdlib.h>

static void free_processor(processor *p)
{
    if (p->s != NULL)
        free(p->s->history);
    abs_table_free(&p->table);
    free(p->s);
}

void simulation_free(abs_simulation *sim)
{
    if (sim == NULL)
        return;
    for (unsigned i = 0; i < sim->how.processors; i++)
        free_processor(&sim->processors[i]);
    place_free_all(&sim->places);
    free(sim->processors);
    free(sim);
}

/* One that has learnt nothing. False: no memory for its table. */
static bool set_up(abs_simulation *sim, processor *p, unsigned number)
{
    const abs_search *const s = sim->s;
    const abs_table *const t = s->table;
    p->number = number;
    p->s = memory_take(sizeof *p->s);
    memcpy(p->s, s, sizeof *s);
    memset(p->s->killers, 0, sizeof p->s->killers);
    p->s->history = memory_zeros(2 * (size_t)s->slots, sizeof *s->history);
    if (t == NULL || !sim->how.private_tables || number == 0)
        return true;
    const uint64_t bytes = t->count * sizeof(abs_bucket);
    if (!abs_table_reserve(&p->table, bytes))
        return false;
    abs_table_clear(&p->table, bytes, t->mode, t->replace);
    p->s->table = &p->table;
    return true;
}

abs_simulation *simulation_new(abs_search *s, const abs_domain *domain, const abs_parallel *how)
{
    abs_simulation *sim = memory_zeros(1, sizeof *sim);
    sim->s = s;
    sim->domain = domain;
    sim->how = *how;
    sim->places.node_size = domain->node_size;
    sim->processors = memory_zeros(how->processors, sizeof *sim->processors);
    bool ok = true;
    for (unsigned i = 0; i < how->processors && ok; i++)
        ok = set_up(sim, &sim->processors[i], i);
    if (ok)
        return sim;
    simulation_free(sim);
    return NULL;
}

const abs_parallel_counts *simulation_counts(const abs_simulation *sim)
{
    return &sim->counts;
}
