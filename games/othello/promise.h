/*
 * promise.h -- promises, the numbers by which Othello's moves are ordered.
 *
 * Moves come first that leave the opponent few replies, few empty squares beside the mover's discs
 * (where the next replies are played) and few discs beside an empty square (which they flip).
 * Corners come before them, and squares beside an empty corner after them. A reply that takes a
 * corner counts twice. The weights were chosen for the fewest nodes at depths 9 and 10 on the
 * game's suite, where neither the parity of regions nor a value for each square made a difference.
 *
 * Where the processor has vectors of eight boards and counts their bits (AVX-512), eight moves are
 * ranked together, with identical results.
 */
#ifndef OTHELLO_PROMISE_H
#define OTHELLO_PROMISE_H

enum { OTHELLO_REPLY = 3, OTHELLO_TAKE_CORNER = 5, OTHELLO_BESIDE_CORNER = 3 };

#if defined __AVX512F__ && defined __AVX512VBMI2__ && defined __AVX512VPOPCNTDQ__

/* A board for each of eight moves. */
typedef uint64_t othello_boards __attribute__((vector_size(64)));

OTHELLO_LINE(othello_ends, othello_boards)

/* The flips of a disc on each board, both ways along the lines of one step. */
static inline othello_boards othello_flips_along(othello_boards discs, uint64_t own, uint64_t inner,
                                                 int step)
{
    const uint64_t pairs_up = inner & inner << step, pairs_down = pairs_up >> step;
    othello_boards up = discs << step & inner, down = discs >> step & inner;
    up |= up << step & inner;
    down |= down >> step & inner;
    for (int i = 0; i < 2; i++) {
        up |= up << 2 * step & pairs_up;
        down |= down >> 2 * step & pairs_down;
    }
    return (up & (othello_boards)((up << step & own) != 0)) |
           (down & (othello_boards)((down >> step & own) != 0));
}

/* othello_spread() on each board. */
static inline othello_boards othello_spread_each(othello_boards squares)
{
    squares |= (squares << 1 & ~OTHELLO_FILE_A) | (squares >> 1 & ~OTHELLO_FILE_H);
    return squares | squares << 8 | squares >> 8;
}

/* The number of squares on each board. */
static inline othello_boards othello_count_each(othello_boards squares)
{
    return (othello_boards)_mm512_popcnt_epi64((__m512i)squares);
}

/* The promises of eight moves, of which `discs` are the squares. */
static inline __attribute__((always_inline)) othello_boards
othello_weigh(const othello_position *p, othello_boards discs)
{
    const uint64_t empty = ~(p->own | p->opponent), corners = empty & OTHELLO_CORNERS;
    const uint64_t beside_corners = othello_spread(corners) & ~corners;
    const uint64_t inner = p->opponent & OTHELLO_INNER_FILES;
    const othello_boards flips = othello_flips_along(discs, p->own, inner, 1) |
                                 othello_flips_along(discs, p->own, inner, 7) |
                                 othello_flips_along(discs, p->own, p->opponent, 8) |
                                 othello_flips_along(discs, p->own, inner, 9);
    const othello_boards mover = p->own | flips | discs, other = p->opponent & ~flips;
    const othello_boards inner_mover = mover & OTHELLO_INNER_FILES;
    const othello_boards ends = othello_ends(other, inner_mover, 1) |
                                othello_ends(other, inner_mover, 7) |
                                othello_ends(other, mover, 8) | othello_ends(other, inner_mover, 9);
    const othello_boards replies = ends & empty & ~discs, takes = replies & OTHELLO_CORNERS;
    return ((othello_boards)((discs & OTHELLO_CORNERS) != 0) & OTHELLO_TAKE_CORNER) -
           ((othello_boards)((discs & beside_corners) != 0) & OTHELLO_BESIDE_CORNER) -
           OTHELLO_REPLY * (othello_count_each(replies) + othello_count_each(takes)) -
           othello_count_each(othello_spread_each(mover) & empty) -
           othello_count_each(mover & othello_spread(empty));
}

/*
 * No promise is less. Of d discs at most d / 2 are of the colour with fewer, each of which takes
 * part in at most 8 replies, one in each direction; and a reply is an empty square. So there are at
 * most 4d and 64 - d replies, that is 51, of which 4, to the corners, count twice. Empty squares
 * beside discs and discs beside empty squares are 64 at most. The move may be next to a corner.
 */
enum { OTHELLO_LEAST = -OTHELLO_REPLY * (51 + 4) - 64 - OTHELLO_BESIDE_CORNER };

_Static_assert(OTHELLO_TAKE_CORNER - OTHELLO_LEAST <= UINT8_MAX, "a byte holds every promise");

/* How much each move's promise is above the least, by square. */
typedef struct {
    _Alignas(64) uint8_t above[64];
} othello_sight;

static inline othello_sight othello_look(const othello_rules *rules, const othello_position *p)
{
    const uint64_t moves = othello_mobility(p->own, p->opponent);
    const int count = bits_count(moves);
    const __m512i every = _mm512_set_epi64(
        0x3F3E3D3C3B3A3938, 0x3736353433323130, 0x2F2E2D2C2B2A2928, 0x2726252423222120,
        0x1F1E1D1C1B1A1918, 0x1716151413121110, 0x0F0E0D0C0B0A0908, 0x0706050403020100);
    __m512i left = _mm512_maskz_compress_epi8(moves, every), above = left;
    othello_sight sight;
    (void)rules;
    for (int i = 0; 8 * i < count; i++) { /* lanes without a move are a1's, and never asked for */
        const __m512i squares = _mm512_cvtepu8_epi64(_mm512_castsi512_si128(left));
        const __m512i discs = _mm512_sllv_epi64(_mm512_set1_epi64(1), squares);
        const __m512i eight = (__m512i)(othello_weigh(p, (othello_boards)discs) - OTHELLO_LEAST);
        above =
            _mm512_mask_broadcastq_epi64(above, (__mmask8)(1 << i), _mm512_cvtepi64_epi8(eight));
        left = _mm512_alignr_epi64(left, left, 1);
    }
    _mm512_store_si512(&sight, _mm512_maskz_expand_epi8(moves, above));
    return sight;
}

static inline int othello_promise(const othello_rules *rules, const othello_position *p,
                                  const othello_sight *sight, othello_move move)
{
    (void)rules, (void)p;
    return move == OTHELLO_PASS ? 0 : sight->above[move] + OTHELLO_LEAST;
}

#else

/* Squares, before the move: empty ones; those and all beside them; those beside empty corners. */
typedef struct {
    uint64_t empty, open, beside_corners;
} othello_sight;

static inline othello_sight othello_look(const othello_rules *rules, const othello_position *p)
{
    (void)rules;
    const uint64_t empty = ~(p->own | p->opponent), corners = empty & OTHELLO_CORNERS;
    return (othello_sight){empty, othello_spread(empty), othello_spread(corners) & ~corners};
}

static inline int othello_promise(const othello_rules *rules, const othello_position *p,
                                  const othello_sight *sight, othello_move move)
{
    const othello_position child = othello_apply(rules, p, move);
    const uint64_t disc = othello_disc(move);
    const uint64_t replies = othello_mobility(child.own, child.opponent);
    return (disc & OTHELLO_CORNERS ? OTHELLO_TAKE_CORNER : 0) -
           (disc & sight->beside_corners ? OTHELLO_BESIDE_CORNER : 0) -
           OTHELLO_REPLY * (bits_count(replies) + bits_count(replies & OTHELLO_CORNERS)) -
           bits_count(sight->empty & othello_spread(child.opponent)) -
           bits_count(sight->open & child.opponent);
}

#endif

#endif
