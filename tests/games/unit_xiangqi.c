/* unit_xiangqi.c -- Chinese chess against a slow one. Run from the top of the tree. */
#define FILES 9
#define RANKS 10
#define FIRST_RANK '0'
#define KINDS "rcnpbak"
#define BY_PRICE "pbancrk"
#define SEEN(square, black) ((void)(black), (square))

#define xiangqi_domain tested_xiangqi_domain /* the program's own is linked in, too */
#include "games/xiangqi/xiangqi.c"

#define GAME xiangqi
#define GAME_NOISY
#define GAME_KINGS
#define GAME_PLIES 30000
#define GAME_BOARDS 1500

#include "naive_pieces.h"

/* Generals and advisors in the palace, elephants on their side of the river. */
static bool stands(char piece, int square)
{
    const int file = square % 9, rank = is_black(piece) ? 9 - square / 9 : square / 9;
    const bool palace = file >= 3 && file <= 5 && rank <= 2;
    return kind_of(piece) == 'b' ? rank <= 4 : strchr("ka", kind_of(piece)) == NULL || palace;
}

static const char *promotions(const naive *n, int from, int to)
{
    (void)n, (void)from, (void)to;
    return "";
}

static naive moved(const naive *n, int from, int to, char promotion)
{
    naive next = *n;
    (void)promotion;
    next.cell[to] = n->cell[from];
    next.cell[from] = ' ';
    next.black = !n->black;
    return next;
}

static bool reaches(const naive *n, int from, int to)
{
    const char piece = n->cell[from];
    const bool black = is_black(piece), empty = n->cell[to] == ' ';
    const int x = to % 9 - from % 9, y = to / 9 - from / 9, far = x * x + y * y;
    const int over = between(n, from, to);
    if (!empty && is_black(n->cell[to]) == black)
        return false;
    switch (kind_of(piece)) {
    case 'r':
        return x * y == 0 && over == 0;
    case 'c': /* it takes what is behind one piece */
        return x * y == 0 && over == (empty ? 0 : 1);
    case 'n':
        return far == 5 && n->cell[from + y / 2 * 9 + x / 2] == ' ';
    case 'b':
        return far == 8 && over == 0 && stands(piece, to);
    case 'a':
        return far == 2 && stands(piece, to);
    case 'p':
        return far == 1 && (y == 0 ? (from / 9 > 4) != black : y == (black ? -1 : 1));
    default: /* no general may face the other */
        return (far == 1 && stands(piece, to)) ||
               (x == 0 && over == 0 && kind_of(n->cell[to]) == 'k');
    }
}

static int price(char piece)
{
    static const int prices[] = {90, 200, 200, 400, 450, 900, 0};
    const char *kind = strchr(BY_PRICE, kind_of(piece));
    return kind != NULL ? prices[kind - BY_PRICE] : 0;
}

static int game_worth(const naive *n, int moves, int depth)
{
    (void)n;
    return moves == 0 ? -20000 - depth : GAME_UNKNOWN;
}

static bool game_image(const naive *n, int i, naive *image)
{
    *image = mirrored(n, i == 1);
    return i < 2;
}

/* A move's slot is its two points, and the cheap look whether there is any tells no less. */
static void game_more(const naive *n, const game_position *p, const naive_child *list, int count)
{
    (void)n;
    for (int i = 0; i < count; i++) {
        const char *m = list[i].text;
        assert_int_equal(D->slot(heuristic, p, (unsigned)i),
                         ((m[1] - '0') * 9 + m[0] - 'a') * 90 + list[i].move);
    }
    assert_int_equal(xiangqi_can_move(&p->own), count > 0);
}

/* Or the games do not test them. */
TEST(games_had_losing_and_even_captures)
{
    assert_true(met.losing >= 1000 && met.even >= 100);
}

RUN_TESTS(setup, NULL, NULL)
