/* report_theory_table.c -- --theory for a person, and what it does not cover. See report_theory.h.
 */
#include "report/label.h"
#include "report/theory_lines.h"

#include <math.h>
#include <stdlib.h>

enum { CELL = 32, COLUMNS = 7 };

static const char *const headers[COLUMNS] = {
    "leaves by closed form", "expected", "distinct", "least", "mean", "std. error", "z"};

typedef struct {
    const abs_findings *f;
    theory_line *lines;
    label_rules rules;
    size_t width[COLUMNS];
    bool markdown;
    abs_buffer name, label;
} sheet;

/* "uniform:b=4,range=100, depth 5: alphabeta"; valid until the next. */
static const char *line_name(sheet *s, const theory_line *l)
{
    buffer_clear(&s->name);
    label_write_heading(s->f->tally, l->group, &s->rules, &s->name);
    label_write(&s->rules, &l->group->config, &s->label);
    buffer_format(&s->name, ": %s", buffer_end(&s->label));
    return buffer_end(&s->name);
}

/* Every cell but the name. */
static void line_cells(const theory_line *l, char cells[COLUMNS][CELL])
{
    const double values[COLUMNS] = {
        NAN, l->leaves, l->distinct, l->least, l->measured ? l->mean : NAN, l->error, l->z};
    for (int k = 1; k < COLUMNS; k++)
        if (!isfinite(values[k]))
            snprintf(cells[k], CELL, "-");
        else
            snprintf(cells[k], CELL, fabs(values[k]) < 1e9 ? "%.2f" : "%.4e", values[k]);
}

/* Finds the widths; false if no line has a form. */
static bool measure_sheet(sheet *s)
{
    char cells[COLUMNS][CELL];
    bool any = false;
    for (int k = 0; k < COLUMNS; k++)
        s->width[k] = strlen(headers[k]);
    for (size_t i = 0; i < s->f->aggregate_count; i++) {
        if (s->lines[i].form == NULL)
            continue;
        any = true;
        line_cells(&s->lines[i], cells);
        for (int k = 0; k < COLUMNS; k++) {
            const size_t w = strlen(k == 0 ? line_name(s, &s->lines[i]) : cells[k]);
            s->width[k] = w > s->width[k] ? w : s->width[k];
        }
    }
    return any;
}

/* Names to the left, numbers to the right. */
static void put_cell(abs_buffer *b, const sheet *s, int column, const char *text)
{
    const int width = (int)s->width[column];
    buffer_text(b, s->markdown ? "| " : column > 0 ? "  " : "");
    buffer_format(b, column > 0 ? "%*s" : "%-*s", width, text);
    buffer_text(b, s->markdown ? " " : "");
    if (column == COLUMNS - 1)
        buffer_text(b, s->markdown ? "|\n" : "\n");
}

static void put_lines(abs_buffer *b, sheet *s)
{
    char cells[COLUMNS][CELL];
    for (int k = 0; k < COLUMNS; k++)
        put_cell(b, s, k, headers[k]);
    if (s->markdown)
        buffer_text(b, "| :-- | --: | --: | --: | --: | --: | --: |\n");
    for (size_t i = 0; i < s->f->aggregate_count; i++) {
        if (s->lines[i].form == NULL)
            continue;
        line_cells(&s->lines[i], cells);
        for (int k = 0; k < COLUMNS; k++)
            put_cell(b, s, k, k == 0 ? line_name(s, &s->lines[i]) : cells[k]);
    }
}

/* One sentence for each reason why lines have no closed form, after `before`. */
static void write_uncovered(abs_buffer *b, const abs_findings *f, const theory_line *lines,
                            const char *before)
{
    enum { REASONS = 16 };
    const char *told[REASONS];
    size_t count = 0;
    for (size_t i = 0; i < f->aggregate_count && count < REASONS; i++) {
        size_t all = 0, k = 0;
        while (k < count && told[k] != lines[i].missing)
            k++;
        if (lines[i].form != NULL || k < count)
            continue;
        told[count++] = lines[i].missing;
        for (k = i; k < f->aggregate_count; k++)
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
static void write_first_passes(abs_buffer *b, sheet *s)
{
    char low[CELL], high[CELL];
    for (size_t i = 0; i < s->f->aggregate_count; i++) {
        const theory_line *l = &s->lines[i];
        const abs_tally_group *g = l->group;
        if (isnan(l->first_expected))
            continue;
        buffer_format(b, "%s%s: the first pass, with the window (%s, %s), visits %.2f nodes by ",
                      s->markdown ? "\n" : "", line_name(s, l),
                      bound_text(g->first_alpha, low, sizeof low),
                      bound_text(g->first_beta, high, sizeof high), l->first_expected);
        buffer_format(b, "closed form; mean %.2f", g->first_nodes.mean);
        if (isfinite(l->first_z))
            buffer_format(b, ", std. error %.2f, z %.2f", l->first_error, l->first_z);
        buffer_text(b, ".\n");
    }
}

static void write_sheet(abs_buffer *b, const abs_findings *f, bool markdown)
{
    sheet s = {.f = f, .lines = theory_lines(b, f, theory_work_out), .markdown = markdown};
    if (s.lines == NULL)
        return;
    s.rules = label_find(f->tally);
    if (measure_sheet(&s)) {
        buffer_text(b, markdown ? "\n" : "");
        put_lines(b, &s);
        buffer_text(b, markdown ? "" : "\n");
    }
    write_first_passes(b, &s);
    write_uncovered(b, f, s.lines, markdown ? "\n" : "");
    b->failed |= s.name.failed || s.label.failed;
    buffer_free(&s.name);
    buffer_free(&s.label);
    free(s.lines);
}

void theory_terminal(abs_buffer *b, const abs_findings *f)
{
    write_sheet(b, f, false);
}

void theory_markdown(abs_buffer *b, const abs_findings *f)
{
    write_sheet(b, f, true);
}

void theory_complain(const abs_findings *f, abs_format format)
{
    abs_buffer b = {0};
    bool covered = false;
    if (format == ABS_FORMAT_JSONL || format == ABS_FORMAT_CSV)
        fputs("absbench: --theory: this format holds rows alone; use json, table or markdown\n",
              stderr);
    if (format != ABS_FORMAT_JSON)
        return;
    theory_line *lines = theory_lines(&b, f, theory_cover);
    for (size_t i = 0; lines != NULL && i < f->aggregate_count; i++)
        covered |= lines[i].form != NULL;
    if (lines != NULL && !covered)
        write_uncovered(&b, f, lines, "absbench: --theory: ");
    fputs(buffer_end(&b), stderr);
    buffer_free(&b);
    free(lines);
}
