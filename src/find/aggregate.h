/* aggregate.h -- one line per spec, configuration and depth: counts and their ratios. */
#ifndef ABS_AGGREGATE_H
#define ABS_AGGREGATE_H

#include "find/judge.h"
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
    stats_ratio ratio; /* with its own interval, as if nothing else were compared */
    abs_judged judged; /* the same as one of all comparisons of its block */
    size_t comparisons;
} abs_aggregate;

/* Whether it is a search that may be used: no limit, and never known to be wrong. */
bool aggregate_is_search(const abs_tally *tally, size_t group);
/* Whether it is one that was asked for, and the first of its twins: what answers choose from. */
bool aggregate_is_candidate(const abs_pairs *pairs, size_t group);

/*
 * One aggregate per group, in order. The reference of each is a group of the same block: see
 * reference_rate(). Comparisons are all pairs of a block's candidates and their references, so that
 * one may be chosen after they were seen, and so that they are the same whichever was asked for as
 * the reference. Free them.
 */
abs_aggregate *aggregate_make(const abs_tally *tally, const abs_pairs *pairs,
                              const abs_reference *reference);

#endif
