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

TEST(windows_go_on_beyond_the_edge)
{
    static const struct {
        int widths[3]; /* 0: automatic, neither small nor large */
        size_t count;
        int beyond[3]; /* 0: none */
    } cases[] = {{{25, 50, 100}, 3, {12, 0, 200}},
                 {{25, 50, 0}, 3, {12, 100, 0}},
                 {{400}, 1, {200}}, /* alone in its line */
                 {{1, 2}, 2, {0, 4}},
                 {{1, ABS_VALUE_MAX / 2 + 1}, 2, {0, 0}}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        abs_config line[5], next;
        const size_t count = cases[i].count;
        for (size_t k = 0; k < count; k++)
            line[k] = aspiration(cases[i].widths[k], ABS_WIDEN_FULL);
        line[count] = aspiration(800, ABS_WIDEN_GRADUAL); /* of another line */
        line[count + 1] = test_plain("pvs", 4);           /* it has no window */
        for (size_t k = 0; k < count; k++) {
            const bool goes_on = ladder_extend(line, count + 2, k, &next);
            assert_int_equal(goes_on ? next.window.low : 0, cases[i].beyond[k]);
            if (!goes_on)
                continue;
            char was[CONFIG_WORDS_MAX], words[CONFIG_WORDS_MAX];
            assert_int_equal(next.window.high, next.window.low);
            next.window = line[k].window; /* nothing else changes */
            config_words(&line[k], was, sizeof was);
            config_words(&next, words, sizeof words);
            assert_string_equal(words, was);
        }
        assert_false(ladder_extend(line, count + 2, count + 1, &next));
    }
}

/* In some settings: how many there are, all of them different, and how many with that guess. */
TEST(the_ladder_has_every_guess_and_window)
{
    static const struct {
        const char *words[3];
        abs_guess_kind guess;
        size_t count, guessing;
    } cases[] = {
        /* A third of aspiration and mtdf. */
        {{"--game=chess", "--depth=3", "--deepening=on"}, ABS_GUESS_PARITY, 99, 30},
        {{"--game=tictactoe", "--depth=3", "--deepening=on"}, ABS_GUESS_PARITY, 75, 22},
        {{"--game=othello", "--depth=3", "--deepening=off"}, ABS_GUESS_STATIC, 65, 26},
    };
    for (size_t k = 0; k < COUNT_OF(cases); k++) {
        char *words[] = {"absbench", (char *)cases[k].words[0], (char *)cases[k].words[1],
                         (char *)cases[k].words[2]};
        abs_error error;
        abs_options o;
        abs_suite suite = {0};
        abs_names names = {0};
        size_t guessing = 0;
        abs_options_init(&o);
        assert_true(abs_options_parse(&o, 4, words, &error));
        assert_true(abs_suite_add(&suite, &o, &error));
        abs_batch *batch = &suite.batches[0];
        batch->config_count = 0;
        assert_true(ladder_add(batch, &o, &error));
        for (const abs_config *c = batch->configs; c < batch->configs + batch->config_count; c++) {
            char text[CONFIG_WORDS_MAX];
            config_words(c, text, sizeof text);
            names_add(&names, text);
            guessing += config_uses(c, ABS_USES_GUESS) && c->guess.kind == cases[k].guess;
        }
        assert_int_equal(batch->config_count, cases[k].count);
        assert_int_equal(names.count, cases[k].count);
        assert_int_equal(guessing, cases[k].guessing);
        names_free(&names);
        abs_options_free(&o);
        abs_suite_free(&suite);
    }
}

RUN_TESTS(NULL, NULL, NULL)
