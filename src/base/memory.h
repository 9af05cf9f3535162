/*
 * memory.h -- memory that is there: what cannot be had ends the program, in one place.
 *
 * Searches take theirs before they begin; a log is whole after every row. So nothing finished is
 * lost, and nobody above has to survive it.
 */
#ifndef ABS_MEMORY_H
#define ABS_MEMORY_H

#include <stddef.h>
#include <string.h>

/* The file that program_end() removes; NULL: none. */
extern char *_Atomic program_unfinished;

/* Ends the program at once: removes that file, writes `said` to stderr ("": nothing), and exits
   with the code. From any thread, and from signal handlers. */
_Noreturn void program_end(int code, const char *said);

/* As memory_take() ends the program when there is no memory. */
_Noreturn void memory_end(void);

/* As malloc, calloc, realloc and strdup, never NULL. */
void *memory_take(size_t size);
void *memory_zeros(size_t count, size_t size);
void *memory_resize(void *block, size_t size);
char *memory_text(const char *text);

/* Makes room for one more element of `size` bytes in a vector of `count`; `vector` is the address
   of the pointer to its elements. */
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
