/*
 * simulate_race.c -- how often a race (find/tuning.h) is wrong, and what it saves, by simulation:
 * simulate_race TRIALS REPORT.. prints the tables of docs/tune.md. The rows of each report are a
 * population, positions by configurations; each trial draws positions from it, and goes through
 * race_look() as `absbench tune` does.
 *
 * Two ways make the configurations equal: `centred`, where each one's mean is taken off, which
 * keeps its skewness; `dealt`, where each position's numbers are dealt anew, which is right for
 * configurations that differ in --shuffle alone.
 */
#include "base/memory.h"
#include "base/stats.h"
#include "find/tuning.h"
#include "log/reader.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { POSITIONS_MAX = 400 };

typedef enum { AS_IS, CENTRED, DEALT } making;

typedef struct {
    char name[28];
    size_t count, n;  /* configurations, positions */
    size_t reference; /* a configuration */
    bool copies;      /* they differ in --shuffle alone */
    double *logs;     /* logs[position * RACE_MOST + configuration] */
    double means[RACE_MOST];
} population;

/* "dir/othello.jsonl" is othello. */
static void name_population(population *p, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    snprintf(p->name, sizeof p->name, "%.*s", (int)strcspn(name, "."), name);
}

static uint64_t key = 1;

static size_t draw_below(size_t n)
{
    return (size_t)((abs_mix64(key += ABS_G) >> 32) * n >> 32);
}

/* ---- populations --------------------------------------------------------------------------- */

/* The positions that all configurations have. */
static void keep_whole(population *p, size_t positions)
{
    for (size_t i = 0; i < positions; i++) {
        const double *row = &p->logs[i * RACE_MOST];
        size_t there = 0;
        for (size_t c = 0; c < p->count; c++)
            there += !isnan(row[c]);
        if (there == p->count)
            memmove(&p->logs[p->n++ * RACE_MOST], row, RACE_MOST * sizeof *row);
    }
    for (size_t c = 0; c < p->count; c++) {
        p->means[c] = 0;
        for (size_t i = 0; i < p->n; i++)
            p->means[c] += p->logs[i * RACE_MOST + c] / (double)p->n;
    }
}

/* A game that ends earlier caps the depth: `absbench tune` leaves such positions out. */
static int deepest(abs_reader *reader, abs_error *error)
{
    int depth = 0;
    for (size_t i = 0; i < reader->count; i++) {
        const abs_row *row = reader_row(reader, i, error);
        if (row == NULL)
            return -1;
        depth = row->config->depth > depth ? row->config->depth : depth;
    }
    return depth;
}

static bool load(population *p, const char *path)
{
    abs_error error;
    abs_names configs = {0}, entries = {0};
    abs_reader *reader = reader_open(path, &error);
    const int depth = reader != NULL ? deepest(reader, &error) : -1;
    bool ok = depth >= 0;
    *p = (population){.copies = true};
    name_population(p, path);
    p->logs = memory_take(POSITIONS_MAX * RACE_MOST * sizeof *p->logs);
    for (size_t i = 0; i < POSITIONS_MAX * RACE_MOST; i++)
        p->logs[i] = NAN;
    for (size_t i = 0; ok && i < reader->count; i++) {
        const abs_row *row = reader_row(reader, i, &error);
        char words[CONFIG_WORDS_MAX];
        ok = row != NULL;
        if (!ok || row->config->depth < depth)
            continue;
        config_words(row->config, words, sizeof words);
        const uint32_t c = names_add(&configs, words), e = names_add(&entries, row->root->id);
        if (c < RACE_MOST && e < POSITIONS_MAX)
            p->logs[e * RACE_MOST + c] = log((double)abs_work(&row->n));
        p->copies &= row->config->shuffle > 0;
        if (strcmp(row->config->algo.name, "alphabeta") == 0)
            p->reference = c;
    }
    if (!ok)
        fprintf(stderr, "simulate_race: %s\n", error.text);
    p->count = configs.count < RACE_MOST ? configs.count : RACE_MOST;
    keep_whole(p, entries.count < POSITIONS_MAX ? entries.count : POSITIONS_MAX);
    names_free(&configs);
    names_free(&entries);
    if (reader != NULL)
        reader_close(reader);
    return ok;
}

/* ---- a trial ------------------------------------------------------------------------------- */

typedef struct {
    size_t n;
    double logs[POSITIONS_MAX * RACE_MOST];
} sample;

static void draw_position(sample *s, const population *p, size_t to, size_t from, making how)
{
    size_t dealt[RACE_MOST];
    for (size_t c = 0; c < p->count; c++) {
        const size_t k = how == DEALT ? draw_below(c + 1) : c;
        dealt[c] = dealt[k < c ? k : c];
        dealt[k] = c;
    }
    for (size_t c = 0; c < p->count; c++)
        s->logs[to * RACE_MOST + c] =
            p->logs[from * RACE_MOST + dealt[c]] - (how == CENTRED ? p->means[c] : 0);
}

/* n positions: all of the population in a random order, or drawn one by one. */
static void draw_sample(sample *s, const population *p, size_t n, bool again, making how)
{
    size_t order[POSITIONS_MAX];
    for (size_t i = 0; i < p->n; i++) {
        const size_t k = draw_below(i + 1);
        order[i] = order[k < i ? k : i];
        order[k] = i;
    }
    s->n = n;
    for (size_t i = 0; i < n; i++)
        draw_position(s, p, i, again || i >= p->n ? draw_below(p->n) : order[i], how);
}

typedef struct {
    size_t leader, left, seen;
    double behind;
    double work; /* as a share of all on all positions, those held out too */
    bool over;
} outcome;

static outcome run_race(const sample *s, size_t count, size_t reference, double delta)
{
    size_t looks[RACE_LOOKS_MAX], in[RACE_MOST], before = 0, left = count;
    const size_t raced = s->n - s->n / 4, planned = race_plan(raced, looks);
    double work = 0, all = 0;
    double behind = INFINITY;
    for (size_t c = 0; c < count; c++)
        in[c] = c;
    for (size_t l = 0; l < planned && behind > log(1 + delta); l++) {
        for (size_t i = before; i < looks[l]; i++)
            for (size_t k = 0; k < left; k++)
                work += exp(s->logs[i * RACE_MOST + in[k]]);
        const race_field field = {s->logs, before = looks[l]};
        behind = race_look(&field, planned + RACE_JOINS_MAX, in, &left);
    }
    for (size_t i = 0; i < s->n; i++)
        for (size_t c = 0; c < count; c++) {
            const double one = exp(s->logs[i * RACE_MOST + c]);
            all += one;
            work += i >= raced && (c == reference || c == in[0]) ? one : 0;
        }
    return (outcome){in[0], left, before, behind, work / all, behind <= log(1 + delta)};
}

/* ---- what is counted ----------------------------------------------------------------------- */

/* In per cent of trials nothing was dropped. */
static double nothing_dropped(const population *p, size_t n, making how, size_t trials)
{
    static sample s;
    size_t whole = 0;
    for (size_t t = 0; t < trials; t++) {
        draw_sample(&s, p, n, true, how);
        whole +=
            run_race(&s, p->count, p->reference, -1).left == p->count; /* it never ends early */
    }
    return 100.0 * (double)whole / (double)trials;
}

/* The least mean of a sample's, or of some of its configurations. */
static double mean_in(const sample *s, size_t c)
{
    double sum = 0;
    for (size_t i = 0; i < s->n; i++)
        sum += s->logs[i * RACE_MOST + c];
    return sum / (double)s->n;
}

typedef struct {
    double near, work, held, covered, untold;
} rates;

static bool covers(const sample *s, size_t leader, size_t reference, double truth)
{
    double logs[POSITIONS_MAX];
    const size_t from = s->n - s->n / 4;
    for (size_t i = from; i < s->n; i++)
        logs[i - from] = s->logs[i * RACE_MOST + leader] - s->logs[i * RACE_MOST + reference];
    const stats_ratio r = stats_ratio_of(logs, s->n - from);
    return leader == reference || (log(r.lower) <= truth + 1e-9 && truth - 1e-9 <= log(r.upper));
}

/* `again`: positions are drawn one by one, and the truth is the population's; else all are taken
   in random order, and the truth is what all of them say. */
static rates race_many(const population *p, size_t n, double delta, bool again, size_t trials)
{
    static sample s;
    rates r = {0};
    for (size_t t = 0; t < trials; t++) {
        draw_sample(&s, p, n, again, AS_IS);
        const outcome o = run_race(&s, p->count, p->reference, delta);
        double best = INFINITY, means[RACE_MOST];
        for (size_t c = 0; c < p->count; c++) {
            means[c] = again ? p->means[c] : mean_in(&s, c);
            best = fmin(best, means[c]);
        }
        r.near += means[o.leader] <= best + log(1.01);
        r.held += means[o.leader] <= best + o.behind + 1e-9;
        r.covered += covers(&s, o.leader, p->reference, means[o.leader] - means[p->reference]);
        r.untold += !o.over;
        r.work += o.work;
    }
    const double share = 100 / (double)trials;
    return (rates){r.near * share, r.work * share, r.held * share, r.covered * share,
                   r.untold * share};
}

/* ---- tables -------------------------------------------------------------------------------- */

static void print_equals(const population *all, size_t count, size_t trials)
{
    puts("Of equal configurations none is dropped, in per cent of trials");
    printf("%-20s %4s %8s %8s %8s %8s\n", "", "of", "", "n = 60", "n = 120", "n = 400");
    for (const population *p = all; p < all + count; p++) {
        const making how = p->copies ? DEALT : CENTRED;
        printf("%-20s %4zu %8s", p->name, p->count, how == DEALT ? "dealt" : "centred");
        for (size_t i = 0; i < 3; i++)
            printf(" %8.1f", nothing_dropped(p, (const size_t[]){60, 120, 400}[i], how, trials));
        putchar('\n');
    }
}

static void print_races(const population *all, size_t count, size_t n, size_t trials)
{
    static const double deltas[] = {0.03, 0.05, 0.10};
    printf("\nRaces of %zu positions, in per cent\n", n);
    printf("%-20s %5s %8s %8s %8s %8s %8s %8s\n", "", "delta", "near", "near,new", "bound",
           "interval", "untold", "work");
    for (const population *p = all; p < all + count; p++)
        for (size_t d = 0; d < sizeof deltas / sizeof deltas[0] && !p->copies; d++) {
            const rates order = race_many(p, n, deltas[d], false, trials),
                        new = race_many(p, n, deltas[d], true, trials);
            printf("%-20s %5.0f %8.1f %8.1f %8.1f %8.1f %8.1f %8.1f\n", p->name, 100 * deltas[d],
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
    population *all = memory_take(count * sizeof *all);
    for (size_t i = 0; i < count; i++)
        if (!load(&all[i], argv[i + 2]))
            return ABS_CANNOT_RUN;
    print_equals(all, count, trials);
    print_races(all, count, 400, trials);
    print_races(all, count, 60, trials);
    return ABS_OK;
}
