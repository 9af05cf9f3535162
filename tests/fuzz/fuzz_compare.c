/*
 * fuzz_compare.c -- a libFuzzer target for `compare` of two reports (make fuzz).
 *
 * The input is two files, or one that is compared with itself, and then there is no difference.
 */
#include "fuzz_two_files.h"

enum { FORMATS = 3, WAYS = 2 * FORMATS };
static abs_options options[WAYS];

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static char *formats[] = {"--format=json", "--format=table", "--format=markdown"};
    static char *matches[] = {"--match=id", "--match=position"};
    (void)argc;
    (void)argv;
    for (int i = 0; i < WAYS; i++) {
        char *line[] = {"absbench",           "compare",           "a", "b", "--no-time",
                        formats[i % FORMATS], matches[i / FORMATS]};
        fuzz_options(&options[i], sizeof line / sizeof *line, line);
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bool same;
    abs_error error;
    const abs_exit result =
        fuzz_verb(command_compare, &options[size % WAYS], data, size, &same, &error);
    if (result == ABS_CANNOT_RUN)
        return 0;
    fuzz_count_accepted();
    CHECK(result == ABS_OK || (result == ABS_DIFFERS && !same));
    CHECK(lseek(STDOUT_FILENO, 0, SEEK_CUR) > 0);
    return 0;
}
