/*
 * perft.c -- `absbench perft`: move sequences of exactly --depth plies, and of the depths whose
 * counts a file of positions gives, to be held against them.
 */
#include "base/clock.h"
#include "base/memory.h"
#include "base/output.h"
#include "suite/suite.h"
#include "verbs/commands.h"
#include "view/columns.h"
#include "work/guard.h"

#include <math.h>
#include <stdlib.h>

enum {
    LARGEST_COUNT = 1000 * 1000 * 1000
}; /* of a file, that is checked without being asked for */

/* Where counts go. On pages all at the end, else each when it is there. */
typedef struct {
    abs_output *out;
    abs_format format;
    table_data table;
    size_t planned, taken; /* counts */
    size_t checked, wrong; /* those that a file gives; that are not what it gives */
    size_t left_out;       /* as they are too large */
} sink;

/* One count. */
typedef struct {
    const abs_entry *entry;
    int depth;
    const uint64_t *expected; /* NULL: nothing */
    uint64_t nodes, *moves;   /* moves: each one's own count; NULL: not asked for */
    double seconds;
} task;

static bool is_page(const sink *to)
{
    return to->format == ABS_FORMAT_TABLE || to->format == ABS_FORMAT_MARKDOWN;
}

static unsigned move_count(const task *t)
{
    return t->depth > 0 ? t->entry->domain->count_moves(t->entry->rules, t->entry->position) : 0;
}

static void divide(task *t)
{
    const abs_entry *e = t->entry;
    const unsigned moves = move_count(t);
    void *child = memory_zeros(1, e->domain->position_size);
    t->moves = memory_zeros(moves + 1, sizeof *t->moves);
    for (unsigned m = 0; m < moves && !interrupt_pending(); m++) {
        e->domain->apply(e->rules, e->position, m, child);
        t->moves[m] = e->domain->perft(e->rules, child, t->depth - 1);
    }
    free(child);
}

static void add_row(table_data *to, const task *t, uint64_t nodes)
{
    const abs_entry *e = t->entry;
    table_row(to);
    if (abs_is_tree(e->domain))
        table_show(to, PERFT_label, "%s", e->id); /* which begins with the tree */
    else
        table_show(to, PERFT_label, "%s %s", e->spec, e->id);
    table_set_text(to, abs_is_tree(e->domain) ? PERFT_tree : PERFT_game, e->spec);
    table_set_text(to, PERFT_position, e->text);
    table_set_text(to, PERFT_position_id, e->id);
    table_set_signed(to, PERFT_depth, t->depth);
    table_set_count(to, PERFT_nodes, nodes);
}

/* The moves first, the whole last. */
static void add_rows(table_data *to, const task *t, bool times)
{
    const abs_entry *e = t->entry;
    for (unsigned m = 0; t->moves != NULL && m < move_count(t); m++) {
        char move[ABS_TEXT_MAX];
        e->domain->move_text(e->rules, e->position, m, move, sizeof move);
        add_row(to, t, t->moves[m]);
        table_set_text(to, PERFT_move, move);
    }
    add_row(to, t, t->nodes);
    if (t->expected != NULL) {
        table_set_count(to, PERFT_expected, *t->expected);
        table_set_truth(to, PERFT_equal, *t->expected == t->nodes);
        table_tint(to, PERFT_equal, *t->expected == t->nodes ? PAGE_GREEN : PAGE_RED);
    }
    if (times) {
        table_set_real(to, PERFT_real_s, t->seconds);
        table_set_real(to, PERFT_speed, (double)t->nodes / t->seconds / 1e6);
    }
}

/* The rows so far as lines, and none of them any more. */
static bool flush(sink *to, abs_error *error)
{
    abs_buffer b = {0};
    if (to->format == ABS_FORMAT_CSV)
        table_write_csv(&b, &to->table, to->taken == 0);
    for (size_t row = 0; to->format != ABS_FORMAT_CSV && row < to->table.rows; row++) {
        table_write_json_row(&b, &to->table, row);
        buffer_char(&b, '\n');
    }
    table_clear(&to->table);
    const bool ok = output_write(to->out, b.data, b.length, error);
    buffer_free(&b);
    return ok;
}

/* A count that an interrupt has cut short is not written. */
static bool print_count(const abs_options *o, sink *to, task *t, abs_error *error)
{
    const abs_entry *e = t->entry;
    const double began = clock_now();
    t->nodes = e->domain->perft(e->rules, e->position, t->depth);
    t->seconds = round(1e9 * (clock_now() - began)) / 1e9;
    if (o->divide)
        divide(t);
    const bool cut = interrupt_pending();
    if (!cut)
        add_rows(&to->table, t, o->times);
    free(t->moves);
    if (cut)
        return abs_fail(error, ABS_INTERRUPTED, "interrupted");
    if (!is_page(to) && !flush(to, error))
        return false;
    to->taken++;
    to->checked += t->expected != NULL;
    to->wrong += t->expected != NULL && *t->expected != t->nodes;
    return true;
}

/* What was counted, and what the checks come to. */
static bool print_page(sink *to, const abs_options *o, abs_error *error)
{
    const abs_page page = page_on(output_descriptor(to->out), to->format == ABS_FORMAT_MARKDOWN);
    abs_buffer b = {0};
    if (!o->divide)
        to->table.columns[PERFT_move].head = NULL;
    for (size_t k = PERFT_expected; to->checked == 0 && k <= PERFT_equal; k++)
        to->table.columns[k].head = NULL;
    for (size_t k = PERFT_real_s; !o->times && k <= PERFT_speed; k++)
        to->table.columns[k].head = NULL;
    if (to->table.rows > 0)
        table_write_page(&b, &to->table, &page, false);
    if (to->checked > 0)
        buffer_format(&b, "\n%zu of %zu counts are those of the file\n", to->checked - to->wrong,
                      to->checked);
    const bool ok = output_write(to->out, b.data, b.length, error);
    buffer_free(&b);
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
            ok = take(o, to, entry, error);
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
    return each_position(r->suite, r->o, r->to, r->error, print_position);
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
static abs_exit end_output(sink *to, const abs_options *o, bool ok, abs_error *error)
{
    bool interrupted = !ok && error->code == ABS_INTERRUPTED;
    abs_buffer said = {0};
    if ((ok || interrupted) && is_page(to) && !print_page(to, o, error))
        ok = interrupted = false;
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
    if (o->domain_count == 0) {
        abs_fail(error, ABS_USAGE, "perft needs --game=NAME (or --tree=SPEC) and --depth=N");
        return error->code;
    }
    abs_suite suite = {0};
    sink to = {.format = command_format(o)};
    table_start(&to.table, &perft_form);
    const bool opened = abs_suite_add_starts(&suite, o, error) &&
                        each_position(&suite, o, &to, error, plan_position) &&
                        (to.out = output_open(o->output, error)) != NULL;
    run all = {&suite, o, &to, error};
    const abs_exit result =
        opened ? end_output(&to, o, guard_command(print_run, &all, error), error) : error->code;
    table_free(&to.table);
    abs_suite_free(&suite);
    return result;
}
