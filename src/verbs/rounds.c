/* rounds.c -- --until-ci: which positions the next round of a run searches. */
#include "base/memory.h"
#include "verbs/commands.h"

#include <math.h>
#include <stdlib.h>

enum {
    ROUND_MIN = 8,             /* positions a round adds at least */
    MAX_POSITIONS = 10 * 1000, /* of a spec, unless --max-positions says otherwise */
    HOPELESS = 100, /* positions of which not two were finished by both: a limit is too narrow */
};

static bool fail_ratios(const abs_options *o, abs_error *error)
{
    return abs_fail(error, ABS_USAGE,
                    "--until-ci goes on until ratios are known: no row can be compared with one of "
                    "%s; name others in --algo, or another --reference",
                    o->reference);
}

bool rounds_begin(abs_suite *suite, const abs_options *o, abs_error *error)
{
    size_t references = 0, all = 0;
    for (size_t i = 0; i < suite->count; i++)
        for (size_t c = 0; c < suite->batches[i].config_count; c++, all++)
            references +=
                strcmp(suite->batches[i].configs[c].algo.name, o->reference_config.algo.name) == 0;
    if (references == 0 || all < 2)
        return fail_ratios(o, error);
    suite_hold(suite);
    return true;
}

/*
 * How many more positions a batch wants: an interval of n positions shrinks with the square root of
 * n. Never more than twice those there are at a time, since widths are estimates too.
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
    if (width <= share || n >= most || n < 1) /* n: a repeated grid's batch is empty */
        return 0;
    if (!isfinite(width) && n >= HOPELESS)
        return 0;
    if (isfinite(width))
        wanted = fmin(floor(1.1 * (width / share * (width / share) - 1) * n), wanted);
    return (size_t)fmin(fmax(wanted, ROUND_MIN), most - n);
}

/* Reports ratios that are still too loose, in the report and on stderr. */
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
