/*
 * checkers -- English draughts (American checkers) on 8x8. Black moves first, from squares 1..12.
 *
 * A side that can jump must, by any jump, and the piece goes on until it can jump no further; a man
 * that reaches the last row becomes a king and stops. A side that cannot move has lost. There is no
 * rule about repetition.
 *
 * Generator order, with square 1 in the upper row of the diagram. Moves are steps, or if there is a
 * jump, only jumps; they are sorted
 *
 *     1. forward before backward,
 *     2. along / diagonals (as 1-5 and 6-9) before \ diagonals (as 1-6 and 6-10),
 *     3. by the upper square of the first step or jump, the lower number first, whether the piece
 *        starts or ends there,
 *     4. jumps that begin alike by the square that the next jump ends on, and so on.
 *
 * The same jumps in a different order are a different move.
 */
#include "absbench.h"
#include "board.h"
#include "eval.h"

#include <ctype.h>

typedef struct {
    abs_rules base;
} checkers_rules;

typedef struct {
    uint64_t toggled; /* the first and the last square; 0: a king jumped round to where it was */
    /* The squares jumped. Above the board, for jumps only: two bits for each jump's direction, and
     * then the bit number of the first square. */
    uint64_t taken;
} checkers_move;

/*
 * No board, whatever its pieces, has more moves. There are 49 pairs of squares to step between, and
 * only one square of a pair can step to the other. Captures: landing squares fall into four nets of
 * 8 that no jump leaves, and none of them has more than 17 (a test enumerates them).
 */
enum { CK_MOST_MOVES = 4 * 17 };

enum { CK_PATH = 36, CK_ORIGIN = CK_PATH + 2 * CK_MOST_JUMPS };
enum { CK_DOWN_4, CK_DOWN_5, CK_UP_4, CK_UP_5 };

/* ---- moves --------------------------------------------------------------------------------- */

/* A jump after which the piece may jump on. */
typedef struct {
    uint64_t left;  /* landing squares still to be tried */
    uint64_t at;    /* where the jump ended */
    uint64_t taken; /* as in a move */
} checkers_hop;

typedef struct {
    checkers_ways left;               /* the steps or first jumps that are left */
    const checkers_position *jumping; /* NULL if there are only steps */
    unsigned hops;                    /* jumps of the current move */
    uint64_t origin;
    checkers_jumper jumper;
    checkers_hop hop[CK_MOST_JUMPS];
} checkers_cursor;

static inline checkers_cursor checkers_moves(const checkers_rules *rules,
                                             const checkers_position *p)
{
    (void)rules;
    checkers_cursor cursor; /* members that steps do not need are not set, to save time */
    const bool jumps = checkers_targets(p) != 0;
    cursor.left = jumps ? checkers_jumps(p) : checkers_steps(p);
    cursor.jumping = jumps ? p : NULL;
    cursor.hops = 0;
    return cursor;
}

/* Only the captures, for quiescence. */
static inline __attribute__((unused)) checkers_cursor checkers_noisy(const checkers_rules *rules,
                                                                     const checkers_position *p)
{
    (void)rules;
    checkers_cursor cursor;
    cursor.left = checkers_jumps(p);
    cursor.jumping = p;
    cursor.hops = 0;
    return cursor;
}

static inline __attribute__((unused)) bool checkers_in_check(const checkers_rules *rules,
                                                             const checkers_position *p)
{
    (void)rules;
    (void)p;
    return false;
}

/* Takes the next step or first jump, or returns false if there is none. */
static inline bool checkers_take(checkers_ways *left, unsigned *way)
{
    if (left->forward == 0) {
        if (left->backward == 0)
            return false;
        left->forward = left->backward;
        left->backward = 0;
    }
    *way = checkers_index(left->forward);
    left->forward &= left->forward - 1;
    return true;
}

/* The bits of a move's `taken` for its jump number `count`, from one square to the next. */
static inline uint64_t checkers_jump_code(uint64_t from, uint64_t to, unsigned count)
{
    const uint64_t over = checkers_between(from, to);
    const uint64_t direction = to > from ? (over == from << 4 ? CK_DOWN_4 : CK_DOWN_5)
                                         : (over == from >> 4 ? CK_UP_4 : CK_UP_5);
    return over | direction << (CK_PATH + 2 * count);
}

/* Gives the jumps one by one, depth first. The stack of hops has the jumps of the current move,
   each with the choices that are left after it. */
static __attribute__((noinline)) bool checkers_next_jump(checkers_cursor *c, checkers_move *move)
{
    const checkers_position *p = c->jumping;
    if (c->hops == 0) {
        unsigned way;
        if (!checkers_take(&c->left, &way))
            return false;
        const unsigned diagonal = way >> 5, shift = 4 + diagonal;
        const uint64_t upper = UINT64_C(1) << (way & 31), over = upper << shift;
        const uint64_t lower = over << shift;
        const bool down = (p->own & upper) != 0;
        const uint64_t origin = down ? upper : lower, to = down ? lower : upper;
        const uint64_t taken = over |
                               (uint64_t)(diagonal + (down ? CK_DOWN_4 : CK_UP_4)) << CK_PATH |
                               (uint64_t)checkers_index(origin) << CK_ORIGIN;
        c->jumper = checkers_jumper_of(p, origin);
        const uint64_t on = checkers_landings(&c->jumper, to, p->opponent & ~taken);
        if (on == 0) {
            *move = (checkers_move){origin ^ to, taken};
            return true;
        }
        c->origin = origin;
        c->hop[c->hops++] = (checkers_hop){on, to, taken};
    }
    for (;;) {
        checkers_hop *hop = &c->hop[c->hops - 1];
        const uint64_t to = hop->left & -hop->left;
        const uint64_t taken = hop->taken | checkers_jump_code(hop->at, to, c->hops);
        const uint64_t on = checkers_landings(&c->jumper, to, p->opponent & ~taken);
        hop->left ^= to;
        if (on != 0) {
            c->hop[c->hops++] = (checkers_hop){on, to, taken};
            continue;
        }
        while (c->hops > 0 && c->hop[c->hops - 1].left == 0)
            c->hops--;
        *move = (checkers_move){c->origin ^ to, taken};
        return true;
    }
}

static inline bool checkers_next(checkers_cursor *cursor, checkers_move *move)
{
    if (cursor->jumping != NULL)
        return checkers_next_jump(cursor, move);
    unsigned way;
    if (!checkers_take(&cursor->left, &way))
        return false;
    *move = (checkers_move){(UINT64_C(0x11) + (way >> 5 << 4)) << (way & 31), 0};
    return true;
}

static inline checkers_position checkers_apply(const checkers_rules *rules,
                                               const checkers_position *p, checkers_move move)
{
    (void)rules;
    const uint64_t own = p->own ^ move.toggled;
    const uint64_t kings = p->kings ^ (p->kings & move.toggled ? move.toggled : 0);
    const uint64_t crowned = own & move.toggled & CK_CROWNING;
    return (checkers_position){p->opponent & ~move.taken, own, (kings | crowned) & ~move.taken,
                               ~p->white};
}

/*
 * Ranks a capture by the pieces that it takes; a king counts half a man more. Either all moves are
 * captures or none is, so a jump over one man counts as quiet, and killers and history rank it.
 */
static inline int checkers_capture(const checkers_rules *rules, const checkers_position *p,
                                   checkers_move move)
{
    (void)rules;
    const unsigned taken = checkers_bits(move.taken & CK_BOARD);
    const unsigned worth = 2 * taken + checkers_bits(move.taken & p->kings);
    return worth > 2 ? (int)worth : 0;
}

/* Whether the move is a jump, or crowns a man. */
static inline bool checkers_is_loud(const checkers_position *p, checkers_move move)
{
    const uint64_t to = move.toggled & ~p->own, man = move.toggled & p->own & ~p->kings;
    return move.taken != 0 || (man != 0 && (to & CK_CROWNING) != 0);
}

/* No capture counts as losing, because captures are forced. */
static inline bool checkers_loses(const checkers_rules *rules, const checkers_position *p,
                                  checkers_move move)
{
    (void)rules;
    (void)p;
    (void)move;
    return false;
}

/* The first and the last square of a move, as bits. */
static inline uint64_t checkers_from(const checkers_position *p, checkers_move move)
{
    return move.taken == 0 ? p->own & move.toggled : UINT64_C(1) << (move.taken >> CK_ORIGIN);
}

static inline unsigned checkers_slot(const checkers_position *p, checkers_move move)
{
    const uint64_t from = checkers_from(p, move), to = move.toggled ? move.toggled ^ from : from;
    return checkers_index(from) * CK_BITS + checkers_index(to);
}

static inline unsigned checkers_number(uint64_t square)
{
    const unsigned bit = checkers_index(square);
    return bit + 1 - bit / 9;
}

/* Writes "11-15" or "22x15x8", with all squares of a jump, because other paths may have the same
   ends. */
static void checkers_move_text(const void *rules, const void *position, checkers_move move,
                               char *text, size_t size)
{
    (void)rules;
    uint64_t at = checkers_from(position, move);
    const uint64_t from = at;
    char line[4 * (CK_MOST_JUMPS + 1)];
    int length = snprintf(line, sizeof line, "%u", checkers_number(at));
    if (move.taken == 0)
        length += snprintf(line + length, sizeof line - (size_t)length, "-%u",
                           checkers_number(move.toggled ^ from));
    for (unsigned i = 0; i < checkers_bits(move.taken & CK_BOARD); i++) {
        static const int shift[] = {8, 10, -8, -10};
        const int by = shift[move.taken >> (CK_PATH + 2 * i) & 3];
        at = by > 0 ? at << by : at >> -by;
        length += snprintf(line + length, sizeof line - (size_t)length, "x%u", checkers_number(at));
    }
    snprintf(text, size, "%s", line);
}

/* ---- evaluation ---------------------------------------------------------------------------- */

enum { CK_LOST = 20000 }; /* plus the remaining depth: losing later is better */

_Static_assert((int)CK_LOST > (int)CK_ESTIMATE_MOST, "nothing may be worth more than a win");

static inline int checkers_evaluate(const checkers_rules *rules, const checkers_position *p,
                                    int depth)
{
    const bool result = rules->base.eval == ABS_EVAL_RESULT;
    const uint64_t targets = checkers_targets(p);
    if (targets == 0 && !checkers_can_step(p))
        return result ? -1 : -(CK_LOST + depth);
    if (rules->base.eval == ABS_EVAL_MATERIAL)
        return checkers_material(p);
    return result ? 0 : checkers_estimate(p, targets);
}

/* 106 bits of position in two words, then mixed. */
static inline uint64_t checkers_key(const checkers_rules *rules, const checkers_position *p)
{
    (void)rules;
    const uint64_t first = p->own | p->kings << CK_BITS;
    const uint64_t second =
        p->opponent | p->kings >> (64 - CK_BITS) << CK_BITS | (p->white & UINT64_C(1) << 63);
    return abs_mix64(abs_mix64(first + UINT64_C(0x9E3779B97F4A7C15)) ^ second);
}

/* ---- text ---------------------------------------------------------------------------------- */

#define CK_FORMS "give start, or a position as B:W21-32:B1-10,K15"

/* What has been read so far. */
typedef struct {
    const char *text, *at;
    uint64_t pieces[2], kings; /* black's, white's */
} checkers_reader;

/* The next character that is not a blank; letters as capitals. */
static char checkers_peek(checkers_reader *r)
{
    r->at += strspn(r->at, " ");
    return (char)toupper((unsigned char)*r->at);
}

static int checkers_place(const checkers_reader *r)
{
    return (int)(r->at - r->text) + 1;
}

/* Reads "21" or "K21"; a number with too many digits is refused by its value. */
static bool checkers_parse_square(checkers_reader *r, bool *king, unsigned *number,
                                  abs_error *error)
{
    *king = checkers_peek(r) == 'K';
    const char *const start = r->at;
    r->at += *king;
    if (!isdigit((unsigned char)*r->at))
        return abs_fail(error, ABS_USAGE,
                        "a square is expected at character %d: give a number from 1 to %d, with K "
                        "before it for a king",
                        checkers_place(r), CK_SQUARES);
    for (*number = 0; isdigit((unsigned char)*r->at); r->at++)
        *number = *number > CK_SQUARES ? *number : *number * 10 + (unsigned)(*r->at - '0');
    if (*number >= 1 && *number <= CK_SQUARES)
        return true;
    r->at = start;
    return abs_fail(error, ABS_USAGE,
                    "no square has the number at character %d: squares are numbered from 1 to %d "
                    "(10x10 draughts is not played)",
                    checkers_place(r), CK_SQUARES);
}

static bool checkers_put(checkers_reader *r, unsigned number, bool white, bool king,
                         abs_error *error)
{
    const uint64_t square = UINT64_C(1) << (number - 1 + (number - 1) / 8);
    if ((r->pieces[0] | r->pieces[1]) & square)
        return abs_fail(error, ABS_USAGE, "square %u appears twice: leave one out", number);
    if (!king && (square & (white ? CK_TOP_ROW : CK_BOTTOM_ROW)))
        return abs_fail(error, ABS_USAGE,
                        "the %s man on %u would have been crowned: write K%u, or move it",
                        white ? "white" : "black", number, number);
    r->pieces[white] |= square;
    r->kings |= king ? square : 0;
    return true;
}

/* Reads ":W21,K30,5-8"; for a side without pieces nothing follows the colour. */
static bool checkers_parse_side(checkers_reader *r, bool seen[2], abs_error *error)
{
    const bool colon = checkers_peek(r) == ':';
    const char *const start = r->at;
    r->at += colon;
    const char side = colon ? checkers_peek(r) : '\0';
    if (side != 'W' && side != 'B') {
        r->at = start;
        return abs_fail(
            error, ABS_USAGE,
            "a colon and W or B, whose pieces follow, are expected at character %d: " CK_FORMS,
            checkers_place(r));
    }
    const bool white = side == 'W';
    r->at++;
    if (seen[white])
        return abs_fail(error, ABS_USAGE, "%s's pieces appear twice: give one list for each colour",
                        white ? "white" : "black");
    seen[white] = true;
    if (checkers_peek(r) != 'K' && !isdigit((unsigned char)*r->at))
        return true;
    for (;; r->at++) {
        bool king, king_too;
        unsigned first, last;
        if (!checkers_parse_square(r, &king, &first, error))
            return false;
        last = first;
        if (checkers_peek(r) == '-') {
            r->at++;
            if (!checkers_parse_square(r, &king_too, &last, error))
                return false;
            if (last < first || (king_too && !king))
                return abs_fail(
                    error, ABS_USAGE,
                    "the range that ends before character %d is not valid: give the lower "
                    "square first, K before both or before the first",
                    checkers_place(r));
        }
        for (; first <= last; first++)
            if (!checkers_put(r, first, white, king, error))
                return false;
        if (checkers_peek(r) != ',')
            return true;
    }
}

/*
 * Reads a PDN FEN, or "start", in capitals or not. It ignores blanks, and the move numbers that
 * lidraughts and similar programs add, :H0:F2. Any number of pieces is allowed, even none. Only a
 * man on the row where it would have been crowned is refused, because no rule says how it moves.
 */
static bool checkers_parse(const void *rules, const char *text, void *position, abs_error *error)
{
    (void)rules;
    if (strcmp(text, "start") == 0)
        text = "B:W21-32:B1-12";
    checkers_reader r = {.text = text, .at = text};
    bool seen[2] = {false, false};
    const char mover = checkers_peek(&r);
    if (mover != 'B' && mover != 'W')
        return abs_fail(error, ABS_USAGE,
                        "a position begins with the side to move, B or W: " CK_FORMS);
    r.at++;
    if (!checkers_parse_side(&r, seen, error) || !checkers_parse_side(&r, seen, error))
        return false;
    for (const char *c = "HF"; *c != '\0'; c++)
        if (checkers_peek(&r) == ':' && toupper((unsigned char)r.at[1]) == *c)
            r.at += 2 + strspn(r.at + 2, "0123456789");
    r.at += *r.at == '.';
    if (checkers_peek(&r) != '\0')
        return abs_fail(error, ABS_USAGE,
                        "something follows the two lists, at character %d "
                        "(squares are separated by commas)",
                        checkers_place(&r));
    const bool white = mover == 'W';
    *(checkers_position *)position =
        (checkers_position){r.pieces[white], r.pieces[!white], r.kings, white ? UINT64_MAX : 0};
    return true;
}

static size_t checkers_print_side(const checkers_position *p, bool white, char *text, size_t size)
{
    uint64_t left = (p->white != 0) == white ? p->own : p->opponent;
    size_t length = (size_t)snprintf(text, size, ":%c", white ? 'W' : 'B');
    for (const char *comma = ""; left != 0 && length < size; left &= left - 1, comma = ",") {
        const uint64_t square = left & -left;
        length += (size_t)snprintf(text + length, size - length, "%s%s%u", comma,
                                   p->kings & square ? "K" : "", checkers_number(square));
    }
    return length;
}

static void checkers_print(const void *rules, const void *position, char *text, size_t size)
{
    (void)rules;
    const checkers_position *p = position;
    char sides[2][CK_SQUARES * 4 + 3];
    checkers_print_side(p, true, sides[0], sizeof sides[0]);
    checkers_print_side(p, false, sides[1], sizeof sides[1]);
    snprintf(text, size, "%c%s%s", p->white ? 'W' : 'B', sides[0], sides[1]);
}

/* ---- descriptor ---------------------------------------------------------------------------- */

static int checkers_max_depth(const void *rules)
{
    (void)rules;
    return ABS_MAX_DEPTH;
}

static int checkers_bound(const void *rules, int depth)
{
    return ((const abs_rules *)rules)->eval == ABS_EVAL_RESULT ? 1 : CK_LOST + depth;
}

/* The same board from the other side, with colours exchanged. */
static bool checkers_image(const void *rules, const void *position, unsigned number, void *image)
{
    (void)rules;
    const checkers_position *p = position;
    checkers_position turned = {.white = ~p->white};
    for (unsigned bit = 0; bit < CK_BITS; bit++) {
        const unsigned to = CK_BITS - 1 - bit;
        turned.own |= (p->own >> bit & 1) << to;
        turned.opponent |= (p->opponent >> bit & 1) << to;
        turned.kings |= (p->kings >> bit & 1) << to;
    }
    memcpy(image, &turned, sizeof turned);
    return number == 0;
}

static int checkers_half_pawn(const void *rules)
{
    return ((const abs_rules *)rules)->eval == ABS_EVAL_RESULT ? 1 : CK_MAN / 2;
}

#define DOMAIN checkers
#define DOMAIN_MAX_MOVES CK_MOST_MOVES
#define DOMAIN_SLOTS (CK_BITS * CK_BITS)
#define DOMAIN_COUNT(rules, p) ((void)(rules), checkers_count(p))
#define DOMAIN_UNUSUAL ABS_ORDER_CAPTURE
#define DOMAIN_INFO                                                                                \
    .name = "checkers", .aliases = "draughts english-draughts", .kind = "game",                    \
    .has_material = true,                                                                          \
    .summary = "8x8 board; captures are forced; a side without a move loses", .options = "",       \
    .forms =                                                                                       \
        (const abs_form[]){{"PDN FEN: the side to move, each side's squares, K before a king",     \
                            "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29"},                       \
                           {"the same with ranges of squares", "W:W21-32:B1-10,14,K15"},           \
                           {NULL, NULL}},                                                          \
    .unit = "1/100 of a man", .points = "hundredths of a man", .default_depth = 10,                \
    .parse_rules = abs_spec_no_options, .parse = checkers_parse, .print = checkers_print,          \
    .max_depth = checkers_max_depth, .bound = checkers_bound, .half_pawn = checkers_half_pawn,     \
    .image = checkers_image
#define DOMAIN_NOISY
#define DOMAIN_CAPTURES
#define DOMAIN_LOUD(rules, p, move) ((void)(rules), checkers_is_loud(p, move))
#include "search/search.inc"
