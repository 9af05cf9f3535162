/*
 * xiangqi -- Chinese chess: 9x10 points; a side without a legal move loses.
 *
 * The order of moves, which counts depend on, is by the kind of piece that moves: chariots,
 * cannons, horses, soldiers, elephants, advisors, the general; among pieces of a kind by their
 * square, and for each piece by the target's square: a0, b0, .. i0, a1, .. i9, for both sides
 * alike.
 *
 * The generals may not face each other on an open file: each attacks along the file. Rules that
 * depend on the path (repetition, perpetual check and chase, the limit of moves) are not applied,
 * but that `absbench uci` takes a position of the game as a draw, by perpetual check too.
 *
 * board.h   squares, lines, attacks           moves.h   legal moves
 * eval.h    worth of pieces, evaluation       text.h    FEN
 */
#include "absbench.h"

#include "../symmetry.h"
#include "board.h"
#include "eval.h"
#include "exchange.h"
#include "moves.h"
#include "text.h"

typedef struct {
    abs_rules base;
} xiangqi_rules;

/* ---- moves ----------------------------------------------------------------------------------- */

static inline xiangqi_cursor xiangqi_moves(const xiangqi_rules *rules, const xiangqi_position *p)
{
    (void)rules;
    return xiangqi_start(p, xiangqi_all_but(xiangqi_side(p, p->turn)));
}

static inline bool xiangqi_next(xiangqi_cursor *cursor, xiangqi_move *move)
{
    return xiangqi_take(cursor, move);
}

static inline bool xiangqi_in_check(const xiangqi_rules *rules, const xiangqi_position *p)
{
    (void)rules;
    return p->checked;
}

/* The captures; in check, all moves. */
static inline __attribute__((unused)) xiangqi_cursor xiangqi_noisy(const xiangqi_rules *rules,
                                                                   const xiangqi_position *p)
{
    if (xiangqi_in_check(rules, p))
        return xiangqi_moves(rules, p);
    return xiangqi_start(p, xiangqi_side(p, !p->turn));
}

/* Whether the side to move is attacked. */
static __attribute__((noinline)) bool xiangqi_is_checked(const xiangqi_position *p)
{
    const xiangqi_foes foes = xiangqi_foes_of(p, !p->turn);
    return xiangqi_attacked(&foes, p->turn, p->king[p->turn], xiangqi_occupied(p));
}

/* A mask for the sets of a position: all ones for those that have a piece of a side and kind. */
typedef union {
    uint64_t word[2 * XQ_PAIRS];
    xiangqi_pair pair[XQ_PAIRS];
} xiangqi_member;

static xiangqi_member xiangqi_members[2][XQ_KINDS + 1];

static void xiangqi_fill_members(void)
{
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned kind = 0; kind < XQ_KINDS; kind++) {
            for (unsigned half = 0; half < 2; half++) {
                xiangqi_members[side][kind].word[2 * side + half] = UINT64_MAX;
                if (kind < XQ_SETS)
                    xiangqi_members[side][kind].word[4 + 2 * kind + half] = UINT64_MAX;
            }
        }
    }
}

static void xiangqi_fill(void)
{
    static bool filled;
    if (filled)
        return;
    xiangqi_fill_board();
    xiangqi_fill_worth();
    xiangqi_fill_members();
    filled = true;
}

/*
 * Writes the child once, at the end, with its sets as vectors. It is soon read or copied as
 * vectors, and processors make a wide read wait for narrow writes just before it.
 */
static inline __attribute__((always_inline)) xiangqi_position
xiangqi_apply(const xiangqi_rules *rules, const xiangqi_position *p, xiangqi_move move)
{
    (void)rules;
    const unsigned us = p->turn, king = p->king[!us], kind = xiangqi_kind(move);
    const unsigned from = xiangqi_from(move), to = xiangqi_to(move);
    const int16_t *worth = xiangqi_worth.worth[us][kind];
    const uint64_t *keys = xiangqi_worth.key[us][kind];
    int score = p->score + worth[to] - worth[from];
    uint64_t key = p->key ^ xiangqi_worth.turn ^ keys[from] ^ keys[to];
    unsigned taken = XQ_KINDS;
    if (move & XQ_TAKES) {
        taken = xiangqi_kind_at(p, to);
        score -= xiangqi_worth.worth[!us][taken][to];
        key ^= xiangqi_worth.key[!us][taken][to];
    }
    const uint64_t *touch = xiangqi_table.touch[king].w;
    const uint64_t near = touch[from >> 6] >> (from & 63) | touch[to >> 6] >> (to & 63);
    const uint8_t own_king = kind == XQ_KING ? (uint8_t)to : p->king[us];

    const xiangqi_pair arrives = xiangqi_table.one[to];
    const xiangqi_pair moves = xiangqi_table.one[from] ^ arrives;
    const xiangqi_member *own = &xiangqi_members[us][kind];
    const xiangqi_member *other = &xiangqi_members[!us][taken];
#define XQ_PAIR(i) (p->pair[i] ^ (moves & own->pair[i]) ^ (arrives & other->pair[i]))
    xiangqi_position next = {
        .pair = {XQ_PAIR(0), XQ_PAIR(1), XQ_PAIR(2), XQ_PAIR(3), XQ_PAIR(4), XQ_PAIR(5),
                 XQ_PAIR(6)},
        .key = key,
        .score = (int16_t)score,
        .king = {us == XQ_RED ? own_king : p->king[XQ_RED],
                 us == XQ_RED ? p->king[XQ_BLACK] : own_king},
        .turn = !us,
    };
#undef XQ_PAIR
    if (near & 1)
        next.checked = xiangqi_is_checked(&next);
    return next;
}

/* Without pieces that move far, a pass may be better than any move. */
static inline bool xiangqi_may_pass(const xiangqi_rules *rules, const xiangqi_position *p)
{
    uint64_t far = 0;
    (void)rules;
    for (unsigned half = 0; half < 2; half++)
        far |= p->side[p->turn][half] &
               (p->kind[XQ_ROOK][half] | p->kind[XQ_CANNON][half] | p->kind[XQ_HORSE][half]);
    return far != 0;
}

/* The position after a pass; the side to move must not be in check. */
static inline xiangqi_position xiangqi_pass(const xiangqi_rules *rules, const xiangqi_position *p)
{
    xiangqi_position next = *p;
    (void)rules;
    next.turn = !p->turn;
    next.key ^= xiangqi_worth.turn;
    return next;
}

static inline int xiangqi_capture(const xiangqi_rules *rules, const xiangqi_position *p,
                                  xiangqi_move move)
{
    (void)rules;
    return xiangqi_capture_rank(p, move);
}

static inline bool xiangqi_loses(const xiangqi_rules *rules, const xiangqi_position *p,
                                 xiangqi_move move)
{
    (void)rules;
    return xiangqi_loses_by(p, move);
}

/* ---- quiet moves --------------------------------------------------------------------------- */

/* The values of pieces for the side to move: by kind and square for red, and the sign for its
   view. */
typedef struct {
    int16_t (*worth)[XQ_SQUARES];
    int sign;
} xiangqi_sight;

static inline xiangqi_sight xiangqi_look(const xiangqi_rules *rules, const xiangqi_position *p)
{
    (void)rules;
    return (xiangqi_sight){xiangqi_worth.worth[p->turn], p->turn == XQ_RED ? 1 : -1};
}

/* The value that the piece gains by its new place. Checks first cost more time than they saved. */
static inline int xiangqi_promise(const xiangqi_rules *rules, const xiangqi_position *p,
                                  const xiangqi_sight *sight, xiangqi_move move)
{
    (void)rules;
    (void)p;
    const int16_t *worth = sight->worth[xiangqi_kind(move)];
    return sight->sign * (worth[xiangqi_to(move)] - worth[xiangqi_from(move)]);
}

static inline unsigned xiangqi_slot(const xiangqi_position *p, xiangqi_move move)
{
    (void)p;
    return xiangqi_table.place[xiangqi_from(move)] * (unsigned)(XQ_FILES * XQ_RANKS) +
           xiangqi_table.place[xiangqi_to(move)];
}

static void xiangqi_move_text(const void *rules, const void *position, xiangqi_move move,
                              char *text, size_t size)
{
    (void)rules;
    (void)position;
    const unsigned from = xiangqi_from(move), to = xiangqi_to(move);
    snprintf(text, size, "%c%d%c%d", 'a' + xiangqi_table.file[from], xiangqi_table.rank[from],
             'a' + xiangqi_table.file[to], xiangqi_table.rank[to]);
}

/* ---- evaluation and key ---------------------------------------------------------------------- */

static inline int xiangqi_evaluate(const xiangqi_rules *rules, const xiangqi_position *p, int depth)
{
    const bool result = rules->base.eval == ABS_EVAL_RESULT;
    if ((p->checked || !xiangqi_soldier_steps(p)) && !xiangqi_can_move(p))
        return result ? -1 : -(XQ_LOST + depth);
    if (rules->base.eval == ABS_EVAL_MATERIAL)
        return xiangqi_material(p);
    return result ? 0 : xiangqi_judge(p);
}

static inline uint64_t xiangqi_key(const xiangqi_rules *rules, const xiangqi_position *p)
{
    (void)rules;
    return p->key;
}

/* ---- descriptor ------------------------------------------------------------------------------ */

static int xiangqi_max_depth(const void *rules)
{
    (void)rules;
    return ABS_MAX_DEPTH;
}

static int xiangqi_bound(const void *rules, int depth)
{
    return ((const xiangqi_rules *)rules)->base.eval == ABS_EVAL_RESULT ? 1 : XQ_LOST + depth;
}

static bool xiangqi_image(const void *rules, const void *position, unsigned number, void *image)
{
    char text[128], turned[128];
    abs_error error;
    xiangqi_print(rules, position, text, sizeof text);
    return symmetry_fen(text, number, turned) && xiangqi_parse(rules, turned, image, &error);
}

static int xiangqi_half_pawn(const void *rules)
{
    return ((const xiangqi_rules *)rules)->base.eval == ABS_EVAL_RESULT ? 1 : 50;
}

/*
 * No board, whatever its pieces, has more moves. Of two points a horse's move apart, only the piece
 * on one can go to the other: 254 such moves; elephants have 42, advisors 8.
 * Along a line of n points there are at most 2(n - 2): on 10 ranks of 9 points and 9 files of 10.
 */
enum { XQ_MAX_MOVES = 254 + 42 + 8 + 10 * 14 + 9 * 16 };

#define DOMAIN xiangqi
#define DOMAIN_MAX_MOVES XQ_MAX_MOVES
#define DOMAIN_SLOTS (XQ_FILES * XQ_RANKS * XQ_FILES * XQ_RANKS)
#define DOMAIN_COUNT(rules, p) ((void)(rules), xiangqi_count(p))
#define DOMAIN_INFO                                                                                \
    .name = "xiangqi", .aliases = "chinese-chess", .kind = "game", .fill = xiangqi_fill,           \
    .has_material = true,                                                                          \
    .summary = "Chinese chess; the side without a legal move loses", .options = "",                \
    .forms =                                                                                       \
        (const abs_form[]){                                                                        \
            {"FEN: the board and the side to move, w (red) or b", "4k4/9/9/9/4C4/9/9/9/9/4K4 w"},  \
            {"FEN with all its fields",                                                            \
             "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR b - - 0 1"},             \
            {NULL, NULL}},                                                                         \
    .unit = "centipawns; a soldier over the river is about 100", .points = "centipawns",           \
    .default_depth = 5, .parse_rules = abs_spec_no_options, .parse = xiangqi_parse,                \
    .print = xiangqi_print, .max_depth = xiangqi_max_depth, .bound = xiangqi_bound,                \
    .half_pawn = xiangqi_half_pawn, .image = xiangqi_image
#define DOMAIN_NOISY
#define DOMAIN_CAPTURES
#define DOMAIN_CHECK
#define DOMAIN_REPETITION
#define DOMAIN_PASS
#define DOMAIN_ORDER 1
#include "search/search.inc"
