/* compare.c -- a comparison as tables, for programs and for people. See find/compare.h. */
#include "find/label.h"
#include "log/line.h"
#include "view/columns.h"
#include "view/document.h"

#include <math.h>

enum { CHANGES_MAX = 20, ONLY_MAX = 10 }; /* on pages; JSON has them all */
enum { MARGIN = 11 };                     /* of a change and its row on a terminal */
enum { ID_MAX = 2 * ABS_TEXT_MAX + CONFIG_WORDS_MAX };

/* ---- cells ----------------------------------------------------------------------------------- */

static void put_moves(abs_buffer *b, const abs_row *row, const uint16_t *moves, unsigned count)
{
    line_walk walk = {0};
    line_write(b, &walk, row, row->entry->domain->move_text, moves, count, LINE_BLANKS);
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
    for (int side = 0; side < COMPARE_SIDES; side++) {
        if (metric != METRIC_time && !sums->too_large[side]) {
            table_set_count(t, column + (size_t)side, sums->measure[side]);
            continue;
        }
        if (!sums->too_large[side])
            table_set_real(t, column + (size_t)side, 1e-9 * (double)sums->measure[side]);
        buffer_clear(&text);
        put_sum(&text, metric, sums, side);
        table_show(t, column + (size_t)side, "%s", buffer_end(&text));
    }
    buffer_free(&text);
}

/* ---- for programs ---------------------------------------------------------------------------- */

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

/* The record behind that one that only this side has; NULL at the end, and where its row, whose id
   it says, cannot be read. Begins with NULL. */
static const compare_record *next_only(const abs_comparison *c, const compare_record *r, int side,
                                       char id[ID_MAX])
{
    r = r == NULL ? c->records : r + 1;
    while (r < c->records + c->keys.count && r->row[COMPARE_SIDES - 1 - side] != 0)
        r++;
    const bool there = r < c->records + c->keys.count;
    const abs_row *row = there ? compare_row(c, r, side, c->error) : NULL;
    if (row == NULL)
        return NULL;
    abs_row_id(row, id, ID_MAX);
    return r;
}

/* The records are those of A, and then those that only B has. */
static void fill_only(void *finding, table_data *t)
{
    char id[ID_MAX];
    for (int side = 0; side < COMPARE_SIDES; side++)
        for (const compare_record *r = NULL; (r = next_only(finding, r, side, id)) != NULL;)
            add_ONLY(t, side == COMPARE_A ? "a" : "b", id);
}

static void add_group(table_data *t, const abs_comparison *c, size_t number)
{
    const abs_tally_group *of = &c->tally.groups[number];
    const compare_group *g = &c->groups[number];
    const stats_ratio *r = &g->judged.ratio;
    add_GROUP(t, c->tally.specs.texts[of->spec], of, g, &g->judged);
    table_tint_ratio(t, GROUP_ratio, r);
    table_show(t, GROUP_fewer, "%zu/%zu/%zu", r->wins, r->ties, r->losses);
    set_sums(t, GROUP_measure_a, c->tally.metric, &g->sums);
}

static void fill_groups(void *finding, table_data *t)
{
    const abs_comparison *c = finding;
    for (size_t i = 0; i < c->tally.group_keys.count; i++)
        add_group(t, c, i);
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

static void fill_changes(void *finding, table_data *t)
{
    char ids[COMPARE_SIDES][ID_MAX];
    const abs_row *rows[COMPARE_SIDES];
    const abs_comparison *c = finding;
    for (size_t i = 0; i < c->change_count && read_change(c, i, rows); i++) {
        for (int side = 0; side < COMPARE_SIDES; side++)
            abs_row_id(rows[side], ids[side], ID_MAX);
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

/* ---- for people ------------------------------------------------------------------------------ */

static const char *rows_word(size_t count)
{
    return count == 1 ? "row" : "rows";
}

/* What is held against what, a sentence a line. */
static void put_match(abs_buffer *b, const abs_comparison *c, const abs_page *page)
{
    abs_buffer text = {0};
    if (!c->by_position)
        return;
    buffer_format(b, "\nMatched by position, depth and algorithm%s\n%s",
                  c->setting_count > 0 ? ":" : "; no setting differs.", page->markdown ? "\n" : "");
    for (size_t i = 0; i < c->setting_count; i++) {
        compare_setting_say(c, &c->settings[i], &text);
        buffer_text(b, page->markdown ? "- " : "  ");
        page_text(b, page, buffer_end(&text));
        buffer_char(b, '\n');
    }
    compare_values_say(c, &text);
    buffer_format(b, "%s%s.\n", page->markdown ? "\n" : "  ", buffer_end(&text));
    buffer_free(&text);
}

static void put_head(abs_buffer *b, const abs_comparison *c, const abs_page *page)
{
    abs_buffer text = {0};
    for (int side = 0; side < COMPARE_SIDES; side++) {
        buffer_format(&text, "%s%c: ", page->markdown ? "- " : "", "AB"[side]);
        page_text(&text, page, c->names[side]);
        buffer_format(&text, ", %zu %s\n", c->rows[side], rows_word(c->rows[side]));
    }
    put_match(&text, c, page);
    buffer_format(&text, "\n%zu %s in both", c->common, rows_word(c->common));
    if (c->change_count == 0)
        buffer_text(&text, ", all the same");
    else
        buffer_format(&text, ", %zu changed", c->change_count);
    if (c->values > 0)
        buffer_format(&text, ", %zu IN VALUE%s", c->values, c->by_position ? "" : " OR STATUS");
    buffer_format(&text, "; %zu only in A, %zu only in B.\n", c->only[COMPARE_A],
                  c->only[COMPARE_B]);
    page_wrap(b, page, 0, buffer_end(&text));
    buffer_free(&text);
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

static void put_changes(abs_buffer *b, const abs_comparison *c, const abs_page *page)
{
    /* Where settings differ, so do counts; rows whose values disagree come first. */
    const size_t listed = c->by_position ? c->values : c->change_count;
    const size_t shown = listed < CHANGES_MAX ? listed : CHANGES_MAX;
    char id[ID_MAX];
    const abs_row *rows[COMPARE_SIDES];
    abs_buffer what = {0};
    table_data t;
    if (shown == 0)
        return;
    buffer_format(b, "\nThe %s: %zu of %zu, A -> B\n",
                  shown < listed ? "largest changes" : "changes", shown, listed);
    table_start(&t, &shown_changes_form);
    for (size_t i = 0; i < shown && read_change(c, i, rows); i++) {
        uint64_t measure[COMPARE_SIDES] = {0}; /* 0 / 0, which is none, of rows that have none */
        for (int side = 0; side < COMPARE_SIDES; side++)
            abs_row_measure(rows[side], c->tally.metric, &measure[side]);
        abs_row_id(rows[COMPARE_A], id, sizeof id);
        buffer_clear(&what);
        say_change(&what, rows, c->changes[i].differs);
        add_SHOWN_CHANGE(&t, (double)measure[COMPARE_B] / (double)measure[COMPARE_A],
                         buffer_end(&what), id);
    }
    if (page->markdown) {
        buffer_char(b, '\n');
        table_write_page(b, &t, page, false);
    } else {
        t.columns[SHOWN_CHANGE_row].head = "";
        table_write_entries(b, &t, page, MARGIN);
    }
    buffer_free(&what);
    table_free(&t);
}

static void put_only(abs_buffer *b, const abs_comparison *c, int side, const abs_page *page)
{
    char id[ID_MAX];
    abs_buffer text = {0};
    const compare_record *r = NULL;
    const size_t count = c->only[side];
    if (count == 0)
        return;
    buffer_format(b, "\nOnly in %s: %zu %s\n%s", side == COMPARE_A ? "A" : "B", count,
                  rows_word(count), page->markdown ? "\n" : "");
    for (size_t i = 0; i < ONLY_MAX && (r = next_only(c, r, side, id)) != NULL; i++) {
        buffer_clear(&text);
        buffer_text(&text, page->markdown ? "- " : "");
        page_text(&text, page, id);
        page_wrap(b, page, page->markdown ? 0 : MARGIN, buffer_end(&text));
        buffer_char(b, '\n');
    }
    buffer_free(&text);
    if (count > ONLY_MAX)
        buffer_format(b, "%*s... and %zu more\n", page->markdown ? 2 : MARGIN,
                      page->markdown ? "- " : "", count - ONLY_MAX);
}

/* The groups whose measures changed; of the others, whose ratios are all 1, how many there are. */
static size_t add_changed_groups(table_data *t, const abs_comparison *c)
{
    const label_rules labels = label_find(&c->tally);
    abs_buffer label = {0};
    uint32_t block = UINT32_MAX;
    size_t same = 0;
    for (size_t i = 0; i < c->tally.group_keys.count; i++) {
        const abs_tally_group *group = &c->tally.groups[i], *partner = c->groups[i].partner;
        const stats_ratio *r = &c->groups[i].judged.ratio;
        if (r->wins + r->losses == 0) {
            same += r->n > 0;
            continue;
        }
        if (group->block != block) {
            label_write_heading(&c->tally, group, &labels, &label);
            table_heading(t, buffer_end(&label));
            block = group->block;
        }
        add_group(t, c, i);
        buffer_clear(&label);
        label_add(&labels, &group->config, &label);
        if (partner != NULL && strcmp(partner->config.algo.name, group->config.algo.name) != 0)
            buffer_format(&label, ", in B %s", partner->config.algo.name);
        table_show(t, GROUP_label, "%s", buffer_end(&label));
    }
    buffer_free(&label);
    return same;
}

static void put_groups(abs_buffer *b, const abs_comparison *c, const abs_page *page)
{
    const char *noun = abs_metric_nouns[c->tally.metric];
    char heads[COMPARE_SIDES][32];
    table_data t;
    table_start(&t, &groups_form);
    for (size_t side = 0; side < COMPARE_SIDES; side++) {
        snprintf(heads[side], sizeof heads[side], "%s %c", noun, "AB"[side]);
        t.columns[GROUP_measure_a + side].head = heads[side];
    }
    if (page->markdown) {
        t.columns[GROUP_ratio].head = "B/A [95 % interval]";
        t.columns[GROUP_fewer].head = "fewer/same/more";
    }
    const size_t same = add_changed_groups(&t, c);
    if (t.rows > 0) {
        buffer_text(b, page->markdown ? "" : "\n");
        table_write_page(b, &t, page, true);
    }
    if (same > 0)
        buffer_format(b, "\n%zu %s the same %s at every position.\n", same,
                      same == 1 ? "configuration needs" : "configurations need", noun);
    table_free(&t);
}

static void write_page(abs_buffer *b, void *finding, const abs_page *page)
{
    const abs_comparison *c = finding;
    abs_buffer text = {0};
    put_head(b, c, page);
    put_changes(b, c, page);
    put_only(b, c, COMPARE_A, page);
    put_only(b, c, COMPARE_B, page);
    put_groups(b, c, page);
    buffer_format(&text, "\nIn all, n = %zu: ", c->pairs);
    put_sum(&text, c->tally.metric, &c->sums, COMPARE_A);
    buffer_format(&text, " %s in A, ", abs_metric_nouns[c->tally.metric]);
    put_sum(&text, c->tally.metric, &c->sums, COMPARE_B);
    buffer_text(&text, " in B");
    if (isfinite(compare_ratio(&c->sums)))
        buffer_format(&text, ", %.4f of A's", compare_ratio(&c->sums));
    buffer_text(&text, ".\n");
    page_wrap(b, page, 0, buffer_end(&text));
    buffer_free(&text);
}

static const document_table tables[] = {
    {&differences_form, fill_settings}, {&failures_form, fill_failures}, {&only_form, fill_only},
    {&groups_form, fill_groups},        {&changes_form, fill_changes},
};

const document_form compare_document = {
    .schema = "absbench.compare/3",
    .title = "absbench comparison",
    .help = "What `absbench compare --format=json` writes. Refers to report.schema.json beside it.",
    .has_context = true,
    .page = write_page,
    .head = {&compared_form, fill_total},
    .tables = tables,
    .count = sizeof tables / sizeof tables[0],
    .main = 3};
