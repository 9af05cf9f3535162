/*
 * chess_naive.h -- chess as slowly and plainly as possible: an array of letters, every move made to
 * see whether the king can be taken. It shares no code and no order of moves with games/chess.c.
 */
#ifndef CHESS_NAIVE_H
#define CHESS_NAIVE_H

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* FEN's letters by [rank][file] from a1, blank when empty. */
typedef struct {
    char cell[8][8];
    bool black;    /* to move */
    bool right[4]; /* K Q k q */
    int ep_file;   /* the file of a pawn that has just made two steps; -1: none */
} naive;

typedef struct {
    int file, rank, to_file, to_rank;
    char promotion; /* q, n, r, b, or '\0' */
} naive_move;

enum { NAIVE_MOVES = 574 };

static bool naive_inside(int file, int rank)
{
    return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

static bool naive_is_black(char letter)
{
    return islower((unsigned char)letter) != 0;
}

/* A FEN that is known to be good; fields from the fifth on are left out. */
static naive naive_parse(const char *fen)
{
    naive n;
    memset(&n, 0, sizeof n);
    memset(n.cell, ' ', sizeof n.cell);
    int file = 0, rank = 7;
    for (; *fen != ' '; fen++) {
        if (*fen == '/') {
            rank--;
            file = 0;
        } else if (isdigit((unsigned char)*fen)) {
            file += *fen - '0';
        } else {
            n.cell[rank][file++] = *fen;
        }
    }
    n.black = fen[1] == 'b';
    for (fen += 3; *fen != ' '; fen++)
        for (int i = 0; i < 4; i++)
            n.right[i] |= *fen == "KQkq"[i];
    n.ep_file = fen[1] == '-' ? -1 : fen[1] - 'a';
    return n;
}

/* Does a pawn of the side to move stand beside the one that has just made two steps? */
static bool naive_ep_ready(const naive *n)
{
    const int rank = n->black ? 3 : 4;
    for (int step = -1; step <= 1 && n->ep_file >= 0; step += 2)
        if (naive_inside(n->ep_file + step, rank) &&
            n->cell[rank][n->ep_file + step] == (n->black ? 'p' : 'P'))
            return true;
    return false;
}

static void naive_print(const naive *n, char *text)
{
    for (int rank = 7; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < 8; file++) {
            if (n->cell[rank][file] == ' ') {
                empty++;
                continue;
            }
            if (empty > 0)
                *text++ = (char)('0' + empty);
            empty = 0;
            *text++ = n->cell[rank][file];
        }
        if (empty > 0)
            *text++ = (char)('0' + empty);
        *text++ = rank > 0 ? '/' : ' ';
    }
    *text++ = n->black ? 'b' : 'w';
    *text++ = ' ';
    for (int i = 0; i < 4; i++)
        if (n->right[i])
            *text++ = "KQkq"[i];
    if (text[-1] == ' ')
        *text++ = '-';
    if (naive_ep_ready(n))
        sprintf(text, " %c%c 0 1", 'a' + n->ep_file, n->black ? '3' : '6');
    else
        sprintf(text, " - 0 1");
}

/* The same position with the colours exchanged. */
static inline naive naive_mirror(const naive *n)
{
    naive m = *n;
    for (int rank = 0; rank < 8; rank++)
        for (int file = 0; file < 8; file++) {
            const char c = n->cell[7 - rank][file];
            m.cell[rank][file] =
                (char)(naive_is_black(c) ? toupper((unsigned char)c) : tolower((unsigned char)c));
        }
    m.black = !n->black;
    for (int i = 0; i < 4; i++)
        m.right[i] = n->right[i ^ 2];
    return m;
}

/* ---- attacks --------------------------------------------------------------------------------- */

static const int naive_steps[8][2] = {{1, 0}, {-1, 0}, {0, 1},  {0, -1},
                                      {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
static const int naive_jumps[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                      {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

/* How many of the eight steps a sliding piece (or a king) takes: first and past the last. */
static void naive_range(char kind, int *first, int *end)
{
    *first = kind == 'b' ? 4 : 0;
    *end = kind == 'r' ? 4 : 8;
}

static bool naive_piece_attacks(const naive *n, int file, int rank, int to_file, int to_rank)
{
    const char piece = n->cell[rank][file], kind = (char)tolower((unsigned char)piece);
    const int df = to_file - file, dr = to_rank - rank;
    if (df == 0 && dr == 0)
        return false;
    if (kind == 'p')
        return abs(df) == 1 && dr == (naive_is_black(piece) ? -1 : 1);
    if (kind == 'n')
        return abs(df * dr) == 2;
    if (kind == 'k')
        return abs(df) <= 1 && abs(dr) <= 1;
    const bool straight = df == 0 || dr == 0, diagonal = abs(df) == abs(dr);
    if (!(straight && kind != 'b') && !(diagonal && kind != 'r'))
        return false;
    const int sf = (df > 0) - (df < 0), sr = (dr > 0) - (dr < 0);
    for (file += sf, rank += sr; file != to_file || rank != to_rank; file += sf, rank += sr)
        if (n->cell[rank][file] != ' ')
            return false;
    return true;
}

static int naive_attackers(const naive *n, int file, int rank, bool by_black)
{
    int count = 0;
    for (int r = 0; r < 8; r++)
        for (int f = 0; f < 8; f++)
            if (n->cell[r][f] != ' ' && naive_is_black(n->cell[r][f]) == by_black)
                count += naive_piece_attacks(n, f, r, file, rank);
    return count;
}

static int naive_checkers(const naive *n, bool black)
{
    for (int r = 0; r < 8; r++)
        for (int f = 0; f < 8; f++)
            if (n->cell[r][f] == (black ? 'k' : 'K'))
                return naive_attackers(n, f, r, !black);
    return 0;
}

/* ---- making moves ---------------------------------------------------------------------------- */

static naive naive_play(const naive *n, naive_move m)
{
    naive next = *n;
    const char piece = n->cell[m.rank][m.file], kind = (char)tolower((unsigned char)piece);
    next.cell[m.rank][m.file] = ' ';
    next.cell[m.to_rank][m.to_file] = m.promotion == '\0' ? piece
                                      : n->black          ? m.promotion
                                                 : (char)toupper((unsigned char)m.promotion);
    if (kind == 'p' && m.file != m.to_file && n->cell[m.to_rank][m.to_file] == ' ')
        next.cell[m.rank][m.to_file] = ' '; /* en passant */
    if (kind == 'k' && abs(m.to_file - m.file) == 2) {
        next.cell[m.rank][m.to_file > 4 ? 7 : 0] = ' ';
        next.cell[m.rank][m.to_file > 4 ? 5 : 3] = n->black ? 'r' : 'R';
    }
    next.right[0] &= next.cell[0][4] == 'K' && next.cell[0][7] == 'R';
    next.right[1] &= next.cell[0][4] == 'K' && next.cell[0][0] == 'R';
    next.right[2] &= next.cell[7][4] == 'k' && next.cell[7][7] == 'r';
    next.right[3] &= next.cell[7][4] == 'k' && next.cell[7][0] == 'r';
    next.ep_file = kind == 'p' && abs(m.to_rank - m.rank) == 2 ? m.file : -1;
    next.black = !n->black;
    return next;
}

typedef struct {
    const naive *n;
    naive_move *list;
    int count;
} naive_list;

/* Adds a move if it leaves the king safe; pawns on the last rank become all they can. */
static void naive_add(naive_list *l, int file, int rank, int to_file, int to_rank)
{
    const bool pawn = tolower((unsigned char)l->n->cell[rank][file]) == 'p';
    naive_move m = {file, rank, to_file, to_rank, '\0'};
    const naive next = naive_play(l->n, m);
    if (naive_checkers(&next, l->n->black) > 0)
        return;
    if (!pawn || (to_rank > 0 && to_rank < 7)) {
        l->list[l->count++] = m;
        return;
    }
    for (int i = 0; i < 4; i++) {
        m.promotion = "qnrb"[i];
        l->list[l->count++] = m;
    }
}

static void naive_pawn(naive_list *l, int file, int rank)
{
    const naive *n = l->n;
    const int up = n->black ? -1 : 1, home = n->black ? 6 : 1, passing = n->black ? 3 : 4;
    if (n->cell[rank + up][file] == ' ') {
        naive_add(l, file, rank, file, rank + up);
        if (rank == home && n->cell[rank + 2 * up][file] == ' ')
            naive_add(l, file, rank, file, rank + 2 * up);
    }
    for (int step = -1; step <= 1; step += 2) {
        if (!naive_inside(file + step, rank))
            continue;
        const char there = n->cell[rank + up][file + step];
        if (there != ' ' ? naive_is_black(there) != n->black
                         : rank == passing && n->ep_file == file + step)
            naive_add(l, file, rank, file + step, rank + up);
    }
}

static void naive_castle(naive_list *l)
{
    const naive *n = l->n;
    const int rank = n->black ? 7 : 0;
    for (int side = 0; side < 2; side++) {
        bool may = n->right[(n->black ? 2 : 0) + side];
        for (int file = side ? 1 : 5; may && file < (side ? 4 : 7); file++)
            may = n->cell[rank][file] == ' ';
        for (int file = side ? 2 : 4; may && file < (side ? 5 : 7); file++)
            may = naive_attackers(n, file, rank, !n->black) == 0;
        if (may)
            naive_add(l, 4, rank, side ? 2 : 6, rank);
    }
}

static void naive_piece(naive_list *l, int file, int rank)
{
    const char kind = (char)tolower((unsigned char)l->n->cell[rank][file]);
    const int(*steps)[2] = kind == 'n' ? naive_jumps : naive_steps;
    int first = 0, end = 8;
    naive_range(kind, &first, &end);
    for (int i = first; i < end; i++) {
        int f = file, r = rank;
        for (bool go_on = true; go_on;) {
            f += steps[i][0];
            r += steps[i][1];
            if (!naive_inside(f, r))
                break;
            const char there = l->n->cell[r][f];
            if (there == ' ' || naive_is_black(there) != l->n->black)
                naive_add(l, file, rank, f, r);
            go_on = there == ' ' && kind != 'n' && kind != 'k';
        }
    }
}

static int naive_moves(const naive *n, naive_move *list)
{
    naive_list l = {n, list, 0};
    for (int rank = 0; rank < 8; rank++)
        for (int file = 0; file < 8; file++) {
            const char c = n->cell[rank][file];
            if (c == ' ' || naive_is_black(c) != n->black)
                continue;
            if (tolower((unsigned char)c) == 'p')
                naive_pawn(&l, file, rank);
            else
                naive_piece(&l, file, rank);
        }
    naive_castle(&l);
    return l.count;
}

/* Captures and promotions. */
static bool naive_noisy(const naive *n, naive_move m)
{
    const bool pawn = tolower((unsigned char)n->cell[m.rank][m.file]) == 'p';
    return m.promotion != '\0' || n->cell[m.to_rank][m.to_file] != ' ' ||
           (pawn && m.file != m.to_file);
}

static inline void naive_text(naive_move m, char *text)
{
    sprintf(text, "%c%c%c%c%c", 'a' + m.file, '1' + m.rank, 'a' + m.to_file, '1' + m.to_rank,
            m.promotion);
}

#endif
