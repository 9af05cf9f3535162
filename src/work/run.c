/* run.c -- iterations and passes around a search. See run.h. */
#include "work/run.h"
#include "base/clock.h"
#include "base/grow.h"
#include "work/limits.h"
#include "work/oracle.h"
#include "work/pass.h"
#include "search/drivers.h"
#include "search/trace.h"

#include <stdlib.h>

/* Where no pass proved a move: at value = -M, known without proof, all moves are equally good. */
static void take_first_move(abs_worker *w, abs_row *row, int depth)
{
    const abs_entry *e = row->entry;
    const unsigned count = depth > 0 ? e->domain->count_moves(e->rules, e->position) : 0;
    unsigned first = 0;
    uint64_t least = UINT64_MAX;
    for (unsigned i = 0; i < count && row->config->shuffle != 0; i++) {
        e->domain->apply(w->rules, e->position, i, w->child);
        const uint64_t lot = abs_lot(e->domain->key(w->rules, w->child), row->config->shuffle);
        if (lot < least) {
            least = lot;
            first = i;
        }
    }
    if (count > 0) {
        row->best = row->pv[0] = (uint16_t)first;
        row->pv_length = 1;
    }
}

/* The first window of the next iteration, around its guess. */
static abs_window choose_window(const abs_worker *w, const abs_row *row)
{
    if (!abs_window_is_auto(row->config->window))
        return row->config->window;
    return abs_window_after(&w->changes, row->entry->domain->half_pawn(w->rules));
}

/*
 * The work for one depth: passes until the value is known. `driver` is the row's, or ABS_OPEN for
 * a shallow guess. Returns false when memory is short.
 */
static bool iterate(abs_worker *w, abs_row *row, abs_driver driver, int depth, bool for_guess,
                    bool has_guess, int guess)
{
    const abs_entry *entry = row->entry;
    abs_search *s = &w->search;
    int bound = entry->domain->bound(w->rules, depth);
    if (row->config->grain > 1)
        bound = abs_round(bound, row->config->grain);

    if (!abs_grow(&row->iterations, &row->iteration_room, row->iteration_count,
                  sizeof *row->iterations))
        return false;
    abs_iteration *iteration = &row->iterations[row->iteration_count++];
    const abs_counters start = s->n;
    *iteration =
        (abs_iteration){.depth = depth, .for_guess = for_guess, .first_pass = row->pass_count};

    abs_see(s, &(abs_step){.kind = ABS_STEP_ITERATION, .depth = depth, .flag = for_guess});

    row->best = ABS_NO_MOVE;
    row->pv_length = 0;
    if (s->distinct != NULL)
        abs_leaf_set_clear(s->distinct);
    abs_windows windows;
    abs_windows_start(&windows, driver, row->config, choose_window(w, row), has_guess, guess,
                      bound);
    windows.passes = row->pass_count;
    while (!windows.done && row->status == ABS_STATUS_OK) {
        if (!abs_grow(&row->passes, &row->pass_room, row->pass_count, sizeof *row->passes))
            return false;
        abs_pass *pass = &row->passes[row->pass_count];
        *pass = (abs_pass){.alpha = windows.alpha, .beta = windows.beta};
        const bool again = iteration->passes > 0;
        const abs_counters before = s->n;
        s->in_research = again;
        abs_see(s, &(abs_step){.kind = ABS_STEP_PASS,
                               .depth = depth,
                               .alpha = pass->alpha,
                               .beta = pass->beta,
                               .flag = again});
        row->status = run_pass(w, entry, depth, pass->alpha, pass->beta, &pass->value);
        pass->nodes = s->n.nodes - before.nodes;
        pass->work = abs_work(&s->n) - abs_work(&before);
        if (again) { /* all of it is a re-search */
            s->n.research_nodes += pass->nodes;
            s->n.research_work += pass->work;
        }
        if (row->status != ABS_STATUS_OK)
            break;
        abs_see(s, &(abs_step){.kind = ABS_STEP_PASS_END,
                               .alpha = pass->alpha,
                               .beta = pass->beta,
                               .value = pass->value});
        row->pass_count++;
        iteration->passes++;
        row->fail_low += pass->value <= pass->alpha;
        row->fail_high += pass->value >= pass->beta;
        if (pass->value > pass->alpha) /* exact, or it proved lo */
            run_take_line(row, s);
        abs_windows_next(&windows, pass->value);
    }
    iteration->nodes = s->n.nodes - start.nodes;
    iteration->work = abs_work(&s->n) - abs_work(&start);
    iteration->leaves = abs_leaves(&s->n) - abs_leaves(&start);
    if (s->distinct != NULL) {
        s->n.distinct_leaves += s->distinct->count;
        if (s->distinct->no_memory)
            return false;
    }
    if (row->status != ABS_STATUS_OK)
        return true;
    if (windows.inconsistent) {
        row->status = ABS_STATUS_INCONSISTENT;
        return true;
    }
    iteration->has_value = true;
    iteration->value = windows.lo;
    abs_see(s, &(abs_step){.kind = ABS_STEP_ITERATION_END, .value = windows.lo});
    if (has_guess)
        abs_changes_add(&w->changes, guess, windows.lo);
    if (row->best == ABS_NO_MOVE && abs_driver_table[driver].sound)
        take_first_move(w, row, depth);
    return true;
}

/* The value of the iteration for `depth`, if it was searched. */
static bool value_at(const abs_row *row, int depth, int *value)
{
    for (size_t i = row->iteration_count; i-- > 0;)
        if (row->iterations[i].depth == depth && !row->iterations[i].for_guess) {
            *value = row->iterations[i].value;
            return row->iterations[i].has_value;
        }
    return false;
}

/* Finds the guess for an iteration; *has says whether there is one. False: memory is short. */
static bool find_guess(abs_worker *w, abs_row *row, int depth, bool *has, int *guess)
{
    const abs_entry *e = row->entry;
    const abs_config *c = row->config;
    *has = false;
    if (!(abs_driver_table[c->algo.driver].uses & ABS_USES_GUESS))
        return true;
    switch (c->guess.kind) {
    case ABS_GUESS_PARITY:
        *has = value_at(row, depth - 2, guess) || value_at(row, depth - 1, guess);
        return true;
    case ABS_GUESS_SHALLOW:
        if (depth - 1 < abs_min_depth(e->domain, w->rules) || depth < 1)
            return true;
        if (!iterate(w, row, ABS_OPEN, depth - 1, true, false, 0))
            return false;
        *has = row->status == ABS_STATUS_OK;
        *guess = row->iterations[row->iteration_count - 1].value;
        return true;
    case ABS_GUESS_STATIC:
        if (e->domain->can_evaluate(w->rules, e->position)) {
            *has = true;
            *guess = e->domain->evaluate(w->rules, e->position, 0);
            w->search.n.evaluations++;
            abs_see(&w->search, &(abs_step){.kind = ABS_STEP_RANK, .count = 1});
            if (c->grain > 1)
                *guess = abs_round(*guess, c->grain);
        }
        return true;
    case ABS_GUESS_EXACT: {
        int64_t wide;
        *has = abs_worker_value(w, row, depth, &wide);
        if (!*has) {
            row->status = ABS_STATUS_INTERRUPTED;
            return true;
        }
        wide += c->guess.number;
        *guess = wide > ABS_VALUE_MAX    ? ABS_VALUE_MAX
                 : wide < -ABS_VALUE_MAX ? -ABS_VALUE_MAX
                                         : (int)wide;
        return true;
    }
    case ABS_GUESS_NUMBER:
        *has = true;
        *guess = c->guess.number;
        return true;
    default:
        *has = value_at(row, depth - 1, guess);
        return true;
    }
}

/* A limit of other searches is not a search whose iterations count. */
static bool is_stopped(const abs_row *row)
{
    return row->config->algo.core->limit == ABS_LIMIT_NONE &&
           (row->status == ABS_STATUS_NODE_LIMIT || row->status == ABS_STATUS_TIMEOUT);
}

/* The iteration that has ended is the deepest so far, if it kept within the limits. */
static void complete(const abs_worker *w, abs_row *row, int depth)
{
    const abs_config *c = row->config;
    const uint64_t work = abs_work(&w->search.n);
    if ((c->node_limit > 0 && work > c->node_limit) ||
        (w->deadline > 0 && clock_now() > w->deadline))
        return;
    row->completed = (abs_completed){.any = true,
                                     .depth = depth,
                                     .value = row->iterations[row->iteration_count - 1].value,
                                     .work = work,
                                     .best = row->best,
                                     .pv_length = row->pv_length};
    memcpy(row->completed.pv, row->pv, row->pv_length * sizeof row->pv[0]);
    row->completed.solved_depth = row->solved_depth;
}

/* An iteration has ended: is its move one of those that solve the position? */
static void see_solution(abs_row *row, int depth)
{
    if (!abs_entry_solves(row->entry, row->best))
        row->solved_depth = 0;
    else if (row->solved_depth == 0)
        row->solved_depth = depth;
}

/* Says whether the position is solved, now that the search has ended. A limit that was stopped is
   not a search that found nothing. */
static void judge_solution(abs_row *row)
{
    const bool ended = row->status == ABS_STATUS_OK || row->status == ABS_STATUS_INCONSISTENT;
    if (row->status != ABS_STATUS_OK)
        row->solved_depth = row->completed.any ? row->completed.solved_depth : 0;
    if (abs_entry_is_problem(row->entry) && (ended || is_stopped(row)))
        row->solved = row->solved_depth > 0 ? ABS_YES : ABS_NO;
    else
        row->solved_depth = 0;
}

bool abs_run(abs_worker *w, const abs_entry *entry, const abs_config *config, bool check_moves,
             abs_row *row)
{
    row->entry = entry;
    row->config = config;
    row->status = ABS_STATUS_OK;
    row->has_value = false;
    row->best = ABS_NO_MOVE;
    row->pv_length = 0;
    row->best_move_optimal = row->solved = ABS_UNKNOWN;
    row->solved_depth = 0;
    row->missing = 0;
    row->completed = (abs_completed){.any = false};
    row->fail_low = row->fail_high = 0;
    row->iteration_count = row->pass_count = 0;
    if (!abs_worker_prepare(w, entry, config) ||
        ((check_moves || config->guess.kind == ABS_GUESS_EXACT) && !abs_worker_reserve_oracle(w)))
        return false;

    w->deadline = config->timeout > 0 ? clock_now() + config->timeout : 0;
    const double real = clock_now(), cpu = clock_thread();
    double outside_real = 0, outside_cpu = 0; /* spent on what is not counted */
    int depth = config->deepening ? 1 : config->depth;
    if (depth > config->depth)
        depth = config->depth;
    for (; depth <= config->depth && row->status == ABS_STATUS_OK; depth++) {
        bool has;
        int guess = 0;
        const double r = clock_now(), c = clock_thread();
        if (!find_guess(w, row, depth, &has, &guess))
            return false;
        if (config->guess.kind == ABS_GUESS_EXACT) {
            if (w->deadline > 0)
                w->deadline += clock_now() - r;
            outside_real += clock_now() - r;
            outside_cpu += clock_thread() - c;
        }
        if (row->status == ABS_STATUS_OK &&
            !iterate(w, row, config->algo.driver, depth, false, has, guess))
            return false;
        if (row->status == ABS_STATUS_OK) {
            see_solution(row, depth);
            complete(w, row, depth);
        }
    }
    if (row->status == ABS_STATUS_OK && config->algo.core->limit != ABS_LIMIT_NONE) {
        if (!limits_count(w, row))
            return false;
        see_solution(row, config->depth); /* its line may be another */
    }
    row->real_s = clock_now() - real - outside_real;
    row->cpu_s = row->min_s = row->max_s = clock_thread() - cpu - outside_cpu;
    row->repeats = 1;
    row->n = w->search.n;
    row->n.evaluations += abs_leaves(&row->n);
    if (!config->distinct || w->leaves.overflowed)
        row->missing = UINT64_C(1) << COUNT_distinct_leaves;
    if (row->status == ABS_STATUS_OK) {
        row->has_value = true;
        row->value = row->iterations[row->iteration_count - 1].value;
        if (check_moves) {
            row->best_move_optimal = abs_worker_check_move(w, row);
            if (row->best_move_optimal == ABS_UNKNOWN && abs_worker_stopped(w))
                row->status = ABS_STATUS_INTERRUPTED; /* the value may have been known */
        }
    } else {
        row->best = ABS_NO_MOVE;
        row->pv_length = 0;
    }
    row->completed.any &= is_stopped(row);
    judge_solution(row);
    return true;
}
