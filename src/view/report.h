/*
 * report.h -- takes rows and writes a report: JSON, JSON Lines, CSV, Markdown, or a plain table.
 *
 * Rows are written as they come: to stdout, or to a temporary file that takes its final name only
 * when the report is complete. docs/report.md explains every field; docs/report.schema.json is the
 * published schema.
 */
#ifndef ABS_REPORT_H
#define ABS_REPORT_H

#include "base/file.h"
#include "log/context.h"
#include "log/fields.h"

typedef struct abs_report abs_report;

typedef enum {
    REPORT_OUTPUT, /* to --output, in its format */
    REPORT_SILENT, /* nowhere, as its rows are written elsewhere; it only complains */
    REPORT_SHOWN,  /* a table on stdout, in addition to a report, which does the complaining */
} abs_report_kind;

/*
 * Opens the output and writes what precedes the rows. CSV has the `columns`, which may be NULL for
 * other formats. Options, context and columns need not outlive the call. Returns NULL with the
 * error set; it is ABS_CANNOT_RUN if the output cannot be written.
 */
abs_report *abs_report_open(const abs_options *options, const abs_context *context,
                            abs_report_kind kind, const row_columns *columns, abs_error *error);
/* Whether a report of these options and that kind has columns. */
bool abs_report_has_columns(const abs_options *options, abs_report_kind kind);

/*
 * Adds a row. Rows must come in the order of their jobs, from one thread at a time. The row, its
 * root and its configuration are not needed afterwards. A row for_reference goes into a list of its
 * own, and CSV omits it. Returns false if the row cannot be written; the caller then calls
 * abs_report_abandon().
 */
bool abs_report_row(abs_report *report, const abs_row *row, abs_error *error);

/* Adds a job that has no row, because its search took too many nodes. */
void abs_report_left_out(abs_report *report, uint64_t job);

/* Writes rows that are still buffered. It is called now and then. */
void abs_report_flush(abs_report *report);

/* Adds to the report's errors, in one line and once, something that was not done. */
void abs_report_error(abs_report *report, const char *message);

/* Must be called before the report of an interrupted run is closed: see output_interrupted(). If an
   older one stays, the caller calls abs_report_abandon(). */
output_fate abs_report_interrupted(const abs_report *report, abs_buffer *said);

/*
 * Writes what follows the rows (aggregates, verification, signature, errors) and frees the report.
 * An `interrupted` report holds what was finished, and says so. Returns false with the error
 * ABS_DIFFERS, without a text, if values of sound searches disagree, which stderr names; or with
 * ABS_CANNOT_RUN, and then no file is left behind.
 */
bool abs_report_close(abs_report *report, bool interrupted, abs_error *error);

/* The results so far. */
const abs_end *abs_report_end(const abs_report *report);

/* Removes the output, which is incomplete. */
void abs_report_abandon(abs_report *report);

#endif
