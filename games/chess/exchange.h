/*
 * exchange.h -- the value of captures before they are searched: victims, and the exchange of pieces
 * on one square.
 */
#ifndef CHESS_EXCHANGE_H
#define CHESS_EXCHANGE_H

#include "moves.h"

/* A bishop is worth as much as a knight, so that their trade is even. */
enum {
    CHESS_PAWN = 100,
    CHESS_MINOR = 325,
    CHESS_ROOK = 500,
    CHESS_QUEEN = 950,
    CHESS_CROWNS = CHESS_QUEEN - CHESS_PAWN, /* a pawn's gain by becoming a queen */
    CHESS_EXCHANGES = 32                     /* pieces on a board in play */
};

/* By chess_kind(); a king is never taken, and exceeds all that an exchange can win. */
static const int16_t chess_price[13] = {
    [0] = 20000,       [1] = CHESS_PAWN, [2] = CHESS_MINOR,
    [4] = CHESS_MINOR, [8] = CHESS_ROOK, [12] = CHESS_QUEEN,
};

/* The price of the piece that a move takes; 0 unless it is a capture. */
static inline int chess_taken_price(const chess_position *p, chess_move move)
{
    const unsigned to = chess_to(move);
    if (chess_how(move) == CHESS_EP)
        return CHESS_PAWN;
    return p->opponent >> to & 1 ? chess_price[chess_kind(p, to)] : 0;
}

static inline int chess_promoted_price(chess_move move)
{
    static const int16_t price[4] = {CHESS_QUEEN, CHESS_MINOR, CHESS_ROOK, CHESS_MINOR};
    return chess_how(move) >= CHESS_TO_QUEEN ? price[chess_how(move) - CHESS_TO_QUEEN] : 0;
}

/*
 * Most valuable victim first (a promotion also wins the new piece's value), then least valuable
 * attacker, in tens of centipawns; 0: neither capture nor promotion.
 */
static inline int chess_capture(const chess_rules *rules, const chess_position *p, chess_move move)
{
    (void)rules;
    if (!(move & CHESS_NOISY))
        return 0;
    const int victim = chess_taken_price(p, move) + chess_promoted_price(move);
    return victim * 4096 - chess_price[chess_mover(move)] / 10;
}

/* ---- exchanges ------------------------------------------------------------------------------- */

/* The pieces of both sides that attack a square along lines, with this occupation. */
static inline uint64_t chess_sliders(const chess_position *p, unsigned square, uint64_t occupied)
{
    return ((chess_bishop(square, occupied) & p->diagonal) |
            (chess_rook(square, occupied) & p->straight)) &
           occupied;
}

/* All pieces of both sides that attack a square, with this occupation. */
static inline uint64_t chess_attackers(const chess_position *p, unsigned square, uint64_t occupied)
{
    const uint64_t place = chess_bit(square);
    return chess_sliders(p, square, occupied) |
           (((chess_pawns_up(place) & p->pawns & p->opponent) |
             (chess_pawns_down(place) & p->pawns & p->own) | (chess_knight[square] & p->knights) |
             (chess_king[square] & (chess_bit(p->king) | chess_bit(p->enemy)))) &
            occupied);
}

/* The least valuable of a set of pieces, knights before bishops. */
static inline uint64_t chess_least(const chess_position *p, uint64_t set)
{
    const uint64_t kinds[] = {p->pawns, p->knights, p->diagonal & ~p->straight,
                              p->straight & ~p->diagonal, p->straight};
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (set & kinds[i])
            return set & kinds[i] & -(set & kinds[i]);
    return set;
}

/*
 * What the move wins, in centipawns, if both sides continue to capture on its square with the least
 * valuable piece and stop when that is better. A piece behind another takes part once that one has
 * captured; a pawn that captures on the last rank becomes a queen. A king does not capture a
 * defended piece, because it costs more than any other. Pins are ignored.
 */
static int chess_exchange(const chess_position *p, chess_move move)
{
    const unsigned from = chess_from(move), to = chess_to(move);
    const bool last = to >= 56 || to < 8;
    int gain[CHESS_EXCHANGES + 1], count = 0;
    uint64_t occupied = (chess_occupied(p) & ~chess_bit(from)) | chess_bit(to);
    int standing = chess_price[chess_mover(move)];
    uint64_t side = p->opponent;
    gain[0] = chess_taken_price(p, move);
    if (chess_how(move) == CHESS_EP)
        occupied ^= chess_bit(to - 8);
    if (chess_how(move) >= CHESS_TO_QUEEN) {
        gain[0] += chess_promoted_price(move) - CHESS_PAWN;
        standing = chess_promoted_price(move);
    }
    uint64_t attackers = chess_attackers(p, to, occupied);
    while (count < CHESS_EXCHANGES && (attackers & side) != 0) {
        const uint64_t taker = chess_least(p, attackers & side);
        const unsigned kind = chess_kind(p, chess_first(taker));
        occupied ^= taker;
        attackers = (attackers | chess_sliders(p, to, occupied)) & occupied;
        count++;
        gain[count] = standing - gain[count - 1];
        standing = chess_price[kind];
        if (kind == 1 && last) {
            gain[count] += CHESS_CROWNS;
            standing = CHESS_QUEEN;
        }
        side = side == p->own ? p->opponent : p->own;
    }
    for (; count > 0; count--)
        if (-gain[count] < gain[count - 1])
            gain[count - 1] = -gain[count];
    return gain[0];
}

/* Whether a capture loses. Promotions never count as losing. */
static inline bool chess_loses(const chess_rules *rules, const chess_position *p, chess_move move)
{
    (void)rules;
    if (chess_how(move) >= CHESS_TO_QUEEN)
        return false;
    if (chess_to(move) >= 8 && chess_taken_price(p, move) >= chess_price[chess_mover(move)])
        return false; /* it wins no less than the piece that may be lost */
    return chess_exchange(p, move) < 0;
}

#endif
