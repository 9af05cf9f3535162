/* compare_table.c -- a comparison for people: on a terminal, and in Markdown. See compare.h. */
#include "find/compare.h"
#include "find/label.h"

#include <math.h>

enum { CHANGES_MAX = 20, ONLY_MAX = 10 }; /* shown; JSON has them all */
enum { MARGIN = 11 };                     /* of a change and its row */

/* What is shown with its values; other fields are only named. */
static const uint32_t in_full =
    1u << COMPARE_STATUS | 1u << COMPARE_VALUE | 1u << COMPARE_BEST_MOVE | 1u << COMPARE_NODES;

static const char *rows_word(size_t count)
{
    return count == 1 ? "row" : "rows";
}

/* Frees the text. */
static void put_wrapped(abs_buffer *b, const sheet_page *page, size_t indent, abs_buffer *text)
{
    sheet_wrap(b, page, indent, buffer_end(text));
    b->failed |= text->failed;
    buffer_free(text);
}

/* What is held against what, a sentence a line. */
static void put_match(abs_buffer *b, const abs_comparison *c, const sheet_page *page)
{
    abs_buffer text = {0};
    if (!c->by_position)
        return;
    buffer_format(b, "\nMatched by position, depth and algorithm%s\n%s",
                  c->setting_count > 0 ? ":" : "; no setting differs.", page->markdown ? "\n" : "");
    for (size_t i = 0; i < c->setting_count; i++) {
        compare_setting_say(c, &c->settings[i], &text);
        buffer_text(b, page->markdown ? "- " : "  ");
        sheet_text(b, page, buffer_end(&text));
        buffer_char(b, '\n');
    }
    compare_values_say(c, &text);
    buffer_format(b, "%s%s.\n", page->markdown ? "\n" : "  ", buffer_end(&text));
    b->failed |= text.failed;
    buffer_free(&text);
}

static void put_head(abs_buffer *b, const abs_comparison *c, const sheet_page *page)
{
    abs_buffer text = {0};
    for (int side = 0; side < COMPARE_SIDES; side++) {
        buffer_format(&text, "%s%c: ", page->markdown ? "- " : "", "AB"[side]);
        sheet_text(&text, page, c->names[side]);
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
    put_wrapped(b, page, 0, &text);
}

/* ---- rows ---------------------------------------------------------------------------------- */

/* A change with what it was and is: of these fields, "value 3 -> 5"; of the others, only the name.
   B's row is read while A's is at hand. */
typedef struct {
    const abs_row *row[COMPARE_SIDES];
    uint64_t differs;
} shown_change;

static void put_field(abs_buffer *b, const shown_change *change, compare_field field)
{
    buffer_format(b, "%s ", compare_name((compare_field)field));
    for (int side = 0; side < COMPARE_SIDES; side++) {
        buffer_text(b, side == COMPARE_B ? " -> " : "");
        if (field < COMPARE_COUNTS)
            compare_json_field(b, change->row[side], field);
        else
            buffer_grouped(b, row_counted(&row_counts[field - COMPARE_COUNTS], change->row[side]));
    }
}

static void put_what(abs_buffer *b, const shown_change *change)
{
    for (int full = 1, any = 0; full >= 0; full--)
        for (int k = 0; k < COMPARE_FIELDS; k++) {
            if (!(change->differs >> k & 1) || (in_full >> k & 1) != (uint32_t)full)
                continue;
            buffer_text(b, any ? ", " : "");
            any = 1;
            if (full)
                put_field(b, change, (compare_field)k);
            else
                buffer_text(b, compare_name((compare_field)k));
        }
}

/* A change on a terminal: "1.234  value 3 -> 5", and its row below. */
static void put_change_lines(abs_buffer *b, const sheet_page *page, double ratio,
                             const shown_change *change, const char *id)
{
    abs_buffer lead = {0}, what = {0}, row = {0};
    if (isfinite(ratio))
        buffer_format(&lead, "%*.3f  ", MARGIN - 2, ratio);
    else
        buffer_format(&lead, "%*s  ", MARGIN - 2, "-");
    put_what(&what, change);
    sheet_wrap_behind(b, page, buffer_end(&lead), buffer_end(&what));
    buffer_char(b, '\n');
    buffer_plain(&row, id);
    put_wrapped(b, page, MARGIN, &row);
    buffer_char(b, '\n');
    b->failed |= lead.failed || what.failed;
    buffer_free(&lead);
    buffer_free(&what);
}

static bool put_change(abs_buffer *b, sheet *s, const abs_comparison *c,
                       const compare_change *change, abs_error *error)
{
    char id[2 * ABS_TEXT_MAX + CONFIG_WORDS_MAX];
    uint64_t measure[COMPARE_SIDES] = {0};
    const compare_record *record = &c->records[change->record];
    shown_change shown = {.differs = change->differs};
    for (int side = 0; side < COMPARE_SIDES; side++) {
        shown.row[side] = compare_row(c, record, side, error);
        if (shown.row[side] == NULL)
            return false;
        abs_row_measure(shown.row[side], c->tally.metric, &measure[side]);
    }
    abs_row_id(shown.row[COMPARE_A], id, sizeof id);
    /* none of a row that has no measure */
    const double ratio = (double)measure[COMPARE_B] / (double)measure[COMPARE_A];
    if (!s->page->markdown) {
        put_change_lines(b, s->page, ratio, &shown, id);
        return true;
    }
    sheet_real(s, 3, ratio);
    put_what(&s->cells, &shown);
    sheet_cell(s, "%s", "");
    sheet_cell(s, "%s", id);
    sheet_row(b, s);
    return true;
}

static bool put_changes(abs_buffer *b, const abs_comparison *c, const sheet_page *page,
                        abs_error *error)
{
    /* Where settings differ, so do counts; rows whose values disagree come first. */
    const size_t listed = c->by_position ? c->values : c->change_count;
    const size_t shown = listed < CHANGES_MAX ? listed : CHANGES_MAX;
    sheet s = {.page = page, .lines = 1};
    sheet_add(&s, SHEET_RIGHT, 0, "B/A", NULL, NULL);
    sheet_add(&s, SHEET_LEFT, 0, "changed", NULL, NULL);
    sheet_add(&s, SHEET_LEFT, 0, "row", NULL, NULL);
    if (shown == 0)
        return true;
    buffer_format(b, "\nThe %s: %zu of %zu, A -> B\n",
                  shown < listed ? "largest changes" : "changes", shown, listed);
    if (page->markdown) {
        buffer_char(b, '\n');
        sheet_header(b, &s);
    }
    bool ok = true;
    for (size_t i = 0; ok && i < shown; i++)
        ok = put_change(b, &s, c, &c->changes[i], error);
    buffer_free(&s.cells);
    return ok;
}

static bool put_only(abs_buffer *b, const abs_comparison *c, int side, const sheet_page *page,
                     abs_error *error)
{
    char id[2 * ABS_TEXT_MAX + CONFIG_WORDS_MAX];
    size_t shown = 0;
    if (c->only[side] == 0)
        return true;
    buffer_format(b, "\nOnly in %s: %zu %s\n%s", side == COMPARE_A ? "A" : "B", c->only[side],
                  rows_word(c->only[side]), page->markdown ? "\n" : "");
    for (const compare_record *r = c->records; r < c->records + c->record_count && shown < ONLY_MAX;
         r++) {
        abs_buffer text = {0};
        if (r->row[COMPARE_SIDES - 1 - side] != 0)
            continue;
        const abs_row *row = compare_row(c, r, side, error);
        if (row == NULL)
            return false;
        abs_row_id(row, id, sizeof id);
        buffer_text(&text, page->markdown ? "- " : "");
        sheet_text(&text, page, id);
        put_wrapped(b, page, page->markdown ? 0 : MARGIN, &text);
        buffer_char(b, '\n');
        shown++;
    }
    if (shown < c->only[side])
        buffer_format(b, "%*s... and %zu more\n", page->markdown ? 2 : MARGIN,
                      page->markdown ? "- " : "", c->only[side] - shown);
    return true;
}

/* ---- configurations ------------------------------------------------------------------------ */

static void put_total(abs_buffer *b, abs_metric metric, const compare_sums *sums, int side)
{
    if (sums->too_large[side])
        buffer_char(b, '-');
    else if (metric == METRIC_time)
        buffer_format(b, "%.4f s", 1e-9 * (double)sums->measure[side]);
    else
        buffer_grouped(b, sums->measure[side]);
}

/* The cells of a row, under its configuration. */
static void put_cells(sheet *s, abs_metric metric, const compare_group *g, const char *label)
{
    const stats_ratio *r = &g->ratio;
    sheet_cell(s, "%s", label);
    sheet_cell(s, "%zu", r->n);
    sheet_tint_ratio(s, r);
    sheet_ratio(s, r);
    sheet_real(s, 3, r->median);
    sheet_cell(s, "%zu/%zu/%zu", r->wins, r->ties, r->losses);
    for (int side = 0; side < COMPARE_SIDES; side++) {
        put_total(&s->cells, metric, &g->sums, side);
        sheet_cell(s, "%s", "");
    }
    sheet_real(s, 3, compare_ratio(&g->sums));
}

/* Of a group whose measures changed; the others are counted only. */
static bool is_shown(const compare_group *g)
{
    return g->ratio.wins + g->ratio.losses > 0;
}

static void put_rows(abs_buffer *b, sheet *s, const abs_comparison *c, bool print)
{
    const label_rules labels = label_find(&c->tally);
    abs_buffer label = {0};
    uint32_t block = UINT32_MAX;
    for (size_t i = 0; i < c->tally.group_keys.count; i++) {
        const abs_tally_group *group = &c->tally.groups[i];
        if (!is_shown(&c->groups[i]))
            continue;
        if (print && group->block != block) {
            buffer_clear(&label);
            label_write_heading(&c->tally, group, &labels, &label);
            buffer_char(b, '\n');
            sheet_heading(b, s->page, buffer_end(&label));
            sheet_header(b, s);
            block = group->block;
        }
        label_write(&labels, &group->config, &label);
        if (c->groups[i].partner != NULL &&
            strcmp(c->groups[i].partner->config.algo.name, group->config.algo.name) != 0)
            buffer_format(&label, ", in B %s", c->groups[i].partner->config.algo.name);
        put_cells(s, c->tally.metric, &c->groups[i], buffer_end(&label));
        if (print)
            sheet_row(b, s);
        else
            sheet_measure(s);
    }
    b->failed |= label.failed;
    buffer_free(&label);
}

static void put_groups(abs_buffer *b, const abs_comparison *c, const sheet_page *page)
{
    const char *noun = abs_metric_nouns[c->tally.metric];
    char head[COMPARE_SIDES][32];
    size_t same = 0, shown = 0;
    for (int side = 0; side < COMPARE_SIDES; side++)
        snprintf(head[side], sizeof head[side], "%s %c", noun, "AB"[side]);
    sheet s = {.page = page, .lines = 1};
    sheet_add(&s, SHEET_LEFT, 0, "algorithm", NULL, NULL);
    sheet_add(&s, SHEET_RIGHT, 1, "n", NULL, NULL);
    sheet_add(&s, SHEET_LEFT, 0, page->markdown ? "B/A [95 % interval]" : "B/A [95 %]", NULL, NULL);
    sheet_explain(&s, "B/A: geometric mean over n positions");
    sheet_add(&s, SHEET_RIGHT, 5, "median", NULL, NULL);
    sheet_add(&s, SHEET_RIGHT, 2, page->markdown ? "fewer/same/more" : "fewer/=/more", NULL, NULL);
    sheet_explain(&s, "fewer, same or more: positions");
    sheet_add(&s, SHEET_RIGHT, 3, head[COMPARE_A], NULL, NULL);
    sheet_add(&s, SHEET_RIGHT, 3, head[COMPARE_B], NULL, NULL);
    sheet_add(&s, SHEET_RIGHT, 4, "total", NULL, NULL);
    sheet_explain(&s, "total: B/A of the sums");
    sheet_measure_header(&s);
    put_rows(b, &s, c, false);
    sheet_fit(&s);
    put_rows(b, &s, c, true);
    for (size_t i = 0; i < c->tally.group_keys.count; i++) {
        shown += is_shown(&c->groups[i]);
        same += c->groups[i].ratio.n > 0 && !is_shown(&c->groups[i]);
    }
    if (shown > 0) {
        buffer_char(b, '\n');
        sheet_words(b, &s);
    }
    if (same > 0)
        buffer_format(b, "\n%zu %s the same %s at every position.\n", same,
                      same == 1 ? "configuration needs" : "configurations need", noun);
    buffer_free(&s.cells);
}

bool compare_table(abs_buffer *b, const abs_comparison *c, const sheet_page *page, abs_error *error)
{
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
    put_wrapped(b, page, 0, &text);
    return true;
}
