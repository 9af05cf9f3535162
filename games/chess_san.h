/*
 * chess_san.h -- moves in standard algebraic notation (FIDE laws, appendix C, with = before a
 * promotion as in PGN): Nbd7, exd6, O-O-O, gxh8=N#.
 */
#ifndef CHESS_SAN_H
#define CHESS_SAN_H

#include "chess_text.h"

/* What distinguishes the move from those of like pieces to the same square: the file of origin, or
   else its rank, or both. Pinned pieces have no such move. */
static chess_name chess_san_origin(const chess_position *p, chess_move move)
{
    const unsigned from = chess_from(move), kind = chess_kind(p, from);
    bool others = false, same_file = false, same_rank = false;
    chess_move other;
    for (chess_cursor cursor = chess_moves(NULL, p); chess_next(&cursor, &other);) {
        const unsigned start = chess_from(other);
        if (start == from || chess_to(other) != chess_to(move) || chess_kind(p, start) != kind)
            continue;
        others = true;
        same_file |= (start & 7) == (from & 7);
        same_rank |= start >> 3 == from >> 3;
    }
    const chess_name square = chess_name_of(from ^ (p->rights & CHESS_BLACK ? 56 : 0));
    if (!others)
        return (chess_name){""};
    if (!same_file)
        return (chess_name){{square.text[0], '\0'}};
    if (!same_rank)
        return (chess_name){{square.text[1], '\0'}};
    return square;
}

/* The move without what it does to the other king. */
static void chess_san_move(const chess_position *p, chess_move move, char *text, size_t size)
{
    const unsigned from = chess_from(move), to = chess_to(move), how = chess_how(move);
    const unsigned kind = chess_kind(p, from);
    const bool pawn = kind == 1, takes = (p->opponent >> to & 1) || how == CHESS_EP;
    const char piece[2] = {pawn ? '\0' : "K.N.B...R...Q"[kind], '\0'};
    static const char *const promoted[] = {"=Q", "=N", "=R", "=B"};
    chess_name origin = {""};
    if (how == CHESS_CASTLE) {
        snprintf(text, size, "%s", to > from ? "O-O" : "O-O-O");
        return;
    }
    if (!pawn)
        origin = chess_san_origin(p, move);
    else if (takes)
        origin.text[0] = (char)('a' + (from & 7));
    snprintf(text, size, "%s%s%s%s%s", piece, origin.text, takes ? "x" : "",
             chess_name_of(to ^ (p->rights & CHESS_BLACK ? 56 : 0)).text,
             how >= CHESS_TO_QUEEN ? promoted[how - CHESS_TO_QUEEN] : "");
}

/* abs_domain.san */
static void chess_san(const void *rules, const void *position, unsigned index, char *text,
                      size_t size)
{
    const chess_position *p = position;
    chess_move move = 0;
    chess_cursor cursor = chess_moves(rules, p);
    do
        chess_next(&cursor, &move);
    while (index-- > 0);
    char plain[16];
    chess_san_move(p, move, plain, sizeof plain);
    const chess_position child = chess_apply(rules, p, move);
    const char *end = !chess_in_check(rules, &child) ? "" : chess_count(&child) == 0 ? "#" : "+";
    snprintf(text, size, "%s%s", plain, end);
}

#endif
