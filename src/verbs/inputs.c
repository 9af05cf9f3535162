/* inputs.c -- the reports that a verb reads. See commands.h. */
#include "log/reader.h"
#include "verbs/commands.h"

#include <errno.h>
#include <sys/resource.h>
#include <unistd.h>

abs_reader *input_open(const char *path, abs_error *error)
{
    abs_reader *reader = reader_open(path, error);
    if (reader != NULL && reader->torn)
        fprintf(stderr, "absbench: %s: its last line is torn, and is left out\n", path);
    return reader;
}

bool inputs_open(abs_reader **readers, char **paths, size_t count, abs_error *error)
{
    struct rlimit files; /* raised, because each input is a file that stays open */
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    for (size_t i = 0; i < count; i++)
        if (strcmp(paths[i], "-") != 0 && access(paths[i], R_OK) != 0)
            return abs_fail(error, ABS_CANNOT_RUN, "%.300s: cannot be opened: %s", paths[i],
                            strerror(errno));
    for (size_t i = 0; i < count; i++)
        if ((readers[i] = input_open(paths[i], error)) == NULL)
            return false;
    return true;
}
