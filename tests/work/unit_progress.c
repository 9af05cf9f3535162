/* unit_progress.c -- how far a run has come, and how long it may take, in words. */
#define _POSIX_C_SOURCE 200809L
#include "helpers.h"
#include "tests/find/report_fixture.h"
#include "work/pool.h"

static void expect(double seconds, size_t done, size_t all, const char *wanted)
{
    fixture_hush();
    pool_show_progress(seconds, done, all);
    char *said = fixture_heard();
    assert_string_equal(said, wanted);
    free(said);
}

static void spans(void **unused)
{
    (void)unused;
    expect(0.3, 0, 0, "");
    expect(0.2, 0, 7, "\r\033[K0 of 7 searches (0 %), 0 s");
    expect(59.4, 1, 2, "\r\033[K1 of 2 searches (50 %), 59 s, about 59 s left");
    expect(59.5, 2, 2, "\r\033[K2 of 2 searches (100 %), 1 min 00 s, about 0 s left");
    expect(61, 1, 60, "\r\033[K1 of 60 searches (1 %), 1 min 01 s, about 59 min 59 s left");
    expect(3600, 3, 10, "\r\033[K3 of 10 searches (30 %), 1 h 00 min, about 2 h 20 min left");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(spans)};
    return cmocka_run_group_tests_name("progress", tests, fixture_start, fixture_end);
}
