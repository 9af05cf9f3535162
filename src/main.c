/* main.c -- reads the command line and calls the command, or runs the script that it names. */
#include "base/memory.h"
#include "verbs/commands.h"
#include "work/guard.h"

#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <malloc.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- scripts ----------------------------------------------------------------------------- */

/* Where scripts are, relative to this program, if its own path has that form. */
static const struct {
    const char *program, *folder;
    bool known; /* scripts there need not be commands: only known ones are run */
} places[] = {
    {"*/bin/*", "../libexec/absbench/absbench-", false},
    {"*/*", "scripts/", true}, /* a checkout, with the program in it or in build/KIND */
    {"*/build/*/*", "../../scripts/", true},
};

/* Sets the path of the file, and returns whether it exists and can be run. */
static bool is_there(char *place, const char *folder, const char *within, const char *name)
{
    struct stat file;
    return snprintf(place, PATH_MAX, "%s/%s%s", folder, within, name) < PATH_MAX &&
           stat(place, &file) == 0 && S_ISREG(file.st_mode) && access(place, X_OK) == 0;
}

/* Finds the file of a script. `program` is the path of this program, or "" if it is not known. */
static bool find_script(char *place, const char *program, const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";
    char *folder = memory_text(program), *slash = strrchr(folder, '/');
    char *folders = memory_text(getenv("PATH") != NULL ? getenv("PATH") : ""), *rest = folders;
    bool found = false;
    if (slash != NULL)
        *slash = '\0';
    if (name[strspn(name, letters)] != '\0') /* the name must not lead to another folder */
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
 * If NAME in `absbench NAME ..` or `absbench help NAME` is no verb, replaces this program by the
 * program absbench-NAME, as git does. It looks where `make install` puts it, relative to this
 * program, or in scripts/ of a checkout; then in PATH. The variable ABSBENCH has the path of this
 * program. Returns true if NAME is a verb, false with the error set if it cannot be run.
 */
static bool become_script(int argc, char **argv, abs_error *error)
{
    char program[PATH_MAX], place[PATH_MAX];
    const bool help = argc > 2 && strcmp(argv[1], abs_verb_table[ABS_VERB_HELP].name) == 0;
    const char *name = help ? argv[2] : argc > 1 ? argv[1] : "-";
    if (name[0] == '-' || abs_verb_find(name) < ABS_VERBS ||
        (help && strcmp(name, ABS_HELP_ALL) == 0))
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
    return abs_fail(error, ABS_CANNOT_RUN, "%s cannot be run: %s", place,
                    errno == ENOENT ? "python3 is missing; install it" : strerror(errno));
}

/* ---- commands ---------------------------------------------------------------------------- */

/* The buffer of stdout: a page fits in it, so that only flush_standard() sees errors. */
static char page[1 << 20];

/* Writes what was printed. */
static bool flush_standard(abs_error *error)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    if (errno == EPIPE) /* it is no error if the reader has gone */
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

/* The verb whose page was asked for, or ABS_VERBS. */
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
    /* A script inherits signals and closed streams unchanged: this comes before they are set. */
    if (!become_script(argc, argv, &error)) {
        error_tell(&error);
        return (int)error.code;
    }
    output_occupy_standard();
    /* The system moves vectors that grow by a row, so that they leave no hole behind. */
#ifdef M_MMAP_THRESHOLD /* not musl */
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
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
