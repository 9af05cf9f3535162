/* parallel.c -- see parallel.h. */
#include "parallel/parallel_own.h"

/* ---- counting ------------------------------------------------------------------------------- */

/* Moves what the processors have counted to the search. */
static void gather(abs_simulation *sim)
{
    enum { COUNTERS = sizeof(abs_counters) / sizeof(uint64_t) };
    uint64_t *const to = (uint64_t *)&sim->s->n;
    for (unsigned i = 0; i < sim->how.processors; i++) {
        uint64_t *const from = (uint64_t *)&sim->processors[i].s->n;
        for (unsigned k = 0; k < COUNTERS; k++) {
            to[k] += from[k];
            from[k] = 0;
        }
    }
    sim->entered = abs_work(&sim->s->n);
}

static void enter(abs_simulation *sim, processor *p)
{
    place *const x = p->at;
    abs_search *const s = p->s;
    const uint64_t nodes = s->n.nodes, qnodes = s->n.qnodes, answers = s->n.tt_answers;
    if (sim->entered >= sim->s->poll_at) {
        gather(sim);
        sim->s->poll(sim->s);
        enter(sim, p);
        return;
    }
    p->open = sim->domain->node_enter(s, x->node);
    const uint64_t below = s->n.qnodes - qnodes, work = s->n.nodes - nodes + below;
    const bool leaf = !p->open && s->n.tt_answers == answers;
    const uint64_t cost = leaf ? sim->how.leaf_cost * (1 + below) : (uint64_t)sim->how.node_cost;
    if (x->again && !sim->s->in_research) {
        s->n.research_nodes += s->n.nodes - nodes;
        s->n.research_work += work;
    }
    sim->entered += work;
    x->entered += work;
    x->chain += cost + p->price;
    p->from = sim->now;
    p->until = sim->now + cost + p->price;
    p->price = 0;
    p->duty = ENTERING;
}

static void let_go(abs_simulation *sim, processor *p)
{
    if (p->duty == ENTERING)
        sim->counts.busy += sim->now - p->from;
    p->duty = IDLE;
    p->until = UINT64_MAX;
}

/* ---- moves ---------------------------------------------------------------------------------- */

static bool has_next(abs_simulation *sim, const processor *p, place *x)
{
    if (!x->picked && !x->exhausted) {
        x->picked = sim->domain->node_next(p->s, x->node);
        x->exhausted = !x->picked;
        if (x->exhausted && x->in[PLACE_TASKS].here)
            place_unlist(&sim->places, x);
    }
    return x->picked;
}

static bool may_split(const abs_simulation *sim, const place *x)
{
    switch (sim->how.method) {
    case ABS_PARALLEL_ROOT:
    case ABS_PARALLEL_ROOT_ALL:
        return x->parent == NULL;
    case ABS_PARALLEL_PVSPLIT:
        return x->leftmost;
    default:
        return sim->how.method == ABS_PARALLEL_YBW;
    }
}

/* From now on the node's children are tasks. */
static void open_tasks(abs_simulation *sim, place *x)
{
    x->open_chain = x->chain;
    if (!x->exhausted)
        place_list(&sim->places, x);
}

/* The window of a child's search that starts now. Nothing is known before a first score: a null
   window would have nothing to be compared with. */
static void take_window(const abs_simulation *sim, place *child)
{
    const place *const x = child->parent;
    const abs_node *const n = x->node;
    const int high = sim->s->core.null_window && x->done > 0 ? n->alpha + 1 : n->beta;
    child->node->alpha = child->node->alpha0 = -high;
    child->node->beta = -n->alpha;
}

static place *go_down(abs_simulation *sim, const processor *p, place *x, unsigned number)
{
    place *const child = place_new(&sim->places, x);
    child->number = number;
    child->opener = p->number;
    child->leftmost = x->leftmost && number == 0;
    child->splits = may_split(sim, child);
    sim->domain->node_down(p->s, x->node, number, child->node);
    return child;
}

static void begin(abs_simulation *sim, processor *p, place *child)
{
    place *const x = child->parent;
    x->active++;
    x->shared |= x->active > 1;
    child->chain = x->splits && x->active + x->done > 1 ? x->open_chain : x->chain;
    if (x->opener != p->number) {
        sim->counts.splits += !x->split;
        x->split = true;
        p->price = sim->how.split_cost;
    }
    take_window(sim, child);
    p->at = child;
    enter(sim, p);
}

/* The processor begins the node's next child. */
static void take_next(abs_simulation *sim, processor *p, place *x)
{
    place *const child = go_down(sim, p, x, x->node->number++);
    x->picked = false;
    begin(sim, p, child);
}

/* ---- abdada --------------------------------------------------------------------------------- */

/* Whether another processor searches the child, whose key it sets. Leaves are not marked. */
static bool is_taken(abs_simulation *sim, const processor *p, place *child)
{
    if (child->node->depth <= 0)
        return false;
    child->node->key = sim->domain->node_key(p->s, child->node);
    return place_is_marked(&sim->places, child->node->key, child->node->depth);
}

/* The child is to be searched by this processor. */
static place *mark(abs_simulation *sim, place *child)
{
    if (child->node->depth > 0)
        place_mark(&sim->places, child);
    return child;
}

/*
 * Weill (1996): the first move whatever others do; then those that nobody else searches; then the
 * rest. NULL: there are none.
 */
static place *next_of_phases(abs_simulation *sim, const processor *p, place *x)
{
    while (has_next(sim, p, x)) {
        const unsigned number = x->node->number++;
        place *const child = go_down(sim, p, x, number);
        x->picked = false;
        if (!is_taken(sim, p, child) || number == 0)
            return mark(sim, child);
        x->deferred[number / 64] |= UINT64_C(1) << number % 64;
        place_end(&sim->places, child);
    }
    for (unsigned k = 0; k < x->node->number; k++)
        if (x->deferred[k / 64] >> k % 64 & 1) {
            x->deferred[k / 64] &= ~(UINT64_C(1) << k % 64);
            place *const child = go_down(sim, p, x, k);
            is_taken(sim, p, child);
            return mark(sim, child);
        }
    return NULL;
}

/* ---- results -------------------------------------------------------------------------------- */

/* Frees the processors whose search a cutoff at x has ended, or that were to go on with x. */
static void drop_dead(abs_simulation *sim, const place *x)
{
    for (unsigned i = 0; i < sim->used; i++) {
        processor *const p = &sim->processors[i];
        if (p->duty != IDLE && (p->at->dead || p->at == x))
            let_go(sim, p);
    }
}

/* The score of a child that has ended; true: it reaches beta. */
static bool take_score(abs_simulation *sim, const processor *p, place *x, const place *child)
{
    abs_node *const n = x->node;
    const int score = -child->node->best;
    if (score <= n->best)
        return false;
    n->best = score;
    n->best_index = child->node->index;
    if (score <= n->alpha)
        return false;
    if (score < n->beta) {
        n->alpha = score;
        abs_node_line(n, n->best_index, child->node);
        return false;
    }
    p->s->n.cutoffs++;
    p->s->n.first_move_cutoffs += child->number == 0;
    abs_node_line(n, n->best_index, NULL);
    sim->domain->node_cut(p->s, n, child->node);
    return true;
}

/* It beat its null window. The search that follows has the alpha of then, which may be more than
   this score: that is no more than a bound. */
static bool needs_second(const place *x, const place *child)
{
    const int score = -child->node->best, high = -child->node->alpha0;
    return high < x->node->beta && score >= high && score < x->node->beta;
}

static void count_result(place *x, const place *child)
{
    x->active--;
    x->done++;
    x->entered += child->entered;
    x->chain = x->chain > child->chain ? x->chain : child->chain;
}

/* Whether the node has another child to begin or to wait for. Abdada's deferred are looked at when
   they start. */
static bool goes_on(abs_simulation *sim, processor *p, place *x)
{
    if (sim->how.method == ABS_PARALLEL_ABDADA) {
        place *const child = next_of_phases(sim, p, x);
        if (child == NULL)
            return false;
        p->at = child;
        p->duty = CONTINUES;
        return true;
    }
    if (!has_next(sim, p, x) && x->active == 0)
        return false;
    p->at = x;
    p->duty = x->picked ? CONTINUES : IDLE;
    return true;
}

/* A node has ended; who brought its last result goes on with its parent. */
static void deliver(abs_simulation *sim, processor *p, place *child)
{
    for (;;) {
        place *const x = child->parent;
        if (x == NULL) {
            sim->over = child;
            sim->counts.critical_path += child->chain;
            return;
        }
        if (needs_second(x, child)) {
            p->at = child;
            p->duty = STARTS;
            return;
        }
        count_result(x, child);
        const bool cut = take_score(sim, p, x, child);
        if (cut)
            x->chain = child->chain;
        place_end(&sim->places, child);
        if (cut && x->shared) {
            sim->counts.aborted += place_abort(&sim->places, x);
            drop_dead(sim, x);
        } else if (!cut) {
            if (x->splits && x->done == 1 && !x->in[PLACE_TASKS].here && !x->exhausted)
                open_tasks(sim, x);
            if (goes_on(sim, p, x))
                return;
        }
        sim->domain->node_end(p->s, x->node);
        child = x;
    }
}

/* An entry has come to its end. */
static void complete(abs_simulation *sim, processor *p)
{
    place *const x = p->at;
    let_go(sim, p);
    if (!p->open) {
        deliver(sim, p, x);
        return;
    }
    if (sim->how.method == ABS_PARALLEL_ROOT_ALL && x->splits)
        open_tasks(sim, x);
    goes_on(sim, p, x);
}

/* ---- starts --------------------------------------------------------------------------------- */

/* The second search, with the window of now. */
static void search_again(abs_simulation *sim, processor *p)
{
    place *const child = p->at;
    const abs_node *const n = child->parent->node;
    p->s->n.interior_researches++;
    child->again = true;
    child->done = 0;
    child->picked = child->exhausted = child->split = false;
    child->opener = p->number;
    memset(child->deferred, 0, sizeof child->deferred);
    child->node->alpha = child->node->alpha0 = -n->beta;
    child->node->beta = -n->alpha;
    enter(sim, p);
}

/* The task nearest the root, then leftmost; NULL: there is none. */
static place *find_task(abs_simulation *sim, const processor *p)
{
    for (int ply = 0; ply <= sim->places.deepest; ply++) {
        place *best = NULL, *after;
        for (place *x = sim->places.tasks[ply]; x != NULL; x = after) {
            after = x->in[PLACE_TASKS].after;
            if (has_next(sim, p, x) && (best == NULL || place_is_left(x, best)))
                best = x;
        }
        if (best != NULL)
            return best;
    }
    return NULL;
}

static void start(abs_simulation *sim, processor *p)
{
    if (p->duty == CONTINUES && sim->how.method == ABS_PARALLEL_ABDADA) {
        begin(sim, p, p->at);
        return;
    }
    place *const x = p->duty == CONTINUES && has_next(sim, p, p->at) ? p->at : find_task(sim, p);
    if (p->duty == STARTS)
        search_again(sim, p);
    else if (x != NULL)
        take_next(sim, p, x);
    else
        let_go(sim, p);
}

/* ---- a pass --------------------------------------------------------------------------------- */

static place *make_root(abs_simulation *sim, processor *p, const void *position, int alpha,
                        int beta, int depth)
{
    place *const root = place_new(&sim->places, NULL);
    const bool abdada = sim->how.method == ABS_PARALLEL_ABDADA;
    root->opener = p->number;
    root->leftmost = true;
    root->splits = may_split(sim, root);
    root->node->depth = depth;
    sim->domain->node_root(p->s, root->node, position, abdada);
    root->node->alpha = root->node->alpha0 = alpha;
    root->node->beta = beta;
    p->at = root;
    return root;
}

/* Goes to the next tick on which something ends. */
static void advance(abs_simulation *sim)
{
    uint64_t next = UINT64_MAX;
    while (sim->used > 0 && sim->processors[sim->used - 1].duty == IDLE)
        sim->used--;
    for (unsigned i = 0; i < sim->used; i++)
        if (sim->processors[i].until < next)
            next = sim->processors[i].until;
    assert(next != UINT64_MAX);
    sim->now = next;
}

static void run(abs_simulation *sim)
{
    processor *const all = sim->processors;
    for (;;) {
        for (unsigned i = 0; i < sim->used && sim->over == NULL; i++)
            if (all[i].until == sim->now)
                complete(sim, &all[i]);
        if (sim->over != NULL)
            return;
        for (unsigned i = 0; i < sim->how.processors; i++) {
            const bool tasks = sim->places.deepest >= 0;
            if (i >= sim->used && !tasks)
                break;
            if (all[i].duty != ENTERING && (all[i].duty != IDLE || tasks))
                start(sim, &all[i]);
            if (all[i].duty != IDLE && i >= sim->used)
                sim->used = i + 1;
        }
        advance(sim);
    }
}

/* What the others have entered, which the end of the search makes of no use. */
static void end_others(abs_simulation *sim, place **roots)
{
    for (unsigned i = 0; i < sim->how.processors; i++) {
        let_go(sim, &sim->processors[i]);
        if (roots[i] != NULL && roots[i] != sim->over)
            sim->counts.aborted += place_abort(&sim->places, roots[i]) + roots[i]->entered;
    }
}

int simulation_search(abs_simulation *sim, const void *position, int alpha, int beta, int depth)
{
    abs_search *const s = sim->s;
    place *roots[ABS_PROCESSORS_MAX] = {NULL};
    const unsigned searchers = sim->how.method == ABS_PARALLEL_ABDADA ? sim->how.processors : 1;
    place_clear(&sim->places);
    abs_search_begin(s);
    sim->now = 0;
    sim->entered = abs_work(&s->n);
    sim->over = NULL;
    sim->used = searchers;
    for (unsigned i = 0; i < sim->how.processors; i++) {
        processor *const p = &sim->processors[i];
        p->s->n = (abs_counters){0};
        p->s->adds = s->adds;
        p->duty = IDLE;
        p->until = UINT64_MAX;
        p->price = 0;
    }
    for (unsigned i = 0; i < searchers; i++) {
        roots[i] = make_root(sim, &sim->processors[i], position, alpha, beta, depth);
        enter(sim, &sim->processors[i]);
    }
    run(sim);
    end_others(sim, roots);
    gather(sim);
    sim->counts.ticks += sim->now;
    const abs_node *const n = sim->over->node;
    s->best = n->best_index;
    memcpy(s->pv[0], n->pv, n->pv_length * sizeof n->pv[0]);
    s->pv_length[0] = n->pv_length;
    if (s->best != ABS_NO_MOVE && (n->pv_length == 0 || n->pv[0] != s->best))
        abs_search_line(s, 0, s->best, false);
    return n->best;
}
