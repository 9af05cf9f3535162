/* unit_tuning.c -- what two races come to, in words. */
#include "helpers.h"

#include "find/tuning.h"

enum { CONFIGS = 4 };

/* alphabeta, and three windows of aspiration+pvs; the reference is the first. */
static void fill(tuning_race *race, abs_config *configs, int depth, size_t leader, size_t left)
{
    *race = (tuning_race){.depth = depth,
                          .configs = configs,
                          .raced = CONFIGS,
                          .look_count = 1,
                          .left = left,
                          .leader = leader,
                          .behind = 0.0198026,
                          .end = left == 1 ? TUNING_ALONE : TUNING_GOOD,
                          .reference = 0,
                          .saves = {.verdict = JUDGE_BETTER},
                          .searches = 60,
                          .work = 600,
                          .all_work = 1000};
    for (size_t i = 0; i < CONFIGS; i++) {
        configs[i] = test_plain(i == 0 ? "alphabeta" : "aspiration+pvs", depth);
        configs[i].window = (abs_window){25 << i, 25 << i};
        race->in[i] = (leader + i) % CONFIGS;
    }
}

typedef struct {
    abs_config configs[TUNING_RACES][CONFIGS];
    abs_tuning t;
    abs_buffer text;
} made;

static made *make(size_t deep, size_t deep_left, size_t shallow, size_t shallow_left)
{
    static made m;
    m = (made){.t = {.spec = "othello",
                     .reference = "alphabeta",
                     .positions = 20,
                     .held_out = 5,
                     .race_count = TUNING_RACES}};
    fill(&m.t.races[0], m.configs[0], 6, deep, deep_left);
    fill(&m.t.races[1], m.configs[1], 5, shallow, shallow_left);
    return &m;
}

static const char *sentence_of(made *m)
{
    buffer_clear(&m->text);
    tuning_sentence(&m->text, &m->t, &m->t.races[0]);
    return buffer_end(&m->text);
}

static const char *depths_of(made *m)
{
    buffer_clear(&m->text);
    tuning_depths_sentence(&m->text, &m->t);
    return buffer_end(&m->text);
}

TEST(depths_agree_or_not)
{
    made *m = make(1, 1, 1, 4);
    assert_int_equal(tuning_compare(&m->t), TUNING_SAME);
    assert_string_equal(depths_of(m), "Depth 5 has the same leader.");
    buffer_free(&m->text);
    m = make(1, 2, 2, 4); /* 1, 2 left of one; 2, 3, 0, 1 of the other */
    assert_int_equal(tuning_compare(&m->t), TUNING_AGREE);
    assert_string_equal(depths_of(m),
                        "Depth 5 has another leader: aspiration+pvs w=100; but either may be as "
                        "good as the other at both depths.");
    buffer_free(&m->text);
    m = make(1, 2, 2, 3); /* the deeper leader was dropped */
    assert_int_equal(tuning_compare(&m->t), TUNING_DIFFER);
    m = make(1, 1, 2, 4); /* the other was */
    assert_int_equal(tuning_compare(&m->t), TUNING_DIFFER);
    assert_string_equal(depths_of(m), "Depth 5 has another leader: aspiration+pvs w=100; what is "
                                      "best depends on the depth.");
    buffer_free(&m->text);
}

TEST(a_window_that_only_one_has_differs)
{
    made *m = make(3, 4, 2, 4);
    m->t.races[1].raced = 3;
    m->t.races[1].left = 1;
    assert_int_equal(tuning_compare(&m->t), TUNING_DIFFER);
}

TEST(a_depth_that_was_not_raced)
{
    made *m = make(1, 1, 1, 1);
    m->t.races[1].look_count = 0;
    assert_string_equal(depths_of(m), "Depth 5 was not raced: --budget was spent.");
    m->t.interrupted = true;
    assert_string_equal(depths_of(m), "Depth 5 was not raced: it was interrupted.");
    m->t.race_count = 1;
    assert_string_equal(depths_of(m), "");
    buffer_free(&m->text);
}

TEST(the_sentence_says_how_good_it_is)
{
    made *m = make(1, 1, 1, 1);
    assert_string_equal(
        sentence_of(m),
        "use aspiration+pvs w=50. All others in the race are worse than the leader.");
    buffer_free(&m->text);
    m = make(1, 3, 1, 1);
    assert_string_equal(sentence_of(m),
                        "use aspiration+pvs w=50. The leader is at most 2.0 % worse "
                        "than the best of all; aspiration+pvs w=100, "
                        "aspiration+pvs w=200 may be as good.");
    m->t.races[0].end = TUNING_UNTOLD;
    assert_non_null(
        strstr(sentence_of(m), ". With all positions the leader is told to be at most 2.0"));
    m->t.races[0].end = TUNING_BUDGET;
    assert_non_null(
        strstr(sentence_of(m), ". Before --budget was spent the leader was told to be at "));
    m->t.races[0].end = TUNING_INTERRUPTED;
    assert_non_null(
        strstr(sentence_of(m), ". Before the interrupt the leader was told to be at most "));
    buffer_free(&m->text);
}

/* The reference is left, but worse on the positions held out; or not surely: then it stays. */
TEST(the_reference_may_be_refuted)
{
    made *m = make(2, 3, 1, 1);
    m->t.races[0].saves =
        (abs_judged){.verdict = JUDGE_BETTER,
                     .ratio = {.n = 5, .point = 0.9, .error = 0.01, .lower = 0.85, .upper = 0.95}};
    assert_string_equal(sentence_of(m),
                        "use aspiration+pvs w=100: it takes 0.900 [0.850, 0.950] of alphabeta's "
                        "work (better, 5 positions), held out. The leader is at most 2.0 % worse "
                        "than the best of all; aspiration+pvs w=200 may be as good.");
    m->t.races[0].saves.ratio.upper = 1.05;
    m->t.races[0].saves.verdict = JUDGE_UNKNOWN;
    assert_non_null(strstr(
        sentence_of(m), "use alphabeta, the reference: the leader, aspiration+pvs w=100, takes "
                        "0.900 [0.850, 1.050] of alphabeta's work (unknown, 5 positions), held"));
    assert_int_equal(tuning_use(&m->t.races[0]), 0);
    assert_string_equal(depths_of(m), "Depth 5 has another leader: aspiration+pvs w=50; what is "
                                      "best depends on the depth."); /* not the answer there */
    assert_non_null(strstr(sentence_of(m), "aspiration+pvs w=200, alphabeta may be as good."));
    m->t.races[0].left = 4;
    assert_non_null(strstr(sentence_of(m), "w=200, alphabeta, aspiration+pvs w=50 may be as"));
    buffer_free(&m->text);
}

TEST(the_cost_is_that_of_both_races)
{
    made *m = make(1, 1, 1, 1);
    m->t.races[0].all_work = 3e9;
    m->t.races[0].work = 1234567890;
    tuning_cost_sentence(&m->text, &m->t);
    assert_string_equal(
        buffer_end(&m->text),
        "It took 120 searches, 1.23e+09 of work; all configurations on all positions "
        "would take 160, about 3e+09 of work: it took 41 % of that.");
    m->t.races[1].look_count = 0;
    m->t.races[0].work = 999999;
    m->t.races[0].all_work = 2e6;
    buffer_clear(&m->text);
    tuning_cost_sentence(&m->text, &m->t);
    assert_non_null(strstr(buffer_end(&m->text), "would take 80, about 2e+06 of work: it took"));
    buffer_free(&m->text);
}

RUN_TESTS(NULL, NULL, NULL)
