/* pairs.h -- what was counted, by group and position, and the ratios of paired counts. */
#ifndef ABS_PAIRS_H
#define ABS_PAIRS_H

#include "find/tally.h"

/* A number that a record has. */
typedef struct {
    uint32_t group, record;
    uint64_t root;
    double number;
} pairs_item;

/* By group, then by position, then by number. */
void pairs_sort(pairs_item *items, size_t count);
/* Sorts them and makes copies one, by their mean, whatever their order. Returns how many are
   left. */
size_t pairs_join(pairs_item *items, size_t count);

/* What is counted: the tally's metric, which ratios are of, and what every report has. */
typedef enum { COUNT_OF_MEASURE, COUNT_OF_NODES, COUNT_OF_WORK } count_kind;

/* What the searches of a position by one configuration come to, which differ in nothing but the
   order of moves (copies), and all have status ok and a measure. */
typedef struct {
    uint32_t root;
    const abs_record *first; /* of its copies */
    bool again, noisy;       /* it was searched more than once; and counted otherwise */
    double log;              /* the mean of their logarithms */
    uint64_t mean;           /* e to the power of that, rounded */
    uint64_t sum;
    bool too_large; /* the sum: beyond 2^64 - 1 */
} abs_count;

/* The records in order of group, then of position. */
typedef struct {
    const abs_tally *tally;
    uint32_t *order;
    size_t *first;  /* of each group in order, and the end */
    uint32_t *twin; /* by group: the first one of its frame with the same counts at every position;
                       itself, if there is none */
    double *logs;   /* scratch: of pairs_logs() */
} abs_pairs;

/* Twins are reported as one, and never held against each other. */
static inline bool pairs_is_twin(const abs_pairs *pairs, size_t group)
{
    return pairs->twin[group] != group;
}

/* Free the pairs. */
void pairs_make(abs_pairs *pairs, const abs_tally *tally);
void pairs_free(abs_pairs *pairs);

/*
 * The next position of a group that counts; *at is pairs->first[group] for the first one, and moves
 * on. False: there is none.
 */
bool pairs_next(const abs_pairs *pairs, size_t group, count_kind kind, size_t *at,
                abs_count *count);

/* The positions that two groups have both, one after the other, with their measures. */
typedef struct {
    const abs_pairs *pairs;
    size_t group[2], at[2];
    abs_count of[2]; /* the position at hand, by each */
} pairs_walk;

pairs_walk pairs_begin(const abs_pairs *pairs, size_t group, size_t other);
/* False: there are no more. */
bool pairs_both(pairs_walk *walk);

/*
 * The logarithm of the ratio of measures, group over reference, for every position that both have:
 * in pairs->logs. Returns their number.
 */
size_t pairs_logs(const abs_pairs *pairs, size_t group, size_t reference);

#endif
