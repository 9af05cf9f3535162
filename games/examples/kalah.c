/*
 * kalah -- Kalah with six pits a side, as a plug-in: a game in which a move may be followed by
 * another of the same side.
 *
 *     cc $(pkg-config --cflags absbench) -o kalah.so kalah.c
 *     absbench --game=./kalah.so:seeds=3 --algo=all --depth=8
 *
 * A search expects the sides to take turns. So after a side has sown its last seed into its own
 * store, the other side has one move, to pass, and then the first moves again. Such a pass costs no
 * depth (DOMAIN_COST): the depth counts the moves that sow seeds.
 */
#include "absbench.h"

enum { PITS = 6, MOST_SEEDS = 6, STORE = PITS, PASS = PITS };

typedef struct {
    abs_rules base;
    int seeds; /* in each pit at the start */
} kalah_rules;

typedef struct {
    uint8_t seeds[2][PITS + 1]; /* of South and North: their pits from their left, and the store */
    uint8_t side;               /* the side to move */
    uint8_t passes;             /* 1: it must pass, since the other side moves again */
} kalah_position;

typedef uint8_t kalah_move; /* a pit, or PASS */

typedef struct {
    unsigned left; /* the moves still to be tried, one bit each */
} kalah_cursor;

static inline unsigned full_pits(const kalah_position *p, int side)
{
    unsigned pits = 0;
    for (int i = 0; i < PITS; i++)
        pits |= (unsigned)(p->seeds[side][i] > 0) << i;
    return pits;
}

static inline kalah_cursor kalah_moves(const kalah_rules *rules, const kalah_position *p)
{
    (void)rules;
    return (kalah_cursor){p->passes ? 1u << PASS : full_pits(p, p->side)};
}

static inline bool kalah_next(kalah_cursor *c, kalah_move *move)
{
    if (c->left == 0)
        return false;
    *move = (kalah_move)__builtin_ctz(c->left);
    c->left &= c->left - 1;
    return true;
}

/* Ends the game if a side has no seed in its pits: all seeds that are left go to the other's store.
   Returns whether it did. */
static inline bool sweep(kalah_position *p)
{
    if (full_pits(p, 0) != 0 && full_pits(p, 1) != 0)
        return false;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < PITS; i++) {
            p->seeds[side][STORE] += p->seeds[side][i];
            p->seeds[side][i] = 0;
        }
    return true;
}

static inline kalah_position kalah_apply(const kalah_rules *rules, const kalah_position *p,
                                         kalah_move move)
{
    (void)rules;
    kalah_position child = *p;
    const int own = p->side;
    child.side = !own;
    child.passes = 0;
    if (move == PASS)
        return child;
    int side = own, pit = move, hand = child.seeds[own][move];
    child.seeds[own][move] = 0;
    for (; hand > 0; hand--) {
        pit++;
        if (pit > STORE || (pit == STORE && side != own)) { /* no seed goes into the other's store */
            side = !side;
            pit = 0;
        }
        child.seeds[side][pit]++;
    }
    uint8_t *facing = &child.seeds[!own][PITS - 1 - (pit < PITS ? pit : 0)];
    if (side == own && pit < PITS && child.seeds[own][pit] == 1 && *facing > 0) {
        child.seeds[own][STORE] += (uint8_t)(*facing + 1);
        child.seeds[own][pit] = *facing = 0;
    }
    child.passes = !sweep(&child) && pit == STORE;
    return child;
}

static inline unsigned kalah_slot(const kalah_position *p, kalah_move move)
{
    return p->side * (PITS + 1u) + move;
}

/* South's pits are a to f, North's A to F. */
static void kalah_move_text(const void *rules, const void *position, kalah_move move, char *text,
                            size_t size)
{
    (void)rules;
    const char first = ((const kalah_position *)position)->side == 0 ? 'a' : 'A';
    snprintf(text, size, move == PASS ? "--" : "%c", first + move);
}

enum { WIN = 100 };

static inline int kalah_evaluate(const kalah_rules *rules, const kalah_position *p, int depth)
{
    (void)depth;
    const int more = p->seeds[p->side][STORE] - p->seeds[!p->side][STORE];
    const bool over = full_pits(p, 0) == 0 && full_pits(p, 1) == 0;
    if (rules->base.eval == ABS_EVAL_RESULT)
        return over ? (more > 0) - (more < 0) : 0;
    return over ? more + WIN * ((more > 0) - (more < 0)) : more;
}

static int kalah_bound(const void *rules, int depth)
{
    (void)depth;
    const kalah_rules *r = rules;
    return r->base.eval == ABS_EVAL_RESULT ? 1 : WIN + 2 * PITS * r->seeds;
}

static inline uint64_t kalah_key(const kalah_rules *rules, const kalah_position *p)
{
    (void)rules;
    uint64_t key = (uint64_t)(p->side * 2 + p->passes);
    for (int i = 0; i < 2 * (PITS + 1); i++)
        key = abs_mix64(key * (MOST_SEEDS * 2 * PITS + 1) +
                        p->seeds[i / (PITS + 1)][i % (PITS + 1)] + ABS_G);
    return key;
}

/* "4,4,4,4,4,4,0 4,4,4,4,4,4,0 S": the pits and store of South, those of North, and the side to
   move, with a P behind it if it must pass. */
static void kalah_print(const void *rules, const void *position, char *text, size_t size)
{
    (void)rules;
    const kalah_position *p = position;
    size_t used = 0;
    for (int i = 0; i < 2 * (PITS + 1); i++)
        used +=
            (size_t)snprintf(text + used, size - used, "%d%c",
                             p->seeds[i / (PITS + 1)][i % (PITS + 1)], i % 7 < PITS ? ',' : ' ');
    snprintf(text + used, size - used, "%c%s", "SN"[p->side], p -> passes ? "P" : "");
}

static bool kalah_parse(const void *rules, const char *text, void *position, abs_error *error)
{
    const int seeds = ((const kalah_rules *)rules)->seeds;
    kalah_position *p = position;
    int n[2 * (PITS + 1)], sum = 0, end = 0;
    char side = 'S', pass = '\0';
    *p = (kalah_position){.side = 0};
    const bool start = strcmp(text, "start") == 0;
    if (!start && (sscanf(text, "%2d,%2d,%2d,%2d,%2d,%2d,%2d %2d,%2d,%2d,%2d,%2d,%2d,%2d %c%n",
                          &n[0], &n[1], &n[2], &n[3], &n[4], &n[5], &n[6], &n[7], &n[8], &n[9],
                          &n[10], &n[11], &n[12], &n[13], &side, &end) < 15 ||
                   (side != 'S' && side != 'N') ||
                   (pass = text[end], pass != '\0' && strcmp(text + end, "P") != 0)))
        return abs_fail(error, ABS_USAGE,
                        "give start, or six pits and the store of South, of North, and who moves, "
                        "S or N, with a P behind it where it must pass: "
                        "4,4,4,4,4,4,0 4,4,4,4,4,4,0 S");
    for (int i = 0; i < 2 * (PITS + 1); i++) {
        const int here = start ? (i % (PITS + 1) < PITS ? seeds : 0) : n[i];
        sum += here;
        if (here < 0 || sum > 2 * PITS * seeds)
            return abs_fail(error, ABS_USAGE, "there are 0 to %d seeds in all", 2 * PITS * seeds);
        p->seeds[i / (PITS + 1)][i % (PITS + 1)] = (uint8_t)here;
    }
    p->side = side == 'N';
    const bool over = sweep(p);
    p->passes = pass == 'P' && !over;
    return true;
}

static bool kalah_parse_rules(void *rules, const char *options, abs_error *error)
{
    kalah_rules *r = rules;
    const abs_spec_option table[] = {
        {.name = "seeds", .number = &r->seeds, .low = 1, .high = MOST_SEEDS}, {.name = NULL}};
    *r = (kalah_rules){{.eval = ABS_EVAL_HEURISTIC}, 4};
    return abs_spec_parse(options, table, error);
}

/* A pass may follow every move, and a line has at most ABS_MAX_PLY plies. */
static int kalah_max_depth(const void *rules)
{
    (void)rules;
    return ABS_MAX_PLY / 2 - 1;
}

static bool kalah_free_passes(const void *rules)
{
    (void)rules;
    return true;
}

static int kalah_half_pawn(const void *rules)
{
    (void)rules;
    return 1;
}

#define DOMAIN kalah
#define DOMAIN_MAX_MOVES PITS
#define DOMAIN_SLOTS (2 * (PITS + 1))
#define DOMAIN_COST(rules, p, move) ((move) != PASS)
#define DOMAIN_INFO                                                                                \
    .name = "kalah", .kind = "game", .summary = "sow; the last seed in the own store moves again", \
    .options = "seeds=1..6", .unit = "a seed", .default_depth = 8,                                 \
    .parse_rules = kalah_parse_rules, .parse = kalah_parse, .print = kalah_print,                  \
    .max_depth = kalah_max_depth, .bound = kalah_bound, .half_pawn = kalah_half_pawn,              \
    .free_passes = kalah_free_passes, .forms = (const abs_form[])                                  \
    {                                                                                              \
        {"pits and store of South, of North, and who moves", "4,4,4,4,4,4,0 4,4,4,4,4,4,0 S"},     \
        {                                                                                          \
            NULL, NULL                                                                             \
        }                                                                                          \
    }
#include "search/search.inc"
