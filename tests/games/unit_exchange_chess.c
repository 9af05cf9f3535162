/* unit_exchange_chess.c -- the exchanges of games/chess_exchange.h against exchanges played out. */
#include "chess_naive.h"

#include "helpers.h"

#define chess_domain tested_chess_domain /* the program's own is linked in, too */
#include "games/chess.c"

enum { EXCHANGE_FILES = 8, EXCHANGE_RANKS = 8, GAMES = 80, PLIES = 120 };

static const char exchange_kinds[] = "pnbrqk";

static int exchange_price(char letter)
{
    switch (tolower((unsigned char)letter)) {
    case 'p':
        return 100;
    case 'n':
    case 'b':
        return 325;
    case 'r':
        return 500;
    case 'q':
        return 950;
    default:
        return 0; /* an empty square; a king, which is not lost */
    }
}

#define exchange_reaches naive_piece_attacks

static char exchange_becomes(char letter, int rank)
{
    if (rank == (letter == 'p' ? 0 : 7) && tolower((unsigned char)letter) == 'p')
        return letter == 'p' ? 'q' : 'Q';
    return letter;
}

static bool exchange_safe(const naive *n, bool black)
{
    return naive_checkers(n, black) == 0;
}

static int exchange_place(int file, int rank, bool black)
{
    return (black ? 7 - rank : rank) * 8 + file;
}

#include "naive_exchange.h"

static naive_move naive_of(const naive *n, chess_move move)
{
    const unsigned turned = n->black ? 56 : 0, how = chess_how(move);
    const unsigned from = chess_from(move) ^ turned, to = chess_to(move) ^ turned;
    return (naive_move){(int)from & 7, (int)from >> 3, (int)to & 7, (int)to >> 3,
                        how >= CHESS_TO_QUEEN ? "qnrb"[how - CHESS_TO_QUEEN] : '\0'};
}

/* What happens in the games, so that a test that meets too little does not pass. */
static struct {
    int captures, losing, even, passing, promotions, long_ones;
} met;

static int played_out(const naive *n, naive_move m)
{
    const naive next = naive_play(n, m);
    const char piece = n->cell[m.rank][m.file], taken = n->cell[m.to_rank][m.to_file];
    const bool passing =
        taken == ' ' && m.file != m.to_file && tolower((unsigned char)piece) == 'p';
    const int gain = (passing ? 100 : exchange_price(taken)) +
                     (m.promotion ? exchange_price(m.promotion) - 100 : 0);
    const exchange_square at = {m.to_file, m.to_rank, n->black};
    met.passing += passing;
    met.promotions += m.promotion != '\0';
    return gain - exchange_wins(&next, at, !n->black);
}

/* One move: its rank and its exchange, at this position. */
static void compare(const naive *n, const chess_position *p, chess_move move)
{
    const chess_rules rules = {{.eval = ABS_EVAL_HEURISTIC}};
    const naive_move m = naive_of(n, move);
    const int rank = chess_capture(&rules, p, move);
    assert_true((rank > 0) == naive_noisy(n, m));
    if (rank == 0)
        return;
    const int gain = played_out(n, m);
    char text[128];
    naive_print(n, text);
    if (chess_exchange(p, move) != gain)
        fail_msg("%s: %c%d%c%d wins %d, not %d", text, 'a' + m.file, m.rank + 1, 'a' + m.to_file,
                 m.to_rank + 1, gain, chess_exchange(p, move));
    assert_int_equal(chess_loses(&rules, p, move), m.promotion == '\0' && gain < 0);
    met.captures++;
    met.losing += gain < 0;
    met.even += gain == 0;
    met.long_ones += naive_attackers(n, m.to_file, m.to_rank, false) > 2 &&
                     naive_attackers(n, m.to_file, m.to_rank, true) > 2;
}

static void test_exchanges(void **state)
{
    (void)state;
    const chess_rules rules = {{.eval = ABS_EVAL_HEURISTIC}};
    uint64_t random = 1;
    for (int game = 0; game < GAMES; game++) {
        naive n = naive_parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        for (int ply = 0; ply < PLIES; ply++) {
            char text[128];
            chess_position p;
            abs_error error;
            naive_print(&n, text);
            assert_true(chess_parse(&rules, text, &p, &error));
            chess_move moves[NAIVE_MOVES];
            unsigned count = 0;
            for (chess_cursor cursor = chess_moves(&rules, &p); chess_next(&cursor, &moves[count]);
                 count++)
                compare(&n, &p, moves[count]);
            if (count == 0)
                break;
            n = naive_play(&n, naive_of(&n, moves[test_random(&random, count)]));
        }
    }
    assert_true(met.captures >= 10000 && met.losing >= 2000 && met.even >= 500);
    assert_true(met.passing >= 20 && met.promotions >= 100 && met.long_ones >= 50);
}

/* What games at random have too seldom: pawns that take on the last rank and become queens. */
static void test_crowning_exchanges(void **state)
{
    (void)state;
    static const char *const fens[] = {
        "1rr4k/P7/8/8/8/8/8/1R5K w - - 0 1", "7k/8/8/8/8/8/p6K/1r1R4 w - - 0 1",
        "1r5k/P7/8/8/8/8/8/1R5K w - - 0 1",  "1n1r3k/P7/8/8/8/8/8/1R5K w - - 0 1",
        "1r1R4/P6k/8/8/8/8/8/7K b - - 0 1",  "1r5k/8/8/8/8/8/P1p4K/1RB5 b - - 0 1",
    };
    const chess_rules rules = {{.eval = ABS_EVAL_HEURISTIC}};
    const int before = met.losing, all = met.captures;
    for (unsigned i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        const naive n = naive_parse(fens[i]);
        chess_position p;
        chess_move move;
        abs_error error;
        assert_true(chess_parse(&rules, fens[i], &p, &error));
        for (chess_cursor c = chess_moves(&rules, &p); chess_next(&c, &move);)
            compare(&n, &p, move);
    }
    assert_true(met.losing > before && met.captures >= all + 6);
}

/* Victims before attackers, promotions by what they win. */
static void test_ranks(void **state)
{
    (void)state;
    const chess_rules rules = {{.eval = ABS_EVAL_HEURISTIC}};
    chess_position p;
    abs_error error;
    assert_true(chess_parse(&rules, "1r5k/P7/8/3q4/2P1P3/8/3R4/K7 w - - 0 1", &p, &error));
    chess_move moves[CHESS_MAX_MOVES];
    unsigned count = 0;
    for (chess_cursor c = chess_moves(&rules, &p); chess_next(&c, &moves[count]);)
        count++;
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < count; k++) {
            const int first = chess_taken_price(&p, moves[i]) + chess_promoted_price(moves[i]);
            const int second = chess_taken_price(&p, moves[k]) + chess_promoted_price(moves[k]);
            const int piece = chess_price[chess_kind(&p, chess_from(moves[i]))];
            const int other = chess_price[chess_kind(&p, chess_from(moves[k]))];
            if (first > second || (first == second && first > 0 && piece < other))
                assert_true(chess_capture(&rules, &p, moves[i]) >
                            chess_capture(&rules, &p, moves[k]));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_exchanges),
                                       cmocka_unit_test(test_crowning_exchanges),
                                       cmocka_unit_test(test_ranks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
