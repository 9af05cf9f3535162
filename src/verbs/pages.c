/* pages.c -- `absbench help` and `absbench man`: what is made of the table of options. */
#include "verbs/commands.h"

#include <string.h>

void command_print(abs_buffer *text)
{
    fputs(buffer_end(text), stdout);
    buffer_free(text);
}

abs_exit command_help(abs_options *o, abs_error *error)
{
    const bool all = o->operand != NULL && strcmp(o->operand, ABS_HELP_ALL) == 0;
    const abs_verb verb = o->operand != NULL ? abs_verb_find(o->operand) : ABS_VERBS;
    if (o->operand == NULL)
        abs_options_help_first(stdout);
    else if (all || verb != ABS_VERBS)
        abs_options_help(stdout, verb);
    else if (!abs_verb_fail(o->operand, error))
        return error->code;
    return ABS_OK;
}

abs_exit command_man(abs_options *o, abs_error *error)
{
    const abs_verb verb = o->operand != NULL ? abs_verb_find(o->operand) : ABS_VERBS;
    if (o->operand != NULL && abs_script_known(o->operand) &&
        !abs_fail(error, ABS_USAGE,
                  "`make install` makes the page of a script; `man absbench-%s` shows it",
                  o->operand))
        return error->code;
    if (o->operand == NULL || verb != ABS_VERBS)
        abs_options_man(stdout, verb);
    else if (!abs_verb_fail(o->operand, error))
        return error->code;
    return ABS_OK;
}
