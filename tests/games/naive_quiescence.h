/*
 * naive_quiescence.h -- the quiescence search once more, in the words of docs/games.md and apart
 * from src/search/quiesce.inc: on the slow generators, its captures in any order. The evaluation of
 * a position that stands is the game's own.
 *
 * Who includes it defines before
 *     naive                                    a position
 *     void quiet_print(n, char *text)          what the game reads, ABS_TEXT_MAX bytes
 *     bool quiet_checked(n)                    all moves are tried, none is passed up
 *     int quiet_children(n, all, naive *list)  the positions after all moves, or after captures and
 *                                              promotions alone; QUIET_CHILDREN at the most
 */
#ifndef NAIVE_QUIESCENCE_H
#define NAIVE_QUIESCENCE_H

#include "helpers.h"

enum {
    QUIET_PLIES = 64,
    QUIET_NODES = 1000, /* a position that takes more is passed over */
};

typedef struct {
    test_position *game;
    int nodes, checks, captures; /* met */
} quiet_search;

static int quiet_evaluate(const quiet_search *q, const naive *n, int depth)
{
    char text[ABS_TEXT_MAX];
    abs_error error;
    const abs_domain *d = q->game->entry.domain;
    uint64_t position[32];
    quiet_print(n, text);
    assert_true(d->position_size <= sizeof position);
    if (!d->parse(q->game->rules, text, position, &error))
        fail_msg("'%s' is rejected: %s", text, error.text);
    return d->evaluate(q->game->rules, position, depth);
}

/* What the side to move can be sure of, when `left` plies may still be searched: fail-soft. */
static int quiet_value(quiet_search *q, const naive *n, int alpha, int beta, int left)
{
    if (++q->nodes > QUIET_NODES)
        return 0;
    const bool must_move = left > 0 && quiet_checked(n);
    naive *children = malloc(QUIET_CHILDREN * sizeof *children);
    const int count = left > 0 ? quiet_children(n, must_move, children) : 0;
    int best = -ABS_INFINITY;
    if (!must_move || count == 0)
        best = quiet_evaluate(q, n, 0);
    q->checks += must_move;
    q->captures += !must_move && count > 0;
    for (int i = 0; i < count && best < beta; i++) {
        const int low = best > alpha ? best : alpha;
        const int score = -quiet_value(q, &children[i], -beta, -low, left - 1);
        best = score > best ? score : best;
    }
    free(children);
    return best;
}

/* The value of a search to depth 0 or 1. */
static int quiet_root(quiet_search *q, const naive *n, int depth)
{
    if (depth == 0)
        return quiet_value(q, n, -ABS_INFINITY, ABS_INFINITY, QUIET_PLIES);
    naive *children = malloc(QUIET_CHILDREN * sizeof *children);
    const int count = quiet_children(n, true, children);
    int best = count == 0 ? quiet_evaluate(q, n, depth) : -ABS_INFINITY;
    for (int i = 0; i < count; i++) {
        const int score = -quiet_value(q, &children[i], -ABS_INFINITY, -best, QUIET_PLIES);
        best = score > best ? score : best;
    }
    free(children);
    return best;
}

static int quiet_program(test_position *game, abs_worker *w, const char *algo, int depth)
{
    abs_config c = test_plain(algo, depth);
    abs_row row = {0};
    c.quiescence = true;
    abs_run(w, &game->entry, &c, false, &row);
    assert_int_equal(row.status, ABS_STATUS_OK);
    const int value = row.value;
    abs_row_free(&row);
    return value;
}

/* What was compared, by depth; and in how many trees what was met. */
typedef struct {
    int values[2], differ, checks, captures; /* differ: from the evaluation */
} quiet_tally;

static void quiet_compare(abs_worker *w, const char *spec, const naive *n, quiet_tally *tally)
{
    char text[ABS_TEXT_MAX];
    test_position game;
    quiet_print(n, text);
    test_open(&game, spec, text, 0);
    for (int depth = 0; depth < 2; depth++) {
        quiet_search q = {.game = &game};
        const int value = quiet_root(&q, n, depth);
        if (q.nodes > QUIET_NODES)
            break;
        for (int i = 0; i < 2; i++) {
            const char *algo = i == 0 ? "minimax" : "pvs";
            const int found = quiet_program(&game, w, algo, depth);
            if (found != value)
                fail_msg("%s, depth %d: %s gives %d, not %d", text, depth, algo, found, value);
        }
        tally->values[depth]++;
        tally->checks += q.checks > 0;
        tally->captures += q.captures > 0;
        tally->differ += depth == 0 && value != quiet_evaluate(&q, n, 0);
    }
    test_close(&game);
}

/* The positions of a suite's file, up to the first semicolon of each line, and then a position
   every few plies of random games from them. */
static void quiet_compare_all(const char *spec, const char *path, naive (*read)(const char *),
                              int games, int plies, quiet_tally *tally)
{
    static naive suite[128];
    static char line[ABS_TEXT_MAX];
    int count = 0;
    uint64_t random = 1;
    FILE *file = fopen(path, "r");
    abs_worker *w = abs_worker_new(0);
    naive *children = malloc(QUIET_CHILDREN * sizeof *children);
    assert_true(file != NULL && w != NULL);
    while (count < 128 && fgets(line, sizeof line, file) != NULL)
        if (line[0] != '#' && line[0] != '\n') {
            line[strcspn(line, ";") - (strchr(line, ';') != NULL)] = '\0'; /* " ; id .." */
            suite[count] = read(line);
            quiet_compare(w, spec, &suite[count++], tally);
        }
    fclose(file);
    assert_true(count > 40);
    for (int game = 0; game < games; game++) {
        naive n = suite[game % count];
        for (int ply = 0; ply < plies; ply++) {
            const int moves = quiet_children(&n, true, children);
            if (moves == 0)
                break;
            n = children[test_random(&random, (uint64_t)moves)];
            if (ply % 5 == 4)
                quiet_compare(w, spec, &n, tally);
        }
    }
    free(children);
    abs_worker_free(w);
    print_message("%s: %d values at depth 0, %d at depth 1; %d trees with captures, %d with "
                  "checks; %d values are not the evaluation\n",
                  spec, tally->values[0], tally->values[1], tally->captures, tally->checks,
                  tally->differ);
}

#endif
