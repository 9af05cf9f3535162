/* compare.c -- a comparison as tables, for programs and for people. See find/compare.h. */
#include "find/compare.h"
#include "find/label.h"
#include "log/line.h"
#include "view/columns.h"
#include "view/document.h"

#include <math.h>

enum { CHANGES_MAX = 20, ONLY_MAX = 10 }; /* on pages; JSON has them all */
enum { MARGIN = 11 };                     /* of a change and its row on a terminal */
enum { ID_MAX = 2 * ABS_TEXT_MAX + CONFIG_WORDS_MAX };

static const char *const sides[COMPARE_SIDES] = {"a", "b"};

/* ---- values of fields ------------------------------------------------------------------------ */

static void put_moves(abs_buffer *b, const abs_row *row, const uint16_t *moves, unsigned count)
{
    line_walk walk = {0};
    line_write(b, &walk, row, row->entry->domain->move_text, moves, count, LINE_BLANKS);
    line_free(&walk);
}

/* What is no number, as text. */
static void put_field(abs_buffer *b, const abs_row *row, compare_field field)
{
    const uint16_t best = (uint16_t)row->best;
    if (field == COMPARE_STATUS)
        buffer_text(b, abs_statuses[row->status].name);
    else if (field == COMPARE_BEST_MOVE)
        put_moves(b, row, &best, 1);
    else if (field == COMPARE_PV)
        put_moves(b, row, row->pv, row->pv_length);
    else
        buffer_format(b, "0x%016llx", (unsigned long long)compare_iterations(row));
}

static void set_field(table_data *t, size_t column, const abs_row *row, compare_field field)
{
    abs_buffer text = {0};
    if (field >= COMPARE_COUNTS) {
        table_set_count(t, column, row_counted(&row_counts[field - COMPARE_COUNTS], row));
    } else if (field == COMPARE_VALUE) {
        if (row->has_value)
            table_set_signed(t, column, row->value);
    } else if (field != COMPARE_BEST_MOVE || row->best != ABS_NO_MOVE) {
        put_field(&text, row, field);
        table_set_text(t, column, buffer_end(&text));
    }
    buffer_free(&text);
}

static void say_field(abs_buffer *b, const abs_row *row, compare_field field)
{
    if (field >= COMPARE_COUNTS)
        buffer_grouped(b, row_counted(&row_counts[field - COMPARE_COUNTS], row));
    else if (field == COMPARE_VALUE && row->has_value)
        buffer_signed(b, row->value);
    else if (field == COMPARE_VALUE || (field == COMPARE_BEST_MOVE && row->best == ABS_NO_MOVE))
        buffer_text(b, "none");
    else
        put_field(b, row, field);
}

/* A sum of measures: seconds, or a count. */
static void set_measure(table_data *t, size_t column, abs_metric metric, const compare_sums *s,
                        int side)
{
    const double seconds = 1e-9 * (double)s->measure[side];
    if (s->too_large[side]) {
        table_show(t, column, "-");
    } else if (metric == METRIC_time) {
        table_set_real(t, column, seconds);
        table_show(t, column, "%.4f s", seconds);
    } else {
        table_set_count(t, column, s->measure[side]);
    }
}

/* ---- the comparison in one row --------------------------------------------------------------- */

static bool fill_total(const void *finding, table_data *t, size_t item, abs_error *error)
{
    const abs_comparison *c = finding;
    abs_buffer sentence = {0};
    (void)error;
    if (item > 0)
        return false;
    table_row(t);
    for (int side = 0; side < COMPARE_SIDES; side++) {
        table_set_text(t, side == COMPARE_A ? COMPARED_file_a : COMPARED_file_b, c->names[side]);
        table_set_count(t, side == COMPARE_A ? COMPARED_rows_a : COMPARED_rows_b, c->rows[side]);
        table_set_count(t, side == COMPARE_A ? COMPARED_only_a : COMPARED_only_b, c->only[side]);
        set_measure(t, side == COMPARE_A ? COMPARED_measure_a : COMPARED_measure_b, c->tally.metric,
                    &c->sums, side);
    }
    table_set_text(t, COMPARED_metric, abs_metric_names[c->tally.metric].name);
    table_set_text(t, COMPARED_match, c->by_position ? "position" : "id");
    table_set_count(t, COMPARED_values_compared, c->judged);
    compare_values_say(c, &sentence);
    table_set_text(t, COMPARED_values_sentence, c->by_position ? buffer_end(&sentence) : NULL);
    table_set_count(t, COMPARED_common, c->common);
    table_set_count(t, COMPARED_changed, c->change_count);
    table_set_count(t, COMPARED_values_differ, c->values);
    table_set_count(t, COMPARED_n, c->pairs);
    table_set_real(t, COMPARED_measure_ratio, compare_ratio(&c->sums));
    buffer_free(&sentence);
    return true;
}

/* ---- settings and failures ------------------------------------------------------------------- */

static bool fill_setting(const void *finding, table_data *t, size_t item, abs_error *error)
{
    const abs_comparison *c = finding;
    abs_buffer sentence = {0};
    (void)error;
    if (item >= c->setting_count)
        return false;
    const compare_setting *setting = &c->settings[item];
    table_row(t);
    table_set_text(t, DIFFERENCE_setting, setting->setting);
    table_set_text(t, DIFFERENCE_a, setting->value[COMPARE_A]);
    table_set_text(t, DIFFERENCE_b, setting->value[COMPARE_B]);
    table_set_count(t, DIFFERENCE_configurations, setting->groups);
    compare_setting_say(c, setting, &sentence);
    table_set_text(t, DIFFERENCE_sentence, buffer_end(&sentence));
    buffer_free(&sentence);
    return true;
}

static bool fill_failures(const void *finding, table_data *t, size_t item, abs_error *error)
{
    const abs_comparison *c = finding;
    (void)error;
    if (item > 0)
        return false;
    for (const char *why = NULL; (why = buffer_next(&c->failures, why)) != NULL;) {
        table_row(t);
        table_set_text(t, FAILURE_sentence, why);
    }
    return true;
}

/* ---- rows of one side alone ------------------------------------------------------------------ */

static bool fill_only(const void *finding, table_data *t, size_t item, abs_error *error)
{
    char id[ID_MAX];
    const abs_comparison *c = finding;
    if (item >= c->keys.count)
        return false;
    const compare_record *r = &c->records[item];
    for (int side = 0; side < COMPARE_SIDES; side++) {
        if (r->row[COMPARE_SIDES - 1 - side] != 0)
            continue;
        const abs_row *row = compare_row(c, r, side, error);
        if (row == NULL)
            return false;
        abs_row_id(row, id, sizeof id);
        table_row(t);
        table_set_text(t, ONLY_side, sides[side]);
        table_set_text(t, ONLY_id, id);
    }
    return true;
}

/* ---- configurations -------------------------------------------------------------------------- */

static bool fill_group(const void *finding, table_data *t, size_t item, abs_error *error)
{
    const abs_comparison *c = finding;
    (void)error;
    if (item >= c->tally.group_keys.count)
        return false;
    const abs_tally_group *of = &c->tally.groups[item];
    const compare_group *g = &c->groups[item];
    const stats_ratio *r = &g->judged.ratio;
    table_row(t);
    table_set_text(t, GROUP_spec, c->tally.specs.texts[of->spec]);
    table_set_signed(t, GROUP_depth, of->config.depth);
    table_set_text(t, GROUP_algo, of->config.algo.name);
    table_set_text(t, GROUP_config, of->config_text);
    table_set_text(t, GROUP_config_b, g->partner != NULL ? g->partner->config_text : NULL);
    table_set_count(t, GROUP_common, g->common);
    table_set_count(t, GROUP_changed, g->changed);
    table_set_count(t, GROUP_values_differ, g->values);
    table_set_count(t, GROUP_only_a, g->only[COMPARE_A]);
    table_set_count(t, GROUP_only_b, g->only[COMPARE_B]);
    table_set_count(t, GROUP_n, r->n);
    table_set_ratio(t, GROUP_ratio, r);
    table_tint_ratio(t, GROUP_ratio, r);
    if (r->n > 0)
        table_set_text(t, GROUP_verdict, judge_names[g->judged.verdict]);
    table_set_real(t, GROUP_p_value, g->judged.p);
    if (g->judged.needed > 0)
        table_set_count(t, GROUP_positions_needed, g->judged.needed);
    table_set_real(t, GROUP_median, r->median);
    table_show(t, GROUP_fewer, "%zu/%zu/%zu", r->wins, r->ties, r->losses);
    set_measure(t, GROUP_measure_a, c->tally.metric, &g->sums, COMPARE_A);
    set_measure(t, GROUP_measure_b, c->tally.metric, &g->sums, COMPARE_B);
    table_set_real(t, GROUP_measure_ratio, compare_ratio(&g->sums));
    table_set_text(t, GROUP_missing,
                   r->n == 0              ? "no position has a measure and status ok in both"
                   : !isfinite(r->lower) ? "too few positions for any verdict"
                                          : NULL);
    return true;
}

/* ---- changes --------------------------------------------------------------------------------- */

/* The rows of a change, of A and B. */
static bool read_change(const abs_comparison *c, size_t item, const abs_row *rows[COMPARE_SIDES],
                        abs_error *error)
{
    const compare_record *record = &c->records[c->changes[item].record];
    for (int side = 0; side < COMPARE_SIDES; side++)
        if ((rows[side] = compare_row(c, record, side, error)) == NULL)
            return false;
    return true;
}

static bool fill_change(const void *finding, table_data *t, size_t item, abs_error *error)
{
    char ids[COMPARE_SIDES][ID_MAX];
    const abs_row *rows[COMPARE_SIDES];
    const abs_comparison *c = finding;
    if (item >= c->change_count || !read_change(c, item, rows, error))
        return false;
    for (int side = 0; side < COMPARE_SIDES; side++)
        abs_row_id(rows[side], ids[side], ID_MAX);
    for (int k = 0; k < COMPARE_FIELDS; k++) {
        if (!(c->changes[item].differs >> k & 1))
            continue;
        table_row(t);
        table_set_text(t, CHANGE_id, ids[COMPARE_A]);
        table_set_text(t, CHANGE_id_b, strcmp(ids[COMPARE_A], ids[COMPARE_B]) != 0 ? ids[1] : NULL);
        table_set_text(t, CHANGE_field, compare_name((compare_field)k));
        set_field(t, CHANGE_a, rows[COMPARE_A], (compare_field)k);
        set_field(t, CHANGE_b, rows[COMPARE_B], (compare_field)k);
    }
    return true;
}

/* On pages, all that differs between two rows is one cell. */

/* Of these fields, "value 3 -> 5"; of the others, only the name. */
static void say_change(abs_buffer *b, const abs_row *const rows[COMPARE_SIDES], uint64_t differs)
{
    const uint64_t in_full = 1u << COMPARE_STATUS | 1u << COMPARE_VALUE | 1u << COMPARE_BEST_MOVE |
                             UINT64_C(1) << COMPARE_NODES;
    for (int full = 1; full >= 0; full--)
        for (int k = 0; k < COMPARE_FIELDS; k++) {
            if (!(differs >> k & 1) || (in_full >> k & 1) != (uint64_t)full)
                continue;
            buffer_text(b, b->length > 0 ? ", " : "");
            buffer_text(b, compare_name((compare_field)k));
            for (int side = 0; full && side < COMPARE_SIDES; side++) {
                buffer_text(b, side == COMPARE_A ? " " : " -> ");
                say_field(b, rows[side], (compare_field)k);
            }
        }
}

static bool fill_shown(const void *finding, table_data *t, size_t item, abs_error *error)
{
    char id[ID_MAX];
    const abs_row *rows[COMPARE_SIDES];
    uint64_t measure[COMPARE_SIDES] = {0};
    abs_buffer what = {0};
    const abs_comparison *c = finding;
    if (item >= c->change_count || !read_change(c, item, rows, error))
        return false;
    for (int side = 0; side < COMPARE_SIDES; side++)
        abs_row_measure(rows[side], c->tally.metric, &measure[side]);
    abs_row_id(rows[COMPARE_A], id, sizeof id);
    say_change(&what, rows, c->changes[item].differs);
    table_row(t);
    /* none of a row that has no measure */
    table_set_real(t, SHOWN_CHANGE_ratio, (double)measure[COMPARE_B] / (double)measure[COMPARE_A]);
    table_set_text(t, SHOWN_CHANGE_what, buffer_end(&what));
    table_set_text(t, SHOWN_CHANGE_row, id);
    buffer_free(&what);
    return true;
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

static bool put_changes(abs_buffer *b, const abs_comparison *c, const abs_page *page,
                        abs_error *error)
{
    /* Where settings differ, so do counts; rows whose values disagree come first. */
    const size_t listed = c->by_position ? c->values : c->change_count;
    const size_t shown = listed < CHANGES_MAX ? listed : CHANGES_MAX;
    table_data t;
    if (shown == 0)
        return true;
    buffer_format(b, "\nThe %s: %zu of %zu, A -> B\n",
                  shown < listed ? "largest changes" : "changes", shown, listed);
    table_start(&t, &shown_changes_form);
    const bool ok = document_fill_table(&t, fill_shown, c, shown, error);
    if (ok && page->markdown) {
        buffer_char(b, '\n');
        table_write_page(b, &t, page, false);
    } else if (ok) {
        t.columns[SHOWN_CHANGE_row].head = "";
        table_write_entries(b, &t, page, MARGIN);
    }
    table_free(&t);
    return ok;
}

static bool put_only(abs_buffer *b, const abs_comparison *c, int side, const abs_page *page,
                     abs_error *error)
{
    char id[ID_MAX];
    abs_buffer text = {0};
    size_t shown = 0;
    if (c->only[side] == 0)
        return true;
    buffer_format(b, "\nOnly in %c: %zu %s\n%s", "AB"[side], c -> only[side],
                  rows_word(c->only[side]), page -> markdown ? "\n" : "");
    for (const compare_record *r = c->records; r < c->records + c->keys.count && shown < ONLY_MAX;
         r++) {
        if (r->row[COMPARE_SIDES - 1 - side] != 0)
            continue;
        const abs_row *row = compare_row(c, r, side, error);
        if (row == NULL)
            break;
        abs_row_id(row, id, sizeof id);
        buffer_clear(&text);
        buffer_text(&text, page->markdown ? "- " : "");
        page_text(&text, page, id);
        page_wrap(b, page, page->markdown ? 0 : MARGIN, buffer_end(&text));
        buffer_char(b, '\n');
        shown++;
    }
    buffer_free(&text);
    if (shown == ONLY_MAX && shown < c->only[side])
        buffer_format(b, "%*s... and %zu more\n", page->markdown ? 2 : MARGIN,
                      page->markdown ? "- " : "", c->only[side] - shown);
    return shown == ONLY_MAX || shown == c->only[side];
}

/* The groups whose measures changed; of the others, whose ratios are all 1, how many there are. */
static size_t fill_groups(table_data *t, const abs_comparison *c)
{
    const label_rules labels = label_find(&c->tally);
    abs_buffer label = {0};
    abs_error never;
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
        fill_group(c, t, i, &never);
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
    for (int side = 0; side < COMPARE_SIDES; side++) {
        snprintf(heads[side], sizeof heads[side], "%s %c", noun, "AB"[side]);
        t.columns[side == COMPARE_A ? GROUP_measure_a : GROUP_measure_b].head = heads[side];
    }
    if (page->markdown) {
        t.columns[GROUP_ratio].head = "B/A [95 % interval]";
        t.columns[GROUP_fewer].head = "fewer/same/more";
    }
    const size_t same = fill_groups(&t, c);
    if (t.rows > 0) {
        buffer_text(b, page->markdown ? "" : "\n");
        table_write_page(b, &t, page, true);
    }
    if (same > 0)
        buffer_format(b, "\n%zu %s the same %s at every position.\n", same,
                      same == 1 ? "configuration needs" : "configurations need", noun);
    table_free(&t);
}

static void put_total(abs_buffer *b, abs_metric metric, const compare_sums *sums, int side)
{
    if (sums->too_large[side])
        buffer_char(b, '-');
    else if (metric == METRIC_time)
        buffer_format(b, "%.4f s", 1e-9 * (double)sums->measure[side]);
    else
        buffer_grouped(b, sums->measure[side]);
}

static bool write_page(abs_buffer *b, const void *finding, const abs_page *page, abs_error *error)
{
    const abs_comparison *c = finding;
    abs_buffer text = {0};
    put_head(b, c, page);
    if (!put_changes(b, c, page, error) || !put_only(b, c, COMPARE_A, page, error) ||
        !put_only(b, c, COMPARE_B, page, error))
        return false;
    put_groups(b, c, page);
    buffer_format(&text, "\nIn all, n = %zu: ", c->pairs);
    put_total(&text, c->tally.metric, &c->sums, COMPARE_A);
    buffer_format(&text, " %s in A, ", abs_metric_nouns[c->tally.metric]);
    put_total(&text, c->tally.metric, &c->sums, COMPARE_B);
    buffer_text(&text, " in B");
    if (isfinite(compare_ratio(&c->sums)))
        buffer_format(&text, ", %.4f of A's", compare_ratio(&c->sums));
    buffer_text(&text, ".\n");
    page_wrap(b, page, 0, buffer_end(&text));
    buffer_free(&text);
    return true;
}

static const document_table tables[] = {
    {&differences_form, fill_setting}, {&failures_form, fill_failures}, {&only_form, fill_only},
    {&groups_form, fill_group},        {&changes_form, fill_change},
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
