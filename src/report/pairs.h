/* pairs.h -- node counts by group and position, and the ratios of paired ones. */
#ifndef ABS_PAIRS_H
#define ABS_PAIRS_H

#include "report/tally.h"

/* A record with status ok. */
typedef struct {
    uint32_t group, entry;
    uint64_t nodes;
} abs_count;

typedef struct {
    abs_count *counts; /* by group, then by position, then by nodes */
    size_t *first;     /* of each group in counts, and the end */
} abs_pairs;

/* False: no memory. Free the pairs all the same. */
bool pairs_make(abs_pairs *pairs, const abs_tally *tally);
void pairs_free(abs_pairs *pairs);

static inline size_t pairs_size(const abs_pairs *pairs, size_t group)
{
    return pairs->first[group + 1] - pairs->first[group];
}

/*
 * The logarithm of the ratio of nodes, group over reference, for every position that both have.
 * `logs` has room for pairs_size(group). Sums of the nodes paired are added to nodes[0] and, of the
 * reference, nodes[1]. Returns the number of pairs.
 */
size_t pairs_logs(const abs_pairs *pairs, size_t group, size_t reference, double *logs,
                  double nodes[2]);

#endif
