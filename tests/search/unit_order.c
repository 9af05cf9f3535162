/*
 * unit_order.c -- moves picked one by one, each ranked only when its place is asked for, come in
 * the order of a list that is ranked at once and sorted: classes, captures, killers, history and
 * all.
 */
#include "helpers.h"
#include "trees/tree.h"

/* A tree whose moves are captures, losing ones, and promising, as keys draw. */
typedef struct {
    abs_rules base;
    tree_width width;
} sorted_rules;

typedef struct {
    uint64_t key;
} sorted_position;

typedef struct {
    unsigned next, end, all;
} sorted_cursor;

typedef unsigned sorted_move;
typedef sorted_position sorted_sight;

enum { MOST = 24, DRAW_NOISY = 100, DRAW_CAPTURE, DRAW_LOSES, DRAW_PROMISE };

static sorted_cursor sorted_moves(const sorted_rules *rules, const sorted_position *p)
{
    const unsigned count = tree_count(&rules->width, p->key);
    return (sorted_cursor){0, count, count};
}

static bool sorted_next(sorted_cursor *cursor, unsigned *move)
{
    *move = cursor->next;
    return cursor->next < cursor->end && ++cursor->next;
}

/* The first moves are captures. In check all moves are noisy. */
#define CAPTURES_OF(p) ((unsigned)abs_draw((p)->key, DRAW_NOISY, 8))
#define sorted_in_check(rules, p) ((p)->key % 8 == 0)

static sorted_cursor sorted_noisy(const sorted_rules *rules, const sorted_position *p)
{
    sorted_cursor cursor = sorted_moves(rules, p);
    if (!sorted_in_check(rules, p) && CAPTURES_OF(p) < cursor.end)
        cursor.end = CAPTURES_OF(p);
    return cursor;
}

static void sorted_go_on(sorted_cursor *cursor)
{
    cursor->end = cursor->all;
}

static sorted_position sorted_apply(const sorted_rules *rules, const sorted_position *p,
                                    unsigned move)
{
    (void)rules;
    return (sorted_position){tree_child(p->key, move)};
}

static int sorted_evaluate(const sorted_rules *rules, const sorted_position *p, int depth)
{
    (void)rules, (void)depth;
    return abs_draw(p->key, TREE_EVAL, 7) - 3;
}

static sorted_sight sorted_look(const sorted_rules *rules, const sorted_position *p)
{
    (void)rules;
    return *p;
}

/* Few kinds of victims, so that some are equal. */
static int sorted_capture(const sorted_rules *rules, const sorted_position *p, unsigned move)
{
    (void)rules;
    return move < CAPTURES_OF(p) ? 1 + abs_draw(tree_child(p->key, move), DRAW_CAPTURE, 4) : 0;
}

static int sorted_bound(const void *rules, int depth)
{
    (void)rules, (void)depth;
    return 3;
}

#define sorted_loses(rules, p, move) (abs_draw(tree_child((p)->key, move), DRAW_LOSES, 2) != 0)
#define sorted_promise(rules, p, sight, move)                                                      \
    (abs_draw(tree_child((sight)->key, move), DRAW_PROMISE, 9) - 4)
#define sorted_key(rules, p) ((p)->key)
#define sorted_slot(p, move) (move)
#define sorted_move_text tree_move_text
#define DOMAIN sorted
#define DOMAIN_MAX_MOVES MOST
#define DOMAIN_SLOTS MOST
#define DOMAIN_INFO TREE_INFO, .name = "sorted", .bound = sorted_bound
#define DOMAIN_NOISY
#define DOMAIN_NOISY_FIRST
#define DOMAIN_CAPTURES
#define DOMAIN_ORDER 3
#include "search/search.inc"

/* ---- the same, all at once ------------------------------------------------------------------ */

enum { TABLE_MOVE, GOOD_CAPTURE, FIRST_KILLER, SECOND_KILLER, QUIET, LOSING_CAPTURE };

typedef struct {
    int64_t by[4]; /* the class; then three measures, the least first */
    unsigned move;
} plain;

static plain plainly(const abs_search *s, const sorted_position *p, int depth, int ply,
                     unsigned tt_move, unsigned move)
{
    const unsigned order = s->order;
    const sorted_position child = sorted_apply(s->rules, p, move);
    const int taken = order & ABS_ORDER_CAPTURE ? sorted_capture(s->rules, p, move) : 0;
    const uint64_t place = s->shuffle == 0 ? move : abs_shuffle_rank(child.key, s->shuffle);
    plain m = {{QUIET, 0, 0, (int64_t)(place ^ UINT64_C(1) << 63)}, move};
    if ((order & ABS_ORDER_TT) && move == tt_move) {
        m.by[0] = TABLE_MOVE;
    } else if (taken > 0) {
        m.by[0] = sorted_loses(s->rules, p, move) ? LOSING_CAPTURE : GOOD_CAPTURE;
        m.by[1] = -taken;
    } else if ((order & ABS_ORDER_KILLER) && s->killers[ply][0] == move + 1) {
        m.by[0] = FIRST_KILLER;
    } else if ((order & ABS_ORDER_KILLER) && s->killers[ply][1] == move + 1) {
        m.by[0] = SECOND_KILLER;
    } else {
        if ((order & ABS_ORDER_EVAL) && depth > 1)
            m.by[1] = sorted_evaluate(s->rules, &child, depth - 1);
        if (order & ABS_ORDER_HISTORY)
            m.by[2] -= s->history[(ply & 1) * MOST + (int)move];
        if (order & ABS_ORDER_GAME)
            m.by[2] -= 3 * sorted_promise(s->rules, p, p, move);
    }
    return m;
}

static int by_order(const void *a, const void *b)
{
    const plain *x = a, *y = b;
    for (int i = 0; i < 4; i++)
        if (x->by[i] != y->by[i])
            return x->by[i] < y->by[i] ? -1 : 1;
    return 0;
}

/* ---- one node ------------------------------------------------------------------------------- */

static abs_search s;
static uint32_t history[2 * MOST];
static uint64_t random_state = 1;

static unsigned any(unsigned n)
{
    return (unsigned)test_random(&random_state, n);
}

static void compare(void)
{
    const sorted_rules rules = {.width = {.low = 1, .high = MOST}};
    const sorted_position p = {abs_mix64(any(1u << 30))};
    const int depth = 1 + (int)any(3), ply = (int)any(3);
    const unsigned count = sorted_count_moves(&rules, &p);
    const unsigned tt_move = any(3) == 0 ? ABS_NO_MOVE : any(MOST);
    plain list[MOST];
    s.rules = &rules;
    s.order = any(2 * ABS_ORDER_GAME);
    s.shuffle = any(2) ? any(100) : 0;
    for (unsigned i = 0; i < 2 * MOST; i++)
        history[i] = any(6);
    s.killers[ply][0] = any(MOST + 1);
    s.killers[ply][1] = any(MOST + 1);
    for (unsigned move = 0; move < count; move++)
        list[move] = plainly(&s, &p, depth, ply, tt_move, move);
    qsort(list, count, sizeof list[0], by_order);

    sorted_picker picker;
    unsigned move;
    s.arena_top = s.arena;
    sorted_line_up(&picker, &s, &p, depth, ply, tt_move, true);
    for (unsigned i = 0; i < count; i++) {
        assert_true(sorted_pick(&picker, &s, &p, depth, ply, i, &move, true));
        assert_int_equal(move, list[i].move);
        assert_int_equal(picker.list[i].index, move);
        assert_true((sorted_ranked *)s.arena_top > picker.list + i);
        if (depth > 1) { /* the search of a move may change these before the next is picked */
            s.killers[ply][any(2)] = 1 + any(MOST);
            history[any(2 * MOST)] = any(6);
        }
    }
    assert_false(sorted_pick(&picker, &s, &p, depth, ply, count, &move, true));
}

TEST(picked_in_order)
{
    s = (abs_search){.grain = 1, .slots = MOST, .history = history};
    s.arena = malloc(sorted_domain.arena_size);
    assert_non_null(s.arena);
    for (int i = 0; i < 200000; i++)
        compare();
    free(s.arena);
}

/* Most nodes search one move: above the leaves only what it takes to find it is listed. */
TEST(only_what_is_needed_is_listed)
{
    const sorted_rules rules = {.width = {.low = MOST, .high = MOST}};
    const sorted_position p = {1};
    sorted_picker picker;
    unsigned move;
    s = (abs_search){
        .rules = &rules, .grain = 1, .order = ABS_ORDER_ANY, .slots = MOST, .history = history};
    s.arena = s.arena_top = malloc(sorted_domain.arena_size);
    assert_non_null(s.arena);
    sorted_line_up(&picker, &s, &p, 1, 0, 7, true);
    assert_true(sorted_pick(&picker, &s, &p, 1, 0, 0, &move, true));
    assert_int_equal(move, 7);
    assert_ptr_equal(s.arena_top, picker.list + 1);

    sorted_position q = {1};
    while (sorted_in_check(&rules, &q) || CAPTURES_OF(&q) < 2 || sorted_loses(&rules, &q, 0))
        q.key++;
    s.order |= ABS_ORDER_CAPTURE;
    s.arena_top = s.arena;
    sorted_line_up(&picker, &s, &q, 1, 0, ABS_NO_MOVE, true);
    assert_true(sorted_pick(&picker, &s, &q, 1, 0, 0, &move, true));
    assert_true(move < CAPTURES_OF(&q));
    assert_ptr_equal(s.arena_top, picker.list + CAPTURES_OF(&q));
    free(s.arena);
}

RUN_TESTS(NULL, NULL, NULL)
