/* findings.c -- the tables of what all rows come to, but for the aggregates. See findings.h. */
#include "view/findings.h"
#include "find/answers.h"

#include <math.h>

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
    const abs_tally *tally = v->f->tally;
    const abs_family *f = &bests->families[family];
    for (size_t i = 0; i < f->count && i < most; i++) {
        const abs_member *m = &bests->members[f->first + i];
        const abs_tally_group *g = &tally->groups[m->group];
        const abs_judged *j = &m->to_best;
        const bool best = i == 0, worse = j->verdict == JUDGE_WORSE;
        table_row(t);
        put_label(t, v, BEST_label, m->group);
        table_set_count(t, BEST_family, family + 1);
        table_set_text(t, BEST_spec, tally->specs.texts[g->spec]);
        table_set_text(t, BEST_config, g->config_text);
        table_set_count(t, BEST_n, best ? f->n : j->ratio.n);
        table_set_count(t, BEST_among, f->count);
        table_set_ratio(t, BEST_ratio, &j->ratio);
        table_set_text(t, BEST_verdict, best ? "best" : judge_names[j->verdict]);
        if (!best)
            table_set_real(t, BEST_p_value, j->p);
        if (!best && j->needed > 0)
            table_set_count(t, BEST_positions_needed, j->needed);
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

/* ---- answers --------------------------------------------------------------------------------- */

static void put_side(table_data *t, findings_view *v, size_t column, const abs_answer_of *a,
                     answer_side side)
{
    buffer_clear(&v->text);
    for (size_t i = 0; i < a->count; i++) {
        if (a->others[i].side != side)
            continue;
        buffer_text(&v->text, v->text.length > 0 ? " " : "");
        buffer_text(&v->text, v->f->tally->groups[a->others[i].group].config_text);
    }
    table_set_text(t, column, buffer_end(&v->text));
}

void fill_answers(table_data *t, findings_view *v)
{
    static const char *const kinds[ANSWER_KINDS] = {"better", "reference", "best", "alone",
                                                    "too_few"};
    abs_answers all = answers_find(v->f);
    for (const abs_answer_of *a = all.list; a < all.list + all.count; a++) {
        const abs_tally_group *g = &v->f->tally->groups[a->use];
        table_row(t);
        table_set_text(t, ANSWER_spec, v->f->tally->specs.texts[g->spec]);
        table_set_count(t, ANSWER_depth, (uint64_t)g->config.depth);
        table_set_text(t, ANSWER_kind, kinds[a->kind]);
        table_set_text(t, ANSWER_use, g->config_text);
        if (a->reference != UINT32_MAX && a->use != a->reference) {
            table_set_ratio(t, ANSWER_ratio, &a->judged.ratio);
            table_set_text(t, ANSWER_verdict, judge_names[a->judged.verdict]);
        }
        put_side(t, v, ANSWER_equal, a, ANSWER_EQUAL);
        put_side(t, v, ANSWER_not_settled, a, ANSWER_UNSETTLED);
        put_side(t, v, ANSWER_worse, a, ANSWER_DEARER);
        table_set_count(t, ANSWER_n, a->n);
        if (a->needed > 0)
            table_set_count(t, ANSWER_positions_needed, a->needed);
        buffer_clear(&v->text);
        answers_options(&v->text, v->f->tally->specs.texts[g->spec], &g->config);
        table_set_text(t, ANSWER_options, buffer_end(&v->text));
        buffer_clear(&v->text);
        answers_say(&v->text, v->f, a);
        table_set_text(t, ANSWER_sentence, buffer_end(&v->text));
        buffer_clear(&v->text);
    }
    answers_free(&all);
}

/* ---- positions that were solved -------------------------------------------------------------- */

/* On a page a row; for machines a row for each depth. */
void put_solved(table_data *t, findings_view *v, uint32_t group)
{
    const abs_tally_group *g = &v->f->tally->groups[group];
    abs_buffer depths = {0};
    for (unsigned depth = 0; g->judged > 0 && depth <= ABS_MAX_DEPTH; depth++) {
        if (g->solved_at[depth] == 0)
            continue;
        buffer_format(&depths, "%s%u: %u", depths.length > 0 ? ", " : "", depth,
                      g->solved_at[depth]);
        if (v->page != NULL)
            continue;
        table_row(t);
        table_set_text(t, SOLVED_spec, v->f->tally->specs.texts[g->spec]);
        table_set_text(t, SOLVED_config, g->config_text);
        table_set_count(t, SOLVED_from_depth, depth);
        table_set_count(t, SOLVED_solved, g->solved_at[depth]);
    }
    if (v->page != NULL) {
        table_row(t);
        put_label(t, v, SOLVED_label, group);
        table_set_count(t, SOLVED_solved, g->solved);
        table_set_count(t, SOLVED_of, g->judged);
        table_show(t, SOLVED_depths, "%s", buffer_end(&depths));
    }
    buffer_free(&depths);
}

/* ---- closed forms ---------------------------------------------------------------------------- */

/* A large number is short on a page. */
static void put_real(table_data *t, size_t column, double value)
{
    table_set_real(t, column, value);
    if (isfinite(value) && fabs(value) >= 1e9)
        table_show(t, column, "%.4e", value);
}

void put_theory(table_data *t, findings_view *v, uint32_t group)
{
    const theory_line *l = &v->f->theory[group];
    const abs_tally_group *g = l->group;
    table_row(t);
    if (v->page != NULL) {
        buffer_clear(&v->text);
        label_write_heading(v->f->tally, g, &v->f->labels, &v->text);
        buffer_text(&v->text, ": ");
        label_add(&v->f->labels, &g->config, &v->text);
        table_show(t, THEORY_label, "%s", buffer_end(&v->text));
    }
    table_set_text(t, THEORY_domain, g->domain);
    table_set_text(t, THEORY_spec, v->f->tally->specs.texts[g->spec]);
    table_set_text(t, THEORY_algo, g->config.algo.name);
    table_set_count(t, THEORY_depth, (uint64_t)g->config.depth);
    table_set_text(t, THEORY_config, g->config_text);
    put_real(t, THEORY_expected_leaves, l->leaves);
    put_real(t, THEORY_expected_distinct_leaves, l->distinct);
    put_real(t, THEORY_least_leaves, l->least);
    if (l->measured) {
        put_real(t, THEORY_measured_mean, l->mean.mean);
        put_real(t, THEORY_measured_error, l->mean.error);
        put_real(t, THEORY_measured_z, l->mean.z);
        table_set_count(t, THEORY_measured_n, g->ok);
    }
    table_set_real(t, THEORY_expected_nodes, l->nodes);
    table_set_real(t, THEORY_branching_factor_limit, l->limit);
    table_set_text(t, THEORY_method, l->form != NULL ? l->form->method : NULL);
    table_set_text(t, THEORY_source, l->form != NULL ? l->form->source : NULL);
    table_set_text(t, THEORY_missing, l->missing);
    if (isnan(l->first_expected))
        return;
    if (g->first_alpha > -ABS_INFINITY)
        table_set_signed(t, THEORY_first_alpha, g->first_alpha);
    if (g->first_beta < ABS_INFINITY)
        table_set_signed(t, THEORY_first_beta, g->first_beta);
    table_set_real(t, THEORY_first_expected_nodes, l->first_expected);
    table_set_real(t, THEORY_first_mean, l->first.mean);
    table_set_real(t, THEORY_first_error, l->first.error);
    table_set_real(t, THEORY_first_z, l->first.z);
}

/* ---- what is wrong with rows ----------------------------------------------------------------- */

static void put_id(table_data *t, findings_view *v, size_t column, const abs_record *r)
{
    buffer_clear(&v->text);
    tally_row_id(v->f->tally, r, &v->text);
    table_set_text(t, column, buffer_end(&v->text));
    table_set_text(t, column + 1, v->f->tally->groups[r->group].config.algo.name);
}

void fill_mismatches(table_data *t, findings_view *v)
{
    const abs_tally *tally = v->f->tally;
    const abs_verification *all = &v->f->verification;
    abs_buffer message = {0};
    for (size_t k = 0; k < all->mismatch_count; k++) {
        const abs_mismatch *m = &all->mismatches[k];
        buffer_clear(&message);
        sentences_mismatch(&message, tally, all, m);
        for (size_t i = m->first; i < m->first + m->count; i++) {
            const abs_record *r = &tally->records[all->order[i].record];
            if (m->kind == VERIFY_VALUE && !verify_compares(tally, r))
                continue;
            table_row(t);
            table_set_count(t, MISMATCH_case, k + 1);
            table_set_text(t, MISMATCH_kind, verify_kind_names[m->kind]);
            table_set_text(t, MISMATCH_position_id, tally_position_id(tally, r));
            put_id(t, v, MISMATCH_id, r);
            if (r->has_value)
                table_set_signed(t, MISMATCH_value, r->value);
            table_set_text(t, MISMATCH_message, buffer_end(&message));
            table_set_config(t, &tally->groups[r->group].config);
        }
    }
    buffer_free(&message);
}

void fill_unsound(table_data *t, findings_view *v)
{
    const abs_verification *all = &v->f->verification;
    for (size_t i = 0; i < all->unsound_count; i++) {
        const abs_unsound *u = &all->unsound[i];
        const abs_record *r = &v->f->tally->records[u->record];
        table_row(t);
        put_id(t, v, UNSOUND_id, r);
        if (r->has_value)
            table_set_signed(t, UNSOUND_value, r->value);
        if (u->has_expected)
            table_set_signed(t, UNSOUND_expected, u->expected);
        table_set_truth(t, UNSOUND_wrong_value, u->wrong_value);
        table_set_truth(t, UNSOUND_wrong_best_move, u->wrong_best_move);
    }
}

/* In the order of the rows in the report, in which a reader meets them again: those that are only
   compared with come last. */
void fill_errors(table_data *t, findings_view *v)
{
    for (int of_references = 0; of_references <= 1; of_references++)
        for (size_t i = 0; i < v->f->tally->count; i++) {
            const abs_record *r = &v->f->tally->records[i];
            if (r->status == ABS_STATUS_OK || r->for_reference != of_references)
                continue;
            table_row(t);
            put_id(t, v, ERROR_id, r);
            table_set_text(t, ERROR_status, abs_statuses[r->status].name);
            table_set_text(t, ERROR_message, abs_statuses[r->status].help);
        }
    for (const char *error = NULL; (error = buffer_next(v->f->errors, error)) != NULL;) {
        table_row(t);
        table_set_text(t, ERROR_message, error);
    }
}
