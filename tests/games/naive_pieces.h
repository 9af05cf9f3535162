/*
 * naive_pieces.h -- chess and Chinese chess as slowly and plainly as possible: an array of letters,
 * every two squares asked for a move, every move made to see whether the king can be taken,
 * exchanges played out. It shares no code with the games. Who includes it says before
 *     FILES, RANKS, FIRST_RANK     of the board; the digit of the rank from which white begins
 *     KINDS                        all kinds of pieces, in the order of their moves
 *     BY_PRICE                     the same, the least valuable first, the king last
 *     SEEN(square, black)          the square of that number, as that side counts them
 * and after, what each game has of its own:
 *     bool stands(piece, square)   may it be there?
 *     bool reaches(n, from, to)    does the piece go there, if there is no king to guard?
 *     promotions(n, from, to)      what it then may become: letters; or ""
 *     naive moved(n, from, to, promotion)
 *     int price(piece)             of a blank 0, and of a king, which is not lost
 */
#ifndef NAIVE_PIECES_H
#define NAIVE_PIECES_H

#include "helpers.h"

#include <ctype.h>

enum { SQUARES = FILES * RANKS };

typedef struct {
    char cell[SQUARES + 1]; /* FEN's letters from a1 on, blank when empty */
    bool black;             /* to move */
    bool right[4];          /* K Q k q */
    int ep_file;            /* the file of a pawn that has just made two steps; -1: none */
} naive;

static bool stands(char piece, int square);
static bool reaches(const naive *n, int from, int to);
static const char *promotions(const naive *n, int from, int to);
static naive moved(const naive *n, int from, int to, char promotion);
static int price(char piece);

static bool is_black(char piece)
{
    return islower((unsigned char)piece) != 0;
}

static char kind_of(char piece)
{
    return (char)tolower((unsigned char)piece);
}

static char coloured(char kind, bool black)
{
    return (char)(black ? tolower((unsigned char)kind) : toupper((unsigned char)kind));
}

/* How many pieces are between two squares of a line; -1: no line joins them. */
static int between(const naive *n, int from, int to)
{
    const int x = to % FILES - from % FILES, y = to / FILES - from / FILES;
    const int step = ((y > 0) - (y < 0)) * FILES + (x > 0) - (x < 0);
    int count = 0;
    if (from == to || (x != 0 && y != 0 && abs(x) != abs(y)))
        return -1;
    for (from += step; from != to; from += step)
        count += n->cell[from] != ' ';
    return count;
}

static int king_of(const naive *n, bool black)
{
    return (int)(strchr(n->cell, coloured('k', black)) - n->cell);
}

static bool in_check(const naive *n, bool black)
{
    for (int from = 0; from < SQUARES; from++)
        if (n->cell[from] != ' ' && reaches(n, from, king_of(n, black)))
            return true;
    return false;
}

/* Does a pawn take the one that has just made two steps? */
static bool passing(const naive *n)
{
    for (int from = 0; from < SQUARES && n->ep_file >= 0; from++)
        if (n->cell[from] == coloured('p', n->black) &&
            reaches(n, from, SEEN(5 * FILES + n->ep_file, n->black)))
            return true;
    return false;
}

static naive game_read(const char *text)
{
    naive n = {.ep_file = -1};
    memset(n.cell, ' ', SQUARES);
    for (int rank = RANKS - 1, file = 0; *text != ' '; text++) {
        if (*text == '/')
            rank--, file = 0;
        else if (isdigit((unsigned char)*text))
            file += *text - '0';
        else
            n.cell[rank * FILES + file++] = *text;
    }
    n.black = text[1] == 'b';
    for (text += 3; *text != ' '; text++)
        for (int i = 0; i < 4; i++)
            n.right[i] |= *text == "KQkq"[i];
    if (text[1] != '-')
        n.ep_file = text[1] - 'a';
    return n;
}

static void game_write(const naive *n, char *text)
{
    for (int rank = RANKS - 1; rank >= 0; rank--) {
        for (int file = 0, empty = 0; file < FILES; file++) {
            const char piece = n->cell[rank * FILES + file];
            empty = piece == ' ' ? empty + 1 : 0;
            if (empty > 1)
                text--;
            *text++ = empty > 0 ? (char)('0' + empty) : piece;
        }
        *text++ = rank > 0 ? '/' : ' ';
    }
    text += sprintf(text, "%c ", n->black ? 'b' : 'w');
    for (int i = 0; i < 4; i++)
        if (n->right[i])
            *text++ = "KQkq"[i];
    if (text[-1] == ' ')
        *text++ = '-';
    if (passing(n))
        sprintf(text, " %c%c 0 1", 'a' + n->ep_file, n->black ? '3' : '6');
    else
        sprintf(text, " - 0 1");
}

enum { GAME_MOVES = 588 };

#include "naive_game.h"

static int count_pieces(const naive *n)
{
    int count = 0;
    for (int square = 0; square < SQUARES; square++)
        count += n->cell[square] != ' ';
    return count;
}

static int game_children(const naive *n, naive_child *list)
{
    int count = 0;
    for (const char *kind = KINDS; *kind != '\0'; kind++)
        for (int from = 0; from < SQUARES; from++)
            for (int to = 0; n->cell[from] == coloured(*kind, n->black) && to < SQUARES; to++) {
                if (!reaches(n, from, to))
                    continue;
                const char *become = promotions(n, from, to);
                do {
                    naive_child *child = &list[count];
                    *child = (naive_child){.after = moved(n, from, to, *become), .move = to};
                    child->noisy = *become != '\0' || count_pieces(&child->after) < count_pieces(n);
                    sprintf(child->text, "%c%c%c%c%c", 'a' + from % FILES,
                            FIRST_RANK + from / FILES, 'a' + to % FILES, FIRST_RANK + to / FILES,
                            *become);
                    count += !in_check(&child->after, n->black);
                } while (*become != '\0' && *++become != '\0');
            }
    return count;
}

static bool game_checked(const naive *n)
{
    return in_check(n, n->black);
}

/* The colours and their sides exchanged; or, `sideways`, left and right. */
static naive mirrored(const naive *n, bool sideways)
{
    naive m = *n;
    for (int i = 0; i < SQUARES; i++) {
        const int rank = i / FILES, file = i % FILES;
        if (sideways)
            m.cell[rank * FILES + FILES - 1 - file] = n->cell[i];
        else
            m.cell[(RANKS - 1 - rank) * FILES + file] = coloured(n->cell[i], !is_black(n->cell[i]));
    }
    m.black = n->black != !sideways;
    for (int i = 0; i < 4 && !sideways; i++)
        m.right[i] = n->right[i ^ 2];
    return m;
}

/* Pieces of some kinds where they may stand, few or many. */
static void game_random(uint64_t *random, naive *n)
{
    const size_t all = strlen(BY_PRICE) - 1;
    const uint64_t kinds = test_random(random, UINT64_C(1) << all);
    const uint64_t emptiness = 1 + test_random(random, 8);
    *n = (naive){.black = test_random(random, 2), .ep_file = -1};
    for (int square = 0; square < SQUARES; square++) {
        const uint64_t kind = test_random(random, all);
        const char piece = coloured(BY_PRICE[kind], test_random(random, 2));
        const bool put = kinds >> kind & 1 && test_random(random, emptiness) == 0;
        n->cell[square] = put && stands(piece, square) ? piece : ' ';
    }
    for (int black = 0; black < 2; black++) {
        int square;
        do
            square = (int)test_random(random, SQUARES);
        while (!stands(coloured('k', black), square) || n->cell[square] == 'K');
        n->cell[square] = coloured('k', black);
    }
}

/* ---- exchanges ------------------------------------------------------------------------------- */

/* What the side to move wins by going on to take on the square; 0 if it had better not. The least
   valuable piece takes; of equal ones the first, as who began counts squares. */
static int exchange(const naive *n, int at, bool black_began)
{
    for (const char *kind = BY_PRICE; *kind != '\0'; kind++)
        for (int i = 0; i < SQUARES; i++) {
            const int from = SEEN(i, black_began);
            if (n->cell[from] != coloured(*kind, n->black) || !reaches(n, from, at))
                continue;
            const naive next = moved(n, from, at, *promotions(n, from, at));
            if (*kind == 'k' && in_check(&next, n->black))
                return 0;
            const int gain = price(n->cell[at]) + price(next.cell[at]) - price(*kind) -
                             exchange(&next, at, black_began);
            return gain > 0 ? gain : 0;
        }
    return 0;
}

/* What the side to move has more than the other. */
static int balance(const naive *n, bool black)
{
    int sum = 0;
    for (int square = 0; square < SQUARES; square++)
        sum += (is_black(n->cell[square]) == black ? 1 : -1) * price(n->cell[square]);
    return sum;
}

/* Unknown where both kings could take: the game lets one take beside the other if a piece of its
   own stands behind it. */
static int game_gain(const naive *n, const naive_child *child)
{
    const naive *after = &child->after;
    if (reaches(n, king_of(n, n->black), child->move) &&
        reaches(after, king_of(n, !n->black), child->move))
        return GAME_UNKNOWN;
    return balance(after, n->black) - balance(n, n->black) - exchange(after, child->move, n->black);
}

#endif
