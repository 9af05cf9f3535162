/*
 * uniform -- every node's value is drawn independently from [-range, range].
 *
 * This is the classic model of Fuller, Gaschnig & Gillogly (1973) and of Pearl. With commute=1 the
 * moves of one side commute, so that many paths reach the same position, as in real games. That
 * form has another type of position, and so the search is compiled for it a second time.
 */
#include "tree.h"

typedef struct {
    abs_rules base;
    tree_width width;
    int range;   /* values are -range..range */
    int commute; /* 1: moves of one side commute */
} uniform_rules;

static bool uniform_parse_rules(void *out, const char *options, abs_error *error)
{
    uniform_rules *rules = out;
    *rules = (uniform_rules){.width = {4, 4}, .range = 1000};
    const abs_spec_option table[] = {
        {.name = "b", TREE_WIDTH(rules->width)},
        {.name = "range", .number = &rules->range, .high = ABS_VALUE_MAX},
        {.name = "commute", .number = &rules->commute, .high = 1},
        {.name = NULL},
    };
    return abs_spec_parse(options, table, error);
}

static int uniform_bound(const void *rules, int depth)
{
    (void)depth;
    return ((const uniform_rules *)rules)->range;
}

static int uniform_half_pawn(const void *rules)
{
    const int range = ((const uniform_rules *)rules)->range;
    return range < 20 ? 1 : range / 20;
}

static inline int uniform_draw(const uniform_rules *rules, uint64_t key)
{
    return abs_draw(key, TREE_EVAL, 2 * rules->range + 1) - rules->range;
}

#define UNIFORM_INFO                                                                               \
    TREE_INFO, .name = "uniform",                                                                  \
               .summary = "independent values at every node; commute=1: with transpositions",      \
               .options = "b=N|LO..HI,range=R,commute=0|1", .example = "uniform:b=4,range=100",    \
               .unit = "1/range of the largest value", .default_depth = 7,                         \
               .parse_rules = uniform_parse_rules, .bound = uniform_bound,                         \
               .half_pawn = uniform_half_pawn

/* ---- commute=1: a node is its ply and the sums of each side's moves -------------------------- */

typedef uniform_rules commuting_rules;
typedef tree_cursor commuting_cursor;
typedef unsigned commuting_move;

typedef struct {
    uint64_t key, root, even, odd, ply;
} commuting_position;

static inline uint64_t commuting_hash(const commuting_position *p)
{
    return abs_mix64(p->root + p->even + abs_mix64(p->odd + TREE_G) + p->ply);
}

static void commuting_root(const void *rules, uint64_t seed, void *out)
{
    (void)rules;
    commuting_position *p = out;
    *p = (commuting_position){.root = tree_root_key(seed)};
    p->key = commuting_hash(p);
}

static inline tree_cursor commuting_moves(const uniform_rules *rules, const commuting_position *p)
{
    return tree_moves(&rules->width, p->key);
}

static inline commuting_position commuting_apply(const uniform_rules *rules,
                                                 const commuting_position *p, unsigned move)
{
    (void)rules;
    commuting_position child = *p;
    *(p->ply & 1 ? &child.odd : &child.even) += abs_mix64((move + UINT64_C(1)) * TREE_G);
    child.ply++;
    child.key = commuting_hash(&child);
    return child;
}

static inline int commuting_evaluate(const uniform_rules *rules, const commuting_position *p,
                                     int depth)
{
    (void)depth;
    return uniform_draw(rules, p->key);
}

#define commuting_next tree_next
#define commuting_key(rules, p) ((p)->key)
#define commuting_slot(p, move) (move)
#define commuting_move_text tree_move_text

#define DOMAIN commuting
#define DOMAIN_MAX_MOVES ABS_MAX_MOVES
#define DOMAIN_SLOTS ABS_MAX_MOVES
#define DOMAIN_COUNT(rules, p) tree_count(&(rules)->width, (p)->key)
#define DOMAIN_INFO UNIFORM_INFO, .root = commuting_root
#include "search/search.inc"

/* ---- commute=0: a node is its key ------------------------------------------------------------ */

typedef tree_cursor uniform_cursor;
typedef unsigned uniform_move;

typedef struct {
    uint64_t key;
} uniform_position;

static void uniform_root(const void *rules, uint64_t seed, void *out)
{
    (void)rules;
    ((uniform_position *)out)->key = tree_root_key(seed);
}

static inline tree_cursor uniform_moves(const uniform_rules *rules, const uniform_position *p)
{
    return tree_moves(&rules->width, p->key);
}

static inline uniform_position uniform_apply(const uniform_rules *rules, const uniform_position *p,
                                             unsigned move)
{
    (void)rules;
    return (uniform_position){tree_child(p->key, move)};
}

static inline int uniform_evaluate(const uniform_rules *rules, const uniform_position *p, int depth)
{
    (void)depth;
    return uniform_draw(rules, p->key);
}

static const abs_domain *uniform_choose(const void *rules)
{
    return ((const uniform_rules *)rules)->commute ? &ABS_DOMAIN(commuting) : NULL;
}

#define uniform_next tree_next
#define uniform_key(rules, p) ((p)->key)
#define uniform_slot(p, move) (move)
#define uniform_move_text tree_move_text

#define DOMAIN uniform
#define DOMAIN_MAX_MOVES ABS_MAX_MOVES
#define DOMAIN_SLOTS ABS_MAX_MOVES
#define DOMAIN_COUNT(rules, p) tree_count(&(rules)->width, (p)->key)
#define DOMAIN_INFO UNIFORM_INFO, .root = uniform_root, .choose = uniform_choose
#include "search/search.inc"
