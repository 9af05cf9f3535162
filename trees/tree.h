/*
 * tree.h -- what the synthetic tree models share: keys, draws and widths.
 *
 * All arithmetic is unsigned, 64 bits, wrapping, and the same in every language: a node is its key,
 * and everything about it is drawn from the key. docs/trees.md states it in full.
 */
#ifndef ABS_TREE_H
#define ABS_TREE_H

#include "absbench.h"

#define TREE_G ABS_G

enum { /* salts: what a draw is for */
       TREE_EVAL = 1,
       TREE_GAIN,
       TREE_ROOT,
       TREE_BEST,
       TREE_PLACE,
       TREE_GAP,
       TREE_NOISE,
       TREE_WIDTH,
};

/* Number of children: LO..HI, both within [1, ABS_MAX_MOVES]. */
typedef struct {
    int low, high;
} tree_width;

static inline uint64_t tree_root_key(uint64_t seed)
{
    return abs_mix64(seed + TREE_G);
}

static inline uint64_t tree_child(uint64_t key, unsigned i)
{
    return abs_mix_child(key, i);
}

static inline unsigned tree_count(const tree_width *width, uint64_t key)
{
    const int spread = width->high - width->low;
    return (unsigned)(width->low + (spread > 0 ? abs_draw(key, TREE_WIDTH, spread + 1) : 0));
}

typedef struct {
    unsigned next, count;
} tree_cursor;

static inline tree_cursor tree_moves(const tree_width *width, uint64_t key)
{
    return (tree_cursor){0, tree_count(width, key)};
}

static inline bool tree_next(tree_cursor *cursor, unsigned *move)
{
    if (cursor->next == cursor->count)
        return false;
    *move = cursor->next++;
    return true;
}

/* What sets a width in a table of abs_spec_options. */
#define TREE_WIDTH(width)                                                                          \
    .number = &(width).low, .upper = &(width).high, .low = 1, .high = ABS_MAX_MOVES

/* Descriptor parts that are the same for every drawn tree. */
void tree_move_text(const void *rules, const void *position, unsigned move, char *text,
                    size_t size);
int tree_max_depth(const void *rules);

#define TREE_INFO .kind = "tree", .max_depth = tree_max_depth

#endif
