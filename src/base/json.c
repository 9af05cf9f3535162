/* json.c -- see json.h. */
#include "base/json.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void json_begin(void)
{
    cJSON_Hooks hooks = {memory_take, free};
    cJSON_InitHooks(&hooks);
}

void json_put(cJSON *object, const char *name, cJSON *value)
{
    if (!cJSON_ReplaceItemInObjectCaseSensitive(object, name, value))
        cJSON_AddItemToObject(object, name, value);
}

const cJSON *json_next_change(const cJSON *a, const cJSON *b, const cJSON *last)
{
    const cJSON *item = last != NULL ? last->next : a != NULL ? a->child : NULL;
    for (; item != NULL; item = item->next) {
        const cJSON *other = cJSON_GetObjectItemCaseSensitive(b, item->string);
        if (cJSON_IsString(item) && cJSON_IsString(other) &&
            strcmp(item->valuestring, other->valuestring) != 0)
            return item;
    }
    return NULL;
}

cJSON *json_parse(const char *text, size_t length, const char **end)
{
    return cJSON_ParseWithLengthOpts(text, length + 1, end, true);
}
