/*
 * document.h -- a finding of its own, such as a comparison: what it is in one row, and tables.
 *
 * JSON is one object: "schema", "context", the members of the head's one row, and each table as an
 * array. JSON Lines begin with the schema and context, a row a line follows. CSV is the main table
 * alone. Rows are written while the table is filled: it may be longer than memory. A page has the
 * tables whose columns have heads.
 */
#ifndef ABS_DOCUMENT_H
#define ABS_DOCUMENT_H

#include "base/file.h"
#include "log/context.h"
#include "suite/options.h"
#include "table/table.h"

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

#endif
