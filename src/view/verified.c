/* verified.c -- the tables of what is wrong with rows: verification and errors. See findings.h. */
#include "find/sentences.h"
#include "view/findings.h"

#define SETTING_SETTING(field) TABLE_SETTING_OF(field),
#define SETTING_FRAME(field)
#define SETTING_ALGORITHM(field)
#define SETTING_POLICY(field)
#define SETTING_COPY(field)

static void put_id(table_data *t, findings_view *v, size_t column, const abs_record *r)
{
    buffer_clear(&v->text);
    tally_row_id(v->f->tally, r, &v->text);
    table_set_text(t, column, buffer_end(&v->text));
    table_set_text(t, column + 1, v->f->tally->groups[r->group].config.algo.name);
}

/* ---- mismatches ------------------------------------------------------------------------------ */

enum {
    MISMATCH_CASE,
    MISMATCH_KIND,
    MISMATCH_POSITION,
    MISMATCH_ID,
    MISMATCH_ALGO,
    MISMATCH_VALUE,
    MISMATCH_MESSAGE
};

static const table_column mismatch_columns[] = {
    [MISMATCH_CASE] = {.name = "case",
                       .kind = TABLE_COUNT,
                       .help = "from 1: rows that contradict each other have one number"},
    [MISMATCH_KIND] = {.name = "kind",
                       .help = "`value`, `best_move`, `contradiction`, `inconsistent` or `answer`"},
    [MISMATCH_POSITION] = {.name = "position_id", .help = "where"},
    [MISMATCH_ID] = {.name = "id", .help = "the row's"},
    [MISMATCH_ALGO] = {.name = "algo", .help = "its algorithm"},
    [MISMATCH_VALUE] = {.name = "value", .kind = TABLE_SIGNED, .help = "its value"},
    [MISMATCH_MESSAGE] = {.name = "message", .help = "the case in words"},
#define CONFIG(type, field, level, ...) SETTING_##level(field)
#include "search/config.def"
};

const table_form mismatches_form =
    TABLE_FORM("mismatches", "What sound searches contradict: a row for each search concerned.",
               mismatch_columns);

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
            table_set_count(t, MISMATCH_CASE, k + 1);
            table_set_text(t, MISMATCH_KIND, verify_kind_names[m->kind]);
            table_set_text(t, MISMATCH_POSITION, tally_position_id(tally, r));
            put_id(t, v, MISMATCH_ID, r);
            if (r->has_value)
                table_set_signed(t, MISMATCH_VALUE, r->value);
            table_set_text(t, MISMATCH_MESSAGE, buffer_end(&message));
            table_set_config(t, &tally->groups[r->group].config);
        }
    }
    buffer_free(&message);
}

/* ---- what is known to be unsound ------------------------------------------------------------- */

enum {
    UNSOUND_ID,
    UNSOUND_ALGO,
    UNSOUND_VALUE,
    UNSOUND_EXPECTED,
    UNSOUND_WRONG_VALUE,
    UNSOUND_WRONG_MOVE
};

static const table_column unsound_columns[] = {
    [UNSOUND_ID] = {.name = "id", .help = "the row's"},
    [UNSOUND_ALGO] = {.name = "algo", .help = "its algorithm"},
    [UNSOUND_VALUE] = {.name = "value", .kind = TABLE_SIGNED, .help = "its value"},
    [UNSOUND_EXPECTED] = {.name = "expected",
                          .kind = TABLE_SIGNED,
                          .help = "that of a search to be trusted; null: there is none"},
    [UNSOUND_WRONG_VALUE] = {.name = "wrong_value", .kind = TABLE_TRUTH, .help = "they differ"},
    [UNSOUND_WRONG_MOVE] = {.name = "wrong_best_move",
                            .kind = TABLE_TRUTH,
                            .help = "its best move is none"},
};

const table_form unsound_form = TABLE_FORM(
    "known_unsound", "Wrong rows of searches that are known to be unsound.", unsound_columns);

void fill_unsound(table_data *t, findings_view *v)
{
    const abs_verification *all = &v->f->verification;
    for (size_t i = 0; i < all->unsound_count; i++) {
        const abs_unsound *u = &all->unsound[i];
        const abs_record *r = &v->f->tally->records[u->record];
        table_row(t);
        put_id(t, v, UNSOUND_ID, r);
        if (r->has_value)
            table_set_signed(t, UNSOUND_VALUE, r->value);
        if (u->has_expected)
            table_set_signed(t, UNSOUND_EXPECTED, u->expected);
        table_set_truth(t, UNSOUND_WRONG_VALUE, u->wrong_value);
        table_set_truth(t, UNSOUND_WRONG_MOVE, u->wrong_best_move);
    }
}

/* ---- errors ---------------------------------------------------------------------------------- */

enum { ERROR_ID, ERROR_ALGO, ERROR_STATUS, ERROR_MESSAGE };

static const table_column error_columns[] = {
    [ERROR_ID] = {.name = "id", .help = "the row's; null: it is none of a row"},
    [ERROR_ALGO] = {.name = "algo", .help = "its algorithm"},
    [ERROR_STATUS] = {.name = "status", .help = "how its search ended"},
    [ERROR_MESSAGE] = {.name = "message", .help = "in words"},
};

const table_form errors_form = TABLE_FORM(
    "errors", "Searches that did not end with `ok`, and what was left undone.", error_columns);

static void fill_row_errors(table_data *t, findings_view *v, bool of_references)
{
    for (size_t i = 0; i < v->f->tally->count; i++) {
        const abs_record *r = &v->f->tally->records[i];
        if (r->status == ABS_STATUS_OK || r->for_reference != of_references)
            continue;
        table_row(t);
        put_id(t, v, ERROR_ID, r);
        table_set_text(t, ERROR_STATUS, abs_statuses[r->status].name);
        table_set_text(t, ERROR_MESSAGE, abs_statuses[r->status].help);
    }
}

/* In the order of the rows in the report, in which a reader meets them again. */
void fill_errors(table_data *t, findings_view *v)
{
    fill_row_errors(t, v, false);
    fill_row_errors(t, v, true);
    for (const char *error = NULL; (error = buffer_next(v->f->errors, error)) != NULL;) {
        table_row(t);
        table_set_text(t, ERROR_MESSAGE, error);
    }
}
