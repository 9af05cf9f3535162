/* judged.c -- see worker.h. */
#include "base/memory.h"
#include "work/worker.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

enum { TABLE_BYTES = 16 << 20, NOT_YET = INT_MIN };

/* A position that is judged: the values of its moves, and the move to be searched next. */
typedef struct {
    unsigned moves; /* 0 if it cannot be judged */
    atomic_uint next;
    atomic_int values[];
} position;

struct abs_judge {
    abs_judge_option how;
    pthread_mutex_t lock;
    abs_names positions;
};

abs_judge *judged_by(const abs_judge_option *how)
{
    static abs_judge judge = {.lock = PTHREAD_MUTEX_INITIALIZER};
    judge.how = *how;
    return how->kind != ABS_JUDGE_NONE ? &judge : NULL;
}

/* Whether the game is solved from here in less than a minute. */
static bool is_solvable(const abs_root *e)
{
    static const struct {
        const char *game;
        int empty;   /* the most empty fields */
        bool passes; /* abs_plies_left() counts a pass before each move except the first */
    } games[] = {{"connectfour", 42 - 16, false}, {"othello", 14, true}, {"tictactoe", 9, false}};
    const int left = abs_plies_left(e->domain, e->rules, e->position);
    const bool free_passes = abs_free_passes(e->domain, e->rules);
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
        if (strcmp(e->domain->name, games[i].game) == 0)
            return left <= games[i].empty * (games[i].passes && !free_passes ? 2 : 1);
    return false;
}

static position *find_position(abs_judge *j, const abs_root *e)
{
    char name[2 * ABS_TEXT_MAX];
    abs_root_name(e, name, sizeof name);
    pthread_mutex_lock(&j->lock);
    position *p = names_thing(&j->positions, name);
    if (p == NULL) {
        const bool can = j->how.kind == ABS_JUDGE_SOLVED ? is_solvable(e)
                                                         : abs_min_depth(e->domain, e->rules) == 0;
        unsigned moves = can ? e->domain->count_moves(e->rules, e->position) : 0;
        moves = moves <= ABS_JUDGED_MAX ? moves : 0;
        p = memory_zeros(1, sizeof *p + moves * sizeof p->values[0]);
        p->moves = moves;
        for (unsigned i = 0; i < moves; i++)
            atomic_init(&p->values[i], NOT_YET);
        names_keep(&j->positions, name, p);
    }
    pthread_mutex_unlock(&j->lock);
    return p;
}

/* ---- searches ------------------------------------------------------------------------------ */

/*
 * Finds the value of a move for the side that makes it. The worker's second worker searches by PVS,
 * which is sound, with the domain's default settings. Returns false if interrupted.
 */
static bool value_move(const abs_judge *j, abs_worker *w, const abs_root *e, position *p,
                       unsigned move)
{
    const bool result = j->how.kind == ABS_JUDGE_SOLVED;
    const abs_domain *d = e->domain;
    abs_worker *aside = abs_worker_aside(w);
    abs_root child = *e;
    abs_row row = {.has_value = false};
    int value = 0;
    child.position = memory_zeros(1, d->position_size);
    child.facts = NULL;
    d->apply(e->rules, e->position, move, child.position);
    const int depth = j->how.depth - d->cost(e->rules, e->position, move);
    const int left = abs_plies_left(d, child.rules, child.position);
    const abs_config config = {.algo = abs_algo_named("pvs"),
                               .depth = result || depth > left ? left : depth,
                               .eval = {.kind = result ? ABS_EVAL_RESULT : ABS_EVAL_HEURISTIC},
                               .grain = 1,
                               .quiescence = !result && d->has_quiescence,
                               .deepening = !result,
                               .order = abs_usual_orders(d),
                               .tt_bytes = TABLE_BYTES,
                               .tt_pv = true};
    if (result) { /* a window around 0 distinguishes win, draw and loss */
        abs_worker_prepare(aside, &child, &config);
        row.status = abs_worker_pass(aside, &child, config.depth, -1, 1, &value);
        value = (value < 0) - (value > 0);
    } else {
        abs_run(aside, &child, &config, false, &row);
        value = -row.value;
    }
    const bool ok = row.status == ABS_STATUS_OK;
    if (ok)
        atomic_store(&p->values[move], value);
    abs_row_free(&row);
    free(child.position);
    return ok;
}

bool judged_moves(abs_judge *j, abs_worker *w, const abs_root *e, abs_judgement *to)
{
    *to = root_facts(e)->judged;
    if (j->how.kind == ABS_JUDGE_FILE)
        return true;
    position *p = find_position(j, e);
    for (unsigned m; (m = atomic_fetch_add(&p->next, 1)) < p->moves;)
        if (!value_move(j, w, e, p, m))
            return false;
    *to = (abs_judgement){.count = p->moves,
                          .unit =
                              j->how.kind == ABS_JUDGE_SOLVED ? ABS_UNIT_RESULTS : ABS_UNIT_POINTS};
    for (unsigned m = 0; m < p->moves; m++) {
        /* The worker that is searching the move may never return, so nobody waits for it. */
        if (atomic_load(&p->values[m]) == NOT_YET && !value_move(j, w, e, p, m))
            return false;
        to->values[m] = atomic_load(&p->values[m]);
    }
    return true;
}

/* ---- the row ------------------------------------------------------------------------------- */

void judged_row(abs_judge *j, abs_worker *w, abs_row *row)
{
    abs_judgement moves;
    unsigned move = row->best;
    row->is_judged = true;
    if (row->status >= ABS_STATUS_INTERRUPTED || row->config->algo.core->limit != ABS_LIMIT_NONE)
        return;
    if (!judged_moves(j, w, row->root, &moves)) {
        row->status = ABS_STATUS_INTERRUPTED;
        return;
    }
    if (move == ABS_NO_MOVE && row->completed.any)
        move = row->completed.best;
    if (move == ABS_NO_MOVE)
        move = abs_worker_first_move(w, row);
    row->has_regret = move < moves.count && moves.values[move] != ABS_UNJUDGED;
    row->regret_unit = row->has_regret ? moves.unit : ABS_UNIT_POINTS;
    row->regret = 0;
    for (unsigned m = 0; m < moves.count && row->has_regret; m++)
        if (moves.values[m] != ABS_UNJUDGED && moves.values[m] - moves.values[move] > row->regret)
            row->regret = moves.values[m] - moves.values[move];
}
