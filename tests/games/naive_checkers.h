/*
 * naive_checkers.h -- checkers on an 8x8 array of characters, slow and plain: what the tests hold
 * the bitboards against. It shares no code and no numbering with the game.
 */
#ifndef NAIVE_CHECKERS_H
#define NAIVE_CHECKERS_H

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MOVES = 68, MOST_HOPS = 12 };

/* b w men, B W kings, - empty, blank for light squares. Row 0 holds squares 1..4. */
typedef struct {
    char cell[8][8];
    char side; /* 'B' or 'W' */
} naive;

typedef struct {
    int row[MOST_HOPS + 1], column[MOST_HOPS + 1];
    int count; /* squares touched */
    bool jump;
    naive after;
} naive_move;

static bool naive_dark(int row, int column)
{
    return row >= 0 && row < 8 && column >= 0 && column < 8 && (row + column) % 2 == 1;
}

static int naive_square(int row, int column)
{
    return row * 4 + column / 2 + 1;
}

static naive naive_empty(char side)
{
    naive n = {.side = side};
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++)
            n.cell[row][column] = naive_dark(row, column) ? '-' : ' ';
    return n;
}

static void naive_set(naive *n, int square, char piece)
{
    const int row = (square - 1) / 4;
    n->cell[row][(square - 1) % 4 * 2 + (row % 2 == 0)] = piece;
}

static char naive_get(const naive *n, int square)
{
    const int row = (square - 1) / 4;
    return n->cell[row][(square - 1) % 4 * 2 + (row % 2 == 0)];
}

/* The board turned round and the colours changed. */
static inline naive naive_mirror(const naive *n)
{
    static const char from[] = "bwBW-", to[] = "wbWB-";
    naive m = naive_empty(n->side == 'B' ? 'W' : 'B');
    for (int square = 1; square <= 32; square++)
        naive_set(&m, 33 - square, to[strchr(from, naive_get(n, square)) - from]);
    return m;
}

static int naive_pieces(const naive *n, const char *which)
{
    int count = 0;
    for (int square = 1; square <= 32; square++)
        count += strchr(which, naive_get(n, square)) != NULL;
    return count;
}

/* May this piece go by this many rows at a time? */
static bool naive_turns(char piece, int rows)
{
    return isupper((unsigned char)piece) || (piece == 'b') == (rows > 0);
}

static void naive_add(const naive *n, naive_move *m, char piece, naive_move *list, int *count)
{
    const int row = m->row[m->count - 1], column = m->column[m->count - 1];
    const bool crowned = (piece == 'b' && row == 7) || (piece == 'w' && row == 0);
    m->after = *n;
    m->after.cell[row][column] = (char)(crowned ? toupper((unsigned char)piece) : piece);
    m->after.side = n->side == 'B' ? 'W' : 'B';
    if (*count < MOST_MOVES)
        list[(*count)++] = *m;
}

/* `n` is the board without the moving piece and without what it has jumped. */
static void naive_jumps(const naive *n, naive_move *m, char piece, naive_move *list, int *count)
{
    const int row = m->row[m->count - 1], column = m->column[m->count - 1];
    const char *const enemies = n->side == 'B' ? "wW" : "bB";
    bool stuck = true;
    for (int down = -1; down <= 1; down += 2)
        for (int right = -1; right <= 1; right += 2) {
            if (!naive_turns(piece, down) || !naive_dark(row + 2 * down, column + 2 * right))
                continue;
            if (strchr(enemies, n->cell[row + down][column + right]) == NULL ||
                n->cell[row + 2 * down][column + 2 * right] != '-')
                continue;
            naive after = *n;
            after.cell[row + down][column + right] = '-';
            m->row[m->count] = row + 2 * down;
            m->column[m->count++] = column + 2 * right;
            naive_jumps(&after, m, piece, list, count);
            m->count--;
            stuck = false;
        }
    if (stuck && m->count > 1)
        naive_add(n, m, piece, list, count);
}

static void naive_steps(const naive *n, naive_move *m, char piece, naive_move *list, int *count)
{
    for (int down = -1; down <= 1; down += 2)
        for (int right = -1; right <= 1; right += 2) {
            const int row = m->row[0] + down, column = m->column[0] + right;
            if (!naive_turns(piece, down) || !naive_dark(row, column) ||
                n->cell[row][column] != '-')
                continue;
            m->row[1] = row;
            m->column[1] = column;
            m->count = 2;
            naive_add(n, m, piece, list, count);
        }
}

/* The order that the head of games/checkers.c promises. */
static int naive_order(const void *a, const void *b)
{
    const naive_move *m[2] = {a, b};
    int key[2][3 + MOST_HOPS] = {{0}};
    for (int i = 0; i < 2; i++) {
        const bool down = m[i]->row[1] > m[i]->row[0], right = m[i]->column[1] > m[i]->column[0];
        key[i][0] = down != (m[i]->after.side == 'W'); /* backward: white, to move next, or not */
        key[i][1] = down == right;                     /* along the \ diagonal */
        key[i][2] = naive_square(m[i]->row[!down], m[i]->column[!down]);
        for (int hop = 2; hop < m[i]->count; hop++)
            key[i][1 + hop] = naive_square(m[i]->row[hop], m[i]->column[hop]);
    }
    for (int i = 0; i < 3 + MOST_HOPS; i++)
        if (key[0][i] != key[1][i])
            return key[0][i] - key[1][i];
    return 0;
}

/* All moves in order, MOST_MOVES at most. Returns their number. */
static int naive_moves(const naive *n, naive_move *list)
{
    int count = 0;
    const char *const own = n->side == 'B' ? "bB" : "wW";
    for (int jump = 1; jump >= 0 && count == 0; jump--)
        for (int row = 0; row < 8; row++)
            for (int column = 0; column < 8; column++) {
                const char piece = n->cell[row][column];
                if (strchr(own, piece) == NULL)
                    continue;
                naive left = *n;
                naive_move m = {.row = {row}, .column = {column}, .count = 1, .jump = jump};
                left.cell[row][column] = '-';
                (jump ? naive_jumps : naive_steps)(&left, &m, piece, list, &count);
            }
    qsort(list, (size_t)count, sizeof *list, naive_order);
    return count;
}

static inline void naive_text(const naive_move *m, char *text, size_t size)
{
    int length = 0;
    for (int i = 0; i < m->count; i++)
        length += snprintf(text + length, size - (size_t)length, "%s%d",
                           i == 0    ? ""
                           : m->jump ? "x"
                                     : "-",
                           naive_square(m->row[i], m->column[i]));
}

/* White's pieces first, both by rising numbers. */
static void naive_print(const naive *n, char *text, size_t size)
{
    int length = snprintf(text, size, "%c", n->side);
    for (int black = 0; black < 2; black++) {
        const char *comma = "";
        length += snprintf(text + length, size - (size_t)length, ":%c", "WB"[black]);
        for (int square = 1; square <= 32; square++) {
            const char piece = naive_get(n, square);
            if (strchr(black ? "bB" : "wW", piece) == NULL)
                continue;
            length += snprintf(text + length, size - (size_t)length, "%s%s%d", comma,
                               isupper((unsigned char)piece) ? "K" : "", square);
            comma = ",";
        }
    }
}

/* ---- evaluation ---------------------------------------------------------------------------- */

/* The pieces that this side could jump over. */
static int naive_targets(const naive *n, char side)
{
    const char *const own = side == 'B' ? "bB" : "wW", *const enemies = side == 'B' ? "wW" : "bB";
    int count = 0;
    for (int row = 1; row < 7; row++)
        for (int column = 1; column < 7; column++) {
            bool target = false;
            for (int down = -1; down <= 1; down += 2)
                for (int right = -1; right <= 1; right += 2) {
                    const char jumper = n->cell[row - down][column - right];
                    target |= strchr(own, jumper) != NULL && naive_turns(jumper, down) &&
                              n->cell[row + down][column + right] == '-';
                }
            count += target && strchr(enemies, n->cell[row][column]) != NULL;
        }
    return count;
}

/* What a piece adds for its side; `gone` pieces are off the board. */
static int naive_piece(const naive *n, int row, int column, int gone)
{
    const char piece = n->cell[row][column];
    const bool king = isupper((unsigned char)piece);
    const int from_home = tolower((unsigned char)piece) == 'b' ? row : 7 - row;
    const bool centre = row >= 2 && row <= 5 && column >= 2 && column <= 5;
    int value = king ? 130 : 100, beside = 0;
    for (int down = -1; down <= 1; down += 2)
        for (int right = -1; right <= 1; right += 2)
            if (naive_dark(row + down, column + right) &&
                n->cell[row + down][column + right] == '-') {
                beside++;
                value += naive_turns(piece, down) ? 1 : 0;
            }
    if (king)
        return value + (centre ? 4 : 0) - (beside == 0 ? 10 : 0);
    return value + (from_home == 0 ? 8 : 0) - (centre ? 7 : 0) +
           (from_home >= 4 ? 2 * gone - 27 : 0);
}

/* The evaluation of a game that is not over, in the words of games/checkers_evaluate.h. */
static inline int naive_worth(const naive *n)
{
    const int blacks = naive_pieces(n, "bB"), whites = naive_pieces(n, "wW");
    const int gone = 24 - blacks - whites;
    int value = (blacks - whites) * gone;
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++)
            if (strchr("bB", n->cell[row][column]) != NULL)
                value += naive_piece(n, row, column, gone);
            else if (strchr("wW", n->cell[row][column]) != NULL)
                value -= naive_piece(n, row, column, gone);
    value += naive_get(n, 1) == 'b' && naive_get(n, 3) == 'b' ? 25 : 0;
    value -= naive_get(n, 32) == 'w' && naive_get(n, 30) == 'w' ? 25 : 0;
    if (n->side == 'W')
        value = -value;
    const int targets = naive_targets(n, n->side);
    const int threats = naive_targets(n, n->side == 'B' ? 'W' : 'B');
    if (targets == 0)
        return value - 20 * threats;
    return value + 16 + 46 * targets - (threats > 0 ? 52 : 0);
}

/* A text as naive_print() gives it, which must be right. */
static naive naive_parse(const char *text)
{
    naive n = naive_empty(*text++);
    for (char colour = 0; *text != '\0';) {
        if (*text == ':') {
            colour = (char)tolower((unsigned char)text[1]);
            text += 2;
        } else {
            const bool king = *text == 'K';
            char *end;
            naive_set(&n, (int)strtol(text + king, &end, 10),
                      (char)(king ? toupper((unsigned char)colour) : colour));
            text = end;
        }
        text += *text == ',';
    }
    return n;
}

#endif
