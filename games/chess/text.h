/*
 * text.h -- chess positions as FEN or EPD, and moves as e2e4 or e7e8q.
 *
 * A position need not be reachable in a game. It is refused if the rules do not cover it: a king is
 * missing or can be captured, a pawn is on the first or last rank, or pieces are missing for
 * castling or en passant; and if the evaluation could overflow.
 */
#ifndef CHESS_TEXT_H
#define CHESS_TEXT_H

#include "eval.h"

#include <ctype.h>

#define CHESS_START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define CHESS_FORMS "give a FEN such as " CHESS_START ", or start"

/* A square's name, as white sees the board. */
typedef struct {
    char text[3];
} chess_name;

static chess_name chess_name_of(unsigned square)
{
    return (chess_name){{(char)('a' + (square & 7)), (char)('1' + (square >> 3 & 7)), '\0'}};
}

static char chess_printable(char c)
{
    return isprint((unsigned char)c) ? c : '?';
}

/* ---- printing -------------------------------------------------------------------------------- */

static void chess_move_text(const void *rules, const chess_position *p, chess_move move, char *text,
                            size_t size)
{
    (void)rules;
    const unsigned turn = p->rights & CHESS_BLACK ? 56 : 0, how = chess_how(move);
    static const char pieces[] = "qnrb";
    const char promoted[2] = {how >= CHESS_TO_QUEEN ? pieces[how - CHESS_TO_QUEEN] : '\0', '\0'};
    snprintf(text, size, "%s%s%s", chess_name_of(chess_from(move) ^ turn).text,
             chess_name_of(chess_to(move) ^ turn).text, promoted);
}

static char chess_letter(const chess_position *white, unsigned square)
{
    if (!(chess_occupied(white) >> square & 1))
        return '\0';
    const char letter = "kpn.b...r...q"[chess_kind(white, square)];
    return white->own >> square & 1 ? (char)toupper((unsigned char)letter) : letter;
}

static void chess_print(const void *rules, const void *position, char *text, size_t size)
{
    (void)rules;
    const chess_position *p = position, turned = chess_turned(p);
    const bool black = (p->rights & CHESS_BLACK) != 0;
    const chess_position *const white = black ? &turned : p;
    char board[80], rights[5] = "", *c = board;
    for (int rank = 7; rank >= 0; rank--) {
        for (int file = 0; file < 8; file++) {
            const char letter = chess_letter(white, (unsigned)(rank * 8 + file));
            if (letter != '\0')
                *c++ = letter;
            else if (file > 0 && isdigit((unsigned char)c[-1]))
                c[-1]++;
            else
                *c++ = '1';
        }
        *c++ = rank > 0 ? '/' : '\0';
    }
    for (unsigned i = 0; i < 4; i++)
        if (white->rights >> i & 1)
            snprintf(rights + strlen(rights), 2, "%c", "KQkq"[i]);
    snprintf(text, size, "%s %c %s %s 0 1", board, black ? 'b' : 'w', *rights ? rights : "-",
             white->ep ? chess_name_of(white->ep).text : "-");
}

/* ---- the board ------------------------------------------------------------------------------- */

static bool chess_put(chess_position *p, unsigned square, char letter)
{
    const uint64_t place = chess_bit(square);
    const bool white = isupper((unsigned char)letter) != 0;
    switch (tolower((unsigned char)letter)) {
    case 'p':
        p->pawns |= place;
        break;
    case 'n':
        p->knights |= place;
        break;
    case 'q':
        p->straight |= place;
        p->diagonal |= place;
        break;
    case 'b':
        p->diagonal |= place;
        break;
    case 'r':
        p->straight |= place;
        break;
    case 'k':
        break;
    default:
        return false;
    }
    *(white ? &p->own : &p->opponent) |= place;
    return true;
}

/* Reads the first field, of `length` characters; the board is as white sees it. */
static bool chess_parse_board(const char *text, size_t length, chess_position *p, abs_error *error)
{
    unsigned rank = 7, file = 0;
    for (size_t i = 0; i < length; i++) {
        const char c = text[i];
        if (c == '/' && file == 8 && rank > 0) {
            rank--;
            file = 0;
        } else if (c == '/') {
            return abs_fail(error, ABS_USAGE,
                            file == 8 ? "the board has more than 8 ranks: " CHESS_FORMS
                                      : "rank %u has %u squares: a rank has 8",
                            rank + 1, file);
        } else if (c >= '1' && c <= '8') {
            file += (unsigned)(c - '0');
        } else if (file < 8 && !chess_put(p, rank * 8 + file, c)) {
            return abs_fail(error, ABS_USAGE,
                            "character %zu of the board is '%c': give pieces pnbrqkPNBRQK, "
                            "1 to 8 for empty squares and / between ranks",
                            i + 1, chess_printable(c));
        } else {
            file++;
        }
        if (file > 8)
            return abs_fail(error, ABS_USAGE, "rank %u has more than 8 squares", rank + 1);
    }
    if (rank != 0 || file != 8)
        return abs_fail(error, ABS_USAGE,
                        "the board ends on rank %u after %u squares: " CHESS_FORMS, rank + 1, file);
    return true;
}

/* Checks that a side has one king, no pawn on a first or last rank, and no more pieces than the
   evaluation can add up. */
static bool chess_check_side(const chess_position *p, uint64_t own, const char *side,
                             abs_error *error)
{
    const uint64_t kings = own & ~(p->pawns | p->knights | p->diagonal | p->straight);
    const int strength = chess_strength(p, own);
    if (bits_count(kings) != 1)
        return abs_fail(error, ABS_USAGE, "%s has %d kings: each side has one", side,
                        bits_count(kings));
    if (own & p->pawns & (CHESS_RANK_1 | CHESS_RANK_1 << 56))
        return abs_fail(error, ABS_USAGE,
                        "%s has a pawn on the first or the last rank: move it or leave it out",
                        side);
    if (strength > CHESS_STRENGTH)
        return abs_fail(error, ABS_USAGE,
                        "%s's pieces may come to be worth %d, pawns counted as queens, and the "
                        "evaluation goes up to %d (%d queens): leave some out",
                        side, strength, CHESS_STRENGTH, CHESS_STRENGTH / CHESS_BEST_QUEEN);
    return true;
}

/* ---- the other fields ------------------------------------------------------------------------ */

/* A field of a FEN and its length. */
typedef struct {
    const char *text;
    size_t length;
} chess_field;

/* The part of a field that messages show. */
typedef struct {
    char text[17];
} chess_quoted;

static chess_quoted chess_quote(chess_field f)
{
    chess_quoted q = {""};
    for (size_t i = 0; i < f.length && i < sizeof q.text - 1; i++)
        q.text[i] = chess_printable(f.text[i]);
    return q;
}

static chess_field chess_next_field(const char **text)
{
    *text += strspn(*text, " ");
    const chess_field field = {*text, strcspn(*text, " ")};
    *text += field.length;
    return field;
}

static bool chess_parse_rights(chess_field f, chess_position *white, abs_error *error)
{
    static const uint8_t king[4] = {4, 4, 60, 60}, rook[4] = {7, 0, 63, 56};
    if (f.length == 1 && *f.text == '-')
        return true;
    for (size_t i = 0; i < f.length; i++) {
        unsigned n = 0;
        if (strspn(f.text, "ABCDEFGHabcdefgh") >= f.length)
            return abs_fail(error, ABS_USAGE,
                            "castling rights are '%s', which is Chess960 (Shredder-FEN), and that "
                            "is not played: give some of KQkq, or -",
                            chess_quote(f).text);
        while (n < 4 && "KQkq"[n] != f.text[i])
            n++;
        if (n == 4 || (white->rights >> n & 1))
            return abs_fail(error, ABS_USAGE,
                            "castling rights are '%s': give some of KQkq, each once, or -",
                            chess_quote(f).text);
        const uint64_t side = n < 2 ? white->own : white->opponent;
        const uint64_t rooks = side & white->straight & ~white->diagonal;
        const uint64_t kings = side & chess_bit(king[n]);
        if (!(rooks >> rook[n] & 1) || kings == 0 || chess_kind(white, king[n]) != 0)
            return abs_fail(error, ABS_USAGE,
                            "castling right %c needs the king on %s and a rook on %s (Chess960 is "
                            "not played): leave it out",
                            f.text[i], chess_name_of(king[n]).text, chess_name_of(rook[n]).text);
        white->rights |= (uint8_t)(1u << n);
    }
    return true;
}

/*
 * Reads the square behind a pawn that has just made two steps, as the side to move sees it. FEN has
 * it after any two steps, but the position keeps it only if a pawn can take: otherwise it changes
 * nothing.
 */
static bool chess_parse_ep(chess_field f, chess_position *p, abs_error *error)
{
    const bool black = (p->rights & CHESS_BLACK) != 0;
    if (f.length == 1 && *f.text == '-')
        return true;
    if (f.length != 2 || f.text[0] < 'a' || f.text[0] > 'h' || f.text[1] != (black ? '3' : '6'))
        return abs_fail(error, ABS_USAGE,
                        "the en passant square is '%s': give a square of rank %c, or -",
                        chess_quote(f).text, black ? '3' : '6');
    const unsigned square = 40 + (unsigned)(f.text[0] - 'a');
    const uint64_t passed = chess_bit(square), pawn = chess_bit(square - 8);
    if ((passed & chess_occupied(p)) || !(pawn & p->opponent & p->pawns))
        return abs_fail(error, ABS_USAGE,
                        "en passant square %s: it must be empty, with a %s pawn in front of it; "
                        "give - instead",
                        chess_quote(f).text, black ? "white" : "black");
    if (chess_pawns_down(passed) & p->own & p->pawns)
        p->ep = (uint8_t)square;
    return true;
}

/* Reads what follows the four fields: nothing, EPD operations (ignored), or FEN's two numbers. */
static bool chess_parse_rest(const char *text, abs_error *error)
{
    static const char *const names[] = {"halfmove clock", "move number"};
    for (int i = 0; i < 2; i++) {
        const chess_field f = chess_next_field(&text);
        if (f.length == 0 || (i == 0 && isalpha((unsigned char)*f.text)))
            return true;
        if (strspn(f.text, "0123456789") != f.length || f.length > 5)
            return abs_fail(error, ABS_USAGE, "the %s is '%s': give a number, or leave it out",
                            names[i], chess_quote(f).text);
    }
    const chess_field f = chess_next_field(&text);
    if (f.length != 0)
        return abs_fail(error, ABS_USAGE, "'%s' follows the six fields: " CHESS_FORMS,
                        chess_quote(f).text);
    return true;
}

/* Checks that the side to move cannot take the king. */
static bool chess_check_turn(const chess_position *p, abs_error *error)
{
    const chess_position other = chess_turned(p);
    if (chess_attacked(&other, other.king, chess_occupied(&other)))
        return abs_fail(error, ABS_USAGE,
                        "%s is to move and could take the king: exchange the side to move",
                        p->rights & CHESS_BLACK ? "black" : "white");
    return true;
}

static int32_t chess_score(const chess_position *p)
{
    int32_t score = 0;
    for (unsigned square = 0; square < 64; square++) {
        if (p->own >> square & 1)
            score += chess_value[chess_kind(p, square)][square];
        if (p->opponent >> square & 1)
            score -= chess_value[chess_kind(p, square)][square ^ 56];
    }
    return score;
}

static void chess_fill(void)
{
    static bool filled;
    if (filled)
        return;
    chess_fill_lines();
    chess_fill_values();
    filled = true;
}

static bool chess_parse(const void *rules, const char *text, void *position, abs_error *error)
{
    (void)rules;
    chess_position white = {0};
    chess_fill();
    if (strcmp(text, "start") == 0)
        text = CHESS_START;
    const chess_field board = chess_next_field(&text), side = chess_next_field(&text);
    const chess_field rights = chess_next_field(&text), ep = chess_next_field(&text);
    if (board.length == 0)
        return abs_fail(error, ABS_USAGE, "the position is empty: " CHESS_FORMS);
    if (!chess_parse_board(board.text, board.length, &white, error) ||
        !chess_check_side(&white, white.own, "white", error) ||
        !chess_check_side(&white, white.opponent, "black", error))
        return false;
    if (side.length != 1 || strchr("wb", *side.text) == NULL)
        return abs_fail(error, ABS_USAGE, "the side to move is '%s': give w or b after the board",
                        chess_quote(side).text);
    if (rights.length == 0 || ep.length == 0)
        return abs_fail(error, ABS_USAGE, "%s missing: " CHESS_FORMS,
                        rights.length == 0 ? "castling rights are" : "the en passant square is");
    const uint64_t kings =
        chess_occupied(&white) & ~(white.pawns | white.knights | white.diagonal | white.straight);
    white.king = (uint8_t)chess_first(kings & white.own);
    white.enemy = (uint8_t)chess_first(kings & white.opponent);
    if (!chess_parse_rights(rights, &white, error))
        return false;
    chess_position p = *side.text == 'b' ? chess_turned(&white) : white;
    if (!chess_parse_ep(ep, &p, error) || !chess_parse_rest(text, error) ||
        !chess_check_turn(&p, error))
        return false;
    p.score = chess_score(&p);
    p.structure = chess_pawns(p.pawns & p.own, p.pawns & p.opponent);
    memcpy(position, &p, sizeof p);
    return true;
}

#endif
