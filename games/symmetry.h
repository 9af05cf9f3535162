/*
 * symmetry.h -- positions that differ only by a reflection of the board or by who has which colour.
 */
#ifndef ABS_GAME_SYMMETRY_H
#define ABS_GAME_SYMMETRY_H

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Where a square of a size x size board goes under each of its 8 symmetries; 0: where it is. */
static inline unsigned symmetry_square(unsigned square, unsigned number, unsigned size)
{
    unsigned row = square / size, column = square % size;
    row = number & 1 ? size - 1 - row : row;
    column = number & 2 ? size - 1 - column : column;
    return number & 4 ? column * size + row : row * size + column;
}

/* Appends `text` turned round, one character after the other, letters in the other case if `swap`.
 */
static inline char *symmetry_turn(char *to, const char *text, size_t length, bool swap)
{
    for (size_t i = length; i-- > 0;) {
        const unsigned char c = (unsigned char)text[i];
        *to++ = (char)(!swap ? c : isupper(c) ? tolower(c) : toupper(c));
    }
    return to;
}

/* A board of `/`-separated ranks: colours exchanged by rotation, and then, if `mirror`, each rank
   turned round as often as it takes to have it reflected left to right instead. */
static inline char *symmetry_board(char *to, const char *board, size_t length, bool colours,
                                   bool mirror)
{
    char turned[128];
    if (length >= sizeof turned)
        length = sizeof turned - 1;
    if (colours) /* a rotation: files are reflected too */
        symmetry_turn(turned, board, length, true);
    else
        memcpy(turned, board, length);
    turned[length] = '\0';
    for (const char *rank = turned;; rank++) {
        const size_t span = strcspn(rank, "/");
        if (mirror != colours)
            to = symmetry_turn(to, rank, span, false);
        else
            memcpy(to, rank, span), to += span;
        rank += span;
        if (*rank == '\0')
            return to;
        *to++ = '/';
    }
}

/*
 * The number-th image of a position given as FEN, into `image`, which has room for one: 0, the
 * colours exchanged; 1, reflected left to right, which is only the same game without castling; 2,
 * both. False: there are no more.
 */
static inline bool symmetry_fen(const char *fen, unsigned number, char *image)
{
    const bool colours = number != 1, mirror = number != 0;
    const size_t board = strcspn(fen, " ");
    const char *const side = fen + board + 1, *const rights = side + 2;
    const size_t right_count = strcspn(rights, " ");
    const char *const square = rights + right_count + (rights[right_count] != '\0');
    if (number > 2 || (mirror && *rights != '-'))
        return false;
    char *to = symmetry_board(image, fen, board, colours, mirror);
    *to++ = ' ';
    *to++ = !colours ? *side : *side == 'w' ? 'b' : 'w';
    *to++ = ' ';
    for (size_t i = 0; i < right_count; i++) { /* K and k, Q and q change places */
        const char *const order = "KQkq";
        const char *const at = strchr(order, rights[i]);
        to[i] = !colours || at == NULL ? rights[i] : order[(at - order + 2) % 4];
    }
    to += right_count;
    *to++ = ' ';
    if (*square < 'a' || *square > 'h') {
        strcpy(to, "-");
        return true;
    }
    *to++ = mirror ? (char)('a' + 'h' - *square) : *square;
    *to++ = colours ? (char)('1' + '8' - square[1]) : square[1];
    *to = '\0';
    return true;
}

#endif
