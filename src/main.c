/* main.c -- reads the command line and calls the command. */
#include "base/json.h"
#include "base/file.h"
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

static abs_exit command_version(abs_options *o, abs_error *error)
{
    (void)o;
    (void)error;
    context_print_version();
    return ABS_OK;
}

static abs_command *const commands[ABS_VERBS] = {
#define VERB(id, name, operands, help, function) command_##function,
#define SCRIPT(name, help)
#include "suite/verbs.def"
};

/* The one place that prints what has gone wrong, unless it had to be said before other things. */
static void tell(const abs_error *error, abs_exit code)
{
    const bool said = error->text[0] != '\0';
    const bool differs = code == ABS_DIFFERS && error->code == code && said;
    if ((code != ABS_CANNOT_RUN && code != ABS_USAGE && !differs) || error->told)
        return;
    fprintf(stderr, "absbench: %s\n",
            said ? error->text : "it failed, and does not say why: a mistake of its own");
}

int main(int argc, char **argv)
{
    abs_options options;
    abs_error error = {.code = ABS_CANNOT_RUN};
    output_occupy_standard();
    const char *const script = command_script_name(argc, argv);
    if (script !=
        NULL) { /* before any signal is caught or ignored: it is to find them as they were */
        const abs_exit failed = command_script(script, argv, &error);
        tell(&error, failed);
        return (int)failed;
    }
    json_begin();
    interrupt_catch();
    guard_begin();
    setvbuf(stdout, page, _IOFBF, sizeof page);
    abs_options_init(&options);
    const bool parsed = abs_options_parse(&options, argc, argv, &error);
    abs_exit code = parsed ? commands[options.verb](&options, &error) : error.code;
    if (code == ABS_OK && !flush_standard(&error))
        code = error.code;
    tell(&error, code);
    abs_options_free(&options);
    guard_end();
    return (int)code;
}
