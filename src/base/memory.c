/* memory.c -- see memory.h. */
#define _POSIX_C_SOURCE 200809L
#include "base/memory.h"
#include "base/error.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static void (*_Atomic last_words)(void);

void memory_at_end(void (*last)(void))
{
    atomic_store(&last_words, last);
}

void memory_end(void)
{
    static const char text[] =
        "absbench: no memory; use fewer jobs in one run, or a smaller --tt; finished rows are kept "
        "in the file of --output=FILE.jsonl\n";
    void (*const last)(void) = atomic_exchange(&last_words, NULL);
    if (last != NULL)
        last();
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
        _exit(ABS_CANNOT_RUN);
    _exit(ABS_CANNOT_RUN);
}

void *memory_take(size_t size)
{
    void *block = malloc(size > 0 ? size : 1);
    if (block == NULL)
        memory_end();
    return block;
}

void *memory_zeros(size_t count, size_t size)
{
    void *block = calloc(count > 0 ? count : 1, size > 0 ? size : 1);
    if (block == NULL)
        memory_end();
    return block;
}

void *memory_resize(void *block, size_t size)
{
    void *larger = realloc(block, size > 0 ? size : 1);
    if (larger == NULL)
        memory_end();
    return larger;
}

char *memory_text(const char *text)
{
    const size_t size = strlen(text) + 1;
    return memcpy(memory_take(size), text, size);
}
