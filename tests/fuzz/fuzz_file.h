/* fuzz_file.h -- a file in memory that holds the input, for readers that want a path. */
#ifndef TEST_FUZZ_FILE_H
#define TEST_FUZZ_FILE_H

#include "fuzz.h"

#include <sys/mman.h> /* memfd_create: a source that includes this defines _GNU_SOURCE */
#include <unistd.h>

static int fuzz_file = -1;
static char fuzz_path[64];

static inline void fuzz_write(const uint8_t *data, size_t size)
{
    if (fuzz_file < 0) {
        fuzz_file = memfd_create("fuzz", 0);
        CHECK(fuzz_file >= 0);
        snprintf(fuzz_path, sizeof fuzz_path, "/proc/self/fd/%d", fuzz_file);
    }
    CHECK(ftruncate(fuzz_file, 0) == 0);
    CHECK(pwrite(fuzz_file, data, size, 0) == (ssize_t)size);
}

#endif
