/* crew.c -- see crew.h. */
#define _GNU_SOURCE /* sched_getaffinity() */
#include "work/crew.h"

#include <sched.h>
#include <unistd.h>

enum { CREW_MAX = 256 };

/* Those that this process may run on: a cluster may leave it few of many. */
static int processors(void)
{
    cpu_set_t set;
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return CPU_COUNT(&set);
    return online > 0 ? (int)online : 1;
}

static int by_default(const abs_options *o, const abs_suite *suite)
{
    const double memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    int size = processors() < CREW_MAX ? processors() : CREW_MAX;
    const bool many = o->verb == ABS_VERB_SWEEP || o->verb == ABS_VERB_TUNE;
    if (!many || o->metric == METRIC_time || o->repeat > 1)
        return 1;
    while (size > 1 && (double)suite->tt_bytes * size > memory / 2)
        size--;
    return size;
}

int crew_size(const abs_options *o, const abs_suite *suite)
{
    const int size = o->jobs > 0 ? o->jobs : by_default(o, suite);
    const size_t most = suite->jobs > 0 ? suite->jobs : 1;
    return (size_t)size < most ? size : (int)most;
}

void crew_announce(const abs_options *o, const abs_suite *suite)
{
    const int size = crew_size(o, suite);
    fprintf(stderr, "absbench: %zu searches", suite->jobs);
    if (o->shard.count > 0)
        fprintf(stderr, " in %u shards", o->shard.count);
    fprintf(stderr, ", %d at a time", size);
    if (suite->tt_bytes >> 20 > 0)
        fprintf(stderr, ", with tables of up to %llu MiB in all",
                (unsigned long long)size * (suite->tt_bytes >> 20));
    fputc('\n', stderr);
}
