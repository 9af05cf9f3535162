/*
 * naive_connectfour.h -- connect four on an array of characters, slow and plain: what the tests
 * hold the bitboards against. Call make_lines() first.
 */
#ifndef NAIVE_CONNECTFOUR_H
#define NAIVE_CONNECTFOUR_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { COLUMNS = 7, ROWS = 6, CELLS = 42, LINES = 69 };

typedef struct {
    char cell[CELLS + 1]; /* top row first */
    char side;            /* to move */
    int discs;
    int line; /* the line that ended the game; -1: it is not won */
} naive;

static int lines[LINES][4];
static int through[CELLS][13], through_count[CELLS]; /* the lines through a cell */

static int make_lines(void **state)
{
    (void)state;
    static const int direction[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    int count = 0;
    for (int cell = 0; cell < CELLS; cell++)
        for (int d = 0; d < 4; d++) {
            const int row = cell / COLUMNS + 3 * direction[d][0];
            const int column = cell % COLUMNS + 3 * direction[d][1];
            if (row >= ROWS || column < 0 || column >= COLUMNS)
                continue;
            for (int i = 0; i < 4; i++) {
                const int at = cell + i * (direction[d][0] * COLUMNS + direction[d][1]);
                lines[count][i] = at;
                through[at][through_count[at]++] = count;
            }
            count++;
        }
    return count == LINES ? 0 : -1;
}

static naive naive_start(void)
{
    naive n = {.side = 'X', .line = -1};
    memset(n.cell, '-', CELLS);
    return n;
}

static bool naive_over(const naive *n)
{
    return n->line >= 0 || n->discs == CELLS;
}

/* The cell a disc in this column falls to; -1: the column is full. */
static int naive_fall(const naive *n, int column)
{
    for (int row = ROWS - 1; row >= 0; row--)
        if (n->cell[row * COLUMNS + column] == '-')
            return row * COLUMNS + column;
    return -1;
}

/* A line that this side has made, wherever its last disc fell, or -1. */
static int naive_line(const naive *n, char side)
{
    for (int i = 0; i < LINES; i++)
        if (n->cell[lines[i][0]] == side && n->cell[lines[i][1]] == side &&
            n->cell[lines[i][2]] == side && n->cell[lines[i][3]] == side)
            return i;
    return -1;
}

static naive naive_play(const naive *before, int column)
{
    naive n = *before;
    const int cell = naive_fall(&n, column);
    n.cell[cell] = n.side;
    for (int i = 0; i < through_count[cell] && n.line < 0; i++) {
        const int *line = lines[through[cell][i]];
        if (n.cell[line[0]] == n.side && n.cell[line[1]] == n.side && n.cell[line[2]] == n.side &&
            n.cell[line[3]] == n.side)
            n.line = through[cell][i];
    }
    n.side = n.side == 'X' ? 'O' : 'X';
    n.discs++;
    return n;
}

/* The columns that can be played, left to right. */
static int naive_columns(const naive *n, int columns[COLUMNS])
{
    int count = 0;
    for (int column = 0; column < COLUMNS && !naive_over(n); column++)
        if (naive_fall(n, column) >= 0)
            columns[count++] = column;
    return count;
}

static uint64_t naive_perft(const naive *n, int depth)
{
    int columns[COLUMNS];
    const int count = naive_columns(n, columns);
    if (depth <= 1)
        return depth == 0 ? 1 : (uint64_t)count;
    uint64_t total = 0;
    for (int i = 0; i < count; i++) {
        const naive child = naive_play(n, columns[i]);
        total += naive_perft(&child, depth - 1);
    }
    return total;
}

/* +1, 0, -1 for the side to move, searched to the end. */
static int naive_value(const naive *n)
{
    int columns[COLUMNS], best = -1;
    if (naive_over(n))
        return n->line >= 0 ? -1 : 0;
    for (int i = naive_columns(n, columns); i-- > 0 && best < 1;) {
        const naive child = naive_play(n, columns[i]);
        const int value = -naive_value(&child);
        best = value > best ? value : best;
    }
    return best;
}

/* The heuristic as its comment states it, line by line; `first` is who began the game. */
static int naive_judge(const naive *n, char first)
{
    if (n->line >= 0)
        return n->discs - 10000;
    int value = 0, now[2] = {0, 0}; /* cells to win on at once, of the side to move and the other */
    bool threat[2][CELLS] = {{false}};
    for (int i = 0; i < LINES; i++) {
        int own[2] = {0, 0}, hole = -1;
        for (int k = 0; k < 4; k++) {
            const char c = n->cell[lines[i][k]];
            if (c == '-')
                hole = lines[i][k];
            else
                own[c != n->side]++;
        }
        for (int side = 0; side < 2; side++) {
            const int sign = side == 0 ? 1 : -1;
            if (own[!side] > 0)
                continue;
            value += sign * (own[side] == 1 ? 12 : own[side] == 2 ? 41 : 0);
            if (own[side] == 3)
                threat[side][hole] = true;
        }
    }
    for (int cell = 0; cell < CELLS; cell++)
        for (int side = 0; side < 2; side++) {
            const bool odd = (ROWS - 1 - cell / COLUMNS) % 2 == 0;
            const bool firsts = (n->side == first) == (side == 0);
            if (threat[side][cell] && naive_fall(n, cell % COLUMNS) == cell)
                now[side]++;
            else if (threat[side][cell])
                value += (side == 0 ? 1 : -1) * (odd == firsts ? 160 : 70);
        }
    if (now[0] > 0)
        return 10000 - n->discs - 1;
    if (now[1] > 1)
        return n->discs + 2 - 10000;
    return n->discs == CELLS ? 0 : value + (now[1] == 0 ? 150 : 0);
}

/* The empty cells that would complete four for a side. */
static void naive_threats(const naive *n, char side, bool threat[CELLS])
{
    memset(threat, 0, CELLS * sizeof *threat);
    for (int i = 0; i < LINES; i++) {
        int discs = 0, hole = -1;
        for (int k = 0; k < 4; k++) {
            discs += n->cell[lines[i][k]] == side;
            hole = n->cell[lines[i][k]] == '-' ? lines[i][k] : hole;
        }
        if (discs == 3 && hole >= 0)
            threat[hole] = true;
    }
}

/* What the move ordering says of a column, as its comment states it. */
static int naive_promise(const naive *n, int column)
{
    const naive after = naive_play(n, column);
    const int cell = naive_fall(n, column), above = cell - COLUMNS;
    bool mine[CELLS], theirs[CELLS], left[CELLS];
    naive_threats(n, n->side, mine);
    naive_threats(n, after.side, theirs);
    naive_threats(&after, n->side, left);
    if (after.line >= 0)
        return 1000;
    int promise = through_count[cell] + (theirs[cell] ? 100 : 0);
    for (int i = 0; i < CELLS; i++)
        promise += left[i] ? 8 : 0;
    if (above >= 0)
        promise += (left[above] ? 6 : 0) - (mine[above] || theirs[above] ? 10 : 0);
    return promise;
}

static naive naive_swap(const naive *n)
{
    naive swapped = *n;
    for (int i = 0; i < CELLS; i++)
        swapped.cell[i] = n->cell[i] == 'X' ? 'O' : n->cell[i] == 'O' ? 'X' : '-';
    swapped.side = n->side == 'X' ? 'O' : 'X';
    return swapped;
}

#endif
