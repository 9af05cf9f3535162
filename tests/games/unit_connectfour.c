/* unit_connectfour.c -- connect four against a slow one. Run from the top of the tree. */
#define GAME connectfour
#define ROWS_WIDE 7
#define ROWS_HIGH 6
#define ROWS_LENGTH 4
#define ROWS_DROP 1

#include "naive_rows.h"

/* The empty cells that would complete four for a side. */
static void naive_threats(const naive *n, char side, bool threat[CELLS])
{
    memset(threat, 0, CELLS * sizeof *threat);
    for (int i = 0; i < line_count; i++)
        for (int k = 0; k < ROWS_LENGTH && line_has(n, i, side) == ROWS_LENGTH - 1; k++)
            threat[lines[i][k]] |= n->cell[lines[i][k]] == '-';
}

/* What the move ordering says of a column, as its comment states it. */
static int naive_promise(const naive *n, int column)
{
    const naive after = naive_play(n, column);
    const int cell = naive_cell(n, column), above = cell - ROWS_WIDE;
    bool mine[CELLS], theirs[CELLS], left[CELLS];
    naive_threats(n, n->side, mine);
    naive_threats(n, after.side, theirs);
    naive_threats(&after, n->side, left);
    if (after.won)
        return 1000;
    int promise = through[cell] + (theirs[cell] ? 100 : 0);
    for (int i = 0; i < CELLS; i++)
        promise += left[i] ? 8 : 0;
    if (above >= 0)
        promise += (left[above] ? 6 : 0) - (mine[above] || theirs[above] ? 10 : 0);
    return promise;
}

/* The heuristic as the game's comment states it, line by line; X is who began if the discs are as
   many as that makes. */
static int game_worth(const naive *n, int moves, int depth)
{
    const char first = n->count % 2 == 0 ? n->side : naive_other(n->side);
    int value = 0, now[2] = {0, 0}; /* cells to win on at once, of the side to move and the other */
    (void)moves, (void)depth;
    for (int side = 0; side < 2; side++) {
        const char own = side == 0 ? n->side : naive_other(n->side), enemy = naive_other(own);
        const int sign = side == 0 ? 1 : -1;
        bool threat[CELLS];
        naive_threats(n, own, threat);
        for (int i = 0; i < line_count; i++) {
            const int discs = line_has(n, i, enemy) == 0 ? line_has(n, i, own) : 0;
            value += sign * (discs == 1 ? 12 : discs == 2 ? 41 : 0);
        }
        for (int cell = 0; cell < CELLS; cell++) {
            const bool odd = (ROWS_HIGH - 1 - cell / ROWS_WIDE) % 2 == 0;
            if (threat[cell] && naive_cell(n, cell % ROWS_WIDE) == cell)
                now[side]++;
            else if (threat[cell])
                value += sign * (odd == (own == first) ? 160 : 70);
        }
    }
    if (n->won)
        return n->count - 10000;
    if (now[0] > 0)
        return 10000 - n->count - 1;
    if (now[1] > 1)
        return n->count + 2 - 10000;
    return n->count == CELLS ? 0 : value - 64 + (now[1] == 0 ? 150 : 0);
}

/* Left and right exchanged; and X and O. */
static bool game_image(const naive *n, int i, naive *image)
{
    *image = i == 1 ? naive_swap(n) : *n;
    for (int cell = 0; i == 0 && cell < CELLS; cell++)
        image->cell[cell] = n->cell[cell / 7 * 7 + 6 - cell % 7];
    return i < 2;
}

RUN_TESTS(setup, NULL, NULL)
