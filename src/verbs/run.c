/* run.c -- `absbench run` and `absbench sweep`. */
#include "verbs/commands.h"
#include "verbs/rounds.h"
#include "suite/suite.h"

abs_exit command_run(const abs_options *o, int argc, char **argv, abs_error *error)
{
    abs_suite suite = {0};
    uint64_t signature;
    const bool added = o->grid != NULL ? grid_add(&suite, o->grid, argc, argv, error)
                                       : abs_suite_add(&suite, o, error);
    if (added) {
        idle_tell(&suite, o);
        abs_suite_settle(&suite);
    }
    const abs_exit result =
        added ? rounds_run(&suite, o, argc, argv, true, &signature, error) : error->code;
    abs_suite_free(&suite);
    return result;
}
