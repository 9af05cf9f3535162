/*
 * unit_conformance.c -- what every domain must do, games and trees alike: random playouts through
 * the descriptor, at least 20 000 plies each, and 100 000 in make check-long.
 */
#define _POSIX_C_SOURCE 200809L
#include "helpers.h"

enum { PLIES = 100000, SEEN = 1 << 18 };

/* What is remembered of a key: whatever has that key must look like this to the side to move. */
typedef struct {
    uint64_t key, look;
} memory;

static memory *seen;

typedef struct {
    const abs_domain *d;
    const void *rules;
    void *here, *child;
    uint64_t random;
    int ply;
} playout;

static uint64_t hash_text(const char *text)
{
    uint64_t hash = 1;
    for (; *text != '\0'; text++)
        hash = abs_mix64(hash * 257 + (unsigned char)*text);
    return hash;
}

/* The moves' texts, the evaluation and the number of replies: what a player can tell of it. */
static uint64_t look_at(const playout *p, const void *position)
{
    const unsigned moves = p->d->count_moves(p->rules, position);
    uint64_t look = moves;
    char text[ABS_TEXT_MAX];
    for (unsigned m = 0; m < moves; m++) {
        p->d->move_text(p->rules, position, m, text, sizeof text);
        look = abs_mix64(look ^ hash_text(text));
    }
    if (moves == 0 || p->d->can_evaluate(p->rules, position))
        look = abs_mix64(look + (uint64_t)(int64_t)p->d->evaluate(p->rules, position, 0));
    return abs_mix64(look + p->d->perft(p->rules, position, 2));
}

static void check_key(const playout *p)
{
    const uint64_t key = p->d->key(p->rules, p->here), look = look_at(p, p->here);
    memory *m = &seen[key % SEEN];
    if (m->key == key && m->look != look)
        fail_msg("%s: two positions have the key 0x%016llx", p->d->name, (unsigned long long)key);
    *m = (memory){key, look};
}

static void check_moves(const playout *p, unsigned moves)
{
    char texts[ABS_MAX_MOVES][32];
    assert_true(moves <= p->d->max_moves);
    for (unsigned m = 0; m < moves; m++) {
        char text[ABS_TEXT_MAX];
        p->d->move_text(p->rules, p->here, m, text, sizeof text);
        assert_true(text[0] != '\0');
        snprintf(texts[m], sizeof texts[m], "%.31s", text);
        const int cost = p->d->cost(p->rules, p->here, m);
        assert_true(cost == 1 || (cost == 0 && abs_free_passes(p->d, p->rules)));
        if (p->d->orders & ABS_ORDER_GAME)
            assert_true(abs(p->d->promise(p->rules, p->here, m)) <= 1 << 30);
    }
    for (unsigned m = 0; m < moves; m++)
        for (unsigned k = 0; k < m; k++)
            if (strcmp(texts[m], texts[k]) == 0)
                fail_msg("%s: two moves are written %s", p->d->name, texts[m]);
}

static void check_value(const playout *p, unsigned moves)
{
    if (moves > 0 && !p->d->can_evaluate(p->rules, p->here))
        return;
    for (int depth = 0; depth <= (moves == 0 ? 2 : 0); depth++) {
        const int value = p->d->evaluate(p->rules, p->here, depth);
        const int bound = p->d->bound(p->rules, depth + p->ply);
        assert_in_range(value + bound, 0, 2 * bound);
        assert_true(bound <= ABS_VALUE_MAX);
        assert_int_equal(value, p->d->evaluate(p->rules, p->here, depth));
    }
}

/* What is carried from move to move is what the position's text alone gives. */
static void check_text(const playout *p)
{
    abs_error error;
    char text[ABS_TEXT_MAX], again[ABS_TEXT_MAX];
    p->d->print(p->rules, p->here, text, sizeof text);
    if (!p->d->parse(p->rules, text, p->child, &error))
        fail_msg("%s: its own text '%s' is refused: %s", p->d->name, text, error.text);
    p->d->print(p->rules, p->child, again, sizeof again);
    assert_string_equal(text, again);
    assert_true(p->d->key(p->rules, p->here) == p->d->key(p->rules, p->child));
    if (look_at(p, p->here) != look_at(p, p->child))
        fail_msg("%s: '%s' is another position when read again", p->d->name, text);
}

/* The bound on the plies left comes down with each, and where none is left there is no move. */
static void check_plies_left(const playout *p, unsigned moves)
{
    const int left = abs_plies_left(p->d, p->rules, p->here);
    assert_true(left > 0 || moves == 0);
    if (p->d->plies_left == NULL)
        return;
    if (left <= 6 && !abs_free_passes(p->d, p->rules))
        assert_true(p->d->perft(p->rules, p->here, left + 1) == 0);
    for (unsigned m = 0; m < moves; m++) {
        p->d->apply(p->rules, p->here, m, p->child);
        const int after = p->d->plies_left(p->rules, p->child);
        assert_in_range(after, 0,
                        p->d->plies_left(p->rules, p->here) - p->d->cost(p->rules, p->here, m));
    }
}

/* The smallest key of a position and its images. */
static uint64_t canonical(const playout *p, const void *position)
{
    uint64_t least = p->d->key(p->rules, position);
    char image[1024];
    assert_true(p->d->position_size <= sizeof image);
    for (unsigned i = 0; p->d->image != NULL && p->d->image(p->rules, position, i, image); i++) {
        const uint64_t key = p->d->key(p->rules, image);
        least = key < least ? key : least;
    }
    return least;
}

/* Images are played on like the position itself, and it is one of theirs. */
static void check_images(const playout *p)
{
    if (p->d->image == NULL || p->ply % 7 != 0)
        return;
    const uint64_t least = canonical(p, p->here);
    for (unsigned i = 0; p->d->image(p->rules, p->here, i, p->child); i++) {
        assert_true(i < 8);
        assert_true(p->d->perft(p->rules, p->child, 2) == p->d->perft(p->rules, p->here, 2));
        if (canonical(p, p->child) != least) {
            char text[ABS_TEXT_MAX], image[ABS_TEXT_MAX];
            p->d->print(p->rules, p->here, text, sizeof text);
            p->d->print(p->rules, p->child, image, sizeof image);
            fail_msg("%s: '%s' is not an image of its image '%s'", p->d->name, text, image);
        }
    }
}

static void play(const char *spec, bool game)
{
    test_position start;
    test_open(&start, spec, game ? "start" : NULL, 1);
    const abs_domain *d = start.entry.domain;
    playout p = {d, start.rules, calloc(1, d->position_size), calloc(1, d->position_size), 7, 0};
    memset(seen, 0, SEEN * sizeof *seen);
    unsigned over = 0;
    const int longest = game ? 400 : d->max_depth(p.rules);
    for (int plies = 0; plies < test_amount(PLIES); over++) {
        memcpy(p.here, start.entry.position, d->position_size);
        if (!game)
            d->root(p.rules, test_random(&p.random, 1u << 30), p.here);
        for (p.ply = 0; p.ply <= longest; p.ply++, plies++) {
            const unsigned moves = d->count_moves(p.rules, p.here);
            assert_true(moves == d->perft(p.rules, p.here, 1));
            check_moves(&p, moves);
            check_value(&p, moves);
            check_plies_left(&p, moves);
            check_images(&p);
            check_key(&p);
            if (game)
                check_text(&p);
            if (moves == 0)
                break;
            d->apply(p.rules, p.here, (unsigned)test_random(&p.random, moves), p.child);
            memcpy(p.here, p.child, d->position_size);
        }
    }
    assert_true(over > 10);
    assert_true((d->promise != NULL) == ((d->orders & ABS_ORDER_GAME) != 0));
    assert_true((d->unusual_orders & ~d->orders) == 0 && !(d->unusual_orders & ABS_ORDER_TT));
    free(p.here);
    free(p.child);
    test_close(&start);
}

#define GAME(name, spec)                                                                           \
    static void name(void **state)                                                                 \
    {                                                                                              \
        (void)state;                                                                               \
        play(spec, true);                                                                          \
    }
#define TREE(name, spec)                                                                           \
    static void name(void **state)                                                                 \
    {                                                                                              \
        (void)state;                                                                               \
        play(spec, false);                                                                         \
    }

GAME(tictactoe, "tictactoe")
GAME(connectfour, "connectfour")
GAME(othello, "othello")
GAME(othello_free_pass, "othello:pass=free")
GAME(checkers, "checkers")
GAME(chess, "chess")
GAME(xiangqi, "xiangqi")
TREE(uniform, "uniform:b=1..9,range=1000")
TREE(commuting, "uniform:b=1..9,range=1000,commute=1")
TREE(pgame, "pgame:b=2..5,win=500")
TREE(incremental, "incremental:b=2..5,step=30")
TREE(ordered, "ordered:b=2..9,range=500,gap=60,first=50,quarter=80,noise=20")
TREE(explicit_valued, "explicit:file=trees/examples/interior-values.json")

static int setup(void **state)
{
    (void)state;
    return (seen = calloc(SEEN, sizeof *seen)) == NULL;
}

static int teardown(void **state)
{
    (void)state;
    free(seen);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tictactoe),       cmocka_unit_test(connectfour),
        cmocka_unit_test(othello),         cmocka_unit_test(othello_free_pass),
        cmocka_unit_test(checkers),        cmocka_unit_test(chess),
        cmocka_unit_test(xiangqi),         cmocka_unit_test(uniform),
        cmocka_unit_test(commuting),       cmocka_unit_test(pgame),
        cmocka_unit_test(incremental),     cmocka_unit_test(ordered),
        cmocka_unit_test(explicit_valued),
    };
    return cmocka_run_group_tests_name("conformance", tests, setup, teardown);
}
