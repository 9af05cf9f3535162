/*
 * naive_rows.h -- tic-tac-toe and connect four on an array of characters, slow and plain: who has a
 * line of ROWS_LENGTH first wins. ROWS_WIDE and ROWS_HIGH say how large the board is; with
 * ROWS_DROP a disc falls to the lowest empty cell of its column. Text: cells, the top row first,
 * and the side to move.
 */
#ifndef NAIVE_ROWS_H
#define NAIVE_ROWS_H

#include "helpers.h"

enum { CELLS = ROWS_WIDE * ROWS_HIGH, LINES_MAX = 69 };

typedef struct {
    char cell[CELLS + 1];
    char side;
    int count; /* cells taken */
    bool won;  /* by who moved last */
} naive;

static int lines[LINES_MAX][ROWS_LENGTH];
static int line_count, through[CELLS]; /* lines; and those through a cell */

static void make_lines(void)
{
    static const int direction[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int cell = 0; cell < CELLS && line_count < LINES_MAX; cell++)
        for (int d = 0; d < 4; d++) {
            const int down = direction[d][0], right = direction[d][1];
            const int row = cell / ROWS_WIDE + (ROWS_LENGTH - 1) * down;
            const int column = cell % ROWS_WIDE + (ROWS_LENGTH - 1) * right;
            if (row >= ROWS_HIGH || column < 0 || column >= ROWS_WIDE)
                continue;
            for (int i = 0; i < ROWS_LENGTH; i++) {
                lines[line_count][i] = cell + i * (down * ROWS_WIDE + right);
                through[lines[line_count][i]]++;
            }
            line_count++;
        }
}

/* How many of a line's cells hold this. */
static int line_has(const naive *n, int line, char what)
{
    int count = 0;
    for (int i = 0; i < ROWS_LENGTH; i++)
        count += n->cell[lines[line][i]] == what;
    return count;
}

static bool naive_has_line(const naive *n, char side)
{
    for (int i = 0; i < line_count; i++)
        if (line_has(n, i, side) == ROWS_LENGTH)
            return true;
    return false;
}

static char naive_other(char side)
{
    return side == 'X' ? 'O' : 'X';
}

static naive game_read(const char *text)
{
    if (line_count == 0)
        make_lines();
    naive n = {.side = text[CELLS + 1]};
    memcpy(n.cell, text, CELLS);
    for (int i = 0; i < CELLS; i++)
        n.count += n.cell[i] != '-';
    n.won = naive_has_line(&n, naive_other(n.side));
    return n;
}

static void game_write(const naive *n, char *text)
{
    snprintf(text, ABS_TEXT_MAX, "%s %c", n->cell, n->side);
}

/* The cell that a move takes: of its column the lowest empty one; -1: there is none. */
static int naive_cell(const naive *n, int move)
{
    int found = n->cell[move] == '-' ? move : -1;
    for (int cell = move; ROWS_DROP && cell < CELLS; cell += ROWS_WIDE)
        found = n->cell[cell] == '-' ? cell : found;
    return found;
}

static naive naive_play(const naive *before, int move)
{
    naive n = *before;
    n.cell[naive_cell(&n, move)] = n.side;
    n.won = naive_has_line(&n, n.side);
    n.side = naive_other(n.side);
    n.count++;
    return n;
}

static naive naive_swap(const naive *n)
{
    naive swapped = *n;
    for (int i = 0; i < CELLS; i++)
        swapped.cell[i] = n->cell[i] == '-' ? '-' : naive_other(n->cell[i]);
    swapped.side = naive_other(n->side);
    return swapped;
}

#define GAME_SOLVED (ROWS_DROP ? 13 : 9)

enum { GAME_MOVES = ROWS_DROP ? ROWS_WIDE : CELLS };

#include "naive_game.h"

static int game_children(const naive *n, naive_child *list)
{
    int count = 0;
    for (int move = 0; move < GAME_MOVES && !n->won; move++)
        if (naive_cell(n, move) >= 0) {
            list[count] = (naive_child){.after = naive_play(n, move), .move = move};
            snprintf(list[count++].text, sizeof list->text, "%d", move + 1);
        }
    return count;
}

static int naive_promise(const naive *n, int move);

static void game_more(const naive *n, const game_position *p, const naive_child *list, int count)
{
    for (int i = 0; i < count; i++)
        assert_int_equal(D->promise(heuristic, p, (unsigned)i), naive_promise(n, list[i].move));
}

static void game_random(uint64_t *random, naive *n)
{
    const uint64_t share = 1 + test_random(random, 7);
    *n = (naive){.side = "XO"[test_random(random, 2)]};
    memset(n->cell, '-', CELLS);
    for (uint64_t tries = test_random(random, CELLS + 1); tries > 0; tries--) {
        const int cell = naive_cell(n, (int)test_random(random, GAME_MOVES));
        if (cell >= 0)
            n->cell[cell] = test_random(random, 8) < share ? 'X' : 'O';
    }
}

#endif
