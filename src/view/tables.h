/*
 * tables.h -- findings as tables: the columns of all tables, which columns.def lists; documents,
 * which show one finding each, such as a comparison; and the findings of a report.
 */
#ifndef ABS_VIEW_TABLES_H
#define ABS_VIEW_TABLES_H

#include "base/file.h"
#include "find/compare.h"
#include "find/findings.h"
#include "find/tuning.h"
#include "table/table.h"

/*
 * ---- documents: a head of one row, and tables ---------------------------------------------------
 *
 * JSON is one object: "schema", "context", the members of the head's row, and each table as an
 * array. JSON Lines begin with the schema and context, and then have a row on each line. CSV has
 * only the main table. A page has the tables whose columns have heads. Rows are written while a
 * table is filled, because it may be larger than memory.
 */

typedef struct {
    const table_form *form;
    /* Adds all rows. If a row cannot be read, it sets the error that document_write() was given. */
    void (*fill)(void *finding, table_data *t);
    size_t most, margin; /* on pages: table_data.most, and the margin of table_write_page() */
} document_table;

typedef struct {
    const char *schema;
    bool has_context;
    /* Appends a page's lines before the tables, or after them if `behind`. It may be NULL. */
    void (*say)(abs_buffer *b, void *finding, bool behind);
    document_table head; /* a table of one row; without a form there is none */
    const document_table *tables;
    size_t count, main; /* main: the index of the table for CSV */
} document_form;

/* Writes tables for programs to read. */
typedef struct {
    abs_format format;
    abs_buffer text;
    abs_output *out; /* gets the text whenever it is long; NULL: all of it stays in `text` */
    abs_error *error;
    bool begun; /* the current table has rows */
} document_writer;

/* Writes a table; in JSON, as a member after others. */
void document_put(document_writer *w, const document_table *table, void *finding);
/* Writes a table to a page. */
void document_show(abs_buffer *b, const document_table *table, void *finding, const abs_page *page);

/* Writes the document in that format; `context` may be NULL. Returns false with the error set. */
bool document_write(abs_output *out, const document_form *form, void *finding,
                    const abs_context *context, abs_format format, abs_error *error);
/* Does the same to a file; "-" or NULL is standard output. */
bool document_print(const char *path, const document_form *form, void *finding,
                    const abs_context *context, abs_format format, abs_error *error);

extern const document_form compare_document, tuning_document, list_document;

/*
 * ---- a report's findings ------------------------------------------------------------------------
 *
 * The rows of a table are a member of the JSON report and, if columns have heads, a table on the
 * page.
 */

struct play;

/* The single searches that a page shows: what each has found, if its spec has only one position,
   and, with --passes, its passes. */
typedef struct {
    bool passes;      /* --passes; the caller sets it before the first row */
    size_t traced;    /* how many searches have passes to show */
    table_data trace; /* the passes of the first ones; not started if there are none */
    struct play *list;
    size_t count, room;
} abs_plays;

typedef struct {
    const abs_findings *f;
    const abs_page *page;   /* NULL for JSON, for which the next two are not set */
    const abs_plays *plays; /* the single searches */
    const uint32_t *order;  /* the groups, block after block */
    abs_buffer text, label; /* scratch buffers; functions that use `text` leave it empty */
    abs_buffer head, words, cpu_words; /* texts of columns of aggregates */
} findings_view;

/* Adds a row with what a group's search has found, if the spec has only one position. */
void put_found(table_data *t, findings_view *v, uint32_t group);

/* A group's label on a page, indented under its heading; valid until the next call. NULL for
   JSON. */
const char *view_label(findings_view *v, uint32_t group);
/* A row's id, in the view's scratch text, valid until the next call. */
const char *view_row_id(findings_view *v, const abs_record *r);
/* Adds the row that was added to the tally last. */
void plays_add(abs_plays *plays, const abs_tally *tally, const abs_row *row);
/* Writes the passes of the first searches, with --passes. */
void plays_write_passes(abs_buffer *b, const abs_plays *plays, const abs_page *page);

/* Writes all findings as a page, for a terminal or in Markdown. */
void page_findings(abs_buffer *b, findings_view *view, const abs_page *page);
/* Writes them as members of the report's object, from "metric" on, and closes the object. */
void json_findings(abs_buffer *b, findings_view *view);

/* ---- columns --------------------------------------------------------------------------------- */

/* The place of a column's cell in each row, such as CELL(best, ratio). */
#define CELL(table, column) offsetof(struct table##_cells, cell_##column)

/* A struct for each table, whose members' offsets are these places; functions that add a row, such
   as best_add(); and the tables' forms, such as best_form. */
/* clang-format off */
#define TABLE(table, ...) void table##_add(table_data *t, __VA_ARGS__); struct table##_cells {
#define COLUMN(column, ...) char cell_##column;
#define COLUMN_IF COLUMN
#define APART COLUMN
#define SHOWN COLUMN
#define SETTING(...)
#define SETTINGS(config)
#define END(table, member, help) }; FORM(table, table, member, help)
#define FORM(table, other, ...) extern const table_form other##_form;
#include "view/columns.def"
/* clang-format on */

#endif
