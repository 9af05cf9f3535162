/*
 * game_checks.h -- what the tests of every game ask of it through its descriptor alone: texts read
 * and refused, keys of positions met in random games, a search of one position.
 */
#ifndef TEST_GAME_CHECKS_H
#define TEST_GAME_CHECKS_H

#include "absbench.h"
#include "amount.h"

#include <setjmp.h>
#include <stdlib.h>

#include <cmocka.h>

#define ROWS(array) (sizeof(array) / sizeof *(array))
#define GOLDEN UINT64_C(0x9E3779B97F4A7C15)

/* A random number below n; the state goes on. */
static inline unsigned game_draw(uint64_t *state, unsigned n)
{
    *state += GOLDEN;
    return (unsigned)((abs_mix64(*state) >> 32) * n >> 32);
}

/* ---- texts ----------------------------------------------------------------------------------- */

/* Reads what must be a position into a block of `size` bytes. */
static inline void game_parse(const abs_domain *d, const void *rules, const char *text,
                              void *position, size_t size)
{
    abs_error error;
    assert_true(d->position_size <= size);
    memset(position, 0, size);
    if (!d->parse(rules, text, position, &error))
        fail_msg("'%s' is rejected: %s", text, error.text);
}

/* A text that is no position, and words that its refusal must have. */
typedef struct {
    const char *text, *needle;
} game_refusal;

static inline void game_check_refusals(const abs_domain *d, const void *rules,
                                       const game_refusal *rows, size_t count)
{
    void *position = calloc(1, d->position_size);
    for (size_t i = 0; i < count; i++) {
        abs_error error = {.text = ""};
        if (d->parse(rules, rows[i].text, position, &error))
            fail_msg("'%s' is accepted", rows[i].text);
        assert_int_equal(error.code, ABS_USAGE);
        assert_null(strchr(error.text, '\n'));
        if (strstr(error.text, rows[i].needle) == NULL)
            fail_msg("'%s' is rejected for another reason: %s", rows[i].text, error.text);
    }
    free(position);
}

/* What may not follow the game's name in a spec. */
static inline void game_check_bad_options(const abs_domain *d, const char *const *bad, size_t count)
{
    void *rules = calloc(1, d->rules_size);
    for (size_t i = 0; i < count; i++) {
        abs_error error = {.text = ""};
        assert_false(d->parse_rules(rules, bad[i], &error));
        assert_int_equal(error.code, ABS_USAGE);
    }
    free(rules);
}

/* ---- keys ------------------------------------------------------------------------------------ */

/* Positions met: each one's key, and a look of `size` bytes that tells it from all others. */
typedef struct {
    uint64_t key;
    const unsigned char *look;
} game_seen;

typedef struct {
    game_seen *seen;
    unsigned char *looks;
    size_t size, count, room;
} game_memory;

static size_t game_look_size; /* for qsort */

static inline game_memory game_remember_up_to(size_t room, size_t size)
{
    game_memory m = {calloc(room, sizeof *m.seen), calloc(room, size), size, 0, room};
    assert_true(m.seen != NULL && m.looks != NULL);
    return m;
}

/* A look that is shorter, as a text is, stands for itself and zeros. */
static inline void game_remember(game_memory *m, uint64_t key, const void *look, size_t length)
{
    assert_true(m->count < m->room && length <= m->size);
    unsigned char *place = m->looks + m->count * m->size;
    memcpy(place, look, length);
    m->seen[m->count++] = (game_seen){key, place};
}

static int game_by_key(const void *a, const void *b)
{
    const uint64_t x = ((const game_seen *)a)->key, y = ((const game_seen *)b)->key;
    return (x > y) - (x < y);
}

static int game_by_look(const void *a, const void *b)
{
    return memcmp(((const game_seen *)a)->look, ((const game_seen *)b)->look, game_look_size);
}

/*
 * Equal keys, equal positions, both ways; and every bit of the key is as often 0 as 1, to `slack`
 * per cent. Some positions must have been met twice, or the first is not tested: returns how many
 * were. Frees the memory.
 */
static inline size_t game_check_keys(game_memory *m, unsigned slack)
{
    size_t ones[64] = {0}, distinct = 0;
    game_look_size = m->size;
    qsort(m->seen, m->count, sizeof *m->seen, game_by_key);
    for (size_t i = 0; i < m->count; i++) {
        const bool repeated = i > 0 && m->seen[i].key == m->seen[i - 1].key;
        if (repeated)
            assert_memory_equal(m->seen[i].look, m->seen[i - 1].look, m->size);
        distinct += !repeated;
        for (int bit = 0; bit < 64 && !repeated; bit++)
            ones[bit] += m->seen[i].key >> bit & 1;
    }
    qsort(m->seen, m->count, sizeof *m->seen, game_by_look);
    for (size_t i = 1; i < m->count; i++)
        if (game_by_look(&m->seen[i], &m->seen[i - 1]) == 0)
            assert_true(m->seen[i].key == m->seen[i - 1].key);
    assert_true(distinct > m->count / 2 && distinct < m->count);
    for (int bit = 0; bit < 64; bit++)
        assert_in_range(ones[bit] * 100, distinct * (50 - slack), distinct * (50 + slack));
    free(m->seen);
    free(m->looks);
    return m->count - distinct;
}

/* ---- searches -------------------------------------------------------------------------------- */

/* The value from the open window; `best`, if not NULL, is the move's text, of 16 bytes. */
static inline int game_search(const abs_domain *d, const void *rules, const void *position,
                              int depth, unsigned order, char *best)
{
    static abs_search s;
    memset(&s, 0, sizeof s);
    s.rules = rules;
    s.order = order;
    s.grain = 1;
    s.poll_at = UINT64_MAX;
    s.history = calloc(2 * (size_t)d->slots, sizeof *s.history);
    s.slots = d->slots;
    s.arena = malloc(d->arena_size);
    assert_true(s.history != NULL && s.arena != NULL);
    const int value = d->search(&s, position, -ABS_INFINITY, ABS_INFINITY, depth);
    if (best != NULL)
        d->move_text(rules, position, s.best, best, 16);
    free(s.arena);
    free(s.history);
    return value;
}

#endif
