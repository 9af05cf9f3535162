/*
 * browser.h -- is included first in every source that emscripten compiles. It defines what the
 * program uses of Linux and emscripten's C library lacks. Threads, processes and plug-ins fail,
 * with a reason that ends the program's own messages.
 */
#ifndef ABS_BROWSER_H
#define ABS_BROWSER_H

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define ABS_REFUSED "a page in a browser starts no threads, processes or plug-ins"
#define strerror(code) ((code) == ENOSYS ? ABS_REFUSED : (strerror)(code)) /* of fork(), for one */
#define pthread_create(thread, how, run, with) ((void)(run), ENOSYS)
#define dlopen(path, how) ((void)(path), (void *)NULL)
#define dlerror() ABS_REFUSED

#define SYS_close_range 0
#define syscall(number, first, last, flags) ((void)0)

/* Sorts as the C library's function does, but by insertion: the program sorts dozens of searches
   with it. */
static inline void qsort_r(void *base, size_t count, size_t size,
                           int (*compare)(const void *, const void *, void *), void *context)
{
    char *const first = base, *const held = malloc(size + 1);
    for (size_t i = 1; i < count && held != NULL; i++) {
        size_t to = i;
        memcpy(held, first + i * size, size);
        for (; to > 0 && compare(first + (to - 1) * size, held, context) > 0; to--)
            memcpy(first + to * size, first + (to - 1) * size, size);
        memcpy(first + to * size, held, size);
    }
    free(held);
}

#endif
