/* tune.c -- `absbench tune`: which search to use for a game, found by a race. */
#define _POSIX_C_SOURCE 200809L
#include "base/clock.h"
#include "base/output.h"
#include "commands/commands.h"
#include "commands/racing.h"
#include "suite/ladder.h"
#include "suite/options_table.h"

#include <math.h>
#include <stdlib.h>

enum { POSITIONS_MIN = 12 };

/* ---- what is asked for --------------------------------------------------------------------- */

/* A race is of one setting: what varies is the ladder's. */
static bool check_lists(const abs_options *o, abs_error *error)
{
    if (o->settings[CONFIG_depth].count > 1)
        return abs_fail(error, ABS_USAGE,
                        "--depth: tune takes one depth; it races that and one ply less");
    for (size_t i = 0; i < CONFIG_FIELDS; i++)
        if (o->settings[i].count > 1)
            return abs_fail(error, ABS_USAGE,
                            "tune takes one setting, not %zu of %s; what it races is its own",
                            o->settings[i].count, config_fields[i].name);
    return true;
}

static bool check_options(const abs_options *o, abs_error *error)
{
    const abs_format format = command_format(o);
    if (format != ABS_FORMAT_TABLE && format != ABS_FORMAT_JSON && format != ABS_FORMAT_MARKDOWN)
        return abs_fail(error, ABS_USAGE, "tune cannot write %s; use table, json or markdown",
                        abs_format_names[format].name);
    if (o->domain_count != 1)
        return abs_fail(error, ABS_USAGE,
                        "tune is for one game or tree, not %zu; write "
                        "`absbench tune --game=NAME` or `--tree=SPEC`",
                        o->domain_count);
    return check_lists(o, error);
}

/* Trees have 400 seeds, games their large suites, where nothing else is asked for. */
static bool fill_in(abs_options *o, abs_error *error)
{
    o->check_moves = false;
    return (o->seeds_given || o->domains[0].game || abs_options_set(o, "seed", "1..400", error)) &&
           (abs_options_asked(o, "suite") || abs_options_set(o, "suite", "large", error));
}

/* ---- the positions ------------------------------------------------------------------------- */

/* In an order that depends on their number alone. */
static void shuffle(abs_batch *batch)
{
    uint64_t key = 1;
    for (size_t i = batch->entry_count; i > 1; i--) {
        const size_t k = (size_t)((abs_mix64(key += ABS_G) >> 32) * i >> 32);
        const abs_place place = batch->entries[k];
        batch->entries[k] = batch->entries[i - 1];
        batch->entries[i - 1] = place;
    }
}

/* With 400 positions 3 %, with 60 10 %, and a power of their number between. */
static double usual_delta(size_t positions)
{
    const double delta = 0.03 * pow(400.0 / (double)positions, log(10.0 / 3) / log(400.0 / 60));
    return delta < 0.03 ? 0.03 : delta > 0.10 ? 0.10 : delta;
}

/* How many positions go on for that many plies: those of the first batch for any. */
static size_t count_lasting(const abs_suite *suite, int plies)
{
    size_t count = 0;
    for (size_t i = 0; i < suite->count; i++)
        count += suite->batches[i].plies_left >= plies ? suite->batches[i].entry_count : 0;
    return count;
}

/* The depth where none is asked for: the domain's own, or less, so that half of the positions go on
   for as long. */
static bool choose_depth(abs_suite *suite, abs_options *o, abs_error *error)
{
    int depth = suite->batches[0].domain->default_depth;
    const int whole = depth;
    while (depth > 1 && 2 * count_lasting(suite, depth) < count_lasting(suite, 0))
        depth--;
    if (depth == whole)
        return true;
    abs_suite_free(suite);
    *suite = (abs_suite){0};
    return (abs_list_set(&o->settings[CONFIG_depth], depth) ||
            abs_fail(error, ABS_CANNOT_RUN, "no memory for the options")) &&
           abs_suite_add(suite, o, error);
}

/* The other batches are of positions whose games end before the depth is reached. */
static bool take_positions(abs_suite *suite, const abs_options *o, abs_tuning *t, abs_error *error)
{
    const abs_batch *first = &suite->batches[0];
    t->spec = first->spec;
    t->positions = first->entry_count;
    t->too_short = count_lasting(suite, 0) - t->positions;
    t->held_out = t->positions / 4;
    t->good = o->delta >= 0 ? o->delta / 100 : usual_delta(t->positions);
    for (size_t i = 1; i < suite->count; i++)
        suite->batches[i].entry_count = 0;
    if (t->positions < POSITIONS_MIN)
        return abs_fail(error, ABS_USAGE,
                        "tune needs %d positions or more whose games go on for %d plies, and here "
                        "are %zu; give more, or a smaller --depth",
                        POSITIONS_MIN, first->configs[0].depth, t->positions);
    shuffle(&suite->batches[0]);
    return true;
}

/* ---- the races ------------------------------------------------------------------------------ */

/* The first that can be the reference of all; TUNING_NONE: none of them can. */
static size_t find_reference(const abs_config *configs, size_t count, const abs_options *o)
{
    for (size_t i = 0; i < count; i++)
        if (reference_rate(&o->reference_config, &configs[i], &configs[0]) != REFERENCE_NOT)
            return i;
    return TUNING_NONE;
}

/* The ladder at its depth, or so much less; what is a reference alone stands after all that may
   join. */
static bool fill_race(tuning_race *race, const abs_batch *batch, const abs_options *o, int less,
                      abs_error *error)
{
    race->configs = calloc(RACE_MOST, sizeof *race->configs);
    if (race->configs == NULL)
        return abs_fail(error, ABS_CANNOT_RUN, "no memory for the race");
    for (size_t i = 0; i < batch->config_count; i++)
        race->configs[batch->configs[i].for_reference ? TUNING_REFERENCE : race->raced++] =
            batch->configs[i];
    for (size_t i = 0; i < RACE_MOST; i++)
        race->configs[i].depth -= less;
    race->depth = race->configs[0].depth;
    race->reference = find_reference(race->configs, race->raced, o);
    if (race->reference == TUNING_NONE && race->configs[TUNING_REFERENCE].algo.core != NULL)
        race->reference = TUNING_REFERENCE;
    return true;
}

/* The ladder takes the place of what the options alone would search. */
static bool fill_races(abs_suite *suite, const abs_options *o, abs_tuning *t, abs_error *error)
{
    abs_batch *batch = &suite->batches[0];
    const int least = abs_min_depth(batch->domain, batch->rules);
    batch->config_count = 0;
    if (!ladder_add(batch, o, error))
        return false;
    abs_config *room = realloc(batch->configs, RACE_MOST * sizeof *room);
    if (room == NULL)
        return batch_no_memory(error);
    batch->configs = room;
    batch->config_room = RACE_MOST;
    const int depth = batch->configs[0].depth;
    t->race_count = depth > 1 && depth > least ? TUNING_RACES : 1;
    for (size_t i = 0; i < t->race_count; i++)
        if (!fill_race(&t->races[i], batch, o, (int)i, error))
            return false;
    return true;
}

static abs_exit run_races(abs_suite *suite, const abs_options *o, abs_tuning *t, abs_error *error)
{
    abs_racing racing = {
        .suite = suite, .options = o, .tuning = t, .began = clock_now(), .error = error};
    abs_exit result = ABS_OK;
    for (size_t i = 0; i < t->race_count && result == ABS_OK && !t->spent; i++)
        result = racing_run(&racing, &t->races[i]);
    t->interrupted = result == ABS_INTERRUPTED;
    t->seconds = clock_now() - racing.began;
    return result;
}

/* ---- the report ---------------------------------------------------------------------------- */

/* What was found, as a whole or in so far as it was not interrupted. Takes `out`. */
static bool write_out(const abs_tuning *t, const abs_options *o, abs_output *out, abs_error *error)
{
    const abs_format format = command_format(o);
    abs_buffer b = {0}, said = {0};
    if (format == ABS_FORMAT_JSON)
        tuning_json(&b, t);
    else
        tuning_table(&b, t, format == ABS_FORMAT_MARKDOWN);
    const bool ok = (!b.failed || abs_fail(error, ABS_CANNOT_RUN, "no memory to write the race")) &&
                    output_write(out, b.data, b.length, error);
    buffer_free(&b);
    if (!ok) {
        output_abandon(out);
        return false;
    }
    if (t->interrupted) {
        output_set_aside(out, false, &said);
        fprintf(stderr, "absbench: interrupted; the looks so far are reported%s\n",
                buffer_end(&said));
        buffer_free(&said);
    }
    return output_finish(out, error);
}

/* Nothing can be said before the first look. */
static abs_exit end_early(const abs_tuning *t, abs_exit result, abs_error *error)
{
    const tuning_race *race = &t->races[0];
    size_t looks[RACE_LOOKS_MAX];
    race_plan(t->positions - t->held_out, looks);
    const unsigned long long made = race->searches, wanted = looks[0] * race->raced;
    if (result == ABS_DIFFERS)
        fprintf(stderr, "absbench: %s\n", error->text);
    if (result == ABS_INTERRUPTED)
        fprintf(stderr,
                "absbench: interrupted before the first look, after %llu of %llu searches\n", made,
                wanted);
    if (result != ABS_OK)
        return result;
    abs_fail(error, ABS_CANNOT_RUN,
             "--budget was spent before the first look, after %llu of %llu searches; give more, or "
             "a smaller --depth",
             made, wanted);
    return ABS_CANNOT_RUN;
}

static abs_exit run(abs_suite *suite, const abs_options *o, abs_tuning *t, abs_error *error)
{
    abs_output *out = output_open(o->output, error); /* what cannot be written is found now */
    if (out == NULL)
        return error->code;
    const abs_exit result = run_races(suite, o, t, error);
    const bool told = result == ABS_OK || result == ABS_INTERRUPTED;
    if (told && t->races[0].look_count > 0)
        return write_out(t, o, out, error) ? result : error->code;
    output_abandon(out);
    return end_early(t, result, error);
}

static bool prepare(abs_suite *suite, abs_options *o, abs_tuning *t, abs_error *error)
{
    return check_options(o, error) && fill_in(o, error) && abs_suite_add(suite, o, error) &&
           (o->settings[CONFIG_depth].count > 0 || choose_depth(suite, o, error)) &&
           take_positions(suite, o, t, error) && fill_races(suite, o, t, error);
}

abs_exit command_tune(abs_options *o, int argc, char **argv, abs_error *error)
{
    abs_suite suite = {0};
    abs_tuning t = {.metric = o->metric, .reference = o->reference};
    abs_exit result = ABS_CANNOT_RUN;
    cJSON *echo = NULL;
    if (!prepare(&suite, o, &t, error)) {
        result = error->code;
    } else if ((echo = abs_options_echo(o, command_format(o))) == NULL) {
        abs_fail(error, ABS_CANNOT_RUN, "no memory for the options");
    } else {
        t.context = (abs_context){.times = o->times,
                                  .options = echo,
                                  .argc = argc,
                                  .argv = argv,
                                  .skipped_lines = suite.skipped_lines};
        result = run(&suite, o, &t, error);
    }
    cJSON_Delete(echo);
    for (size_t i = 0; i < TUNING_RACES; i++)
        free(t.races[i].configs);
    abs_suite_free(&suite);
    return result;
}
