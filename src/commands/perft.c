/* perft.c -- `absbench perft`: move sequences of exactly --depth plies. */
#define _POSIX_C_SOURCE 200809L
#include "base/buffer.h"
#include "base/clock.h"
#include "base/output.h"
#include "commands/commands.h"
#include "suite/suite.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

/* Where counts go. */
typedef struct {
    abs_output *out;
    bool table;
    size_t planned, taken; /* counts */
} sink;

/* A count that an interrupt has cut short is not written. */
static bool take_text(sink *to, const char *text, size_t length, abs_error *error)
{
    if (interrupt_pending())
        return abs_fail(error, ABS_INTERRUPTED, "interrupted");
    to->taken++;
    return output_write(to->out, text, length, error);
}

/* Each move's own count, as members of `object` (JSON) or lines of `text` (NULL: none wanted). */
static void divide(const abs_entry *e, int depth, cJSON *object, abs_buffer *text)
{
    const abs_domain *d = e->domain;
    const unsigned moves = depth > 0 ? d->count_moves(e->rules, e->position) : 0;
    void *child = calloc(1, d->position_size);
    for (unsigned m = 0; m < moves && child != NULL && !interrupt_pending(); m++) {
        char move[ABS_TEXT_MAX], count[24];
        d->move_text(e->rules, e->position, m, move, sizeof move);
        d->apply(e->rules, e->position, m, child);
        snprintf(count, sizeof count, "%" PRIu64, d->perft(e->rules, child, depth - 1));
        if (object != NULL)
            cJSON_AddItemToObject(object, move, cJSON_CreateRaw(count));
        else
            buffer_format(text, "  %-8s %s\n", move, count);
    }
    free(child);
}

/* For a terminal. */
static bool print_line(const abs_options *o, sink *to, const abs_entry *entry, int depth,
                       uint64_t nodes, double seconds, abs_error *error)
{
    abs_buffer line = {0};
    if (o->divide)
        divide(entry, depth, NULL, &line);
    buffer_plain(&line, entry->spec);
    buffer_char(&line, ' ');
    buffer_plain(&line, entry->id);
    buffer_format(&line, " depth %d: %" PRIu64, depth, nodes);
    if (o->times)
        buffer_format(&line, " (%.3f s, %.1f M/s)", seconds,
                      seconds > 0 ? (double)nodes / seconds / 1e6 : 0);
    buffer_char(&line, '\n');
    const bool ok = line.failed ? abs_fail(error, ABS_CANNOT_RUN, "no memory for the result")
                                : take_text(to, line.data, line.length, error);
    buffer_free(&line);
    return ok;
}

/* One line of the result; JSON for a pipe, a sentence for a terminal. */
static bool print_count(const abs_options *o, sink *to, const abs_entry *entry, int depth,
                        abs_error *error)
{
    const double began = clock_now();
    const uint64_t nodes = entry->domain->perft(entry->rules, entry->position, depth);
    const double seconds = round((clock_now() - began) * 1e9) / 1e9; /* the clock is no finer */
    if (to->table)
        return print_line(o, to, entry, depth, nodes, seconds, error);
    char count[24];
    snprintf(count, sizeof count, "%" PRIu64, nodes);
    cJSON *line = cJSON_CreateObject();
    cJSON_AddStringToObject(line, entry->domain->kind, entry->spec);
    cJSON_AddStringToObject(line, "position", entry->text);
    cJSON_AddStringToObject(line, "position_id", entry->id);
    cJSON_AddNumberToObject(line, "depth", depth);
    cJSON_AddItemToObject(line, "nodes", cJSON_CreateRaw(count));
    if (o->divide)
        divide(entry, depth, cJSON_AddObjectToObject(line, "divide"), NULL);
    if (o->times)
        cJSON_AddNumberToObject(line, "real_s", seconds);
    char *text = cJSON_PrintUnformatted(line);
    cJSON_Delete(line);
    if (text == NULL)
        return abs_fail(error, ABS_CANNOT_RUN, "no memory for a line of the result");
    const bool ok =
        take_text(to, text, strlen(text), error) && output_write(to->out, "\n", 1, error);
    cJSON_free(text);
    return ok;
}

static bool print_all(const abs_suite *suite, const abs_options *o, sink *to, abs_error *error)
{
    const bool to_stdout = o->output == NULL || strcmp(o->output, "-") == 0;
    to->table =
        o->format_given ? o->format == ABS_FORMAT_TABLE : to_stdout && isatty(STDOUT_FILENO);
    for (size_t b = 0; b < suite->count; b++)
        to->planned += suite->batches[b].entry_count * o->settings[CONFIG_depth].count;
    abs_unpacked unpacked = {.room = 0};
    bool ok = true;
    for (size_t b = 0; ok && b < suite->count; b++)
        for (size_t e = 0; ok && e < suite->batches[b].entry_count; e++) {
            const abs_entry *entry = batch_entry(&suite->batches[b], e, &unpacked);
            ok = entry != NULL || batch_no_memory(error);
            for (size_t d = 0; ok && d < o->settings[CONFIG_depth].count; d++)
                ok = print_count(o, to, entry, (int)o->settings[CONFIG_depth].items[d].low, error);
        }
    unpacked_free(&unpacked);
    return ok;
}

/* Ends the output. What was finished before an interrupt is kept, and where it is, reported. */
static abs_exit end_output(sink *to, bool ok, abs_error *error)
{
    const bool interrupted = !ok && error->code == ABS_INTERRUPTED;
    abs_buffer said = {0};
    if (ok || (interrupted && output_set_aside(to->out, to->taken == 0, &said)))
        ok = output_finish(to->out, error) && ok;
    else
        output_abandon(to->out);
    if (interrupted && error->code == ABS_INTERRUPTED)
        fprintf(stderr, "absbench: interrupted; %zu of %zu counts were finished%s\n", to->taken,
                to->planned, buffer_end(&said));
    buffer_free(&said);
    return ok ? ABS_OK : error->code;
}

/* A game named without a position is counted from its start. */
static bool add_positions(abs_suite *suite, const abs_options *o, abs_error *error)
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

abs_exit command_perft(const abs_options *o, abs_error *error)
{
    if (o->domain_count == 0)
        return abs_fail(error, ABS_USAGE, "perft needs --game=NAME (or --tree=SPEC) and --depth=N"),
               ABS_USAGE;
    if (o->settings[CONFIG_depth].count == 0)
        return abs_fail(error, ABS_USAGE, "perft needs --depth=N"), ABS_USAGE;
    if (o->format_given && o->format != ABS_FORMAT_TABLE && o->format != ABS_FORMAT_JSON &&
        o->format != ABS_FORMAT_JSONL)
        return abs_fail(error, ABS_USAGE, "perft prints --format=table, json or jsonl"), ABS_USAGE;
    abs_suite suite = {0};
    sink to = {0};
    const bool opened =
        add_positions(&suite, o, error) && (to.out = output_open(o->output, error)) != NULL;
    const abs_exit result =
        opened ? end_output(&to, print_all(&suite, o, &to, error), error) : error->code;
    abs_suite_free(&suite);
    return result;
}
