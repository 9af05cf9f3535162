/* unit_best.c -- the best of a family, on node counts made up for it. */
#include "find/findings.h"
#include "suite/options.h"
#include "tally_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* A row of `algo`, with that window, on position number `position`. */
static void add_row(const char *algo, int window, unsigned position, uint64_t shuffle,
                    uint64_t nodes, abs_status status)
{
    sample s;
    char id[32];
    snprintf(id, sizeof id, "p%u", position);
    make(&s, "made-up", algo);
    s.root.id = id;
    s.config.window = (abs_window){window, window};
    s.config.shuffle = shuffle;
    s.row.status = status;
    s.row.n = (abs_counters){.nodes = nodes, .cutoffs = (uint64_t)window}; /* no twins */
    add(&s);
}

static void add_window(int window, unsigned position, uint64_t nodes, abs_status status)
{
    add_row("aspiration", window, position, 0, nodes, status);
}

static abs_aggregate *make_aggregates(const abs_pairs *pairs)
{
    abs_reference reference;
    abs_error error;
    assert_true(abs_options_reference("alphabeta", &reference, &error));
    return aggregate_make(&tally, pairs, &reference);
}

static abs_bests find(tally_share scope)
{
    static abs_bests bests; /* until the next */
    abs_pairs pairs = {0};
    free(bests.families);
    free(bests.members);
    bests = (abs_bests){0};
    pairs_make(&pairs, &tally);
    abs_aggregate *aggregates = make_aggregates(&pairs);
    assert_non_null(aggregates);
    best_find(&bests, scope, &pairs, aggregates);
    free(aggregates);
    pairs_free(&pairs);
    return bests;
}

/* Member number m is that window, judged so on n positions. Returns how. */
static const abs_judged *expect(const abs_bests *b, size_t m, int window, size_t n,
                                judge_verdict verdict)
{
    const abs_judged *judged = &b->members[m].judged;
    assert_int_equal(tally.groups[b->members[m].group].config.window.low, window);
    assert_int_equal(judged->ratio.n, n);
    if (m != b->families[b->count - 1].first) /* the best itself */
        assert_int_equal(judged->verdict, verdict);
    return judged;
}

/* Window 20 visits half of 10's nodes everywhere, 40 about as many as 20, now more, now fewer; of
   all algorithms together neither limits nor what may be wrong are among them. */
TEST(best_is_named)
{
    for (unsigned p = 0; p < 24; p++) {
        const uint64_t n = 1000 + 137 * p;
        add_window(10, p, 2 * n, ABS_STATUS_OK);
        add_window(20, p, n, ABS_STATUS_OK);
        add_window(40, p, p % 2 ? n + n / 10 : n - n / 12, ABS_STATUS_OK);
    }
    abs_bests b = find(SHARE_FAMILY);
    assert_int_equal(b.count, 1);
    assert_int_equal(b.families[0].count, 3);
    assert_true(expect(&b, 0, 20, 24, JUDGE_UNKNOWN)->ratio.point == 1);
    assert_true(expect(&b, 1, 40, 24, JUDGE_UNKNOWN)->p > 0.5); /* in order of ratio */
    const abs_judged *worst = expect(&b, 2, 10, 24, JUDGE_WORSE);
    assert_true(worst->p < 0.01 && fabs(worst->ratio.point - 2) < 1e-12);
    for (unsigned p = 0; p < 24; p++) {
        add_row("pvs", 0, p, 0, 1500 + 206 * p, ABS_STATUS_OK);
        add_row("mtdf-printed", 0, p, 0, 300, ABS_STATUS_OK);
        add_row("alphabeta-printed", 0, p, 0, 500, ABS_STATUS_OK);
        add_row("minimal", 0, p, 0, 250, ABS_STATUS_OK);
    }
    b = find(SHARE_BLOCK);
    assert_int_equal(b.count, 1);
    assert_int_equal(b.families[0].count, 4);
    expect(&b, 0, 20, 24, JUDGE_UNKNOWN);
    expect(&b, 2, 0, 24, JUDGE_WORSE);
    expect(&b, 3, 10, 24, JUDGE_WORSE);
}

/* A position that one of them did not finish counts for the others; what finished few is not the
   best, however cheap those were. */
TEST(positions_are_compared_in_pairs)
{
    for (unsigned p = 0; p < 40; p++) {
        add_window(10, p, 1000 + p, ABS_STATUS_OK);
        add_window(20, 39 - p, 4000 + p, p < 4 ? ABS_STATUS_NODE_LIMIT : ABS_STATUS_OK);
        add_window(30, p, 100 + p, p < 15 ? ABS_STATUS_OK : ABS_STATUS_NODE_LIMIT);
        add_window(40, p, 5, ABS_STATUS_NODE_LIMIT);
    }
    abs_bests b = find(SHARE_FAMILY);
    expect(&b, 0, 10, 40, JUDGE_UNKNOWN);
    expect(&b, 1, 30, 15, JUDGE_BETTER);
    expect(&b, 2, 20, 36, JUDGE_WORSE);
    expect(&b, 3, 40, 0, JUDGE_TOO_FEW);
}

/* Each verdict is one of all pairs of the block, its reference with them: whoever is named as what.
 */
TEST(all_pairs_are_corrected_for)
{
    for (int apart = 0; apart < 2; apart++) {
        double logs[20];
        for (unsigned i = 0; i < 20; i++) {
            add_row("alphabeta", 0, i, 0, 3000, ABS_STATUS_OK);
            tally.groups[0].for_reference = apart;
            for (int w = 0; w < 3; w++)
                add_window(10 + w, i, 1000 + (w > 0 ? 200 * (unsigned)w + i % 7 * 100 : 0),
                           ABS_STATUS_OK);
            logs[i] = log(1.2 + i % 7 * 0.1);
        }
        const abs_judged wanted = judge_ratio(logs, 20, 6);
        abs_bests b = find(SHARE_FAMILY);
        /* behind alpha-beta alone */
        const abs_judged *got =
            expect(&b, b.families[b.count - 1].first + 1, 11, 20, wanted.verdict);
        assert_true(fabs(got->p / wanted.p - 1) < 1e-9);
        assert_true(fabs(got->ratio.lower / wanted.ratio.lower - 1) < 1e-9);
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
    abs_pairs pairs = {0};
    pairs_make(&pairs, &tally);
    abs_aggregate *made = make_aggregates(&pairs);
    assert_non_null(made);
    assert_int_equal(tally.group_keys.count, 2);
    assert_int_equal(made[0].n, 3);
    assert_int_equal(made[0].nodes.sum, 600);
    assert_int_equal(made[1].n, 2);
    assert_int_equal(made[1].work.sum, 1000);
    assert_int_equal(made[1].work.median_low, 200);
    assert_int_equal(made[1].ratio.n, 2);
    assert_true(fabs(made[1].ratio.point - 2) < 1e-12 && made[1].ratio.error < 1e-12);
    abs_buffer id = {0};
    tally_row_id(&tally, &tally.records[2], &id);
    assert_non_null(strstr(buffer_end(&id), "shuffle1"));
    buffer_free(&id);
    free(made);
    pairs_free(&pairs);
}

RUN_TESTS(NULL, NULL, tally_again)
