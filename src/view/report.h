/*
 * report.h -- rows in, a report out: JSON, JSON Lines, CSV, Markdown, or a table for a person.
 *
 * Rows are written as they come, into a temporary file beside the wanted one that takes its name
 * only when the report is whole; on stdout, as they come. docs/report.md says what every field
 * means; docs/report.schema.json is the published schema.
 */
#ifndef ABS_REPORT_H
#define ABS_REPORT_H

#include "log/context.h"

typedef struct abs_report abs_report;

typedef enum {
    REPORT_OUTPUT, /* to --output, in its format */
    REPORT_SILENT, /* its rows are written elsewhere: nothing is written but complaints */
    REPORT_SHOWN,  /* a table on stdout, beside a report that complains */
} abs_report_kind;

/*
 * Opens the output and writes what comes before the rows. NULL: the error says why (what cannot be
 * written is ABS_CANNOT_RUN). Options and context need not outlive the call.
 */
abs_report *abs_report_open(const abs_options *options, const abs_context *context,
                            abs_report_kind kind, abs_error *error);

/*
 * Adds a row. Rows come in the order of their jobs, whatever the number of workers. The row, its
 * root and its configuration may change or go afterwards. Not for several threads at once. What
 * was searched for_reference alone stands in a list of its own, and in CSV nowhere.
 * False: it cannot be written; call abs_report_abandon().
 */
bool abs_report_row(abs_report *report, const abs_row *row, abs_error *error);

/* Says that a job has no row, as its search is not affordable. */
void abs_report_left_out(abs_report *report, uint64_t job);

/* Writes out rows that were taken but kept back, for a better pace. Call it now and then. */
void abs_report_flush(abs_report *report);

/* How loosely a spec's ratios are known. */
typedef struct {
    const char *spec;
    size_t ratios;    /* intervals there are, or ought to be: groups with a reference, but not it */
    double width;     /* the largest half of an interval, as a share of its ratio; INFINITY where a
                         ratio has no interval yet */
    size_t positions; /* searched for the ratio that has it */
} abs_looseness;

/* For every spec with rows so far; `count` of them. Free the list. */
abs_looseness *abs_report_looseness(const abs_report *report, size_t *count);

/* Adds to the report's errors: something that was left undone, in one line. */
void abs_report_error(abs_report *report, const char *message);

/*
 * Before the report of an interrupted run is closed: an older report stays, and this one becomes
 * FILE.partial. False: it has no rows, and an older one is there; call abs_report_abandon(). `said`
 * is told where they are: see output_set_aside().
 */
bool abs_report_set_aside(abs_report *report, abs_buffer *said);

/*
 * Writes what follows the rows (aggregates, verification, signature, errors) and frees the report.
 * `interrupted`: the report holds what was finished, and says so. False: the error is ABS_DIFFERS,
 * without a text, if values of sound searches disagree (which stderr is told); or ABS_CANNOT_RUN,
 * and then no file is left behind.
 */
bool abs_report_close(abs_report *report, bool interrupted, abs_error *error);

/* The rows so far. */
const abs_end *abs_report_end(const abs_report *report);

/* Leaves no output behind. */
void abs_report_abandon(abs_report *report);

#endif
