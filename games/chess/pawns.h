/*
 * pawns.h -- the pawn structure: the value of chess pawns relative to each other, in centipawns.
 *
 * Three moves in four do not change the pawns: a position carries this sum, and only moves that
 * change a pawn compute it again (position.h). Pairs of values are those of squares.h.
 */
#ifndef CHESS_PAWNS_H
#define CHESS_PAWNS_H

#include "lines.h"
#include "squares.h"

/* Weights per pawn. */
#define CHESS_DOUBLED CHESS_PAIR(-9, -20)
#define CHESS_ISOLATED CHESS_PAIR(-11, -12)
#define CHESS_GUARDED CHESS_PAIR(6, 5)    /* a pawn guarded by a pawn */
#define CHESS_PASSED CHESS_PAIR(5, 16)    /* no pawn can stop or take it; */
#define CHESS_PASSED_5 CHESS_PAIR(14, 26) /* more from the fifth rank on, */
#define CHESS_PASSED_6 CHESS_PAIR(24, 42) /* from the sixth, */
#define CHESS_PASSED_7 CHESS_PAIR(30, 50) /* and on the seventh */

typedef struct {
    int32_t terms;                   /* of the own pawns less those of the enemy */
    uint16_t own_files, enemy_files; /* files with such a pawn; bit 0 is the a-file */
} chess_structure;

static inline uint64_t chess_fill_up(uint64_t squares)
{
    squares |= squares << 8;
    squares |= squares << 16;
    return squares | squares << 32;
}

static inline uint64_t chess_fill_down(uint64_t squares)
{
    squares |= squares >> 8;
    squares |= squares >> 16;
    return squares | squares >> 32;
}

static inline uint64_t chess_beside(uint64_t squares)
{
    return chess_west(squares) | chess_east(squares);
}

/* All squares of the files in a set such as own_files. */
static inline uint64_t chess_files(unsigned files)
{
    return files * CHESS_FILE_A;
}

/* The value of passed pawns, seen by their owner. */
static inline int32_t chess_passed(uint64_t pawns)
{
    return CHESS_PASSED * bits_count(pawns) + CHESS_PASSED_5 * bits_count(pawns >> 32) +
           CHESS_PASSED_6 * bits_count(pawns >> 40) + CHESS_PASSED_7 * bits_count(pawns >> 48);
}

/* The structure of `own` pawns, which go up, and of `enemy` pawns, which go down. */
static __attribute__((noinline)) chess_structure chess_pawns(uint64_t own, uint64_t enemy)
{
    const uint64_t own_up = chess_fill_up(own), own_down = chess_fill_down(own);
    const uint64_t enemy_up = chess_fill_up(enemy), enemy_down = chess_fill_down(enemy);
    const uint64_t own_files = own_up | own_down, enemy_files = enemy_up | enemy_down;
    const uint64_t own_doubled = own & own_up << 8, enemy_doubled = enemy & enemy_down >> 8;
    chess_structure s = {
        .terms = CHESS_DOUBLED * (bits_count(own_doubled) - bits_count(enemy_doubled)) +
                 CHESS_ISOLATED * (bits_count(own & ~chess_beside(own_files)) -
                                   bits_count(enemy & ~chess_beside(enemy_files))) +
                 CHESS_GUARDED * (bits_count(own & chess_pawns_up(own)) -
                                  bits_count(enemy & chess_pawns_down(enemy))),
        .own_files = own_files & CHESS_RANK_1,
        .enemy_files = enemy_files & CHESS_RANK_1,
    };
    /* A passed pawn has no enemy pawn ahead on three files and no own one before it. */
    const uint64_t own_passed =
        own & ~((enemy_down | chess_beside(enemy_down)) >> 8) & ~(own_down >> 8);
    const uint64_t enemy_passed =
        enemy & ~((own_up | chess_beside(own_up)) << 8) & ~(enemy_up << 8);
    if ((own_passed | enemy_passed) != 0)
        s.terms += chess_passed(own_passed) - chess_passed(__builtin_bswap64(enemy_passed));
    return s;
}

#endif
