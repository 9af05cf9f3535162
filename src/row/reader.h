/*
 * reader.h -- reads a report back, row by row.
 *
 * Takes what --format=json and --format=jsonl write, even after another program (jq) has
 * reformatted it, and tells the two apart by their content. A reader holds the text once, the place
 * of each row in it, one parsed row, and the rules of every spec. Counters are exact to 2^64 - 1.
 *
 * Every row is checked: types, ranges, known names, legal moves, and that its id is that of its
 * configuration. An error is ABS_CANNOT_RUN and names the file and the row, from 1.
 */
#ifndef ABS_READER_H
#define ABS_READER_H

#include "row/row.h"

#include <cjson/cJSON.h>

typedef struct abs_reader abs_reader;

/* Reads the file ("-": standard input) and finds its rows. NULL: the error says why. */
abs_reader *reader_open(const char *path, abs_error *error);
void reader_close(abs_reader *reader);

size_t reader_rows(const abs_reader *reader);

/*
 * Row number `row`, from 0. The row and all it points to are valid until the next call. A row
 * without times has NAN for them. What a report does not hold is absent: a timeout, and the known
 * value of a position, unless a row missed it. NULL: the error is set.
 */
const abs_row *reader_row(abs_reader *reader, size_t row, abs_error *error);

/*
 * From now on accepts rows whose sums do not agree (leaves with nodes, passes with iterations), as
 * in an edited report; otherwise they are an error. reader_odd_rows() counts them so far.
 */
void reader_take_odd_rows(abs_reader *reader);
size_t reader_odd_rows(const abs_reader *reader);

/* Whether some rows are for_reference: not among the results. */
bool reader_has_references(const abs_reader *reader);

/* Whether rows have times, judged by the first. */
bool reader_has_times(const abs_reader *reader);

/* The options of the run, an object; delete it. NULL: the error is set. */
cJSON *reader_options(const abs_reader *reader, abs_error *error);

/* Whether the report says that its run was interrupted; JSON Lines do not say. */
bool reader_is_interrupted(const abs_reader *reader);

/* What went wrong besides rows: of the messages of `errors` that belong to no row, the one after
   `error`, or the first after NULL; NULL at the end. */
const char *reader_next_error(const abs_reader *reader, const char *error);

#endif
