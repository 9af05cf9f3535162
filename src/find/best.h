/*
 * best.h -- which configuration is best, and how every other one stands to it.
 *
 * Twins (pairs.h) are one. The best of a family is the one with the least mean logarithm of the
 * metric; one that has finished less than half as many positions as another is not. Each other one
 * is judged against it on the positions that both have, as one of all comparisons of its block:
 * whichever looks best, of equally good ones none is then called worse in 95 % of cases.
 */
#ifndef ABS_BEST_H
#define ABS_BEST_H

#include "find/aggregate.h"

typedef struct {
    uint32_t group;
    abs_judged to_best; /* of the best itself the ratio alone means something: it is 1 */
} abs_member;

typedef struct {
    size_t first, count; /* in members: the best one first, then by ratio */
    size_t n;            /* positions that the best has finished */
} abs_family;

typedef struct {
    abs_family *families; /* of two members or more, in order of appearance */
    size_t count;
    abs_member *members;
} abs_bests;

typedef enum {
    BEST_OF_ALGORITHM, /* families differ in windows, widening, guess and step only */
    BEST_OF_ALL,       /* .. in anything but what is searched; of candidates */
} best_scope;

/* `aggregates`: by group. Free the bests. */
void best_find(abs_bests *bests, best_scope scope, const abs_pairs *pairs,
               const abs_aggregate *aggregates);
void best_free(abs_bests *bests);

/* A group against another of its block. */
abs_judged best_judge(const abs_pairs *pairs, const abs_aggregate *aggregates, uint32_t group,
                      uint32_t other);

#endif
