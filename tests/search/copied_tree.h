/*
 * copied_tree.h -- a domain of the tests' own: a tree written out node by node, copied from another
 * domain's position and depth. It remembers which leaves were evaluated, each for itself, however
 * many of them are one position.
 */
#ifndef TEST_COPIED_TREE_H
#define TEST_COPIED_TREE_H

#include "searched.h"

enum { COPIED_MAX = 1 << 17 };

typedef struct {
    int value; /* of a leaf, from the side to move */
    uint32_t first, count;
    int cost; /* of its moves, in plies */
} copied_item;

static copied_item copied[COPIED_MAX];
static bool copied_seen[COPIED_MAX];
static uint32_t copied_count;
static abs_search *copied_quiet; /* with it, depth ends in quiescence; NULL: evaluation */

typedef struct {
    abs_rules base;
    int bound;
    bool free_moves;
} copied_rules;

typedef struct {
    uint32_t node;
} copied_position;

typedef struct {
    uint32_t next, end;
} copied_cursor;

typedef uint32_t copied_move;

static copied_cursor copied_moves(const copied_rules *rules, const copied_position *p)
{
    const copied_item *n = &copied[p->node];
    (void)rules;
    return (copied_cursor){n->first, n->first + n->count};
}

static bool copied_next(copied_cursor *cursor, uint32_t *move)
{
    *move = cursor->next;
    return cursor->next++ < cursor->end;
}

static copied_position copied_apply(const copied_rules *rules, const copied_position *p,
                                    uint32_t move)
{
    (void)rules;
    (void)p;
    return (copied_position){move};
}

static int copied_evaluate(const copied_rules *rules, const copied_position *p, int depth)
{
    (void)rules;
    (void)depth;
    copied_seen[p->node] = true;
    return copied[p->node].value;
}

static inline void copied_move_text(const void *rules, const void *p, uint32_t move, char *text,
                                    size_t size)
{
    (void)rules;
    (void)p;
    snprintf(text, size, "%u", move);
}

static int copied_bound(const void *rules, int depth)
{
    (void)depth;
    return ((const copied_rules *)rules)->bound;
}

static bool copied_free_passes(const void *rules)
{
    return ((const copied_rules *)rules)->free_moves;
}

#define copied_key(rules, p) abs_mix64((p)->node)
#define copied_slot(p, move) 0
#define DOMAIN copied
#define DOMAIN_MAX_MOVES ABS_MAX_MOVES
#define DOMAIN_SLOTS 1
#define DOMAIN_COST(rules, p, move) (copied[(p)->node].cost)
#define DOMAIN_INFO                                                                                \
    .name = "copied", .kind = "tree", .bound = copied_bound, .free_passes = copied_free_passes
#undef ABS_DEBUG /* its check of the contract evaluates leaves of its own accord */
#include "search/search.inc"

static copied_rules copied_now;
static copied_position copied_start;
static const abs_subject copied_subject = {.kind = "tree", .domain = "copied", .spec = "copied"};
static const abs_root copied_root = {.subject = &copied_subject,
                                     .domain = &copied_domain,
                                     .rules = &copied_now,
                                     .position = &copied_start,
                                     .spec = "copied",
                                     .text = "copied",
                                     .id = "copied"};

/* Searches the tree; copied_seen has the leaves. */
static inline const abs_row *copied_row(const abs_config *config, bool check_moves)
{
    memset(copied_seen, 0, copied_count * sizeof copied_seen[0]);
    return searched(&copied_root, config, check_moves);
}

/* ---- making trees --------------------------------------------------------------------------- */

static inline uint32_t copied_add(uint32_t count)
{
    const uint32_t first = copied_count;
    if (copied_count + count > COPIED_MAX)
        fail_msg("a tree of more than %d nodes", COPIED_MAX);
    for (uint32_t i = 0; i < count; i++)
        copied[copied_count++] = (copied_item){.cost = 1};
    return first;
}

static inline void copied_below(const test_position *p, const void *position, int depth,
                                uint32_t node)
{
    const abs_domain *d = p->root.domain;
    const uint32_t count = depth > 0 ? d->count_moves(p->rules, position) : 0;
    if (count == 0) {
        copied[node].value = copied_quiet != NULL && depth == 0
                                 ? d->search(copied_quiet, position, -ABS_INFINITY, ABS_INFINITY, 0)
                                 : abs_round(d->evaluate(p->rules, position, depth),
                                             copied_quiet != NULL ? copied_quiet->grain : 1);
        return;
    }
    void *child = malloc(d->position_size);
    copied[node].first = copied_add(count);
    copied[node].count = count;
    copied[node].cost = d->cost(p->rules, position, 0);
    for (uint32_t i = 0; i < count; i++) {
        d->apply(p->rules, position, i, child);
        copied_below(p, child, depth - copied[node].cost, copied[node].first + i);
    }
    free(child);
}

/* The tree is now a position's, to that depth. */
static inline void copied_take(const test_position *p, int depth)
{
    copied_count = 0;
    copied_now = (copied_rules){.bound = p->root.domain->bound(p->rules, depth),
                                .free_moves = abs_free_passes(p->root.domain, p->rules)};
    copied_below(p, p->root.position, depth, copied_add(1));
}

#endif
