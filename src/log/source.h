/*
 * source.h -- a file that is read line by line, and again from any place. What is appended to it
 * meanwhile is not seen. What is not a regular file is copied to one first, if it begins like JSON.
 */
#ifndef ABS_SOURCE_H
#define ABS_SOURCE_H

#include "base/error.h"

#include <stdint.h>

typedef struct {
    char *name; /* the path, or "stdin": in errors */
    int file;
    uint64_t size;
    char *window; /* bytes `start` .. of the file */
    uint64_t start;
    size_t length, room;
    size_t next;    /* where in the window the next line begins */
    uint64_t whole; /* where the last line that was given ends, with its line end */
} line_source;

/* Without the blanks around it. */
typedef struct {
    char *text; /* ends with a NUL; valid until the next line is taken */
    size_t length;
    uint64_t at; /* of the text, in the file */
    bool torn;   /* the file ends in it */
} source_line;

/* "-" is standard input. False: the error is set; close it all the same. */
bool source_open(line_source *source, const char *path, abs_error *error);
void source_close(line_source *source);
/* Gives up the memory for lines; they cannot be taken any more. */
void source_end(line_source *source);

/* Takes the next line: 1; 0 at the end; -1, and the error is set. */
int source_next(line_source *source, source_line *line, abs_error *error);

/* `length` bytes from `at` on. False: the error is set. */
bool source_read(const line_source *source, uint64_t at, char *bytes, size_t length,
                 abs_error *error);

/* All of it, with a NUL behind; free it. NULL: the error is set. */
char *source_all(const line_source *source, size_t *length, abs_error *error);

#endif
