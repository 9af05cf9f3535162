/* tables.c -- see tables.h. */
#include "report/tables.h"
#include "report/label.h"
#include "report/sentences.h"
#include "report/sheet.h"
#include "report/theory_lines.h"

enum { LABEL, N, NODES, RATIO, ROOT, INTERIOR, FIRST, TIME, WRONG_VALUES, WRONG_MOVES, COLUMNS };

typedef struct {
    const abs_findings *f;
    label_rules labels;
    sheet sheet;
    bool compact;    /* 1.23 M for 1 234 567 */
    abs_buffer text; /* scratch */
} table;

/* ---- columns ------------------------------------------------------------------------------- */

static sheet make_sheet(const abs_findings *f, bool markdown)
{
    bool unsound = false, wrong_moves = false;
    for (size_t i = 0; i < f->aggregate_count; i++) {
        unsound |= !abs_config_is_sound(&f->tally->groups[i].config);
        wrong_moves |= f->verification->wrongs[i].wrong_moves > 0;
    }
    sheet s = {
        .markdown = markdown,
        .padded = !markdown,
        .indent = 2,
        .lines = 3,
        .count = COLUMNS,
        .columns =
            {
                [LABEL] = {{"", "", "algorithm"}, SHEET_LEFT, "", 0},
                [N] = {{"", "", "n"}, SHEET_RIGHT, "  ", 0},
                [NODES] = {{"", "", "nodes"}, SHEET_RIGHT, "  ", 0},
                /* to the left, so that the point estimates stand below each other */
                [RATIO] = {{"ratio to", f->reference, "[95 % interval]"}, SHEET_LEFT, "  ", 0},
                [ROOT] = {{"root", "re-", "search"}, SHEET_RIGHT, "  ", 0},
                [INTERIOR] = {{"interior", "re-", "search"}, SHEET_RIGHT, "  ", 0},
                [FIRST] = {{"first", "move", "cut %"}, SHEET_RIGHT, "  ", 0},
                [TIME] = {{"", "time", f->milliseconds ? "ms" : "s"}, SHEET_RIGHT, "  ", 0},
                [WRONG_VALUES] = {{"", "wrong", "values"}, SHEET_RIGHT, "  ", 0},
                [WRONG_MOVES] = {{"", "wrong", "moves"}, SHEET_RIGHT, "  ", 0},
            },
    };
    const bool hidden[COLUMNS] = {
        [TIME] = !f->times, [WRONG_VALUES] = !unsound, [WRONG_MOVES] = !unsound && !wrong_moves};
    for (size_t k = 0; k < COLUMNS; k++)
        s.columns[k].hidden = hidden[k];
    return s;
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

static void put_wrong(table *t, bool unsound, size_t wrong, size_t judged)
{
    if (judged > 0 && (unsound || wrong > 0))
        sheet_cell(&t->sheet, "%zu/%zu", wrong, judged);
    else
        sheet_cell(&t->sheet, "%s", unsound ? "?" : "");
}

static void put_cells(table *t, const abs_aggregate *a)
{
    const abs_tally_group *g = &t->f->tally->groups[a->group];
    const abs_wrongs *w = &t->f->verification->wrongs[a->group];
    const bool unsound = !abs_config_is_sound(&g->config);
    label_write(&t->labels, &g->config, &t->text);
    sheet_cell(&t->sheet, "%s", buffer_end(&t->text));
    sheet_cell(&t->sheet, "%zu", a->n);
    if (a->has_sum && a->n > 0)
        put_count(t, a->sum);
    else
        sheet_cell(&t->sheet, "-");
    if (a->is_reference && a->n > 0)
        sheet_cell(&t->sheet, "1.000 (reference)");
    else
        sheet_ratio(&t->sheet, &a->ratio);
    put_count(t, g->root_researches);
    put_count(t, g->interior_researches);
    sheet_real(&t->sheet, 1, 100 * (double)g->first_move_cutoffs / (double)g->cutoffs);
    sheet_real(&t->sheet, 2, t->f->milliseconds ? 1e3 * g->real_s : g->real_s);
    put_wrong(t, unsound, w->wrong_values, w->values_judged);
    put_wrong(t, unsound, w->wrong_moves, w->moves_judged);
}

/* ---- layout -------------------------------------------------------------------------------- */

/* Fits the columns to all rows; returns the width of a line. */
static size_t measure(table *t)
{
    sheet_measure_header(&t->sheet);
    for (size_t i = 0; i < t->f->aggregate_count; i++) {
        put_cells(t, &t->f->aggregates[i]);
        sheet_measure(&t->sheet);
    }
    return sheet_width(&t->sheet);
}

/* Makes the table fit the screen: with shorter counts, then with smaller gaps, and at last with the
   longest labels on lines of their own. */
static void fit(table *t)
{
    size_t *label = &t->sheet.columns[LABEL].width;
    if (measure(t) <= SHEET_SCREEN)
        return;
    t->compact = true;
    if (measure(t) <= SHEET_SCREEN)
        return;
    for (size_t k = 1; k < COLUMNS; k++)
        t->sheet.columns[k].gap = " ";
    const size_t width = measure(t), least = strlen("algorithm");
    if (width > SHEET_SCREEN) {
        const size_t over = width - SHEET_SCREEN;
        *label = *label > over + least ? *label - over : least;
    }
}

/* Block after block: the groups of one spec and setting. */
static void put_blocks(abs_buffer *b, table *t)
{
    const abs_findings *f = t->f;
    const abs_tally_group *groups = f->tally->groups;
    const bool markdown = t->sheet.markdown;
    if (!markdown && f->aggregate_count > 0)
        sheet_header(b, &t->sheet);
    for (size_t block = 0; block < f->tally->blocks.count; block++) {
        bool begun = false;
        for (size_t i = 0; i < f->aggregate_count; i++) {
            if (groups[i].block != block)
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
            put_cells(t, &f->aggregates[i]);
            sheet_row(b, &t->sheet);
        }
    }
}

/* In Markdown, every sentence is a paragraph. */
static void put_sentences(abs_buffer *b, table *t)
{
    buffer_clear(&t->text);
    sentences_write(&t->text, t->f);
    if (!t->sheet.markdown) {
        sheet_wrap(b, 0, buffer_end(&t->text));
        return;
    }
    buffer_char(&t->text, '\0');
    for (char *line = t->text.data, *end; !t->text.failed && (end = strchr(line, '\n')) != NULL;
         line = end + 1) {
        *end = '\0';
        buffer_char(b, '\n');
        buffer_markdown(b, line);
        buffer_char(b, '\n');
    }
}

void tables_write(abs_buffer *b, const abs_findings *f, bool markdown)
{
    table t = {.f = f, .labels = label_find(f->tally), .sheet = make_sheet(f, markdown)};
    label_write_common(&t.labels, markdown ? b : &t.text);
    if (!markdown) {
        sheet_wrap(b, 0, buffer_end(&t.text));
        fit(&t);
    }
    put_blocks(b, &t);
    buffer_text(b, markdown ? "" : "\n");
    if (f->theory)
        theory_table(b, f, markdown);
    put_sentences(b, &t);
    b->failed |= t.text.failed;
    buffer_free(&t.text);
    buffer_free(&t.sheet.cells);
}
