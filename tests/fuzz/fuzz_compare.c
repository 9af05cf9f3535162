/*
 * fuzz_compare.c -- a libFuzzer target for `compare` of two reports (make fuzz).
 *
 * The input is two files, or one that is compared with itself, and then there is no difference.
 */
#define _GNU_SOURCE
#include "verbs/commands.h"
#include "fuzz_file.h"

enum { FORMATS = 3, WAYS = 2 * FORMATS };
static abs_options options[WAYS];

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static char *formats[] = {"--format=json", "--format=table", "--format=markdown"};
    static char *matches[] = {"--match=id", "--match=position"};
    abs_error error;
    (void)argc;
    (void)argv;
    fuzz_catch_output();
    for (int i = 0; i < WAYS; i++) {
        char *line[] = {"absbench",           "compare",           "a", "b", "--no-time",
                        formats[i % FORMATS], matches[i / FORMATS]};
        abs_options_init(&options[i]);
        CHECK(abs_options_parse(&options[i], sizeof line / sizeof *line, line, &error));
        CHECK(options[i].file_count == 2);
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char *argv[] = {"absbench", "compare", NULL};
    const char *paths[2];
    abs_error error = {.text = ""};
    abs_options *const o = &options[size % WAYS];
    fuzz_two_files(data, size, paths);
    o->files[0] = (char *)(uintptr_t)paths[0];
    o->files[1] = (char *)(uintptr_t)paths[1];
    fuzz_clear_output();
    FILE *const loud = stderr;
    stderr = fuzz_nowhere;
    const abs_exit result = command_compare(o, 2, argv, &error);
    stderr = loud;
    if (result == ABS_CANNOT_RUN) {
        fuzz_check_error(&error);
        return 0;
    }
    fuzz_count_accepted();
    CHECK(result == ABS_OK || (result == ABS_DIFFERS && paths[0] != paths[1]));
    CHECK(fuzz_output_size() > 0);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed)
{
    return fuzz_edit_json(data, size, room, seed);
}
