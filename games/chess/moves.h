/*
 * moves.h -- the legal moves of a chess position, counted or one by one.
 *
 * No move is made to test whether it is legal: the squares that parry a check and the lines on
 * which pinned pieces stay are known before the first move, and restrict every move.
 */
#ifndef CHESS_MOVES_H
#define CHESS_MOVES_H

#include "position.h"
#include "vectors.h"

/* What limits the moves of the pieces other than the king. */
typedef struct {
    uint64_t checkers;
    uint64_t parry; /* where a piece may go: all squares if not in check, none in double check */
    uint64_t pin_diagonal, pin_straight; /* the lines from the king to each pinning piece */
} chess_bounds;

/* ---- attacks --------------------------------------------------------------------------------- */

static inline uint64_t chess_occupied(const chess_position *p)
{
    return p->own | p->opponent;
}

/* Whether the opponent attacks the square, with this occupation. */
static inline bool chess_attacked(const chess_position *p, unsigned square, uint64_t occupied)
{
    const uint64_t place = chess_bit(square);
    return ((chess_pawns_up(place) & p->pawns) | (chess_knight[square] & p->knights) |
            (chess_bishop(square, occupied) & p->diagonal) |
            (chess_rook(square, occupied) & p->straight) |
            (chess_king[square] & chess_bit(p->enemy))) &
           p->opponent;
}

/* All squares that the opponent attacks if the own king is taken off the board. */
static inline uint64_t chess_danger(const chess_position *p)
{
    const uint64_t occupied = chess_occupied(p) ^ chess_bit(p->king);
    uint64_t danger = chess_pawns_down(p->pawns & p->opponent) | chess_king[p->enemy];
#ifdef CHESS_VECTORS
    const uint64_t straight = p->straight & p->opponent, diagonal = p->diagonal & p->opponent;
    danger |= chess_union(chess_slide(chess_by_line(straight, diagonal), occupied) |
                          chess_leap(p->knights & p->opponent));
#else
    for (uint64_t left = p->knights & p->opponent; left != 0; left &= left - 1)
        danger |= chess_knight[chess_first(left)];
    for (uint64_t left = p->diagonal & p->opponent; left != 0; left &= left - 1)
        danger |= chess_bishop(chess_first(left), occupied);
    for (uint64_t left = p->straight & p->opponent; left != 0; left &= left - 1)
        danger |= chess_rook(chess_first(left), occupied);
#endif
    return danger;
}

/* Finds the restrictions by one line, from the king to a piece that would attack it along it. */
static inline void chess_bound_line(const chess_position *p, uint64_t attacker, uint64_t line,
                                    chess_bounds *b, uint64_t *pin)
{
    const uint64_t between = line & chess_occupied(p) & ~attacker;
    if (between == 0)
        b->checkers |= attacker;
    else if ((between & (between - 1)) == 0 && (between & p->own))
        *pin |= line;
}

static inline __attribute__((always_inline)) chess_bounds chess_bind(const chess_position *p)
{
    const unsigned king = p->king;
    chess_bounds b = {0, 0, 0, 0};
    b.checkers =
        ((chess_pawns_up(chess_bit(king)) & p->pawns) | (chess_knight[king] & p->knights)) &
        p->opponent;
    uint64_t left = chess_diagonals[king] & p->diagonal & p->opponent;
    for (; left != 0; left &= left - 1)
        chess_bound_line(p, left & -left, chess_between[king][chess_first(left)], &b,
                         &b.pin_diagonal);
    left = chess_straights[king] & p->straight & p->opponent;
    for (; left != 0; left &= left - 1)
        chess_bound_line(p, left & -left, chess_between[king][chess_first(left)], &b,
                         &b.pin_straight);
    b.parry = ~UINT64_C(0);
    if (b.checkers != 0)
        b.parry = b.checkers & (b.checkers - 1)
                      ? 0
                      : b.checkers | chess_between[king][chess_first(b.checkers)];
    return b;
}

/* Whether an en passant capture is legal. It takes two pawns off one rank, which no pin shows, so
   that attacks on the king are computed as after the capture. */
static inline bool chess_ep_legal(const chess_position *p, unsigned from)
{
    const uint64_t taken = chess_bit(p->ep - 8u);
    const uint64_t occupied = (chess_occupied(p) ^ chess_bit(from) ^ taken) | chess_bit(p->ep);
    const uint64_t others = p->opponent & ~taken;
    return (((chess_pawns_up(chess_bit(p->king)) & p->pawns) |
             (chess_knight[p->king] & p->knights) |
             (chess_bishop(p->king, occupied) & p->diagonal) |
             (chess_rook(p->king, occupied) & p->straight)) &
            others) == 0;
}

/* The pawns that may take en passant. */
static __attribute__((noinline)) uint64_t chess_ep_pawns(const chess_position *p)
{
    uint64_t pawns = 0;
    const uint64_t ready = chess_pawns_down(chess_bit(p->ep)) & p->pawns & p->own;
    for (uint64_t left = ready; left != 0; left &= left - 1)
        if (chess_ep_legal(p, chess_first(left)))
            pawns |= left & -left;
    return pawns;
}

/* Where a king not in check may castle to; `safe` has all squares that are not attacked. */
static inline uint64_t chess_castles(const chess_position *p, uint64_t safe)
{
    const uint64_t occupied = chess_occupied(p);
    uint64_t to = 0;
    if ((p->rights & CHESS_OWN_SHORT) && (occupied & 0x60) == 0 && (~safe & 0x60) == 0)
        to |= chess_bit(CHESS_G1);
    if ((p->rights & CHESS_OWN_LONG) && (occupied & 0x0E) == 0 && (~safe & 0x0C) == 0)
        to |= chess_bit(CHESS_C1);
    return to;
}

/* Whether the squares between king and rook are empty. This is cheaper than finding attacks. */
static inline bool chess_may_castle(const chess_position *p)
{
    const uint64_t occupied = chess_occupied(p);
    return ((p->rights & CHESS_OWN_SHORT) && (occupied & 0x60) == 0) ||
           ((p->rights & CHESS_OWN_LONG) && (occupied & 0x0E) == 0);
}

/* ---- pawns, all at once ---------------------------------------------------------------------- */

/* Where pawns may legally go, by kind of step. */
typedef struct {
    uint64_t one, two, west, east;
} chess_pawn_moves;

/*
 * A pinned pawn stays on its own line. All these lines begin at the king, so that no step leads
 * from one to another of the same kind: the union of all lines suffices.
 */
static inline chess_pawn_moves chess_pawn_bounds(const chess_position *p, const chess_bounds *b)
{
    const uint64_t pawns = p->own & p->pawns, empty = ~chess_occupied(p);
    const uint64_t pinned = pawns & (b->pin_diagonal | b->pin_straight), unpinned = pawns ^ pinned;
    chess_pawn_moves m = {
        .one = unpinned << 8, .west = chess_west(unpinned) << 8, .east = chess_east(unpinned) << 8};
    if (pinned != 0) {
        const uint64_t pushers = pinned & b->pin_straight, takers = pinned & b->pin_diagonal;
        m.one |= pushers << 8 & b->pin_straight;
        m.west |= chess_west(takers) << 8 & b->pin_diagonal;
        m.east |= chess_east(takers) << 8 & b->pin_diagonal;
    }
    m.one &= empty;
    m.two = (m.one & CHESS_RANK_1 << 16) << 8 & empty & b->parry;
    m.one &= b->parry;
    m.west &= p->opponent & b->parry;
    m.east &= p->opponent & b->parry;
    return m;
}

/* ---- counting -------------------------------------------------------------------------------- */

static inline unsigned chess_count_king(const chess_position *p, const chess_bounds *b)
{
    uint64_t to = chess_king[p->king] & ~p->own;
    const bool castle = b->checkers == 0 && chess_may_castle(p);
    if (to == 0 && !castle)
        return 0;
    const uint64_t safe = ~chess_danger(p);
    to &= safe;
    if (castle)
        to |= chess_castles(p, safe);
    return (unsigned)bits_count(to);
}

/* Counts the moves of pinned sliders, along their lines. */
static __attribute__((noinline)) unsigned chess_count_pinned(const chess_position *p,
                                                             chess_bounds b)
{
    const uint64_t occupied = chess_occupied(p), to = ~p->own & b.parry;
    unsigned count = 0;
    uint64_t left = p->own & p->diagonal & b.pin_diagonal;
    for (; left != 0; left &= left - 1)
        count +=
            (unsigned)bits_count(chess_bishop(chess_first(left), occupied) & to & b.pin_diagonal);
    left = p->own & p->straight & b.pin_straight;
    for (; left != 0; left &= left - 1)
        count +=
            (unsigned)bits_count(chess_rook(chess_first(left), occupied) & to & b.pin_straight);
    return count;
}

static inline unsigned chess_count(const chess_position *p)
{
    const chess_bounds b = chess_bind(p);
    const uint64_t occupied = chess_occupied(p), own = p->own, to = ~own & b.parry;
    const uint64_t pinned = (b.pin_diagonal | b.pin_straight) & own;
    unsigned count = chess_count_king(p, &b);

    const chess_pawn_moves m = chess_pawn_bounds(p, &b);
    count += (unsigned)(bits_count(m.one | m.two) + bits_count(m.west) + bits_count(m.east));
    if (own & p->pawns & CHESS_RANK_1 << 48)
        count += 3 * (unsigned)(bits_count(m.one >> 56) + bits_count(m.west >> 56) +
                                bits_count(m.east >> 56));
    if (p->ep != 0)
        count += (unsigned)bits_count(chess_ep_pawns(p));

#ifdef CHESS_VECTORS
    const chess_boards sliders =
        chess_by_line(own & p->straight & ~pinned, own & p->diagonal & ~pinned);
    const chess_boards moves = chess_slide(sliders, occupied) & chess_all(to);
    const chess_boards leaps = chess_leap(own & p->knights & ~pinned) & chess_all(to);
    count += (unsigned)chess_sum(_mm512_popcnt_epi64(moves) + _mm512_popcnt_epi64(leaps));
#else
    for (uint64_t left = own & p->knights & ~pinned; left != 0; left &= left - 1)
        count += (unsigned)bits_count(chess_knight[chess_first(left)] & to);
    for (uint64_t left = own & p->diagonal & ~pinned; left != 0; left &= left - 1)
        count += (unsigned)bits_count(chess_bishop(chess_first(left), occupied) & to);
    for (uint64_t left = own & p->straight & ~pinned; left != 0; left &= left - 1)
        count += (unsigned)bits_count(chess_rook(chess_first(left), occupied) & to);
#endif
    return pinned == 0 ? count : count + chess_count_pinned(p, b);
}

/* ---- one move after another ------------------------------------------------------------------ */

/* The stages of the generator. Noisy moves (captures and promotions) come first. */
enum {
    CHESS_PROMOTES_WEST, /* each by queen, knight, rook and bishop */
    CHESS_PROMOTES_EAST,
    CHESS_PROMOTES_AHEAD,
    CHESS_TAKES_WEST, /* pawns */
    CHESS_TAKES_EAST,
    CHESS_TAKES_EP,
    CHESS_TAKES, /* knights, bishops, rooks, queens */
    CHESS_KING_TAKES = CHESS_TAKES + 4,
    CHESS_CASTLES,
    CHESS_MOVES, /* knights, bishops, rooks, queens */
    CHESS_PUSHES = CHESS_MOVES + 4,
    CHESS_PUSHES_TWO,
    CHESS_KING_MOVES,
    CHESS_END
};

typedef struct {
    const chess_position *p;
    uint64_t to;     /* the destinations that are left in the current set */
    uint32_t base;   /* its moves are base + square * factor */
    uint32_t factor; /* 1, or 65 if the origin changes with the destination */
    unsigned stage;  /* of the next set */
    unsigned end;    /* the first stage that is left out */
    unsigned promotion;
    bool listed; /* `pieces` has those that are left in the stage */
    uint64_t pieces;
    uint64_t danger; /* computed for the first move of the king; 0 before */
    chess_bounds b;
    chess_pawn_moves pawns;
} chess_cursor;

/* Makes a set of the moves of pawns that all make the same step. */
static inline bool chess_step(chess_cursor *c, uint64_t to, int step, unsigned how)
{
    c->to = to;
    c->factor = 65;
    c->base = CHESS_MOVE(1, 0, 0, how) - ((uint32_t)step << 6);
    return to != 0;
}

/* Makes the next of the four sets of promotions in one direction. */
static inline bool chess_promote(chess_cursor *c, uint64_t to, int step)
{
    const unsigned how = CHESS_TO_QUEEN + c->promotion;
    if ((to & CHESS_RANK_1 << 56) == 0)
        return false;
    c->promotion = (c->promotion + 1) & 3;
    c->stage -= c->promotion != 0;
    return chess_step(c, to & CHESS_RANK_1 << 56, step, how);
}

/* Where a piece may go: only along `lines` if it is on them, that is pinned. */
static inline uint64_t chess_along(uint64_t place, uint64_t lines)
{
    return place & lines ? lines : ~UINT64_C(0);
}

/* Makes a set of the next piece's moves; kinds 0 to 3 are knights, bishops, rooks, queens. */
static inline bool chess_piece(chess_cursor *c, unsigned kind, uint64_t wanted)
{
    static const uint8_t kinds[] = {2, 4, 8, 12};
    const chess_position *p = c->p;
    const uint64_t occupied = chess_occupied(p);
    while (c->pieces != 0) {
        const unsigned from = chess_first(c->pieces);
        const uint64_t place = c->pieces & -c->pieces;
        uint64_t to = 0;
        c->pieces ^= place;
        if (kind == 0)
            to = place & (c->b.pin_diagonal | c->b.pin_straight) ? 0 : chess_knight[from];
        if ((kind & 1) && !(place & c->b.pin_straight))
            to |= chess_bishop(from, occupied) & chess_along(place, c->b.pin_diagonal);
        if ((kind & 2) && !(place & c->b.pin_diagonal))
            to |= chess_rook(from, occupied) & chess_along(place, c->b.pin_straight);
        c->to = to & wanted;
        c->factor = 1;
        c->base = CHESS_MOVE(kinds[kind], from, 0, CHESS_PLAIN);
        if (c->to != 0)
            return true;
    }
    return false;
}

static inline uint64_t chess_pieces(const chess_position *p, unsigned kind)
{
    switch (kind) {
    case 0:
        return p->own & p->knights;
    case 1:
        return p->own & p->diagonal & ~p->straight;
    case 2:
        return p->own & p->straight & ~p->diagonal;
    default:
        return p->own & p->straight & p->diagonal;
    }
}

static inline bool chess_king_set(chess_cursor *c, uint64_t to, unsigned how)
{
    c->to = to;
    c->factor = 1;
    c->base = CHESS_MOVE(0, c->p->king, 0, how);
    return to != 0;
}

/* The king's squares that are not attacked. */
static inline uint64_t chess_safe(chess_cursor *c, uint64_t to)
{
    if (to == 0)
        return 0;
    if (c->danger == 0)
        c->danger = chess_danger(c->p);
    return to & ~c->danger;
}

static inline bool chess_castle(chess_cursor *c)
{
    if (c->b.checkers != 0 || !chess_may_castle(c->p))
        return false;
    const uint64_t safe = chess_safe(c, ~UINT64_C(0));
    return chess_king_set(c, chess_castles(c->p, safe), CHESS_CASTLE);
}

/* Makes the set of en passant captures, which go from several squares to one. */
static inline bool chess_ep(chess_cursor *c)
{
    c->to = chess_ep_pawns(c->p);
    c->factor = 64;
    c->base = CHESS_MOVE(1, 0, c->p->ep, CHESS_EP);
    return c->to != 0;
}

/* Makes the set of the next piece of the four kinds whose stages begin with `first`, or returns
   false if none is left. */
static inline bool chess_next_piece(chess_cursor *c, unsigned first, uint64_t wanted)
{
    for (; c->stage < first + 4; c->stage++) {
        if (!c->listed)
            c->pieces = chess_pieces(c->p, c->stage - first);
        c->listed = chess_piece(c, c->stage - first, wanted & c->b.parry);
        if (c->listed)
            return true;
    }
    return false;
}

/* Makes the set of the current stage, or returns false if it is empty. */
static inline bool chess_set(chess_cursor *c)
{
    const chess_position *p = c->p;
    const unsigned stage = c->stage;
    const uint64_t last = CHESS_RANK_1 << 56, empty = ~chess_occupied(p);
    if (stage >= CHESS_TAKES && stage < CHESS_TAKES + 4)
        return chess_next_piece(c, CHESS_TAKES, p->opponent);
    if (stage >= CHESS_MOVES && stage < CHESS_MOVES + 4)
        return chess_next_piece(c, CHESS_MOVES, empty);
    c->stage++;
    switch (stage) {
    case CHESS_PROMOTES_WEST:
        return chess_promote(c, c->pawns.west, 7);
    case CHESS_PROMOTES_EAST:
        return chess_promote(c, c->pawns.east, 9);
    case CHESS_PROMOTES_AHEAD:
        return chess_promote(c, c->pawns.one, 8);
    case CHESS_TAKES_WEST:
        return chess_step(c, c->pawns.west & ~last, 7, CHESS_PLAIN);
    case CHESS_TAKES_EAST:
        return chess_step(c, c->pawns.east & ~last, 9, CHESS_PLAIN);
    case CHESS_TAKES_EP:
        return p->ep != 0 && chess_ep(c);
    case CHESS_KING_TAKES:
        return chess_king_set(c, chess_safe(c, chess_king[p->king] & p->opponent), CHESS_PLAIN);
    case CHESS_CASTLES:
        return chess_castle(c);
    case CHESS_PUSHES:
        return chess_step(c, c->pawns.one & ~last, 8, CHESS_PLAIN);
    case CHESS_PUSHES_TWO:
        return chess_step(c, c->pawns.two, 16, CHESS_DOUBLE);
    default:
        return chess_king_set(c, chess_safe(c, chess_king[p->king] & empty), CHESS_PLAIN);
    }
}

static __attribute__((noinline)) bool chess_refill(chess_cursor *c)
{
    while (c->stage < c->end) {
        const chess_move noisy = c->stage < CHESS_CASTLES ? CHESS_NOISY : 0;
        if (chess_set(c)) {
            c->base += noisy;
            return true;
        }
    }
    return false;
}

/* The search calls this function; perft, which counts at most of its nodes, inlines
   chess_bind(). */
static __attribute__((noinline)) chess_bounds chess_bind_apart(const chess_position *p)
{
    return chess_bind(p);
}

static inline chess_cursor chess_moves(const chess_rules *rules, const chess_position *p)
{
    (void)rules;
    chess_cursor c = {
        .p = p, .stage = CHESS_PROMOTES_WEST, .end = CHESS_END, .b = chess_bind_apart(p)};
    c.pawns = chess_pawn_bounds(p, &c.b);
    if ((p->own & p->pawns & CHESS_RANK_1 << 48) == 0)
        c.stage = CHESS_TAKES_WEST;
    return c;
}

static inline bool chess_next(chess_cursor *c, chess_move *move)
{
    if (c->to == 0 && !chess_refill(c))
        return false;
    *move = c->base + chess_first(c->to) * c->factor;
    c->to &= c->to - 1;
    return true;
}

static inline bool chess_in_check(const chess_rules *rules, const chess_position *p)
{
    (void)rules;
    return chess_attacked(p, p->king, chess_occupied(p));
}

/* The captures and promotions, which come first of all moves; in check, all moves. */
static inline chess_cursor chess_noisy(const chess_rules *rules, const chess_position *p)
{
    chess_cursor c = chess_moves(rules, p);
    if (c.b.checkers == 0)
        c.end = CHESS_CASTLES;
    return c;
}

/* Continues with the moves that chess_noisy() left out. */
static inline void chess_go_on(chess_cursor *c)
{
    c->end = CHESS_END;
}

#endif
