/* pairs.h -- what was counted, by group and position, and the ratios of paired counts. */
#ifndef ABS_PAIRS_H
#define ABS_PAIRS_H

#include "report/tally.h"

/* A record with status ok and a measure: of the tally's metric, which ratios are of. */
typedef struct {
    uint32_t group, entry;
    uint64_t measure, nodes, work;
} abs_count;

typedef struct {
    abs_count *counts; /* by group, then by position, then by measure */
    size_t *first;     /* of each group in counts, and the end */
    uint32_t *twin; /* by group: the first one of its frame with the same counts at every position;
                       itself, if there is none */
} abs_pairs;

/* Twins are reported as one, and never held against each other. */
static inline bool pairs_is_twin(const abs_pairs *pairs, size_t group)
{
    return pairs->twin[group] != group;
}

/* False: no memory. Free the pairs all the same. */
bool pairs_make(abs_pairs *pairs, const abs_tally *tally);
void pairs_free(abs_pairs *pairs);

static inline size_t pairs_size(const abs_pairs *pairs, size_t group)
{
    return pairs->first[group + 1] - pairs->first[group];
}

/*
 * The logarithm of the ratio of measures, group over reference, for every position that both have.
 * `logs` has room for pairs_size(group). Sums of what is paired are added to sums[0] and, of the
 * reference, sums[1]. Returns the number of pairs.
 */
size_t pairs_logs(const abs_pairs *pairs, size_t group, size_t reference, double *logs,
                  double sums[2]);

#endif
