/* report_table.c -- the tables for people: on a terminal, and in Markdown. See report_parts.h. */
#include "report/tables.h"
#include "report/cells.h"
#include "report/label.h"
#include "report/sentences.h"
#include "report/theory_lines.h"

#include <stdlib.h>

enum { SCREEN = 100 }; /* columns */

typedef struct {
    const abs_findings *f;
    label_rules labels;
    bool compact; /* 1.23 M for 1 234 567 */
    bool shown[CELLS_COLUMNS];
    size_t width[CELLS_COLUMNS];
    size_t label_width, gap;
} table;

/* Widths for all rows; returns the width of a line. */
static size_t measure(table *t, abs_buffer *b)
{
    char text[CELLS_SIZE];
    t->label_width = strlen("algorithm");
    for (cells_column k = 0; k < CELLS_COLUMNS; k++) {
        t->width[k] = 0;
        for (int line = 0; line < CELLS_HEADER_LINES; line++) {
            const size_t length = strlen(cells_header(t->f, k, line));
            t->width[k] = length > t->width[k] ? length : t->width[k];
        }
    }
    for (size_t i = 0; i < t->f->aggregate_count; i++) {
        const abs_aggregate *a = &t->f->aggregates[i];
        label_write(&t->labels, &t->f->tally->groups[a->group].config, b);
        t->label_width = b->length > t->label_width ? b->length : t->label_width;
        for (cells_column k = 0; k < CELLS_COLUMNS; k++) {
            cells_text(t->f, a, t->compact, k, text, sizeof text);
            const size_t length = strlen(text);
            t->width[k] = length > t->width[k] ? length : t->width[k];
        }
    }
    size_t cells = 0;
    for (cells_column k = 0; k < CELLS_COLUMNS; k++)
        cells += t->shown[k] ? t->gap + t->width[k] : 0;
    return cells + t->label_width + 2;
}

static table lay_out(const abs_findings *f, abs_buffer *scratch)
{
    table t = {.f = f, .labels = label_find(f->tally), .gap = 2};
    for (cells_column k = 0; k < CELLS_COLUMNS; k++)
        t.shown[k] = cells_shown(f, k);
    if (measure(&t, scratch) <= SCREEN)
        return t;
    t.compact = true;
    if (measure(&t, scratch) <= SCREEN)
        return t;
    t.gap = 1;
    const size_t width = measure(&t, scratch);
    if (width > SCREEN) { /* the longest labels get a line of their own */
        const size_t over = width - SCREEN, least = strlen("algorithm");
        t.label_width = t.label_width > over + least ? t.label_width - over : least;
    }
    return t;
}

static void blanks(abs_buffer *b, size_t count)
{
    while (count-- > 0)
        buffer_char(b, ' ');
}

/* One cell, aligned: the ratio to the left, so that its point estimates stand below each other. */
static void put_cell(const table *t, abs_buffer *b, cells_column which, const char *text)
{
    const size_t pad = t->width[which] - strlen(text);
    blanks(b, t->gap + (which == CELLS_RATIO ? 0 : pad));
    buffer_text(b, text);
    if (which == CELLS_RATIO)
        blanks(b, pad);
}

static void end_line(abs_buffer *b)
{
    while (b->length > 0 && b->data[b->length - 1] == ' ')
        b->length--;
    buffer_char(b, '\n');
}

static void put_headers(const table *t, abs_buffer *b)
{
    for (int line = 0; line < CELLS_HEADER_LINES; line++) {
        const char *name = line == CELLS_HEADER_LINES - 1 ? "algorithm" : "";
        buffer_text(b, name);
        blanks(b, t->label_width + 2 - strlen(name));
        for (cells_column k = 0; k < CELLS_COLUMNS; k++)
            if (t->shown[k])
                put_cell(t, b, k, cells_header(t->f, k, line));
        end_line(b);
    }
}

/* Text in lines of at most SCREEN columns, `indent` blanks before each and two more before the
   continued ones. */
static void wrapped(abs_buffer *b, size_t indent, const char *text)
{
    size_t column = 0;
    while (*text != '\0') {
        if (column == 0) {
            blanks(b, indent);
            column = indent;
        }
        const size_t blank = *text == ' ', length = blank + strcspn(text + blank, " \n");
        size_t columns = 0;
        for (size_t i = 0; i < length; i++)
            columns += ((unsigned char)text[i] & 0xC0) != 0x80;
        if (blank > 0 && column + columns > SCREEN) {
            buffer_char(b, '\n');
            blanks(b, indent + 1);
            column = indent + 1;
        }
        buffer_bytes(b, text, length);
        column += columns;
        text += length;
        if (*text == '\n') {
            buffer_char(b, *text++);
            column = 0;
        }
    }
}

static void put_row(const table *t, abs_buffer *b, const abs_aggregate *a, abs_buffer *scratch)
{
    char text[CELLS_SIZE];
    label_write(&t->labels, &t->f->tally->groups[a->group].config, scratch);
    const bool alone = scratch->length > t->label_width;
    wrapped(b, 2, buffer_end(scratch));
    if (alone)
        buffer_char(b, '\n');
    blanks(b, alone ? t->label_width + 2 : t->label_width - scratch->length);
    for (cells_column k = 0; k < CELLS_COLUMNS; k++) {
        if (!t->shown[k])
            continue;
        cells_text(t->f, a, t->compact, k, text, sizeof text);
        put_cell(t, b, k, text);
    }
    end_line(b);
}

/* ---- blocks: the groups of one spec and setting --------------------------------------------- */

/* Aggregates by block, in order of appearance. NULL: no memory. */
static uint32_t *by_block(const abs_findings *f)
{
    const size_t blocks = f->tally->blocks.count;
    size_t *next = calloc(blocks + 1, sizeof *next);
    uint32_t *order = malloc((f->aggregate_count + 1) * sizeof *order);
    if (next != NULL && order != NULL) {
        for (size_t i = 0; i < f->aggregate_count; i++)
            next[f->tally->groups[i].block + 1]++;
        for (size_t i = 0; i < blocks; i++)
            next[i + 1] += next[i];
        for (size_t i = 0; i < f->aggregate_count; i++)
            order[next[f->tally->groups[i].block]++] = (uint32_t)i;
    } else {
        free(order);
        order = NULL;
    }
    free(next);
    return order;
}

/* Whether the i-th aggregate of the order begins a block. */
static bool begins_block(const abs_findings *f, const uint32_t *order, size_t i)
{
    const abs_tally_group *g = f->tally->groups;
    return i == 0 || g[order[i]].block != g[order[i - 1]].block;
}

void table_terminal(abs_buffer *b, const abs_findings *f)
{
    abs_buffer scratch = {0};
    uint32_t *order = by_block(f);
    if (order == NULL) {
        b->failed = true;
        return;
    }
    const table t = lay_out(f, &scratch);
    buffer_clear(&scratch);
    label_write_common(&t.labels, &scratch);
    wrapped(b, 0, buffer_end(&scratch));
    if (f->aggregate_count > 0)
        put_headers(&t, b);
    for (size_t i = 0; i < f->aggregate_count; i++) {
        if (begins_block(f, order, i)) {
            buffer_text(b, i > 0 ? "\n" : "");
            label_write_heading(f->tally, &f->tally->groups[order[i]], &t.labels, b);
            buffer_char(b, '\n');
        }
        put_row(&t, b, &f->aggregates[order[i]], &scratch);
    }
    buffer_char(b, '\n');
    if (f->theory)
        theory_terminal(b, f);
    buffer_clear(&scratch);
    sentences_write(&scratch, f);
    wrapped(b, 0, buffer_end(&scratch));
    b->failed |= scratch.failed;
    buffer_free(&scratch);
    free(order);
}

/* ---- Markdown ------------------------------------------------------------------------------- */

static void markdown_header(abs_buffer *b, const table *t)
{
    buffer_text(b, "\n\n| algorithm |");
    for (cells_column k = 0; k < CELLS_COLUMNS; k++) {
        if (!t->shown[k])
            continue;
        const char *before = "";
        for (int line = 0; line < CELLS_HEADER_LINES; line++) {
            const char *text = cells_header(t->f, k, line);
            buffer_text(b, text[0] != '\0' && strcmp(before, "re-") != 0 ? " " : "");
            buffer_markdown(b, text);
            before = text;
        }
        buffer_text(b, " |");
    }
    buffer_text(b, "\n| :-- |");
    for (cells_column k = 0; k < CELLS_COLUMNS; k++)
        buffer_text(b, !t->shown[k] ? "" : k == CELLS_RATIO ? " :-- |" : " --: |");
    buffer_char(b, '\n');
}

static void markdown_row(abs_buffer *b, const table *t, const abs_aggregate *a, abs_buffer *scratch)
{
    char text[CELLS_SIZE];
    label_write(&t->labels, &t->f->tally->groups[a->group].config, scratch);
    buffer_text(b, "| ");
    buffer_markdown(b, buffer_end(scratch));
    buffer_text(b, " |");
    for (cells_column k = 0; k < CELLS_COLUMNS; k++) {
        if (!t->shown[k])
            continue;
        cells_text(t->f, a, false, k, text, sizeof text);
        buffer_char(b, ' ');
        buffer_markdown(b, text);
        buffer_text(b, " |");
    }
    buffer_char(b, '\n');
}

void table_markdown(abs_buffer *b, const abs_findings *f)
{
    abs_buffer scratch = {0};
    uint32_t *order = by_block(f);
    if (order == NULL) {
        b->failed = true;
        return;
    }
    const table t = lay_out(f, &scratch);
    label_write_common(&t.labels, b);
    for (size_t i = 0; i < f->aggregate_count; i++) {
        if (begins_block(f, order, i)) {
            buffer_clear(&scratch);
            label_write_heading(f->tally, &f->tally->groups[order[i]], &t.labels, &scratch);
            buffer_text(b, i > 0 || b->length > 0 ? "\n**" : "**");
            buffer_markdown(b, buffer_end(&scratch));
            buffer_text(b, "**");
            markdown_header(b, &t);
        }
        markdown_row(b, &t, &f->aggregates[order[i]], &scratch);
    }
    if (f->theory)
        theory_markdown(b, f);
    buffer_clear(&scratch);
    sentences_write(&scratch, f);
    buffer_char(&scratch, '\0');
    for (char *line = scratch.data, *end; !scratch.failed && (end = strchr(line, '\n')) != NULL;
         line = end + 1) { /* a paragraph each */
        *end = '\0';
        buffer_char(b, '\n');
        buffer_markdown(b, line);
        buffer_char(b, '\n');
    }
    b->failed |= scratch.failed;
    buffer_free(&scratch);
    free(order);
}
