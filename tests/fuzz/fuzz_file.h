/* fuzz_file.h -- files in memory that hold the input, for readers that want a path. */
#ifndef TEST_FUZZ_FILE_H
#define TEST_FUZZ_FILE_H

#include "fuzz.h"

#include <fcntl.h>
#include <sys/mman.h> /* memfd_create: a source that includes this defines _GNU_SOURCE */
#include <unistd.h>

enum { FUZZ_FILES = 2 };

/* The path of file number `n`, which holds these bytes until the next call for that file. */
static inline const char *fuzz_file(unsigned n, const void *bytes, size_t size)
{
    static struct {
        int fd;
        char path[32];
    } files[FUZZ_FILES];
    if (files[n].fd == 0) {
        files[n].fd = memfd_create("fuzz", 0);
        CHECK(files[n].fd > 0);
        snprintf(files[n].path, sizeof files[n].path, "/proc/self/fd/%d", files[n].fd);
    }
    CHECK(ftruncate(files[n].fd, 0) == 0);
    CHECK(pwrite(files[n].fd, bytes, size, 0) == (ssize_t)size);
    return files[n].path;
}

/* From now on standard output is a file in memory too, and there is a stream that leads nowhere. */
static FILE *fuzz_nowhere;

static inline void fuzz_catch_output(void)
{
    const int fd = memfd_create("output", 0);
    fuzz_nowhere = fopen("/dev/null", "w");
    CHECK(fuzz_nowhere != NULL && fd >= 0 && dup2(fd, STDOUT_FILENO) >= 0 && close(fd) == 0);
}

/* It begins anew here .. */
static inline void fuzz_clear_output(void)
{
    CHECK(ftruncate(STDOUT_FILENO, 0) == 0 && lseek(STDOUT_FILENO, 0, SEEK_SET) == 0);
}

/* .. and this is its size. */
static inline size_t fuzz_output_size(void)
{
    return (size_t)lseek(STDOUT_FILENO, 0, SEEK_CUR);
}

/* An input of two files: the second begins behind the first byte 0. */
static inline void fuzz_two_files(const uint8_t *data, size_t size, const char *paths[2])
{
    const uint8_t *const zero = memchr(data, 0, size);
    const size_t first = zero != NULL ? (size_t)(zero - data) : size;
    paths[0] = fuzz_file(0, data, first);
    paths[1] = zero != NULL ? fuzz_file(1, zero + 1, size - first - 1) : paths[0];
}

#endif
