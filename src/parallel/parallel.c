/* parallel.c -- see parallel.h. */
#include "parallel/parallel.h"
#include "base/memory.h"

#include <stdlib.h>
#include <sys/queue.h>

#include "parallel/places.inc"

/* ---- counting ------------------------------------------------------------------------------- */

/* Adds the counters of all processors to those of the search. */
static void gather(abs_simulation *sim)
{
    uint64_t *const to = (uint64_t *)&sim->s->n;
    for (unsigned i = 0; i < sim->how.processors; i++) {
        const uint64_t *const from = (const uint64_t *)&sim->processors[i].s->n;
        for (size_t k = 0; k < sizeof(abs_counters) / sizeof *from; k++)
            to[k] += from[k];
    }
}

/* Counts what a second search enters: the count at its end (sign 1) less that at its start (-1). */
static void count_again(abs_counters *n, const abs_counters *entered, int sign)
{
    n->research_nodes += (uint64_t)sign * entered->nodes;
    n->research_work += (uint64_t)sign * abs_work(entered);
}

/* Polls the search, once all processors together have entered as much as it asked for. It then has
   the counts of all. */
static void poll(abs_search *of_one)
{
    abs_simulation *const sim = ((searcher *)of_one)->sim;
    abs_search *const s = sim->s;
    const abs_counters before = s->n;
    gather(sim);
    if (of_one->in_research)
        count_again(&s->n, &of_one->n, 1);
    s->poll(s);
    of_one->poll_at = abs_work(&of_one->n) + (s->poll_at - abs_work(&s->n));
    s->n = before;
}

static void let_go(abs_simulation *sim, processor *p)
{
    if (p->duty == ENTERING) /* the entry does not end, and is not paid in full */
        sim->counts.busy -= p->until - sim->now;
    p->duty = IDLE;
    p->until = UINT64_MAX;
}

/* Ends a pass, which may have been stopped. */
static void end_pass(abs_simulation *sim)
{
    for (unsigned i = 0; i < sim->how.processors; i++)
        let_go(sim, &sim->processors[i]);
    sim->counts.ticks += sim->now;
    sim->now = 0;
}

/* ---- a simulation --------------------------------------------------------------------------- */

abs_simulation *simulation_new(abs_search *s, const abs_domain *domain, const abs_parallel *how)
{
    abs_simulation *const sim = memory_zeros(1, sizeof *sim);
    const abs_table *const t = s->table;
    const uint64_t bytes = t != NULL ? t->count * sizeof(abs_bucket) : 0;
    sim->s = s;
    sim->domain = domain;
    sim->how = *how;
    sim->processors = memory_zeros(how->processors, sizeof *sim->processors);
    for (unsigned i = 0; i < how->processors; i++) {
        processor *const p = &sim->processors[i];
        searcher *const own = memory_take(sizeof *own);
        own->sim = sim;
        p->s = &own->s;
        memcpy(p->s, s, sizeof *s);
        p->s->poll = poll;
        memset(p->s->killers, 0, sizeof p->s->killers);
        p->s->history = memory_zeros(2 * (size_t)s->slots, sizeof *s->history);
        if (t == NULL || !how->private_tables || i == 0)
            continue;
        if (!abs_table_reserve(&p->table, bytes))
            memory_end();
        abs_table_clear(&p->table, bytes, t->mode, t->replace);
        p->s->table = &p->table;
    }
    return sim;
}

abs_parallel_counts simulation_end(abs_simulation *sim)
{
    end_pass(sim);
    const abs_parallel_counts counts = sim->counts;
    for (unsigned i = 0; i < sim->how.processors; i++) {
        free(sim->processors[i].s->history);
        abs_table_free(&sim->processors[i].table);
        free(sim->processors[i].s);
    }
    abort_all(sim, &sim->roots);
    for (place *x; (x = LIST_FIRST(&sim->unused)) != NULL; free(x))
        LIST_REMOVE(x, sibling);
    free(sim->processors);
    free(sim);
    return counts;
}

/* Enters the node that the processor is at; `price` is added to the cost of that. */
static void enter(abs_simulation *sim, processor *p, uint64_t price)
{
    place *const x = p->at;
    abs_search *const s = p->s;
    const uint64_t rest = sim->s->poll_at > sim->entered ? sim->s->poll_at - sim->entered : 0;
    s->poll_at = abs_work(&s->n) + rest;
    const uint64_t nodes = s->n.nodes, qnodes = s->n.qnodes, answers = s->n.tt_answers;
    s->in_research = x->again && !sim->s->in_research;
    if (s->in_research)
        count_again(&s->n, &s->n, -1);
    p->open = sim->domain->node_enter(s, x->node);
    if (s->in_research)
        count_again(&s->n, &s->n, 1);
    const uint64_t below = s->n.qnodes - qnodes, work = s->n.nodes - nodes + below;
    const bool leaf = !p->open && s->n.tt_answers == answers;
    const uint64_t cost =
        price + (leaf ? sim->how.leaf_cost * (1 + below) : (uint64_t)sim->how.node_cost);
    sim->entered += work;
    x->entered += work;
    x->chain += cost;
    sim->counts.busy += cost;
    p->until = sim->now + cost;
    p->duty = ENTERING;
}

/* ---- moves ---------------------------------------------------------------------------------- */

static bool has_next(abs_simulation *sim, const processor *p, place *x)
{
    if (!x->picked && !x->exhausted) {
        x->picked = sim->domain->node_next(p->s, x->node);
        x->exhausted = !x->picked;
        if (x->exhausted)
            unlist(sim, x);
    }
    return x->picked;
}

/* Makes the node's children tasks. */
static void open_tasks(abs_simulation *sim, place *x)
{
    x->open_chain = x->chain;
    LIST_INSERT_HEAD(&sim->tasks[x->node->ply], x, task);
    x->listed = true;
    sim->listed++;
}

/* Starts a child's search with the node's current window. It is a null window only after a first
   score, with which it is compared. */
static void begin(abs_simulation *sim, processor *p, place *child)
{
    place *const x = child->parent;
    const abs_node *const n = x->node;
    const int high = sim->s->core.null_window && x->done > 0 ? n->alpha + 1 : n->beta;
    child->node->alpha = child->node->alpha0 = -high;
    child->node->beta = -n->alpha;
    const uint64_t price = x->opener != p ? sim->how.split_cost : 0;
    x->active++;
    x->shared |= x->active > 1;
    child->chain = x->splits && x->active + x->done > 1 ? x->open_chain : x->chain;
    if (x->opener != p) {
        sim->counts.splits += !x->split;
        x->split = true;
    }
    p->at = child;
    enter(sim, p, price);
}

/* Goes down to a child and, unless it is a leaf, marks it as being searched. Returns NULL if
   another processor searches it, unless this one `must`. */
static place *claim(abs_simulation *sim, const processor *p, place *x, unsigned number, bool must)
{
    place *const child = go_down(sim, p, x, number);
    abs_node *const n = child->node;
    if (n->depth <= 0)
        return child;
    struct places *const marks = &sim->marks[abs_mix64(n->key) % MARK_LISTS];
    const place *other = LIST_FIRST(marks);
    while (other != NULL && (other->node->key != n->key || other->node->depth != n->depth))
        other = LIST_NEXT(other, mark);
    if (other != NULL && !must) {
        place_end(sim, child);
        return NULL;
    }
    LIST_INSERT_HEAD(marks, child, mark);
    child->marked = true;
    return child;
}

/*
 * Returns the next child in the phases of Weill (1996): the first move, whatever others search;
 * then the moves that nobody else searches; then the rest. Returns NULL if there is none.
 */
static place *next_of_phases(abs_simulation *sim, const processor *p, place *x)
{
    place *child = NULL;
    while (child == NULL && has_next(sim, p, x)) {
        const unsigned number = x->node->number++;
        x->picked = false;
        child = claim(sim, p, x, number, number == 0);
        if (child == NULL)
            x->deferred[number / 64] |= UINT64_C(1) << number % 64;
    }
    for (unsigned k = 0; child == NULL && k < x->node->number; k++)
        if (x->deferred[k / 64] >> k % 64 & 1) {
            x->deferred[k / 64] &= ~(UINT64_C(1) << k % 64);
            child = claim(sim, p, x, k, true);
        }
    return child;
}

/* ---- results -------------------------------------------------------------------------------- */

/* Takes the score of a child that has ended, and returns whether it reaches beta. */
static bool take_score(abs_simulation *sim, const processor *p, place *x, const place *child)
{
    abs_node *const n = x->node;
    const int score = -child->node->best;
    if (score <= n->best)
        return false;
    n->best = score;
    n->best_index = child->node->index;
    const bool cut = score >= n->beta;
    if (score > n->alpha) { /* if it cuts off, only the move is proved */
        n->pv[0] = (uint16_t)n->best_index;
        n->pv_length = (uint16_t)(cut ? 1 : child->node->pv_length + 1);
        memcpy(n->pv + 1, child->node->pv, (n->pv_length - 1u) * sizeof n->pv[0]);
    }
    if (cut) {
        p->s->n.cutoffs++;
        p->s->n.first_move_cutoffs += child->number == 0;
        sim->domain->node_cut(p->s, n, child->node);
    } else if (score > n->alpha) {
        n->alpha = score;
    }
    return cut;
}

/* Whether the node has another child to begin or to wait for, with which the processor goes on. */
static bool goes_on(abs_simulation *sim, processor *p, place *x)
{
    const bool abdada = sim->how.method == ABS_PARALLEL_ABDADA;
    place *const at = abdada ? next_of_phases(sim, p, x) : x;
    const bool begins = abdada ? at != NULL : has_next(sim, p, x);
    if (!begins && (abdada || x->active == 0))
        return false;
    p->at = at;
    p->duty = begins ? CONTINUES : IDLE;
    return true;
}

/* Completes an entry. The processor that brings a node's last result goes on with its parent. */
static void complete(abs_simulation *sim, processor *p)
{
    place *child = p->at;
    let_go(sim, p);
    if (p->open) {
        if (sim->how.method == ABS_PARALLEL_ROOT_ALL && child->splits)
            open_tasks(sim, child);
        goes_on(sim, p, child);
        return;
    }
    for (place *x; (x = child->parent) != NULL; child = x) {
        /* A score that beat its null window calls for a second search. It is only a bound, and may
           be less than alpha is by now. */
        const int score = -child->node->best, high = -child->node->alpha0;
        if (high < x->node->beta && score >= high && score < x->node->beta) {
            p->at = child;
            p->duty = AGAIN;
            return;
        }
        const bool cut = take_score(sim, p, x, child);
        x->active--;
        x->done++;
        x->entered += child->entered;
        x->chain = cut || child->chain > x->chain ? child->chain : x->chain;
        place_end(sim, child);
        if (cut && x->shared) { /* the cutoff stops all processors that are below the node */
            for (unsigned i = 0; i < sim->used; i++)
                if (sim->processors[i].duty != IDLE && is_below(sim->processors[i].at, x))
                    let_go(sim, &sim->processors[i]);
            sim->counts.aborted += abort_all(sim, &x->children);
        }
        if (!cut && x->splits && x->done == 1 && !x->listed && !x->exhausted)
            open_tasks(sim, x);
        if (!cut && goes_on(sim, p, x))
            return;
        sim->domain->node_end(p->s, x->node);
    }
    sim->over = child;
    sim->counts.critical_path += child->chain;
}

/* Returns the node with a task that is nearest to the root, and leftmost there, or NULL. */
static place *find_task(abs_simulation *sim, const processor *p)
{
    place *best = NULL, *after;
    for (int ply = 0; best == NULL && sim->listed > 0 && ply <= ABS_MAX_PLY; ply++)
        for (place *x = LIST_FIRST(&sim->tasks[ply]); x != NULL; x = after) {
            after = LIST_NEXT(x, task);
            if (has_next(sim, p, x) && (best == NULL || is_left(x, best)))
                best = x;
        }
    return best;
}

static void start(abs_simulation *sim, processor *p)
{
    place *const at = p->at;
    if (p->duty == CONTINUES && sim->how.method == ABS_PARALLEL_ABDADA) {
        begin(sim, p, at);
        return;
    }
    place *const x = p->duty == CONTINUES && has_next(sim, p, at) ? at : find_task(sim, p);
    if (p->duty == AGAIN) { /* with the current window */
        const abs_node *const n = at->parent->node;
        p->s->n.interior_researches++;
        at->again = true;
        at->done = 0;
        at->picked = at->exhausted = at->split = false;
        at->opener = p;
        memset(at->deferred, 0, sizeof at->deferred);
        at->node->alpha = at->node->alpha0 = -n->beta;
        at->node->beta = -n->alpha;
        enter(sim, p, 0);
    } else if (x != NULL) {
        x->picked = false;
        begin(sim, p, go_down(sim, p, x, x->node->number++));
    } else {
        let_go(sim, p);
    }
}

/* ---- a pass --------------------------------------------------------------------------------- */

static void run(abs_simulation *sim)
{
    processor *const all = sim->processors;
    for (;;) {
        for (unsigned i = 0; i < sim->used && sim->over == NULL; i++)
            if (all[i].until == sim->now)
                complete(sim, &all[i]);
        if (sim->over != NULL)
            return;
        for (unsigned i = 0; i < sim->how.processors && (i < sim->used || sim->listed > 0); i++) {
            if (all[i].duty != ENTERING && (all[i].duty != IDLE || sim->listed > 0))
                start(sim, &all[i]);
            if (all[i].duty != IDLE && i >= sim->used)
                sim->used = i + 1;
        }
        while (sim->used > 0 && all[sim->used - 1].duty == IDLE)
            sim->used--;
        sim->now = UINT64_MAX; /* go to the next tick on which an entry ends */
        for (unsigned i = 0; i < sim->used; i++)
            sim->now = all[i].until < sim->now ? all[i].until : sim->now;
        assert(sim->now != UINT64_MAX);
    }
}

int simulation_search(abs_simulation *sim, const void *position, int alpha, int beta, int depth)
{
    abs_search *const s = sim->s;
    const bool abdada = sim->how.method == ABS_PARALLEL_ABDADA;
    abort_all(sim, &sim->roots); /* frees the nodes of the pass before */
    abs_search_begin(s);
    sim->entered = abs_work(&s->n);
    sim->over = NULL;
    sim->used = abdada ? sim->how.processors : 1;
    for (unsigned i = 0; i < sim->how.processors; i++) {
        processor *const p = &sim->processors[i];
        p->s->n = (abs_counters){0};
        p->s->adds = s->adds;
        p->duty = IDLE;
        p->until = UINT64_MAX;
    }
    for (unsigned i = 0; i < sim->used; i++) {
        processor *const p = &sim->processors[i];
        place *const root = p->at = go_down(sim, p, NULL, 0);
        root->node->depth = depth;
        sim->domain->node_root(p->s, root->node, position, abdada);
        root->node->alpha = root->node->alpha0 = alpha;
        root->node->beta = beta;
        enter(sim, p, 0);
    }
    run(sim);
    end_pass(sim);
    for (place *x = LIST_FIRST(&sim->roots); x != NULL; x = LIST_NEXT(x, sibling))
        if (x != sim->over) /* the other processors' work is of no use any more */
            sim->counts.aborted += abort_all(sim, &x->children) + x->entered;
    gather(sim);
    const abs_node *const n = sim->over->node;
    s->best = n->best_index;
    memcpy(s->pv[0], n->pv, n->pv_length * sizeof n->pv[0]);
    s->pv_length[0] = n->pv_length;
    if (s->best != ABS_NO_MOVE && (n->pv_length == 0 || n->pv[0] != s->best))
        abs_search_line(s, 0, s->best, false);
    return n->best;
}
