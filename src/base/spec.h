/* spec.h -- the options of a spec, "b=4,range=100". */
#ifndef ABS_SPEC_H
#define ABS_SPEC_H

#include "base/error.h"

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
