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
    abs_error first, second, third;
    struct rlimit limit;
    close(mkstemp(path));
    buffer_text(&head, "{\"schema\":\"absbench.report/3\"}\n");
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
    memset(&second, 0x55, sizeof second); /* what a stack may hold */
    memset(&third, 0x55, sizeof third);
    assert_false(journal_leave_out(j, 2, &second));
    assert_false(journal_end(j, &(abs_end){0}, &third));
    assert_int_equal(first.code, ABS_CANNOT_RUN);
    assert_non_null(strstr(first.text, "a row could not be written"));
    assert_int_equal(second.code, ABS_CANNOT_RUN);
    assert_string_equal(second.text, first.text);
    assert_int_equal(third.code, ABS_CANNOT_RUN);
    assert_string_equal(third.text, first.text);
    journal_close(j, true);
    buffer_free(&head);
}

RUN_TESTS(NULL, NULL, NULL)
