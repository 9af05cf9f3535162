/* timings.c -- the times of --repeat. See commands.h. */
#include "base/memory.h"
#include "base/stats.h"
#include "verbs/commands.h"

#include <stdlib.h>

void timings_start(abs_timings *t, size_t jobs, int repeats)
{
    *t = (abs_timings){.rounds = repeats};
    if (repeats == 1)
        return;
    t->cpu = memory_take(jobs * (size_t)repeats * sizeof *t->cpu);
    t->real = memory_take(jobs * (size_t)repeats * sizeof *t->real);
    t->counts = memory_zeros(jobs, sizeof *t->counts);
}

void timings_free(abs_timings *t)
{
    free(t->cpu);
    free(t->real);
    free(t->counts);
    *t = (abs_timings){0};
}

bool timings_take(abs_timings *t, const abs_row *row)
{
    if (t->rounds == 1)
        return true;
    const size_t job = (size_t)row->job;
    const size_t place = job * (size_t)t->rounds + (size_t)t->round;
    /* A limit of time stops a search at another point every time. */
    const uint64_t counts = row->status == ABS_STATUS_TIMEOUT ? 0 : abs_signature_add(1, row);
    t->cpu[place] = row->cpu_s;
    t->real[place] = row->real_s;
    if (t->counts[job] == 0)
        t->counts[job] = counts;
    return counts == 0 || counts == t->counts[job];
}

abs_row timings_row(const abs_timings *t, const abs_row *row)
{
    if (t->rounds == 1)
        return *row;
    const size_t count = (size_t)t->rounds, first = (size_t)row->job * count;
    abs_row timed = *row;
    timed.repeats = t->rounds;
    timed.cpu_s = stats_median_real(t->cpu + first, count);
    timed.real_s = stats_median_real(t->real + first, count);
    timed.min_s = t->cpu[first];
    timed.max_s = t->cpu[first + count - 1];
    return timed;
}
