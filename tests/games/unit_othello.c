/* unit_othello.c -- Othello against a slow one. Run from the top of the tree. */
#include "helpers.h"
#include "naive_othello.h"

#define GAME othello

extern const abs_domain othello_domain;
static const abs_domain *const D = &othello_domain;

static naive game_read(const char *text)
{
    return naive_read(text);
}

static void game_write(const naive *n, char *text)
{
    snprintf(text, ABS_TEXT_MAX, "%s %c", n->cell, n->side);
}

/* Keys tell discs apart by whose they are. */
static void naive_look(const naive *n, char *text)
{
    const naive exchanged = naive_turned(n, 0, true);
    game_write(n->side == 'X' ? n : &exchanged, text);
}

#define GAME_LOOK naive_look
#define GAME_SOLVED 24

enum {
    GAME_MOVES = 64,
    GAME_STARTS = 1,
    GAME_PLIES = 100000, /* and boards, in make check-long */
    GAME_BOARDS = 20000,
};
static const char *const game_starts[] = {NULL};

#include "naive_game.h"

static int game_children(const naive *n, naive_child *list)
{
    int moves[64];
    const int count = naive_all_moves(*n, moves);
    for (int i = 0; i < count; i++) {
        list[i] = (naive_child){.after = naive_play(*n, moves[i]), .move = moves[i]};
        naive_move_text(moves[i], list[i].text);
    }
    return count;
}

static bool game_checked(const naive *n)
{
    (void)n;
    return false;
}

static int game_result(const naive *n, int moves)
{
    const int margin = naive_margin(n);
    return moves > 0 ? 0 : (margin > 0) - (margin < 0);
}

static int game_worth(const naive *n, int moves, int depth)
{
    (void)depth;
    return moves > 0 ? GAME_UNKNOWN : 100 * naive_margin(n) + 10000 * game_result(n, 0);
}

static bool game_image(const naive *n, int i, naive *image)
{
    *image = naive_turned(n, (i + 1) / 2, (i + 1) % 2);
    return i < 15;
}

/* Crowded or not, even or one-sided. */
static bool game_random(uint64_t *random, naive *n)
{
    static const char *const mixtures[] = {"XO-", "XXO-", "XOO---", "XO------", "XXXXXO", "OOO-"};
    const char *mixture = mixtures[test_random(random, 6)];
    *n = (naive){.side = "XO"[test_random(random, 2)]};
    for (int i = 0; i < 64; i++)
        n->cell[i] = mixture[test_random(random, strlen(mixture))];
    return true;
}

static unsigned passes, early_ends;

static int searched_by(const void *rules, const game_position *p, int depth, uint64_t *nodes)
{
    abs_search s = {.rules = rules, .grain = 1, .poll_at = UINT64_MAX};
    s.arena = s.arena_top = malloc(D->arena_size);
    const int value = D->search(&s, p, -ABS_INFINITY, ABS_INFINITY, depth);
    *nodes = s.n.nodes;
    assert_int_equal(D->minimax(&s, p, depth), value);
    free(s.arena);
    return value;
}

/* With pass=ply a pass is a ply of its own; with pass=free the next move comes within it. */
static void compare_cost(const game_position *p)
{
    static _Alignas(max_align_t) unsigned char free_rules[256];
    game_position child = {{0}};
    uint64_t nodes, below;
    abs_error error;
    assert_true(D->parse_rules(free_rules, "pass=free", &error));
    assert_true(abs_free_passes(D, free_rules) && !abs_free_passes(D, heuristic));
    D->apply(heuristic, p, 0, &child);
    for (int depth = 1; depth <= 2; depth++) {
        int value = searched_by(heuristic, p, depth, &nodes);
        assert_int_equal(value, -searched_by(heuristic, &child, depth - 1, &below));
        assert_int_equal(nodes, 1 + below);
        value = searched_by(free_rules, p, depth, &nodes);
        assert_int_equal(value, -searched_by(free_rules, &child, depth, &below));
        assert_int_equal(nodes, 1 + below);
    }
}

static void game_more(const naive *n, const game_position *p, const naive_child *list, int count)
{
    for (int i = 0; i < count; i++)
        if (list[i].move != PASS) /* the only move has no order */
            assert_int_equal(D->promise(heuristic, p, (unsigned)i), naive_promise(n, list[i].move));
    early_ends += count == 0 && naive_empty(n) > 0;
    if (count == 1 && list[0].move == PASS && passes++ < 500)
        compare_cost(p);
}

/* X or O on some empty squares: which does black, to move, like better? */
TEST(test_evaluation_sense)
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
