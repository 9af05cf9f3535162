/* theory_table.c -- --theory for people: a table of what closed forms cover, and sentences. */
#include "find/label.h"
#include "find/theory_lines.h"

#include <math.h>

typedef struct {
    const abs_tally *tally;
    const theory_line *lines; /* one a group */
    label_rules rules;
    sheet sheet;
    abs_buffer label; /* scratch */
} table;

/* "uniform:b=4,range=100, depth 5: alphabeta". */
static void put_name(abs_buffer *b, table *t, const theory_line *l)
{
    label_write_heading(t->tally, l->group, &t->rules, b);
    label_write(&t->rules, &l->group->config, &t->label);
    buffer_format(b, ": %s", buffer_end(&t->label));
}

static void put_cells(table *t, const theory_line *l)
{
    const double values[] = {l->leaves,     l->distinct, l->least, l->measured ? l->mean.mean : NAN,
                             l->mean.error, l->mean.z};
    put_name(&t->sheet.cells, t, l);
    sheet_cell(&t->sheet, "%s", "");
    for (size_t k = 0; k < sizeof values / sizeof values[0]; k++)
        if (isfinite(values[k]) && fabs(values[k]) >= 1e9)
            sheet_cell(&t->sheet, "%.4e", values[k]);
        else
            sheet_real(&t->sheet, 2, values[k]);
}

/* Whether any line has a form. */
static bool is_any_covered(const abs_tally *t, const theory_line *lines)
{
    for (size_t i = 0; i < t->group_keys.count; i++)
        if (lines[i].form != NULL)
            return true;
    return false;
}

/* The lines that have a form. */
static void put_lines(abs_buffer *b, table *t)
{
    sheet_measure_header(&t->sheet);
    for (int print = 0; print < 2; print++) {
        if (print) {
            sheet_fit(&t->sheet);
            sheet_header(b, &t->sheet);
        }
        for (size_t i = 0; i < t->tally->group_keys.count; i++) {
            if (t->lines[i].form == NULL)
                continue;
            put_cells(t, &t->lines[i]);
            if (print)
                sheet_row(b, &t->sheet);
            else
                sheet_measure(&t->sheet);
        }
    }
}

/* One sentence for each reason why lines have no closed form, after `before`. */
static void write_uncovered(abs_buffer *b, const abs_tally *t, const theory_line *lines,
                            const char *before)
{
    enum { REASONS = 16 };
    const size_t groups = t->group_keys.count;
    const char *told[REASONS];
    size_t count = 0;
    for (size_t i = 0; i < groups && count < REASONS; i++) {
        size_t all = 0, k = 0;
        while (k < count && told[k] != lines[i].missing)
            k++;
        if (lines[i].form != NULL || k < count)
            continue;
        told[count++] = lines[i].missing;
        for (k = i; k < groups; k++)
            all += lines[k].form == NULL && lines[k].missing == lines[i].missing;
        buffer_format(b, "%sNo closed form for %zu %s (%s%s): %s.\n", before, all,
                      all == 1 ? "line" : "lines", lines[i].group->config.algo.name,
                      all == 1 ? "" : " the first", lines[i].missing);
    }
}

/* "-infinity", "0". */
static const char *bound_text(int bound, char *text, size_t size)
{
    if (bound <= -ABS_INFINITY || bound >= ABS_INFINITY)
        snprintf(text, size, "%sinfinity", bound < 0 ? "-" : "");
    else if (bound == ABS_INFINITY - 1 || bound == 1 - ABS_INFINITY)
        snprintf(text, size, bound < 0 ? "1 - infinity" : "infinity - 1");
    else
        snprintf(text, size, "%d", bound);
    return text;
}

/* A sentence for each line whose first pass has a form. */
static void write_first_passes(abs_buffer *b, table *t)
{
    char low[32], high[32];
    for (size_t i = 0; i < t->tally->group_keys.count; i++) {
        const theory_line *l = &t->lines[i];
        const abs_tally_group *g = l->group;
        if (isnan(l->first_expected))
            continue;
        buffer_text(b, t->sheet.page->markdown ? "\n" : "");
        put_name(b, t, l);
        buffer_format(b,
                      ": the first pass, with the window (%s, %s), visits %.2f nodes by closed "
                      "form; mean %.2f",
                      bound_text(g->first_alpha, low, sizeof low),
                      bound_text(g->first_beta, high, sizeof high), l->first_expected,
                      l->first.mean);
        if (isfinite(l->first.z))
            buffer_format(b, ", std. error %.2f, z %.2f", l->first.error, l->first.z);
        buffer_text(b, ".\n");
    }
}

static void add_columns(sheet *s)
{
    sheet_add(s, SHEET_LEFT, 0, "leaves by closed form", NULL, NULL);
    sheet_add(s, SHEET_RIGHT, 0, "expected", NULL, NULL);
    sheet_explain(s, "expected: leaves visited");
    sheet_add(s, SHEET_RIGHT, 3, "distinct", NULL, NULL);
    sheet_explain(s, "distinct: each once");
    sheet_add(s, SHEET_RIGHT, 2, "least", NULL, NULL);
    sheet_explain(s, "least: of any proof");
    sheet_add(s, SHEET_RIGHT, 0, "mean", NULL, NULL);
    sheet_explain(s, "mean: of the searches");
    sheet_add(s, SHEET_RIGHT, 1, "std. error", NULL, NULL);
    sheet_add(s, SHEET_RIGHT, 0, "z", NULL, NULL);
    sheet_explain(s, "z: standard errors from expected to mean");
}

void theory_table(abs_buffer *b, const abs_tally *tally, const theory_line *lines,
                  const sheet_page *page)
{
    table t = {.tally = tally,
               .lines = lines,
               .rules = label_find(tally),
               .sheet = {.page = page, .lines = 1}};
    abs_buffer sentences = {0};
    add_columns(&t.sheet);
    if (is_any_covered(tally, lines)) {
        buffer_text(b, page->markdown ? "\n" : "");
        put_lines(b, &t);
        buffer_text(b, page->markdown ? "\n" : "");
        sheet_words(b, &t.sheet);
        buffer_text(b, page->markdown ? "" : "\n");
    }
    write_first_passes(&sentences, &t);
    write_uncovered(&sentences, tally, lines, page->markdown ? "\n" : "");
    sheet_wrap(b, page, 0, buffer_end(&sentences));
    b->failed |= t.label.failed || sentences.failed;
    buffer_free(&sentences);
    buffer_free(&t.label);
    buffer_free(&t.sheet.cells);
}

bool theory_complain(const abs_tally *tally, const theory_line *lines)
{
    abs_buffer b = {0};
    if (is_any_covered(tally, lines))
        return true;
    write_uncovered(&b, tally, lines, "absbench: --theory: ");
    fputs(buffer_end(&b), stderr);
    const bool ok = !b.failed;
    buffer_free(&b);
    return ok;
}
