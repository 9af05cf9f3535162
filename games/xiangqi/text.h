/*
 * text.h -- positions as FEN, moves as coordinates.
 *
 * A position need not be reachable in a game: any number of pieces, soldiers anywhere, elephants
 * and advisors on any point of their half and palace. It is refused if the rules do not cover it: a
 * general is missing, can be captured or is outside its palace, an elephant is over the river, or
 * an advisor outside the palace; and if the evaluation could exceed its bound.
 */
#ifndef XIANGQI_TEXT_H
#define XIANGQI_TEXT_H

#include "board.h"
#include "eval.h"
#include "exchange.h"

#define XQ_START "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

static const char xiangqi_letters[] = "rcnpbak"; /* by kind */
static const char *const xiangqi_names[] = {"chariot",  "cannon",  "horse",  "soldier",
                                            "elephant", "advisor", "general"};
static const char *const xiangqi_sides[] = {"red", "black"};

static void xiangqi_put(xiangqi_position *p, unsigned side, unsigned kind, unsigned square)
{
    p->side[side][square >> 6] |= xiangqi_bit(square);
    if (kind < XQ_SETS)
        p->kind[kind][square >> 6] |= xiangqi_bit(square);
    if (kind == XQ_KING)
        p->king[side] = (uint8_t)square;
    p->score = (int16_t)(p->score + xiangqi_worth.worth[side][kind][square]);
    p->key ^= xiangqi_worth.key[side][kind][square];
}

/* ---- reading -------------------------------------------------------------------------------- */

/* The piece a letter stands for, or -1; h, e and g are other names of n, b and k. */
static int xiangqi_kind_of(char letter)
{
    const char lower = letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
    const char usual = lower == 'h' ? 'n' : lower == 'e' ? 'b' : lower == 'g' ? 'k' : lower;
    const char *found = usual != '\0' ? strchr(xiangqi_letters, usual) : NULL;
    return found != NULL ? (int)(found - xiangqi_letters) : -1;
}

/* Whether the rules say how a piece of this kind and side moves from there. */
static bool xiangqi_may_stand(unsigned kind, int side, int file, int rank)
{
    const bool home = rank / 5 == side;
    return kind < XQ_HOME || (home && (kind == XQ_ELEPHANT || xiangqi_in_palace(file, rank)));
}

/* One rank of the board; *text is moved past it. */
static bool xiangqi_parse_rank(const char **text, int rank, xiangqi_position *p,
                               unsigned count[2][XQ_KINDS], abs_error *error)
{
    int file = 0;
    for (; **text != '\0' && **text != '/' && **text != ' '; ++*text) {
        const char c = **text;
        if (c >= '1' && c <= '9') {
            file += c - '0';
        } else {
            const int kind = xiangqi_kind_of(c), side = c >= 'a' ? XQ_BLACK : XQ_RED;
            if (kind < 0)
                return abs_fail(error, ABS_USAGE,
                                "rank %d of the board: give digits 1-9, the pieces rnbakcp (black) "
                                "and RNBAKCP (red), and / between ranks",
                                rank);
            if (file < XQ_FILES && !xiangqi_may_stand((unsigned)kind, side, file, rank))
                return abs_fail(error, ABS_USAGE, "no %s %s can be on %c%d: put it %s",
                                xiangqi_sides[side], xiangqi_names[kind], 'a' + file, rank,
                                kind == XQ_ELEPHANT ? "on its side of the river" : "in its palace");
            if (file < XQ_FILES) {
                xiangqi_put(p, (unsigned)side, (unsigned)kind,
                            (unsigned)xiangqi_square(file, rank));
                count[side][kind]++;
            }
            file++;
        }
        if (file > XQ_FILES)
            break;
    }
    if (file != XQ_FILES)
        return abs_fail(error, ABS_USAGE, "rank %d of the board has %s than 9 squares", rank,
                        file > XQ_FILES ? "more" : "fewer");
    return true;
}

static bool xiangqi_check_counts(unsigned count[2][XQ_KINDS], abs_error *error)
{
    for (unsigned side = 0; side < 2; side++)
        if (count[side][XQ_KING] != 1)
            return abs_fail(error, ABS_USAGE, "%s has %u generals: give exactly 1",
                            xiangqi_sides[side], count[side][XQ_KING]);
    if (xiangqi_most(count) > XQ_MOST)
        return abs_fail(error, ABS_USAGE,
                        "the pieces may come to be worth %d, and the evaluation goes up to %d "
                        "(about 19 chariots): leave some out",
                        xiangqi_most(count), XQ_MOST);
    return true;
}

/* What follows the side: nothing, `- -`, or `- -` with two counters or EPD operations. */
static bool xiangqi_parse_rest(const char *text, abs_error *error)
{
    if (*text == '\0')
        return true;
    if (strncmp(text, " - -", 4) == 0) {
        text += 4;
        if (*text == '\0')
            return true;
        const size_t first = strspn(text + 1, "0123456789");
        if (*text == ' ' && first > 0 && text[1 + first] == ' ') {
            const char *second = text + 2 + first;
            const size_t length = strspn(second, "0123456789");
            if (length > 0 && second[length] == '\0')
                return true;
        }
        if (*text == ' ' &&
            ((text[1] >= 'a' && text[1] <= 'z') || (text[1] >= 'A' && text[1] <= 'Z')))
            return true;
    }
    return abs_fail(error, ABS_USAGE,
                    "after the side to move give nothing, or - - and two counters (- - 0 1)");
}

static void xiangqi_fill(void);

static bool xiangqi_parse(const void *rules, const char *text, void *position, abs_error *error)
{
    (void)rules;
    xiangqi_position *p = position;
    unsigned count[2][XQ_KINDS] = {{0}};
    xiangqi_fill();
    memset(p, 0, sizeof *p);
    if (strcmp(text, "start") == 0)
        text = XQ_START;
    if (strchr(text, '/') == NULL)
        return abs_fail(error, ABS_USAGE,
                        "give start, or a FEN: ten ranks from the top, then w or "
                        "b (" XQ_START ")");
    for (int rank = XQ_RANKS - 1; rank >= 0; rank--) {
        if (!xiangqi_parse_rank(&text, rank, p, count, error))
            return false;
        if (*text != (rank > 0 ? '/' : ' '))
            return abs_fail(error, ABS_USAGE, "after rank %d of the board give %s", rank,
                            rank > 0 ? "/ and the next rank" : "one blank and the side, w or b");
        text++;
    }
    if (*text != 'w' && *text != 'r' && *text != 'b')
        return abs_fail(error, ABS_USAGE,
                        "after the board give one blank and the side to move, w (red) or b");
    p->turn = *text == 'b' ? XQ_BLACK : XQ_RED;
    p->key ^= p->turn == XQ_BLACK ? xiangqi_worth.turn : 0;
    if (!xiangqi_parse_rest(text + 1, error) || !xiangqi_check_counts(count, error))
        return false;
    const xiangqi_set occupied = xiangqi_occupied(p);
    bool attacked[2];
    for (unsigned us = 0; us < 2; us++) {
        const xiangqi_foes foes = xiangqi_foes_of(p, !us);
        attacked[us] = xiangqi_attacked(&foes, us, p->king[us], occupied);
    }
    if (attacked[!p->turn])
        return abs_fail(error, ABS_USAGE,
                        "%s is to move and could take the %s general%s: exchange the side to "
                        "move",
                        xiangqi_sides[p->turn], xiangqi_sides[!p->turn],
                        attacked[p->turn] ? " (do the generals face each other?)" : "");
    p->checked = attacked[p->turn];
    return true;
}

/* ---- writing -------------------------------------------------------------------------------- */

static void xiangqi_print(const void *rules, const void *position, char *text, size_t size)
{
    (void)rules;
    const xiangqi_position *p = position;
    char board[XQ_RANKS * (XQ_FILES + 1)], *out = board;
    for (int rank = XQ_RANKS - 1; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file <= XQ_FILES; file++) {
            const unsigned s = file < XQ_FILES ? (unsigned)xiangqi_square(file, rank) : 0;
            const bool red = file < XQ_FILES && p->side[XQ_RED][s >> 6] & xiangqi_bit(s);
            const bool black = file < XQ_FILES && p->side[XQ_BLACK][s >> 6] & xiangqi_bit(s);
            if (file < XQ_FILES && !red && !black) {
                empty++;
                continue;
            }
            if (empty > 0)
                *out++ = (char)('0' + empty);
            empty = 0;
            if (file < XQ_FILES) {
                const char letter = xiangqi_letters[xiangqi_kind_at(p, s)];
                *out++ = red ? (char)(letter - 'a' + 'A') : letter;
            }
        }
        *out++ = rank > 0 ? '/' : '\0';
    }
    snprintf(text, size, "%s %c - - 0 1", board, "wb"[p->turn]);
}

#endif
