/* perft.c -- `absbench perft`: move sequences of exactly --depth plies. */
#define _POSIX_C_SOURCE 200809L
#include "base/buffer.h"
#include "base/clock.h"
#include "base/output.h"
#include "commands/commands.h"
#include "suite/suite.h"

#include <inttypes.h>
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

/* Each move's own count, as members of an object (JSON) or lines. False: no memory. */
static bool divide(abs_buffer *b, bool json, const abs_entry *e, int depth)
{
    const abs_domain *d = e->domain;
    const unsigned moves = depth > 0 ? d->count_moves(e->rules, e->position) : 0;
    void *child = calloc(1, d->position_size);
    for (unsigned m = 0; m < moves && child != NULL && !interrupt_pending(); m++) {
        char move[ABS_TEXT_MAX];
        d->move_text(e->rules, e->position, m, move, sizeof move);
        d->apply(e->rules, e->position, m, child);
        const uint64_t count = d->perft(e->rules, child, depth - 1);
        if (json)
            buffer_member_unsigned(b, move, count);
        else
            buffer_format(b, "  %-8s %" PRIu64 "\n", move, count);
    }
    free(child);
    return child != NULL;
}

/* For a terminal. */
static bool write_sentence(abs_buffer *b, const abs_options *o, const abs_entry *entry, int depth,
                           uint64_t nodes, double seconds)
{
    const bool ok = !o->divide || divide(b, false, entry, depth);
    buffer_plain(b, entry->spec);
    buffer_char(b, ' ');
    buffer_plain(b, entry->id);
    buffer_format(b, " depth %d: %" PRIu64, depth, nodes);
    if (o->times)
        buffer_format(b, " (%.3f s, %.1f M/s)", seconds,
                      seconds > 0 ? (double)nodes / seconds / 1e6 : 0);
    buffer_char(b, '\n');
    return ok;
}

static bool write_object(abs_buffer *b, const abs_options *o, const abs_entry *entry, int depth,
                         uint64_t nodes, double seconds)
{
    bool ok = true;
    buffer_char(b, '{');
    buffer_member_text(b, entry->domain->kind, entry->spec);
    buffer_member_text(b, "position", entry->text);
    buffer_member_text(b, "position_id", entry->id);
    buffer_member_signed(b, "depth", depth);
    buffer_member_unsigned(b, "nodes", nodes);
    if (o->divide) {
        buffer_member_open(b, "divide", '{');
        ok = divide(b, true, entry, depth);
        buffer_char(b, '}');
    }
    if (o->times) {
        buffer_key(b, "real_s");
        buffer_seconds(b, seconds);
    }
    buffer_text(b, "}\n");
    return ok;
}

/* One line of the result; JSON for a pipe, a sentence for a terminal. */
static bool print_count(const abs_options *o, sink *to, const abs_entry *entry, int depth,
                        abs_error *error)
{
    const double began = clock_now();
    const uint64_t nodes = entry->domain->perft(entry->rules, entry->position, depth);
    const double seconds = clock_now() - began;
    abs_buffer line = {0};
    bool ok = (to->table ? write_sentence : write_object)(&line, o, entry, depth, nodes, seconds);
    ok = ok && !line.failed ? take_text(to, line.data, line.length, error)
                            : abs_fail(error, ABS_CANNOT_RUN, "no memory for a line of the result");
    buffer_free(&line);
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
