/*
 * document.h -- a finding of its own, such as a comparison: what it is in one row, and tables.
 *
 * JSON is one object: "schema", "context", the members of the first table's one row, and each other
 * table as an array. JSON Lines begin with the schema and context, a row a line follows. CSV is the
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

typedef struct {
    const char *schema, *title, *help;
    const document_table *tables; /* the first is of one row */
    size_t count, main;           /* main: the table that CSV is */
} document_form;

/* For programs: in JSON, JSON Lines or CSV. `context`: NULL for none. */
bool document_write(abs_output *out, const document_form *form, const void *finding,
                    const abs_context *context, abs_format format, abs_error *error);
/* The first `most` rows of a table, for a page. Start it before. */
bool document_fill_table(table_data *t, document_fill *fill, const void *finding, size_t most,
                         abs_error *error);
/* The JSON Schema, draft 2020-12. */
void document_schema(abs_buffer *b, const document_form *form, bool has_context);

extern const document_form compare_document, tuning_document;

#endif
