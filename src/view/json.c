/* json.c -- see json.h. */
#include "view/json.h"
#include "find/answers.h"
#include "find/sentences.h"
#include "log/fields.h"

#include <math.h>
#include <stdarg.h>

/* A member that is the text so far, which it takes; null if there is none. */
static void taken_text(abs_buffer *b, const char *name, abs_buffer *text)
{
    buffer_member_text(b, name, text->length > 0 ? buffer_end(text) : NULL);
    b->failed |= text->failed;
    buffer_clear(text);
}

/* ---- aggregates ---------------------------------------------------------------------------- */

/* Adds a sentence on why something is null; NULL: it has been said. */
static __attribute__((format(printf, 2, 3))) void explain(abs_buffer *missing, const char *format,
                                                          ...)
{
    va_list args;
    if (missing == NULL)
        return;
    va_start(args, format);
    buffer_text(missing, missing->length > 0 ? "; " : "");
    buffer_format_list(missing, format, args);
    va_end(args);
}

static void write_spread(abs_buffer *b, const char *name, const abs_aggregate *a,
                         const abs_spread *s, abs_buffer *missing)
{
    buffer_member_open(b, name, '{');
    if (s->has_sum) {
        buffer_member_unsigned(b, "sum", s->sum);
    } else {
        buffer_member_null(b, "sum");
        explain(missing, "the sum of %s is beyond 2^64 - 1", name);
    }
    if (a->n > 0) {
        const uint64_t apart = s->median_high - s->median_low;
        buffer_member_unsigned(b, "median", s->median_low + apart / 2);
        buffer_text(b, apart % 2 != 0 ? ".5" : "");
    } else {
        buffer_member_null(b, "median");
    }
    buffer_member_real(b, "geomean", s->geomean);
    buffer_char(b, '}');
}

/* Processor time in seconds. */
static void write_seconds(abs_buffer *b, const abs_aggregate *a)
{
    const abs_spread *s = &a->measure;
    const bool any = a->n > 0;
    buffer_member_open(b, "measure", '{');
    buffer_member_real(b, "sum", any && s->has_sum ? 1e-9 * (double)s->sum : NAN);
    buffer_member_real(b, "median",
                       any ? 0.5e-9 * ((double)s->median_low + (double)s->median_high) : NAN);
    buffer_member_real(b, "geomean", 1e-9 * s->geomean);
    buffer_char(b, '}');
}

/* Nodes and work, and what the report compares by. */
static void write_counts(abs_buffer *b, const abs_findings *f, const abs_aggregate *a,
                         abs_buffer *missing)
{
    const abs_metric metric = f->tally->metric;
    write_spread(b, "nodes", a, &a->nodes, missing);
    write_spread(b, "work", a, &a->work, missing);
    if (metric == METRIC_time)
        write_seconds(b, a);
    else
        write_spread(b, "measure", a, &a->measure,
                     metric == METRIC_work || metric == METRIC_nodes ? NULL : missing);
    if (a->n == 0)
        explain(missing, "no row has status ok%s: no median, no mean",
                f->tally->groups[a->group].ok > 0 ? " and what the metric counts" : "");
}

void json_ratio(abs_buffer *b, const stats_ratio *r)
{
    buffer_member_unsigned(b, "n", r->n);
    buffer_member_real(b, "point_estimate", r->point);
    buffer_member_real(b, "standard_error", r->error);
    if (isfinite(r->lower)) {
        buffer_member_open(b, "confidence_interval", '{');
        buffer_member_real(b, "confidence_level", STATS_LEVEL);
        buffer_member_real(b, "lower_bound", r->lower);
        buffer_member_real(b, "upper_bound", r->upper);
        buffer_char(b, '}');
    } else {
        buffer_member_null(b, "confidence_interval");
    }
    buffer_member_real(b, "median", r->median);
    buffer_member_unsigned(b, "wins", r->wins);
    buffer_member_unsigned(b, "ties", r->ties);
    buffer_member_unsigned(b, "losses", r->losses);
    if (r->n < 2)
        buffer_member_null(b, "same_within_2_percent");
    else
        buffer_member_truth(b, "same_within_2_percent", r->same);
    buffer_member_text(b, "method", stats_method(r->n));
}

static void write_ratio(abs_buffer *b, const abs_findings *f, const abs_aggregate *a,
                        abs_buffer *missing)
{
    buffer_member_open(b, "ratio", '{');
    buffer_member_text(b, "metric", abs_metric_names[f->tally->metric].name);
    buffer_member_text(b, "reference", f->reference);
    buffer_member_text(b, "reference_config",
                       a->reference != UINT32_MAX ? f->tally->groups[a->reference].config_text
                                                  : NULL);
    json_ratio(b, &a->ratio);
    if (!f->compares)
        explain(missing, "no ratios were asked for (--reference=none)");
    else if (a->reference == UINT32_MAX)
        explain(missing, "no %s row to compare with", f->reference);
    else if (a->ratio.n == 0)
        explain(missing, "no position has status ok both here and with %s", f->reference);
    else if (a->ratio.n == 1)
        explain(missing, "n = 1: no interval");
    taken_text(b, "missing", missing);
    buffer_char(b, '}');
}

static void write_wrong(abs_buffer *b, const char *name, bool there, size_t wrong, size_t judged)
{
    if (!there) {
        buffer_member_null(b, name);
        return;
    }
    buffer_member_open(b, name, '{');
    buffer_member_unsigned(b, "count", wrong);
    buffer_member_unsigned(b, "judged", judged);
    buffer_char(b, '}');
}

void json_by(abs_buffer *b, const char *name, const abs_tally *t, const abs_tally_group *g)
{
    buffer_member_open(b, name, '{');
    buffer_member_text(b, "domain", g->domain);
    buffer_member_text(b, "spec", t->specs.texts[g->spec]);
    buffer_comma(b);
    buffer_text(b, g->config_json);
    buffer_char(b, '}');
}

/* Of work, or of nodes where these are compared. */
static void write_research_share(abs_buffer *b, const abs_tally *t, const abs_tally_group *g,
                                 abs_buffer *missing)
{
    const bool of_nodes = t->metric == METRIC_nodes;
    const int part = of_nodes ? COUNT_research_nodes : COUNT_research_work;
    const double whole = of_nodes ? g->nodes : g->work;
    const bool known = !(g->missing >> part & 1);
    if (!known)
        explain(missing, "rows of an older report: no share of re-searches");
    buffer_member_real(b, "research_share",
                       known && whole > 0 ? (double)g->sums[part] / whole : NAN);
}

static void write_solved(abs_buffer *b, const abs_tally_group *g)
{
    if (g->judged == 0) {
        buffer_member_null(b, "solutions");
        return;
    }
    buffer_member_open(b, "solutions", '{');
    buffer_member_unsigned(b, "solved", g->solved);
    buffer_member_unsigned(b, "judged", g->judged);
    buffer_member_open(b, "by_depth", '[');
    for (unsigned depth = 0; depth <= ABS_MAX_DEPTH; depth++) {
        if (g->solved_at[depth] == 0)
            continue;
        buffer_comma(b);
        buffer_char(b, '{');
        buffer_member_unsigned(b, "depth", depth);
        buffer_member_unsigned(b, "solved", g->solved_at[depth]);
        buffer_char(b, '}');
    }
    buffer_text(b, "]}");
}

static void write_aggregate(abs_buffer *b, const abs_findings *f, const abs_aggregate *a,
                            abs_buffer *missing)
{
    static const int summed[] = {COUNT_fail_low, COUNT_fail_high, COUNT_root_researches,
                                 COUNT_interior_researches};
    const abs_tally_group *g = &f->tally->groups[a->group];
    const abs_wrongs *w = &f->verification.wrongs[a->group];
    buffer_char(b, '{');
    json_by(b, "by", f->tally, g);
    buffer_member_text(b, "same_as",
                       pairs_is_twin(&f->pairs, a->group)
                           ? f->tally->groups[f->pairs.twin[a->group]].config_text
                           : NULL);
    buffer_member_text(b, "unit", g->points);
    buffer_member_unsigned(b, "n", a->n);
    buffer_member_unsigned(b, "left_out", g->others);
    write_counts(b, f, a, missing);
    buffer_member_real(b, "branching_factor", a->branching_factor);
    if (!isfinite(a->branching_factor))
        explain(missing, "no position was searched one ply less deep: no branching factor");
    buffer_member_unsigned(b, "iterations", g->iterations);
    buffer_member_unsigned(b, "failed_iterations", g->failed_iterations);
    for (size_t i = 0; i < sizeof summed / sizeof summed[0]; i++)
        buffer_member_unsigned(b, row_counts[summed[i]].name, g->sums[summed[i]]);
    write_research_share(b, f->tally, g, missing);
    buffer_member_real(b, "first_move_cutoff_share",
                       g->sums[COUNT_cutoffs] > 0 ? (double)g->sums[COUNT_first_move_cutoffs] /
                                                        (double)g->sums[COUNT_cutoffs]
                                                  : NAN);
    if (a->n > 0 && g->sums[COUNT_cutoffs] == 0)
        explain(missing, "no cutoffs: no share of first moves");
    write_wrong(b, "wrong_values", !config_is_sound(&g->config), w->wrong_values, w->values_judged);
    write_wrong(b, "wrong_best_moves", true, w->wrong_moves, w->moves_judged);
    write_solved(b, g);
    if (f->times) {
        fields_json_time(b, g->real_s, g->cpu_s,
                         g->config.algo.core->limit == ABS_LIMIT_NONE ? g->nodes : NAN);
    }
    taken_text(b, "missing", missing);
    write_ratio(b, f, a, missing); /* has a `missing` of its own */
    buffer_char(b, '}');
}

/* ---- the best ------------------------------------------------------------------------------ */

static void write_member(abs_buffer *b, const abs_tally *t, const abs_member *m)
{
    buffer_char(b, '{');
    buffer_member_text(b, "config", t->groups[m->group].config_text);
    json_ratio(b, &m->ratio);
    buffer_member_real(b, "p_value", m->p);
    buffer_char(b, '}');
}

static void write_estimate(abs_buffer *b, const char *name, const stats_ratio *r)
{
    buffer_member_open(b, name, '{');
    json_ratio(b, r);
    buffer_char(b, '}');
}

static void write_chosen(abs_buffer *b, const abs_findings *f, const abs_family *family)
{
    buffer_member_open(b, "to_reference", '{');
    buffer_member_text(b, "reference", f->reference);
    write_estimate(b, "naive", &family->naive);
    write_estimate(b, "held_out", &family->held_out);
    buffer_member_text(b, "missing",
                       family->naive.n > 1 ? NULL
                                           : "fewer than two positions that all of them and the "
                                             "reference of each have finished");
    buffer_char(b, '}');
}

static void write_family(abs_buffer *b, const abs_findings *f, const abs_bests *bests,
                         const abs_family *family)
{
    const abs_tally *t = f->tally;
    const abs_member *members = &bests->members[family->first];
    buffer_char(b, '{');
    json_by(b, "by", t, &t->groups[members[0].group]);
    buffer_member_text(b, "config", t->groups[members[0].group].config_text);
    buffer_member_unsigned(b, "n", family->n);
    buffer_member_unsigned(b, "among", family->count);
    for (int told = 1; told >= 0; told--) {
        buffer_member_open(b, told ? "not_distinguished" : "worse", '[');
        for (size_t i = 1; i < family->count; i++)
            if ((members[i].p < BEST_LEVEL) != told) {
                buffer_comma(b);
                write_member(b, t, &members[i]);
            }
        buffer_char(b, ']');
    }
    write_chosen(b, f, family);
    buffer_member_text(b, "method",
                       "paired t test on the logarithms with one position more, Holm's correction "
                       "over all pairs, level 0.05");
    buffer_char(b, '}');
}

static void write_families(abs_buffer *b, const char *name, const abs_findings *f,
                           const abs_bests *bests)
{
    buffer_format(b, "\"%s\":[", name);
    for (size_t i = 0; i < bests->count; i++) {
        buffer_line(b);
        write_family(b, f, bests, &bests->families[i]);
    }
    buffer_text(b, "\n],\n");
}

/* ---- verification -------------------------------------------------------------------------- */

static void write_id(abs_buffer *b, const abs_tally *t, const abs_record *r, abs_buffer *scratch)
{
    tally_row_id(t, r, scratch);
    taken_text(b, "id", scratch);
    buffer_member_text(b, "algo", t->groups[r->group].config.algo.name);
}

static void write_mismatch(abs_buffer *b, const abs_findings *f, const abs_mismatch *m,
                           abs_buffer *scratch)
{
    const abs_tally *t = f->tally;
    const abs_verification *v = &f->verification;
    const abs_record *r = &t->records[v->order[m->first].record];
    buffer_char(b, '{');
    buffer_member_text(b, "kind", verify_kind_names[m->kind]);
    buffer_member_text(b, "position_id", tally_position_id(t, r));
    fields_json_config(b, &t->groups[r->group].config, CONFIG_SETTING);
    buffer_member_open(b, "values", '[');
    for (size_t i = m->first; i < m->first + m->count; i++) {
        r = &t->records[v->order[i].record];
        if (m->kind == VERIFY_VALUE && !verify_compares(t, r))
            continue;
        buffer_comma(b);
        buffer_char(b, '{');
        write_id(b, t, r, scratch);
        buffer_member_signed_if(b, "value", r->has_value, r->value);
        buffer_char(b, '}');
    }
    buffer_char(b, ']');
    sentences_mismatch(scratch, t, v, m);
    taken_text(b, "message", scratch);
    buffer_char(b, '}');
}

static void write_unsound(abs_buffer *b, const abs_tally *t, const abs_unsound *u,
                          abs_buffer *scratch)
{
    const abs_record *r = &t->records[u->record];
    buffer_char(b, '{');
    write_id(b, t, r, scratch);
    buffer_member_signed_if(b, "value", r->has_value, r->value);
    buffer_member_signed_if(b, "expected", u->has_expected, u->expected);
    buffer_member_truth(b, "wrong_value", u->wrong_value);
    buffer_member_truth(b, "wrong_best_move", u->wrong_best_move);
    buffer_char(b, '}');
}

static void write_verification(abs_buffer *b, const abs_findings *f, abs_buffer *scratch)
{
    const abs_verification *v = &f->verification;
    buffer_text(b, "\"verification\":{");
    buffer_member_unsigned(b, "checked", v->checked);
    buffer_key(b, "agree");
    buffer_text(b, v->mismatch_count > 0 ? "false" : v->sound > 0 ? "true" : "null");
    buffer_member_truth(b, "values_may_differ", v->values_may_differ);
    buffer_member_open(b, "mismatches", '[');
    for (size_t i = 0; i < v->mismatch_count; i++) {
        buffer_line(b);
        write_mismatch(b, f, &v->mismatches[i], scratch);
    }
    buffer_text(b, "],\"known_unsound\":[");
    for (size_t i = 0; i < v->unsound_count; i++) {
        buffer_line(b);
        write_unsound(b, f->tally, &v->unsound[i], scratch);
    }
    buffer_text(b, "]}");
}

/* Rows that did not end with status ok, and what abs_report_error() was given. */
static void write_row_errors(abs_buffer *b, const abs_findings *f, bool of_references,
                             abs_buffer *scratch)
{
    for (size_t i = 0; i < f->tally->count; i++) {
        const abs_record *r = &f->tally->records[i];
        if (r->status == ABS_STATUS_OK || r->for_reference != of_references)
            continue;
        buffer_line(b);
        buffer_char(b, '{');
        write_id(b, f->tally, r, scratch);
        buffer_member_text(b, "status", abs_statuses[r->status].name);
        buffer_member_text(b, "message", abs_statuses[r->status].help);
        buffer_char(b, '}');
    }
}

/* In the order of the rows in the report, in which a reader meets them again. */
static void write_errors(abs_buffer *b, const abs_findings *f, abs_buffer *scratch)
{
    buffer_text(b, "\"errors\":[");
    write_row_errors(b, f, false, scratch);
    write_row_errors(b, f, true, scratch);
    for (const char *error = NULL; (error = buffer_next(f->errors, error)) != NULL;) {
        buffer_line(b);
        buffer_text(b, "{\"id\":null,\"algo\":null,\"status\":null");
        buffer_member_text(b, "message", error);
        buffer_char(b, '}');
    }
    buffer_char(b, ']');
}

void json_findings(abs_buffer *b, const abs_findings *f)
{
    abs_buffer scratch = {0};
    buffer_format(b, "\"metric\":\"%s\",\n\"aggregates\":[",
                  abs_metric_names[f->tally->metric].name);
    for (size_t i = 0; i < f->tally->group_keys.count; i++) {
        if (f->tally->groups[i].for_reference)
            continue;
        buffer_line(b);
        write_aggregate(b, f, &f->aggregates[i], &scratch);
    }
    buffer_text(b, "\n],\n");
    write_families(b, "best", f, &f->bests);
    write_families(b, "ranking", f, &f->ranking);
    answers_json(b, f);
    if (f->theory != NULL)
        theory_json(b, f->tally, f->theory);
    write_verification(b, f, &scratch);
    buffer_format(b, ",\n\"signature\":\"0x%016llx\",\n", (unsigned long long)f->signature);
    write_errors(b, f, &scratch);
    buffer_format(b, ",\n\"interrupted\":%s\n}\n", f->interrupted ? "true" : "false");
    buffer_free(&scratch);
}
