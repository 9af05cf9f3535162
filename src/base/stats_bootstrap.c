/* stats_bootstrap.c -- geometric means of ratios and their intervals. See stats.h. */
#include "base/mix.h"
#include "base/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LANES = 16,            /* resamples made at a time */
    CACHED = 192,          /* pairs whose weights stay in the first-level cache */
    BATCH = 128,           /* samples that share them */
    BOOTSTRAP_MAX = 50000, /* pairs; with more, mean and t interval are the bootstrap's to all
                              digits, and resampling would take seconds a sample */
};

_Static_assert(STATS_RESAMPLES % LANES == 0, "resamples are made LANES at a time");

static bool bootstraps(size_t n)
{
    return n >= STATS_BOOTSTRAP_MIN && n <= BOOTSTRAP_MAX;
}

const char *stats_method(size_t n)
{
    if (n < 2)
        return NULL;
    return bootstraps(n) ? "percentile bootstrap of the mean logarithm, 10000 resamples, seed 1, "
                           "percentiles expanded by Student's t"
                         : "Student's t on the logarithms";
}

/* ---- what needs no resampling --------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void take_median(stats_sample *s, double *sorted)
{
    for (size_t i = 0; i < s->n; i++)
        sorted[i] = s->logs[i];
    qsort(sorted, s->n, sizeof *sorted, by_size);
    s->ratio.median = exp((sorted[(s->n - 1) / 2] + sorted[s->n / 2]) / 2);
}

/* Everything but the median and a bootstrap's interval. `t`: the quantile for n - 1. */
static void take_moments(stats_sample *s, double t)
{
    stats_ratio *r = &s->ratio;
    double sum = 0, squares = 0;
    *r = (stats_ratio){s->n, NAN, NAN, NAN, NAN, NAN, 0, 0, 0};
    for (size_t i = 0; i < s->n; i++) {
        sum += s->logs[i];
        r->wins += s->logs[i] < 0;
        r->ties += s->logs[i] == 0;
        r->losses += s->logs[i] > 0;
    }
    if (s->n == 0)
        return;
    const double mean = sum / (double)s->n;
    r->point = exp(mean);
    if (s->n < 2)
        return;
    for (size_t i = 0; i < s->n; i++)
        squares += (s->logs[i] - mean) * (s->logs[i] - mean);
    const double error = sqrt(squares / (double)(s->n - 1) / (double)s->n);
    r->error = r->point * error;
    r->lower = exp(mean - t * error);
    r->upper = exp(mean + t * error);
}

/* ---- resampling ----------------------------------------------------------------------------- */

/* How often each of the n pairs is drawn by resamples first .. first + LANES - 1. */
static void draw(double *weights, size_t n, size_t first)
{
    const uint64_t seed = 1;
    for (size_t i = 0; i < n * LANES; i++)
        weights[i] = 0;
    for (size_t lane = 0; lane < LANES; lane++) {
        uint64_t key = abs_mix64(abs_mix64(seed + n) + first + lane);
        for (size_t i = 0; i < n; i++) {
            key += UINT64_C(0x9E3779B97F4A7C15);
            weights[((abs_mix64(key) >> 32) * n >> 32) * LANES + lane]++;
        }
    }
}

static void add_up(const double *logs, const double *weights, size_t n, double *sums)
{
    double lane_sums[LANES];
    memcpy(lane_sums, sums, sizeof lane_sums);
    for (size_t i = 0; i < n; i++)
        for (size_t lane = 0; lane < LANES; lane++)
            lane_sums[lane] += weights[i * LANES + lane] * logs[i];
    memcpy(sums, lane_sums, sizeof lane_sums);
}

/* The k-th smallest, k from 0; moves the numbers about (Hoare 1961). */
static double select_kth(double *x, size_t count, size_t k)
{
    size_t low = 0, high = count - 1;
    while (low < high) {
        const double pivot = x[low + (high - low) / 2];
        size_t i = low, j = high;
        for (;;) {
            while (x[i] < pivot)
                i++;
            while (x[j] > pivot)
                j--;
            if (i >= j)
                break;
            const double swap = x[i];
            x[i++] = x[j];
            x[j--] = swap;
        }
        if (k <= j)
            high = j;
        else
            low = j + 1;
    }
    return x[k];
}

static void take_interval(stats_sample *s, double *sums, double t)
{
    const double n = (double)s->n;
    const double tail = 0.5 * erfc(t * sqrt(n / (n - 1)) * sqrt(0.5));
    const size_t place = (size_t)(tail * (STATS_RESAMPLES + 1));
    const size_t k = place > 0 ? place - 1 : 0;
    s->ratio.lower = exp(select_kth(sums, STATS_RESAMPLES, k) / n);
    s->ratio.upper = exp(select_kth(sums, STATS_RESAMPLES, STATS_RESAMPLES - 1 - k) / n);
}

/* `count` <= BATCH samples of one size. */
static void bootstrap(stats_sample **samples, size_t count, double *weights, double *sums, double t)
{
    const size_t n = samples[0]->n;
    for (size_t first = 0; first < STATS_RESAMPLES; first += LANES) {
        draw(weights, n, first);
        for (size_t i = 0; i < count; i++)
            memset(&sums[i * STATS_RESAMPLES + first], 0, LANES * sizeof *sums);
        for (size_t from = 0; from < n; from += CACHED)
            for (size_t i = 0; i < count; i++)
                add_up(&samples[i]->logs[from], &weights[from * LANES],
                       n - from < CACHED ? n - from : CACHED, &sums[i * STATS_RESAMPLES + first]);
    }
    for (size_t i = 0; i < count; i++)
        take_interval(samples[i], &sums[i * STATS_RESAMPLES], t);
}

static int by_count(const void *a, const void *b)
{
    const stats_sample *const *x = a, *const *y = b;
    if ((*x)->n != (*y)->n)
        return (*x)->n < (*y)->n ? -1 : 1;
    return (*x > *y) - (*x < *y);
}

bool stats_ratios(stats_sample *samples, size_t count)
{
    size_t largest = 1, resampled = 1;
    for (size_t i = 0; i < count; i++) {
        largest = samples[i].n > largest ? samples[i].n : largest;
        if (bootstraps(samples[i].n) && samples[i].n > resampled)
            resampled = samples[i].n;
    }
    stats_sample **order = malloc((count + 1) * sizeof *order);
    double *sorted = malloc(largest * sizeof *sorted);
    double *weights = malloc(resampled * LANES * sizeof *weights);
    double *sums = resampled > 1 ? malloc(BATCH * STATS_RESAMPLES * sizeof *sums) : NULL;
    const bool ok =
        order != NULL && sorted != NULL && weights != NULL && (resampled == 1 || sums != NULL);
    for (size_t i = 0; ok && i < count; i++)
        order[i] = &samples[i];
    if (ok)
        qsort(order, count, sizeof *order, by_count);
    for (size_t i = 0, end; ok && i < count; i = end) {
        const size_t n = order[i]->n;
        const double t = n < 2 ? NAN : stats_t_quantile(0.5 + STATS_LEVEL / 2, n - 1);
        size_t spread = i; /* those before it in order[i..] have numbers that differ */
        for (end = i; end < count && order[end]->n == n; end++) {
            stats_sample *s = order[end];
            take_moments(s, t);
            if (n > 0)
                take_median(s, sorted);
            if (s->ratio.error > 0) { /* else every resample is the sample */
                order[end] = order[spread];
                order[spread++] = s;
            }
        }
        for (size_t k = i; bootstraps(n) && k < spread; k += BATCH)
            bootstrap(&order[k], spread - k < BATCH ? spread - k : BATCH, weights, sums, t);
    }
    free(order);
    free(sorted);
    free(weights);
    free(sums);
    return ok;
}
