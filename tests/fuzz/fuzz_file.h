/* fuzz_file.h -- files in memory that hold the input, for readers that want a path. */
#ifndef TEST_FUZZ_FILE_H
#define TEST_FUZZ_FILE_H

#include "fuzz.h"

#include <fcntl.h>
#include <sys/mman.h>
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

/* Edits of what files hold: JSON, or a text where who includes this has FUZZ_TEXT. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed)
{
#ifdef FUZZ_TEXT
    return fuzz_edit(data, size, room, seed);
#else
    return fuzz_edit_json(data, size, room, seed);
#endif
}

#endif
