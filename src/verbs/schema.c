/* schema.c -- `absbench schema`: the schema of reports, or the table of a row's fields. */
#include "view/schema.h"
#include "verbs/commands.h"

abs_exit command_schema(const abs_options *o, abs_error *error)
{
    abs_buffer text = {0};
    if (o->format_given && o->format != ABS_FORMAT_JSON && o->format != ABS_FORMAT_MARKDOWN)
        return abs_fail(error, ABS_USAGE, "schema prints --format=json or markdown"), ABS_USAGE;
    if (o->format_given && o->format == ABS_FORMAT_MARKDOWN)
        schema_markdown(&text);
    else
        schema_json(&text);
    return command_print(&text, "schema", error);
}
