/* tune.c -- `absbench tune`: which search to use for a game, found by a race. */
#define _POSIX_C_SOURCE 200809L
#include "base/clock.h"
#include "base/memory.h"
#include "base/file.h"
#include "engine/engine.h"
#include "suite/suite.h"
#include "verbs/commands.h"
#include "verbs/racing.h"
#include "view/document.h"

#include <math.h>
#include <stdlib.h>

enum { POSITIONS_MIN = 12 };

/* ---- what is asked for --------------------------------------------------------------------- */

/* A race is of one domain and one setting: what varies is the ladder's. */
static bool check_options(const abs_options *o, abs_error *error)
{
    const abs_list *depths = &o->settings[CONFIG_depth];
    if (o->domain_count != 1)
        return abs_fail(error, ABS_USAGE,
                        "tune is for one game or tree, not %zu; write "
                        "`absbench tune --game=NAME` or `--tree=SPEC`",
                        o->domain_count);
    if (depths->count > 1)
        return abs_fail(error, ABS_USAGE,
                        "--depth: tune takes one depth; it races that and one ply less");
    if (depths->count == 1 && depths->items[0].low < 1)
        return abs_fail(error, ABS_USAGE, "--depth=0: nothing is searched there; give 1 or more");
    for (size_t i = 0; i < CONFIG_FIELDS; i++)
        if (o->settings[i].count > 1)
            return abs_fail(error, ABS_USAGE,
                            "tune takes one setting, not %zu of %s; what it races is its own",
                            o->settings[i].count, config_fields[i].name);
    return true;
}

/* Trees have 400 seeds, games their large suites, where nothing else is asked for. */
static bool fill_in(abs_options *o, abs_error *error)
{
    o->check_moves = false;
    return o->domains[0].game
               ? abs_options_asked(o, "suite") || abs_options_set(o, "suite", "large", error)
               : abs_options_asked(o, "seed") || abs_options_set(o, "seed", "1..400", error);
}

/* ---- the positions ------------------------------------------------------------------------- */

/* In an order that depends on their number alone. */
static void shuffle(abs_batch *batch)
{
    uint64_t key = 1;
    for (size_t i = batch->root_count; i > 1; i--) {
        const size_t k = (size_t)((abs_mix64(key += ABS_G) >> 32) * i >> 32);
        const abs_place place = batch->roots[k];
        batch->roots[k] = batch->roots[i - 1];
        batch->roots[i - 1] = place;
    }
}

/* With 400 positions 3 %, with 60 10 %, and a power of their number between. */
static double usual_delta(size_t positions)
{
    const double delta = 0.03 * pow(400.0 / (double)positions, log(10.0 / 3) / log(400.0 / 60));
    return delta < 0.03 ? 0.03 : delta > 0.10 ? 0.10 : delta;
}

/* The positions of a game as for a depth of one, so that they stay together: those whose games end
   too early are found here. */
static bool add_positions(abs_suite *suite, abs_options *o, abs_error *error)
{
    const abs_list asked = o->settings[CONFIG_depth];
    abs_pair one = {1, 1};
    if (o->domains[0].game)
        o->settings[CONFIG_depth] = (abs_list){.items = &one, .count = 1};
    const bool ok = abs_suite_add(suite, o, error);
    o->settings[CONFIG_depth] = asked;
    return ok;
}

/* Leaves positions out whose games end before the depth is reached. Where none is asked for, it is
   a game's own, or less, so that half of the positions go on for as long. */
static void keep_lasting(abs_batch *batch, abs_list *depths)
{
    abs_parsed parsed = {.room = 0};
    const size_t count = batch->root_count;
    int *plies = memory_take((count + 1) * sizeof *plies); /* for which each game goes on */
    size_t lasting[ABS_MAX_DEPTH + 1] = {0};               /* positions, by depth */
    for (size_t i = 0; i < count; i++) {
        const abs_root *e = batch_root(batch, i, &parsed);
        plies[i] = abs_plies_left(e->domain, e->rules, e->position);
        for (int depth = 0; depth <= plies[i] && depth <= ABS_MAX_DEPTH; depth++)
            lasting[depth]++;
    }
    if (depths->count == 0 && !abs_is_tree(batch->domain)) {
        int depth = batch->domain->default_depth;
        while (depth > 1 && 2 * lasting[depth] < count)
            depth--;
        abs_list_set(depths, depth);
    }
    for (size_t i = batch->root_count = 0; i < count; i++)
        if (depths->count == 0 || plies[i] >= depths->items[0].low)
            batch->roots[batch->root_count++] = batch->roots[i];
    parsed_free(&parsed);
    free(plies);
}

static bool take_positions(abs_suite *suite, abs_options *o, abs_tuning *t, abs_error *error)
{
    abs_batch *batch = &suite->batches[0];
    const bool budget = o->budget_work > 0 || o->budget_seconds > 0; /* it is used up */
    size_t all = 0;
    for (size_t i = 0; i < suite->count; i++) {
        all += suite->batches[i].root_count;
        suite->batches[i].root_count *= i == 0; /* in the others games are over */
    }
    keep_lasting(batch, &o->settings[CONFIG_depth]);
    shuffle(batch);
    t->domain = batch->domain;
    t->spec = batch->spec;
    t->positions = batch->root_count;
    t->too_short = all - t->positions;
    t->held_out = t->positions / 4;
    t->good = o->delta >= 0 ? o->delta / 100 : budget ? 0 : usual_delta(t->positions);
    if (t->positions >= POSITIONS_MIN)
        return true;
    if (t->too_short == 0)
        return abs_fail(error, ABS_USAGE, "tune needs %d positions or more, and here are %zu",
                        POSITIONS_MIN, t->positions);
    return abs_fail(error, ABS_USAGE,
                    "tune needs %d positions or more, and here are %zu: the games of %zu more end "
                    "before --depth is reached; give a smaller one",
                    POSITIONS_MIN, t->positions, t->too_short);
}

/* ---- the races ------------------------------------------------------------------------------ */

/* The first that can be the reference of all; TUNING_NONE: none of them can. */
static size_t find_reference(const abs_config *configs, size_t count, const abs_options *o,
                             unsigned orders)
{
    for (size_t i = 0; i < count && reference_is_given(&o->reference_config); i++)
        if (reference_rate(&o->reference_config, orders, 0, &configs[i], &configs[0]) != REFERENCE_NOT)
            return i;
    return TUNING_NONE;
}

/* The ladder at its depth, or so much less; what is a reference alone stands after all that may
   join. */
static void fill_race(tuning_race *race, const abs_batch *batch, const abs_options *o, int less)
{
    race->configs = memory_zeros(RACE_MOST, sizeof *race->configs);
    for (size_t i = 0; i < batch->config_count; i++)
        race->configs[batch->configs[i].for_reference ? TUNING_REFERENCE : race->raced++] =
            batch->configs[i];
    for (size_t i = 0; i < RACE_MOST; i++)
        race->configs[i].depth -= less;
    race->depth = race->configs[0].depth;
    race->reference = find_reference(race->configs, race->raced, o, batch->domain->orders);
    if (race->reference == TUNING_NONE && race->configs[TUNING_REFERENCE].algo.core != NULL)
        race->reference = TUNING_REFERENCE;
}

/* The ladder takes the place of what the options alone would search. */
static bool fill_races(abs_suite *suite, const abs_options *o, abs_tuning *t, abs_error *error)
{
    abs_batch *batch = &suite->batches[0];
    const int least = abs_min_depth(batch->domain, batch->rules);
    batch->config_count = 0;
    if (!(o->engine_count > 0 ? configs_add : ladder_add)(batch, o, error) ||
        !engine_meet(suite, error))
        return false;
    if (batch->config_room < RACE_MOST) {
        batch->configs = memory_resize(batch->configs, RACE_MOST * sizeof *batch->configs);
        batch->config_room = RACE_MOST;
    }
    const int depth = batch->configs[0].depth;
    t->race_count = depth > 1 && depth > least ? TUNING_RACES : 1;
    for (size_t i = 0; i < t->race_count; i++)
        fill_race(&t->races[i], batch, o, (int)i);
    return true;
}

/* ---- the report ---------------------------------------------------------------------------- */

/* What was found, as a whole or in so far as it was not interrupted. Takes `out`. */
static bool write_out(abs_tuning *t, const abs_options *o, abs_output *out, abs_error *error)
{
    const abs_format format = command_format(o);
    abs_buffer said = {0};
    if (!document_write(out, &tuning_document, t, &t->context, format, error)) {
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
    return error->code;
}

static abs_exit run(abs_suite *suite, const abs_options *o, abs_tuning *t, abs_error *error)
{
    abs_output *out = output_open(o->output, error); /* what cannot be written is found now */
    if (out == NULL)
        return error->code;
    const abs_exit result = racing_run(suite, o, t, error);
    const bool told = result == ABS_OK || result == ABS_INTERRUPTED;
    if (told && t->races[0].look_count > 0)
        return write_out(t, o, out, error) ? result : error->code;
    output_abandon(out);
    return end_early(t, result, error);
}

abs_exit command_tune(abs_options *o, abs_error *error)
{
    abs_suite suite = {0};
    abs_tuning t = {.metric = o->metric, .reference = o->reference};
    abs_exit result = ABS_OK;
    cJSON *echo = NULL;
    if (check_options(o, error) && fill_in(o, error) && add_positions(&suite, o, error) &&
        take_positions(&suite, o, &t, error) && fill_races(&suite, o, &t, error)) {
        echo = abs_options_echo(o, command_format(o));
        t.context = (abs_context){.times = o->times,
                                  .options = echo,
                                  .argc = o->argc,
                                  .argv = o->argv,
                                  .skipped_lines = suite.skipped_lines};
        idle_tell(&suite, o);
        result = run(&suite, o, &t, error);
    } else {
        result = error->code;
    }
    cJSON_Delete(echo);
    for (size_t i = 0; i < TUNING_RACES; i++)
        free(t.races[i].configs);
    abs_suite_free(&suite);
    return result;
}
