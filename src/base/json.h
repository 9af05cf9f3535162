/*
 * json.h -- cJSON, with memory that is there.
 */
#ifndef ABS_JSON_H
#define ABS_JSON_H

#include "base/error.h"

#include <cjson/cJSON.h>
#include <stddef.h>

/* Calls first: from then on cJSON has memory as memory_take() gives it. */
void json_begin(void);

/* Makes `value` the member of that name, in the place of an older one or else the last. */
void json_put(cJSON *object, const char *name, cJSON *value);

/*
 * The member of `a` that comes next after `last`, one of its members, or NULL to begin with, and
 * that is a text in both objects, but not the same. NULL: there is none. Either may be NULL.
 */
const cJSON *json_next_change(const cJSON *a, const cJSON *b, const cJSON *last);

/* Parses text of that length, which ends with a NUL that is not counted. NULL: it is no JSON from
 *end on; `end` may be NULL. */
cJSON *json_parse(const char *text, size_t length, const char **end);

#endif
