/* tune.c -- `absbench tune`: finds by a race which search to use for a game. */
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

/* The races; they search the positions of the suite's first batch. */
typedef struct {
    abs_suite *suite;
    const abs_options *options;
    abs_tuning *tuning;
    abs_error *error; /* its code is ABS_OK until something ends the races */
    double began;     /* clock_now() when --budget=TIME began */
    uint64_t spent;   /* the work of all races so far */
    bool broke;       /* the budget was spent before all was searched */
    /* Of the current race: */
    tuning_race *race;
    double *logs;     /* logs[position * RACE_MOST + configuration]; NAN: an engine was short */
    double *whole;    /* the same without positions that have NAN */
    uint64_t *works;  /* the work in the same order; 0 if it was not searched */
    int *values;      /* by position: the first value found, or NO_VALUE */
    const size_t *in; /* the configurations that are searched now */
    size_t planned;   /* the number of looks */
} racer;

/* ---- options ------------------------------------------------------------------------------- */

/* Checks that the options name one domain and one setting. Only the ladder's options vary. */
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
                            "tune takes one setting, not %zu of %s; it chooses itself what to race",
                            o->settings[i].count, config_fields[i].name);
    return true;
}

/* ---- the positions ------------------------------------------------------------------------- */

/* The default of --delta: 3 % with 400 positions, 10 % with 60, and a power law between them. */
static double usual_delta(size_t positions)
{
    const double delta = 0.03 * pow(400.0 / (double)positions, log(10.0 / 3) / log(400.0 / 60));
    return delta < 0.03 ? 0.03 : delta > 0.10 ? 0.10 : delta;
}

/* Adds the positions: by default 400 seeds of a tree, or a game's large suite. They stay in one
   batch; keep_lasting() finds those whose games end too early. */
static bool add_positions(abs_suite *suite, abs_options *o, abs_error *error)
{
    const bool game = repeated_is(&o->domains.items[0], "game");
    o->check_moves = false;
    o->together = true;
    const char *const which = game ? "suite" : "seed";
    if (!abs_options_asked(o, which) && !(game && o->positions.count > 0) &&
        !abs_options_set(o, which, game ? "large" : "1..400", error))
        return false;
    return abs_suite_add(suite, o, error);
}

/* Leaves out positions whose games end before the depth is reached. If no depth is given, it is the
   game's default, or less, so that the games of half of the positions last as long. */
static void keep_lasting(abs_batch *batch, abs_list *depths)
{
    abs_root e = {.room = NULL};
    const size_t count = batch->root_count;
    int *plies = memory_take((count + 1) * sizeof *plies); /* how many plies each game lasts */
    size_t lasting[ABS_MAX_DEPTH + 1] = {0};               /* games that last so long, by depth */
    for (size_t i = 0; i < count; i++) {
        batch_root(batch, i, &e);
        plies[i] = abs_plies_left(e.domain, e.rules, e.position);
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
    root_free(&e);
    free(plies);
}

static bool take_positions(abs_suite *suite, abs_options *o, abs_tuning *t, abs_error *error)
{
    abs_batch *batch = &suite->batches[0];
    const bool budget = o->budget_work > 0 || o->budget_seconds > 0; /* the race uses up a budget */
    bool from_file = false;
    uint64_t key = 1;
    const size_t all = batch->root_count;
    keep_lasting(batch, &o->settings[CONFIG_depth]);
    for (size_t i = batch->root_count; i > 1; i--) { /* a shuffle that depends on the number only */
        const size_t k = (size_t)((abs_mix64(key += ABS_G) >> 32) * i >> 32);
        const uint64_t number = batch->roots[k];
        batch->roots[k] = batch->roots[i - 1];
        batch->roots[i - 1] = number;
    }
    t->subject = &batch->source->subject;
    t->spec = batch->spec;
    t->positions = batch->root_count;
    t->too_short = all - t->positions;
    t->held_out = t->positions / 4;
    t->good = o->delta >= 0 ? o->delta / 100 : budget ? 0 : usual_delta(t->positions);
    if (t->positions >= POSITIONS_MIN)
        return true;
    for (size_t i = 0; i < o->positions.count; i++)
        from_file |= repeated_is(&o->positions.items[i], "positions");
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

/* ---- configurations ------------------------------------------------------------------------- */

/* Fills a race with the ladder, at its depth or `less` plies less. The reference is the first that
   fits; one that is not raced is at TUNING_REFERENCE, after all configurations that may join. */
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

/* Fills the races. The ladder replaces the configurations of the options. */
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
    return count > 0 ? sum / count : mean_work(r, r->race->leader); /* a new one has no work yet */
}

/* Whether the budget is likely to suffice for these searches, and then for those of the held-out
   positions. */
static bool is_affordable(const racer *r, const size_t *in, size_t count, size_t positions)
{
    const double margin = 1.1; /* the next searches may cost more than earlier ones */
    const abs_options *o = r->options;
    const double spent = (double)r->spent, seconds = clock_now() - r->began;
    const size_t reference = r->race->reference;
    if (r->race->look_count == 0)
        return true; /* no cost is known yet */
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

/* Takes a row. Sound searches of a position must have the same value. */
static bool take(void *context, size_t job, const abs_row *row)
{
    racer *r = context;
    const abs_options *o = r->options;
    const abs_batch *batch = r->suite->batches;
    (void)job;
    const size_t config = r->in[row->job % batch->config_count];
    const size_t position = batch->first_root + row->job / batch->config_count;
    const size_t at = position * RACE_MOST + config;
    int *known = &r->values[position];
    uint64_t measure;
    char id[2 * ABS_TEXT_MAX + CONFIG_WORDS_MAX];
    const bool sound = config_has_sound_value(row->config);
    abs_row_id(row, id, sizeof id);
    const bool apart = row->status == ABS_STATUS_SHORT || row->status == ABS_STATUS_OVER;
    if ((row->status != ABS_STATUS_OK && !apart) || !abs_row_measure(row, o->metric, &measure))
        return abs_fail(r->error, ABS_CANNOT_RUN, "a search ended with status %s: %.600s",
                        abs_statuses[row->status].name, id);
    if (sound && *known != NO_VALUE && (row->lower ? row->value > *known : row->value != *known))
        return abs_fail(r->error, ABS_DIFFERS,
                        "the values disagree: another search of the position found %d, this one "
                        "%d: %.600s",
                        *known, row->value, id);
    if (sound && !row->lower)
        *known = row->value;
    r->logs[at] = apart ? NAN : log((double)(measure > 0 ? measure : 1));
    r->works[at] = abs_work(&row->n);
    r->race->searches++;
    r->race->work += r->works[at];
    r->spent += r->works[at];
    r->broke = (o->budget_work > 0 && r->spent > (uint64_t)o->budget_work) ||
               (o->budget_seconds > 0 && clock_now() - r->began > o->budget_seconds);
    return !r->broke;
}

/* Searches positions `from` to below `to` with `count` configurations. Returns false if some were
   not searched: the error is set, or r->broke. */
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

/* The positions up to `to` that all remaining configurations have searched to their depth. */
static race_field find_field(racer *r, size_t to)
{
    size_t count = 0;
    for (size_t p = 0; p < to; p++) {
        const double *logs = r->logs + p * RACE_MOST;
        bool all = true;
        for (size_t i = 0; i < r->race->left; i++)
            all &= !isnan(logs[r->race->in[i]]);
        if (all)
            memcpy(r->whole + count++ * RACE_MOST, logs, RACE_MOST * sizeof *logs);
    }
    return (race_field){r->whole, count};
}

/* Searches what a look needs, if the budget allows it, and takes the look: all remaining
   configurations on these positions, or only the one that joins. False: there was no look. */
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
    const race_field field = find_field(r, to);
    if (field.positions < 2)
        return abs_fail(r->error, ABS_CANNOT_RUN,
                        "fewer than 2 of %zu positions were searched to depth %d by all engines",
                        to, race->depth);
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

/* Takes looks after more and more positions. While the leader's window is the smallest or the
   largest, the next window beyond it joins and is searched on all positions so far. */
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
        going &= race->end == TUNING_UNTOLD; /* the race may continue after one has joined */
    }
}

/* Names the position of a ratio; `numbers` has those of all pairs. */
static void name_position(const racer *r, const size_t *numbers, stats_extreme *e)
{
    abs_root root = {.room = NULL};
    e->position = memory_text(batch_root(r->suite->batches, numbers[e->at], &root)->id);
    root_free(&root);
}

/* Searches the leader and its reference on the held-out positions, which did not choose it. */
static void hold_out(racer *r)
{
    tuning_race *race = r->race;
    const abs_tuning *t = r->tuning;
    const size_t from = t->positions - t->held_out;
    const size_t pair[] = {race->leader, race->reference};
    double *logs = memory_zeros(t->held_out + 1, sizeof *logs);
    size_t *numbers = memory_zeros(t->held_out + 1, sizeof *numbers);
    const bool all = search(r, pair, 2, from, t->positions);
    size_t count = 0;
    for (size_t i = 0; i < t->held_out; i++) {
        const double *at = r->logs + (from + i) * RACE_MOST;
        numbers[count] = from + i;
        logs[count] = at[pair[0]] - at[pair[1]];
        count += !isnan(logs[count]);
    }
    if (all)
        race->saves = judge_ratio(logs, count, 1);
    if (all && count > 0) {
        name_position(r, numbers, &race->saves.ratio.min);
        name_position(r, numbers, &race->saves.ratio.max);
    }
    free(logs);
    free(numbers);
}

/* Estimates the work of all configurations on all positions: each by its ratio to the leader on the
   positions that it searched, because those may have been hard ones. */
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

/* Runs a race at one depth. */
static void run_race(racer *r, tuning_race *race)
{
    const size_t n = r->tuning->positions;
    r->race = race;
    r->logs = memory_zeros(n * RACE_MOST, sizeof *r->logs);
    r->whole = memory_zeros(n * RACE_MOST, sizeof *r->whole);
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
    free(r->whole);
    free(r->works);
    free(r->values);
}

/* ---- the report ---------------------------------------------------------------------------- */

/* Writes the findings, or after an interrupt those so far. */
static bool report(racer *r, abs_output *out)
{
    static abs_buffer said;
    abs_tuning *t = r->tuning;
    const bool written = document_write(out, &tuning_document, t, &t->context,
                                        abs_options_format(r->options), r->error);
    const bool keep =
        written && (!t->interrupted || output_interrupted(out, false, &said) != OUTPUT_STAYS);
    const size_t looks = t->races[0].look_count + t->races[1].look_count;
    if (written && t->interrupted)
        fprintf(stderr, "absbench: interrupted; %zu %s finished%s\n", looks,
                looks == 1 ? "look was" : "looks were", buffer_end(&said));
    return (output_end(out, keep, r->error) || (written && !keep)) &&
           (!t->interrupted || abs_fail_quietly(r->error, ABS_INTERRUPTED));
}

static bool run(racer *r)
{
    abs_tuning *t = r->tuning;
    const tuning_race *race = &t->races[0];
    size_t looks[RACE_LOOKS_MAX];
    abs_output *out = output_open(r->options->output, r->error); /* before the races: it may fail */
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
                    "more%s, or a smaller --depth",
                    made, wanted,
                    r->options->budget_work > 0 ? " (a bare number is nodes; a time is 60s or 10m)"
                                                : "");
}

bool command_tune(abs_options *o, abs_error *error)
{
    static abs_suite suite; /* it is never freed, nor is the tuning */
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
