/* unit_othello.c -- Othello against a slow one, on an array of characters. Run from the top of the
   tree. */
#include "helpers.h"

#define GAME othello

typedef struct {
    char cell[65]; /* X O -, a1..h8 */
    char side;     /* X or O */
} naive;

static naive game_read(const char *text)
{
    naive n = {.side = text[65]};
    memcpy(n.cell, text, 64);
    return n;
}

static void game_write(const naive *n, char *text)
{
    snprintf(text, ABS_TEXT_MAX, "%s %c", n->cell, n->side);
}

static char other(char side)
{
    return side == 'X' ? 'O' : 'X';
}

/* One of the 8 symmetries of the board, the colours exchanged if told to. */
static naive turned(const naive *n, int symmetry, bool colours)
{
    naive image = {.side = colours ? other(n->side) : n->side};
    for (int i = 0; i < 64; i++) {
        const int x = symmetry & 1 ? 7 - i % 8 : i % 8, y = symmetry & 2 ? 7 - i / 8 : i / 8;
        const char c = n->cell[i];
        image.cell[symmetry & 4 ? 8 * x + y : 8 * y + x] = c == '-' || !colours ? c : other(c);
    }
    return image;
}

/* Keys tell discs apart by whose they are. */
static void naive_look(const naive *n, char *text)
{
    const naive exchanged = turned(n, 0, true);
    game_write(n->side == 'X' ? n : &exchanged, text);
}

#define GAME_LOOK naive_look
#define GAME_SOLVED 24

enum { GAME_MOVES = 64, PASS = 64 };

#include "naive_game.h"

/* Turns over what a disc on the square encloses. Returns how many discs. */
static int turn_over(naive *n, int square)
{
    int total = 0;
    for (int way = 0; way < 9; way++) {
        const int dx = way % 3 - 1, dy = way / 3 - 1;
        int x = square % 8 + dx, y = square / 8 + dy, run = 0;
        for (; x >= 0 && x < 8 && y >= 0 && y < 8 && n->cell[8 * y + x] == other(n->side); run++)
            x += dx, y += dy;
        if (x < 0 || x > 7 || y < 0 || y > 7 || n->cell[8 * y + x] != n->side)
            continue;
        total += run;
        for (int i = 1; i <= run; i++)
            n->cell[8 * (y - i * dy) + x - i * dx] = n->side;
    }
    return total;
}

/* Moves but passes. */
static int placings(const naive *n, naive_child *list)
{
    int count = 0;
    for (int square = 0; square < 64; square++) {
        naive_child child = {.after = *n, .move = square};
        if (n->cell[square] != '-' || turn_over(&child.after, square) == 0)
            continue;
        child.after.cell[square] = n->side;
        child.after.side = other(n->side);
        sprintf(child.text, "%c%c", 'a' + square % 8, '1' + square / 8);
        list[count++] = child;
    }
    return count;
}

static int game_children(const naive *n, naive_child *list)
{
    const int count = placings(n, list);
    naive_child pass = {.after = *n, .move = PASS, .text = "--"};
    pass.after.side = other(n->side);
    if (count > 0 || placings(&pass.after, list) == 0)
        return count;
    list[0] = pass;
    return 1;
}

static int count_of(const naive *n, char what)
{
    int count = 0;
    for (int i = 0; i < 64; i++)
        count += n->cell[i] == what;
    return count;
}

static int game_worth(const naive *n, int moves, int depth)
{
    const int margin = count_of(n, n->side) - count_of(n, other(n->side));
    (void)depth;
    return moves > 0 ? GAME_UNKNOWN : 100 * margin + 10000 * ((margin > 0) - (margin < 0));
}

static bool game_image(const naive *n, int i, naive *image)
{
    *image = turned(n, (i + 1) / 2, (i + 1) % 2);
    return i < 15;
}

/* Crowded or not, even or one-sided. */
static void game_random(uint64_t *random, naive *n)
{
    static const char *const mixtures[] = {"XO-", "XXO-", "XOO---", "XO------", "XXXXXO", "OOO-"};
    const char *mixture = mixtures[test_random(random, 6)];
    *n = (naive){.side = "XO"[test_random(random, 2)]};
    for (int i = 0; i < 64; i++)
        n->cell[i] = mixture[test_random(random, strlen(mixture))];
}

/* ---- the order of moves ---------------------------------------------------------------------- */

/* Whether one of the up to eight squares around holds this. */
static bool touches(const naive *n, int square, char what)
{
    for (int i = 0; i < 64; i++)
        if (i != square && abs(i % 8 - square % 8) <= 1 && abs(i / 8 - square / 8) <= 1 &&
            n->cell[i] == what)
            return true;
    return false;
}

static bool is_corner(int square)
{
    return square == 0 || square == 7 || square == 56 || square == 63;
}

/* What the move ordering says of a move, as its comment states it. */
static int promise_of(const naive *n, const naive_child *child)
{
    static naive_child replies[64];
    const naive *after = &child->after;
    int promise = is_corner(child->move) ? 5 : 0;
    for (int i = placings(after, replies); i-- > 0;)
        promise -= is_corner(replies[i].move) ? 6 : 3;
    naive corners = {.side = 'X'};
    for (int square = 0; square < 64; square++) {
        const bool own = after->cell[square] == n->side, empty = n->cell[square] == '-';
        promise -= empty && (own || touches(after, square, n->side));
        promise -= own && (empty || touches(n, square, '-'));
        corners.cell[square] = is_corner(square) ? n->cell[square] : '.';
    }
    return promise - (!is_corner(child->move) && touches(&corners, child->move, '-') ? 3 : 0);
}

static unsigned passes, early_ends;

/* With pass=ply a pass is a ply of its own; with pass=free it costs no depth. */
static void game_more(const naive *n, const game_position *p, const naive_child *list, int count)
{
    static _Alignas(max_align_t) unsigned char free_passes[256];
    abs_error error;
    assert_true(D->parse_rules(free_passes, "pass=free", &error));
    assert_true(abs_free_passes(D, free_passes) && !abs_free_passes(D, heuristic));
    for (int i = 0; i < count; i++) {
        const bool pass = list[i].move == PASS;
        passes += pass;
        assert_int_equal(D->cost(heuristic, p, (unsigned)i), 1);
        assert_int_equal(D->cost(free_passes, p, (unsigned)i), pass ? 0 : 1);
        if (!pass) /* the only move has no order */
            assert_int_equal(D->promise(heuristic, p, (unsigned)i), promise_of(n, &list[i]));
    }
    early_ends += count == 0 && count_of(n, '-') > 0;

    /* With empties=winner a finished game has no empty squares that are nobody's, unless drawn. */
    static _Alignas(max_align_t) unsigned char to_winner[256];
    const int own = count_of(n, n->side), opponent = count_of(n, other(n->side));
    const int won = own > opponent ? 64 - 2 * opponent : own < opponent ? 2 * own - 64 : 0;
    assert_true(D->parse_rules(to_winner, "empties=winner", &error));
    assert_int_equal(D->evaluate(to_winner, p, 0),
                     count > 0 ? D->evaluate(heuristic, p, 0)
                               : 100 * won + 10000 * ((won > 0) - (won < 0)));
    assert_in_range(abs(D->evaluate(to_winner, p, 0)), 0, D->bound(to_winner, 0));
}

/* X or O on some empty squares: which does black, to move, like better? */
TEST(better_squares_are_worth_more)
{
    static const char *const squares[] = {"a1", "a1b1c1", "b2", "b1", "g7"};
    const game_position rose = parsed("f5d6c5f4e3c6d3f6e6d7");
    for (size_t i = 0; i < COUNT_OF(squares); i++) {
        naive x = printed(&rose), o = x;
        for (const char *at = squares[i]; *at != '\0'; at += 2) {
            const int square = at[0] - 'a' + 8 * (at[1] - '1');
            x.cell[square] = 'X';
            o.cell[square] = 'O';
        }
        const game_position with = parsed_naive(&x), without = parsed_naive(&o);
        assert_true((D->evaluate(heuristic, &with, 0) > D->evaluate(heuristic, &without, 0)) ==
                    (i < 2));
    }
    assert_true(passes > 100 && early_ends > 10); /* or the games do not test them */
}

RUN_TESTS(setup, NULL, NULL)
