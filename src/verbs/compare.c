/* compare.c -- `absbench compare`: what changed between two reports. */
#include "verbs/commands.h"

bool command_compare(abs_options *o, abs_error *error)
{
    static abs_comparison c; /* never freed */
    static abs_context how;
    abs_buffer changes = {0};
    c.by_position = o->by_position;
    c.values_may_differ = o->values_may_differ;
    c.tally.metric = o->metric;
    c.error = error;
    how = context_of(o);
    if (!inputs_open(c.readers, o->files, COMPARE_SIDES, error) ||
        !compare_run(&c, o->fail_above))
        return false;
    context_changes(&changes, c.readers[COMPARE_A]->context, c.readers[COMPARE_B]->context);
    if (changes.length > 0)
        fprintf(stderr, "absbench: between A and B %s\n", buffer_end(&changes));
    buffer_free(&changes);
    if (!document_print(o->output, &compare_document, &c, &how, abs_options_format(o), error))
        return false;
    for (const char *why = NULL; (why = buffer_next(&c.failures, why)) != NULL;)
        fprintf(stderr, "absbench: %s\n", why);
    return c.failures.length == 0 || abs_fail_quietly(error, ABS_DIFFERS);
}
