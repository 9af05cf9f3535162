/*
 * exchange.h -- what captures are worth before they are searched: victims, and the exchange
 * of pieces on one point.
 */
#ifndef XIANGQI_EXCHANGE_H
#define XIANGQI_EXCHANGE_H

#include "moves.h"

enum { XQ_EXCHANGES = 32 }; /* pieces on a board in play */

/* A cannon for a horse, and an elephant for an advisor, is an even trade; the general, which is
   never taken, is more than all that an exchange can win. */
static const int16_t xiangqi_price[XQ_KINDS] = {
    [XQ_ROOK] = 900,     [XQ_CANNON] = 450,  [XQ_HORSE] = 400,  [XQ_SOLDIER] = 90,
    [XQ_ELEPHANT] = 200, [XQ_ADVISOR] = 200, [XQ_KING] = 20000,
};

/* The kind of the piece on an occupied square. */
static inline unsigned xiangqi_kind_at(const xiangqi_position *p, unsigned square)
{
    const unsigned half = square >> 6;
    const uint64_t bit = xiangqi_bit(square);
    for (unsigned kind = 0; kind < XQ_SETS; kind++)
        if (p->kind[kind][half] & bit)
            return kind;
    return square == p->king[half] ? XQ_KING : XQ_ADVISOR;
}

static inline bool xiangqi_takes(const xiangqi_position *p, xiangqi_move move)
{
    return p->side[!p->turn][move.to >> 6] >> (move.to & 63) & 1;
}

/* Most valuable victim first, then least valuable attacker; 0: no capture. */
static inline int xiangqi_capture_rank(const xiangqi_position *p, xiangqi_move move)
{
    if (!xiangqi_takes(p, move))
        return 0;
    return xiangqi_price[xiangqi_kind_at(p, move.to)] * 4096 - xiangqi_price[move.kind] / 10;
}

/* ---- exchanges ------------------------------------------------------------------------------- */

/* The board while pieces are taken on one point. */
typedef struct {
    const xiangqi_position *p;
    xiangqi_set occupied;
    unsigned at;
} xiangqi_fight;

/* Returns those of the horses, all a jump away from f->at, whose leg is free. */
static inline xiangqi_set xiangqi_free_horses(const xiangqi_fight *f, xiangqi_set horses)
{
    const uint64_t around[3] = {f->occupied.w[0], f->occupied.w[1], xiangqi_middle(f->occupied)};
    xiangqi_set able = {{0, 0}};
    for (unsigned half = 0; half < 2; half++) {
        for (uint64_t w = horses.w[half]; w != 0; w &= w - 1) {
            const unsigned from = half << 6 | xiangqi_ctz(w);
            if (xiangqi_has(xiangqi_table.horse[from][xiangqi_legs_of(around, from)], f->at))
                able.w[half] |= w & -w;
        }
    }
    return able;
}

/* The pieces of a side and kind that could take on the point. */
static inline xiangqi_set xiangqi_takers(const xiangqi_fight *f, unsigned side, unsigned kind)
{
    const xiangqi_position *p = f->p;
    const unsigned half = f->at >> 6;
    const bool palace =
        half == side && xiangqi_in_palace(xiangqi_table.file[f->at], xiangqi_table.rank[f->at]);
    xiangqi_set from = {{0, 0}};
    xiangqi_set pieces = xiangqi_and(xiangqi_side(p, side), f->occupied);
    if (kind < XQ_SETS)
        pieces = xiangqi_and(pieces, (xiangqi_set){{p->kind[kind][0], p->kind[kind][1]}});
    switch (kind) {
    case XQ_ROOK:
        from = xiangqi_slide(f->occupied, f->at, 0);
        break;
    case XQ_CANNON:
        from = xiangqi_slide(f->occupied, f->at, 10);
        break;
    case XQ_HORSE:
        return xiangqi_free_horses(f, xiangqi_and(pieces, xiangqi_table.horse[f->at][0]));
    case XQ_SOLDIER:
        from = xiangqi_table.soldier_from[side][f->at];
        break;
    case XQ_ELEPHANT:
        from.w[half] = half == side
                           ? xiangqi_table.elephant[f->at][xiangqi_eyes(f->occupied.w[half], f->at)]
                           : 0;
        break;
    case XQ_ADVISOR:
        from.w[half] = palace ? xiangqi_table.advisor[f->at] & xiangqi_home(p, side) : 0;
        from.w[half] &= ~p->kind[XQ_ELEPHANT][half] & ~xiangqi_bit(p->king[side]);
        break;
    default:
        from.w[half] = palace ? xiangqi_table.king[f->at] & xiangqi_bit(p->king[side]) : 0;
    }
    return xiangqi_and(pieces, from);
}

/* Whether the side's general may take there: not if it would be attacked, or faced by the other. */
static bool xiangqi_general_may(const xiangqi_fight *f, unsigned side)
{
    xiangqi_foes foes = xiangqi_foes_of(f->p, !side);
    xiangqi_set others = f->occupied;
    others.w[f->at >> 6] &= ~xiangqi_bit(f->at);
    others.w[side] &= ~xiangqi_bit(f->p->king[side]);
    for (unsigned kind = 0; kind < XQ_HOME; kind++)
        foes.kind[kind] = xiangqi_and(foes.kind[kind], others);
    others.w[f->at >> 6] |= xiangqi_bit(f->at);
    return !xiangqi_attacked(&foes, side, f->at, others);
}

/* Removes the side's least valuable piece that could take. Returns its kind, or XQ_KINDS. */
static unsigned xiangqi_next_taker(xiangqi_fight *f, unsigned side)
{
    static const uint8_t kinds[XQ_KINDS] = {XQ_SOLDIER, XQ_ELEPHANT, XQ_ADVISOR, XQ_HORSE,
                                            XQ_CANNON,  XQ_ROOK,     XQ_KING};
    for (unsigned i = 0; i < XQ_KINDS; i++) {
        const xiangqi_set takers = xiangqi_takers(f, side, kinds[i]);
        const unsigned half = takers.w[0] == 0;
        if (takers.w[half] == 0)
            continue;
        if (kinds[i] == XQ_KING && !xiangqi_general_may(f, side))
            break;
        f->occupied.w[half] ^= takers.w[half] & -takers.w[half];
        return kinds[i];
    }
    return XQ_KINDS;
}

/*
 * What a capture wins if both sides go on to take on its point, always with the least valuable
 * piece, and stop when that is better. Lines, screens and legs are those of the board as it is
 * then; a general does not take what is defended. Pins are not seen.
 */
static int xiangqi_exchange(const xiangqi_position *p, xiangqi_move move)
{
    int gain[XQ_EXCHANGES + 1], count = 0;
    int standing = xiangqi_price[move.kind];
    unsigned side = p->turn;
    xiangqi_fight f = {p, xiangqi_occupied(p), move.to};
    f.occupied.w[move.from >> 6] ^= xiangqi_bit(move.from);
    gain[0] = xiangqi_price[xiangqi_kind_at(p, move.to)];
    while (count < XQ_EXCHANGES) {
        side = !side;
        const unsigned kind = xiangqi_next_taker(&f, side);
        if (kind == XQ_KINDS)
            break;
        count++;
        gain[count] = standing - gain[count - 1];
        standing = xiangqi_price[kind];
    }
    for (; count > 0; count--)
        if (-gain[count] < gain[count - 1])
            gain[count - 1] = -gain[count];
    return gain[0];
}

static inline bool xiangqi_loses_by(const xiangqi_position *p, xiangqi_move move)
{
    return xiangqi_price[xiangqi_kind_at(p, move.to)] < xiangqi_price[move.kind] &&
           xiangqi_exchange(p, move) < 0;
}

#endif
