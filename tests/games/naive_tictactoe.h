/* naive_tictactoe.h -- tic-tac-toe on an array of characters, slow and plain, to hold the bits to.
 */
#ifndef NAIVE_TICTACTOE_H
#define NAIVE_TICTACTOE_H

#include "absbench.h"

enum { SQUARES = 9, LINES = 8, SYMMETRIES = 8 };

typedef struct {
    char cell[SQUARES + 1];
    char side; /* to move */
    int taken;
    int line; /* the line that ended the game; -1: it is not won */
} naive;

static const int lines[LINES][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                    {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

static const naive naive_start = {"---------", 'X', 0, -1};

/* A line that this side has made, or -1. */
static inline int naive_line(const naive *n, char side)
{
    for (int i = 0; i < LINES; i++)
        if (n->cell[lines[i][0]] == side && n->cell[lines[i][1]] == side &&
            n->cell[lines[i][2]] == side)
            return i;
    return -1;
}

static inline naive naive_play(const naive *before, int square)
{
    naive n = *before;
    n.cell[square] = n.side;
    n.line = naive_line(&n, n.side);
    n.side = n.side == 'X' ? 'O' : 'X';
    n.taken++;
    return n;
}

/* The squares that can be played, by row. */
static inline int naive_squares(const naive *n, int squares[SQUARES])
{
    int count = 0;
    for (int square = 0; square < SQUARES && n->line < 0; square++)
        if (n->cell[square] == '-')
            squares[count++] = square;
    return count;
}

static inline uint64_t naive_perft(const naive *n, int depth)
{
    int squares[SQUARES];
    uint64_t total = depth == 0;
    for (int i = depth > 0 ? naive_squares(n, squares) : 0; i-- > 0;) {
        const naive child = naive_play(n, squares[i]);
        total += naive_perft(&child, depth - 1);
    }
    return total;
}

/* What the move ordering says of a square, as its comment states it. */
static inline int naive_promise(const naive *n, int square)
{
    naive other = *n;
    other.side = n->side == 'X' ? 'O' : 'X';
    int promise = naive_play(n, square).line >= 0 ? 20 : 0;
    promise += naive_play(&other, square).line >= 0 ? 10 : 0;
    for (int i = 0; i < LINES; i++)
        promise += lines[i][0] == square || lines[i][1] == square || lines[i][2] == square;
    return promise;
}

/* The heuristic as its comment states it, with X and O kept apart. */
static inline int naive_judge(const naive *n)
{
    if (n->line >= 0)
        return n->taken - 20;
    int open_to_x = 0, open_to_o = 0;
    for (int i = 0; i < LINES; i++) {
        bool x = true, o = true;
        for (int k = 0; k < 3; k++) {
            x = x && n->cell[lines[i][k]] != 'O';
            o = o && n->cell[lines[i][k]] != 'X';
        }
        open_to_x += x;
        open_to_o += o;
    }
    return n->side == 'X' ? open_to_x - open_to_o : open_to_o - open_to_x;
}

/* By minimax to the end, to the side to move: quicker wins are better. */
static inline int naive_value(const naive *n)
{
    int squares[SQUARES], best = -20;
    const int count = naive_squares(n, squares);
    for (int i = 0; i < count; i++) {
        const naive child = naive_play(n, squares[i]);
        const int value = -naive_value(&child);
        best = value > best ? value : best;
    }
    return count > 0 ? best : n->line >= 0 ? n->taken - 20 : 0;
}

/* X and O exchanged, the side to move too. */
static inline naive naive_swap(const naive *n)
{
    naive swapped = *n;
    for (int i = 0; i < SQUARES; i++)
        swapped.cell[i] = n->cell[i] == 'X' ? 'O' : n->cell[i] == 'O' ? 'X' : '-';
    swapped.side = n->side == 'X' ? 'O' : 'X';
    return swapped;
}

/* Where one of the eight symmetries takes a square; 0 leaves it. */
static inline int turned(int square, int symmetry)
{
    int row = square / 3, column = square % 3;
    if (symmetry & 1)
        column = 2 - column;
    if (symmetry & 2)
        row = 2 - row;
    return symmetry & 4 ? 3 * column + row : 3 * row + column;
}

static inline naive naive_turn(const naive *n, int symmetry)
{
    naive other = *n;
    for (int i = 0; i < SQUARES; i++)
        other.cell[turned(i, symmetry)] = n->cell[i];
    return other;
}

#endif
