/* unit_pool.c -- searches that fault, clients that refuse, and more jobs than rows are kept: the
   rows of a pool come in order, each once, with any number of workers. */
#define _GNU_SOURCE
#include "base/clock.h"
#include "base/interrupt.h"
#include "helpers.h"
#include "suite/suite.h"
#include "work/pool.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { FAULTS_ARE_WATCHED = 1 };
#else
enum { FAULTS_ARE_WATCHED = 0 };
#endif

enum { JOBS_MAX = 20000, ROWS_KEPT = 1024 /* as in pool.c */ };

static const int crews[] = {1, 2, 3, 7};

/* ---- a domain whose searches fault ---------------------------------------------------------- */

typedef enum { SOUND, NULL_POINTER, DIVISION, ILLEGAL, BUS, ABORT, OVERFLOW, SLOW, KINDS } kind;

static const int signals[KINDS] = {
    [NULL_POINTER] = SIGSEGV, [DIVISION] = SIGFPE, [ILLEGAL] = SIGILL,
    [BUS] = SIGBUS,           [ABORT] = SIGABRT,   [OVERFLOW] = SIGSEGV};

static const abs_domain *sound;
static abs_domain odd;
static kind kinds[JOBS_MAX];
static atomic_size_t finished;
static _Thread_local size_t job_here;

static void odd_root(const void *rules, uint64_t seed, void *position)
{
    job_here = (size_t)seed - 1; /* an entry is made in the thread that searches it */
    sound->root(rules, seed, position);
}

static int overflow(volatile int *below)
{
    volatile int here[256];
    here[0] = *below + 1;
    return *below < 0 ? 0 : overflow(here) + here[0];
}

static int odd_search(abs_search *s, const void *position, int alpha, int beta, int depth)
{
    volatile int zero = 0;
    int *volatile nowhere = NULL;
    const double began = clock_now();
    switch (kinds[job_here]) {
    case NULL_POINTER:
        return *nowhere;
    case DIVISION:
        return depth / zero;
    case ILLEGAL:
        raise(SIGILL);
        break;
    case BUS:
        raise(SIGBUS);
        break;
    case ABORT:
        abort();
    case OVERFLOW:
        return overflow(&zero);
    case SLOW: /* until there is no room for another row */
        while (finished < ROWS_KEPT - 1)
            if (clock_now() > began + 60)
                fail_msg("only %zu rows were finished", (size_t)finished);
        break;
    default:
        break;
    }
    return sound->search(s, position, alpha, beta, depth);
}

/* ---- a client ------------------------------------------------------------------------------- */

typedef struct {
    const abs_suite *suite;
    size_t next, taken, fetched, lost;
    abs_pool_job found[JOBS_MAX];
    uint64_t nodes[JOBS_MAX];                                     /* of earlier runs */
    size_t refuse_finish, refuse_take, refuse_fetch, refuse_lose; /* at that job */
    bool with_signal;
    atomic_size_t after; /* rows that were finished after one was refused */
    atomic_bool refused;
} client;

static abs_pool_job find(void *context, size_t job)
{
    return ((client *)context)->found[job];
}

static bool finish(void *context, const abs_row *row)
{
    client *c = context;
    finished++;
    c->after += c->refused;
    if (row->job != c->refuse_finish)
        return true;
    c->refused = true;
    if (c->with_signal) {
        raise(SIGXFSZ);
        usleep(150 * 1000); /* the other threads see it first */
    }
    return false;
}

/* It is the next of this run. */
static void is_due(client *c, size_t job)
{
    while (c->next < c->suite->jobs && c->found[c->next] == POOL_ELSEWHERE)
        c->next++;
    assert_int_equal(job, c->next++);
}

static bool take(void *context, const abs_row *row)
{
    client *c = context;
    is_due(c, row->job);
    assert_int_equal(c->found[row->job], POOL_SEARCH);
    assert_int_equal(row->entry->seed, row->job + 1);
    assert_true(row->n.nodes > 0);
    assert_true(c->nodes[row->job] == 0 || c->nodes[row->job] == row->n.nodes);
    c->nodes[row->job] = row->n.nodes;
    c->taken++;
    return row->job != c->refuse_take;
}

static bool fetch(void *context, size_t job)
{
    client *c = context;
    is_due(c, job);
    assert_int_equal(c->found[job], POOL_THERE);
    c->fetched++;
    return job != c->refuse_fetch;
}

static bool lose(void *context, size_t job, int signal)
{
    client *c = context;
    is_due(c, job);
    assert_int_equal(signal, signals[kinds[job]]);
    c->lost++;
    return job != c->refuse_lose;
}

static client c;
static abs_suite suite;

static void open_suite(size_t jobs, int depth)
{
    char seeds[64], plies[64];
    abs_options options;
    abs_error error = {0};
    snprintf(seeds, sizeof seeds, "--seed=1..%zu", jobs);
    snprintf(plies, sizeof plies, "--depth=%d", depth);
    char *argv[] = {(char *)"absbench",
                    (char *)"--tree=uniform:b=3,range=50",
                    seeds,
                    plies,
                    (char *)"--plain",
                    NULL};
    abs_options_init(&options);
    if (!abs_options_parse(&options, 5, argv, &error) || !abs_suite_add(&suite, &options, &error))
        fail_msg("%s", error.text);
    abs_options_free(&options);
    assert_int_equal(suite.jobs, jobs);
    sound = suite.batches[0].domain;
    odd = *sound;
    odd.root = odd_root;
    odd.search = odd_search;
    suite.batches[0].domain = &odd;
    memset(&c, 0, sizeof c);
    memset(kinds, 0, sizeof kinds);
    c.suite = &suite;
}

static abs_exit run(int workers)
{
    const abs_pool_client calls = {.workers = workers,
                                   .find = find,
                                   .finish = finish,
                                   .take = take,
                                   .fetch = fetch,
                                   .lose = lose,
                                   .context = &c};
    abs_error error = {0};
    finished = 0;
    interrupt_flag = false;
    c.next = c.taken = c.fetched = c.lost = c.after = 0;
    c.refused = false;
    return abs_pool_run(&suite, &calls, &error);
}

static void never_refuse(void)
{
    c.refuse_finish = c.refuse_take = c.refuse_fetch = c.refuse_lose = SIZE_MAX;
}

/* ---- tests ---------------------------------------------------------------------------------- */

static void test_faults(void **unused)
{
    (void)unused;
    if (FAULTS_ARE_WATCHED)
        skip();
    open_suite(300, 3);
    never_refuse();
    size_t lost = 0;
    for (size_t job = 0; job < suite.jobs; job += 1 + job % 11) {
        kinds[job] = (kind)(1 + job % (SLOW - 1));
        lost++;
    }
    for (size_t i = 0; i < sizeof crews / sizeof crews[0]; i++) {
        assert_int_equal(run(crews[i]), ABS_OK);
        assert_int_equal(c.lost, lost);
        assert_int_equal(c.taken, suite.jobs - lost);
        assert_int_equal(finished, suite.jobs - lost);
    }
    abs_suite_free(&suite);
}

static void test_every_search_faults(void **unused)
{
    (void)unused;
    if (FAULTS_ARE_WATCHED)
        skip();
    open_suite(50, 3);
    never_refuse();
    for (size_t job = 0; job < suite.jobs; job++)
        kinds[job] = (kind)(1 + job % (SLOW - 1));
    for (size_t i = 0; i < sizeof crews / sizeof crews[0]; i++) {
        assert_int_equal(run(crews[i]), ABS_OK);
        assert_int_equal(c.lost, suite.jobs);
    }
    abs_suite_free(&suite);
}

static void test_found(void **unused)
{
    uint64_t state = 1;
    (void)unused;
    open_suite(500, 3);
    never_refuse();
    for (int round = 0; round < 8; round++) {
        size_t there = 0, elsewhere = 0;
        for (size_t job = 0; job < suite.jobs; job++) {
            const uint64_t r = test_random(&state, 8);
            c.found[job] = round == 7 || r == 0  ? POOL_THERE
                           : round == 6 || r < 3 ? POOL_ELSEWHERE
                                                 : POOL_SEARCH;
            there += c.found[job] == POOL_THERE;
            elsewhere += c.found[job] == POOL_ELSEWHERE;
        }
        for (size_t i = 0; i < sizeof crews / sizeof crews[0]; i++) {
            assert_int_equal(run(crews[i]), ABS_OK);
            assert_int_equal(c.fetched, there);
            assert_int_equal(c.taken, suite.jobs - there - elsewhere);
        }
    }
    abs_suite_free(&suite);
}

/* The run ends, and nothing is handed over after what was refused. */
static void test_refusals(void **unused)
{
    static size_t *const wheres[] = {&c.refuse_finish, &c.refuse_take, &c.refuse_fetch,
                                     &c.refuse_lose};
    static const size_t jobs[] = {0, 77, 299};
    (void)unused;
    open_suite(300, 3);
    for (size_t where = 0; where < 4; where++)
        for (size_t j = 0; j < 3; j++) {
            if (where == 3 && FAULTS_ARE_WATCHED)
                continue;
            never_refuse();
            *wheres[where] = jobs[j];
            c.found[jobs[j]] = where == 2 ? POOL_THERE : POOL_SEARCH;
            kinds[jobs[j]] = where == 3 ? NULL_POINTER : SOUND;
            for (size_t i = 0; i < sizeof crews / sizeof crews[0]; i++) {
                assert_int_equal(run(crews[i]), ABS_CANNOT_RUN);
                assert_true(c.next <= jobs[j] + (where != 0));
                assert_true(c.after <= (size_t)crews[i]); /* those that were under way */
            }
            c.found[jobs[j]] = POOL_SEARCH;
            kinds[jobs[j]] = SOUND;
        }
    abs_suite_free(&suite);
}

/* SIGXFSZ comes before the write fails that it belongs to: that is no interrupt. */
static void test_refusal_with_signal(void **unused)
{
    (void)unused;
    open_suite(300, 3);
    never_refuse();
    c.refuse_finish = 77;
    c.with_signal = true;
    for (size_t i = 0; i < sizeof crews / sizeof crews[0]; i++)
        assert_int_equal(run(crews[i]), ABS_CANNOT_RUN);
    interrupt_flag = false;
    abs_suite_free(&suite);
}

/* The first job ends when all others that there is room for have: they are handed over after it. */
static void test_more_jobs_than_rows(void **unused)
{
    (void)unused;
    open_suite(3 * ROWS_KEPT, 1);
    never_refuse();
    kinds[0] = SLOW;
    for (size_t i = 1; i < sizeof crews / sizeof crews[0]; i++) {
        assert_int_equal(run(crews[i]), ABS_OK);
        assert_int_equal(c.taken, suite.jobs);
    }
    abs_suite_free(&suite);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_every_search_faults),
        cmocka_unit_test(test_found),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_refusal_with_signal),
        cmocka_unit_test(test_more_jobs_than_rows),
    };
    interrupt_catch();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
