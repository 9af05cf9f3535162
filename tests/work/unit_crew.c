/* unit_crew.c -- how many workers there are: as many as asked for, or as the machine has; and how
   far they go ahead of a long search. */
#include "suite/suite.h"
#include "test.h"
#include "work/pool.h"

#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

static int size(abs_verb verb, int asked, size_t jobs, uint64_t tt_bytes)
{
    abs_options o;
    const abs_suite suite = {.jobs = jobs, .tt_bytes = tt_bytes};
    abs_options_init(&o);
    o.verb = verb;
    o.jobs = asked;
    o.quiet = true;
    const int workers = crew_size(&o, &suite);
    abs_options_free(&o);
    return workers;
}

TEST(workers_are_as_asked_for_but_not_idle)
{
    assert_int_equal(size(ABS_VERB_SWEEP, 3, 100, 0), 3);
    assert_int_equal(size(ABS_VERB_RUN, 3, 100, 0), 3);
    assert_int_equal(size(ABS_VERB_SWEEP, 9, 4, 0), 4);
    assert_int_equal(size(ABS_VERB_SWEEP, 9, 0, 0), 1);
}

TEST(workers_are_as_many_as_processors_and_memory_allow)
{
    const uint64_t memory = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    cpu_set_t set;
    assert_int_equal(sched_getaffinity(0, sizeof set, &set), 0);
    assert_int_equal(size(ABS_VERB_SWEEP, 0, 1000, 0), CPU_COUNT(&set));
    assert_int_equal(size(ABS_VERB_SWEEP, 0, 1000, memory / 3), 1);    /* the tables fit once */
    assert_int_equal(size(ABS_VERB_RUN, 0, 1000, 0), CPU_COUNT(&set));
    assert_int_equal(size(ABS_VERB_RUN, 2, 1000, memory / 3), 2); /* as asked for */
    assert_int_equal(size(ABS_VERB_RUN, 0, 1, memory / 3), 1);
    assert_int_equal(size(ABS_VERB_BENCH, 0, 1000, 0), 1);
}

enum { WINDOW = 1024 }; /* rows that a run keeps: pool.c's ROWS_KEPT */

static atomic_int ended, ended_ahead; /* searches; before the first one had */
static atomic_uint_least64_t farthest_ahead;

/* The first search ends some time after all others that have room for their rows. */
static bool finish(void *context, abs_row *row)
{
    (void)context;
    if (row->job == 0) {
        for (int i = 0; i < 3000 && ended < WINDOW - 1; i++)
            usleep(10000);
        usleep(100000);
        ended_ahead = ended;
    } else if (ended_ahead == 0 && row->job > farthest_ahead) {
        farthest_ahead = row->job;
    }
    ended++;
    return true;
}

/* Every row is there, in the order of jobs. */
static bool take(void *context, size_t job, const abs_row *row)
{
    size_t *due = context;
    return row != NULL && row->job == job && job == (*due)++;
}

TEST(no_farther_ahead_than_rows_are_kept)
{
    char *argv[] = {"absbench",  "--tree=uniform:b=2,range=9", "--seed=1..3000",
                    "--depth=1", "--algo=pvs",                 "--tt=0",
                    "--reference=none"};
    abs_options o;
    abs_suite suite = {0};
    abs_error error;
    size_t due = 0;
    abs_options_init(&o);
    assert_true(abs_options_parse(&o, COUNT_OF(argv), argv, &error));
    assert_true(abs_suite_add(&suite, &o, &error));
    const abs_pool_client client = {.workers = 2, .finish = finish, .take = take, .context = &due};
    assert_true(abs_pool_run(&suite, &client, &error));
    assert_int_equal(due, 3000);
    assert_int_equal(ended_ahead, WINDOW - 1);
    assert_int_equal(farthest_ahead, WINDOW - 1);
    abs_suite_free(&suite);
    abs_options_free(&o);
}

RUN_TESTS(NULL, NULL, NULL)
