/* spec.h -- the options of a spec, "b=4,range=100", one by one. */
#ifndef ABS_SPEC_H
#define ABS_SPEC_H

#include "base/error.h"

typedef struct {
    char name[32];
    char value[ABS_TEXT_MAX];
} abs_spec_option;

/*
 * Takes the next NAME=VALUE off *cursor. Returns 1, 0 at the end, or -1 with the error set.
 * A value runs to the next comma.
 */
int abs_spec_next(const char **cursor, abs_spec_option *option, abs_error *error);
/* Whole numbers LOW..HIGH, units and limits named in the message on failure. */
bool abs_spec_int(const abs_spec_option *option, int low, int high, int *value, abs_error *error);
/* The error for a NAME that is none of `names` (NULL-terminated), with the nearest as suggestion.
 */
bool abs_spec_unknown(const char *domain, const abs_spec_option *option, const char *const *names,
                      abs_error *error);

#endif
