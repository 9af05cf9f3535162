/* unit_stats.c -- statistics against hand-worked numbers and published quantiles; growing text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "buffer.h"
#include "stats.h"

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

static void geometric_mean(void **state)
{
    (void)state;
    /* ratios 1, 2, 4: mean log is ln 2, standard deviation ln 2, t(2) = 4.30265 */
    const double logs[] = {0, log(2), log(4)};
    stats_ratio r = stats_geometric(logs, 3, 0.95);
    assert_near(r.point, 2, 1e-12);
    assert_near(r.error, 0.8003774225686291, 1e-12);
    assert_near(r.lower, 0.35746212358947477, 1e-10);
    assert_near(r.upper, 11.189996746602938, 1e-10);

    r = stats_geometric(logs + 1, 1, 0.95);
    assert_near(r.point, 2, 1e-12);
    assert_true(isnan(r.error) && isnan(r.lower) && isnan(r.upper));
    r = stats_geometric(logs, 0, 0.95);
    assert_true(isnan(r.point) && isnan(r.error) && isnan(r.lower) && isnan(r.upper));

    const double same[] = {0, 0, 0, 0};
    r = stats_geometric(same, 4, 0.95);
    assert_true(r.point == 1 && r.error == 0 && r.lower == 1 && r.upper == 1);
    /* Another count and level after it: nothing is kept that should not be. */
    assert_near(stats_geometric(logs, 3, 0.95).upper, 11.189996746602938, 1e-10);
    assert_near(stats_geometric(logs, 3, 0.9).upper, 2 * exp(2.91998558035373 * log(2) / sqrt(3)),
                1e-10);
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
        cmocka_unit_test(t_quantiles),     cmocka_unit_test(t_inverse),
        cmocka_unit_test(geometric_mean),  cmocka_unit_test(median),
        cmocka_unit_test(numbers_as_text), cmocka_unit_test(strings_as_json),
        cmocka_unit_test(growth),
    };
    return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
