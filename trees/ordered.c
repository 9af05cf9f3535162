/*
 * ordered -- trees in which the quality of the move order can be chosen.
 *
 * The strongly ordered trees of Marsland & Campbell, "Parallel search of strongly ordered game
 * trees" (1982): the best move is the first with probability `first`, and among the first quarter
 * with probability `quarter` (in hundredths). The tree is made from the root downwards, so the true
 * value is known at every node; the evaluation is that value plus noise.
 */
#include "tree.h"

typedef struct {
    abs_rules base;
    tree_width width;
    int range;          /* of the root's value */
    int gap;            /* other moves are worse than the best by 0..gap */
    int first, quarter; /* hundredths */
    int noise;
} ordered_rules;

typedef struct {
    uint64_t key;
    int value; /* the true one, for the side to move */
} ordered_position;

typedef struct {
    unsigned index;
    bool best;
} ordered_move;

typedef struct {
    unsigned next, count, best;
} ordered_cursor;

static bool ordered_parse_rules(void *out, const char *options, abs_error *error)
{
    ordered_rules *rules = out;
    *rules =
        (ordered_rules){.width = {6, 6}, .range = 1000, .gap = 100, .first = 70, .quarter = 90};
    const abs_spec_option table[] = {
        {.name = "b", TREE_WIDTH(rules->width)},
        {.name = "range", .number = &rules->range, .high = ABS_VALUE_MAX},
        {.name = "gap", .number = &rules->gap, .high = ABS_VALUE_MAX / ABS_MAX_DEPTH},
        {.name = "first", .number = &rules->first, .high = 100},
        {.name = "quarter", .number = &rules->quarter, .high = 100},
        {.name = "noise", .number = &rules->noise, .high = ABS_VALUE_MAX},
        {.name = NULL},
    };
    if (!abs_spec_parse(options, table, error))
        return false;
    const int64_t largest =
        (int64_t)rules->range + (int64_t)rules->gap * ABS_MAX_DEPTH + (int64_t)rules->noise;
    if (largest > ABS_VALUE_MAX)
        return abs_fail(error, ABS_USAGE,
                        "range + %d * gap + noise is %lld, beyond the largest value, %d; make one "
                        "of them smaller",
                        ABS_MAX_DEPTH, (long long)largest, ABS_VALUE_MAX);
    return true;
}

static void ordered_root(const void *rules, uint64_t seed, void *out)
{
    const int range = ((const ordered_rules *)rules)->range;
    const uint64_t key = tree_root_key(seed);
    *(ordered_position *)out =
        (ordered_position){.key = key, .value = abs_draw(key, TREE_ROOT, 2 * range + 1) - range};
}

static int ordered_bound(const void *out, int depth)
{
    const ordered_rules *rules = out;
    return rules->range + rules->gap * depth + rules->noise;
}

static int ordered_half_pawn(const void *out)
{
    const ordered_rules *rules = out;
    const int window = rules->gap / 2 + rules->noise;
    return window > 0 ? window : 1;
}

/* The place of the best of `count` moves. */
static inline unsigned ordered_best(const ordered_rules *rules, uint64_t key, unsigned count)
{
    const int b = (int)count, quarter = (b + 3) / 4;
    const int x = abs_draw(key, TREE_BEST, 100);
    if (x < rules->first || b == 1)
        return 0;
    if (x < rules->quarter && quarter > 1)
        return 1 + (unsigned)abs_draw(key, TREE_PLACE, quarter - 1);
    return (unsigned)(quarter + abs_draw(key, TREE_PLACE, b - quarter));
}

static inline ordered_cursor ordered_moves(const ordered_rules *rules, const ordered_position *p)
{
    const unsigned count = tree_count(&rules->width, p->key);
    return (ordered_cursor){.count = count, .best = ordered_best(rules, p->key, count)};
}

static inline bool ordered_next(ordered_cursor *cursor, ordered_move *move)
{
    if (cursor->next == cursor->count)
        return false;
    *move = (ordered_move){.index = cursor->next, .best = cursor->next == cursor->best};
    cursor->next++;
    return true;
}

static inline ordered_position ordered_apply(const ordered_rules *rules, const ordered_position *p,
                                             ordered_move move)
{
    const uint64_t key = tree_child(p->key, move.index);
    const int worse = move.best ? 0 : abs_draw(key, TREE_GAP, rules->gap + 1);
    return (ordered_position){.key = key, .value = worse - p->value};
}

static inline int ordered_evaluate(const ordered_rules *rules, const ordered_position *p, int depth)
{
    (void)depth;
    if (rules->noise == 0)
        return p->value;
    return p->value + abs_draw(p->key, TREE_NOISE, 2 * rules->noise + 1) - rules->noise;
}

#define ordered_key(rules, p) ((p)->key)
#define ordered_slot(p, move) ((move).index)
#define ordered_move_text(rules, p, move, text, size)                                              \
    tree_move_text(rules, p, (move).index, text, size)

#define DOMAIN ordered
#define DOMAIN_MAX_MOVES ABS_MAX_MOVES
#define DOMAIN_SLOTS ABS_MAX_MOVES
#define DOMAIN_COUNT(rules, p) tree_count(&(rules)->width, (p)->key)
#define DOMAIN_INFO                                                                                \
    TREE_INFO,                                                                                     \
        .name = "ordered",                                                                         \
        .summary = "how often the best move is first can be set (Marsland & Campbell 1982)",       \
        .options = "b=N|LO..HI,range=R,gap=G,first=P,quarter=Q,noise=N",                           \
        .example = "ordered:b=6,range=1000,gap=100,first=70,quarter=90,noise=0",                   \
        .unit = "1/gap of the largest loss by a wrong move", .default_depth = 7,                   \
        .parse_rules = ordered_parse_rules, .root = ordered_root, .bound = ordered_bound,          \
        .half_pawn = ordered_half_pawn
#include "search/search.inc"
