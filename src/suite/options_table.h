/*
 * options_table.h -- the table of options as its modules see it: options.c reads the command line
 * by it, options_read.c has the readers of values, options_pages.c prints the pages. What a shell
 * completes is made from it too (verbs/completion.c).
 */
#ifndef ABS_OPTIONS_TABLE_H
#define ABS_OPTIONS_TABLE_H

#include "suite/options.h"

typedef struct abs_option abs_option;

/* Reads `value` (NULL for a switch) into the options. */
typedef bool abs_option_reader(abs_options *, const abs_option *, const char *value, abs_error *);

struct abs_option {
    const char *name;              /* NULL: the title of a section, in `help` */
    const char *argument, *preset; /* NULL: a switch; no default */
    unsigned verbs;                /* bits: the verbs it applies to */
    abs_option_reader *read;
    size_t field;           /* offset within abs_options, or what the reader says */
    const abs_named *names; /* of its values; NULL: they have none, or the reader knows them */
    abs_list_form form;
    const char *help;
};

/* Reads ABSBENCH_FORMAT, which asks for a format where the command line does not. */
bool options_read_environment(abs_options *options, abs_error *error);

/* That the reference's algorithm, without a table or a window that grows if it is to have none, has
   a use for what is named: it would be dropped in silence. What is switched off is not missed. */
bool options_check_reference(const abs_reference *reference, abs_error *error);

extern const abs_option abs_option_table[];
extern const unsigned abs_option_count;

/* Which setting of a search the option reads, its place in config_fields; CONFIG_FIELDS: none. */
size_t option_setting(const abs_option *option);

/* Sets an option by name, as the command line does. */
bool abs_options_set(abs_options *options, const char *name, const char *value, abs_error *error);

abs_option_reader read_list, read_sizes, read_names, read_algo, read_guess, read_flags, read_domain,
    read_position, read_text, read_flag, read_off, read_plain, read_format, read_jobs, read_metric,
    read_repeat, read_reference, read_verb, read_max_nodes, read_timeout, read_until_ci,
    read_max_positions, read_count, read_either, read_percent, read_shard, read_budget;

#endif
