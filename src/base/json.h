/*
 * json.h -- cJSON, checked: what finds no memory is told, and nothing is left out unnoticed.
 */
#ifndef ABS_JSON_H
#define ABS_JSON_H

#include "base/error.h"

#include <cjson/cJSON.h>
#include <stddef.h>

/* Calls first: from then on cJSON has memory as memory_take() gives it. */
void json_begin(void);

/*
 * Makes `value` the member of that name, in the place of an older one or else the last. It takes
 * the value, and is false if that is NULL or memory is short.
 */
bool json_put(cJSON *object, const char *name, cJSON *value);

/* Makes `value` the last item; otherwise as json_put(). */
bool json_append(cJSON *array, cJSON *value);

/*
 * The member of `a` that comes next after `last`, one of its members, or NULL to begin with, and
 * that is a text in both objects, but not the same. NULL: there is none. Either may be NULL.
 */
const cJSON *json_next_change(const cJSON *a, const cJSON *b, const cJSON *last);

/*
 * Parses text of that length, which ends with a NUL that is not counted. NULL: memory is short, and
 * errno is ENOMEM; or it is no JSON from *end on. `end` may be NULL.
 */
cJSON *json_parse(const char *text, size_t length, const char **end);

#endif
