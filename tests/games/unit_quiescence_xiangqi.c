/* unit_quiescence_xiangqi.c -- quiescence against a slow one. Run from the top of the tree. */
#include "xiangqi_naive.h"

enum { QUIET_CHILDREN = NAIVE_MOVES };

static void quiet_print(const naive *n, char *text)
{
    naive_text(n, text);
}

static bool quiet_checked(const naive *n)
{
    return naive_attacked(n, n->black);
}

static int quiet_children(const naive *n, bool all, naive *list)
{
    const naive_list moves = naive_pseudo(n, n->black);
    int kept = 0;
    for (int i = 0; i < moves.count; i++) {
        const naive_move move = moves.move[i];
        if (!all && n->cell[move.to_rank][move.to_file] == ' ')
            continue;
        list[kept] = naive_play(n, move);
        kept += !naive_attacked(&list[kept], n->black);
    }
    return kept;
}

#include "naive_quiescence.h"

static void test_quiescence(void **state)
{
    (void)state;
    quiet_tally tally = {0};
    quiet_compare_all("xiangqi", "games/positions/xiangqi.txt", naive_read, test_amount(38), 45,
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
