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
    /* ratios 1, 2, 4: mean log is ln 2 */
    double logs[] = {0, log(2), log(4)}, same[9] = {0};
    stats_ratio r = stats_ratio_of(logs, 3);
    assert_near(r.point, 2, 1e-12);
    assert_near(r.median, 2, 1e-12);
    assert_true(r.n == 3 && r.wins == 0 && r.ties == 1 && r.losses == 2);
    assert_true(r.min.at == 0 && r.min.ratio == 1 && r.max.at == 2);
    assert_near(r.max.ratio, 4, 1e-12);
    double mixed[] = {log(2), log(3), log(2), log(3), log(2.5)}; /* of equal ones the first */
    r = stats_ratio_of(mixed, 5);
    assert_true(r.min.at == 0 && r.max.at == 1);

    r = stats_ratio_of(logs + 1, 1);
    assert_near(r.point, 2, 1e-12);
    r = stats_ratio_of(logs, 0);
    assert_true(isnan(r.point) && isnan(r.median) && isnan(r.min.ratio) && isnan(r.max.ratio));

    r = stats_ratio_of(same, 9);
    assert_true(r.point == 1 && r.ties == 9);
}

/* Sums of rolled dice, about normal: (sum - mean) / deviation. */
static double roll(uint64_t *key)
{
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum += (double)(abs_mix64(*key += UINT64_C(0x9E3779B97F4A7C15)) >> 11) * 0x1p-53;
    return sum - 6;
}

enum { TRIAL_MOST = 64 };

/* Positions come in any order, and many of them give the same to the last digit. */
TEST(moments_do_not_depend_on_the_order_of_positions)
{
    double logs[TRIAL_MOST], turned[TRIAL_MOST];
    uint64_t key = 3;
    for (size_t i = 0; i < TRIAL_MOST; i++)
        turned[TRIAL_MOST - 1 - i] = logs[i] = roll(&key);
    const stats_ratio a = stats_ratio_of(logs, TRIAL_MOST), b = stats_ratio_of(turned, TRIAL_MOST);
    assert_true(a.point == b.point && a.median == b.median);
}

/*
 * The values that scipy 1.10 computes, by beta.isf because its own t.isf errs by up to 2e-9:
 *
 *     y, x = beta.isf(2 * p, 1 / 2, n / 2), beta.ppf(2 * p, n / 2, 1 / 2)
 *     sqrt(n * y / (1 - y)) if y < x else sqrt(n * (1 - x) / x)
 *
 * and norm.isf(p).
 */
TEST(quantiles)
{
    enum { TAILS = 6 };
    static const double tails[TAILS] = {1e-12, 1e-6, 1e-3, 0.025, 0.1, 0.4};
    static const double normal[TAILS] = {7.03448382530113, 4.7534243088229, 3.09023230616781, 1.95996398454005, 1.2815515655446, 0.2533471031358};
    static const struct {
        double freedom, above[TAILS];
    } known[] = {
        {1, {318309886183.791, 318309.886182744, 318.30883898555,
         12.7062047361747, 3.07768353717525, 0.324919696232906}},
        {2, {707106.781185487, 707.105720525934, 22.3271247701199,
         4.30265272974946, 1.88561808316413, 0.288675134594813}},
        {3, {10331.1082442925, 103.299467780419, 10.2145318524074,
         3.18244630528371, 1.63774435369621, 0.27667066233269}},
        {5, {393.956959577604, 24.7710297205159, 5.89342953135601,
         2.57058183563632, 1.47588404882448, 0.267180865704145}},
        {10, {40.5320961786626, 9.75199549094058, 4.14370049404658,
         2.22813885198627, 1.37218364111034, 0.26018482949208}},
        {29, {11.6131580115614, 5.91710554045955, 3.3962402883568,
         2.0452296421327, 1.31143364730155, 0.255683634571256}},
        {100, {8.02582559449325, 5.04883087722835, 3.17373949373878,
         1.98397151852355, 1.29007476134652, 0.254022182458228}},
        {1000, {7.12422892531441, 4.78160862045835, 3.09840216391292,
         1.96233908082641, 1.28239872146092, 0.253414515839499}},
        {10000, {7.04337160205577, 4.75622968505678, 3.09104751603061,
         1.96020123989063, 1.28163622973048, 0.253353843445727}},
        {100000, {7.03537174239358, 4.75370471639129, 3.09031380942724,
         1.95998770753461, 1.28156003144936, 0.25334777715718}},
        {1000000, {7.03457260841126, 4.75345234827968, 3.09024045631652,
         1.95996635681411, 1.28155241212994, 0.253347170537842}},
    };
    for (size_t k = 0; k < TAILS; k++) {
        assert_near(stats_normal_above(tails[k]), normal[k], 1e-12);
        for (size_t i = 0; i < COUNT_OF(known); i++) {
            assert_near(stats_t_above(tails[k], known[i].freedom), known[i].above[k], 1e-12);
            assert_near(stats_t_tail(known[i].above[k], known[i].freedom), tails[k], 1e-12);
        }
    }
    assert_true(stats_t_above(0.5, 7) == 0 && stats_t_tail(0, 7) == 0.5);
}

/* A mean that is large beside the deviation, and every second value. */
TEST(moments)
{
    double values[] = {1e9 + 4, 0, 1e9 + 7, 1, 1e9 + 13, 2, 1e9 + 16, 3}, four[4];
    for (size_t i = 0; i < 4; i++)
        four[3 - i] = values[2 * i];
    assert_true(stats_mean(values, 2, 4) == 1e9 + 10 && stats_mean(values + 1, 2, 4) == 1.5);
    assert_true(stats_variance(four, 4, 1e9 + 10) == 30);
    assert_true(stats_median_real(four, 4) == 1e9 + 10 && four[0] == 1e9 + 4);
    assert_true(stats_median_real(four, 3) == 1e9 + 7);
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
TEST(shares_have_wilsons_interval)
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
