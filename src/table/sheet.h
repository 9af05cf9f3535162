/*
 * sheet.h -- one table for people, printed for a terminal or as Markdown.
 *
 * A row is made cell by cell, one for every column; sheet_row() then prints it, or sheet_measure()
 * widens the columns for it, and either takes the cells. sheet_fit() then makes lines as narrow as
 * the page is. Control characters, and in Markdown what would be markup there, are made harmless.
 */
#ifndef ABS_SHEET_H
#define ABS_SHEET_H

#include "base/buffer.h"
#include "base/stats.h"

enum { SHEET_COLUMNS = 10, SHEET_LINES = 3, SHEET_RANKS = 8, SHEET_WIDEST = 200 };

/* What the text is for. */
typedef struct {
    bool markdown, colour;
    size_t width; /* that no line exceeds; of Markdown any */
} sheet_page;

/* The page that a descriptor writes to. */
sheet_page sheet_page_on(int fd, bool markdown);

typedef enum { SHEET_PLAIN, SHEET_BOLD, SHEET_DIM, SHEET_RED, SHEET_GREEN } sheet_colour;
typedef enum { SHEET_RIGHT, SHEET_LEFT } sheet_side;

typedef struct {
    const char *header[SHEET_LINES];
    sheet_side side; /* to which its cells are aligned */
    unsigned rank; /* to SHEET_RANKS: the highest is left out first where room is short; 0: never */
    const char *gap;     /* before the cell on a terminal */
    size_t width, least; /* least: of the header */
    bool hidden;
    const char *words; /* what it means; NULL: it says so itself */
} sheet_column;

typedef struct {
    const sheet_page *page;
    size_t lines, count; /* of headers; of columns */
    sheet_column columns[SHEET_COLUMNS];
    abs_buffer cells; /* each ended by a NUL; the last one may be under way */
    size_t made;      /* cells that have ended */
    sheet_colour colours[SHEET_COLUMNS];
    bool there[SHEET_WIDEST + 1]; /* widths of cells of the first column */
} sheet;

/* Adds a column, to the right of those there are. Headers may be "", and those not used NULL. */
void sheet_add(sheet *s, sheet_side side, unsigned rank, const char *first, const char *second,
               const char *third);

/* What the last column means, in a few words; columns next to each other may share them. */
void sheet_explain(sheet *s, const char *words);

/* Appends to the cell under way and ends it. */
void sheet_cell(sheet *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same for "1.234", or "-" if the value is not finite .. */
void sheet_real(sheet *s, int decimals, double value);
/* .. and for "1.234 [1.100, 1.384]". */
void sheet_ratio(sheet *s, const stats_ratio *ratio);
/* The colour of the cell that comes next, where the page has colours. */
void sheet_tint(sheet *s, sheet_colour colour);
/* Green where the ratio is surely less than 1, red where it is more. */
void sheet_tint_ratio(sheet *s, const stats_ratio *ratio);

void sheet_measure(sheet *s);
void sheet_row(abs_buffer *b, sheet *s);

/* Sets the widths to those of the headers, for sheet_measure() to widen. */
void sheet_measure_header(sheet *s);
void sheet_header(abs_buffer *b, sheet *s);

/*
 * Once all rows are measured: makes lines fit the page. In this order, as far as need be: gaps
 * become single blanks; a cell of the first column wider than a third of the page stands on lines
 * of its own, before the rest of its row; columns are hidden by rank; shorter cells of the first
 * column stand alone too.
 */
void sheet_fit(sheet *s);
/* The columns that lines leave free; 0 if they do not fit. */
size_t sheet_room(const sheet *s);
/* Whether lines fit as they are. */
bool sheet_fits(const sheet *s);

/* Under the table: what its columns mean, and which ones had no room. */
void sheet_words(abs_buffer *b, const sheet *s);

/* ---- around the table ---------------------------------------------------------------------- */

/* Text from here on has that colour, where the page has colours; SHEET_PLAIN ends it. */
void sheet_paint(abs_buffer *b, const sheet_page *page, sheet_colour colour);

/* The title of a part of it. */
void sheet_heading(abs_buffer *b, const sheet_page *page, const char *text);
void sheet_text(abs_buffer *b, const sheet_page *page, const char *text);
/* Text on lines that fit the page, broken at blanks, and within a word only if it is longer than a
   line; those that continue one are indented by two. */
void sheet_wrap(abs_buffer *b, const sheet_page *page, size_t indent, const char *text);
/* The same behind `lead`, which begins the first line; the indent is as wide. */
void sheet_wrap_behind(abs_buffer *b, const sheet_page *page, const char *lead, const char *text);

#endif
