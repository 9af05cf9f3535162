/* regret.c -- see findings.h. docs/regret.md says what the numbers mean. */
#include "base/memory.h"
#include "find/findings.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

enum { RESAMPLES = 2000, NULLS_MOST = RESAMPLES / 40, SALT = 10 };

/* ---- cells ----------------------------------------------------------------------------------- */

/* Orders cells; losses->group is the cell's number in order of appearance. */
static int by_place(const void *a, const void *b)
{
    const regret_cell *x = a, *y = b;
    const int64_t differences[] = {
        (int64_t)x->spec - y->spec, (x->half_pawn > 0) - (y->half_pawn > 0),
        (x->budget > y->budget) - (x->budget < y->budget), x->config.depth - y->config.depth,
        (int64_t)x->losses->group - y->losses->group};
    size_t i = 0;
    while (i < 4 && differences[i] == 0)
        i++;
    return (differences[i] > 0) - (differences[i] < 0);
}

/* Makes the cells. Within a budget, searches to the game's end have one cell at whatever depth it
   comes. Copies of one search count as one, by their mean. */
static void fill_cells(abs_regrets *r, const abs_tally *t)
{
    char words[CONFIG_WORDS_MAX], key[CONFIG_WORDS_MAX + 64];
    abs_names keys = {0}, curves = {0}, places = {0};
    r->losses = memory_take((t->loss_count + 1) * sizeof *r->losses);
    for (size_t i = 0; i < t->loss_count; i++) {
        const abs_loss *l = &t->losses[i];
        const abs_tally_group *g = &t->groups[l->group];
        regret_cell new = {.group = l->group,
                           .spec = g->spec,
                           .budget = g->config.node_limit,
                           .half_pawn = l->half_pawn,
                           .config = g->config};
        if (new.budget > 0 && l->to_the_end)
            new.config.depth = ABS_MAX_DEPTH;
        abs_config any = new.config;
        any.node_limit = 0;
        config_words(&any, words, sizeof words);
        snprintf(key, sizeof key, "%u %d %s", g->spec, l->half_pawn > 0, words);
        new.curve = names_add(&curves, key);
        snprintf(key, sizeof key, "%u %" PRIu64, new.curve, new.budget);
        const uint32_t number = names_add(&keys, key);
        memory_grow(&r->cells, &r->room, r->count, sizeof *r->cells);
        if (number == r->count)
            r->cells[r->count++] = new;
        r->losses[i] = (pairs_item){number, 0, l->root, l->loss};
    }
    const size_t joined = pairs_join(r->losses, t->loss_count);
    for (const pairs_item *l = r->losses; l < r->losses + joined; l++) {
        regret_cell *c = &r->cells[l->group];
        c->losses = c->n > 0 ? c->losses : l;
        c->n++;
        c->faultless.count += l->number <= 0;
    }
    if (r->count > 0)
        qsort(r->cells, r->count, sizeof *r->cells, by_place);
    for (regret_cell *c = r->cells; c < r->cells + r->count; c++) { /* by place, not by row */
        snprintf(key, sizeof key, "%u", c->curve);
        c->curve = names_add(&places, key);
    }
    names_free(&keys);
    names_free(&curves);
    names_free(&places);
}

/* ---- means ----------------------------------------------------------------------------------- */

/* The mean with Student's interval. */
static regret_estimate find_mean(const double *values, size_t n)
{
    const double mean = n > 0 ? gsl_stats_mean(values, 1, n) : NAN;
    if (n < 2)
        return (regret_estimate){mean, NAN, NAN};
    const double error = gsl_stats_sd_m(values, 1, n, mean) / sqrt((double)n);
    const double away = stats_t_above(0.5 - STATS_LEVEL / 2, n - 1) * error;
    return (regret_estimate){mean, mean - away, mean + away};
}

/* ---- references ------------------------------------------------------------------------------ */

bool regret_alike(const regret_cell *a, const regret_cell *b)
{
    return a->spec == b->spec && a->budget == b->budget &&
           (a->half_pawn > 0) == (b->half_pawn > 0) && a->config.depth == b->config.depth;
}

/* Finds the references of cells that are alike, as for aggregates. References with other settings
   are themselves compared with the first one. Returns how many cells are compared with another. */
static size_t find_references(abs_regrets *r, const abs_tally *t, const abs_reference *reference,
                              uint32_t first, uint32_t end)
{
    uint32_t own = UINT32_MAX; /* the first cell that is its own reference */
    size_t count = 0;
    for (uint32_t i = first; i < end; i++) {
        regret_cell *c = &r->cells[i];
        const abs_tally_group *g = &t->groups[c->group];
        reference_fit best = REFERENCE_NOT;
        c->reference = UINT32_MAX;
        for (uint32_t k = first; k < end; k++) {
            const reference_fit fit = reference_rate(reference, g->domain->orders, g->selects,
                                                     &r->cells[k].config, &c->config);
            c->reference = fit > best ? k : c->reference;
            best = fit > best ? fit : best;
        }
        if (c->reference == i) {
            own = own != UINT32_MAX ? own : i;
            c->reference = own;
        }
        count += c->reference != UINT32_MAX && c->reference != i;
    }
    return count;
}

static pairs_walk losses_of(const pairs_item *items, size_t n, const regret_cell *c)
{
    return (pairs_walk){items, items + n, c->losses, c->losses + c->n};
}

/* Sets the losses of the cells, a row for each, at the n positions that all of them have. Returns
   n. */
static size_t align(const regret_cell *const *cells, size_t count, double *losses)
{
    size_t n = cells[0]->n, common;
    pairs_item *items = memory_take((n + 1) * sizeof *items);
    memcpy(items, cells[0]->losses, n * sizeof *items);
    for (size_t i = 0; i < count; i++, n = common) {
        common = 0;
        for (pairs_walk w = losses_of(items, n, cells[i]); pairs_both(&w); w.a++)
            items[common++] = *w.a;
    }
    for (size_t i = 0; i < count; i++)
        for (pairs_walk w = losses_of(items, n, cells[i]); pairs_both(&w); w.a++)
            *losses++ = w.b->number;
    free(items);
    return n;
}

/* ---- work to the same regret ----------------------------------------------------------------- */

enum { BUDGETS_MAX = 64 };

typedef struct {
    const double *losses;
    const uint64_t *budgets;
    size_t count;
} regret_curve;

/* Computes the means over the sample's positions, made non-increasing. Without copies each is one
   division of whole numbers, so that equal means are exactly equal. */
static void find_means(const regret_curve *curve, size_t n, const uint32_t *sample, double *means)
{
    double sums[BUDGETS_MAX];                      /* the sum of each pool */
    size_t counts[BUDGETS_MAX], pools = 0, at = 0; /* counts: how many budgets each pool has */
    for (size_t w = 0; w < curve->count; w++) {
        sums[pools] = 0;
        counts[pools] = 1;
        for (size_t i = 0; i < n; i++)
            sums[pools] += curve->losses[w * n + sample[i]];
        for (; pools > 0 &&
               sums[pools - 1] * (double)counts[pools] < sums[pools] * (double)counts[pools - 1];
             pools--) {
            sums[pools - 1] += sums[pools];
            counts[pools - 1] += counts[pools];
        }
        pools++;
    }
    for (size_t p = 0; p < pools; p++)
        for (size_t i = 0; i < counts[p]; i++)
            means[at++] = sums[p] / (double)(counts[p] * n);
}

/*
 * Work to the same regret: the least budget at which b loses no more than a with its budget number
 * `which`, divided by that budget. Budgets are ascending. The losses of a curve are made
 * non-increasing by pooling adjacent violators (Ayer et al. 1955), and interpolated linearly over
 * the logarithm of the budget. Returns NAN if that is outside b's budgets; *beyond: above them all.
 */
static double times_of(const regret_curve *a, const regret_curve *b, size_t n, size_t which,
                       const uint32_t *sample, bool *beyond)
{
    double of_a[BUDGETS_MAX], of_b[BUDGETS_MAX];
    size_t at = 0;
    find_means(a, n, sample, of_a);
    find_means(b, n, sample, of_b);
    while (at < b->count && of_b[at] > of_a[which])
        at++;
    *beyond = at == b->count;
    if (*beyond || (at == 0 && of_b[0] < of_a[which]))
        return NAN;
    const double own = (double)a->budgets[which], reached = (double)b->budgets[at];
    if (at == 0 || of_b[at] >= of_a[which])
        return reached / own;
    const double before = (double)b->budgets[at - 1];
    const double part = (of_b[at - 1] - of_a[which]) / (of_b[at - 1] - of_b[at]);
    return before / own * pow(reached / before, part);
}

/* Finds an interval by percentiles of resamples of positions, drawn as trees are with seed 1. */
static void find_interval(regret_cell *c, const regret_curve *a, const regret_curve *b, size_t n,
                          size_t which, uint32_t *sample)
{
    double found[RESAMPLES];
    size_t count = 0;
    bool beyond;
    const uint64_t root = abs_mix64(1 + ABS_G);
    for (uint64_t s = 0; s < RESAMPLES; s++) {
        const uint64_t key = abs_mix_child(root, s);
        for (size_t i = 0; i < n; i++)
            sample[i] = (uint32_t)abs_draw(abs_mix_child(key, i), SALT, (int)n);
        found[count] = times_of(a, b, n, which, sample, &beyond);
        count += !isnan(found[count]);
    }
    if (RESAMPLES - count > NULLS_MOST) {
        c->missing = "more than 1 in 40 resamples lie outside the reference's budgets: no interval";
        return;
    }
    gsl_sort(found, 1, count);
    const size_t tail = (size_t)((1 - STATS_LEVEL) / 2 * (double)count);
    c->times.low = found[tail];
    c->times.high = found[count - 1 - tail];
}

static void find_times(const abs_regrets *r, regret_cell *c)
{
    const regret_cell *cells[2 * BUDGETS_MAX];
    uint64_t budgets[2 * BUDGETS_MAX];
    size_t all = 0, own = 0, which = SIZE_MAX;
    bool beyond;
    for (int of = 0; of < 2; of++) { /* the cell's own curve, then its reference's */
        const uint32_t curve = of == 0 ? c->curve : r->cells[c->reference].curve;
        own = all;
        for (size_t i = 0; i < r->count && all < own + BUDGETS_MAX; i++) {
            if (r->cells[i].curve != curve)
                continue;
            which = of == 0 && &r->cells[i] == c ? all : which;
            budgets[all] = r->cells[i].budget;
            cells[all++] = &r->cells[i];
        }
    }
    double *losses = memory_take((all * cells[0]->n + 1) * sizeof *losses);
    const size_t n = align(cells, all, losses);
    uint32_t *sample = memory_take((n + 1) * sizeof *sample);
    const regret_curve a = {losses, budgets, own}, b = {losses + own * n, budgets + own, all - own};
    for (size_t i = 0; i < n; i++)
        sample[i] = (uint32_t)i;
    if (n < 2 || which == SIZE_MAX) {
        c->missing = "fewer than two positions have all budgets";
    } else {
        c->times.point = times_of(&a, &b, n, which, sample, &beyond);
        if (isnan(c->times.point))
            c->missing = beyond ? "with every budget here the reference loses more"
                                : "with every budget here the reference loses less";
        else
            find_interval(c, &a, &b, n, which, sample);
    }
    free(losses);
    free(sample);
}

/* ---- all ------------------------------------------------------------------------------------- */

/* Computes what a cell loses, and what it loses more than its reference at common positions. */
static void work_out(const abs_regrets *r, uint32_t number, size_t comparisons, double *values)
{
    regret_cell *c = &r->cells[number];
    for (size_t k = 0; k < c->n; k++)
        values[k] = c->losses[k].number;
    c->loss = find_mean(values, c->n);
    c->faultless = stats_share_of(c->faultless.count, c->n);
    c->more = c->told = c->times = (regret_estimate){NAN, NAN, NAN};
    if (c->reference == UINT32_MAX)
        c->missing = "there is no reference to compare with";
    if (c->reference == UINT32_MAX || c->reference == number)
        return;
    const double unit = c->half_pawn > 0 ? c->half_pawn : 1;
    c->pairs = pairs_differences(losses_of(c->losses, c->n, &r->cells[c->reference]), values);
    c->more = c->told = find_mean(values, c->pairs);
    for (size_t i = 0; i < c->pairs; i++)
        values[i] /= unit;
    c->judged = judge_ratio(values, c->pairs, comparisons);
    c->told.low = unit * log(c->judged.ratio.lower);
    c->told.high = unit * log(c->judged.ratio.upper);
    if (c->budget > 0)
        find_times(r, c);
    else
        c->missing = "there are no budgets: give --max-nodes";
}

void regret_find(abs_regrets *r, const abs_tally *t, const abs_reference *reference)
{
    double *values = memory_take((t->loss_count + 1) * sizeof *values);
    fill_cells(r, t);
    for (uint32_t i = 0, end = 0; i < r->count;) {
        while (end < r->count && regret_alike(&r->cells[i], &r->cells[end]))
            end++;
        const size_t comparisons = find_references(r, t, reference, i, end);
        for (; i < end; i++)
            work_out(r, i, comparisons, values);
    }
    free(values);
}
