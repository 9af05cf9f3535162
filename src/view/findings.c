/* findings.c -- the tables of what all rows come to, but for the aggregates. See findings.h. */
#include "view/findings.h"
#include "view/document.h"

#include <math.h>

const char *view_label(findings_view *v, uint32_t group)
{
    if (v->page == NULL)
        return NULL;
    buffer_clear(&v->label);
    buffer_text(&v->label, v->page->markdown ? "" : "  ");
    label_add_twins(&v->f->labels, &v->f->pairs, group, &v->label);
    return buffer_end(&v->label);
}

/* ---- the best -------------------------------------------------------------------------------- */

static const char *page_verdict(const abs_judged *j)
{
    if (j->ratio.n > 0 && j->ratio.wins + j->ratio.losses == 0)
        return "the same everywhere";
    switch (j->verdict) {
    case JUDGE_TOO_FEW:
        return "too few to tell";
    case JUDGE_EQUAL:
        return "equal within 2 %";
    case JUDGE_WORSE:
        return j->ratio.same ? "worse, by less than 2 %" : "worse";
    default:
        return judge_names[j->verdict];
    }
}

void put_members(table_data *t, findings_view *v, const abs_bests *bests, size_t family,
                 size_t most)
{
    const abs_family *of = &bests->families[family];
    for (size_t i = 0; i < of->count && i < most; i++) {
        const abs_member *m = &bests->members[of->first + i];
        const abs_judged *j = &m->to_best;
        const bool best = i == 0, worse = j->verdict == JUDGE_WORSE;
        add_BEST(t, v->f, family + 1, of, m, &v->f->tally->groups[m->group], best,
                 view_label(v, m->group));
        if (v->page == NULL)
            continue;
        if (best)
            table_show(t, BEST_ratio, "1.000");
        if (best || j->p < 0.001)
            table_show(t, BEST_p_value, "%s", best ? "" : "< 0.001");
        table_tint(t, BEST_verdict, best ? PAGE_GREEN : worse ? PAGE_RED : PAGE_PLAIN);
        table_show(t, BEST_verdict, "%s", best ? "best" : page_verdict(j));
    }
}

/* ---- for programs ---------------------------------------------------------------------------- */

static void fill_best(void *finding, table_data *t)
{
    findings_view *v = finding;
    const abs_bests *of = t->form == &best_form ? &v->f->bests : &v->f->ranking;
    for (size_t i = 0; i < of->count; i++)
        put_members(t, v, of, i, SIZE_MAX);
}

void fill_answers(void *finding, table_data *t)
{
    static const char *const kinds[ANSWER_KINDS] = {"better", "reference", "best", "alone",
                                                    "too_few"};
    static const int columns[] = {[ANSWER_EQUAL] = ANSWER_equal,
                                  [ANSWER_UNSETTLED] = ANSWER_not_settled,
                                  [ANSWER_DEARER] = ANSWER_worse};
    findings_view *v = finding;
    const abs_tally *tally = v->f->tally;
    abs_answers all = answers_find(v->f);
    for (const abs_answer_of *a = all.list; a < all.list + all.count; a++) {
        const abs_tally_group *g = &tally->groups[a->use];
        const bool against = a->reference != UINT32_MAX && a->use != a->reference;
        add_ANSWER(t, v->f, a, g, against ? &a->judged : NULL, kinds[a->kind]);
        for (size_t side = 0; side < sizeof columns / sizeof *columns; side++) {
            for (const answer_other *o = a->others; o < a->others + a->count; o++)
                if (o->side == side)
                    buffer_format(&v->text, "%s%s", v->text.length > 0 ? " " : "",
                                  tally->groups[o->group].config_text);
            table_take_text(t, (size_t)columns[side], &v->text);
        }
        answers_options(&v->text, tally->specs.texts[g->spec], &g->config);
        table_take_text(t, ANSWER_options, &v->text);
        answers_say(&v->text, v->f, a);
        table_take_text(t, ANSWER_sentence, &v->text);
    }
    answers_free(&all);
}

static void fill_solved(void *finding, table_data *t)
{
    const findings_view *v = finding;
    const abs_tally *tally = v->f->tally;
    for (abs_tally_group *g = tally->groups; g < tally->groups + tally->group_keys.count; g++)
        for (unsigned depth = 0; g->judged > 0 && depth <= ABS_MAX_DEPTH; depth++)
            if (g->solved_at[depth] > 0 && !g->for_reference)
                add_SOLVED(t, v->f, g, depth, g->solved_at[depth], NULL);
}

void put_swings(table_data *t, findings_view *v, uint32_t group)
{
    const abs_tally *tally = v->f->tally;
    const abs_tally_group *g = &tally->groups[group];
    const tally_swing *of = g->block < tally->swing_room ? &tally->swings[g->block] : NULL;
    swing_figures all, s;
    if (of == NULL || of->group != group + 1 || !swing_of(&of->values, 0, &all))
        return;
    /* Of games whose values swing, which their authors can mend; with --passes, of all. */
    if (v->page != NULL && !v->plays->passes && !(of->of_game && all.swings))
        return;
    for (int depth = 2; depth <= g->config.depth; depth++)
        if (swing_of(&of->values, depth, &s)) {
            buffer_format(&v->text, "  %d", depth);
            add_SWING(t, v->f, g, &s, buffer_end(&v->text));
            buffer_clear(&v->text);
        }
    add_SWING(t, v->f, g, &all, "  from 4 on");
}

void put_regret(table_data *t, findings_view *v, const regret_cell *c)
{
    const abs_regrets *all = &v->f->regrets;
    const regret_cell *r = c->reference != UINT32_MAX ? &all->cells[c->reference] : NULL;
    if (v->page != NULL) {
        buffer_clear(&v->label);
        buffer_text(&v->label, v->page->markdown ? "" : "  ");
        answers_regret_label(&v->label, v->f, c);
    }
    add_REGRET(t, v->f, c, &v->f->tally->groups[c->group], r != c ? r : NULL,
               v->page != NULL ? buffer_end(&v->label) : NULL);
    if (v->page == NULL)
        return;
    if (r == c)
        table_show(t, REGRET_more, "0 (reference)");
    else if (isfinite(c->told_low))
        table_show(t, REGRET_more, "%+.2f [%+.2f, %+.2f]", c->more, c->told_low, c->told_high);
    if (isfinite(c->times_low))
        table_show(t, REGRET_work_ratio, "%.2f [%.2f, %.2f]", c->times, c->times_low,
                   c->times_high);
    if (r != NULL && r != c && c->judged.verdict >= JUDGE_BETTER)
        table_tint(t, REGRET_verdict, c->judged.verdict == JUDGE_BETTER ? PAGE_GREEN : PAGE_RED);
}

static void fill_regret(void *finding, table_data *t)
{
    findings_view *v = finding;
    for (size_t i = 0; i < v->f->regrets.count; i++)
        put_regret(t, v, &v->f->regrets.cells[i]);
}

static void fill_regret_answers(void *finding, table_data *t)
{
    findings_view *v = finding;
    const regret_cell *cells;
    for (size_t at = 0, count; (count = answers_next_regret(v->f, &at, &cells)) > 0;) {
        const regret_cell *use = answers_say_regret(&v->text, v->f, cells, count);
        add_REGRET_ANSWER(t, v->f, use, &v->f->tally->groups[use->group]);
        table_take_text(t, REGRET_ANSWER_sentence, &v->text);
    }
}

/* The tables that have what each group has of them. */
static void fill_groups(void *finding, table_data *t)
{
    findings_view *v = finding;
    for (uint32_t g = 0; g < v->f->tally->group_keys.count; g++) {
        if (v->f->tally->groups[g].for_reference)
            continue;
        if (t->form == &aggregates_form)
            put_aggregate(t, v, g);
        else if (t->form == &swings_form)
            put_swings(t, v, g);
        else
            add_THEORY(t, v->f, &v->f->theory[g], v->f->theory[g].group, NULL);
    }
}

/* The row's id; valid until the next. */
static const char *row_id(findings_view *v, const abs_record *r)
{
    buffer_clear(&v->text);
    tally_row_id(v->f->tally, r, &v->text);
    return buffer_end(&v->text);
}

static void fill_mismatches(void *finding, table_data *t)
{
    findings_view *v = finding;
    const abs_tally *tally = v->f->tally;
    const abs_verification *all = &v->f->verification;
    abs_buffer message = {0};
    for (size_t k = 0; k < all->mismatch_count; k++) {
        const abs_mismatch *m = &all->mismatches[k];
        buffer_clear(&message);
        sentences_mismatch(&message, tally, all, m);
        for (size_t i = m->first; i < m->first + m->count; i++) {
            const abs_record *r = &tally->records[all->order[i].record];
            if (m->kind != VERIFY_VALUE || verify_compares(tally, r))
                add_MISMATCH(t, tally, k + 1, m, r, &tally->groups[r->group], row_id(v, r),
                             buffer_end(&message));
        }
    }
    buffer_free(&message);
}

static void fill_unsound(void *finding, table_data *t)
{
    findings_view *v = finding;
    const abs_verification *all = &v->f->verification;
    for (const abs_unsound *u = all->unsound; u < all->unsound + all->unsound_count; u++) {
        const abs_record *r = &v->f->tally->records[u->record];
        add_UNSOUND(t, u, r, &v->f->tally->groups[r->group], row_id(v, r));
    }
}

/* In the order of the rows in the report, in which a reader meets them again: those that are only
   compared with come last. */
static void fill_errors(void *finding, table_data *t)
{
    findings_view *v = finding;
    const abs_tally *tally = v->f->tally;
    for (int of_references = 0; of_references <= 1; of_references++)
        for (const abs_record *r = tally->records; r < tally->records + tally->count; r++)
            if (r->status != ABS_STATUS_OK && r->for_reference == of_references)
                add_ERROR(t, row_id(v, r), tally->groups[r->group].config.algo.name,
                          abs_statuses[r->status].name, abs_statuses[r->status].help);
    for (const char *error = NULL; (error = buffer_next(v->f->errors, error)) != NULL;)
        add_ERROR(t, NULL, NULL, NULL, error);
}

void json_findings(abs_buffer *b, const abs_findings *f)
{
    static const document_table members[] = {
        {&aggregates_form, fill_groups}, {&best_form, fill_best},
        {&ranking_form, fill_best},      {&answers_form, fill_answers},
        {&solved_form, fill_solved},     {&swings_form, fill_groups},
        {&regrets_form, fill_regret},    {&regret_answers_form, fill_regret_answers},
        {&theories_form, fill_groups},
    };
    static const document_table mismatches = {&mismatches_form, fill_mismatches};
    static const document_table unsound = {&unsound_form, fill_unsound};
    static const document_table errors = {&errors_form, fill_errors};
    const abs_verification *all = &f->verification;
    findings_view v = {.f = f};
    document_writer w = {.format = ABS_FORMAT_JSON, .text = *b};
    buffer_format(&w.text, "\"metric\":\"%s\"", abs_metric_names[f->tally->metric].name);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (members[i].form != &theories_form || f->theory != NULL)
            document_put(&w, &members[i], &v);
    buffer_format(&w.text, ",\n\"verification\":{\"checked\":%zu,\"agree\":%s", all->checked,
                  all->mismatch_count > 0 ? "false"
                  : all->sound > 0        ? "true"
                                          : "null");
    buffer_member(&w.text, "values_may_differ", "%s", all->values_may_differ ? "true" : "false");
    document_put(&w, &mismatches, &v);
    document_put(&w, &unsound, &v);
    buffer_format(&w.text, "},\n\"signature\":\"0x%016" PRIx64 "\"", f->signature);
    document_put(&w, &errors, &v);
    buffer_format(&w.text, ",\n\"interrupted\":%s\n}\n", f->interrupted ? "true" : "false");
    *b = w.text;
    buffer_free(&v.text);
}
