/*
 * leaves.h -- the set of leaves that an iteration has visited, each known by the hash of its path.
 *
 * Two paths of one hash are counted as one leaf: among n leaves this happens with a probability of
 * about n^2 / 2^65, one in 30,000 at the most that the set holds.
 *
 * Included by absbench.h: the set is filled by every domain's search. It grows within the search,
 * since nobody knows beforehand how many leaves there will be; counts of nodes do not depend on it.
 */
#ifndef ABS_LEAVES_H
#define ABS_LEAVES_H

#include "absbench.h"

#include <stdlib.h>

enum {
    ABS_LEAVES_MAX = 1 << 25,       /* more are not affordable: 512 MB */
    ABS_LEAVES_ROOM_FIRST = 1 << 12 /* a power of two */
};

struct abs_leaf_set {
    uint64_t *paths; /* open addressing; 0: free */
    uint64_t *older; /* what they are being moved from */
    uint64_t room;   /* a power of two, or 0 */
    uint64_t count;
    bool overflowed; /* the count is unknown */
    bool no_memory;  /* and that is why; else there are too many */
};

enum { ABS_LEAVES_POLL = 1 << 15 }; /* places moved between two polls: less than a millisecond */

/* Whether the path was put in a free place; false: it is there already. */
static inline bool abs_leaf_set_put(abs_leaf_set *set, uint64_t path)
{
    uint64_t i = path & (set->room - 1);
    for (; set->paths[i] != 0; i = (i + 1) & (set->room - 1))
        if (set->paths[i] == path)
            return false;
    set->paths[i] = path;
    return true;
}

/* A poll may end the search in the middle of it: what is left is good for clearing only. */
static __attribute__((noinline, unused)) bool abs_leaf_set_grow(abs_search *s)
{
    abs_leaf_set *const set = s->distinct;
    const uint64_t room = set->room, larger = room > 0 ? 2 * room : ABS_LEAVES_ROOM_FIRST;
    uint64_t *const paths = set->count < ABS_LEAVES_MAX ? calloc(larger, sizeof *paths) : NULL;
    if (paths == NULL) {
        set->overflowed = true;
        set->no_memory = set->count < ABS_LEAVES_MAX;
        return false;
    }
    free(set->older);
    set->older = set->paths;
    set->paths = paths;
    set->room = larger;
    for (uint64_t i = 0; i < room; i++) {
        if (i % ABS_LEAVES_POLL == 0)
            abs_poll_between(s);
        if (set->older[i] != 0)
            abs_leaf_set_put(set, set->older[i]);
    }
    free(set->older);
    set->older = NULL;
    return true;
}

static inline void abs_leaf_set_add(abs_search *s, uint64_t path)
{
    abs_leaf_set *const set = s->distinct;
    if (set->overflowed || (2 * set->count >= set->room && !abs_leaf_set_grow(s)))
        return;
    set->count += abs_leaf_set_put(set, path != 0 ? path : 1);
}

/* Empties the set and keeps its room, and the mark of an overflow. */
static inline void abs_leaf_set_clear(abs_leaf_set *set)
{
    if (set->room > 0)
        memset(set->paths, 0, set->room * sizeof *set->paths);
    set->count = 0;
}

static inline void abs_leaf_set_free(abs_leaf_set *set)
{
    free(set->paths);
    free(set->older);
    *set = (abs_leaf_set){0};
}

#endif
