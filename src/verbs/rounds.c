/* rounds.c -- see rounds.h; `absbench run` and `absbench sweep`. */
#include "verbs/rounds.h"
#include "base/json.h"
#include "base/memory.h"
#include "engine/engine.h"
#include "search/registry.h"
#include "suite/suite.h"
#include "verbs/commands.h"
#include "verbs/recorder.h"
#include "work/pool.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    ROUND_MIN = 8,             /* positions a round adds at least */
    MAX_POSITIONS = 10 * 1000, /* of a spec, unless --max-positions says otherwise */
    HOPELESS = 100, /* positions of which not two were finished by both: a limit is too narrow */
};

/* A usual format that the verb does not write is passed over. */
static bool can_write(abs_verb verb, abs_format format)
{
    if (format >= ABS_FORMAT_DOT)
        return verb == ABS_VERB_TRACE;
    return verb != ABS_VERB_TRACE || (format != ABS_FORMAT_CSV && format != ABS_FORMAT_MARKDOWN);
}

abs_format command_format(const abs_options *o)
{
    if (o->format != ABS_FORMATS)
        return o->format;
    if (o->usual_format != ABS_FORMATS && can_write(o->verb, o->usual_format))
        return o->usual_format;
    const bool to_stdout = o->output == NULL || strcmp(o->output, "-") == 0;
    return to_stdout && isatty(STDOUT_FILENO) ? ABS_FORMAT_TABLE : ABS_FORMAT_JSON;
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* All jobs, as often as --repeat says. */
static abs_exit run_round(const abs_suite *suite, const abs_options *o, abs_recorder *r)
{
    abs_pool_client client = recorder_client(r);
    abs_exit result = ABS_OK;
    client.workers = crew_size(o, suite);
    client.judge = r->judge;
    client.progress = !o->quiet && isatty(STDERR_FILENO);
    r->suite = suite;
    r->planned += suite->jobs;
    timings_start(&r->timings, suite->first_job, suite->jobs, o->repeat);
    for (int round = 0; round < o->repeat && result == ABS_OK; round++) {
        r->timings.round = round;
        r->last_repeat = round + 1 == o->repeat;
        client.check_moves = o->check_moves && r->last_repeat;
        result = abs_pool_run(suite, &client, r->error);
    }
    timings_free(&r->timings);
    return result;
}

/*
 * How many more positions a batch wants: an interval of n positions shrinks with the square root of
 * n. Never more than twice those there are at a time, since widths are estimates too.
 */
static size_t more_wanted(const abs_batch *batch, const abs_looseness *list, size_t count,
                          const abs_options *o)
{
    const double n = (double)batch->root_count,
                 most = o->max_positions > 0 ? (double)o->max_positions : MAX_POSITIONS;
    double width = INFINITY, wanted = 2 * n;
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].spec, batch->spec) == 0)
            width = list[i].width;
    const double shrink = width / (o->until_ci / 100);
    if (width <= o->until_ci / 100 || n >= most || n < 1) /* n: a repeated grid's batch is empty */
        return 0;
    if (!isfinite(width) && n >= HOPELESS)
        return 0;
    if (isfinite(width))
        wanted = fmin(floor(1.1 * (shrink * shrink - 1) * n), wanted);
    return (size_t)fmin(fmax(wanted, ROUND_MIN), most - n);
}

/* Reports ratios that are still too loose, in the report and on stderr. */
static void tell_loose(const abs_options *o, abs_recorder *r, const abs_looseness *list,
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
        abs_report_error(r->report, text);
    }
}

static bool fail_ratios(const abs_options *o, abs_error *error)
{
    return abs_fail(error, ABS_USAGE,
                    "--until-ci goes on until ratios are known: no row can be compared with one of "
                    "%s; name others in --algo, or another --reference",
                    o->reference);
}

/* The jobs of the next round: none if the ratios are known well enough, or cannot be known better.
 */
static bool plan_round(abs_suite *suite, const abs_options *o, abs_recorder *r)
{
    size_t count = 0, ratios = 0;
    abs_looseness *list = abs_report_looseness(r->report, &count);
    size_t *wanted = memory_zeros(suite->count, sizeof *wanted);
    for (size_t i = 0; i < count; i++)
        ratios += list[i].ratios;
    bool ok = ratios > 0 || fail_ratios(o, r->error);
    for (size_t i = 0; ok && i < suite->count; i++)
        wanted[i] = more_wanted(&suite->batches[i], list, count, o);
    if (ok)
        suite_next(suite, wanted);
    if (ok && suite->jobs == 0)
        tell_loose(o, r, list, count);
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

static abs_exit run_all(abs_suite *suite, const abs_options *o, abs_recorder *r)
{
    if (o->until_ci == 0 || r->how == NULL)
        return run_round(suite, o, r);
    if (!has_ratios(suite, o)) {
        fail_ratios(o, r->error);
        return r->error->code;
    }
    suite_hold(suite);
    while (suite->jobs > 0) {
        const abs_exit result = run_round(suite, o, r);
        if (result != ABS_OK)
            return result;
        suite->first_job += suite->jobs;
        if (!plan_round(suite, o, r))
            return r->error->code;
    }
    return ABS_OK;
}

/* Whatever shapes the rows and is not of a job itself is part of the hash. */
static abs_plan make_plan(const abs_suite *suite, const abs_options *o)
{
    const double share = o->until_ci / 100;
    uint64_t until, hash = abs_suite_hash(suite);
    memcpy(&until, &share, sizeof until);
    hash = abs_mix64(hash ^ until) + (uint64_t)o->max_positions;
    hash = abs_mix64(hash ^ (uint64_t)(o->repeat << 2 | o->times << 1 | o->check_moves));
    for (const abs_registered *r = abs_registry_loaded(); r->domain != NULL; r++)
        hash = abs_mix64(hash ^ r->hash) + ABS_G;
    for (const char *c = o->judge.text; c != NULL && *c != '\0'; c++)
        hash = abs_mix64(hash ^ (unsigned char)*c) + ABS_G;
    if (o->until_ci > 0) /* what a round adds depends on metric and reference */
        hash = abs_mix64(hash ^ (uint64_t)o->metric);
    for (const char *c = o->reference; o->until_ci > 0 && *c != '\0'; c++)
        hash = abs_mix64(hash ^ (unsigned char)*c) + ABS_G;
    return (abs_plan){.known = true,
                      .hash = hash,
                      .jobs = o->until_ci > 0 ? ABS_NO_JOB : suite->jobs,
                      .shard = o->shard.index,
                      .shards = o->shard.count};
}

/* The files that shape the rows, by name. */
static cJSON *list_inputs(const abs_suite *suite)
{
    cJSON *list = cJSON_CreateObject();
    for (size_t i = 0; i < suite->input_count; i++) {
        char hash[24];
        snprintf(hash, sizeof hash, "0x%016llx", (unsigned long long)suite->inputs[i].hash);
        json_put(list, suite->inputs[i].name, cJSON_CreateString(hash));
    }
    return list;
}

abs_exit rounds_run(abs_suite *suite, const abs_options *o, bool with_report, uint64_t *signature,
                    abs_error *error)
{
    cJSON *echo = abs_options_echo(o, command_format(o)), *inputs = list_inputs(suite);
    if (suite->grid != NULL)
        json_put(echo, "grid", cJSON_Parse(suite->grid));
    abs_report_options report = {.format = command_format(o),
                                 .path = o->output,
                                 .theory = o->theory,
                                 .passes = o->passes,
                                 .brief = o->domains.count > 0 || o->verb != ABS_VERB_RUN ? NULL
                                          : o->output != NULL ? o->output
                                                              : "",
                                 .metric = o->metric,
                                 .reference = o->reference,
                                 .context = {.times = o->times,
                                             .options = echo,
                                             .inputs = inputs,
                                             .argc = o->argc,
                                             .argv = o->argv,
                                             .skipped_lines = suite->skipped_lines,
                                             .plan = make_plan(suite, o)}};
    abs_recorder recorder;
    abs_exit result = ABS_CANNOT_RUN;
    if (o->metric == METRIC_time && crew_size(o, suite) > 1)
        fprintf(
            stderr,
            "absbench: --metric=time: %d searches at a time slow each other down; use --jobs=1\n",
            crew_size(o, suite));
    if (recorder_start(&recorder, o, with_report ? &report : NULL, error)) {
        if (with_report && o->verb == ABS_VERB_SWEEP && !o->quiet && isatty(STDERR_FILENO))
            crew_announce(o, suite);
        recorder.judge = judged_by(&o->judge);
        result = run_all(suite, o, &recorder);
    } else {
        result = error->code;
    }
    result = recorder_close(&recorder, result);
    cJSON_Delete(echo);
    cJSON_Delete(inputs);
    *signature = recorder.signature;
    return result;
}

abs_exit command_run(abs_options *o, abs_error *error)
{
    abs_suite suite = {0};
    uint64_t signature;
    const bool added = (o->grid != NULL ? grid_add(&suite, o->grid, o->argc, o->argv, error)
                                        : abs_suite_add(&suite, o, error)) &&
                       engine_meet(&suite, error);
    if (added)
        idle_tell(&suite, o);
    const abs_exit result = added ? rounds_run(&suite, o, true, &signature, error) : error->code;
    abs_suite_free(&suite);
    return result;
}
