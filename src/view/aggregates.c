/* aggregates.c -- the aggregates: a row for each spec and configuration. See findings.h. */
#include "view/findings.h"

#include <math.h>

enum { RANK_NOISE = 8 }; /* of times that are noise: they go first where room is short */

static const char noise_words[] = "cpu: processor time, ~ noise (--repeat=5 measures)";

/* ---- cells ----------------------------------------------------------------------------------- */

/* Adds a sentence on why something is null. */
static void explain(abs_buffer *missing, const char *text)
{
    buffer_text(missing, missing->length > 0 ? "; " : "");
    buffer_text(missing, text);
}

static void put_text(table_data *t, size_t column, abs_buffer *text)
{
    table_set_text(t, column, text->length > 0 ? buffer_end(text) : NULL);
    buffer_clear(text);
}

/* Into `column`, the sum's, and the two behind it. */
static void put_spread(table_data *t, size_t column, const abs_aggregate *a, const abs_spread *s,
                       const char *name, abs_buffer *missing)
{
    if (s->has_sum)
        table_set_count(t, column, s->sum);
    else if (name != NULL) {
        explain(missing, "the sum of ");
        buffer_format(missing, "%s is beyond 2^64 - 1", name);
    }
    if (a->n > 0)
        table_set_median(t, column + 1, s->median_low, s->median_high);
    table_set_real(t, column + 2, s->geomean);
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
    else
        table_show(t, column, "-");
}

static void put_measure(table_data *t, const findings_view *v, const abs_aggregate *a,
                        abs_buffer *missing)
{
    const abs_metric metric = v->f->tally->metric;
    const abs_tally_group *g = &v->f->tally->groups[a->group];
    const abs_spread *s = &a->measure;
    const bool told = metric == METRIC_work || metric == METRIC_nodes;
    if (metric != METRIC_time) {
        put_spread(t, AGGREGATE_measure_sum, a, s, told ? NULL : "measure", missing);
    } else if (a->n > 0) {
        table_set_real(t, AGGREGATE_measure_sum, s->has_sum ? 1e-9 * (double)s->sum : NAN);
        table_set_real(t, AGGREGATE_measure_median,
                       0.5e-9 * ((double)s->median_low + (double)s->median_high));
        table_set_real(t, AGGREGATE_measure_geomean, 1e-9 * s->geomean);
    }
    if (a->n == 0)
        table_show(t, AGGREGATE_measure_sum, "-");
    else if (metric == METRIC_time)
        show_time(t, AGGREGATE_measure_sum, g, 4, 1e-9 * (double)s->sum);
}

static void put_ratio(table_data *t, findings_view *v, const abs_aggregate *a)
{
    const abs_findings *f = v->f;
    const bool none = a->reference == UINT32_MAX;
    const abs_judged *j = &a->judged;
    if (v->page != NULL)
        table_set_ratio(t, AGGREGATE_ratio, &j->ratio);
    else
        table_set_ratio(t, AGGREGATE_ratio, &a->ratio);
    if (a->ratio.n > 0 && a->reference != a->group && aggregate_is_search(f->tally, a->group)) {
        table_set_text(t, AGGREGATE_verdict, judge_names[j->verdict]);
        table_set_real(t, AGGREGATE_p, j->p);
        table_set_real(t, AGGREGATE_verdict_low, j->ratio.lower);
        table_set_real(t, AGGREGATE_verdict_high, j->ratio.upper);
        table_set_count(t, AGGREGATE_comparisons, a->comparisons);
        if (j->needed > 0)
            table_set_count(t, AGGREGATE_positions_needed, j->needed);
        table_show(t, AGGREGATE_verdict, "%s",
                   j->verdict == JUDGE_TOO_FEW ? "too few" : judge_names[j->verdict]);
    }
    table_set_text(t, AGGREGATE_reference, f->reference);
    table_set_text(t, AGGREGATE_reference_config,
                   none ? NULL : f->tally->groups[a->reference].config_text);
    if (config_is_sound(&f->tally->groups[a->group].config)) /* a wrong value is never cheap */
        table_tint_ratio(t, AGGREGATE_ratio, &j->ratio);
    if (a->reference == a->group && a->n > 0) {
        table_tint(t, AGGREGATE_ratio, PAGE_PLAIN);
        table_show(t, AGGREGATE_ratio, "1.000 (reference)");
    }
    if (!f->compares)
        buffer_text(&v->text, "no ratios were asked for (--reference=none)");
    else if (none)
        buffer_format(&v->text, "no %s row to compare with", f->reference);
    else if (a->ratio.n == 0)
        buffer_format(&v->text, "no position has status ok both here and with %s", f->reference);
    else if (a->ratio.n == 1)
        buffer_text(&v->text, "n = 1: no interval");
    put_text(t, AGGREGATE_ratio_missing, &v->text);
}

static void put_wrong(table_data *t, size_t column, bool unsound, size_t wrong, size_t judged)
{
    table_set_count(t, column, wrong);
    table_set_count(t, column + 1, judged);
    table_tint(t, column, wrong > 0 ? PAGE_RED : PAGE_PLAIN);
    if (judged > 0 && (unsound || wrong > 0))
        table_show(t, column, "%zu/%zu", wrong, judged);
    else
        table_show(t, column, "%s", unsound ? "?" : "");
}

static void put_times(table_data *t, const findings_view *v, const abs_tally_group *g)
{
    const bool searched = g->config.algo.core->limit == ABS_LIMIT_NONE && g->real_s > 0;
    if (!v->f->times)
        return;
    table_set_real(t, AGGREGATE_cpu_s, g->cpu_s);
    table_set_real(t, AGGREGATE_real_s, g->real_s);
    table_set_real(t, AGGREGATE_nodes_per_s, searched ? round(g->nodes / g->real_s) : NAN);
    show_time(t, AGGREGATE_cpu_s, g, 2, v->f->milliseconds ? 1e3 * g->cpu_s : g->cpu_s);
}

/* The share of re-searches: of work, or of nodes where these are compared. */
static void put_shares(table_data *t, const findings_view *v, const abs_aggregate *a,
                       abs_buffer *missing)
{
    const abs_tally_group *g = &v->f->tally->groups[a->group];
    const bool of_nodes = v->f->tally->metric == METRIC_nodes;
    const int part = of_nodes ? COUNT_research_nodes : COUNT_research_work;
    const double whole = of_nodes ? g->nodes : g->work;
    const double cuts = (double)g->sums[COUNT_first_move_cutoffs] / (double)g->sums[COUNT_cutoffs];
    if (g->missing >> part & 1)
        explain(missing, "rows of an older report: no share of re-searches");
    else if (whole > 0)
        table_set_real(t, AGGREGATE_research_share, (double)g->sums[part] / whole);
    table_set_real(t, AGGREGATE_first_move_cutoff_share, cuts);
    if (isfinite(cuts))
        table_show(t, AGGREGATE_first_move_cutoff_share, "%.1f", 100 * cuts);
    if (a->n > 0 && g->sums[COUNT_cutoffs] == 0)
        explain(missing, "no cutoffs: no share of first moves");
}

static void put_sums(table_data *t, const abs_tally_group *g)
{
    table_set_count(t, AGGREGATE_iterations, g->iterations);
    table_set_count(t, AGGREGATE_failed_iterations, g->failed_iterations);
    table_set_count(t, AGGREGATE_fail_low, g->sums[COUNT_fail_low]);
    table_set_count(t, AGGREGATE_fail_high, g->sums[COUNT_fail_high]);
    table_set_count(t, AGGREGATE_root_researches, g->sums[COUNT_root_researches]);
    table_set_count(t, AGGREGATE_interior_researches, g->sums[COUNT_interior_researches]);
    if (g->judged > 0) {
        table_set_count(t, AGGREGATE_solved, g->solved);
        table_set_count(t, AGGREGATE_solved_judged, g->judged);
    }
}

void put_label(table_data *t, findings_view *v, size_t column, uint32_t group)
{
    if (v->page == NULL)
        return;
    label_write_twins(&v->f->labels, &v->f->pairs, group, &v->text);
    table_show(t, column, "%s%s", v->page->markdown ? "" : "  ", buffer_end(&v->text));
    buffer_clear(&v->text);
}

void put_aggregate(table_data *t, findings_view *v, uint32_t group)
{
    const abs_findings *f = v->f;
    const abs_aggregate *a = &f->aggregates[group];
    const abs_tally_group *g = &f->tally->groups[group];
    const abs_wrongs *w = &f->verification.wrongs[group];
    const bool unsound = !config_is_sound(&g->config);
    abs_buffer missing = {0};
    table_row(t);
    put_label(t, v, AGGREGATE_label, group);
    table_set_text(t, AGGREGATE_domain, g->domain);
    table_set_text(t, AGGREGATE_spec, f->tally->specs.texts[g->spec]);
    table_set_text(t, AGGREGATE_config, g->config_text);
    table_set_config(t, &g->config);
    if (pairs_is_twin(&f->pairs, group))
        table_set_text(t, AGGREGATE_same_as, f->tally->groups[f->pairs.twin[group]].config_text);
    table_set_text(t, AGGREGATE_unit, g->points);
    table_set_count(t, AGGREGATE_n, a->n);
    table_set_count(t, AGGREGATE_left_out, g->others);
    table_set_text(t, AGGREGATE_metric, abs_metric_names[f->tally->metric].name);
    put_spread(t, AGGREGATE_nodes_sum, a, &a->nodes, "nodes", &missing);
    put_spread(t, AGGREGATE_work_sum, a, &a->work, "work", &missing);
    put_measure(t, v, a, &missing);
    if (a->n == 0)
        explain(&missing, g->ok > 0 ? "no row has status ok and what the metric counts: no median, "
                                      "no mean"
                                    : "no row has status ok: no median, no mean");
    table_set_real(t, AGGREGATE_branching_factor, a->branching_factor);
    if (!isfinite(a->branching_factor))
        explain(&missing, "no position was searched one ply less deep: no branching factor");
    put_sums(t, g);
    put_shares(t, v, a, &missing);
    put_times(t, v, g);
    put_wrong(t, AGGREGATE_wrong_best_moves, unsound, w->wrong_moves, w->moves_judged);
    if (unsound)
        put_wrong(t, AGGREGATE_wrong_values, unsound, w->wrong_values, w->values_judged);
    put_text(t, AGGREGATE_missing, &missing);
    put_ratio(t, v, a);
    buffer_free(&missing);
}

/* ---- on a page ------------------------------------------------------------------------------- */

/* Under the metric's own words. */
static void adapt_measure(table_data *t, abs_metric metric, const char *time_words)
{
    static const struct {
        const char *head, *words;
    } of[METRICS] = {
        [METRIC_work] = {"work", "work: nodes and qnodes"},
        [METRIC_nodes] = {"nodes", "nodes: without those of quiescence"},
        [METRIC_leaves] = {"leaves", "leaves: without those of quiescence"},
        [METRIC_distinct_leaves] = {"distinct\nleaves", "distinct leaves: each once an iteration"},
        [METRIC_evaluations] = {"evalu-\nations", "evaluations: static, those for ordering too"},
        [METRIC_time] = {"cpu\ns", NULL},
    };
    t->columns[AGGREGATE_measure_sum].head = of[metric].head;
    t->columns[AGGREGATE_measure_sum].words = metric == METRIC_time ? time_words : of[metric].words;
}

/* A long name is cut, unless the page has room for anything. */
static void adapt_ratio(table_data *t, const findings_view *v, bool judged, abs_buffer *words)
{
    enum { REFERENCE_MAX = 20 }; /* of its name in the head */
    const char *name = v->f->reference;
    const bool cut = !v->page->markdown && strlen(name) > REFERENCE_MAX;
    buffer_text(words, judged ? "ratio: geometric mean; intervals: for all pairs at once"
                              : "ratio: geometric mean");
    if (cut)
        buffer_format(words, ", to %s", name);
    buffer_char(words, '\0');
    const size_t head = words->length;
    buffer_format(words, "ratio to\n%.*s%s\n[95 %% interval]", cut ? REFERENCE_MAX - 2 : 1000, name,
                  cut ? ".." : "");
    const char *texts = buffer_end(words);
    t->columns[AGGREGATE_ratio].head = texts + head;
    t->columns[AGGREGATE_ratio].words = texts;
}

void adapt_aggregates(table_data *t, const findings_view *v, abs_buffer *words)
{
    const abs_findings *f = v->f;
    bool wrong_values = false, wrong_moves = false, noise = false, judged = false;
    for (size_t i = 0; i < f->tally->group_keys.count; i++) {
        wrong_values |= !config_is_sound(&f->tally->groups[i].config);
        wrong_moves |= f->verification.wrongs[i].wrong_moves > 0;
        noise |= f->times && tally_is_noise(&f->tally->groups[i]);
        judged |=
            f->aggregates[i].reference != i && f->aggregates[i].judged.verdict != JUDGE_TOO_FEW;
    }
    const char *time_words = noise ? noise_words : aggregates_form.columns[AGGREGATE_cpu_s].words;
    adapt_measure(t, f->tally->metric, time_words);
    if (f->compares)
        adapt_ratio(t, v, judged, words);
    else
        t->columns[AGGREGATE_ratio].head = NULL;
    if (!judged)
        t->columns[AGGREGATE_verdict].head = NULL;
    t->columns[AGGREGATE_label].head = v->page->markdown ? "algorithm" : "algorithm  ";
    t->columns[AGGREGATE_cpu_s].head = f->milliseconds ? "cpu\nms" : "cpu\ns";
    t->columns[AGGREGATE_cpu_s].words = time_words;
    if (noise)
        t->columns[AGGREGATE_cpu_s].rank = RANK_NOISE;
    if (!f->times || f->tally->metric == METRIC_time) /* where it stands anyway */
        t->columns[AGGREGATE_cpu_s].head = NULL;
    if (!wrong_values)
        t->columns[AGGREGATE_wrong_values].head = NULL;
    if (!wrong_values && !wrong_moves)
        t->columns[AGGREGATE_wrong_best_moves].head = NULL;
}
