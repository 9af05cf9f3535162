/*
 * recorded_tree.h -- a tree, given in full, that writes down which of its nodes are searched, for
 * the tests of the closed forms. Child i of node n is node n * (most children) + 1 + i.
 */
#ifndef RECORDED_TREE_H
#define RECORDED_TREE_H

#include "helpers.h"
#include "tests/find/closed_forms.h"
#include "trees/tree.h"

/* What is given, and what is found. */
typedef struct {
    int range;     /* of values */
    int most;      /* children */
    int width[64]; /* by node */
    int value[64]; /* by node, for the side to move */
    uint32_t seen[64];
    uint32_t stamp;
    uint64_t visits[CLOSED_DEPTH_MAX + 1]; /* distinct nodes by ply */
} recording;

typedef struct {
    abs_rules base;
    recording *record;
} recorded_rules;

typedef struct {
    uint32_t node, ply;
} recorded_position;

typedef tree_cursor recorded_cursor;
typedef unsigned recorded_move;

static inline void recorded_see(recording *r, const recorded_position *p)
{
    r->visits[p->ply] += r->seen[p->node] != r->stamp;
    r->seen[p->node] = r->stamp;
}

static inline tree_cursor recorded_moves(const recorded_rules *rules, const recorded_position *p)
{
    recorded_see(rules->record, p);
    return (tree_cursor){0, (unsigned)rules->record->width[p->node]};
}

static inline recorded_position recorded_apply(const recorded_rules *rules,
                                               const recorded_position *p, unsigned move)
{
    return (recorded_position){p->node * (uint32_t)rules->record->most + 1 + move, p->ply + 1};
}

static inline int recorded_evaluate(const recorded_rules *rules, const recorded_position *p,
                                    int depth)
{
    (void)depth;
    recorded_see(rules->record, p);
    return rules->record->value[p->node];
}

static inline int recorded_bound(const void *rules, int depth)
{
    (void)depth;
    return ((const recorded_rules *)rules)->record->range;
}

#define recorded_next tree_next
#define recorded_key(rules, p) abs_mix64((p)->node + UINT64_C(1))
#define recorded_slot(p, move) (move)
#define recorded_move_text tree_move_text

#undef ABS_DEBUG /* its checks evaluate leaves that the search does not visit */
#define DOMAIN recorded
#define DOMAIN_MAX_MOVES 16
#define DOMAIN_SLOTS 16
#define DOMAIN_INFO TREE_INFO, .name = "recorded", .bound = recorded_bound
#include "search/search.inc"

#endif
