/*
 * san.h -- writes moves in standard algebraic notation (FIDE laws, appendix C, with = before
 * a promotion as in PGN): Nbd7, exd6, O-O-O, gxh8=N#. Reads them too, with what people add or leave
 * out.
 */
#ifndef CHESS_SAN_H
#define CHESS_SAN_H

#include "text.h"

/* The part of the origin that distinguishes the move from legal moves of like pieces to the same
   square: its file, or else its rank, or both. */
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

/* Writes the move without the sign for check or mate. */
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

/* ---- reading --------------------------------------------------------------------------------- */

/* What a text says about a move; a member is 0 if it says nothing. */
typedef struct {
    char piece;      /* a letter of KQRBNP */
    char file, rank; /* of origin */
    char to[2];
    char promoted; /* a letter of qnrb */
    int castles;   /* 1: short, 2: long */
} chess_wanted;

/* Takes the last character off the text if it is one of these. */
static char chess_take_last(chess_field *f, const char *these)
{
    if (f->length == 0 || strchr(these, f->text[f->length - 1]) == NULL)
        return '\0';
    return f->text[--f->length];
}

static bool chess_is(chess_field f, const char *word)
{
    return f.length == strlen(word) && memcmp(f.text, word, f.length) == 0;
}

/* Reads Nf3, Nxf3, Ng1f3, Ng1-f3, g1f3, exd5, exd6e.p., e8=Q, e8(Q), e7e8q, O-O, o-o, 0-0, and
   + # ! ? after it; from the end, because the beginning may be missing. Returns false for other
   texts. */
static bool chess_read_words(chess_field f, chess_wanted *w)
{
    *w = (chess_wanted){0};
    while (chess_take_last(&f, "+#!?") != '\0')
        continue;
    if (f.length > 4 && memcmp(f.text + f.length - 4, "e.p.", 4) == 0)
        f.length -= 4;
    w->castles = chess_is(f, "O-O") || chess_is(f, "o-o") || chess_is(f, "0-0")         ? 1
                 : chess_is(f, "O-O-O") || chess_is(f, "o-o-o") || chess_is(f, "0-0-0") ? 2
                                                                                        : 0;
    if (w->castles != 0)
        return true;
    if (f.length > 0 && strchr("KQRBNP", *f.text) != NULL) {
        w->piece = *f.text;
        f = (chess_field){f.text + 1, f.length - 1};
    }
    const bool closed = chess_take_last(&f, ")") != '\0';
    w->promoted = (char)tolower((unsigned char)chess_take_last(&f, "QNRBqnrb"));
    if (closed && (w->promoted == '\0' || chess_take_last(&f, "(") == '\0'))
        return false;
    if (w->promoted != '\0' && !closed)
        chess_take_last(&f, "=");
    w->to[1] = chess_take_last(&f, "12345678");
    w->to[0] = chess_take_last(&f, "abcdefgh");
    chess_take_last(&f, "x-");
    w->rank = chess_take_last(&f, "12345678");
    w->file = chess_take_last(&f, "abcdefgh");
    if (w->piece == '\0' && (w->rank == '\0' || w->file == '\0'))
        w->piece = 'P'; /* but a move from square to square may be of any piece */
    return f.length == 0 && w->to[0] != '\0' && w->to[1] != '\0';
}

static bool chess_is_wanted(const chess_position *p, chess_move move, const chess_wanted *w)
{
    const unsigned turn = p->rights & CHESS_BLACK ? 56 : 0, how = chess_how(move);
    const unsigned from = chess_from(move), to = chess_to(move);
    const chess_name origin = chess_name_of(from ^ turn);
    if (w->castles != 0)
        return how == CHESS_CASTLE && (to > from) == (w->castles == 1);
    if (how == CHESS_CASTLE && w->file == '\0')
        return false;
    return memcmp(chess_name_of(to ^ turn).text, w->to, 2) == 0 &&
           (w->piece == '\0' || w->piece == "KPN.B...R...Q"[chess_kind(p, from)]) &&
           (w->file == '\0' || w->file == origin.text[0]) &&
           (w->rank == '\0' || w->rank == origin.text[1]) &&
           (w->promoted == '\0' ||
            (how >= CHESS_TO_QUEEN && w->promoted == "qnrb"[how - CHESS_TO_QUEEN]));
}

/* Whether the king goes to its own rook: castling as Chess960 has it. */
static bool chess_is_960(const chess_position *p, const chess_wanted *w)
{
    const chess_position turned = chess_turned(p);
    const bool black = (p->rights & CHESS_BLACK) != 0;
    const chess_position *const white = black ? &turned : p;
    if (w->castles != 0 || w->file == '\0' || w->rank == '\0')
        return false;
    const unsigned from = (unsigned)(w->file - 'a' + 8 * (w->rank - '1'));
    const unsigned to = (unsigned)(w->to[0] - 'a' + 8 * (w->to[1] - '1'));
    return chess_letter(white, from) == (black ? 'k' : 'K') &&
           chess_letter(white, to) == (black ? 'r' : 'R');
}

/* abs_domain.read_move */
static unsigned chess_read_move(const void *rules, const void *position, const char *text,
                                abs_error *error)
{
    const chess_position *p = position;
    const chess_field f = {text, strlen(text)};
    char which[100] = "";
    unsigned found = ABS_NO_MOVE, count = 0, number = 0;
    chess_wanted w;
    chess_move move;
    if (!chess_read_words(f, &w)) {
        abs_fail(error, ABS_USAGE, "'%s' is not a move: write Nf3, exd5, e8=Q, O-O or e2e4",
                 chess_quote(f).text);
        return ABS_NO_MOVE;
    }
    for (chess_cursor c = chess_moves(rules, p); chess_next(&c, &move); number++) {
        if (!chess_is_wanted(p, move, &w))
            continue;
        char plain[16];
        chess_san_move(p, move, plain, sizeof plain);
        const size_t length = strlen(which);
        snprintf(which + length, sizeof which - length, "%s%s", count > 0 ? " or " : "", plain);
        found = number;
        count++;
    }
    if (count == 0)
        abs_fail(error, ABS_USAGE, "'%s' is %s", chess_quote(f).text,
                 chess_is_960(p, &w)
                     ? "castling as in Chess960, which is not played: write O-O or O-O-O"
                     : "not a legal move here");
    else if (count > 1)
        abs_fail(error, ABS_USAGE, "'%s' may be %s: say which", chess_quote(f).text, which);
    return count == 1 ? found : ABS_NO_MOVE;
}

#endif
