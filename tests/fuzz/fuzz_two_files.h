/* fuzz_two_files.h -- verbs that read two files: an input is both, with a byte 0 between them. */
#ifndef TEST_FUZZ_TWO_FILES_H
#define TEST_FUZZ_TWO_FILES_H

#include "fuzz_file.h"
#include "verbs/commands.h"

static FILE *fuzz_nowhere;

/* The options of a command line with the files a and b; standard output is in memory from now on.
 */
static inline void fuzz_options(abs_options *o, int argc, char **argv)
{
    abs_error error;
    if (fuzz_nowhere == NULL) {
        const int fd = memfd_create("output", 0);
        fuzz_nowhere = fopen("/dev/null", "w");
        CHECK(fuzz_nowhere != NULL && fd >= 0 && dup2(fd, STDOUT_FILENO) >= 0 && close(fd) == 0);
    }
    abs_options_init(o);
    CHECK(abs_options_parse(o, argc, argv, &error) && o->file_count == 2);
}

/* Runs the verb on the input's files, or on its only one twice; `same` says so. */
static inline abs_exit fuzz_verb(abs_exit (*verb)(abs_options *, abs_error *), abs_options *o,
                                 const uint8_t *data, size_t size, bool *same, abs_error *error)
{
    const uint8_t *const zero = memchr(data, 0, size);
    const size_t first = zero != NULL ? (size_t)(zero - data) : size;
    FILE *const loud = stderr;
    *error = (abs_error){.text = ""};
    *same = zero == NULL;
    o->files[0] = (char *)(uintptr_t)fuzz_file(0, data, first);
    o->files[1] = *same ? o->files[0] : (char *)(uintptr_t)fuzz_file(1, zero + 1, size - first - 1);
    CHECK(ftruncate(STDOUT_FILENO, 0) == 0 && lseek(STDOUT_FILENO, 0, SEEK_SET) == 0);
    stderr = fuzz_nowhere;
    const abs_exit result = verb(o, error);
    stderr = loud;
    if (result == ABS_CANNOT_RUN)
        fuzz_check_error(error);
    return result;
}

#endif
