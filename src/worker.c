/* worker.c -- see worker.h. */
#define _POSIX_C_SOURCE 200809L
#include "worker.h"

#include <stdlib.h>
#include <time.h>

enum {
    POLL_NODES = 1 << 20, /* how often a search looks whether it should stop */
    ORACLE_TABLE_BYTES = 16 << 20,
    ORACLE_NODES_MAX = 20 * 1000000, /* to tell whether a move is best: what is affordable */
};

abs_worker *abs_worker_new(size_t tt_bytes)
{
    abs_worker *w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    if (tt_bytes > 0 && !abs_table_reserve(&w->table, tt_bytes)) {
        free(w);
        return NULL;
    }
    return w;
}

void abs_worker_free(abs_worker *w)
{
    if (w == NULL)
        return;
    abs_table_free(&w->table);
    abs_table_free(&w->oracle_table);
    free(w->rules);
    free(w->history);
    free(w->oracle_history);
    free(w->arena);
    free(w->child);
    free(w);
}

/* Has *block point to at least `size` zeroed bytes, kept if it is large enough. Contents are lost.
 */
static bool reserve(void *block, size_t *room, size_t size)
{
    void *place;
    if (size <= *room)
        return true;
    memcpy(&place, block, sizeof place); /* a pointer of any type */
    free(place);
    place = calloc(1, size);
    memcpy(block, &place, sizeof place);
    *room = place != NULL ? size : 0;
    return place != NULL;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void poll(abs_search *s)
{
    const abs_worker *w = s->owner;
    if (abs_interrupted)
        longjmp(s->stop, ABS_STATUS_INTERRUPTED);
    if (s->n.nodes + s->n.qnodes >= s->node_limit)
        longjmp(s->stop, ABS_STATUS_NODE_LIMIT);
    if (s == &w->search && w->deadline > 0 && now() >= w->deadline)
        longjmp(s->stop, ABS_STATUS_TIMEOUT);
    if (w->tick != NULL)
        w->tick(w->tick_context);
    s->poll_at = s->n.nodes + POLL_NODES < s->node_limit ? s->n.nodes + POLL_NODES : s->node_limit;
}

/* Sets up a search of the job's domain with nothing learnt. `limit` 0: none. */
static void prepare_search(abs_worker *w, abs_search *s, const abs_config *config, uint32_t slots,
                           unsigned order, uint32_t *history, uint64_t limit)
{
    s->rules = w->rules;
    s->grain = config->grain;
    s->quiescence = config->quiescence;
    s->n = (abs_counters){0};
    s->in_research = false;
    s->slots = slots;
    s->order = order;
    s->history = history;
    if (order & ABS_ORDER_KILLER)
        memset(s->killers, 0, sizeof s->killers);
    if (order & ABS_ORDER_HISTORY)
        memset(history, 0, 2 * (size_t)slots * sizeof *history);
    s->arena = w->arena; /* shared: no two searches of a worker are under way at once */
    s->owner = w;
    s->poll = poll;
    s->node_limit = limit > 0 ? limit : UINT64_MAX;
    s->poll_at = s->node_limit < POLL_NODES ? s->node_limit : POLL_NODES;
}

bool abs_worker_prepare(abs_worker *w, const abs_entry *entry, const abs_config *config)
{
    const abs_domain *d = entry->domain;
    const size_t history = 2 * (size_t)d->slots * sizeof *w->history;
    if (!reserve(&w->rules, &w->rules_room, d->rules_size) ||
        !reserve(&w->arena, &w->arena_room, d->arena_size) ||
        !reserve(&w->child, &w->child_room, d->position_size) ||
        !reserve(&w->history, &w->history_room, history) ||
        !reserve(&w->oracle_history, &w->oracle_history_room, history))
        return false;
    memcpy(w->rules, entry->rules, d->rules_size);
    ((abs_rules *)w->rules)->eval = config->eval;

    abs_search *s = &w->search;
    prepare_search(w, s, config, d->slots, config->order, w->history, config->node_limit);
    s->core = config->algo.core->core;
    s->table = NULL;
    if (config->tt_bytes > 0) {
        if (!abs_table_reserve(&w->table, config->tt_bytes))
            return false;
        abs_table_clear(&w->table, config->tt_bytes, config->tt_mode, config->tt_replace);
        s->table = &w->table;
    }
    /* The second search may be left out only where the first score is exact. */
    const bool inexact =
        abs_free_passes(d, w->rules) || (config->tt_bytes > 0 && config->tt_mode == ABS_TT_DEEPER);
    if (inexact && s->core.exact_depth > 1)
        s->core.exact_depth = 1;
    if (config->quiescence)
        s->core.exact_depth = 0;
    return true;
}

/*
 * The oracle is fail-soft alpha-beta with all ordering and a table of its own, emptied each time,
 * so that its answers do not depend on what was asked before.
 */
static bool oracle_search(abs_worker *w, const abs_row *row, const void *position, int depth,
                          int alpha, int beta, uint64_t limit, int *value)
{
    abs_search *s = &w->oracle;
    if (!abs_table_reserve(&w->oracle_table, ORACLE_TABLE_BYTES))
        return false;
    abs_table_clear(&w->oracle_table, ORACLE_TABLE_BYTES, ABS_TT_EXACT, ABS_REPLACE_DEPTH);
    prepare_search(w, s, row->config, row->entry->domain->slots,
                   ABS_ORDER_TT | ABS_ORDER_KILLER | ABS_ORDER_HISTORY, w->oracle_history, limit);
    s->core = (abs_core){.name = "oracle"};
    s->table = &w->oracle_table;
    if (setjmp(s->stop) != 0)
        return false;
    *value = row->entry->domain->search(s, position, alpha, beta, depth);
    return true;
}

/* The memo for the row's position at `depth`; emptied if it was for another. */
static abs_oracle_memo *memo_for(abs_worker *w, const abs_row *row, int depth)
{
    abs_oracle_memo *m = &w->memo;
    const abs_config *c = row->config;
    if (m->entry != row->entry || m->eval != c->eval || m->grain != c->grain ||
        m->quiescence != c->quiescence || m->depth != depth)
        *m = (abs_oracle_memo){.entry = row->entry,
                               .eval = c->eval,
                               .grain = c->grain,
                               .quiescence = c->quiescence,
                               .depth = depth};
    return m;
}

bool abs_worker_value(abs_worker *w, const abs_row *row, int depth, int64_t *value)
{
    abs_oracle_memo *m = memo_for(w, row, depth);
    if (!m->has_value)
        m->has_value = oracle_search(w, row, row->entry->position, depth, -ABS_INFINITY,
                                     ABS_INFINITY, 0, &m->value);
    *value = m->value;
    return m->has_value;
}

/*
 * A move is a best one if its child is worth no more than -value to the opponent: one null window.
 * A sound row's own value is the true one; for the others the oracle finds it.
 */
abs_answer abs_worker_check_move(abs_worker *w, const abs_row *row)
{
    const abs_entry *e = row->entry;
    const abs_config *c = row->config;
    if (row->best == ABS_NO_MOVE)
        return ABS_UNKNOWN;
    abs_oracle_memo *m = memo_for(w, row, c->depth);
    int value = row->value;
    const bool trusted =
        abs_driver_table[c->algo.driver].sound && (c->tt_bytes == 0 || c->tt_mode == ABS_TT_EXACT);
    if (!trusted && !oracle_search(w, row, e->position, c->depth, -ABS_INFINITY, ABS_INFINITY,
                                   ORACLE_NODES_MAX, &value))
        return ABS_UNKNOWN;
    if (m->asked_value != value) {
        m->asked = 0;
        m->asked_value = value;
    }
    for (unsigned i = 0; i < m->asked; i++)
        if (m->moves[i].move == row->best)
            return m->moves[i].optimal;

    abs_answer optimal = ABS_UNKNOWN;
    int reply;
    const int cost = e->domain->cost(w->rules, e->position, row->best);
    e->domain->apply(w->rules, e->position, row->best, w->child);
    if (oracle_search(w, row, w->child, c->depth - cost, -value, -value + 1, ORACLE_NODES_MAX,
                      &reply))
        optimal = reply <= -value ? ABS_YES : ABS_NO;
    if (m->asked < sizeof m->moves / sizeof m->moves[0]) {
        m->moves[m->asked].move = row->best;
        m->moves[m->asked++].optimal = optimal;
    }
    return optimal;
}
