/*
 * unit_suites.c -- the large suites, in tests/suite/positions.bats made by the program again in
 * part: what they promise, asked of every position with other means than those that found it.
 */
#define _POSIX_C_SOURCE 200809L
#include "helpers.h"
#include "suite/suite.h"

enum { PAWNS = 5, SIZE = 400, SMALL_SIZE = 40 };

/* Opens a game's suite. */
static void open_suite(abs_suite *suite, const char *game, const char *size)
{
    char name[64], which[64];
    abs_options options;
    abs_error error = {0};
    snprintf(name, sizeof name, "--game=%s", game);
    snprintf(which, sizeof which, "--suite=%s", size);
    char *argv[] = {(char *)"absbench", name, which, (char *)"--depth=1", NULL};
    abs_options_init(&options);
    if (!abs_options_parse(&options, 4, argv, &error) || !abs_suite_add(suite, &options, &error))
        fail_msg("%s: %s", game, error.text);
    abs_options_free(&options);
}

static int by_value(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The keys of a position and its images; returns how many. */
static size_t keys_of(const abs_entry *e, void *image, uint64_t *keys)
{
    size_t count = 0;
    keys[count++] = e->domain->key(e->rules, e->position);
    while (e->domain->image(e->rules, e->position, (unsigned)count - 1, image))
        keys[count] = e->domain->key(e->rules, image), count++;
    return count;
}

/* The value of a search by result to that depth: won, lost, or not decided by then. */
static int result(const abs_entry *e, int depth)
{
    abs_worker *w = abs_worker_new(1 << 20);
    abs_row row = {0};
    abs_config config = test_plain("negascout", depth);
    config.eval.kind = ABS_EVAL_RESULT;
    config.tt_bytes = 1 << 20;
    config.order = ABS_ORDER_TT | ABS_ORDER_KILLER;
    assert_non_null(w);
    abs_run(w, e, &config, false, &row);
    assert_true(row.has_value);
    abs_worker_free(w);
    abs_row_free(&row);
    return row.value;
}

/* How many first keys there are that an image of an earlier position has too. */
static size_t repeats(const abs_suite *suite, void *image, uint64_t *keys)
{
    size_t count = 0, again = 0;
    abs_unpacked unpacked = {.room = 0};
    for (size_t b = 0; b < suite->count; b++)
        for (size_t i = 0; i < suite->batches[b].entry_count; i++) {
            uint64_t own[9];
            const size_t n = keys_of(batch_entry(&suite->batches[b], i, &unpacked), image, own);
            uint64_t least = own[0];
            for (size_t k = 1; k < n; k++)
                least = own[k] < least ? own[k] : least;
            keys[count++] = least;
        }
    unpacked_free(&unpacked);
    qsort(keys, count, sizeof *keys, by_value);
    for (size_t i = 1; i < count; i++)
        again += keys[i] == keys[i - 1];
    return again;
}

static void check_entry(const abs_entry *e)
{
    const abs_domain *d = e->domain;
    const int most = 2 * PAWNS * d->half_pawn(e->rules),
              value = d->evaluate(e->rules, e->position, 0);
    if (d->count_moves(e->rules, e->position) == 0)
        fail_msg("%s is over", e->id);
    if (value > most || value < -most)
        fail_msg("%s: the evaluation is %d, more than five pawns", e->id, value);
    if (abs_plies_left(d, e->rules, e->position) < 6)
        fail_msg("%s: the end is near", e->id);
    if (result(e, 3) != 0)
        fail_msg("%s is decided", e->id);
}

static void check_game(const char *game, size_t size)
{
    abs_suite suite = {0};
    size_t count = 0;
    abs_unpacked unpacked = {.room = 0};
    open_suite(&suite, game, "large");
    void *image = calloc(1, suite.batches[0].domain->position_size);
    uint64_t *keys = calloc(suite.jobs, sizeof *keys);
    for (size_t b = 0; b < suite.count; b++)
        for (size_t i = 0; i < suite.batches[b].entry_count; i++, count++)
            check_entry(batch_entry(&suite.batches[b], i, &unpacked));
    assert_int_equal(count, size);
    assert_int_equal(repeats(&suite, image, keys), 0);
    unpacked_free(&unpacked);
    free(image);
    free(keys);
    abs_suite_free(&suite);
    abs_suite small = {0};
    open_suite(&small, game, "small");
    assert_in_range(small.jobs, SMALL_SIZE, SIZE / 2);
    abs_suite_free(&small);
}

#define GAME(name, size)                                                                           \
    static void name(void **state)                                                                 \
    {                                                                                              \
        (void)state;                                                                               \
        check_game(#name, size);                                                                   \
    }

GAME(tictactoe, 45) /* all that play can find; tests/suite/positions.bats counts them otherwise */
GAME(connectfour, SIZE)
GAME(othello, SIZE)
GAME(checkers, SIZE)
GAME(chess, SIZE)
GAME(xiangqi, SIZE)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tictactoe), cmocka_unit_test(connectfour), cmocka_unit_test(othello),
        cmocka_unit_test(checkers),  cmocka_unit_test(chess),       cmocka_unit_test(xiangqi),
    };
    return cmocka_run_group_tests_name("suites", tests, NULL, NULL);
}
