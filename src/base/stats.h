/*
 * stats.h -- the statistics of a report, in one place. None of them guesses: what the data cannot
 * give is NAN.
 *
 * Everything is paired by position and works on natural logarithms of ratios of node counts, so
 * that "half" and "twice" weigh the same.
 */
#ifndef ABS_STATS_H
#define ABS_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Confidence of every interval, and resamples behind it. */
#define STATS_LEVEL 0.95
enum {
    STATS_RESAMPLES = 10000,
    STATS_BOOTSTRAP_MIN = 12, /* pairs; with fewer the interval is Student's t */
};

typedef struct {
    size_t n;                  /* pairs */
    double point;              /* geometric mean of the ratios; NAN for n = 0 */
    double error;              /* its standard error by the delta method; NAN for n < 2 */
    double lower, upper;       /* the interval; NAN for n < 2 */
    double median;             /* of the paired ratios; NAN for n = 0 */
    size_t wins, ties, losses; /* pairs with fewer, as many and more nodes than the reference */
} stats_ratio;

/* The logarithms of n ratios, and what they come to. stats_ratios() sorts nothing in place. */
typedef struct {
    const double *logs;
    size_t n;
    stats_ratio ratio;
} stats_sample;

/*
 * Fills the ratio of every sample. The interval is a percentile bootstrap of the mean logarithm
 * (Efron 1979) with STATS_RESAMPLES seeded resamples, its percentiles widened to what Student's t
 * asks for n pairs (Hesterberg 2015, "expanded percentile"); with fewer than STATS_BOOTSTRAP_MIN
 * pairs, whose resamples are too few, Student's t interval itself. Samples of one size are
 * resampled at the same places. A sample's result does not depend on the others. False: no memory.
 */
bool stats_ratios(stats_sample *samples, size_t count);

/* How the interval of a ratio of n pairs was made; NULL for n < 2, which has none. */
const char *stats_method(size_t n);

/*
 * The probability of a mean as far from 0 as that of these n logarithms, or farther, if the true
 * mean is 0: the paired t test, two-sided. NAN for n < 2; 1 if all are 0.
 */
double stats_p_value(const double *logs, size_t n);

/*
 * Holm's step-down correction (Holm 1979): turns p-values, in place, into values that may be held
 * against the level of the whole family. NAN counts as 1. False: no memory.
 */
bool stats_holm(double *p, size_t count);

/* Sorts; the median is the mean of *low and *high, which are equal for an odd count. count >= 1. */
void stats_median(uint64_t *values, size_t count, uint64_t *low, uint64_t *high);

/*
 * The t with P(T <= t) = p for Student's distribution with df >= 1 degrees of freedom; 0 < p < 1.
 * Its distribution function is the finite sum for whole df (Gosset 1908; Abramowitz & Stegun 26.7.3
 * and 26.7.4), and t is found by bisection.
 */
double stats_t_quantile(double p, unsigned long df);

/* P(-t <= T <= t), t >= 0. */
double stats_t_within(double t, unsigned long df);

#endif
