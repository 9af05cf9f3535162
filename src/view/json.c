/* json.c -- what follows the rows of a JSON report. See findings.h. */
#include "view/findings.h"

typedef void table_filler(table_data *t, findings_view *v);

/* The table as a member on a line of its own. */
static void put(abs_buffer *b, findings_view *v, const table_form *form, table_filler *fill)
{
    table_data t;
    table_start(&t, form);
    fill(&t, v);
    buffer_format(b, ",\n\"%s\":", form->name);
    table_write_json(b, &t);
    table_free(&t);
}

static void fill_groups(table_data *t, findings_view *v,
                        void (*put_group)(table_data *t, findings_view *v, uint32_t group))
{
    for (uint32_t g = 0; g < v->f->tally->group_keys.count; g++)
        if (!v->f->tally->groups[g].for_reference)
            put_group(t, v, g);
}

static void fill_aggregates(table_data *t, findings_view *v)
{
    fill_groups(t, v, put_aggregate);
}

static void fill_solved(table_data *t, findings_view *v)
{
    fill_groups(t, v, put_solved);
}

static void fill_theories(table_data *t, findings_view *v)
{
    fill_groups(t, v, put_theory);
}

static void fill_best(table_data *t, findings_view *v)
{
    for (size_t i = 0; i < v->f->bests.count; i++)
        put_members(t, v, &v->f->bests, i, SIZE_MAX);
}

static void fill_ranking(table_data *t, findings_view *v)
{
    for (size_t i = 0; i < v->f->ranking.count; i++)
        put_members(t, v, &v->f->ranking, i, SIZE_MAX);
}

static void fill_all_choices(table_data *t, findings_view *v)
{
    fill_choices(t, v, best_form.name, &v->f->bests);
    fill_choices(t, v, ranking_form.name, &v->f->ranking);
}

static void put_verification(abs_buffer *b, findings_view *v)
{
    const abs_verification *all = &v->f->verification;
    buffer_text(b, ",\n\"verification\":{");
    buffer_member(b, "checked", "%" PRIu64, all->checked);
    buffer_key(b, "agree");
    buffer_text(b, all->mismatch_count > 0 ? "false" : all->sound > 0 ? "true" : "null");
    buffer_member(b, "values_may_differ", "%s", all->values_may_differ ? "true" : "false");
    put(b, v, &mismatches_form, fill_mismatches);
    put(b, v, &unsound_form, fill_unsound);
    buffer_char(b, '}');
}

void json_findings(abs_buffer *b, const abs_findings *f)
{
    findings_view v = {.f = f, .labels = label_find(f->tally)};
    buffer_format(b, "\"metric\":\"%s\"", abs_metric_names[f->tally->metric].name);
    put(b, &v, &aggregates_form, fill_aggregates);
    put(b, &v, &best_form, fill_best);
    put(b, &v, &ranking_form, fill_ranking);
    put(b, &v, &choices_form, fill_all_choices);
    put(b, &v, &answers_form, fill_answers);
    put(b, &v, &solved_form, fill_solved);
    if (f->theory != NULL)
        put(b, &v, &theories_form, fill_theories);
    put_verification(b, &v);
    buffer_format(b, ",\n\"signature\":\"0x%016llx\"", (unsigned long long)f->signature);
    put(b, &v, &errors_form, fill_errors);
    buffer_format(b, ",\n\"interrupted\":%s\n}\n", f->interrupted ? "true" : "false");
    buffer_free(&v.text);
}
