/* stats.c -- see stats.h. */
#include "base/stats.h"

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

double stats_p_value(const double *logs, size_t n)
{
    double sum = 0, squares = 0;
    if (n < 2)
        return NAN;
    for (size_t i = 0; i < n; i++)
        sum += logs[i];
    const double mean = sum / (double)n;
    for (size_t i = 0; i < n; i++)
        squares += (logs[i] - mean) * (logs[i] - mean);
    if (squares == 0)
        return mean == 0 ? 1 : 0;
    const double error = sqrt(squares / (double)(n - 1) / (double)n);
    return 1 - stats_t_within(fabs(mean) / error, n - 1);
}

typedef struct {
    double p;
    size_t place;
} ranked;

static int by_p(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    if (x->p != y->p)
        return x->p < y->p ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

bool stats_holm(double *p, size_t count)
{
    ranked *order = malloc((count + 1) * sizeof *order);
    if (order == NULL)
        return false;
    for (size_t i = 0; i < count; i++)
        order[i] = (ranked){isnan(p[i]) ? 1 : p[i], i};
    qsort(order, count, sizeof *order, by_p);
    double least = 0; /* no value may fall below an earlier one */
    for (size_t i = 0; i < count; i++) {
        const double corrected = order[i].p * (double)(count - i);
        least = corrected > least ? corrected : least;
        p[order[i].place] = least < 1 ? least : 1;
    }
    free(order);
    return true;
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
