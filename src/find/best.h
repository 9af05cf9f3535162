/*
 * best.h -- which configuration is best, and how every other one stands to it.
 *
 * Twins (pairs.h) are one. The best of a family is the one with the smallest geometric mean of the
 * metric over the positions that all of the family have finished. Since it is chosen from the data,
 * each other one is held against it as one of all pairs that might have been compared: the paired t
 * test of stats_p_value() with Holm's correction for count * (count - 1) / 2 tests. Of equally good
 * ones none is then called worse in 95 % of cases, whichever looks best.
 *
 * What choosing is worth is estimated apart from it: the positions, in the order of their names,
 * are dealt to two halves, each half's best is taken on the other half, and both together give the
 * ratio to the reference.
 */
#ifndef ABS_BEST_H
#define ABS_BEST_H

#include "find/aggregate.h"

typedef struct {
    uint32_t group;
    stats_ratio ratio; /* to the best one */
    double p;          /* corrected; NAN for the best itself */
} abs_member;

typedef struct {
    size_t first, count; /* in members: the best one first, then by ratio */
    size_t n;            /* positions that all have finished */
    /* The best one to its reference where all have finished, their references too; n = 0 where one
       has no reference. `held_out`: the best of either half on the other half. */
    stats_ratio naive, held_out;
} abs_family;

typedef struct {
    abs_family *families; /* of two members or more, in order of appearance */
    size_t count;
    abs_member *members;
} abs_bests;

/* Members with p at or above it cannot be told from the best. */
#define BEST_LEVEL (1 - STATS_LEVEL)

typedef enum {
    BEST_OF_ALGORITHM, /* families differ in windows, widening, guess and step only */
    BEST_OF_ALL,       /* .. in anything but what is searched; of sound searches */
} best_scope;

/* `aggregates`: by group. Free the bests. */
void best_find(abs_bests *bests, best_scope scope, const abs_tally *tally, const abs_pairs *pairs,
               const abs_aggregate *aggregates);
void best_free(abs_bests *bests);

#endif
