/*
 * test.h -- TEST(name) { .. } is a test; RUN_TESTS, at a file's end, runs all of the file in order.
 */
#ifndef TEST_H
#define TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static struct CMUnitTest test_list[64];

#define TEST(title)                                                                                \
    static void title(void **state);                                                               \
    enum { title##_place = __COUNTER__ };                                                          \
    static void __attribute__((constructor)) title##_is_a_test(void)                               \
    {                                                                                              \
        _Static_assert(title##_place < COUNT_OF(test_list), "more tests than test_list holds");    \
        test_list[title##_place] = (struct CMUnitTest){.name = #title, .test_func = title};        \
    }                                                                                              \
    static void title(void **state __attribute__((unused)))

/* `set_up` and `tear_down` once, `after` each test; any may be NULL. Returns how many failed. */
static inline int test_run(CMFixtureFunction set_up, CMFixtureFunction tear_down,
                           CMFixtureFunction after)
{
    size_t count = 0;
    for (; count < COUNT_OF(test_list) && test_list[count].name != NULL; count++)
        test_list[count].teardown_func = after;
    return _cmocka_run_group_tests(__BASE_FILE__, test_list, count, set_up, tear_down);
}

#define RUN_TESTS(set_up, tear_down, after)                                                        \
    int main(void)                                                                                 \
    {                                                                                              \
        return test_run(set_up, tear_down, after);                                                 \
    }

#endif
