/*
 * fuzz_merge.c -- a libFuzzer target for `merge` of two reports (make fuzz).
 *
 * The input is two files, or one that is merged with itself. What merge writes with exit 0 or 1 is
 * a report that it reads again.
 */
#include "fuzz_two_files.h"
#include "log/reader.h"

static abs_options options;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static char *line[] = {"absbench", "merge", "a", "b", "--format=json", "--no-time"};
    (void)argc;
    (void)argv;
    fuzz_options(&options, sizeof line / sizeof *line, line);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bool same;
    abs_error error;
    const abs_exit result = fuzz_verb(command_merge, &options, data, size, &same, &error);
    CHECK(result == ABS_OK || result == ABS_DIFFERS || result == ABS_CANNOT_RUN);
    if (error.code != ABS_OK) /* so too where rows of one id differ */
        return 0;
    fuzz_count_accepted();
    abs_reader *reader = reader_open("/proc/self/fd/1", &error);
    CHECK(reader != NULL);
    for (size_t i = 0; i < reader->count; i++)
        CHECK(reader_row(reader, i, &error) != NULL);
    CHECK(reader_verify(reader, &error));
    reader_close(reader);
    return 0;
}
