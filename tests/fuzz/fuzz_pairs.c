/*
 * fuzz_pairs.c -- a libFuzzer target for `merge` and `compare` of two reports (make fuzz), the one
 * that FUZZ_GAME names.
 *
 * The input is two files, with a byte 0 between them, or one that is taken twice: then it has no
 * difference from itself. What merge writes with exit 0 or 1 is a report that it reads again. A verb
 * keeps what it has as long as the program, so each input has a process of its own, and coverage
 * does not guide what is tried.
 */
#include "fuzz_file.h"
#include "log/reader.h"
#include "verbs/commands.h"

#include <sys/wait.h>

enum { FORMATS = 3, WAYS = 2 * FORMATS };

static abs_options comparisons[WAYS], merge;
static bool merges;
static FILE *nowhere;

/* The options of a command line with the files a and b; standard output is in memory from now on.
 */
static void pair_options(abs_options *o, int argc, char **argv)
{
    abs_error error;
    if (nowhere == NULL) {
        const int fd = memfd_create("output", 0);
        nowhere = fopen("/dev/null", "w");
        CHECK(nowhere != NULL && fd >= 0 && dup2(fd, STDOUT_FILENO) >= 0 && close(fd) == 0);
    }
    abs_options_init(o);
    CHECK(abs_options_parse(o, argc, argv, &error) && o->file_count == 2);
}

/* Runs the verb on the input's files, or on its only one twice; `same` says so. */
static abs_exit run_verb(abs_command *verb, abs_options *o, const uint8_t *data, size_t size,
                         bool *same, abs_error *error)
{
    const uint8_t *const zero = memchr(data, 0, size);
    const size_t first = zero != NULL ? (size_t)(zero - data) : size;
    FILE *const loud = stderr;
    *error = (abs_error){.text = ""};
    *same = zero == NULL;
    o->files[0] = (char *)(uintptr_t)fuzz_file(0, data, first);
    o->files[1] = *same ? o->files[0] : (char *)(uintptr_t)fuzz_file(1, zero + 1, size - first - 1);
    CHECK(ftruncate(STDOUT_FILENO, 0) == 0 && lseek(STDOUT_FILENO, 0, SEEK_SET) == 0);
    stderr = nowhere;
    const abs_exit result = verb(o, error) ? ABS_OK : error->code;
    stderr = loud;
    if (result == ABS_CANNOT_RUN)
        fuzz_check_error(error);
    return result;
}

FUZZ_SETUP
{
    static char *formats[] = {"--format=json", "--format=table", "--format=markdown"};
    static char *matches[] = {"--match=id", "--match=position"};
    static char *words[] = {"absbench", "merge", "a", "b", "--format=json", "--no-time"};
    const char *const verb = getenv("FUZZ_GAME");
    merges = verb != NULL && strcmp(verb, "merge") == 0;
    pair_options(&merge, sizeof words / sizeof *words, words);
    for (int i = 0; i < WAYS; i++) {
        static char *lines[WAYS][7] = {{"absbench", "compare", "a", "b", "--no-time"}};
        memmove(lines[i], lines[0], 5 * sizeof *lines[0]);
        lines[i][5] = formats[i % FORMATS];
        lines[i][6] = matches[i / FORMATS];
        pair_options(&comparisons[i], 7, lines[i]);
    }
}

/* Whether the input is accepted. */
static bool fuzz_compare(const uint8_t *data, size_t size)
{
    bool same;
    abs_error error;
    const abs_exit result =
        run_verb(command_compare, &comparisons[size % WAYS], data, size, &same, &error);
    if (result == ABS_CANNOT_RUN)
        return false;
    CHECK(result == ABS_OK || (result == ABS_DIFFERS && !same));
    CHECK(lseek(STDOUT_FILENO, 0, SEEK_CUR) > 0);
    return true;
}

static bool fuzz_merge(const uint8_t *data, size_t size)
{
    bool same;
    abs_error error;
    const abs_exit result = run_verb(command_merge, &merge, data, size, &same, &error);
    CHECK(result == ABS_OK || result == ABS_DIFFERS || result == ABS_CANNOT_RUN);
    if (error.code != ABS_OK) /* so too where rows of one id differ */
        return false;
    abs_reader *reader = reader_open("/proc/self/fd/1", &error);
    CHECK(reader != NULL);
    for (size_t i = 0; i < reader->count; i++)
        CHECK(reader_row(reader, i, &error) != NULL);
    CHECK(reader_verify(reader, &error));
    reader_close(reader);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { ACCEPTED = 3 };
    int status;
    const pid_t child = fork();
    if (child == 0)
        _exit((merges ? fuzz_merge : fuzz_compare)(data, size) ? ACCEPTED : 0);
    CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == ACCEPTED);
    if (WEXITSTATUS(status) == ACCEPTED)
        fuzz_count_accepted();
    return 0;
}
