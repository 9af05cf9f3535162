/* unit_quiescence_chess.c -- quiescence against a slow one. Run from the top of the tree. */
#include "chess_naive.h"

enum { QUIET_CHILDREN = NAIVE_MOVES };

static void quiet_print(const naive *n, char *text)
{
    naive_print(n, text);
}

static bool quiet_checked(const naive *n)
{
    return naive_checkers(n, n->black) > 0;
}

static int quiet_children(const naive *n, bool all, naive *list)
{
    naive_move moves[NAIVE_MOVES];
    const int count = naive_moves(n, moves);
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (all || naive_noisy(n, moves[i]))
            list[kept++] = naive_play(n, moves[i]);
    return kept;
}

#include "naive_quiescence.h"

static void test_quiescence(void **state)
{
    (void)state;
    quiet_tally tally = {0};
    quiet_compare_all("chess", "games/positions/chess.epd", naive_parse, test_amount(44), 50,
                      &tally);
    assert_true(tally.values[0] >= test_amount(200) && tally.values[1] >= test_amount(200));
    assert_true(tally.differ >= test_amount(50));
    assert_true(tally.captures >= test_amount(200) && tally.checks >= test_amount(200));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_quiescence)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
