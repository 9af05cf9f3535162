/* chess_fixture.h -- what the tests of chess share: the two implementations, and how to ask them.
 */
#ifndef CHESS_FIXTURE_H
#define CHESS_FIXTURE_H

#include "chess_naive.h"
#include "game_checks.h"
#include "games/chess_moves.h"

extern const abs_domain chess_domain;
static const abs_domain *const D = &chess_domain;
static const abs_rules heuristic = {.eval = ABS_EVAL_HEURISTIC}, result = {.eval = ABS_EVAL_RESULT};

enum { PLAYOUT_PLIES = 150000, GAME_PLIES = 250, NAIVE_LEAVES = 30000, FEN_SIZE = 96 };
#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define PAWNS "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"

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
    assert_int_equal(D->position_size, sizeof p);
    game_parse(D, &result, text, &p, sizeof p);
    return p;
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
