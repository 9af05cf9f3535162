/* stats.c -- see stats.h. */
#include "base/stats.h"

#include <float.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

static const char method[] =
    "each end the farther of Student's t and Hall's t with the skewness taken out, on the "
    "logarithms";

/* ---- ratios -------------------------------------------------------------------------------- */

typedef struct {
    double n, mean, deviation;
} moments;

static moments find_moments(const double *logs, size_t n)
{
    const double mean = gsl_stats_mean(logs, 1, n);
    return (moments){(double)n, mean, gsl_stats_sd_m(logs, 1, n, mean)};
}

static double error_of(moments m)
{
    return m.deviation / sqrt(m.n);
}

static double t_quantile(moments m)
{
    return gsl_cdf_tdist_Pinv(0.5 + STATS_LEVEL / 2, m.n - 1);
}

/*
 * Hall's transformation takes the skewness out of S = (mean - true mean) / deviation: about
 * Student's t / sqrt(n) is S + g S^2 / 3 + g^2 S^3 / 27 + g / (6 n), a cube but for constants. This
 * is the S that gives y.
 */
static double undo_hall(double y, double skewness, double n)
{
    const double shifted = y - skewness / (6 * n), x = skewness * shifted;
    if (fabs(skewness) < DBL_MIN)
        return shifted;
    /* The cube root of 1 + x less 1: small x would be lost in the difference. */
    return 3 / skewness * (x > -1 ? expm1(log1p(x) / 3) : cbrt(1 + x) - 1);
}

static void take_interval(stats_ratio *r, const double *logs, moments m)
{
    const double t = t_quantile(m),
                 skewness = gsl_stats_skew_m_sd(logs, 1, r->n, m.mean, m.deviation);
    const double high = fmax(t / sqrt(m.n), -undo_hall(-t / sqrt(m.n), skewness, m.n));
    const double low = fmax(t / sqrt(m.n), undo_hall(t / sqrt(m.n), skewness, m.n));
    r->lower = exp(m.mean - low * m.deviation);
    r->upper = exp(m.mean + high * m.deviation);
}

stats_ratio stats_ratio_of(double *logs, size_t n)
{
    stats_ratio r = {.n = n, .point = NAN, .error = NAN, .lower = NAN, .upper = NAN, .median = NAN};
    for (size_t i = 0; i < n; i++) {
        r.wins += logs[i] < 0;
        r.ties += logs[i] == 0;
        r.losses += logs[i] > 0;
    }
    if (n == 0)
        return r;
    gsl_sort(logs, 1, n); /* sums do not depend on the order of positions */
    r.median = exp(gsl_stats_median_from_sorted_data(logs, 1, n));
    if (n == 1) {
        r.point = r.median;
        return r;
    }
    const moments m = find_moments(logs, n);
    r.point = r.lower = r.upper = exp(m.mean);
    r.error = r.point * error_of(m);
    r.method = method;
    if (m.deviation > 0)
        take_interval(&r, logs, m);
    return r;
}

/* ---- tests --------------------------------------------------------------------------------- */

double stats_t_above(double probability, size_t freedom)
{
    return gsl_cdf_tdist_Qinv(probability, (double)freedom);
}

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

void stats_median(uint64_t *values, size_t count, uint64_t *low, uint64_t *high)
{
    qsort(values, count, sizeof *values, compare);
    *low = values[(count - 1) / 2];
    *high = values[count / 2];
}
