/*
 * leaves.h -- the set of leaves that an iteration has visited, each known by the hash of its path.
 *
 * Two paths of one hash are counted as one leaf: among n leaves this happens with a probability of
 * about n^2 / 2^65, one in 30,000 at the most that the set holds.
 */
#ifndef ABS_LEAVES_H
#define ABS_LEAVES_H

#include <stdbool.h>
#include <stdint.h>

enum { ABS_LEAVES_MAX = 1 << 25 }; /* more are not affordable: 512 MB */

/* Starts with zeros. */
typedef struct {
    uint64_t *paths; /* open addressing; 0: free */
    uint64_t room;   /* a power of two, or 0 */
    uint64_t count;
    bool overflowed; /* there were too many: the count is unknown */
} abs_leaf_set;

void abs_leaf_set_add(abs_leaf_set *set, uint64_t path);
/* Empties the set and keeps its room, and the mark of an overflow. */
void abs_leaf_set_clear(abs_leaf_set *set);
void abs_leaf_set_free(abs_leaf_set *set);

#endif
