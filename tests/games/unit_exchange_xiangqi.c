/* unit_exchange_xiangqi.c -- the exchanges of games/xiangqi_exchange.h against ones played out. */
#include "xiangqi_naive.h"

#include "helpers.h"

#define xiangqi_domain tested_xiangqi_domain /* the program's own is linked in, too */
#include "games/xiangqi.c"

enum { EXCHANGE_FILES = NAIVE_FILES, EXCHANGE_RANKS = NAIVE_RANKS, GAMES = 80, PLIES = 120 };

static const char exchange_kinds[] = "pbancrk";

static int exchange_price(char letter)
{
    switch (tolower((unsigned char)letter)) {
    case 'p':
        return 90;
    case 'b':
    case 'a':
        return 200;
    case 'n':
        return 400;
    case 'c':
        return 450;
    case 'r':
        return 900;
    default:
        return 0;
    }
}

static bool exchange_reaches(const naive *n, int file, int rank, int to_file, int to_rank)
{
    const naive_list list = naive_pseudo(n, islower((unsigned char)n->cell[rank][file]) != 0);
    for (int i = 0; i < list.count; i++)
        if (list.move[i].file == file && list.move[i].rank == rank &&
            list.move[i].to_file == to_file && list.move[i].to_rank == to_rank)
            return true;
    return false;
}

static char exchange_becomes(char letter, int rank)
{
    (void)rank;
    return letter;
}

static bool exchange_safe(const naive *n, bool black)
{
    return !naive_attacked(n, black);
}

/* Squares have the same numbers for both sides. */
static int exchange_place(int file, int rank, bool black)
{
    (void)black;
    return rank * NAIVE_FILES + file;
}

#include "naive_exchange.h"

static struct {
    int captures, losing, even, by_cannon, long_ones;
} met;

static naive_move naive_of(xiangqi_move move)
{
    return (naive_move){xiangqi_table.file[move.from], xiangqi_table.rank[move.from],
                        xiangqi_table.file[move.to], xiangqi_table.rank[move.to]};
}

static void compare(const naive *n, const xiangqi_position *p, xiangqi_move move)
{
    const xiangqi_rules rules = {{.eval = ABS_EVAL_HEURISTIC}};
    const naive_move m = naive_of(move);
    const char victim = n->cell[m.to_rank][m.to_file];
    const int rank = xiangqi_capture(&rules, p, move);
    assert_true((rank > 0) == (victim != ' '));
    if (rank == 0)
        return;
    const naive next = naive_play(n, m);
    const exchange_square at = {m.to_file, m.to_rank, false};
    const int back = exchange_wins(&next, at, !n->black), gain = exchange_price(victim) - back;
    char text[128];
    naive_text(n, text);
    if (xiangqi_exchange(p, move) != gain)
        fail_msg("%s: %c%d%c%d wins %d, not %d", text, 'a' + m.file, m.rank, 'a' + m.to_file,
                 m.to_rank, gain, xiangqi_exchange(p, move));
    assert_int_equal(xiangqi_loses(&rules, p, move), gain < 0);
    met.captures++;
    met.losing += gain < 0;
    met.even += gain == 0;
    met.by_cannon += move.kind == XQ_CANNON;
    met.long_ones += back > 0 && gain > 0;
}

static void test_exchanges(void **state)
{
    (void)state;
    const xiangqi_rules rules = {{.eval = ABS_EVAL_HEURISTIC}};
    uint64_t random = 1;
    for (int game = 0; game < GAMES; game++) {
        naive n = naive_read("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w");
        for (int ply = 0; ply < PLIES; ply++) {
            char text[128];
            xiangqi_position p;
            abs_error error;
            naive_text(&n, text);
            assert_true(xiangqi_parse(&rules, text, &p, &error));
            xiangqi_move moves[XQ_MAX_MOVES];
            unsigned count = 0;
            for (xiangqi_cursor c = xiangqi_moves(&rules, &p); xiangqi_next(&c, &moves[count]);
                 count++)
                compare(&n, &p, moves[count]);
            if (count == 0)
                break;
            n = naive_play(&n, naive_of(moves[test_random(&random, count)]));
        }
    }
    assert_true(met.captures >= 10000 && met.losing >= 2000 && met.even >= 200);
    assert_true(met.by_cannon >= 1000 && met.long_ones >= 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_exchanges)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
