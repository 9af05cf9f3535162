/*
 * script.c -- `absbench NAME ..` where NAME is no verb: becomes the program absbench-NAME, as git
 * does. It is looked for where `make install` puts it, relative to this program; in a checkout in
 * scripts/; then in PATH. ABSBENCH tells it which program it was that called it.
 */
#define _GNU_SOURCE
#include "base/file.h"
#include "base/memory.h"
#include "verbs/commands.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

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
    return length > 0 && text[length] == '\0';
}

/* Whether there is such a file, that can be run. */
static bool is_there(char *place, const char *folder, const char *within, const char *name)
{
    struct stat file;
    return snprintf(place, PATH_MAX, "%s/%s%s", folder, within, name) < PATH_MAX &&
           stat(place, &file) == 0 && S_ISREG(file.st_mode) && access(place, X_OK) == 0;
}

/* Cuts the last name off a path. Whether it was `name`. */
static bool cut_name(char *path, const char *name)
{
    char *slash = strrchr(path, '/');
    if (slash == NULL)
        return false;
    *slash = '\0';
    return strcmp(slash + 1, name) == 0;
}

/* Looks for the file that the command is. `program` is this one, or "" if that is unknown. */
static bool find_script(char *place, const char *program, const char *name)
{
    char *above = memory_text(program), *folder;
    char *folders = memory_text(getenv("PATH") != NULL ? getenv("PATH") : "");
    cut_name(above, "");
    folder = memory_text(above);
    bool found =
        (cut_name(above, "bin") && is_there(place, above, "libexec/absbench/absbench-", name)) ||
        (folder[0] != '\0' &&
         abs_script_known(name) && /* a checkout, built there or in build/KIND */
         (is_there(place, folder, "scripts/", name) ||
          (cut_name(above, "build") && is_there(place, above, "scripts/", name))));
    for (char *rest = folders, *next; !found && (next = strtok_r(rest, ":", &rest)) != NULL;)
        found = *next == '/' && is_there(place, next, "absbench-", name);
    free(above);
    free(folder);
    free(folders);
    return found;
}

abs_exit command_script(const char *name, char **argv, abs_error *error)
{
    char program[PATH_MAX], place[PATH_MAX];
    file_program(program, sizeof program);
    if (!is_name(name) || !find_script(place, program, name)) {
        if (!abs_script_known(name))
            abs_verb_fail(name, error);
        else
            abs_fail(error, ABS_CANNOT_RUN,
                     "the script absbench-%s is neither beside this program nor in PATH; `make "
                     "install` brings both",
                     name);
        return error->code;
    }
    if (strcmp(argv[1], name) != 0) /* help NAME */
        argv[2] = (char *)"--help";
    argv[1] = place;
    if (program[0] != '\0' && setenv("ABSBENCH", program, 1) != 0)
        memory_end();
    execv(place, argv + 1);
    abs_fail(error, ABS_CANNOT_RUN, "%s cannot be run: %s", place, strerror(errno));
    return error->code;
}
