/* unit_journal.c -- a journal that was cut at any byte goes on to the same bytes; one that cannot
   be read is left alone. */
#define _GNU_SOURCE
#include "helpers.h"
#include "log/journal.h"

#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { JOBS = 5, LEFT_OUT = 3, REFERENCE = 1, SIZE_MOST = 1 << 16 };

static bool unreadable;

/* The library's reads come here. */
ssize_t pread(int fd, void *to, size_t size, off_t at)
{
    if (unreadable) {
        errno = EIO;
        return -1;
    }
    return syscall(SYS_pread64, fd, to, size, at);
}

static test_position at;
static abs_config configs[JOBS];
static abs_iteration iterations[JOBS];
static abs_pass passes[JOBS];
static const abs_plan plan = {.known = true, .hash = 0x123456789abcdef, .jobs = JOBS};
static abs_buffer head;
static int file; /* in memory: nothing waits for a disk */
static char path[64];

static abs_row make_row(size_t job)
{
    const int depth = (int)job + 1;
    const uint64_t nodes = 40 + job;
    configs[job] = test_plain("pvs", depth);
    configs[job].for_reference = job == REFERENCE;
    iterations[job] = (abs_iteration){depth, false, true, 12, nodes, nodes, nodes - 10, 0, 1};
    passes[job] = (abs_pass){-ABS_INFINITY, 20, 12, nodes, nodes};
    return (abs_row){.entry = &at.entry,
                     .config = &configs[job],
                     .job = job,
                     .has_value = true,
                     .value = 12,
                     .best = 2,
                     .pv_length = 1,
                     .pv = {2},
                     .n = {.nodes = nodes, .interior = 10},
                     .iterations = &iterations[job],
                     .iteration_count = 1,
                     .passes = &passes[job],
                     .pass_count = 1};
}

static abs_journal *open_it(bool resume, abs_error *error)
{
    const abs_journal_options options = {
        .path = path, .head = &head, .plan = &plan, .resume = resume};
    return journal_open(&options, error);
}

/* All that is not there, and the end. Returns how many jobs were there. */
static uint64_t finish(abs_journal *j)
{
    const abs_end end = {.rows = JOBS - 2, .reference_rows = 1, .left_out = 1, .signature = 0};
    abs_end signed_end = end;
    uint64_t found = 0;
    abs_error error;
    for (size_t job = 0; job < JOBS; job++) {
        const abs_row row = make_row(job);
        if (job != LEFT_OUT && job != REFERENCE)
            signed_end.signature = abs_signature_add(signed_end.signature, &row);
        if (!journal_has(j, job)) {
            assert_true(job == LEFT_OUT ? journal_leave_out(j, job, &error)
                                        : journal_add(j, &row, &error));
            continue;
        }
        found++;
        assert_int_equal(journal_left_out(j, job), job == LEFT_OUT);
        if (job == LEFT_OUT)
            continue;
        const abs_row *there = journal_row(j, job, row.entry, row.config, &error);
        if (there == NULL)
            fail_msg("%s", error.text);
        assert_int_equal(there->job, job);
        assert_int_equal(there->n.nodes, row.n.nodes);
        assert_ptr_equal(there->config, row.config);
    }
    assert_int_equal(found, journal_found(j));
    assert_true(journal_end(j, &signed_end, &error));
    journal_close(j, false);
    return found;
}

static size_t size_of_file(void)
{
    return (size_t)lseek(file, 0, SEEK_END);
}

static void fill(const char *bytes, size_t size)
{
    assert_int_equal(ftruncate(file, 0), 0);
    assert_int_equal(pwrite(file, bytes, size, 0), (ssize_t)size);
}

static char whole[SIZE_MOST], again[SIZE_MOST];
static size_t length;

static int set_up(void **unused)
{
    abs_error error;
    (void)unused;
    test_open(&at, "uniform:b=3,range=50", NULL, 7);
    at.entry.id = "uniform:b=3,range=50#7";
    file = memfd_create("journal", MFD_CLOEXEC);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    buffer_text(&head,
                "{\"schema\":\"absbench.report/3\",\"context\":{\"version\":\"1\",\"git\":\"2\","
                "\"options\":{},\"plan\":");
    plan_json(&head, &plan);
    buffer_text(&head, "}}\n");
    abs_journal *j = open_it(false, &error);
    if (j == NULL)
        fail_msg("%s", error.text);
    assert_int_equal(finish(j), 0);
    length = size_of_file();
    assert_true(length < SIZE_MOST);
    return syscall(SYS_pread64, file, whole, length, (off_t)0) != (long)length;
}

static int tear_down(void **unused)
{
    (void)unused;
    close(file);
    buffer_free(&head);
    test_close(&at);
    return 0;
}

static void test_cut_at_every_byte(void **unused)
{
    abs_error error;
    uint64_t lines = 0;
    (void)unused;
    for (size_t cut = 0; cut <= length; cut++) {
        lines += cut > 0 && whole[cut - 1] == '\n';
        fill(whole, cut);
        abs_journal *j = open_it(true, &error);
        if (j == NULL)
            fail_msg("cut at byte %zu: %s", cut, error.text);
        assert_int_equal(journal_is_whole(j), cut == length);
        const uint64_t before = lines == 0 ? 0 : lines - 1 < JOBS ? lines - 1 : JOBS;
        assert_int_equal(finish(j), before);
        assert_int_equal(size_of_file(), length);
        assert_int_equal(syscall(SYS_pread64, file, again, length, (off_t)0), length);
        assert_memory_equal(again, whole, length);
    }
    print_message("%zu bytes, %llu lines\n", length, (unsigned long long)lines);
    assert_int_equal(lines, JOBS + 2);
}

/* Not taken for an empty file, which would be begun anew. */
static void test_unreadable(void **unused)
{
    abs_error error;
    (void)unused;
    for (size_t cut = 0; cut <= length; cut += cut < 100 ? 1 : 97) {
        if (cut == 0)
            continue;
        fill(whole, cut);
        unreadable = true;
        assert_null(open_it(true, &error));
        unreadable = false;
        if (strstr(error.text, "cannot be read") == NULL)
            fail_msg("%s", error.text);
        assert_int_equal(error.code, ABS_CANNOT_RUN);
        assert_int_equal(size_of_file(), cut);
    }
}

static void test_locked(void **unused)
{
    abs_error error;
    (void)unused;
    fill(whole, length);
    abs_journal *first = open_it(true, &error);
    assert_non_null(first);
    assert_null(open_it(true, &error));
    assert_non_null(strstr(error.text, "another absbench is writing to it"));
    journal_close(first, false);
    abs_journal *second = open_it(true, &error);
    assert_non_null(second);
    journal_close(second, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cut_at_every_byte),
        cmocka_unit_test(test_unreadable),
        cmocka_unit_test(test_locked),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
