/* compare.c -- a comparison as tables, for programs and for people. See find/compare.h. */
#include "find/label.h"
#include "log/line.h"
#include "view/columns.h"
#include "view/document.h"

#include <math.h>

enum { CHANGES = 20, ONLY = 10 }; /* on pages; JSON has them all */
enum { MARGIN = 11 };             /* of a change and its row on a terminal */
enum { ID_MAX = 2 * ABS_TEXT_MAX + CONFIG_WORDS_MAX };

static const char *rows_word(size_t count)
{
    return count == 1 ? "row" : "rows";
}

/* ---- cells ----------------------------------------------------------------------------------- */

static void put_moves(abs_buffer *b, const abs_row *row, const uint16_t *moves, unsigned count)
{
    line_walk walk = {0};
    line_write(b, &walk, row, row->root->domain->move_text, moves, count, LINE_BLANKS);
    line_free(&walk);
}

/* A field of a row as text. False: it has none. */
static bool put_field(abs_buffer *b, const abs_row *row, compare_field field)
{
    const uint16_t best = (uint16_t)row->best;
    if (field == COMPARE_STATUS)
        buffer_text(b, abs_statuses[row->status].name);
    else if (field == COMPARE_VALUE && row->has_value)
        buffer_signed(b, row->value);
    else if (field == COMPARE_BEST_MOVE && row->best != ABS_NO_MOVE)
        put_moves(b, row, &best, 1);
    else if (field == COMPARE_PV)
        put_moves(b, row, row->pv, row->pv_length);
    else if (field == COMPARE_REGRET && row->has_regret)
        buffer_format(b, "%d %s", row->regret, abs_regret_units[row->of_results].name);
    else if (field == COMPARE_ITERATIONS)
        buffer_format(b, "0x%016" PRIx64, compare_iterations(row));
    else if (field >= COMPARE_COUNTS)
        buffer_grouped(b, row_counted(&row_counts[field - COMPARE_COUNTS], row));
    else
        return false;
    return true;
}

static void set_field(table_data *t, size_t column, const abs_row *row, compare_field field)
{
    abs_buffer text = {0};
    if (field >= COMPARE_COUNTS)
        table_set_count(t, column, row_counted(&row_counts[field - COMPARE_COUNTS], row));
    else if (field == COMPARE_VALUE && row->has_value)
        table_set_signed(t, column, row->value);
    else if (put_field(&text, row, field))
        table_take_text(t, column, &text);
    buffer_free(&text);
}

/* A sum of measures: seconds, or a count. */
static void put_sum(abs_buffer *b, abs_metric metric, const compare_sums *sums, int side)
{
    if (sums->too_large[side])
        buffer_char(b, '-');
    else if (metric == METRIC_time)
        buffer_format(b, "%.4f s", 1e-9 * (double)sums->measure[side]);
    else
        buffer_grouped(b, sums->measure[side]);
}

/* Of A, and of B in the column behind it. */
static void set_sums(table_data *t, size_t column, abs_metric metric, const compare_sums *sums)
{
    abs_buffer text = {0};
    for (int side = 0; side < COMPARE_SIDES; side++, column++) {
        if (sums->too_large[side])
            continue;
        if (metric != METRIC_time) {
            table_set_count(t, column, sums->measure[side]);
            continue;
        }
        table_set_real(t, column, 1e-9 * (double)sums->measure[side]);
        put_sum(&text, metric, sums, side);
        table_show(t, column, "%s", buffer_end(&text));
        buffer_clear(&text);
    }
    buffer_free(&text);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static void fill_total(void *finding, table_data *t)
{
    const abs_comparison *c = finding;
    abs_buffer sentence = {0};
    add_COMPARED(t, c);
    set_sums(t, COMPARED_measure_a, c->tally.metric, &c->sums);
    compare_values_say(c, &sentence);
    if (c->by_position)
        table_take_text(t, COMPARED_values_sentence, &sentence);
    buffer_free(&sentence);
}

static void fill_settings(void *finding, table_data *t)
{
    const abs_comparison *c = finding;
    abs_buffer sentence = {0};
    for (size_t i = 0; i < c->setting_count; i++) {
        add_DIFFERENCE(t, &c->settings[i]);
        compare_setting_say(c, &c->settings[i], &sentence);
        table_take_text(t, DIFFERENCE_sentence, &sentence);
    }
    buffer_free(&sentence);
}

static void fill_failures(void *finding, table_data *t)
{
    const abs_comparison *c = finding;
    for (const char *why = NULL; (why = buffer_next(&c->failures, why)) != NULL;)
        add_FAILURE(t, why);
}

/* The records are those of A, and then those that only B has. */
static void fill_only(void *finding, table_data *t)
{
    char text[64], id[ID_MAX];
    const abs_comparison *c = finding;
    for (int side = 0; side < COMPARE_SIDES; side++) {
        snprintf(text, sizeof text, "Only in %c: %zu %s", "AB"[side], c -> only[side],
                 rows_word(c->only[side]));
        table_heading(t, text);
        for (const compare_record *r = c->records; r < c->records + c->keys.count; r++) {
            if (r->row[COMPARE_SIDES - 1 - side] != 0)
                continue;
            const abs_row *row = compare_row(c, r, side, c->error);
            if (row == NULL)
                return;
            abs_row_id(row, id, sizeof id);
            add_ONLY(t, side == COMPARE_A ? "a" : "b", id);
        }
    }
}

/* On pages those whose measures changed, under a heading for each block. */
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
        if (t->page != NULL && of->block != block) {
            label_write_heading(&c->tally, of, &labels, &label);
            table_heading(t, buffer_end(&label));
            buffer_clear(&label);
            block = of->block;
        }
        add_GROUP(t, c->tally.specs.texts[of->spec], of, g, &g->judged);
        set_sums(t, GROUP_measure_a, c->tally.metric, &g->sums);
        table_tint_ratio(t, GROUP_ratio, r);
        table_show(t, GROUP_fewer, "%zu/%zu/%zu", r->wins, r->ties, r->losses);
        label_add(&labels, &of->config, &label);
        if (g->partner != NULL && strcmp(g->partner->config.algo.name, of->config.algo.name) != 0)
            buffer_format(&label, ", in B %s", g->partner->config.algo.name);
        table_show(t, GROUP_label, "%s", buffer_end(&label));
        buffer_clear(&label);
    }
    buffer_free(&label);
}

/* The rows of a change, of A and B. */
static bool read_change(const abs_comparison *c, size_t item, const abs_row *rows[COMPARE_SIDES])
{
    const compare_record *record = &c->records[c->changes[item].record];
    for (int side = 0; side < COMPARE_SIDES; side++)
        if ((rows[side] = compare_row(c, record, side, c->error)) == NULL)
            return false;
    return true;
}

/* What differs between two rows: of these fields "value 3 -> 5", of the others only the name. */
static void say_change(abs_buffer *b, const abs_row *const rows[COMPARE_SIDES], uint64_t differs)
{
    const uint64_t in_full = 1u << COMPARE_STATUS | 1u << COMPARE_VALUE | 1u << COMPARE_BEST_MOVE |
                             UINT64_C(1) << COMPARE_NODES;
    for (int full = 1; full >= 0; full--)
        for (compare_field k = 0; k < COMPARE_FIELDS; k++) {
            if (!(differs >> k & 1) || (in_full >> k & 1) != (uint64_t)full)
                continue;
            buffer_format(b, "%s%s", b->length > 0 ? ", " : "", compare_name(k));
            for (int side = 0; full && side < COMPARE_SIDES; side++) {
                buffer_text(b, side == COMPARE_A ? " " : " -> ");
                if (!put_field(b, rows[side], k))
                    buffer_text(b, "none");
            }
        }
}

/* On a page, a change in one row. */
static void show_change(table_data *t, const abs_comparison *c, const compare_change *change,
                        const abs_row *const rows[COMPARE_SIDES], const char *id)
{
    abs_buffer what = {0};
    uint64_t measure[COMPARE_SIDES] = {0}; /* 0 / 0, which is none, of rows that have none */
    for (int side = 0; side < COMPARE_SIDES; side++)
        abs_row_measure(rows[side], c->tally.metric, &measure[side]);
    add_CHANGE(t, id, NULL, NULL);
    table_set_real(t, CHANGE_ratio, (double)measure[COMPARE_B] / (double)measure[COMPARE_A]);
    say_change(&what, rows, change->differs);
    table_take_text(t, CHANGE_what, &what);
    buffer_free(&what);
}

static void fill_changes(void *finding, table_data *t)
{
    char ids[COMPARE_SIDES][ID_MAX];
    const abs_row *rows[COMPARE_SIDES];
    const abs_comparison *c = finding;
    /* Where settings differ, so do counts; rows whose values disagree come first. */
    const size_t all = t->page != NULL && c->by_position ? c->values : c->change_count;
    const size_t shown = t->page != NULL && all > CHANGES ? CHANGES : all;
    table_heading(t, shown < all ? "The largest changes, A -> B" : "The changes, A -> B");
    for (size_t i = 0; i < shown && read_change(c, i, rows); i++) {
        for (int side = 0; side < COMPARE_SIDES; side++)
            abs_row_id(rows[side], ids[side], ID_MAX);
        if (t->page != NULL) {
            show_change(t, c, &c->changes[i], rows, ids[COMPARE_A]);
            continue;
        }
        for (compare_field k = 0; k < COMPARE_FIELDS; k++) {
            if (!(c->changes[i].differs >> k & 1))
                continue;
            add_CHANGE(t, ids[COMPARE_A],
                       strcmp(ids[COMPARE_A], ids[COMPARE_B]) != 0 ? ids[1] : NULL,
                       compare_name(k));
            set_field(t, CHANGE_a, rows[COMPARE_A], k);
            set_field(t, CHANGE_b, rows[COMPARE_B], k);
        }
    }
}

/* ---- sentences ------------------------------------------------------------------------------- */

/* What A and B are, and what is held against what. */
static void say_before(abs_buffer *b, const abs_comparison *c)
{
    abs_buffer values = {0};
    for (int side = 0; side < COMPARE_SIDES; side++) {
        buffer_format(b, "%c: ", "AB"[side]);
        buffer_plain(b, c->names[side]);
        buffer_format(b, ", %zu %s\n", c->rows[side], rows_word(c->rows[side]));
    }
    if (c->by_position) {
        compare_values_say(c, &values);
        buffer_format(b, "Matched by position, depth and algorithm%s. %s.\n",
                      c->setting_count > 0 ? "" : "; no setting differs", buffer_end(&values));
    }
    buffer_format(b, "%zu %s in both", c->common, rows_word(c->common));
    if (c->change_count == 0)
        buffer_text(b, ", all the same");
    else
        buffer_format(b, ", %zu changed", c->change_count);
    if (c->values > 0)
        buffer_format(b, ", %zu IN VALUE%s", c->values, c->by_position ? "" : " OR STATUS");
    buffer_format(b, "; %zu only in A, %zu only in B.\n", c->only[COMPARE_A], c->only[COMPARE_B]);
    buffer_free(&values);
}

static void say(abs_buffer *b, void *finding, bool behind)
{
    const abs_comparison *c = finding;
    const char *noun = abs_metric_nouns[c->tally.metric];
    size_t same = 0;
    if (!behind) {
        say_before(b, c);
        return;
    }
    for (size_t i = 0; i < c->tally.group_keys.count; i++) {
        const stats_ratio *r = &c->groups[i].judged.ratio;
        same += r->n > 0 && r->wins + r->losses == 0;
    }
    if (same > 0)
        buffer_format(b, "%zu %s the same %s at every position.\n", same,
                      same == 1 ? "configuration needs" : "configurations need", noun);
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
    .title = "absbench comparison",
    .help = "What `absbench compare --format=json` writes. Refers to report.schema.json beside it.",
    .has_context = true,
    .say = say,
    .head = {&compared_form, .fill = fill_total},
    .tables = tables,
    .count = sizeof tables / sizeof tables[0],
    .main = 3};
