/* compare.c -- `absbench compare`: what changed between two reports. */
#include "find/compare.h"
#include "base/json.h"
#include "base/output.h"
#include "verbs/commands.h"
#include "verbs/inputs.h"
#include "log/context.h"
#include "suite/suite.h"

#define COMPARE_SCHEMA "absbench.compare/2"

/* The readers are needed until the comparison is written. */
static bool read_both(abs_comparison *c, const abs_options *o, abs_reader **readers,
                      abs_error *error)
{
    bool ok = true;
    for (int side = 0; side < COMPARE_SIDES && ok; side++) {
        c->names[side] = strcmp(o->files[side], "-") == 0 ? "stdin" : o->files[side];
        abs_reader *reader = readers[side] = input_open(o->files[side], error);
        if (reader != NULL)
            reader_take_odd_rows(reader);
        ok = reader != NULL && compare_take(c, side, reader, error);
        if (ok && c->odd[side] > 0)
            fprintf(
                stderr,
                "absbench: %s: in %zu of %zu rows leaves, work, passes or re-searches do not agree "
                "with the rest: was it edited? they are compared as they stand\n",
                c->names[side], c->odd[side], c->rows[side]);
    }
    return ok && compare_finish(c, error);
}

/* Why the exit code is 1, a list of reasons; empty if it is 0. */
static void find_failures(abs_buffer *b, const abs_comparison *c, double above)
{
    size_t dearer = 0, compared = 0;
    if (c->values > 0) {
        buffer_format(b, "%zu of %zu rows differ in value%s", c->values, c->judged,
                      c->by_position ? "" : " or status");
        buffer_char(b, '\0');
    }
    if (above < 0)
        return;
    for (size_t g = 0; g < c->tally.group_keys.count; g++) {
        compared += c->groups[g].ratio.n;
        dearer += c->groups[g].ratio.n > 0 && c->groups[g].ratio.point > 1 + above / 100;
    }
    if (compared == 0) {
        buffer_format(b, "no position has %s and status ok in both: nothing could be compared",
                      abs_metric_nouns[c->tally.metric]);
        buffer_char(b, '\0');
    }
    if (dearer > 0) {
        buffer_format(b, "%zu of %zu configurations take over %g %% more %s", dearer,
                      c->tally.group_keys.count, above, abs_metric_nouns[c->tally.metric]);
        buffer_char(b, '\0');
    }
    if (c->only[COMPARE_A] > 0) {
        buffer_format(b, "%zu of %zu rows of A are not in B", c->only[COMPARE_A],
                      c->rows[COMPARE_A]);
        buffer_char(b, '\0');
    }
}

/* Writes the text so far, and empties it. */
static bool flush(void *out, abs_buffer *b, abs_error *error)
{
    if (b->failed)
        return abs_fail(error, ABS_CANNOT_RUN, "no memory to write the comparison");
    const bool ok = output_write(out, b->data, b->length, error);
    buffer_clear(b);
    return ok;
}

static bool write_json(abs_output *out, abs_buffer *b, const abs_comparison *c,
                       const abs_buffer *failures, const abs_context *how, abs_error *error)
{
    buffer_text(b, "{\n\"schema\":\"" COMPARE_SCHEMA "\",\n\"context\":");
    context_json(b, how);
    return compare_json(b, c, failures, flush, out, error);
}

static bool write_table(abs_output *out, abs_buffer *b, const abs_comparison *c, bool markdown,
                        abs_error *error)
{
    const sheet_page page = sheet_page_on(output_descriptor(out), markdown);
    return compare_table(b, c, &page, error) && flush(out, b, error);
}

static bool write_out(const abs_comparison *c, const abs_buffer *failures, const abs_options *o,
                      const abs_context *how, abs_error *error)
{
    const abs_format format = command_format(o);
    abs_buffer b = {0};
    abs_output *out = output_open(o->output, error);
    bool ok = out != NULL;
    if (ok && format == ABS_FORMAT_JSON)
        ok = write_json(out, &b, c, failures, how, error);
    else if (ok)
        ok = write_table(out, &b, c, format == ABS_FORMAT_MARKDOWN, error);
    buffer_free(&b);
    if (ok)
        return output_finish(out, error);
    output_abandon(out);
    return false;
}

/* Plug-ins that were compiled anew between the two. */
static void say_plugins(abs_reader *const readers[COMPARE_SIDES])
{
    abs_error unsaid;
    const cJSON *a;
    cJSON *contexts[COMPARE_SIDES];
    for (int side = 0; side < COMPARE_SIDES; side++)
        contexts[side] = reader_context(readers[side], &unsaid);
    const cJSON *others = cJSON_GetObjectItemCaseSensitive(contexts[COMPARE_B], "plugins");
    const cJSON *own = cJSON_GetObjectItemCaseSensitive(contexts[COMPARE_A], "plugins");
    for (a = NULL; (a = json_next_change(own, others, a)) != NULL;)
        fprintf(stderr,
                "absbench: the plug-in %.40s was compiled anew between A (%.20s) and B (%.20s)\n",
                a->string, a->valuestring,
                cJSON_GetObjectItemCaseSensitive(others, a->string)->valuestring);
    for (int side = 0; side < COMPARE_SIDES; side++)
        cJSON_Delete(contexts[side]);
}

abs_exit command_compare(const abs_options *o, int argc, char **argv, abs_error *error)
{
    const abs_format format = command_format(o);
    if (format != ABS_FORMAT_TABLE && format != ABS_FORMAT_JSON && format != ABS_FORMAT_MARKDOWN)
        return abs_fail(error, ABS_USAGE, "compare cannot write %s; use table, json or markdown",
                        abs_format_names[format].name),
               ABS_USAGE;
    abs_comparison c = {.by_position = o->by_position, .tally = {.metric = o->metric}};
    abs_reader *readers[COMPARE_SIDES] = {0};
    abs_buffer failures = {0};
    abs_exit result = ABS_OK;
    cJSON *echo = abs_options_echo(o, ABS_FORMAT_JSON);
    const abs_context how = {.times = o->times, .options = echo, .argc = argc, .argv = argv};
    if (echo == NULL) {
        abs_fail(error, ABS_CANNOT_RUN, "no memory to compare");
        result = ABS_CANNOT_RUN;
    } else if (abs_suite_load(o, error) && read_both(&c, o, readers, error)) {
        say_plugins(readers);
        find_failures(&failures, &c, o->fail_above);
        if (failures.failed)
            result = (abs_fail(error, ABS_CANNOT_RUN, "no memory to compare"), ABS_CANNOT_RUN);
        else if (!write_out(&c, &failures, o, &how, error))
            result = error->code;
        else if (failures.length > 0)
            result = ABS_DIFFERS;
        for (const char *why = NULL; (why = buffer_next(&failures, why)) != NULL;)
            fprintf(stderr, "absbench: %s\n", why);
    } else {
        result = error->code;
    }
    cJSON_Delete(echo);
    buffer_free(&failures);
    for (int side = 0; side < COMPARE_SIDES; side++)
        reader_close(readers[side]);
    compare_free(&c);
    return result;
}
