/* stats.c -- see stats.h. */
#include "base/stats.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* ---- samples ------------------------------------------------------------------------------- */

double stats_mean(const double *values, size_t stride, size_t n)
{
    long double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += values[i * stride];
    return (double)(sum / n);
}

double stats_variance(const double *values, size_t n, double mean)
{
    long double squares = 0;
    for (size_t i = 0; i < n; i++)
        squares += ((long double)values[i] - mean) * ((long double)values[i] - mean);
    return (double)(squares / (n - 1));
}

static int compare_reals(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double stats_median_real(double *values, size_t n)
{
    qsort(values, n, sizeof *values, compare_reals);
    return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

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
    r.median = exp(stats_median_real(logs, n)); /* sorted, sums do not depend on the given order */
    r.min.ratio = exp(logs[0]);
    r.max.ratio = exp(logs[n - 1]);
    r.point = n > 1 ? exp(stats_mean(logs, 1, n)) : r.median;
    return r;
}

/* ---- distributions ------------------------------------------------------------------------- */

/* Gamma(a + 1/2) / Gamma(a): an asymptotic series from a = 64 on, and a product below. */
static double gamma_ratio(double a)
{
    double factor = 1;
    for (; a < 64; a++)
        factor *= a / (a + 0.5);
    const double x = 1 / (8 * a);
    return factor * sqrt(a) *
           (1 + x * (-1 + x * (0.5 + x * (2.5 + x * (-2.625 + x * (-49.875 + x * 54.3125))))));
}

/*
 * x^a y^b / B(a, b) divided by the regularized incomplete beta function I_x(a, b), where x + y = 1:
 * the even part of its continued fraction (https://dlmf.nist.gov/8.17.E22) by Lentz's method. It
 * needs few terms if I_x is small.
 */
static double beta_fraction(double a, double b, double x, double y)
{
    double up = a * (a * y - b * x + 1) / (a + 1), down = 0, value = up, change = 0;
    for (int m = 1; fabs(change - 1) > 1e-15; m++) {
        const double even = m * (b - m) * x / (a + 2 * m - 1);
        const double odd = (a + m) * (a * y - b * x + 1 + m * (1 + y)) / (a + 2 * m + 1);
        const double over = even * (a + m - 1) * (a + b + m - 1) * x / (a + 2 * m - 1);
        up = m + even + odd + over / up;
        down = 1 / (m + even + odd + over * down);
        change = up * down;
        value *= change;
    }
    return value;
}

static double t_density(double t, double freedom)
{
    const double square = t * t / freedom;
    return gamma_ratio(freedom / 2) * exp(-freedom / 2 * log1p(square)) /
           sqrt(acos(-1) * freedom * (1 + square));
}

double stats_t_tail(double t, double freedom)
{
    const double part = t_density(t, freedom) * t / 2;
    const double x = freedom / (freedom + t * t), y = t * t / (freedom + t * t);
    return y < 1.5 / (freedom / 2 + 2.5)
               ? 0.5 - part / beta_fraction(0.5, freedom / 2, y, x)
               : part / beta_fraction(freedom / 2, 0.5, x, y);
}

static double normal_density(double z, double unused)
{
    (void)unused;
    return exp(-z * z / 2) / sqrt(2 * acos(-1));
}

static double normal_tail(double z, double unused)
{
    (void)unused;
    return erfc(z / sqrt(2)) / 2;
}

/* Where a tail has that probability, 0 to 1/2: Newton's steps on its logarithm, which never leave
   the bracket; a step that would halves it, or doubles its lower end. */
static double quantile(double tail(double, double), double density(double, double), double freedom,
                       double probability)
{
    double at = 0, low = 0, high = INFINITY;
    for (int step = 0; step < 1000; step++) {
        const double above = tail(at, freedom), before = at;
        if (above > probability)
            low = at;
        else
            high = at;
        at += above * log(above / probability) / density(at, freedom);
        if (!(at >= low && at <= high))
            at = isinf(high) ? 2 * low + 1 : low + (high - low) / 2;
        if (fabs(at - before) <= 1e-15 * at)
            break;
    }
    return at;
}

double stats_t_above(double probability, double freedom)
{
    return quantile(stats_t_tail, t_density, freedom, probability);
}

double stats_normal_above(double probability)
{
    return quantile(normal_tail, normal_density, 0, probability);
}

/* ---- numbers ------------------------------------------------------------------------------- */

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
    const double z = stats_normal_above((1 - STATS_LEVEL) / 2), z2 = z * z / all;
    const double half = z * sqrt(share * (1 - share) / all + z2 / all / 4);
    return (stats_share){count, n, share, (share + z2 / 2 - half) / (1 + z2),
                         (share + z2 / 2 + half) / (1 + z2)};
}
