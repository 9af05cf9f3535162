/* main.c -- reads the command line and calls the command. */
#include "base/json.h"
#include "base/output.h"
#include "verbs/commands.h"
#include "log/context.h"
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
    return abs_fail(error, ABS_CANNOT_RUN, "standard output: cannot be written: %s",
                    strerror(errno != 0 ? errno : EIO));
}

int main(int argc, char **argv)
{
    abs_options options;
    abs_error error = {.code = ABS_CANNOT_RUN};
    abs_exit code = ABS_OK;
    output_occupy_standard();
    const char *const script = command_script_name(argc, argv);
    if (script !=
        NULL) { /* before any signal is caught or ignored: it is to find them as they were */
        code = command_script(script, argv, &error);
        fprintf(stderr, "absbench: %s\n", error.text);
        return (int)code;
    }
    json_begin();
    interrupt_catch();
    guard_begin();
    setvbuf(stdout, page, _IOFBF, sizeof page);
    if (!abs_options_init(&options, &error) || !abs_options_parse(&options, argc, argv, &error)) {
        code = error.code;
    } else {
        switch (options.verb) {
        case ABS_VERB_LIST:
            code = command_list(&options, &error);
            break;
        case ABS_VERB_BENCH:
            code = command_bench(&options, argc, argv, &error);
            break;
        case ABS_VERB_TUNE:
            code = command_tune(&options, argc, argv, &error);
            break;
        case ABS_VERB_TRACE:
            code = command_trace(&options, &error);
            break;
        case ABS_VERB_PERFT:
            code = command_perft(&options, &error);
            break;
        case ABS_VERB_POSITIONS:
            code = command_positions(&options, &error);
            break;
        case ABS_VERB_CHECK:
            code = command_check(&options, &error);
            break;
        case ABS_VERB_NEWGAME:
            code = command_new_game(&options, &error);
            break;
        case ABS_VERB_MERGE:
            code = command_merge(&options, argc, argv, &error);
            break;
        case ABS_VERB_COMPARE:
            code = command_compare(&options, argc, argv, &error);
            break;
        case ABS_VERB_SCHEMA:
            code = command_schema(&options, &error);
            break;
        case ABS_VERB_COMPLETION:
            code = command_completion(&options, &error);
            break;
        case ABS_VERB_HELP:
            code = command_help(&options, &error);
            break;
        case ABS_VERB_VERSION:
            context_print_version();
            break;
        case ABS_VERB_MAN:
            code = command_man(&options, &error);
            break;
        default:
            code = command_run(&options, argc, argv, &error);
            break;
        }
    }
    if (code == ABS_OK && !flush_standard(&error))
        code = error.code;
    if ((code == ABS_CANNOT_RUN || code == ABS_USAGE ||
         (code == ABS_DIFFERS && options.verb == ABS_VERB_TRACE)) &&
        error.text[0] != '\0') /* not said yet */
        fprintf(stderr, "absbench: %s\n", error.text);
    abs_options_free(&options);
    guard_end();
    return (int)code;
}
