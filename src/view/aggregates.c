/* aggregates.c -- the aggregates: a row for each spec and configuration. See findings.h. */
#include "view/findings.h"

#include <math.h>

static const char noise_words[] = "cpu: processor time, ~ noise (--repeat=5 measures)";

/* ---- cells ----------------------------------------------------------------------------------- */

/* Why something is null; NULL: nothing is. */
static const char *find_missing(findings_view *v, const abs_aggregate *a, const abs_tally_group *g)
{
    const abs_metric metric = v->f->tally->metric;
    const int part = metric == METRIC_nodes ? COUNT_research_nodes : COUNT_research_work;
    const struct {
        bool holds;
        const char *reason;
    } all[] = {
        {a->nodes.too_large || a->work.too_large || (a->measure.too_large && metric != METRIC_time),
         "a sum is beyond 2^64 - 1"},
        {a->n == 0, "no row has status ok and what the metric counts: no median, no mean"},
        {!isfinite(a->branching_factor),
         "no position was searched one ply less deep: no branching factor"},
        {g->missing >> part & 1, "rows of an older report: no share of re-searches"},
        {a->n > 0 && g->sums[COUNT_cutoffs] == 0, "no cutoffs: no share of first moves"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].holds)
            buffer_format(&v->text, "%s%s", v->text.length > 0 ? "; " : "", all[i].reason);
    return v->text.length > 0 ? buffer_end(&v->text) : NULL;
}

/* The same of the ratio. */
static const char *find_ratio_missing(findings_view *v, const abs_aggregate *a)
{
    buffer_clear(&v->words);
    if (!v->f->compares)
        return "no ratios were asked for (--reference=none)";
    if (a->reference == UINT32_MAX)
        buffer_format(&v->words, "no %s row to compare with", v->f->reference);
    else if (a->ratio.n == 0)
        buffer_format(&v->words, "no position has status ok both here and with %s",
                      findings_reference(v->f, a->group));
    else
        return a->ratio.n == 1 ? "n = 1: no interval" : NULL;
    return buffer_end(&v->words);
}

/* A time; what was measured too seldom is marked. */
static void show_time(table_data *t, size_t column, const abs_tally_group *g, int decimals,
                      double time)
{
    const bool noise = isfinite(time) && tally_is_noise(g);
    if (noise)
        table_tint(t, column, PAGE_DIM);
    if (isfinite(time))
        table_show(t, column, "%s%.*f", noise ? "~" : "", decimals, time);
}

static void show_wrong(table_data *t, size_t column, bool unsound, size_t wrong, size_t judged)
{
    table_tint(t, column, wrong > 0 ? PAGE_RED : PAGE_PLAIN);
    if (judged > 0 && (unsound || wrong > 0))
        table_show(t, column, "%zu/%zu", wrong, judged);
    else
        table_show(t, column, "%s", unsound ? "?" : "");
}

void put_aggregate(table_data *t, findings_view *v, uint32_t group)
{
    const abs_findings *f = v->f;
    const abs_aggregate *a = &f->aggregates[group];
    const abs_tally_group *g = &f->tally->groups[group];
    const abs_wrongs *w = &f->verification.wrongs[group];
    const abs_spread *m = &a->measure;
    const double seconds = 1e-9 * (double)m->sum;
    const bool unsound = config_is_unsound(&g->config), paged = v->page != NULL,
               timed = f->tally->metric == METRIC_time,
               judged =
                   a->ratio.n > 0 && a->reference != group && aggregate_is_search(&g->config.algo);
    const double cuts = (double)g->sums[COUNT_first_move_cutoffs] / (double)g->sums[COUNT_cutoffs];
    if (paged && f->regrets.count > 0 && a->n == 0)
        return;
    add_AGGREGATE(t, f, a, g, judged ? &a->judged : NULL, w, paged ? &a->judged.ratio : &a->ratio,
                  view_label(v, group), paged ? NULL : find_ratio_missing(v, a),
                  paged ? NULL : find_missing(v, a, g));
    buffer_clear(&v->text);
    if (!m->too_large && !timed)
        table_set_count(t, AGGREGATE_measure_sum, m->sum);
    if (!m->too_large && timed && a->n > 0)
        table_set_real(t, AGGREGATE_measure_sum, seconds);
    if (a->n > 0) {
        table_set_median(t, AGGREGATE_nodes_median, a->nodes.median_low, a->nodes.median_high);
        table_set_median(t, AGGREGATE_work_median, a->work.median_low, a->work.median_high);
    }
    if (a->n > 0 && timed)
        table_set_real(t, AGGREGATE_measure_median,
                       0.5e-9 * ((double)m->median_low + (double)m->median_high));
    else if (a->n > 0)
        table_set_median(t, AGGREGATE_measure_median, m->median_low, m->median_high);
    if (!paged)
        return;
    if (a->n == 0)
        table_show(t, AGGREGATE_measure_sum, "-");
    else if (timed)
        show_time(t, AGGREGATE_measure_sum, g, 4, seconds);
    if (!unsound) /* a wrong value is never cheap */
        table_tint_ratio(t, AGGREGATE_ratio, &a->judged.ratio);
    if (a->reference == group && a->n > 0) {
        table_tint(t, AGGREGATE_ratio, PAGE_PLAIN);
        table_show(t, AGGREGATE_ratio, "1.000 (reference)");
    }
    if (judged && a->judged.verdict == JUDGE_TOO_FEW)
        table_show(t, AGGREGATE_verdict, "-");
    if (isfinite(cuts))
        table_show(t, AGGREGATE_first_move_cutoff_share, "%.1f", 100 * cuts);
    show_wrong(t, AGGREGATE_wrong_best_moves, unsound, w->wrong_moves, w->moves_judged);
    if (unsound)
        show_wrong(t, AGGREGATE_wrong_values, unsound, w->wrong_values, w->values_judged);
    if (f->times)
        show_time(t, AGGREGATE_cpu_s, g, 2, f->milliseconds ? 1e3 * g->cpu_s : g->cpu_s);
}

/* ---- on a page ------------------------------------------------------------------------------- */

void adapt_aggregates(table_data *t, findings_view *v)
{
    enum { REFERENCE_MAX = 20 }; /* of its name in a head; longer ones are not named there */
    const abs_findings *f = v->f;
    const abs_named *metric = &abs_metric_names[f->tally->metric];
    bool named = strlen(f->reference) <= REFERENCE_MAX, noise = false;
    table_column *cpu = &t->columns[AGGREGATE_cpu_s], *work = &t->columns[AGGREGATE_measure_sum];
    for (size_t i = 0; i < f->tally->group_keys.count; i++) {
        noise |= f->times && tally_is_noise(&f->tally->groups[i]);
        if (f->tally->groups[i].config.algo.engine != NULL && /* which have one of their own */
            f->tally->groups[0].config.algo.engine == NULL)
            named = false;
    }
    if (noise)
        cpu->words = noise_words;
    buffer_format(&v->head, "ratio to\n%s\n[95 %% interval]",
                  named ? f->reference : "the reference");
    t->columns[AGGREGATE_ratio].head = buffer_end(&v->head);
    if (f->tally->metric == METRIC_time) { /* which stands there once */
        work->head = cpu->head;
        work->words = cpu->words;
        cpu->head = NULL;
        return;
    }
    if (f->milliseconds)
        cpu->head = "cpu\nms";
    buffer_format(&v->words, "%s: %s", metric->name, metric->help);
    work->head = metric->name;
    work->words = buffer_end(&v->words);
}
