/* unit_progress.c -- how far a run has come, and how long it may take, in words. */
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

TEST(progress_has_time_and_percent)
{
    expect(0.3, 0, 0, "");
    expect(0.2, 0, 7, "\r\033[K0 of 7 searches (0 %), 0:00:00");
    expect(59.4, 1, 2, "\r\033[K1 of 2 searches (50 %), 0:00:59, about 0:00:59 left");
    expect(59.5, 2, 2, "\r\033[K2 of 2 searches (100 %), 0:01:00, about 0:00:00 left");
    expect(61, 1, 60, "\r\033[K1 of 60 searches (1 %), 0:01:01, about 0:59:59 left");
    expect(3600, 3, 10, "\r\033[K3 of 10 searches (30 %), 1:00:00, about 2:20:00 left");
}

RUN_TESTS(fixture_start, fixture_end, NULL)
