/*
 * script.c -- `absbench NAME ..` where NAME is no verb: becomes the program absbench-NAME, as git
 * does. It is looked for where `make install` puts it, relative to this program; in a checkout in
 * scripts/; then in PATH. ABSBENCH tells it which program it was that called it.
 */
#define _GNU_SOURCE
#include "base/buffer.h"
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

static void add_place(abs_buffer *places, const char *folder, const char *within, const char *name)
{
    buffer_format(places, "%s/%s%s", folder, within, name);
    buffer_char(places, '\0');
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

/* The files that the command may be, in order. `program` is this one, or "" if that is unknown. */
static void list_places(abs_buffer *places, const char *program, const char *name)
{
    const char *path = getenv("PATH");
    char *above = memory_text(program), *folders = memory_text(path != NULL ? path : "");
    cut_name(above, "");
    char *folder = memory_text(above);
    if (cut_name(above, "bin"))
        add_place(places, above, "libexec/absbench/absbench-", name);
    if (folder[0] != '\0' &&
        abs_script_known(name)) { /* the checkout that it was built in, there or in build/KIND/ */
        add_place(places, folder, "scripts/", name);
        if (cut_name(above, "build"))
            add_place(places, above, "scripts/", name);
    }
    for (char *rest = folders, *next; (next = strtok_r(rest, ":", &rest)) != NULL;)
        if (*next == '/')
            add_place(places, next, "absbench-", name);
    free(above);
    free(folder);
    free(folders);
}

abs_exit command_script(const char *name, char **argv, abs_error *error)
{
    char program[PATH_MAX];
    abs_buffer places = {0};
    struct stat file;
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    if (is_name(name))
        list_places(&places, program, name);
    const char *place = NULL;
    do
        place = buffer_next(&places, place);
    while (place != NULL &&
           (stat(place, &file) != 0 || !S_ISREG(file.st_mode) || access(place, X_OK) != 0));
    if (place == NULL && abs_script_known(name))
        abs_fail(error, ABS_CANNOT_RUN,
                 "the script absbench-%s is neither beside this program nor in PATH; `make "
                 "install` brings both",
                 name);
    else if (place == NULL)
        abs_verb_fail(name, error);
    if (place != NULL) {
        if (strcmp(argv[1], name) != 0) /* help NAME */
            argv[2] = (char *)"--help";
        argv[1] = (char *)place;
        if (program[0] != '\0' && setenv("ABSBENCH", program, 1) != 0)
            memory_end();
        execv(place, argv + 1);
        abs_fail(error, ABS_CANNOT_RUN, "%s cannot be run: %s", place, strerror(errno));
    }
    buffer_free(&places);
    return error->code;
}
