/* unit_timings.c -- times of searches that are repeated. */
#include "test.h"
#include "verbs/commands.h"

enum { JOBS = 3 };

static abs_root entries[JOBS];
static abs_config config;

static abs_row row_of(int job, double cpu_s)
{
    return (abs_row){.root = &entries[job],
                     .config = &config,
                     .job = 7 + (uint64_t)job, /* rounds before had others */
                     .best = ABS_NO_MOVE,
                     .has_value = true,
                     .n = {.nodes = (uint64_t)job + 5},
                     .cpu_s = cpu_s,
                     .real_s = 10 * cpu_s,
                     .min_s = cpu_s,
                     .max_s = cpu_s,
                     .repeats = 1};
}

/* Rounds of so many; every job's times are 1, 2, .. and `slow` in the last. */
static abs_row last_row(int repeats, double slow, int job)
{
    abs_timings t;
    abs_row last = {.repeats = 0};
    timings_start(&t, 7, JOBS, repeats);
    for (int round = 0; round < repeats; round++) {
        t.round = round;
        for (int k = 0; k < JOBS; k++) {
            const double time = round + 1 < repeats ? round + 1 : slow;
            const abs_row row = row_of(k, 100 * k + time);
            assert_true(timings_take(&t, &row));
            if (round + 1 == repeats && k == job)
                last = timings_row(&t, &row);
        }
    }
    timings_free(&t);
    return last;
}

TEST(a_row_has_the_median_and_the_extremes)
{
    abs_row row = last_row(5, 50, 2);
    assert_int_equal(row.repeats, 5);
    assert_true(row.cpu_s == 203 && row.real_s == 2030 && row.min_s == 201 && row.max_s == 250);
    row = last_row(4, 0.5, 1);
    assert_true(row.cpu_s == 101.5 && row.min_s == 100.5 && row.max_s == 103);
    row = last_row(1, 7, 0);
    assert_true(row.repeats == 1 && row.cpu_s == 7 && row.min_s == 7 && row.max_s == 7);
    assert_int_equal(row.n.nodes, 5);
}

TEST(counts_must_be_the_same_in_every_round)
{
    abs_timings t;
    timings_start(&t, 7, JOBS, 3);
    abs_row a = row_of(0, 1), b = row_of(1, 1);
    assert_true(timings_take(&t, &a) && timings_take(&t, &b));
    t.round = 1;
    b.n.cutoffs++;
    assert_true(timings_take(&t, &a));
    assert_false(timings_take(&t, &b));
    /* A clock stops a search anywhere. */
    t.round = 2;
    b.status = ABS_STATUS_TIMEOUT;
    assert_true(timings_take(&t, &a) && timings_take(&t, &b));
    timings_free(&t);
}

/* After an interrupt the rows are handed over that are finished, whatever lies between. */
TEST(rows_may_be_left_out_of_the_last_round)
{
    abs_timings t;
    timings_start(&t, 7, JOBS, 2);
    for (int k = 0; k < JOBS; k++) {
        const abs_row row = row_of(k, k + 1);
        assert_true(timings_take(&t, &row));
    }
    t.round = 1;
    const abs_row third = row_of(2, 5);
    assert_true(timings_take(&t, &third));
    const abs_row row = timings_row(&t, &third);
    assert_true(row.min_s == 3 && row.max_s == 5);
    timings_free(&t);
}

RUN_TESTS(NULL, NULL, NULL)
