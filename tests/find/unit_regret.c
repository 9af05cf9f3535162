/* unit_regret.c -- work to the same regret against numbers worked by hand. */
#include "helpers.h"

#include "find/findings.h"

#include <math.h>

static const uint64_t budgets[] = {1000, 10000, 100000};
static const uint32_t all[] = {0, 1, 2, 3};

static void assert_near(double value, double wanted)
{
    assert_true(fabs(value - wanted) < 1e-12 * wanted);
}

/* Of two positions, which lose the same. */
static double times_of(const double *a, const double *b, size_t which, bool *beyond)
{
    double losses[2][6];
    for (size_t w = 0; w < 3; w++) {
        losses[0][2 * w] = losses[0][2 * w + 1] = a[w];
        losses[1][2 * w] = losses[1][2 * w + 1] = b[w];
    }
    const regret_curve of_a = {losses[0], budgets, 3}, of_b = {losses[1], budgets, 3};
    return regret_times(&of_a, &of_b, 2, which, all, beyond);
}

TEST(a_search_has_its_own_work)
{
    static const double curve[] = {30, 20, 7};
    bool beyond;
    for (size_t which = 0; which < 3; which++)
        assert_true(times_of(curve, curve, which, &beyond) == 1);
}

TEST(losses_lie_on_lines_over_the_logarithm)
{
    bool beyond;
    /* 15 is half way from 20 to 10: the root of 10 times the budget before. */
    static const double a[] = {15, 10, 0}, b[] = {20, 10, 0};
    assert_near(times_of(a, b, 0, &beyond), sqrt(10));
    assert_true(times_of(a, b, 1, &beyond) == 1);
    /* A fifth of the way. */
    static const double less[] = {8, 8, 8};
    assert_near(times_of(less, b, 1, &beyond), pow(10, 0.2));
    assert_near(times_of(less, b, 2, &beyond), pow(10, -0.8));
}

TEST(neighbours_out_of_order_are_pooled)
{
    bool beyond;
    static const double a[] = {12, 12, 12}, b[] = {20, 10, 14}, risen[] = {6, 12, 18};
    assert_near(times_of(a, b, 0, &beyond), 10); /* 10 and 14 are 12, from 10 000 on */
    assert_near(times_of(a, b, 2, &beyond), 0.1);
    assert_near(times_of(a, risen, 2, &beyond), 0.01); /* all are 12 */
}

TEST(what_lies_outside_has_no_work)
{
    bool beyond;
    static const double low[] = {9, 5, 1}, high[] = {30, 20, 10};
    assert_true(isnan(times_of(low, high, 0, &beyond)) && beyond);
    assert_true(isnan(times_of(high, low, 2, &beyond)) && !beyond);
    static const double edge[] = {30, 30, 30};
    assert_near(times_of(edge, high, 1, &beyond), 0.1);
}

TEST(a_sample_counts_positions_as_often_as_it_has_them)
{
    bool beyond;
    static const double of_a[] = {0, 8, 0, 8}, of_b[] = {16, 0, 8, 0};
    const regret_curve a = {of_a, budgets, 2}, b = {of_b, budgets, 2};
    static const uint32_t first[] = {0, 0}, last[] = {1, 1};
    assert_true(isnan(regret_times(&a, &b, 2, 0, first, &beyond)) && beyond);
    assert_true(isnan(regret_times(&a, &b, 2, 0, last, &beyond)) && !beyond);
    assert_true(regret_times(&a, &b, 2, 0, all, &beyond) == 10); /* 4, and 8 then 4 */
}

RUN_TESTS(NULL, NULL, NULL)
