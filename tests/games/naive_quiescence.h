/*
 * naive_quiescence.h -- the quiescence search once more, in the words of docs/games.md and apart
 * from src/search/quiesce.inc: on the slow generator, its captures in any order. The evaluation of
 * a position that stands is the game's own.
 */
#ifndef NAIVE_QUIESCENCE_H
#define NAIVE_QUIESCENCE_H

enum {
    QUIET_PLIES = 64,
    QUIET_NODES = 300, /* a position that takes more is passed over */
};

/* What was compared, by depth; and in how many trees what was met. */
static struct {
    int values[2], differ, checks, captures; /* differ: from the evaluation */
} quiet_tally;

static struct {
    int nodes, checks, captures; /* met in a tree */
} quiet;

/* What the side to move can be sure of when `left` plies may still be searched, all moves in those
   beyond QUIET_PLIES: fail-soft. */
static int quiet_value(const naive *n, int alpha, int beta, int left)
{
    if (++quiet.nodes > QUIET_NODES)
        return 0;
    naive_child *list = malloc((GAME_MOVES + 1) * sizeof *list);
    const int depth = left > QUIET_PLIES ? left - QUIET_PLIES : 0;
    const bool all = depth > 0 || (left > 0 && game_checked(n));
    const int count = left > 0 ? game_children(n, list) : 0;
    const game_position p = parsed_naive(n);
    int best = all && count > 0 ? -ABS_INFINITY : D->evaluate(heuristic, &p, depth);
    quiet.checks += all && depth == 0;
    for (int i = 0; i < count && best < beta; i++) {
        if (!all && !list[i].noisy)
            continue;
        const int low = best > alpha ? best : alpha;
        const int score = -quiet_value(&list[i].after, -beta, -low, left - 1);
        best = score > best ? score : best;
        quiet.captures += !all;
    }
    free(list);
    return best;
}

static void quiet_compare(const naive *n)
{
    const game_position p = parsed_naive(n);
    for (int depth = 0; depth < 2; depth++) {
        memset(&quiet, 0, sizeof quiet);
        const int value = quiet_value(n, -ABS_INFINITY, ABS_INFINITY, QUIET_PLIES + depth);
        if (quiet.nodes > QUIET_NODES)
            return;
        for (int i = 0; i < 2; i++) {
            abs_config c = test_plain(i == 0 ? "minimax" : "pvs", depth);
            c.quiescence = true;
            assert_int_equal(search_of(&p, &c)->value, value);
        }
        quiet_tally.values[depth]++;
        quiet_tally.checks += quiet.checks > 0;
        quiet_tally.captures += quiet.captures > 0;
        quiet_tally.differ += depth == 0 && value != D->evaluate(heuristic, &p, 0);
    }
}

/* The suite's positions, and one every few plies of random games from them. */
TEST(quiescence_is_that_of_the_slow_game)
{
    uint64_t random = 1;
    static naive_child list[GAME_MOVES + 1];
    for (unsigned game = 0; game < suite.count; game++) {
        naive n = suite.at[game];
        quiet_compare(&n);
        for (int ply = 1, count; ply < 50 && game < (unsigned)test_amount(60); ply++) {
            if ((count = game_children(&n, list)) == 0)
                break;
            n = list[test_random(&random, (uint64_t)count)].after;
            if (ply % 5 == 0)
                quiet_compare(&n);
        }
    }
    assert_true(quiet_tally.values[0] >= 40 && quiet_tally.values[1] >= 40);
    assert_true(quiet_tally.differ >= 10 && quiet_tally.captures >= 30);
}

#endif
