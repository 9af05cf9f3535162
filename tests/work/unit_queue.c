/*
 * unit_queue.c -- the queue of jobs: which is next, how many at once, and where rows wait.
 */
#include "helpers.h"
#include "work/queue.h"

enum { JOBS = 12, SLOTS = 8 };

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
    j->batch = (abs_batch){.domain = j->at.entry.domain,
                           .entries = &j->place,
                           .entry_count = 1,
                           .configs = j->configs,
                           .config_count = JOBS};
    j->suite.batches = &j->batch;
    abs_suite_number_jobs(&j->suite, 0);
    assert_int_equal(j->suite.jobs, JOBS);
}

static void expect_claim(abs_queue *q, abs_claim *c, size_t most, const size_t *wanted,
                         size_t count)
{
    c->most = most;
    assert_int_equal(queue_claim(q, c), count > 0);
    assert_int_equal(c->count, count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(c->jobs[i], wanted[i]);
        assert_int_equal(queue_state(q, c->jobs[i]), JOB_CLAIMED);
        assert_int_equal(queue_slot(q, c->jobs[i]), c->slots[i]);
    }
}

static const int depths[JOBS] = {3, 3, 9, 3, 7, 3, 3, 9, 3, 3, 3, 3};

/* The longest first, in their order where they are as long; naive ones longer than their depth. */
static void the_longest_first(void **state)
{
    (void)state;
    jobs j;
    abs_queue q;
    abs_claim c = {0}, first = {.in_order = true};
    open_jobs(&j, depths);
    j.configs[10].algo = test_algo("minimax");
    j.configs[10].depth = 4;
    assert_true(queue_start(&q, &j.suite, JOBS, 2));
    expect_claim(&q, &c, 3, (size_t[]){2, 7, 10}, 3);
    expect_claim(&q, &first, 1, (size_t[]){0}, 1);
    expect_claim(&q, &c, 1, (size_t[]){4}, 1);
    expect_claim(&q, &first, 2, (size_t[]){1, 3}, 2);
    queue_free(&q);
    assert_true(queue_start(&q, &j.suite, JOBS, 1)); /* alone: as they come */
    expect_claim(&q, &c, 4, (size_t[]){0, 1, 2, 3}, 4);
    queue_free(&q);
    test_close(&j.at);
}

/* No worker takes more than its share of half of what waits, nor more than there are slots. */
static void shares(void **state)
{
    (void)state;
    jobs j;
    abs_queue q;
    abs_claim c = {.in_order = true};
    open_jobs(&j, depths);
    assert_true(queue_start(&q, &j.suite, SLOTS, 3));
    expect_claim(&q, &c, CLAIM_MOST, (size_t[]){0, 1, 2}, 3); /* 12 / 6 + 1 */
    expect_claim(&q, &c, CLAIM_MOST, (size_t[]){3, 4}, 2);
    expect_claim(&q, &c, CLAIM_MOST, (size_t[]){5, 6}, 2);
    assert_false(queue_must_wait(&q));
    expect_claim(&q, &c, CLAIM_MOST, (size_t[]){7}, 1);
    assert_true(queue_must_wait(&q));
    queue_free(&q);
    test_close(&j.at);
}

/* Once half of the slots hold rows that wait, the lowest job is next. */
static void lowest_when_slots_are_few(void **state)
{
    (void)state;
    jobs j;
    abs_queue q;
    abs_claim c = {0};
    open_jobs(&j, depths);
    assert_true(queue_start(&q, &j.suite, 4, 2));
    expect_claim(&q, &c, 1, (size_t[]){2}, 1);
    expect_claim(&q, &c, 1, (size_t[]){7}, 1);
    expect_claim(&q, &c, 1, (size_t[]){0}, 1);
    expect_claim(&q, &c, 1, (size_t[]){1}, 1);
    assert_true(queue_must_wait(&q));
    queue_free(&q);
    test_close(&j.at);
}

/* Jobs are due in their order, whatever became of them; their slots are free again. */
static void handed_over_in_order(void **state)
{
    (void)state;
    jobs j;
    abs_queue q;
    abs_claim one = {.in_order = true}, two = {.in_order = true};
    open_jobs(&j, depths);
    assert_true(queue_start(&q, &j.suite, SLOTS, 1));
    queue_settle(&q, 1, JOB_THERE);
    queue_settle(&q, 4, JOB_ELSEWHERE);
    assert_true(q.waiting == JOBS - 2 && q.to_search == JOBS - 2);
    expect_claim(&q, &one, 3, (size_t[]){0, 2, 3}, 3);
    expect_claim(&q, &two, 2, (size_t[]){5, 6}, 2);
    queue_done(&q, &two, 0);
    two.states[1] = JOB_LOST;
    two.faults[1] = 11;
    assert_false(queue_publish(&q, &two, 2)); /* job 0 is due */
    assert_int_equal(queue_fault(&q, 6), 11);
    assert_int_equal(queue_ready(&q, 64), 0);
    queue_done(&q, &one, 0);
    assert_int_equal(queue_ready(&q, 64), 2); /* and 1, which is there */
    queue_done(&q, &one, 1);
    assert_true(queue_publish(&q, &one, 2)); /* 3 was not begun */
    assert_int_equal(queue_state(&q, 3), JOB_STOPPED);
    assert_int_equal(queue_ready(&q, 64), 3);
    assert_int_equal(queue_ready(&q, 2), 2);
    assert_int_equal(q.finished, 3);
    assert_int_equal(q.free_count, SLOTS - 3); /* those of 0, 2 and 5 */
    queue_release(&q, 3);
    assert_true(q.due == 3 && q.free_count == SLOTS - 1);
    assert_int_equal(queue_ready(&q, 64), 0);
    queue_free(&q);
    test_close(&j.at);
}

/* About a millisecond's work at a time. */
static void pace(void **state)
{
    (void)state;
    static const struct {
        size_t done;
        double seconds;
        size_t most;
    } paces[] = {
        {1, 1.0, 1}, {1, 1e-4, 10}, {10, 1e-3, 10}, {64, 1e-4, CLAIM_MOST}, {3, 0, CLAIM_MOST}};
    for (size_t i = 0; i < sizeof paces / sizeof *paces; i++) {
        abs_claim c = {0};
        claim_pace(&c, paces[i].done, paces[i].seconds);
        assert_int_equal(c.most, paces[i].most);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_longest_first),
        cmocka_unit_test(shares),
        cmocka_unit_test(lowest_when_slots_are_few),
        cmocka_unit_test(handed_over_in_order),
        cmocka_unit_test(pace),
    };
    return cmocka_run_group_tests_name("queue", tests, NULL, NULL);
}
