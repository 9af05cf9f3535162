/* unit_aggregates.c -- which search is whose reference, and how each is judged against it, on node
   counts made up for it. */
#include "find/findings.h"
#include "suite/options.h"
#include "tally_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* A row of `algo`, with that window, on position number `position`. */
static const abs_tally_group *add_row(const char *algo, int window, unsigned position,
                                      uint64_t shuffle, uint64_t nodes, abs_status status)
{
    sample s;
    char id[32];
    snprintf(id, sizeof id, "p%u", position);
    make(&s, "made-up", algo);
    s.root.id = id;
    s.config.window = (abs_window){window, window};
    s.config.shuffle = shuffle;
    s.row.status = status;
    s.row.n = (abs_counters){.nodes = nodes, .cutoffs = (uint64_t)window};
    return add(&s);
}

/* The aggregates, until the next. */
static abs_aggregate *judge(const char *name)
{
    static abs_aggregate *made;
    abs_reference reference;
    abs_error error;
    abs_pairs pairs = {0};
    free(made);
    assert_true(abs_options_reference(name, &reference, &error));
    pairs_make(&pairs, &tally, &reference);
    made = aggregate_make(&tally, &pairs);
    assert_non_null(made);
    pairs_free(&pairs);
    return made;
}

/* A search is judged on the positions that both have finished. */
TEST(positions_are_compared_in_pairs)
{
    for (unsigned p = 0; p < 40; p++) {
        add_row("alphabeta", 0, p, 0, 1000 + p, ABS_STATUS_OK);
        add_row("pvs", 0, 39 - p, 0, 4000 + p, p < 4 ? ABS_STATUS_NODE_LIMIT : ABS_STATUS_OK);
        add_row("scout", 0, p, 0, 100 + p, p < 15 ? ABS_STATUS_OK : ABS_STATUS_NODE_LIMIT);
        add_row("mtdf", 0, p, 0, 5, ABS_STATUS_NODE_LIMIT);
    }
    const abs_aggregate *made = judge("alphabeta");
    static const size_t pairs[] = {40, 36, 15, 0};
    static const judge_verdict verdicts[] = {JUDGE_UNKNOWN, JUDGE_WORSE, JUDGE_BETTER,
                                             JUDGE_TOO_FEW};
    for (size_t g = 0; g < 4; g++) {
        assert_int_equal(made[g].reference, 0);
        assert_int_equal(made[g].judged.ratio.n, pairs[g]);
        assert_true(g == 0 || made[g].judged.verdict == verdicts[g]);
    }
}

/* Each verdict is one of as many as there are searches beside the reference, whether that was named
   or searched along, and whatever has no verdict stands beside them. */
TEST(each_search_but_the_reference_is_a_comparison)
{
    for (int way = 0; way < 4; way++) {
        double logs[20];
        for (unsigned i = 0; i < 20; i++) {
            for (int w = 0; w < 3; w++)
                add_row("aspiration", 10 + w, i, 0, 1000 + 200 * (unsigned)w + i % 7 * 100,
                        ABS_STATUS_OK);
            const abs_tally_group *g =
                add_row("alphabeta", 0, i, 0, 1000 + i % 7 * 50, ABS_STATUS_OK);
            tally.groups[g - tally.groups].for_reference = way == 1;
            if (way == 2)
                add_row("failsoft", 0, i, 0, 1000 + i % 7 * 50, ABS_STATUS_OK); /* its twin */
            for (int k = 0; k < 3 && way == 3; k++)
                add_row(((const char *[]){"minimal", "minimal-graph", "mtdf-printed"})[k], 0, i, 0,
                        300, ABS_STATUS_OK);
            logs[i] = log((1200 + i % 7 * 100.0) / (1000 + i % 7 * 50.0));
        }
        const abs_judged wanted = judge_ratio(logs, 20, 3);
        const abs_aggregate *made = judge("alphabeta");
        assert_int_equal(made[1].comparisons, 3);
        assert_int_equal(made[1].judged.verdict, wanted.verdict);
        assert_true(fabs(made[1].judged.p / wanted.p - 1) < 1e-9);
        assert_true(fabs(made[1].judged.ratio.lower / wanted.ratio.lower - 1) < 1e-9);
        for (size_t g = 4; g < 7 && way == 3; g++) {
            assert_int_equal(made[g].reference, 3);
            assert_true(made[g].judged.ratio.point < 0.31 && isnan(made[g].judged.ratio.lower));
        }
        tally_again(NULL);
    }
}

/* Copies of a position are one, by the mean of their logarithms; sums are of all. One that was
   stopped takes its position along. */
TEST(copies_are_averaged)
{
    for (unsigned p = 0; p < 3; p++)
        for (uint64_t shuffle = 0; shuffle < 2; shuffle++) {
            add_row("alphabeta", 0, p, shuffle, 100, ABS_STATUS_OK);
            add_row("pvs", 0, p, shuffle, shuffle ? 400 : 100,
                    p == 2 && shuffle ? ABS_STATUS_NODE_LIMIT : ABS_STATUS_OK);
        }
    const abs_aggregate *made = judge("alphabeta");
    assert_int_equal(tally.group_keys.count, 2);
    assert_int_equal(made[0].n, 3);
    assert_int_equal(made[0].nodes.sum, 600);
    assert_int_equal(made[1].n, 2);
    assert_int_equal(made[1].work.sum, 1000);
    assert_int_equal(made[1].work.median_low, 200);
    assert_int_equal(made[1].judged.ratio.n, 2);
    assert_true(fabs(made[1].judged.ratio.point - 2) < 1e-12);
    abs_buffer id = {0};
    tally_row_id(&tally, &tally.records[2], &id);
    assert_non_null(strstr(buffer_end(&id), "shuffle1"));
    buffer_free(&id);
}

RUN_TESTS(NULL, NULL, tally_again)
