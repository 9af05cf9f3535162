/* json.h -- a strict reader of JSON (RFC 8259) that copies nothing; and cJSON for trees of it. */
#ifndef ABS_JSON_H
#define ABS_JSON_H

#include "base/error.h"

#include <cjson/cJSON.h>

enum { JSON_DEPTH_MAX = 256 }; /* arrays and objects within each other */

/* Must be called before anything else here; cJSON then takes its memory from memory_take(). */
void json_begin(void);

/* A value in a text. Nothing is copied, and whole numbers keep all their digits. The values within
   an object or a list follow it in the vector: the first is value[1], the next is `size` elements
   after the one before, and the last ends before value[value->size]. */
typedef struct {
    const char *text, *name; /* the name begins after its quote; NULL if it is no member */
    size_t length, name_length;
    size_t size; /* elements of the vector: 1, and those of the values within */
} json_value;

/* It starts as zeros; the caller frees `of`. */
typedef struct {
    json_value *of;
    size_t count, room;
    int levels; /* how deep values are noted: 1 is the outermost alone; 0 notes none */
    const char *wrong, *wrong_at;
} json_values;

/*
 * Reads one value from *text on, with the blanks around it; *end must be NUL. Returns NULL if it is
 * JSON: `values` then has it and the values within. Else it returns, as a clause, what is wrong,
 * and *text points there. Strings must be UTF-8 and must not hold NUL, which no C string can.
 */
const char *json_check(const char **text, const char *end, json_values *values);

/* The number of members or elements. */
size_t json_length(const json_value *value);
bool json_is_called(const json_value *value, const char *name);
/* Returns the first member of that name, or NULL if there is none or the value is no object. */
const json_value *json_member(const json_value *object, const char *name);
/* Returns the member of that name, or NULL unless it is the only member. */
const json_value *json_only(const json_value *object, const char *name);
/* Returns the number that the value is, or NAN if it is none. */
double json_number(const json_value *value);

/* Return the member of that name, and its text, or NULL if there is none. */
static inline const cJSON *json_find(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static inline const char *json_text(const cJSON *object, const char *name)
{
    return cJSON_GetStringValue(json_find(object, name));
}

/* Makes `value` the member of that name. It replaces an older one, or else becomes the last. */
void json_put(cJSON *object, const char *name, cJSON *value);

#endif
