/* compare.c -- `absbench compare`: what changed between two reports. */
#include "find/compare.h"
#include "base/json.h"
#include "suite/suite.h"
#include "verbs/commands.h"
#include "verbs/inputs.h"
#include "view/document.h"

/* Both are opened before either is read. They are needed until the comparison is written. */
static bool open_both(abs_comparison *c, const abs_options *o, abs_reader **readers,
                      abs_error *error)
{
    if (!inputs_are_there(o->files, COMPARE_SIDES, error))
        return false;
    for (int side = 0; side < COMPARE_SIDES; side++) {
        c->names[side] = strcmp(o->files[side], "-") == 0 ? "stdin" : o->files[side];
        readers[side] = input_open(o->files[side], error);
        if (readers[side] == NULL)
            return false;
    }
    return true;
}

static bool read_both(abs_comparison *c, abs_reader **readers, double above, abs_error *error)
{
    for (int side = 0; side < COMPARE_SIDES; side++)
        if (!compare_take(c, side, readers[side], error))
            return false;
    return compare_finish(c, above, error);
}

abs_exit command_compare(abs_options *o, abs_error *error)
{
    abs_comparison c = {
        .by_position = o->by_position, .tally = {.metric = o->metric}, .error = error};
    abs_reader *readers[COMPARE_SIDES] = {0};
    cJSON *echo = abs_options_echo(o, command_format(o));
    const abs_context how = {.times = o->times, .options = echo, .argc = o->argc, .argv = o->argv};
    bool ok = abs_suite_load(o, error) && open_both(&c, o, readers, error) &&
              read_both(&c, readers, o->fail_above, error);
    if (ok) {
        abs_buffer changes = {0};
        context_changes(&changes, readers[COMPARE_A]->context, readers[COMPARE_B]->context);
        if (changes.length > 0)
            fprintf(stderr, "absbench: between A and B %s\n", buffer_end(&changes));
        buffer_free(&changes);
        ok = document_print(o->output, &compare_document, &c, &how, command_format(o), error);
        for (const char *why = NULL; (why = buffer_next(&c.failures, why)) != NULL;)
            fprintf(stderr, "absbench: %s\n", why);
    }
    const abs_exit result = !ok ? error->code : c.failures.length > 0 ? ABS_DIFFERS : ABS_OK;
    cJSON_Delete(echo);
    for (int side = 0; side < COMPARE_SIDES; side++)
        reader_close(readers[side]);
    compare_free(&c);
    return result;
}
