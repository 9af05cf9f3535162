/* file.c -- see file.h. */
#include "base/file.h"
#include "base/interrupt.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

_Static_assert((int)OUTPUT_PATH == PATH_MAX, "what the system takes");

char *file_read(const char *path, size_t most, size_t *length, abs_error *error)
{
    enum { PIECE = 1 << 16 };
    const bool standard = strcmp(path, "-") == 0;
    const char *name = standard ? "standard input" : path;
    FILE *in = standard ? stdin : fopen(path, "rb");
    abs_buffer text = {0};
    bool ok = in != NULL || abs_fail(error, ABS_CANNOT_RUN, "%.300s: cannot be opened: %s", name,
                                     strerror(errno));
    if (ok && feof(in))
        ok = abs_fail(error, ABS_CANNOT_RUN, "%s can be read only once", name);
    for (size_t count = PIECE; ok && count == PIECE && text.length <= most; text.length += count) {
        buffer_reserve(&text, PIECE);
        count = fread(text.data + text.length, 1, PIECE, in);
    }
    if (ok && text.length > most)
        ok = abs_fail(error, ABS_CANNOT_RUN, "%.300s: more than %zu MiB; give a smaller file", name,
                      most >> 20);
    else if (ok && ferror(in) && interrupt_pending())
        ok = abs_fail(error, ABS_INTERRUPTED, "interrupted");
    else if (ok && ferror(in))
        ok = abs_fail(error, ABS_CANNOT_RUN, "%.300s: cannot be read: %s", name, strerror(errno));
    if (in != NULL && !standard)
        fclose(in);
    *length = text.length;
    if (ok)
        buffer_end(&text);
    else
        buffer_free(&text);
    return text.data;
}

void file_program(char *path, size_t size)
{
    const ssize_t length = readlink("/proc/self/exe", path, size - 1);
    path[length > 0 ? length : 0] = '\0';
}

bool file_write(int file, const char *bytes, size_t count)
{
    while (count > 0) {
        const ssize_t written = write(file, bytes, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        count -= (size_t)written;
    }
    return true;
}

/* ---- temporary files ------------------------------------------------------------------------- */

static const char *folder(void)
{
    const char *given = getenv("TMPDIR");
    return given != NULL && *given != '\0' ? given : "/tmp";
}

static bool fail_spool(const char *what, abs_error *error)
{
    return abs_fail(error, ABS_CANNOT_RUN,
                    "%.300s: %.300s cannot be kept there: %s; TMPDIR names another folder",
                    folder(), what, strerror(errno));
}

int file_spool(const char *what, abs_error *error)
{
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s/absbench-XXXXXX", folder());
    errno = ENAMETOOLONG;
    const int file = length < (int)sizeof path ? mkstemp(path) : -1;
    if (file < 0)
        fail_spool(what, error);
    else
        unlink(path);
    return file;
}

bool file_spool_write(int file, const char *what, const char *bytes, size_t count, abs_error *error)
{
    return file_write(file, bytes, count) || fail_spool(what, error);
}

/* ---- output ---------------------------------------------------------------------------------- */

void output_occupy_standard(void)
{
    int fd;
    do
        fd = open("/", O_PATH);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
}

static bool fail(abs_error *error, const abs_output *out, const char *what)
{
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
    free(out);
}

/* Whether the descriptor can be written to: one that output_occupy_standard() opened cannot. */
static bool is_for_writing(int fd)
{
    const int flags = fcntl(fd, F_GETFL);
    if (flags >= 0 && (flags & O_ACCMODE) == O_RDONLY)
        errno = EBADF;
    return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
}

/* Returns the standard descriptor that has this very file open, as for /dev/stdout; or -1. */
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

/* ---- a file that will take its name ---------------------------------------------------------- */

/* Gives the new file the owner, group and permissions of the older one, as far as this process may.
   If it may not set the group, the new group gets the permissions of others. */
static void pass_on(int fd, const struct stat *older)
{
    mode_t mode = older->st_mode & 0777;
    if (fchown(fd, older->st_uid, older->st_gid) != 0 && fchown(fd, (uid_t)-1, older->st_gid) != 0)
        mode &= 0707 | (mode & 07) << 3;
    (void)fchmod(fd, mode);
}

static void folder_of(const char *path, char folder[OUTPUT_PATH])
{
    const char *slash = strrchr(path, '/');
    snprintf(folder, OUTPUT_PATH, "%.*s.", slash != NULL ? (int)(slash - path) + 1 : 0, path);
}

/* Creates the temporary file, or gives the open file its name. */
static bool take_name(abs_output *out, mode_t mode)
{
    char own[32], folder[OUTPUT_PATH];
    bool taken;
    folder_of(out->target, folder);
    snprintf(own, sizeof own, "/proc/self/fd/%d", out->fd);
    atomic_store(&program_unfinished, NULL); /* not while the name is half there */
    snprintf(out->temporary, sizeof out->temporary, "%s/absbench.%d.tmp", folder, (int)getpid());
    unlink(out->temporary); /* of a process that had the same number and was killed */
    if (out->fd >= 0) {
        taken = linkat(AT_FDCWD, own, AT_FDCWD, out->temporary, AT_SYMLINK_FOLLOW) == 0;
    } else {
        out->fd = open(out->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        taken = out->fd >= 0;
    }
    atomic_store(&program_unfinished, out->temporary);
    return taken;
}

/* Opens the file that will replace `path` once it is complete. It lies in the same folder, because
   a rename works only within a file system. A link stays a link. */
static bool open_unnamed(abs_output *out, const char *path, const struct stat *older,
                         abs_error *error)
{
    struct stat st;
    char folder[OUTPUT_PATH];
    const mode_t mode = older != NULL ? 0600 : 0666;
    const bool linked = lstat(path, &st) == 0 && S_ISLNK(st.st_mode);
    if (linked && realpath(path, out->target) == NULL)
        return fail(error, out, "cannot be written");
    if (!linked)
        snprintf(out->target, OUTPUT_PATH, "%s", path);
    folder_of(out->target, folder);
    if (access("/proc/self/fd", X_OK) == 0)
        out->fd = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
    if (out->fd < 0 && !take_name(out, mode))
        return fail(error, out, "no file can be created in its folder");
    out->waits = true;
    atomic_store(&program_unfinished, out->temporary);
    if (older != NULL)
        pass_on(out->fd, older);
    return true;
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
        return open_unnamed(out, path, exists ? &st : NULL, error);
    return out->fd >= 0 || fail(error, out, "cannot be written");
}

/* ---- open, write, finish --------------------------------------------------------------------- */

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
    /* It is no error if the reader of a pipe has gone. The program continues only if another output
       is unfinished, or if the caller has asked for it. */
    if (!out->drops && atomic_load(&program_unfinished) == NULL)
        program_end(ABS_OK, NULL);
    return true;
}

output_fate output_interrupted(const abs_output *out, bool empty, abs_buffer *said)
{
    const bool older = out->waits && access(out->target, F_OK) == 0;
    if (!older && (!out->waits || empty))
        return OUTPUT_ENDS;
    buffer_text(said, "; ");
    buffer_plain(said, out->name);
    buffer_text(said, older ? " is as it was" : " holds them");
    return older ? OUTPUT_STAYS : OUTPUT_HOLDS;
}

/* EINVAL and ENOTSUP are no errors: some files and file systems cannot be synchronised. */
static bool sync_file(int fd)
{
    int result;
    do
        result = fsync(fd);
    while (result != 0 && errno == EINTR);
    return result == 0 || errno == EINVAL || errno == ENOTSUP;
}

/* A directory that cannot be read cannot be opened, and so is not synchronised. */
void output_sync_directory(const char *target)
{
    char folder[OUTPUT_PATH];
    folder_of(target, folder);
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0 && !sync_file(fd))
        fprintf(stderr,
                "absbench: the output is there, but its directory cannot be synchronised (%s): a "
                "power failure may lose it\n",
                strerror(errno));
    if (fd >= 0)
        close(fd);
}

bool output_finish(abs_output *out, abs_error *error)
{
    const int fd = out->fd;
    bool ok = !out->waits || (sync_file(fd) && (*out->temporary != '\0' || take_name(out, 0)));
    out->fd = -1; /* close() ends it even if it fails; some file systems report errors only then */
    ok = (close(fd) == 0 || errno == EINTR) && ok;
    ok = ok || fail(error, out, "cannot be written");
    if (ok && out->waits) {
        ok = rename(out->temporary, out->target) == 0 || fail(error, out, "cannot take its name");
        out->waits = !ok;
        if (ok)
            output_sync_directory(out->target);
    }
    output_abandon(out); /* removes the temporary file only if it could not be renamed */
    return ok;
}
