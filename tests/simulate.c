/*
 * simulate.c -- how often the verdicts of a report are wrong, found by simulation: simulate TRIALS
 * REPORT.. prints the tables of docs/statistics.md. Rows of the reports are the population: every
 * family of windows or guesses is a matrix of logarithms of work, positions by configurations, and
 * a trial draws positions from it. Each trial goes through best_find(), as a report does.
 *
 * Two ways make the configurations of a family equal: `centred`, where each one's mean is taken
 * off, which keeps its skewness; `shuffled`, where each position's numbers are dealt anew.
 */
#include "base/memory.h"
#include "find/best.h"
#include "log/reader.h"

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
static double find_log(const abs_pairs *pairs, size_t group, size_t entry)
{
    abs_count count;
    for (size_t at = pairs->first[group]; pairs_next(pairs, group, &at, &count);)
        if (count.entry == entry)
            return count.measure.log;
    return NAN;
}

/* The positions that all of `groups` have; the last of them is the reference, if there is one. */
static void take_population(const abs_tally *t, const abs_pairs *pairs, const size_t *groups,
                            size_t count, bool has_reference)
{
    population p = {.count = count, .has_reference = has_reference};
    const size_t all = count + has_reference;
    double *by_position = memory_take(t->entries.count * all * sizeof *by_position);
    for (size_t e = 0; e < t->entries.count; e++) {
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
    for (size_t i = 0; ok && i < reader_rows(reader); i++) {
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
    tally_free(&t);
    if (reader != NULL)
        reader_close(reader);
    return ok;
}

/* ---- a trial ------------------------------------------------------------------------------- */

/* A report of `count` configurations and a reference on n positions. */
typedef struct {
    size_t count, n;
    double logs[MOST + 1][DRAWN_MOST];
    abs_family family;
    abs_member members[MOST];
} trial;

/* What best_find() takes, made up: one family, and the reference in another. */
static void judge(trial *t)
{
    static abs_tally_group groups[MOST + 1];
    static abs_aggregate aggregates[MOST + 1];
    static abs_record records[(MOST + 1) * DRAWN_MOST];
    static uint32_t order[(MOST + 1) * DRAWN_MOST];
    static char names[DRAWN_MOST][16];
    static char *texts[DRAWN_MOST];
    size_t first[MOST + 2];
    uint32_t twin[MOST + 1];
    abs_tally tally = {.groups = groups, .records = records};
    const abs_pairs pairs = {.tally = &tally, .order = order, .first = first, .twin = twin};
    abs_bests bests = {0};
    for (size_t g = 0; g <= t->count; g++) {
        groups[g].family = g == t->count;
        aggregates[g].reference = (uint32_t)t->count;
        first[g] = g * t->n;
        twin[g] = (uint32_t)g;
        for (size_t i = 0; i < t->n; i++) {
            const size_t at = g * t->n + i;
            order[at] = (uint32_t)at;
            records[at] = (abs_record){.group = (uint32_t)g,
                                       .entry = (uint32_t)i,
                                       .status = ABS_STATUS_OK,
                                       .has_measure = true,
                                       .measure = (uint64_t)(1e9 * exp(t->logs[g][i]))};
        }
    }
    first[t->count + 1] = (t->count + 1) * t->n;
    for (size_t i = 0; i < t->n; i++) {
        snprintf(names[i], sizeof names[i], "%06zu", i);
        texts[i] = names[i];
    }
    tally.group_keys.count = t->count + 1;
    tally.families.count = 2;
    tally.entries.texts = texts;
    best_find(&bests, BEST_OF_ALGORITHM, &tally, &pairs, aggregates);
    t->family = bests.families[0];
    memcpy(t->members, bests.members, t->count * sizeof *bests.members);
    best_free(&bests);
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
    for (size_t m = 1; m < t->count; m++)
        if (t->members[m].p < BEST_LEVEL)
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
            for (size_t m = 1; m < count; m++)
                if (means[t.members[m].group] - means[t.members[0].group] > log(1 + STATS_SAME)) {
                    could++;
                    hits += t.members[m].p < BEST_LEVEL;
                }
        }
        if (could >= trials)
            add_rate(&r, hits, could);
    }
    return r;
}

/* How often intervals hold what they are of; `held_out`: the ratio of what either half chooses. */
static range coverage(size_t count, size_t n, making how, bool held_out, size_t trials)
{
    static trial t;
    range r = {0};
    for (size_t p = 0; p < population_count; p++) {
        const population *from_p = &populations[p];
        if (from_p->count < count || !from_p->has_reference)
            continue;
        const size_t from = draw_below(from_p->count - count + 1);
        const double reference = mean_of(&from_p->logs[from_p->count * from_p->n], from_p->n);
        double means[MOST] = {0};
        size_t hits = 0;
        for (size_t m = 0; m < count && how == AS_IS; m++)
            means[m] = mean_of(&from_p->logs[(from + m) * from_p->n], from_p->n);
        t.count = count;
        t.n = n;
        for (size_t i = 0; i < trials; i++) {
            draw_trial(&t, from_p, from, how);
            judge(&t);
            double truth = means[t.members[0].group] - reference;
            if (held_out) {
                double chosen = 0;
                for (size_t half = 0; half < 2; half++) {
                    size_t best = 0;
                    double least = INFINITY;
                    for (size_t m = 0; m < count; m++) {
                        double sum = 0;
                        for (size_t k = 1 - half; k < n; k += 2)
                            sum += t.logs[m][k];
                        best = sum < least ? m : best;
                        least = sum < least ? sum : least;
                    }
                    chosen += means[best] * (double)((n + 1 - half) / 2) / (double)n;
                }
                truth = chosen - reference;
            }
            const stats_ratio *ratio = held_out ? &t.family.held_out : &t.family.naive;
            hits +=
                ratio->lower <= exp(truth) * (1 + 1e-9) && exp(truth) <= ratio->upper * (1 + 1e-9);
        }
        add_rate(&r, hits, trials);
    }
    return r;
}

/* Of neighbours whose ratio truly is 1.02 or 1/1.02, the share that is called the same. */
static range false_sameness(size_t n, size_t trials, bool truly)
{
    range r = {0};
    double logs[DRAWN_MOST];
    for (size_t p = 0; p < population_count; p++) {
        const population *of = &populations[p];
        const double *a = &of->logs[(of->count / 2) * of->n], *b = a - of->n;
        const double truth = mean_of(a, of->n) - mean_of(b, of->n);
        size_t hits = 0;
        for (size_t k = 0; k < trials; k++) {
            const double edge = truly ? 0 : k % 2 ? log(1 + STATS_SAME) : -log(1 + STATS_SAME);
            for (size_t i = 0; i < n; i++) {
                const size_t at = draw_below(of->n);
                logs[i] = a[at] - b[at] - truth + edge;
            }
            hits += stats_ratio_of(logs, n).same;
        }
        add_rate(&r, hits, trials);
    }
    return r;
}

int main(int argc, char **argv)
{
    static const size_t counts[] = {3, 9, 18}, sizes[] = {20, 40, 75, 200};
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
        for (size_t s = 0; s < 4; s++) {
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
    puts("\nThe 95 % interval of the best of k to the reference holds the truth");
    printf("%3s %4s%24s%24s%24s%24s\n", "k", "n", "naive", "held out", "naive, equal",
           "held out, equal");
    for (size_t c = 0; c < 3; c++)
        for (size_t s = 0; s < 4; s++) {
            printf("%3zu %4zu", counts[c], sizes[s]);
            for (int how = 0; how < 4; how++) {
                const range r =
                    coverage(counts[c], sizes[s], how < 2 ? AS_IS : CENTRED, how % 2, trials);
                print_range(&r);
            }
            puts("");
            fflush(stdout);
        }
    puts("\nA ratio is called the same within 2 %");
    printf("%8s%24s%24s\n", "n", "truly 1.02", "truly 1");
    for (size_t s = 0; s < 4; s++) {
        const range wrong = false_sameness(sizes[s], trials, false),
                    right = false_sameness(sizes[s], trials, true);
        printf("%8zu", sizes[s]);
        print_range(&wrong);
        print_range(&right);
        puts("");
    }
    return ABS_OK;
}
