/* unit_answers.c -- what to use: the sentence that follows from counts made up for it. */
#include "find/findings.h"
#include "search/registry.h"
#include "search/variants.h"
#include "suite/options.h"
#include "tally_fixture.h"
#include "view/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *reference = "alphabeta";

/* Connect four, as it is built in. */
static const abs_domain *domain(void)
{
    abs_error error;
    return abs_registry_find("game", "connectfour", &error)->domain;
}

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
            snprintf(id, sizeof id, "c4-%02u", p + 1); /* of the suite, as far as it goes */
            static abs_rules rules = {.eval = ABS_EVAL_HEURISTIC};
            const abs_root root = {
                .domain = domain(), .rules = &rules, .spec = "connectfour", .text = id, .id = id};
            abs_config config = {.depth = depth,
                                 .grain = 1,
                                 .window = {s[k].window, s[k].window},
                                 .deepening = true,
                                 .tt_bytes = 64 << 20,
                                 .node_cost = 1,
                                 .leaf_cost = 1,
                                 .for_reference = s[k].for_reference};
            unsigned algos = 0;
            abs_error error;
            config.order = abs_usual_orders(domain());
            assert_true(abs_algo_parse("algo", s[k].algo, &config.algo, &algos, &error));
            const uint64_t base = 10000 + 977 * p,
                           own = (p * 31 + (unsigned)s[k].algo[0] * 17) % 97;
            const uint64_t nodes = (uint64_t)((double)base * s[k].factor) + own;
            const abs_row row = {.root = &root,
                                 .config = &config,
                                 .status = ABS_STATUS_OK,
                                 .best = ABS_NO_MOVE,
                                 .n = {.nodes = nodes, .cutoffs = (uint64_t)(1000 * s[k].factor)}};
            tally_add(&tally, &row);
        }
}

/* All answers, as the terminal has them or as JSON. */
static char *answer(bool json)
{
    abs_findings f = {.tally = &tally, .reference = reference, .labels = label_find(&tally)};
    abs_reference read;
    abs_error error;
    abs_buffer b = {0};
    assert_true(abs_options_reference(reference, &read, &error));
    pairs_make(&f.pairs, &tally);
    assert_non_null(f.aggregates = aggregate_make(&tally, &f.pairs, &read));
    best_find(&f.ranking, SHARE_BLOCK, &f.pairs, f.aggregates);
    findings_view view = {.f = &f};
    table_data t;
    table_start(&t, &answers_form);
    fill_answers(&view, &t);
    for (size_t row = 0; json && row < t.rows; row++)
        table_write_json_row(&b, &t, row);
    if (!json)
        answers_write(&b, &f, 2);
    table_free(&t);
    buffer_free(&view.text);
    const char *end = buffer_end(&b);
    char *text = malloc(strlen(end) + 1);
    assert_non_null(text);
    memcpy(text, end, strlen(end) + 1);
    buffer_free(&b);
    free(f.ranking.families);
    free(f.ranking.members);
    free(f.aggregates);
    pairs_free(&f.pairs);
    tally_again(NULL);
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

TEST(the_best_is_named_with_what_it_takes)
{
    const searched all[] = {
        {"alphabeta", 1, 0, false}, {"pvs", 0.9, 0, false}, {"mtdf", 1.3, 0, false}};
    add(all, 3, 60, 8);
    expect_words("connectfour, depth 8: use pvs: it takes 0.900 [");
    add(all, 3, 60, 8);
    expect_words("] of alphabeta's work (better, 60 positions). All others are worse.\n"
                 "  --game=connectfour --algo=pvs --depth=8\n");
}

TEST(what_is_equal_is_named_too)
{
    const searched all[] = {{"alphabeta", 1, 0, false},
                            {"pvs", 0.9, 0, false},
                            {"negascout", 0.9, 0, false},
                            {"mtdf", 1.3, 0, false}};
    add(all, 4, 120, 8);
    expect_words("). Equal within 2 %: pvs. Worse: alphabeta, mtdf.\n");
}

/* With what would settle it: as many positions as that do. */
TEST(what_is_not_settled_is_named_with_what_would_settle_it)
{
    const searched all[] = {{"alphabeta", 1, 0, false}, {"pvs", 0.98, 0, false}};
    add(all, 2, 20, 8);
    expect_words("use alphabeta, the reference: 20 positions show none that takes less. "
                 "Not settled: pvs (0.980 [0.914, 1.051]); about ");
    add(all, 2, 20, 8);
    expect_words(" positions would tell: --suite=large --max-positions=");
    add(all, 2, 80, 8);
    expect_words("use pvs: it takes 0.980 [");
}

TEST(the_reference_itself_may_be_best)
{
    const searched all[] = {{"alphabeta", 1, 0, false}, {"pvs", 1.5, 0, false}};
    add(all, 2, 60, 8);
    expect("connectfour, depth 8: use alphabeta, the reference: 60 positions show none that takes "
           "less. Worse: pvs.\n"
           "  --game=connectfour --algo=alphabeta --depth=8\n");
}

/* Of the same searches: which of them were asked for, and in which order, changes nothing. */
TEST(it_does_not_depend_on_who_was_named)
{
    static const double factors[] = {0.8, 0.97, 1, 1.02, 1.4};
    for (size_t k = 0; k < 125; k++) {
        const double pvs = factors[k % 5], mtdf = factors[k / 5 % 5], scout = factors[k / 25];
        const searched asked[] = {{"alphabeta", 1, 0, false},
                                  {"pvs", pvs, 0, false},
                                  {"mtdf", mtdf, 0, false},
                                  {"scout", scout, 0, false}};
        const searched apart[] = {{"scout", scout, 0, false},
                                  {"mtdf", mtdf, 0, false},
                                  {"pvs", pvs, 0, false},
                                  {"alphabeta", 1, 0, true}};
        const searched verified[] = {{"minimax", 0.1, 0, true},
                                     {"pvs", pvs, 0, false},
                                     {"scout", scout, 0, false},
                                     {"mtdf", mtdf, 0, false},
                                     {"alphabeta", 1, 0, true}};
        const unsigned positions = 8 + 16 * (unsigned)(k % 6);
        add(asked, 4, positions, 8);
        char *text = answer(false);
        add(apart, 4, positions, 8);
        expect(text);
        add(verified, 5, positions, 8);
        expect(text);
        free(text);
    }
}

/* Neither a limit nor what may be wrong is an answer, asked for or as the reference. */
TEST(limits_and_unsound_forms_are_no_answers)
{
    const searched all[] = {{"alphabeta", 1, 0, false},
                            {"pvs", 0.8, 0, false},
                            {"minimal", 0.1, 0, false},
                            {"mtdf-printed", 0.2, 0, false}};
    add(all, 4, 60, 8);
    expect_words("use pvs: it takes 0.800 [");
    for (size_t k = 2; k < 4; k++) {
        reference = all[k].algo;
        add(all, 4, 60, 8);
        expect_words("use pvs: the least of all in the mean over 60 positions. Worse: alphabeta.");
        add(all + 1, k, 60, 8);
        expect_words(": nothing is compared, since only pvs was searched; name others");
    }
    reference = "alphabeta";
}

TEST(where_nothing_is_compared_it_says_what_to_add)
{
    const searched alone[] = {{"pvs", 1, 0, false}};
    add(alone, 1, 60, 8);
    expect("connectfour, depth 8: nothing is compared, since only pvs was searched; name "
           "others in --algo or --engine.\n");
    const searched all[] = {{"alphabeta", 1, 0, false}, {"pvs", 0.9, 0, false}};
    add(all, 2, 1, 8);
    expect("connectfour, depth 8: one position tells nothing of others; use several: the game's "
           "own suite, or what `absbench positions` finds.\n");
    add(all, 2, 4, 8);
    expect_words("connectfour, depth 8: 4 positions are too few for any verdict; about ");
}

TEST(blocks_are_answered_apart_up_to_a_number)
{
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

TEST(the_options_say_what_is_not_usual)
{
    const searched all[] = {{"alphabeta", 1, 0, false}, {"aspiration+pvs", 0.8, 20, false}};
    add(all, 2, 60, 8);
    expect_words("\n  --game=connectfour --algo=aspiration+pvs --window=20 --depth=8\n");
}

TEST(json_has_the_same)
{
    const searched all[] = {
        {"alphabeta", 1, 0, false}, {"pvs", 0.9, 0, false}, {"mtdf", 1.3, 0, false}};
    add(all, 3, 60, 8);
    char *text = answer(true);
    assert_non_null(strstr(text, "\"kind\":\"better\",\"use\":\"d8/pvs/"));
    assert_non_null(strstr(text, "\"verdict\":\"better\",\"equal\":\"\""));
    assert_non_null(strstr(text, "\"worse\":\"d8/alphabeta/"));
    assert_non_null(strstr(text, "\"sentence\":\"connectfour, depth 8: use pvs: it takes 0.900"));
    assert_non_null(strstr(text, "\"options\":\"--game=connectfour --algo=pvs --depth=8\""));
    free(text);
}

RUN_TESTS(NULL, NULL, NULL)
