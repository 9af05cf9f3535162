/*
 * perft.c -- `absbench perft`: move sequences of exactly --depth plies, and of the depths whose
 * counts a file of positions gives, to be held against them.
 */
#include "base/buffer.h"
#include "base/clock.h"
#include "base/output.h"
#include "verbs/commands.h"
#include "table/sheet.h"
#include "work/guard.h"
#include "suite/suite.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    LARGEST_COUNT = 1000 * 1000 * 1000
}; /* of a file, that is checked without being asked for */

/* Where counts go. */
typedef struct {
    abs_output *out;
    bool table;
    sheet_page page;
    size_t planned, taken; /* counts */
    size_t checked, wrong; /* those that a file gives; that are not what it gives */
    size_t left_out;       /* as they are too large */
} sink;

/* One count. */
typedef struct {
    const abs_entry *entry;
    int depth;
    const uint64_t *expected; /* NULL: nothing */
    uint64_t nodes;
    double seconds;
} task;

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

static bool is_wrong(const task *t)
{
    return t->expected != NULL && *t->expected != t->nodes;
}

/* For a terminal. */
static bool write_sentence(abs_buffer *b, const abs_options *o, const sheet_page *page,
                           const task *t)
{
    const bool ok = !o->divide || divide(b, false, t->entry, t->depth);
    abs_buffer text = {0};
    buffer_plain(&text, t->entry->spec);
    buffer_char(&text, ' ');
    buffer_plain(&text, t->entry->id);
    buffer_format(&text, " depth %d: %" PRIu64, t->depth, t->nodes);
    if (o->times)
        buffer_format(&text, " (%.3f s, %.1f M/s)", t->seconds,
                      t->seconds > 0 ? (double)t->nodes / t->seconds / 1e6 : 0);
    if (is_wrong(t))
        buffer_format(&text, " differs: %" PRIu64 " is given", *t->expected);
    else if (t->expected != NULL)
        buffer_text(&text, " equal");
    buffer_char(&text, '\n');
    sheet_wrap(b, page, 0, buffer_end(&text));
    b->failed |= text.failed;
    buffer_free(&text);
    return ok;
}

static bool write_object(abs_buffer *b, const abs_options *o, const task *t)
{
    const abs_entry *entry = t->entry;
    bool ok = true;
    buffer_char(b, '{');
    buffer_member_text(b, entry->domain->kind, entry->spec);
    buffer_member_text(b, "position", entry->text);
    buffer_member_text(b, "position_id", entry->id);
    buffer_member_signed(b, "depth", t->depth);
    buffer_member_unsigned(b, "nodes", t->nodes);
    if (t->expected != NULL) {
        buffer_member_unsigned(b, "expected", *t->expected);
        buffer_member_truth(b, "equal", !is_wrong(t));
    }
    if (o->divide) {
        buffer_member_open(b, "divide", '{');
        ok = divide(b, true, entry, t->depth);
        buffer_char(b, '}');
    }
    if (o->times) {
        buffer_key(b, "real_s");
        buffer_seconds(b, t->seconds);
    }
    buffer_text(b, "}\n");
    return ok;
}

/* One line of the result; JSON for a pipe, a sentence for a terminal. */
static bool print_count(const abs_options *o, sink *to, task *t, abs_error *error)
{
    const abs_entry *e = t->entry;
    const double began = clock_now();
    t->nodes = e->domain->perft(e->rules, e->position, t->depth);
    t->seconds = clock_now() - began;
    abs_buffer line = {0};
    bool ok = to->table ? write_sentence(&line, o, &to->page, t) : write_object(&line, o, t);
    ok = ok && !line.failed ? take_text(to, line.data, line.length, error)
                            : abs_fail(error, ABS_CANNOT_RUN, "no memory for a line of the result");
    buffer_free(&line);
    to->checked += ok && t->expected != NULL;
    to->wrong += ok && is_wrong(t);
    return ok;
}

/* ---- which depths ---------------------------------------------------------------------------- */

static const uint64_t *expected_at(const abs_entry *e, int depth)
{
    for (unsigned i = 0; i < e->facts.counted_count; i++)
        if (e->facts.counted[i].depth == (uint64_t)depth)
            return &e->facts.counted[i].count;
    return NULL;
}

/* Whether --depth names the depth; *within: whether it names it or a greater one, or none at all.
 */
static bool is_named(const abs_options *o, int depth, bool *within)
{
    const abs_list *depths = &o->settings[CONFIG_depth];
    bool named = false;
    *within = depths->count == 0;
    for (size_t i = 0; i < depths->count; i++) {
        named = named || depths->items[i].low == depth;
        *within = *within || depths->items[i].low >= depth;
    }
    return named;
}

/* A count that a file gives is checked if it is not larger: 0 is no limit. */
static uint64_t largest_count(const abs_options *o)
{
    return o->max_nodes > 0                       ? (uint64_t)o->max_nodes
           : o->settings[CONFIG_depth].count == 0 ? LARGEST_COUNT
                                                  : 0;
}

/* The depths of a position in order: those of --depth, and up to the greatest of them, or if there
   is none up to any, those whose counts its line gives. Returns how many they are. */
static size_t plan_depths(const abs_options *o, sink *to, const abs_entry *e,
                          int depths[ABS_MAX_DEPTH + 1])
{
    const uint64_t most = largest_count(o);
    size_t count = 0;
    for (int depth = 0; depth <= ABS_MAX_DEPTH; depth++) {
        const uint64_t *expected = expected_at(e, depth);
        bool within;
        const bool named = is_named(o, depth, &within), wanted = expected != NULL && within;
        if (wanted && most > 0 && *expected > most)
            to->left_out++;
        else if (named || wanted)
            depths[count++] = depth;
    }
    return count;
}

/* Calls `take` with every position. */
static bool each_position(const abs_suite *suite, const abs_options *o, sink *to, abs_error *error,
                          bool (*take)(const abs_options *, sink *, const abs_entry *, abs_error *))
{
    abs_unpacked unpacked = {.room = 0};
    bool ok = true;
    for (size_t b = 0; ok && b < suite->count; b++)
        for (size_t e = 0; ok && e < suite->batches[b].entry_count; e++) {
            const abs_entry *entry = batch_entry(&suite->batches[b], e, &unpacked);
            ok = entry != NULL ? take(o, to, entry, error) : batch_no_memory(error);
        }
    unpacked_free(&unpacked);
    return ok;
}

static bool plan_position(const abs_options *o, sink *to, const abs_entry *e, abs_error *error)
{
    int depths[ABS_MAX_DEPTH + 1];
    if (o->settings[CONFIG_depth].count == 0 && e->facts.counted_count == 0)
        return abs_fail(error, ABS_USAGE,
                        "perft needs --depth=N: %.300s has no counts of its own (D1 20; D2 400;)",
                        e->id);
    to->planned += plan_depths(o, to, e, depths);
    return true;
}

static bool print_position(const abs_options *o, sink *to, const abs_entry *e, abs_error *error)
{
    int depths[ABS_MAX_DEPTH + 1];
    sink again = {.left_out = 0};
    const size_t count = plan_depths(o, &again, e, depths);
    for (size_t i = 0; i < count; i++) {
        task t = {.entry = e, .depth = depths[i], .expected = expected_at(e, depths[i])};
        if (!print_count(o, to, &t, error))
            return false;
    }
    return true;
}

/* In a table, what the checks come to. */
static bool print_checks(sink *to, abs_error *error)
{
    char line[100];
    if (!to->table || to->checked == 0)
        return true;
    const int length = snprintf(line, sizeof line, "%zu of %zu counts are those of the file\n",
                                to->checked - to->wrong, to->checked);
    return output_write(to->out, line, (size_t)length, error);
}

static bool print_all(const abs_suite *suite, const abs_options *o, sink *to, abs_error *error)
{
    const bool to_stdout = o->output == NULL || strcmp(o->output, "-") == 0;
    to->table = (o->format_given || to_stdout) && command_format(o) == ABS_FORMAT_TABLE;
    to->page = sheet_page_on(output_descriptor(to->out), false);
    return each_position(suite, o, to, error, print_position) && print_checks(to, error);
}

/* ---- the command ----------------------------------------------------------------------------- */

typedef struct {
    const abs_suite *suite;
    const abs_options *o;
    sink *to;
    abs_error *error;
} run;

static bool print_run(void *context)
{
    const run *r = context;
    return print_all(r->suite, r->o, r->to, r->error);
}

/* On stderr, what a pipe would not show. */
static void say_checks(const sink *to)
{
    if (to->left_out > 0)
        fprintf(stderr,
                "absbench: %zu %s larger than the limit and left out; --max-nodes=N raises it\n",
                to->left_out, to->left_out == 1 ? "count was" : "counts were");
    if (to->wrong > 0)
        fprintf(stderr, "absbench: %zu of %zu counts %s from that of the file\n", to->wrong,
                to->checked, to->wrong == 1 ? "differs" : "differ");
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
    if (ok)
        say_checks(to);
    return !ok ? error->code : to->wrong > 0 ? ABS_DIFFERS : ABS_OK;
}

abs_exit command_perft(const abs_options *o, abs_error *error)
{
    if (o->domain_count == 0)
        return abs_fail(error, ABS_USAGE, "perft needs --game=NAME (or --tree=SPEC) and --depth=N"),
               ABS_USAGE;
    if (o->format_given && o->format != ABS_FORMAT_TABLE && o->format != ABS_FORMAT_JSON &&
        o->format != ABS_FORMAT_JSONL)
        return abs_fail(error, ABS_USAGE, "perft prints --format=table, json or jsonl"), ABS_USAGE;
    abs_suite suite = {0};
    sink to = {0};
    const bool opened = abs_suite_add_starts(&suite, o, error) &&
                        each_position(&suite, o, &to, error, plan_position) &&
                        (to.out = output_open(o->output, error)) != NULL;
    run all = {&suite, o, &to, error};
    const abs_exit result =
        opened ? end_output(&to, guard_command(print_run, &all, error), error) : error->code;
    abs_suite_free(&suite);
    return result;
}
