/* unit_quiescence_checkers.c -- quiescence against a slow one. Run from the top of the tree. */
#include "absbench.h"
#include "naive_checkers.h"

enum { QUIET_CHILDREN = MOST_MOVES };

static void quiet_print(const naive *n, char *text)
{
    naive_print(n, text, ABS_TEXT_MAX);
}

/* There is no check in checkers. */
static bool quiet_checked(const naive *n)
{
    (void)n;
    return false;
}

static int quiet_children(const naive *n, bool all, naive *list)
{
    naive_move moves[MOST_MOVES];
    const int count = naive_moves(n, moves);
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (all || moves[i].jump)
            list[kept++] = moves[i].after;
    return kept;
}

#include "naive_quiescence.h"

static naive quiet_read(const char *text)
{
    return strcmp(text, "start") == 0 ? naive_start() : naive_parse(text);
}

static void test_quiescence(void **state)
{
    (void)state;
    quiet_tally tally = {0};
    quiet_compare_all("checkers", "games/positions/checkers.txt", quiet_read, 25, 60, &tally);
    assert_true(tally.values[0] >= 200 && tally.values[1] >= 200);
    assert_true(tally.differ >= 50 && tally.captures >= 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_quiescence)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
