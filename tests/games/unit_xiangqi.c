/*
 * unit_xiangqi.c -- Chinese chess against a slow generator of its own. Run from the top of the
 * tree.
 */
#include "helpers.h"
#include "xiangqi_naive.h"

#define xiangqi_domain tested_xiangqi_domain /* the program's own is linked in, too */
#include "games/xiangqi.c"

#define GAME xiangqi
#define GAME_NOISY
#define GAME_EXCHANGE

static const abs_domain *const D = &tested_xiangqi_domain;

static naive game_read(const char *text)
{
    return naive_read(text);
}

static void game_write(const naive *n, char *text)
{
    naive_text(n, text);
}

enum {
    GAME_MOVES = NAIVE_MOVES,
    GAME_STARTS = 1,
    GAME_PLIES = 30000, /* and boards, in make check-long */
    GAME_BOARDS = 1500,
};
static const char *const game_starts[] = {NULL};

#include "naive_game.h"

static int game_children(const naive *n, naive_child *list)
{
    const naive_list moves = naive_legal(n);
    for (int i = 0; i < moves.count; i++) {
        const naive_move m = moves.move[i];
        list[i] =
            (naive_child){.after = naive_play(n, m), .noisy = n->cell[m.to_rank][m.to_file] != ' '};
        snprintf(list[i].text, sizeof list->text, "%c%d%c%d", 'a' + m.file, m.rank, 'a' + m.to_file,
                 m.to_rank);
    }
    return moves.count;
}

static bool game_checked(const naive *n)
{
    return naive_attacked(n, n->black);
}

static int game_result(const naive *n, int moves)
{
    (void)n;
    return moves == 0 ? -1 : 0;
}

static int game_worth(const naive *n, int moves, int depth)
{
    (void)n;
    return moves == 0 ? -20000 - depth : GAME_UNKNOWN;
}

static bool game_image(const naive *n, int i, naive *image)
{
    *image = naive_mirror(n, i == 1);
    return i < 2;
}

/* Any pieces where they may stand, few or many. */
static bool game_random(uint64_t *random, naive *n)
{
    static const char pieces[] = "rRcCnNpPbBaA";
    const uint64_t kinds = 2 + test_random(random, 11), emptiness = 1 + test_random(random, 12);
    memset(n, ' ', sizeof *n);
    for (int rank = 0; rank < NAIVE_RANKS; rank++) {
        for (int file = 0; file < NAIVE_FILES; file++) {
            const char piece = pieces[test_random(random, kinds)];
            const bool black = islower((unsigned char)piece) != 0;
            const bool stands = strchr("bB", piece)   ? (rank > 4) == black
                                : strchr("aA", piece) ? naive_palace(file, rank, black)
                                                      : true;
            if (stands && test_random(random, emptiness) == 0)
                n->cell[rank][file] = piece;
        }
    }
    n->cell[test_random(random, 3)][3 + test_random(random, 3)] = 'K';
    n->cell[7 + test_random(random, 3)][3 + test_random(random, 3)] = 'k';
    n->black = test_random(random, 2);
    return true;
}

/* A move's slot is its two points, and the cheap look whether there is any tells no less. */
static void game_more(const naive *n, const game_position *p, const naive_child *list, int count)
{
    (void)n;
    for (int i = 0; i < count; i++) {
        const char *m = list[i].text;
        assert_int_equal(D->slot(heuristic, p, (unsigned)i),
                         ((m[1] - '0') * 9 + m[0] - 'a') * 90 + (m[3] - '0') * 9 + m[2] - 'a');
    }
    assert_int_equal(xiangqi_can_move(&p->own), count > 0);
}

/* ---- exchanges ------------------------------------------------------------------------------- */

enum { EXCHANGE_FILES = NAIVE_FILES, EXCHANGE_RANKS = NAIVE_RANKS };

static const char exchange_kinds[] = "pbancrk";

static int exchange_price(char letter)
{
    switch (tolower((unsigned char)letter)) {
    case 'p':
        return 90;
    case 'b':
    case 'a':
        return 200;
    case 'n':
        return 400;
    case 'c':
        return 450;
    case 'r':
        return 900;
    default:
        return 0;
    }
}

static bool exchange_reaches(const naive *n, int file, int rank, int to_file, int to_rank)
{
    const naive_list list = naive_pseudo(n, islower((unsigned char)n->cell[rank][file]) != 0);
    for (int i = 0; i < list.count; i++)
        if (list.move[i].file == file && list.move[i].rank == rank &&
            list.move[i].to_file == to_file && list.move[i].to_rank == to_rank)
            return true;
    return false;
}

static char exchange_becomes(char letter, int rank)
{
    (void)rank;
    return letter;
}

static bool exchange_safe(const naive *n, bool black)
{
    return !naive_attacked(n, black);
}

/* Squares have the same numbers for both sides. */
static int exchange_place(int file, int rank, bool black)
{
    (void)black;
    return rank * NAIVE_FILES + file;
}

#include "naive_exchange.h"

static int game_gain(const naive *n, const naive_child *child)
{
    const exchange_square at = {child->text[2] - 'a', child->text[3] - '0', false};
    return exchange_price(n->cell[at.rank][at.file]) - exchange_wins(&child->after, at, !n->black);
}

/* Or the games do not test them. */
TEST(test_events)
{
    assert_true(met.losing >= 1000 && met.even >= 100);
}

RUN_TESTS(setup, NULL, NULL)
