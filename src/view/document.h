/*
 * document.h -- a finding of its own, such as a comparison: what it is in one row, and tables.
 *
 * JSON is one object: "schema", "context", the members of the head's one row, and each table as an
 * array. JSON Lines begin with the schema and context, a row a line follows. CSV is the
 * main table alone. What is written is filled in a piece at a time: a table may be longer than
 * memory.
 */
#ifndef ABS_DOCUMENT_H
#define ABS_DOCUMENT_H

#include "base/output.h"
#include "log/context.h"
#include "suite/format.h"
#include "table/table.h"

/* Adds the rows of one item, numbered from 0, if it has any. False: there is no such item, or the
   error is set. */
typedef bool document_fill(const void *finding, table_data *t, size_t item, abs_error *error);

typedef struct {
    const table_form *form;
    document_fill *fill;
} document_table;

/* Writes the finding for people. False: the error is set. */
typedef bool document_page(abs_buffer *b, const void *finding, const abs_page *page,
                           abs_error *error);

typedef struct {
    const char *schema, *title, *help;
    bool has_context;
    document_page *page;
    document_table head; /* of one row; no form: there is none */
    const document_table *tables;
    size_t count, main; /* main: the table that CSV is */
} document_form;

/* In that format. `context`: NULL for none. */
bool document_write(abs_output *out, const document_form *form, const void *finding,
                    const abs_context *context, abs_format format, abs_error *error);
/* The same to a file, "-" or NULL: standard output. */
bool document_print(const char *path, const document_form *form, const void *finding,
                    const abs_context *context, abs_format format, abs_error *error);
/* The first `most` rows of a table, for a page. Start it before. */
bool document_fill_table(table_data *t, document_fill *fill, const void *finding, size_t most,
                         abs_error *error);
/* The JSON Schema, draft 2020-12. */
void document_schema(abs_buffer *b, const document_form *form);

extern const document_form compare_document, tuning_document, list_document;

#endif
