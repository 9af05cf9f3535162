/*
 * stats.h -- the statistics of a report, in one place. None of them guesses: what the data cannot
 * give is NAN. docs/statistics.md says why these were chosen, and how well they hold.
 *
 * Everything is paired by position and works on natural logarithms of ratios, so that "half" and
 * "twice" weigh the same.
 */
#ifndef ABS_STATS_H
#define ABS_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STATS_LEVEL 0.95 /* confidence of every interval */
#define STATS_SAME 0.02  /* ratios from 1/1.02 to 1.02 are as good as 1 */

/*
 * Ratios of neighbouring configurations are 1 at most positions and far from it at a few: a sample
 * may have none of the few, and look more certain than it is. Verdicts therefore have to stand
 * against one position more, imagined, where the ratio is as far from 1 as the farthest seen, at
 * least by this factor, to the side that speaks against the verdict.
 */
#define STATS_UNSEEN 1.5

typedef struct {
    size_t n;                  /* pairs */
    double point;              /* geometric mean of the ratios; NAN for n = 0 */
    double error;              /* its standard error by the delta method; NAN for n < 2 */
    double lower, upper;       /* the interval; NAN for n < 2 */
    double median;             /* of the paired ratios; NAN for n = 0 */
    size_t wins, ties, losses; /* pairs where the ratio is less than 1, 1 and more */
    bool same;                 /* it is shown to be 1, give or take STATS_SAME */
} stats_ratio;

/*
 * The ratio whose paired logarithms these are; sorts them. Each end of the interval is the farther
 * of two: Student's t, and Hall's t with the skewness taken out (Hall 1992). `same`: the interval
 * lies within STATS_SAME of 1 as it is, and Student's even with one position more on either side;
 * these are two one-sided tests at a level of 2.5 % each (Schuirmann 1987).
 */
stats_ratio stats_ratio_of(double *logs, size_t n);

/* How the interval of a ratio was made. */
#define STATS_METHOD \
    "each end the farther of Student's t and Hall's t with the skewness taken out, " \
    "on the logarithms"

/*
 * The probability of a mean as far from 0 as that of these logarithms, or farther, if the true mean
 * is 0: the paired t test, two-sided, with one position more that speaks for 0. NAN for n < 2.
 */
double stats_p_value(const double *logs, size_t n);

/* What Student's t with that many degrees of freedom exceeds with that probability. */
double stats_t_above(double probability, size_t freedom);

/*
 * Holm's step-down correction (Holm 1979): turns `count` p-values, in place, into values that may
 * be held against the level of the whole family, which has `among` >= count tests; those not given
 * are taken to be 1. NAN counts as 1.
 */
void stats_holm(double *p, size_t count, size_t among);

/* Sorts; the median is the mean of *low and *high, which are equal for an odd count. count >= 1. */
void stats_median(uint64_t *values, size_t count, uint64_t *low, uint64_t *high);

#endif
