/* recorder.c -- see recorder.h. */
#include "verbs/recorder.h"
#include "base/file.h"
#include "base/memory.h"
#include "verbs/commands.h"

#include <stdlib.h>

#define JOURNAL_ENDING ".journal"

/* ---- rows of the pool ---------------------------------------------------------------------- */

static bool is_unaffordable(const abs_row *row)
{
    return row->config->optional && row->status == ABS_STATUS_NODE_LIMIT;
}

/* The id of a job's row. */
static void write_id(abs_recorder *r, size_t job, char *id, size_t size)
{
    abs_row row;
    row.root = abs_suite_job(r->suite, job, &r->parsed, &row.config);
    abs_row_id(&row, id, size);
}

/* What an earlier run has made of a job; NULL: nothing. */
static const row_place *find_earlier(const abs_recorder *r, uint64_t job)
{
    const abs_reader *earlier = r->journal != NULL ? journal_earlier(r->journal) : NULL;
    return earlier != NULL ? reader_find(earlier, job) : NULL;
}

/* What the journal has already is taken when it is due. */
static bool wants(void *context, size_t job)
{
    abs_recorder *r = context;
    char id[2 * ABS_TEXT_MAX + CONFIG_WORDS_MAX];
    const row_place *earlier = find_earlier(r, r->suite->first_job + job);
    if (earlier != NULL)
        return false;
    if (r->o->shard.count == 0)
        return true;
    write_id(r, job, id, sizeof id);
    const bool ours = shard_has(&r->o->shard, id);
    r->planned -= r->last_repeat && !ours;
    return ours;
}

/* Of a round before the last, its time alone. Workers may fail at once: the first is heard. */
static bool finish(void *context, const abs_row *row)
{
    abs_recorder *r = context;
    char id[2 * ABS_TEXT_MAX + CONFIG_WORDS_MAX];
    abs_error error = {.code = ABS_CANNOT_RUN};
    bool ok = true;
    if (!timings_take(&r->timings, row)) {
        abs_row_id(row, id, sizeof id);
        ok = abs_fail(&error, ABS_CANNOT_RUN,
                      "--repeat: a search counted otherwise when it was repeated: %.600s", id);
    } else if (r->journal != NULL && r->last_repeat) {
        const abs_row timed = timings_row(&r->timings, row);
        ok = is_unaffordable(row) ? journal_leave_out(r->journal, row->job, &error)
                                  : journal_add(r->journal, &timed, &error);
    }
    if (ok)
        return true;
    pthread_mutex_lock(&r->lock);
    if (r->error->text[0] == '\0')
        *r->error = error;
    pthread_mutex_unlock(&r->lock);
    return false;
}

static bool take_left_out(abs_recorder *r, uint64_t job)
{
    r->taken++;
    r->unaffordable++;
    if (r->report != NULL)
        abs_report_left_out(r->report, job);
    return true;
}

static bool take_row(abs_recorder *r, const abs_row *row)
{
    r->taken++;
    r->failed += row->status == ABS_STATUS_CRASHED || row->status == ABS_STATUS_PROTOCOL;
    r->signature = abs_signature_add(r->signature, row);
    return (r->report == NULL || abs_report_row(r->report, row, r->error)) &&
           (r->table == NULL || abs_report_row(r->table, row, r->error));
}

static bool lose(abs_recorder *r, size_t job, int signal)
{
    abs_error lost;
    r->lost++;
    pool_fail_lost(r->suite, job, signal, &lost);
    fprintf(stderr, "absbench: %s; the rest goes on\n", lost.text);
    if (r->report != NULL)
        abs_report_error(r->report, lost.text);
    return true;
}

static bool take(void *context, size_t job, const abs_row *row, int signal)
{
    abs_recorder *r = context;
    const uint64_t planned = r->suite->first_job + job;
    if (!r->last_repeat)
        return true;
    if (signal != 0)
        return lose(r, job, signal);
    if (row != NULL) {
        const abs_row timed = timings_row(&r->timings, row);
        return is_unaffordable(row) ? take_left_out(r, planned) : take_row(r, &timed);
    }
    const row_place *earlier = find_earlier(r, planned);
    if (earlier == NULL)
        return true; /* another shard's */
    if (earlier->left_out)
        return take_left_out(r, planned);
    const abs_config *config;
    const abs_root *root = abs_suite_job(r->suite, job, &r->parsed, &config);
    row = journal_row(r->journal, planned, root, config, r->error);
    return row != NULL && take_row(r, row);
}

static void pause_between(void *context)
{
    abs_recorder *r = context;
    if (r->report != NULL)
        abs_report_flush(r->report);
    if (r->journal != NULL)
        journal_sync(r->journal);
}

/* ---- beginning ----------------------------------------------------------------------------- */

/* JSON Lines in a file are a journal themselves; a sweep keeps one beside any other file. */
bool recorder_start(abs_recorder *r, const abs_options *o, const abs_report_options *how,
                    abs_error *error)
{
    *r = (abs_recorder){.o = o, .how = how, .error = error};
    pthread_mutex_init(&r->lock, NULL);
    error->text[0] = '\0';
    const bool lines = command_format(o) == ABS_FORMAT_JSONL, sweep = o->verb == ABS_VERB_SWEEP;
    if (o->verb == ABS_VERB_BENCH || !output_is_own_file(o->output) || (!lines && !sweep))
        return !o->resume ||
               abs_fail(error, ABS_USAGE,
                        "--resume: a run goes on with --output=FILE.jsonl, a sweep with any file");
    r->journal_is_output = lines;
    const size_t room = strlen(o->output) + sizeof JOURNAL_ENDING;
    r->journal_path = memory_take(room);
    snprintf(r->journal_path, room, "%s%s", o->output, r->journal_is_output ? "" : JOURNAL_ENDING);
    return true;
}

static bool open_journal(abs_recorder *r, const abs_context *context)
{
    abs_buffer head = {0};
    context_head_line(&head, context);
    const abs_journal_options options = {.path = r->journal_path,
                                         .head = &head,
                                         .plan = &context->plan,
                                         .made_up = !r->journal_is_output,
                                         .times = context->times,
                                         .resume = r->o->resume};
    r->journal = journal_open(&options, r->error);
    buffer_free(&head);
    if (r->journal == NULL)
        return false;
    const abs_reader *earlier = journal_earlier(r->journal);
    const size_t found = earlier != NULL ? earlier->count + earlier->left_out : 0;
    if (found > 0 && !r->o->quiet)
        fprintf(stderr, "absbench: %s holds %zu finished searches\n", r->journal_path, found);
    return true;
}

/* Opens the journal and the reports, once. A signal may have come while the journal was read. */
static bool open_all(void *context)
{
    abs_recorder *r = context;
    if (r->how == NULL || r->report != NULL)
        return true;
    abs_report_options options = *r->how;
    if (r->journal_path != NULL && !open_journal(r, &options.context))
        return false;
    options.silent = r->journal_is_output;
    r->report = abs_report_open(&options, r->error);
    if (r->report == NULL || !r->o->show || r->o->output == NULL)
        return r->report != NULL;
    options = *r->how;
    options.format = ABS_FORMAT_TABLE;
    options.path = NULL;
    r->table = abs_report_open(&options, r->error);
    return r->table != NULL;
}

abs_pool_client recorder_client(abs_recorder *r)
{
    return (abs_pool_client){.open = open_all,
                             .wants =
                                 r->journal_path != NULL || r->o->shard.count > 0 ? wants : NULL,
                             .finish = finish,
                             .take = take,
                             .pause = pause_between,
                             .context = r};
}

/* ---- the end ------------------------------------------------------------------------------- */

static void say_how_to_go_on(const abs_recorder *r)
{
    abs_buffer command = {0};
    bool resumes = r->o->resume;
    for (int i = 0; i < r->o->argc; i++) {
        if (!resumes && strcmp(r->o->argv[i], "--") == 0) { /* what follows is no option */
            buffer_text(&command, " --resume");
            resumes = true;
        }
        buffer_text(&command, i > 0 ? " " : "");
        buffer_word(&command, r->o->argv[i]);
    }
    if (!resumes)
        buffer_text(&command, " --resume");
    fprintf(stderr, "absbench: to go on: %s\n", buffer_end(&command));
    buffer_free(&command);
}

static abs_exit close_reports(abs_recorder *r, abs_exit result, abs_buffer *said)
{
    const bool interrupted = result == ABS_INTERRUPTED;
    if (interrupted && r->report != NULL && !abs_report_set_aside(r->report, said)) {
        abs_report_abandon(r->report);
        r->report = NULL;
    }
    /* The file takes its name last: when it has it, nothing can fail any more. */
    abs_report *const reports[] = {r->table, r->report};
    for (size_t i = 0; i < 2; i++) {
        if (reports[i] == NULL)
            continue;
        if (result == ABS_CANNOT_RUN || result == ABS_USAGE) {
            abs_report_abandon(reports[i]);
            continue;
        }
        const abs_exit closed = abs_report_close(reports[i], interrupted, r->error);
        if (closed == ABS_CANNOT_RUN || result == ABS_OK)
            result = closed;
    }
    return result;
}

abs_exit recorder_close(abs_recorder *r, abs_exit result)
{
    abs_buffer said = {0};
    if (r->journal_is_output && r->journal != NULL && r->taken > 0) {
        buffer_text(&said, "; ");
        buffer_plain(&said, r->o->output);
        buffer_text(&said, " holds them");
    }
    /* The journal says that it is whole before a report that is made from it takes its place. */
    if (r->journal != NULL && result == ABS_OK && r->lost == 0 && r->report != NULL &&
        !journal_end(r->journal, abs_report_end(r->report), r->error))
        result = ABS_CANNOT_RUN;
    result = close_reports(r, result, &said);
    if (r->unaffordable > 0)
        fprintf(stderr, "absbench: --verify: minimax took too many nodes for %zu of the rows\n",
                r->unaffordable);
    if (r->lost > 0 && result != ABS_CANNOT_RUN && result != ABS_USAGE) {
        abs_fail(r->error, ABS_CANNOT_RUN, "%zu of %zu searches were lost with their workers",
                 r->lost, r->planned);
        result = ABS_CANNOT_RUN;
    }
    if (result == ABS_INTERRUPTED && r->o->resume && r->journal == NULL)
        fprintf(stderr, "absbench: interrupted before %s was read; it is as it was\n",
                r->journal_path);
    else if (result == ABS_INTERRUPTED)
        fprintf(stderr, "absbench: interrupted; %zu of %zu searches were finished%s\n", r->taken,
                r->planned, buffer_end(&said));
    if ((r->journal_path != NULL && result == ABS_INTERRUPTED) ||
        (r->journal != NULL && result == ABS_CANNOT_RUN)) {
        if (result == ABS_CANNOT_RUN) /* first what is wrong, then what to do */
            fprintf(stderr, "absbench: %s\n", r->error->text);
        r->error->told = true;
        say_how_to_go_on(r);
    }
    journal_close(r->journal, !r->journal_is_output && (result == ABS_OK || result == ABS_DIFFERS));
    if (r->failed > 0 && (result == ABS_OK || result == ABS_DIFFERS)) {
        abs_fail(r->error, ABS_CANNOT_RUN,
                 "%zu of %zu searches have no result: their engine failed, as their rows say",
                 r->failed, r->planned);
        result = ABS_CANNOT_RUN;
    }
    free(r->journal_path);
    parsed_free(&r->parsed);
    pthread_mutex_destroy(&r->lock);
    buffer_free(&said);
    return result;
}
