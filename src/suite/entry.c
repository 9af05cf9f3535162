/* entry.c -- see entry.h. */
#include "suite/entry.h"

size_t abs_entry_name(const abs_entry *entry, char *text, size_t size)
{
    if (abs_is_tree(entry->domain)) { /* a tree's id begins with its spec */
        snprintf(text, size, "%s", entry->id);
        return 0;
    }
    snprintf(text, size, "%s/%s", entry->spec, entry->id);
    return strlen(entry->spec) + 1;
}
