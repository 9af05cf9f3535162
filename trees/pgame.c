/*
 * pgame -- every position is a win or a loss, by chance.
 *
 * The P-game of Pearl, "Asymptotic properties of minimax trees and game-searching procedures"
 * (1980): a leaf is won for the root's side with probability win/1000. All windows are null windows
 * here, so this model shows how good an algorithm is when narrow windows save nothing.
 */
#include "tree.h"

typedef struct {
    abs_rules base;
    tree_width width;
    int win; /* the chance of a win, in thousandths */
} pgame_rules;

typedef struct {
    uint64_t key;
    int sign; /* +1 if the root's side is to move, -1 if the other is */
} pgame_position;

typedef tree_cursor pgame_cursor;
typedef unsigned pgame_move;

static bool pgame_parse_rules(void *out, const char *options, abs_error *error)
{
    pgame_rules *rules = out;
    *rules = (pgame_rules){.width = {3, 3}, .win = 500};
    const abs_spec_option table[] = {
        {.name = "b", TREE_WIDTH(rules->width)},
        {.name = "win", .number = &rules->win, .high = 1000},
        {.name = NULL},
    };
    return abs_spec_parse(options, table, error);
}

static void pgame_root(const void *rules, uint64_t seed, void *out)
{
    (void)rules;
    *(pgame_position *)out = (pgame_position){.key = tree_root_key(seed), .sign = 1};
}

static int pgame_one(const void *rules)
{
    (void)rules;
    return 1;
}

static int pgame_bound(const void *rules, int depth)
{
    (void)depth;
    return pgame_one(rules);
}

static inline tree_cursor pgame_moves(const pgame_rules *rules, const pgame_position *p)
{
    return tree_moves(&rules->width, p->key);
}

static inline pgame_position pgame_apply(const pgame_rules *rules, const pgame_position *p,
                                         unsigned move)
{
    (void)rules;
    return (pgame_position){.key = tree_child(p->key, move), .sign = -p->sign};
}

static inline int pgame_evaluate(const pgame_rules *rules, const pgame_position *p, int depth)
{
    (void)depth;
    return abs_draw(p->key, TREE_EVAL, 1000) < rules->win ? p->sign : -p->sign;
}

#define pgame_next tree_next
#define pgame_key(rules, p) ((p)->key)
#define pgame_slot(p, move) (move)
#define pgame_move_text tree_move_text

#define DOMAIN pgame
#define DOMAIN_MAX_MOVES ABS_MAX_MOVES
#define DOMAIN_SLOTS ABS_MAX_MOVES
#define DOMAIN_COUNT(rules, p) tree_count(&(rules)->width, (p)->key)
#define DOMAIN_INFO                                                                                \
    TREE_INFO, .name = "pgame", .aliases = "p-game",                                               \
               .summary = "wins and losses by chance (P-game, Pearl 1980)",                        \
               .options = "b=N|LO..HI,win=0..1000", .example = "pgame:b=3,win=500",                \
               .unit = "+1 is a win, -1 a loss", .default_depth = 8,                               \
               .parse_rules = pgame_parse_rules, .root = pgame_root, .bound = pgame_bound,         \
               .half_pawn = pgame_one
#include "search/search.inc"
