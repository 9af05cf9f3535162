/* unit_judge.c -- the rule of verdicts: closed forms against a search for what its test accepts. */
#include "helpers.h"

#include "base/mix.h"
#include "find/pairs.h"

#include <math.h>

enum { MOST = 400 };

static double unit(uint64_t *key)
{
    return (double)(abs_mix64(*key += ABS_G) >> 11) * 0x1p-53;
}

/* What the header says, to the letter: the ratio e^`at` with one position more. */
static bool is_accepted(const double *logs, size_t n, double at, size_t comparisons)
{
    double with[MOST + 1], mean = 0, farthest = 0, sum = 0, squares = 0;
    for (size_t i = 0; i < n; i++)
        mean += logs[i] / (double)n;
    for (size_t i = 0; i < n; i++)
        farthest = fmax(farthest, fabs(logs[i] - mean));
    const double away = fmax(log(JUDGE_UNSEEN), farthest + fabs(mean - at));
    memcpy(with, logs, n * sizeof *logs);
    with[n] = mean > at ? at - away : at + away;
    for (size_t i = 0; i <= n; i++)
        sum += with[i] - at;
    if (sum * (mean - at) <= 0)
        return true;
    for (size_t i = 0; i <= n; i++)
        squares += pow(with[i] - at - sum / (double)(n + 1), 2);
    const double t = fabs(sum) / (double)(n + 1) / sqrt(squares / (double)n / (double)(n + 1));
    return t < stats_t_above(JUDGE_LEVEL / 2 / (double)comparisons, (double)n);
}

TEST(the_interval_is_what_the_test_accepts)
{
    uint64_t key = 7;
    size_t told = 0;
    for (size_t trial = 0; trial < 3000; trial++) {
        double logs[MOST];
        const size_t n = 2 + (size_t)(60 * unit(&key)), comparisons = 1 + trial % 40;
        const double shift = unit(&key) - 0.5, spread = pow(10, -3 * unit(&key));
        for (size_t i = 0; i < n; i++)
            logs[i] = shift + spread * (unit(&key) + (unit(&key) < 0.1 ? 3 : 0));
        const abs_judged j = judge_ratio(logs, n, comparisons);
        if (j.verdict == JUDGE_TOO_FEW) {
            assert_true(isnan(j.p) && isnan(j.ratio.lower));
            assert_true(n < 2 || is_accepted(logs, n, 60, comparisons));
            continue;
        }
        told++;
        const double low = log(j.ratio.lower), high = log(j.ratio.upper), step = (high - low) / 1e6;
        assert_true(is_accepted(logs, n, low + step, comparisons));
        assert_false(is_accepted(logs, n, low - step, comparisons));
        assert_true(is_accepted(logs, n, high - step, comparisons));
        assert_false(is_accepted(logs, n, high + step, comparisons));
        assert_int_equal(j.p<JUDGE_LEVEL, j.ratio.lower> 1 || j.ratio.upper < 1);
        assert_int_equal(j.verdict == JUDGE_BETTER, j.ratio.upper < 1 && !j.ratio.same);
        assert_int_equal(j.verdict == JUDGE_WORSE, j.ratio.lower > 1 && !j.ratio.same);
        assert_int_equal(j.ratio.same,
                         j.ratio.lower > 1 / JUDGE_MARGIN && j.ratio.upper < JUDGE_MARGIN);
        assert_int_equal(j.verdict == JUDGE_EQUAL, j.ratio.same);
    }
    assert_true(told > 1000);
}

/* Of 2, 2 .. (nine times) and one more of -2 the mean is 1.6 and the error 0.4: t(9) = 4, whose
   probability is a finite sum (Abramowitz & Stegun 26.7.3). */
TEST(p_by_hand)
{
    double twos[] = {2, 2, 2, 2, 2, 2, 2, 2, 2};
    const double sum =
        0.6 + 2.0 / 3 * pow(0.6, 3) + 8.0 / 15 * pow(0.6, 5) + 16.0 / 35 * pow(0.6, 7);
    const double p = 1 - (atan(4.0 / 3) + 0.8 * sum) / acos(0.0);
    assert_true(fabs(judge_ratio(twos, 9, 1).p / p - 1) < 1e-9);
    assert_true(fabs(judge_ratio(twos, 9, 3).p / (3 * p) - 1) < 1e-9);
}

/* However large a ratio is: a sample of so few tells nothing, the more so the more are compared. */
TEST(too_few_are_none)
{
    double logs[] = {5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5};
    assert_int_equal(judge_ratio(logs, 0, 1).verdict, JUDGE_TOO_FEW);
    assert_int_equal(judge_ratio(logs, 1, 1).needed, 0);
    assert_int_equal(judge_ratio(logs, 5, 1).verdict, JUDGE_TOO_FEW);
    assert_int_equal(judge_ratio(logs, 6, 1).verdict, JUDGE_WORSE);
    assert_int_equal(judge_ratio(logs, 5, 1).needed, 0);
    assert_int_equal(judge_ratio(logs, 6, 3).verdict, JUDGE_TOO_FEW);
    assert_int_equal(judge_ratio(logs, 12, 36).verdict, JUDGE_WORSE);
}

/* Equal at all positions is the same when there are many; half a per cent on 40 is not. */
TEST(equal_needs_enough_positions)
{
    static double logs[MOST];
    assert_int_equal(judge_ratio(logs, 40, 1).verdict, JUDGE_UNKNOWN);
    assert_int_equal(judge_ratio(logs, 80, 1).verdict, JUDGE_EQUAL);
    assert_int_equal(judge_ratio(logs, judge_ratio(logs, 40, 1).needed, 1).verdict, JUDGE_EQUAL);
    assert_int_equal(judge_ratio(logs, judge_ratio(logs, 40, 1).needed - 1, 1).verdict,
                     JUDGE_UNKNOWN);
    for (size_t i = 0; i < MOST; i++)
        logs[i] = i % 2 ? 0.03 : 0.0; /* 1.015, give or take 0.005: above 1, and equal */
    const abs_judged j = judge_ratio(logs, MOST, 1);
    assert_true(j.ratio.same && j.ratio.lower > 1 && j.verdict == JUDGE_EQUAL);
    for (size_t i = 0; i < MOST; i++)
        logs[i] = -0.03;
    assert_false(judge_ratio(logs, MOST, 1).ratio.same);
}

/* So many positions like those seen tell it, and fewer do not. */
TEST(as_many_as_are_needed_tell)
{
    double logs[MOST];
    for (size_t i = 0; i < 20; i++)
        logs[i] = i % 2 ? 0.15 : -0.05;
    const abs_judged j = judge_ratio(logs, 20, 1);
    assert_int_equal(j.verdict, JUDGE_UNKNOWN);
    assert_in_range(j.needed, 22, 60);
    for (size_t i = 0; i < j.needed + 1; i++)
        logs[i] = i % 2 ? 0.15 : -0.05;
    assert_int_equal(judge_ratio(logs, j.needed + j.needed % 2, 1).verdict, JUDGE_WORSE);
    for (size_t i = 0; i < j.needed; i++)
        logs[i] = i % 2 ? 0.15 : -0.05;
    assert_int_equal(judge_ratio(logs, j.needed - 2 - j.needed % 2, 1).verdict, JUDGE_UNKNOWN);
}

RUN_TESTS(NULL, NULL, NULL)
