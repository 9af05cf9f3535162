/*
 * simulate.c -- how often the verdicts of a report are wrong, found by simulation: simulate TRIALS
 * REPORT.. prints the tables of docs/statistics.md. Rows of the reports are the population: every
 * family of windows or guesses is a matrix of logarithms of work, positions by configurations, and
 * a trial draws positions from it.
 *
 * Two ways make the configurations of a family equal: `centred`, where each one's mean is taken
 * off, which keeps its skewness; `shuffled`, where each position's numbers are dealt anew.
 */
#include "base/memory.h"
#include "find/pairs.h"
#include "log/reader.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 18, DRAWN_MOST = 200, FAMILIES_MOST = 400, FEWEST = 24 };

typedef enum { CENTRED, SHUFFLED, AS_IS } making;

/* logs[m * n + i]: configuration m on position i; the reference is configuration `count`. */
typedef struct {
    double *logs;
    size_t count, n;
    bool has_reference;
} population;

static population populations[FAMILIES_MOST];
static size_t population_count;
static uint64_t key = 1;

static size_t draw_below(size_t n)
{
    return (size_t)((abs_mix64(key += UINT64_C(0x9E3779B97F4A7C15)) >> 32) * n >> 32);
}

static double draw_unit(void)
{
    return (double)(abs_mix64(key += UINT64_C(0x9E3779B97F4A7C15)) >> 11) * 0x1p-53;
}

static double draw_normal(void)
{
    return sqrt(-2 * log(1 - draw_unit())) * cos(4 * acos(0.0) * draw_unit());
}

/* ---- populations --------------------------------------------------------------------------- */

/* The logarithm of the measure of a group on a position; NAN: it is not there. */
static double find_log(const abs_pairs *pairs, size_t group, size_t root)
{
    for (size_t i = pairs->first[group]; i < pairs->first[group + 1]; i++)
        if (pairs->items[i].root == root)
            return pairs->items[i].number;
    return NAN;
}

/* The positions that all of `groups` have; the last of them is the reference, if there is one. */
static void take_population(const abs_tally *t, const abs_pairs *pairs, const size_t *groups,
                            size_t count, bool has_reference)
{
    population p = {.count = count, .has_reference = has_reference};
    const size_t all = count + has_reference;
    double *by_position = memory_take(t->roots.count * all * sizeof *by_position);
    for (size_t e = 0; e < t->roots.count; e++) {
        size_t g = 0;
        for (; g < all; g++) {
            const double number = find_log(pairs, groups[g], e);
            if (isnan(number))
                break;
            by_position[p.n * all + g] = number;
        }
        p.n += g == all;
    }
    p.logs = memory_take(p.n * all * sizeof *p.logs + 1);
    for (size_t i = 0; i < p.n; i++)
        for (size_t g = 0; g < all; g++)
            p.logs[g * p.n + i] = by_position[i * all + g];
    free(by_position);
    if (p.n >= FEWEST && population_count < FAMILIES_MOST)
        populations[population_count++] = p;
    else
        free(p.logs);
}

static void take_families(const abs_tally *t, const abs_pairs *pairs)
{
    size_t *groups = memory_take((t->group_keys.count + 1) * sizeof *groups);
    for (size_t f = 0; f < t->families.count; f++) {
        size_t count = 0, frame = 0, reference = t->group_keys.count;
        for (size_t g = 0; g < t->group_keys.count; g++)
            if (t->groups[g].family == f) {
                frame = t->groups[g].frame;
                groups[count++] = g;
            }
        for (size_t g = 0; g < t->group_keys.count; g++)
            if (t->groups[g].frame == frame &&
                strcmp(t->groups[g].config.algo.name, "alphabeta") == 0 && t->groups[g].family != f)
                reference = g;
        groups[count] = reference;
        if (count >= 3)
            take_population(t, pairs, groups, count, reference < t->group_keys.count);
    }
    free(groups);
}

static bool load(const char *path)
{
    abs_error error;
    abs_tally t = {0};
    abs_pairs pairs = {0};
    abs_reader *reader = reader_open(path, &error);
    bool ok = reader != NULL;
    for (size_t i = 0; ok && i < reader->count; i++) {
        const abs_row *row = reader_row(reader, i, &error);
        ok = row != NULL;
        if (ok)
            tally_add(&t, row);
    }
    if (ok) {
        pairs_make(&pairs, &t);
        take_families(&t, &pairs);
    } else {
        fprintf(stderr, "simulate: %s\n", error.text);
    }
    pairs_free(&pairs);
    if (reader != NULL)
        reader_close(reader);
    return ok;
}

/* ---- a trial ------------------------------------------------------------------------------- */

/* A report of `count` configurations and a reference on n positions. */
typedef struct {
    size_t count, n;
    double logs[MOST + 1][DRAWN_MOST];
    size_t best;
    abs_judged to_best[MOST]; /* the best's own is not set */
} trial;

/* As best_find() does: the best is that of the least mean, and each other one of all pairs. */
static void judge(trial *t)
{
    double least = INFINITY;
    for (size_t m = 0; m < t->count; m++) {
        double sum = 0;
        for (size_t i = 0; i < t->n; i++)
            sum += t->logs[m][i];
        t->best = sum < least ? m : t->best;
        least = sum < least ? sum : least;
    }
    for (size_t m = 0; m < t->count; m++) {
        double logs[DRAWN_MOST];
        for (size_t i = 0; i < t->n; i++)
            logs[i] = t->logs[m][i] - t->logs[t->best][i];
        if (m != t->best)
            t->to_best[m] = judge_ratio(logs, t->n, t->count * (t->count - 1) / 2);
    }
}

static double mean_of(const double *numbers, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += numbers[i];
    return sum / (double)n;
}

/* Draws n positions of `count` neighbouring configurations, from number `from` on. */
static void draw_trial(trial *t, const population *p, size_t from, making how)
{
    double means[MOST];
    for (size_t m = 0; m < t->count; m++)
        means[m] = how == CENTRED ? mean_of(&p->logs[(from + m) * p->n], p->n) : 0;
    for (size_t i = 0; i < t->n; i++) {
        const size_t at = draw_below(p->n);
        size_t dealt[MOST];
        for (size_t m = 0; m < t->count; m++) {
            const size_t k = how == SHUFFLED ? draw_below(m + 1) : m;
            dealt[m] = dealt[k < m ? k : m];
            dealt[k] = m;
        }
        for (size_t m = 0; m < t->count; m++)
            t->logs[m][i] = p->logs[(from + dealt[m]) * p->n + at] - means[m];
        t->logs[t->count][i] = p->has_reference ? p->logs[p->count * p->n + at] : 0;
    }
}

/* ---- what is counted ----------------------------------------------------------------------- */

typedef struct {
    double least, most, sum;
    size_t families;
} range;

static void add_rate(range *r, size_t hits, size_t trials)
{
    const double rate = 100.0 * (double)hits / (double)trials;
    r->least = r->families == 0 || rate < r->least ? rate : r->least;
    r->most = r->families == 0 || rate > r->most ? rate : r->most;
    r->sum += rate;
    r->families++;
}

static void print_range(const range *r)
{
    if (r->families == 0)
        printf("%24s", "-");
    else
        printf("  %5.1f  %5.1f .. %5.1f", r->sum / (double)r->families, r->least, r->most);
}

static bool any_worse(const trial *t)
{
    for (size_t m = 0; m < t->count; m++)
        if (m != t->best && t->to_best[m].verdict == JUDGE_WORSE)
            return true;
    return false;
}

/* Shares of trials in which one of equal configurations is called worse. */
static range false_alarms(size_t count, size_t n, making how, size_t trials)
{
    static trial t;
    range r = {0};
    for (size_t p = 0; p < population_count; p++) {
        if (populations[p].count < count)
            continue;
        const size_t from = draw_below(populations[p].count - count + 1);
        size_t hits = 0;
        t.count = count;
        t.n = n;
        for (size_t i = 0; i < trials; i++) {
            draw_trial(&t, &populations[p], from, how);
            judge(&t);
            hits += any_worse(&t);
        }
        add_rate(&r, hits, trials);
    }
    return r;
}

/* The same of numbers made up: normal ones, or hardly any difference and now and then a large one.
 */
static range made_up_alarms(size_t count, size_t n, bool rare, size_t trials)
{
    static trial t;
    range r = {0};
    size_t hits = 0;
    t.count = count;
    t.n = n;
    for (size_t k = 0; k < trials; k++) {
        for (size_t i = 0; i < n; i++)
            for (size_t m = 0; m <= count; m++)
                t.logs[m][i] = rare ? 0.002 * draw_normal() + (draw_unit() < 0.05 ? 0.7 : 0)
                                    : 0.1 * draw_normal();
        judge(&t);
        hits += any_worse(&t);
    }
    add_rate(&r, hits, trials);
    return r;
}

/* Of members that truly are worse by 2 % and more, the share that is called so. */
static range power(size_t count, size_t n, size_t trials)
{
    static trial t;
    range r = {0};
    for (size_t p = 0; p < population_count; p++) {
        if (populations[p].count < count)
            continue;
        const size_t from = draw_below(populations[p].count - count + 1);
        double means[MOST];
        size_t hits = 0, could = 0;
        for (size_t m = 0; m < count; m++)
            means[m] =
                mean_of(&populations[p].logs[(from + m) * populations[p].n], populations[p].n);
        t.count = count;
        t.n = n;
        for (size_t i = 0; i < trials; i++) {
            draw_trial(&t, &populations[p], from, AS_IS);
            judge(&t);
            for (size_t m = 0; m < count; m++)
                if (m != t.best && means[m] - means[t.best] > log(JUDGE_MARGIN)) {
                    could++;
                    hits += t.to_best[m].verdict == JUDGE_WORSE;
                }
        }
        if (could >= trials)
            add_rate(&r, hits, could);
    }
    return r;
}

/* ---- two of them --------------------------------------------------------------------------- */

/* The rule that reports had before: the paired t test with a position more that is as far from 1 as
   the farthest; the interval beside it knew of no such position. */
static double old_p(const double *logs, size_t n)
{
    double sum = 0, squares = 0, away = log(JUDGE_UNSEEN);
    for (size_t i = 0; i < n; i++) {
        sum += logs[i];
        away = fmax(away, fabs(logs[i]));
    }
    const double all = sum > 0 ? sum - away : sum + away, mean = all / (double)(n + 1);
    for (size_t i = 0; i < n; i++)
        squares += (logs[i] - mean) * (logs[i] - mean);
    squares += (all - sum - mean) * (all - sum - mean);
    if (all * sum <= 0)
        return 1;
    return 2 * gsl_cdf_tdist_Q(fabs(mean) / sqrt(squares / (double)n / (double)(n + 1)), (double)n);
}

/* What is said of two neighbours of true ratio e^`truth` (NAN: their own). */
typedef struct {
    range told, told_before, held, held_before, equal;
} pair_rates;

static pair_rates of_pairs(size_t n, double truth, size_t trials)
{
    pair_rates r = {.told = {.least = 0}};
    for (size_t p = 0; p < population_count; p++) {
        const population *of = &populations[p];
        const double *a = &of->logs[(of->count / 2) * of->n], *b = a - of->n;
        const double own = mean_of(a, of->n) - mean_of(b, of->n),
                     wanted = isnan(truth) ? own : truth;
        size_t told = 0, told_before = 0, held = 0, held_before = 0, equal = 0;
        for (size_t k = 0; k < trials; k++) {
            double logs[DRAWN_MOST];
            for (size_t i = 0; i < n; i++) {
                const size_t at = draw_below(of->n);
                logs[i] = a[at] - b[at] - own + wanted;
            }
            const double p_before = old_p(logs, n);
            const abs_judged j = judge_ratio(logs, n, 1);
            const stats_ratio before = stats_ratio_of(logs, n);
            told += j.verdict == JUDGE_BETTER || j.verdict == JUDGE_WORSE;
            told_before += p_before < JUDGE_LEVEL;
            held += j.verdict == JUDGE_TOO_FEW ||
                    (log(j.ratio.lower) <= wanted + 1e-9 && wanted - 1e-9 <= log(j.ratio.upper));
            held_before += log(before.lower) <= wanted + 1e-9 && wanted - 1e-9 <= log(before.upper);
            equal += j.ratio.same;
        }
        add_rate(&r.told, told, trials);
        add_rate(&r.told_before, told_before, trials);
        add_rate(&r.held, held, trials);
        add_rate(&r.held_before, held_before, trials);
        add_rate(&r.equal, equal, trials);
    }
    return r;
}

static void print_pairs(size_t trials)
{
    static const size_t sizes[] = {4, 12, 20, 40, 60, 75, 200};
    static const struct {
        const char *name;
        double ratio;
    } truths[] = {{"1", 1}, {"1.02", 1.02}, {"1.05", 1.05}, {"1.2", 1.2}, {"their own", NAN}};
    puts("\nTwo neighbours: called better or worse; the interval holds the true ratio; called "
         "equal");
    printf("%10s %4s%24s%24s%24s%24s%24s\n", "true ratio", "n", "told", "told, old rule", "held",
           "held, old interval", "equal");
    for (size_t k = 0; k < sizeof truths / sizeof truths[0]; k++)
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            const pair_rates r = of_pairs(sizes[s], log(truths[k].ratio), trials);
            printf("%10s %4zu", truths[k].name, sizes[s]);
            print_range(&r.told);
            print_range(&r.told_before);
            print_range(&r.held);
            print_range(&r.held_before);
            print_range(&r.equal);
            puts("");
            fflush(stdout);
        }
}

int main(int argc, char **argv)
{
    static const size_t counts[] = {3, 9, 18}, sizes[] = {12, 20, 40, 75, 200};
    const size_t trials = argc > 2 ? strtoul(argv[1], NULL, 10) : 0;
    if (trials == 0) {
        fputs("simulate TRIALS REPORT..\n", stderr);
        return ABS_USAGE;
    }
    for (int i = 2; i < argc; i++)
        if (!load(argv[i]))
            return ABS_CANNOT_RUN;
    printf("%zu families, %zu trials each; per cent: mean, least .. most over the families.\n",
           population_count, trials);
    printf("Standard error of one family's rate of 5 %%: %.2f.\n\n",
           100 * sqrt(0.05 * 0.95 / (double)trials));
    puts("One of k equal configurations is called worse, in per cent of trials");
    printf("%3s %4s%24s%24s%14s%14s%24s\n", "k", "n", "centred", "shuffled", "normal", "rare",
           "truly worse, told");
    for (size_t c = 0; c < 3; c++)
        for (size_t s = 0; s < 5; s++) {
            const range centred = false_alarms(counts[c], sizes[s], CENTRED, trials),
                        shuffled = false_alarms(counts[c], sizes[s], SHUFFLED, trials),
                        normal = made_up_alarms(counts[c], sizes[s], false, 4 * trials),
                        rare = made_up_alarms(counts[c], sizes[s], true, 4 * trials),
                        told = power(counts[c], sizes[s], trials);
            printf("%3zu %4zu", counts[c], sizes[s]);
            print_range(&centred);
            print_range(&shuffled);
            printf("%14.1f%14.1f", normal.sum, rare.sum);
            print_range(&told);
            puts("");
            fflush(stdout);
        }
    print_pairs(trials);
    return ABS_OK;
}
