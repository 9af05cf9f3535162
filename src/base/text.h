/* text.h -- readers of small texts: numbers, names, and the NAME=VALUE options of a domain. */
#ifndef ABS_TEXT_H
#define ABS_TEXT_H

#include "base/error.h"

/* Reads a whole decimal number, all of `text`, within [low, high]. */
bool text_int(const char *text, int64_t low, int64_t high, int64_t *value);

/* "; did you mean 'NAME'?" of the name nearest to `text` (NULL-terminated list) in edit distance
   (Levenshtein 1966, capitals as small letters), with `before` in front of it; or "": none is
   near, or it would be the text itself. */
typedef struct {
    char text[80];
} text_hint;
text_hint text_hint_of(const char *text, const char *before, const char *const *names);

/* An option of a domain: its name and what it sets. */
typedef struct {
    const char *name;
    int *number; /* a whole number in [low, high]; */
    int low, high;
    int *upper;               /* with this, also LO..HI: the larger one; */
    const char *const *words; /* or one of these (NULL-terminated), as its place in the list */
    char *text;               /* or any text without a comma; room for ABS_TEXT_MAX bytes */
} abs_spec_option;

/*
 * Reads "NAME=VALUE,.." into what `table` (ended by a NULL name) points to. What is not given keeps
 * its value. The message names the option and what it takes; callers put the spec before
 * it.
 */
bool abs_spec_parse(const char *options, const abs_spec_option *table, abs_error *error);

#endif
