/*
 * incremental -- every move has a gain for its side, and the gains add up.
 *
 * Newborn, "The efficiency of the alpha-beta search on trees with branch-dependent terminal node
 * scores" (1977). A node's value is the sum of the gains on the way to it, so that neighbouring
 * depths agree, as in real games: the last iteration's value is a good guess at the next one's.
 */
#include "tree.h"

typedef struct {
    abs_rules base;
    tree_width width;
    int step;
} incremental_rules;

typedef struct {
    uint64_t key;
    int value; /* for the side to move */
} incremental_position;

typedef tree_cursor incremental_cursor;
typedef unsigned incremental_move;

static bool incremental_parse_rules(void *out, const char *options, abs_error *error)
{
    incremental_rules *rules = out;
    *rules = (incremental_rules){.width = {6, 6}, .step = 10};
    const abs_spec_option table[] = {
        {.name = "b", TREE_WIDTH(rules->width)},
        /* the largest step with which the longest line stays within the values allowed */
        {.name = "step", .number = &rules->step, .high = ABS_VALUE_MAX / ABS_MAX_DEPTH},
        {.name = NULL},
    };
    return abs_spec_parse(options, table, error);
}

static void incremental_root(const void *rules, uint64_t seed, void *out)
{
    (void)rules;
    *(incremental_position *)out = (incremental_position){.key = tree_root_key(seed), .value = 0};
}

static int incremental_bound(const void *rules, int depth)
{
    return ((const incremental_rules *)rules)->step * depth;
}

static int incremental_half_pawn(const void *rules)
{
    const int step = ((const incremental_rules *)rules)->step;
    return step > 0 ? step : 1;
}

static inline tree_cursor incremental_moves(const incremental_rules *rules,
                                            const incremental_position *p)
{
    return tree_moves(&rules->width, p->key);
}

static inline incremental_position incremental_apply(const incremental_rules *rules,
                                                     const incremental_position *p, unsigned move)
{
    const uint64_t key = tree_child(p->key, move);
    const int gain = abs_draw(key, TREE_GAIN, 2 * rules->step + 1) - rules->step;
    return (incremental_position){.key = key, .value = -(p->value + gain)};
}

static inline int incremental_evaluate(const incremental_rules *rules,
                                       const incremental_position *p, int depth)
{
    (void)rules;
    (void)depth;
    return p->value;
}

#define incremental_next tree_next
#define incremental_key(rules, p) ((p)->key)
#define incremental_slot(p, move) (move)
#define incremental_move_text tree_move_text

#define DOMAIN incremental
#define DOMAIN_MAX_MOVES ABS_MAX_MOVES
#define DOMAIN_SLOTS ABS_MAX_MOVES
#define DOMAIN_COUNT(rules, p) tree_count(&(rules)->width, (p)->key)
#define DOMAIN_INFO                                                                                \
    TREE_INFO, .name = "incremental",                                                              \
               .summary = "sums of gains along the path (branch-dependent scores, Newborn 1977)",  \
               .options = "b=N|LO..HI,step=S", .example = "incremental:b=6,step=10",               \
               .unit = "1/step of the largest gain of a move", .default_depth = 7,                 \
               .parse_rules = incremental_parse_rules, .root = incremental_root,                   \
               .bound = incremental_bound, .half_pawn = incremental_half_pawn
#include "search/search.inc"
