/*
 * recorded_tree.h -- a tree that writes down which of its nodes are searched, for the tests of the
 * closed forms. Its values and widths are given in full, or drawn from keys as `uniform` draws
 * them.
 *
 * Nodes are numbered: child i of node n is n * (most children) + 1 + i.
 */
#ifndef RECORDED_TREE_H
#define RECORDED_TREE_H

#include "find/findings.h"
#include "helpers.h"
#include "trees/tree.h"

enum { RECORDED_NODES = 1 << 15 };

/* What is given, and what is found. */
typedef struct {
    bool drawn;                /* values and widths by key */
    int range;                 /* of drawn values */
    int most;                  /* children */
    int width[64];             /* by node, if given */
    int value[RECORDED_NODES]; /* by node, if given; for the side to move */
    uint32_t seen[RECORDED_NODES];
    uint32_t stamp;
    uint64_t visits[THEORY_DEPTH_MAX + 1]; /* distinct nodes by ply */
} recording;

typedef struct {
    abs_rules base;
    tree_width width;
    recording *record;
} recorded_rules;

typedef struct {
    uint64_t key;
    uint32_t node, ply;
} recorded_position;

typedef tree_cursor recorded_cursor;
typedef unsigned recorded_move;

static inline void recorded_see(const recorded_rules *rules, const recorded_position *p)
{
    recording *r = rules->record;
    if (r->seen[p->node] == r->stamp)
        return;
    r->seen[p->node] = r->stamp;
    r->visits[p->ply]++;
}

static inline tree_cursor recorded_moves(const recorded_rules *rules, const recorded_position *p)
{
    recorded_see(rules, p);
    if (rules->record->drawn)
        return tree_moves(&rules->width, p->key);
    return (tree_cursor){0, (unsigned)rules->record->width[p->node]};
}

static inline recorded_position recorded_apply(const recorded_rules *rules,
                                               const recorded_position *p, unsigned move)
{
    return (recorded_position){tree_child(p->key, move),
                               p->node * (uint32_t)rules->record->most + 1 + move, p->ply + 1};
}

static inline int recorded_evaluate(const recorded_rules *rules, const recorded_position *p,
                                    int depth)
{
    const recording *r = rules->record;
    (void)depth;
    recorded_see(rules, p);
    return r->drawn ? abs_draw(p->key, TREE_EVAL, 2 * r->range + 1) - r->range : r->value[p->node];
}

#define recorded_next tree_next
#define recorded_key(rules, p) abs_mix64((p)->node + UINT64_C(1))
#define recorded_slot(p, move) (move)
#define recorded_move_text tree_move_text

static inline int recorded_bound(const void *rules, int depth)
{
    (void)depth;
    return ((const recorded_rules *)rules)->record->range;
}

#undef ABS_DEBUG /* its checks evaluate leaves that the search does not visit */
#define DOMAIN recorded
#define DOMAIN_MAX_MOVES 16
#define DOMAIN_SLOTS 16
#define DOMAIN_INFO TREE_INFO, .name = "recorded", .bound = recorded_bound
#include "search/search.inc"

#endif
