/*
 * trace.c -- `absbench trace`: shows searches step by step.
 *
 * Each search is made twice: by the domain that is measured, for its size and counts, and then by
 * the traced domain, which reports each step (search/trace.h). Both must count the same.
 */
#include "trace/trace.h"
#include "search/registry.h"
#include "verbs/commands.h"
#include "work/guard.h"
#include "work/worker.h"

static const trace_form *const forms[ABS_FORMATS] = {
    [ABS_FORMAT_TABLE] = &trace_text,
    [ABS_FORMAT_JSON] = &trace_lines,
    [ABS_FORMAT_JSONL] = &trace_lines,
    [ABS_FORMAT_HTML] = &trace_page,
};

typedef struct {
    const abs_suite *suite;
    const trace_form *form;
    uint64_t most; /* positions entered */
    abs_output *out;
    abs_buffer text;
    abs_error *error;
} task;

/* Searches as `absbench run` does, but enters at most `most` positions; then again, traced. */
static bool search_twice(task *t, abs_worker *w, const abs_root *root, const abs_config *config,
                         abs_row *measured)
{
    static abs_trace trace;
    static abs_buffer differences;
    abs_config limited = *config;
    abs_root traced = *root;
    limited.node_limit = t->most;
    abs_run(w, root, &limited, false, measured);
    if (measured->status == ABS_STATUS_INTERRUPTED)
        return abs_fail_quietly(t->error, ABS_INTERRUPTED);
    if (measured->status == ABS_STATUS_NODE_LIMIT || abs_work(&measured->n) > t->most)
        return abs_fail(t->error, ABS_CANNOT_RUN,
                        "%s of %.200s to depth %d enters more than %" PRIu64
                        " positions, too many for this format; ask for less --depth, or for more "
                        "with --max-nodes=N",
                        config->algo.name, root->id, config->depth, t->most);
    traced.domain = abs_registry_traced(root->domain, root->rules);
    if (traced.domain == NULL)
        return abs_fail(t->error, ABS_USAGE,
                        "%s is a plug-in that was compiled without a search that can be traced: "
                        "compile it by `make plugin GAME=FILE.c`, or as docs/own-game.md says",
                        root->domain->name);
    trace_start(&trace, t->form, &traced, config, &t->text);
    w->search.tracer = &trace.tracer;
    abs_run(w, &traced, config, false, &trace.row);
    for (const row_count *k = row_counts; k < row_counts + COUNTS; k++)
        if (trace_has_count(k, &trace.row) &&
            row_counted(k, &trace.row) != row_counted(k, measured))
            buffer_format(&differences, "; %s %" PRIu64 ", not %" PRIu64, k->name,
                          row_counted(k, &trace.row), row_counted(k, measured));
    if (trace.row.status == ABS_STATUS_INTERRUPTED)
        return abs_fail_quietly(t->error, ABS_INTERRUPTED);
    if (differences.length > 0)
        return abs_fail(
            t->error, ABS_DIFFERS,
            "%s of %.200s to depth %d: the traced search counts differently from the same search "
            "without a trace%.500s; a game whose functions do not always return the same does this "
            "(`absbench check` says so); else please report it",
            config->algo.name, root->id, config->depth, buffer_end(&differences));
    t->form->end(&trace);
    trace_free(&trace);
    return true;
}

/* Writes one search after another; only one is in memory. */
static bool write_all(task *t)
{
    static abs_root made;
    static abs_buffer page;
    bool ok = true;
    for (size_t job = 0; ok && job < t->suite->jobs; job++) {
        abs_row measured = {0};
        const abs_config *config;
        const abs_root *root = abs_suite_job(t->suite, job, &made, &config);
        abs_worker *w = abs_worker_new();
        guard_name_search(root, config);
        ok = search_twice(t, w, root, config, &measured);
        if (ok && t->form->wrap == NULL) {
            ok = output_write(t->out, t->text.data, t->text.length, t->error);
            buffer_clear(&t->text);
        }
        abs_row_free(&measured);
        abs_worker_free(w);
    }
    if (!ok || t->form->wrap == NULL)
        return ok;
    t->form->wrap(&page, buffer_end(&t->text));
    return output_write(t->out, page.data, page.length, t->error);
}

/* Checks that the jobs are searches, and no more than the format can show. */
static bool check_jobs(const abs_suite *suite, const trace_form *f, abs_error *error)
{
    size_t positions = 0;
    const abs_config *config;
    for (size_t i = 0; i < suite->count; i++)
        positions += suite->batches[i].root_count;
    if (f == &trace_page && (suite->jobs > 2 || positions != 1))
        return abs_fail(error, ABS_USAGE,
                        "--format=html shows one search or two of one position, and these are %zu "
                        "searches of %zu; name one --position, --seed and --algo",
                        suite->jobs, positions);
    for (size_t job = 0; job < suite->jobs; job++) {
        abs_suite_config(suite, job, &config);
        if (config->algo.core->limit != ABS_LIMIT_NONE)
            return abs_fail(error, ABS_USAGE,
                            "--algo=%s is a limit, not a search, and has no steps; name another",
                            config->algo.name);
    }
    return true;
}

bool command_trace(abs_options *o, abs_error *error)
{
    static abs_suite suite; /* it is never freed, nor is the task */
    static task t;
    const trace_form *f = forms[abs_options_format(o)];
    abs_options all = *o;
    all.reference_config = (abs_reference){.named = {false}};
    all.starts = true;
    all.max_nodes = 0; /* here it limits the trace; it is no setting of the search */
    if (o->domains.count == 0)
        return abs_fail(error, ABS_USAGE,
                        "trace needs --tree=SPEC or --game=NAME; `absbench list` shows them");
    if (f == NULL)
        return abs_fail(error, ABS_USAGE, "trace writes --format=table, jsonl or html");
    if (!abs_suite_add(&suite, &all, error))
        return false;
    idle_tell(&suite, o);
    t = (task){.suite = &suite,
               .form = f,
               .most = o->max_nodes > 0 ? (uint64_t)o->max_nodes : f->most,
               .out = check_jobs(&suite, f, error) ? output_open(o->output, error) : NULL,
               .error = error};
    return t.out != NULL && output_end(t.out, write_all(&t), error);
}
