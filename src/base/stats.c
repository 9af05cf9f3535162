/* stats.c -- see stats.h. */
#include "base/stats.h"
#include "base/memory.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

/* ---- ratios -------------------------------------------------------------------------------- */

stats_ratio stats_ratio_of(double *logs, size_t n)
{
    stats_ratio r = {.n = n,
                     .point = NAN,
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
    r.point = n > 1 ? exp(gsl_stats_mean(logs, 1, n)) : r.median;
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

void stats_order(uint32_t *numbers, size_t count, size_t keys, const void *of,
                 uint32_t key(const void *of, uint32_t number))
{
    uint32_t *before = memory_take(count * sizeof *before);
    size_t *next = memory_zeros(keys + 1, sizeof *next); /* the place of each key's next number */
    memcpy(before, numbers, count * sizeof *before);
    for (size_t i = 0; i < count; i++)
        next[key(of, before[i]) + 1]++;
    for (size_t k = 0; k < keys; k++)
        next[k + 1] += next[k];
    for (size_t i = 0; i < count; i++)
        numbers[next[key(of, before[i])]++] = before[i];
    free(before);
    free(next);
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
