/* error.h -- what can go wrong, in one line, and the exit code it leads to. */
#ifndef ABS_ERROR_H
#define ABS_ERROR_H

#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>

enum { ABS_TEXT_MAX = 1024 }; /* bytes of any position, move or error text, with its NUL */

/* Exit codes, and what an error means. */
typedef enum {
    ABS_OK = 0,
    ABS_DIFFERS = 1,      /* values disagree, or a figure is not as expected */
    ABS_CANNOT_RUN = 2,   /* a file cannot be read or written, or is malformed; no memory */
    ABS_USAGE = 64,       /* the command line is wrong */
    ABS_INTERRUPTED = 130 /* stopped by the user; what was finished is kept */
} abs_exit;

typedef struct {
    abs_exit code;
    bool told;               /* it has been printed, since other lines had to follow it */
    char text[ABS_TEXT_MAX]; /* one line: what was wrong and what to do */
} abs_error;

/* Writes the message, of which the one before may be a part, and returns false, so that a parser
   can `return abs_fail(...)`. */
static inline bool abs_fail(abs_error *error, abs_exit code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static inline bool abs_fail(abs_error *error, abs_exit code, const char *format, ...)
{
    char text[sizeof error->text];
    va_list args;
    va_start(args, format);
    error->code = code;
    error->told = false;
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    strcpy(error->text, text);
    utf8_make_plain(error->text); /* what the user wrote may contain anything */
    return false;
}

#endif
