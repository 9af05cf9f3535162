/*
 * simulate_race.c -- how often a race (find/tuning.h) is wrong, and what it saves, by simulation:
 * simulate_race TRIALS REPORT.. prints the tables of docs/tune.md. The rows of each report are a
 * population; each trial draws positions from it, and goes through race_look() as `absbench tune`
 * does. Numbers are dealt where configurations differ in --shuffle alone.
 */
#include "simulate.h"

typedef struct {
    char name[28];
    size_t reference; /* a configuration */
    bool copies;      /* they differ in --shuffle alone */
    population p;
} raced;

static raced *filled;
static int depth; /* a game that ends earlier caps it: `absbench tune` leaves such positions out */
static abs_names configs, entries;

static void see_depth(const abs_row *row)
{
    depth = row->config->depth > depth ? row->config->depth : depth;
}

static void see(const abs_row *row)
{
    char words[CONFIG_WORDS_MAX];
    if (row->config->depth < depth)
        return;
    config_words(row->config, words, sizeof words);
    const uint32_t c = names_add(&configs, words), e = names_add(&entries, row->root->id);
    if (c >= RACE_MOST || e >= POSITIONS_MOST)
        abort();
    filled->p.count = configs.count;
    filled->p.logs[e][c] = log((double)abs_work(&row->n));
    filled->copies &= row->config->shuffle > 0;
    if (strcmp(row->config->algo.name, "alphabeta") == 0)
        filled->reference = c;
}

/* "dir/othello.jsonl" is othello. */
static void load(raced *r, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    *r = (raced){.copies = true};
    snprintf(r->name, sizeof r->name, "%.*s", (int)strcspn(name, "."), name);
    clear_population(&r->p);
    filled = r;
    depth = 0;
    read_rows(path, see_depth);
    read_rows(path, see);
    keep_whole(&r->p);
    names_free(&configs);
    names_free(&entries);
}

/* ---- a trial ------------------------------------------------------------------------------- */

/* n positions: all of the population in a random order, or drawn one by one. */
static void draw_sample(population *s, const population *p, size_t n, bool again, making how)
{
    size_t order[POSITIONS_MOST];
    for (size_t i = 0; i < p->n; i++) {
        const size_t k = draw_below(i + 1);
        order[i] = k < i ? order[k] : i;
        order[k] = i;
    }
    s->count = p->count;
    s->n = n;
    for (size_t i = 0; i < n; i++)
        draw_position(s->logs[i], p, again || i >= p->n ? draw_below(p->n) : order[i], 0, p->count,
                      how);
    find_means(s);
}

typedef struct {
    size_t leader, left;
    double behind;
    double work; /* as a share of all on all positions, those held out too */
} outcome;

static outcome run_race(const population *s, size_t reference, double delta)
{
    size_t looks[RACE_LOOKS_MAX], in[RACE_MOST], before = 0, left = s->count;
    const size_t first_held = s->n - s->n / 4, planned = race_plan(first_held, looks);
    double work = 0, all = 0;
    double behind = INFINITY;
    for (size_t c = 0; c < s->count; c++)
        in[c] = c;
    for (size_t l = 0; l < planned && behind > log(1 + delta); l++) {
        for (size_t i = before; i < looks[l]; i++)
            for (size_t k = 0; k < left; k++)
                work += exp(s->logs[i][in[k]]);
        const race_field field = {s->logs[0], before = looks[l]};
        behind = race_look(&field, planned + RACE_JOINS_MAX, in, &left);
    }
    for (size_t i = 0; i < s->n; i++)
        for (size_t c = 0; c < s->count; c++) {
            const double one = exp(s->logs[i][c]);
            all += one;
            work += i >= first_held && (c == reference || c == in[0]) ? one : 0;
        }
    return (outcome){in[0], left, behind, work / all};
}

/* ---- what is counted ----------------------------------------------------------------------- */

/* In per cent of trials nothing was dropped. */
static double nothing_dropped(const raced *r, size_t n, making how, size_t trials)
{
    static population s;
    size_t whole = 0;
    for (size_t t = 0; t < trials; t++) {
        draw_sample(&s, &r->p, n, true, how);
        whole += run_race(&s, r->reference, -1).left == s.count; /* it never ends early */
    }
    return 100.0 * (double)whole / (double)trials;
}

/* Whether the interval of the positions held out holds the leader's true ratio to the reference. */
static bool covers(const population *s, size_t leader, size_t reference, double truth)
{
    double logs[POSITIONS_MOST];
    const size_t held = s->n / 4;
    for (size_t i = 0; i < held; i++) {
        const double *at = s->logs[s->n - held + i];
        logs[i] = at[leader] - at[reference];
    }
    const abs_judged j = judge_ratio(logs, held, 1);
    return leader == reference || j.verdict == JUDGE_TOO_FEW ||
           (log(j.ratio.lower) <= truth + 1e-9 && truth - 1e-9 <= log(j.ratio.upper));
}

typedef struct {
    double near, work, held, covered, untold;
} rates;

/* `again`: positions are drawn one by one, and the truth is the population's; else all are taken
   in random order, and the truth is what all of them say. */
static rates race_many(const raced *of, size_t n, double delta, bool again, size_t trials)
{
    static population s;
    const double *means = again ? of->p.means : s.means, share = 100 / (double)trials;
    rates r = {0};
    for (size_t t = 0; t < trials; t++) {
        draw_sample(&s, &of->p, n, again, AS_IS);
        const outcome o = run_race(&s, of->reference, delta);
        double best = INFINITY;
        for (size_t c = 0; c < s.count; c++)
            best = fmin(best, means[c]);
        const double ratio = means[o.leader] - means[of->reference];
        r.near += share * (means[o.leader] <= best + log(1.01));
        r.held += share * (means[o.leader] <= best + o.behind + 1e-9);
        r.covered += share * covers(&s, o.leader, of->reference, ratio);
        r.untold += share * (o.behind > log(1 + delta));
        r.work += share * o.work;
    }
    return r;
}

/* ---- tables -------------------------------------------------------------------------------- */

static void print_equals(const raced *all, size_t count, size_t trials)
{
    puts("Of equal configurations none is dropped, in per cent of trials");
    printf("%-20s %4s %8s %8s %8s %8s\n", "", "of", "", "n = 60", "n = 120", "n = 400");
    for (const raced *r = all; r < all + count; r++) {
        const making how = r->copies ? DEALT : CENTRED;
        printf("%-20s %4zu %8s", r->name, r->p.count, how == DEALT ? "dealt" : "centred");
        for (size_t i = 0; i < 3; i++)
            printf(" %8.1f", nothing_dropped(r, (const size_t[]){60, 120, 400}[i], how, trials));
        putchar('\n');
    }
}

static void print_races(const raced *all, size_t count, size_t n, size_t trials)
{
    static const double deltas[] = {0.03, 0.05, 0.10};
    printf("\nRaces of %zu positions, in per cent\n", n);
    printf("%-20s %5s %8s %8s %8s %8s %9s %8s\n", "", "delta", "near", "near,new", "bound",
           "interval", "undecided", "work");
    for (const raced *r = all; r < all + count; r++)
        for (size_t d = 0; d < sizeof deltas / sizeof deltas[0] && !r->copies; d++) {
            const rates order = race_many(r, n, deltas[d], false, trials),
                        new = race_many(r, n, deltas[d], true, trials);
            printf("%-20s %5.0f %8.1f %8.1f %8.1f %8.1f %9.1f %8.1f\n", r->name, 100 * deltas[d],
                   order.near, new.near, new.held, new.covered, order.untold, order.work);
        }
}

int main(int argc, char **argv)
{
    const size_t trials = argc > 2 ? strtoul(argv[1], NULL, 10) : 0, count = (size_t)argc - 2;
    if (trials == 0) {
        fputs("simulate_race TRIALS REPORT..\n", stderr);
        return ABS_USAGE;
    }
    raced *all = malloc(count * sizeof *all);
    for (size_t i = 0; i < count; i++)
        load(&all[i], argv[i + 2]);
    print_equals(all, count, trials);
    print_races(all, count, 400, trials);
    print_races(all, count, 60, trials);
    return ABS_OK;
}
