/*
 * simulate.c -- how often the verdicts of a report are wrong, found by simulation: simulate TRIALS
 * REPORT.. prints the tables of docs/statistics.md. Every family of windows or guesses in the
 * reports is a population.
 */
#include "simulate.h"

#include <float.h>

/* The rule of the product, whose imagined position may be nearer or farther here. */
static double least_factor = JUDGE_UNSEEN;
#undef JUDGE_UNSEEN
#define JUDGE_UNSEEN least_factor
#define judge_ratio judge_again
#define judge_names names_again
#include "find/judge.c"

enum { MOST = 18, DRAWN_MOST = 400, FAMILIES_MOST = 100, FEWEST = 24 };

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
    const abs_reference none = {.named = {false}};
    read_rows(path, see);
    pairs_make(&pairs, &tally, &none);
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

/* What is said of these differences, if a quantile is that of their number and comparisons. */
static judge_verdict say(const double *logs, size_t n, double quantile)
{
    double sum = 0, squares = 0, low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < n; i++) {
        sum += logs[i];
        low = fmin(low, logs[i]);
        high = fmax(high, logs[i]);
    }
    sample s = {.n = (double)n, .mean = sum / (double)n, .quantile = quantile};
    for (size_t i = 0; i < n; i++)
        squares += (logs[i] - s.mean) * (logs[i] - s.mean);
    s.variance = squares / (s.n - 1);
    s.farthest = fmax(s.mean - low, high - s.mean);
    return is_too_small(&s) ? JUDGE_TOO_FEW : decide(&s, half_width(&s));
}

static bool is_told(judge_verdict verdict)
{
    return verdict == JUDGE_BETTER || verdict == JUDGE_WORSE;
}

/* A report of `count` configurations on n positions; the first is the reference. */
typedef struct {
    size_t count, n;
    double logs[DRAWN_MOST][RACE_MOST];
    bool told[MOST]; /* of each that it is better or worse */
} trial;

/* Returns how many are told from the reference. */
static size_t judge(trial *t)
{
    const double quantile = quantile_of((double)t->n, t->count - 1);
    size_t told = 0;
    for (size_t m = 1; m < t->count; m++) {
        double logs[DRAWN_MOST];
        for (size_t i = 0; i < t->n; i++)
            logs[i] = t->logs[i][m] - t->logs[i][0];
        t->told[m] = is_told(say(logs, t->n, quantile));
        told += t->told[m];
    }
    return told;
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

/* Of configurations that were made equal: trials in which one is told from the reference. Of those
   as they are: the share that is told of all that truly are other, by 2 % and more. */
static range rate_told(size_t count, size_t n, making how, size_t trials)
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
            const bool any = judge(&t) > 0;
            for (size_t m = 1; how == AS_IS && m < count; m++)
                if (fabs(p->means[from + m] - p->means[from]) > log(JUDGE_MARGIN)) {
                    could++;
                    hits += t.told[m];
                }
            could += how != AS_IS;
            hits += how != AS_IS && any;
        }
        if (could >= trials)
            add_rate(&r, hits, could);
    }
    return r;
}

/* A number made up: a normal one, or hardly any difference and now and then twice as many. */
static double make_up(bool rare)
{
    return rare ? 0.002 * draw_normal() + (draw_unit() < 0.05 ? log(2) : 0) : 0.1 * draw_normal();
}

static double made_up_alarms(size_t count, size_t n, bool rare, size_t trials)
{
    static trial t;
    size_t hits = 0;
    t.count = count;
    t.n = n;
    for (size_t k = 0; k < trials; k++) {
        for (size_t i = 0; i < n; i++)
            for (size_t m = 0; m < count; m++)
                t.logs[i][m] = make_up(rare);
        hits += judge(&t) > 0;
    }
    return 100.0 * (double)hits / (double)trials;
}

/* ---- the narrow interval, which no report has ------------------------------------------------ */

/*
 * Hall's transformation takes the skewness g out of S = (mean - true mean) / deviation:
 * S + g S^2 / 3 + g^2 S^3 / 27 + g / (6 n) is distributed much like Student's t / sqrt(n). But for
 * constants it is a cube. Returns the S for which it is y.
 */
static double undo_hall(double y, double skewness, double n)
{
    const double shifted = y - skewness / (6 * n), x = skewness * shifted;
    if (fabs(skewness) < DBL_MIN)
        return shifted;
    /* cbrt(1 + x) - 1, written so that a small x is not lost in the difference. */
    return 3 / skewness * (x > -1 ? expm1(log1p(x) / 3) : cbrt(1 + x) - 1);
}

/* Whether it holds the truth. Each end is the farther of two: Student's t, and Hall's t with the
   skewness taken out (Hall 1992). */
static bool narrow_holds(double *logs, size_t n, double truth)
{
    stats_median_real(logs, n); /* sorts them */
    const double mean = stats_mean(logs, 1, n), sd = sqrt(stats_variance(logs, n, mean));
    double low = 0, high = 0, skewness = 0;
    if (sd > 0) {
        const double t = stats_t_above(0.025, (double)n - 1) / sqrt((double)n);
        for (size_t i = 0; i < n; i++)
            skewness += pow((logs[i] - mean) / sd, 3) / (double)n;
        low = fmax(t, undo_hall(t, skewness, (double)n)) * sd;
        high = fmax(t, -undo_hall(-t, skewness, (double)n)) * sd;
    }
    return mean - low <= truth + 1e-9 && truth - 1e-9 <= mean + high;
}

/* ---- two of them --------------------------------------------------------------------------- */

static bool holds(const stats_ratio *r, double truth)
{
    return log(r->lower) <= truth + 1e-9 && truth - 1e-9 <= log(r->upper);
}

/* What is said of two neighbours. */
enum { TOLD, UNDECIDED, HELD, HELD_NARROW, RATES };

/* Their true ratio is e^`truth`. */
static void add_pair(range r[RATES], const population *p, size_t n, double truth, size_t trials)
{
    const size_t a = p->count / 2, b = a - 1;
    const double own = p->means[a] - p->means[b];
    size_t hits[RATES] = {0};
    for (size_t k = 0; k < trials; k++) {
        double logs[DRAWN_MOST];
        for (size_t i = 0; i < n; i++) {
            const double *at = p->logs[draw_below(p->n)];
            logs[i] = at[a] - at[b] - own + truth;
        }
        const abs_judged j = judge_again(logs, n, 1);
        hits[TOLD] += is_told(j.verdict);
        hits[UNDECIDED] += j.verdict <= JUDGE_UNKNOWN;
        hits[HELD] += j.verdict == JUDGE_TOO_FEW || holds(&j.ratio, truth);
        hits[HELD_NARROW] += narrow_holds(logs, n, truth);
    }
    for (size_t i = 0; i < RATES; i++)
        add_rate(&r[i], hits[i], trials);
}

/* ---- how far off the imagined position must be ---------------------------------------------- */

static const double factors[] = {1, 1.1, 1.2, 1.3, 1.4, 1.5, 2};
enum { FACTORS = sizeof factors / sizeof *factors };

/* Adds by factor whether these differences, whose true ratio is 1, are told from it. */
static void add_alarms(size_t hits[FACTORS], const double *logs, size_t n, double quantile)
{
    for (size_t f = 0; f < FACTORS; f++) {
        least_factor = factors[f];
        hits[f] += is_told(say(logs, n, quantile));
    }
}

/* Of all neighbours, made equal: the family in which most are told apart, the worst pair, and two
   made up that rarely differ. */
static void print_factors(size_t n, size_t trials)
{
    const double quantile = quantile_of((double)n, 1);
    range families[FACTORS] = {{0}}, pairs[FACTORS] = {{0}};
    double logs[DRAWN_MOST];
    size_t rare[FACTORS] = {0};
    for (const population *p = populations; p < populations + population_count; p++) {
        size_t all[FACTORS] = {0};
        for (size_t a = 1; a < p->count; a++) {
            size_t hits[FACTORS] = {0};
            for (size_t k = 0; k < trials; k++) {
                for (size_t i = 0; i < n; i++) {
                    const double *at = p->logs[draw_below(p->n)];
                    logs[i] = at[a] - at[a - 1] - p->means[a] + p->means[a - 1];
                }
                add_alarms(hits, logs, n, quantile);
            }
            for (size_t f = 0; f < FACTORS; f++) {
                all[f] += hits[f];
                add_rate(&pairs[f], hits[f], trials);
            }
        }
        for (size_t f = 0; f < FACTORS; f++)
            add_rate(&families[f], all[f], trials * (p->count - 1));
    }
    for (size_t k = 0; k < 4 * trials; k++) {
        for (size_t i = 0; i < n; i++)
            logs[i] = make_up(true) - 0.05 * log(2);
        add_alarms(rare, logs, n, quantile);
    }
    printf("%4zu", n);
    for (size_t f = 0; f < FACTORS; f++)
        printf("  %4.1f %4.1f %4.1f", families[f].most, pairs[f].most,
               100.0 * (double)rare[f] / (double)(4 * trials));
    puts("");
    fflush(stdout);
}

/* ---- tables -------------------------------------------------------------------------------- */

static void print_many(size_t trials)
{
    static const size_t counts[] = {3, 9, 18}, sizes[] = {12, 30, 75, 400};
    puts("One of k equal configurations is called better or worse than the reference, in per cent "
         "of trials");
    printf("%3s %4s%24s%24s%9s%9s%24s\n", "k", "n", "centred", "shuffled", "normal", "rare",
           "truly other, decided");
    for (size_t c = 0; c < 3; c++)
        for (size_t s = 0; s < 4; s++) {
            printf("%3zu %4zu", counts[c], sizes[s]);
            print_range(rate_told(counts[c], sizes[s], CENTRED, trials));
            print_range(rate_told(counts[c], sizes[s], DEALT, trials));
            printf("%9.1f", made_up_alarms(counts[c], sizes[s], false, 4 * trials));
            printf("%9.1f", made_up_alarms(counts[c], sizes[s], true, 4 * trials));
            print_range(rate_told(counts[c], sizes[s], AS_IS, trials));
            puts("");
            fflush(stdout);
        }
}

static void print_pairs(size_t trials)
{
    static const size_t sizes[] = {4, 12, 30, 75, 400};
    static const double truths[] = {1, 1.03, 1.05, 1.1};
    puts("\nTwo neighbours: called better or worse; undecided; the interval holds the true ratio");
    printf("%10s %4s%24s%24s%24s%24s\n", "true ratio", "n", "decided", "undecided", "held",
           "held, narrow interval");
    for (size_t k = 0; k < 4; k++)
        for (size_t s = 0; s < 5; s++) {
            range r[RATES] = {{0}};
            for (size_t p = 0; p < population_count; p++)
                add_pair(r, &populations[p], sizes[s], log(truths[k]), trials);
            printf("%10g %4zu", truths[k], sizes[s]);
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
    puts("\nTwo equal neighbours are called better or worse, by the least factor of the imagined "
         "position:\nin the worst family, of the worst pair, of the rare ones made up");
    printf("   n");
    for (size_t f = 0; f < FACTORS; f++)
        printf("%16g", factors[f]);
    puts("");
    for (size_t s = 0; s < 5; s++)
        print_factors((const size_t[]){10, 30, 60, 100, 400}[s], trials);
    return ABS_OK;
}
