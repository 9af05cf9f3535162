/*
 * simulate.c -- how often the verdicts of a report are wrong, found by simulation: simulate TRIALS
 * REPORT.. prints the tables of docs/statistics.md. Every family of windows or guesses in the
 * reports is a population.
 */
#include "simulate.h"

#include <gsl/gsl_cdf.h>

enum { MOST = 18, DRAWN_MOST = 200, FAMILIES_MOST = 100, FEWEST = 24 };

static population populations[FAMILIES_MOST];
static size_t population_count;
static abs_tally tally;

static double draw_unit(void)
{
    return (double)(draw_bits() >> 11) * 0x1p-53;
}

static double draw_normal(void)
{
    return sqrt(-2 * log(1 - draw_unit())) * cos(4 * acos(0.0) * draw_unit());
}

static void see(const abs_row *row)
{
    tally_add(&tally, row);
}

static void load(const char *path)
{
    abs_pairs pairs = {0};
    read_rows(path, see);
    pairs_make(&pairs, &tally);
    if (tally.roots.count > POSITIONS_MOST)
        abort();
    for (size_t f = 0; f < tally.families.count; f++) {
        population *p = &populations[population_count];
        clear_population(p);
        p->count = 0;
        for (size_t g = 0; g < tally.group_keys.count; g++)
            if (tally.groups[g].family == f && p->count < RACE_MOST) {
                for (size_t i = pairs.first[g]; i < pairs.first[g + 1]; i++)
                    p->logs[pairs.items[i].root][p->count] = pairs.items[i].number;
                p->count++;
            }
        keep_whole(p);
        if (p->count >= 3 && p->n >= FEWEST && ++population_count == FAMILIES_MOST)
            abort();
    }
    pairs_free(&pairs);
    tally = (abs_tally){.specs = {0}};
}

/* ---- a trial ------------------------------------------------------------------------------- */

/* A report of `count` configurations on n positions. */
typedef struct {
    size_t count, n;
    double logs[DRAWN_MOST][RACE_MOST];
    size_t best;
    judge_verdict to_best[MOST];
} trial;

/* As best_find() does: the best is that of the least mean, and each other one of all pairs. */
static void judge(trial *t)
{
    double least = INFINITY;
    for (size_t m = 0; m < t->count; m++) {
        double sum = 0;
        for (size_t i = 0; i < t->n; i++)
            sum += t->logs[i][m];
        t->best = sum < least ? m : t->best;
        least = fmin(sum, least);
    }
    for (size_t m = 0; m < t->count; m++) {
        double logs[DRAWN_MOST];
        for (size_t i = 0; i < t->n; i++)
            logs[i] = t->logs[i][m] - t->logs[i][t->best];
        t->to_best[m] = judge_ratio(logs, t->n, t->count * (t->count - 1) / 2).verdict;
    }
}

static bool any_worse(const trial *t)
{
    for (size_t m = 0; m < t->count; m++)
        if (t->to_best[m] == JUDGE_WORSE)
            return true;
    return false;
}

/* ---- what is counted ----------------------------------------------------------------------- */

/* Rates of families, in per cent. */
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

static void print_range(range r)
{
    if (r.families == 0)
        printf("%24s", "-");
    else
        printf("  %5.1f  %5.1f .. %5.1f", r.sum / (double)r.families, r.least, r.most);
}

/* Of configurations that were made equal: trials in which one is called worse. Of those as they
   are: the share that is called worse of all that truly are, by 2 % and more. */
static range rate_worse(size_t count, size_t n, making how, size_t trials)
{
    static trial t;
    range r = {0};
    t.count = count;
    t.n = n;
    for (const population *p = populations; p < populations + population_count; p++) {
        if (p->count < count)
            continue;
        const size_t from = draw_below(p->count - count + 1);
        size_t hits = 0, could = 0;
        for (size_t k = 0; k < trials; k++) {
            for (size_t i = 0; i < n; i++)
                draw_position(t.logs[i], p, draw_below(p->n), from, count, how);
            judge(&t);
            for (size_t m = 0; how == AS_IS && m < count; m++)
                if (p->means[from + m] - p->means[from + t.best] > log(JUDGE_MARGIN)) {
                    could++;
                    hits += t.to_best[m] == JUDGE_WORSE;
                }
            could += how != AS_IS;
            hits += how != AS_IS && any_worse(&t);
        }
        if (could >= trials)
            add_rate(&r, hits, could);
    }
    return r;
}

/* The same of numbers made up: normal ones, or hardly any difference and now and then a large one.
   One configuration more is drawn than judged. */
static double made_up_alarms(size_t count, size_t n, bool rare, size_t trials)
{
    static trial t;
    size_t hits = 0;
    t.count = count;
    t.n = n;
    for (size_t k = 0; k < trials; k++) {
        for (size_t i = 0; i < n; i++)
            for (size_t m = 0; m <= count; m++)
                t.logs[i][m] = rare ? 0.002 * draw_normal() + (draw_unit() < 0.05 ? 0.7 : 0)
                                    : 0.1 * draw_normal();
        judge(&t);
        hits += any_worse(&t);
    }
    return 100.0 * (double)hits / (double)trials;
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

static bool holds(const stats_ratio *r, double truth)
{
    return log(r->lower) <= truth + 1e-9 && truth - 1e-9 <= log(r->upper);
}

/* What is said of two neighbours. */
enum { TOLD, TOLD_BEFORE, HELD, HELD_BEFORE, EQUAL, RATES };

/* Their true ratio is e^`truth`; NAN: their own. */
static void add_pair(range r[RATES], const population *p, size_t n, double truth, size_t trials)
{
    const size_t a = p->count / 2, b = a - 1;
    const double own = p->means[a] - p->means[b], wanted = isnan(truth) ? own : truth;
    size_t hits[RATES] = {0};
    for (size_t k = 0; k < trials; k++) {
        double logs[DRAWN_MOST];
        for (size_t i = 0; i < n; i++) {
            const double *at = p->logs[draw_below(p->n)];
            logs[i] = at[a] - at[b] - own + wanted;
        }
        hits[TOLD_BEFORE] += old_p(logs, n) < JUDGE_LEVEL;
        const abs_judged j = judge_ratio(logs, n, 1);
        const stats_ratio before = stats_ratio_of(logs, n);
        hits[TOLD] += j.verdict == JUDGE_BETTER || j.verdict == JUDGE_WORSE;
        hits[HELD] += j.verdict == JUDGE_TOO_FEW || holds(&j.ratio, wanted);
        hits[HELD_BEFORE] += holds(&before, wanted);
        hits[EQUAL] += j.ratio.same;
    }
    for (size_t i = 0; i < RATES; i++)
        add_rate(&r[i], hits[i], trials);
}

/* ---- tables -------------------------------------------------------------------------------- */

static void print_many(size_t trials)
{
    static const size_t counts[] = {3, 9, 18}, sizes[] = {12, 20, 40, 75, 200};
    puts("One of k equal configurations is called worse, in per cent of trials");
    printf("%3s %4s%24s%24s%14s%14s%24s\n", "k", "n", "centred", "shuffled", "normal", "rare",
           "truly worse, told");
    for (size_t c = 0; c < 3; c++)
        for (size_t s = 0; s < 5; s++) {
            printf("%3zu %4zu", counts[c], sizes[s]);
            print_range(rate_worse(counts[c], sizes[s], CENTRED, trials));
            print_range(rate_worse(counts[c], sizes[s], DEALT, trials));
            printf("%14.1f", made_up_alarms(counts[c], sizes[s], false, 4 * trials));
            printf("%14.1f", made_up_alarms(counts[c], sizes[s], true, 4 * trials));
            print_range(rate_worse(counts[c], sizes[s], AS_IS, trials));
            puts("");
            fflush(stdout);
        }
}

static void print_pairs(size_t trials)
{
    static const size_t sizes[] = {4, 12, 20, 40, 60, 75, 200};
    static const char *const truths[] = {"1", "1.02", "1.05", "1.2", "their own"};
    puts("\nTwo neighbours: called better or worse; the interval holds the true ratio; called "
         "equal");
    printf("%10s %4s%24s%24s%24s%24s%24s\n", "true ratio", "n", "told", "told, old rule", "held",
           "held, old interval", "equal");
    for (size_t k = 0; k < 5; k++)
        for (size_t s = 0; s < 7; s++) {
            range r[RATES] = {{0}};
            for (size_t p = 0; p < population_count; p++)
                add_pair(r, &populations[p], sizes[s], k < 4 ? log(atof(truths[k])) : NAN, trials);
            printf("%10s %4zu", truths[k], sizes[s]);
            for (size_t i = 0; i < RATES; i++)
                print_range(r[i]);
            puts("");
            fflush(stdout);
        }
}

int main(int argc, char **argv)
{
    const size_t trials = argc > 2 ? strtoul(argv[1], NULL, 10) : 0;
    if (trials == 0) {
        fputs("simulate TRIALS REPORT..\n", stderr);
        return ABS_USAGE;
    }
    for (int i = 2; i < argc; i++)
        load(argv[i]);
    printf("%zu families, %zu trials each; per cent: mean, least .. most over the families.\n",
           population_count, trials);
    printf("Standard error of one family's rate of 5 %%: %.2f.\n\n",
           100 * sqrt(0.05 * 0.95 / (double)trials));
    print_many(trials);
    print_pairs(trials);
    return ABS_OK;
}
