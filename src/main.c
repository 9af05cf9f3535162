/* main.c -- reads the command line and calls the command, or becomes the script that it names. */
#include "base/memory.h"
#include "verbs/commands.h"
#include "work/guard.h"

#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- scripts ----------------------------------------------------------------------------- */

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

/*
 * Where the NAME in `absbench NAME ..` or `absbench help NAME` is none of the program's verbs:
 * becomes the program absbench-NAME, as git does. It is looked for where `make install` puts it,
 * relative to this program; in a checkout in scripts/; then in PATH. ABSBENCH tells it which
 * program it was that called it. False: it cannot, and the error is set.
 */
static bool become_script(int argc, char **argv, abs_error *error)
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

/* ---- commands ---------------------------------------------------------------------------- */

/* The pages that are printed have room in it, so that what goes wrong is known where it does. */
static char page[1 << 20];

/* What was printed is written now. */
static bool flush_standard(abs_error *error)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    if (errno == EPIPE) /* a reader that has gone wants no more */
        return true;
    return abs_fail(error, ABS_CANNOT_RUN, "standard output: cannot be written: %s",
                    strerror(errno != 0 ? errno : EIO));
}

bool command_version(abs_options *o, abs_error *error)
{
    (void)o;
    (void)error;
    context_print_version();
    return true;
}

/* The verb whose page it is to print; ABS_VERBS: of none that there is. */
static abs_verb page_of(const abs_options *o)
{
    const abs_verb verb = o->operand != NULL ? abs_verb_find(o->operand) : ABS_VERBS;
    return verb < ABS_VERBS ? verb : ABS_VERBS;
}

bool command_help(abs_options *o, abs_error *error)
{
    if (o->operand == NULL)
        abs_options_help_first(stdout);
    else if (page_of(o) == ABS_VERBS && strcmp(o->operand, ABS_HELP_ALL) != 0)
        return abs_verb_fail(o->operand, error);
    else
        abs_options_page(stdout, page_of(o), false);
    return true;
}

bool command_man(abs_options *o, abs_error *error)
{
    if (o->operand != NULL && abs_script_known(o->operand))
        return abs_fail(error, ABS_USAGE,
                        "`make install` makes the page of a script; `man absbench-%s` shows it",
                        o->operand);
    if (o->operand != NULL && page_of(o) == ABS_VERBS)
        return abs_verb_fail(o->operand, error);
    abs_options_page(stdout, page_of(o), true);
    return true;
}

static abs_command *const commands[ABS_VERBS] = {
#define VERB(id, name, operands, help, function) command_##function,
#define SCRIPT(name, help)
#include "suite/verbs.def"
};

int main(int argc, char **argv)
{
    abs_options options;
    abs_error error = {.code = ABS_CANNOT_RUN};
    output_occupy_standard();
    /* Before any signal is caught or ignored: a script is to find them as they were. */
    if (!become_script(argc, argv, &error)) {
        error_tell(&error);
        return (int)error.code;
    }
    json_begin();
    interrupt_catch();
    guard_begin();
    setvbuf(stdout, page, _IOFBF, sizeof page);
    abs_options_init(&options);
    bool ok =
        abs_options_parse(&options, argc, argv, &error) && commands[options.verb](&options, &error);
    if ((ok || error.code == ABS_DIFFERS) && !flush_standard(&error))
        ok = false;
    if (!ok)
        error_tell(&error);
    abs_options_free(&options);
    guard_end();
    return ok ? ABS_OK : (int)error.code;
}
