/*
 * schema.h -- the JSON Schema of reports, and the table of a row's fields for docs/report.md: both
 * follow from config.def, counters.def and row.def.
 */
#ifndef ABS_SCHEMA_H
#define ABS_SCHEMA_H

#include "base/buffer.h"

/* The schema (draft 2020-12): schema.json with what follows from the tables in its places. */
void schema_json(abs_buffer *b);
/* A line of Markdown for each field. */
void schema_markdown(abs_buffer *b);

#endif
