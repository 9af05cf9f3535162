/*
 * completion.c -- `absbench completion`: what makes a shell complete a command line. For bash,
 * lists from the table of options and the tables of names, and behind them bash.completion, which
 * reads them; for zsh, zsh.completion, which asks bash.
 */
#include "search/registry.h"
#include "suite/options.h"
#include "verbs/commands.h"

#include <string.h>

extern const char bash_template[], zsh_template[]; /* bash.completion, zsh.completion */

static void put_cores(abs_buffer *b)
{
    for (unsigned i = 0; i < abs_core_count; i++)
        buffer_format(b, " %s", abs_core_table[i].about.name);
}

/* What the value of an option is, and the names that it may be. */
static void put_choices(abs_buffer *b, const abs_option *info)
{
    if (strcmp(info->argument, "FILE") == 0) {
        buffer_text(b, "file");
    } else if (info->kind == READ_ALGOS || info->kind == READ_REFERENCE) {
        buffer_text(b, "algorithms");
        put_cores(b);
        for (int i = 0; i < ABS_DRIVERS; i++)
            buffer_format(b, " %s", abs_driver_table[i].about.name);
        for (const abs_group *g = abs_groups; g->name != NULL; g++)
            buffer_format(b, " %s", g->name);
    } else if (info->kind == READ_DOMAIN) {
        buffer_text(b, "one");
        for (const abs_registered *r = abs_registry; r->domain != NULL; r++)
            if (abs_is_tree(r->domain) == (info->field == 1))
                buffer_format(b, " %s", r->domain->name);
    } else if (info->names == NULL) {
        buffer_text(b, "any");
    } else {
        buffer_text(b, strcmp(info->argument, "NAME") == 0 ? "one" : "list");
        for (const abs_named *n = info->names; n->name != NULL; n++) {
            /* Of "exact+K" what is fixed; nothing of "NUMBER". */
            const size_t fixed = strspn(n->name, "abcdefghijklmnopqrstuvwxyz_-0123456789");
            if (fixed > 0)
                buffer_format(b, " %.*s", (int)fixed, n->name);
        }
        if (info->kind == READ_FLAGS)
            buffer_text(b, " none");
    }
}

/* What has a page of help: verbs, and behind them other subjects. */
static void put_subjects(abs_buffer *b, const abs_verb_info *end)
{
    for (const abs_verb_info *v = abs_verb_table; v != end && v->name != NULL; v++)
        buffer_format(b, " %s", v->name);
}

/* The lists, as functions of a verb or an option. */
static void put_lists(abs_buffer *b)
{
    buffer_text(b, "# The options of a verb, with = where a value follows.\n"
                   "_absbench_options() {\n    case $1 in\n");
    for (unsigned v = 0; v < ABS_VERBS; v++) {
        buffer_format(b, "    %s) echo '", abs_verb_table[v].name);
        for (const abs_option *o = abs_option_table; o < abs_option_table + abs_option_count; o++)
            if (o->name != NULL && o->verbs & 1u << v)
                buffer_format(b, " --%s%s", o->name, o->argument != NULL ? "=" : "");
        buffer_text(b, "' ;;\n");
    }
    buffer_text(
        b, "    esac\n}\n\n"
           "# What the value of an option may be, or the word behind a verb: its kind, and names.\n"
           "_absbench_choices() {\n    case $1 in\n");
    for (const abs_option *o = abs_option_table; o < abs_option_table + abs_option_count; o++) {
        if (o->name == NULL || o->argument == NULL)
            continue;
        buffer_format(b, "    --%s) echo '", o->name);
        put_choices(b, o);
        buffer_text(b, "' ;;\n");
    }
    buffer_text(b, "    cores) echo '");
    put_cores(b);
    buffer_text(b, "' ;;\n    list) echo 'one");
    for (size_t i = 0; list_section(i) != NULL; i++)
        buffer_format(b, " %s", list_section(i));
    buffer_text(b, "' ;;\n    completion) echo 'one bash zsh' ;;\n    man) echo 'one");
    put_subjects(b, &abs_verb_table[ABS_VERBS]);
    buffer_text(b, "' ;;\n    help) echo 'one");
    put_subjects(b, NULL);
    buffer_text(b, "' ;;\n");
    for (int v = 0; v < ABS_VERBS; v++)
        if (*abs_verb_table[v].operands == '\0')
            buffer_format(b, "    %s) echo any ;;\n", abs_verb_table[v].name);
    buffer_text(b, "    *) echo file ;;\n    esac\n}\n\n");
}

abs_exit command_completion(abs_options *o, abs_error *error)
{
    const char *shell = o->operand != NULL ? o->operand : "";
    abs_buffer text = {0};
    if (strcmp(shell, "bash") == 0) {
        buffer_text(&text, "# Completion for bash, made by `absbench completion bash`.\n\n");
        put_lists(&text);
        buffer_text(&text, bash_template);
    } else if (strcmp(shell, "zsh") == 0) {
        buffer_text(&text, zsh_template);
    } else {
        abs_fail(error, ABS_USAGE,
                 "completion is for bash or zsh; write `absbench completion bash`");
        return error->code;
    }
    command_print(&text);
    return ABS_OK;
}
