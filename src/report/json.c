/* report_json.c -- what follows the rows of a JSON report. See report_parts.h. */
#include "report/json.h"
#include "report/sentences.h"
#include "report/theory_lines.h"
#include "row/fields.h"

#include <math.h>

enum { DIGITS = 10 }; /* of statistics: libraries differ in the last ones */

static void number(abs_buffer *b, const char *name, double value)
{
    buffer_key(b, name);
    buffer_real(b, value, DIGITS);
}

static void count(abs_buffer *b, const char *name, uint64_t value)
{
    buffer_key(b, name);
    buffer_unsigned(b, value);
}

static void string(abs_buffer *b, const char *name, const char *text)
{
    buffer_key(b, name);
    buffer_string(b, text);
}

static void truth(abs_buffer *b, const char *name, bool value)
{
    buffer_key(b, name);
    buffer_text(b, value ? "true" : "false");
}

/* ---- aggregates ---------------------------------------------------------------------------- */

/* A sentence on why something is null, after those there are. */
static void explain(abs_buffer *missing, const char *sentence)
{
    if (missing->length > 0)
        buffer_text(missing, "; ");
    buffer_text(missing, sentence);
}

static void write_missing(abs_buffer *b, abs_buffer *missing)
{
    buffer_key(b, "missing");
    if (missing->length > 0)
        buffer_string(b, buffer_end(missing));
    else
        buffer_text(b, "null");
    b->failed |= missing->failed;
    buffer_clear(missing);
}

static void write_nodes(abs_buffer *b, const abs_aggregate *a, abs_buffer *missing)
{
    buffer_key(b, "nodes");
    buffer_char(b, '{');
    buffer_key(b, "sum");
    if (a->has_sum) {
        buffer_unsigned(b, a->sum);
    } else {
        buffer_text(b, "null");
        explain(missing, "the sum of nodes is beyond 2^64 - 1");
    }
    buffer_key(b, "median");
    if (a->n > 0) {
        const uint64_t apart = a->median_high - a->median_low;
        buffer_unsigned(b, a->median_low + apart / 2);
        buffer_text(b, apart % 2 != 0 ? ".5" : "");
    } else {
        buffer_text(b, "null");
        explain(missing, "no row has status ok: no median, no mean");
    }
    number(b, "geomean", a->geomean);
    buffer_char(b, '}');
}

void json_ratio(abs_buffer *b, const stats_ratio *r)
{
    count(b, "n", r->n);
    number(b, "point_estimate", r->point);
    number(b, "standard_error", r->error);
    buffer_key(b, "confidence_interval");
    if (isfinite(r->lower)) {
        buffer_char(b, '{');
        number(b, "confidence_level", STATS_LEVEL);
        number(b, "lower_bound", r->lower);
        number(b, "upper_bound", r->upper);
        buffer_char(b, '}');
    } else {
        buffer_text(b, "null");
    }
    number(b, "median", r->median);
    count(b, "wins", r->wins);
    count(b, "ties", r->ties);
    count(b, "losses", r->losses);
    buffer_key(b, "method");
    if (stats_method(r->n) != NULL)
        buffer_string(b, stats_method(r->n));
    else
        buffer_text(b, "null");
}

static void write_ratio(abs_buffer *b, const abs_findings *f, const abs_aggregate *a,
                        abs_buffer *missing)
{
    char text[ABS_TEXT_MAX];
    buffer_key(b, "ratio");
    buffer_char(b, '{');
    string(b, "reference", f->reference);
    buffer_key(b, "reference_config");
    if (a->has_reference)
        buffer_string(b, f->tally->groups[a->reference].config_text);
    else
        buffer_text(b, "null");
    json_ratio(b, &a->ratio);
    if (!a->has_reference) {
        snprintf(text, sizeof text, "no %s row to compare with; add it to --algo", f->reference);
        explain(missing, text);
    } else if (a->ratio.n == 0) {
        snprintf(text, sizeof text, "no position has status ok both here and with %s",
                 f->reference);
        explain(missing, text);
    } else if (a->ratio.n == 1) {
        explain(missing, "n = 1: no interval");
    }
    write_missing(b, missing);
    buffer_char(b, '}');
}

/* count of judged, or null where nothing is said about it. */
static void write_wrong(abs_buffer *b, const char *name, bool there, size_t wrong, size_t judged)
{
    buffer_key(b, name);
    if (!there) {
        buffer_text(b, "null");
        return;
    }
    buffer_char(b, '{');
    count(b, "count", wrong);
    count(b, "judged", judged);
    buffer_char(b, '}');
}

void json_by(abs_buffer *b, const abs_tally *t, const abs_tally_group *g)
{
    buffer_key(b, "by");
    buffer_char(b, '{');
    string(b, "domain", t->spec[g->spec].domain);
    string(b, "spec", t->specs.texts[g->spec]);
    fields_json_config(b, &g->config);
    buffer_char(b, '}');
}

static void write_aggregate(abs_buffer *b, const abs_findings *f, const abs_aggregate *a,
                            abs_buffer *missing)
{
    const abs_tally_group *g = &f->tally->groups[a->group];
    const abs_wrongs *w = &f->verification->wrongs[a->group];
    buffer_char(b, '{');
    json_by(b, f->tally, g);
    count(b, "n", a->n);
    count(b, "left_out", g->others);
    write_nodes(b, a, missing);
    number(b, "branching_factor", a->branching_factor);
    if (!isfinite(a->branching_factor))
        explain(missing, "no position was searched one ply less deep: no branching factor");
    count(b, "iterations", g->iterations);
    count(b, "failed_iterations", g->failed_iterations);
    count(b, "fail_low", g->fail_low);
    count(b, "fail_high", g->fail_high);
    count(b, "root_researches", g->root_researches);
    count(b, "interior_researches", g->interior_researches);
    number(b, "research_share", g->nodes > 0 ? (double)g->research_nodes / g->nodes : NAN);
    number(b, "first_move_cutoff_share",
           g->cutoffs > 0 ? (double)g->first_move_cutoffs / (double)g->cutoffs : NAN);
    if (a->n > 0 && g->cutoffs == 0)
        explain(missing, "no cutoffs: no share of first moves");
    write_wrong(b, "wrong_values", !config_is_sound(&g->config), w->wrong_values, w->values_judged);
    write_wrong(b, "wrong_best_moves", true, w->wrong_moves, w->moves_judged);
    if (f->times) {
        buffer_key(b, "time");
        fields_json_time(b, g->real_s, g->cpu_s,
                         g->config.algo.core->limit == ABS_LIMIT_NONE ? g->nodes : NAN);
    }
    write_missing(b, missing);
    write_ratio(b, f, a, missing); /* has a `missing` of its own */
    buffer_char(b, '}');
}

/* ---- the best of each family -------------------------------------------------------------- */

static void write_member(abs_buffer *b, const abs_tally *t, const abs_member *m)
{
    buffer_char(b, '{');
    string(b, "config", t->groups[m->group].config_text);
    number(b, "ratio_to_best", m->ratio);
    number(b, "p_value", m->p);
    buffer_char(b, '}');
}

static void write_best(abs_buffer *b, const abs_findings *f, const abs_family *family)
{
    const abs_tally *t = f->tally;
    const abs_member *members = &f->bests->members[family->first];
    buffer_char(b, '{');
    json_by(b, t, &t->groups[members[0].group]);
    string(b, "config", t->groups[members[0].group].config_text);
    count(b, "n", family->n);
    count(b, "among", family->count);
    for (int told = 1; told >= 0; told--) {
        buffer_key(b, told ? "not_distinguished" : "worse");
        buffer_char(b, '[');
        for (size_t i = 1; i < family->count; i++)
            if ((members[i].p < BEST_LEVEL) != told) {
                buffer_comma(b);
                write_member(b, t, &members[i]);
            }
        buffer_char(b, ']');
    }
    string(b, "method",
           "paired t test on the logarithms of node counts, Holm's correction over "
           "the others, level 0.05");
    buffer_char(b, '}');
}

/* ---- verification -------------------------------------------------------------------------- */

static void write_id(abs_buffer *b, const abs_tally *t, const abs_record *r)
{
    abs_buffer id = {0};
    tally_row_id(t, r, &id);
    string(b, "id", buffer_end(&id));
    b->failed |= id.failed;
    buffer_free(&id);
    string(b, "algo", t->groups[r->group].config.algo.name);
}

static void write_value(abs_buffer *b, const char *name, bool there, int value)
{
    buffer_key(b, name);
    if (there)
        buffer_signed(b, value);
    else
        buffer_text(b, "null");
}

static void write_mismatch(abs_buffer *b, const abs_findings *f, const abs_mismatch *m)
{
    const abs_tally *t = f->tally;
    const abs_verification *v = f->verification;
    const abs_record *r = &t->records[v->order[m->first]];
    const abs_config *c = &t->groups[r->group].config;
    buffer_char(b, '{');
    string(b, "kind", verify_kind_names[m->kind]);
    string(b, "position_id", tally_position_id(t, r));
    count(b, "depth", (uint64_t)c->depth);
    string(b, "eval", abs_eval_names[c->eval].name);
    count(b, "grain", (uint64_t)c->grain);
    buffer_key(b, "values");
    buffer_char(b, '[');
    for (size_t i = m->first; i < m->first + m->count; i++) {
        r = &t->records[v->order[i]];
        if (m->kind == VERIFY_VALUE && !verify_compares(t, r))
            continue;
        buffer_comma(b);
        buffer_char(b, '{');
        write_id(b, t, r);
        write_value(b, "value", r->has_value, r->value);
        buffer_char(b, '}');
    }
    buffer_char(b, ']');
    abs_buffer sentence = {0};
    sentences_mismatch(&sentence, t, v, m);
    string(b, "message", buffer_end(&sentence));
    b->failed |= sentence.failed;
    buffer_free(&sentence);
    buffer_char(b, '}');
}

static void write_unsound(abs_buffer *b, const abs_tally *t, const abs_unsound *u)
{
    const abs_record *r = &t->records[u->record];
    buffer_char(b, '{');
    write_id(b, t, r);
    write_value(b, "value", r->has_value, r->value);
    write_value(b, "expected", u->has_expected, u->expected);
    truth(b, "wrong_value", u->wrong_value);
    truth(b, "wrong_best_move", u->wrong_best_move);
    buffer_char(b, '}');
}

/* Opens the n-th element of a list that has one element a line. */
static void next_line(abs_buffer *b, size_t n)
{
    buffer_text(b, n > 0 ? ",\n" : "\n");
}

static void write_verification(abs_buffer *b, const abs_findings *f)
{
    const abs_verification *v = f->verification;
    buffer_text(b, "\"verification\":{");
    count(b, "checked", v->checked);
    buffer_key(b, "agree");
    buffer_text(b, v->mismatch_count > 0 ? "false" : v->sound > 0 ? "true" : "null");
    truth(b, "values_may_differ", v->values_may_differ);
    buffer_key(b, "mismatches");
    buffer_char(b, '[');
    for (size_t i = 0; i < v->mismatch_count; i++) {
        next_line(b, i);
        write_mismatch(b, f, &v->mismatches[i]);
    }
    buffer_text(b, "],\"known_unsound\":[");
    for (size_t i = 0; i < v->unsound_count; i++) {
        next_line(b, i);
        write_unsound(b, f->tally, &v->unsound[i]);
    }
    buffer_text(b, "]}");
}

/* Rows that did not end with status ok, and what abs_report_error() was told. */
static void write_errors(abs_buffer *b, const abs_findings *f)
{
    size_t n = 0;
    buffer_text(b, "\"errors\":[");
    for (size_t i = 0; i < f->tally->count; i++) {
        const abs_record *r = &f->tally->records[i];
        if (r->status == ABS_STATUS_OK)
            continue;
        next_line(b, n++);
        buffer_char(b, '{');
        write_id(b, f->tally, r);
        string(b, "status", abs_status_names[r->status]);
        string(b, "message", sentences_status((abs_status)r->status));
        buffer_char(b, '}');
    }
    for (size_t i = 0; i < f->error_count; i++) {
        next_line(b, n++);
        buffer_text(b, "{\"id\":null,\"algo\":null,\"status\":null");
        string(b, "message", f->errors[i]);
        buffer_char(b, '}');
    }
    buffer_char(b, ']');
}

void json_findings(abs_buffer *b, const abs_findings *f)
{
    abs_buffer missing = {0};
    buffer_text(b, "\"aggregates\":[");
    for (size_t i = 0; i < f->aggregate_count; i++) {
        next_line(b, i);
        write_aggregate(b, f, &f->aggregates[i], &missing);
    }
    buffer_text(b, "\n],\n\"best\":[");
    for (size_t i = 0; i < f->bests->count; i++) {
        next_line(b, i);
        write_best(b, f, &f->bests->families[i]);
    }
    buffer_text(b, "\n],\n");
    if (f->theory)
        theory_json(b, f);
    write_verification(b, f);
    buffer_format(b, ",\n\"signature\":\"0x%016llx\",\n", (unsigned long long)f->signature);
    write_errors(b, f);
    buffer_format(b, ",\n\"interrupted\":%s\n}\n", f->interrupted ? "true" : "false");
    buffer_free(&missing);
}
