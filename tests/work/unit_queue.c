/*
 * unit_queue.c -- the queue of jobs: which is next, how many at once, and where rows wait.
 */
#include "helpers.h"
#include "work/queue.h"

enum { JOBS = 12, WINDOW = 8 };

/* A position by configurations whose depths these are. */
typedef struct {
    test_position at;
    abs_place place;
    abs_config configs[JOBS];
    abs_batch batch;
    abs_suite suite;
} jobs;

static void open_jobs(jobs *j, const int depths[JOBS])
{
    *j = (jobs){.suite = {.count = 1}};
    test_open(&j->at, "uniform:b=2", NULL, 1);
    for (int i = 0; i < JOBS; i++)
        j->configs[i] = test_plain("pvs", depths[i]);
    j->batch = (abs_batch){.domain = j->at.root.domain,
                           .roots = &j->place,
                           .root_count = 1,
                           .configs = j->configs,
                           .config_count = JOBS};
    j->suite.batches = &j->batch;
    abs_suite_number_jobs(&j->suite, 0);
    assert_int_equal(j->suite.jobs, JOBS);
}

/* Takes jobs, which are those wanted. */
static void expect_taken(abs_queue *q, bool in_order, const size_t *wanted, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t job;
        assert_true(queue_take(q, in_order, &job));
        assert_int_equal(job, wanted[i]);
        assert_int_equal(q->state[job], JOB_TAKEN);
    }
}

static const int depths[JOBS] = {3, 3, 9, 3, 7, 3, 3, 9, 3, 3, 3, 3};

/* The longest first, in their order where they are as long; naive ones longer than their depth. */
static void the_longest_first(void **state)
{
    (void)state;
    jobs j;
    abs_queue q;
    open_jobs(&j, depths);
    j.configs[10].algo = test_algo("minimax");
    j.configs[10].depth = 4;
    queue_start(&q, &j.suite, JOBS, 2);
    expect_taken(&q, false, (size_t[]){2, 7, 10}, 3);
    expect_taken(&q, true, (size_t[]){0}, 1);
    expect_taken(&q, false, (size_t[]){4}, 1);
    expect_taken(&q, true, (size_t[]){1, 3}, 2);
    queue_free(&q);
    queue_start(&q, &j.suite, JOBS, 1); /* alone: as they come */
    expect_taken(&q, false, (size_t[]){0, 1, 2, 3}, 4);
    queue_free(&q);
    test_close(&j.at);
}

/* What is too far beyond the job that is due waits for it, however long it is. */
static void lowest_at_the_end_of_the_window(void **state)
{
    (void)state;
    jobs j;
    abs_queue q;
    size_t none;
    open_jobs(&j, depths);
    queue_start(&q, &j.suite, 4, 2); /* blocks of 0 1, 2 3, 4 5, 6 7, 8 .. 11 */
    expect_taken(&q, false, (size_t[]){0, 1, 2}, 3);
    expect_taken(&q, true, (size_t[]){3}, 1);
    assert_true(queue_must_wait(&q));
    assert_false(queue_take(&q, false, &none));
    queue_end(&q, 0, JOB_DONE);
    q.due += queue_ready(&q, 64);
    assert_int_equal(q.due, 1);
    expect_taken(&q, false, (size_t[]){4}, 1);
    for (size_t job = 1; job <= 2; job++)
        queue_end(&q, job, JOB_DONE);
    q.due += queue_ready(&q, 64);
    assert_int_equal(q.due, 3);
    expect_taken(&q, false, (size_t[]){5, 6}, 2); /* 7 is longer, and beyond the window */
    queue_free(&q);
    test_close(&j.at);
}

/* Jobs are due in their order, whatever became of them. */
static void handed_over_in_order(void **state)
{
    (void)state;
    jobs j;
    abs_queue q;
    open_jobs(&j, depths);
    queue_start(&q, &j.suite, WINDOW, 1);
    queue_settle(&q, 1, JOB_THERE);
    queue_settle(&q, 4, JOB_ELSEWHERE);
    assert_true(q.waiting == JOBS - 2 && q.to_search == JOBS - 2);
    expect_taken(&q, true, (size_t[]){0, 2, 3, 5, 6}, 5);
    queue_end(&q, 5, JOB_DONE);
    queue_end(&q, 6, JOB_LOST + 11);
    assert_int_equal(queue_ready(&q, 64), 0); /* job 0 is due */
    queue_end(&q, 0, JOB_DONE);
    assert_int_equal(queue_ready(&q, 64), 2); /* and 1, which is there */
    queue_end(&q, 2, JOB_DONE);
    queue_end(&q, 3, JOB_STOPPED);
    assert_int_equal(queue_ready(&q, 64), 3);
    assert_int_equal(queue_ready(&q, 2), 2);
    assert_int_equal(q.finished, 3);
    q.due += 3;
    assert_int_equal(queue_ready(&q, 64), 0);
    queue_free(&q);
    test_close(&j.at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_longest_first), cmocka_unit_test(lowest_at_the_end_of_the_window),
        cmocka_unit_test(handed_over_in_order),
    };
    return cmocka_run_group_tests_name("queue", tests, NULL, NULL);
}
