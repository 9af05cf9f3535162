/*
 * layout.h -- where the rows of a file are: of JSON Lines, of a report with a line for each row, or
 * of one that is laid out otherwise, which is read whole for it.
 *
 * What is appended to the file meanwhile is not seen. What is not a regular file is copied to one
 * first, if it begins like JSON.
 */
#ifndef ABS_LAYOUT_H
#define ABS_LAYOUT_H

#include "base/buffer.h"
#include "base/error.h"

#include <cjson/cJSON.h>

typedef struct {
    uint64_t at;  /* in the file */
    uint64_t job; /* ABS_NO_JOB: it has none */
    uint32_t length;
    uint32_t number : 31, for_reference : 1; /* number: which row of the file, from 0 */
} row_place;

_Static_assert(sizeof(row_place) == 24, "a row more is 24 bytes more");

typedef struct {
    char *name; /* the path, or "stdin": in errors */
    int file;
    uint64_t size;
    uint64_t whole; /* where the last whole line ends, with its line end */
    cJSON *about;   /* the report but for its rows; of lines, the head */
    cJSON *end;     /* of lines: the object that says so */
    bool lines;     /* JSON Lines */
    bool anew;      /* another program has laid it out */
    row_place *rows;
    size_t count, room, references;
    uint64_t *left_out; /* jobs without a row */
    size_t left_out_count, left_out_room;
    abs_buffer text, scratch;
    abs_error *error; /* of the opening */
} layout;

/* "-" is standard input. False: the error is set; close it all the same. */
bool layout_open(layout *layout, const char *path, abs_error *error);
void layout_close(layout *layout);

/* Reads the row's text into layout->text. False: the error is set. */
bool layout_read(layout *layout, const row_place *row, abs_error *error);

/* A job without a row. */
bool layout_leave_out(layout *layout, const cJSON *job);

/* The error of the opening: "FILE: WHAT". Returns false. */
bool layout_fail(const layout *layout, const char *what);

#endif
