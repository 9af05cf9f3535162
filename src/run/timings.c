/* timings.c -- see timings.h. */
#include "run/timings.h"

#include <stdlib.h>

bool timings_start(abs_timings *t, size_t jobs, int repeats)
{
    const size_t places = (jobs + 1) * (size_t)repeats;
    *t = (abs_timings){.rounds = repeats};
    t->cpu = malloc(places * sizeof *t->cpu);
    t->real = malloc(places * sizeof *t->real);
    t->job = calloc(jobs + 1, sizeof *t->job);
    return t->cpu != NULL && t->real != NULL && t->job != NULL;
}

void timings_free(abs_timings *t)
{
    free(t->cpu);
    free(t->real);
    free(t->job);
    *t = (abs_timings){0};
}

void timings_round(abs_timings *t, int round)
{
    t->round = round;
    t->next = 0;
}

/* What a clock stops is stopped elsewhere every time. */
static uint64_t hash_counts(const abs_row *row)
{
    return row->status == ABS_STATUS_TIMEOUT ? 0 : abs_signature_add(1, row);
}

bool timings_take(abs_timings *t, const abs_row *row)
{
    struct timed_job *job = &t->job[t->next];
    const uint64_t counts = hash_counts(row);
    if (t->round == 0)
        *job = (struct timed_job){.entry = row->entry->number, .config = row->config};
    while (job->entry != row->entry->number || job->config != row->config)
        job++;
    t->next = (size_t)(job - t->job) + 1;
    const size_t place = (t->next - 1) * (size_t)t->rounds + (size_t)t->round;
    t->cpu[place] = row->cpu_s;
    t->real[place] = row->real_s;
    if (job->counts == 0)
        job->counts = counts;
    return counts == 0 || counts == job->counts;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts the times. */
static double median(double *times, size_t count)
{
    qsort(times, count, sizeof *times, compare);
    return (times[(count - 1) / 2] + times[count / 2]) / 2;
}

abs_row timings_row(const abs_timings *t, const abs_row *row)
{
    const size_t count = (size_t)t->rounds;
    double *cpu = t->cpu + (t->next - 1) * count, *real = t->real + (t->next - 1) * count;
    abs_row timed = *row;
    timed.repeats = t->rounds;
    timed.cpu_s = median(cpu, count);
    timed.real_s = median(real, count);
    timed.min_s = cpu[0];
    timed.max_s = cpu[count - 1];
    return timed;
}
