/*
 * naive_othello_suite.h -- the rows of games/positions/othello.txt over again, from what its head
 * says, by the slow implementation.
 */
#ifndef NAIVE_OTHELLO_SUITE_H
#define NAIVE_OTHELLO_SUITE_H

#include "naive_othello.h"

#include <stdlib.h>

/* The rows read so far, each the least of its symmetric ones. */
typedef struct {
    naive row[100];
    unsigned count;
    uint64_t seed; /* the last that was tried for an ending */
} naive_suite;

static inline bool naive_in_suite(const naive_suite *suite, const naive *n)
{
    const naive least = naive_least(n);
    for (unsigned i = 0; i < suite->count; i++)
        if (memcmp(&suite->row[i], &least, sizeof least) == 0)
            return true;
    return false;
}

static inline void naive_add_row(naive_suite *suite, const naive *n)
{
    if (suite->count == sizeof suite->row / sizeof suite->row[0])
        abort();
    suite->row[suite->count++] = naive_least(n);
}

/*
 * A ply of the semi-random games that games/positions/othello.txt describes; false: the game is
 * over. An odd number tells the move, with an even one it is that which leaves the fewest replies.
 */
static inline bool naive_semi_random(naive *n, uint64_t number)
{
    int moves[64], replies[64], least = 64;
    const int count = naive_all_moves(*n, moves);
    if (count == 0)
        return false;
    int move = moves[(number >> 32) % (unsigned)count];
    for (int i = 0; number % 2 == 0 && i < count; i++) {
        const int left = naive_all_moves(naive_play(*n, moves[i]), replies);
        if (left < least)
            least = left, move = moves[i];
    }
    *n = naive_play(*n, move);
    return true;
}

/* Such a game from the start until no more than so many squares are empty, or so many plies. */
static inline naive naive_game(uint64_t seed, int empty, uint64_t plies)
{
    naive n = naive_read("---------------------------OX------XO--------------------------- X");
    for (uint64_t ply = 0; ply < plies && naive_empty(&n) > empty; ply++)
        if (!naive_semi_random(&n, abs_mix64(1000 * seed + ply)))
            break;
    return n;
}

/* The next seed's game that fits one of the endings, numbered from 0. */
static inline naive naive_ending(naive_suite *suite, unsigned number)
{
    static const int empty[] = {10, 10, 10, 9, 9, 9, 8, 8, 8, 7, 7, 7, 6, 6, 10, 9, 8, 8, 7, 6};
    if (number >= sizeof empty / sizeof empty[0])
        abort();
    for (;;) {
        const naive n = naive_game(++suite->seed, empty[number], UINT64_MAX);
        int moves[64];
        const int count = naive_all_moves(n, moves);
        const bool fits = number < 14 ? count >= 2 : count == 1 && moves[0] == PASS;
        if (fits && !naive_in_suite(suite, &n))
            return n;
    }
}

/* What row oth-NUMBER must be, from 16 on; those before it are in the suite. */
static inline naive naive_expected(naive_suite *suite, unsigned number)
{
    static const unsigned passing[][2] = {{43, 36}, {70, 40}, {38, 49}, {40, 50}};
    if (number >= 42)
        return naive_ending(suite, number - 42);
    if (number >= 36)
        return naive_game(number - 19, 0, 2 * (number - 19) - 26);
    if (number < 25)
        return naive_game(number - 15, 0, 18 + 3 * (number - 15));
    if (number >= 27 && number < 34)
        return naive_game(number - 17, 0, 36 + number - 17);
    const unsigned *game = passing[number < 27 ? number - 25 : number - 32];
    return naive_game(game[0], 0, game[1]);
}

#endif
