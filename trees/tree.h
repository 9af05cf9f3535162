/*
 * tree.h -- the common part of the synthetic tree models: keys, draws and widths.
 *
 * A node is its key, and everything about it is drawn from the key. All arithmetic is unsigned,
 * with 64 bits, wrapping, so that it is the same in every language. docs/games.md states it in
 * full.
 */
#ifndef ABS_TREE_H
#define ABS_TREE_H

#include "absbench.h"

#define TREE_G ABS_G

enum { /* salts, one for each purpose of a draw */
       TREE_EVAL = 1,
       TREE_GAIN,
       TREE_ROOT,
       TREE_BEST,
       TREE_PLACE,
       TREE_GAP,
       TREE_NOISE,
       TREE_WIDTH,
};

/* The numbers of children, LO..HI, both within [1, ABS_MAX_MOVES]. */
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

/* The members of an abs_spec_option that sets a width. */
#define TREE_WIDTH(width)                                                                          \
    .number = &(width).low, .upper = &(width).high, .low = 1, .high = ABS_MAX_MOVES

/* Parts of the descriptor that are the same for all drawn trees. */
void tree_move_text(const void *rules, const void *position, unsigned move, char *text,
                    size_t size);
int tree_max_depth(const void *rules);

#define TREE_INFO .kind = "tree", .max_depth = tree_max_depth

#endif
