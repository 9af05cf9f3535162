/*
 * sheet.h -- one table for people, printed for a terminal or as Markdown.
 *
 * A row is made cell by cell, one for every column; sheet_row() then prints it, or sheet_measure()
 * widens the columns for it, and either takes the cells. Control characters, and in Markdown what
 * would be markup there, are made harmless.
 */
#ifndef ABS_SHEET_H
#define ABS_SHEET_H

#include "base/buffer.h"
#include "base/stats.h"

enum { SHEET_SCREEN = 100, SHEET_COLUMNS = 10, SHEET_LINES = 3 };

typedef enum { SHEET_RIGHT, SHEET_LEFT } sheet_side;

typedef struct {
    const char *header[SHEET_LINES];
    sheet_side side; /* to which its cells are aligned */
    const char *gap; /* before the cell on a terminal; may begin a new line */
    size_t width;
} sheet_column;

typedef struct {
    bool markdown;
    bool padded;         /* cells are filled up to their column's width */
    size_t lines, count; /* of headers; of columns */
    sheet_column columns[SHEET_COLUMNS];
    abs_buffer cells; /* each ended by a NUL; the last one may be under way */
} sheet;

/* Appends to the cell under way and ends it. */
void sheet_cell(sheet *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same for "1.234", or "-" if the value is not finite .. */
void sheet_real(sheet *s, int decimals, double value);
/* .. and for "1.234 [1.100, 1.384]". */
void sheet_ratio(sheet *s, const stats_ratio *ratio);

void sheet_measure(sheet *s);
void sheet_row(abs_buffer *b, sheet *s);

/* Sets the widths to those of the headers, for sheet_measure() to widen. */
void sheet_measure_header(sheet *s);
void sheet_header(abs_buffer *b, sheet *s);
/* Of a line, gaps included. */
size_t sheet_width(const sheet *s);

/* ---- around the table ---------------------------------------------------------------------- */

/* The title of a part of it. */
void sheet_heading(abs_buffer *b, bool markdown, const char *text);
void sheet_text(abs_buffer *b, bool markdown, const char *text);
/* Text on lines of at most SHEET_SCREEN columns; those that continue one are indented by two. */
void sheet_wrap(abs_buffer *b, size_t indent, const char *text);

#endif
