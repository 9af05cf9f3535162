/* run.c -- makes a row by the iterations and passes of a search. See worker.h. */
#include "base/memory.h"
#include "engine/engine.h"
#include "search/trace.h"
#include "work/worker.h"

/* An iteration, with its driver. */
typedef struct {
    abs_drive drive; /* must be first, because make_pass() gets a pointer to it */
    abs_worker *worker;
    abs_row *row;
    abs_iteration *iteration;
    uint64_t nodes, work; /* before the current pass */
} iterating;

/* Counts the nodes and work of the pass, which has ended or was stopped. */
static void count_pass(iterating *it)
{
    abs_counters *n = &it->worker->search.n;
    abs_pass *pass = &it->row->passes[it->row->pass_count];
    pass->nodes = n->nodes - it->nodes;
    pass->work = abs_work(n) - it->work;
    if (it->iteration->passes > 0) { /* the whole pass is a re-search */
        n->research_nodes += pass->nodes;
        n->research_work += pass->work;
    } else if (it->worker->search.in_research) { /* it was stopped in a move's second search */
        n->research_nodes += n->nodes;
        n->research_work += abs_work(n);
    }
}

/* The depth of a pass: with --fail-high-less, min(k, 3) plies less after k fail-highs. */
static int pass_depth(const iterating *it)
{
    const int depth = it->iteration->depth;
    if (!it->row->config->fail_high_less || it->drive.fails_high == 0)
        return depth;
    const int less = it->drive.fails_high < 3 ? (int)it->drive.fails_high : 3;
    return depth - less > 1 ? depth - less : 1;
}

/* Makes a pass for the driver. */
static int make_pass(abs_drive *drive, int alpha, int beta)
{
    iterating *it = (iterating *)drive;
    abs_search *s = &it->worker->search;
    abs_row *row = it->row;
    const abs_root *e = row->root;
    const int depth = pass_depth(it);
    const bool again = it->iteration->passes > 0;
    memory_grow(&row->passes, &row->pass_room, row->pass_count, sizeof *row->passes);
    abs_pass *pass = &row->passes[row->pass_count];
    *pass = (abs_pass){.alpha = alpha, .beta = beta};
    it->nodes = s->n.nodes;
    it->work = abs_work(&s->n);
    s->in_research = again;
    abs_see(
        s, &(abs_step){
               .kind = ABS_STEP_PASS, .depth = depth, .alpha = alpha, .beta = beta, .flag = again});
    if (drive->moves->count > 0)
        pass->value = e->domain->search_moves(s, e->position, beta, depth, drive->moves);
    else
        pass->value = abs_worker_search(it->worker, e, depth, alpha, beta);
    count_pass(it);
    abs_see(s, &(abs_step){
                   .kind = ABS_STEP_PASS_END, .alpha = alpha, .beta = beta, .value = pass->value});
    row->pass_count++;
    it->iteration->passes++;
    if (pass->value > alpha) /* the value is exact, or proves lo */
        abs_worker_take_line(it->worker, row);
    return pass->value;
}

/* Runs the driver. A search that is stopped jumps back to here. */
static abs_status run_driver(iterating *it, abs_driver driver)
{
    const int stopped = setjmp(it->worker->search.stop);
    if (stopped != 0) {
        abs_search_null_end(&it->worker->search);
        count_pass(it);
        return (abs_status)stopped;
    }
    return abs_drive_run(&it->drive, driver) ? ABS_STATUS_OK : ABS_STATUS_INCONSISTENT;
}

/* Ends an iteration that has a value. */
static void end_iteration(const iterating *it, abs_driver driver)
{
    abs_worker *w = it->worker;
    abs_row *row = it->row;
    const abs_drive *d = &it->drive;
    it->iteration->has_value = true;
    it->iteration->value = d->lo;
    row->lower = d->lower;
    if (d->has_guess)
        abs_changes_add(&w->changes, d->guess, d->lo);
    unsigned move = ABS_NO_MOVE; /* a best move whose line is not known */
    if (d->moves->count > 0)
        move = d->moves->of[0].move;
    else if (row->best == ABS_NO_MOVE && abs_driver_is_sound(driver) && it->iteration->depth > 0)
        /* If the value is -M, the least possible, no pass proves a move: all are equally good. */
        move = abs_worker_first_move(w, row);
    if (move != ABS_NO_MOVE) {
        row->best = row->pv[0] = (uint16_t)move;
        row->pv_length = 1;
    }
    abs_see(&w->search, &(abs_step){.kind = ABS_STEP_ITERATION_END, .value = d->lo});
}

/* Makes one iteration: passes until the value is known. `driver` is the row's, or ABS_OPEN for a
   shallow guess. */
static void iterate(abs_worker *w, abs_row *row, abs_driver driver, int depth, bool for_guess,
                    bool has_guess, int guess)
{
    const abs_root *e = row->root;
    abs_search *s = &w->search;
    const abs_counters start = s->n;
    const int bound = abs_bound(e->domain, w->rules, depth);

    memory_grow(&row->iterations, &row->iteration_room, row->iteration_count,
                sizeof *row->iterations);
    abs_iteration *iteration = &row->iterations[row->iteration_count++];
    *iteration =
        (abs_iteration){.depth = depth, .for_guess = for_guess, .first_pass = row->pass_count};
    abs_see(s, &(abs_step){.kind = ABS_STEP_ITERATION, .depth = depth, .flag = for_guess});

    s->iteration = depth;
    row->best = ABS_NO_MOVE;
    row->pv_length = 0;
    abs_leaf_set_clear(&w->leaves);
    w->moves.count = 0;
    if (driver == ABS_BNS)
        e->domain->root_moves(s, e->position, depth, &w->moves);
    iterating it = {
        .drive = {.config = row->config,
                  .window = abs_window_is_auto(row->config->window)
                                ? abs_window_after(&w->changes, e->domain->half_pawn(w->rules))
                                : row->config->window,
                  .has_guess = has_guess,
                  .guess = has_guess ? guess : 0,
                  .bound = row->config->grain > 1 ? abs_round(bound, row->config->grain) : bound,
                  .may_cross = config_selects(row->config),
                  .passes = row->pass_count,
                  .moves = &w->moves,
                  .search = make_pass},
        .worker = w,
        .row = row,
        .iteration = iteration,
    };
    row->status = run_driver(&it, driver);
    row->fail_low += it.drive.fails_low;
    row->fail_high += it.drive.fails_high;
    s->n.crossed += it.drive.crossed;
    iteration->nodes = s->n.nodes - start.nodes;
    iteration->work = abs_work(&s->n) - abs_work(&start);
    iteration->leaves = abs_leaves(&s->n) - abs_leaves(&start);
    s->n.distinct_leaves += w->leaves.count;
    if (row->status == ABS_STATUS_OK)
        end_iteration(&it, driver);
}

/* Sets the value of the iteration of that depth. Returns false if there is none. */
static bool value_at(const abs_row *row, int depth, int *value)
{
    for (size_t i = row->iteration_count; i-- > 0;)
        if (row->iterations[i].depth == depth && !row->iterations[i].for_guess) {
            *value = row->iterations[i].value;
            return row->iterations[i].has_value;
        }
    return false;
}

/* Finds the guess for an iteration. Returns false if there is none, or the search was stopped. */
static bool find_guess(abs_worker *w, abs_row *row, int depth, int *guess)
{
    const abs_config *c = row->config;
    const abs_root *e = row->root;
    if (!config_uses(c, ABS_USES_GUESS))
        return false;
    int older;
    int64_t exact;
    switch (c->guess.kind) {
    case ABS_GUESS_PARITY:
        return value_at(row, depth - 2, guess) || value_at(row, depth - 1, guess);
    case ABS_GUESS_MEAN: /* of the last two values, rounded down; if there is only one, that */
        if (!value_at(row, depth - 1, guess))
            return false;
        if (value_at(row, depth - 2, &older)) {
            const int sum = *guess + older;
            *guess = sum / 2 - (sum % 2 < 0);
        }
        return true;
    case ABS_GUESS_SHALLOW: /* the value of a search one ply less deep, if that is possible */
        if (depth - 1 < abs_min_depth(e->domain, w->rules) || depth < 1)
            return false;
        iterate(w, row, ABS_OPEN, depth - 1, true, false, 0);
        *guess = row->iterations[row->iteration_count - 1].value;
        return row->status == ABS_STATUS_OK;
    case ABS_GUESS_STATIC:
        if (!e->domain->can_evaluate(w->rules, e->position))
            return false;
        *guess = e->domain->evaluate(w->rules, e->position, 0);
        w->search.n.evaluations++;
        abs_see(&w->search, &(abs_step){.kind = ABS_STEP_RANK, .count = 1});
        if (c->grain > 1)
            *guess = abs_round(*guess, c->grain);
        return true;
    case ABS_GUESS_EXACT: /* the true value plus a number */
        if (!abs_worker_value(w, row, depth, &exact)) {
            row->status = ABS_STATUS_INTERRUPTED;
            return false;
        }
        exact += c->guess.number;
        *guess = exact > ABS_VALUE_MAX    ? ABS_VALUE_MAX
                 : exact < -ABS_VALUE_MAX ? -ABS_VALUE_MAX
                                          : (int)exact;
        return true;
    case ABS_GUESS_NUMBER:
        *guess = c->guess.number;
        return true;
    default:
        return value_at(row, depth - 1, guess);
    }
}

/* Whether the search was stopped at its limit, so that `completed` counts; limits have none. */
static bool is_stopped(const abs_row *row)
{
    return row->config->algo.core->limit == ABS_LIMIT_NONE &&
           (row->status == ABS_STATUS_NODE_LIMIT || row->status == ABS_STATUS_TIMEOUT);
}

/* Makes the finished iteration the deepest completed one, if it kept within the limits. */
static void complete(const abs_worker *w, abs_row *row, int depth)
{
    const abs_config *c = row->config;
    const uint64_t work = abs_work(&w->search.n);
    if ((c->node_limit > 0 && work > c->node_limit) ||
        (w->deadline > 0 && clock_now() > w->deadline))
        return;
    row->completed = (abs_completed){.any = true,
                                     .has_value = true,
                                     .depth = depth,
                                     .value = row->iterations[row->iteration_count - 1].value,
                                     .work = work,
                                     .best = row->best,
                                     .pv_length = row->pv_length};
    memcpy(row->completed.pv, row->pv, row->pv_length * sizeof row->pv[0]);
    row->completed.solved_depth = row->solved_depth;
}

/* Updates solved_depth after an iteration, whose move may solve the position. */
static void see_solution(abs_row *row, int depth)
{
    if (!abs_root_solves(row->root, row->best))
        row->solved_depth = 0;
    else if (row->solved_depth == 0)
        row->solved_depth = depth;
}

/* ---- minimal and minimal-graph --------------------------------------------------------------- */

/*
 * After the search for the value, these functions find the limit, and put its counts into
 * w->search.n and the last iteration. Their searches become further passes of that iteration. If
 * one is stopped, row->status says so, and w->search.n counts all of the work.
 */

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

/* Adds a pass with the open window to the last iteration. */
static void add_pass(abs_row *row, int value, const abs_counters *n)
{
    memory_grow(&row->passes, &row->pass_room, row->pass_count, sizeof *row->passes);
    row->passes[row->pass_count++] =
        (abs_pass){-ABS_INFINITY, ABS_INFINITY, value, n->nodes, abs_work(n)};
    row->iterations[row->iteration_count - 1].passes++;
}

/* Makes these counts those of the row. */
static void take_counters(abs_worker *w, abs_row *row, const abs_counters *n)
{
    abs_iteration *last = &row->iterations[row->iteration_count - 1];
    last->nodes = n->nodes;
    last->work = abs_work(n);
    last->leaves = abs_leaves(n);
    w->search.n = *n;
    if (row->config->distinct) /* a limit enters each leaf once */
        w->search.n.distinct_leaves = last->leaves;
}

/* Counts the fewest leaves and the fewest nodes of any tree that proves the value from both sides
   without a table. They may belong to two trees, so their difference is not `interior`. */
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
    if (!abs_size_proved(size)) { /* the search returned a value that is not the true one */
        row->status = ABS_STATUS_INCONSISTENT;
        return;
    }
    const abs_counters n = {.nodes = size.nodes, .interior = size.nodes - size.leaves};
    take_counters(w, row, &n);
}

/*
 * Counts the left-first minimal graph (Plaat, Schaeffer, Pijls & de Bruin, Best-first fixed-depth
 * minimax algorithms, 1996). It repeats the search, each time with the table's bounds forgotten and
 * its best moves tried first, until that takes no less work than before. The row has the counts of
 * the search with the least work.
 */
static void count_graph(abs_worker *w, abs_row *row)
{
    enum { SEARCHES_MAX = 16 };
    abs_search *s = &w->search;
    abs_iteration *last = &row->iterations[row->iteration_count - 1];
    abs_counters least = {.nodes = UINT64_MAX}; /* before the first search */
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
    least.tt_contradictions = s->n.tt_contradictions; /* all must be noticed */
    take_counters(w, row, &least);
}

/* ---- a job ----------------------------------------------------------------------------------- */

/* Completes the row once the search has ended, and checks its best move. */
static void conclude(abs_worker *w, abs_row *row, bool check_moves)
{
    row->n = w->search.n;
    row->n.evaluations += abs_leaves(&row->n);
    if (!row->config->distinct || w->leaves.overflowed)
        row->missing = UINT64_C(1) << COUNT_distinct_leaves;
    if (row->status == ABS_STATUS_OK) {
        row->has_value = true;
        row->value = row->iterations[row->iteration_count - 1].value;
        if (check_moves) {
            row->best_move_optimal = abs_worker_check_move(w, row);
            if (row->best_move_optimal == ABS_UNKNOWN && abs_worker_stopped(w))
                row->status = ABS_STATUS_INTERRUPTED; /* only a signal can leave out the answer */
        }
    } else {
        row->lower = false;
        row->best = ABS_NO_MOVE;
        row->pv_length = 0;
    }
    row->completed.any &= is_stopped(row);
    /* `solved` stays unknown if a signal stopped the search, or if a limit was stopped. */
    const bool ended = row->status == ABS_STATUS_OK || row->status == ABS_STATUS_INCONSISTENT;
    if (row->status != ABS_STATUS_OK)
        row->solved_depth = row->completed.any ? row->completed.solved_depth : 0;
    if (row->is_problem && (ended || is_stopped(row)))
        row->solved = row->solved_depth > 0 ? ABS_YES : ABS_NO;
    else
        row->solved_depth = 0;
}

/* Is called while an engine searches. */
static bool has_stopped(void *context)
{
    const abs_worker *w = context;
    if (w->tick != NULL)
        w->tick(w->tick_context);
    return abs_worker_stopped(w);
}

static void search(abs_worker *w, bool check_moves, abs_row *row)
{
    const abs_config *const config = row->config;
    abs_worker_prepare(w, row->root, config);
    w->deadline = config->timeout > 0 ? clock_now() + config->timeout : 0;
    const double real = clock_now(), cpu = clock_thread();
    double outside_real = 0, outside_cpu = 0; /* seconds that do not belong to the search */
    int depth = config->deepening && config->depth > 1 ? 1 : config->depth;
    for (; depth <= config->depth && row->status == ABS_STATUS_OK; depth++) {
        int guess = 0;
        const bool exact = config->guess.kind == ABS_GUESS_EXACT; /* such a guess takes a search */
        const double r = exact ? clock_now() : 0, c = exact ? clock_thread() : 0;
        const bool has_guess = find_guess(w, row, depth, &guess);
        if (exact) {
            if (w->deadline > 0)
                w->deadline += clock_now() - r;
            outside_real += clock_now() - r;
            outside_cpu += clock_thread() - c;
        }
        if (row->status == ABS_STATUS_OK)
            iterate(w, row, config->algo.driver, depth, false, has_guess, guess);
        if (row->status == ABS_STATUS_OK) {
            see_solution(row, depth);
            complete(w, row, depth);
        }
    }
    if (row->status == ABS_STATUS_OK && config->algo.core->limit != ABS_LIMIT_NONE) {
        (config->algo.core->limit == ABS_LIMIT_TREE ? count_tree : count_graph)(w, row);
        see_solution(row, config->depth); /* its line may be another */
    }
    if (config->tt_bytes > 0) {
        outside_real += w->table.real_s;
        outside_cpu += w->table.cpu_s;
    }
    row->real_s = clock_now() - real - outside_real;
    row->cpu_s = row->min_s = row->max_s = clock_thread() - cpu - outside_cpu;
    conclude(w, row, check_moves);
}

void abs_run(abs_worker *w, const abs_root *root, const abs_config *config, bool check_moves,
             abs_row *row)
{
    abs_row_begin(row, root, config);
    if (config->algo.engine != NULL)
        engine_search(row, (process_watch){has_stopped, w}, &w->engines);
    else
        search(w, check_moves, row);
    abs_row_say(row, &w->walk);
}
