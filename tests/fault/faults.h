/*
 * faults.h -- calls to the system that fail when they are told to.
 *
 * Included by one test program, its functions stand before the C library's for the program and for
 * every library that it is linked to. They count the calls of each kind; the k-th of a kind fails,
 * that one alone or every one from it on. They go on to the sanitizer's functions where there is
 * one, so that what is wrong after a fault is seen.
 *
 * What stdio does with descriptors stays inside the C library, so fopen() and stdout are made
 * streams that read and write through these functions.
 */
#ifndef TEST_FAULTS_H
#define TEST_FAULTS_H

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <unwind.h>

/* A kind of calls, the error they fail with, and a word of the message about it. */
#define FAULT_KINDS_OF(KIND)                                                                       \
    KIND(alloc, ENOMEM, "memory")                                                                  \
    KIND(write, ENOSPC, "No space left")                                                           \
    KIND(read, EIO, "Input/output error")                                                          \
    KIND(open, EMFILE, "Too many open files")                                                      \
    KIND(close, EIO, "Input/output error")                                                         \
    KIND(fsync, EIO, "Input/output error")                                                         \
    KIND(rename, EACCES, "Permission denied")                                                      \
    KIND(mmap, ENOMEM, "memory")                                                                   \
    KIND(thread, EAGAIN, "worker")

typedef enum {
#define KIND(name, number, word) FAULT_##name,
    FAULT_KINDS_OF(KIND)
#undef KIND
        FAULT_KINDS
} fault_kind;

static const struct {
    const char *name;
    int number;
    const char *word;
} fault_kinds[] = {
#define KIND(name, number, word) {#name, number, word},
    FAULT_KINDS_OF(KIND)
#undef KIND
};

/* What fails: call number `at` (from 1; 0: none) of a kind, and those after it too if `on`. */
typedef struct {
    fault_kind kind;
    unsigned at;
    bool on;
    unsigned closed; /* descriptors that are closed from the start: a bit each */
} fault_plan;

/* Shared with the process that forked this one. */
typedef struct {
    atomic_uint calls[FAULT_KINDS];
    atomic_bool failed; /* a call did */
    atomic_bool ends;   /* memory was short in the program's own code, not in a library's */
} fault_record;

static fault_plan fault_planned;
static _Thread_local bool fault_watched; /* this thread has begun: what starts it has ended */
static fault_record *fault_recorded;     /* NULL: calls are neither counted nor fail */

/* Where each call comes from: a hash of the functions that stand above it. */
enum { FAULT_NOTED = 1 << 14 };
typedef uint32_t fault_places[FAULT_KINDS][FAULT_NOTED];

static fault_places *fault_noted; /* NULL: not of interest */

typedef struct {
    uint64_t hash;
    int frames; /* that are still to be taken in */
} fault_place;

static inline _Unwind_Reason_Code fault_frame(struct _Unwind_Context *frame, void *context)
{
    fault_place *place = context;
    place->hash = (place->hash ^ _Unwind_GetIP(frame)) * 0x9E3779B97F4A7C15u;
    return --place->frames > 0 ? _URC_NO_REASON : _URC_END_OF_STACK;
}

/* Not inlined: malloc() is called before a sanitizer is ready for what stands on the stack. */
static __attribute__((noinline)) void fault_note(fault_kind kind, unsigned call)
{
    fault_place place = {.hash = kind + 1u, .frames = 5};
    fault_watched = false;
    _Unwind_Backtrace(fault_frame, &place);
    fault_watched = true;
    (*fault_noted)[kind][call] = (uint32_t)(place.hash >> 32);
}

/* Counts a call, and says whether it is the one. */
static inline unsigned fault_count(fault_kind kind)
{
    if (fault_recorded == NULL || !fault_watched)
        return 0;
    const unsigned call = atomic_fetch_add(&fault_recorded->calls[kind], 1) + 1;
    if (fault_noted != NULL && call < FAULT_NOTED)
        fault_note(kind, call);
    return call;
}

static inline bool fault_hits(fault_kind kind, unsigned call)
{
    const fault_plan *p = &fault_planned;
    if (call == 0 || p->at == 0 || p->kind != kind || (p->on ? call < p->at : call != p->at))
        return false;
    fault_recorded->failed = true;
    errno = fault_kinds[kind].number;
    return true;
}

static inline bool fault(fault_kind kind)
{
    return fault_hits(kind, fault_count(kind));
}

/* ---- memory ---------------------------------------------------------------------------------- */

#ifdef __SANITIZE_ADDRESS__
#define FAULT_REAL(name) __interceptor_##name
#else
#define FAULT_REAL(name) __libc_##name
#endif

void *FAULT_REAL(malloc)(size_t size);
void *FAULT_REAL(calloc)(size_t count, size_t size);
void *FAULT_REAL(realloc)(void *place, size_t size);

/* Whether it fails, and notes whether the caller is of the program itself. */
static inline bool fault_alloc(const void *caller)
{
    extern const char __executable_start[], etext[];
    const bool fails = fault(FAULT_alloc);
    if (fails && (const char *)caller >= __executable_start && (const char *)caller < etext)
        fault_recorded->ends = true;
    return fails;
}

void *malloc(size_t size)
{
    return fault_alloc(__builtin_return_address(0)) ? NULL : FAULT_REAL(malloc)(size);
}

void *calloc(size_t count, size_t size)
{
    return fault_alloc(__builtin_return_address(0)) ? NULL : FAULT_REAL(calloc)(count, size);
}

void *realloc(void *place, size_t size)
{
    return fault_alloc(__builtin_return_address(0)) ? NULL : FAULT_REAL(realloc)(place, size);
}

/* The next function of that name: the sanitizer's, or the C library's. */
#define FAULT_NEXT(name)                                                                           \
    static __typeof__(name) *next;                                                                 \
    if (next == NULL) {                                                                            \
        void *found = dlsym(RTLD_NEXT, #name);                                                     \
        memcpy(&next, &found, sizeof next);                                                        \
    }

/* A function whose calls are of a kind, and what it returns when they fail. */
#define FAULT_CALL(kind, failure, type, name, parameters, arguments)                               \
    type name parameters                                                                           \
    {                                                                                              \
        FAULT_NEXT(name)                                                                           \
        return fault(FAULT_##kind) ? failure : next arguments;                                     \
    }

FAULT_CALL(mmap, MAP_FAILED, void *, mmap,
           (void *at, size_t n, int protection, int flags, int fd, off_t offset),
           (at, n, protection, flags, fd, offset))
FAULT_CALL(open, -1, int, dup, (int fd), (fd))
FAULT_CALL(read, -1, ssize_t, pread, (int fd, void *bytes, size_t count, off_t at),
           (fd, bytes, count, at))
FAULT_CALL(write, -1, int, ftruncate, (int fd, off_t length), (fd, length))
FAULT_CALL(fsync, -1, int, fsync, (int fd), (fd))
FAULT_CALL(fsync, -1, int, fdatasync, (int fd), (fd))
FAULT_CALL(rename, -1, int, rename, (const char *from, const char *to), (from, to))

char *realpath(const char *restrict path, char *restrict resolved)
{
    FAULT_NEXT(realpath)
    return resolved == NULL && fault(FAULT_alloc) ? NULL : next(path, resolved);
}

/* ---- descriptors ----------------------------------------------------------------------------- */

/* The descriptor of a file about the system, which may be missing: a report says null, and why
   does not matter. */
static int fault_spared = -1;

int open(const char *path, int flags, ...)
{
    FAULT_NEXT(open)
    va_list list;
    va_start(list, flags);
    const mode_t mode = flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(list, mode_t) : 0;
    va_end(list);
    const bool about_system = strncmp(path, "/proc/", 6) == 0;
    if (!about_system && fault(FAULT_open))
        return -1;
    const int fd = next(path, flags, mode);
    fault_spared = about_system ? fd : fault_spared;
    return fd;
}

/* A full disk takes a part of what it is given before it takes nothing. */
ssize_t write(int fd, const void *bytes, size_t count)
{
    FAULT_NEXT(write)
    const unsigned call = fault_count(FAULT_write);
    if (!fault_hits(FAULT_write, call))
        return next(fd, bytes, count);
    return fault_planned.on && call == fault_planned.at && count > 1 ? next(fd, bytes, count / 2)
                                                                     : -1;
}

ssize_t read(int fd, void *bytes, size_t count)
{
    FAULT_NEXT(read)
    return fd != fault_spared && fault(FAULT_read) ? -1 : next(fd, bytes, count);
}

/* Closed it is in any case, as on Linux. */
int close(int fd)
{
    FAULT_NEXT(close)
    const int result = next(fd);
    if (fd != fault_spared)
        return fault(FAULT_close) ? -1 : result;
    fault_spared = -1;
    return result;
}

typedef struct {
    void *(*start)(void *);
    void *context;
} fault_thread;

static void *fault_thread_run(void *thread)
{
    const fault_thread *t = thread;
    fault_watched = true;
    void *result = t->start(t->context);
    fault_watched = false;
    return result;
}

/* A sanitizer starts threads too, and dies if it finds no memory to do so. */
int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
                   void *(*start)(void *), void *restrict context)
{
    FAULT_NEXT(pthread_create)
    static fault_thread threads[64];
    static atomic_uint count;
    if (fault(FAULT_thread))
        return EAGAIN;
    fault_thread *t = &threads[atomic_fetch_add(&count, 1) % 64];
    *t = (fault_thread){start, context};
    fault_watched = false;
    const int result = next(thread, attributes, fault_thread_run, t);
    fault_watched = true;
    return result;
}

/* ---- streams --------------------------------------------------------------------------------- */

/* A stream's context is its descriptor. */
static ssize_t fault_stream_read(void *fd, char *bytes, size_t count)
{
    return read((int)(intptr_t)fd, bytes, count);
}

/* A stream's error is 0 here, never less. */
static ssize_t fault_stream_write(void *fd, const char *bytes, size_t count)
{
    const ssize_t written = write((int)(intptr_t)fd, bytes, count);
    return written > 0 ? written : 0;
}

static int fault_stream_close(void *fd)
{
    return close((int)(intptr_t)fd);
}

/* A stream for the descriptor, which it closes. NULL: no memory. */
static FILE *fault_stream_open(int fd, const char *mode)
{
    return fopencookie((void *)(intptr_t)fd, mode,
                       (cookie_io_functions_t){.read = fault_stream_read,
                                               .write = fault_stream_write,
                                               .close = fault_stream_close});
}

FILE *fopen(const char *restrict path, const char *restrict mode)
{
    const int flags = mode[0] == 'r'   ? O_RDONLY
                      : mode[0] == 'w' ? O_WRONLY | O_CREAT | O_TRUNC
                                       : O_WRONLY | O_CREAT | O_APPEND;
    const int fd = open(path, flags, 0666);
    FILE *file = fd >= 0 ? fault_stream_open(fd, mode) : NULL;
    if (fd >= 0 && file == NULL) {
        close(fd);
        errno = ENOMEM;
    }
    return file;
}

/* ---- clocks: it is always the same time, so that reports are the same ------------------------ */

time_t time(time_t *now)
{
    if (now != NULL)
        *now = 0;
    return 0;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    (void)clock;
    *now = (struct timespec){1, 0};
    return 0;
}

/* Waits are until a time, which is not the one above. */
int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict lock,
                           const struct timespec *restrict until)
{
    FAULT_NEXT(pthread_cond_timedwait)
    struct timespec real;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &real);
    real.tv_nsec += until->tv_nsec;
    real.tv_sec += until->tv_sec - 1 + real.tv_nsec / 1000000000;
    real.tv_nsec %= 1000000000;
    return next(condition, lock, &real);
}

/* From now on calls are counted in `record`, and fail as planned. */
static inline void fault_begin(const fault_plan *plan, fault_record *record)
{
    stdin = fault_stream_open(STDIN_FILENO, "r");
    stdout = fault_stream_open(STDOUT_FILENO, "w");
    fault_planned = *plan;
    fault_recorded = record;
    fault_watched = true;
}

static inline void fault_end(void)
{
    fault_recorded = NULL;
}

#endif
