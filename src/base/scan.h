/*
 * scan.h -- walks over JSON text (RFC 8259) and builds nothing: finds where values begin and end,
 * and checks that they are JSON at all.
 *
 * Strings must be UTF-8 and must not hold NUL, which no C string can.
 */
#ifndef ABS_SCAN_H
#define ABS_SCAN_H

#include <stdbool.h>
#include <stddef.h>

enum { SCAN_DEPTH_MAX = 256 }; /* arrays and objects within each other */

typedef struct {
    const char *at, *end; /* *end is NUL */
    const char *wrong;    /* after a failure: what is wrong at `at`, as a clause */
} abs_scan;

typedef struct {
    const char *start;
    size_t length;
} abs_span;

void scan_blanks(abs_scan *scan);

/* Passes over one value; blanks before it are not in the span. False: `wrong` is set. */
bool scan_value(abs_scan *scan, abs_span *value);

/* Passes over the opening bracket of an array or object; false if it is not there. */
bool scan_open(abs_scan *scan, char bracket);
/*
 * Goes on to the next element of an array, or the next member of an object, that `bracket` (']' or
 * '}') ends. Returns 1, with the scan at the element or at the member's value, whose name, without
 * its quotes, is in *name; 0 past the end; -1 with `wrong` set. *first is true before the first
 * call.
 */
int scan_next(abs_scan *scan, char bracket, bool *first, abs_span *name);

/* Whether the span is this text. */
bool scan_is(abs_span span, const char *text);

#endif
