/* compare.c -- `absbench compare`: what changed between two reports. */
#include "find/compare.h"
#include "suite/suite.h"
#include "verbs/commands.h"
#include "verbs/inputs.h"
#include "view/document.h"

abs_exit command_compare(abs_options *o, abs_error *error)
{
    static abs_comparison c; /* with all it has: as long as the program */
    static abs_context how;
    abs_buffer changes = {0};
    c.by_position = o->by_position;
    c.tally.metric = o->metric;
    c.error = error;
    how = (abs_context){.times = o->times,
                        .options = abs_options_echo(o, command_format(o)),
                        .argc = o->argc,
                        .argv = o->argv};
    /* Both are opened before either is read. */
    if (!abs_suite_load(o, error) || !inputs_are_there(o->files, COMPARE_SIDES, error))
        return error->code;
    for (int side = 0; side < COMPARE_SIDES; side++) {
        c.names[side] = strcmp(o->files[side], "-") == 0 ? "stdin" : o->files[side];
        if ((c.readers[side] = input_open(o->files[side], error)) == NULL)
            return error->code;
    }
    if (!compare_run(&c, o->fail_above))
        return error->code;
    context_changes(&changes, c.readers[COMPARE_A]->context, c.readers[COMPARE_B]->context);
    if (changes.length > 0)
        fprintf(stderr, "absbench: between A and B %s\n", buffer_end(&changes));
    buffer_free(&changes);
    if (!document_print(o->output, &compare_document, &c, &how, command_format(o), error))
        return error->code;
    for (const char *why = NULL; (why = buffer_next(&c.failures, why)) != NULL;)
        fprintf(stderr, "absbench: %s\n", why);
    return c.failures.length > 0 ? ABS_DIFFERS : ABS_OK;
}
