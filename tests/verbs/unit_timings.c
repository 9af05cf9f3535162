/* unit_timings.c -- times of searches that are repeated. */
#include "test.h"
#include "verbs/commands.h"

enum { JOBS = 3 };

static abs_root entries[JOBS];
static abs_config config;
static abs_timings timings; /* each test's */

/* The next row of that job, which took so long. */
static abs_row row_of(int job, double cpu_s)
{
    return (abs_row){.root = &entries[job],
                     .config = &config,
                     .job = (uint64_t)job,
                     .best = ABS_NO_MOVE,
                     .has_value = true,
                     .n = {.nodes = (uint64_t)job + 5},
                     .cpu_s = cpu_s,
                     .real_s = 10 * cpu_s,
                     .min_s = cpu_s,
                     .max_s = cpu_s,
                     .repeats = 1};
}

static bool taken(abs_row row)
{
    return timings_take(&timings, &row);
}

TEST(a_row_has_the_median_and_the_extremes)
{
    static const struct {
        int repeats;
        double slow; /* the last of times that are 1, 2, .. before */
        double median, least, most;
    } cases[] = {{5, 50, 3, 1, 50}, {4, 0.5, 1.5, 0.5, 3}, {1, 7, 7, 7, 7}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const int repeats = cases[i].repeats;
        timings_start(&timings, JOBS, repeats);
        for (timings.round = 0; timings.round < repeats; timings.round++)
            for (int job = 0; job < JOBS; job++) {
                const bool last = timings.round + 1 == repeats;
                const abs_row row = row_of(job, 100 * job + (last ? cases[i].slow : timings.round + 1));
                assert_true(taken(row));
                if (!last)
                    continue;
                const abs_row said = timings_row(&timings, &row);
                assert_int_equal(said.repeats, repeats);
                assert_int_equal(said.n.nodes, job + 5);
                assert_true(said.cpu_s == 100 * job + cases[i].median && said.real_s == 10 * said.cpu_s);
                assert_true(said.min_s == 100 * job + cases[i].least);
                assert_true(said.max_s == 100 * job + cases[i].most);
            }
        timings_free(&timings);
    }
}

TEST(counts_must_be_the_same_in_every_round)
{
    abs_row other = row_of(1, 1);
    timings_start(&timings, JOBS, 3);
    assert_true(taken(row_of(0, 1)) && taken(other));
    timings.round = 1;
    other.n.cutoffs++;
    assert_true(taken(row_of(0, 1)));
    assert_false(taken(other));
    /* A clock stops a search anywhere. */
    timings.round = 2;
    other.status = ABS_STATUS_TIMEOUT;
    assert_true(taken(row_of(0, 1)) && taken(other));
    timings_free(&timings);
}

/* After an interrupt the rows are handed over that are finished, whatever lies between. */
TEST(rows_may_be_left_out_of_the_last_round)
{
    const abs_row third = row_of(2, 5);
    timings_start(&timings, JOBS, 2);
    for (int job = 0; job < JOBS; job++)
        assert_true(taken(row_of(job, job + 1)));
    timings.round = 1;
    assert_true(taken(third));
    const abs_row row = timings_row(&timings, &third);
    assert_true(row.min_s == 3 && row.max_s == 5);
    timings_free(&timings);
}

RUN_TESTS(NULL, NULL, NULL)
