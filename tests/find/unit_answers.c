/* unit_answers.c -- what to use: the sentence that follows from counts made up for it. */
#include "find/findings.h"
#include "search/registry.h"
#include "suite/options.h"
#include "tally_fixture.h"

#include <stdio.h>
#include <stdlib.h>

static const char *reference = "alphabeta";

typedef struct {
    const char *algo;
    double factor; /* its work by the others' */
} searched;

/* Each, up to one without a name, on `positions` positions of connect four: work that differs from
   one to the next, times the factor, and a little of its own. */
static void search(const searched *of, unsigned positions, int depth, bool for_reference)
{
    static abs_rules rules = {.eval = ABS_EVAL_HEURISTIC};
    abs_error error;
    const abs_domain *domain = abs_registry_find("game", "connectfour", &error)->domain;
    static abs_subject subject;
    subject = subject_of(domain, &rules, "connectfour");
    for (; of->algo != NULL; of++)
        for (unsigned p = 0; p < positions; p++) {
            sample s;
            char id[32];
            snprintf(id, sizeof id, "c4-%02u", p + 1); /* of the suite, as far as it goes */
            make(&s, "connectfour", of->algo);
            s.root.subject = &subject;
            s.root.id = id;
            s.config.depth = depth;
            s.config.window = (abs_window){20, 20};
            s.config.guess.kind = ABS_GUESS_PREVIOUS;
            s.config.deepening = true;
            s.config.tt_bytes = 64 << 20;
            s.config.order = abs_usual_orders(domain);
            s.config.for_reference = for_reference;
            s.row.n = (abs_counters){.nodes = (uint64_t)((10000 + 977 * p) * of->factor) +
                                              (p * 31 + (unsigned)of->algo[0] * 17) % 97,
                                     .cutoffs = (uint64_t)(1000 * of->factor)};
            add(&s);
        }
}

/* All answers, as the terminal has them. What is in JSON: verdicts.bats. */
static char *answer(void)
{
    abs_findings f = {.tally = &tally, .reference = reference, .labels = label_find(&tally)};
    abs_reference read;
    abs_error error;
    abs_buffer b = {0};
    assert_true(abs_options_reference(reference, &read, &error));
    pairs_make(&f.pairs, &tally, &read);
    assert_non_null(f.aggregates = aggregate_make(&tally, &f.pairs));
    uint32_t *sorted = tally_sorted(&tally, true);
    f.hosts = tally_hosts(&tally, sorted);
    free(sorted);
    answers_write(&b, &f, 2);
    buffer_end(&b);
    free(f.hosts);
    free(f.aggregates);
    pairs_free(&f.pairs);
    tally_again(NULL);
    return b.data;
}

/* Whether the answer has these words. */
static void expect(const char *words)
{
    char *text = answer();
    if (strstr(text, words) == NULL)
        fail_msg("no '%s' in: %s", words, text);
    free(text);
}

TEST(verdicts_have_their_sentences)
{
    static const struct {
        unsigned positions;
        searched all[6];
        const char *words[2];
    } cases[] = {
        {60,
         {{"alphabeta", 1}, {"pvs", 0.9}, {"mtdf", 1.3}},
         {"connectfour, depth 8: use pvs: it takes 0.900 [",
          "] of alphabeta's work (better, 60 positions). Worse: mtdf (1.299 [1.270, 1.330]).\n"
          "  --game=connectfour --algo=pvs --depth=8\n"}},
        {120,
         {{"alphabeta", 1}, {"scout", 1.005}, {"negascout", 0.995}, {"mtdf", 1.3}},
         {"use alphabeta, the reference: 120 positions show that no other takes less by more than "
          "2 %. Equal within 2 %: negascout, scout. Worse: mtdf ("}},
        {100,
         {{"alphabeta", 1}, {"pvs", 0.8}, {"negascout", 0.7}, {"mtdf", 0.998}},
         {": use negascout: it takes 0.700 [", "]). Equal within 2 %: mtdf.\n"}},
        /* What is not settled is named with how many positions would settle it: as many do. */
        {20,
         {{"alphabeta", 1}, {"pvs", 0.98}},
         {": undecided: alphabeta, or pvs (0.980 [0.914, 1.051]); about ",
          " positions would settle it: --suite=large --max-positions="}},
        {9,
         {{"alphabeta", 1}, {"pvs", 0.98}},
         {": undecided: alphabeta, or pvs (", "; many more positions might settle it: "}},
        {30,
         {{"alphabeta", 1}, {"pvs", 0.8}, {"scout", 0.98}, {"mtdf", 1.4}},
         {": use pvs: it takes 0.801 [", "). Not settled: scout (0.980 ["}},
        {80, {{"alphabeta", 1}, {"pvs", 0.98}}, {"use pvs: it takes 0.980 ["}},
        {60,
         {{"alphabeta", 1}, {"pvs", 1.5}},
         {"use alphabeta, the reference: 60 positions show that no other takes less by more than "
          "2 %. Worse: pvs (1.499 [1.468, 1.531]).\n"
          "  --game=connectfour --algo=alphabeta --depth=8\n"}},
        /* Neither a limit nor what may be wrong is an answer. */
        {60,
         {{"alphabeta", 1}, {"pvs", 0.8}, {"minimal", 0.1}, {"mtdf-printed", 0.2}},
         {"use pvs: it takes 0.800 ["}},
        {60,
         {{"alphabeta", 1}, {"minimal", 0.1}},
         {"no verdict: beside alphabeta there are only minimal (a limit, 0.101).\n"}},
        {60,
         {{"alphabeta", 1}, {"pvs", 1.5}, {"minimal", 0.1}, {"minimax", 0.6}, {"pvs-printed", 1.2}},
         {"2 %. Less, but nothing to use: minimal (a limit, 0.101), minimax (no cutoffs, 0.6"}},
        {60, {{"alphabeta", 1}}, {"since only alphabeta was searched; name others in --algo"}},
        {1,
         {{"alphabeta", 1}, {"pvs", 0.9}},
         {"one position says nothing about others; many more positions might settle it"}},
        {4, {{"alphabeta", 1}, {"pvs", 0.9}}, {": 4 positions are too few for any verdict; many"}},
        {60,
         {{"alphabeta", 1}, {"aspiration+pvs", 0.8}},
         {"\n  --game=connectfour --algo=aspiration+pvs --window=20 --depth=8\n"}},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        for (size_t k = 0; k < 2 && cases[i].words[k] != NULL; k++) {
            search(cases[i].all, cases[i].positions, 8, false);
            expect(cases[i].words[k]);
        }
}

/* Of the same searches: which of them were asked for, and in which order, changes nothing. */
TEST(it_does_not_depend_on_who_was_named)
{
    static const double factors[] = {0.8, 0.97, 1, 1.02, 1.4};
    for (size_t k = 0; k < 125; k++) {
        const searched ab = {"alphabeta", 1}, minimax = {"minimax", 2}, none = {NULL, 0},
                       pvs = {"pvs", factors[k % 5]}, mtdf = {"mtdf", factors[k / 5 % 5]},
                       scout = {"scout", factors[k / 25]};
        const struct {
            searched asked[5], along[3];
        } ways[] = {{{ab, pvs, mtdf, scout, none}, {none}},
                    {{scout, mtdf, pvs, none}, {ab, none}},
                    {{pvs, scout, mtdf, none}, {minimax, ab, none}}};
        char *texts[3];
        for (size_t way = 0; way < 3; way++) {
            search(ways[way].asked, 8 + 16 * (unsigned)(k % 6), 8, false);
            search(ways[way].along, 8 + 16 * (unsigned)(k % 6), 8, true);
            texts[way] = answer();
            assert_string_equal(texts[way], texts[0]);
        }
        for (size_t way = 0; way < 3; way++)
            free(texts[way]);
    }
}

/* As the reference neither. */
TEST(limits_and_unsound_forms_are_no_answers)
{
    static const char *const names[] = {"minimal", "mtdf-printed"};
    for (size_t k = 0; k < 2; k++) {
        const searched all[] = {{"alphabeta", 1}, {"pvs", 0.8}, {names[k], 0.1}, {NULL, 0}};
        reference = names[k];
        search(all, 60, 8, false);
        expect(": undecided: ");
        search(all, 60, 8, false);
        expect(
            " cannot be recommended, and no search is shown to take less. All others are worse.\n");
    }
    reference = "alphabeta";
}

TEST(blocks_are_answered_apart_up_to_a_number)
{
    const searched all[] = {{"alphabeta", 1}, {"pvs", 0.9}, {NULL, 0}};
    for (int depth = 3; depth < 7; depth++)
        search(all, 30, depth, false);
    search(all, 1, 9, false); /* says nothing beside others */
    char *text = answer();
    assert_non_null(strstr(text, "connectfour, depth 3: use pvs: "));
    assert_non_null(strstr(text, "connectfour, depth 4: use pvs: "));
    assert_null(strstr(text, "depth 5"));
    assert_null(strstr(text, "depth 9"));
    assert_non_null(strstr(text, "... and 2 more answers: see `answers` in --format=json.\n"));
    free(text);
}

RUN_TESTS(NULL, NULL, NULL)
