/* unit_best.c -- the best of a family, on node counts made up for it. */
#include "find/findings.h"
#include "search/variants.h"
#include "suite/options.h"
#include "tally_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A row of `algo`, with that window, on position number `position`. */
static void add_row(const char *algo, int window, unsigned position, uint64_t shuffle,
                    uint64_t nodes, abs_status status)
{
    static const abs_domain domain = {.name = "made-up", .kind = "tree"};
    char id[32];
    snprintf(id, sizeof id, "p%u", position);
    const abs_root root = {.domain = &domain, .spec = "made-up", .text = "made-up", .id = id};
    abs_config config = {.depth = 3, .grain = 1, .window = {window, window}, .shuffle = shuffle};
    unsigned count = 0;
    abs_error error;
    assert_true(abs_algo_parse("algo", algo, &config.algo, &count, &error));
    const abs_row row = {.root = &root,
                         .config = &config,
                         .status = status,
                         .best = ABS_NO_MOVE,
                         .n = {.nodes = nodes, .cutoffs = (uint64_t)window}}; /* no twins */
    tally_add(&tally, &row);
}

static void add(int window, unsigned position, uint64_t nodes, abs_status status)
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

static abs_bests find_in(tally_share scope)
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

static abs_bests find(void)
{
    return find_in(SHARE_FAMILY);
}

static int window_of(const abs_bests *b, size_t member)
{
    return tally.groups[b->members[member].group].config.window.low;
}

/* Window 20 visits half of 10's nodes everywhere, 40 about as many as 20, now more, now fewer. */
TEST(best_is_named)
{
    for (unsigned p = 0; p < 24; p++) {
        const uint64_t n = 1000 + 137 * p;
        add(10, p, 2 * n, ABS_STATUS_OK);
        add(20, p, n, ABS_STATUS_OK);
        add(40, p, p % 2 ? n + n / 10 : n - n / 12, ABS_STATUS_OK);
    }
    abs_bests b = find();
    assert_int_equal(b.count, 1);
    assert_int_equal(b.families[0].count, 3);
    assert_int_equal(b.members[b.families[0].first].judged.ratio.n, 24);
    assert_int_equal(window_of(&b, 0), 20);
    assert_true(b.members[0].judged.ratio.point == 1);
    assert_int_equal(window_of(&b, 2), 10); /* in order of ratio */
    assert_true(b.members[2].judged.p < 0.01);
    assert_int_equal(b.members[2].judged.verdict, JUDGE_WORSE);
    assert_true(fabs(b.members[2].judged.ratio.point - 2) < 1e-12);
    assert_true(b.members[1].judged.p > 0.5);
}

/* A position that one of them did not finish counts for the others; what finished few is not the
   best, however cheap those were. */
TEST(positions_are_compared_in_pairs)
{
    for (unsigned p = 0; p < 40; p++) {
        add(10, p, 1000 + p, ABS_STATUS_OK);
        add(20, 39 - p, 4000 + p, p < 4 ? ABS_STATUS_NODE_LIMIT : ABS_STATUS_OK);
        add(30, p, 100 + p, p < 15 ? ABS_STATUS_OK : ABS_STATUS_NODE_LIMIT);
        add(40, p, 5, ABS_STATUS_NODE_LIMIT);
    }
    abs_bests b = find();
    assert_int_equal(b.members[b.families[0].first].judged.ratio.n, 40);
    assert_int_equal(window_of(&b, 0), 10);
    assert_int_equal(window_of(&b, 1), 30);
    assert_int_equal(b.members[1].judged.ratio.n, 15);
    assert_int_equal(b.members[1].judged.verdict, JUDGE_BETTER);
    assert_int_equal(b.members[2].judged.ratio.n, 36);
    assert_int_equal(b.members[2].judged.verdict, JUDGE_WORSE);
    assert_int_equal(window_of(&b, 3), 40);
    assert_int_equal(b.members[3].judged.ratio.n, 0);
}

TEST(one_alone_is_its_best)
{
    add(10, 1, 5, ABS_STATUS_OK);
    add(10, 2, 5, ABS_STATUS_OK);
    abs_bests b = find();
    assert_int_equal(b.count, 1);
    assert_int_equal(b.families[0].count, 1);
}

/* Equal members cannot be told apart, whichever is named. */
TEST(many_are_corrected_for)
{
    for (unsigned p = 0; p < 10; p++) {
        add(10, p, 1000, ABS_STATUS_OK);
        add(20, p, 1000, ABS_STATUS_OK);
        for (int w = 30; w < 70; w += 10)
            add(w, p, 1000 + (p % 2 ? 100 : 0) + (p < 3 ? 150 : 0) - (p == 7 ? 180 : 0),
                ABS_STATUS_OK);
    }
    abs_bests b = find();
    assert_int_equal(b.families[0].count, 6);
    assert_int_equal(window_of(&b, 0), 10);
    for (size_t m = 1; m < 6; m++)
        assert_int_not_equal(b.members[m].judged.verdict, JUDGE_WORSE);
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
                add(10 + w, i, 1000 + (w > 0 ? 200 * (unsigned)w + i % 7 * 100 : 0), ABS_STATUS_OK);
            logs[i] = log(1.2 + i % 7 * 0.1);
        }
        const abs_judged wanted = judge_ratio(logs, 20, 6);
        abs_bests b = find();
        const size_t second = b.families[b.count - 1].first + 1; /* behind alpha-beta alone */
        const abs_judged *got = &b.members[second].judged;
        assert_int_equal(window_of(&b, second), 11);
        assert_true(fabs(got->p / wanted.p - 1) < 1e-9);
        assert_true(fabs(got->ratio.lower / wanted.ratio.lower - 1) < 1e-9);
        tally_again(NULL);
    }
}

/* Of all algorithms together: windows and others, but neither limits nor what may be wrong. */
TEST(all_configurations)
{
    for (unsigned p = 0; p < 30; p++) {
        const uint64_t n = 1000 + 31 * p;
        add(10, p, 2 * n, ABS_STATUS_OK);
        add(20, p, n, ABS_STATUS_OK);
        add_row("pvs", 0, p, 0, n + n / 2, ABS_STATUS_OK);
        add_row("mtdf-printed", 0, p, 0, n / 3, ABS_STATUS_OK);
        add_row("alphabeta-printed", 0, p, 0, n / 2, ABS_STATUS_OK);
        add_row("minimal", 0, p, 0, n / 4, ABS_STATUS_OK);
    }
    abs_bests b = find_in(SHARE_BLOCK);
    assert_int_equal(b.count, 1);
    assert_int_equal(b.families[0].count, 3);
    assert_int_equal(window_of(&b, 0), 20);
    for (size_t m = 1; m < 3; m++)
        assert_true(b.members[m].judged.p < 0.001 && !b.members[m].judged.ratio.same);
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
