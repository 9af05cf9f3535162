/*
 * xiangqi_naive.h -- Chinese chess as slowly and plainly as possible: an array of letters, every
 * move made to see whether the general can be taken. It shares no code with games/xiangqi.c.
 */
#ifndef XIANGQI_NAIVE_H
#define XIANGQI_NAIVE_H

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAIVE_FILES = 9, NAIVE_RANKS = 10, NAIVE_MOVES = 588 };

/* FEN's letters by [rank][file] from a0, blank when empty. */
typedef struct {
    char cell[NAIVE_RANKS][NAIVE_FILES];
    bool black; /* to move */
} naive;

typedef struct {
    int file, rank, to_file, to_rank;
} naive_move;

typedef struct {
    naive_move move[NAIVE_MOVES];
    int count;
} naive_list;

static bool naive_inside(int file, int rank)
{
    return file >= 0 && file < NAIVE_FILES && rank >= 0 && rank < NAIVE_RANKS;
}

static bool naive_own(const naive *n, int file, int rank, bool black)
{
    const char c = n->cell[rank][file];
    return c != ' ' && (islower((unsigned char)c) != 0) == black;
}

static void naive_add(const naive *n, naive_list *list, int file, int rank, int to_file,
                      int to_rank)
{
    const bool black = islower((unsigned char)n->cell[rank][file]) != 0;
    if (naive_inside(to_file, to_rank) && !naive_own(n, to_file, to_rank, black))
        list->move[list->count++] = (naive_move){file, rank, to_file, to_rank};
}

static bool naive_palace(int file, int rank, bool black)
{
    return file >= 3 && file <= 5 && (black ? rank >= 7 && rank <= 9 : rank >= 0 && rank <= 2);
}

/* Chariots, and cannons: they go like chariots, and take what stands behind the next piece. */
static void naive_slide(const naive *n, naive_list *list, int file, int rank, bool cannon)
{
    static const int step[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    for (int d = 0; d < 4; d++) {
        int jumped = 0;
        for (int f = file + step[d][0], r = rank + step[d][1]; naive_inside(f, r);
             f += step[d][0], r += step[d][1]) {
            const bool empty = n->cell[r][f] == ' ';
            if (jumped == 0 && (empty || !cannon))
                naive_add(n, list, file, rank, f, r);
            if (jumped == 1 && !empty)
                naive_add(n, list, file, rank, f, r);
            jumped += !empty;
            if (jumped > (cannon ? 1 : 0))
                break;
        }
    }
}

static void naive_horse(const naive *n, naive_list *list, int file, int rank)
{
    for (int x = -2; x <= 2; x++)
        for (int y = -2; y <= 2; y++)
            if (x * x + y * y == 5 && naive_inside(file + x, rank + y) &&
                n->cell[rank + y / 2][file + x / 2] == ' ')
                naive_add(n, list, file, rank, file + x, rank + y);
}

/* One step of an advisor or a general, two of an elephant. */
static void naive_near(const naive *n, naive_list *list, int file, int rank, char kind, bool black)
{
    for (int x = -2; x <= 2; x++) {
        for (int y = -2; y <= 2; y++) {
            const int f = file + x, r = rank + y, length = x * x + y * y;
            if (kind == 'b' && length == 8 && naive_inside(f, r) && (r >= 5) == black &&
                n->cell[rank + y / 2][file + x / 2] == ' ')
                naive_add(n, list, file, rank, f, r);
            if (((kind == 'a' && length == 2) || (kind == 'k' && length == 1)) &&
                naive_palace(f, r, black))
                naive_add(n, list, file, rank, f, r);
        }
    }
}

/* What the pieces of one side could do if there were no general to guard. */
static naive_list naive_pseudo(const naive *n, bool black)
{
    naive_list list;
    list.count = 0;
    for (int rank = 0; rank < NAIVE_RANKS; rank++) {
        for (int file = 0; file < NAIVE_FILES; file++) {
            if (!naive_own(n, file, rank, black))
                continue;
            const char kind = (char)tolower((unsigned char)n->cell[rank][file]);
            if (kind == 'r' || kind == 'c') {
                naive_slide(n, &list, file, rank, kind == 'c');
            } else if (kind == 'n') {
                naive_horse(n, &list, file, rank);
            } else if (kind == 'p') {
                naive_add(n, &list, file, rank, file, rank + (black ? -1 : 1));
                if (black ? rank <= 4 : rank >= 5) {
                    naive_add(n, &list, file, rank, file - 1, rank);
                    naive_add(n, &list, file, rank, file + 1, rank);
                }
            } else {
                naive_near(n, &list, file, rank, kind, black);
            }
        }
    }
    return list;
}

static bool naive_facing(const naive *n)
{
    for (int file = 3; file <= 5; file++) {
        char last = ' ';
        for (int rank = 0; rank < NAIVE_RANKS; rank++) {
            const char c = n->cell[rank][file];
            if (last == 'K' && c == 'k')
                return true;
            last = c != ' ' ? c : last;
        }
    }
    return false;
}

static bool naive_attacked(const naive *n, bool black)
{
    const naive_list list = naive_pseudo(n, !black);
    for (int i = 0; i < list.count; i++)
        if (n->cell[list.move[i].to_rank][list.move[i].to_file] == (black ? 'k' : 'K'))
            return true;
    return naive_facing(n);
}

static naive naive_play(const naive *n, naive_move m)
{
    naive child = *n;
    child.cell[m.to_rank][m.to_file] = n->cell[m.rank][m.file];
    child.cell[m.rank][m.file] = ' ';
    child.black = !n->black;
    return child;
}

/* The place of a move in the documented order. */
static inline int naive_rank_of(const naive *n, naive_move m)
{
    static const char order[] = "rcnpbak";
    const char kind = (char)tolower((unsigned char)n->cell[m.rank][m.file]);
    return (int)(strchr(order, kind) - order) * 8100 + (m.rank * 9 + m.file) * 90 + m.to_rank * 9 +
           m.to_file;
}

/* The legal moves in the order that games/xiangqi.c documents. */
static inline naive_list naive_legal(const naive *n)
{
    const naive_list pseudo = naive_pseudo(n, n->black);
    naive_list legal;
    legal.count = 0;
    for (int i = 0; i < pseudo.count; i++) {
        const naive child = naive_play(n, pseudo.move[i]);
        if (naive_attacked(&child, n->black))
            continue;
        int place = legal.count++;
        for (; place > 0 &&
               naive_rank_of(n, legal.move[place - 1]) > naive_rank_of(n, pseudo.move[i]);
             place--)
            legal.move[place] = legal.move[place - 1];
        legal.move[place] = pseudo.move[i];
    }
    return legal;
}

/* A FEN that is known to be right. */
static naive naive_read(const char *text)
{
    naive n;
    memset(&n, ' ', sizeof n);
    int rank = NAIVE_RANKS - 1, file = 0;
    for (; *text != ' '; text++) {
        if (*text == '/')
            rank--, file = 0;
        else if (isdigit((unsigned char)*text))
            file += *text - '0';
        else
            n.cell[rank][file++] = *text;
    }
    n.black = text[1] == 'b';
    return n;
}

static void naive_text(const naive *n, char *text)
{
    for (int rank = NAIVE_RANKS - 1; rank >= 0; rank--) {
        for (int file = 0, empty = 0; file < NAIVE_FILES; file++) {
            empty = n->cell[rank][file] == ' ' ? empty + 1 : 0;
            if (empty > 1)
                text--;
            *text++ = empty > 0 ? (char)('0' + empty) : n->cell[rank][file];
        }
        *text++ = rank > 0 ? '/' : ' ';
    }
    strcpy(text, n->black ? "b - - 0 1" : "w - - 0 1");
}

/* Colours and sides exchanged; or, with `sideways`, left and right. */
static inline naive naive_mirror(const naive *n, bool sideways)
{
    naive m = *n;
    for (int rank = 0; rank < NAIVE_RANKS; rank++) {
        for (int file = 0; file < NAIVE_FILES; file++) {
            const char c = n->cell[rank][file];
            if (sideways)
                m.cell[rank][NAIVE_FILES - 1 - file] = c;
            else
                m.cell[NAIVE_RANKS - 1 - rank][file] =
                    (char)(isupper((unsigned char)c) ? tolower((unsigned char)c)
                                                     : toupper((unsigned char)c));
        }
    }
    m.black = sideways ? n->black : !n->black;
    return m;
}

#endif
