/* unit_table.c -- the transposition table by itself. */
#include "helpers.h"

#include <time.h>

enum { BUCKET = sizeof(abs_bucket) };

typedef struct {
    abs_table table;
    abs_counters n;
    int value;
    unsigned move;
} fixture;

static fixture f, full; /* `full`: to which f is held */

static void open_table(fixture *t, size_t bytes, abs_tt_mode mode, abs_tt_replace replace)
{
    abs_table_free(&t->table);
    memset(t, 0, sizeof *t);
    assert_true(abs_table_reserve(&t->table, bytes));
    abs_table_clear(&t->table, bytes, mode, replace);
}

static bool probe(fixture *t, uint64_t key, int depth, int alpha, int beta)
{
    return abs_table_probe(&t->table, &t->n, key, depth, alpha, beta, &t->value, &t->move);
}

static void store(fixture *t, uint64_t key, int depth, int lower, int upper, unsigned move)
{
    abs_table_store(&t->table, &t->n, key, depth, lower, upper, move);
}

TEST(bounds_answer_windows)
{
    open_table(&f, BUCKET, ABS_TT_EXACT, ABS_REPLACE_DEPTH);
    store(&f, 7, 3, 10, ABS_INFINITY, 2);
    assert_true(probe(&f, 7, 3, 5, 10)); /* value >= 10 cuts off at 10 */
    assert_int_equal(f.value, 10);
    assert_false(probe(&f, 7, 3, 5, 11)); /* but does not at 11 */
    assert_int_equal(f.move, 2);
    assert_false(probe(&f, 7, 2, 5, 10)); /* nor at another depth, either way */
    assert_false(probe(&f, 7, 4, 5, 10));
    store(&f, 7, 3, -ABS_INFINITY, 20, ABS_NO_MOVE);
    assert_true(probe(&f, 7, 3, 20, 30)); /* both bounds are kept, and the move */
    assert_int_equal(f.value, 20);
    assert_int_equal(f.move, 2);
    assert_false(probe(&f, 7, 3, 19, 21));
    store(&f, 7, 3, 15, 15, 4);
    assert_true(probe(&f, 7, 3, -ABS_INFINITY, ABS_INFINITY)); /* exact answers any window */
    assert_int_equal(f.value, 15);
    assert_true(f.n.tt_probes == 7 && f.n.tt_hits == 7 && f.n.tt_stores == 3);
    assert_true(f.n.tt_contradictions == 0 && f.n.tt_replaced == 0);
    store(&f, 7, 3, -ABS_INFINITY, 14, 1); /* a bound that cannot be true with the others */
    assert_true(f.n.tt_contradictions == 1);
}

TEST(deeper_mode_answers_from_above)
{
    open_table(&f, BUCKET, ABS_TT_DEEPER, ABS_REPLACE_DEPTH);
    store(&f, 7, 5, 10, 10, 2);
    assert_true(probe(&f, 7, 5, 0, 1));
    assert_true(probe(&f, 7, 3, 0, 1));
    assert_false(probe(&f, 7, 6, 0, 1));
    store(&f, 7, 4, 3, 3, 1); /* the deeper one is kept */
    assert_true(probe(&f, 7, 5, 0, 1));
    store(&f, 7, 6, 8, 8, 1);
    assert_true(probe(&f, 7, 6, 0, 1));
    assert_int_equal(f.value, 8);
}

TEST(full_keys_are_compared)
{
    open_table(&f, BUCKET, ABS_TT_EXACT, ABS_REPLACE_DEPTH);
    store(&f, 1, 3, 4, 4, 0);
    for (int bit = 0; bit < 64; bit++)
        assert_false(probe(&f, UINT64_C(1) ^ UINT64_C(1) << bit, 3, 0, 9));
    assert_true(probe(&f, 1, 3, 0, 9));
    store(&f, 0, 3, 5, 5, 0); /* zero is a key like any other */
    assert_true(probe(&f, 0, 3, 0, 9));
}

TEST(replacement_is_as_documented)
{
    open_table(&f, BUCKET, ABS_TT_EXACT, ABS_REPLACE_DEPTH);
    store(&f, 1, 5, 1, 1, 0);
    store(&f, 2, 3, 2, 2, 0);
    store(&f, 3, 4, 3, 3, 0);
    assert_true(f.n.tt_replaced == 0);
    store(&f, 4, 1, 4, 4, 0); /* the shallowest goes, however shallow the new one */
    assert_true(f.n.tt_replaced == 1);
    assert_false(probe(&f, 2, 3, 0, 1));
    assert_true(probe(&f, 1, 5, 0, 1) && probe(&f, 3, 4, 0, 1) && probe(&f, 4, 1, 0, 1));

    open_table(&f, BUCKET, ABS_TT_EXACT, ABS_REPLACE_ALWAYS);
    for (uint64_t key = 1; key <= 3; key++)
        store(&f, key, 9 - (int)key, 1, 1, 0);
    store(&f, 4, 1, 1, 1, 0); /* the oldest goes, however deep */
    assert_false(probe(&f, 1, 8, 0, 1));
    store(&f, 5, 1, 1, 1, 0);
    assert_false(probe(&f, 2, 7, 0, 1));
    assert_true(probe(&f, 3, 6, 0, 1) && probe(&f, 4, 1, 0, 1) && probe(&f, 5, 1, 0, 1));
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Clearing is a new stamp: a hundred thousand times, at 1 GiB, it is not worth a second. */
TEST(an_empty_table_costs_nothing)
{
    open_table(&f, 1 << 30, ABS_TT_EXACT, ABS_REPLACE_DEPTH);
    store(&f, 99, 3, 1, 1, 0);
    assert_true(probe(&f, 99, 3, 0, 1));
    const double began = now();
    for (int i = 0; i < 100000; i++)
        abs_table_clear(&f.table, 1 << 30, ABS_TT_EXACT, ABS_REPLACE_DEPTH);
    assert_true(now() - began < 1.0);
    assert_false(probe(&f, 99, 3, 0, 1));
    /* The stamp comes round once in 2^32 searches, and old entries do not come back with it. */
    f.table.stamp = 1;
    store(&f, 99, 3, 1, 1, 0);
    f.table.stamp = UINT32_MAX;
    abs_table_clear(&f.table, 1 << 30, ABS_TT_EXACT, ABS_REPLACE_DEPTH);
    assert_int_equal(f.table.stamp, 1);
    assert_false(probe(&f, 99, 3, 0, 1));
}

/* A part of the room serves as a smaller table, and buckets spread over all of it. */
TEST(any_size_serves)
{
    open_table(&f, 1 << 17, ABS_TT_EXACT, ABS_REPLACE_DEPTH);
    for (size_t bytes = BUCKET; bytes <= 1 << 17; bytes = bytes * 3 / 2) {
        abs_table_clear(&f.table, bytes, ABS_TT_EXACT, ABS_REPLACE_DEPTH);
        uint64_t used = 0;
        for (uint64_t i = 1; i <= 16 * f.table.count; i++)
            store(&f, abs_mix64(i), 3, 1, 1, 0);
        for (uint64_t i = 0; i < f.table.count; i++)
            used += f.table.buckets[i].stamp == f.table.stamp;
        assert_true(used >= f.table.count - f.table.count / 1000);
    }
}

/* A room that grows answers, counts and replaces as the full one does from the start. */
TEST(growing_changes_nothing)
{
    enum { BUCKETS = 70 * ABS_TABLE_START + 7, KEYS = ABS_BUCKET_ENTRIES * BUCKETS };
    for (abs_tt_replace replace = ABS_REPLACE_DEPTH; replace <= ABS_REPLACE_ALWAYS; replace++) {
        open_table(&f, BUCKETS * BUCKET, ABS_TT_EXACT, replace);
        open_table(&full, BUCKETS * BUCKET, ABS_TT_EXACT, replace);
        for (int search = 0; search < 2; search++) {
            abs_table_clear(&f.table, BUCKETS * BUCKET, ABS_TT_EXACT, replace);
            abs_table_clear(&full.table, BUCKETS * BUCKET, ABS_TT_EXACT, replace);
            assert_true(f.table.shift > ABS_TABLE_GROWTH);
            while (full.table.shift > 0)
                abs_table_grow(&full.table);
            for (uint64_t i = 0; i < 2 * KEYS; i++) {
                const uint64_t draw = abs_mix64(i), key = abs_mix64(draw % KEYS);
                const int depth = (int)(draw >> 60), lower = (int)(draw >> 50 & 15);
                assert_int_equal(probe(&f, key, depth, lower, lower + 1),
                                 probe(&full, key, depth, lower, lower + 1));
                assert_true(f.move == full.move && f.value == full.value);
                store(&f, key, depth, lower, ABS_INFINITY, (unsigned)i % 7);
                store(&full, key, depth, lower, ABS_INFINITY, (unsigned)i % 7);
            }
            assert_true(f.table.shift == 0 && f.n.tt_replaced > 0);
            assert_memory_equal(&f.n, &full.n, sizeof f.n);
        }
    }
}

/* A set of leaves grows and counts each path once. */
TEST(leaves_are_counted_once)
{
    enum { LEAVES = 1 << 15 };
    abs_leaf_set leaves = {0};
    for (int pass = 0; pass < 2; pass++) {
        for (uint64_t i = 0; i < 2 * LEAVES; i++)
            abs_leaf_set_add(&leaves, abs_mix64(i % LEAVES));
        assert_true(leaves.count == LEAVES && !leaves.overflowed);
        abs_leaf_set_clear(&leaves);
        assert_true(leaves.count == 0);
    }
    free(leaves.paths);
}

/* Keys whose buckets are neighbours crowd one place: it grows before they stray too far. */
TEST(crowds_make_room)
{
    enum { BUCKETS = 64 * ABS_TABLE_START, KEYS = 4 * ABS_TABLE_SLACK };
    open_table(&f, BUCKETS * BUCKET, ABS_TT_EXACT, ABS_REPLACE_DEPTH);
    const uint64_t last = UINT64_MAX / BUCKETS * (BUCKETS - KEYS);
    const unsigned shift = f.table.shift;
    for (uint64_t i = 0; i < KEYS; i++)
        store(&f, last + i * (UINT64_MAX / BUCKETS), 3, 5, 5, (unsigned)i);
    assert_true(f.table.shift < shift);
    for (uint64_t i = 0; i < KEYS; i++) {
        assert_true(probe(&f, last + i * (UINT64_MAX / BUCKETS), 3, 0, 1));
        assert_int_equal(f.move, i);
    }
}

RUN_TESTS(NULL, NULL, NULL)
