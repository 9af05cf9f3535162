/* unit_compose.c -- positions from play, in a game whose evaluation does not tell a win from the
 * rest. */
#include "helpers.h"
#include "work/conform.h"

static int wide(const void *rules)
{
    (void)rules;
    return 100;
}

/* Where nothing is more than five pawns ahead, forced wins are found all the same:
   tests/suite/count_tictactoe.py counts the positions without. */
TEST(forced_wins_are_left_out)
{
    test_position start;
    test_open(&start, "tictactoe", "start", 0);
    abs_domain domain = *start.root.domain;
    domain.half_pawn = wide;
    start.root.domain = &domain;
    static abs_composer *c; /* has no end */
    c = composer_new(&start.root, 1);
    abs_composed found;
    abs_error error;
    int count = 0;
    assert_non_null(c);
    while (composer_next(c, &found, &error) > 0) {
        count++;
        assert_in_range(found.ply, 0, 3);
        assert_false(found.sharp);
    }
    assert_int_equal(count, 45);
    assert_true(composer_games(c) >= 1000);
    test_close(&start);
}

/* Without images and bounds the same game has more positions, and they are told apart by key. */
TEST(a_bare_descriptor_is_enough)
{
    test_position start;
    test_open(&start, "tictactoe", "start", 0);
    abs_domain domain = *start.root.domain;
    domain.half_pawn = wide;
    domain.image = NULL;
    domain.plies_left = NULL;
    start.root.domain = &domain;
    static abs_composer *c; /* has no end */
    c = composer_new(&start.root, 1);
    abs_composed found[400];
    abs_error error;
    int count = 0;
    while (count < 400 && composer_next(c, &found[count], &error) > 0) {
        for (int i = 0; i < count; i++)
            assert_string_not_equal(found[i].text, found[count].text);
        count++;
    }
    assert_in_range(count, 46, 399);
    test_close(&start);
}

RUN_TESTS(NULL, NULL, NULL)
