/* sheet.c -- see sheet.h. */
#include "report/sheet.h"

#include <math.h>
#include <stdarg.h>

static void blanks(abs_buffer *b, size_t count)
{
    while (count-- > 0)
        buffer_char(b, ' ');
}

/* The columns that UTF-8 text takes up on a terminal. */
static size_t columns_of(const char *text, size_t bytes)
{
    size_t columns = 0;
    for (size_t i = 0; i < bytes; i++)
        columns += ((unsigned char)text[i] & 0xC0) != 0x80;
    return columns;
}

void sheet_text(abs_buffer *b, bool markdown, const char *text)
{
    if (markdown)
        buffer_markdown(b, text);
    else
        buffer_plain(b, text);
}

void sheet_wrap(abs_buffer *b, size_t indent, const char *text)
{
    size_t column = 0;
    while (*text != '\0') {
        if (column == 0) {
            blanks(b, indent);
            column = indent;
        }
        const size_t blank = *text == ' ', length = blank + strcspn(text + blank, " \n");
        const size_t columns = columns_of(text, length);
        if (blank > 0 && column + columns > SHEET_SCREEN) {
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

void sheet_heading(abs_buffer *b, bool markdown, const char *text)
{
    buffer_text(b, markdown ? "**" : "");
    sheet_text(b, markdown, text);
    buffer_text(b, markdown ? "**\n\n" : "\n");
}

/* ---- cells --------------------------------------------------------------------------------- */

void sheet_cell(sheet *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    buffer_format_list(&s->cells, format, args);
    va_end(args);
    buffer_char(&s->cells, '\0');
}

void sheet_real(sheet *s, int decimals, double value)
{
    if (isfinite(value))
        sheet_cell(s, "%.*f", decimals, value);
    else
        sheet_cell(s, "-");
}

void sheet_ratio(sheet *s, const stats_ratio *r)
{
    const double largest = isfinite(r->upper) ? r->upper : r->point;
    const int decimals = largest < 10 ? 3 : largest < 100 ? 2 : largest < 1000 ? 1 : 0;
    if (r->n == 0)
        sheet_cell(s, "-");
    else if (r->n == 1)
        sheet_cell(s, "%.*f (n = 1)", decimals, r->point);
    else
        sheet_cell(s, "%.*f [%.*f, %.*f]", decimals, r->point, decimals, r->lower, decimals,
                   r->upper);
}

/* ---- rows ---------------------------------------------------------------------------------- */

void sheet_measure(sheet *s)
{
    const char *text = s->cells.data;
    for (size_t k = 0; k < s->count && !s->cells.failed; k++, text += strlen(text) + 1) {
        const size_t width = columns_of(text, strlen(text));
        s->columns[k].width = width > s->columns[k].width ? width : s->columns[k].width;
    }
    buffer_clear(&s->cells);
}

size_t sheet_width(const sheet *s)
{
    size_t width = 0;
    for (size_t k = 0; k < s->count; k++)
        width += strlen(s->columns[k].gap) + s->columns[k].width;
    return width;
}

static void put_cell(abs_buffer *b, const sheet *s, const sheet_column *c, const char *text)
{
    const size_t length = columns_of(text, strlen(text));
    const size_t pad = s->padded && length < c->width ? c->width - length : 0;
    buffer_text(b, s->markdown ? "| " : c->gap);
    blanks(b, c->side == SHEET_RIGHT ? pad : 0);
    sheet_text(b, s->markdown, text);
    blanks(b, c->side == SHEET_LEFT ? pad : 0);
    buffer_text(b, s->markdown ? " " : "");
}

void sheet_row(abs_buffer *b, sheet *s)
{
    const char *text = s->cells.data;
    b->failed |= s->cells.failed;
    for (size_t k = 0; k < s->count && !b->failed; k++, text += strlen(text) + 1)
        put_cell(b, s, &s->columns[k], text);
    while (!s->markdown && b->length > 0 && b->data[b->length - 1] == ' ')
        b->length--;
    buffer_text(b, s->markdown ? "|\n" : "\n");
    buffer_clear(&s->cells);
}

/* ---- headers ------------------------------------------------------------------------------- */

static void header_line(sheet *s, size_t line)
{
    for (size_t k = 0; k < s->count; k++)
        sheet_cell(s, "%s", s->columns[k].header[line]);
}

void sheet_measure_header(sheet *s)
{
    for (size_t k = 0; k < s->count; k++)
        s->columns[k].width = 0;
    for (size_t line = 0; line < s->lines; line++) {
        header_line(s, line);
        sheet_measure(s);
    }
}

/* A header's lines as one: "first move", "research". */
static void joined_header(sheet *s, const sheet_column *c)
{
    const char *before = "";
    for (size_t line = 0; line < s->lines; line++) {
        const size_t length = strlen(before);
        buffer_text(&s->cells, length > 0 && before[length - 1] != '-' ? " " : "");
        buffer_text(&s->cells, c->header[line]);
        before = c->header[line];
    }
    sheet_cell(s, "%s", "");
}

void sheet_header(abs_buffer *b, sheet *s)
{
    for (size_t line = 0; !s->markdown && line < s->lines; line++) {
        header_line(s, line);
        sheet_row(b, s);
    }
    if (!s->markdown)
        return;
    for (size_t k = 0; k < s->count; k++)
        joined_header(s, &s->columns[k]);
    sheet_row(b, s);
    for (size_t k = 0; k < s->count; k++)
        buffer_text(b, s->columns[k].side == SHEET_LEFT ? "| :-- " : "| --: ");
    buffer_text(b, "|\n");
}
