/*
 * tables.h -- what was found as tables: the columns of all of them, which columns.def lists;
 * documents, which are findings of their own, such as a comparison; and the findings of a report.
 */
#ifndef ABS_VIEW_TABLES_H
#define ABS_VIEW_TABLES_H

#include "base/file.h"
#include "find/compare.h"
#include "find/findings.h"
#include "find/tuning.h"
#include "table/table.h"

/* The numbers of all columns, such as BEST_ratio; what adds a row to a table, such as add_BEST();
   and the tables' forms. */
/* clang-format off */
#define TABLE(T, ...) void add_##T(table_data *t, __VA_ARGS__); enum {
#define COLUMN(T, column, ...) T##_##column,
#define COLUMN_IF COLUMN
#define APART COLUMN
#define SHOWN COLUMN
#define SETTING(...)
#define SETTINGS(config)
#define END(form, T, ...) }; FORM(form, T)
#define FORM(form, ...) extern const table_form form;
#include "view/columns.def"
/* clang-format on */

/*
 * ---- documents: what a finding is in one row, and tables ----------------------------------------
 *
 * JSON is one object: "schema", "context", the members of the head's one row, and each table as an
 * array. JSON Lines begin with the schema and context, a row a line follows. CSV is the main table
 * alone. Rows are written while the table is filled: it may be longer than memory. A page has the
 * tables whose columns have heads.
 */

typedef struct {
    const table_form *form;
    /* Adds all rows. What cannot be read for them sets the error that document_write() has. */
    void (*fill)(void *finding, table_data *t);
    size_t most, margin; /* on pages: rows under a heading, 0: all; as table_write_page() has it */
} document_table;

typedef struct {
    const char *schema, *title, *help;
    bool has_context;
    /* Sentences of a page, each a line: before the tables, or behind them. NULL: there are none. */
    void (*say)(abs_buffer *b, void *finding, bool behind);
    document_table head; /* of one row; no form: there is none */
    const document_table *tables;
    size_t count, main; /* main: the table that CSV is */
} document_form;

/* Where tables go for programs. */
typedef struct {
    abs_format format;
    abs_buffer text;
    abs_output *out; /* takes the text where it grows long; NULL: nothing does */
    abs_error *error;
    bool begun; /* the table at hand has rows */
} document_writer;

/* The table, of JSON as a member behind others. */
void document_put(document_writer *w, const document_table *table, void *finding);
/* The table on a page. */
void document_show(abs_buffer *b, const document_table *table, void *finding, const abs_page *page);

/* In that format. `context`: NULL for none. False: the error is set. */
bool document_write(abs_output *out, const document_form *form, void *finding,
                    const abs_context *context, abs_format format, abs_error *error);
/* The same to a file, "-" or NULL: standard output. */
bool document_print(const char *path, const document_form *form, void *finding,
                    const abs_context *context, abs_format format, abs_error *error);
/* The JSON Schema, draft 2020-12. */
void document_schema(abs_buffer *b, const document_form *form);

extern const document_form compare_document, tuning_document, list_document;

/*
 * ---- a report's findings ------------------------------------------------------------------------
 *
 * Constant columns, and the loop that fills them. The same rows are a member of the JSON report
 * and, where columns have heads, a table on a page.
 */

struct play;

/* Single searches that a page tells of: what each has found, where a spec has one position only,
   and with --passes how it came to it. */
typedef struct {
    bool passes;      /* --passes: set it before the first row */
    size_t traced;    /* searches whose passes were asked for */
    table_data trace; /* of the first of them; none, if there is none */
    struct play *list;
    size_t count, room;
} abs_plays;

typedef struct {
    const abs_findings *f;
    const abs_page *page;   /* NULL: for machines */
    const abs_plays *plays; /* of a page alone .. */
    const uint32_t *order;  /* .. as are the groups, block after block */
    abs_buffer text, label; /* scratch: who uses the text leaves it empty */
    abs_buffer head, words; /* of columns of aggregates */
} findings_view;

/* A group's row of what its search has found, where a spec has one position only. */
void put_found(table_data *t, findings_view *v, uint32_t group);
/* A row for each answer: what fills that table of the JSON report. */
void fill_answers(void *finding, table_data *t);

/* A group's name on a page, indented as it stands under a heading; valid until the next. NULL for
   machines. */
const char *view_label(findings_view *v, uint32_t group);
/* Takes the row that the tally has just taken. */
void plays_add(abs_plays *plays, const abs_tally *tally, const abs_row *row, line_walk *walk);
/* With --passes, those of the first searches. */
void plays_write_passes(abs_buffer *b, const abs_plays *plays, const abs_page *page);

/* All findings as a page, on a terminal or in Markdown .. */
void page_findings(abs_buffer *b, findings_view *view, const abs_page *page);
/* .. and from "metric" on as members of the report's object, which it closes. */
void json_findings(abs_buffer *b, findings_view *view);

#endif
