/*
 * unit_quiescence.c -- where the quiescence search ends that nothing else ends: no position of a
 * game is known to go on for 64 plies.
 */
#include "absbench.h"

#include "test.h"

#include <stdlib.h>

/* A ladder: one step at a time, each a check to the other side; a position is worth its height. */
typedef struct {
    abs_rules base;
} ladder_rules;

typedef struct {
    int height;
} ladder_position;

typedef int ladder_move;
typedef int ladder_cursor; /* the next move; 0: there is none */

static ladder_cursor ladder_moves(const ladder_rules *rules, const ladder_position *p)
{
    (void)rules;
    return p->height + 1;
}

static bool ladder_next(ladder_cursor *cursor, ladder_move *move)
{
    *move = *cursor;
    *cursor = 0;
    return *move > 0;
}

static ladder_position ladder_apply(const ladder_rules *rules, const ladder_position *p, int move)
{
    (void)rules, (void)p;
    return (ladder_position){move};
}

static int ladder_evaluate(const ladder_rules *rules, const ladder_position *p, int depth)
{
    (void)rules, (void)depth;
    return p->height;
}

#define ladder_noisy ladder_moves
#define ladder_in_check(rules, p) ((p)->height >= 0)
#define ladder_key(rules, p) abs_mix64((uint64_t)(p)->height)
#define ladder_slot(p, move) 0
#define ladder_print(rules, p, text, size) ((void)0)
#define ladder_move_text(rules, p, move, text, size) snprintf(text, size, "%d", move)

#define DOMAIN ladder
#define DOMAIN_MAX_MOVES 1
#define DOMAIN_SLOTS 1
#define DOMAIN_NOISY
#define DOMAIN_INFO .name = "ladder", .kind = "game"
#include "search/search.inc"

TEST(it_ends_after_64_plies)
{
    static abs_search s;
    static uint32_t history[2];
    static const ladder_rules rules;
    for (int height = 0; height < 3; height++) {
        const ladder_position p = {height};
        s = (abs_search){.rules = &rules,
                         .quiescence = true,
                         .grain = 1,
                         .poll_at = UINT64_MAX,
                         .history = history,
                         .slots = 1,
                         .arena = malloc(ladder_domain.arena_size)};
        assert_int_equal(ladder_domain.search(&s, &p, -ABS_INFINITY, ABS_INFINITY, 0), height + 64);
        assert_true(s.n.nodes == 1 && s.n.qnodes == 64);
        free(s.arena);
    }
}

RUN_TESTS(NULL, NULL, NULL)
