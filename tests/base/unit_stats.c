/* unit_stats.c -- statistics against hand-worked numbers and published quantiles; growing text. */
#include "absbench.h"
#include "base/buffer.h"
#include "base/stats.h"
#include "test.h"

#include <math.h>
#include <string.h>

static void assert_near(double got, double wanted, double relative)
{
    if (!(fabs(got - wanted) <= relative * fabs(wanted)))
        fail_msg("%.15g is not %.15g", got, wanted);
}

TEST(geometric_mean)
{
    /* ratios 1, 2, 4: mean log is ln 2, standard deviation ln 2, t(2) = 4.30265 */
    double logs[] = {0, log(2), log(4)}, same[9] = {0};
    stats_ratio r = stats_ratio_of(logs, 3);
    assert_near(r.point, 2, 1e-12);
    assert_near(r.error, 0.8003774225686291, 1e-12);
    assert_near(r.lower, 0.35746212358947477, 1e-10);
    assert_near(r.upper, 11.189996746602938, 1e-10);
    assert_near(r.median, 2, 1e-12);
    assert_true(r.n == 3 && r.wins == 0 && r.ties == 1 && r.losses == 2);

    r = stats_ratio_of(logs + 1, 1);
    assert_near(r.point, 2, 1e-12);
    assert_true(isnan(r.error) && isnan(r.lower) && isnan(r.upper));
    assert_null(r.method);
    r = stats_ratio_of(logs, 0);
    assert_true(isnan(r.point) && isnan(r.error) && isnan(r.lower) && isnan(r.median));

    r = stats_ratio_of(same, 9);
    assert_true(r.point == 1 && r.error == 0 && r.lower == 1 && r.upper == 1 && r.ties == 9);
}

/* Sums of rolled dice, about normal: (sum - mean) / deviation. */
static double roll(uint64_t *key)
{
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum += (double)(abs_mix64(*key += UINT64_C(0x9E3779B97F4A7C15)) >> 11) * 0x1p-53;
    return sum - 6;
}

enum { TRIALS = 4000, TRIAL_MOST = 64 };

/*
 * A against A: the true ratio is 1, and the intervals must hold it as often as they say. `bend`
 * makes the logarithms lopsided, as node counts are.
 */
static double held(size_t n, double bend)
{
    uint64_t key = n;
    size_t held = 0;
    const double mean = exp(bend * bend / 2);
    for (size_t i = 0; i < TRIALS; i++) {
        double logs[TRIAL_MOST];
        for (size_t k = 0; k < n; k++)
            logs[k] = bend > 0 ? (exp(bend * roll(&key)) - mean) / bend : 0.3 * roll(&key);
        const stats_ratio r = stats_ratio_of(logs, n);
        held += r.lower <= 1 && 1 <= r.upper;
    }
    return (double)held / TRIALS;
}

/* Four standard errors of a rate of 0.95 in 4000 trials are 0.0138. */
TEST(intervals_cover_as_they_say)
{
    static const struct {
        size_t n;
        double bend;
    } cases[] = {{5, 0}, {12, 0}, {20, 0}, {60, 0}, {60, 0.3}, {60, 1}}; /* t alone: 0.90 */
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const double rate = held(cases[i].n, cases[i].bend);
        if (fabs(rate - STATS_LEVEL) > 0.0138)
            fail_msg("n = %zu, bend %g: %.4f of the intervals hold the ratio", cases[i].n,
                     cases[i].bend, rate);
    }
}

/*
 * Logarithms -1 (nine times) and 9: mean 0, deviation sqrt 10, skewness 720 / 10 / 10^1.5. Upwards,
 * where there may be more like 9, Hall's end is the farther one, downwards Student's.
 */
TEST(skewed_interval)
{
    double logs[] = {-1, -1, -1, 9, -1, -1, -1, -1, -1, -1};
    const stats_ratio r = stats_ratio_of(logs, 10);
    const double g = 720 / 10 / pow(10, 1.5), t = 2.26215716279820 / sqrt(10);
    assert_near(log(r.upper), -sqrt(10) * 3 / g * (cbrt(1 - g * (t + g / 60)) - 1), 1e-9);
    assert_near(log(r.lower), -sqrt(10) * t, 1e-9);
    for (size_t i = 0; i < 10; i++)
        logs[i] = -logs[i];
    assert_near(log(stats_ratio_of(logs, 10).lower), -log(r.upper), 1e-12);
}

/* Half and half: symmetric, but sums of cubes leave a skewness of some 1e-16 behind. Both ends are
   then Student's. */
TEST(interval_without_skewness)
{
    for (int k = 2; k < 200; k++) {
        const double a = log(k), b = log(k + 0.5), t = 2.364624251592785; /* 7 degrees of freedom */
        const double half = t * (b - a) / 2 * sqrt(8.0 / 7) / sqrt(8);
        double logs[] = {a, a, a, a, b, b, b, b};
        const stats_ratio r = stats_ratio_of(logs, 8);
        assert_near(r.point, exp((a + b) / 2), 1e-12);
        assert_near(r.lower, exp((a + b) / 2 - half), 1e-10);
        assert_near(r.upper, exp((a + b) / 2 + half), 1e-10);
    }
}

/* Positions come in any order, and many of them give the same to the last digit. */
TEST(order_of_positions)
{
    double logs[TRIAL_MOST], turned[TRIAL_MOST];
    uint64_t key = 3;
    for (size_t i = 0; i < TRIAL_MOST; i++)
        turned[TRIAL_MOST - 1 - i] = logs[i] = roll(&key);
    const stats_ratio a = stats_ratio_of(logs, TRIAL_MOST), b = stats_ratio_of(turned, TRIAL_MOST);
    assert_memory_equal(&a.point, &b.point, 5 * sizeof a.point);
}

TEST(median)
{
    uint64_t odd[] = {9, UINT64_MAX, 1}, even[] = {4, 1, UINT64_MAX, 7}, one[] = {5}, low, high;
    stats_median(odd, 3, &low, &high);
    assert_true(low == 9 && high == 9);
    stats_median(even, 4, &low, &high);
    assert_true(low == 4 && high == 7);
    stats_median(one, 1, &low, &high);
    assert_true(low == 5 && high == 5);
}

TEST(numbers_as_text)
{
    abs_buffer b = {0};
    buffer_unsigned(&b, UINT64_MAX);
    buffer_unsigned(&b, 0);
    buffer_signed(&b, INT64_MIN);
    buffer_signed(&b, -7);
    buffer_real(&b, NAN, 9);
    buffer_real(&b, INFINITY, 9);
    buffer_real(&b, 0.1, 15);
    buffer_format(&b, " %s %d", "x", 3);
    assert_string_equal(buffer_end(&b),
                        "184467440737095516150-9223372036854775808-7nullnull0.1 x 3");
    buffer_free(&b);
}

TEST(strings_as_json)
{
    static const struct {
        const char *text, *json;
    } known[] = {
        {"", "\"\""},
        {"plain", "\"plain\""},
        {"a\"b\\c/", "\"a\\\"b\\\\c/\""},
        {"\b\f\n\r\t\x01\x1f\x7f", "\"\\b\\f\\n\\r\\t\\u0001\\u001f\\u007f\""},
        {"gr\xC3\xBC\xC3\x9F", "\"gr\xC3\xBC\xC3\x9F\""},
        {"\xE2\x9C\x93\xF0\x9F\x99\x82", "\"\xE2\x9C\x93\xF0\x9F\x99\x82\""},
        {"a\xff\xC3", "\"a\xEF\xBF\xBD\xEF\xBF\xBD\""},               /* no UTF-8 */
        {"\xC0\xAF", "\"\xEF\xBF\xBD\xEF\xBF\xBD\""},                 /* overlong */
        {"\xED\xA0\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\""}, /* a surrogate */
        {"\xF4\x90\x80\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\""},
    };
    abs_buffer b = {0};
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        buffer_clear(&b);
        buffer_string(&b, known[i].text);
        assert_string_equal(buffer_end(&b), known[i].json);
    }
    buffer_clear(&b);
    buffer_json(&b, "{\"a\":\"\\n\xfe\"}");
    assert_string_equal(buffer_end(&b), "{\"a\":\"\\n\xEF\xBF\xBD\"}");
    buffer_free(&b);
}

/* Against R's prop.test(.., correct = FALSE). */
TEST(shares)
{
    const stats_share half = stats_share_of(5, 10), most = stats_share_of(9, 12),
                      none = stats_share_of(0, 0);
    assert_near(half.share, 0.5, 1e-12);
    assert_near(half.low, 0.2365931, 1e-6);
    assert_near(half.high, 0.7634069, 1e-6);
    assert_near(most.low, 0.4676947, 1e-6);
    assert_near(most.high, 0.9110583, 1e-6);
    assert_true(isnan(none.share) && isnan(none.low));
}

RUN_TESTS(NULL, NULL, NULL)
