/*
 * script.c -- `absbench NAME ..` where NAME is no verb: becomes the program absbench-NAME, as git
 * does. It is looked for where `make install` puts it, relative to this program; in a checkout in
 * scripts/; then in PATH. ABSBENCH tells it which program it was that called it.
 */
#define _GNU_SOURCE
#include "base/buffer.h"
#include "base/memory.h"
#include "verbs/commands.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX "absbench-"

enum { OTHERS_MAX = 32 };

const char *command_script_name(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "-";
    if (argc > 2 && strcmp(name, abs_verb_table[ABS_VERB_HELP].name) == 0)
        name = argv[2];
    return name[0] != '-' && abs_verb_find(name) == ABS_VERBS ? name : NULL;
}

/* Letters, digits and dashes: nothing that leads to another folder. */
static bool is_name(const char *text)
{
    const size_t length =
        strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-");
    return length > 0 && text[length] == '\0' && text[0] != '-';
}

static bool is_program(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISREG(found.st_mode) && access(path, X_OK) == 0;
}

/* Writes a path, "" if it is too long; whether a program is there. */
static __attribute__((format(printf, 2, 3))) bool try(char path[PATH_MAX], const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(path, PATH_MAX, format, args);
    va_end(args);
    if (length < 0 || length >= PATH_MAX)
        path[0] = '\0';
    return is_program(path);
}

/* ---- where it is looked for ---------------------------------------------------------------- */

/* Each "" if there is none, or it cannot be known. */
typedef struct {
    char program[PATH_MAX]; /* this one */
    char libexec[PATH_MAX]; /* beside the folder bin/ that it is in */
    char scripts[PATH_MAX]; /* in the checkout that it was built in, there or in build/KIND/ */
} places;

/* Cuts the last name off a path. Whether it was `name`; NULL: any. */
static bool cut_name(char *path, const char *name)
{
    char *slash = strrchr(path, '/');
    if (slash == NULL || (name != NULL && strcmp(slash + 1, name) != 0))
        return false;
    *slash = '\0';
    return true;
}

static void find_places(places *p)
{
    char folder[PATH_MAX], above[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", p->program, sizeof p->program - 1);
    p->program[length > 0 ? length : 0] = '\0';
    p->libexec[0] = p->scripts[0] = '\0';
    snprintf(folder, sizeof folder, "%s", p->program);
    if (!cut_name(folder, NULL))
        return;
    snprintf(above, sizeof above, "%s", folder);
    if (cut_name(above, "bin"))
        try(p->libexec, "%s/libexec/absbench", above);
    snprintf(above, sizeof above, "%s", folder);
    if (cut_name(above, NULL) && cut_name(above, "build"))
        snprintf(folder, sizeof folder, "%s", above);
    try(p->scripts, "%s/scripts", folder);
}

/* The next folder of PATH that has a full name; NULL: there are no more. */
static const char *next_folder(const char **rest, char folder[PATH_MAX])
{
    while (**rest != '\0') {
        const size_t length = strcspn(*rest, ":");
        const char *const start = *rest;
        *rest += length + (start[length] == ':');
        if (*start == '/' && length < PATH_MAX) {
            memcpy(folder, start, length);
            folder[length] = '\0';
            return folder;
        }
    }
    return NULL;
}

static const char *search_path(void)
{
    const char *path = getenv("PATH");
    return path != NULL ? path : "";
}

static bool find_in_path(const char *name, char path[PATH_MAX])
{
    char folder[PATH_MAX];
    for (const char *rest = search_path(); next_folder(&rest, folder) != NULL;)
        if (try(path, "%s/" PREFIX "%s", folder, name))
            return true;
    return false;
}

static bool find(const places *p, const char *name, char path[PATH_MAX])
{
    if (p->libexec[0] != '\0' && try(path, "%s/" PREFIX "%s", p->libexec, name))
        return true;
    if (p->scripts[0] != '\0' && abs_script_known(name) && try(path, "%s/%s", p->scripts, name))
        return true;
    return find_in_path(name, path);
}

/* ---- what there is ------------------------------------------------------------------------- */

/* Adds the names of a folder's programs absbench-NAME. */
static void list_folder(const char *folder, abs_buffer *names)
{
    char path[PATH_MAX];
    DIR *all = opendir(folder);
    for (const struct dirent *entry; all != NULL && (entry = readdir(all)) != NULL;) {
        const char *const name = entry->d_name + strlen(PREFIX);
        if (strncmp(entry->d_name, PREFIX, strlen(PREFIX)) == 0 && is_name(name) &&
            !abs_script_known(name) && try(path, "%s/%s", folder, entry->d_name))
            buffer_add(names, name);
    }
    if (all != NULL)
        closedir(all);
}

static bool fail_unknown(const places *p, const char *name, abs_error *error)
{
    const char *others[OTHERS_MAX + 1];
    char folder[PATH_MAX];
    size_t n = 0;
    abs_buffer names = {0};
    list_folder(p->libexec, &names);
    for (const char *rest = search_path(); next_folder(&rest, folder) != NULL;)
        list_folder(folder, &names);
    for (const char *other = NULL; n < OTHERS_MAX && (other = buffer_next(&names, other)) != NULL;)
        others[n++] = other;
    others[n] = NULL;
    abs_verb_fail(name, others, error);
    buffer_free(&names);
    return false;
}

static bool fail_missing(const char *name, abs_error *error)
{
    return abs_fail(error, ABS_CANNOT_RUN,
                    "the script " PREFIX "%s is neither beside this program nor in PATH; `make "
                    "install` brings both",
                    name);
}

static bool become(const char *name, char **argv, abs_error *error)
{
    static places p;
    char path[PATH_MAX];
    find_places(&p);
    if (!is_name(name) || !find(&p, name, path))
        return abs_script_known(name) ? fail_missing(name, error) : fail_unknown(&p, name, error);
    if (strcmp(argv[1], name) != 0) /* help NAME */
        argv[2] = (char *)"--help";
    argv[1] = path;
    if (p.program[0] != '\0' && setenv("ABSBENCH", p.program, 1) != 0)
        memory_end();
    execv(path, argv + 1);
    return abs_fail(error, ABS_CANNOT_RUN, "%s cannot be run: %s", path, strerror(errno));
}

abs_exit command_script(const char *name, char **argv, abs_error *error)
{
    become(name, argv, error);
    return error->code;
}
