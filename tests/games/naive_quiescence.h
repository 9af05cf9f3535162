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

typedef struct {
    int nodes, checks, captures; /* met */
} quiet_search;

/* The children, or only those of noisy moves. */
static int quiet_children(const naive *n, bool all, naive_child *list)
{
    const int count = game_children(n, list);
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (all || list[i].noisy)
            list[kept++] = list[i];
    return kept;
}

static int quiet_evaluate(const naive *n, int depth)
{
    const game_position p = parsed_naive(n);
    return D->evaluate(heuristic, &p, depth);
}

/* What the side to move can be sure of, when `left` plies may still be searched: fail-soft. */
static int quiet_value(quiet_search *q, const naive *n, int alpha, int beta, int left)
{
    if (++q->nodes > QUIET_NODES)
        return 0;
    const bool must_move = left > 0 && game_checked(n);
    naive_child *list = malloc((GAME_MOVES + 1) * sizeof *list);
    const int count = left > 0 ? quiet_children(n, must_move, list) : 0;
    int best = -ABS_INFINITY;
    if (!must_move || count == 0)
        best = quiet_evaluate(n, 0);
    q->checks += must_move;
    q->captures += !must_move && count > 0;
    for (int i = 0; i < count && best < beta; i++) {
        const int low = best > alpha ? best : alpha;
        const int score = -quiet_value(q, &list[i].after, -beta, -low, left - 1);
        best = score > best ? score : best;
    }
    free(list);
    return best;
}

/* The value of a search to depth 0 or 1. */
static int quiet_root(quiet_search *q, const naive *n, int depth)
{
    if (depth == 0)
        return quiet_value(q, n, -ABS_INFINITY, ABS_INFINITY, QUIET_PLIES);
    naive_child *list = malloc((GAME_MOVES + 1) * sizeof *list);
    const int count = game_children(n, list);
    int best = count == 0 ? quiet_evaluate(n, depth) : -ABS_INFINITY;
    for (int i = 0; i < count; i++) {
        const int score = -quiet_value(q, &list[i].after, -ABS_INFINITY, -best, QUIET_PLIES);
        best = score > best ? score : best;
    }
    free(list);
    return best;
}

/* What was compared, by depth; and in how many trees what was met. */
static struct {
    int values[2], differ, checks, captures; /* differ: from the evaluation */
} quiet_tally;

static void quiet_compare(abs_worker *w, const naive *n)
{
    const game_position p = parsed_naive(n);
    const abs_root root = {.domain = D,
                           .rules = heuristic,
                           .spec = D->name,
                           .text = D->name,
                           .id = D->name,
                           .position = (void *)(uintptr_t)&p};
    for (int depth = 0; depth < 2; depth++) {
        quiet_search q = {0};
        const int value = quiet_root(&q, n, depth);
        if (q.nodes > QUIET_NODES)
            return;
        for (int i = 0; i < 2; i++) {
            abs_row row = {0};
            abs_config c = test_plain(i == 0 ? "minimax" : "pvs", depth);
            c.quiescence = true;
            w->memo.rules = NULL; /* the position is another at the same place */
            abs_run(w, &root, &c, false, &row);
            if (row.value != value)
                fail_msg("depth %d: %s gives %d, not %d", depth, c.algo.name, row.value, value);
            abs_row_free(&row);
        }
        quiet_tally.values[depth]++;
        quiet_tally.checks += q.checks > 0;
        quiet_tally.captures += q.captures > 0;
        quiet_tally.differ += depth == 0 && value != quiet_evaluate(n, 0);
    }
}

/* The suite's positions, and one every few plies of random games from them. */
TEST(test_quiescence)
{
    uint64_t random = 1;
    abs_worker *w = abs_worker_new();
    naive_child *list = malloc((GAME_MOVES + 1) * sizeof *list);
    for (unsigned game = 0; game < suite.count; game++) {
        naive n = suite.at[game];
        quiet_compare(w, &n);
        for (int ply = 1, count; ply < 50 && game < (unsigned)test_amount(60); ply++) {
            if ((count = game_children(&n, list)) == 0)
                break;
            n = list[test_random(&random, (uint64_t)count)].after;
            if (ply % 5 == 0)
                quiet_compare(w, &n);
        }
    }
    free(list);
    abs_worker_free(w);
    assert_true(quiet_tally.values[0] >= 40 && quiet_tally.values[1] >= 40);
    assert_true(quiet_tally.differ >= 10 && quiet_tally.captures >= 30);
}

#endif
