/* aggregates.c -- the table of aggregates: a row for each spec and configuration. See findings.h.
 */
#include "view/findings.h"

#include <math.h>

#define SETTING_SETTING(field) TABLE_SETTING_OF(field),
#define SETTING_FRAME(field) TABLE_SETTING_OF(field),
#define SETTING_ALGORITHM(field) TABLE_SETTING_OF(field),
#define SETTING_POLICY(field) TABLE_SETTING_OF(field),
#define SETTING_COPY(field)

enum {
    LABEL,
    DOMAIN_NAME,
    SPEC,
    CONFIG_WORDS,
    SAME_AS,
    UNIT,
    N,
    LEFT_OUT,
    METRIC,
    MEASURE_SUM,
    MEASURE_MEDIAN,
    MEASURE_GEOMEAN,
    RATIO,
    REFERENCE,
    REFERENCE_CONFIG,
    RATIO_MISSING,
    ROOT_RESEARCHES,
    INTERIOR_RESEARCHES,
    FIRST_MOVE_CUTOFFS,
    CPU,
    REAL_TIME,
    NODES_PER_S,
    WRONG_VALUES,
    VALUES_JUDGED,
    WRONG_MOVES,
    MOVES_JUDGED,
    NODES_SUM,
    NODES_MEDIAN,
    NODES_GEOMEAN,
    WORK_SUM,
    WORK_MEDIAN,
    WORK_GEOMEAN,
    BRANCHING_FACTOR,
    ITERATIONS,
    FAILED_ITERATIONS,
    FAIL_LOW,
    FAIL_HIGH,
    RESEARCH_SHARE,
    SOLVED,
    SOLVED_JUDGED,
    MISSING,
};

/* Which columns are left out first where room is short. */
enum {
    RANK_MEASURE = 1,
    RANK_N,
    RANK_MOVES,
    RANK_TIME,
    RANK_CUT,
    RANK_ROOT,
    RANK_INTERIOR,
    RANK_NOISE
};

static const char research_words[] = "re-search: again, with another window";
static const char wrong_words[] = "wrong: of those judged";
static const char noise_words[] = "cpu: processor time, ~ noise (--repeat=5 measures)";

static const table_column columns[] = {
    [LABEL] = {.head = "algorithm", .left = true},
    [DOMAIN_NAME] = {.name = "domain", .help = "what was searched: a game or a kind of tree"},
    [SPEC] = {.name = "spec", .help = "the same with its parameters"},
    [CONFIG_WORDS] = {.name = "config", .help = "the configuration, as at the end of a row's id"},
    [SAME_AS] = {.name = "same_as",
                 .help = "the first configuration that counts the same at every position"},
    [UNIT] = {.name = "unit", .help = "what windows and values are in"},
    [N] = {.name = "n",
           .head = "n",
           .kind = TABLE_COUNT,
           .rank = RANK_N,
           .words = "n: searches finished",
           .unit = "positions",
           .help = "those whose searches have all ended with `ok` and have the measure"},
    [LEFT_OUT] = {.name = "left_out",
                  .kind = TABLE_COUNT,
                  .unit = "rows",
                  .help = "those that ended otherwise"},
    [METRIC] = {.name = "metric", .help = "what `measure` and `ratio` are of"},
    [MEASURE_SUM] = {.name = "measure_sum",
                     .head = "work",
                     .kind = TABLE_REAL,
                     .rank = RANK_MEASURE,
                     .help = "what the report compares by, `metric`: over all rows; seconds of "
                             "`time`"},
    [MEASURE_MEDIAN] = {.name = "measure_median",
                        .kind = TABLE_REAL,
                        .help = "its median over positions"},
    [MEASURE_GEOMEAN] = {.name = "measure_geomean",
                         .kind = TABLE_REAL,
                         .help = "its geometric mean over positions"},
    [RATIO] = {.name = "ratio",
               .head = "ratio to\nalphabeta\n[95 % interval]",
               .kind = TABLE_RATIO,
               .left = true,
               .help = "to the reference: geometric mean of the paired ratios of the measure"},
    [REFERENCE] = {.name = "reference", .help = "as `--reference` names it"},
    [REFERENCE_CONFIG] = {.name = "reference_config", .help = "the configuration that it is"},
    [RATIO_MISSING] = {.name = "ratio_missing", .help = "why something of the ratio is null"},
    [ROOT_RESEARCHES] = {.name = "root_researches",
                         .head = "root\nre-\nsearch",
                         .kind = TABLE_COUNT,
                         .rank = RANK_ROOT,
                         .words = research_words,
                         .unit = "passes",
                         .help = "a sum over rows"},
    [INTERIOR_RESEARCHES] = {.name = "interior_researches",
                             .head = "interior\nre-\nsearch",
                             .kind = TABLE_COUNT,
                             .rank = RANK_INTERIOR,
                             .words = research_words,
                             .help = "a sum over rows"},
    [FIRST_MOVE_CUTOFFS] = {.name = "first_move_cutoff_share",
                            .head = "first\nmove\ncut %",
                            .kind = TABLE_REAL,
                            .rank = RANK_CUT,
                            .words = "first move cut %: cutoffs by the first move tried",
                            .help = "of all cutoffs, those by the first move tried"},
    [CPU] = {.name = "cpu_s",
             .head = "cpu\ns",
             .kind = TABLE_REAL,
             .rank = RANK_TIME,
             .words = "cpu: processor time",
             .unit = "s",
             .help = "processor time, a sum over rows; null with `--no-time`"},
    [REAL_TIME] = {.name = "real_s", .kind = TABLE_REAL, .unit = "s", .help = "by the wall clock"},
    [NODES_PER_S] = {.name = "nodes_per_s",
                     .kind = TABLE_REAL,
                     .unit = "nodes/s",
                     .help = "by the wall clock; null for a limit, which is not searched"},
    [WRONG_VALUES] = {.name = "wrong_values",
                      .head = "wrong\nvalues",
                      .kind = TABLE_COUNT,
                      .words = wrong_words,
                      .unit = "rows",
                      .help = "of an unsound search; null: it is sound"},
    [VALUES_JUDGED] = {.name = "values_judged",
                       .kind = TABLE_COUNT,
                       .unit = "rows",
                       .help = "those that could be held against a sound search"},
    [WRONG_MOVES] = {.name = "wrong_best_moves",
                     .head = "wrong\nmoves",
                     .kind = TABLE_COUNT,
                     .rank = RANK_MOVES,
                     .words = wrong_words,
                     .unit = "rows",
                     .help = "best moves that are none"},
    [MOVES_JUDGED] = {.name = "best_moves_judged",
                      .kind = TABLE_COUNT,
                      .unit = "rows",
                      .help = "those whose best move could be judged"},
    [NODES_SUM] = {.name = "nodes_sum",
                   .kind = TABLE_COUNT,
                   .unit = "nodes",
                   .help = "of all rows"},
    [NODES_MEDIAN] = {.name = "nodes_median",
                      .kind = TABLE_REAL,
                      .unit = "nodes",
                      .help = "over positions"},
    [NODES_GEOMEAN] = {.name = "nodes_geomean",
                       .kind = TABLE_REAL,
                       .unit = "nodes",
                       .help = "geometric mean over positions"},
    [WORK_SUM] = {.name = "work_sum",
                  .kind = TABLE_COUNT,
                  .unit = "nodes and qnodes",
                  .help = "of all rows"},
    [WORK_MEDIAN] = {.name = "work_median",
                     .kind = TABLE_REAL,
                     .unit = "nodes and qnodes",
                     .help = "over positions"},
    [WORK_GEOMEAN] = {.name = "work_geomean",
                      .kind = TABLE_REAL,
                      .unit = "nodes and qnodes",
                      .help = "geometric mean over positions"},
    [BRANCHING_FACTOR] = {.name = "branching_factor",
                          .kind = TABLE_REAL,
                          .help = "growth of the measure by a ply: geometric mean over positions "
                                  "searched one ply less deep too"},
    [ITERATIONS] = {.name = "iterations", .kind = TABLE_COUNT, .help = "a sum over rows"},
    [FAILED_ITERATIONS] = {.name = "failed_iterations",
                           .kind = TABLE_COUNT,
                           .help = "those that needed more than one pass"},
    [FAIL_LOW] = {.name = "fail_low", .kind = TABLE_COUNT, .unit = "passes", .help = "a sum"},
    [FAIL_HIGH] = {.name = "fail_high", .kind = TABLE_COUNT, .unit = "passes", .help = "a sum"},
    [RESEARCH_SHARE] = {.name = "research_share",
                        .kind = TABLE_REAL,
                        .help =
                            "of all work (of nodes, if these are compared), that of re-searches"},
    [SOLVED] = {.name = "solved",
                .kind = TABLE_COUNT,
                .unit = "rows",
                .help = "those whose best move solves the position; null: none says what does"},
    [SOLVED_JUDGED] = {.name = "solved_judged",
                       .kind = TABLE_COUNT,
                       .unit = "rows",
                       .help = "those whose position says which moves solve it"},
    [MISSING] = {.name = "missing", .help = "why something is null"},
#define CONFIG(type, field, level, ...) SETTING_##level(field)
#define DERIVED(field, level, ...) SETTING_##level(field)
#include "search/config.def"
};

const table_form aggregates_form =
    TABLE_FORM("aggregates", "A row for each spec and configuration, over its positions.", columns);

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
        put_spread(t, MEASURE_SUM, a, s, told ? NULL : "measure", missing);
    } else if (a->n > 0) {
        table_set_real(t, MEASURE_SUM, s->has_sum ? 1e-9 * (double)s->sum : NAN);
        table_set_real(t, MEASURE_MEDIAN,
                       0.5e-9 * ((double)s->median_low + (double)s->median_high));
        table_set_real(t, MEASURE_GEOMEAN, 1e-9 * s->geomean);
    }
    if (a->n == 0)
        table_show(t, MEASURE_SUM, "-");
    else if (metric == METRIC_time)
        show_time(t, MEASURE_SUM, g, 4, 1e-9 * (double)s->sum);
}

static void put_ratio(table_data *t, findings_view *v, const abs_aggregate *a)
{
    const abs_findings *f = v->f;
    const bool none = a->reference == UINT32_MAX;
    table_set_ratio(t, RATIO, &a->ratio);
    table_set_text(t, REFERENCE, f->reference);
    table_set_text(t, REFERENCE_CONFIG, none ? NULL : f->tally->groups[a->reference].config_text);
    if (config_is_sound(&f->tally->groups[a->group].config)) /* a wrong value is never cheap */
        table_tint_ratio(t, RATIO, &a->ratio);
    if (a->reference == a->group && a->n > 0) {
        table_tint(t, RATIO, PAGE_PLAIN);
        table_show(t, RATIO, "1.000 (reference)");
    }
    if (!f->compares)
        buffer_text(&v->text, "no ratios were asked for (--reference=none)");
    else if (none)
        buffer_format(&v->text, "no %s row to compare with", f->reference);
    else if (a->ratio.n == 0)
        buffer_format(&v->text, "no position has status ok both here and with %s", f->reference);
    else if (a->ratio.n == 1)
        buffer_text(&v->text, "n = 1: no interval");
    put_text(t, RATIO_MISSING, &v->text);
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
    table_set_real(t, CPU, g->cpu_s);
    table_set_real(t, REAL_TIME, g->real_s);
    table_set_real(t, NODES_PER_S, searched ? round(g->nodes / g->real_s) : NAN);
    show_time(t, CPU, g, 2, v->f->milliseconds ? 1e3 * g->cpu_s : g->cpu_s);
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
        table_set_real(t, RESEARCH_SHARE, (double)g->sums[part] / whole);
    table_set_real(t, FIRST_MOVE_CUTOFFS, cuts);
    if (isfinite(cuts))
        table_show(t, FIRST_MOVE_CUTOFFS, "%.1f", 100 * cuts);
    if (a->n > 0 && g->sums[COUNT_cutoffs] == 0)
        explain(missing, "no cutoffs: no share of first moves");
}

static void put_sums(table_data *t, const abs_tally_group *g)
{
    table_set_count(t, ITERATIONS, g->iterations);
    table_set_count(t, FAILED_ITERATIONS, g->failed_iterations);
    table_set_count(t, FAIL_LOW, g->sums[COUNT_fail_low]);
    table_set_count(t, FAIL_HIGH, g->sums[COUNT_fail_high]);
    table_set_count(t, ROOT_RESEARCHES, g->sums[COUNT_root_researches]);
    table_set_count(t, INTERIOR_RESEARCHES, g->sums[COUNT_interior_researches]);
    if (g->judged > 0) {
        table_set_count(t, SOLVED, g->solved);
        table_set_count(t, SOLVED_JUDGED, g->judged);
    }
}

void put_label(table_data *t, findings_view *v, size_t column, uint32_t group)
{
    if (v->page == NULL)
        return;
    label_write_twins(&v->labels, &v->f->pairs, group, &v->text);
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
    put_label(t, v, LABEL, group);
    table_set_text(t, DOMAIN_NAME, g->domain);
    table_set_text(t, SPEC, f->tally->specs.texts[g->spec]);
    table_set_text(t, CONFIG_WORDS, g->config_text);
    table_set_config(t, &g->config);
    if (pairs_is_twin(&f->pairs, group))
        table_set_text(t, SAME_AS, f->tally->groups[f->pairs.twin[group]].config_text);
    table_set_text(t, UNIT, g->points);
    table_set_count(t, N, a->n);
    table_set_count(t, LEFT_OUT, g->others);
    table_set_text(t, METRIC, abs_metric_names[f->tally->metric].name);
    put_spread(t, NODES_SUM, a, &a->nodes, "nodes", &missing);
    put_spread(t, WORK_SUM, a, &a->work, "work", &missing);
    put_measure(t, v, a, &missing);
    if (a->n == 0)
        explain(&missing, g->ok > 0 ? "no row has status ok and what the metric counts: no median, "
                                      "no mean"
                                    : "no row has status ok: no median, no mean");
    table_set_real(t, BRANCHING_FACTOR, a->branching_factor);
    if (!isfinite(a->branching_factor))
        explain(&missing, "no position was searched one ply less deep: no branching factor");
    put_sums(t, g);
    put_shares(t, v, a, &missing);
    put_times(t, v, g);
    put_wrong(t, WRONG_MOVES, unsound, w->wrong_moves, w->moves_judged);
    if (unsound)
        put_wrong(t, WRONG_VALUES, unsound, w->wrong_values, w->values_judged);
    put_text(t, MISSING, &missing);
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
    table_rename(t, MEASURE_SUM, of[metric].head,
                 metric == METRIC_time ? time_words : of[metric].words);
}

/* A long name is cut, unless the page has room for anything. */
static void adapt_ratio(table_data *t, const findings_view *v, abs_buffer *words)
{
    enum { REFERENCE_MAX = 20 }; /* of its name in the head */
    const char *name = v->f->reference;
    const bool cut = !v->page->markdown && strlen(name) > REFERENCE_MAX;
    buffer_text(words, "ratio: geometric mean");
    if (cut)
        buffer_format(words, ", to %s", name);
    buffer_char(words, '\0');
    const size_t head = words->length;
    buffer_format(words, "ratio to\n%.*s%s\n[95 %% interval]", cut ? REFERENCE_MAX - 2 : 1000, name,
                  cut ? ".." : "");
    const char *texts = buffer_end(words);
    table_rename(t, RATIO, texts + head, texts);
}

void adapt_aggregates(table_data *t, const findings_view *v, abs_buffer *words)
{
    const abs_findings *f = v->f;
    bool wrong_values = false, wrong_moves = false, noise = false;
    for (size_t i = 0; i < f->tally->group_keys.count; i++) {
        wrong_values |= !config_is_sound(&f->tally->groups[i].config);
        wrong_moves |= f->verification.wrongs[i].wrong_moves > 0;
        noise |= f->times && tally_is_noise(&f->tally->groups[i]);
    }
    const char *time_words = noise ? noise_words : columns[CPU].words;
    adapt_measure(t, f->tally->metric, time_words);
    if (f->compares)
        adapt_ratio(t, v, words);
    else
        table_omit(t, RATIO);
    table_rename(t, LABEL, v->page->markdown ? "algorithm" : "algorithm  ", NULL);
    table_rename(t, CPU, f->milliseconds ? "cpu\nms" : "cpu\ns", time_words);
    table_rank(t, CPU, noise ? RANK_NOISE : RANK_TIME);
    if (!f->times || f->tally->metric == METRIC_time) /* where it stands anyway */
        table_omit(t, CPU);
    if (!wrong_values)
        table_omit(t, WRONG_VALUES);
    if (!wrong_values && !wrong_moves)
        table_omit(t, WRONG_MOVES);
}
