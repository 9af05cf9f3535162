/* grow.h -- vectors that grow. */
#ifndef ABS_GROW_H
#define ABS_GROW_H

#include "base/memory.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/*
 * Makes room for one more element of `size` bytes in a vector; `vector` is the address of the
 * pointer to its elements. False: no memory, and nothing has changed.
 */
static inline bool abs_grow(void *vector, size_t *room, size_t count, size_t size)
{
    memory_grow(vector, room, count, size);
    return true;
}

#endif
