/* chess_fixture.h -- what the tests of chess share: the two implementations, and how to ask them.
 */
#ifndef CHESS_FIXTURE_H
#define CHESS_FIXTURE_H

#include "absbench.h"
#include "chess_moves.h"
#include "chess_naive.h"

#include <setjmp.h>
#include <stdlib.h>

#include <cmocka.h>

extern const abs_domain chess_domain;
static const abs_domain *const D = &chess_domain;
static const abs_rules heuristic = {ABS_EVAL_HEURISTIC}, result = {ABS_EVAL_RESULT};

enum { PLAYOUT_PLIES = 150000, GAME_PLIES = 250, NAIVE_LEAVES = 30000, FEN_SIZE = 96 };
#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define PAWNS "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"
#define GOLDEN UINT64_C(0x9E3779B97F4A7C15)
#define ROWS(array) (sizeof(array) / sizeof *(array))

static int fill_tables(void **state)
{
    (void)state;
    chess_fill_lines(); /* of the copies that this file has */
    chess_fill_values();
    return 0;
}

static chess_position parsed(const char *text)
{
    chess_position p;
    abs_error error;
    assert_int_equal(D->position_size, sizeof p);
    if (!D->parse(&result, text, &p, &error))
        fail_msg("'%s' is rejected: %s", text, error.text);
    return p;
}

static unsigned draw(uint64_t *state, unsigned n)
{
    *state += GOLDEN;
    return (unsigned)((abs_mix64(*state) >> 32) * n >> 32);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

typedef struct {
    char text[NAIVE_MOVES][8];
    int count;
} texts;

static texts move_texts(const chess_position *p)
{
    texts t;
    memset(&t, 0, sizeof t);
    t.count = (int)D->count_moves(&result, p);
    assert_true(t.count <= NAIVE_MOVES);
    for (int i = 0; i < t.count; i++)
        D->move_text(&result, p, (unsigned)i, t.text[i], sizeof t.text[i]);
    return t;
}

#endif
