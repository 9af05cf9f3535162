/* reader_fixture.h -- random rows on positions of real domains, for the tests of the reader. */
#ifndef READER_FIXTURE_H
#define READER_FIXTURE_H

#include "helpers.h"

#include <sys/mman.h>
#include <unistd.h>

enum { POSITIONS = 9, PV_MOST = 30 };

static uint64_t any_state;

static inline uint64_t any(uint64_t n)
{
    return test_random(&any_state, n);
}

/* A counter: often small, sometimes near the top. */
static inline uint64_t any_count(uint64_t most)
{
    const uint64_t bits = any(1u << 30) << 40 ^ any(1u << 30) << 20 ^ any(1u << 30);
    const uint64_t count = any(8) == 0 ? UINT64_MAX - any(3) : bits >> any(64);
    return most == UINT64_MAX ? count : count % (most + 1);
}

static inline int any_value(void)
{
    return (int)any(2 * (uint64_t)ABS_VALUE_MAX + 1) - ABS_VALUE_MAX;
}

static const struct {
    const char *spec;
    bool game;
} specs[] = {
    {"uniform:b=3,range=50", false},
    {"uniform:b=2..5,range=1000,commute=1", false},
    {"explicit:file=trees/examples/aima.json", false},
    {"ordered:b=5,gap=20", false},
    {"chess", true},
    {"checkers", true},
    {"xiangqi", true},
    {"othello:pass=free", true},
    {"connectfour", true},
};

/* A position with the texts that stand in its rows. */
typedef struct {
    test_position at;
    char text[ABS_TEXT_MAX], id[ABS_TEXT_MAX];
} place;

static inline void open_place(place *p, size_t i)
{
    const bool game = specs[i % POSITIONS].game;
    const uint64_t seed = any(4) == 0 ? (UINT64_C(1) << 53) - 1 - any(9) : any(1000);
    test_open(&p->at, specs[i % POSITIONS].spec, game ? "start" : NULL, seed);
    abs_root *e = &p->at.root;
    const abs_domain *d = e->domain;
    void *child = calloc(1, d->position_size);
    for (unsigned plies = game ? (unsigned)any(30) : 0; plies > 0; plies--) {
        const unsigned moves = d->count_moves(e->rules, e->position);
        if (moves == 0)
            break;
        d->apply(e->rules, e->position, (unsigned)any(moves), child);
        memcpy(e->position, child, d->position_size);
    }
    free(child);
    e->id = p->id;
    e->text = p->text;
    e->has_seed = !game && !d->seedless;
    e->seed = e->has_seed ? seed : 0;
    snprintf(p->text, sizeof p->text, "%s", e->spec);
    if (game)
        d->print(e->rules, e->position, p->text, sizeof p->text);
    if (game)
        snprintf(p->id, sizeof p->id, "an \"id\"\t%zu \xC3\xA9\\", i);
    else if (e->has_seed)
        snprintf(p->id, sizeof p->id, "%s#%llu", e->spec, (unsigned long long)seed);
    else
        snprintf(p->id, sizeof p->id, "%s", e->spec);
}

static inline abs_config any_config(void)
{
    static const char *const names[] = {
        "minimax",      "alphabeta", "pvs-printed", "aspiration",    "mtdf+pvs",
        "mtdf-printed", "step",      "bisect",      "sss+negascout", "aspiration+alphabeta"};
    static const double factors[] = {2, 1.1, 1.0000001, 1000000, 999999.123456789};
    abs_config c = test_plain(names[any(10)], (int)any(ABS_MAX_DEPTH + 1));
    c.window.low = 1 + (int)any(ABS_VALUE_MAX);
    c.window.high = any(2) ? c.window.low : 1 + (int)any(90);
    if (any(4) == 0)
        c.window = (abs_window){0, 0}; /* automatic */
    c.step = 1 + (int)any(ABS_VALUE_MAX);
    c.widen = (abs_widen)any(ABS_WIDENINGS);
    c.widen_factor = factors[any(5)];
    c.widen_limit = any(2) ? 0 : 1 + any(1000);
    c.guess.kind = (abs_guess_kind)any(ABS_GUESS_NUMBER + 1);
    const int number = (int)any(7) - 3;
    c.guess.number = c.guess.kind >= ABS_GUESS_EXACT ? number : 0;
    c.deepening = any(2);
    c.eval = (abs_evaluation){(abs_eval)any(3), (int)any(50), (int)any(9) - 4};
    c.grain = any(2) ? 1 : 1 + (int)any(ABS_VALUE_MAX);
    c.order = (unsigned)any(64);
    c.tt_bytes = any(2) ? 0 : 64 + any(1u << 30);
    c.tt_mode = (abs_tt_mode)any(2);
    c.tt_replace = (abs_tt_replace)any(2);
    c.quiescence = any(2);
    c.node_limit = any(2) ? 0 : 1 + any_count(INT64_MAX - 1);
    return c;
}

static inline void any_counters(abs_row *row)
{
    abs_counters *n = &row->n;
    n->nodes = any_count(UINT64_MAX);
    n->interior = any_count(n->nodes);
    if (row->config->tt_bytes > 0) {
        uint64_t *const of_table[] = {&n->tt_probes, &n->tt_hits, &n->tt_stores, &n->tt_replaced,
                                      &n->tt_contradictions};
        for (size_t i = 0; i < sizeof of_table / sizeof of_table[0]; i++)
            *of_table[i] = any_count(UINT64_MAX);
        n->tt_answers = any_count(n->nodes - n->interior);
    }
    n->qnodes = any_count(UINT64_MAX - n->nodes);
    uint64_t *const others[] = {&n->research_work, &n->cutoffs,     &n->first_move_cutoffs,
                                &row->fail_low,    &row->fail_high, &n->interior_researches,
                                &n->research_nodes};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        *others[i] = any_count(UINT64_MAX);
}

static inline void any_moves(abs_row *row)
{
    const abs_root *e = row->root;
    const abs_domain *d = e->domain;
    void *here = calloc(1, d->position_size), *next = calloc(1, d->position_size);
    memcpy(here, e->position, d->position_size);
    row->pv_length = 0;
    for (unsigned plies = (unsigned)any(PV_MOST); plies > 0; plies--) {
        const unsigned moves = d->count_moves(e->rules, here);
        if (moves == 0)
            break;
        const unsigned move = (unsigned)any(moves);
        row->pv[row->pv_length++] = (uint16_t)move;
        d->apply(e->rules, here, move, next);
        memcpy(here, next, d->position_size);
    }
    free(here);
    free(next);
    row->best = row->pv_length > 0 ? row->pv[0] : ABS_NO_MOVE;
    row->best_move_optimal = row->best != ABS_NO_MOVE ? (abs_answer)any(3) : ABS_UNKNOWN;
    row->solved = (abs_answer)any(3);
    row->solved_depth = row->solved == ABS_YES ? 1 + (int)any(ABS_MAX_DEPTH) : 0;
}

enum { ITERATIONS = 4, PASSES = 3 };

static inline void any_iterations(abs_row *row, abs_iteration *iterations, abs_pass *passes)
{
    row->iterations = iterations;
    row->passes = passes;
    row->pass_count = 0;
    row->iteration_count = any(ITERATIONS + 1);
    for (size_t i = 0; i < row->iteration_count; i++) {
        abs_iteration *it = &iterations[i];
        *it = (abs_iteration){
            .depth = (int)any(ABS_MAX_DEPTH + 1),
            .for_guess = any(2),
            .has_value = any(2),
            .nodes = any_count(UINT64_MAX),
            .work = any_count(UINT64_MAX),
            .leaves = any_count(UINT64_MAX),
            .first_pass = row->pass_count,
            .passes = any(PASSES + 1),
        };
        it->value = it->has_value ? any_value() : 0;
        for (size_t k = 0; k < it->passes; k++)
            passes[row->pass_count++] = (abs_pass){any(2) ? any_value() : -ABS_INFINITY,
                                                   any(2) ? any_value() : ABS_INFINITY,
                                                   any(2) ? any_value() : ABS_INFINITY - 1,
                                                   any_count(UINT64_MAX), any_count(UINT64_MAX)};
    }
}

/* A file in memory: writing thousands to a disk takes a minute. */
static inline const char *put_file(const char *text, size_t length)
{
    static char path[64];
    static int fd = -1;
    if (fd < 0)
        fd = memfd_create("report", 0);
    assert_true(fd >= 0);
    assert_int_equal(ftruncate(fd, 0), 0);
    assert_int_equal(pwrite(fd, text, length, 0), length);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    return path;
}

#endif
