/*
 * exchange.h -- the value of captures before they are searched: victims, and the exchange of pieces
 * on one point.
 */
#ifndef XIANGQI_EXCHANGE_H
#define XIANGQI_EXCHANGE_H

#include "moves.h"

enum { XQ_EXCHANGES = 32 }; /* pieces on a board in play */

/* Cannon for horse and elephant for advisor are even trades; the general, which is never taken,
   exceeds all that an exchange can win. */
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

/* Most valuable victim first, then least valuable attacker; 0: no capture. */
static inline int xiangqi_capture_rank(const xiangqi_position *p, xiangqi_move move)
{
    if (!(move & XQ_TAKES))
        return 0;
    return xiangqi_price[xiangqi_kind_at(p, xiangqi_to(move))] * 4096 -
           xiangqi_price[xiangqi_kind(move)] / 10;
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
            if (xiangqi_has(&xiangqi_table.horse[from][xiangqi_legs_of(around, from)], f->at))
                able.w[half] |= w & -w;
        }
    }
    return able;
}

/* Finds the pieces of either side that could take on the point, by kind. */
static inline void xiangqi_find_takers(const xiangqi_fight *f, xiangqi_set takers[XQ_KINDS])
{
    const xiangqi_position *p = f->p;
    const unsigned at = f->at, half = at >> 6;
    const uint64_t home = xiangqi_home(p, half), elephants = p->kind[XQ_ELEPHANT][half];
    const uint64_t king = xiangqi_bit(p->king[half]);
    xiangqi_set all[XQ_HOME];
    for (unsigned kind = 0; kind < XQ_HOME; kind++)
        all[kind] = xiangqi_and((xiangqi_set){{p->kind[kind][0], p->kind[kind][1]}}, f->occupied);
    const xiangqi_set red =
        xiangqi_and(xiangqi_table.soldier_from[XQ_RED][at], xiangqi_side(p, XQ_RED));
    const xiangqi_set black =
        xiangqi_and(xiangqi_table.soldier_from[XQ_BLACK][at], xiangqi_side(p, XQ_BLACK));
    takers[XQ_ROOK] = xiangqi_and(all[XQ_ROOK], xiangqi_slide(f->occupied.w, at, 0));
    takers[XQ_CANNON] = xiangqi_and(all[XQ_CANNON], xiangqi_slide(f->occupied.w, at, 10));
    takers[XQ_HORSE] =
        xiangqi_free_horses(f, xiangqi_and(all[XQ_HORSE], xiangqi_table.horse[at][0]));
    takers[XQ_SOLDIER] = xiangqi_and(all[XQ_SOLDIER], xiangqi_or(red, black));
    takers[XQ_ELEPHANT] = xiangqi_home_set(
        half, elephants & f->occupied.w[half] &
                  xiangqi_table.elephant[at][xiangqi_eyes(f->occupied.w[half], at)]);
    takers[XQ_ADVISOR] = xiangqi_home_set(half, home & f->occupied.w[half] &
                                                    xiangqi_table.advisor[at] & ~elephants & ~king);
    takers[XQ_KING] = xiangqi_home_set(half, xiangqi_table.king[at] & king);
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
    xiangqi_set takers[XQ_KINDS];
    xiangqi_find_takers(f, takers);
    for (unsigned i = 0; i < XQ_KINDS; i++) {
        const xiangqi_set able = xiangqi_and(takers[kinds[i]], xiangqi_side(f->p, side));
        if (!xiangqi_any(able))
            continue;
        if (kinds[i] == XQ_KING && !xiangqi_general_may(f, side))
            break;
        f->occupied = xiangqi_minus(f->occupied, xiangqi_one(xiangqi_first(able)));
        return kinds[i];
    }
    return XQ_KINDS;
}

/*
 * What a capture wins if both sides continue to capture on its point with the least valuable piece
 * and stop when that is better. Lines, screens and legs are those of the board at that moment; a
 * general does not capture a defended piece. Pins are ignored.
 */
static int xiangqi_exchange(const xiangqi_position *p, xiangqi_move move)
{
    int gain[XQ_EXCHANGES + 1], count = 0;
    const unsigned from = xiangqi_from(move), to = xiangqi_to(move);
    int standing = xiangqi_price[xiangqi_kind(move)];
    unsigned side = p->turn;
    xiangqi_fight f = {p, xiangqi_minus(xiangqi_occupied(p), xiangqi_one(from)), to};
    gain[0] = xiangqi_price[xiangqi_kind_at(p, to)];
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
    return xiangqi_price[xiangqi_kind_at(p, xiangqi_to(move))] <
               xiangqi_price[xiangqi_kind(move)] &&
           xiangqi_exchange(p, move) < 0;
}

#endif
