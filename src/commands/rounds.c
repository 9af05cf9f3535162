/* rounds.c -- see rounds.h. */
#define _POSIX_C_SOURCE 200809L
#include "commands/rounds.h"
#include "base/json.h"
#include "commands/commands.h"
#include "report/report.h"
#include "run/pool.h"
#include "run/timings.h"
#include "suite/selection.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    ROUND_MIN = 8,             /* positions a round adds at least */
    MAX_POSITIONS = 10 * 1000, /* of a spec, unless --max-positions says otherwise */
};

/* Where rows go. */
typedef struct {
    abs_report *report, *table; /* table: --show */
    uint64_t signature;
    size_t planned, taken; /* searches, over all rounds */
    abs_timings timings;   /* --repeat: of the suite at hand */
    size_t unaffordable;   /* minimax rows of --verify that took too many nodes: left out */
    abs_error *error;
} sink;

/* Of a round before the last, its time alone. */
static bool take_time(void *context, const abs_row *row)
{
    sink *to = context;
    char id[2 * ABS_TEXT_MAX + CONFIG_WORDS_MAX];
    if (timings_take(&to->timings, row))
        return true;
    abs_row_id(row, id, sizeof id);
    return abs_fail(to->error, ABS_CANNOT_RUN,
                    "--repeat: a search counted otherwise when it was repeated: %.600s", id);
}

static bool take_row(void *context, const abs_row *of_job)
{
    sink *to = context;
    if (!take_time(to, of_job))
        return false;
    const abs_row timed = timings_row(&to->timings, of_job), *row = &timed;
    to->taken++;
    if (row->config->optional && row->status == ABS_STATUS_NODE_LIMIT) {
        to->unaffordable++;
        return to->report == NULL || abs_report_left_out(to->report, row->job, to->error);
    }
    if (!row->config->for_reference)
        to->signature = abs_signature_add(to->signature, row);
    return (to->report == NULL || abs_report_row(to->report, row, to->error)) &&
           (to->table == NULL || abs_report_row(to->table, row, to->error));
}

abs_format command_format(const abs_options *o)
{
    static const struct {
        const char *ending;
        abs_format format;
    } endings[] = {{".jsonl", ABS_FORMAT_JSONL},
                   {".csv", ABS_FORMAT_CSV},
                   {".md", ABS_FORMAT_MARKDOWN},
                   {".txt", ABS_FORMAT_TABLE}};
    if (o->format_given)
        return o->format;
    if (o->output == NULL)
        return isatty(STDOUT_FILENO) ? ABS_FORMAT_TABLE : ABS_FORMAT_JSON;
    const char *dot = strrchr(o->output, '.');
    for (size_t i = 0; dot != NULL && i < sizeof endings / sizeof endings[0]; i++)
        if (strcmp(dot, endings[i].ending) == 0)
            return endings[i].format;
    return ABS_FORMAT_JSON;
}

static bool open_reports(sink *to, const abs_options *o, const abs_report_options *report)
{
    to->report = abs_report_open(report, to->error);
    if (to->report == NULL)
        return false;
    if (o->show && o->output != NULL) {
        abs_report_options shown = *report;
        shown.format = ABS_FORMAT_TABLE;
        shown.path = NULL;
        to->table = abs_report_open(&shown, to->error);
        if (to->table == NULL)
            return false;
    }
    return true;
}

/* The worst of two ends: what could not be run, then what was interrupted, then what differs. */
static abs_exit worse(abs_exit a, abs_exit b)
{
    static const abs_exit order[] = {ABS_USAGE, ABS_CANNOT_RUN, ABS_INTERRUPTED, ABS_DIFFERS};
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        if (a == order[i] || b == order[i])
            return order[i];
    return ABS_OK;
}

/* ---- rounds -----------------------------------------------------------------------------------
 */

static void pause_between(void *context)
{
    sink *to = context;
    if (to->report != NULL)
        abs_report_flush(to->report);
}

/* The reports are opened when there are workers: without them nothing is printed. */
static abs_exit run_round(const abs_suite *suite, const abs_options *o, sink *to,
                          const abs_report_options *report)
{
    const abs_pool_options options = {.workers = (size_t)o->jobs < suite->jobs ? o->jobs
                                                                               : (int)suite->jobs,
                                      .check_moves = o->check_moves,
                                      .progress = !o->quiet && isatty(STDERR_FILENO),
                                      .pause = pause_between};
    abs_exit result = ABS_OK;
    to->planned += suite->jobs;
    if (!timings_start(&to->timings, suite->jobs, o->repeat))
        result = (abs_fail(to->error, ABS_CANNOT_RUN, "no memory for the times"), ABS_CANNOT_RUN);
    for (int round = 0; round < o->repeat && result == ABS_OK; round++) {
        const bool last = round + 1 == o->repeat;
        abs_pool_options how = options;
        how.check_moves &= last;
        abs_pool *pool = abs_pool_new(suite, &how, to->error);
        timings_round(&to->timings, round);
        if (pool == NULL || (report != NULL && to->report == NULL && !open_reports(to, o, report)))
            result = ABS_CANNOT_RUN;
        else
            result = abs_pool_run(pool, last ? take_row : take_time, to, to->error);
        abs_pool_free(pool);
    }
    timings_free(&to->timings);
    return result;
}

/* What is known of a batch's spec; NULL: it has no rows. */
static const abs_looseness *find_looseness(const abs_batch *batch, const abs_looseness *list,
                                           size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].spec, batch->spec) == 0)
            return &list[i];
    return NULL;
}

/*
 * How many more positions a batch wants: an interval of n positions shrinks with the square root of
 * n. Never more than twice those there are at a time, since widths are estimates too.
 */
static size_t more_wanted(const abs_batch *batch, const abs_looseness *known, const abs_options *o)
{
    const double width = known != NULL ? known->width : INFINITY;
    const size_t n = batch->entry_count,
                 most = o->max_positions > 0 ? (size_t)o->max_positions : MAX_POSITIONS;
    const double shrink = width / o->until_ci;
    if (width <= o->until_ci || n >= most || n == 0) /* n: a repeated grid's batch is empty */
        return 0;
    const double wanted = isfinite(width) ? 1.1 * (shrink * shrink - 1) * (double)n : 2 * (double)n;
    const size_t more = wanted < 2 * (double)n ? (size_t)wanted : 2 * n;
    const size_t at_least = more < ROUND_MIN ? ROUND_MIN : more;
    return at_least < most - n ? at_least : most - n;
}

/* How a spec's ratios fall short; false if they do not. */
static bool write_loose(char *text, size_t size, const abs_batch *batch, const abs_looseness *known,
                        const abs_options *o)
{
    if (known == NULL || (known->ratios > 0 && known->width <= o->until_ci))
        return false;
    if (known->ratios == 0)
        snprintf(text, size, "--until-ci: %s: no row can be compared with one of %s", batch->spec,
                 o->reference);
    else if (isfinite(known->width))
        snprintf(text, size,
                 "--until-ci: %s: with all %zu positions a ratio is known only to %.3g %%",
                 batch->spec, batch->entry_count, 100 * known->width);
    else if (batch->entry_count == 1)
        snprintf(text, size, "--until-ci: %s: a ratio has no interval: there is one position",
                 batch->spec);
    else
        snprintf(text, size,
                 "--until-ci: %s: a ratio has no interval: fewer than two of the %zu positions "
                 "were finished by both",
                 batch->spec, batch->entry_count);
    return true;
}

/* Reports ratios that are still too loose, in the report and on stderr, once for each spec. */
static bool tell_loose(const abs_suite *suite, const abs_options *o, sink *to,
                       const abs_looseness *list, size_t count)
{
    char text[ABS_TEXT_MAX + 160];
    for (size_t i = 0; i < suite->count; i++) {
        const abs_batch *batch = &suite->batches[i];
        size_t before = 0;
        while (strcmp(suite->batches[before].spec, batch->spec) != 0)
            before++;
        if (before < i ||
            !write_loose(text, sizeof text, batch, find_looseness(batch, list, count), o))
            continue;
        fprintf(stderr, "absbench: %s\n", text);
        if (!abs_report_error(to->report, text))
            return abs_fail(to->error, ABS_CANNOT_RUN, "no memory for the report");
    }
    return true;
}

static bool fail_ratios(const abs_options *o, abs_error *error)
{
    return abs_fail(error, ABS_USAGE,
                    "--until-ci: no row can be compared with one of %s; name it and others in "
                    "--algo, or another --reference",
                    o->reference);
}

/* The jobs of the next round: none if the ratios are known well enough, or cannot be known better.
 */
static bool plan_round(abs_suite *suite, const abs_options *o, sink *to)
{
    size_t count = 0, ratios = 0;
    abs_looseness *list = abs_report_looseness(to->report, &count);
    size_t *wanted = calloc(suite->count, sizeof *wanted);
    bool ok = (list != NULL && wanted != NULL) ||
              abs_fail(to->error, ABS_CANNOT_RUN, "no memory for the next round");
    for (size_t i = 0; ok && i < count; i++)
        ratios += list[i].ratios;
    if (ok && ratios == 0)
        ok = fail_ratios(o, to->error);
    for (size_t i = 0; ok && i < suite->count; i++)
        wanted[i] =
            more_wanted(&suite->batches[i], find_looseness(&suite->batches[i], list, count), o);
    ok = ok && selection_next(suite, wanted, to->error);
    if (ok && suite->jobs == 0)
        ok = tell_loose(suite, o, to, list, count);
    free(list);
    free(wanted);
    return ok;
}

/* Whether there will be ratios: else nothing need be searched. */
static bool has_ratios(const abs_suite *suite, const abs_options *o)
{
    size_t references = 0, others = 0;
    for (size_t i = 0; i < suite->count; i++)
        for (size_t c = 0; c < suite->batches[i].config_count; c++) {
            const bool is_one =
                strcmp(suite->batches[i].configs[c].algo.name, o->reference_config.algo.name) == 0;
            references += is_one;
            others += !is_one;
        }
    return references > 0 && references + others > 1;
}

static abs_exit run_all(abs_suite *suite, const abs_options *o, sink *to,
                        const abs_report_options *report)
{
    if (o->until_ci == 0 || report == NULL)
        return run_round(suite, o, to, report);
    if (!has_ratios(suite, o))
        return fail_ratios(o, to->error), ABS_USAGE;
    if (!selection_hold(suite, to->error))
        return ABS_CANNOT_RUN;
    while (suite->jobs > 0) {
        const abs_exit result = run_round(suite, o, to, report);
        if (result != ABS_OK)
            return result;
        suite->first_job += suite->jobs;
        if (!plan_round(suite, o, to))
            return to->error->code;
    }
    return ABS_OK;
}

/* Whatever shapes the rows and is not of a job itself is part of the hash. */
static abs_plan make_plan(const abs_suite *suite, const abs_options *o)
{
    uint64_t until, hash = abs_suite_hash(suite);
    memcpy(&until, &o->until_ci, sizeof until);
    hash = abs_mix64(hash ^ until) + (uint64_t)o->max_positions;
    hash = abs_mix64(hash ^ (uint64_t)(o->repeat << 2 | o->times << 1 | o->check_moves));
    return (abs_plan){
        .known = true, .hash = hash, .jobs = o->until_ci > 0 ? ABS_NO_JOB : suite->jobs};
}

/* Ends the reports, and says where an interrupted run has left what. */
static abs_exit close_reports(sink *to, abs_exit result)
{
    const bool interrupted = result == ABS_INTERRUPTED;
    abs_buffer said = {0};
    if (interrupted && to->report != NULL && !abs_report_set_aside(to->report, &said)) {
        abs_report_abandon(to->report);
        to->report = NULL;
    }
    /* The file takes its name last: when it has it, nothing can fail any more. */
    abs_report *const reports[] = {to->table, to->report};
    for (size_t i = 0; i < 2; i++) {
        if (reports[i] == NULL)
            continue;
        if (result == ABS_CANNOT_RUN || result == ABS_USAGE)
            abs_report_abandon(reports[i]);
        else
            result = worse(result, abs_report_close(reports[i], interrupted, to->error));
    }
    if (to->unaffordable > 0)
        fprintf(stderr, "absbench: --verify: minimax took too many nodes for %zu of the rows\n",
                to->unaffordable);
    if (result == ABS_INTERRUPTED)
        fprintf(stderr, "absbench: interrupted; %zu of %zu searches were finished%s\n", to->taken,
                to->planned, buffer_end(&said));
    buffer_free(&said);
    return result;
}

abs_exit rounds_run(abs_suite *suite, const abs_options *o, int argc, char **argv, bool with_report,
                    uint64_t *signature, abs_error *error)
{
    cJSON *echo = abs_options_echo(o, command_format(o));
    if (echo == NULL ||
        (suite->grid != NULL && !json_put(echo, "grid", cJSON_Parse(suite->grid)))) {
        cJSON_Delete(echo);
        return abs_fail(error, ABS_CANNOT_RUN, "no memory for the options"), ABS_CANNOT_RUN;
    }
    abs_report_options report = {.format = command_format(o),
                                 .path = o->output,
                                 .theory = o->theory,
                                 .metric = o->metric,
                                 .reference = o->reference,
                                 .context = {.times = o->times,
                                             .options = echo,
                                             .argc = argc,
                                             .argv = argv,
                                             .plan = make_plan(suite, o)}};
    sink to = {.error = error};
    if (o->metric == METRIC_time && o->jobs > 1)
        fprintf(
            stderr,
            "absbench: --metric=time: %d searches at a time slow each other down; use --jobs=1\n",
            o->jobs);
    const abs_exit result =
        close_reports(&to, run_all(suite, o, &to, with_report ? &report : NULL));
    cJSON_Delete(echo);
    *signature = to.signature;
    return result;
}
