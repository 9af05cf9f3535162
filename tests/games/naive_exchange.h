/*
 * naive_exchange.h -- exchanges played out on a naive board, for unit_exchange_*.c. What they say:
 *     exchange_kinds                     letters of pieces, the least valuable first, the king last
 *     exchange_price(letter)
 *     exchange_reaches(n, file, rank, to_file, to_rank)   can the piece take there?
 *     exchange_becomes(letter, to_rank)  the piece after it has taken there
 *     exchange_safe(n, black)            may that side's king stand where it is?
 *     exchange_place(file, rank, black)  a square's number, seen by that side
 */
#ifndef NAIVE_EXCHANGE_H
#define NAIVE_EXCHANGE_H

typedef struct {
    int file, rank;
    bool begun_by_black;
} exchange_square;

/* The least valuable piece that reaches the square, of equal ones the first. */
static bool exchange_taker(const naive *n, exchange_square at, bool black, naive_move *found)
{
    for (const char *kind = exchange_kinds; *kind != '\0'; kind++) {
        const char letter = (char)(black ? *kind : toupper((unsigned char)*kind));
        int least = -1;
        for (int rank = 0; rank < EXCHANGE_RANKS; rank++) {
            for (int file = 0; file < EXCHANGE_FILES; file++) {
                const int place = exchange_place(file, rank, at.begun_by_black);
                if (n->cell[rank][file] != letter || (least >= 0 && place > least) ||
                    !exchange_reaches(n, file, rank, at.file, at.rank))
                    continue;
                least = place;
                *found = (naive_move){
                    .file = file, .rank = rank, .to_file = at.file, .to_rank = at.rank};
            }
        }
        if (least >= 0)
            return true;
    }
    return false;
}

/* What a side wins by going on to take on the square; 0 if it had better not. */
static int exchange_wins(const naive *n, exchange_square at, bool black)
{
    naive_move move;
    if (!exchange_taker(n, at, black, &move))
        return 0;
    naive next = *n;
    char *stands = &next.cell[at.rank][at.file];
    const char piece = n->cell[move.rank][move.file];
    next.cell[move.rank][move.file] = ' ';
    *stands = exchange_becomes(piece, at.rank);
    if (tolower((unsigned char)piece) == 'k' && !exchange_safe(&next, black))
        return 0;
    const int gain = exchange_price(n->cell[at.rank][at.file]) + exchange_price(*stands) -
                     exchange_price(piece) - exchange_wins(&next, at, !black);
    return gain > 0 ? gain : 0;
}

#endif
