/* slow_table.h -- a transposition table that never loses a position, as docs/searches.md describes
 * both modes. */
#ifndef TEST_SLOW_TABLE_H
#define TEST_SLOW_TABLE_H

#include "helpers.h"

enum { SLOW_PLACES = 1 << 14 }; /* more than twice the nodes of any case */

typedef struct {
    uint64_t key;
    bool used;
    int depth, lower, upper, move; /* -1: no move */
} slow_entry;

static slow_entry slow_places[SLOW_PLACES];

static inline void slow_clear(void)
{
    memset(slow_places, 0, sizeof slow_places);
}

/* The key's entry, or the unused place where it would stand. */
static inline slow_entry *slow_place(uint64_t key)
{
    size_t i = key % SLOW_PLACES;
    while (slow_places[i].used && slow_places[i].key != key)
        i = (i + 1) % SLOW_PLACES;
    return &slow_places[i];
}

/* Whether an entry settles a search to that depth with the window (a, b), and its value. */
static inline bool slow_settles(const slow_entry *e, abs_tt_mode mode, int depth, int a, int b,
                                int *value)
{
    if (!e->used || e->depth < depth || (e->depth > depth && mode == ABS_TT_EXACT))
        return false;
    *value = e->lower >= b || e->lower == e->upper ? e->lower : e->upper;
    return e->lower >= b || e->lower == e->upper || e->upper <= a;
}

/* Keeps what a search to that depth with (a, b) has found: the tighter bounds, and the last move.
 */
static inline void slow_keep(uint64_t key, abs_tt_mode mode, int depth, int a, int b, int value,
                             int move)
{
    slow_entry *e = slow_place(key);
    if (e->used && e->depth > depth && (mode == ABS_TT_DEEPER || depth == 0))
        return;
    int lower = value > a ? value : -ABS_INFINITY, upper = value < b ? value : ABS_INFINITY;
    if (e->used && e->depth == depth) {
        lower = e->lower > lower ? e->lower : lower;
        upper = e->upper < upper ? e->upper : upper;
        move = move < 0 ? e->move : move;
    }
    *e = (slow_entry){key, true, depth, lower, upper, move};
}

#endif
