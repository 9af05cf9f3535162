/*
 * layout.h -- where the rows of a file are: of JSON Lines, of a report with a line for each row, or
 * of one that is laid out otherwise, which is read whole for it.
 *
 * What is appended to the file meanwhile is not seen. What is not a regular file is copied to one
 * first, if it begins like JSON.
 */
#ifndef ABS_LAYOUT_H
#define ABS_LAYOUT_H

#include "log/reader.h"

/* "-" is standard input. False: the reader's error is set; close the reader all the same. */
bool layout_open(abs_reader *reader, const char *path);

/* Reads the row's text into reader->text. False: the error is set. */
bool layout_read(abs_reader *reader, const row_place *row, abs_error *error);

/* A job without a row. */
bool layout_leave_out(abs_reader *reader, const cJSON *job);

/* The error of the opening: "FILE: WHAT". Returns false. */
bool layout_fail(const abs_reader *reader, const char *what);

#endif
