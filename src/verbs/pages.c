/* pages.c -- `absbench help` and `absbench man`: what is made of the table of options. */
#include "verbs/commands.h"

#include <string.h>

void command_print(abs_buffer *text)
{
    fputs(buffer_end(text), stdout);
    buffer_free(text);
}

/* The verb that a page is asked of; ABS_VERBS: of all. */
static bool find_topic(const abs_options *o, abs_verb *verb, abs_error *error)
{
    *verb = o->operand != NULL ? abs_verb_find(o->operand) : ABS_VERBS;
    return o->operand == NULL || *verb != ABS_VERBS || abs_verb_fail(o->operand, error);
}

abs_exit command_help(abs_options *o, abs_error *error)
{
    abs_verb verb = ABS_VERBS;
    const bool all = o->operand != NULL && strcmp(o->operand, ABS_HELP_ALL) == 0;
    if (!all && !find_topic(o, &verb, error))
        return error->code;
    if (o->operand == NULL)
        abs_options_help_first(stdout);
    else
        abs_options_help(stdout, verb);
    return ABS_OK;
}

abs_exit command_man(abs_options *o, abs_error *error)
{
    abs_verb verb;
    if (o->operand != NULL && abs_script_known(o->operand)) {
        abs_fail(error, ABS_USAGE,
                 "`make install` makes the page of a script; `man absbench-%s` shows it",
                 o->operand);
        return error->code;
    }
    if (!find_topic(o, &verb, error))
        return error->code;
    abs_options_man(stdout, verb);
    return ABS_OK;
}
