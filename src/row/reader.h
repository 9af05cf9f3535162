/*
 * reader.h -- reads a report back, row by row.
 *
 * Takes what --format=json and --format=jsonl write, also after another program has laid it out
 * anew (jq), and tells the two apart by their content. The text is in memory once; beyond that a
 * reader holds where each row stands, one row, and the rules of every spec. Counters are exact to
 * 2^64 - 1.
 *
 * Every row is checked: types, ranges, known names, legal moves, and that its id is the one that
 * its configuration makes. An error is ABS_CANNOT_RUN and names the file and the row, from 1.
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
 * Row number `row`, from 0. The row and all it points to stay until the next call. A row without
 * times has NAN for them. What a report does not hold is as if it had not been: a timeout, and
 * what is known of a position's value but that some row missed it. NULL: the error is set.
 */
const abs_row *reader_row(abs_reader *reader, size_t row, abs_error *error);

/*
 * Takes rows from now on whose sums do not agree (leaves with nodes, passes with iterations), as in
 * a report that was edited; else they are an error. reader_odd_rows(): how many there were so far.
 */
void reader_take_odd_rows(abs_reader *reader);
size_t reader_odd_rows(const abs_reader *reader);

/* Whether rows have times, as the first one has or not. */
bool reader_has_times(const abs_reader *reader);

/* The options of the run, an object; delete it. NULL: the error is set. */
cJSON *reader_options(const abs_reader *reader, abs_error *error);

/* Whether the report says that its run was interrupted; JSON Lines do not say. */
bool reader_is_interrupted(const abs_reader *reader);

/* What went wrong besides rows: of the messages of `errors` that belong to no row, the one after
   `error`, or the first after NULL; NULL at the end. */
const char *reader_next_error(const abs_reader *reader, const char *error);

#endif
