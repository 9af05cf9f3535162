/*
 * judge.h -- the one rule that says which of two searches takes less, and how sure that is.
 *
 * The paired t test of the logarithms of ratios with one position more, imagined: it lies on the
 * far side of the tested ratio, as far from it as the farthest that was seen, at least by the
 * factor JUDGE_UNSEEN. Neighbouring configurations differ at few positions, and a sample may have
 * none of them: without that position it would look more certain than it is. The interval is all
 * ratios that the test does not reject; so it excludes 1 exactly where p is below JUDGE_LEVEL.
 * docs/statistics.md says how often verdicts are wrong.
 */
#ifndef ABS_JUDGE_H
#define ABS_JUDGE_H

#include "base/stats.h"

#define JUDGE_LEVEL 0.05  /* of all comparisons of a block together */
#define JUDGE_UNSEEN 1.5  /* the least factor of the position that is imagined */
#define JUDGE_MARGIN 1.02 /* ratios up to it, and down to 1 by it, are as good as 1 */

typedef enum {
    JUDGE_TOO_FEW, /* no sample of so few positions could be told from any other */
    JUDGE_UNKNOWN,
    JUDGE_EQUAL,  /* the interval lies within JUDGE_MARGIN of 1, and has 1 in it */
    JUDGE_BETTER, /* it lies below 1 .. */
    JUDGE_WORSE,  /* .. or above */
    JUDGE_VERDICTS
} judge_verdict;

extern const char *const judge_names[JUDGE_VERDICTS]; /* "too_few", "unknown", .. */

/* The same in sentences. */
static inline const char *judge_words(judge_verdict verdict)
{
    return verdict == JUDGE_TOO_FEW ? "too few to tell" : judge_names[verdict];
}

typedef struct {
    stats_ratio ratio; /* its interval is that of the verdict, NAN where there are too few;
                          `same`: within JUDGE_MARGIN */
    double p;          /* times the comparisons, at most 1; NAN where there are too few */
    judge_verdict verdict;
    size_t needed; /* about how many positions would tell; 0: these do, or no number is known */
} abs_judged;

/* The verdict on a ratio of these paired logarithms, which it sorts, as one of so many comparisons
   (>= 1; Bonferroni). */
abs_judged judge_ratio(double *logs, size_t n, size_t comparisons);

#endif
