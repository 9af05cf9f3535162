/*
 * stats.h -- the statistics of a report. A figure for which there are too few data is NAN.
 * docs/statistics.md says why these statistics were chosen, and how well they hold.
 *
 * Everything is paired by position and works on natural logarithms of ratios, so that "half" and
 * "twice" weigh the same.
 */
#ifndef ABS_STATS_H
#define ABS_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STATS_LEVEL 0.95 /* confidence of the intervals of shares */

/* The least or the greatest ratio of a pair. */
typedef struct {
    double ratio;         /* NAN for n = 0 */
    size_t at;            /* its index in `logs` before they were sorted; the first among equals */
    const char *position; /* the pair's name, which the caller sets; NULL: it has none */
} stats_extreme;

/* find/pairs.h computes the interval and sets the last four members. */
typedef struct {
    size_t n;                  /* pairs */
    double point, median;      /* of the ratios, the point their geometric mean; NAN for n = 0 */
    size_t wins, ties, losses; /* pairs whose ratio is below 1, equal to 1, above 1 */
    stats_extreme min, max;
    double lower, upper; /* NAN: there is no interval */
    bool same;           /* the ratio is shown to be practically 1 */
    const char *method;  /* how the interval was made; NULL if there is none */
} stats_ratio;

/* Whether there is an interval, however wide. */
static inline bool stats_has_interval(const stats_ratio *ratio)
{
    return ratio->lower < ratio->upper;
}

/* Computes the ratio from the logarithms of the pairs, which it sorts. */
stats_ratio stats_ratio_of(double *logs, size_t n);

/* A share of `n` and its interval by Wilson's score (1927); NANs for n = 0. */
typedef struct {
    size_t count, n;
    double share, low, high;
} stats_share;

stats_share stats_share_of(size_t count, size_t n);

/* The probability that Student's t with that many degrees of freedom exceeds t >= 0. */
double stats_t_tail(double t, double freedom);
/* The values that Student's t and a standard normal variable exceed with that probability, which is
   above 0 and at most 1/2. The relative error of these three is below 1e-12. */
double stats_t_above(double probability, double freedom);
double stats_normal_above(double probability);

/* The mean of n >= 1 values, each `stride` after the one before. */
double stats_mean(const double *values, size_t stride, size_t n);
/* The unbiased variance of n >= 2 values about their mean. */
double stats_variance(const double *values, size_t n, double mean);
/* Sorts n >= 1 values, and returns their median. */
double stats_median_real(double *values, size_t n);

void stats_sort(uint64_t *values, size_t count);
/* Sorts numbers by their keys, which key() returns and which are below `keys`. The sort is stable.
   It needs 4 bytes a number and 8 bytes a key, while qsort() would copy the numbers. */
void stats_order(uint32_t *numbers, size_t count, size_t keys, const void *of,
                 uint32_t key(const void *of, uint32_t number));
/* Sorts. The median is the mean of *low and *high, which are equal if the count (>= 1) is odd. */
void stats_median(uint64_t *values, size_t count, uint64_t *low, uint64_t *high);

#endif
