/* race.c -- see tuning.h. */
#include "base/stats.h"
#include "find/tuning.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>

enum { FIRST_LOOK = 24, FIRST_OF_FEW = 20, FEW = 60 };

size_t race_plan(size_t positions, size_t looks[RACE_LOOKS_MAX])
{
    size_t count = 0, next = positions < FEW ? FIRST_OF_FEW : FIRST_LOOK;
    while (next < positions && count + 1 < RACE_LOOKS_MAX) {
        looks[count++] = next;
        next += next / 2;
    }
    looks[count++] = positions;
    return count;
}

/* By their means, and equals by their numbers. */
static void sort(const race_field *f, size_t *in, size_t left)
{
    double means[RACE_MOST];
    for (size_t k = 0; k < left; k++) {
        const size_t one = in[k];
        const double mean = gsl_stats_mean(f->logs + one, RACE_MOST, f->positions);
        size_t at = k;
        for (; at > 0 && (means[at - 1] > mean || (means[at - 1] == mean && in[at - 1] > one));
             at--) {
            in[at] = in[at - 1];
            means[at] = means[at - 1];
        }
        in[at] = one;
        means[at] = mean;
    }
}

/* How far i is behind j: the mean of the logarithms of their ratios, and its standard error. */
static double find_behind(const race_field *f, size_t i, size_t j, double *error)
{
    const double n = (double)f->positions;
    double sum = 0, squares = 0;
    for (size_t p = 0; p < f->positions; p++)
        sum += f->logs[p * RACE_MOST + i] - f->logs[p * RACE_MOST + j];
    const double mean = sum / n;
    for (size_t p = 0; p < f->positions; p++) {
        const double off = f->logs[p * RACE_MOST + i] - f->logs[p * RACE_MOST + j] - mean;
        squares += off * off;
    }
    *error = sqrt((squares / (n - 1) + RACE_LEAST_DEVIATION * RACE_LEAST_DEVIATION) / n);
    return mean;
}

/* Takes out all for whom one of those with a lower mean, which was there before, is so far ahead
   that chance hardly explains it. False: none is. */
static bool drop_beaten(const race_field *f, double level, size_t *in, size_t *left)
{
    const size_t all = *left;
    const double quantile = stats_t_above(level / (double)(all * (all - 1)), f->positions - 1);
    bool beaten[RACE_MOST] = {false};
    size_t kept = 0;
    for (size_t k = 0; k < all; k++)
        for (size_t better = 0; better < k && !beaten[k]; better++) {
            double error;
            const double behind = find_behind(f, in[k], in[better], &error);
            beaten[k] = behind >= quantile * error;
        }
    for (size_t k = 0; k < all; k++)
        if (!beaten[k])
            in[kept++] = in[k];
    *left = kept;
    return kept < all;
}

/* The most that the first is behind one of the others, with a margin for chance. */
static double bound_behind(const race_field *f, double level, const size_t *in, size_t left)
{
    const double quantile = stats_t_above(level / (double)(left - 1), f->positions - 1);
    double most = 0;
    for (size_t k = 1; k < left; k++) {
        double error;
        const double mean = find_behind(f, in[0], in[k], &error);
        most = fmax(most, mean + quantile * error);
    }
    return most;
}

double race_look(const race_field *f, size_t looks, size_t *in, size_t *left)
{
    sort(f, in, *left);
    while (*left > 1 && drop_beaten(f, RACE_LEVEL_DROP / (double)looks, in, left))
        continue;
    return *left > 1 ? bound_behind(f, RACE_LEVEL_BEHIND / (double)looks, in, *left) : 0;
}
