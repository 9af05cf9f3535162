/* worker.c -- see worker.h. */
#include "work/worker.h"
#include "base/clock.h"
#include "base/memory.h"
#include "engine/engine.h"

#include <stdlib.h>
#include <string.h>

enum { POLL_WORK = 1 << 11 }; /* after so much a search checks whether to stop */

abs_worker *abs_worker_new(void)
{
    return memory_zeros(1, sizeof(abs_worker));
}

void abs_worker_free(abs_worker *w)
{
    if (w == NULL)
        return;
    abs_worker_free(w->judging);
    abs_table_free(&w->table);
    abs_table_free(&w->oracle_table);
    abs_leaf_set_free(&w->leaves);
    free(w->rules);
    free(w->history);
    free(w->oracle_history);
    free(w->arena);
    free(w->child);
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
    if (s == &w->search && w->deadline > 0 && clock_now() >= w->deadline)
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

/* Sets up one of the worker's searches, with nothing learnt. `history` has room for two times
   `slots`; `limit` is of work, 0: none. */
static void set_up(abs_worker *w, abs_search *s, const abs_config *config, uint32_t slots,
                   unsigned order, uint32_t *history, uint64_t limit)
{
    s->rules = w->rules;
    s->grain = config->grain;
    s->quiescence = config->quiescence;
    s->etc = false;
    s->select = 0;
    s->shuffle = 0;
    s->see_leaf = NULL;
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
    s->work_limit = limit > 0 ? limit : UINT64_MAX;
    s->poll_at = s->work_limit < POLL_WORK ? s->work_limit : POLL_WORK;
}

void abs_worker_prepare(abs_worker *w, const abs_root *root, const abs_config *config)
{
    const abs_domain *d = root->domain;
    const size_t history = 2 * (size_t)d->slots * sizeof *w->history;
    w->rules = memory_resize(w->rules, d->rules_size);
    w->arena = memory_resize(w->arena, d->arena_size);
    w->child = memory_resize(w->child, d->position_size);
    w->history = memory_resize(w->history, history);
    w->oracle_history = memory_resize(w->oracle_history, history);
    memcpy(w->rules, root->rules, d->rules_size);
    config_apply_eval(config, w->rules);

    abs_search *s = &w->search;
    set_up(w, s, config, d->slots, config->order, w->history, config->node_limit);
    s->core = config->algo.core->core;
    s->shuffle = config->shuffle;
    s->select = config->select;
    s->see_leaf = config->distinct ? see_leaf : NULL;
    w->leaves.overflowed = false;
    w->changes = (abs_changes){.count = 0};
    s->table = NULL;
    if (config->tt_bytes > 0) {
        if (!abs_table_reserve(&w->table, config->tt_bytes))
            memory_end();
        abs_table_clear(&w->table, config->tt_bytes, config->tt_mode, config->tt_replace);
        s->table = &w->table;
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

/* ---- the oracle ------------------------------------------------------------------------------ */

enum {
    ORACLE_TABLE_BYTES = 16 << 20,
    ORACLE_NODES_MAX = 20 * 1000000, /* affordable, to check whether a move is best */
};

void abs_worker_reserve_oracle(abs_worker *w)
{
    if (!abs_table_reserve(&w->oracle_table, ORACLE_TABLE_BYTES))
        memory_end();
}

/*
 * The oracle is fail-soft alpha-beta with the domain's usual ordering and a table of its own,
 * emptied each time, so that its answers do not depend on earlier ones.
 */
static bool oracle_search(abs_worker *w, const abs_row *row, const void *position, int depth,
                          int alpha, int beta, uint64_t limit, int *value)
{
    abs_search *s = &w->oracle;
    abs_table_clear(&w->oracle_table, ORACLE_TABLE_BYTES, ABS_TT_EXACT, ABS_REPLACE_DEPTH);
    set_up(w, s, row->config, row->root->domain->slots, abs_usual_orders(row->root->domain),
           w->oracle_history, limit);
    s->core = (abs_core){.minimax = false};
    s->table = &w->oracle_table;
    if (setjmp(s->stop) != 0)
        return false;
    *value = row->root->domain->search(s, position, alpha, beta, depth);
    return true;
}

/* The memo for the row's position at `depth`; emptied if it was for another. */
static abs_oracle_memo *memo_for(abs_worker *w, const abs_row *row, int depth)
{
    abs_oracle_memo *m = &w->memo;
    const abs_root *e = row->root; /* its place may have held another */
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
 * A move is a best one if its child is worth no more than -value to the opponent: one null window.
 * A sound row's own value is the true one, unless it is a lower bound; for the others the oracle
 * finds it.
 */
abs_answer abs_worker_check_move(abs_worker *w, const abs_row *row)
{
    const abs_root *e = row->root;
    const abs_config *c = row->config;
    if (row->best == ABS_NO_MOVE || config_selects(c)) /* whose best move is its own */
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
    if (m->answers[row->best].known)
        return m->answers[row->best].optimal;

    abs_answer optimal = ABS_UNKNOWN;
    int reply;
    const int cost = e->domain->cost(w->rules, e->position, row->best);
    e->domain->apply(w->rules, e->position, row->best, w->child);
    if (oracle_search(w, row, w->child, c->depth - cost, -value, -value + 1, ORACLE_NODES_MAX,
                      &reply))
        optimal = reply <= -value ? ABS_YES : ABS_NO;
    m->answers[row->best].known = true;
    m->answers[row->best].optimal = optimal;
    return optimal;
}
