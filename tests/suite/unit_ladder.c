/* unit_ladder.c -- what a race tries, and what it tries beyond the edge. */
#include "helpers.h"

#include "suite/suite.h"

static abs_config aspiration(int width, abs_widen widen)
{
    abs_config c = test_plain("aspiration+pvs", 4);
    c.window = (abs_window){width, width};
    c.widen = widen;
    return c;
}

static int beyond(const abs_config *configs, size_t count, size_t which)
{
    abs_config next;
    return ladder_extend(configs, count, which, &next) ? next.window.low : 0;
}

TEST(windows_go_on_beyond_the_edge)
{
    const abs_config line[] = {aspiration(25, ABS_WIDEN_FULL), aspiration(50, ABS_WIDEN_FULL),
                               aspiration(100, ABS_WIDEN_FULL), aspiration(400, ABS_WIDEN_GRADUAL),
                               test_plain("pvs", 4)};
    assert_int_equal(beyond(line, 5, 0), 12);
    assert_int_equal(beyond(line, 5, 1), 0);
    assert_int_equal(beyond(line, 5, 2), 200);
    assert_int_equal(beyond(line, 5, 3), 200); /* alone in its line */
    assert_int_equal(beyond(line, 5, 4), 0);   /* it has no window */
}

/* An automatic window is neither small nor large. */
TEST(automatic_windows_are_beside_the_line)
{
    abs_config line[] = {aspiration(25, ABS_WIDEN_FULL), aspiration(50, ABS_WIDEN_FULL),
                         aspiration(25, ABS_WIDEN_FULL)};
    line[2].window = (abs_window){0, 0};
    assert_int_equal(beyond(line, 3, 0), 12);
    assert_int_equal(beyond(line, 3, 2), 0);
}

TEST(there_is_nothing_below_a_point_nor_above_all)
{
    const abs_config low[] = {aspiration(1, ABS_WIDEN_FULL), aspiration(2, ABS_WIDEN_FULL)};
    assert_int_equal(beyond(low, 2, 0), 0);
    assert_int_equal(beyond(low, 2, 1), 4);
    const abs_config high[] = {aspiration(1, ABS_WIDEN_FULL),
                               aspiration(ABS_VALUE_MAX / 2 + 1, ABS_WIDEN_FULL)};
    assert_int_equal(beyond(high, 2, 1), 0);
}

TEST(only_the_window_changes)
{
    const abs_config line[] = {aspiration(25, ABS_WIDEN_GRADUAL)};
    abs_config next;
    char words[CONFIG_WORDS_MAX];
    assert_true(ladder_extend(line, 1, 0, &next));
    assert_int_equal(next.window.low, 12);
    assert_int_equal(next.window.high, 12);
    next.window = line[0].window;
    char first[CONFIG_WORDS_MAX];
    config_words(&line[0], first, sizeof first);
    config_words(&next, words, sizeof words);
    assert_string_equal(words, first);
}

/* Adds the ladder in these settings; returns how many there are, all of them different, and of them
   with that guess. */
static size_t count_ladder(int argc, char **argv, abs_guess_kind guess, size_t *guessing)
{
    abs_error error;
    abs_options o;
    abs_suite suite = {0};
    abs_options_init(&o);
    assert_true(abs_options_parse(&o, argc, argv, &error));
    assert_true(abs_suite_add(&suite, &o, &error));
    abs_batch *batch = &suite.batches[0];
    batch->config_count = 0;
    assert_true(ladder_add(batch, &o, &error));
    const size_t count = batch->config_count;
    char a[CONFIG_WORDS_MAX], b[CONFIG_WORDS_MAX];
    *guessing = 0;
    for (size_t i = 0; i < count; i++) {
        const abs_config *c = &batch->configs[i];
        *guessing += config_uses(c, ABS_USES_GUESS) && c->guess.kind == guess;
        for (size_t k = 0; k < i; k++) {
            config_words(&batch->configs[i], a, sizeof a);
            config_words(&batch->configs[k], b, sizeof b);
            assert_string_not_equal(a, b);
        }
    }
    abs_options_free(&o);
    abs_suite_free(&suite);
    return count;
}

TEST(the_ladder_has_every_guess_and_window)
{
    char *usual[] = {"absbench", "--game=chess", "--depth=3"};
    char *coarse[] = {"absbench", "--game=tictactoe", "--depth=3"};
    char *direct[] = {"absbench", "--game=othello", "--depth=3", "--deepening=off"};
    size_t guessing;
    assert_int_equal(count_ladder(3, usual, ABS_GUESS_PARITY, &guessing), 99);
    assert_int_equal(guessing, 30); /* a third of aspiration and mtdf */
    assert_int_equal(count_ladder(3, coarse, ABS_GUESS_PARITY, &guessing), 75); /* 1 1 1 2 4 8 */
    assert_int_equal(guessing, 22);
    assert_int_equal(count_ladder(4, direct, ABS_GUESS_STATIC, &guessing), 65);
    assert_int_equal(guessing, 26);
}

RUN_TESTS(NULL, NULL, NULL)
