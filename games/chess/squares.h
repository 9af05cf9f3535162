/*
 * squares.h -- the value of a piece on its square, in centipawns.
 *
 * A value is two numbers in one: for the opening in the upper and for the endgame in the lower half
 * of a word, so that one sum adds both (CHESS_PAIR, chess_opening, chess_endgame).
 */
#ifndef CHESS_SQUARES_H
#define CHESS_SQUARES_H

#include <stdint.h>

#define CHESS_PAIR(opening, endgame) ((int32_t)((opening)*65536 + (endgame)))

static inline int chess_endgame(int32_t pair)
{
    return (int16_t)(uint16_t)(uint32_t)pair;
}

static inline int chess_opening(int32_t pair)
{
    return (int)((pair - chess_endgame(pair)) / 65536);
}

/* The value of a piece by chess_kind() and square, seen by its owner; and what the other side gains
   by taking it there. */
static int32_t chess_value[13][64], chess_taken[13][64];

/* 0 in the corners to 6 on the four central squares. */
static int chess_central(int file, int rank)
{
    return (file < 4 ? file : 7 - file) + (rank < 4 ? rank : 7 - rank);
}

static int32_t chess_pawn_value(int file, int rank)
{
    static const int advance[8] = {0, 0, 6, 20, 45, 80, 120, 0};
    const int centre = file < 4 ? file : 7 - file; /* 3 on the d- and e-file */
    const int opening = 85 + (rank >= 2 ? centre * (rank < 5 ? rank * 2 - 2 : 6) : 0) +
                        (rank >= 4 ? advance[rank] / 3 : 0) - (rank == 1 && centre == 3 ? 12 : 0);
    return CHESS_PAIR(opening, 105 - centre * 2 + advance[rank]);
}

static int32_t chess_king_value(int file, int rank)
{
    static const int wing[8] = {18, 28, 12, -8, -2, -8, 30, 20};
    return CHESS_PAIR(rank == 0 ? wing[file] : wing[file] / 2 - 22 * rank - 10,
                      9 * chess_central(file, rank) - 27);
}

/* The value of one piece: material and place. */
static int32_t chess_worth(unsigned kind, unsigned square)
{
    const int file = (int)square & 7, rank = (int)square >> 3, central = chess_central(file, rank);
    const int edge = file == 0 || file == 7;
    switch (kind) {
    case 0:
        return chess_king_value(file, rank);
    case 1:
        return chess_pawn_value(file, rank);
    case 2: /* a knight is better where it reaches more squares, and best a little ahead */
        return CHESS_PAIR(300 + 9 * central + (rank >= 3 && rank <= 5 ? 8 : 0) - 12 * edge,
                          285 + 9 * central);
    case 4:
        return CHESS_PAIR(325 + 5 * central - (rank == 0 ? 12 : 0), 320 + 4 * central);
    case 8: /* a rook is better on the seventh rank and on central files */
        return CHESS_PAIR(470 + (rank == 6 ? 22 : 0) + 3 * (file < 4 ? file : 7 - file),
                          525 + (rank == 6 ? 18 : 0));
    default:
        return CHESS_PAIR(960 + 2 * central - (rank == 0 ? 0 : 4), 960 + 7 * central);
    }
}

static void chess_fill_values(void)
{
    static const uint8_t kinds[] = {0, 1, 2, 4, 8, 12};
    for (unsigned i = 0; i < sizeof kinds; i++)
        for (unsigned square = 0; square < 64; square++) {
            chess_value[kinds[i]][square] = chess_worth(kinds[i], square);
            chess_taken[kinds[i]][square] = chess_worth(kinds[i], square ^ 56);
        }
}

#endif
