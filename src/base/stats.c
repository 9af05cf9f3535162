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

/*
 * Hall's transformation takes the skewness g out of S = (mean - true mean) / deviation:
 * S + g S^2 / 3 + g^2 S^3 / 27 + g / (6 n) is distributed much like Student's t / sqrt(n). But for
 * constants it is a cube. Returns the S for which it is y.
 */
static double undo_hall(double y, double skewness, double n)
{
    const double shifted = y - skewness / (6 * n), x = skewness * shifted;
    if (fabs(skewness) < DBL_MIN)
        return shifted;
    /* cbrt(1 + x) - 1, written so that a small x is not lost in the difference. */
    return 3 / skewness * (x > -1 ? expm1(log1p(x) / 3) : cbrt(1 + x) - 1);
}

stats_ratio stats_ratio_of(double *logs, size_t n)
{
    stats_ratio r = {.n = n,
                     .point = NAN,
                     .error = NAN,
                     .lower = NAN,
                     .upper = NAN,
                     .median = NAN,
                     .min = {.ratio = NAN},
                     .max = {.ratio = NAN}};
    for (size_t i = 0; i < n; i++) {
        r.min.at = logs[i] < logs[r.min.at] ? i : r.min.at;
        r.max.at = logs[i] > logs[r.max.at] ? i : r.max.at;
        r.wins += logs[i] < 0;
        r.ties += logs[i] == 0;
        r.losses += logs[i] > 0;
    }
    if (n == 0)
        return r;
    gsl_sort(logs, 1, n); /* sums do not depend on the order of positions */
    r.min.ratio = exp(logs[0]);
    r.max.ratio = exp(logs[n - 1]);
    r.median = exp(gsl_stats_median_from_sorted_data(logs, 1, n));
    if (n == 1) {
        r.point = r.median;
        return r;
    }
    const double mean = gsl_stats_mean(logs, 1, n), sd = gsl_stats_sd_m(logs, 1, n, mean);
    r.point = r.lower = r.upper = exp(mean);
    r.error = r.point * (sd / sqrt((double)n));
    r.method = method;
    if (sd > 0) {
        const double t = gsl_cdf_tdist_Pinv(0.5 + STATS_LEVEL / 2, (double)n - 1) / sqrt((double)n);
        const double skewness = gsl_stats_skew_m_sd(logs, 1, n, mean, sd);
        r.lower = exp(mean - fmax(t, undo_hall(t, skewness, (double)n)) * sd);
        r.upper = exp(mean + fmax(t, -undo_hall(-t, skewness, (double)n)) * sd);
    }
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

void stats_sort(uint64_t *values, size_t count)
{
    qsort(values, count, sizeof *values, compare);
}

void stats_median(uint64_t *values, size_t count, uint64_t *low, uint64_t *high)
{
    stats_sort(values, count);
    *low = values[(count - 1) / 2];
    *high = values[count / 2];
}

stats_share stats_share_of(size_t count, size_t n)
{
    const double all = (double)n, share = n > 0 ? (double)count / all : NAN;
    const double z = gsl_cdf_ugaussian_Pinv(0.5 + STATS_LEVEL / 2), z2 = z * z / all;
    const double half = z * sqrt(share * (1 - share) / all + z2 / all / 4);
    return (stats_share){count, n, share, (share + z2 / 2 - half) / (1 + z2),
                         (share + z2 / 2 + half) / (1 + z2)};
}
