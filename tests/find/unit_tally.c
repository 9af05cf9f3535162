/* unit_tally.c -- which rows are put together, and what is summed up of them. */
#include "tally_fixture.h"

TEST(iterations_of_several_passes_failed)
{
    sample s;
    make(&s, "a", "aspiration");
    s.iterations[0].passes = 1;
    s.iterations[1].passes = 3;
    s.row.iteration_count = 2;
    const abs_tally_group *g = add(&s);
    assert_int_equal(g->iterations, 2);
    assert_int_equal(g->failed_iterations, 1);
}

TEST(a_group_is_of_one_spec)
{
    sample s;
    make(&s, "a", "pvs");
    add(&s);
    s.root.spec = s.root.text = "b";
    add(&s);
    add(&s);
    assert_int_not_equal(tally.records[0].group, tally.records[1].group);
    assert_int_equal(tally.records[1].group, tally.records[2].group);
}

TEST(a_family_is_of_one_algorithm)
{
    sample s;
    make(&s, "a", "aspiration");
    const uint32_t family = add(&s)->family, frame = add(&s)->frame;
    s.config.window = (abs_window){20, 20};
    assert_int_equal(add(&s)->family, family);
    make(&s, "a", "aspiration+pvs");
    const abs_tally_group *g = add(&s);
    assert_int_not_equal(g->family, family);
    assert_int_equal(g->frame, frame);
    s.config.tt_bytes = 64; /* twins may have other tables */
    assert_int_equal(add(&s)->frame, frame);
    s.config.deepening = true;
    assert_int_not_equal(add(&s)->frame, frame);
    make(&s, "a", "step");
    s.config.step = 5;
    const uint32_t steps = add(&s)->family;
    s.config.step = 50;
    assert_int_equal(add(&s)->family, steps);
}

/* Adds the row as a search begins it. */
static void add_begun(sample *s)
{
    static const abs_domain domain = {.name = "made-up", .kind = "tree"};
    abs_row begun = {.job = 0};
    s->root.domain = &domain;
    abs_row_begin(&begun, &s->root, &s->config);
    s->row.knows_value = begun.knows_value;
    s->row.known_value = begun.known_value;
    add(s);
}

TEST(a_known_value_is_for_its_depth_and_evaluation)
{
    sample s;
    make(&s, "a", "pvs");
    s.root.facts = &(abs_facts){.known_count = 1,
                                .known = {{.depth = 3, .eval = ABS_EVAL_HEURISTIC, .value = 7}}};
    s.row.value = 7;
    add_begun(&s);
    s.row.value = 8;
    add_begun(&s);
    s.config.depth = 4;
    add_begun(&s);
    s.config.depth = 3;
    s.config.eval.kind = ABS_EVAL_RESULT;
    add_begun(&s);
    static const abs_answer wanted[] = {ABS_YES, ABS_NO, ABS_UNKNOWN, ABS_UNKNOWN};
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(tally.records[i].answer_right, wanted[i]);
}

/* What twins are known by: the same in other words only if all counts and findings are. */
TEST(groups_are_alike_whose_rows_are)
{
    sample s;
    make(&s, "a", "pvs");
    const uint64_t counts = add(&s)->counts;
#define OTHERWISE(algorithm, change, same)                                                         \
    do {                                                                                           \
        make(&s, "a", algorithm);                                                                  \
        change;                                                                                    \
        assert_true((add(&s)->counts == counts) == (same));                                        \
    } while (0)
    OTHERWISE("negascout", s.row.cpu_s = 9, true);
    OTHERWISE("pvs-value", s.row.best_move = "1", false);
    OTHERWISE("alphabeta", s.row.value = 1, false);
    OTHERWISE("failsoft", s.row.n.cutoffs = 1, false);
    OTHERWISE("dual", s.row.n = ((abs_counters){.nodes = 4, .cutoffs = 1}),
              false); /* as many in all */
    OTHERWISE("scout", s.row.n.research_work = 1, false);
    OTHERWISE("mtdf", s.row.fail_low = 1, false);
    OTHERWISE("aspiration", s.row.status = ABS_STATUS_TIMEOUT, false);
    OTHERWISE("bisect", s.row.solved = ABS_YES, false);
#undef OTHERWISE
}

RUN_TESTS(NULL, NULL, tally_again)
