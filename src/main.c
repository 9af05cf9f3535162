/* main.c -- reads the command line and calls the command. */
#include "base/json.h"
#include "base/output.h"
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

static abs_exit run_verb(abs_options *o, int argc, char **argv, abs_error *error)
{
    switch (o->verb) {
    case ABS_VERB_LIST:
        return command_list(o, error);
    case ABS_VERB_BENCH:
        return command_bench(o, argc, argv, error);
    case ABS_VERB_TUNE:
        return command_tune(o, argc, argv, error);
    case ABS_VERB_TRACE:
        return command_trace(o, error);
    case ABS_VERB_PERFT:
        return command_perft(o, error);
    case ABS_VERB_POSITIONS:
        return command_positions(o, error);
    case ABS_VERB_CHECK:
        return command_check(o, error);
    case ABS_VERB_NEWGAME:
        return command_new_game(o, error);
    case ABS_VERB_MERGE:
    case ABS_VERB_SHOW:
        return command_merge(o, argc, argv, error);
    case ABS_VERB_COMPARE:
        return command_compare(o, argc, argv, error);
    case ABS_VERB_SCHEMA:
        return command_schema(o, error);
    case ABS_VERB_COMPLETION:
        return command_completion(o, error);
    case ABS_VERB_HELP:
        return command_help(o, error);
    case ABS_VERB_VERSION:
        context_print_version();
        return ABS_OK;
    case ABS_VERB_MAN:
        return command_man(o, error);
    default:
        return command_run(o, argc, argv, error);
    }
}

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
    abs_exit code = parsed ? run_verb(&options, argc, argv, &error) : error.code;
    if (code == ABS_OK && !flush_standard(&error))
        code = error.code;
    tell(&error, code);
    abs_options_free(&options);
    guard_end();
    return (int)code;
}
