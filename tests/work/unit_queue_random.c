/* unit_queue_random.c -- workers simulated at random, in a narrow window: every job is taken once, by
   the rules, and handed over once and in order; nothing waits for ever. */
#include "helpers.h"
#include "work/queue.h"

#include <string.h>

enum { JOBS_MAX = 400, WORKERS_MAX = 5, SIMULATIONS = 3000, STEPS_MAX = 100 * JOBS_MAX };

static uint64_t state;

static size_t any(size_t n)
{
    return (size_t)test_random(&state, n);
}

/* ---- jobs ----------------------------------------------------------------------------------- */

/* Only what the queue looks at: domains, configurations and numbers. */
static void make_suite(abs_suite *suite)
{
    static const char *const names[] = {"alphabeta", "pvs", "minimax", "minimal"};
    static const char *const trees[] = {"uniform", "ordered", "explicit"};
    abs_error error;
    *suite = (abs_suite){.batches = calloc(3, sizeof *suite->batches), .count = 1 + any(3)};
    for (size_t i = 0; i < suite->count; i++) {
        abs_batch *b = &suite->batches[i];
        b->domain = abs_registry_find("tree", trees[any(3)], &error)->domain;
        b->entry_count = any(30);
        b->config_count = 1 + any(4);
        b->configs = calloc(b->config_count, sizeof *b->configs);
        for (size_t c = 0; c < b->config_count; c++)
            b->configs[c] = test_plain(names[any(4)], (int)any(13));
    }
    abs_suite_number_jobs(suite, 0);
}

/* In plies beyond what its domain does by default; twice as many where there are no cutoffs. */
static int length_of(const abs_suite *suite, size_t job)
{
    const abs_config *config;
    const abs_domain *domain = abs_suite_config(suite, job, &config);
    const bool naive = strncmp(config->algo.name, "mini", 4) == 0;
    return config->depth * (naive ? 2 : 1) - domain->default_depth;
}

/* ---- what is known of the queue from outside ------------------------------------------------- */

typedef struct {
    size_t job;
    bool busy;
} crewman;

typedef struct {
    abs_suite suite;
    abs_queue queue;
    size_t window, workers, due;
    bool waiting[JOBS_MAX];
    int became[JOBS_MAX]; /* of those that have ended */
    crewman crew[WORKERS_MAX];
    size_t finished;
} simulation;

/* The end of the block that begins there. */
static size_t block_end(const simulation *s, size_t begin)
{
    const size_t size = s->window / 2 > 0 ? s->window / 2 : 1;
    return s->suite.jobs - begin <= 2 * size ? s->suite.jobs : begin + size;
}

/* The lowest that waits; JOBS_MAX: none. */
static size_t lowest(const simulation *s)
{
    for (size_t job = 0; job < s->suite.jobs; job++)
        if (s->waiting[job])
            return job;
    return JOBS_MAX;
}

/* The one that the rules say, found by looking at all of the first block where any waits. */
static size_t expected_job(const simulation *s, bool in_order)
{
    size_t begin = 0, found = lowest(s);
    const size_t first = found;
    if (found == JOBS_MAX || in_order || s->workers == 1)
        return found;
    while (block_end(s, begin) <= found)
        begin = block_end(s, begin);
    for (size_t job = begin; job < block_end(s, begin); job++)
        if (s->waiting[job] && length_of(&s->suite, job) > length_of(&s->suite, found))
            found = job;
    return found < s->due + s->window ? found : first;
}

static void start(simulation *s)
{
    static const job_state settled[] = {JOB_THERE, JOB_ELSEWHERE};
    *s = (simulation){.window = 1 + any(20), .workers = 1 + any(WORKERS_MAX)};
    make_suite(&s->suite);
    assert_true(s->suite.jobs <= JOBS_MAX);
    queue_start(&s->queue, &s->suite, s->window, (int)s->workers);
    const size_t rare = 1 + any(10);
    for (size_t job = 0; job < s->suite.jobs; job++) {
        s->waiting[job] = any(rare) != 1;
        if (s->waiting[job])
            continue;
        s->became[job] = settled[any(2)];
        queue_settle(&s->queue, job, (job_state)s->became[job]);
    }
}

static void stop(simulation *s)
{
    queue_free(&s->queue);
    for (size_t i = 0; i < s->suite.count; i++)
        free(s->suite.batches[i].configs);
    free(s->suite.batches);
}

/* ---- steps ---------------------------------------------------------------------------------- */

/* Whether there was a job. The first takes them in order. */
static bool take(simulation *s, crewman *c)
{
    const bool in_order = c == s->crew;
    const size_t first = lowest(s), expected = expected_job(s, in_order);
    const bool can = first != JOBS_MAX && first < s->due + s->window;
    assert_int_equal(queue_must_wait(&s->queue), first != JOBS_MAX && !can);
    c->busy = queue_take(&s->queue, in_order, &c->job);
    assert_int_equal(c->busy, can);
    if (!c->busy)
        return false;
    assert_int_equal(c->job, expected);
    assert_true(expected >= s->due && expected < s->due + s->window);
    s->waiting[expected] = false;
    return true;
}

static void end_search(simulation *s, crewman *c, int became)
{
    s->became[c->job] = became;
    queue_end(&s->queue, c->job, became);
    c->busy = false;
    s->finished += became == JOB_DONE;
}

/* Whether a row was due. */
static bool hand_over(simulation *s)
{
    const size_t ready = queue_ready(&s->queue, 1 + any(20));
    for (size_t i = 0; i < ready; i++) {
        const size_t job = s->due + i;
        assert_true(job < s->suite.jobs);
        assert_int_not_equal(s->became[job], JOB_WAITING);
        assert_int_equal(s->queue.state[job], s->became[job]);
    }
    s->queue.due = s->due += ready;
    return ready > 0;
}

/* Whether anybody can do anything. */
static bool step(simulation *s)
{
    const size_t first = any(s->workers + 1);
    for (size_t i = 0; i <= s->workers; i++) {
        const size_t who = (first + i) % (s->workers + 1);
        if (who == s->workers ? hand_over(s) : !s->crew[who].busy && take(s, &s->crew[who]))
            return true;
        if (who < s->workers && s->crew[who].busy) {
            const bool lost = any(20) == 0;
            end_search(s, &s->crew[who], lost ? JOB_LOST + 1 + (int)any(60) : JOB_DONE);
            return true;
        }
    }
    return false;
}

static void test_queue(void **unused)
{
    size_t jobs = 0, steps = 0;
    (void)unused;
    for (int i = 0; i < SIMULATIONS; i++) {
        simulation s;
        state = (uint64_t)i;
        start(&s);
        for (size_t n = 0; s.due < s.suite.jobs; n++) {
            if (!step(&s))
                fail_msg("simulation %d: all wait, and job %zu is due", i, s.due);
            assert_true(n < STEPS_MAX);
            steps++;
        }
        assert_int_equal(s.queue.waiting, 0);
        assert_int_equal(s.queue.finished, s.finished);
        jobs += s.suite.jobs;
        stop(&s);
    }
    print_message("%zu jobs, %zu steps\n", jobs, steps);
    assert_true(jobs > 100 * SIMULATIONS / 2);
}

/* What is stopped is not handed over, nor is what comes after it. */
static void test_stopped(void **unused)
{
    (void)unused;
    for (int i = 0; i < SIMULATIONS; i++) {
        simulation s;
        state = (uint64_t)i + SIMULATIONS;
        start(&s);
        for (size_t n = any(200); n > 0 && step(&s); n--)
            ;
        size_t first = JOBS_MAX;
        for (size_t w = 0; w < s.workers; w++) {
            if (!s.crew[w].busy)
                continue;
            if (s.crew[w].job < first)
                first = s.crew[w].job;
            end_search(&s, &s.crew[w], JOB_STOPPED);
        }
        for (size_t job = s.due; job < s.suite.jobs; job++)
            if (s.waiting[job] && job < first)
                first = job;
        while (hand_over(&s))
            ;
        assert_int_equal(s.due, first < s.suite.jobs ? first : s.suite.jobs);
        stop(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_queue),
        cmocka_unit_test(test_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
