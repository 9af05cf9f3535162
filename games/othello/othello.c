/*
 * othello -- Othello (Reversi) on 8x8.
 *
 * Generator order: a1, b1, .., h1, a2, .., h8. Black (X) moves first. A side that has no move
 * while the opponent has one must pass: a ply with one child, or with pass=free a move that costs
 * no depth. When neither can move the game is over at once, empty squares or not; the empty ones
 * are nobody's, or with empties=winner the winner's, as tournaments and Edax count.
 */
#include "absbench.h"
#include "lines.h"

#include "../bits.h"
#include "../symmetry.h"

#include <ctype.h>

typedef struct {
    abs_rules base;
    int free_passes;    /* 1: a pass costs no depth */
    int empties_winner; /* 1: the winner has the empty squares too */
} othello_rules;

/* A position as the side to move sees it, so that one generator and one evaluation serve both. */
typedef struct {
    uint64_t own, opponent;
    uint64_t white; /* 1 if white is to move */
} othello_position;

typedef struct {
    uint64_t left; /* the moves that are left */
    bool pass;     /* the pass is left; it is then the only move */
} othello_cursor;

/* ---- moves ----------------------------------------------------------------------------------- */

static inline othello_cursor othello_moves(const othello_rules *rules, const othello_position *p)
{
    (void)rules;
    othello_cursor cursor = {othello_mobility(p->own, p->opponent), false};
    if (cursor.left == 0)
        cursor.pass = othello_mobility(p->opponent, p->own) != 0;
    return cursor;
}

static inline bool othello_next(othello_cursor *cursor, othello_move *move)
{
    if (cursor->left == 0) {
        *move = OTHELLO_PASS;
        const bool pass = cursor->pass;
        cursor->pass = false;
        return pass;
    }
    *move = (othello_move)__builtin_ctzll(cursor->left);
    cursor->left &= cursor->left - 1;
    return true;
}

static inline othello_position othello_apply(const othello_rules *rules, const othello_position *p,
                                             othello_move move)
{
    (void)rules;
    const uint64_t flips = othello_flips(p->own, p->opponent, move);
    return (othello_position){p->opponent & ~flips, p->own | flips | othello_disc(move),
                              p->white ^ 1};
}

/* How many moves there are: 1 for a forced pass, 0 when the game is over. */
static inline unsigned othello_count(const othello_position *p)
{
    const uint64_t moves = othello_mobility(p->own, p->opponent);
    if (moves != 0)
        return (unsigned)bits_count(moves);
    return othello_mobility(p->opponent, p->own) != 0;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

#define OTHELLO_CORNERS UINT64_C(0x8100000000000081)
#define OTHELLO_X_SQUARES UINT64_C(0x0042000000004200) /* b2 g2 b7 g7 */

/*
 * A finished game is worth its margin in hundredths of a disc, and OTHELLO_WON more to the winner.
 * No estimate reaches OTHELLO_WON.
 */
enum { OTHELLO_WON = 10000, OTHELLO_DISC = 100 };

/* The value of having the move, added to the fitted tempo. Without it values at odd depths are 148
   greater than at even ones: they change by more than half a disc with each iteration. */
enum { OTHELLO_TURN = 74 };

/* By how much the value of a position typically changes from one iteration to the next. */
enum { OTHELLO_HALF_PAWN = 150 };

/* Hundredths of a disc for one more than the opponent has of: */
typedef struct {
    int mobility; /* legal moves */
    int frontier; /* discs beside an empty square, which replies can flip */
    int corner;
    int x_square; /* discs diagonally next to an empty corner, */
    int c_square; /* and beside it on the edge */
    int anchored; /* edge discs in an unbroken row of their colour from a corner: never flipped */
    int disc;
    int tempo[2]; /* for having to move, by whether the empty squares are even or odd in number */
} othello_weights;

/*
 * By empty squares / 8. Fitted by least squares to the final margins of 84000 games that earlier
 * weights played against themselves at depths 4 and 5, the last 9 squares exactly, from the last of
 * their random moves on (6 to 21 plies, then up to one in ten); then rounded.
 */
static const othello_weights othello_phases[8] = {
    {330, -105, 0, -130, -90, 45, 72, {-195, 130}},
    {180, -100, 235, -335, -80, 90, 38, {-350, 65}},
    {135, -100, 530, -475, -40, 105, 17, {-375, 10}},
    {115, -110, 830, -700, -25, 150, 6, {-400, -25}},
    {100, -130, 935, -1110, -100, 260, 0, {-410, -40}},
    {90, -145, 940, -1410, -355, 395, -7, {-420, -60}},
    {95, -110, 900, -1685, -695, 555, -45, {-405, -45}},
    {95, -110, 900, -1685, -695, 555, -45, {-405, -45}},
};

/* The squares, and all that touch them. */
static inline uint64_t othello_spread(uint64_t squares)
{
    squares |= (squares << 1 & ~OTHELLO_FILE_A) | (squares >> 1 & ~OTHELLO_FILE_H);
    return squares | squares << 8 | squares >> 8;
}

/* The four edges, a byte each, in the low half of a word; a corner is on two of them. */
static inline uint64_t othello_edges(uint64_t squares)
{
    const uint64_t gather = UINT64_C(0x0102040810204080); /* a file to the top byte */
    const uint64_t a = (squares & OTHELLO_FILE_A) * gather >> 56;
    const uint64_t h = (squares >> 7 & OTHELLO_FILE_A) * gather >> 56;
    return (squares & 0xFF) | squares >> 56 << 8 | a << 16 | h << 24;
}

/* In every byte, the unbroken runs of ones that reach its low or its high end. */
static inline uint64_t othello_anchored(uint64_t edges)
{
    const uint64_t low = edges & ~((edges & ~OTHELLO_FILE_H) + OTHELLO_FILE_A);
    uint64_t gaps = ~edges;
    gaps |= gaps >> 1 & UINT64_C(0x7F7F7F7F7F7F7F7F);
    gaps |= gaps >> 2 & UINT64_C(0x3F3F3F3F3F3F3F3F);
    gaps |= gaps >> 4 & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return low | (edges & ~gaps);
}

/* How many more of these squares the side to move has than the other. */
static inline int othello_lead(othello_both sides, uint64_t squares)
{
#if defined __POPCNT__ || !defined __x86_64__
    return bits_count(sides[0] & squares) - bits_count(sides[1] & squares);
#else /* as bits_count(), for both sides at once and with one sum for the two */
    othello_both n = sides & squares;
    n -= n >> 1 & UINT64_C(0x5555555555555555);
    n = (n & UINT64_C(0x3333333333333333)) + (n >> 2 & UINT64_C(0x3333333333333333));
    n = (n + (n >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int)((n[0] + 8 * OTHELLO_FILE_A - n[1]) * OTHELLO_FILE_A >> 56) - 64;
#endif
}

/* `reach` is what othello_mobilities() finds. */
static inline int othello_estimate(uint64_t own, uint64_t opponent, othello_both reach)
{
    const othello_both sides = {own, opponent};
    const uint64_t empty = ~(own | opponent), open = empty & OTHELLO_CORNERS;
    const uint64_t x_squares = (open << 9 | open >> 9 | open << 7 | open >> 7) & OTHELLO_X_SQUARES;
    const uint64_t c_squares =
        open << 8 | open >> 8 | (open & OTHELLO_FILE_A) << 1 | (open & OTHELLO_FILE_H) >> 1;
    const uint64_t edges = othello_anchored(othello_edges(own) | othello_edges(opponent) << 32);
    const othello_both anchored = {edges, edges >> 32};
    const int left = bits_count(empty);
    const othello_weights *w = &othello_phases[left / 8];

    const int value = w->mobility * othello_lead(reach, ~UINT64_C(0)) +
                      w->frontier * othello_lead(sides, othello_spread(empty)) +
                      w->corner * othello_lead(sides, OTHELLO_CORNERS) +
                      w->x_square * othello_lead(sides, x_squares) +
                      w->c_square * othello_lead(sides, c_squares) +
                      w->anchored * othello_lead(anchored, 0xFFFFFFFF) +
                      w->disc * (2 * bits_count(own) + left - 64) + w->tempo[left % 2] +
                      OTHELLO_TURN;
    return value >= OTHELLO_WON ? OTHELLO_WON - 1 : value <= -OTHELLO_WON ? 1 - OTHELLO_WON : value;
}

static inline int othello_evaluate(const othello_rules *rules, const othello_position *p, int depth)
{
    (void)depth;
    const othello_both reach = othello_mobilities(p->own, p->opponent);
    if ((reach[0] | reach[1]) == 0) {
        const int lead = bits_count(p->own) - bits_count(p->opponent);
        const int sign = (lead > 0) - (lead < 0);
        const int empty = rules->empties_winner ? 64 - bits_count(p->own | p->opponent) : 0;
        const int margin = lead + sign * empty;
        return rules->base.eval == ABS_EVAL_RESULT ? sign
                                                   : sign * OTHELLO_WON + margin * OTHELLO_DISC;
    }
    if (rules->base.eval == ABS_EVAL_MATERIAL)
        return OTHELLO_DISC * (bits_count(p->own) - bits_count(p->opponent));
    return rules->base.eval == ABS_EVAL_RESULT ? 0 : othello_estimate(p->own, p->opponent, reach);
}

/* ---- move ordering --------------------------------------------------------------------------- */

#include "promise.h"

static int othello_bound(const void *rules, int depth)
{
    (void)depth;
    return ((const abs_rules *)rules)->eval == ABS_EVAL_RESULT ? 1
                                                               : OTHELLO_WON + 64 * OTHELLO_DISC;
}

static int othello_half_pawn(const void *rules)
{
    return ((const abs_rules *)rules)->eval == ABS_EVAL_RESULT ? 1 : OTHELLO_HALF_PAWN;
}

/* ---- key ------------------------------------------------------------------------------------- */

/*
 * Positions that differ only by the colours of all discs and of the side to move have the same key:
 * their values and the places of their moves are the same.
 */
static inline uint64_t othello_key(const othello_rules *rules, const othello_position *p)
{
    (void)rules;
    uint64_t key = p->opponent * UINT64_C(0x9E3779B97F4A7C15);
    key = ((key ^ key >> 32) + p->own) * UINT64_C(0xBF58476D1CE4E5B9);
    key = (key ^ key >> 29) * UINT64_C(0x94D049BB133111EB);
    return key ^ key >> 32;
}

static inline unsigned othello_slot(const othello_position *p, othello_move move)
{
    (void)p;
    return move;
}

/* ---- texts ----------------------------------------------------------------------------------- */

static void othello_move_text(const void *rules, const othello_position *p, othello_move move,
                              char *text, size_t size)
{
    (void)rules;
    (void)p;
    if (move == OTHELLO_PASS)
        snprintf(text, size, "--");
    else
        snprintf(text, size, "%c%c", (char)('a' + move % 8), (char)('1' + move / 8));
}

static void othello_print(const void *rules, const void *position, char *text, size_t size)
{
    (void)rules;
    const othello_position *p = position;
    const uint64_t black = p->white ? p->opponent : p->own;
    char squares[65] = "";
    for (unsigned i = 0; i < 64; i++)
        squares[i] = (p->own | p->opponent) >> i & 1 ? black >> i & 1 ? 'X' : 'O' : '-';
    snprintf(text, size, "%s %c", squares, p->white ? 'O' : 'X');
}

#define OTHELLO_FORMS                                                                              \
    "give 64 of X O - (a1..h8, row 1 first), a blank and X or O to move; moves as f5d6c3; or "     \
    "start"

/* Reads a board as print() writes it; . is also an empty square, * and x are black, o is white, and
   no blank need stand before the side to move. */
static bool othello_parse_board(const char *text, othello_position *p, abs_error *error)
{
    uint64_t black = 0, white = 0;
    const size_t length = strcspn(text, " ") == 65 && text[65] == '\0' ? 64 : strcspn(text, " ");
    if (length != 64)
        return abs_fail(error, ABS_USAGE, "a board has 64 squares, not %zu: " OTHELLO_FORMS,
                        length);
    for (unsigned i = 0; i < 64; i++) {
        const char c = text[i];
        if (strchr("-.X*xOo", c) == NULL)
            return abs_fail(error, ABS_USAGE,
                            "character %u, the square %c%u, is '%c': give X for black, O for "
                            "white, - for empty",
                            i + 1, (char)('a' + i % 8), i / 8 + 1,
                            isprint((unsigned char)c) ? c : '?');
        black |= (uint64_t)(strchr("X*x", c) != NULL) << i;
        white |= (uint64_t)(strchr("Oo", c) != NULL) << i;
    }
    const char *side = text + length + strspn(text + length, " ");
    if (*side == '\0')
        return abs_fail(error, ABS_USAGE,
                        "the side to move is missing: end with a blank and X (black) or O (white)");
    if (strchr("X*xOo", *side) == NULL || side[1] != '\0')
        return abs_fail(error, ABS_USAGE,
                        "the side to move is '%.16s': end with a blank and X (black) or O (white)",
                        side);
    *p = strchr("Oo", *side) != NULL ? (othello_position){white, black, 1}
                                     : (othello_position){black, white, 0};
    return true;
}

/* Sets the error: why a move is impossible, and which moves are possible. */
static bool othello_refuse(const othello_position *p, othello_move move, unsigned number,
                           abs_error *error)
{
    const char *const side = p->white ? "white" : "black";
    othello_cursor cursor = othello_moves(NULL, p);
    char name[4], list[4 * 64] = "";
    for (othello_move legal; othello_next(&cursor, &legal);) {
        othello_move_text(NULL, p, legal, name, sizeof name);
        snprintf(list + strlen(list), sizeof list - strlen(list), " %s", name);
    }
    othello_move_text(NULL, p, move, name, sizeof name);
    if (*list == '\0')
        return abs_fail(error, ABS_USAGE,
                        "move %u (%s): the game is over before it; leave it and the rest out",
                        number, name);
    const bool taken = ((p->own | p->opponent) & othello_disc(move)) != 0;
    return abs_fail(error, ABS_USAGE, "move %u (%s): %s; %s may play%s", number, name,
                    move == OTHELLO_PASS ? "no pass while there is a move"
                    : taken              ? "the square is taken"
                                         : "it flips nothing",
                    side, list);
}

/* Reads squares, with or without blanks between; a pass may be written (-- pa ps) or left out. */
static bool othello_parse_moves(const char *text, othello_position *p, abs_error *error)
{
    unsigned number = 1;
    for (text += strspn(text, " "); *text != '\0'; text += strspn(text, " "), number++) {
        const int first = tolower((unsigned char)text[0]), second = tolower((unsigned char)text[1]);
        othello_move move;
        if (first >= 'a' && first <= 'h' && second >= '1' && second <= '8')
            move = (othello_move)(first - 'a' + 8 * (second - '1'));
        else if ((first == '-' && second == '-') ||
                 (first == 'p' && (second == 'a' || second == 's')))
            move = OTHELLO_PASS;
        else
            return abs_fail(
                error, ABS_USAGE,
                "move %u ('%.2s') is not a square: give a letter a..h and a digit 1..8, "
                "or -- for a pass",
                number, text);
        othello_cursor cursor = othello_moves(NULL, p);
        if (cursor.pass && move != OTHELLO_PASS) {
            *p = othello_apply(NULL, p, OTHELLO_PASS);
            cursor = othello_moves(NULL, p);
        }
        if (move == OTHELLO_PASS ? !cursor.pass : (cursor.left & othello_disc(move)) == 0)
            return othello_refuse(p, move, number, error);
        *p = othello_apply(NULL, p, move);
        text += 2;
    }
    return true;
}

/* Moves begin with a letter that is on no board; anything else was meant as a board. */
static bool othello_parse(const void *rules, const char *text, void *position, abs_error *error)
{
    (void)rules;
    othello_position *p = position;
    *p = (othello_position){UINT64_C(0x0000000810000000), UINT64_C(0x0000001008000000), 0};
    if (strcmp(text, "start") == 0)
        return true;
    if (*text != '\0' && strchr("abcdefghpABCDEFGHP", *text) != NULL)
        return othello_parse_moves(text, p, error);
    return othello_parse_board(text, p, error);
}

/* ---- descriptor ------------------------------------------------------------------------------ */

static bool othello_parse_rules(void *out, const char *options, abs_error *error)
{
    static const char *const pass[] = {"ply", "free", NULL}, *const empties[] = {"none", "winner",
                                                                                 NULL};
    othello_rules *rules = out;
    *rules = (othello_rules){.base = {.eval = ABS_EVAL_HEURISTIC}};
    const abs_spec_option table[] = {
        {.name = "pass", .words = pass, .number = &rules->free_passes},
        {.name = "empties", .words = empties, .number = &rules->empties_winner},
        {.name = NULL},
    };
    return abs_spec_parse(options, table, error);
}

static int othello_max_depth(const void *rules)
{
    (void)rules;
    return ABS_MAX_DEPTH; /* 60 moves, and passes */
}

static bool othello_image(const void *rules, const void *position, unsigned number, void *image)
{
    (void)rules;
    const othello_position *p = position;
    othello_position turned = {.white = p->white};
    for (unsigned square = 0; square < 64; square++) {
        const unsigned to = symmetry_square(square, number + 1, 8);
        turned.own |= (p->own >> square & 1) << to;
        turned.opponent |= (p->opponent >> square & 1) << to;
    }
    memcpy(image, &turned, sizeof turned);
    return number < 7;
}

/* Every empty square gives a move and, if a pass is a ply, a pass before it; but no pass before the
   first if that can be played at once. */
static int othello_plies_left(const void *rules, const void *position)
{
    const othello_position *p = position;
    const int empty = 64 - bits_count(p->own | p->opponent);
    if (((const othello_rules *)rules)->free_passes || empty == 0)
        return empty;
    return 2 * empty - !othello_moves(rules, p).pass;
}

static bool othello_free_passes(const void *rules)
{
    return ((const othello_rules *)rules)->free_passes;
}

#define DOMAIN othello
#define DOMAIN_MAX_MOVES 64
#define DOMAIN_SLOTS (OTHELLO_PASS + 1)
#define DOMAIN_COUNT(rules, p) ((void)(rules), othello_count(p))
#define DOMAIN_ORDER (INT64_C(1) << 32) /* history only breaks ties */
#define DOMAIN_UNUSUAL (ABS_ORDER_KILLER | ABS_ORDER_HISTORY)
#define DOMAIN_COST(rules, p, move) ((move) != OTHELLO_PASS || !(rules)->free_passes)
#define DOMAIN_INFO                                                                                \
    .name = "othello", .aliases = "reversi", .kind = "game", .has_material = true,                 \
    .summary = "8x8 board; discs flip; the most discs win",                                        \
    .options = "pass=ply|free,empties=none|winner",                                                \
    .forms =                                                                                       \
        (const abs_form[]){{"the moves played, -- for a pass", "f5d6c3d3c4"},                      \
                           {"64 of X O - from a1, b1 to h8, X is black, then the side to move",    \
                            "---------------------------OX------XO--------------------------- X"}, \
                           {NULL, NULL}},                                                          \
    .unit = "1/100 of a disc; a finished game 10000 more", .points = "hundredths of a disc",       \
    .default_depth = 8, .parse_rules = othello_parse_rules, .parse = othello_parse,                \
    .print = othello_print, .max_depth = othello_max_depth, .plies_left = othello_plies_left,      \
    .bound = othello_bound, .half_pawn = othello_half_pawn, .free_passes = othello_free_passes,    \
    .image = othello_image
#include "search/search.inc"
