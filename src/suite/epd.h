/*
 * epd.h -- lines of position files, cut up: a position's text, then operations as in EPD (Extended
 * Position Description, Edwards 1994): NAME OPERANDS, a semicolon after each. A semicolon within
 * quotes is text.
 */
#ifndef ABS_EPD_H
#define ABS_EPD_H

#include "base/error.h"

typedef struct {
    const char *name;     /* begins with a letter */
    const char *operands; /* without blanks at the ends, or quotes around the whole; may be "" */
} epd_operation;

/* Cuts blanks off both ends, in place. */
char *epd_trim(char *text);

/*
 * Ends the position's text, which begins the trimmed line, and returns what follows it. `fields`:
 * the text is EPD's four fields, or FEN's six, and need not end with a semicolon.
 */
char *epd_split(char *line, bool fields);

/*
 * Takes the next operation off *cursor, in place. Returns 1, 0 at the end, or -1 with the error set
 * (ABS_USAGE): what is there is not an operation.
 */
int epd_next(char **cursor, epd_operation *operation, abs_error *error);

#endif
