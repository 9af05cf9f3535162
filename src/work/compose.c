/* compose.c -- see conform.h. */
#include "work/conform.h"
#include "base/memory.h"
#include "work/worker.h"

#include <stdlib.h>

enum {
    PLIES = 120,      /* the longest game */
    RANDOM_PLIES = 8, /* the most random plies at its beginning */
    BALANCE = 10,     /* how many half pawns a side may be ahead */
    END_PLIES = 6,    /* a position needs so many plies before it, and after it */
    DECIDED = 4,      /* a win by force within so many plies decides a game */
    FRUITLESS_GAMES = 1000,
    TABLE_BYTES = 1 << 20
};

/* A position of the current game. */
typedef struct {
    int value;
    bool sharp, taken; /* taken: it is no candidate, or no longer */
} moment;

struct abs_composer {
    abs_root root; /* the position that is searched */
    abs_worker *worker;
    abs_config config;
    int half_pawn;
    uint64_t key, random; /* key: from the seed; random: of conform_draw() for the game */
    uint64_t games;
    char *positions; /* of the game */
    void *scratch;
    int *values; /* of the current position's moves */
    moment moments[PLIES];
    int count; /* of moments */
    bool over; /* the game is over in the position after them */
    abs_names seen;
};

abs_composer *composer_new(const abs_root *start, uint64_t seed)
{
    const abs_domain *d = start->domain;
    abs_composer *c = memory_zeros(1, sizeof *c);
    c->root = *start;
    c->worker = abs_worker_new();
    c->positions = memory_zeros(PLIES + 1, d->position_size);
    c->scratch = memory_zeros(1, d->position_size);
    c->values = memory_zeros(d->max_moves, sizeof *c->values);
    c->half_pawn = d->half_pawn(start->rules);
    c->key = abs_mix64(seed + ABS_G);
    c->config = (abs_config){.algo = abs_algo_named("failsoft"), .grain = 1};
    return c;
}

uint64_t composer_games(const abs_composer *c)
{
    return c->games;
}

static void *position_at(const abs_composer *c, int ply)
{
    return c->positions + (size_t)ply * c->root.domain->position_size;
}

/* ---- searches ------------------------------------------------------------------------------ */

/* Finds the position's value to that depth, or a lower bound if it is beta or more. Returns false
   if interrupted. */
static bool search(abs_composer *c, void *position, abs_eval eval, int depth, int beta, int *value)
{
    const bool deep = depth > 1;
    c->root.position = position;
    c->config.eval = (abs_evaluation){.kind = eval};
    c->config.depth = depth;
    c->config.quiescence = eval == ABS_EVAL_HEURISTIC && c->root.domain->has_quiescence;
    c->config.tt_bytes = deep ? TABLE_BYTES : 0;
    c->config.tt_pv = true;
    c->config.order = deep ? ABS_ORDER_TT | ABS_ORDER_CAPTURE | ABS_ORDER_KILLER : 0;
    abs_worker_prepare(c->worker, &c->root, &c->config);
    return abs_worker_pass(c->worker, &c->root, depth, -ABS_INFINITY, beta, value) == ABS_STATUS_OK;
}

/* Sets the moves' values, each to two plies, and *best, the highest. A value more than `margin`
   below the best is only an upper bound. */
static bool value_moves(abs_composer *c, const void *position, unsigned moves, int margin,
                        int *best)
{
    const abs_domain *d = c->root.domain;
    *best = -ABS_INFINITY;
    for (unsigned m = 0; m < moves; m++) {
        int value;
        const int beta = m == 0 ? ABS_INFINITY : margin + 1 - *best;
        d->apply(c->root.rules, position, m, c->scratch);
        if (!search(c, c->scratch, ABS_EVAL_HEURISTIC, 1, beta, &value))
            return false;
        c->values[m] = -value;
        *best = c->values[m] > *best ? c->values[m] : *best;
    }
    return true;
}

/* ---- one game ------------------------------------------------------------------------------ */

static bool is_balanced(const abs_composer *c, int value)
{
    return value <= BALANCE * c->half_pawn && value >= -BALANCE * c->half_pawn;
}

/* Draws one of the moves that are worth at least `least`, all with the same probability. */
static unsigned choose_move(abs_composer *c, unsigned moves, int least)
{
    unsigned good = 0;
    for (unsigned m = 0; m < moves; m++)
        good += c->values[m] >= least;
    for (unsigned left = conform_draw(&c->random, good), m = 0;; m++)
        if (c->values[m] >= least && left-- == 0)
            return m;
}

/* Plays a game until it is over, or a side is too far ahead. Returns false if interrupted, or if
   the error is set. */
static bool play(abs_composer *c, abs_error *error)
{
    const abs_domain *d = c->root.domain;
    const void *rules = c->root.rules;
    c->random = abs_mix64(c->key + ++c->games * ABS_G);
    const int random_plies = (int)conform_draw(&c->random, RANDOM_PLIES + 1);
    const int margin =
        c->half_pawn << conform_draw(&c->random, 4) >> 1; /* a quarter of a pawn to two pawns */
    c->over = false;
    d->parse(rules, "start", position_at(c, 0), &(abs_error){0});
    for (c->count = 0; c->count < PLIES; c->count++) {
        const void *here = position_at(c, c->count);
        const unsigned moves = d->count_moves(rules, here);
        int best;
        c->over = moves == 0;
        if (c->over)
            break;
        if (moves > d->max_moves)
            return abs_fail(error, ABS_CANNOT_RUN,
                            "%s: DOMAIN_MAX_MOVES is %u, but there are more moves; "
                            "`absbench check` shows where",
                            d->name, d->max_moves);
        if (!value_moves(c, here, moves, margin, &best))
            return false;
        const int evaluation = d->evaluate(rules, here, 0);
        if (!is_balanced(c, best))
            break;
        const int leap = best > evaluation ? best - evaluation : evaluation - best;
        c->moments[c->count] = (moment){
            .value = best, .sharp = leap > c->half_pawn, .taken = !is_balanced(c, evaluation)};
        const unsigned move = c->count < random_plies ? conform_draw(&c->random, moves)
                                                      : choose_move(c, moves, best - margin);
        d->apply(rules, here, move, position_at(c, c->count + 1));
    }
    return true;
}

/* ---- a position of the game ---------------------------------------------------------------- */

/* Whether searches show that the position stays balanced and open for some plies; false also if
   interrupted. */
static bool is_open(abs_composer *c, void *position)
{
    int value, result;
    return search(c, position, ABS_EVAL_HEURISTIC, DECIDED, ABS_INFINITY, &value) &&
           is_balanced(c, value) &&
           search(c, position, ABS_EVAL_RESULT, DECIDED, ABS_INFINITY, &result) && result == 0;
}

/* Draws a candidate from those that are sharp, or from those that are not. Returns its ply, or
   -1. */
static int draw_candidate(abs_composer *c, bool sharp)
{
    const abs_domain *d = c->root.domain;
    int places[PLIES], count = 0;
    for (int ply = 0; ply < c->count; ply++) {
        const bool ends = (c->over && c->count - ply < END_PLIES) ||
                          abs_plies_left(d, c->root.rules, position_at(c, ply)) < END_PLIES;
        if (!ends && !c->moments[ply].taken && c->moments[ply].sharp == sharp)
            places[count++] = ply;
    }
    return count > 0 ? places[conform_draw(&c->random, (unsigned)count)] : -1;
}

/* Takes a position of the game. Returns 1, 0 if none is suitable, or -1 if interrupted. */
static int take_position(abs_composer *c, abs_composed *found)
{
    const abs_domain *d = c->root.domain;
    bool sharp = conform_draw(&c->random, 2) == 1;
    for (int kinds = 0; kinds < 2; kinds++, sharp = !sharp) {
        for (int ply; (ply = draw_candidate(c, sharp)) >= 0;) {
            void *position = position_at(c, ply);
            char key[20];
            c->moments[ply].taken = true;
            snprintf(key, sizeof key, "%016" PRIx64,
                     conform_canonical(d, c->root.rules, position, c->scratch));
            if (names_find(&c->seen, key) != UINT32_MAX)
                continue;
            const bool open = is_open(c, position);
            if (interrupt_pending())
                return -1;
            names_add(&c->seen, key);
            if (!open)
                continue;
            *found = (abs_composed){.ply = ply, .value = c->moments[ply].value, .sharp = sharp};
            d->print(c->root.rules, position, found->text, sizeof found->text);
            return 1;
        }
    }
    return 0;
}

int composer_next(abs_composer *c, abs_composed *found, abs_error *error)
{
    int taken = 0;
    for (int games = 0; games < FRUITLESS_GAMES && taken == 0; games++) {
        taken = play(c, error) ? take_position(c, found) : -1;
        if (interrupt_pending() && taken <= 0) {
            abs_fail(error, ABS_INTERRUPTED, "interrupted");
            return -1;
        }
    }
    return taken;
}
