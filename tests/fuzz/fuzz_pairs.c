/*
 * fuzz_pairs.c -- a libFuzzer target for `merge` and `compare` of two reports (make fuzz), the one
 * that FUZZ_GAME names.
 *
 * The input is two files, with a byte 0 between them, or one that is taken twice: then it has no
 * difference from itself. What merge writes with exit 0 or 1 is a report that it reads again. A
 * verb keeps what it has as long as the program, so each input has a process of its own, and
 * coverage does not guide what is tried.
 */
#include "fuzz_file.h"
#include "log/reader.h"
#include "verbs/commands.h"

#include <sys/wait.h>

static bool merges;

FUZZ_SETUP
{
    const char *const verb = getenv("FUZZ_GAME");
    merges = verb != NULL && strcmp(verb, "merge") == 0;
}

/* What merge has written to standard output. */
static void read_merged(void)
{
    abs_error error;
    abs_reader *reader = reader_open("/proc/self/fd/1", &error);
    CHECK(reader != NULL);
    for (size_t i = 0; i < reader->count; i++)
        CHECK(reader_row(reader, i, &error) != NULL);
    CHECK(reader_verify(reader, &error));
    reader_close(reader);
}

/* Whether the input is accepted; what is said goes nowhere, and what is written to memory. */
static bool run_verb(const uint8_t *data, size_t size)
{
    static const char *const formats[] = {"--format=json", "--format=table", "--format=markdown"};
    const uint8_t *const zero = memchr(data, 0, size);
    const size_t first = zero != NULL ? (size_t)(zero - data) : size;
    const char *const a = fuzz_file(0, data, first);
    const char *const b = zero != NULL ? fuzz_file(1, zero + 1, size - first - 1) : a;
    const char *const verb = merges ? "merge" : "compare", *format = formats[merges ? 0 : size % 3],
                      *match = size % 2 ? "--match=id" : "--match=position";
    const char *const argv[] = {"absbench", verb, a, b, "--no-time", format, match};
    abs_options o;
    abs_error error = {.text = ""};
    abs_options_init(&o);
    CHECK(abs_options_parse(&o, merges ? 6 : 7, (char **)(uintptr_t)argv, &error));
    CHECK(dup2(memfd_create("output", 0), STDOUT_FILENO) == STDOUT_FILENO);
    stderr = fopen("/dev/null", "w");
    const bool ok = (merges ? command_merge : command_compare)(&o, &error);
    const abs_exit result = ok ? ABS_OK : error.code;
    CHECK(result == ABS_OK || result == ABS_DIFFERS || result == ABS_CANNOT_RUN);
    if (result == ABS_CANNOT_RUN)
        fuzz_check_error(&error);
    else if (!merges)
        CHECK((ok || zero != NULL) && lseek(STDOUT_FILENO, 0, SEEK_CUR) > 0);
    else if (ok) /* not where rows of one id differ */
        read_merged();
    return merges ? ok : result != ABS_CANNOT_RUN;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { ACCEPTED = 3 };
    int status;
    const pid_t child = fork();
    if (child == 0)
        _exit(run_verb(data, size) ? ACCEPTED : 0);
    CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == ACCEPTED);
    if (WEXITSTATUS(status) == ACCEPTED)
        fuzz_count_accepted();
    return 0;
}
