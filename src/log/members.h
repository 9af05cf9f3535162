/* members.h -- checked values out of parsed JSON: members of an object, by place in a list of
 * names. */
#ifndef ABS_MEMBERS_H
#define ABS_MEMBERS_H

#include "base/buffer.h"
#include "base/error.h"
#include "base/scan.h"
#include "search/variants.h"

#include <cjson/cJSON.h>

enum { MEMBERS_MAX = 64 };

typedef struct {
    const char *file;
    size_t row;         /* from 1 */
    const char *within; /* "tt.", or "" */
    const char *const *names;
    const cJSON *items[MEMBERS_MAX]; /* by place in names; NULL: not there */
    abs_error *error;
} members;

/*
 * Parses a value that scan_value() passed. Whole numbers beyond 15 digits, which cJSON would round,
 * stay exact. `scratch` is used up. NULL: it cannot be parsed, or
 * memory is short and errno is ENOMEM.
 */
cJSON *members_parse(abs_span text, abs_buffer *scratch);

/* Whether a value of what members_parse() returned is a text, not a number that it marked. */
bool members_is_text(const cJSON *item);

/* Finds all members. False, with the error: it is not an object, or has a member twice or one that
   is unknown. */
bool members_take(members *f, const cJSON *object, const char *const *names, size_t count);

/* The error for field `at`: "FILE: row N: WITHIN.NAME PROBLEM". Returns false. */
bool members_fail(const members *f, size_t at, const char *problem);

/* The error there is, after "FILE: row N: NAME: ". Returns false. */
bool members_blame(const members *f, size_t at);

/* What must be there, of its type and within its range; else false with the error. */
bool members_count(const members *f, size_t at, uint64_t *number);
bool members_int(const members *f, size_t at, int64_t low, int64_t high, int *number);
bool members_truth(const members *f, size_t at, bool *truth);
/* NULL in *text where null stands, if that may be. */
bool members_text(const members *f, size_t at, bool may_be_null, const char **text);
/* A text's place among names. */
bool members_name(const members *f, size_t at, const abs_named *names, unsigned *place);
/* NAN for null. */
bool members_real(const members *f, size_t at, double *number);
bool members_array(const members *f, size_t at, const cJSON **array);
/* True for null; what is not there at all is not null. */
bool members_is_null(const members *f, size_t at);
/* .. and must be null, or `problem` is the error. */
bool members_null(const members *f, size_t at, const char *problem);

#define UNUSED "is not null, but nothing uses it"

#endif
