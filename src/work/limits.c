/* limits.c -- rows that say how little would have been enough. See worker.h. */
#include "base/memory.h"
#include "work/worker.h"

enum { SEARCHES_MAX = 16 }; /* of the minimal graph: each but the last takes less work */

static abs_counters since(const abs_counters *now, const abs_counters *before)
{
    return (abs_counters){
#define COUNTER(name, unit, help) .name = now->name - before->name,
#define MEASUREMENT COUNTER
#define SELECTED COUNTER
#define TABLE_COUNTER(name, unit, help) .tt_##name = now->tt_##name - before->tt_##name,
#include "search/counters.def"
    };
}

/* One more pass of the last iteration, with the open window. */
static void add_pass(abs_row *row, int value, const abs_counters *n)
{
    memory_grow(&row->passes, &row->pass_room, row->pass_count, sizeof *row->passes);
    row->passes[row->pass_count++] =
        (abs_pass){-ABS_INFINITY, ABS_INFINITY, value, n->nodes, abs_work(n)};
    row->iterations[row->iteration_count - 1].passes++;
}

/* The row's counts are these. */
static void take_counters(abs_worker *w, abs_row *row, const abs_counters *n)
{
    abs_iteration *last = &row->iterations[row->iteration_count - 1];
    last->nodes = n->nodes;
    last->work = abs_work(n);
    last->leaves = abs_leaves(n);
    w->search.n = *n;
}

static void count_tree(abs_worker *w, abs_row *row)
{
    const abs_root *e = row->root;
    const abs_counters before = w->search.n;
    const int value = row->iterations[row->iteration_count - 1].value;
    const int stopped = setjmp(w->search.stop);
    if (stopped != 0) {
        row->status = (abs_status)stopped;
        return;
    }
    const abs_size size = e->domain->minimal(&w->search, e->position, value, row->config->depth);
    const abs_counters taken = since(&w->search.n, &before);
    add_pass(row, value, &taken);
    if (!abs_size_proved(size)) { /* what the search returned is not the value */
        row->status = ABS_STATUS_INCONSISTENT;
        return;
    }
    const abs_counters n = {.nodes = size.nodes, .interior = size.nodes - size.leaves};
    take_counters(w, row, &n);
}

static void count_graph(abs_worker *w, abs_row *row)
{
    abs_search *s = &w->search;
    abs_iteration *last = &row->iterations[row->iteration_count - 1];
    abs_counters least = {.nodes = UINT64_MAX}; /* as yet there is none */
    s->order |= ABS_ORDER_TT;
    for (int i = 0; i < SEARCHES_MAX; i++) {
        const abs_counters before = s->n;
        int value;
        abs_table_forget(s->table);
        row->status =
            abs_worker_pass(w, row->root, last->depth, -ABS_INFINITY, ABS_INFINITY, &value);
        if (row->status != ABS_STATUS_OK)
            return;
        const abs_counters n = since(&s->n, &before);
        add_pass(row, value, &n);
        if (abs_work(&n) >= abs_work(&least))
            break;
        least = n;
        last->value = value;
        abs_worker_take_line(w, row);
    }
    least.tt_contradictions = s->n.tt_contradictions; /* of all searches: none may go unnoticed */
    take_counters(w, row, &least);
}

void limits_count(abs_worker *w, abs_row *row)
{
    if (row->config->algo.core->limit == ABS_LIMIT_TREE)
        count_tree(w, row);
    else
        count_graph(w, row);
}
