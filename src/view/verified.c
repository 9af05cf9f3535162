/* verified.c -- the tables of what is wrong with rows: verification and errors. See findings.h. */
#include "find/sentences.h"
#include "view/findings.h"

static void put_id(table_data *t, findings_view *v, size_t column, const abs_record *r)
{
    buffer_clear(&v->text);
    tally_row_id(v->f->tally, r, &v->text);
    table_set_text(t, column, buffer_end(&v->text));
    table_set_text(t, column + 1, v->f->tally->groups[r->group].config.algo.name);
}

/* ---- mismatches ------------------------------------------------------------------------------ */

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

/* ---- what is known to be unsound ------------------------------------------------------------- */

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

/* ---- errors ---------------------------------------------------------------------------------- */

static void fill_row_errors(table_data *t, findings_view *v, bool of_references)
{
    for (size_t i = 0; i < v->f->tally->count; i++) {
        const abs_record *r = &v->f->tally->records[i];
        if (r->status == ABS_STATUS_OK || r->for_reference != of_references)
            continue;
        table_row(t);
        put_id(t, v, ERROR_id, r);
        table_set_text(t, ERROR_status, abs_statuses[r->status].name);
        table_set_text(t, ERROR_message, abs_statuses[r->status].help);
    }
}

/* In the order of the rows in the report, in which a reader meets them again. */
void fill_errors(table_data *t, findings_view *v)
{
    fill_row_errors(t, v, false);
    fill_row_errors(t, v, true);
    for (const char *error = NULL; (error = buffer_next(v->f->errors, error)) != NULL;) {
        table_row(t);
        table_set_text(t, ERROR_message, error);
    }
}
