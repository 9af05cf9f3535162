/* json.c -- see json.h. */
#include "view/json.h"
#include "view/findings.h"

#include <math.h>

/* Writes the table as a member on a line of its own, and frees it. */
static void put_table(abs_buffer *b, table_data *t)
{
    buffer_format(b, ",\n\"%s\":", t->form->name);
    table_write_json(b, t);
    table_free(t);
}

static void put_aggregates(abs_buffer *b, findings_view *v)
{
    const abs_tally *tally = v->f->tally;
    table_data t;
    table_start(&t, &aggregates_form);
    for (uint32_t g = 0; g < tally->group_keys.count; g++)
        if (!tally->groups[g].for_reference)
            put_aggregate(&t, v, g);
    put_table(b, &t);
}

static void put_bests(abs_buffer *b, findings_view *v, const table_form *form,
                      const abs_bests *bests)
{
    table_data t;
    table_start(&t, form);
    for (size_t i = 0; i < bests->count; i++)
        put_members(&t, v, bests, i, SIZE_MAX);
    put_table(b, &t);
}

static void put_choices(abs_buffer *b, findings_view *v)
{
    table_data t;
    table_start(&t, &choices_form);
    fill_choices(&t, v, best_form.name, &v->f->bests);
    fill_choices(&t, v, ranking_form.name, &v->f->ranking);
    put_table(b, &t);
}

static void put_all_solved(abs_buffer *b, findings_view *v)
{
    const abs_tally *tally = v->f->tally;
    table_data t;
    table_start(&t, &solved_form);
    for (uint32_t g = 0; g < tally->group_keys.count; g++)
        if (!tally->groups[g].for_reference)
            put_solved(&t, v, g);
    put_table(b, &t);
}

static void put_all_theory(abs_buffer *b, findings_view *v)
{
    const abs_tally *tally = v->f->tally;
    table_data t;
    table_start(&t, &theories_form);
    for (uint32_t g = 0; g < tally->group_keys.count; g++)
        if (!tally->groups[g].for_reference)
            put_theory(&t, v, &v->f->theory[g]);
    put_table(b, &t);
}

typedef void table_filler(table_data *t, findings_view *v);

static void put_filled(abs_buffer *b, findings_view *v, const table_form *form, table_filler *fill)
{
    table_data t;
    table_start(&t, form);
    fill(&t, v);
    put_table(b, &t);
}

static void put_verification(abs_buffer *b, findings_view *v)
{
    const abs_verification *all = &v->f->verification;
    buffer_text(b, ",\n\"verification\":{");
    buffer_member_unsigned(b, "checked", all->checked);
    buffer_key(b, "agree");
    buffer_text(b, all->mismatch_count > 0 ? "false" : all->sound > 0 ? "true" : "null");
    buffer_member_truth(b, "values_may_differ", all->values_may_differ);
    put_filled(b, v, &mismatches_form, fill_mismatches);
    put_filled(b, v, &unsound_form, fill_unsound);
    buffer_char(b, '}');
}

void json_findings(abs_buffer *b, const abs_findings *f)
{
    findings_view v = {.f = f, .labels = label_find(f->tally)};
    buffer_format(b, "\"metric\":\"%s\"", abs_metric_names[f->tally->metric].name);
    put_aggregates(b, &v);
    put_bests(b, &v, &best_form, &f->bests);
    put_bests(b, &v, &ranking_form, &f->ranking);
    put_choices(b, &v);
    put_filled(b, &v, &answers_form, fill_answers);
    put_all_solved(b, &v);
    if (f->theory != NULL)
        put_all_theory(b, &v);
    put_verification(b, &v);
    buffer_format(b, ",\n\"signature\":\"0x%016llx\"", (unsigned long long)f->signature);
    put_filled(b, &v, &errors_form, fill_errors);
    buffer_format(b, ",\n\"interrupted\":%s\n}\n", f->interrupted ? "true" : "false");
    buffer_free(&v.text);
}

/* ---- what compare and tune still write by hand ------------------------------------------------
 */

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

void json_by(abs_buffer *b, const char *name, const abs_tally *t, const abs_tally_group *g)
{
    buffer_member_open(b, name, '{');
    buffer_member_text(b, "domain", g->domain);
    buffer_member_text(b, "spec", t->specs.texts[g->spec]);
    buffer_comma(b);
    buffer_text(b, g->config_json);
    buffer_char(b, '}');
}
