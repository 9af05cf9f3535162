/*
 * tictactoe -- three in a row on 3x3; small enough to be searched to the end at every depth.
 *
 * A set of squares is 9 bits, square 0 to 8 by row from the top left.
 */
#include "absbench.h"
#include "symmetry.h"

enum { TTT_SQUARES = 9, TTT_LINES = 8, TTT_BOARD = 0x1FF };

/* ---- position and moves -------------------------------------------------------------------- */

typedef struct {
    abs_rules base;
} tictactoe_rules;

typedef struct {
    unsigned mine, theirs; /* squares of the side to move, and of the last mover */
    unsigned o_moves;      /* 1 if the side to move is O, for print() */
} tictactoe_position;

typedef unsigned tictactoe_move;   /* a set with the move's square */
typedef unsigned tictactoe_cursor; /* the squares that are left */

static const unsigned tictactoe_lines[TTT_LINES] = {
    0007, 0070, 0700, /* rows: an octal digit is a row */
    0111, 0222, 0444, /* columns */
    0421, 0124,       /* diagonals */
};

static inline bool tictactoe_has_line(unsigned squares)
{
    const unsigned rows = squares & squares >> 1 & squares >> 2 & 0111;
    const unsigned columns = squares & squares >> 3 & squares >> 6;
    return rows != 0 || columns != 0 || (squares & 0421) == 0421 || (squares & 0124) == 0124;
}

/* The moves are the empty squares from the top left, lowest bit first; none if the game is won. */
static inline tictactoe_cursor tictactoe_moves(const tictactoe_rules *rules,
                                               const tictactoe_position *p)
{
    (void)rules;
    return tictactoe_has_line(p->theirs) ? 0 : TTT_BOARD & ~(p->mine | p->theirs);
}

static inline bool tictactoe_next(tictactoe_cursor *cursor, tictactoe_move *move)
{
    *move = *cursor & -*cursor;
    *cursor ^= *move;
    return *move != 0;
}

static inline tictactoe_position tictactoe_apply(const tictactoe_rules *rules,
                                                 const tictactoe_position *p, tictactoe_move move)
{
    (void)rules;
    return (tictactoe_position){p->theirs, p->mine | move, p->o_moves ^ 1};
}

static inline unsigned tictactoe_slot(const tictactoe_position *p, tictactoe_move move)
{
    (void)p;
    return (unsigned)__builtin_ctz(move);
}

static void tictactoe_move_text(const void *rules, const void *position, tictactoe_move move,
                                char *text, size_t size)
{
    (void)rules;
    snprintf(text, size, "%u", tictactoe_slot(position, move) + 1);
}

/* ---- evaluation ---------------------------------------------------------------------------- */

static inline int tictactoe_count(unsigned squares)
{
    return __builtin_popcount(squares);
}

/*
 * Lines still open to the side to move, minus those open to the other (Nilsson 1971). Nothing is
 * open on a full board, so a draw is 0. A win is TTT_WIN minus the squares taken, so that quicker
 * wins are worth more.
 */
enum { TTT_WIN = 20, TTT_QUICKEST = 5 /* squares taken when X makes a line at once */ };

_Static_assert(TTT_LINES < TTT_WIN - TTT_SQUARES, "nothing may be worth more than a win");

static int tictactoe_judge(const tictactoe_position *p)
{
    if (tictactoe_has_line(p->theirs))
        return tictactoe_count(p->mine | p->theirs) - TTT_WIN;
    int value = 0;
    for (int i = 0; i < TTT_LINES; i++)
        value += !(tictactoe_lines[i] & p->theirs) - !(tictactoe_lines[i] & p->mine);
    return value;
}

static inline int tictactoe_evaluate(const tictactoe_rules *rules, const tictactoe_position *p,
                                     int depth)
{
    (void)depth;
    if (rules->base.eval == ABS_EVAL_RESULT)
        return -(int)tictactoe_has_line(p->theirs);
    const int value = tictactoe_judge(p);
    return rules->base.eval == ABS_EVAL_MATERIAL && !tictactoe_has_line(p->theirs) ? 0 : value;
}

/* ---- move ordering ------------------------------------------------------------------------- */

/* A square that completes a line comes first, then one that prevents a line of the other side, then
   those on most lines: the centre, the corners. */
enum { TTT_PROMISE_WIN = 20, TTT_PROMISE_BLOCK = 10 };

static const int tictactoe_through[TTT_SQUARES] = {3, 2, 3, 2, 4, 2, 3, 2, 3};

typedef struct {
    unsigned winning, blocking; /* sets of squares, which may be taken */
} tictactoe_sight;

/* The squares that complete a line together with two of these. */
static inline unsigned tictactoe_winning(unsigned squares)
{
    unsigned winning = 0;
    for (int i = 0; i < TTT_LINES; i++)
        if (tictactoe_count(tictactoe_lines[i] & squares) == 2)
            winning |= tictactoe_lines[i];
    return winning;
}

static inline tictactoe_sight tictactoe_look(const tictactoe_rules *rules,
                                             const tictactoe_position *p)
{
    (void)rules;
    return (tictactoe_sight){tictactoe_winning(p->mine), tictactoe_winning(p->theirs)};
}

static inline int tictactoe_promise(const tictactoe_rules *rules, const tictactoe_position *p,
                                    const tictactoe_sight *sight, tictactoe_move move)
{
    (void)rules;
    return (move & sight->winning ? TTT_PROMISE_WIN : 0) +
           (move & sight->blocking ? TTT_PROMISE_BLOCK : 0) +
           tictactoe_through[tictactoe_slot(p, move)];
}

/* ---- key ----------------------------------------------------------------------------------- */

static inline uint64_t tictactoe_key(const tictactoe_rules *rules, const tictactoe_position *p)
{
    (void)rules;
    const uint64_t squares = p->mine | p->theirs << TTT_SQUARES;
    return abs_mix64((squares + 1) * UINT64_C(0x9E3779B97F4A7C15)); /* odd: still one to one */
}

/* ---- text ---------------------------------------------------------------------------------- */

/* Reads the squares that were played: "5193". */
static bool tictactoe_parse_moves(const char *text, tictactoe_position *p, abs_error *error)
{
    for (int ply = 1; *text != '\0'; ply++, text++) {
        if (*text < '1' || *text > '9')
            return abs_fail(error, ABS_USAGE,
                            "ply %d is not a square: give digits from 1 to 9 and nothing else",
                            ply);
        if (tictactoe_has_line(p->theirs) || ply > TTT_SQUARES)
            return abs_fail(error, ABS_USAGE,
                            "the game was over at ply %d: leave out the moves after it", ply - 1);
        const unsigned square = 1u << (*text - '1');
        if ((p->mine | p->theirs) & square)
            return abs_fail(error, ABS_USAGE, "ply %d: square %c is taken, play another", ply,
                            *text);
        *p = tictactoe_apply(NULL, p, square);
    }
    return true;
}

/* How many squares are taken at the earliest possible win of the side with `own`. */
static int tictactoe_earliest_win(unsigned own, unsigned all, bool to_move)
{
    const int squares = tictactoe_count(own), missing = squares < 3 ? 3 - squares : 1;
    return tictactoe_count(all) + (tictactoe_has_line(own) ? 0 : 2 * missing - to_move);
}

/* Checks a board with its side to move. */
static bool tictactoe_check(const unsigned squares[2], int side, abs_error *error)
{
    if (tictactoe_has_line(squares[side]))
        return abs_fail(error, ABS_USAGE,
                        "%c has three in a row and is to move: only the last to move can have won",
                        "XO"[side]);
    for (int i = 0; i < 2; i++)
        if (tictactoe_earliest_win(squares[i], squares[0] | squares[1], i == side) < TTT_QUICKEST)
            return abs_fail(error, ABS_USAGE,
                            "%c could win before the fifth square, sooner than the evaluation "
                            "allows for: give %c more squares",
                            "XO"[i], "XO"[!i]);
    return true;
}

static bool tictactoe_parse_board(const char *text, tictactoe_position *p, abs_error *error)
{
    unsigned squares[2] = {0, 0};
    if (strlen(text) != TTT_SQUARES + 2)
        return abs_fail(error, ABS_USAGE,
                        "give start, the squares played (5193), or a board of %d characters: %d of "
                        "X O - by row, a blank, X or O to move; this has %zu",
                        TTT_SQUARES + 2, TTT_SQUARES, strlen(text));
    for (int square = 0; square < TTT_SQUARES; square++) {
        const char c = text[square];
        if (c != 'X' && c != 'O' && c != '-')
            return abs_fail(error, ABS_USAGE,
                            "square %d of the board is not one of X O - (capitals, by row)",
                            square + 1);
        if (c != '-')
            squares[c == 'O'] |= 1u << square;
    }
    const char mover = text[TTT_SQUARES + 1];
    if (text[TTT_SQUARES] != ' ' || (mover != 'X' && mover != 'O'))
        return abs_fail(error, ABS_USAGE,
                        "after the %d squares give one blank and the side to move, X or O",
                        TTT_SQUARES);
    const int side = mover == 'O';
    if (!tictactoe_check(squares, side, error))
        return false;
    *p = (tictactoe_position){squares[side], squares[!side], (unsigned)side};
    return true;
}

/*
 * Reads "start", the squares that were played, or a board as print() writes it, with any number of
 * squares of either side, and either to move. The position is refused if the side to move has won,
 * which the search does not expect, or if a win could be worth more than the declared bound.
 */
static bool tictactoe_parse(const void *rules, const char *text, void *position, abs_error *error)
{
    (void)rules;
    tictactoe_position *p = position;
    *p = (tictactoe_position){0};
    if (strcmp(text, "start") == 0)
        return true;
    if (*text >= '0' && *text <= '9')
        return tictactoe_parse_moves(text, p, error);
    return tictactoe_parse_board(text, p, error);
}

static void tictactoe_print(const void *rules, const void *position, char *text, size_t size)
{
    (void)rules;
    const tictactoe_position *p = position;
    const unsigned side = p->o_moves;
    char board[TTT_SQUARES + 1] = {0};
    for (int square = 0; square < TTT_SQUARES; square++)
        board[square] = p->mine >> square & 1     ? "XO"[side]
                        : p->theirs >> square & 1 ? "XO"[!side]
                                                  : '-';
    snprintf(text, size, "%s %c", board, "XO"[side]);
}

/* ---- descriptor ---------------------------------------------------------------------------- */

static int tictactoe_max_depth(const void *rules)
{
    (void)rules;
    return TTT_SQUARES;
}

static bool tictactoe_image(const void *rules, const void *position, unsigned number, void *image)
{
    (void)rules;
    const tictactoe_position *p = position;
    tictactoe_position turned = {.o_moves = p->o_moves};
    for (unsigned square = 0; square < TTT_SQUARES; square++) {
        const unsigned to = symmetry_square(square, number + 1, 3);
        turned.mine |= (p->mine >> square & 1) << to;
        turned.theirs |= (p->theirs >> square & 1) << to;
    }
    memcpy(image, &turned, sizeof turned);
    return number < 7;
}

static int tictactoe_plies_left(const void *rules, const void *position)
{
    (void)rules;
    const tictactoe_position *p = position;
    return TTT_SQUARES - tictactoe_count(p->mine | p->theirs);
}

static int tictactoe_bound(const void *rules, int depth)
{
    (void)depth;
    const bool result = ((const tictactoe_rules *)rules)->base.eval == ABS_EVAL_RESULT;
    return result ? 1 : TTT_WIN - TTT_QUICKEST;
}

/* One open line, which is the smallest change. */
static int tictactoe_half_pawn(const void *rules)
{
    (void)rules;
    return 1;
}

#define DOMAIN tictactoe
#define DOMAIN_MAX_MOVES 9
#define DOMAIN_SLOTS TTT_SQUARES
#define DOMAIN_ORDER (INT64_C(1) << 32) /* history only breaks ties */
#define DOMAIN_UNUSUAL (ABS_ORDER_KILLER | ABS_ORDER_HISTORY)
#define DOMAIN_COUNT(rules, p) (unsigned)tictactoe_count(tictactoe_moves(rules, p))
#define DOMAIN_INFO                                                                                \
    .name = "tictactoe", .aliases = "tic-tac-toe ttt", .kind = "game",                             \
    .has_material = true,                                                                          \
    .summary = "3x3 board; three in a row wins", .options = "",                                    \
    .forms = (const abs_form[]){{"the squares played, 1 to 9 by row", "51"},                       \
                                {"nine of X O - by row, then the side to move", "XO--X---- O"},    \
                                {NULL, NULL}},                                                     \
    .unit = "an open line", .points = "open lines", .default_depth = 9,                            \
    .parse_rules = abs_spec_no_options, .parse = tictactoe_parse, .print = tictactoe_print,        \
    .max_depth = tictactoe_max_depth, .plies_left = tictactoe_plies_left,                          \
    .bound = tictactoe_bound, .half_pawn = tictactoe_half_pawn, .image = tictactoe_image
#include "search/search.inc"
