/* json.h -- cJSON, with memory that is there, and a stricter reader before it (RFC 8259). */
#ifndef ABS_JSON_H
#define ABS_JSON_H

#include "base/error.h"

#include <cjson/cJSON.h>
#include <stddef.h>

enum { JSON_DEPTH_MAX = 256 }; /* arrays and objects within each other */

/* Calls first: from then on cJSON has memory as memory_take() gives it. */
void json_begin(void);

/*
 * Passes over one value, from *text on, and blanks around it; *end is NUL. NULL: it is JSON. Else
 * what is wrong at *text, as a clause. Strings must be UTF-8 and must not hold NUL, which no C
 * string can.
 */
const char *json_check(const char **text, const char *end);

/* Parses text of that length, which ends with a NUL that is not counted. NULL: it is no JSON from
 *end on; `end` may be NULL. */
cJSON *json_parse(const char *text, size_t length, const char **end);

/* Makes `value` the member of that name, in the place of an older one or else the last. */
void json_put(cJSON *object, const char *name, cJSON *value);

/*
 * The member of `a` that comes next after `last`, one of its members, or NULL to begin with, and
 * that is a text in both objects, but not the same. NULL: there is none. Either may be NULL.
 */
const cJSON *json_next_change(const cJSON *a, const cJSON *b, const cJSON *last);

#endif
