/* racing.c -- see racing.h. */
#define _POSIX_C_SOURCE 200809L
#include "verbs/racing.h"
#include "base/clock.h"
#include "base/memory.h"
#include "log/row.h"
#include "suite/suite.h"
#include "work/pool.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

enum { NO_VALUE = INT_MAX };

typedef struct {
    abs_suite *suite;
    const abs_options *options;
    abs_tuning *tuning;
    abs_error *error;
    double began;   /* clock_now(): --budget=TIME counts from here */
    uint64_t spent; /* work, of all races so far */
    bool broke;     /* the budget was spent before all was searched */
    /* Of the race at hand: */
    tuning_race *race;
    double *logs;    /* logs[position * RACE_MOST + configuration], and in the same order .. */
    uint64_t *works; /* .. the work */
    int *values;     /* by position: the first one found, or NO_VALUE */
    double sums[RACE_MOST];   /* of work, of the positions .. */
    size_t counts[RACE_MOST]; /* .. so many */
    const size_t *in;         /* what is searched now: numbers of configurations */
    size_t planned, joined;   /* looks; so often */
} racer;

/* ---- the budget ---------------------------------------------------------------------------- */

static const double MARGIN = 1.1; /* searches to come may cost more than those before */

static double mean_work(const racer *r, size_t config)
{
    const size_t of =
        r->counts[config] > 0 ? config : r->race->leader; /* one that has just joined */
    return r->sums[of] / (double)r->counts[of];
}

/* Whether the budget is likely to suffice for these searches, and for those of the positions held
   out after them. */
static bool is_affordable(const racer *r, const size_t *in, size_t count, size_t positions)
{
    const abs_options *o = r->options;
    const double spent = (double)r->spent, seconds = clock_now() - r->began;
    const size_t reference = r->race->reference;
    double work = 0;
    if (r->race->look_count == 0)
        return true; /* nothing is known yet */
    for (size_t i = 0; i < count; i++)
        work += mean_work(r, in[i]) * (double)positions;
    work += mean_work(r, r->race->leader) * (double)r->tuning->held_out;
    if (reference != TUNING_NONE)
        work += mean_work(r, reference) * (double)r->tuning->held_out;
    work *= MARGIN;
    return (o->budget_work == 0 || spent + work <= (double)o->budget_work) &&
           (o->budget_seconds == 0 || seconds * (1 + work / spent) <= o->budget_seconds);
}

/* ---- searching ----------------------------------------------------------------------------- */

/* All searches of a position have one value, where that is promised. */
static bool take(void *context, const abs_row *row)
{
    racer *r = context;
    const abs_options *o = r->options;
    const abs_batch *batch = r->suite->batches;
    const size_t config = r->in[row->job % batch->config_count];
    const size_t position = batch->first_root + row->job / batch->config_count;
    const size_t at = position * RACE_MOST + config;
    int *known = &r->values[position];
    uint64_t measure;
    const bool ended = row->status == ABS_STATUS_OK && abs_row_measure(row, o->metric, &measure);
    const bool sound = config_has_sound_value(row->config);
    const bool differs =
        sound && *known != NO_VALUE && (row->lower ? row->value > *known : row->value != *known);
    if (!ended || differs) {
        char id[2 * ABS_TEXT_MAX + CONFIG_WORDS_MAX];
        abs_row_id(row, id, sizeof id);
        if (!ended)
            return abs_fail(r->error, ABS_CANNOT_RUN, "a search ended with status %s: %.600s",
                            abs_statuses[row->status].name, id);
        return abs_fail(r->error, ABS_DIFFERS,
                        "the values disagree: another search of the position found %d, this one "
                        "%d: %.600s",
                        *known, row->value, id);
    }
    if (sound && !row->lower)
        *known = row->value;
    r->logs[at] = log((double)(measure > 0 ? measure : 1));
    r->works[at] = abs_work(&row->n);
    r->sums[config] += (double)r->works[at];
    r->counts[config]++;
    r->race->searches++;
    r->race->work += r->works[at];
    r->spent += r->works[at];
    r->broke = (o->budget_work > 0 && r->spent > (uint64_t)o->budget_work) ||
               (o->budget_seconds > 0 && clock_now() - r->began > o->budget_seconds);
    return !r->broke;
}

static bool lose(void *context, size_t job, int signal)
{
    const racer *r = context;
    (void)job;
    return abs_fail(r->error, ABS_CANNOT_RUN, "a worker died in a search of %s: signal %d (%s)",
                    r->tuning->spec, signal, strsignal(signal));
}

/* Searches positions `from` .. `to` with `count` configurations; r->broke: not all of them. */
static abs_exit search(racer *r, const size_t *in, size_t count, size_t from, size_t to)
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
        return ABS_OK;
    if (shown)
        fprintf(stderr, "absbench: depth %d: %zu configurations on positions %zu to %zu of %zu\n",
                r->race->depth, count, from + 1, to, r->tuning->positions);
    const abs_pool_client client = {.workers = crew_size(r->options, r->suite),
                                    .progress = shown,
                                    .take = take,
                                    .lose = lose,
                                    .context = r};
    const abs_exit result = abs_pool_run(r->suite, &client, r->error);
    return r->broke ? ABS_OK : result == ABS_CANNOT_RUN ? r->error->code : result;
}

/* ---- looks --------------------------------------------------------------------------------- */

static void look(racer *r, size_t positions, size_t joined)
{
    tuning_race *race = r->race;
    const race_field field = {r->logs, positions};
    race->behind = race_look(&field, r->planned + RACE_JOINS_MAX, race->in, &race->left);
    race->leader = race->in[0];
    race->end = race->left == 1                          ? TUNING_ALONE
                : race->behind <= log1p(r->tuning->good) ? TUNING_GOOD
                                                         : TUNING_UNTOLD;
    race->looks[race->look_count++] = (tuning_look){.positions = positions,
                                                    .left = race->left,
                                                    .leader = race->leader,
                                                    .behind = race->behind,
                                                    .joined = joined,
                                                    .searches = race->searches,
                                                    .work = race->work};
}

/* Searches what a look needs, if that is affordable. *looked: there was a look. */
static abs_exit search_and_look(racer *r, size_t joined, size_t from, size_t to, bool *looked)
{
    tuning_race *race = r->race;
    const bool alone = joined != TUNING_NONE;
    const size_t *in = alone ? &joined : race->in, count = alone ? 1 : race->left;
    *looked = is_affordable(r, in, count, to - from);
    const abs_exit result = *looked ? search(r, in, count, from, to) : ABS_OK;
    *looked &= result == ABS_OK && !r->broke;
    if (*looked) {
        if (alone)
            race->in[race->left++] = joined;
        look(r, to, joined);
    } else {
        race->end = result == ABS_INTERRUPTED ? TUNING_INTERRUPTED : TUNING_BUDGET;
    }
    r->tuning->spent |= result == ABS_OK && !*looked;
    return result;
}

/* As long as the leader's window is at the edge of those raced, the next one joins: on all the
   positions that the others have been searched on. */
static abs_exit extend(racer *r, size_t positions, bool *looked)
{
    tuning_race *race = r->race;
    abs_exit result = ABS_OK;
    while (result == ABS_OK && *looked && r->joined < RACE_JOINS_MAX &&
           race->raced < TUNING_REFERENCE &&
           ladder_extend(race->configs, race->raced, race->leader, &race->configs[race->raced])) {
        r->joined++;
        result = search_and_look(r, race->raced++, 0, positions, looked);
    }
    return result;
}

static abs_exit run_looks(racer *r)
{
    const abs_tuning *t = r->tuning;
    size_t looks[RACE_LOOKS_MAX], before = 0;
    r->planned = race_plan(t->positions - t->held_out, looks);
    abs_exit result = ABS_OK;
    bool looked = true, over = false;
    for (size_t l = 0; l < r->planned && result == ABS_OK && looked && !over; l++) {
        result = search_and_look(r, TUNING_NONE, before, looks[l], &looked);
        before = looks[l];
        over = looked && (r->race->end != TUNING_UNTOLD || l + 1 == r->planned);
        if (over && result == ABS_OK)
            result = extend(r, before, &looked);
        over &= r->race->end != TUNING_UNTOLD; /* what has joined may have opened it again */
    }
    return result;
}

/* ---- the end ------------------------------------------------------------------------------- */

/* The leader and its reference on positions that had no part in choosing it. */
static abs_exit hold_out(racer *r)
{
    tuning_race *race = r->race;
    const abs_tuning *t = r->tuning;
    const size_t from = t->positions - t->held_out;
    const size_t pair[] = {race->leader, race->reference};
    double *logs = memory_zeros(t->held_out + 1, sizeof *logs);
    const abs_exit result = search(r, pair, 2, from, t->positions);
    for (size_t i = 0; i < t->held_out; i++)
        logs[i] =
            r->logs[(from + i) * RACE_MOST + pair[0]] - r->logs[(from + i) * RACE_MOST + pair[1]];
    if (result == ABS_OK && !r->broke)
        race->saves = judge_ratio(logs, t->held_out, 1);
    r->tuning->spent |= r->broke;
    free(logs);
    return result;
}

/* What all would take on all positions: in the proportion in which each stands to the leader on the
   positions that it was searched on, which may have been hard ones. */
static void estimate_all(racer *r)
{
    tuning_race *race = r->race;
    const double leader = mean_work(r, race->leader) * (double)r->tuning->positions;
    const size_t positions = r->tuning->positions;
    race->all_work = 0;
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
static abs_exit run_race(racer *r, tuning_race *race)
{
    const size_t n = r->tuning->positions;
    r->race = race;
    r->joined = 0;
    r->logs = memory_zeros(n * RACE_MOST, sizeof *r->logs);
    r->works = memory_zeros(n * RACE_MOST, sizeof *r->works);
    r->values = memory_take(n * sizeof *r->values);
    memset(r->sums, 0, sizeof r->sums);
    memset(r->counts, 0, sizeof r->counts);
    for (size_t i = 0; i < n; i++)
        r->values[i] = NO_VALUE;
    race->saves = judge_ratio(NULL, 0, 1);
    race->left = race->raced;
    for (size_t i = 0; i < race->raced; i++)
        race->in[i] = i;
    abs_exit result = run_looks(r);
    if (result == ABS_OK && race->look_count > 0 && !r->broke && race->reference != TUNING_NONE &&
        race->reference != race->leader)
        result = hold_out(r);
    if (race->look_count > 0)
        estimate_all(r);
    free(r->logs);
    free(r->works);
    free(r->values);
    return result;
}

abs_exit racing_run(abs_suite *suite, const abs_options *o, abs_tuning *t, abs_error *error)
{
    racer r = {.suite = suite, .options = o, .tuning = t, .began = clock_now(), .error = error};
    abs_exit result = ABS_OK;
    for (size_t i = 0; i < t->race_count && result == ABS_OK && !t->spent; i++)
        result = run_race(&r, &t->races[i]);
    t->interrupted = result == ABS_INTERRUPTED;
    t->seconds = clock_now() - r.began;
    return result;
}
