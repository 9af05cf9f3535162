/* chess_odd.h -- positions that no game reaches, but that the rules can be played from. */
#ifndef CHESS_ODD_H
#define CHESS_ODD_H

#include "chess_fixture.h"
#include "games/chess_eval.h"

/*
 * Counted by Stockfish 15.1 as well, but for the last, whose en passant square it passes over. The
 * first is of a perft suite.
 */
static const struct {
    const char *what, *fen;
    int depth;
    uint64_t count;
} odd[] = {
    {"in check before the pawn's two steps", "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", 6, 2213124},
    {"by a rook", "4k3/8/8/3pP3/8/8/4r3/4K3 w - d6 0 1", 4, 2006},
    {"by the pawn itself", "4k3/8/2K5/3pP3/8/8/8/8 w - d6 0 1", 4, 1937},
    {"in check from three pieces", "4k3/8/8/8/4r2b/3n4/8/4K3 w - - 0 1", 4, 8208},
    {"from eight", "q3q2q/8/3n1n2/8/q3K2q/3n1n2/8/k7 w - - 0 1", 3, 108},
    {"sixteen pawns a side", "4k3/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/4K3 w - - 0 1", 4, 11896},
    {"pawns promoted though none is missing", "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", 4, 13757},
    {"seventeen pieces", "4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1", 3, 19329},
    {"two bishops on dark squares", "b1b1k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1", 4, 11386},
    {"eight queens a side", "qqqqkqqq/q7/8/8/8/8/Q7/QQQQKQQQ w - - 0 1", 3, 747619},
    {"twenty-seven queens", "k1rQQQQQ/pp1QQQQQ/3QQQQQ/3QQQQQ/3QQQQQ/8/8/K6Q b - - 0 1", 2, 324},
    {"no empty square",
     "nnnnknnn/pppppppp/pppppppp/pppppppp/PPPPPPPP/PPPPPPPP/PPPPPPPP/NNNNKNNN "
     "w - - 0 1",
     3, 2780},
    {"many promotions at once", "rnbq1bnr/PPPPPPPP/8/4k3/8/4K3/pppppppp/RNBQ1BNR b - - 0 1", 3,
     273148},
    {"a pawn where the other began", "4k3/8/8/8/3Pp3/8/3P4/4K3 b - d3 0 1", 4, 1982},
};

static void test_odd_positions(void **state)
{
    (void)state;
    for (size_t i = 0; i < ROWS(odd); i++) {
        const chess_position p = parsed(odd[i].fen);
        const naive n = naive_parse(odd[i].fen);
        char text[ABS_TEXT_MAX];
        D->print(&result, &p, text, sizeof text);
        const chess_position again = parsed(text);
        assert_memory_equal(&again, &p, sizeof p);
        const uint64_t count = D->perft(&result, &p, odd[i].depth);
        if (count != odd[i].count)
            fail_msg("%s: %llu", odd[i].what, (unsigned long long)count);
        for (int depth = 1; depth <= 3 && depth <= odd[i].depth; depth++)
            assert_int_equal(naive_perft(&n, depth), D->perft(&result, &p, depth));
    }
}

/* A board of any pieces, few or many; false if it is refused. */
static bool random_board(uint64_t *random, chess_position *p)
{
    static const char pieces[] = "qQrRbBnNpP";
    const unsigned kinds = 1 + game_draw(random, 10), emptiness = 1 + game_draw(random, 5);
    naive n;
    char text[FEN_SIZE];
    abs_error error;
    memset(&n, 0, sizeof n);
    for (int square = 0; square < 64; square++) {
        const char piece = pieces[game_draw(random, kinds)];
        const bool edge = square < 8 || square >= 56;
        const bool empty = game_draw(random, emptiness) > 0 || (edge && strchr("pP", piece));
        n.cell[square / 8][square % 8] = empty ? ' ' : piece;
    }
    const unsigned white = game_draw(random, 64), black = game_draw(random, 64);
    n.cell[white / 8][white % 8] = 'K';
    n.cell[black / 8][black % 8] = 'k';
    n.black = game_draw(random, 2);
    n.ep_file = -1;
    naive_print(&n, text);
    return D->parse(&result, text, p, &error);
}

/* Who has much more is ahead: no sum overflows. */
static void check_value(const chess_position *p, unsigned moves)
{
    const int own = chess_strength(p, p->own), enemy = chess_strength(p, p->opponent);
    const int value = D->evaluate(&heuristic, p, 0);
    assert_true(own <= CHESS_STRENGTH && enemy <= CHESS_STRENGTH);
    assert_true(abs(value) <= CHESS_ESTIMATE || value == -CHESS_MATE);
    if (moves > 0 && abs(own - enemy) > 15000)
        assert_true((value > 0) == (own > enemy));
}

static void test_random_boards(void **state)
{
    (void)state;
    uint64_t random = 11;
    unsigned boards = 0, crowded = 0, most_checkers = 0, most_moves = 0;
    while (boards < 2000) {
        chess_position p;
        if (!random_board(&random, &p))
            continue;
        char text[ABS_TEXT_MAX];
        D->print(&result, &p, text, sizeof text);
        const naive n = naive_parse(text);
        naive_move list[NAIVE_MOVES];
        const unsigned moves = D->count_moves(&result, &p);
        const unsigned checkers = (unsigned)naive_checkers(&n, n.black);
        assert_int_equal(naive_moves(&n, list), moves);
        assert_int_equal(D->perft(&result, &p, 2), moves < 40 ? naive_perft(&n, 2) : listed(&p, 2));
        check_value(&p, moves);
        boards++;
        crowded += bits_count(chess_occupied(&p)) > 32;
        most_checkers = checkers > most_checkers ? checkers : most_checkers;
        most_moves = moves > most_moves ? moves : most_moves;
    }
    assert_true(crowded > 50 && most_checkers > 3 && most_moves > 150);
}

/* ---- what the declared figures rest on ------------------------------------------------------- */

/* The most moves along a line of `length` squares, whatever stands on it. */
static unsigned most_along(unsigned length)
{
    unsigned most = 0;
    for (unsigned own = 0; own < 1u << length; own++) {
        unsigned moves = 0;
        for (unsigned to = 0; to < length; to++)
            if (!(own >> to & 1))
                moves += ((own & ((1u << to) - 1)) != 0) + (own >> to != 0);
        most = moves > most ? moves : most;
    }
    return most;
}

static void test_declared_moves(void **state)
{
    (void)state;
    unsigned lines = 18 * most_along(8), knights = 0; /* ranks, files and two diagonals */
    for (unsigned length = 1; length < 8; length++)
        lines += 4 * most_along(length);
    for (unsigned square = 0; square < 64; square++)
        knights += (unsigned)bits_count(chess_knight[square]);
    assert_int_equal(D->max_moves, lines + knights / 2 + 3 * (8 + 2 * 7));
}

/* The best of a kind's places with so much for reach, in the opening or the endgame. */
static int best_place(unsigned kind, int32_t reach)
{
    int best = 0;
    for (unsigned square = 0; square < 64; square++) {
        const int32_t pair = chess_value[kind][square] + reach;
        best = chess_opening(pair) > best ? chess_opening(pair) : best;
        best = chess_endgame(pair) > best ? chess_endgame(pair) : best;
    }
    return best;
}

static void test_declared_strength(void **state)
{
    (void)state;
    const int32_t diagonal = 13 * CHESS_REACH_DIAGONAL, straight = 14 * CHESS_REACH_STRAIGHT;
    const int32_t passed = CHESS_PASSED + CHESS_PASSED_5 + CHESS_PASSED_6 + CHESS_PASSED_7;
    assert_true(best_place(12, diagonal + straight) <= CHESS_BEST_QUEEN);
    assert_true(best_place(8, straight + CHESS_HALF_OPEN + CHESS_OPEN) <= CHESS_BEST_ROOK);
    assert_true(best_place(4, diagonal) <= CHESS_BEST_MINOR);
    assert_true(best_place(2, 8 * CHESS_REACH_KNIGHT) <= CHESS_BEST_MINOR);
    assert_true(best_place(1, passed + CHESS_GUARDED) <= CHESS_BEST_QUEEN);
    assert_int_equal(chess_bound(&heuristic, 5), 30005);
    assert_int_equal(chess_half_pawn(&heuristic), 50);
}

#endif
