/*
 * trace.c -- `absbench trace`: searches that are watched, step by step.
 *
 * Each is run twice: as it is measured, which says how large it is and what it counts, and then as
 * the domain's other build, which tells each step (search/trace.h). Both must count the same.
 */
#include "trace/trace.h"
#include "base/output.h"
#include "search/registry.h"
#include "suite/suite.h"
#include "verbs/commands.h"
#include "work/guard.h"
#include "work/worker.h"

#include <inttypes.h>

enum { LINES_MAX = 100 * 1000, GRAPH_MAX = 1000, PAGE_MAX = 20 * 1000 }; /* positions entered */

/* How a format is written. */
typedef struct {
    void (*write)(abs_buffer *b, const abs_trace *trace);
    void (*frame)(abs_buffer *b, bool end); /* around all searches; NULL: nothing is */
    uint64_t most;   /* positions, unless --max-nodes says otherwise */
    size_t searches; /* at most; 0: any number */
} form;

static const form forms[ABS_FORMATS] = {
    [ABS_FORMAT_TABLE] = {trace_write_text, NULL, LINES_MAX, 0},
    [ABS_FORMAT_JSON] = {trace_write_lines, NULL, LINES_MAX, 0},
    [ABS_FORMAT_JSONL] = {trace_write_lines, NULL, LINES_MAX, 0},
    [ABS_FORMAT_DOT] = {trace_write_dot, NULL, GRAPH_MAX, 1},
    [ABS_FORMAT_HTML] = {trace_write_page, trace_write_frame, PAGE_MAX, 2},
};

/* ---- one search ------------------------------------------------------------------------------ */

static bool search(abs_worker *w, const abs_root *root, const abs_config *config, abs_row *row,
                   abs_error *error)
{
    abs_run(w, root, config, false, row);
    return row->status != ABS_STATUS_INTERRUPTED || abs_fail(error, ABS_INTERRUPTED, "interrupted");
}

/* As `absbench run` does, but no further than to `most` positions; then the same again, watched. */
static bool search_twice(abs_worker *w, const abs_root *root, const abs_config *config,
                         uint64_t most, abs_row *measured, abs_trace *t, abs_error *error)
{
    abs_config limited = *config;
    abs_root traced = *root;
    abs_buffer differences = {0};
    limited.node_limit = most;
    if (!search(w, root, &limited, measured, error))
        return false;
    if (measured->status == ABS_STATUS_NODE_LIMIT || abs_work(&measured->n) > most)
        return abs_fail(error, ABS_CANNOT_RUN,
                        "%s of %.200s to depth %d enters more than %" PRIu64
                        " positions, too many for this format; ask for less --depth, or for more "
                        "with --max-nodes=N",
                        config->algo.name, root->id, config->depth, most);
    traced.domain = abs_registry_traced(root->domain, root->rules);
    if (traced.domain == NULL)
        return abs_fail(error, ABS_USAGE,
                        "%s is a plug-in that was compiled without a search that can be watched: "
                        "compile it by `make plugin GAME=FILE.c`, or as docs/own-game.md says",
                        root->domain->name);
    trace_log_start(&t->log, &traced, config);
    w->search.tracer = &t->log.tracer;
    bool ok = search(w, &traced, config, &t->row, error);
    w->search.tracer = NULL;
    t->row.root = root;
    if (!ok)
        return false;
    measured->config = config;
    trace_put_differences(&differences, &t->log.totals, measured);
    if (differences.length > 0)
        ok = abs_fail(error, ABS_DIFFERS,
                      "%s of %.200s to depth %d: the steps do not come to the counts of the same "
                      "search without a trace: %.500s; a game whose functions do not always return "
                      "the same does this (`absbench check` says so); else please report it",
                      config->algo.name, root->id, config->depth, buffer_end(&differences));
    buffer_free(&differences);
    return ok;
}

/* ---- the verb -------------------------------------------------------------------------------- */

typedef struct {
    const abs_suite *suite;
    const form *form;
    uint64_t most;
    abs_output *out;
    abs_error *error;
} task;

/* One search after the other, each forgotten when it is written. */
static bool write_all(void *context)
{
    const task *t = context;
    abs_buffer text = {0};
    abs_parsed parsed = {0};
    bool ok = true;
    if (t->form->frame != NULL)
        t->form->frame(&text, false);
    for (size_t job = 0; ok && job < t->suite->jobs; job++) {
        abs_trace trace = {0};
        abs_row measured = {0};
        const abs_config *config;
        const abs_root *root = abs_suite_job(t->suite, job, &parsed, &config);
        abs_worker *w = abs_worker_new();
        ok = search_twice(w, root, config, t->most, &measured, &trace, t->error);
        if (ok)
            t->form->write(&text, &trace);
        if (ok && t->form->frame == NULL) {
            ok = output_write(t->out, text.data, text.length, t->error);
            buffer_clear(&text);
        }
        trace_log_free(&trace.log);
        abs_row_free(&trace.row);
        abs_row_free(&measured);
        abs_worker_free(w);
    }
    if (t->form->frame != NULL)
        t->form->frame(&text, true);
    ok = ok && output_write(t->out, text.data, text.length, t->error);
    buffer_free(&text);
    parsed_free(&parsed);
    return ok;
}

/* Whether the jobs are searches, and as many as the format shows. */
static bool check_jobs(const abs_suite *suite, const abs_options *o, const form *f,
                       abs_error *error)
{
    size_t positions = 0;
    const abs_config *config;
    for (size_t i = 0; i < suite->count; i++)
        positions += suite->batches[i].root_count;
    if (f->searches > 0 && (suite->jobs > f->searches || positions != 1))
        return abs_fail(error, ABS_USAGE,
                        "--format=%s shows %s of one position, and these are %zu searches of %zu; "
                        "name one --position, --seed and --algo",
                        abs_format_names[command_format(o)].name,
                        f->searches == 1 ? "one search" : "one search or two", suite->jobs,
                        positions);
    for (size_t job = 0; job < suite->jobs; job++) {
        abs_suite_config(suite, job, &config);
        if (config->algo.core->limit != ABS_LIMIT_NONE)
            return abs_fail(error, ABS_USAGE,
                            "--algo=%s is no search but a limit, and has no steps; name another",
                            config->algo.name);
    }
    return true;
}

abs_exit command_trace(abs_options *o, abs_error *error)
{
    const form *f = &forms[command_format(o)];
    abs_suite suite = {0};
    abs_options all = *o;
    bool ok = false;
    all.reference_config = (abs_reference){.named = {false}};
    all.starts = true;
    all.max_nodes = 0; /* room for the trace, and no setting of the search: its id has none */
    if (o->domain_count == 0) {
        abs_fail(error, ABS_USAGE,
                 "trace needs --tree=SPEC or --game=NAME; `absbench list` shows them");
    } else if (f->write == NULL) {
        abs_fail(error, ABS_USAGE, "trace writes --format=table, jsonl, dot or html");
    } else if (abs_suite_add(&suite, &all, error)) {
        const uint64_t most = o->max_nodes > 0 ? (uint64_t)o->max_nodes : f->most;
        idle_tell(&suite, o);
        abs_output *out = check_jobs(&suite, o, f, error) ? output_open(o->output, error) : NULL;
        ok = out != NULL && guard_command(write_all, &(task){&suite, f, most, out, error}, error);
        if (ok)
            ok = output_finish(out, error);
        else
            output_abandon(out);
    }
    abs_suite_free(&suite);
    return ok ? ABS_OK : error->code;
}
