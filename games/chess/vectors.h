/*
 * vectors.h -- the lines of chess in all eight directions at once, where the processor has
 * vectors of eight boards and counts their bits (AVX-512).
 *
 * What a side's pieces attack is found together: sliders by a fill (Kogge and Stone: every step
 * goes twice as far as the one before), without a branch or a table. In a direction no square is
 * reached by two pieces, so that bits can be counted as moves.
 */
#ifndef CHESS_VECTORS_H
#define CHESS_VECTORS_H

#include "lines.h"

#ifdef CHESS_VECTORS

/* A board for every direction: four straights, four diagonals; or the eight of a knight. */
typedef __m512i chess_boards;

enum {
    CHESS_STRAIGHT_BOARDS = 0x0F /* the others go along diagonals */
};

static inline chess_boards chess_all(uint64_t squares)
{
    return _mm512_set1_epi64((int64_t)squares);
}

/* The squares of all boards together, and how many there are. */
static inline uint64_t chess_union(chess_boards boards)
{
    return (uint64_t)_mm512_reduce_or_epi64(boards);
}

static inline int chess_sum(chess_boards counts)
{
    return (int)_mm512_reduce_add_epi64(counts);
}

/* The boards of sliders: straights for four directions, diagonals for the others. */
static inline chess_boards chess_by_line(uint64_t straight, uint64_t diagonal)
{
    return _mm512_mask_mov_epi64(chess_all(diagonal), CHESS_STRAIGHT_BOARDS, chess_all(straight));
}

/* The squares that sliders attack. `within` has the squares that a step on the board can reach. */
static inline chess_boards chess_slide(chess_boards from, uint64_t occupied)
{
    const chess_boards within =
        _mm512_setr_epi64((int64_t)0xFEFEFEFEFEFEFEFE, (int64_t)0xFFFFFFFFFFFFFF00,
                          0x7F7F7F7F7F7F7F7F, 0xFFFFFFFFFFFFFF, (int64_t)0xFEFEFEFEFEFEFE00,
                          0xFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F, 0x7F7F7F7F7F7F7F00);
    const chess_boards step = _mm512_setr_epi64(1, 8, 63, 56, 9, 57, 55, 7);
    const chess_boards two = _mm512_add_epi64(step, step), four = _mm512_add_epi64(two, two);
    chess_boards open = _mm512_andnot_si512(chess_all(occupied), within);
    from |= open & _mm512_rolv_epi64(from, step);
    open &= _mm512_rolv_epi64(open, step);
    from |= open & _mm512_rolv_epi64(from, two);
    open &= _mm512_rolv_epi64(open, two);
    from |= open & _mm512_rolv_epi64(from, four);
    return within & _mm512_rolv_epi64(from, step);
}

/* The squares that knights attack. */
static inline chess_boards chess_leap(uint64_t knights)
{
    const chess_boards within = _mm512_setr_epi64(
        (int64_t)0xFCFCFCFCFCFCFC00, (int64_t)0xFEFEFEFEFEFE0000, 0x7F7F7F7F7F7F0000,
        0x3F3F3F3F3F3F3F00, 0x3F3F3F3F3F3F3F, 0x7F7F7F7F7F7F, 0xFEFEFEFEFEFE, 0xFCFCFCFCFCFCFC);
    const chess_boards step = _mm512_setr_epi64(10, 17, 15, 6, 54, 47, 49, 58);
    return within & _mm512_rolv_epi64(chess_all(knights), step);
}

#endif
#endif
