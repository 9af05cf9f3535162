/* unit_walk.c -- what a walk finds does not depend on where its window ends. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WINDOW = 1 << 18, AROUND = 40 }; /* the window of walk.c, and places around its end */

/* A file of `[`, the value so that it begins at a place, and `]`; blanks between and behind. */
static void write_value(const char *path, const char *value, size_t at)
{
    char *const text = malloc(2 * WINDOW);
    FILE *const file = fopen(path, "wb");
    assert_true(text != NULL && file != NULL && at + strlen(value) + 1 < 2 * WINDOW);
    memset(text, ' ', 2 * WINDOW);
    text[0] = '[';
    memcpy(text + at, value, strlen(value));
    text[at + strlen(value)] = ']';
    assert_true(fwrite(text, 1, 2 * WINDOW, file) == 2 * WINDOW && fclose(file) == 0);
    free(text);
}

/* The value is found whole, or passed over whole, and nothing else is there. */
static void read_value(const char *path, const char *value, bool past)
{
    abs_walk w;
    abs_error error;
    abs_span found = {value, strlen(value)};
    bool first = true;
    assert_true(walk_open(&w, path, "file", &error));
    assert_true(walk_bracket(&w, '['));
    assert_int_equal(walk_next(&w, ']', &first, NULL), 1);
    if (!(past ? walk_past(&w) : walk_value(&w, &found)))
        fail_msg("%s: %s", value, w.scan.wrong);
    assert_true(scan_is(found, value));
    assert_int_equal(walk_next(&w, ']', &first, NULL), 0);
    assert_false(walk_blanks(&w));
    walk_close(&w);
}

static void values_across_the_end(void **state)
{
    static const char *const values[] = {
        "false", "null", "-12.5e-30", "\"\\u00e9\\\\ \\\"\xc3\xa9\"", "{\"a\":[1,{}],\"b\":true}"};
    char path[] = "/tmp/absbench-walk-XXXXXX";
    const int file = mkstemp(path);
    (void)state;
    assert_true(file >= 0 && close(file) == 0);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        for (size_t at = WINDOW - AROUND; at < WINDOW + 2; at++) {
            write_value(path, values[i], at);
            read_value(path, values[i], false);
            read_value(path, values[i], true);
        }
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(values_across_the_end)};
    return cmocka_run_group_tests_name("walk", tests, NULL, NULL);
}
