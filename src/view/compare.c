/* compare.c -- a comparison as tables, for programs and for people. See find/compare.h. */
#include "base/memory.h"
#include "view/tables.h"

#include <math.h>
#include <stdlib.h>

enum { CHANGES = 20, ONLY = 10 }; /* on pages; JSON has all of them */
enum { MARGIN = 11 };             /* before a changed row on a terminal */
enum { ID_MAX = 2 * ABS_TEXT_MAX + CONFIG_WORDS_MAX };

/* ---- cells ----------------------------------------------------------------------------------- */

static const char *field_name(compare_field field)
{
    static const char *const names[] = {"status", "value",  "best_move",
                                        "pv",     "regret", "iterations"};
    return field < COMPARE_COUNTS ? names[field] : row_counts[field - COMPARE_COUNTS].name;
}

/* Writes a field of a row as text, or returns false if the row does not have it. */
static bool put_field(abs_buffer *b, const abs_row *row, compare_field field)
{
    if (field == COMPARE_STATUS) {
        buffer_text(b, abs_statuses[row->status].name);
    } else if (field == COMPARE_VALUE && row->has_value) {
        buffer_signed(b, row->value);
    } else if (field == COMPARE_BEST_MOVE && row->best_move != NULL) {
        buffer_text(b, row->best_move);
    } else if (field == COMPARE_PV) {
        line_add(b, &row->line);
    } else if (field == COMPARE_REGRET && row->has_regret) {
        buffer_format(b, "%d %s", row->regret, abs_regret_units[row->regret_unit].name);
    } else if (field == COMPARE_ITERATIONS) {
        buffer_format(b, "0x%016" PRIx64, compare_iterations(row));
    } else if (field >= COMPARE_COUNTS) {
        buffer_grouped(b, row_counted(&row_counts[field - COMPARE_COUNTS], row));
    } else {
        return false;
    }
    return true;
}

/* Writes a sum of measures: seconds, or a count. */
static void put_sum(abs_buffer *b, abs_metric metric, const compare_sums *sums, int side)
{
    if (sums->too_large[side])
        buffer_char(b, '-');
    else if (metric == METRIC_time)
        buffer_format(b, "%.4f s", 1e-9 * (double)sums->measure[side]);
    else
        buffer_grouped(b, sums->measure[side]);
}

/* Sets A's sum in the column, and B's in the next one. */
static void set_sums(table_data *t, size_t column, abs_metric metric, const compare_sums *sums)
{
    for (int side = 0; side < COMPARE_SIDES; side++, column++) {
        const double seconds = 1e-9 * (double)sums->measure[side];
        if (sums->too_large[side])
            continue;
        if (metric != METRIC_time) {
            table_set_count(t, column, sums->measure[side]);
            continue;
        }
        table_set_real(t, column, seconds);
        table_show(t, column, "%.4f s", seconds);
    }
}

/* Writes where values must agree if rows are matched by position, and why not elsewhere. */
static void say_values(abs_buffer *b, const abs_comparison *c)
{
    const char *noun = abs_metric_nouns[c->tally.metric];
    if (c->values_may_differ)
        buffer_format(b, "Values may differ: only %s is compared", noun);
    else if (c->judged == c->common)
        buffer_text(b, "Values must agree in every row");
    else if (c->judged == 0)
        buffer_format(b, "Only %s is compared, no value", noun);
    else
        buffer_format(b, "Values must agree in %zu of %zu rows; of the others only %s is compared",
                      c->judged, c->common, noun);
    if (c->judged < c->common && !c->values_may_differ)
        buffer_text(b, ": evaluation, grain or quiescence differ there, a search was stopped, or "
                       "its value may be wrong");
}

/* ---- tables ---------------------------------------------------------------------------------- */

static void fill_total(void *finding, table_data *t)
{
    const abs_comparison *c = finding;
    abs_buffer sentence = {0};
    say_values(&sentence, c);
    compared_add(t, c, c->by_position || c->values_may_differ ? buffer_end(&sentence) : NULL);
    set_sums(t, CELL(compared, measure_a), c->tally.metric, &c->sums);
    buffer_free(&sentence);
}

static void fill_settings(void *finding, table_data *t)
{
    const abs_comparison *c = finding;
    abs_buffer sentence = {0};
    for (const compare_setting *s = c->settings; s < c->settings + c->setting_count; s++) {
        buffer_format(&sentence, "A has %s, B %s", s->words[COMPARE_A], s->words[COMPARE_B]);
        if (s->groups < c->matched)
            buffer_format(&sentence, " (%zu of %zu configurations)", s->groups, c->matched);
        differences_add(t, s, buffer_end(&sentence));
        buffer_clear(&sentence);
    }
    buffer_free(&sentence);
}

static void fill_failures(void *finding, table_data *t)
{
    const abs_comparison *c = finding;
    for (const char *why = NULL; (why = buffer_next(&c->failures, why)) != NULL;)
        failures_add(t, why);
}

/* Adds the rows that only one side has. */
static void fill_only(void *finding, table_data *t)
{
    char text[64], id[ID_MAX];
    const abs_comparison *c = finding;
    for (int side = 0; side < COMPARE_SIDES; side++) {
        snprintf(text, sizeof text, "Only in %c: %zu %s", "AB"[side], c -> only[side],
                 c -> only[side] == 1 ? "row" : "rows");
        table_heading(t, text);
        for (const compare_record *r = c->records; r < c->records + c->record_count; r++) {
            if (r->row[COMPARE_SIDES - 1 - side] != 0)
                continue;
            const abs_row *row = compare_row(c, r, side);
            if (row == NULL)
                return;
            abs_row_id(row, id, sizeof id);
            only_add(t, side == COMPARE_A ? "a" : "b", id);
        }
    }
}

/* Adds the groups; on pages only those whose measures changed, under a heading for each block. */
static void fill_groups(void *finding, table_data *t)
{
    const abs_comparison *c = finding;
    const label_rules labels = label_find(&c->tally);
    abs_buffer label = {0};
    uint32_t block = UINT32_MAX;
    for (size_t i = 0; i < c->tally.group_keys.count; i++) {
        const abs_tally_group *of = &c->tally.groups[i];
        const compare_group *g = &c->groups[i];
        const stats_ratio *r = &g->judged.ratio;
        if (t->page != NULL && r->wins + r->losses == 0)
            continue;
        if (of->block != block) {
            label_write_heading(&c->tally, of, &labels, &label);
            table_heading(t, buffer_end(&label));
            buffer_clear(&label);
            block = of->block;
        }
        label_add(&labels, &of->config, &label);
        if (g->partner != NULL && strcmp(g->partner->config.algo.name, of->config.algo.name) != 0)
            buffer_format(&label, ", in B %s", g->partner->config.algo.name);
        groups_add(t, c->tally.specs.texts[of->spec], of, g, &g->judged, buffer_end(&label));
        set_sums(t, CELL(groups, measure_a), c->tally.metric, &g->sums);
        table_tint_ratio(t, CELL(groups, ratio), r);
        table_show(t, CELL(groups, fewer), "%zu/%zu/%zu", r->wins, r->ties, r->losses);
        buffer_clear(&label);
    }
    buffer_free(&label);
}

/* Shows on a page what changed in a row: some fields as "value 3 -> 5", others only by name. */
static void show_change(table_data *t, const abs_comparison *c, uint64_t differs,
                        const abs_row *const rows[COMPARE_SIDES], const char *id)
{
    const uint64_t in_full = 1u << COMPARE_STATUS | 1u << COMPARE_VALUE | 1u << COMPARE_BEST_MOVE |
                             UINT64_C(1) << COMPARE_NODES;
    abs_buffer what = {0};
    uint64_t measure[COMPARE_SIDES] = {0}; /* 0 if a row has none: there is then no ratio */
    for (int full = 1; full >= 0; full--)
        for (compare_field k = 0; k < COMPARE_FIELDS; k++) {
            if (!(differs >> k & 1) || (in_full >> k & 1) != (uint64_t)full)
                continue;
            buffer_format(&what, "%s%s", what.length > 0 ? ", " : "", field_name(k));
            for (int side = 0; full && side < COMPARE_SIDES; side++) {
                buffer_text(&what, side == COMPARE_A ? " " : " -> ");
                if (!put_field(&what, rows[side], k))
                    buffer_text(&what, "none");
            }
        }
    for (int side = 0; side < COMPARE_SIDES; side++)
        abs_row_measure(rows[side], c->tally.metric, &measure[side]);
    changes_add(t, id, NULL, NULL, (double)measure[COMPARE_B] / (double)measure[COMPARE_A],
                buffer_end(&what));
    buffer_free(&what);
}

static void add_field(table_data *t, compare_field field, const abs_row *const rows[COMPARE_SIDES],
                      const char *id, const char *id_b)
{
    static const size_t columns[] = {CELL(changes, a), CELL(changes, b)};
    abs_buffer text = {0};
    changes_add(t, id, id_b, field_name(field), NAN, NULL);
    for (int side = 0; side < COMPARE_SIDES; side++)
        if (field >= COMPARE_COUNTS)
            table_set_count(t, columns[side],
                            row_counted(&row_counts[field - COMPARE_COUNTS], rows[side]));
        else if (field == COMPARE_VALUE && rows[side]->has_value)
            table_set_signed(t, columns[side], rows[side]->value);
        else if (put_field(&text, rows[side], field))
            table_take_text(t, columns[side], &text);
    buffer_free(&text);
}

static void fill_changes(void *finding, table_data *t)
{
    char ids[COMPARE_SIDES][ID_MAX];
    const abs_row *rows[COMPARE_SIDES];
    const abs_comparison *c = finding;
    /* If settings differ, so do all counts: a page then shows only rows whose values disagree. */
    const size_t values = c->values_may_differ ? 0 : c->values;
    const size_t all = t->page != NULL && c->by_position ? values : c->change_count;
    const size_t shown = t->page != NULL && all > CHANGES ? CHANGES : all;
    table_heading(t, shown < all ? "The largest changes, A -> B" : "The changes, A -> B");
    for (const compare_change *change = c->changes; change < c->changes + shown; change++) {
        for (int side = 0; side < COMPARE_SIDES; side++) {
            rows[side] = compare_row(c, &c->records[change->record], side);
            if (rows[side] == NULL)
                return;
            abs_row_id(rows[side], ids[side], ID_MAX);
        }
        if (t->page != NULL)
            show_change(t, c, change->differs, rows, ids[COMPARE_A]);
        for (compare_field k = 0; t->page == NULL && k < COMPARE_FIELDS; k++)
            if (change->differs >> k & 1)
                add_field(t, k, rows, ids[COMPARE_A],
                          strcmp(ids[COMPARE_A], ids[COMPARE_B]) != 0 ? ids[COMPARE_B] : NULL);
    }
}

/* ---- sentences ------------------------------------------------------------------------------- */

/* Before the tables, says what A and B are and what is compared; after them, the sums. */
static void say(abs_buffer *b, void *finding, bool behind)
{
    const abs_comparison *c = finding;
    const char *noun = abs_metric_nouns[c->tally.metric];
    size_t same = 0;
    for (int side = 0; side < COMPARE_SIDES && !behind; side++) {
        buffer_format(b, "%c: ", "AB"[side]);
        buffer_plain(b, c->readers[side]->name);
        buffer_format(b, ", %zu %s\n", c->rows[side], c->rows[side] == 1 ? "row" : "rows");
    }
    if (!behind && c->by_position)
        buffer_format(b, "Matched by position, depth and algorithm%s. ",
                      c->setting_count > 0 ? "" : "; no setting differs");
    if (!behind && (c->by_position || c->values_may_differ)) {
        say_values(b, c);
        buffer_text(b, ".\n");
    }
    if (!behind) {
        buffer_format(b, "%zu %s in both", c->common, c->common == 1 ? "row" : "rows");
        buffer_format(b, c->change_count == 0 ? ", all the same" : ", %zu changed",
                      c->change_count);
        if (c->values > 0 && c->values_may_differ)
            buffer_format(b, ", %zu of them in value", c->values);
        else if (c->values > 0)
            buffer_format(b, ", %zu IN VALUE%s", c->values, c->by_position ? "" : " OR STATUS");
        buffer_format(b, "; %zu only in A, %zu only in B.\n", c->only[COMPARE_A],
                      c->only[COMPARE_B]);
        return;
    }
    const size_t groups = c->tally.group_keys.count;
    const stats_ratio **ratios = memory_zeros(groups + 1, sizeof *ratios);
    for (size_t i = 0; i < groups; i++) {
        const stats_ratio *r = ratios[i] = &c->groups[i].judged.ratio;
        same += r->n > 0 && r->wins + r->losses == 0;
    }
    sentences_extremes(b, &c->tally, ratios);
    free(ratios);
    if (same > 0)
        buffer_format(b, "%zu %s the same %s at every position.\n", same,
                      same == 1 ? "configuration needs" : "configurations need", noun);
    if (c->pairs == 0) {
        buffer_format(b, "No position has %s and status ok in both: none is compared.\n", noun);
        return;
    }
    buffer_format(b, "In all, n = %zu: ", c->pairs);
    put_sum(b, c->tally.metric, &c->sums, COMPARE_A);
    buffer_format(b, " %s in A, ", noun);
    put_sum(b, c->tally.metric, &c->sums, COMPARE_B);
    buffer_text(b, " in B");
    if (isfinite(compare_ratio(&c->sums)))
        buffer_format(b, ", %.4f of A's", compare_ratio(&c->sums));
    buffer_text(b, ".\n");
}

static const document_table tables[] = {
    {&differences_form, .fill = fill_settings},
    {&failures_form, .fill = fill_failures},
    {&only_form, .fill = fill_only, .most = ONLY},
    {&groups_form, .fill = fill_groups},
    {&changes_form, .fill = fill_changes, .margin = MARGIN},
};

const document_form compare_document = {
    .schema = "absbench.compare/3",
    .has_context = true,
    .say = say,
    .head = {&compared_form, .fill = fill_total},
    .tables = tables,
    .count = sizeof tables / sizeof tables[0],
    .main = 3};
