/* unit_stats.c -- statistics against hand-worked numbers and published quantiles; growing text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "absbench.h"
#include "base/buffer.h"
#include "base/stats.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void assert_near(double got, double wanted, double relative)
{
    if (!(fabs(got - wanted) <= relative * fabs(wanted)))
        fail_msg("%.15g is not %.15g", got, wanted);
}

/* Published two-sided 95 % and 90 % points, and closed forms for 1 and 2 degrees of freedom. */
static void t_quantiles(void **state)
{
    (void)state;
    static const struct {
        double p;
        unsigned long df;
        double t;
    } known[] = {
        {0.975, 1, 12.7062047361747},  {0.975, 2, 4.30265272974946},
        {0.975, 3, 3.18244630528371},  {0.975, 4, 2.77644510519779},
        {0.975, 5, 2.57058183563631},  {0.975, 9, 2.26215716279820},
        {0.975, 10, 2.22813885198627}, {0.975, 30, 2.04227245630124},
        {0.975, 99, 1.98421695150868}, {0.975, 100, 1.98397151852356},
        {0.95, 5, 2.01504837333302},   {0.995, 7, 3.49948329735049},
        {0.9995, 3, 12.9239786366917},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        assert_near(stats_t_quantile(known[i].p, known[i].df), known[i].t, 1e-10);
    assert_near(stats_t_quantile(0.9, 1), tan(0.4 * 2 * acos(0.0)), 1e-12);
    assert_near(stats_t_quantile(0.9, 2), 0.8 * sqrt(2 / (1 - 0.8 * 0.8)), 1e-12);
    assert_near(stats_t_quantile(0.025, 9), -2.26215716279820, 1e-10);
    assert_near(1 + stats_t_quantile(0.5, 9), 1, 1e-9);
    /* Cornish-Fisher's expansion around the normal 1.959963985 (Abramowitz & Stegun 26.7.5). */
    const double z = 1.95996398454005, z3 = z * z * z, df = 100000;
    assert_near(stats_t_quantile(0.975, 100000), z + (z3 + z) / 4 / df, 1e-9);
}

/* The quantile and the distribution function are each other's inverse for every n. */
static void t_inverse(void **state)
{
    (void)state;
    for (unsigned long df = 1; df <= 2000; df = df < 40 ? df + 1 : df * 3 / 2)
        for (double p = 0.55; p < 1; p += 0.0449)
            assert_near(stats_t_within(stats_t_quantile(p, df), df), 2 * p - 1, 1e-10);
}

static stats_ratio ratio_of(const double *logs, size_t n)
{
    stats_sample s = {.logs = logs, .n = n};
    assert_true(stats_ratios(&s, 1));
    return s.ratio;
}

static void geometric_mean(void **state)
{
    (void)state;
    /* ratios 1, 2, 4: mean log is ln 2, standard deviation ln 2, t(2) = 4.30265 */
    const double logs[] = {0, log(2), log(4)};
    stats_ratio r = ratio_of(logs, 3);
    assert_near(r.point, 2, 1e-12);
    assert_near(r.error, 0.8003774225686291, 1e-12);
    assert_near(r.lower, 0.35746212358947477, 1e-10);
    assert_near(r.upper, 11.189996746602938, 1e-10);
    assert_near(r.median, 2, 1e-12);
    assert_true(r.n == 3 && r.wins == 0 && r.ties == 1 && r.losses == 2);

    r = ratio_of(logs + 1, 1);
    assert_near(r.point, 2, 1e-12);
    assert_true(isnan(r.error) && isnan(r.lower) && isnan(r.upper));
    assert_null(stats_method(1));
    r = ratio_of(logs, 0);
    assert_true(isnan(r.point) && isnan(r.error) && isnan(r.lower) && isnan(r.median));

    const double same[9] = {0};
    r = ratio_of(same, 9);
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

enum { TRIALS = 4000, TRIAL_MOST = 60 };

/*
 * A against A: the true ratio is 1, and the intervals must hold it as often as they say. `bend`
 * makes the logarithms lopsided, as node counts are.
 */
static void covers(size_t n, double bend, double tolerance)
{
    static double logs[TRIALS][TRIAL_MOST];
    static stats_sample samples[TRIALS];
    uint64_t key = n;
    const double mean = exp(bend * bend / 2);
    for (size_t i = 0; i < TRIALS; i++) {
        for (size_t k = 0; k < n; k++)
            logs[i][k] = bend > 0 ? (exp(bend * roll(&key)) - mean) / bend : 0.3 * roll(&key);
        samples[i] = (stats_sample){.logs = logs[i], .n = n};
    }
    assert_true(stats_ratios(samples, TRIALS));
    size_t held = 0;
    for (size_t i = 0; i < TRIALS; i++)
        held += samples[i].ratio.lower <= 1 && 1 <= samples[i].ratio.upper;
    const double rate = (double)held / TRIALS;
    if (fabs(rate - STATS_LEVEL) > tolerance)
        fail_msg("n = %zu, bend %g: %.4f of the intervals hold the ratio", n, bend, rate);
}

/* Four standard errors of a rate of 0.95 in 4000 trials are 0.0138. */
static void intervals_cover_as_they_say(void **state)
{
    (void)state;
    covers(5, 0, 0.0138);
    covers(STATS_BOOTSTRAP_MIN, 0, 0.0138);
    covers(20, 0, 0.0138);
    covers(60, 0, 0.0138);
    covers(60, 0.3, 0.0138);
}

/* A sample's interval does not hang on what it is resampled with, and is where theory puts it. */
static void resampling(void **state)
{
    (void)state;
    double logs[3][40];
    stats_sample samples[130];
    uint64_t key = 7;
    for (size_t i = 0; i < 120; i++)
        logs[i / 40][i % 40] = roll(&key);
    for (size_t i = 0; i < 130; i++)
        samples[i] = (stats_sample){.logs = logs[i % 3], .n = i < 100 ? 40 : 39};
    assert_true(stats_ratios(samples, 130));
    for (size_t i = 0; i < 130; i++) {
        const stats_ratio alone = ratio_of(logs[i % 3], samples[i].n), *r = &samples[i].ratio;
        assert_true(alone.lower == r->lower && alone.upper == r->upper && alone.point == r->point);
    }
    for (size_t i = 0; i < 3; i++) {
        const stats_ratio *r = &samples[i].ratio;
        const double t = stats_t_quantile(0.975, 39) * r->error / r->point;
        assert_near(log(r->upper / r->point), t, 0.1);
        assert_near(log(r->point / r->lower), t, 0.1);
    }
    /* The same numbers the other way about: the interval turns with them, as far as chance lets. */
    double turned[40];
    for (size_t i = 0; i < 40; i++)
        turned[i] = -logs[0][i];
    assert_near(ratio_of(turned, 40).lower, 1 / samples[0].ratio.upper, 1e-12);
}

static void p_values(void **state)
{
    (void)state;
    /* mean 2, deviation 1, n = 3: t = 2 sqrt 3; for two degrees P = 1 - t / sqrt(2 + t^2) */
    const double logs[] = {1, 2, 3}, none[] = {0, 0, 0}, sure[] = {1, 1, 1};
    assert_near(stats_p_value(logs, 3), 1 - sqrt(12.0 / 14), 1e-12);
    assert_true(stats_p_value(none, 3) == 1 && stats_p_value(sure, 3) == 0);
    assert_true(isnan(stats_p_value(logs, 1)));

    /* Holm 1979: 0.01 x 4, 0.013 x 3 < 0.04 so 0.04, 0.3 x 2, then no less than that. */
    double p[] = {0.3, 0.01, 0.5, 0.013};
    assert_true(stats_holm(p, 4));
    assert_near(p[1], 0.04, 1e-12);
    assert_near(p[3], 0.04, 1e-12);
    assert_near(p[0], 0.6, 1e-12);
    assert_near(p[2], 0.6, 1e-12);
    double odd[] = {NAN, 0.6, 0.9};
    assert_true(stats_holm(odd, 3));
    assert_true(odd[0] == 1 && odd[1] == 1 && odd[2] == 1);
}

static void median(void **state)
{
    (void)state;
    uint64_t odd[] = {9, UINT64_MAX, 1}, even[] = {4, 1, UINT64_MAX, 7}, one[] = {5}, low, high;
    stats_median(odd, 3, &low, &high);
    assert_true(low == 9 && high == 9);
    stats_median(even, 4, &low, &high);
    assert_true(low == 4 && high == 7);
    stats_median(one, 1, &low, &high);
    assert_true(low == 5 && high == 5);
}

static void numbers_as_text(void **state)
{
    (void)state;
    abs_buffer b = {0};
    buffer_unsigned(&b, UINT64_MAX);
    buffer_char(&b, ' ');
    buffer_unsigned(&b, 0);
    buffer_char(&b, ' ');
    buffer_signed(&b, INT64_MIN);
    buffer_char(&b, ' ');
    buffer_signed(&b, -7);
    buffer_char(&b, ' ');
    buffer_real(&b, NAN, 9);
    buffer_real(&b, INFINITY, 9);
    buffer_char(&b, ' ');
    buffer_real(&b, 0.1, 15);
    buffer_format(&b, " %s %d", "x", 3);
    assert_string_equal(buffer_end(&b), "18446744073709551615 0 -9223372036854775808 -7 nullnull "
                                        "0.1 x 3");
    buffer_free(&b);
}

static void strings_as_json(void **state)
{
    (void)state;
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
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        abs_buffer b = {0};
        buffer_string(&b, known[i].text);
        assert_string_equal(buffer_end(&b), known[i].json);
        buffer_free(&b);
    }
    abs_buffer b = {0};
    buffer_json(&b, "{\"a\":\"\\n\xfe\"}");
    assert_string_equal(buffer_end(&b), "{\"a\":\"\\n\xEF\xBF\xBD\"}");
    buffer_free(&b);
}

static void growth(void **state)
{
    (void)state;
    abs_buffer b = {0};
    for (int i = 0; i < 100000; i++)
        buffer_format(&b, "%d", i % 10);
    assert_int_equal(b.length, 100000);
    assert_int_equal(strlen(buffer_end(&b)), 100000);
    assert_int_equal(strspn(b.data, "0123456789"), 100000);
    buffer_clear(&b);
    assert_string_equal(buffer_end(&b), "");
    buffer_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_quantiles),
        cmocka_unit_test(t_inverse),
        cmocka_unit_test(geometric_mean),
        cmocka_unit_test(resampling),
        cmocka_unit_test(intervals_cover_as_they_say),
        cmocka_unit_test(p_values),
        cmocka_unit_test(median),
        cmocka_unit_test(numbers_as_text),
        cmocka_unit_test(strings_as_json),
        cmocka_unit_test(growth),
    };
    return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
