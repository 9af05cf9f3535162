/* judge.c -- see pairs.h. */
#include "find/pairs.h"

#include <math.h>

const char *const judge_names[JUDGE_VERDICTS] = {"too_few", "unknown", "equal", "better", "worse"};

static const char method[] =
    "all ratios that the paired t test with one imagined position does not "
    "reject, corrected for all comparisons";

/* A sample of logarithms, or a larger one that is like it. */
typedef struct {
    double n, mean, variance;
    double farthest; /* from the mean */
    double quantile; /* of Student's t at the corrected level, with n degrees of freedom */
} sample;

static double quantile_of(double n, size_t comparisons)
{
    return stats_t_above(JUDGE_LEVEL / 2 / (double)comparisons, n);
}

/* Whether no ratio could differ significantly from 1, even if large and equal everywhere. */
static bool is_too_small(const sample *s)
{
    return s->n < 2 || s->n - 1 <= 2 * s->quantile;
}

/* The part of the sample in the sum of squares of n + 1 numbers. */
static double squares_of(const sample *s)
{
    return (s->n * s->n - 1) / s->n * s->variance;
}

/*
 * The distance d from the mean at which a ratio is rejected, if the imagined position lies beyond
 * it by u = away + times d, where `times` is 0 or 1. With n + 1 numbers Student's t of that ratio
 * is (n d - u) / sqrt(squares + (d + u)^2). This is a quadratic equation in d.
 */
static double find_edge(const sample *s, double away, double times)
{
    const double n = s->n - times, t = s->quantile, all = (s->n + 1) * away;
    const double slope = n * n - (1 + times) * (1 + times) * t * t;
    return (away * (n + (1 + times) * t * t) + t * sqrt(all * all + slope * squares_of(s))) / slope;
}

static double half_width(const sample *s)
{
    return fmax(find_edge(s, log(JUDGE_UNSEEN), 0), find_edge(s, s->farthest, 1));
}

static double find_p(const sample *s, size_t comparisons)
{
    const double mean = fabs(s->mean), unseen = fmax(log(JUDGE_UNSEEN), s->farthest + mean);
    const double above = s->n * mean - unseen;
    if (above <= 0) /* the imagined position changes the sign of the mean */
        return 1;
    const double t = above / sqrt(squares_of(s) + (mean + unseen) * (mean + unseen));
    return fmin(1, 2 * (double)comparisons * stats_t_tail(t, s->n));
}

static judge_verdict decide(const sample *s, double half)
{
    if (fabs(s->mean) + half < log(JUDGE_MARGIN))
        return JUDGE_EQUAL;
    if (fabs(s->mean) > half)
        return s->mean < 0 ? JUDGE_BETTER : JUDGE_WORSE;
    return JUDGE_UNKNOWN;
}

/* The least number of positions that would settle it, if all were like these; 0: too many. */
static size_t find_needed(sample s, size_t comparisons)
{
    enum { MOST = 1 << 20 };
    size_t low = (size_t)s.n, high = 0; /* high: enough, or 0 if that is not known yet */
    while (high == 0 || high - low > 1) {
        const size_t n = high == 0 ? 2 * low : low + (high - low) / 2;
        if (n >= MOST)
            return 0;
        s.n = (double)n;
        s.quantile = quantile_of(s.n, comparisons);
        if (!is_too_small(&s) && decide(&s, half_width(&s)) != JUDGE_UNKNOWN)
            high = n;
        else
            low = n;
    }
    return high;
}

abs_judged judge_ratio(double *logs, size_t n, size_t comparisons)
{
    abs_judged j = {.ratio = stats_ratio_of(logs, n), .p = NAN, .verdict = JUDGE_TOO_FEW};
    if (n < 2)
        return j;
    sample s = {.n = (double)n, .mean = stats_mean(logs, 1, n)};
    s.variance = stats_variance(logs, n, s.mean);
    s.farthest = fmax(s.mean - logs[0], logs[n - 1] - s.mean);
    s.quantile = quantile_of(s.n, comparisons);
    if (!is_too_small(&s)) {
        const double half = half_width(&s);
        j.ratio.lower = exp(s.mean - half);
        j.ratio.upper = exp(s.mean + half);
        j.ratio.same = fabs(s.mean) + half < log(JUDGE_MARGIN);
        j.ratio.method = method;
        j.p = find_p(&s, comparisons);
        j.verdict = decide(&s, half);
    }
    if (j.verdict <= JUDGE_UNKNOWN && n >= JUDGE_TELLS)
        j.needed = find_needed(s, comparisons);
    return j;
}
