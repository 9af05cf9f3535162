/*
 * run.c -- `absbench run` and `absbench sweep`. Rows go to the run's journal, if it keeps one, as
 * soon as they are finished; and to its reports in the order of jobs.
 */
#include "base/memory.h"
#include "engine/engine.h"
#include "log/journal.h"
#include "search/registry.h"
#include "verbs/commands.h"
#include "work/guard.h"
#include "work/pool.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#define JOURNAL_ENDING ".journal"

/* Where rows are kept as soon as they are finished. */
typedef struct {
    char *path;        /* NULL if they are not to be kept */
    bool is_output;    /* if not, it is a second file until the output is complete */
    abs_journal *open; /* NULL until it is open */
} kept_rows;

/* What was done. */
typedef struct {
    size_t planned, taken; /* jobs */
    size_t failed, lost;   /* rows whose engine failed; those without a result */
    size_t unaffordable;   /* minimax rows of --verify that took too many nodes and are left out */
    suite_sum sum;
} done_jobs;

/* What is searched of the plan, and how often. */
typedef struct {
    bool *ours;          /* of each job, whether it is in the shard; NULL: all are */
    bool last_repeat;    /* the last round of --repeat, in which rows are complete */
    abs_timings timings; /* of --repeat */
} rounds;

typedef struct {
    const abs_options *o;
    abs_suite *suite;
    abs_context context;
    abs_judge *judge; /* may be NULL */
    rounds rounds;
    kept_rows kept;
    abs_report_kind kind;
    abs_report *report, *table; /* table: the one of --show */
    done_jobs done;
    abs_root root;        /* of the current job */
    pthread_mutex_t lock; /* protects the error while workers run */
    abs_error *error;
} recorder;

/* ---- rows of the pool ---------------------------------------------------------------------- */

static bool is_unaffordable(const abs_row *row)
{
    return row->config->optional && row->status == ABS_STATUS_NODE_LIMIT;
}

/* The row of a job, or its place without one, from an earlier run; NULL if there is neither, or the
   engine failed. */
static const row_place *find_earlier(const recorder *r, uint64_t job)
{
    const abs_reader *earlier = r->kept.open != NULL ? journal_earlier(r->kept.open) : NULL;
    const row_place *place = earlier != NULL ? reader_find(earlier, job) : NULL;
    return place != NULL && !place->failed ? place : NULL;
}

/* Whether a job must be searched: it is in the shard, and the journal does not have it. */
static bool wants(void *context, size_t job)
{
    recorder *r = context;
    if (find_earlier(r, job) != NULL)
        return false;
    const bool ours = r->rounds.ours == NULL || r->rounds.ours[job];
    r->done.planned -= r->rounds.last_repeat && !ours;
    return ours;
}

/* Takes a row's time and, in the last round, adds it to the journal. Keeps the first error. */
static bool finish(void *context, abs_row *row)
{
    recorder *r = context;
    char id[2 * ABS_TEXT_MAX + CONFIG_WORDS_MAX];
    abs_error error;
    bool ok = true;
    if (!timings_take(&r->rounds.timings, row)) {
        abs_row_id(row, id, sizeof id);
        ok = abs_fail(&error, ABS_CANNOT_RUN,
                      "--repeat: a search counted differently when it was repeated: %.600s", id);
    } else if (r->rounds.last_repeat) {
        if (r->rounds.timings.rounds > 1)
            *row = timings_row(&r->rounds.timings, row);
        if (r->kept.open != NULL)
            ok = is_unaffordable(row) ? journal_leave_out(r->kept.open, row->job, &error)
                                      : journal_add(r->kept.open, row, &error);
    }
    if (ok)
        return true;
    pthread_mutex_lock(&r->lock);
    if (r->error->code == ABS_OK)
        *r->error = error;
    pthread_mutex_unlock(&r->lock);
    return false;
}

static bool take_left_out(recorder *r, uint64_t job)
{
    r->done.taken++;
    r->done.unaffordable++;
    abs_report_left_out(r->report, job);
    return true;
}

static bool take_row(recorder *r, const abs_row *row)
{
    r->done.taken++;
    r->done.failed += abs_row_has_failed(row);
    r->done.lost += abs_status_is_failure(row->status);
    if (r->o->verb == ABS_VERB_BENCH) /* others print the report's */
        r->done.sum.signature = abs_signature_add(r->done.sum.signature, row);
    r->done.sum.nodes += (double)row->n.nodes;
    r->done.sum.seconds += isfinite(row->real_s) ? row->real_s : 0;
    return abs_report_row(r->report, row, r->error) &&
           (r->table == NULL || abs_report_row(r->table, row, r->error));
}

static bool take(void *context, size_t job, const abs_row *row)
{
    recorder *r = context;
    if (!r->rounds.last_repeat)
        return true;
    if (row != NULL)
        return is_unaffordable(row) ? take_left_out(r, job) : take_row(r, row);
    const row_place *earlier = find_earlier(r, job);
    if (earlier == NULL)
        return true; /* it belongs to another shard */
    if (earlier->left_out)
        return take_left_out(r, job);
    const abs_config *config;
    const abs_root *root = abs_suite_job(r->suite, job, &r->root, &config);
    row = journal_row(r->kept.open, job, root, config, r->error);
    return row != NULL && take_row(r, row);
}

static void pause_between(void *context)
{
    recorder *r = context;
    abs_report_flush(r->report);
    if (r->kept.open != NULL)
        journal_sync(r->kept.open);
}

/* ---- beginning ----------------------------------------------------------------------------- */

/* Plans the journal: JSON Lines in a file are one themselves, and any other file has one beside it.
   Returns false with the error set. */
static bool plan_journal(recorder *r)
{
    const abs_options *o = r->o;
    const bool lines = abs_options_format(o) == ABS_FORMAT_JSONL;
    if (o->verb == ABS_VERB_BENCH || !output_is_own_file(o->output))
        return !o->resume || abs_fail(r->error, ABS_USAGE,
                                      "--resume: only a run to --output=FILE can be continued");
    r->kept.is_output = lines;
    if (asprintf(&r->kept.path, "%s%s", o->output, lines ? "" : JOURNAL_ENDING) < 0)
        memory_end();
    return true;
}

static bool open_journal(recorder *r)
{
    abs_buffer head = {0};
    context_head_line(&head, &r->context);
    context_seal(&head, 0);
    const abs_journal_options options = {.path = r->kept.path,
                                         .head = &head,
                                         .plan = &r->context.plan,
                                         .made_up = !r->kept.is_output,
                                         .times = r->o->times,
                                         .resume = r->o->resume};
    r->kept.open = journal_open(&options, r->error);
    buffer_free(&head);
    const abs_reader *earlier = r->kept.open != NULL ? journal_earlier(r->kept.open) : NULL;
    const size_t failed = earlier != NULL ? earlier->failed : 0,
                 found = earlier != NULL ? earlier->count + earlier->left_out - failed : 0;
    if (found > 0 && !r->o->quiet)
        fprintf(stderr, "absbench: %s holds %zu finished searches\n", r->kept.path, found);
    if (failed > 0 && !r->o->quiet)
        fprintf(stderr, "absbench: %zu whose engine failed are searched again\n", failed);
    return r->kept.open != NULL;
}

/* Finds the columns of the whole plan, so that all shards have the same: those of each
   configuration, and those of each position. */
static void plan_columns(const recorder *r, row_columns *columns)
{
    abs_row row = {.job = 0};
    abs_root root = {.room = NULL};
    for (const abs_batch *b = r->suite->batches; b < r->suite->batches + r->suite->count; b++)
        for (size_t i = 0; i < b->root_count && b->config_count > 0; i++) {
            const bool alike = i > 0 && abs_is_tree(b->domain); /* as the first one */
            for (size_t k = 0; k < (i == 0 ? b->config_count : !alike); k++) {
                abs_row_begin(&row, batch_root(b, i, &root), &b->configs[k]);
                row.is_judged = r->judge != NULL;
                if (!b->configs[k].for_reference)
                    fields_add_columns(columns, &row);
            }
        }
    root_free(&root);
}

/* Adds the line that says how to continue. */
static void put_how_to_go_on(abs_buffer *b, const abs_options *o)
{
    bool resumes = o->resume;
    buffer_text(b, "absbench: to continue: ");
    for (int i = 0; i < o->argc; i++) {
        if (!resumes && strcmp(o->argv[i], "--") == 0) { /* only operands follow */
            buffer_text(b, " --resume");
            resumes = true;
        }
        buffer_text(b, i > 0 ? " " : "");
        buffer_word(b, o->argv[i]);
    }
    buffer_text(b, resumes ? "\n" : " --resume\n");
}

/* Says for the end of the program by a game's function which rows are safe. */
static void say_what_is_kept(const recorder *r)
{
    static abs_buffer lines; /* never freed */
    buffer_clear(&lines);
    if (r->kept.open != NULL) {
        buffer_text(&lines, "absbench: ");
        buffer_plain(&lines, r->kept.path);
        buffer_text(&lines, " has every search that was finished; a plug-in that is compiled again "
                            "needs a new one\n");
        put_how_to_go_on(&lines, r->o);
    } else if (r->o->verb != ABS_VERB_BENCH)
        buffer_text(&lines, "absbench: no rows were kept; --output=FILE keeps each row as soon as "
                            "its search ends, for --resume\n");
    guard_kept(buffer_end(&lines));
}

/* Opens the journal and the reports, unless they are open: each repetition calls it. */
static bool open_all(void *context)
{
    recorder *r = context;
    const abs_options *o = r->o;
    if (r->report != NULL)
        return true;
    const abs_report_kind kind = r->kept.is_output ? REPORT_SILENT : r->kind;
    row_columns columns = {.window_auto = false};
    if (abs_report_has_columns(o, kind))
        plan_columns(r, &columns);
    r->report = abs_report_open(o, &r->context, kind, &columns, r->error);
    if (r->report != NULL && o->show && o->output != NULL)
        r->table = abs_report_open(o, &r->context, REPORT_SHOWN, NULL, r->error);
    if (r->report == NULL || (r->table == NULL && o->show && o->output != NULL) ||
        (r->kept.path != NULL && !open_journal(r))) /* last: what is wrong leaves no journal */
        return false;
    say_what_is_kept(r);
    return true;
}

/* Makes the plan. Its hash includes all options that change rows and are not in a job. */
static abs_plan make_plan(const abs_suite *suite, const abs_options *o)
{
    uint64_t hash = abs_mix64(abs_suite_hash(suite)) + (uint64_t)o->max_positions;
    hash = abs_mix64(hash ^ (uint64_t)(o->repeat << 2 | o->times << 1 | o->check_moves));
    for (const abs_registered *r = abs_registry_loaded(); r->domain != NULL; r++)
        hash = abs_mix64(hash ^ r->hash) + ABS_G;
    for (const char *c = o->judge.text; c != NULL && *c != '\0'; c++)
        hash = abs_mix64(hash ^ (unsigned char)*c) + ABS_G;
    return (abs_plan){.known = true,
                      .hash = hash,
                      .jobs = suite->jobs,
                      .shard = o->shard.index,
                      .shards = o->shard.count};
}

static abs_context make_context(const abs_suite *suite, const abs_options *o, int workers)
{
    abs_context context = context_of(o);
    context.jobs = workers;
    cJSON *inputs = cJSON_CreateObject(); /* the hashes of files that rows depend on, by name */
    for (size_t i = 0; i < suite->input_count; i++) {
        char hash[24];
        snprintf(hash, sizeof hash, "0x%016" PRIx64, suite->inputs[i].hash);
        json_put(inputs, suite->inputs[i].name,
                 suite->inputs[i].hash != 0 ? cJSON_CreateString(hash) : cJSON_CreateNull());
    }
    if (suite->grid != NULL)
        json_put(context.options, "grid", cJSON_Parse(suite->grid));
    cJSON *specs = cJSON_CreateArray();
    for (size_t i = 0; i < suite->specs.count; i++) {
        const abs_source *source = names_thing(&suite->specs, suite->specs.texts[i]);
        context_add_subject(specs, &source->subject);
    }
    context.inputs = inputs;
    context.specs = specs;
    context.skipped_lines = suite->skipped_lines;
    context.plan = make_plan(suite, o);
    return context;
}

/* ---- searching ----------------------------------------------------------------------------- */

/* Runs all jobs, as often as --repeat says. */
static bool run_all(recorder *r, int workers)
{
    const abs_options *o = r->o;
    abs_suite *suite = r->suite;
    abs_pool_client client = {
        .workers = workers,
        .progress = !o->quiet && isatty(STDERR_FILENO),
        .judge = r->judge,
        .open = open_all,
        .wants = r->kept.path != NULL || o->shard.count > 0 ? wants : NULL,
        .finish = finish,
        .take = take,
        .pause = pause_between,
        .context = r,
    };
    bool ok = true;
    r->done.planned = suite->jobs;
    if (o->shard.count > 0) {
        r->rounds.ours = memory_zeros(suite->jobs, sizeof *r->rounds.ours);
        suite_shard(suite, &o->shard, r->rounds.ours);
    }
    timings_start(&r->rounds.timings, suite->jobs, o->repeat);
    for (int round = 0; round < o->repeat && ok; round++) {
        r->rounds.timings.round = round;
        r->rounds.last_repeat = round + 1 == o->repeat;
        client.check_moves = o->check_moves && r->rounds.last_repeat;
        ok = abs_pool_run(suite, &client, r->error);
    }
    timings_free(&r->rounds.timings);
    free(r->rounds.ours);
    return ok;
}

/* ---- the end ------------------------------------------------------------------------------- */

/* Closes the reports, --output's last: once it has its name, nothing else can fail. */
static void close_reports(recorder *r, abs_buffer *said)
{
    abs_report *const reports[] = {r->table, r->report};
    const bool interrupted = r->error->code == ABS_INTERRUPTED;
    const bool kept = r->kept.open != NULL && !r->kept.is_output;
    const output_fate fate =
        interrupted && r->report != NULL ? abs_report_interrupted(r->report, said) : OUTPUT_ENDS;
    if (kept && interrupted && r->done.taken > 0 && fate != OUTPUT_HOLDS) {
        buffer_text(said, "; ");
        buffer_plain(said, r->kept.path);
        buffer_text(said, " holds them");
    }
    for (size_t i = 0; i < 2; i++) {
        abs_error error;
        if (reports[i] == NULL)
            continue;
        if (r->error->code == ABS_CANNOT_RUN || r->error->code == ABS_USAGE ||
            (reports[i] == r->report && fate == OUTPUT_STAYS))
            abs_report_abandon(reports[i]);
        else if (!abs_report_close(reports[i], interrupted, &error) &&
                 (error.code == ABS_CANNOT_RUN || r->error->code == ABS_OK))
            *r->error = error;
    }
}

static bool is_good(const abs_error *error)
{
    return error->code == ABS_OK || error->code == ABS_DIFFERS;
}

/* Ends the journal and the reports. If the run failed, stderr says what is kept where and how to
   continue. The error gets the worst code. */
static void end(recorder *r)
{
    abs_error *error = r->error;
    const char *output = r->o->output;
    abs_buffer said = {0};
    if (r->kept.is_output && r->kept.open != NULL && r->done.taken > 0) {
        buffer_text(&said, "; ");
        buffer_plain(&said, output);
        buffer_text(&said, " holds them");
    }
    /* The journal gets its last line before a report that is made from it takes its name. */
    if (r->kept.open != NULL && error->code == ABS_OK && r->report != NULL)
        journal_end(r->kept.open, abs_report_end(r->report), error);
    close_reports(r, &said);
    if (r->done.unaffordable > 0)
        fprintf(stderr, "absbench: --verify: minimax took too many nodes for %zu of the rows\n",
                r->done.unaffordable);
    if (error->code == ABS_INTERRUPTED && r->o->resume && r->kept.open == NULL)
        fprintf(stderr, "absbench: interrupted before %s was read; it is as it was\n",
                r->kept.path);
    else if (error->code == ABS_INTERRUPTED)
        fprintf(stderr, "absbench: interrupted; %zu of %zu searches were finished%s\n",
                r->done.taken, r->done.planned, buffer_end(&said));
    if ((r->kept.path != NULL && error->code == ABS_INTERRUPTED) ||
        (r->kept.open != NULL && error->code == ABS_CANNOT_RUN)) {
        error_tell(error);      /* what to do must come after what is wrong */
        static abs_buffer line; /* never freed */
        put_how_to_go_on(&line, r->o);
        fputs(buffer_end(&line), stderr);
    }
    journal_close(r->kept.open, !r->kept.is_output && is_good(error) && r->done.failed == 0);
    if (r->done.failed > 0 && is_good(error))
        abs_fail(error, ABS_CANNOT_RUN,
                 "%zu of %zu searches %s: their engine failed, as their rows say%s", r->done.failed,
                 r->done.planned, r->done.lost > 0 ? "have no result" : "could not be repeated",
                 r->kept.open != NULL ? "; --resume searches them again" : "");
    buffer_free(&said);
}

bool suite_run(abs_suite *suite, const abs_options *o, abs_report_kind kind, suite_sum *sum,
               abs_error *error)
{
    static recorder r; /* never freed, like its context and judge */
    const int workers = crew_size(o, suite);
    r = (recorder){.o = o,
                   .suite = suite,
                   .context = make_context(suite, o, workers),
                   .kind = kind,
                   .judge = judged_by(&o->judge),
                   .lock = PTHREAD_MUTEX_INITIALIZER,
                   .error = error};
    error->code = ABS_OK;
    if (o->metric == METRIC_time && workers > 1)
        fprintf(
            stderr,
            "absbench: --metric=time: %d searches at a time slow each other down; use --jobs=1\n",
            workers);
    if (plan_journal(&r)) {
        if (o->verb == ABS_VERB_SWEEP && !o->quiet && isatty(STDERR_FILENO))
            crew_announce(o, suite, workers);
        run_all(&r, workers);
    }
    end(&r);
    root_free(&r.root);
    *sum = r.done.sum;
    return error->code == ABS_OK;
}

bool command_run(abs_options *o, abs_error *error)
{
    static abs_suite suite;
    suite_sum sum;
    if (!(o->grid != NULL ? grid_add(&suite, o->grid, o->argc, o->argv, error)
                          : abs_suite_add(&suite, o, error)) ||
        !engine_meet(&suite, error))
        return false;
    idle_tell(&suite, o);
    return suite_run(&suite, o, REPORT_OUTPUT, &sum, error);
}
