/*
 * table.h -- one model of all tables: columns, typed cells, and functions that write them.
 *
 * Every finding is such a table. Its columns are constant data; code adds rows and sets cells by
 * column number. JSON and CSV have the columns with a name, pages those with a head. A cell that is
 * not set is null in JSON and empty elsewhere.
 */
#ifndef ABS_TABLE_OF_CELLS_H
#define ABS_TABLE_OF_CELLS_H

#include "base/buffer.h"
#include "base/stats.h"
#include "search/config.h"

/* ---- pages ----------------------------------------------------------------------------------- */

/* A page is text for people, on a terminal or as Markdown. Control characters, and in Markdown what
   would be markup, are made harmless. */
typedef struct {
    bool markdown, terminal, colour, utf8;
    size_t width; /* no line is longer; SIZE_MAX for Markdown */
} abs_page;

typedef enum { PAGE_PLAIN, PAGE_BOLD, PAGE_DIM, PAGE_RED, PAGE_GREEN } page_colour;

/*
 * The page for a file descriptor. It is as wide as COLUMNS says, else as the terminal, else 80
 * columns; at least 60 and at most 200. It has colours if the terminal shows them and NO_COLOR does
 * not forbid them.
 */
abs_page page_on(int fd, bool markdown);

/* Writes `lead` and then the text, in lines that fit the page. It breaks lines at blanks, and
   within a word only if the word is longer than a line. Continuation lines are indented by two more
   than the lead's width. */
void page_wrap(abs_buffer *b, const abs_page *page, const char *lead, const char *text);
/* Writes each line of the text as a sentence in that colour; in Markdown as a paragraph. An
   indented line is meant to be copied: it has no colour, and Markdown shows it as code. */
void page_sentences(abs_buffer *b, const abs_page *page, page_colour colour, const char *text);

/* ---- tables ---------------------------------------------------------------------------------- */

typedef enum {
    TABLE_TEXT,
    TABLE_COUNT,   /* uint64_t; on pages "1 234 567", or "1.23 M" where room is short */
    TABLE_SIGNED,  /* int64_t */
    TABLE_REAL,    /* double; if not finite it is null, on pages "-" */
    TABLE_TRUTH,   /* bool */
    TABLE_RATIO,   /* double; on pages "1.234 [1.100, 1.384]" */
    TABLE_MIXED,   /* each cell has one of the first five kinds */
    TABLE_SETTING, /* a setting of an abs_config, as in rows */
} table_kind;

typedef struct {
    const char *name; /* its name in JSON and CSV; NULL: only pages have the column */
    const char *head; /* its head on pages, with '\n' between lines; NULL: pages lack the column */
    table_kind kind;
    bool left;         /* on pages it is aligned to the left */
    int decimals;      /* of a TABLE_REAL below 1e9 on pages; elsewhere ten significant digits */
    unsigned rank;     /* a page that is too narrow drops the highest rank first; 0: never */
    size_t flexible;   /* its least width on pages, where it takes the remaining room; 0: fixed */
    const char *unit;  /* "points"; NULL if it has none */
    const char *words; /* the explanation under the table on a page; neighbours may share one */
    const char *help;  /* the sentence in the documentation */
    int setting;       /* for TABLE_SETTING: an index of config_fields, which has unit and help */
} table_column;

/* What the member `name` of a report consists of. */
typedef struct {
    const char *name, *help;
    const table_column *columns;
    size_t count;
} table_form;

typedef struct {
    union {
        uint64_t count; /* of a text, its place in `texts`, from 1 */
        int64_t number;
        double real;
        const abs_config *config;
    };
    uint64_t shown : 48;                                /* table_show()'s place in `texts`; or 0 */
    uint64_t kind : 4, colour : 4, half : 1, there : 1; /* kind: a table_kind; half: count + .5,
                                                           of a heading: it is a note */
} table_cell;

/* Starts with table_start() and ends with table_free(). */
typedef struct table_data {
    const table_form *form;
    table_column *columns; /* a copy of the form's, so that a page may change heads */
    table_cell *cells;     /* row after row; each row has one more cell, for the heading above it */
    size_t rows, room;
    abs_buffer texts;     /* of cells and headings */
    size_t heading;       /* the place in `texts`, from 1, of the next row's heading; 0: none */
    bool headed;          /* some row has a heading */
    const abs_page *page; /* the caller sets it if a page shows the table */
    size_t most;          /* the caller sets how many rows a heading keeps on a page; 0: all */
    size_t under, mark;   /* rows under the heading; where texts of dropped rows begin */
    /* For tables that may outgrow memory, the caller sets it: it writes and clears the rows. */
    void (*drain)(struct table_data *t, void *to);
    void *to;
} table_data;

void table_start(table_data *t, const table_form *form);
void table_free(table_data *t);
/* Forgets all rows and headings. */
void table_clear(table_data *t);

/* Puts a heading above the following rows on pages. JSON and CSV ignore headings, table_show() and
   table_tint(). */
void table_heading(table_data *t, const char *text);

/* Puts a line under the rows so far on a page. */
void table_note(table_data *t, const char *text);

/* Adds a row, to which the following cells belong. Rows beyond `most` under a heading are only
   counted: "... and N more". */
void table_row(table_data *t);

void table_set_text(table_data *t, size_t column, const char *text); /* NULL leaves it null */
/* Sets the buffer's text, and empties the buffer. */
void table_take_text(table_data *t, size_t column, abs_buffer *text);
void table_set_count(table_data *t, size_t column, uint64_t number);
void table_set_signed(table_data *t, size_t column, int64_t number);
void table_set_real(table_data *t, size_t column, double number);
void table_set_truth(table_data *t, size_t column, bool value);
/* Sets the exact mean of two counts. */
void table_set_median(table_data *t, size_t column, uint64_t low, uint64_t high);
/* Sets all columns of settings. The configuration must outlive the table. */
void table_set_config(table_data *t, const abs_config *config);
/* Sets a ratio, which is null if it has no pairs. */
void table_set_ratio(table_data *t, size_t column, const stats_ratio *ratio);
/* Sets the text that pages show in place of the cell's value, which need not be set. */
void table_show(table_data *t, size_t column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void table_tint(table_data *t, size_t column, page_colour colour);
/* Tints the cell green if the ratio is shown to be less than 1, red if it is shown to be more. */
void table_tint_ratio(table_data *t, size_t column, const stats_ratio *ratio);

/*
 * Writes the table to its page, or nothing if it has no column to show. A column that is empty or
 * "-" in every row is omitted. If lines are too long, these steps are taken until they fit: counts
 * are shortened; gaps become single blanks; a cell of the first column wider than a third of the
 * page gets lines of its own, above the rest of its row; columns are dropped by rank; shorter cells
 * of the first column get their own lines too. After an empty line follow the columns' explanations
 * and the heads of the dropped columns.
 *
 * With a margin > 0, unless the page is Markdown, rows are entries: the first cell, as wide as the
 * margin; beside it the second, in as many lines as it needs; below, each other cell that is set,
 * after its head. A text that begins with -- is meant to be copied and stays on one line.
 */
void table_write_page(abs_buffer *b, const table_data *t, size_t margin);

/* Writes CSV (RFC 4180), with a line of names first if `heads`. */
void table_write_csv(abs_buffer *b, const table_data *t, bool heads);
/* Writes one row as an object, without a newline. */
void table_write_json_row(abs_buffer *b, const table_data *t, size_t row);

/* Writes a cell of CSV (RFC 4180). It quotes text with a comma, a quote or a newline, and
   doubles its quotes. An apostrophe before what looks like a formula makes a spreadsheet read it
   as text. */
void table_csv_text(abs_buffer *b, const char *text);

/* A cell, for the writers; the column after the last has the heading. */
static inline table_cell *table_at(const table_data *t, size_t row, size_t column)
{
    return &t->cells[row * (t->form->count + 1) + column];
}

/* The text at that place, from 1. */
static inline const char *table_kept(const table_data *t, size_t at)
{
    return t->texts.data + at - 1;
}

/* Writes a cell, its texts by `write`. If the cell is null, writes nothing and returns false. */
bool table_put(abs_buffer *b, const table_data *t, size_t row, size_t column,
               void write(abs_buffer *b, const char *text));

/* Writes a setting's value as rows have it, its texts by `write`. */
void table_put_setting(abs_buffer *b, const config_field *field, const abs_config *config,
                       void write(abs_buffer *b, const char *text));
/* Whether the setting has a value; an automatic window is null. */
bool table_has_setting(const config_field *field, const abs_config *config);

/* Writes the columns as a Markdown table (name, unit, help). */
void table_write_docs(abs_buffer *b, const table_form *form);

#endif
