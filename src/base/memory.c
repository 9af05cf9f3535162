/* memory.c -- see memory.h. */
#include "base/memory.h"
#include "base/error.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

enum { TEXTS_MAX = 16 };

char *_Atomic program_unfinished;
int *_Atomic program_code;

void program_end(int code, const char *const *said)
{
    struct iovec texts[TEXTS_MAX];
    int count = 0;
    static atomic_flag ending = ATOMIC_FLAG_INIT;
    if (atomic_flag_test_and_set(&ending)) /* another thread is ending the program */
        sleep(1);
    const char *name = atomic_load(&program_unfinished);
    if (name != NULL)
        unlink(name);
    for (; said != NULL && count < TEXTS_MAX && said[count] != NULL; count++)
        texts[count] = (struct iovec){(char *)said[count], strlen(said[count])};
    const ssize_t unused = writev(STDERR_FILENO, texts, count);
    (void)unused;
    if (atomic_load(&program_code) != NULL)
        *atomic_load(&program_code) = code;
    _exit(code);
}

void memory_end(void)
{
    static const char *const said[] = {
        "absbench: out of memory; use fewer --jobs or positions, or a smaller --tt; what is "
        "finished stays with --output=FILE, for --resume\n",
        NULL};
    program_end(ABS_CANNOT_RUN, said);
}

void *memory_take(size_t size)
{
    return memory_resize(NULL, size);
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
