/* output.c -- see output.h. */
#define _GNU_SOURCE /* O_PATH */
#include "base/output.h"
#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_TRIES = 100 };

_Static_assert((int)OUTPUT_PATH == PATH_MAX, "what the system takes");

void output_occupy_standard(void)
{
    int fd;
    do
        fd = open("/", O_PATH);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
}

/* A line on stderr, on what is no error. */
static void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void say(const char *format, ...)
{
    char text[ABS_TEXT_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    utf8_make_plain(text);
    fprintf(stderr, "absbench: %s\n", text);
}

/* Names the temporary file, if it is that: a full disk is not the fault of the report's name. */
static bool fail(abs_error *error, const abs_output *out, const char *what)
{
    if (out->waits)
        return abs_fail(error, ABS_CANNOT_RUN, "--output=%.300s: %.400s %s: %s", out->name,
                        out->temporary, what, strerror(errno));
    return abs_fail(error, ABS_CANNOT_RUN, "%s%.300s: %s: %s", out->name != NULL ? "--output=" : "",
                    out->name != NULL ? out->name : "standard output", what, strerror(errno));
}

void output_abandon(abs_output *out)
{
    if (out == NULL)
        return;
    if (out->waits)
        unlink(out->temporary);
    atomic_store(&program_unfinished, NULL);
    if (out->fd >= 0)
        close(out->fd);
    if (out->directory != NULL)
        closedir(out->directory);
    free(out);
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

/* ---- the temporary file ---------------------------------------------------------------------- */

/* The temporary file is beside the target: a rename works only within a file system. It is locked
   as long as somebody writes it. What is written over an older file is whose that was, and for the
   same people, as far as this process may say so; of a group that it may not name, all are others.
   False: errno says why there is none. */
static bool open_temporary(abs_output *out, int folder, const struct stat *older)
{
    for (int i = 0; i < NAME_TRIES && out->fd < 0; i++) {
        snprintf(out->temporary, sizeof out->temporary, "%.*s.absbench-%ld-%d.tmp", folder,
                 out->target, (long)getpid(), i);
        out->fd = open(out->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                       older != NULL ? 0600 : 0666);
        if (out->fd < 0 && errno != EEXIST)
            break;
    }
    if (out->fd < 0)
        return false;
    out->waits = true;
    atomic_store(&program_unfinished, out->temporary);
    (void)flock(out->fd, LOCK_EX | LOCK_NB);
    if (older != NULL) {
        mode_t mode = older->st_mode & 0777;
        if (fchown(out->fd, older->st_uid, older->st_gid) != 0 &&
            fchown(out->fd, (uid_t)-1, older->st_gid) != 0)
            mode &= 0707 | (mode & 07) << 3;
        (void)fchmod(out->fd, mode);
    }
    return true;
}

/* Says what killed runs have left in the folder: temporary files that hold something and that
   nobody locks. They may be all that there is of their rows. */
static void tell_left_over(const abs_output *out, const char *folder)
{
    abs_buffer names = {0};
    for (const struct dirent *entry; (entry = readdir(out->directory)) != NULL;) {
        struct stat st;
        if (fnmatch(".absbench-[0-9]*-[0-9]*.tmp", entry->d_name, 0) != 0)
            continue;
        const int fd = openat(dirfd(out->directory), entry->d_name,
                              O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
        if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0 &&
            flock(fd, LOCK_SH | LOCK_NB) == 0)
            buffer_format(&names, "%s%s", names.length > 0 ? ", " : "", entry->d_name);
        if (fd >= 0)
            close(fd);
    }
    if (names.length > 0)
        say("%.300s: unfinished, left by killed runs; look at what they hold, then delete them: %s",
            folder, buffer_end(&names));
    buffer_free(&names);
}

/* Opens what takes the place of `path` once it is complete. The directory is opened now, so that
   nothing more can fail at the end, and whatever would keep an interrupted run from writing
   FILE.partial is found before the run. A link stays a link. */
static bool open_file(abs_output *out, const char *path, const struct stat *older, abs_error *error)
{
    struct stat st;
    char folder[OUTPUT_PATH];
    const bool linked = lstat(path, &st) == 0 && S_ISLNK(st.st_mode);
    if (linked && realpath(path, out->target) == NULL)
        return fail(error, out, "cannot be written");
    if (!linked)
        snprintf(out->target, OUTPUT_PATH, "%s", path);
    snprintf(out->partial, sizeof out->partial, "%s.partial", out->target);
    out->place = out->target;
    const char *slash = strrchr(out->target, '/');
    const int length = slash != NULL ? (int)(slash - out->target) + 1 : 0;
    if (!open_temporary(out, length, older))
        return fail(error, out, "no file can be created in that directory");
    snprintf(folder, OUTPUT_PATH, "%.*s", length > 0 ? length : 1, length > 0 ? out->target : ".");
    out->directory = opendir(folder);
    if (out->directory != NULL)
        tell_left_over(out, folder);
    if (older != NULL && older->st_nlink > 1)
        say("--output=%.300s: the file has %lu names (hard links); only this one will be the new "
            "report's, the others keep the old one",
            path, (unsigned long)older->st_nlink);
    return older == NULL || lstat(out->partial, &st) == 0 || errno == ENOENT ||
           abs_fail(error, ABS_CANNOT_RUN, "--output=%.300s: cannot be written: %s", out->partial,
                    strerror(errno));
}

static bool open_path(abs_output *out, const char *path, abs_error *error)
{
    struct stat st;
    const bool exists = stat(path, &st) == 0;
    if (!exists && errno != ENOENT)
        return fail(error, out, "cannot be written");
    if (!exists && lstat(path, &st) == 0) /* the rename would replace the link */
        return abs_fail(error, ABS_CANNOT_RUN,
                        "--output=%.300s: this link leads to no file; name the file itself", path);
    if (path[0] == '\0' || (exists && S_ISDIR(st.st_mode)))
        return abs_fail(error, ABS_CANNOT_RUN, "--output=%.300s: %s; name a file", path,
                        path[0] == '\0' ? "no file is named" : "this is a directory");
    const int fd = exists ? open_already(&st) : -1;
    if (fd >= 0 || (exists && !S_ISREG(st.st_mode)))
        out->fd = fd >= 0 ? dup(fd) : open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    else if (!exists || access(path, W_OK) == 0)
        return open_file(out, path, exists ? &st : NULL, error);
    return out->fd >= 0 || fail(error, out, "cannot be written");
}

/* ---- from opening to its end ----------------------------------------------------------------- */

abs_output *output_open(const char *path, abs_error *error)
{
    const bool standard = path == NULL || strcmp(path, "-") == 0;
    abs_output *out = memory_zeros(1, sizeof *out);
    out->name = standard ? NULL : path;
    out->fd = standard && is_for_writing(STDOUT_FILENO) ? dup(STDOUT_FILENO) : -1;
    if (standard ? out->fd >= 0 || fail(error, out, "cannot be written")
                 : open_path(out, path, error))
        return out;
    output_abandon(out);
    return NULL;
}

bool output_write(abs_output *out, const char *bytes, size_t count, abs_error *error)
{
    if (file_write(out->fd, bytes, count))
        return true;
    if (errno != EPIPE || out->waits)
        return fail(error, out, "cannot be written");
    /* A reader that has gone wants no more, and that is no error; another output is still to be put
       in place. */
    if (!out->drops && atomic_load(&program_unfinished) == NULL)
        _exit(ABS_OK);
    return true;
}

bool output_set_aside(abs_output *out, bool empty, abs_buffer *said)
{
    if (!out->waits)
        return true;
    struct stat st;
    const bool older = access(out->target, F_OK) == 0;
    if (older && !empty) { /* nothing has the name yet: what an earlier run has left stays */
        const size_t length = strlen(out->partial);
        for (int i = 2; lstat(out->partial, &st) == 0 && i < INT_MAX; i++)
            snprintf(out->partial + length, sizeof out->partial - length, ".%d", i);
        out->place = out->partial;
    }
    if (!empty) {
        buffer_text(said, "; ");
        buffer_plain(said, older ? out->place : out->name);
        buffer_text(said, " holds them");
    }
    if (older) {
        buffer_text(said, empty ? "; " : ", and ");
        buffer_plain(said, out->name);
        buffer_text(said, " is as it was");
    }
    return !older || !empty;
}

/* Some file systems and files cannot be told to. */
static bool sync_file(int fd)
{
    int result;
    do
        result = fsync(fd);
    while (result != 0 && errno == EINTR);
    return result == 0 || errno == EINVAL || errno == ENOTSUP;
}

bool output_finish(abs_output *out, abs_error *error)
{
    const int fd = out->fd;
    bool ok = !out->waits || sync_file(fd);
    out->fd = -1; /* closed, whatever close() says; some file systems report errors only then */
    ok = (close(fd) == 0 || errno == EINTR) && ok;
    ok = ok || fail(error, out, "cannot be written");
    if (ok && out->waits) { /* so that it is there after a crash too */
        ok = rename(out->temporary, out->place) == 0 || fail(error, out, "cannot take that name");
        out->waits = !ok;
        if (ok && out->directory != NULL && !sync_file(dirfd(out->directory)))
            say("--output=%.300s: it is there, but its directory cannot be synchronised (%s): a "
                "failure of power may lose it",
                out->name, strerror(errno));
    }
    output_abandon(out); /* only what could not be put in place is left */
    return ok;
}
