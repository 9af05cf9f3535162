/*
 * stats.h -- the statistics of a report. None of them guesses: what the data cannot give is NAN.
 */
#ifndef ABS_STATS_H
#define ABS_STATS_H

#include <stddef.h>
#include <stdint.h>

/*
 * The t with P(T <= t) = p for Student's distribution with df >= 1 degrees of freedom; 0 < p < 1.
 * Its distribution function is the finite sum for whole df (Gosset 1908; Abramowitz & Stegun 26.7.3
 * and 26.7.4), and t is found by bisection.
 */
double stats_t_quantile(double p, unsigned long df);

/* P(-t <= T <= t), t >= 0. */
double stats_t_within(double t, unsigned long df);

typedef struct {
    double point;        /* geometric mean of the ratios; NAN if there are none */
    double error;        /* its standard error; NAN for fewer than two ratios */
    double lower, upper; /* the interval; NAN for fewer than two ratios */
} stats_ratio;

/*
 * The geometric mean of `count` ratios, given their natural logarithms, with Student's t interval
 * on the logarithms at `level` (0.95) and the standard error by the delta method.
 */
stats_ratio stats_geometric(const double *logs, size_t count, double level);

/* Sorts; the median is the mean of *low and *high, which are equal for an odd count. count >= 1. */
void stats_median(uint64_t *values, size_t count, uint64_t *low, uint64_t *high);

#endif
