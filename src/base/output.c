/* output.c -- see output.h. */
#define _GNU_SOURCE /* O_PATH */
#include "base/output.h"
#include "base/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_TRIES = 100, LEFTOVERS_NAMED = 8 };

#define PARTIAL ".partial"

struct abs_output {
    int fd;
    int directory;   /* the target's; -1: it cannot be read, or there is no target */
    char *name;      /* as the user wrote it, for messages; NULL: standard output */
    char *target;    /* the file's name once it is complete; NULL: written directly */
    char *temporary; /* its name until then */
    char *partial;   /* its name instead, if the run is interrupted and the target is there */
    bool drops;      /* what nobody reads any more */
};

/* The temporary file of the output that is open; NULL: none. */
static char *_Atomic unfinished;

/* What program_end() does first, in any thread. */
static void drop_unfinished(void)
{
    const char *name = atomic_load(&unfinished);
    if (name != NULL)
        unlink(name);
}

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

/* What happened to the temporary file: a full disk is not the fault of the report's name. */
static bool fail_temporary(abs_error *error, const abs_output *out, const char *what)
{
    return abs_fail(error, ABS_CANNOT_RUN, "--output=%.300s: %.400s %s: %s", out->name,
                    out->temporary, what, strerror(errno));
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
    if (out->directory >= 0)
        close(out->directory);
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
    atomic_store(&unfinished, NULL);
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

/* ---- the temporary file ---------------------------------------------------------------------- */

/* The bytes of `path` that are its directory's, with the last slash. */
static int directory_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (int)(slash - path) + 1 : 0;
}

/* What is written over an older file is whose that was, and for the same people, as far as this
   process may say so; of a group that it may not name, all are others. */
static void take_over(int fd, const struct stat *older)
{
    mode_t mode = older->st_mode & 0777;
    if (fchown(fd, older->st_uid, older->st_gid) != 0 && fchown(fd, (uid_t)-1, older->st_gid) != 0)
        mode &= 0707 | (mode & 07) << 3;
    (void)fchmod(fd, mode);
}

/* The temporary file is beside the target: a rename works only within one file system. It is locked
   as long as somebody writes it. */
static bool open_temporary(abs_output *out, const struct stat *older)
{
    const int directory = directory_of(out->target);
    const size_t room = (size_t)directory + 64;
    char *name = memory_take(room);
    for (int i = 0; i < NAME_TRIES && out->fd < 0; i++) {
        snprintf(name, room, "%.*s.absbench-%ld-%d.tmp", directory, out->target, (long)getpid(), i);
        out->fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, older != NULL ? 0600 : 0666);
        if (out->fd < 0 && errno != EEXIST)
            break;
    }
    if (out->fd < 0) {
        free(name);
        return false;
    }
    out->temporary = name;
    atomic_store(&unfinished, name);
    program_at_end(drop_unfinished);
    (void)flock(out->fd, LOCK_EX | LOCK_NB);
    if (older != NULL)
        take_over(out->fd, older);
    return true;
}

/*
 * Whether a file of that name is a temporary one that nobody writes any more: its lock is free, and
 * it is not one that has just been made and not yet locked, which is empty and whose process is
 * there. The number of a process may be another's by now, or of another machine.
 */
static bool is_left_over(int directory, const char *name)
{
    long pid;
    int number, length = 0;
    struct stat st;
    if (sscanf(name, ".absbench-%ld-%d.tmp%n", &pid, &number, &length) != 2 || length == 0 ||
        name[length] != '\0' || pid <= 0)
        return false;
    const int fd = openat(directory, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    const bool left = fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
                      flock(fd, LOCK_SH | LOCK_NB) == 0 &&
                      (st.st_size > 0 || (kill((pid_t)pid, 0) != 0 && errno == ESRCH));
    if (fd >= 0)
        close(fd);
    return left;
}

/* Says what killed runs have left beside the target. It may be all that there is of their rows. */
static void tell_left_over(const abs_output *out)
{
    const int fd = out->directory >= 0 ? dup(out->directory) : -1;
    DIR *directory = fd >= 0 ? fdopendir(fd) : NULL;
    abs_buffer names = {0};
    size_t count = 0;
    if (directory == NULL) {
        if (fd >= 0)
            close(fd);
        return;
    }
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;)
        if (is_left_over(out->directory, entry->d_name) && count++ < LEFTOVERS_NAMED)
            buffer_format(&names, "%s %s", count > 1 ? "," : "", entry->d_name);
    closedir(directory);
    const int length = directory_of(out->target);
    if (count > 0)
        say("%.*s: unfinished, left by killed runs:%s%s; look at what they hold, then delete them",
            length > 0 ? length : 1, length > 0 ? out->target : ".", buffer_end(&names),
            count > LEFTOVERS_NAMED ? " and more" : "");
    buffer_free(&names);
}

/* The file's name once it is complete, and if it never is. A link stays a link. False: errno
   says why. */
static bool name_target(abs_output *out, const char *path)
{
    struct stat st;
    const bool linked = lstat(path, &st) == 0 && S_ISLNK(st.st_mode);
    out->target = linked ? realpath(path, NULL) : memory_text(path);
    if (out->target == NULL)
        return false;
    const size_t room = strlen(out->target) + sizeof PARTIAL;
    out->partial = memory_take(room);
    snprintf(out->partial, room, "%s" PARTIAL, out->target);
    return true;
}

/* Whatever would keep an interrupted run from writing FILE.partial is found before the run. */
static bool check_partial(const abs_output *out, abs_error *error)
{
    struct stat st;
    return lstat(out->partial, &st) == 0 || errno == ENOENT ||
           fail(error, out->partial, "cannot be written");
}

/* A name for it that nothing has yet: what an earlier run has left stays. */
static void number_partial(abs_output *out)
{
    struct stat st;
    const size_t room = strlen(out->partial) + 16, length = strlen(out->partial);
    out->partial = memory_resize(out->partial, room);
    for (int i = 2; lstat(out->partial, &st) == 0 && i < INT_MAX; i++)
        snprintf(out->partial + length, room - length, ".%d", i);
}

/* Opened now, so that nothing more can fail at the end. */
static void open_directory(abs_output *out)
{
    char *path = memory_text(out->target);
    path[directory_of(path)] = '\0';
    out->directory = open(*path != '\0' ? path : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(path);
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
    if (!name_target(out, path) || !open_temporary(out, exists ? &st : NULL))
        return fail(error, path, "no file can be created in that directory");
    open_directory(out);
    tell_left_over(out);
    if (exists && st.st_nlink > 1)
        say("--output=%.300s: the file has %lu names (hard links); only this one will be the new "
            "report's, the others keep the old one",
            path, (unsigned long)st.st_nlink);
    return !exists || check_partial(out, error);
}

abs_output *output_open(const char *path, abs_error *error)
{
    const bool standard = path == NULL || strcmp(path, "-") == 0;
    abs_output *out = memory_zeros(1, sizeof *out);
    out->name = standard ? NULL : memory_text(path);
    out->directory = -1;
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

int output_descriptor(const abs_output *out)
{
    return out->fd;
}

/* A reader that has gone wants no more, and that is no error; another output is still to be put in
   place. */
static bool end_unread(const abs_output *out)
{
    if (!out->drops && atomic_load(&unfinished) == NULL)
        _exit(ABS_OK);
    return true;
}

void output_outlives_reader(abs_output *out)
{
    out->drops = true;
}

bool output_write(abs_output *out, const char *bytes, size_t count, abs_error *error)
{
    while (count > 0) {
        const ssize_t written = write(out->fd, bytes, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0 && errno == EPIPE && out->temporary == NULL)
            return end_unread(out);
        if (written <= 0 && out->temporary != NULL)
            return fail_temporary(error, out, "cannot be written");
        if (written <= 0)
            return fail(error, out->name, "cannot be written");
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
        number_partial(out);
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

/* Some file systems and files cannot be told to. */
static bool sync_file(int fd)
{
    int result;
    do
        result = fsync(fd);
    while (result != 0 && errno == EINTR);
    return result == 0 || errno == EINVAL || errno == ENOTSUP;
}

/* Some file systems report errors only now. Whatever it says, it is closed. */
static bool close_file(abs_output *out)
{
    const int fd = out->fd;
    out->fd = -1;
    return close(fd) == 0 || errno == EINTR;
}

/* Gives the whole file its name, so that it is there after a crash too. */
static bool put_in_place(abs_output *out, abs_error *error)
{
    if (!sync_file(out->fd) || !close_file(out))
        return fail_temporary(error, out, "cannot be written");
    if (rename(out->temporary, out->target) != 0)
        return fail_temporary(error, out, "cannot take that name");
    atomic_store(&unfinished, NULL);
    free(out->temporary);
    out->temporary = NULL;
    if (out->directory >= 0 && !sync_file(out->directory))
        fprintf(stderr,
                "absbench: --output=%s: it is there, but its directory cannot be synchronised "
                "(%s): a failure of power may lose it\n",
                out->name, strerror(errno));
    return true;
}

bool output_finish(abs_output *out, abs_error *error)
{
    const bool whole = out->target != NULL
                           ? put_in_place(out, error)
                           : close_file(out) || fail(error, out->name, "cannot be written");
    output_abandon(out); /* only what could not be put in place is left */
    return whole;
}
