/* leaves.c -- see leaves.h. It grows within a search: nobody knows beforehand how many there are.
 */
#include "search/leaves.h"
#include "base/memory.h"

#include <stdlib.h>

static void put(abs_leaf_set *set, uint64_t path)
{
    uint64_t i = path & (set->room - 1);
    while (set->paths[i] != 0 && set->paths[i] != path)
        i = (i + 1) & (set->room - 1);
    set->count += set->paths[i] == 0;
    set->paths[i] = path;
}

static void grow(abs_leaf_set *set)
{
    const abs_leaf_set old = *set;
    set->count = 0;
    set->room = old.room > 0 ? 2 * old.room : 1 << 12;
    set->paths = memory_zeros(set->room, sizeof *set->paths);
    for (uint64_t i = 0; i < old.room; i++)
        if (old.paths[i] != 0)
            put(set, old.paths[i]);
    free(old.paths);
}

void abs_leaf_set_add(abs_leaf_set *set, uint64_t path)
{
    if (set->count == ABS_LEAVES_MAX)
        set->overflowed = true;
    else if (2 * set->count >= set->room)
        grow(set);
    if (!set->overflowed)
        put(set, path != 0 ? path : 1);
}

void abs_leaf_set_clear(abs_leaf_set *set)
{
    if (set->count > 0)
        memset(set->paths, 0, set->room * sizeof *set->paths);
    set->count = 0;
}

void abs_leaf_set_free(abs_leaf_set *set)
{
    free(set->paths);
    *set = (abs_leaf_set){0};
}
