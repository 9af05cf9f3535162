/* rounds.c -- the rounds of a run: those of --repeat search the same jobs again, those of
   --until-ci search more positions. */
#include "base/memory.h"
#include "verbs/commands.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

/* ---- --repeat -------------------------------------------------------------------------------- */

void timings_start(abs_timings *t, uint64_t first_job, size_t jobs, int repeats)
{
    *t = (abs_timings){.first_job = first_job, .rounds = repeats};
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
    const size_t job = (size_t)(row->job - t->first_job);
    const size_t place = job * (size_t)t->rounds + (size_t)t->round;
    /* A limit of time stops a search at another point every time. */
    const uint64_t counts = row->status == ABS_STATUS_TIMEOUT ? 0 : abs_signature_add(1, row);
    t->cpu[place] = row->cpu_s;
    t->real[place] = row->real_s;
    if (t->counts[job] == 0)
        t->counts[job] = counts;
    return counts == 0 || counts == t->counts[job];
}

/* Sorts the times, and returns their median. */
static double median(double *times, size_t count)
{
    gsl_sort(times, 1, count);
    return gsl_stats_median_from_sorted_data(times, 1, count);
}

abs_row timings_row(const abs_timings *t, const abs_row *row)
{
    if (t->rounds == 1)
        return *row;
    const size_t count = (size_t)t->rounds, first = (size_t)(row->job - t->first_job) * count;
    abs_row timed = *row;
    timed.repeats = t->rounds;
    timed.cpu_s = median(t->cpu + first, count);
    timed.real_s = median(t->real + first, count);
    timed.min_s = t->cpu[first];
    timed.max_s = t->cpu[first + count - 1];
    return timed;
}

/* ---- --until-ci ------------------------------------------------------------------------------ */

enum {
    ROUND_MIN = 8,             /* the fewest positions that a round adds */
    MAX_POSITIONS = 10 * 1000, /* of a spec, unless --max-positions is given */
    HOPELESS = 100, /* a ratio that has no interval after so many positions gets no more */
};

static bool fail_ratios(const abs_options *o, abs_error *error)
{
    const abs_reference *r = &o->reference_config;
    const bool first = o->engines.count > 0 && reference_is_given(r) && r->algo.engine == NULL;
    return abs_fail(error, ABS_USAGE,
                    "--until-ci goes on until ratios are known: no row can be compared with one of "
                    "%s; name others in --%s, or another --reference",
                    first ? "the first engine" : o->reference, first ? "engine" : "algo");
}

bool rounds_begin(abs_suite *suite, const abs_options *o, abs_error *error)
{
    size_t references = 0, all = 0;
    for (const abs_batch *b = suite->batches; b < suite->batches + suite->count; b++)
        for (const abs_config *c = b->configs; c < b->configs + b->config_count; c++, all++)
            references += reference_rate(&o->reference_config, b->domain->orders,
                                         abs_selects(b->domain, b->rules), c, c) != REFERENCE_NOT;
    if (references == 0 || all < 2)
        return fail_ratios(o, error);
    suite_hold(suite);
    return true;
}

/*
 * How many more positions a batch needs: the width of an interval shrinks with the square root of
 * their number n. At most 2 n are added at a time, because widths are only estimates.
 */
static size_t more_wanted(const abs_batch *batch, const abs_looseness *list, size_t count,
                          const abs_options *o)
{
    const double n = (double)batch->root_count, share = o->until_ci / 100,
                 most = o->max_positions > 0 ? (double)o->max_positions : MAX_POSITIONS;
    double width = INFINITY, wanted = 2 * n;
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].spec, batch->spec) == 0)
            width = list[i].width;
    if (width <= share || n >= most || n < 1) /* n is 0 for the batch of a repeated grid */
        return 0;
    if (!isfinite(width) && n >= HOPELESS)
        return 0;
    if (isfinite(width))
        wanted = fmin(floor(1.1 * (width / share * (width / share) - 1) * n), wanted);
    return (size_t)fmin(fmax(wanted, ROUND_MIN), most - n);
}

/* Names the ratios that are not known well enough, in the report and on stderr. */
static void tell_loose(const abs_options *o, abs_report *report, const abs_looseness *list,
                       size_t count)
{
    for (const abs_looseness *known = list; known < list + count; known++) {
        char text[ABS_TEXT_MAX + 160], why[160];
        if (known->ratios > 0 && known->width <= o->until_ci / 100)
            continue;
        if (known->ratios == 0)
            snprintf(why, sizeof why, "no row can be compared with one of %.100s", o->reference);
        else if (isfinite(known->width))
            snprintf(why, sizeof why, "with all %zu positions a ratio is known only to %.3g %%",
                     known->positions, 100 * known->width);
        else if (known->positions < 2)
            snprintf(why, sizeof why, "a ratio of one position has no interval");
        else
            snprintf(why, sizeof why,
                     "a ratio has no interval: of %zu positions fewer than two were finished by "
                     "both; give more, a greater limit, or a smaller --depth",
                     known->positions);
        snprintf(text, sizeof text, "--until-ci: %s: %s", known->spec, why);
        utf8_make_plain(text);
        fprintf(stderr, "absbench: %s\n", text);
        abs_report_error(report, text);
    }
}

bool rounds_next(abs_suite *suite, const abs_options *o, abs_report *report, abs_error *error)
{
    size_t count = 0, ratios = 0;
    abs_looseness *list = abs_report_looseness(report, &count);
    size_t *wanted = memory_zeros(suite->count, sizeof *wanted);
    for (size_t i = 0; i < count; i++)
        ratios += list[i].ratios;
    for (size_t i = 0; i < suite->count; i++)
        wanted[i] = more_wanted(&suite->batches[i], list, count, o);
    if (ratios > 0)
        suite_next(suite, wanted);
    if (ratios > 0 && suite->jobs == 0)
        tell_loose(o, report, list, count);
    free(list);
    free(wanted);
    return ratios > 0 || fail_ratios(o, error);
}
