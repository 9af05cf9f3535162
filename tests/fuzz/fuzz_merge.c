/*
 * fuzz_merge.c -- a libFuzzer target for `merge` of two reports (make fuzz).
 *
 * The input is two files, or one that is merged with itself. What merge writes with exit 0 or 1 is
 * a report that it reads again.
 */
#define _GNU_SOURCE
#include "verbs/commands.h"
#include "fuzz_file.h"
#include "log/reader.h"

static abs_options options;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static char *line[] = {"absbench", "merge", "a", "b", "--format=json", "--no-time"};
    abs_error error;
    (void)argc;
    (void)argv;
    fuzz_catch_output();
    abs_options_init(&options);
    CHECK(abs_options_parse(&options, sizeof line / sizeof *line, line, &error));
    CHECK(options.file_count == 2);
    return 0;
}

static abs_exit merge(const char *paths[2], abs_error *error)
{
    static char *argv[] = {"absbench", "merge", NULL};
    FILE *const loud = stderr;
    options.files[0] = (char *)(uintptr_t)paths[0];
    options.files[1] = (char *)(uintptr_t)paths[1];
    fuzz_clear_output();
    stderr = fuzz_nowhere;
    const abs_exit result = command_merge(&options, 2, argv, error);
    stderr = loud;
    return result;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *paths[2];
    abs_error error = {.text = ""};
    fuzz_two_files(data, size, paths);
    const abs_exit result = merge(paths, &error);
    CHECK(result == ABS_OK || result == ABS_DIFFERS || result == ABS_CANNOT_RUN);
    if (result == ABS_CANNOT_RUN)
        fuzz_check_error(&error);
    if (error.code != ABS_OK) /* so too where rows of one id differ */
        return 0;
    fuzz_count_accepted();
    abs_reader *reader = reader_open("/proc/self/fd/1", &error);
    CHECK(reader != NULL);
    for (size_t i = 0; i < reader_rows(reader); i++)
        CHECK(reader_row(reader, i, &error) != NULL);
    CHECK(reader_verify(reader, &error));
    reader_close(reader);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed)
{
    return fuzz_edit_json(data, size, room, seed);
}
