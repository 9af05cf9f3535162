/* json.c -- what follows the rows of a JSON report. See findings.h. */
#include "view/findings.h"

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

/* A finding's member: its rows all at once, or one for each group. */
typedef struct {
    const table_form *form;
    void (*fill)(table_data *t, findings_view *v);
    void (*put)(table_data *t, findings_view *v, uint32_t group);
} member;

static const member members[] = {
    {.form = &aggregates_form, .put = put_aggregate}, {.form = &best_form, .fill = fill_best},
    {.form = &ranking_form, .fill = fill_ranking},    {.form = &answers_form, .fill = fill_answers},
    {.form = &solved_form, .put = put_solved},        {.form = &theories_form, .put = put_theory},
};

/* Each on a line of its own. */
static void put(abs_buffer *b, findings_view *v, const member *m)
{
    const abs_tally *tally = v->f->tally;
    table_data t;
    table_start(&t, m->form);
    if (m->fill != NULL)
        m->fill(&t, v);
    for (uint32_t g = 0; m->put != NULL && g < tally->group_keys.count; g++)
        if (!tally->groups[g].for_reference)
            m->put(&t, v, g);
    buffer_format(b, ",\n\"%s\":", m->form->name);
    table_write_json(b, &t);
    table_free(&t);
}

void json_findings(abs_buffer *b, const abs_findings *f)
{
    const abs_verification *all = &f->verification;
    findings_view v = {.f = f};
    buffer_format(b, "\"metric\":\"%s\"", abs_metric_names[f->tally->metric].name);
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
        if (members[i].form != &theories_form || f->theory != NULL)
            put(b, &v, &members[i]);
    buffer_text(b, ",\n\"verification\":{");
    buffer_member(b, "checked", "%" PRIu64, all->checked);
    buffer_key(b, "agree");
    buffer_text(b, all->mismatch_count > 0 ? "false" : all->sound > 0 ? "true" : "null");
    buffer_member(b, "values_may_differ", "%s", all->values_may_differ ? "true" : "false");
    put(b, &v, &(member){.form = &mismatches_form, .fill = fill_mismatches});
    put(b, &v, &(member){.form = &unsound_form, .fill = fill_unsound});
    buffer_format(b, "},\n\"signature\":\"0x%016llx\"", (unsigned long long)f->signature);
    put(b, &v, &(member){.form = &errors_form, .fill = fill_errors});
    buffer_format(b, ",\n\"interrupted\":%s\n}\n", f->interrupted ? "true" : "false");
    buffer_free(&v.text);
}
