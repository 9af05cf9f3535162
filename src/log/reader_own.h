/* reader_own.h -- a reader's parts: reader_layout.c finds the rows of a file, reader.c reads them.
 */
#ifndef ABS_READER_OWN_H
#define ABS_READER_OWN_H

#include "log/codec.h"
#include "log/fields.h"
#include "log/reader.h"
#include "log/source.h"

/* Where a row is. */
typedef struct {
    union {
        uint64_t at; /* in the file; */
        cJSON *item; /* of a file that was read whole */
    } is;
    uint64_t job;
    uint32_t length;
    uint32_t number : 31, for_reference : 1; /* number: which row of the file, from 0 */
} row_place;

_Static_assert(sizeof(row_place) == 24, "a row more is 24 bytes more");

/* What the rows that were read come to: results [0], references [1]. */
typedef struct {
    size_t next[2], count[2]; /* rows before `next` are in it */
    uint64_t signature;
    uint64_t job, id; /* of the last row, the id as a hash */
} reader_sums;

struct abs_reader {
    line_source source;
    cJSON *about;  /* the report but for its rows; of lines, the head */
    cJSON *values; /* of a file that was read whole: its rows are within */
    bool lines;
    cJSON *end;      /* of lines: the object that says so */
    row_place *rows; /* in ascending order of job, if they have one; else as in the file */
    size_t count, room, references;
    uint64_t *left_out; /* jobs, in ascending order */
    size_t left_out_count, left_out_room;
    abs_plan plan;
    abs_buffer messages;     /* errors of no row: a list */
    abs_names wrong_answers; /* ids of rows that missed the known value of their position */
    bool has_times;
    reader_sums sums;
    abs_buffer text, scratch;
    fields_reader maker;
    abs_error *error; /* of the opening */
};

/* The error of the opening: "FILE: WHAT". Returns false. */
bool reader_fail(const abs_reader *reader, const char *what);

/* Finds the rows, and what the report says besides. False: the error is set. */
bool reader_find_rows(abs_reader *reader);
/* A job without a row. */
bool reader_add_left_out(abs_reader *reader, const cJSON *item);
/* Whether each member of the report is there once. */
bool reader_check_members(const abs_reader *reader);

#endif
