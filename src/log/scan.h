/*
 * scan.h -- where things stand in a text that json_check() has found to be JSON: nothing is copied,
 * and whole numbers keep all their digits.
 */
#ifndef ABS_SCAN_H
#define ABS_SCAN_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *name, *value; /* the name behind its quote; both reach on into the text */
    size_t length;            /* of the name */
} scan_member;

/* Goes on to the object's next member, or to the first where `value` is NULL. False: it has no
   more, or is no object. */
bool scan_next(const char *object, scan_member *member);
bool scan_is_called(const scan_member *member, const char *name);
/* The value of a member of the object; NULL: it has none of that name, or is no object. */
const char *scan_find(const char *object, const char *name);
/* The same; NULL, too: it has others. */
const char *scan_only(const char *object, const char *name);
/* The element of a list after the last one, NULL at first; NULL: there is none. */
const char *scan_element(const char *list, const char *last);
/* Where a value ends. */
const char *scan_end(const char *at);
/* A number; NAN: the value is none. */
double scan_number(const char *value);

#endif
