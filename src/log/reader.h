/*
 * reader.h -- reads a log or a report back, row by row.
 *
 * Takes what --format=json and --format=jsonl write, and tells the two apart by their content. Both
 * have a line for each row, and may be larger than memory: a reader holds 24 bytes for each row,
 * one parsed row, and the rules of every spec. What another program (jq) has laid out otherwise is
 * read whole, up to 256 MiB. Counters are exact to 2^64 - 1.
 *
 * Every row is checked: types, ranges, known names, legal moves, and that its id is that of its
 * configuration. An error is ABS_CANNOT_RUN and names the file and the row, from 1.
 */
#ifndef ABS_READER_H
#define ABS_READER_H

#include "log/plan.h"
#include "log/row.h"

#include <cjson/cJSON.h>

typedef struct abs_reader abs_reader;

/*
 * Opens the file ("-": standard input) and finds its rows. What is appended meanwhile is not seen.
 * NULL: the error says why.
 */
abs_reader *reader_open(const char *path, abs_error *error);
void reader_close(abs_reader *reader);

size_t reader_rows(const abs_reader *reader);

/*
 * Row number `row`, from 0: in ascending order of job if rows have jobs, else in that of the file.
 * The row and all it points to are valid until the next call. A row without times has NAN for them.
 * What a report does not hold is absent: a timeout, and the known value of a position, unless a row
 * missed it. NULL: the error is set.
 */
const abs_row *reader_row(abs_reader *reader, size_t row, abs_error *error);
/* What is known of it without reading it; the job may be ABS_NO_JOB. */
uint64_t reader_job(const abs_reader *reader, size_t row);
bool reader_is_reference(const abs_reader *reader, size_t row);
/* Its number in the file, from 1, as errors have it. */
size_t reader_number(const abs_reader *reader, size_t row);

/*
 * Holds the rows against what the report says of them itself: how many there are, their signature,
 * their checksum. Those that reader_row() has not given yet, in ascending order, are read for it.
 * A report that says nothing passes. False: the error is set, and says what to do.
 */
bool reader_verify(abs_reader *reader, abs_error *error);

/*
 * From now on accepts rows whose sums do not agree (leaves with nodes, passes with iterations), as
 * in an edited report; otherwise they are an error. reader_odd_rows() counts them so far.
 */
void reader_take_odd_rows(abs_reader *reader);
size_t reader_odd_rows(const abs_reader *reader);

/* Whether rows have times, judged by the first. */
bool reader_has_times(const abs_reader *reader);

/* The jobs that the report is of, if it says so. */
const abs_plan *reader_plan(const abs_reader *reader);
/* The jobs of the plan that were not done as they are too large, in ascending order. */
const uint64_t *reader_left_out(const abs_reader *reader, size_t *count);

/* Whether the run was not interrupted. JSON Lines without an end are not whole. */
bool reader_is_whole(const abs_reader *reader);
/* JSON Lines: whether something follows the last line end, which is no row, and where that is: in
   bytes from the beginning; 0 if there is no line end. */
bool reader_torn(const abs_reader *reader);
uint64_t reader_whole_bytes(const abs_reader *reader);

/* Where the report comes from, an object, and the options of the run within; delete it. NULL: the
   error is set. */
cJSON *reader_context(const abs_reader *reader, abs_error *error);
cJSON *reader_options(const abs_reader *reader, abs_error *error);

/* Two jobs, for qsort(). */
int reader_compare_jobs(const void *a, const void *b);

/* What went wrong besides rows: of the messages of `errors` that belong to no row, the one after
   `error`, or the first after NULL; NULL at the end. */
const char *reader_next_error(const abs_reader *reader, const char *error);

#endif
