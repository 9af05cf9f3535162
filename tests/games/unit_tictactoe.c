/* unit_tictactoe.c -- tic-tac-toe against a slow one. Run from the top of the tree. */
#define GAME tictactoe
#define ROWS_WIDE 3
#define ROWS_HIGH 3
#define ROWS_LENGTH 3
#define ROWS_DROP 0

#include "naive_rows.h"

/* What the move ordering says of a square, as its comment states it. */
static int naive_promise(const naive *n, int square)
{
    naive other = *n;
    other.side = naive_other(n->side);
    return through[square] + (naive_play(n, square).won ? 20 : 0) +
           (naive_play(&other, square).won ? 10 : 0);
}

/* The lines open to either, as the game's comment states it. */
static int game_worth(const naive *n, int moves, int depth)
{
    int value = 0;
    (void)moves, (void)depth;
    for (int i = 0; i < line_count; i++)
        value += (line_has(n, i, naive_other(n->side)) == 0) - (line_has(n, i, n->side) == 0);
    return n->won ? n->count - 20 : value;
}

/* Three reflections make all eight symmetries; and X and O may be exchanged. */
static bool game_image(const naive *n, int i, naive *image)
{
    *image = i == 3 ? naive_swap(n) : *n;
    for (int cell = 0; i < 3 && cell < CELLS; cell++) {
        const int row = cell / 3, column = cell % 3;
        image->cell[i == 0   ? 3 * row + 2 - column
                    : i == 1 ? 3 * (2 - row) + column
                             : 3 * column + row] = n->cell[cell];
    }
    return i < 4;
}

RUN_TESTS(setup, NULL, NULL)
