/* naive_othello.h -- Othello on an array of characters, slow and plain, to hold the bitboards to.
 */
#ifndef NAIVE_OTHELLO_H
#define NAIVE_OTHELLO_H

#include "absbench.h"

enum { PASS = 64 };

typedef struct {
    char cell[65]; /* X O -, a1..h8 */
    char side;     /* X or O */
} naive;

static inline naive naive_read(const char *text)
{
    naive n = {{0}, text[65]};
    memcpy(n.cell, text, 64);
    return n;
}

static inline char naive_other(char side)
{
    return side == 'X' ? 'O' : 'X';
}

/* Discs that the side to move would flip from a square; flips them if told to. */
static inline int naive_flips(naive *n, int square, bool flip)
{
    int total = 0;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            int x = square % 8 + dx, y = square / 8 + dy, run = 0;
            while ((dx != 0 || dy != 0) && x >= 0 && x < 8 && y >= 0 && y < 8 &&
                   n->cell[8 * y + x] == naive_other(n->side))
                x += dx, y += dy, run++;
            if (run == 0 || x < 0 || x > 7 || y < 0 || y > 7 || n->cell[8 * y + x] != n->side)
                continue;
            total += run;
            for (int i = 1; flip && i <= run; i++)
                n->cell[8 * (y - i * dy) + x - i * dx] = n->side;
        }
    }
    return total;
}

static inline int naive_moves(naive n, int moves[64])
{
    int count = 0;
    for (int square = 0; square < 64; square++)
        if (n.cell[square] == '-' && naive_flips(&n, square, false) > 0)
            moves[count++] = square;
    return count;
}

/* As naive_moves, with the forced pass; 0: the game is over. */
static inline int naive_all_moves(naive n, int moves[64])
{
    const int count = naive_moves(n, moves);
    if (count > 0)
        return count;
    n.side = naive_other(n.side);
    int replies[64];
    moves[0] = PASS;
    return naive_moves(n, replies) > 0;
}

static inline void naive_move_text(int move, char text[3])
{
    text[0] = move == PASS ? '-' : (char)('a' + move % 8);
    text[1] = move == PASS ? '-' : (char)('1' + move / 8);
    text[2] = '\0';
}

static inline naive naive_play(naive n, int move)
{
    if (move != PASS) {
        naive_flips(&n, move, true);
        n.cell[move] = n.side;
    }
    n.side = naive_other(n.side);
    return n;
}

static inline int naive_margin(const naive *n)
{
    int margin = 0;
    for (int i = 0; i < 64; i++)
        margin += n->cell[i] == n->side ? 1 : n->cell[i] == '-' ? 0 : -1;
    return margin;
}

static inline int naive_empty(const naive *n)
{
    int empty = 0;
    for (int i = 0; i < 64; i++)
        empty += n->cell[i] == '-';
    return empty;
}

/* Whether one of the up to eight squares around holds this. */
static inline bool naive_touches(const naive *n, int square, char what)
{
    for (int y = square / 8 - 1; y <= square / 8 + 1; y++)
        for (int x = square % 8 - 1; x <= square % 8 + 1; x++)
            if (x >= 0 && x < 8 && y >= 0 && y < 8 && 8 * y + x != square &&
                n->cell[8 * y + x] == what)
                return true;
    return false;
}

static inline bool naive_corner(int square)
{
    return square == 0 || square == 7 || square == 56 || square == 63;
}

/* What the move ordering says of a move, as its comment states it. */
static inline int naive_promise(const naive *n, int move)
{
    const naive after = naive_play(*n, move);
    int replies[64], promise = naive_corner(move) ? 5 : 0;
    for (int i = naive_moves(after, replies); i-- > 0;)
        promise -= naive_corner(replies[i]) ? 6 : 3;
    for (int square = 0; square < 64; square++) {
        const bool own = after.cell[square] == n->side, empty = n->cell[square] == '-';
        promise -= empty && (own || naive_touches(&after, square, n->side));
        promise -= own && (empty || naive_touches(n, square, '-'));
    }
    naive corners = {{0}, 'X'};
    for (int square = 0; square < 64; square++)
        corners.cell[square] = naive_corner(square) ? n->cell[square] : '.';
    if (move != PASS && !naive_corner(move) && naive_touches(&corners, move, '-'))
        promise -= 3;
    return promise;
}

/* One of the 8 symmetries of the board, the colours exchanged if told to. */
static inline naive naive_turned(const naive *n, int symmetry, bool colours)
{
    naive turned = {{0}, colours ? naive_other(n->side) : n->side};
    for (int i = 0; i < 64; i++) {
        int x = i % 8, y = i / 8;
        if (symmetry & 1)
            x = 7 - x;
        if (symmetry & 2)
            y = 7 - y;
        const int to = symmetry & 4 ? 8 * x + y : 8 * y + x;
        const char c = n->cell[i];
        turned.cell[to] = c == '-' || !colours ? c : naive_other(c);
    }
    return turned;
}

#endif
