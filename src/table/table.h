/*
 * table.h -- one model of a table: columns, typed cells, and its writers.
 *
 * A finding is such a table. Its columns are constant data; code adds rows and sets cells by the
 * column's number. JSON and CSV have the columns that have a name, pages those that have a head.
 * What was not set is null there, and empty on pages.
 */
#ifndef ABS_TABLE_OF_CELLS_H
#define ABS_TABLE_OF_CELLS_H

#include "base/buffer.h"
#include "base/stats.h"
#include "search/config.h"

/* ---- pages: text for people, on a terminal or as Markdown. Control characters, and in Markdown
   what would be markup there, are made harmless.
   --------------------------------------------------- */

typedef struct {
    bool markdown, colour;
    size_t width; /* that no line exceeds; of Markdown any */
} abs_page;

typedef enum { PAGE_PLAIN, PAGE_BOLD, PAGE_DIM, PAGE_RED, PAGE_GREEN } page_colour;

/*
 * The page that a descriptor writes to. It is as wide as COLUMNS asks for, or as the terminal is,
 * or else 80 columns; at least 60 and at most 200. Colours are for terminals that show them, where
 * NO_COLOR does not forbid them.
 */
abs_page page_on(int fd, bool markdown);

/* Text behind `lead` on lines that fit the page, broken at blanks, and within a word only if it is
   longer than a line; those that continue one are indented by the lead's width and two. */
void page_wrap(abs_buffer *b, const abs_page *page, const char *lead, const char *text);
/* Sentences, one to each line of the text, in that colour: paragraphs of their own in Markdown. A
   line that is indented is to be copied: it has no colour, and in Markdown stays as it is. */
void page_sentences(abs_buffer *b, const abs_page *page, page_colour colour, const char *text);

/* ---- tables ---------------------------------------------------------------------------------- */

typedef enum {
    TABLE_TEXT,
    TABLE_COUNT,   /* uint64_t; on pages "1 234 567", or "1.23 M" where room is short */
    TABLE_SIGNED,  /* int64_t */
    TABLE_REAL,    /* double; not finite is null, on pages "-" */
    TABLE_TRUTH,   /* bool */
    TABLE_RATIO,   /* double; on pages "1.234 [1.100, 1.384]" */
    TABLE_MIXED,   /* each cell of the kind that it was set as: any of the first five */
    TABLE_SETTING, /* of an abs_config; written as in rows, a window in CSV as "25:100" */
} table_kind;

typedef struct {
    const char *name; /* in JSON and CSV; NULL: pages alone have it */
    const char *head; /* on pages, its lines separated by '\n'; NULL: JSON and CSV alone have it */
    table_kind kind;
    bool left;         /* on pages aligned to the left */
    int decimals;      /* of TABLE_REAL below 1e9 on pages; elsewhere ten significant digits */
    unsigned rank;     /* on pages the highest is left out first where room is short; 0: never */
    size_t flexible;   /* on pages it takes what room is left, at least so much; 0: what it needs */
    const char *unit;  /* "points"; NULL: none */
    const char *words; /* under the table on pages: what it means; equal neighbours share them */
    const char *help;  /* the sentence of the documentation and of the schema */
    int setting;       /* of TABLE_SETTING: a number of config_fields, which says unit and help */
} table_column;

/* What a member "name" of a report is made of. */
typedef struct {
    const char *name, *help;
    const table_column *columns;
    size_t count;
} table_form;

typedef struct {
    union {
        uint64_t count; /* of a text: where it is in `texts`, from 1 */
        int64_t number;
        double real;
        const abs_config *config;
    };
    uint64_t shown : 48;                                /* where the page's own text is; 0: none */
    uint64_t kind : 4, colour : 4, half : 1, there : 1; /* kind: a table_kind; half: and .5 */
} table_cell;

/* Start with table_start(), end with table_free(). */
typedef struct table_data {
    const table_form *form;
    table_column *columns; /* a copy of the form's: pages may have other heads, words and ranks */
    table_cell *cells;     /* row after row; one more each, which shows the heading above the row */
    size_t rows, room;
    abs_buffer texts;     /* of cells and headings */
    size_t heading;       /* of the next row: where it is in `texts`, from 1; 0: none */
    bool headed;          /* some row has one */
    const abs_page *page; /* set it for tables that a page shows */
    size_t most;          /* rows under a heading that are kept, set it for pages; 0: all */
    size_t under, mark;   /* rows under the heading at hand; where the texts of others begin */
    /* Set it for tables longer than memory: is called when rows are many, and clears them. */
    void (*drain)(struct table_data *t, void *to);
    void *to;
} table_data;

void table_start(table_data *t, const table_form *form);
void table_free(table_data *t);
/* Forgets all rows and headings. */
void table_clear(table_data *t);

/* On pages, the rows from here on are under this heading. Writers for machines leave it out, and
   what is shown or tinted. */
void table_heading(table_data *t, const char *text);

/* A row more; the cells that are set are those of the last one. Of rows beyond the most under a
   heading one is kept, which counts them and stands on pages as "... and N more". */
void table_row(table_data *t);

void table_set_text(table_data *t, size_t column, const char *text); /* NULL: null */
/* The buffer's text, which is empty afterwards. */
void table_take_text(table_data *t, size_t column, abs_buffer *text);
void table_set_count(table_data *t, size_t column, uint64_t number);
void table_set_signed(table_data *t, size_t column, int64_t number);
void table_set_real(table_data *t, size_t column, double number);
void table_set_truth(table_data *t, size_t column, bool value);
/* The mean of two counts, to the last digit. */
void table_set_median(table_data *t, size_t column, uint64_t low, uint64_t high);
/* All columns of settings; the configuration stays the caller's. */
void table_set_config(table_data *t, const abs_config *config);
/* Null where there are no pairs. */
void table_set_ratio(table_data *t, size_t column, const stats_ratio *ratio);
/* What a page shows in the cell, whatever it holds; it may hold nothing. */
void table_show(table_data *t, size_t column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void table_tint(table_data *t, size_t column, page_colour colour);
/* Green where the ratio is shown to be less than 1, red where it is more. */
void table_tint_ratio(table_data *t, size_t column, const stats_ratio *ratio);

/*
 * The table on its page; nothing, if it has no row. A column that says nothing in any row is not
 * shown. Makes lines fit, in this order, as far as need be: counts are shortened; gaps become
 * single blanks; a cell of the first column wider than a third of the page stands on lines of its
 * own, before the rest of its row; columns are left out by rank; shorter cells of the first column
 * stand alone too. What the columns mean and which ones had no room follows, behind an empty line.
 *
 * With a margin, where the page is a terminal's, rows are entries: the first cell, as wide as the
 * margin; behind it the second, on as many lines as it needs; and under that the others that are
 * set, each on a line with its head before it. What begins with -- is to be copied, and stays on
 * one line.
 */
void table_write_page(abs_buffer *b, const table_data *t, size_t margin);

/* RFC 4180, with the line of heads, if `heads`. */
void table_write_csv(abs_buffer *b, const table_data *t, bool heads);
/* One row as an object, without a line's end. */
void table_write_json_row(abs_buffer *b, const table_data *t, size_t row);

/* A cell of CSV (RFC 4180): quoted where it has a comma, a quote or a line end, its quotes doubled;
   an apostrophe before a formula keeps it a text. */
void table_csv_text(abs_buffer *b, const char *text);

/* For the writers: a cell; in the column behind the last, the heading. */
static inline table_cell *table_at(const table_data *t, size_t row, size_t column)
{
    return &t->cells[row * (t->form->count + 1) + column];
}

/* A text that is kept there, counted from 1. */
static inline const char *table_kept(const table_data *t, size_t at)
{
    return t->texts.data + at - 1;
}

/* A cell that is there, its texts by `write`. False: nothing is written, it is
   null. */
bool table_put(abs_buffer *b, const table_data *t, size_t row, size_t column,
               void write(abs_buffer *b, const char *text));

/* A setting's value, as rows have it, its texts by `write`; a window in JSON as a pair. */
void table_put_setting(abs_buffer *b, const config_field *field, const abs_config *config,
                       void write(abs_buffer *b, const char *text));
/* Whether there is one: an automatic window is null. */
bool table_has_setting(const config_field *field, const abs_config *config);

/* The columns as a Markdown table (name, unit, help), and as the `items` of a JSON Schema. */
void table_write_docs(abs_buffer *b, const table_form *form);
void table_write_schema(abs_buffer *b, const table_form *form);
/* The columns that JSON has: their names, elements of a list, or `properties` of the schema. */
void table_write_columns(abs_buffer *b, const table_form *form, bool properties);

#endif
