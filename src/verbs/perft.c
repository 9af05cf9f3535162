/*
 * perft.c -- `absbench perft`: counts the move sequences of exactly --depth plies, and compares
 * them with the counts that a file of positions gives.
 */
#include "base/memory.h"
#include "verbs/commands.h"
#include "work/guard.h"

#include <math.h>
#include <stdlib.h>

enum { LARGEST_COUNT = 1000000000 }; /* a file's larger counts are checked only by --max-nodes */

typedef struct {
    const abs_options *o;
    abs_suite suite;
    table_data table;
    bool plan;             /* count nothing yet, but set `planned` */
    size_t planned, taken; /* numbers of counts */
    size_t checked, wrong; /* counts that a file gives; those that differ */
    size_t left_out;       /* counts that are too large */
    abs_error *error;
    char first[ABS_TEXT_MAX]; /* the first that differs, in words */
} run;

/* Adds a row for a count, of all sequences or of those that begin with a move. */
static void add_row(table_data *t, const abs_root *e, int depth, uint64_t nodes, const char *move)
{
    perft_add(t, e, depth, nodes, move);
    if (abs_is_tree(e->domain))
        table_show(t, CELL(perft, label), "%s", e->id); /* a tree's id begins with its spec */
    else
        table_show(t, CELL(perft, label), "%s %s", e->spec, e->id);
}

/* Adds a row for each move. */
static void divide(table_data *t, const abs_root *e, int depth)
{
    const abs_domain *d = e->domain;
    const unsigned moves = depth > 0 ? d->count_moves(e->rules, e->position) : 0;
    void *child = memory_zeros(1, d->position_size);
    for (unsigned m = 0; m < moves && !interrupt_pending(); m++) {
        char move[ABS_TEXT_MAX];
        d->apply(e->rules, e->position, m, child);
        d->move_text(e->rules, e->position, m, move, sizeof move);
        const int left = depth - d->cost(e->rules, e->position, m);
        add_row(t, e, depth, d->perft(e->rules, child, left), move);
    }
    free(child);
}

/* Makes one count, with the rows of its moves first. A count that is interrupted has no row. */
static bool count(run *r, const abs_root *e, int depth, const uint64_t *expected)
{
    table_data *t = &r->table;
    const size_t rows = t->rows;
    guard_name("perft to depth %d of %s", depth, e->id);
    const double began = clock_now();
    const uint64_t nodes = e->domain->perft(e->rules, e->position, depth);
    const double seconds = round(1e9 * (clock_now() - began)) / 1e9;
    if (r->o->divide)
        divide(t, e, depth);
    if (interrupt_pending()) {
        t->rows = rows;
        return abs_fail_quietly(r->error, ABS_INTERRUPTED);
    }
    add_row(t, e, depth, nodes, NULL);
    if (expected != NULL) {
        table_set_count(t, CELL(perft, expected), *expected);
        table_set_truth(t, CELL(perft, equal), *expected == nodes);
        table_tint(t, CELL(perft, equal), *expected == nodes ? PAGE_GREEN : PAGE_RED);
    }
    if (r->o->times) {
        table_set_real(t, CELL(perft, real_s), seconds);
        table_set_real(t, CELL(perft, speed), (double)nodes / seconds / 1e6);
    }
    r->taken++;
    r->checked += expected != NULL;
    if (expected != NULL && *expected != nodes && r->wrong++ == 0)
        snprintf(r->first, sizeof r->first, "D%d of %.300s", depth, e->id);
    return true;
}

/*
 * Counts a position to its depths in ascending order, or plans to. The depths are those of --depth;
 * and up to the greatest of these, or without --depth all, those for which the position's line
 * gives a count of at most --max-nodes.
 */
static bool take_position(run *r, const abs_root *e)
{
    const abs_list *depths = &r->o->settings[CONFIG_depth];
    const abs_facts *facts = root_facts(e);
    const uint64_t most = r->o->max_nodes > 0  ? (uint64_t)r->o->max_nodes
                          : depths->count == 0 ? LARGEST_COUNT
                                               : 0; /* no limit */
    if (depths->count == 0 && facts->counted_count == 0)
        return abs_fail(r->error, ABS_USAGE,
                        "perft needs --depth=N: %.300s has no counts of its own (D1 20; D2 400;)",
                        e->id);
    for (int depth = 0; depth <= ABS_MAX_DEPTH; depth++) {
        const uint64_t *expected = NULL;
        bool named = false, within = depths->count == 0;
        for (unsigned i = 0; i < facts->counted_count && expected == NULL; i++)
            if (facts->counted[i].depth == (uint64_t)depth)
                expected = &facts->counted[i].count;
        for (size_t i = 0; i < depths->count; i++) {
            named = named || depths->items[i].low == depth;
            within = within || depths->items[i].low >= depth;
        }
        const bool wanted = expected != NULL && within;
        if (wanted && most > 0 && *expected > most)
            r->left_out += r->plan;
        else if ((named || wanted) && r->plan)
            r->planned++;
        else if ((named || wanted) && !count(r, e, depth, expected))
            return false;
    }
    return true;
}

static bool take_all(run *r)
{
    static abs_root root;
    for (abs_batch *b = r->suite.batches; b < r->suite.batches + r->suite.count; b++)
        for (size_t e = 0; e < b->root_count; e++)
            if (!take_position(r, batch_root(b, e, &root)))
                return false;
    return true;
}

/* Prints the counts, in JSON a row on each line; a page ends with the result of the checks. */
static bool print(run *r, abs_output *out)
{
    const abs_format format = abs_options_format(r->o);
    const abs_page page = page_on(out->fd, format == ABS_FORMAT_MARKDOWN);
    const bool is_json = format == ABS_FORMAT_JSON || format == ABS_FORMAT_JSONL;
    abs_buffer b = {0};
    r->table.page = &page;
    if (format == ABS_FORMAT_CSV)
        table_write_csv(&b, &r->table, true);
    for (size_t row = 0; is_json && row < r->table.rows; row++) {
        table_write_json_row(&b, &r->table, row);
        buffer_char(&b, '\n');
    }
    if (page.markdown || format == ABS_FORMAT_TABLE) {
        table_write_page(&b, &r->table, 0);
        if (r->checked > 0)
            buffer_format(&b, "\n%zu of %zu counts equal those in the file\n",
                          r->checked - r->wrong, r->checked);
    }
    const bool ok = output_write(out, b.data, b.length, r->error);
    buffer_free(&b);
    return ok;
}

/* Ends the output. What was finished before an interrupt is kept unless there is an older FILE, and
   stderr says so. */
static bool end_output(run *r, abs_output *out, bool ok)
{
    static abs_buffer said;
    const bool interrupted = !ok && r->error->code == ABS_INTERRUPTED;
    const bool keep = (ok || interrupted) && print(r, out) &&
                      (ok || output_interrupted(out, r->taken == 0, &said) != OUTPUT_STAYS);
    ok = output_end(out, keep, r->error) && ok;
    if (interrupted && r->error->code == ABS_INTERRUPTED)
        fprintf(stderr, "absbench: interrupted; %zu of %zu counts were finished%s\n", r->taken,
                r->planned, buffer_end(&said));
    if (!ok)
        return false;
    if (r->left_out > 0)
        fprintf(stderr,
                "absbench: %zu %s larger than the limit and skipped; --max-nodes=N raises it\n",
                r->left_out, r->left_out == 1 ? "count was" : "counts were");
    return r->wrong == 0 ||
           abs_fail(r->error, ABS_DIFFERS,
                    "%zu of %zu counts %s from that of the file; the first is %s", r->wrong,
                    r->checked, r->wrong == 1 ? "differs" : "differ", r->first);
}

bool command_perft(abs_options *o, abs_error *error)
{
    static run r; /* never freed */
    if (o->domains.count == 0)
        return abs_fail(error, ABS_USAGE, "perft needs --game=NAME (or --tree=SPEC) and --depth=N");
    o->starts = true;
    r = (run){.o = o, .error = error, .plan = true};
    table_start(&r.table, &perft_form);
    const bool added = abs_suite_add(&r.suite, o, error);
    if (added)
        idle_tell(&r.suite, o);
    if (!added || !take_all(&r))
        return false;
    abs_output *out = output_open(o->output, error);
    r.plan = false;
    if (out == NULL)
        return false;
    return end_output(&r, out, take_all(&r));
}
