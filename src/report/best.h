/*
 * best.h -- which configuration of an algorithm is best, and which others cannot be told from it.
 *
 * A family is the groups of one frame and algorithm: they differ in windows, widening, guess or
 * step only; twins (pairs.h) are one. Of two or more, the one with the smallest geometric mean of
 * the metric over the positions that all have finished is named; each other one is held against it
 * by the paired t test, with Holm's correction for the size of the family.
 */
#ifndef ABS_BEST_H
#define ABS_BEST_H

#include "base/stats.h"
#include "report/pairs.h"

typedef struct {
    uint32_t group;
    double ratio; /* geometric mean of its measures over the best one's */
    double p;     /* corrected; NAN for the best itself */
} abs_member;

typedef struct {
    size_t first, count; /* in members: the best one first, then as they come */
    size_t n;            /* positions that all have finished */
} abs_family;

typedef struct {
    abs_family *families; /* of two members or more, in order of appearance */
    size_t count;
    abs_member *members;
} abs_bests;

/* Members with p at or above it cannot be told from the best. */
#define BEST_LEVEL (1 - STATS_LEVEL)

/* False: no memory. Free the bests all the same. */
bool best_find(abs_bests *bests, const abs_tally *tally, const abs_pairs *pairs);
void best_free(abs_bests *bests);

#endif
