/*
 * trace.c -- `absbench trace`: searches that are watched, step by step.
 *
 * Each is run twice: as it is measured, which says how large it is and what it counts, and then as
 * the domain's other build, which tells each step (search/trace.h). Both must count the same.
 */
#include "trace/trace.h"
#include "base/output.h"
#include "verbs/commands.h"
#include "work/guard.h"
#include "work/run.h"
#include "search/registry.h"
#include "suite/suite.h"

#include <inttypes.h>
#include <stdlib.h>

enum { LINES_MAX = 100 * 1000, GRAPH_MAX = 1000, PAGE_MAX = 20 * 1000 }; /* positions entered */

/* How a format is written: search by search, or all of them together. */
typedef struct {
    void (*write)(abs_buffer *b, const abs_trace *trace);
    uint64_t most;   /* positions entered, unless --max-nodes says otherwise */
    size_t searches; /* at most; 0: any number */
} form;

static const form forms[ABS_FORMATS] = {
    [ABS_FORMAT_TABLE] = {trace_write_text, LINES_MAX, 0},
    [ABS_FORMAT_JSON] = {trace_write_lines, LINES_MAX, 0},
    [ABS_FORMAT_JSONL] = {trace_write_lines, LINES_MAX, 0},
    [ABS_FORMAT_DOT] = {trace_write_dot, GRAPH_MAX, 1},
    [ABS_FORMAT_SVG] = {trace_write_svg, GRAPH_MAX, 1},
    [ABS_FORMAT_HTML] = {NULL, PAGE_MAX, TRACE_PAGE_SEARCHES},
};

/* ---- one search ----------------------------------------------------------------------------- */

static bool no_memory(abs_error *error)
{
    return abs_fail(error, ABS_CANNOT_RUN,
                    "no memory for the trace; a search of less depth has less");
}

/* Searches as `absbench run` does, but no further than to `most` positions. */
static bool measure(abs_worker *w, const abs_entry *entry, const abs_config *config, uint64_t most,
                    abs_row *row, abs_error *error)
{
    abs_config limited = *config;
    limited.node_limit = most;
    if (!abs_run(w, entry, &limited, false, row))
        return no_memory(error);
    row->config = config;
    if (row->status == ABS_STATUS_INTERRUPTED)
        return abs_fail(error, ABS_INTERRUPTED, "interrupted");
    if (row->status == ABS_STATUS_NODE_LIMIT || abs_work(&row->n) > most)
        return abs_fail(error, ABS_CANNOT_RUN,
                        "%s of %.200s to depth %d enters more than %" PRIu64
                        " positions, too many for this format; ask for less --depth, or for more "
                        "with --max-nodes=N",
                        config->algo.name, entry->id, config->depth, most);
    return true;
}

/* The same search again, watched. */
static bool watch(abs_worker *w, const abs_entry *entry, const abs_config *config, abs_trace *t,
                  abs_row *row, abs_error *error)
{
    abs_entry traced = *entry;
    traced.domain = abs_registry_traced(entry->domain, entry->rules);
    if (traced.domain == NULL)
        return abs_fail(error, ABS_USAGE,
                        "%s is a plug-in that was compiled without a search that can be watched: "
                        "compile it by `make plugin GAME=FILE.c`, or as docs/games.md says",
                        entry->domain->name);
    trace_log_start(&t->log, &traced, true);
    w->search.tracer = &t->log.tracer;
    const bool ok = abs_run(w, &traced, config, false, row);
    w->search.tracer = NULL;
    row->entry = entry;
    if (!ok || t->log.failed || !trace_totals(&t->log, config, &t->totals))
        return no_memory(error);
    if (row->status == ABS_STATUS_INTERRUPTED)
        return abs_fail(error, ABS_INTERRUPTED, "interrupted");
    return true;
}

static bool check_totals(const abs_trace *t, const abs_row *measured, abs_error *error)
{
    const row_count *wrong = trace_difference(&t->totals, measured);
    return wrong == NULL ||
           abs_fail(error, ABS_DIFFERS,
                    "the trace has %" PRIu64 " %s, the search %" PRIu64 "; please report this",
                    row_counted(wrong, &t->totals), wrong->name, row_counted(wrong, measured));
}

static bool trace_search(const abs_entry *entry, const abs_config *config, uint64_t most,
                         abs_trace *t, abs_row *row, abs_error *error)
{
    abs_row measured = {0};
    abs_worker *w = abs_worker_new(config->tt_bytes);
    *row = (abs_row){0};
    *t = (abs_trace){.row = row};
    const bool ok = (w != NULL || no_memory(error)) &&
                    measure(w, entry, config, most, &measured, error) &&
                    watch(w, entry, config, t, row, error) && check_totals(t, &measured, error);
    abs_row_free(&measured);
    abs_worker_free(w);
    return ok;
}

/* ---- the command ---------------------------------------------------------------------------- */

/* A limit is counted, not searched for: there is nothing to be watched. */
static bool check_config(const abs_config *config, abs_error *error)
{
    return config->algo.core->limit == ABS_LIMIT_NONE ||
           abs_fail(error, ABS_USAGE,
                    "--algo=%s is no search but a limit, and has no steps; name another",
                    config->algo.name);
}

/* A search that was watched, and what belongs to it. */
typedef struct {
    abs_unpacked unpacked;
    abs_row row;
} watched;

static bool watch_job(const abs_suite *suite, size_t job, uint64_t most, abs_trace *t, watched *of,
                      abs_error *error)
{
    const abs_config *config;
    const abs_entry *entry = abs_suite_job(suite, job, &of->unpacked, &config);
    return (entry != NULL || batch_no_memory(error)) && check_config(config, error) &&
           trace_search(entry, config, most, t, &of->row, error);
}

static void free_job(abs_trace *t, watched *of)
{
    trace_log_free(&t->log);
    abs_row_free(&t->totals);
    abs_row_free(&of->row);
    unpacked_free(&of->unpacked);
}

static bool put_text(abs_output *out, abs_buffer *text, abs_error *error)
{
    const bool ok =
        text->failed ? no_memory(error) : output_write(out, text->data, text->length, error);
    buffer_free(text);
    return ok;
}

/* One search after the other, each forgotten when it is written. */
static bool write_each(const abs_suite *suite, const form *f, uint64_t most, abs_output *out,
                       abs_error *error)
{
    bool ok = true;
    for (size_t job = 0; ok && job < suite->jobs; job++) {
        abs_trace trace = {0};
        watched of = {0};
        abs_buffer text = {0};
        ok = watch_job(suite, job, most, &trace, &of, error);
        if (ok) {
            f->write(&text, &trace);
            ok = put_text(out, &text, error);
        }
        free_job(&trace, &of);
    }
    return ok;
}

static bool write_page(const abs_suite *suite, uint64_t most, abs_output *out, abs_error *error)
{
    abs_trace traces[TRACE_PAGE_SEARCHES] = {0};
    watched of[TRACE_PAGE_SEARCHES] = {0};
    abs_buffer text = {0};
    bool ok = true;
    for (size_t job = 0; ok && job < suite->jobs; job++)
        ok = watch_job(suite, job, most, &traces[job], &of[job], error);
    if (ok) {
        trace_write_page(&text, traces, suite->jobs);
        ok = put_text(out, &text, error);
    }
    for (size_t job = 0; job < suite->jobs; job++)
        free_job(&traces[job], &of[job]);
    return ok;
}

static bool check_count(const abs_suite *suite, const abs_options *o, const form *f,
                        abs_error *error)
{
    size_t positions = 0;
    for (size_t i = 0; i < suite->count; i++)
        positions += suite->batches[i].entry_count;
    if (f->searches == 0 || (suite->jobs <= f->searches && positions == 1))
        return true;
    return abs_fail(error, ABS_USAGE,
                    "--format=%s shows %s of one position, and these are %zu searches of %zu; name "
                    "one --position, --seed and --algo",
                    abs_format_names[command_format(o)].name,
                    f->searches == 1 ? "one search" : "one search or two", suite->jobs, positions);
}

typedef struct {
    const abs_suite *suite;
    const form *form;
    uint64_t most;
    abs_output *out;
    abs_error *error;
} task;

static bool write_form(void *context)
{
    const task *t = context;
    return t->form->write != NULL ? write_each(t->suite, t->form, t->most, t->out, t->error)
                                  : write_page(t->suite, t->most, t->out, t->error);
}

static abs_exit write_all(const abs_suite *suite, const abs_options *o, abs_error *error)
{
    const form *f = &forms[command_format(o)];
    const uint64_t most = o->max_nodes > 0 ? (uint64_t)o->max_nodes : f->most;
    if (!check_count(suite, o, f, error))
        return error->code;
    abs_output *out = output_open(o->output, error);
    if (out == NULL)
        return error->code;
    const bool ok = guard_command(write_form, &(task){suite, f, most, out, error}, error);
    if (!ok)
        output_abandon(out);
    return ok && output_finish(out, error) ? ABS_OK : error->code;
}

abs_exit command_trace(const abs_options *o, abs_error *error)
{
    abs_suite suite = {0};
    abs_options all = *o;
    if (o->domain_count == 0)
        return abs_fail(error, ABS_USAGE,
                        "trace needs --tree=SPEC or --game=NAME; `absbench list` shows them"),
               ABS_USAGE;
    if (forms[command_format(o)].most == 0)
        return abs_fail(error, ABS_USAGE, "trace writes --format=table, jsonl, dot, svg or html"),
               ABS_USAGE;
    all.reference_config = (abs_reference){.named = {false}};
    const bool added = abs_suite_add_starts(&suite, &all, error);
    if (added)
        idle_tell(&suite, o);
    const abs_exit result = added ? write_all(&suite, o, error) : error->code;
    abs_suite_free(&suite);
    return result;
}
