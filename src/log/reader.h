/*
 * reader.h -- reads a log or a report back, row by row.
 *
 * Takes what --format=json and --format=jsonl write, and tells the two apart by their content. Both
 * have a line for each row, and may be larger than memory: a reader holds 24 bytes for each row,
 * one row, and the rules of every spec. What another program has laid out is read whole, up to
 * 256 MiB. Counters are exact to 2^64 - 1.
 *
 * Every row is checked, as fields_read() says. An error is ABS_CANNOT_RUN and names the file and
 * the row, from 1.
 */
#ifndef ABS_READER_H
#define ABS_READER_H

#include "log/context.h"
#include "log/fields.h"

/* A row, or a job without one. */
typedef struct {
    uint64_t job; /* ABS_NO_JOB: it has none */
    uint64_t at;  /* in the file */
    uint32_t length;
    uint32_t number : 30, for_reference : 1, left_out : 1; /* number: of the file's rows, from 1 */
} row_place;

_Static_assert(sizeof(row_place) == 24, "a row more is 24 bytes more");

typedef struct {
    char *name;      /* the path, or "stdin": in errors */
    row_place *rows; /* in ascending order of job if rows have jobs, else in that of the file */
    size_t count;
    size_t left_out; /* so many more places follow, in ascending order: jobs that were too large */
    abs_plan plan;   /* the jobs that the report is of, if it says so */
    const cJSON *context; /* where the report comes from, an object, .. */
    const cJSON *options; /* .. and the options of the run within; NULL: not said */
    abs_buffer messages;  /* what went wrong besides rows: the errors that belong to no row */
    bool has_times;       /* judged by the first row */
    bool is_whole;        /* the run was not interrupted; JSON Lines without an end are not whole */
    bool torn;      /* JSON Lines: after the last line end something follows, which is no row */
    uint64_t whole; /* where that line ends, with its line end; 0: there is none */

    /* reader.c alone: */
    fields_reader maker; /* of rows */
    int file;
    FILE *in; /* the same, once it is open */
    uint64_t size;
    size_t room, references;
    cJSON *about; /* the report but for its rows; of lines, the head */
    cJSON *end;   /* of lines: the object that says so */
    bool lines;   /* JSON Lines */
    abs_buffer text;
    json_values values;      /* of a row */
    abs_names wrong_answers; /* ids of rows that missed the known value of their position */
    size_t signed_rows;      /* so many of the first rows are in .. */
    uint64_t signature;      /* .. this one of the results */
    abs_error *error;        /* of the call at hand */
} abs_reader;

/*
 * Opens the file ("-": standard input) and finds its rows. What is appended meanwhile is not seen.
 * NULL: the error says why.
 */
abs_reader *reader_open(const char *path, abs_error *error);
void reader_close(abs_reader *reader);

/* What there is of a job; NULL: nothing. */
const row_place *reader_find(const abs_reader *reader, uint64_t job);

/*
 * Row number `row` of reader->rows, from 0, and all it points to: valid until the next call. A row
 * without times has NAN for them. What a report does not hold is absent: a timeout, and the known
 * value of a position, unless a row missed it. NULL: the error is set.
 */
const abs_row *reader_row(abs_reader *reader, size_t row, abs_error *error);

/*
 * Holds the rows against what the report says of them itself: how many there are, and their
 * signature. Those that reader_row() has not given yet, in ascending order, are read for it. A
 * report that says nothing passes. False: the error is set, and says what to do.
 */
bool reader_verify(abs_reader *reader, abs_error *error);

#endif
