/* stats.c -- see stats.h. */
#include "stats.h"

#include <math.h>
#include <stdlib.h>

/*
 * With theta = atan(t / sqrt(df)), the probability is a sum of powers of cos(theta)^2, each term
 * the one before times c^2 (k - 1) / k: over even k < df for odd df, over odd k < df for even df.
 */
double stats_t_within(double t, unsigned long df)
{
    const double n = (double)df, cosine2 = n / (n + t * t);
    const double sine = t / sqrt(n + t * t), cosine = sqrt(cosine2);
    double sum = 0, term = df % 2 == 0 ? 1 : cosine;
    for (unsigned long k = df % 2 == 0 ? 2 : 3; k <= df; k += 2) {
        sum += term;
        term *= cosine2 * (double)(k - 1) / (double)k;
    }
    if (df % 2 == 0)
        return sine * sum;
    const double half_pi = acos(0.0);
    return (atan2(t, sqrt(n)) + sine * sum) / half_pi;
}

double stats_t_quantile(double p, unsigned long df)
{
    if (p < 0.5)
        return -stats_t_quantile(1 - p, df);
    const double within = 2 * p - 1;
    double low = 0, high = 1;
    while (stats_t_within(high, df) < within && high < 1e300)
        high *= 2;
    for (;;) {
        const double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high)
            return middle;
        if (stats_t_within(middle, df) < within)
            low = middle;
        else
            high = middle;
    }
}

stats_ratio stats_geometric(const double *logs, size_t count, double level)
{
    static _Thread_local size_t t_count; /* reports have many groups of one size */
    static _Thread_local double t_level, t;
    stats_ratio r = {NAN, NAN, NAN, NAN};
    if (count == 0)
        return r;
    double sum = 0, squares = 0;
    for (size_t i = 0; i < count; i++)
        sum += logs[i];
    const double mean = sum / (double)count;
    r.point = exp(mean);
    if (count < 2)
        return r;
    for (size_t i = 0; i < count; i++)
        squares += (logs[i] - mean) * (logs[i] - mean);
    const double error = sqrt(squares / (double)(count - 1) / (double)count);
    if (t_count != count || t_level != level) {
        t = stats_t_quantile(0.5 + level / 2, count - 1);
        t_count = count;
        t_level = level;
    }
    r.error = r.point * error;
    r.lower = exp(mean - t * error);
    r.upper = exp(mean + t * error);
    return r;
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
