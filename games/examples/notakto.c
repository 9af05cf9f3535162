/*
 * notakto -- Notakto, misere tic-tac-toe with crosses alone, on one to three boards (Cantelo 2012),
 * as a plug-in. Both sides place crosses. A board with three in a row is dead, and the side that
 * kills the last board has lost.
 *
 *     cc $(pkg-config --cflags absbench) -o notakto.so notakto.c
 *     absbench --game=./notakto.so:boards=2 --eval=result --depth=12
 *
 * The example shows options of a game (boards=N) and a text for positions that is the game's own. A
 * position is the same for both sides, so the side to move is not a part of it.
 */
#include "absbench.h"

enum { BOARDS = 3, SQUARES = 9, FULL = 0x1FF };

typedef struct {
    abs_rules base;
    int boards;
} nk_rules;

typedef struct {
    uint16_t crosses[BOARDS]; /* of each board: 9 bits, row by row; FULL if the board is dead */
} nk_position;

typedef uint8_t nk_move; /* board * SQUARES + square */

typedef struct {
    uint32_t left; /* the squares of all boards that are still to be tried, one bit each */
} nk_cursor;

static inline bool has_line(unsigned b)
{
    return (b & b >> 1 & b >> 2 & 0111) || (b & b >> 3 & b >> 6) || (b & 0421) == 0421 ||
           (b & 0124) == 0124;
}

static inline nk_cursor nk_moves(const nk_rules *rules, const nk_position *p)
{
    nk_cursor c = {0};
    for (int i = 0; i < rules->boards; i++)
        c.left |= (uint32_t)(FULL & ~p->crosses[i]) << i * SQUARES;
    return c;
}

static inline bool nk_next(nk_cursor *c, nk_move *move)
{
    if (c->left == 0)
        return false;
    *move = (nk_move)__builtin_ctz(c->left);
    c->left &= c->left - 1;
    return true;
}

static inline nk_position nk_apply(const nk_rules *rules, const nk_position *p, nk_move move)
{
    (void)rules;
    nk_position child = *p;
    uint16_t *board = &child.crosses[move / SQUARES];
    *board |= (uint16_t)(1u << move % SQUARES);
    if (has_line(*board))
        *board = FULL;
    return child;
}

static inline unsigned nk_slot(const nk_position *p, nk_move move)
{
    (void)p;
    return move;
}

/* Writes a board's letter and a square's number: "a5" is the middle of the first board. */
static void nk_move_text(const void *rules, const void *position, nk_move move, char *text,
                         size_t size)
{
    (void)rules, (void)position;
    snprintf(text, size, "%c%d", 'a' + move / SQUARES, move % SQUARES + 1);
}

enum { WIN = 100 };

/* If no move is left, the other side has killed the last board and lost. Before that, an odd number
   of squares that kill no board counts as good for the side to move, which is a mere guess. */
static inline int nk_evaluate(const nk_rules *rules, const nk_position *p, int depth)
{
    int left = 0, safe = 0;
    for (int i = 0; i < rules->boards; i++)
        for (unsigned free = FULL & ~p->crosses[i]; free != 0; free &= free - 1) {
            left++;
            safe += !has_line(p->crosses[i] | (free & -free));
        }
    if (rules->base.eval == ABS_EVAL_RESULT)
        return left == 0;
    return left == 0 ? WIN + depth : safe % 2 == 1 ? 1 + safe : -1 - safe;
}

static int nk_bound(const void *rules, int depth)
{
    return ((const nk_rules *)rules)->base.eval == ABS_EVAL_RESULT ? 1 : WIN + depth;
}

static inline uint64_t nk_key(const nk_rules *rules, const nk_position *p)
{
    uint64_t squares = 0;
    for (int i = 0; i < rules->boards; i++)
        squares = squares << SQUARES | p->crosses[i];
    return abs_mix64(squares + ABS_G);
}

/* "X---X----/---------": the nine squares of each board, row by row; a dead board is "dead". */
static void nk_print(const void *rules, const void *position, char *text, size_t size)
{
    const nk_position *p = position;
    size_t used = 0;
    for (int i = 0; i < ((const nk_rules *)rules)->boards; i++) {
        char board[SQUARES + 1] = "dead";
        for (int square = 0; p->crosses[i] != FULL && square < SQUARES; square++)
            board[square] = "-X"[p->crosses[i] >> square & 1];
        used += (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? "/" : "", board);
    }
}

static bool nk_parse(const void *rules, const char *text, void *position, abs_error *error)
{
    const int boards = ((const nk_rules *)rules)->boards;
    nk_position *p = position;
    *p = (nk_position){{0}};
    if (strcmp(text, "start") == 0)
        return true;
    for (int i = 0; i < boards; i++) {
        const size_t length = strcspn(text, "/");
        const bool dead = length == 4 && strncmp(text, "dead", 4) == 0;
        if ((!dead && (length != SQUARES || strspn(text, "X-") < SQUARES)) ||
            text[length] != (i + 1 < boards ? '/' : '\0'))
            return abs_fail(
                error, ABS_USAGE,
                "board %d: give start, or for each of %d boards nine of X - or the word "
                "dead, with / between them",
                i + 1, boards);
        for (size_t square = 0; !dead && square < SQUARES; square++)
            p->crosses[i] |= (uint16_t)((text[square] == 'X') << square);
        if (dead || has_line(p->crosses[i]))
            p->crosses[i] = FULL;
        text += length + 1;
    }
    return true;
}

/* Reads what follows the colon of --game=./notakto.so:boards=N. */
static bool nk_parse_rules(void *rules, const char *options, abs_error *error)
{
    nk_rules *r = rules;
    const abs_spec_option table[] = {
        {.name = "boards", .number = &r->boards, .low = 1, .high = BOARDS}, {.name = NULL}};
    *r = (nk_rules){{.eval = ABS_EVAL_HEURISTIC}, BOARDS};
    return abs_spec_parse(options, table, error);
}

static int nk_max_depth(const void *rules)
{
    return ((const nk_rules *)rules)->boards * SQUARES;
}

/* Every ply fills a square, so no more plies can be played than squares are free. */
static int nk_plies_left(const void *rules, const void *position)
{
    const nk_position *p = position;
    int left = 0;
    for (int i = 0; i < ((const nk_rules *)rules)->boards; i++)
        left += __builtin_popcount(FULL & ~(unsigned)p->crosses[i]);
    return left;
}

static int nk_half_pawn(const void *rules)
{
    (void)rules;
    return 2;
}

#define DOMAIN nk
#define DOMAIN_MAX_MOVES (BOARDS * SQUARES)
#define DOMAIN_SLOTS (BOARDS * SQUARES)
#define DOMAIN_INFO                                                                                \
    .name = "notakto", .kind = "game",                                                             \
    .summary = "crosses alone; who completes the last three in a row loses",                       \
    .options = "boards=1..3", .unit = "a safe square", .default_depth = 5,                         \
    .parse_rules = nk_parse_rules, .parse = nk_parse, .print = nk_print,                           \
    .max_depth = nk_max_depth, .plies_left = nk_plies_left, .bound = nk_bound,                     \
    .half_pawn = nk_half_pawn, .forms = (const abs_form[])                                         \
    {                                                                                              \
        {"nine of X - a board, by row, or dead; / between them", "X--------/dead/---------"},      \
        {                                                                                          \
            NULL, NULL                                                                             \
        }                                                                                          \
    }
#include "search/search.inc"
