/* unit_journal.c -- a journal that cannot be written says so to whoever adds to it. */
#include "log/journal.h"
#include "test.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

/* Workers may fail at once, and any of them may be the first that is heard. */
TEST(after_a_failure_every_caller_is_told_why)
{
    char path[] = "/tmp/absbench-journal-XXXXXX";
    abs_buffer head = {0};
    const abs_plan plan = {.known = true, .jobs = 9};
    abs_error first, later;
    struct rlimit limit;
    close(mkstemp(path));
    buffer_text(&head, "{\"schema\":\"absbench.report/4\"}\n");
    abs_journal *j =
        journal_open(&(abs_journal_options){.path = path, .head = &head, .plan = &plan}, &first);
    assert_non_null(j);
    assert_true(journal_leave_out(j, 0, &first));
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &limit);
    const rlim_t before = limit.rlim_cur;
    limit.rlim_cur = head.length + 20; /* a line has room, a second has not */
    setrlimit(RLIMIT_FSIZE, &limit);
    assert_false(journal_leave_out(j, 1, &first));
    limit.rlim_cur = before;
    setrlimit(RLIMIT_FSIZE, &limit);
    assert_int_equal(first.code, ABS_CANNOT_RUN);
    assert_non_null(strstr(first.text, "a row could not be written"));
    for (int call = 0; call < 2; call++) {
        memset(&later, 0x55, sizeof later); /* what a stack may hold */
        assert_false(call == 0 ? journal_leave_out(j, 2, &later)
                               : journal_end(j, &(abs_end){0}, &later));
        assert_int_equal(later.code, ABS_CANNOT_RUN);
        assert_string_equal(later.text, first.text);
    }
    journal_close(j, true);
    buffer_free(&head);
}

RUN_TESTS(NULL, NULL, NULL)
