/* aggregate.h -- one line per spec, configuration and depth: counts and their ratios. */
#ifndef ABS_AGGREGATE_H
#define ABS_AGGREGATE_H

#include "base/stats.h"
#include "find/pairs.h"
#include "suite/reference.h"

/* What the rows of an aggregate have of one count. */
typedef struct {
    bool has_sum; /* false: beyond 2^64 - 1 */
    uint64_t sum;
    uint64_t median_low, median_high; /* the median is their mean; n >= 1 */
    double geomean;                   /* NAN where there is none */
} abs_spread;

typedef struct {
    uint32_t group;
    size_t n; /* rows with status ok, and with a measure */
    abs_spread nodes, work, measure;
    /* Growth by a ply: geometric mean of measure / measure of the same search one ply less deep,
       over the positions both finished; NAN where there are none. */
    double branching_factor;
    /* Against the reference: rows of the same position, both with status ok. */
    uint32_t reference;                  /* its group; UINT32_MAX: none */
    double pair_sum, pair_reference_sum; /* of the measures, over the pairs */
    stats_ratio ratio;
} abs_aggregate;

/*
 * One aggregate per group, in order. The reference of each is a group of the same block: see
 * reference_rate(). Free them.
 */
abs_aggregate *aggregate_make(const abs_tally *tally, const abs_pairs *pairs,
                              const abs_reference *reference);

#endif
