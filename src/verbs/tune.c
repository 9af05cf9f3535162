/* tune.c -- `absbench tune`: which search to use for a game, found by a race. */
#include "base/memory.h"
#include "engine/engine.h"
#include "find/tuning.h"
#include "verbs/commands.h"
#include "work/pool.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

enum { POSITIONS_MIN = 12, NO_VALUE = INT_MAX };

/* The searches of the races: of the suite's first batch. */
typedef struct {
    abs_suite *suite;
    const abs_options *options;
    abs_tuning *tuning;
    abs_error *error; /* its code is ABS_OK until something ends the races */
    double began;     /* clock_now(): --budget=TIME counts from here */
    uint64_t spent;   /* work, of all races so far */
    bool broke;       /* the budget was spent before all was searched */
    /* Of the race at hand: */
    tuning_race *race;
    double *logs;     /* logs[position * RACE_MOST + configuration], and in the same order .. */
    uint64_t *works;  /* .. the work; 0: it was not searched */
    int *values;      /* by position: the first one found, or NO_VALUE */
    const size_t *in; /* what is searched now: numbers of configurations */
    size_t planned;   /* looks */
} racer;

/* ---- what is asked for --------------------------------------------------------------------- */

/* A race is of one domain and one setting: what varies is the ladder's. */
static bool check_options(const abs_options *o, abs_error *error)
{
    const abs_list *depths = &o->settings[CONFIG_depth];
    if (o->domains.count != 1)
        return abs_fail(error, ABS_USAGE,
                        "tune is for one game or tree, not %zu; write "
                        "`absbench tune --game=NAME` or `--tree=SPEC`",
                        o->domains.count);
    if (depths->count == 1 && depths->items[0].low < 1)
        return abs_fail(error, ABS_USAGE, "--depth=0: nothing is searched there; give 1 or more");
    for (size_t i = 0; i < CONFIG_FIELDS; i++)
        if (o->settings[i].count > 1)
            return abs_fail(error, ABS_USAGE,
                            "tune takes one setting, not %zu of %s; what it races is its own",
                            o->settings[i].count, config_fields[i].name);
    return true;
}

/* ---- the positions ------------------------------------------------------------------------- */

/* With 400 positions 3 %, with 60 10 %, and a power of their number between. */
static double usual_delta(size_t positions)
{
    const double delta = 0.03 * pow(400.0 / (double)positions, log(10.0 / 3) / log(400.0 / 60));
    return delta < 0.03 ? 0.03 : delta > 0.10 ? 0.10 : delta;
}

/* Trees have 400 seeds, games their large suites, where nothing else is asked for. The positions of
   a game are as for a depth of one, so that they stay together: those whose games end too early are
   found here. */
static bool add_positions(abs_suite *suite, abs_options *o, abs_error *error)
{
    const bool game = o->domains.items[0].kind == READ_GAME;
    const abs_list asked = o->settings[CONFIG_depth];
    abs_pair one = {1, 1};
    o->check_moves = false;
    if (!abs_options_asked(o, game ? "suite" : "seed") &&
        !abs_options_set(o, game ? "suite" : "seed", game ? "large" : "1..400", error))
        return false;
    if (game)
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
    bool from_file = false;
    uint64_t key = 1;
    size_t all = 0;
    for (size_t i = 0; i < suite->count; i++) {
        all += suite->batches[i].root_count;
        suite->batches[i].root_count *= i == 0; /* in the others games are over */
    }
    keep_lasting(batch, &o->settings[CONFIG_depth]);
    for (size_t i = batch->root_count; i > 1; i--) { /* an order of their number alone */
        const size_t k = (size_t)((abs_mix64(key += ABS_G) >> 32) * i >> 32);
        const abs_place place = batch->roots[k];
        batch->roots[k] = batch->roots[i - 1];
        batch->roots[i - 1] = place;
    }
    t->domain = batch->domain;
    t->spec = batch->spec;
    t->positions = batch->root_count;
    t->too_short = all - t->positions;
    t->held_out = t->positions / 4;
    t->good = o->delta >= 0 ? o->delta / 100 : budget ? 0 : usual_delta(t->positions);
    if (t->positions >= POSITIONS_MIN)
        return true;
    for (size_t i = 0; i < o->positions.count; i++)
        from_file |= o->positions.items[i].kind == READ_POSITIONS;
    if (t->too_short == 0)
        return abs_fail(error, from_file ? ABS_CANNOT_RUN : ABS_USAGE,
                        "tune needs %d positions or more, and here are %zu; give more by "
                        "--positions, --suite=large or, of trees, --seed",
                        POSITIONS_MIN, t->positions);
    return abs_fail(error, ABS_USAGE,
                    "tune needs %d positions or more, and here are %zu: the games of %zu more end "
                    "before --depth is reached; give a smaller one",
                    POSITIONS_MIN, t->positions, t->too_short);
}

/* ---- what is raced -------------------------------------------------------------------------- */

/* The ladder at its depth, or so much less. What is a reference alone stands after all that may
   join; the first that can be the reference of all is it. */
static void fill_race(tuning_race *race, const abs_batch *batch, const abs_options *o, int less)
{
    const abs_reference *asked = &o->reference_config;
    race->configs = memory_zeros(RACE_MOST, sizeof *race->configs);
    for (size_t i = 0; i < batch->config_count; i++)
        race->configs[batch->configs[i].for_reference ? TUNING_REFERENCE : race->raced++] =
            batch->configs[i];
    for (size_t i = 0; i < RACE_MOST; i++)
        race->configs[i].depth -= less;
    race->depth = race->configs[0].depth;
    race->reference =
        race->configs[TUNING_REFERENCE].algo.core != NULL ? TUNING_REFERENCE : TUNING_NONE;
    for (size_t i = race->raced; i-- > 0 && reference_is_given(asked);)
        if (reference_rate(asked, batch->domain->orders, 0, &race->configs[i], &race->configs[0]) !=
            REFERENCE_NOT)
            race->reference = i;
}

/* The ladder takes the place of what the options alone would search. */
static bool fill_races(abs_suite *suite, const abs_options *o, abs_tuning *t, abs_error *error)
{
    abs_batch *batch = &suite->batches[0];
    const int least = abs_min_depth(batch->domain, batch->rules);
    batch->config_count = 0;
    if (!(o->engines.count > 0 ? configs_add : ladder_add)(batch, o, error) ||
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

/* ---- the budget ---------------------------------------------------------------------------- */

static double mean_work(const racer *r, size_t config)
{
    double sum = 0, count = 0;
    for (size_t p = 0; p < r->tuning->positions; p++) {
        sum += (double)r->works[p * RACE_MOST + config];
        count += r->works[p * RACE_MOST + config] > 0;
    }
    return count > 0 ? sum / count : mean_work(r, r->race->leader); /* it has just joined */
}

/* Whether the budget is likely to suffice for these searches, and for those of the positions held
   out after them. */
static bool is_affordable(const racer *r, const size_t *in, size_t count, size_t positions)
{
    const double margin = 1.1; /* searches to come may cost more than those before */
    const abs_options *o = r->options;
    const double spent = (double)r->spent, seconds = clock_now() - r->began;
    const size_t reference = r->race->reference;
    if (r->race->look_count == 0)
        return true; /* nothing is known yet */
    double work = mean_work(r, r->race->leader) * (double)r->tuning->held_out;
    if (reference != TUNING_NONE)
        work += mean_work(r, reference) * (double)r->tuning->held_out;
    for (size_t i = 0; i < count; i++)
        work += mean_work(r, in[i]) * (double)positions;
    work *= margin;
    return (o->budget_work == 0 || spent + work <= (double)o->budget_work) &&
           (o->budget_seconds == 0 || seconds * (1 + work / spent) <= o->budget_seconds);
}

/* ---- a race -------------------------------------------------------------------------------- */

/* All searches of a position have one value, where that is promised. */
static bool take(void *context, size_t job, const abs_row *row, int number)
{
    racer *r = context;
    const abs_options *o = r->options;
    const abs_batch *batch = r->suite->batches;
    if (row == NULL)
        return pool_fail_lost(r->suite, job, number, r->error);
    const size_t config = r->in[row->job % batch->config_count];
    const size_t position = batch->first_root + row->job / batch->config_count;
    const size_t at = position * RACE_MOST + config;
    int *known = &r->values[position];
    uint64_t measure;
    char id[2 * ABS_TEXT_MAX + CONFIG_WORDS_MAX];
    const bool sound = config_has_sound_value(row->config);
    abs_row_id(row, id, sizeof id);
    if (row->status != ABS_STATUS_OK || !abs_row_measure(row, o->metric, &measure))
        return abs_fail(r->error, ABS_CANNOT_RUN, "a search ended with status %s: %.600s",
                        abs_statuses[row->status].name, id);
    if (sound && *known != NO_VALUE && (row->lower ? row->value > *known : row->value != *known))
        return abs_fail(r->error, ABS_DIFFERS,
                        "the values disagree: another search of the position found %d, this one "
                        "%d: %.600s",
                        *known, row->value, id);
    if (sound && !row->lower)
        *known = row->value;
    r->logs[at] = log((double)(measure > 0 ? measure : 1));
    r->works[at] = abs_work(&row->n);
    r->race->searches++;
    r->race->work += r->works[at];
    r->spent += r->works[at];
    r->broke = (o->budget_work > 0 && r->spent > (uint64_t)o->budget_work) ||
               (o->budget_seconds > 0 && clock_now() - r->began > o->budget_seconds);
    return !r->broke;
}

/* Searches positions `from` .. `to` with `count` configurations. False: not all of them, and the
   error says why, or r->broke that the budget is spent. */
static bool search(racer *r, const size_t *in, size_t count, size_t from, size_t to)
{
    abs_batch *batch = r->suite->batches;
    const bool shown = !r->options->quiet && isatty(STDERR_FILENO);
    for (size_t i = 0; i < count; i++)
        batch->configs[i] = r->race->configs[in[i]];
    batch->config_count = count;
    batch->first_root = from;
    batch->root_count = to;
    abs_suite_number_jobs(r->suite);
    r->in = in;
    if (count == 0 || from == to)
        return true;
    if (shown)
        fprintf(stderr, "absbench: depth %d: %zu configurations on positions %zu to %zu of %zu\n",
                r->race->depth, count, from + 1, to, r->tuning->positions);
    const abs_pool_client client = {
        .workers = crew_size(r->options, r->suite), .progress = shown, .take = take, .context = r};
    r->tuning->spent |= !abs_pool_run(r->suite, &client, r->error) && r->broke;
    return r->error->code == ABS_OK && !r->broke;
}

/* Searches what a look needs, if that is affordable, and looks: all that are left on those
   positions, or the one that joins. False: there was no look. */
static bool look(racer *r, size_t joined, size_t from, size_t to)
{
    tuning_race *race = r->race;
    const bool alone = joined != TUNING_NONE;
    const size_t *in = alone ? &joined : race->in, count = alone ? 1 : race->left;
    const bool affordable = is_affordable(r, in, count, to - from);
    r->tuning->spent |= !affordable;
    if (!affordable || !search(r, in, count, from, to)) {
        race->end = r->error->code == ABS_INTERRUPTED ? TUNING_INTERRUPTED : TUNING_BUDGET;
        return false;
    }
    if (alone)
        race->in[race->left++] = joined;
    const race_field field = {r->logs, to};
    race->behind = race_look(&field, r->planned + RACE_JOINS_MAX, race->in, &race->left);
    race->leader = race->in[0];
    race->end = race->left == 1                          ? TUNING_ALONE
                : race->behind <= log1p(r->tuning->good) ? TUNING_GOOD
                                                         : TUNING_UNTOLD;
    race->looks[race->look_count++] = (tuning_look){.positions = to,
                                                    .left = race->left,
                                                    .leader = race->leader,
                                                    .behind = race->behind,
                                                    .joined = joined,
                                                    .searches = race->searches,
                                                    .work = race->work};
    return true;
}

/* Looks after more and more positions. As long as the leader's window is at the edge of those
   raced, the next one joins, on all the positions that the others have been searched on. */
static void run_looks(racer *r)
{
    tuning_race *race = r->race;
    size_t looks[RACE_LOOKS_MAX], before = 0, joins = 0;
    bool going = true;
    r->planned = race_plan(r->tuning->positions - r->tuning->held_out, looks);
    for (size_t l = 0; l < r->planned && going; before = looks[l++]) {
        going = look(r, TUNING_NONE, before, looks[l]);
        if (going && race->end == TUNING_UNTOLD && l + 1 < r->planned)
            continue;
        while (
            going && joins < RACE_JOINS_MAX && race->raced < TUNING_REFERENCE &&
            ladder_extend(race->configs, race->raced, race->leader, &race->configs[race->raced])) {
            joins++;
            going = look(r, race->raced++, 0, looks[l]);
        }
        going &= race->end == TUNING_UNTOLD; /* what has joined may have opened it again */
    }
}

/* The leader and its reference on positions that had no part in choosing it. */
static void hold_out(racer *r)
{
    tuning_race *race = r->race;
    const abs_tuning *t = r->tuning;
    const size_t from = t->positions - t->held_out;
    const size_t pair[] = {race->leader, race->reference};
    double *logs = memory_zeros(t->held_out + 1, sizeof *logs);
    const bool all = search(r, pair, 2, from, t->positions);
    for (size_t i = 0; i < t->held_out; i++)
        logs[i] =
            r->logs[(from + i) * RACE_MOST + pair[0]] - r->logs[(from + i) * RACE_MOST + pair[1]];
    if (all)
        race->saves = judge_ratio(logs, t->held_out, 1);
    free(logs);
}

/* What all would take on all positions: in the proportion in which each stands to the leader on the
   positions that it was searched on, which may have been hard ones. */
static void estimate_all(racer *r)
{
    tuning_race *race = r->race;
    const size_t positions = r->tuning->positions;
    const double leader = mean_work(r, race->leader) * (double)positions;
    for (size_t c = 0; c < race->raced; c++) {
        double own = 0, leaders = 0;
        for (size_t p = 0; p < positions; p++) {
            const uint64_t work = r->works[p * RACE_MOST + c],
                           beside = r->works[p * RACE_MOST + race->leader];
            own += work > 0 && beside > 0 ? (double)work : 0;
            leaders += work > 0 && beside > 0 ? (double)beside : 0;
        }
        race->all_work += leaders > 0 ? leader * own / leaders : 0;
    }
}

/* A race at one depth. */
static void run_race(racer *r, tuning_race *race)
{
    const size_t n = r->tuning->positions;
    r->race = race;
    r->logs = memory_zeros(n * RACE_MOST, sizeof *r->logs);
    r->works = memory_zeros(n * RACE_MOST, sizeof *r->works);
    r->values = memory_take(n * sizeof *r->values);
    for (size_t i = 0; i < n; i++)
        r->values[i] = NO_VALUE;
    race->saves = judge_ratio(NULL, 0, 1);
    for (race->left = 0; race->left < race->raced; race->left++)
        race->in[race->left] = race->left;
    run_looks(r);
    if (r->error->code == ABS_OK && race->look_count > 0 && !r->broke &&
        race->reference != TUNING_NONE && race->reference != race->leader)
        hold_out(r);
    if (race->look_count > 0)
        estimate_all(r);
    free(r->logs);
    free(r->works);
    free(r->values);
}

/* ---- the report ---------------------------------------------------------------------------- */

/* What was found, as a whole or in so far as it was not interrupted. */
static bool report(racer *r, abs_output *out)
{
    static abs_buffer said;
    abs_tuning *t = r->tuning;
    const bool written = document_write(out, &tuning_document, t, &t->context,
                                        abs_options_format(r->options), r->error);
    if (written && t->interrupted) {
        output_set_aside(out, false, &said);
        fprintf(stderr, "absbench: interrupted; the looks so far are reported%s\n",
                buffer_end(&said));
    }
    return output_end(out, written, r->error) &&
           (!t->interrupted || abs_fail_quietly(r->error, ABS_INTERRUPTED));
}

static bool run(racer *r)
{
    abs_tuning *t = r->tuning;
    const tuning_race *race = &t->races[0];
    size_t looks[RACE_LOOKS_MAX];
    abs_output *out = output_open(r->options->output, r->error); /* what cannot be is found now */
    if (out == NULL)
        return false;
    r->error->code = ABS_OK;
    for (size_t i = 0; i < t->race_count && r->error->code == ABS_OK && !t->spent; i++)
        run_race(r, &t->races[i]);
    t->interrupted = r->error->code == ABS_INTERRUPTED;
    t->seconds = clock_now() - r->began;
    if ((r->error->code == ABS_OK || t->interrupted) && race->look_count > 0)
        return report(r, out);
    output_abandon(out);
    race_plan(t->positions - t->held_out, looks);
    const unsigned long long made = race->searches, wanted = looks[0] * race->raced;
    if (t->interrupted)
        fprintf(stderr,
                "absbench: interrupted before the first look, after %llu of %llu searches\n", made,
                wanted);
    return r->error->code == ABS_OK &&
           abs_fail(r->error, ABS_CANNOT_RUN,
                    "--budget was spent before the first look, after %llu of %llu searches; give "
                    "more, or a smaller --depth",
                    made, wanted);
}

bool command_tune(abs_options *o, abs_error *error)
{
    static abs_suite suite; /* these live as long as the program */
    static abs_tuning t;
    t = (abs_tuning){.metric = o->metric, .reference = o->reference};
    racer r = {.suite = &suite, .options = o, .tuning = &t, .error = error};
    if (!check_options(o, error) || !add_positions(&suite, o, error) ||
        !take_positions(&suite, o, &t, error) || !fill_races(&suite, o, &t, error))
        return false;
    t.context = context_of(o);
    t.context.skipped_lines = suite.skipped_lines;
    idle_tell(&suite, o);
    r.began = clock_now();
    return run(&r);
}
