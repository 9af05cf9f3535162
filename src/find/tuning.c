/* tuning.c -- races, and the findings of a tuning in words. See tuning.h. */
#include "find/tuning.h"
#include "base/stats.h"
#include "find/findings.h"

#include <math.h>

/* ---- a race ---------------------------------------------------------------------------------- */

enum { FIRST_LOOK = 24, FIRST_OF_FEW = 20, FEW = 60 };

size_t race_plan(size_t positions, size_t looks[RACE_LOOKS_MAX])
{
    size_t count = 0, next = positions < FEW ? FIRST_OF_FEW : FIRST_LOOK;
    while (next < positions && count + 1 < RACE_LOOKS_MAX) {
        looks[count++] = next;
        next += next / 2;
    }
    looks[count++] = positions;
    return count;
}

/* Sorts configurations by their means, and equal ones by their numbers. */
static void sort(const race_field *f, size_t *in, size_t left)
{
    double means[RACE_MOST];
    for (size_t k = 0; k < left; k++) {
        const size_t one = in[k];
        const double mean = stats_mean(f->logs + one, RACE_MOST, f->positions);
        size_t at = k;
        for (; at > 0 && (means[at - 1] > mean || (means[at - 1] == mean && in[at - 1] > one));
             at--) {
            in[at] = in[at - 1];
            means[at] = means[at - 1];
        }
        in[at] = one;
        means[at] = mean;
    }
}

/* How far i is behind j: the mean of the logarithms of their ratios, and its standard error. */
static double find_behind(const race_field *f, size_t i, size_t j, double *error)
{
    const double n = (double)f->positions;
    double sum = 0, squares = 0;
    for (size_t p = 0; p < f->positions; p++)
        sum += f->logs[p * RACE_MOST + i] - f->logs[p * RACE_MOST + j];
    const double mean = sum / n;
    for (size_t p = 0; p < f->positions; p++) {
        const double off = f->logs[p * RACE_MOST + i] - f->logs[p * RACE_MOST + j] - mean;
        squares += off * off;
    }
    *error = sqrt((squares / (n - 1) + RACE_LEAST_DEVIATION * RACE_LEAST_DEVIATION) / n);
    return mean;
}

/* Removes each configuration if one with a lower mean, even a dropped one, is significantly ahead.
   Returns whether it removed any. */
static bool drop_beaten(const race_field *f, double level, size_t *in, size_t *left)
{
    const size_t all = *left;
    const double quantile =
        stats_t_above(level / (double)(all * (all - 1)), (double)f->positions - 1);
    bool beaten[RACE_MOST] = {false};
    size_t kept = 0;
    for (size_t k = 0; k < all; k++)
        for (size_t better = 0; better < k && !beaten[k]; better++) {
            double error;
            const double behind = find_behind(f, in[k], in[better], &error);
            beaten[k] = behind >= quantile * error;
        }
    for (size_t k = 0; k < all; k++)
        if (!beaten[k])
            in[kept++] = in[k];
    *left = kept;
    return kept < all;
}

/* An upper bound on how far the first is behind any of the others. */
static double bound_behind(const race_field *f, double level, const size_t *in, size_t left)
{
    const double quantile = stats_t_above(level / (double)(left - 1), (double)f->positions - 1);
    double most = 0;
    for (size_t k = 1; k < left; k++) {
        double error;
        const double mean = find_behind(f, in[0], in[k], &error);
        most = fmax(most, mean + quantile * error);
    }
    return most;
}

double race_look(const race_field *f, size_t looks, size_t *in, size_t *left)
{
    sort(f, in, *left);
    while (*left > 1 && drop_beaten(f, RACE_LEVEL_DROP / (double)looks, in, left))
        continue;
    return *left > 1 ? bound_behind(f, RACE_LEVEL_BEHIND / (double)looks, in, *left) : 0;
}

/* ---- configurations in words ----------------------------------------------------------------- */

const char *const tuning_ends[TUNING_ENDS] = {"alone", "good", "undecided", "budget",
                                              "interrupted"};

const char *tuning_words(abs_buffer *b, const tuning_race *race, size_t config)
{
    char words[CONFIG_WORDS_MAX];
    if (config == TUNING_NONE)
        return NULL;
    config_words(&race->configs[config], words, sizeof words);
    buffer_clear(b);
    buffer_text(b, words);
    return buffer_end(b);
}

void tuning_name(abs_buffer *b, const tuning_race *race, size_t config)
{
    label_rules rules = {.of = {NULL}};
    for (size_t i = 0; i < race->raced; i++)
        label_see(&rules, &race->configs[i], rules.of);
    label_add(&rules, &race->configs[config], b);
}

/* ---- depths -------------------------------------------------------------------------------- */

size_t tuning_place(const tuning_race *race, size_t config)
{
    size_t place = race->left;
    while (place > 0 && race->in[place - 1] != config)
        place--;
    return place;
}

/* The index in `race` of a configuration of the other race, from which only the depth differs; or
   TUNING_NONE. */
static size_t find_there(const tuning_race *race, abs_config c)
{
    size_t i = 0;
    c.depth = race->depth;
    while (i < race->raced && !config_agree(&race->configs[i], &c, CONFIG_POLICY))
        i++;
    return i < race->raced ? i : TUNING_NONE;
}

tuning_depths tuning_compare(const abs_tuning *t)
{
    const tuning_race *deep = &t->races[0], *shallow = &t->races[1];
    const size_t down = find_there(shallow, deep->configs[deep->leader]),
                 up = find_there(deep, shallow->configs[shallow->leader]);
    if (down == shallow->leader)
        return TUNING_SAME;
    return tuning_place(shallow, down) > 0 && tuning_place(deep, up) > 0 ? TUNING_AGREE
                                                                         : TUNING_DIFFER;
}

void tuning_depths_sentence(abs_buffer *b, const abs_tuning *t)
{
    const tuning_race *shallow = &t->races[1];
    if (t->race_count < TUNING_RACES)
        return;
    buffer_format(b, "Depth %d ", shallow->depth);
    if (shallow->look_count == 0) {
        buffer_format(b, "was not raced: %s.",
                      t->interrupted ? "it was interrupted" : "--budget was spent");
        return;
    }
    const tuning_depths compared = tuning_compare(t);
    if (compared == TUNING_SAME) {
        buffer_text(b, "has the same leader.");
        return;
    }
    buffer_text(b, "has another leader: ");
    tuning_name(b, shallow, shallow->leader);
    buffer_text(b, compared == TUNING_AGREE
                       ? "; but either may be as good as the other at both depths."
                       : "; what is best depends on the depth.");
}

/* ---- what was shown -------------------------------------------------------------------------- */

/* Whether the race had a reference other than its leader. */
static bool has_rival(const tuning_race *race)
{
    return race->reference != TUNING_NONE && race->reference != race->leader;
}

size_t tuning_use(const tuning_race *race)
{
    const judge_verdict verdict = race->saves.verdict;
    if (race->configs[race->leader].algo.engine != NULL)
        return TUNING_NONE;
    if (has_rival(race) ? verdict == JUDGE_BETTER : race->end == TUNING_ALONE)
        return race->leader;
    return (verdict == JUDGE_WORSE || verdict == JUDGE_EQUAL) &&
                   abs_algo_is_sound(&race->configs[race->reference].algo)
               ? race->reference
               : TUNING_NONE;
}

/* Adds what the leader takes of the reference's work, and what to conclude from it. */
static void add_answer(abs_buffer *b, const abs_tuning *t, const tuning_race *race)
{
    const size_t use = tuning_use(race), leader = race->leader;
    const bool known = race->saves.ratio.n > 1, rival = has_rival(race);
    const bool engine = race->configs[leader].algo.engine != NULL;
    buffer_text(b, engine ? "" : use != TUNING_NONE ? "use " : "undecided: ");
    if (rival && use != leader && !engine &&
        abs_algo_is_sound(&race->configs[race->reference].algo)) {
        tuning_name(b, race, race->reference);
        buffer_text(b, use != TUNING_NONE ? ", the reference: the leader, " : ", or the leader, ");
    }
    tuning_name(b, race, leader);
    if (known) {
        buffer_text(b, use == race->reference ? ", takes " : ": it takes ");
        abs_buffer other = {0};
        tuning_name(&other, race, race->reference);
        answers_ratio(b, &race->saves, t->metric, buffer_end(&other));
        buffer_free(&other);
        buffer_text(b, " on positions held out from the race");
    } else if (rival) {
        buffer_text(b, ", is not known to take less");
    } else if (use == TUNING_NONE) {
        buffer_text(b, " leads");
    }
    if (engine)
        buffer_text(b, "; that says nothing about strength");
    else if (known && use == TUNING_NONE) /* a quarter is held out */
        answers_needed(b, t->subject, 4 * race->saves.needed, "it",
                       &(answer_source){.searched = t->positions});
}

void tuning_sentence(abs_buffer *b, const abs_tuning *t, const tuning_race *race)
{
    enum { SHOWN = 3 };
    static const char *const when[TUNING_ENDS] = {
        [TUNING_GOOD] = "The leader is at most",
        [TUNING_UNTOLD] = "With all positions the leader is shown to be at most",
        [TUNING_BUDGET] = "Before --budget was spent the leader was shown to be at most",
        [TUNING_INTERRUPTED] = "Before the interrupt the leader was shown to be at most"};
    /* If the held-out positions show that the leader is better, the reference is left out of the
       list of those that may be as good. */
    const bool refuted = race->saves.verdict == JUDGE_BETTER;
    size_t others = 0;
    add_answer(b, t, race);
    if (race->end == TUNING_ALONE) {
        buffer_text(b, ". All others in the race are worse than the leader.");
        return;
    }
    /* How good the leader is, and the others that are left, in the order of their means. */
    buffer_format(b, ". %s %.1f %% worse than the best of all", when[race->end],
                  100 * expm1(race->behind));
    for (size_t i = 0; i < race->left; i++) {
        const size_t other = race->in[i];
        if (other == race->leader || (refuted && other == race->reference) || others++ >= SHOWN)
            continue;
        buffer_text(b, others > 1 ? ", " : "; ");
        tuning_name(b, race, other);
    }
    if (others > SHOWN)
        buffer_format(b, " and %zu more", others - SHOWN);
    buffer_text(b, others > 0 ? " may be as good." : ".");
}

/* ---- what it cost -------------------------------------------------------------------------- */

void tuning_cost_sentence(abs_buffer *b, const abs_tuning *t)
{
    uint64_t searches = 0, work = 0;
    double all_work = 0, all_searches = 0;
    for (const tuning_race *r = t->races; r < t->races + t->race_count; r++) {
        searches += r->searches;
        work += r->work;
        all_work += r->all_work;
        all_searches += r->look_count > 0 ? (double)r->raced * (double)t->positions : 0;
    }
    buffer_format(b, "It took %llu searches, %.3g of work", (unsigned long long)searches,
                  (double)work);
    if (t->context.times)
        buffer_format(b, ", in %.1f s", t->seconds);
    buffer_format(b,
                  "; all configurations on all positions would take %.0f, about %.3g of work: it "
                  "took %.0f %% of that.",
                  all_searches, all_work, 100 * (double)work / all_work);
}
