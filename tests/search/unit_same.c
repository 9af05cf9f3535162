/*
 * unit_same.c -- A against A: alpha-beta on some seeds against alpha-beta on others. The true ratio
 * is 1, and the intervals must hold it at their nominal rate.
 */
#include "base/stats.h"
#include "searched.h"

#include <math.h>
#include <stdio.h>

enum { TRIALS = 2000, PAIRS_MOST = 30 };

static double log_nodes(test_position *p, const abs_config *c, uint64_t seed)
{
    p->root.domain->root(p->rules, seed, p->root.position);
    return log((double)searched(&p->root, c, false)->n.nodes);
}

/* The share of intervals of `pairs` pairs that hold 1. */
static double held(const char *spec, size_t pairs)
{
    double logs[PAIRS_MOST];
    size_t hold = 0;
    const abs_config c = test_plain("alphabeta", 3);
    test_position p;
    test_open(&p, spec, NULL, 1);
    uint64_t seed = 0;
    for (size_t t = 0; t < TRIALS; t++) {
        for (size_t i = 0; i < pairs; i++) {
            logs[i] = log_nodes(&p, &c, ++seed);
            logs[i] -= log_nodes(&p, &c, ++seed);
        }
        const stats_ratio r = stats_ratio_of(logs, pairs);
        hold += r.lower <= 1 && 1 <= r.upper;
    }
    test_close(&p);
    return (double)hold / TRIALS;
}

/* Four standard errors of a rate of 0.95 in 2000 trials are 0.0195. */
TEST(intervals_hold_one)
{
    static const size_t pairs[] = {4, 8, 30};
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        const double rate = held("incremental:b=2..5,step=10", pairs[i]);
        if (fabs(rate - STATS_LEVEL) > 0.0195)
            fail_msg("n = %zu: %.4f of the intervals hold 1", pairs[i], rate);
    }
}

RUN_TESTS(NULL, NULL, NULL)
