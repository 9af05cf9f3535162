/* json.h -- cJSON, with memory that is there, and a stricter reader before it (RFC 8259). */
#ifndef ABS_JSON_H
#define ABS_JSON_H

#include "base/error.h"

#include <cjson/cJSON.h>

enum { JSON_DEPTH_MAX = 256 }; /* arrays and objects within each other */

/* Calls first: from then on cJSON has memory as memory_take() gives it. */
void json_begin(void);

/* A value in a text, which may be a member: nothing is copied, and whole numbers keep all their
   digits. Those within an object or a list follow it, the first at value + 1, each `size` places
   before the next, the last before value + value->size. */
typedef struct {
    const char *text, *name; /* the name behind its quote; NULL: it is no member */
    size_t length, name_length;
    size_t size; /* 1, and the places of those within */
} json_value;

/* Start with zeros; free `of`. */
typedef struct {
    json_value *of;
    size_t count, room;
    int levels; /* how deep: 1 is the value itself; 0: none */
    const char *wrong, *wrong_at;
} json_values;

/*
 * Passes over one value, from *text on, and blanks around it; *end is NUL. NULL: it is JSON, and
 * `values` has it and those within. Else what is wrong at *text, as a clause.
 * Strings must be UTF-8 and must not hold NUL, which no C string can.
 */
const char *json_check(const char **text, const char *end, json_values *values);

bool json_is_called(const json_value *value, const char *name);
/* The first member of that name; NULL: there is none, or the value is no object. */
const json_value *json_member(const json_value *object, const char *name);
/* The same, of an object that has no other. */
const json_value *json_only(const json_value *object, const char *name);
/* A number; NAN: the value is none. */
double json_number(const json_value *value);

/* The member of that name, and its text; NULL: there is none. */
static inline const cJSON *json_find(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static inline const char *json_text(const cJSON *object, const char *name)
{
    return cJSON_GetStringValue(json_find(object, name));
}

/* Makes `value` the member of that name, in the place of an older one or else the last. */
void json_put(cJSON *object, const char *name, cJSON *value);

#endif
