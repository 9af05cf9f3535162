/* from_start.c -- see from_start.h. */
#include "commands/from_start.h"

#include <stdlib.h>

bool from_start_add(abs_suite *suite, const abs_options *o, abs_error *error)
{
    abs_options from_start = *o;
    if (o->position_count > 0)
        return abs_suite_add(suite, o, error);
    from_start.positions = calloc(o->domain_count, sizeof *from_start.positions);
    if (from_start.positions == NULL)
        return abs_fail(error, ABS_CANNOT_RUN, "no memory for the positions");
    for (size_t i = 0; i < o->domain_count; i++)
        if (o->domains[i].game)
            from_start.positions[from_start.position_count++] =
                (abs_position_option){i, false, "start"};
    const bool ok = abs_suite_add(suite, &from_start, error);
    free(from_start.positions);
    return ok;
}
