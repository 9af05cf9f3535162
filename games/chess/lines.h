/*
 * lines.h -- where a chess piece may go on a board of 64 bits: a1 in bit 0, h1 in 7, h8
 * in 63.
 *
 * The lines of rooks and bishops are found by subtraction (hyperbola quintessence, Kogge and
 * others: o ^ (o - 2r), and the same on the board upside down), ranks by a table. Where the
 * processor has PEXT, every answer is looked up instead, in tables that the same functions fill
 * before main().
 */
#ifndef CHESS_LINES_H
#define CHESS_LINES_H

#include "../bits.h"

#include <stdint.h>
#if defined __AVX2__ || defined __BMI2__
#include <immintrin.h>
#endif
#if defined __BMI2__ && defined __AVX512F__ && defined __AVX512VPOPCNTDQ__
#define CHESS_VECTORS /* vectors.h */
#endif

#define CHESS_RANK_1 UINT64_C(0xFF)
#define CHESS_FILE_A UINT64_C(0x0101010101010101)
#define CHESS_FILE_H UINT64_C(0x8080808080808080)

static inline uint64_t chess_bit(unsigned square)
{
    return UINT64_C(1) << square;
}

static inline unsigned chess_first(uint64_t squares)
{
    return (unsigned)__builtin_ctzll(squares);
}

static inline uint64_t chess_west(uint64_t squares)
{
    return squares >> 1 & ~CHESS_FILE_H;
}

static inline uint64_t chess_east(uint64_t squares)
{
    return squares << 1 & ~CHESS_FILE_A;
}

/* All squares that are attacked by pawns that move to higher ranks, or to lower ones. */
static inline uint64_t chess_pawns_up(uint64_t pawns)
{
    return chess_west(pawns) << 8 | chess_east(pawns) << 8;
}

static inline uint64_t chess_pawns_down(uint64_t pawns)
{
    return chess_west(pawns) >> 8 | chess_east(pawns) >> 8;
}

static inline uint64_t chess_knights(uint64_t knights)
{
    const uint64_t one = chess_west(knights) | chess_east(knights);
    const uint64_t two = chess_west(chess_west(knights)) | chess_east(chess_east(knights));
    return one << 16 | one >> 16 | two << 8 | two >> 8;
}

/* ---- tables by square, filled before main() -------------------------------------------------- */

typedef struct {
    uint64_t file, diagonal, antidiagonal; /* the lines through a square, without it */
} chess_square_lines;

static chess_square_lines chess_lines[64];
static uint8_t chess_rank_attacks[8][64]; /* by file and the occupation of files b to g */
static uint64_t chess_king[64], chess_knight[64];
static uint64_t chess_ring[64];                    /* a king's own square and those around it */
static uint64_t chess_ahead[64], chess_behind[64]; /* two rows of three, above; and below */
static uint64_t chess_diagonals[64], chess_straights[64]; /* on the empty board */
/* For two squares on a line, those between them, and the second one. */
static uint64_t chess_between[64][64];
#ifdef __BMI2__
/* Arrays, for the processor scales an index by eight on its way to a table. */
static struct {
    uint64_t bishop_mask[64], rook_mask[64]; /* the squares whose occupation matters */
    const uint64_t *bishop[64], *rook[64];   /* attacks, by the PEXT of the occupation */
} chess_attacks;
static uint64_t chess_rook_table[102400], chess_bishop_table[5248];
#endif

/* ---- lines by subtraction -------------------------------------------------------------------- */

static inline uint64_t chess_line(uint64_t occupied, uint64_t line, unsigned square)
{
    uint64_t up = occupied & line, down = __builtin_bswap64(up);
    up -= chess_bit(square);
    down -= chess_bit(square ^ 56);
    return (up ^ __builtin_bswap64(down)) & line;
}

static inline uint64_t chess_bishop_by_line(unsigned square, uint64_t occupied)
{
    const chess_square_lines *l = &chess_lines[square];
    return chess_line(occupied, l->diagonal, square) |
           chess_line(occupied, l->antidiagonal, square);
}

static inline uint64_t chess_rook_by_line(unsigned square, uint64_t occupied)
{
    const unsigned rank = square & 56;
    return chess_line(occupied, chess_lines[square].file, square) |
           (uint64_t)chess_rank_attacks[square & 7][occupied >> (rank + 1) & 63] << rank;
}

/* ---- attacks of bishops and rooks ------------------------------------------------------------ */

static inline uint64_t chess_bishop(unsigned square, uint64_t occupied)
{
#ifdef __BMI2__
    return chess_attacks.bishop[square][_pext_u64(occupied, chess_attacks.bishop_mask[square])];
#else
    return chess_bishop_by_line(square, occupied);
#endif
}

static inline uint64_t chess_rook(unsigned square, uint64_t occupied)
{
#ifdef __BMI2__
    return chess_attacks.rook[square][_pext_u64(occupied, chess_attacks.rook_mask[square])];
#else
    return chess_rook_by_line(square, occupied);
#endif
}

/* ---- filling the tables ---------------------------------------------------------------------- */

/* The squares from `square` on in steps of (file, rank), to the board's edge. */
static uint64_t chess_ray(unsigned square, int file_step, int rank_step)
{
    uint64_t ray = 0;
    int file = (int)(square & 7) + file_step, rank = (int)(square >> 3) + rank_step;
    for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += file_step, rank += rank_step)
        ray |= chess_bit((unsigned)(rank * 8 + file));
    return ray;
}

static void chess_fill_ranks(void)
{
    for (unsigned file = 0; file < 8; file++) {
        for (unsigned inner = 0; inner < 64; inner++) {
            unsigned attacks = 0;
            for (int step = -1; step <= 1; step += 2)
                for (int f = (int)file + step; f >= 0 && f < 8; f += step) {
                    attacks |= 1u << f;
                    if (inner << 1 >> f & 1)
                        break;
                }
            chess_rank_attacks[file][inner] = (uint8_t)attacks;
        }
    }
}

static void chess_fill_square(unsigned s)
{
    static const int steps[8][2] = {{1, 0}, {0, 1},  {-1, 0},  {0, -1},
                                    {1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
    const uint64_t bit = chess_bit(s), row = bit | chess_west(bit) | chess_east(bit);
    chess_ring[s] = row | row << 8 | row >> 8;
    chess_king[s] = chess_ring[s] ^ bit;
    chess_ahead[s] = row << 8 | row << 16;
    chess_behind[s] = row >> 8 | row >> 16;
    chess_knight[s] = chess_knights(bit);
    chess_lines[s].file = chess_ray(s, 0, 1) | chess_ray(s, 0, -1);
    chess_lines[s].diagonal = chess_ray(s, 1, 1) | chess_ray(s, -1, -1);
    chess_lines[s].antidiagonal = chess_ray(s, 1, -1) | chess_ray(s, -1, 1);
    chess_diagonals[s] = chess_lines[s].diagonal | chess_lines[s].antidiagonal;
    chess_straights[s] = chess_lines[s].file | chess_ray(s, 1, 0) | chess_ray(s, -1, 0);
    for (int i = 0; i < 8; i++) {
        const uint64_t ray = chess_ray(s, steps[i][0], steps[i][1]);
        for (uint64_t left = ray; left != 0; left &= left - 1) {
            const unsigned to = chess_first(left);
            chess_between[s][to] = ray & ~chess_ray(to, steps[i][0], steps[i][1]);
        }
    }
}

#ifdef __BMI2__
/* Fills the attacks for the subsets of each mask in the order of their PEXT: 0, 1, 2.. */
static void chess_fill_attacks(void)
{
    uint64_t *rook = chess_rook_table, *bishop = chess_bishop_table;
    for (unsigned s = 0; s < 64; s++) {
        const uint64_t files = s % 8 == 0   ? CHESS_FILE_H
                               : s % 8 == 7 ? CHESS_FILE_A
                                            : CHESS_FILE_A | CHESS_FILE_H;
        const uint64_t ranks = s / 8 == 0   ? CHESS_RANK_1 << 56
                               : s / 8 == 7 ? CHESS_RANK_1
                                            : CHESS_RANK_1 | CHESS_RANK_1 << 56;
        const uint64_t rook_mask = chess_straights[s] & ~files & ~ranks;
        const uint64_t bishop_mask =
            chess_diagonals[s] & ~(CHESS_FILE_A | CHESS_FILE_H | CHESS_RANK_1 | CHESS_RANK_1 << 56);
        chess_attacks.bishop_mask[s] = bishop_mask;
        chess_attacks.rook_mask[s] = rook_mask;
        chess_attacks.bishop[s] = bishop;
        chess_attacks.rook[s] = rook;
        uint64_t subset = 0;
        do
            *rook++ = chess_rook_by_line(s, subset);
        while ((subset = (subset - rook_mask) & rook_mask) != 0);
        do
            *bishop++ = chess_bishop_by_line(s, subset);
        while ((subset = (subset - bishop_mask) & bishop_mask) != 0);
    }
}
#endif

static void chess_fill_lines(void)
{
    chess_fill_ranks();
    for (unsigned s = 0; s < 64; s++)
        chess_fill_square(s);
#ifdef __BMI2__
    chess_fill_attacks();
#endif
}

#endif
