/*
 * unit_check.c -- a domain that declares too few moves or slots: debug builds name it, the figure
 * and the position, and abort before anything is written where there is no room.
 */
#define _POSIX_C_SOURCE 200809L
#ifndef ABS_DEBUG
#define ABS_DEBUG
#undef NDEBUG
#endif
#include "absbench.h"

#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* A heap from which 1, 2, .. counters are taken; who cannot has lost. */
typedef struct {
    abs_rules base;
} heap_rules;

typedef struct {
    unsigned left;
} heap_position;

typedef unsigned heap_move;

typedef struct {
    unsigned next, end;
} heap_cursor;

static heap_cursor heap_moves(const heap_rules *rules, const heap_position *p)
{
    (void)rules;
    return (heap_cursor){1, p->left + 1};
}

static heap_cursor heap_noisy(const heap_rules *rules, const heap_position *p)
{
    return heap_moves(rules, p);
}

static bool heap_in_check(const heap_rules *rules, const heap_position *p)
{
    (void)rules;
    (void)p;
    return false;
}

static bool heap_next(heap_cursor *cursor, heap_move *move)
{
    *move = cursor->next;
    return cursor->next < cursor->end && cursor->next++ > 0;
}

static heap_position heap_apply(const heap_rules *rules, const heap_position *p, heap_move move)
{
    (void)rules;
    return (heap_position){p->left - move};
}

static int heap_evaluate(const heap_rules *rules, const heap_position *p, int depth)
{
    (void)rules;
    (void)depth;
    return p->left == 0 ? -1 : 0;
}

static void heap_print(const void *rules, const void *position, char *text, size_t size)
{
    (void)rules;
    snprintf(text, size, "%u", ((const heap_position *)position)->left);
}

#define heap_key(rules, p) abs_mix64((p)->left + UINT64_C(1))
#define heap_slot(p, move) (move)
#define heap_move_text(rules, p, move, text, size) snprintf(text, size, "%u", move)

enum { MOVES = 5, SLOTS = 4 }; /* a heap of 5 needs 5 and 6 */

#define DOMAIN heap
#define DOMAIN_MAX_MOVES MOVES
#define DOMAIN_SLOTS SLOTS
#define DOMAIN_NOISY
#define DOMAIN_INFO .name = "heap", .kind = "game", .print = heap_print
#include "search/search.inc"

static void search_heap(unsigned left, int depth, unsigned order, bool quiescence)
{
    static abs_search s;
    const heap_rules rules = {{.eval = ABS_EVAL_HEURISTIC}};
    const heap_position p = {left};
    s = (abs_search){.rules = &rules, .order = order, .grain = 1, .quiescence = quiescence};
    s.poll_at = UINT64_MAX;
    s.slots = heap_domain.slots;
    s.history = calloc(2 * (size_t)s.slots, sizeof *s.history);
    s.arena = malloc(heap_domain.arena_size);
    heap_domain.search(&s, &p, -ABS_INFINITY, ABS_INFINITY, depth);
    free(s.history);
    free(s.arena);
}

/* What the search writes to stderr in a process of its own; true if that aborts. */
static bool aborts(unsigned left, int depth, unsigned order, bool quiescence, char text[256])
{
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(SIGABRT, SIG_DFL);
        dup2(ends[1], STDERR_FILENO);
        search_heap(left, depth, order, quiescence);
        _exit(0);
    }
    close(ends[1]);
    size_t length = 0;
    for (ssize_t got; (got = read(ends[0], text + length, 255 - length)) > 0;)
        length += (size_t)got;
    text[length] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

static void test_what_is_declared_is_enough(void **state)
{
    (void)state;
    char text[256];
    assert_false(aborts(3, 3, ABS_ORDER_KILLER | ABS_ORDER_HISTORY, true, text));
    assert_string_equal(text, "");
}

static void test_too_few_slots(void **state)
{
    (void)state;
    char text[256];
    assert_true(aborts(4, 2, ABS_ORDER_HISTORY, false, text));
    assert_string_equal(text, "heap: DOMAIN_SLOTS is 4, but must be at least 5 in position 4\n");
    assert_true(aborts(5, 1, ABS_ORDER_KILLER, false, text));
    assert_non_null(strstr(text, "DOMAIN_SLOTS"));
}

static void test_too_few_moves(void **state)
{
    (void)state;
    char text[256];
    assert_true(aborts(6, 1, 0, true, text));
    assert_string_equal(
        text, "heap: DOMAIN_MAX_MOVES is 5, but must be at least 6 (or next() has no end) "
              "in position 6\n");
    assert_true(aborts(9, 0, 0, true, text)); /* in quiescence */
    assert_non_null(strstr(
        text, "MAX_MOVES is 5, but must be at least 6 (or next() has no end) in position 9"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_declared_is_enough),
        cmocka_unit_test(test_too_few_slots),
        cmocka_unit_test(test_too_few_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
