/* output.c -- see output.h. */
#define _GNU_SOURCE /* O_PATH */
#include "base/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_TRIES = 100 };

#define PARTIAL ".partial"

struct abs_output {
    int fd;
    char *name;      /* as the user wrote it, for messages; NULL: standard output */
    char *target;    /* the file's name once it is complete; NULL: written directly */
    char *temporary; /* its name until then */
    char *partial;   /* its name instead, if the run is interrupted and the target is there */
};

void output_occupy_standard(void)
{
    int fd;
    do
        fd = open("/", O_PATH);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
}

static bool fail(abs_error *error, const char *name, const char *what)
{
    return abs_fail(error, ABS_CANNOT_RUN, "%s%.300s: %s: %s", name != NULL ? "--output=" : "",
                    name != NULL ? name : "standard output", what, strerror(errno));
}

static void release(abs_output *out)
{
    if (out->fd >= 0)
        close(out->fd);
    free(out->name);
    free(out->target);
    free(out->temporary);
    free(out->partial);
    free(out);
}

void output_abandon(abs_output *out)
{
    if (out == NULL)
        return;
    if (out->temporary != NULL)
        unlink(out->temporary);
    release(out);
}

/* Whether there is more to the descriptor than output_occupy_standard() left. */
static bool is_for_writing(int fd)
{
    const int flags = fcntl(fd, F_GETFL);
    if (flags >= 0 && (flags & O_ACCMODE) == O_RDONLY)
        errno = EBADF;
    return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
}

/* A descriptor that this process has open on that very file, as for /dev/stdout; or -1. */
static int open_already(const struct stat *file)
{
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++) {
        struct stat other;
        if (is_for_writing(fd) && fstat(fd, &other) == 0 && other.st_dev == file->st_dev &&
            other.st_ino == file->st_ino)
            return fd;
    }
    return -1;
}

bool output_is_own_file(const char *path)
{
    struct stat st;
    return path != NULL && strcmp(path, "-") != 0 &&
           (stat(path, &st) != 0 || (S_ISREG(st.st_mode) && open_already(&st) < 0));
}

/* The temporary file is beside the target: a rename works only within one file system. */
static bool open_temporary(abs_output *out)
{
    const char *slash = strrchr(out->target, '/');
    const size_t directory = slash != NULL ? (size_t)(slash - out->target) + 1 : 0;
    const size_t room = directory + 64;
    char *name = malloc(room);
    if (name == NULL)
        return false;
    for (int i = 0; i < NAME_TRIES && out->fd < 0; i++) {
        snprintf(name, room, "%.*s.absbench-%ld-%d.tmp", (int)directory, out->target,
                 (long)getpid(), i);
        out->fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (out->fd < 0 && errno != EEXIST)
            break;
    }
    if (out->fd < 0) {
        free(name);
        return false;
    }
    out->temporary = name;
    return true;
}

/* The file's name once it is complete, and if it never is. A link stays a link. False: no memory.
 */
static bool name_target(abs_output *out, const char *path)
{
    struct stat st;
    const bool linked = lstat(path, &st) == 0 && S_ISLNK(st.st_mode);
    out->target = linked ? realpath(path, NULL) : strdup(path);
    const size_t room = out->target != NULL ? strlen(out->target) + sizeof PARTIAL : 0;
    out->partial = room > 0 ? malloc(room) : NULL;
    if (out->partial != NULL)
        snprintf(out->partial, room, "%s" PARTIAL, out->target);
    return out->partial != NULL;
}

/* Whatever would keep an interrupted run from writing FILE.partial is found before the run. */
static bool check_partial(const abs_output *out, abs_error *error)
{
    struct stat st;
    const bool exists = lstat(out->partial, &st) == 0;
    if (exists ? !S_ISDIR(st.st_mode) : errno == ENOENT)
        return true;
    errno = exists ? EISDIR : errno;
    return fail(error, out->partial, "cannot be written");
}

static bool open_path(abs_output *out, const char *path, abs_error *error)
{
    struct stat st;
    const bool exists = stat(path, &st) == 0;
    if (!exists && errno != ENOENT)
        return fail(error, path, "cannot be written");
    if (!exists && lstat(path, &st) == 0) /* the rename would replace the link */
        return abs_fail(error, ABS_CANNOT_RUN,
                        "--output=%.300s: this link leads to no file; name the file itself", path);
    if (path[0] == '\0' || (exists && S_ISDIR(st.st_mode)))
        return abs_fail(error, ABS_CANNOT_RUN, "--output=%.300s: %s; name a file", path,
                        path[0] == '\0' ? "no file is named" : "this is a directory");
    const int fd = exists ? open_already(&st) : -1;
    if (fd >= 0 || (exists && !S_ISREG(st.st_mode))) {
        out->fd = fd >= 0 ? dup(fd) : open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
        return out->fd >= 0 || fail(error, path, "cannot be written");
    }
    if (exists && access(path, W_OK) != 0)
        return fail(error, path, "cannot be written");
    if (!name_target(out, path) || !open_temporary(out))
        return fail(error, path, "no file can be created in that directory");
    return !exists || check_partial(out, error);
}

abs_output *output_open(const char *path, abs_error *error)
{
    const bool standard = path == NULL || strcmp(path, "-") == 0;
    abs_output *out = calloc(1, sizeof *out);
    if (out == NULL || (!standard && (out->name = strdup(path)) == NULL)) {
        free(out);
        abs_fail(error, ABS_CANNOT_RUN, "no memory for the report");
        return NULL;
    }
    out->fd = standard && is_for_writing(STDOUT_FILENO) ? dup(STDOUT_FILENO) : -1;
    if (standard ? out->fd < 0 && !fail(error, NULL, "cannot be written")
                 : !open_path(out, path, error)) {
        output_abandon(out);
        return NULL;
    }
    return out;
}

bool output_waits(const abs_output *out)
{
    return out->temporary != NULL;
}

bool output_write(abs_output *out, const char *bytes, size_t count, abs_error *error)
{
    while (count > 0) {
        const ssize_t written = write(out->fd, bytes, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return fail(error, out->name, "the report could not be written");
        bytes += written;
        count -= (size_t)written;
    }
    return true;
}

bool output_set_aside(abs_output *out, bool empty, abs_buffer *said)
{
    if (out->target == NULL)
        return true;
    const bool older = access(out->target, F_OK) == 0;
    if (older && !empty) {
        free(out->target);
        out->target = out->partial;
        out->partial = NULL;
    }
    if (!empty) {
        buffer_text(said, "; ");
        buffer_plain(said, older ? out->target : out->name);
        buffer_text(said, " holds them");
    }
    if (older) {
        buffer_text(said, empty ? "; " : ", and ");
        buffer_plain(said, out->name);
        buffer_text(said, " is as it was");
    }
    return !older || !empty;
}

bool output_finish(abs_output *out, abs_error *error)
{
    bool whole = out->target == NULL || fsync(out->fd) == 0;
    whole = whole && close(out->fd) == 0; /* some file systems report errors only now */
    if (whole)
        out->fd = -1;
    if (!whole || (out->target != NULL && rename(out->temporary, out->target) != 0)) {
        fail(error, out->name, "the report could not be written");
        output_abandon(out);
        return false;
    }
    release(out);
    return true;
}
