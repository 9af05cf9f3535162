/* chess_spoilt.h -- texts that are no positions, each with the words its refusal must have. */
#ifndef CHESS_SPOILT_H
#define CHESS_SPOILT_H

#include "chess_fixture.h"
#include "chess_perfts.h"

static const game_refusal malformed[] = {
    {"", "empty"},
    {"   ", "empty"},
    {"Start", "'S'"},
    {"start ", "'s'"},
    {"rnbqkbnr", "rank 8"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1", "ends on rank 1 after 7"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNRR w KQkq - 0 1", "rank 1 has more than 8"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8 w KQkq - 0 1", "more than 8 ranks"},
    {"rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 7 has 7"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKXNR w KQkq - 0 1", "'X'"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK\xC3NR w KQkq - 0 1", "'?'"},
    {"rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "'9'"},
    {"rnbqkbnr/pppppppp/0/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "'0'"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "side to move"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR W KQkq -", "side to move"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq -", "side to move"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", "castling rights are missing"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq", "en passant square is missing"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KK -", "castling rights"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha -", "castling rights"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w -K -", "castling rights"},
    {"4k3/8/8/8/8/8/8/4K3 w K - 0 1", "rook on h1"},
    {"4k3/8/8/8/8/8/8/3K3R w K - 0 1", "king on e1"},
    {"4k2q/8/8/8/8/8/8/4K3 b k - 0 1", "rook on h8"},
    {"4k2R/8/8/8/8/8/8/4K3 b k - 0 1", "rook on h8"},
    {"4k3/8/8/8/8/8/8/R2QK3 w q - 0 1", "rook on a8"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1", "rank 6"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 1", "a black pawn in front"},
    {"r1bqkbnr/pppp1ppp/4n3/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 1", "e6: it must be empty"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq i3 0 1", "rank 3"},
    {"4k3/8/8/8/4p3/3P4/8/4K3 b - d3 0 1", "a white pawn in front"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e 0 1", "en passant"},
    {"8/8/8/8/8/8/8/8 w - - 0 1", "white has 0 kings"},
    {"4k3/8/8/8/8/8/8/8 w - - 0 1", "white has 0 kings"},
    {"4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "white has 2 kings"},
    {"3kk3/8/8/8/8/8/8/4K3 w - - 0 1", "black has 2 kings"},
    {"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "white has a pawn"},
    {"4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "black has a pawn"},
    {"QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQ4/8/8/8/k6K b - - 0 1", "worth 31080"},
    {"7k/8/8/8/PPPP4/PPPPPPPP/PPPPPPPP/PPPPPPPK b - - 0 1", "first or the last"},
    {"7k/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPP4/8/8/7K b - - 0 1", "27 queens"},
    {"k6K/nnnnnnnn/rrrrrrrr/rrrrrrrr/rrrrrrrr/rrrrrrrr/rrrrrrrr/rrrrrrrr b - - 0 1", "leave some"},
    {"4k3/8/8/8/4Q3/8/8/4K3 w - - 0 1", "could take the king"},
    {"8/8/8/8/8/8/3k4/4K3 w - - 0 1", "could take the king"},
    {"4k3/8/8/8/4q3/8/8/4K3 b - - 0 1", "could take the king"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", "follows the six fields"},
    {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "halfmove clock"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1x", "move number"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1000000", "move number"},
    {"4k3/8/8/8/8/8/8/4K3 w - -\t0 1", "en passant"},
    {"4k3/8/8/8/8/8/8/4K3 w - -\n", "en passant"},
};

static void test_malformed_texts(void **state)
{
    (void)state;
    game_check_refusals(D, &result, malformed, ROWS(malformed));
    const chess_position epd = parsed("4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"castle\""),
                         fen = parsed("4k3/8/8/8/8/8/8/4K2R w K -");
    assert_memory_equal(&epd, &fen, sizeof fen);
    parsed("4k3/8/8/8/8/8/8/4K3 w - - x1 1"); /* EPD's operations begin with a letter */
}

/* Good texts spoilt: refused in one line, or a position that can be counted, printed and read. */
static void test_spoilt_texts(void **state)
{
    (void)state;
    static const char alphabet[] = "pnbrqkPNBRQK12345678/ wb-KQkqah36";
    uint64_t random = 7;
    int accepted = 0;
    for (int i = 0; i < 200000; i++) {
        char text[ABS_TEXT_MAX], again[ABS_TEXT_MAX];
        snprintf(text, sizeof text, "%s",
                 chess_perft_rows[game_draw(&random, ROWS(chess_perft_rows))].fen);
        const unsigned length = (unsigned)strlen(text);
        for (unsigned spoils = 1 + game_draw(&random, 3); spoils > 0; spoils--)
            text[game_draw(&random, length)] =
                game_draw(&random, 8) == 0 ? (char)(1 + game_draw(&random, 255))
                                           : alphabet[game_draw(&random, sizeof alphabet - 1)];
        chess_position p, q;
        abs_error error = {.text = ""};
        if (!D->parse(&result, text, &p, &error)) {
            assert_true(error.code == ABS_USAGE && strlen(error.text) > 10);
            assert_null(strchr(error.text, '\n'));
            continue;
        }
        D->print(&result, &p, again, sizeof again);
        assert_true(D->parse(&result, again, &q, &error));
        assert_memory_equal(&p, &q, sizeof p);
        const naive n = naive_parse(again);
        naive_move list[NAIVE_MOVES];
        if (accepted++ % 16 == 0)
            assert_int_equal(D->count_moves(&result, &p), naive_moves(&n, list));
        assert_true(abs(D->evaluate(&heuristic, &p, 0)) <= D->bound(&heuristic, 0));
    }
    assert_true(accepted > 5000);
}

#endif
