/*
 * chess -- by the FIDE laws, without the rules that depend on the path to a position: no draw by
 * repetition or by fifty moves without progress.
 *
 * Generator order, with squares and directions as the side to move sees them (black's a8 is its
 * a1):
 *
 *     promotions    by taking west (towards the a-file), by taking east, straight ahead; in each
 *                   case all to a queen, then all to a knight, a rook, a bishop
 *     captures      by pawns to the west, to the east, en passant; by knights, bishops, rooks,
 *                   queens, the king
 *     quiet moves   castling, long first; knights, bishops, rooks, queens; pawns one step, pawns
 *                   two steps; the king
 *
 * Within each, squares of origin in the order a1, b1, .. h8, then those of destination. Promotions
 * and captures together are the noisy moves.
 */
#include "eval.h"
#include "exchange.h"
#include "promise.h"
#include "san.h"

#include "../symmetry.h"

/* ---- a pass, for null moves ------------------------------------------------------------------ */

/* With only king and pawns a pass may be better than any move (zugzwang). */
static inline bool chess_may_pass(const chess_rules *rules, const chess_position *p)
{
    (void)rules;
    return (p->own & (p->knights | p->diagonal | p->straight)) != 0;
}

static inline chess_position chess_pass(const chess_rules *rules, const chess_position *p)
{
    chess_position next = *p;
    (void)rules;
    next.ep = 0;
    return chess_turned(&next);
}

/* ---- key ------------------------------------------------------------------------------------- */

/* The key is made of all members but those that are derived: the score and the kings' squares. */
static inline uint64_t chess_key(const chess_rules *rules, const chess_position *p)
{
    (void)rules;
    const uint64_t step = UINT64_C(0x9E3779B97F4A7C15);
    return abs_mix64(p->own + step) + abs_mix64(p->opponent + 2 * step) +
           abs_mix64(p->pawns + 3 * step) + abs_mix64(p->knights + 4 * step) +
           abs_mix64(p->diagonal + 5 * step) + abs_mix64(p->straight + 6 * step) +
           abs_mix64((p->ep | (uint64_t)p->rights << 8) + 7 * step);
}

enum { CHESS_SLOTS = 64 * 64 + 3 * 64 };

/* A slot for each origin and destination; underpromotions have slots of their own. */
static inline unsigned chess_slot(const chess_position *p, chess_move move)
{
    (void)p;
    const unsigned how = chess_how(move);
    if (how <= CHESS_TO_QUEEN)
        return move & 4095;
    return 4096 + (how - CHESS_TO_KNIGHT) * 64 + (chess_from(move) & 7) * 8 + (chess_to(move) & 7);
}

static bool chess_image(const void *rules, const void *position, unsigned number, void *image)
{
    char text[128], turned[128];
    abs_error error;
    chess_print(rules, position, text, sizeof text);
    return symmetry_fen(text, number, turned) && chess_parse(rules, turned, image, &error);
}

/* ---- descriptor ------------------------------------------------------------------------------ */

static int chess_max_depth(const void *rules)
{
    (void)rules;
    return ABS_MAX_DEPTH;
}

/*
 * No board, whatever its pieces, has more moves (218 are known in games). Of two squares a knight's
 * move apart, only the piece on one can go to the other: 168 such moves. Along a line only the
 * nearest piece on either side enters a square, so that a line of n squares has at most 2(n - 2)
 * moves (1 if n is 2): 340 along all lines. A promotion is four moves: three more for each of the
 * 22 ways onto the last rank.
 */
enum { CHESS_MAX_MOVES = 168 + 340 + 3 * 22 };

#define DOMAIN chess
#define DOMAIN_MAX_MOVES CHESS_MAX_MOVES
#define DOMAIN_SLOTS CHESS_SLOTS
#define DOMAIN_COUNT(rules, p) ((void)(rules), chess_count(p))
#define DOMAIN_BARE(rules, p, move) ((void)(rules), chess_apply_bare(p, move))
#define DOMAIN_INFO                                                                                \
    .name = "chess", .aliases = NULL, .kind = "game", .epd = true, .fill = chess_fill,             \
    .has_material = true,                                                                          \
    .summary = "8x8 board; mate wins, no draw by repetition or fifty moves", .options = "",        \
    .forms =                                                                                       \
        (const abs_form[]){                                                                        \
            {"FEN", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"},           \
            {"EPD: FEN's first four fields; operations may follow",                                \
             "kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 2; id \"Morphy\";"},                                \
            {NULL, NULL}},                                                                         \
    .unit = "centipawns; mate 30000 plus the remaining depth", .points = "centipawns",             \
    .default_depth = 4, .parse_rules = abs_spec_no_options, .parse = chess_parse,                  \
    .print = chess_print, .san = chess_san, .read_move = chess_read_move,                          \
    .max_depth = chess_max_depth, .bound = chess_bound, .half_pawn = chess_half_pawn,              \
    .image = chess_image
#define DOMAIN_NOISY
#define DOMAIN_NOISY_FIRST
#define DOMAIN_CAPTURES
#define DOMAIN_CHECK
#define DOMAIN_REPETITION
#define DOMAIN_PASS
#define DOMAIN_ORDER 1
#include "search/search.inc"
