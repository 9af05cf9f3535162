/* unit_answers.c -- what to use: the sentence that follows from counts made up for it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "find/answers.h"
#include "search/registry.h"
#include "search/variants.h"
#include "suite/options.h"
#include "view/findings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static abs_tally tally;
static const abs_domain domain = {.name = "connectfour", .kind = "game"};

typedef struct {
    const char *algo;
    double factor; /* its work by the others' */
    int window;
    bool for_reference;
} searched;

/* Each on `positions` positions: work that differs from one to the next, times the factor, and a
   little of its own. */
static void add(const searched *s, unsigned count, unsigned positions, int depth)
{
    for (unsigned k = 0; k < count; k++)
        for (unsigned p = 0; p < positions; p++) {
            char id[32];
            snprintf(id, sizeof id, "p%03u", p);
            const abs_entry entry = {
                .domain = &domain, .spec = "connectfour", .text = id, .id = id};
            abs_config config = {.depth = depth,
                                 .grain = 1,
                                 .window = {s[k].window, s[k].window},
                                 .deepening = true,
                                 .tt_bytes = 64 << 20,
                                 .for_reference = s[k].for_reference};
            unsigned algos = 0;
            abs_error error;
            config.order =
                abs_usual_orders(abs_registry_find("game", "connectfour", &error)->domain);
            assert_true(abs_algo_parse("algo", s[k].algo, &config.algo, &algos, &error));
            const uint64_t base = 10000 + 977 * p, own = (p * 31 + k * 17) % 97;
            const uint64_t nodes = (uint64_t)((double)base * s[k].factor) + own;
            const abs_row row = {.entry = &entry,
                                 .config = &config,
                                 .status = ABS_STATUS_OK,
                                 .best = ABS_NO_MOVE,
                                 .n = {.nodes = nodes, .cutoffs = k}};
            tally_add(&tally, &row);
        }
}

/* All answers, as the terminal has them or as JSON. */
static char *answer(bool json)
{
    abs_findings f = {.tally = &tally, .reference = "alphabeta"};
    abs_reference reference;
    abs_error error;
    abs_buffer b = {0};
    assert_true(abs_options_reference("alphabeta", &reference, &error));
    pairs_make(&f.pairs, &tally);
    assert_non_null(f.aggregates = aggregate_make(&tally, &f.pairs, &reference));
    best_find(&f.ranking, BEST_OF_ALL, &tally, &f.pairs, f.aggregates);
    findings_view view = {.f = &f, .labels = label_find(&tally)};
    table_data t;
    table_start(&t, &answers_form);
    fill_answers(&t, &view);
    if (json)
        table_write_json(&b, &t);
    else
        answers_write(&b, &f, &view.labels, 2);
    table_free(&t);
    buffer_free(&view.text);
    const char *end = buffer_end(&b);
    char *text = malloc(strlen(end) + 1);
    assert_non_null(text);
    memcpy(text, end, strlen(end) + 1);
    buffer_free(&b);
    best_free(&f.ranking);
    free(f.aggregates);
    pairs_free(&f.pairs);
    tally_free(&tally);
    return text;
}

static void expect(const char *wanted)
{
    char *text = answer(false);
    assert_string_equal(text, wanted);
    free(text);
}

/* Whether the sentence has these words. */
static void expect_words(const char *words)
{
    char *text = answer(false);
    if (strstr(text, words) == NULL)
        fail_msg("no '%s' in: %s", words, text);
    free(text);
}

static void the_best_is_named_with_what_it_saves(void **state)
{
    (void)state;
    const searched all[] = {
        {"alphabeta", 1, 0, false}, {"pvs", 0.9, 0, false}, {"mtdf", 1.3, 0, false}};
    add(all, 3, 60, 8);
    expect_words("connectfour, depth 8: use pvs: 10.0 % less work than alphabeta [");
    add(all, 3, 60, 8);
    expect_words("]. All others are worse.\n  --game=connectfour --algo=pvs --depth=8\n");
}

static void what_is_as_good_is_named_too(void **state)
{
    (void)state;
    const searched all[] = {{"alphabeta", 1, 0, false},
                            {"pvs", 0.9, 0, false},
                            {"negascout", 0.9, 0, false},
                            {"mtdf", 1.3, 0, false}};
    add(all, 4, 80, 8);
    expect_words("may be as good; the others are worse.");
}

static void where_the_reference_may_be_as_good_any_will_do(void **state)
{
    (void)state;
    const searched all[] = {
        {"alphabeta", 1, 0, false}, {"pvs", 1, 0, false}, {"mtdf", 2, 0, false}};
    add(all, 3, 60, 8);
    expect_words(": 60 positions do not tell them apart");
    add(all, 3, 60, 8);
    expect_words("connectfour, depth 8: use any of ");
    add(all, 3, 60, 8);
    expect_words(". mtdf is worse.\n");
}

/* The interval alone would tell them apart; with one position more that nobody searched, none
 * would. */
static void few_positions_do_not_name_one(void **state)
{
    (void)state;
    const searched all[] = {{"alphabeta", 1, 0, false}, {"pvs", 0.98, 0, false}};
    add(all, 2, 20, 8);
    expect_words("use any of pvs and alphabeta: 20 positions do not tell them apart (pvs takes ");
    add(all, 2, 20, 8);
    expect_words(" % less work than alphabeta [");
}

static void the_reference_itself_may_be_best(void **state)
{
    (void)state;
    const searched all[] = {{"alphabeta", 1, 0, false}, {"pvs", 1.5, 0, false}};
    add(all, 2, 60, 8);
    expect("connectfour, depth 8: use alphabeta. The other is worse.\n"
           "  --game=connectfour --algo=alphabeta --depth=8\n");
}

static void one_alone_is_held_against_its_reference(void **state)
{
    (void)state;
    const searched better[] = {{"pvs", 0.8, 0, false}, {"alphabeta", 1, 0, true}};
    const searched worse[] = {{"pvs", 1.25, 0, false}, {"alphabeta", 1, 0, true}};
    const searched alike[] = {{"pvs", 1, 0, false}, {"alphabeta", 1, 0, true}};
    add(better, 2, 60, 8);
    expect_words("use pvs: 20.0 % less work than alphabeta [");
    add(worse, 2, 60, 8);
    expect_words("use alphabeta: pvs takes 25.0 % more work than alphabeta [");
    add(alike, 2, 60, 8);
    expect_words("use any of pvs and alphabeta: 60 positions do not tell them apart");
}

/* It was not asked for, and is an answer all the same. */
static void several_are_held_against_the_reference_too(void **state)
{
    (void)state;
    const searched worse[] = {{"pvs", 1.3, 0, false},
                              {"mtdf", 1.6, 0, false},
                              {"scout", 1.9, 0, false},
                              {"alphabeta", 1, 0, true}};
    const searched alike[] = {
        {"pvs", 1, 0, false}, {"mtdf", 1.6, 0, false}, {"alphabeta", 1, 0, true}};
    const searched better[] = {
        {"pvs", 0.5, 0, false}, {"mtdf", 0.8, 0, false}, {"alphabeta", 1, 0, true}};
    add(worse, 4, 60, 8);
    expect_words(
        "use alphabeta: pvs, the best of the others, takes 30.0 % more work than alphabeta [");
    add(worse, 4, 60, 8);
    expect_words("].\n  --game=connectfour --algo=alphabeta --depth=8\n");
    add(alike, 3, 60, 8);
    expect_words("use any of pvs and alphabeta: 60 positions do not tell them apart");
    add(alike, 3, 60, 8);
    expect_words(". mtdf is worse.\n");
    add(better, 3, 60, 8);
    expect_words("use pvs: 49.9 % less work than alphabeta [");
    add(better, 3, 60, 8);
    expect_words("]. The other is worse.\n");
}

static void where_nothing_is_compared_it_says_what_to_add(void **state)
{
    (void)state;
    const searched alone[] = {{"pvs", 1, 0, false}};
    add(alone, 1, 60, 8);
    expect("connectfour, depth 8: nothing is compared, since only pvs was searched; use "
           "--algo=pvs,alphabeta or --algo=all.\n");
    const searched all[] = {{"alphabeta", 1, 0, false}, {"pvs", 0.9, 0, false}};
    add(all, 2, 1, 8);
    expect(
        "connectfour, depth 8: one position tells nothing of others; use several, such as a game's "
        "own suite or --seed=1..60.\n");
}

static void blocks_are_answered_apart_up_to_a_number(void **state)
{
    (void)state;
    const searched all[] = {{"alphabeta", 1, 0, false}, {"pvs", 0.9, 0, false}};
    for (int depth = 3; depth < 7; depth++)
        add(all, 2, 30, depth);
    add(all, 2, 1, 9); /* says nothing beside others */
    char *text = answer(false);
    assert_non_null(strstr(text, "connectfour, depth 3: use pvs: "));
    assert_non_null(strstr(text, "connectfour, depth 4: use pvs: "));
    assert_null(strstr(text, "depth 5"));
    assert_null(strstr(text, "depth 9"));
    assert_non_null(strstr(text, "... and 2 more answers: see `answers` in --format=json.\n"));
    free(text);
}

static void the_options_say_what_is_not_usual(void **state)
{
    (void)state;
    const searched all[] = {{"alphabeta", 1, 0, false}, {"aspiration+pvs", 0.8, 20, false}};
    add(all, 2, 60, 8);
    expect_words("\n  --game=connectfour --algo=aspiration+pvs --window=20 --depth=8\n");
}

static void json_has_the_same(void **state)
{
    (void)state;
    const searched all[] = {
        {"alphabeta", 1, 0, false}, {"pvs", 0.9, 0, false}, {"mtdf", 1.3, 0, false}};
    add(all, 3, 60, 8);
    char *text = answer(true);
    assert_non_null(strstr(text, "\"kind\":\"one\",\"use\":\"d8/pvs/"));
    assert_non_null(strstr(text, "\"worse\":\"d8/alphabeta/"));
    assert_non_null(strstr(text, "\"sentence\":\"connectfour, depth 8: use pvs: 10.0 % less work"));
    assert_non_null(strstr(text, "\"options\":\"--game=connectfour --algo=pvs --depth=8\""));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_is_named_with_what_it_saves),
        cmocka_unit_test(what_is_as_good_is_named_too),
        cmocka_unit_test(where_the_reference_may_be_as_good_any_will_do),
        cmocka_unit_test(few_positions_do_not_name_one),
        cmocka_unit_test(the_reference_itself_may_be_best),
        cmocka_unit_test(one_alone_is_held_against_its_reference),
        cmocka_unit_test(several_are_held_against_the_reference_too),
        cmocka_unit_test(where_nothing_is_compared_it_says_what_to_add),
        cmocka_unit_test(blocks_are_answered_apart_up_to_a_number),
        cmocka_unit_test(the_options_say_what_is_not_usual),
        cmocka_unit_test(json_has_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
