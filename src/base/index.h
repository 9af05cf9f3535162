/* index.h -- finds things by a text of theirs. It owns neither: the things stay where they are. */
#ifndef ABS_INDEX_H
#define ABS_INDEX_H

#include <stddef.h>

typedef struct {
    const char *(*text)(const void *thing); /* set it first; all else is 0 */
    void **slots;                           /* open addressing; NULL: free */
    size_t count, slot_count;
} abs_index;

/* The thing that has that text, or NULL. */
void *index_find(const abs_index *index, const char *text);
/* Adds a thing, in the place of one that has the same text. */
void index_put(abs_index *index, void *thing);
void index_free(abs_index *index);

#endif
