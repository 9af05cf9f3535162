/* unit_tuning.c -- what two races come to, in words. Pages and JSON: tune.bats. */
#include "helpers.h"

#include "find/tuning.h"

enum { CONFIGS = 4 };

static abs_config configs[TUNING_RACES][CONFIGS];
static abs_tuning t;
static const abs_subject othello = {
    .kind = "game", .domain = "othello", .option = "--game=othello"};

/* The leader at depth 6 and how many are left there, then those at depth 5: it, and those after it,
   of alphabeta, the reference, and three windows of aspiration+pvs. */
static void make(size_t deep, size_t deep_left, size_t shallow, size_t shallow_left)
{
    t = (abs_tuning){.spec = "othello",
                     .reference = "alphabeta",
                     .subject = &othello,
                     .positions = 20,
                     .held_out = 5,
                     .race_count = TUNING_RACES};
    for (int r = 0; r < TUNING_RACES; r++) {
        tuning_race *race = &t.races[r];
        *race =
            (tuning_race){.depth = 6 - r,
                          .configs = configs[r],
                          .raced = CONFIGS,
                          .look_count = 1,
                          .left = r == 0 ? deep_left : shallow_left,
                          .leader = r == 0 ? deep : shallow,
                          .behind = 0.0198026,
                          .saves = {.verdict = JUDGE_BETTER,
                                    .ratio = {.n = 5, .point = 0.9, .lower = 0.85, .upper = 0.95}},
                          .searches = 60,
                          .work = 600,
                          .all_work = 1000};
        race->end = race->left == 1 ? TUNING_ALONE : TUNING_GOOD;
        for (size_t i = 0; i < CONFIGS; i++) {
            configs[r][i] = test_plain(i == 0 ? "alphabeta" : "aspiration+pvs", 6 - r);
            configs[r][i].window = (abs_window){25 << i, 25 << i};
            race->in[i] = (race->leader + i) % CONFIGS;
        }
    }
}

static void expect(void (*say)(abs_buffer *b), const char *wanted)
{
    abs_buffer b = {0};
    say(&b);
    if (strstr(buffer_end(&b), wanted) == NULL)
        fail_msg("no '%s' in: %s", wanted, b.data);
    buffer_free(&b);
}

static void say_use(abs_buffer *b)
{
    tuning_sentence(b, &t, &t.races[0]);
}

static void say_depths(abs_buffer *b)
{
    tuning_depths_sentence(b, &t);
    buffer_char(b, '$');
}

static void say_cost(abs_buffer *b)
{
    tuning_cost_sentence(b, &t);
}

TEST(depths_agree_or_not)
{
    static const struct {
        size_t deep, deep_left, shallow, shallow_left;
        tuning_depths wanted;
        const char *says;
    } cases[] = {
        {1, 1, 1, 4, TUNING_SAME, "Depth 5 has the same leader.$"},
        /* 1, 2 are left of one; 2, 3, 0, 1 of the other */
        {1, 2, 2, 4, TUNING_AGREE,
         "Depth 5 has another leader: aspiration+pvs w=100; but either may be as good as the other "
         "at both depths.$"},
        /* One of the leaders was dropped. */
        {1, 2, 2, 3, TUNING_DIFFER, "w=100; what is best depends on the depth.$"},
        {1, 1, 2, 4, TUNING_DIFFER, "w=100; what is best depends on the depth.$"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        make(cases[i].deep, cases[i].deep_left, cases[i].shallow, cases[i].shallow_left);
        assert_int_equal(tuning_compare(&t), cases[i].wanted);
        expect(say_depths, cases[i].says);
    }
    make(3, 4, 2, 4);
    t.races[1].raced = 3; /* a window that only one has */
    t.races[1].left = 1;
    assert_int_equal(tuning_compare(&t), TUNING_DIFFER);
}

TEST(a_depth_that_was_not_raced)
{
    make(1, 1, 1, 1);
    t.races[1].look_count = 0;
    expect(say_depths, "Depth 5 was not raced: --budget was spent.$");
    t.interrupted = true;
    expect(say_depths, "Depth 5 was not raced: it was interrupted.$");
    t.race_count = 1;
    expect(say_depths, "$");
}

TEST(the_sentence_says_how_good_it_is)
{
    static const char *const says[TUNING_ENDS] = {
        "use aspiration+pvs w=50: it takes 0.900 [0.850, 0.950] of alphabeta's work (better, 5 "
        "positions) on positions held out from the race. All others in the race are worse than the leader.",
        "from the race. The leader is at most 2.0 % worse than the best of all; "
        "aspiration+pvs w=100, aspiration+pvs w=200 may be as good.",
        ". With all positions the leader is shown to be at most 2.0",
        ". Before --budget was spent the leader was shown to be at ",
        ". Before the interrupt the leader was shown to be at most "};
    make(1, 3, 1, 1);
    for (size_t i = 0; i < TUNING_ENDS; i++) {
        t.races[0].end = (tuning_end)i;
        expect(say_use, says[i]);
    }
}

/* "use" is of what the positions held out have shown, or of what alone is left. */
TEST(what_is_used_was_shown)
{
    enum { NONE = CONFIGS }; /* no reference */
    static const struct {
        size_t leader, reference;
        judge_verdict verdict;
        tuning_end end;
        size_t use; /* or NONE */
        const char *says;
    } cases[] = {
        {2, 0, JUDGE_BETTER, TUNING_GOOD, 2, "use aspiration+pvs w=100: it takes 0.900 "},
        {2, 0, JUDGE_WORSE, TUNING_GOOD, 0,
         "use alphabeta, the reference: the leader, aspiration+pvs w=100, takes 0.900 [0.850, "
         "0.950] of alphabeta's work (worse, 5 positions) on positions held out from the race. The"},
        {2, 0, JUDGE_EQUAL, TUNING_ALONE, 0, "use alphabeta, the reference: the leader"},
        {2, 1, JUDGE_UNKNOWN, TUNING_GOOD, NONE,
         "undecided: aspiration+pvs w=50, or the leader, aspiration+pvs w=100: it takes 0.900 "},
        {2, 0, JUDGE_UNKNOWN, TUNING_ALONE, NONE,
         "from the race; about 120 positions would settle it: absbench positions --game=othello "
         "--count=120 --output=more.txt, then --positions=more.txt. All others"},
        {2, 2, JUDGE_TOO_FEW, TUNING_GOOD, NONE, "undecided: aspiration+pvs w=100 leads. The"},
        {2, 2, JUDGE_TOO_FEW, TUNING_ALONE, 2, "use aspiration+pvs w=100. All others"},
        {2, NONE, JUDGE_TOO_FEW, TUNING_UNTOLD, NONE,
         "undecided: aspiration+pvs w=100 leads. With"},
        {2, NONE, JUDGE_TOO_FEW, TUNING_ALONE, 2, "use aspiration+pvs w=100. All others"},
        {2, 0, JUDGE_TOO_FEW, TUNING_INTERRUPTED, NONE,
         "undecided: alphabeta, or the leader, aspiration+pvs w=100, is not known to take less. "},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        make(cases[i].leader, 3, 1, 1);
        tuning_race *race = &t.races[0];
        race->end = cases[i].end;
        race->saves.verdict = cases[i].verdict;
        race->saves.needed = 30;
        race->saves.ratio.n = cases[i].verdict == JUDGE_TOO_FEW ? 0 : 5;
        race->reference = cases[i].reference == NONE ? TUNING_NONE : cases[i].reference;
        assert_int_equal(tuning_use(race), cases[i].use == NONE ? TUNING_NONE : cases[i].use);
        expect(say_use, cases[i].says);
    }
}

/* The reference is named among those that may be as good, unless the others refute it. */
TEST(the_reference_may_be_refuted)
{
    make(2, 3, 1, 1);
    expect(say_use, "all; aspiration+pvs w=200 may be as good.");
    t.races[0].saves.verdict = JUDGE_UNKNOWN;
    expect(say_use, "aspiration+pvs w=200, alphabeta may be as good.");
    t.races[0].left = 4;
    expect(say_use, "w=200, alphabeta, aspiration+pvs w=50 may be as");
}

TEST(the_cost_is_that_of_both_races)
{
    make(1, 1, 1, 1);
    t.races[0].all_work = 3e9;
    t.races[0].work = 1234567890;
    expect(say_cost, "It took 120 searches, 1.23e+09 of work; all configurations on all positions "
                     "would take 160, about 3e+09 of work: it took 41 % of that.");
    t.races[1].look_count = 0;
    expect(say_cost, "would take 80, about ");
}

RUN_TESTS(NULL, NULL, NULL)
