/* unit_checkers.c -- checkers against a slow one. Run from the top of the tree. */
#include "helpers.h"
#include "naive_checkers.h"

/* The game itself, compiled in once more: captures for quiescence have no other door. */
#define checkers_domain checkers_inside
#include "games/checkers.c"
#undef checkers_domain

#define GAME checkers
#define GAME_NOISY

static const abs_domain *const D = &checkers_inside;

static naive game_read(const char *text)
{
    return naive_parse(text);
}

static void game_write(const naive *n, char *text)
{
    naive_print(n, text, ABS_TEXT_MAX);
}

enum {
    GAME_MOVES = MOST_MOVES,
    GAME_STARTS = 1,
    GAME_PLIES = 100000, /* and boards, in make check-long */
    GAME_BOARDS = 20000,
};
static const char *const game_starts[] = {NULL};

#include "naive_game.h"

static int game_children(const naive *n, naive_child *list)
{
    naive_move moves[MOST_MOVES];
    const int count = naive_moves(n, moves);
    for (int i = 0; i < count; i++) {
        list[i] = (naive_child){.after = moves[i].after, .noisy = moves[i].jump};
        naive_text(&moves[i], list[i].text, sizeof list->text);
    }
    return count;
}

/* There is no check in checkers. */
static bool game_checked(const naive *n)
{
    (void)n;
    return false;
}

static int game_result(const naive *n, int moves)
{
    (void)n;
    return moves == 0 ? -1 : 0;
}

static int game_worth(const naive *n, int moves, int depth)
{
    return moves == 0 ? -(20000 + depth) : naive_worth(n);
}

static bool game_image(const naive *n, int i, naive *image)
{
    *image = naive_mirror(n);
    return i == 0;
}

/* None to 28 pieces a side, many of them kings. */
static bool game_random(uint64_t *random, naive *n)
{
    *n = naive_empty("BW"[test_random(random, 2)]);
    const uint64_t kings = test_random(random, 5), most = test_random(random, 4) > 0 ? 13 : 29;
    for (int colour = 0; colour < 2; colour++)
        for (uint64_t count = test_random(random, most); count > 0; count--) {
            const int square = 1 + (int)test_random(random, 32);
            const bool king =
                test_random(random, 4) < kings || (colour ? square <= 4 : square > 28);
            if (naive_get(n, square) == '-')
                naive_set(n, square, (colour ? "wW" : "bB")[king]);
        }
    return true;
}

static unsigned loops, crowned;

/* History and killers know a move by where it begins and ends. */
static void game_more(const naive *n, const game_position *p, const naive_child *list, int count)
{
    for (int i = 0; i < count; i++) {
        const char *last = strrchr(list[i].text, list[i].noisy ? 'x' : '-') + 1;
        const int from = atoi(list[i].text) - 1, to = atoi(last) - 1;
        const int slot = (from + from / 8) * CK_BITS + to + to / 8;
        assert_int_equal(D->slot(heuristic, p, (unsigned)i), slot);
        loops += from == to;
        crowned += naive_pieces(&list[i].after, "BW") > naive_pieces(n, "BW");
    }
}

/* Or the games do not test them. */
TEST(test_events)
{
    assert_true(loops >= 8 && crowned >= 200);
}

RUN_TESTS(setup, NULL, NULL)
