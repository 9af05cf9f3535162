/* main.c -- reads the command line and calls the command. */
#include "base/file.h"
#include "base/json.h"
#include "log/context.h"
#include "verbs/commands.h"
#include "work/guard.h"

#include <errno.h>
#include <string.h>

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

static bool command_version(abs_options *o, abs_error *error)
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

static bool command_help(abs_options *o, abs_error *error)
{
    if (o->operand == NULL)
        abs_options_help_first(stdout);
    else if (page_of(o) == ABS_VERBS && strcmp(o->operand, ABS_HELP_ALL) != 0)
        return abs_verb_fail(o->operand, error);
    else
        abs_options_page(stdout, page_of(o), false);
    return true;
}

static bool command_man(abs_options *o, abs_error *error)
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
    if (!script_become(argc, argv, &error)) {
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
