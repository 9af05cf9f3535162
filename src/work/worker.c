/* worker.c -- see worker.h. */
#include "work/worker.h"
#include "base/memory.h"
#include "engine/engine.h"

#include <stdlib.h>

enum { POLL_WORK = 1 << 11 }; /* a search polls after so much work */

/* ---- leaves ---------------------------------------------------------------------------------- */

static void put_leaf(abs_leaf_set *set, uint64_t path)
{
    uint64_t i = path & (set->room - 1);
    while (set->paths[i] != 0 && set->paths[i] != path)
        i = (i + 1) & (set->room - 1);
    set->count += set->paths[i] == 0;
    set->paths[i] = path;
}

void abs_leaf_set_add(abs_leaf_set *set, uint64_t path)
{
    const abs_leaf_set old = *set;
    set->overflowed |= set->count == ABS_LEAVES_MAX;
    if (set->overflowed)
        return;
    if (2 * set->count >= set->room) {
        *set = (abs_leaf_set){.room = old.room > 0 ? 2 * old.room : 1 << 12};
        set->paths = memory_zeros(set->room, sizeof *set->paths);
        for (uint64_t i = 0; i < old.room; i++)
            if (old.paths[i] != 0)
                put_leaf(set, old.paths[i]);
        free(old.paths);
    }
    put_leaf(set, path != 0 ? path : 1);
}

void abs_leaf_set_clear(abs_leaf_set *set)
{
    if (set->count > 0)
        memset(set->paths, 0, set->room * sizeof *set->paths);
    set->count = 0;
}

/* ---- a worker -------------------------------------------------------------------------------- */

abs_worker *abs_worker_new(void)
{
    return memory_zeros(1, sizeof(abs_worker));
}

void abs_worker_free(abs_worker *w)
{
    if (w == NULL)
        return;
    abs_worker_free(w->aside);
    abs_table_free(&w->table);
    free(w->leaves.paths);
    free(w->rules);
    free(w->history);
    free(w->arena);
    free(w->child);
    line_free(&w->walk);
    engine_let_go(&w->engines);
    free(w);
}

bool abs_worker_stopped(const abs_worker *w)
{
    return interrupt_pending() ||
           (w->stop != NULL && atomic_load_explicit(w->stop, memory_order_relaxed));
}

static void poll(abs_search *s)
{
    abs_worker *w = s->owner;
    if (abs_worker_stopped(w))
        longjmp(s->stop, ABS_STATUS_INTERRUPTED);
    const uint64_t work = abs_work(&s->n);
    if (work >= s->work_limit)
        longjmp(s->stop, ABS_STATUS_NODE_LIMIT);
    if (w->deadline > 0 && clock_now() >= w->deadline)
        longjmp(s->stop, ABS_STATUS_TIMEOUT);
    if (w->tick != NULL)
        w->tick(w->tick_context);
    s->poll_at = work + POLL_WORK < s->work_limit ? work + POLL_WORK : s->work_limit;
}

static void see_leaf(abs_search *s, uint64_t path)
{
    abs_worker *w = s->owner;
    abs_leaf_set_add(&w->leaves, path);
}

abs_worker *abs_worker_aside(abs_worker *w)
{
    if (w->aside == NULL)
        w->aside = abs_worker_new();
    w->aside->stop = w->stop;
    w->aside->tick = w->tick;
    w->aside->tick_context = w->tick_context;
    w->aside->search.past = w->search.past;
    w->aside->search.past_count = w->search.past_count;
    return w->aside;
}

void abs_worker_prepare(abs_worker *w, const abs_root *root, const abs_config *config)
{
    const abs_domain *d = root->domain;
    const size_t history = 2 * (size_t)d->slots * sizeof *w->history;
    w->rules = memory_resize(w->rules, d->rules_size);
    w->arena = memory_resize(w->arena, d->arena_size);
    w->child = memory_resize(w->child, d->position_size);
    w->history = memory_resize(w->history, history);
    memcpy(w->rules, root->rules, d->rules_size);
    config_apply_eval(config, w->rules);

    abs_search *s = &w->search;
    s->core = config->algo.core->core;
    s->rules = w->rules;
    s->grain = config->grain;
    s->quiescence = config->quiescence;
    s->etc = s->tt_null = false;
    s->select = config->select;
    s->shuffle = config->shuffle;
    s->see_leaf = config->distinct ? see_leaf : NULL;
    s->n = (abs_counters){0};
    s->in_research = false;
    s->slots = d->slots;
    s->order = config->order;
    s->history = w->history;
    if (s->order & ABS_ORDER_KILLER)
        memset(s->killers, 0, sizeof s->killers);
    if (s->order & ABS_ORDER_HISTORY)
        memset(w->history, 0, history);
    s->arena = w->arena;
    s->owner = w;
    s->poll = poll;
    s->work_limit = config->node_limit > 0 ? config->node_limit : UINT64_MAX;
    s->poll_at = s->work_limit < POLL_WORK ? s->work_limit : POLL_WORK;
    w->leaves.overflowed = false;
    w->changes = (abs_changes){.count = 0};
    s->table = NULL;
    if (config->tt_bytes > 0) {
        if (!abs_table_reserve(&w->table, config->tt_bytes))
            memory_end();
        abs_table_clear(&w->table, config->tt_bytes, config->tt_mode, config->tt_replace);
        s->table = &w->table;
        s->tt_pv = config->tt_pv;
        s->tt_from = config->tt_quiescence ? 0 : 1;
        s->tt_keep = config->tt_keep;
        s->tt_null = config->tt_null;
        s->etc = config->etc;
    }
}

int abs_worker_search(abs_worker *w, const abs_root *root, int depth, int alpha, int beta)
{
    abs_search *s = &w->search;
    return s->core.minimax ? root->domain->minimax(s, root->position, depth)
                           : root->domain->search(s, root->position, alpha, beta, depth);
}

abs_status abs_worker_pass(abs_worker *w, const abs_root *root, int depth, int alpha, int beta,
                           int *value)
{
    const int stopped = setjmp(w->search.stop);
    if (stopped != 0) {
        abs_search_null_end(&w->search);
        return (abs_status)stopped;
    }
    *value = abs_worker_search(w, root, depth, alpha, beta);
    return ABS_STATUS_OK;
}

void abs_worker_take_line(const abs_worker *w, abs_row *row)
{
    const abs_search *s = &w->search;
    row->best = s->best;
    row->pv_length = s->pv_length[0];
    memcpy(row->pv, s->pv[0], row->pv_length * sizeof row->pv[0]);
}

unsigned abs_worker_first_move(abs_worker *w, const abs_row *row)
{
    const abs_root *e = row->root;
    const unsigned count = e->domain->count_moves(e->rules, e->position);
    unsigned first = count > 0 ? 0 : ABS_NO_MOVE;
    uint64_t least = UINT64_MAX;
    for (unsigned i = 0; i < count && row->config->shuffle != 0; i++) {
        e->domain->apply(w->rules, e->position, i, w->child);
        const uint64_t rank =
            abs_shuffle_rank(e->domain->key(w->rules, w->child), row->config->shuffle);
        if (rank < least) {
            least = rank;
            first = i;
        }
    }
    return first;
}

/* ---- the oracle ------------------------------------------------------------------------------ */

enum {
    ORACLE_TABLE_BYTES = 16 << 20,
    ORACLE_NODES_MAX = 20 * 1000000, /* to check whether a move is best */
};

/*
 * Searches for the oracle: by fail-soft alpha-beta with the domain's usual ordering and a table of
 * its own, which is empty at first, so that answers do not depend on earlier ones. Returns false if
 * it was interrupted, or reached the limit of nodes (0: none).
 */
static bool oracle_search(abs_worker *w, const abs_row *row, void *position, int depth, int alpha,
                          int beta, uint64_t limit, int *value)
{
    static const abs_core_info core = {.core = {.minimax = false}};
    abs_worker *aside = abs_worker_aside(w);
    abs_root root = *row->root;
    abs_config c = {.algo = {.core = &core},
                    .eval = row->config->eval,
                    .grain = row->config->grain,
                    .quiescence = row->config->quiescence,
                    .order = abs_usual_orders(root.domain),
                    .tt_bytes = ORACLE_TABLE_BYTES,
                    .tt_replace = ABS_REPLACE_DEPTH,
                    .tt_pv = true,
                    .node_limit = limit};
    root.position = position;
    abs_worker_prepare(aside, &root, &c);
    return abs_worker_pass(aside, &root, depth, alpha, beta, value) == ABS_STATUS_OK;
}

/* Returns the memo for the row's position at `depth`, and empties it if it was for another one. */
static abs_oracle_memo *memo_for(abs_worker *w, const abs_row *row, int depth)
{
    abs_oracle_memo *m = &w->memo;
    const abs_root *e = row->root; /* compared by number, because addresses are used again */
    abs_config asked = *row->config;
    asked.depth = depth;
    if (m->rules != e->rules || m->number != e->number ||
        !config_agree(&m->config, &asked, CONFIG_SETTING))
        *m = (abs_oracle_memo){.rules = e->rules, .number = e->number, .config = asked};
    return m;
}

bool abs_worker_value(abs_worker *w, const abs_row *row, int depth, int64_t *value)
{
    abs_oracle_memo *m = memo_for(w, row, depth);
    if (!m->has_value)
        m->has_value = oracle_search(w, row, row->root->position, depth, -ABS_INFINITY,
                                     ABS_INFINITY, 0, &m->value);
    *value = m->value;
    return m->has_value;
}

/*
 * A move is a best one if its child is worth no more than -value to the opponent, which one null
 * window shows. The value is that of the row if this is sound and no lower bound; else the oracle
 * finds it.
 */
abs_answer abs_worker_check_move(abs_worker *w, const abs_row *row)
{
    const abs_root *e = row->root;
    const abs_config *c = row->config;
    if (row->best == ABS_NO_MOVE || config_selects(c)) /* a selective search need not find one */
        return ABS_UNKNOWN;
    abs_oracle_memo *m = memo_for(w, row, c->depth);
    int value = row->value;
    const bool trusted = config_has_sound_value(c) && !row->lower;
    if (!trusted && !m->has_value) {
        m->has_value = oracle_search(w, row, e->position, c->depth, -ABS_INFINITY, ABS_INFINITY,
                                     ORACLE_NODES_MAX, &m->value);
        if (!m->has_value)
            return ABS_UNKNOWN;
    }
    if (!trusted)
        value = m->value;
    if (m->asked_value != value)
        memset(m->answers, 0, sizeof m->answers);
    m->asked_value = value;
    if (m->answers[row->best] > 0)
        return (abs_answer)(m->answers[row->best] - 1);

    abs_answer optimal = ABS_UNKNOWN;
    int reply;
    const int cost = e->domain->cost(w->rules, e->position, row->best);
    e->domain->apply(w->rules, e->position, row->best, w->child);
    if (oracle_search(w, row, w->child, c->depth - cost, -value, -value + 1, ORACLE_NODES_MAX,
                      &reply))
        optimal = reply <= -value ? ABS_YES : ABS_NO;
    m->answers[row->best] = (uint8_t)(optimal + 1);
    return optimal;
}
