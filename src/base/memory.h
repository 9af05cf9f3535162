/*
 * memory.h -- allocation that cannot fail: if there is no memory, the program ends here.
 *
 * A search takes its memory before it begins, and a log is whole after every row, so that nothing
 * finished is lost. No caller needs to handle a failed allocation.
 */
#ifndef ABS_MEMORY_H
#define ABS_MEMORY_H

#include <stddef.h>
#include <string.h>

/* The file that program_end() removes, or NULL. */
extern char *_Atomic program_unfinished;

/* Where program_end() leaves its code for another process, or NULL. */
extern int *_Atomic program_code;

/* Ends the program at once: removes that file, writes the texts of `said`, which ends with NULL or
   is NULL, to stderr, and exits with the code. Any thread and any signal handler may call it. */
_Noreturn void program_end(int code, const char *const *said);

/* Ends the program and says that there is no memory. */
_Noreturn void memory_end(void);

/* These are malloc, calloc, realloc and strdup, but they never return NULL. */
void *memory_take(size_t size);
void *memory_zeros(size_t count, size_t size);
void *memory_resize(void *block, size_t size);
char *memory_text(const char *text);

/* Makes room for one more element of `size` bytes in a vector of `count` elements. `vector` is the
   address of the pointer to them. */
static inline void memory_grow(void *vector, size_t *room, size_t count, size_t size)
{
    void *block;
    if (count < *room)
        return;
    *room = *room > 0 ? 2 * *room : 16;
    memcpy(&block, vector, sizeof block); /* a pointer of any type */
    block = memory_resize(block, *room * size);
    memcpy(vector, &block, sizeof block);
}

#endif
