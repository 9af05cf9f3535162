/*
 * reader.h -- reads a log or a report, row by row.
 *
 * A reader takes what --format=json and --format=jsonl write, and distinguishes them by their
 * content. Both have a line for each row and may be larger than memory: a reader keeps one row, and
 * 24 bytes for every row. It reads a report that another program has reformatted into memory, up to
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
    uint64_t job; /* ABS_NO_JOB if it has none */
    uint64_t at;  /* the offset in the file */
    uint32_t length;
    uint32_t number : 29; /* in the file, from 1 */
    uint32_t for_reference : 1, left_out : 1;
    uint32_t failed : 1; /* abs_row_has_failed() */
} row_place;

_Static_assert(sizeof(row_place) == 24, "a row more is 24 bytes more");

typedef struct {
    char *name;      /* the path, or "stdin", for errors */
    row_place *rows; /* sorted by job if rows have jobs, else in the order of the file */
    size_t count;
    size_t failed;        /* rows that failed; if two rows have one job, the later is here */
    size_t left_out;      /* how many places of left-out jobs follow, sorted by job */
    abs_plan plan;        /* unknown if the report has none */
    const cJSON *context; /* the object "context", or NULL, .. */
    const cJSON *options; /* .. and the object "options" in it, or NULL */
    abs_buffer messages;  /* the messages of errors that belong to no row */
    bool has_times;       /* whether the first row has times */
    bool is_whole;        /* the run was not interrupted; JSON Lines without an end are not whole */
    bool torn;            /* JSON Lines: the bytes after the last newline are no row */
    uint64_t whole;       /* the offset after the last newline; 0 if there is none */
    uint64_t end_at;      /* of JSON Lines that are whole, the offset of the last line */

    /* For reader.c only: */
    fields_reader maker; /* of rows */
    int file;
    FILE *in; /* the stream of `file`, once it is open */
    uint64_t size;
    size_t room, references;
    cJSON *about;       /* the report without its rows; of JSON Lines, the head */
    cJSON *end;         /* of JSON Lines, the object of the last line, or NULL */
    abs_names subjects; /* the subject of each spec of the rows */
    bool lines;         /* the file is JSON Lines */
    abs_buffer text;
    json_values values; /* of a row */
    size_t signed_rows; /* the results among the first `signed_rows` rows .. */
    uint64_t signature; /* .. have this signature */
    abs_error *error;   /* of the current call */
} abs_reader;

/*
 * Opens the file ("-" is standard input) and finds its rows. It does not see what is appended
 * later. Returns NULL with the error set.
 */
abs_reader *reader_open(const char *path, abs_error *error);
void reader_close(abs_reader *reader);
/* Frees the places of the rows; none can be read afterwards. */
void reader_forget(abs_reader *reader);

/* For reader.c: sorts the rows by job, if they have jobs; without a plan it drops the jobs. Of two
   rows of one job the later is kept if the earlier failed. Returns false with the error set. */
bool reader_order(abs_reader *reader);

/* The row of a job, or its place without one; NULL if the report has neither. */
const row_place *reader_find(const abs_reader *reader, uint64_t job);

/*
 * Returns row number `row` of reader->rows, from 0, and all it points to, valid until the next
 * call; or NULL with the error set. A row without times has NAN for them. It has no timeout, which
 * reports do not hold.
 */
const abs_row *reader_row(abs_reader *reader, size_t row, abs_error *error);

/*
 * Compares the rows with the number and signature that the report states; a report without them
 * passes. It reads the rows that reader_row() has not yet returned in ascending order. Returns
 * false with the error set, which says what to do.
 */
bool reader_verify(abs_reader *reader, abs_error *error);

#endif
