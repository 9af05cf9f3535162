/* unit_best.c -- the best of a family, on node counts made up for it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report/best.h"
#include "search/variants.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static abs_tally tally;

/* A row of aspiration with that window on position number `position`. */
static void add(int window, unsigned position, uint64_t nodes, abs_status status)
{
    static const abs_domain domain = {.name = "made-up", .kind = "tree"};
    char id[32];
    snprintf(id, sizeof id, "p%u", position);
    const abs_entry entry = {.domain = &domain, .spec = "made-up", .text = "made-up", .id = id};
    abs_config config = {.depth = 3, .grain = 1, .window = {window, window}};
    unsigned count = 0;
    abs_error error;
    assert_true(abs_algo_parse("algo", "aspiration", &config.algo, &count, &error));
    const abs_row row = {.entry = &entry,
                         .config = &config,
                         .status = status,
                         .best = ABS_NO_MOVE,
                         .n = {.nodes = nodes, .cutoffs = (uint64_t)window}}; /* no twins */
    assert_true(tally_add(&tally, &row));
}

static abs_bests find(void)
{
    abs_pairs pairs = {0};
    abs_bests bests = {0};
    assert_true(pairs_make(&pairs, &tally) && best_find(&bests, &tally, &pairs));
    pairs_free(&pairs);
    return bests;
}

static int window_of(const abs_bests *b, size_t member)
{
    return tally.groups[b->members[member].group].config.window.low;
}

static int finish(void **state)
{
    (void)state;
    tally_free(&tally);
    return 0;
}

/* Window 20 visits half of 10's nodes everywhere, 40 about as many as 20, now more, now fewer. */
static void best_is_named(void **state)
{
    (void)state;
    for (unsigned p = 0; p < 12; p++) {
        const uint64_t n = 1000 + 137 * p;
        add(10, p, 2 * n, ABS_STATUS_OK);
        add(20, p, n, ABS_STATUS_OK);
        add(40, p, p % 2 ? n + n / 10 : n - n / 12, ABS_STATUS_OK);
    }
    abs_bests b = find();
    assert_int_equal(b.count, 1);
    assert_int_equal(b.families[0].count, 3);
    assert_int_equal(b.families[0].n, 12);
    assert_int_equal(window_of(&b, 0), 20);
    assert_true(isnan(b.members[0].p) && b.members[0].ratio == 1);
    assert_int_equal(window_of(&b, 1), 10);
    assert_true(b.members[1].p == 0);
    assert_true(fabs(b.members[1].ratio - 2) < 1e-12);
    assert_true(b.members[2].p > 0.5);
    best_free(&b);
}

/* A position that one of them did not finish counts for none, and no position at all is said so. */
static void only_what_all_finished(void **state)
{
    (void)state;
    for (unsigned p = 0; p < 10; p++) {
        add(10, p, 100 + p, ABS_STATUS_OK);
        add(20, 9 - p, 200 + p, p < 4 ? ABS_STATUS_NODE_LIMIT : ABS_STATUS_OK);
    }
    add(10, 20, 1, ABS_STATUS_OK);
    abs_bests b = find();
    assert_int_equal(b.families[0].n, 6);
    assert_int_equal(window_of(&b, 0), 10);
    assert_true(b.members[1].ratio > 1.9 && b.members[1].p < 0.001);
    best_free(&b);
    tally_free(&tally);
    add(10, 1, 5, ABS_STATUS_OK);
    add(20, 2, 5, ABS_STATUS_OK);
    b = find();
    assert_int_equal(b.families[0].n, 0);
    assert_true(isnan(b.members[0].ratio) && b.members[1].p == 1);
    best_free(&b);
}

static void one_is_no_family(void **state)
{
    (void)state;
    add(10, 1, 5, ABS_STATUS_OK);
    add(10, 2, 5, ABS_STATUS_OK);
    abs_bests b = find();
    assert_int_equal(b.count, 0);
    best_free(&b);
}

/* Equal members cannot be told apart, whichever is named; Holm makes a p of 0.03 among 5 none. */
static void many_are_corrected_for(void **state)
{
    (void)state;
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
        assert_true(!(b.members[m].p < BEST_LEVEL));
    best_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(best_is_named, finish),
        cmocka_unit_test_teardown(only_what_all_finished, finish),
        cmocka_unit_test_teardown(one_is_no_family, finish),
        cmocka_unit_test_teardown(many_are_corrected_for, finish),
    };
    return cmocka_run_group_tests_name("best", tests, NULL, NULL);
}
