/*
 * leaves.h -- the set of leaves that an iteration has visited, each known by the hash of its path.
 *
 * Two paths of one hash are counted as one leaf: among n leaves this happens with a probability of
 * about n^2 / 2^65, one in 30,000 at the most that the set holds.
 */
#ifndef ABS_LEAVES_H
#define ABS_LEAVES_H

#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ABS_LEAVES_MAX = 1 << 25 }; /* more are not affordable: 512 MB */

/* Starts with zeros. */
typedef struct {
    uint64_t *paths; /* open addressing; 0: free */
    uint64_t room;   /* a power of two, or 0 */
    uint64_t count;
    bool overflowed; /* there were too many: the count is unknown */
} abs_leaf_set;

static inline void abs_leaf_set_put(abs_leaf_set *set, uint64_t path)
{
    uint64_t i = path & (set->room - 1);
    while (set->paths[i] != 0 && set->paths[i] != path)
        i = (i + 1) & (set->room - 1);
    set->count += set->paths[i] == 0;
    set->paths[i] = path;
}

/* It grows within a search: nobody knows beforehand how many there are. */
static inline void abs_leaf_set_add(abs_leaf_set *set, uint64_t path)
{
    const abs_leaf_set old = *set;
    set->overflowed |= set->count == ABS_LEAVES_MAX;
    if (set->overflowed)
        return;
    if (2 * set->count >= set->room) {
        *set = (abs_leaf_set){.room = old.room > 0 ? 2 * old.room : 1 << 12};
        set->paths = memory_zeros(set->room, sizeof *set->paths);
        for (uint64_t i = 0; i < old.room; i++)
            if (old.paths[i] != 0)
                abs_leaf_set_put(set, old.paths[i]);
        free(old.paths);
    }
    abs_leaf_set_put(set, path != 0 ? path : 1);
}

/* Empties the set and keeps its room, and the mark of an overflow. */
static inline void abs_leaf_set_clear(abs_leaf_set *set)
{
    if (set->count > 0)
        memset(set->paths, 0, set->room * sizeof *set->paths);
    set->count = 0;
}

#endif
