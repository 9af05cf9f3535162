/* grow.h -- vectors that grow. */
#ifndef ABS_GROW_H
#define ABS_GROW_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/*
 * Makes room for one more element of `size` bytes in a vector; `vector` is the address of the
 * pointer to its elements. False: no memory, and nothing has changed.
 */
static inline bool abs_grow(void *vector, size_t *room, size_t count, size_t size)
{
    void *place;
    if (count < *room)
        return true;
    const size_t wanted = *room > 0 ? 2 * *room : 16;
    memcpy(&place, vector, sizeof place); /* a pointer of any type */
    place = realloc(place, wanted * size);
    if (place == NULL)
        return false;
    memcpy(vector, &place, sizeof place);
    *room = wanted;
    return true;
}

#endif
