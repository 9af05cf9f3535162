/* commands.h -- one function for each command of the program, or for two that are much alike. */
#ifndef ABS_COMMANDS_H
#define ABS_COMMANDS_H

#include "base/buffer.h"
#include "suite/options.h"

/* All return the exit code, and may fill in what the options leave open. On ABS_CANNOT_RUN and
   ABS_USAGE the error says what was wrong and what to do, for main() to print. */
typedef abs_exit abs_command(abs_options *options, abs_error *error);

abs_command command_run, command_bench, command_tune, command_list; /* command_run: sweep too */
abs_command command_merge, command_compare;                         /* command_merge: show too */
abs_command command_trace, command_positions, command_perft, command_check, command_new_game, command_uci;
abs_command command_schema, command_help, command_man, command_completion;

/* The command in `absbench NAME ..` or `absbench help NAME` that is none of the program's verbs;
   NULL: there is none. */
const char *command_script_name(int argc, char **argv);
/* Becomes that command, absbench-NAME, as docs/commands.md says where it is found. Returns only if
   it cannot. */
abs_exit command_script(const char *name, char **argv, abs_error *error);

/* The name of a section of `absbench list`, from 0; NULL: there are no more. */
const char *list_section(size_t number);

/* Prints the text, which it frees. */
void command_print(abs_buffer *text);

/* The format: as --format says, else by the file's ending, else as ABSBENCH_FORMAT says, else the
   table on a terminal and JSON elsewhere. */
abs_format command_format(const abs_options *options);

#endif
