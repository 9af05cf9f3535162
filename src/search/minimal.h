/*
 * minimal.h -- sizes of proofs: how small a tree can be that proves a bound of a position's value.
 *
 * A proof that the value is at least t needs one move whose child is at most -t; a proof that it is
 * at most t needs every move's child to be at least -t. The smallest tree that holds both (Knuth &
 * Moore 1975 give its least size in uniform trees) is the least
 * that any search without a table must visit, whatever its windows and move ordering. minimal.inc
 * finds it in any tree.
 *
 * Leaves and nodes are minimised separately: the tree with the fewest leaves need not have the
 * fewest nodes.
 *
 * Included by absbench.h: the expansion is compiled into every domain.
 */
#ifndef ABS_MINIMAL_H
#define ABS_MINIMAL_H

#include <stdint.h>

#define ABS_NO_PROOF UINT64_MAX /* the size, in either measure, of what cannot be proved */

typedef struct {
    uint64_t leaves, nodes;
} abs_size;

/* The smallest proofs of: value >= t, value <= t, and both in one tree. */
typedef struct {
    abs_size at_least, at_most, both;
} abs_proof;

static const abs_size abs_size_none = {ABS_NO_PROOF, ABS_NO_PROOF};

static inline bool abs_size_proved(abs_size a)
{
    return a.nodes != ABS_NO_PROOF;
}

static inline abs_size abs_size_leaf(bool holds)
{
    return holds ? (abs_size){1, 1} : abs_size_none;
}

static inline abs_size abs_size_add(abs_size a, abs_size b)
{
    if (!abs_size_proved(a) || !abs_size_proved(b))
        return abs_size_none;
    return (abs_size){a.leaves + b.leaves, a.nodes + b.nodes};
}

/* a less b, or nothing; if a is no proof, a. */
static inline abs_size abs_size_less(abs_size a, abs_size b)
{
    if (!abs_size_proved(a))
        return a;
    return (abs_size){a.leaves > b.leaves ? a.leaves - b.leaves : 0,
                      a.nodes > b.nodes ? a.nodes - b.nodes : 0};
}

static inline abs_size abs_size_least(abs_size a, abs_size b)
{
    return (abs_size){a.leaves < b.leaves ? a.leaves : b.leaves,
                      a.nodes < b.nodes ? a.nodes : b.nodes};
}

/* Whether a is smaller than b in either measure. */
static inline bool abs_size_below(abs_size a, abs_size b)
{
    return a.leaves < b.leaves || a.nodes < b.nodes;
}

#endif
