/*
 * symmetry.h -- the images of a position under symmetries of the board and exchange of colours.
 */
#ifndef ABS_GAME_SYMMETRY_H
#define ABS_GAME_SYMMETRY_H

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Where a square of a size x size board goes under symmetry `number` of 8; number 0 is identity. */
static inline unsigned symmetry_square(unsigned square, unsigned number, unsigned size)
{
    unsigned row = square / size, column = square % size;
    row = number & 1 ? size - 1 - row : row;
    column = number & 2 ? size - 1 - column : column;
    return number & 4 ? column * size + row : row * size + column;
}

/* Appends the characters of `text` in reverse order; `swap` also changes the case of letters. */
static inline char *symmetry_turn(char *to, const char *text, size_t length, bool swap)
{
    for (size_t i = length; i-- > 0;) {
        const unsigned char c = (unsigned char)text[i];
        *to++ = (char)(!swap ? c : isupper(c) ? tolower(c) : toupper(c));
    }
    return to;
}

/* Appends the image of a board of ranks separated by `/`: with `colours` exchanged, which also
   reverses the order of ranks, and with `mirror` reflected left to right. */
static inline char *symmetry_board(char *to, const char *board, size_t length, bool colours,
                                   bool mirror)
{
    char turned[128];
    if (length >= sizeof turned)
        length = sizeof turned - 1;
    if (colours) /* this rotates the board, and so reverses each rank too */
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
 * Writes image `number` of a position given as FEN, for which `image` has room. Image 0 has the
 * colours exchanged, 1 is reflected left to right, 2 is both. Returns false if there is no such
 * image: a reflection is the same game only without castling.
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
