/* unit_crew.c -- how many workers there are: as many as asked for, or as the machine has; and how
   far they go ahead of a long search. */
#include "test.h"
#include "work/pool.h"

#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

static int size(abs_verb verb, int asked, size_t jobs, uint64_t tt_bytes)
{
    abs_options o = {.verb = verb, .jobs = asked, .metric = METRIC_work, .repeat = 1};
    const abs_suite suite = {.jobs = jobs, .tt_bytes = tt_bytes};
    return crew_size(&o, &suite);
}

TEST(as_asked_for_but_no_idlers)
{
    assert_int_equal(size(ABS_VERB_SWEEP, 3, 100, 0), 3);
    assert_int_equal(size(ABS_VERB_RUN, 3, 100, 0), 3);
    assert_int_equal(size(ABS_VERB_SWEEP, 9, 4, 0), 4);
    assert_int_equal(size(ABS_VERB_SWEEP, 9, 0, 0), 1);
}

TEST(as_the_machine_has)
{
    const uint64_t memory = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    cpu_set_t set;
    assert_int_equal(sched_getaffinity(0, sizeof set, &set), 0);
    assert_int_equal(size(ABS_VERB_SWEEP, 0, 1000, 0), CPU_COUNT(&set));
    assert_int_equal(size(ABS_VERB_SWEEP, 0, 1000, memory / 3), 1);    /* the tables fit once */
    assert_int_equal(size(ABS_VERB_RUN, 0, 1000, 0), CPU_COUNT(&set)); /* the built-in mix */
    const abs_options named = {.verb = ABS_VERB_RUN, .repeat = 1, .domains = {.count = 1}};
    assert_int_equal(crew_size(&named, &(abs_suite){.jobs = 1000}), 1);
    abs_options o = {.verb = ABS_VERB_SWEEP, .metric = METRIC_time, .repeat = 1};
    const abs_suite suite = {.jobs = 1000};
    assert_int_equal(crew_size(&o, &suite), 1);
    o.metric = METRIC_work;
    o.repeat = 2;
    assert_int_equal(crew_size(&o, &suite), 1);
}

RUN_TESTS(NULL, NULL, NULL)
