/*
 * script.c -- `absbench NAME ..` where NAME is no verb: becomes the program absbench-NAME, as git
 * does. It is looked for where `make install` puts it, relative to this program; in a checkout in
 * scripts/; then in PATH. ABSBENCH tells it which program it was that called it.
 */
#include "base/file.h"
#include "base/memory.h"
#include "verbs/commands.h"

#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where it may be beside this program, if that is at such a place. */
static const struct {
    const char *program, *folder;
    bool known; /* the scripts that the program knows are there, and others that are no commands */
} places[] = {
    {"*/bin/*", "../libexec/absbench/absbench-", false},
    {"*/*", "scripts/", true}, /* a checkout, built there or in build/KIND */
    {"*/build/*/*", "../../scripts/", true},
};

/* Whether there is such a file, that can be run. */
static bool is_there(char *place, const char *folder, const char *within, const char *name)
{
    struct stat file;
    return snprintf(place, PATH_MAX, "%s/%s%s", folder, within, name) < PATH_MAX &&
           stat(place, &file) == 0 && S_ISREG(file.st_mode) && access(place, X_OK) == 0;
}

/* Looks for the file that the command is. `program` is this one, or "" if that is unknown. */
static bool find_script(char *place, const char *program, const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";
    char *folder = memory_text(program), *slash = strrchr(folder, '/');
    char *folders = memory_text(getenv("PATH") != NULL ? getenv("PATH") : ""), *rest = folders;
    bool found = false;
    if (slash != NULL)
        *slash = '\0';
    if (name[strspn(name, letters)] != '\0') /* nothing that leads to another folder */
        *folder = *folders = '\0';
    for (size_t i = 0; !found && *folder != '\0' && i < sizeof places / sizeof places[0]; i++)
        found = (!places[i].known || abs_script_known(name)) &&
                fnmatch(places[i].program, program, 0) == 0 &&
                is_there(place, folder, places[i].folder, name);
    for (char *next; !found && (next = strtok_r(rest, ":", &rest)) != NULL;)
        found = *next == '/' && is_there(place, next, "absbench-", name);
    free(folder);
    free(folders);
    return found;
}

bool script_become(int argc, char **argv, abs_error *error)
{
    char program[PATH_MAX], place[PATH_MAX];
    const bool help = argc > 2 && strcmp(argv[1], abs_verb_table[ABS_VERB_HELP].name) == 0;
    const char *name = help ? argv[2] : argc > 1 ? argv[1] : "-";
    if (name[0] == '-' || abs_verb_find(name) < ABS_VERBS)
        return true;
    file_program(program, sizeof program);
    if (!find_script(place, program, name))
        return abs_script_known(name)
                   ? abs_fail(error, ABS_CANNOT_RUN,
                              "the script absbench-%s is neither beside this program nor in PATH; "
                              "`make install` brings both",
                              name)
                   : abs_verb_fail(name, error);
    if (help)
        argv[2] = (char *)"--help";
    argv[1] = place;
    if (program[0] != '\0' && setenv("ABSBENCH", program, 1) != 0)
        memory_end();
    execv(place, argv + 1);
    return abs_fail(error, ABS_CANNOT_RUN, "%s cannot be run: %s", place, strerror(errno));
}
