/* json.c -- see json.h. */
#include "base/json.h"

#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void json_begin(void)
{
    cJSON_Hooks hooks = {memory_take, free};
    cJSON_InitHooks(&hooks);
}

bool json_put(cJSON *object, const char *name, cJSON *value)
{
    cJSON *older = cJSON_GetObjectItemCaseSensitive(object, name);
    bool ok = value != NULL;
    if (ok && older != NULL) { /* cJSON's own functions copy the name, and do not check the copy */
        cJSON_free(value->string);
        value->string = older->string;
        older->string = NULL;
        ok = cJSON_ReplaceItemViaPointer(object, older, value);
    } else if (ok) {
        ok = cJSON_AddItemToObject(object, name, value);
    }
    if (!ok)
        cJSON_Delete(value);
    return ok;
}

bool json_append(cJSON *array, cJSON *value)
{
    const bool ok = cJSON_AddItemToArray(array, value);
    if (!ok)
        cJSON_Delete(value);
    return ok;
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
    errno = 0; /* it is all that cJSON says of memory */
    return cJSON_ParseWithLengthOpts(text, length + 1, end, true);
}
