/* tables.c -- see tables.h. */
#include "report/tables.h"
#include "report/answers.h"
#include "report/label.h"
#include "report/sentences.h"
#include "report/sheet.h"

typedef struct {
    const abs_findings *f;
    label_rules labels;
    sheet sheet;
    bool compact; /* 1.23 M for 1 234 567 */
    bool wrong_values, wrong_moves;
    abs_buffer text; /* scratch */
} table;

/* ---- columns ------------------------------------------------------------------------------- */

static void add_column(sheet *s, const char *first, const char *second, const char *third)
{
    s->columns[s->count] = (sheet_column){{first, second, third}, SHEET_RIGHT, "  ", 0};
    s->count++;
}

/* Under the metric's own words. */
static void add_measure_column(table *t)
{
    switch (t->f->tally->metric) {
    case METRIC_distinct_leaves:
        add_column(&t->sheet, "", "distinct", "leaves");
        break;
    case METRIC_evaluations:
        add_column(&t->sheet, "", "evalu-", "ations");
        break;
    case METRIC_time:
        add_column(&t->sheet, "", "cpu", "s");
        break;
    default:
        add_column(&t->sheet, "", "", abs_metric_nouns[t->f->tally->metric]);
    }
}

static void make_columns(table *t)
{
    const abs_findings *f = t->f;
    sheet *s = &t->sheet;
    for (size_t i = 0; i < f->tally->group_keys.count; i++) {
        t->wrong_values |= !config_is_sound(&f->tally->groups[i].config);
        t->wrong_moves |= f->verification.wrongs[i].wrong_moves > 0;
    }
    t->wrong_moves |= t->wrong_values;
    s->lines = 3;
    s->columns[s->count++] =
        (sheet_column){{"", "", s->markdown ? "algorithm" : "algorithm  "}, SHEET_LEFT, "", 0};
    add_column(s, "", "", "n");
    add_measure_column(t);
    if (f->compares) {
        add_column(s, "ratio to", f->reference, "[95 % interval]");
        s->columns[s->count - 1].side = SHEET_LEFT; /* point estimates below each other */
    }
    add_column(s, "root", "re-", "search");
    add_column(s, "interior", "re-", "search");
    add_column(s, "first", "move", "cut %");
    if (f->times)
        add_column(s, "", "time", f->milliseconds ? "ms" : "s");
    if (t->wrong_values)
        add_column(s, "", "wrong", "values");
    if (t->wrong_moves)
        add_column(s, "", "wrong", "moves");
}

static void put_count(table *t, uint64_t number)
{
    double scaled = (double)number;
    size_t unit = 0;
    if (!t->compact || number < 10000) {
        buffer_grouped(&t->sheet.cells, number);
        sheet_cell(&t->sheet, "%s", "");
        return;
    }
    for (; scaled >= 999.5; scaled /= 1000)
        unit++;
    sheet_cell(&t->sheet, "%.*f %c",
               scaled < 9.995   ? 2
               : scaled < 99.95 ? 1
                                : 0,
               scaled, " kMGTPE"[unit]);
}

static void put_wrong(sheet *s, bool unsound, size_t wrong, size_t judged)
{
    if (judged > 0 && (unsound || wrong > 0))
        sheet_cell(s, "%zu/%zu", wrong, judged);
    else
        sheet_cell(s, "%s", unsound ? "?" : "");
}

/* The cells of a row, under the name that `text` holds. */
static void put_cells(table *t, const abs_aggregate *a)
{
    const abs_tally_group *g = &t->f->tally->groups[a->group];
    const abs_wrongs *w = &t->f->verification.wrongs[a->group];
    const bool unsound = !config_is_sound(&g->config);
    sheet *s = &t->sheet;
    sheet_cell(s, s->markdown ? "%s" : "  %s", buffer_end(&t->text));
    sheet_cell(s, "%zu", a->n);
    if (a->n > 0 && t->f->tally->metric == METRIC_time)
        sheet_real(s, 4, 1e-9 * (double)a->measure.sum);
    else if (a->measure.has_sum && a->n > 0)
        put_count(t, a->measure.sum);
    else
        sheet_cell(s, "-");
    if (t->f->compares && a->reference == a->group && a->n > 0)
        sheet_cell(s, "1.000 (reference)");
    else if (t->f->compares)
        sheet_ratio(s, &a->ratio);
    put_count(t, g->sums[COUNT_root_researches]);
    put_count(t, g->sums[COUNT_interior_researches]);
    sheet_real(s, 1,
               100 * (double)g->sums[COUNT_first_move_cutoffs] / (double)g->sums[COUNT_cutoffs]);
    if (t->f->times)
        sheet_real(s, 2, t->f->milliseconds ? 1e3 * g->real_s : g->real_s);
    if (t->wrong_values)
        put_wrong(s, unsound, w->wrong_values, w->values_judged);
    if (t->wrong_moves)
        put_wrong(s, unsound, w->wrong_moves, w->moves_judged);
}

/* ---- layout -------------------------------------------------------------------------------- */

static void put_label(table *t, size_t group)
{
    label_write_twins(&t->labels, t->f->tally, &t->f->pairs, (uint32_t)group, &t->text);
}

/* Fits the columns to all rows; returns the width of a line. */
static size_t measure(table *t)
{
    sheet_measure_header(&t->sheet);
    for (size_t i = 0; i < t->f->tally->group_keys.count; i++) {
        if (pairs_is_twin(&t->f->pairs, i))
            continue;
        put_label(t, i);
        put_cells(t, &t->f->aggregates[i]);
        sheet_measure(&t->sheet);
    }
    return sheet_width(&t->sheet);
}

/* Makes the table fit the screen: with shorter counts, then with smaller gaps, and at last with the
   longest labels on lines of their own. */
static void fit(table *t)
{
    size_t *label = &t->sheet.columns[0].width;
    if (measure(t) <= SHEET_SCREEN)
        return;
    t->compact = true;
    if (measure(t) <= SHEET_SCREEN)
        return;
    for (size_t k = 1; k < t->sheet.count; k++)
        t->sheet.columns[k].gap = " ";
    const size_t width = measure(t), least = strlen(t->sheet.columns[0].header[2]);
    if (width > SHEET_SCREEN) {
        const size_t over = width - SHEET_SCREEN;
        *label = *label > over + least ? *label - over : least;
    }
}

/* ---- text ---------------------------------------------------------------------------------- */

static void put_row(abs_buffer *b, table *t, size_t aggregate)
{
    put_label(t, aggregate);
    if (!t->sheet.markdown && t->text.length + 2 > t->sheet.columns[0].width) {
        sheet_wrap(b, 2, buffer_end(&t->text));
        buffer_char(b, '\n');
        buffer_clear(&t->text);
    }
    put_cells(t, &t->f->aggregates[aggregate]);
    sheet_row(b, &t->sheet);
}

/* Block after block: the groups of one spec and setting. */
static void put_blocks(abs_buffer *b, table *t)
{
    const abs_findings *f = t->f;
    const abs_tally_group *groups = f->tally->groups;
    const bool markdown = t->sheet.markdown;
    if (!markdown && f->tally->group_keys.count > 0)
        sheet_header(b, &t->sheet);
    for (size_t block = 0; block < f->tally->blocks.count; block++) {
        bool begun = false;
        for (size_t i = 0; i < f->tally->group_keys.count; i++) {
            if (groups[i].block != block || groups[i].for_reference || pairs_is_twin(&f->pairs, i))
                continue;
            if (!begun) {
                buffer_clear(&t->text);
                label_write_heading(f->tally, &groups[i], &t->labels, &t->text);
                buffer_text(b, block > 0 || (markdown && b->length > 0) ? "\n" : "");
                sheet_heading(b, markdown, buffer_end(&t->text));
                if (markdown)
                    sheet_header(b, &t->sheet);
                begun = true;
            }
            put_row(b, t, i);
        }
    }
}

/* In Markdown, every sentence is a paragraph. What to use comes last, where a terminal stands. */
static void put_sentences(abs_buffer *b, table *t)
{
    enum { ANSWERS = 12 }; /* a terminal's */
    buffer_clear(&t->text);
    sentences_write(&t->text, t->f);
    if (!t->sheet.markdown)
        buffer_char(&t->text, '\n');
    answers_write(&t->text, t->f, t->sheet.markdown ? 0 : ANSWERS);
    if (!t->sheet.markdown) {
        sheet_wrap(b, 0, buffer_end(&t->text));
        return;
    }
    buffer_char(&t->text, '\0');
    for (char *line = t->text.data, *end; !t->text.failed && (end = strchr(line, '\n')) != NULL;
         line = end + 1) {
        *end = '\0';
        const char *const options = line + strspn(line, " "); /* what is indented is to be copied */
        buffer_char(b, '\n');
        if (options > line)
            buffer_format(b, "    %s", options);
        else
            buffer_markdown(b, line);
        buffer_char(b, '\n');
    }
}

void tables_write(abs_buffer *b, const abs_findings *f, bool markdown)
{
    table t = {.f = f,
               .labels = label_find(f->tally),
               .sheet = {.markdown = markdown, .padded = !markdown}};
    make_columns(&t);
    label_write_common(&t.labels, markdown ? b : &t.text);
    if (!markdown) {
        sheet_wrap(b, 0, buffer_end(&t.text));
        fit(&t);
    }
    put_blocks(b, &t);
    tables_best(b, f, markdown);
    tables_solved(b, f, markdown);
    buffer_text(b, markdown ? "" : "\n");
    if (f->theory != NULL)
        theory_table(b, f->tally, f->theory, markdown);
    put_sentences(b, &t);
    b->failed |= t.text.failed;
    buffer_free(&t.text);
    buffer_free(&t.sheet.cells);
}
