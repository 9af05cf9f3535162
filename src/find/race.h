/*
 * race.h -- which of many configurations is best, found without searching every position with each
 * of them: after some positions, those that are worse are dropped; once the leader is good enough,
 * the rest is not searched. docs/tune.md says how often it is wrong.
 *
 * A race knows nothing of searches: its numbers are logarithms of what a configuration took on a
 * position, whichever way the positions are ordered, as long as that does not depend on them.
 */
#ifndef ABS_RACE_H
#define ABS_RACE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * What a race may do wrong, in all of its looks together: that it drops one that is as good as
 * those it was dropped for; and that the leader is farther behind the best than it says.
 */
#define RACE_LEVEL_DROP 0.025
#define RACE_LEVEL_BEHIND 0.025

/*
 * Two configurations are often alike at most positions, and far from it at a few. While none of the
 * few has been seen their differences are next to nothing, and would seem sure: this variance is
 * always added. It is of logarithms.
 */
#define RACE_LEAST_DEVIATION 0.05

enum {
    RACE_MOST = 128, /* configurations */
    RACE_LOOKS_MAX = 32,
    RACE_JOINS_MAX = 4 /* so often one more may join, with a look of its own */
};

/* The numbers of positions after which to look, the last being all of them: beforehand, whatever
   will be seen. Returns how many there are. positions >= 2. */
size_t race_plan(size_t positions, size_t looks[RACE_LOOKS_MAX]);

/* What was measured: logs[position * RACE_MOST + configuration], of `positions` so far. */
typedef struct {
    const double *logs;
    size_t positions;
} race_field;

/*
 * A look, one of so many: those planned and RACE_JOINS_MAX share the levels. in[0 .. *left) are the
 * configurations in the race, in any order; those that are dropped are taken out, the others sorted
 * by their means, and equals by their numbers, so that the leader is the first. Returns how far the
 * leader's mean is above that of the best, at most; 0 if it is alone. 1 <= *left <= RACE_MOST; at
 * least two positions.
 */
double race_look(const race_field *field, size_t looks, size_t *in, size_t *left);

#endif
