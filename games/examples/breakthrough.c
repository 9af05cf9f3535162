/*
 * breakthrough -- Breakthrough (Dan Troyka 2000) on a board of 6 x 6, as a plug-in. Each side has
 * two rows of pawns, which step straight or diagonally ahead to an empty square and capture
 * diagonally. The side that reaches the last row, or takes all pawns, wins. No side is ever stuck.
 *
 *     cc $(pkg-config --cflags absbench) -o breakthrough.so breakthrough.c
 *     absbench --game=./breakthrough.so --algo=all
 *
 * Squares are bits, a1 = 0, b1 = 1, .. f6 = 35. The example shows captures, which are
 * searched below the last ply (DOMAIN_NOISY) and come first (DOMAIN_CAPTURES).
 */
#include "absbench.h"

enum { SIZE = 6, SQUARES = SIZE * SIZE };

#define ROW(n) (UINT64_C(0x3F) << (n)*SIZE)
#define FILE_A UINT64_C(0x041041041)
#define FILE_F (FILE_A << (SIZE - 1))
#define BOARD ((UINT64_C(1) << SQUARES) - 1)

typedef struct {
    abs_rules base;
} bt_rules;

typedef struct {
    uint64_t pawns[2]; /* White's, which go up the board, and Black's */
    unsigned side;     /* the side to move: 0 White, 1 Black */
} bt_position;

typedef struct {
    uint8_t from, to;
} bt_move;

/* The squares to go to, by direction: diagonally to the a file, straight ahead, to the f file. */
typedef struct {
    uint64_t to[3];
    unsigned side, way;
} bt_cursor;

static inline bool over(const bt_position *p)
{
    return (p->side == 0 ? p->pawns[1] & ROW(0) : p->pawns[0] & ROW(SIZE - 1)) != 0 ||
           p->pawns[p->side] == 0;
}

/* How far a move goes up the board, in squares, in each direction; Black's are the other way. */
static const int distance[3] = {SIZE - 1, SIZE, SIZE + 1};

/* Where pawns go in a direction. Black sees the board turned round: 0 is to the f file. */
static inline uint64_t ahead(uint64_t pawns, unsigned side, unsigned way)
{
    const uint64_t edge = way == 1 ? 0 : (way == 0) == (side == 0) ? FILE_A : FILE_F;
    const uint64_t free = pawns & ~edge;
    return side == 0 ? free << distance[way] & BOARD : free >> distance[way];
}

static inline bt_cursor targets(const bt_position *p, bool captures)
{
    const uint64_t own = p->pawns[p->side], other = p->pawns[!p->side];
    bt_cursor c = {{0, 0, 0}, p->side, 0};
    if (over(p))
        return c;
    for (unsigned way = 0; way < 3; way++)
        c.to[way] = ahead(own, p->side, way) & (captures   ? (way == 1 ? 0 : other)
                                                : way == 1 ? ~(own | other)
                                                           : ~own);
    return c;
}

static inline bt_cursor bt_moves(const bt_rules *rules, const bt_position *p)
{
    (void)rules;
    return targets(p, false);
}

/* The position's captures, in the order of its moves. */
static inline bt_cursor bt_noisy(const bt_rules *rules, const bt_position *p)
{
    (void)rules;
    return targets(p, true);
}

static inline bool bt_in_check(const bt_rules *rules, const bt_position *p)
{
    (void)rules, (void)p;
    return false;
}

static inline bool bt_next(bt_cursor *c, bt_move *move)
{
    while (c->way < 3 && c->to[c->way] == 0)
        c->way++;
    if (c->way == 3)
        return false;
    const int to = __builtin_ctzll(c->to[c->way]), by = distance[c->way];
    c->to[c->way] &= c->to[c->way] - 1;
    *move = (bt_move){(uint8_t)(c->side == 0 ? to - by : to + by), (uint8_t)to};
    return true;
}

static inline bt_position bt_apply(const bt_rules *rules, const bt_position *p, bt_move move)
{
    (void)rules;
    bt_position child = {{p->pawns[0], p->pawns[1]}, !p->side};
    child.pawns[p->side] ^= UINT64_C(1) << move.from | UINT64_C(1) << move.to;
    child.pawns[!p->side] &= ~(UINT64_C(1) << move.to);
    return child;
}

static inline unsigned bt_slot(const bt_position *p, bt_move move)
{
    (void)p;
    return move.from * SQUARES + move.to;
}

static void bt_move_text(const void *rules, const void *position, bt_move move, char *text,
                         size_t size)
{
    const bt_position *p = position;
    (void)rules;
    snprintf(text, size, "%c%d%s%c%d", 'a' + move.from % SIZE, move.from / SIZE + 1,
             p->pawns[!p->side] >> move.to & 1 ? "x" : "-", 'a' + move.to % SIZE,
             move.to / SIZE + 1);
}

static inline unsigned row_of(const bt_position *p, unsigned square)
{
    return p->side == 0 ? square / SIZE : SIZE - 1 - square / SIZE; /* from the mover's side */
}

/* 0 if the move is no capture; else greater the nearer the captured pawn is to its goal. */
static inline int bt_capture(const bt_rules *rules, const bt_position *p, bt_move move)
{
    (void)rules;
    return p->pawns[!p->side] >> move.to & 1 ? (int)(SIZE - row_of(p, move.to)) : 0;
}

/* No capture loses material, since all pawns are worth the same. */
static inline bool bt_loses(const bt_rules *rules, const bt_position *p, bt_move move)
{
    (void)rules, (void)p, (void)move;
    return false;
}

enum { PAWN = 100, AHEAD = 10, WIN = 10000 };
/* The value for White of the pawns and of the rows that they have advanced. */
static int judge(const bt_position *p)
{
    int value = 0;
    for (int row = 0; row < SIZE; row++)
        value += __builtin_popcountll(p->pawns[0] & ROW(row)) * (PAWN + AHEAD * row) -
                 __builtin_popcountll(p->pawns[1] & ROW(row)) * (PAWN + AHEAD * (SIZE - 1 - row));
    return value;
}

static inline int bt_evaluate(const bt_rules *rules, const bt_position *p, int depth)
{
    const bool lost = over(p);
    if (rules->base.eval == ABS_EVAL_RESULT)
        return -(int)lost;
    if (lost)
        return -(WIN + depth);
    return p->side == 0 ? judge(p) : -judge(p);
}

static int bt_bound(const void *rules, int depth)
{
    return ((const bt_rules *)rules)->base.eval == ABS_EVAL_RESULT ? 1 : WIN + depth;
}

static int bt_half_pawn(const void *rules)
{
    return (void)rules, PAWN / 2;
}

static inline uint64_t bt_key(const bt_rules *rules, const bt_position *p)
{
    (void)rules;
    return abs_mix64(abs_mix64(p->pawns[0] + ABS_G) + (p->pawns[1] << 1 | p->side) * ABS_G);
}

/* "bbbbbb/bbbbbb/------/------/wwwwww/wwwwww w": the rows from the top, and the side to move. */
static void bt_print(const void *rules, const void *position, char *text, size_t size)
{
    const bt_position *p = position;
    char board[SQUARES + SIZE], *to = board;
    (void)rules;
    for (int row = SIZE - 1; row >= 0; row--, *to++ = '/')
        for (int file = 0; file < SIZE; file++)
            *to++ = "-wb"[(p->pawns[0] >> (row * SIZE + file) & 1) +
                          2 * (p->pawns[1] >> (row * SIZE + file) & 1)];
    to[-1] = '\0';
    snprintf(text, size, "%s %c", board, "wb"[p->side]);
}

static bool bt_parse(const void *rules, const char *text, void *position, abs_error *error)
{
    bt_position *p = position;
    const size_t board = SQUARES + SIZE - 1;
    (void)rules;
    if (strcmp(text, "start") == 0)
        text = "bbbbbb/bbbbbb/------/------/wwwwww/wwwwww w";
    *p = (bt_position){{0, 0}, 0};
    bool ok = strlen(text) == board + 2 && strchr("wb", text[board + 1]) && text[board] == ' ';
    for (size_t i = 0; ok && i < board; i++) {
        const size_t square = (SIZE - 1 - i / (SIZE + 1)) * SIZE + i % (SIZE + 1);
        if (i % (SIZE + 1) == SIZE)
            ok = text[i] == '/';
        else if (text[i] != '-')
            p->pawns[text[i] == 'b'] |= UINT64_C(1) << square;
        ok = ok && strchr("-wb/", text[i]) != NULL && (text[i] == '/') == (i % (SIZE + 1) == SIZE);
    }
    if (!ok)
        return abs_fail(error, ABS_USAGE,
                        "give start, or six rows of w b - from the top and the side to move, as in "
                        "bbbbbb/bbbbbb/------/------/wwwwww/wwwwww w");
    p->side = text[board + 1] == 'b';
    if (p->pawns[p->side] & ROW(p->side == 0 ? SIZE - 1 : 0) || p->pawns[!p->side] == 0)
        return abs_fail(error, ABS_USAGE, "the side to move has won: let the other side move");
    return true;
}

static int bt_max_depth(const void *rules)
{
    return (void)rules, ABS_MAX_DEPTH;
}

#define DOMAIN bt
#define DOMAIN_MAX_MOVES (3 * SQUARES / 2)
#define DOMAIN_SLOTS (SQUARES * SQUARES)
#define DOMAIN_NOISY
#define DOMAIN_CAPTURES
#define DOMAIN_SUITE                                                                               \
    "start ; id start\n"                                                                           \
    "bbbb-b/bb-bbb/--b---/---w--/ww-www/wwww-w w ; id advanced\n"                                  \
    "-bb-b-/b--b-b/--bw--/-w-b--/w--w-w/-ww-w- b ; id open\n"
#define DOMAIN_INFO                                                                                \
    .name = "breakthrough", .kind = "game", .summary = "6x6; reach the last row", .options = "",   \
    .unit = "1/100 pawn", .points = "centipawns", .default_depth = 6,                              \
    .parse_rules = abs_spec_no_options, .parse = bt_parse, .print = bt_print,                      \
    .max_depth = bt_max_depth, .bound = bt_bound, .half_pawn = bt_half_pawn,                       \
    .forms = (const abs_form[])                                                                    \
    {                                                                                              \
        {"six rows of w b - from the top, then the side to move",                                  \
         "bbbbbb/bbbbbb/------/------/wwwwww/wwwwww w"},                                           \
        {                                                                                          \
            NULL, NULL                                                                             \
        }                                                                                          \
    }
#include "search/search.inc"
