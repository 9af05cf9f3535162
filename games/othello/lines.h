/*
 * lines.h -- the lines of an 8x8 board: which moves flip discs, and which discs.
 *
 * A set of squares is a 64-bit word: a1 in bit 0, h1 in bit 7, h8 in bit 63. With AVX2 four of the
 * eight directions are worked through by one instruction, else one after the other in plain C, with
 * identical results.
 */
#ifndef OTHELLO_LINES_H
#define OTHELLO_LINES_H

#include <stdint.h>
#ifdef __AVX2__
#include <immintrin.h>
#endif

typedef unsigned othello_move; /* the square, or OTHELLO_PASS */

enum { OTHELLO_PASS = 64 };

#define OTHELLO_FILE_A UINT64_C(0x0101010101010101)
#define OTHELLO_FILE_H UINT64_C(0x8080808080808080)
#define OTHELLO_INNER_FILES UINT64_C(0x7E7E7E7E7E7E7E7E)

/*
 * The rays of a square s, one per step of 1, 7, 8 and 9: to higher squares (east, northwest, north,
 * northeast) and to lower ones. The whole ray of a1 or h8 is shifted to s; what wraps around the
 * board's side then stands on the wrong side of s.
 */
#define OTHELLO_ROW(s) (UINT64_C(0xFF) << (s) / 8 * 8)
#define OTHELLO_RIGHT(s) (OTHELLO_FILE_A * (0xFFu & 0xFEu << (s) % 8)) /* files to the east */
#define OTHELLO_LEFT(s) (OTHELLO_FILE_A * ((1u << (s) % 8) - 1))       /* to the west */
#define OTHELLO_UP(s)                                                                              \
    {                                                                                              \
        OTHELLO_RIGHT(s) & OTHELLO_ROW(s), OTHELLO_LEFT(s) & UINT64_C(0x0002040810204080) << (s),  \
            UINT64_C(0x0101010101010100) << (s),                                                   \
            OTHELLO_RIGHT(s) & UINT64_C(0x8040201008040200) << (s),                                \
    }
#define OTHELLO_DOWN(s)                                                                            \
    {                                                                                              \
        OTHELLO_LEFT(s) & OTHELLO_ROW(s),                                                          \
            OTHELLO_RIGHT(s) & UINT64_C(0x0102040810204000) >> (63 - (s)),                         \
            UINT64_C(0x0080808080808080) >> (63 - (s)),                                            \
            OTHELLO_LEFT(s) & UINT64_C(0x0040201008040201) >> (63 - (s)),                          \
    }
#define OTHELLO_8(RAYS, s)                                                                         \
    RAYS(s), RAYS(s + 1), RAYS(s + 2), RAYS(s + 3), RAYS(s + 4), RAYS(s + 5), RAYS(s + 6),         \
        RAYS(s + 7)
#define OTHELLO_64(RAYS)                                                                           \
    OTHELLO_8(RAYS, 0), OTHELLO_8(RAYS, 8), OTHELLO_8(RAYS, 16), OTHELLO_8(RAYS, 24),              \
        OTHELLO_8(RAYS, 32), OTHELLO_8(RAYS, 40), OTHELLO_8(RAYS, 48), OTHELLO_8(RAYS, 56)

/* By square; a pass has no rays and so flips nothing. */
static const _Alignas(32) uint64_t othello_up[65][4] = {OTHELLO_64(OTHELLO_UP)};
static const _Alignas(32) uint64_t othello_down[65][4] = {OTHELLO_64(OTHELLO_DOWN)};

static inline uint64_t othello_disc(othello_move move)
{
    return (uint64_t)(move < OTHELLO_PASS) << (move & 63);
}

/* A set of squares for each side, the side to move first. */
typedef uint64_t othello_both __attribute__((vector_size(16)));

/*
 * Returns the squares just behind runs of `inner` that begin beside a disc of `own`, both ways
 * along one step; for several sides at once, with a word for each. `inner` are the other side's
 * discs that do not end a line.
 */
#define OTHELLO_LINE(NAME, WORD)                                                                   \
    static inline WORD NAME(WORD own, WORD inner, int step)                                        \
    {                                                                                              \
        const WORD pairs_up = inner & inner << step, pairs_down = pairs_up >> step;                \
        WORD up = inner & own << step, down = inner & own >> step;                                 \
        up |= inner & up << step;                                                                  \
        down |= inner & down >> step;                                                              \
        for (int i = 0; i < 2; i++) {                                                              \
            up |= pairs_up & up << 2 * step;                                                       \
            down |= pairs_down & down >> 2 * step;                                                 \
        }                                                                                          \
        return up << step | down >> step;                                                          \
    }

#ifdef __AVX2__

#define OTHELLO_LANES(a, b, c, d) _mm256_set_epi64x(d, c, b, a)
#define OTHELLO_STEP OTHELLO_LANES(1, 7, 8, 9)
#define OTHELLO_TWICE OTHELLO_LANES(2, 14, 16, 18)

static inline uint64_t othello_join(__m256i lanes)
{
    __m128i half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    half = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
    return (uint64_t)_mm_cvtsi128_si64(half);
}

/* The squares where a move of `own` flips something. */
static inline uint64_t othello_mobility(uint64_t own, uint64_t opponent)
{
    const __m256i step = OTHELLO_STEP, twice = OTHELLO_TWICE;
    const __m256i from = _mm256_set1_epi64x((int64_t)own);
    const __m256i inner =
        _mm256_and_si256(_mm256_set1_epi64x((int64_t)opponent),
                         OTHELLO_LANES((int64_t)OTHELLO_INNER_FILES, (int64_t)OTHELLO_INNER_FILES,
                                       -1, (int64_t)OTHELLO_INNER_FILES));
    /* Opponent's discs in a line from an own one: 1, 2, then 4, then 6 steps away. */
    __m256i up = _mm256_and_si256(inner, _mm256_sllv_epi64(from, step));
    __m256i down = _mm256_and_si256(inner, _mm256_srlv_epi64(from, step));
    up = _mm256_or_si256(up, _mm256_and_si256(inner, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(inner, _mm256_srlv_epi64(down, step)));
    const __m256i pairs_up = _mm256_and_si256(inner, _mm256_sllv_epi64(inner, step));
    const __m256i pairs_down = _mm256_srlv_epi64(pairs_up, step);
    for (int i = 0; i < 2; i++) {
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
    }
    const __m256i ends =
        _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    return othello_join(ends) & ~(own | opponent);
}

static inline othello_both othello_mobilities(uint64_t own, uint64_t opponent)
{
    return (othello_both){othello_mobility(own, opponent), othello_mobility(opponent, own)};
}

/* The opponent's discs that a disc of `own` put there flips. */
static inline uint64_t othello_flips(uint64_t own, uint64_t opponent, othello_move move)
{
    const __m256i up = _mm256_load_si256((const __m256i *)othello_up[move]);
    const __m256i down = _mm256_load_si256((const __m256i *)othello_down[move]);
    const __m256i mine = _mm256_set1_epi64x((int64_t)own);
    const __m256i others = _mm256_set1_epi64x((int64_t)opponent);
    const __m256i zero = _mm256_setzero_si256(), minus_one = _mm256_set1_epi64x(-1);

    /* Up: the lowest square of the ray without an opponent's disc must hold an own one. */
    const __m256i stops_up = _mm256_andnot_si256(others, up);
    __m256i end = _mm256_and_si256(stops_up, _mm256_sub_epi64(zero, stops_up));
    end = _mm256_and_si256(end, mine);
    __m256i flips = _mm256_and_si256(up, _mm256_add_epi64(end, minus_one));
    flips = _mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), flips);

    /* Down: the highest. */
    const __m256i stops_down = _mm256_andnot_si256(others, down);
#if defined __AVX512CD__ && defined __AVX512VL__
    end = _mm256_srlv_epi64(_mm256_set1_epi64x(INT64_MIN), _mm256_lzcnt_epi64(stops_down));
    end = _mm256_and_si256(end, mine);
    const __m256i above = _mm256_sub_epi64(zero, _mm256_add_epi64(end, end)); /* 0 if none */
    flips = _mm256_or_si256(flips, _mm256_and_si256(down, above));
#else /* `below` is all of the ray beyond it. */
    __m256i below = _mm256_srlv_epi64(stops_down, OTHELLO_STEP);
    below = _mm256_or_si256(below, _mm256_srlv_epi64(below, OTHELLO_STEP));
    below = _mm256_or_si256(below, _mm256_srlv_epi64(below, OTHELLO_TWICE));
    below = _mm256_or_si256(below, _mm256_srlv_epi64(below, OTHELLO_TWICE));
    end = _mm256_andnot_si256(below, _mm256_and_si256(stops_down, mine));
    const __m256i between = _mm256_andnot_si256(_mm256_or_si256(below, stops_down), down);
    flips = _mm256_or_si256(flips, _mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), between));
#endif
    return othello_join(flips);
}

#else

OTHELLO_LINE(othello_line, uint64_t)
OTHELLO_LINE(othello_lines, othello_both)

/* The squares where a move of `own` flips something. */
static inline uint64_t othello_mobility(uint64_t own, uint64_t opponent)
{
    const uint64_t inner = opponent & OTHELLO_INNER_FILES;
    const uint64_t ends = othello_line(own, inner, 1) | othello_line(own, inner, 7) |
                          othello_line(own, opponent, 8) | othello_line(own, inner, 9);
    return ends & ~(own | opponent);
}

static inline othello_both othello_mobilities(uint64_t own, uint64_t opponent)
{
    const othello_both sides = {own, opponent}, others = {opponent, own};
    const othello_both inner = others & OTHELLO_INNER_FILES;
    const othello_both ends = othello_lines(sides, inner, 1) | othello_lines(sides, inner, 7) |
                              othello_lines(sides, others, 8) | othello_lines(sides, inner, 9);
    return ends & ~(sides | others);
}

/* The flips along one of the four lines through a move. */
static inline uint64_t othello_flips_of(uint64_t own, uint64_t opponent, uint64_t up, uint64_t down)
{
    /* Up: the lowest square of the ray without an opponent's disc must hold an own one. */
    const uint64_t stops_up = up & ~opponent, end_up = stops_up & -stops_up & own;
    /* Down: the highest. */
    const uint64_t stops_down = down & ~opponent;
    const uint64_t end_down =
        (UINT64_C(1) << 63) >> __builtin_clzll(stops_down | 1) & stops_down & own;
    return (up & (end_up - (end_up != 0))) | (down & -(end_down << 1));
}

/* The opponent's discs that a disc of `own` put there flips. */
static inline uint64_t othello_flips(uint64_t own, uint64_t opponent, othello_move move)
{
    const uint64_t *up = othello_up[move], *down = othello_down[move];
    return othello_flips_of(own, opponent, up[0], down[0]) |
           othello_flips_of(own, opponent, up[1], down[1]) |
           othello_flips_of(own, opponent, up[2], down[2]) |
           othello_flips_of(own, opponent, up[3], down[3]);
}

#endif

#endif
