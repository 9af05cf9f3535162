/* commands.h -- one function for each command of the program. All return the exit code. */
#ifndef ABS_COMMANDS_H
#define ABS_COMMANDS_H

#include "base/buffer.h"
#include "suite/options.h"

/* On ABS_CANNOT_RUN and ABS_USAGE the error says what was wrong and what to do, for main() to
   print. */
abs_exit command_run(const abs_options *options, int argc, char **argv, abs_error *error);
abs_exit command_bench(const abs_options *options, int argc, char **argv, abs_error *error);
/* Fills in what the options leave open. */
abs_exit command_tune(abs_options *options, int argc, char **argv, abs_error *error);
abs_exit command_trace(const abs_options *options, abs_error *error);
abs_exit command_positions(const abs_options *options, abs_error *error);
abs_exit command_perft(const abs_options *options, abs_error *error);
abs_exit command_check(const abs_options *options, abs_error *error);
abs_exit command_new_game(const abs_options *options, abs_error *error);
abs_exit command_schema(const abs_options *options, abs_error *error);
/* The command in `absbench NAME ..` or `absbench help NAME` that is none of the program's verbs;
   NULL: there is none. */
const char *command_script_name(int argc, char **argv);
/* Becomes that command, absbench-NAME, as docs/commands.md says where it is found. Returns only if
   it cannot. */
abs_exit command_script(const char *name, char **argv, abs_error *error);
abs_exit command_help(const abs_options *options, abs_error *error);
abs_exit command_man(const abs_options *options, abs_error *error);
abs_exit command_completion(const abs_options *options, abs_error *error);
abs_exit command_list(const abs_options *options, abs_error *error);
/* The name of a section of `absbench list`, from 0; NULL: there are no more. */
const char *list_section(size_t number);
/* `merge` and `show`. */
abs_exit command_merge(const abs_options *options, int argc, char **argv, abs_error *error);
abs_exit command_compare(const abs_options *options, int argc, char **argv, abs_error *error);

/* Prints the text, which it frees. */
void command_print(abs_buffer *text);

/* The format: as --format says, else by the file's ending, else as ABSBENCH_FORMAT says, else the
   table on a terminal and JSON elsewhere. */
abs_format command_format(const abs_options *options);

#endif
