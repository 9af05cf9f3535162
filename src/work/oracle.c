/* oracle.c -- searches outside a row's counts. See worker.h. */
#include "base/memory.h"
#include "work/worker.h"

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
    abs_worker_set_up(w, s, row->config, row->entry->domain->slots,
                      abs_usual_orders(row->entry->domain), w->oracle_history, limit);
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
    const abs_entry *e = row->entry; /* its place may have held another */
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
        m->has_value = oracle_search(w, row, row->entry->position, depth, -ABS_INFINITY,
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
    const abs_entry *e = row->entry;
    const abs_config *c = row->config;
    if (row->best == ABS_NO_MOVE)
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
