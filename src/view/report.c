/* report.c -- takes rows and writes the report. See report.h. */
#include "view/report.h"
#include "base/memory.h"
#include "log/fields.h"
#include "view/tables.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

enum { MISMATCHES_SHOWN = 10 }; /* on stderr; the report has all of them */
enum { FLUSH_BYTES = 1 << 16, REFERENCE_BYTES = 1 << 20 };

static const char references_name[] = "the rows of the reference"; /* in errors */

struct abs_report {
    const abs_report *before; /* the report that was opened before this one */
    abs_format format;
    bool rows; /* rows are written; otherwise a page of findings, or nothing */
    bool silent, shown;
    bool jobs; /* rows have their job; without it their order is unknown */
    abs_reference reference;
    abs_buffer left_out;   /* the jobs of a shard without a row, as elements of a JSON list */
    abs_buffer references; /* the last rows of "reference_results", which follows the results .. */
    int spooled;           /* .. and a file with those before them; -1 if there are none */
    abs_output *out;
    abs_buffer text; /* not written yet */
    row_texts texts;
    row_columns columns; /* of CSV */
    abs_tally tally;
    abs_plays plays; /* for a page */
    abs_end end;
    size_t asked, judged; /* rows whose move was to be judged, and those that could be */
    abs_buffer errors;    /* a list of texts */
    abs_findings findings;
    findings_view view;
};

/* Writes the text out and empties it. */
static bool flush(abs_report *report, abs_error *error)
{
    abs_buffer *b = &report->text;
    const bool written = report->silent || output_write(report->out, b->data, b->length, error);
    if (written)
        buffer_clear(b);
    return written;
}

void abs_report_abandon(abs_report *report)
{
    if (report == NULL)
        return;
    output_abandon(report->out);
    report->out = NULL;
}

const abs_end *abs_report_end(const abs_report *report)
{
    return &report->end;
}

/* ---- rows ------------------------------------------------------------------------------------ */

bool abs_report_has_columns(const abs_options *o, abs_report_kind kind)
{
    return kind < REPORT_SILENT && abs_options_format(o) == ABS_FORMAT_CSV;
}

/* Whether it belongs to a run that names nothing to search, or shows the log of one. */
static bool is_first_look(const abs_options *o, const cJSON *asked)
{
    return (o->verb == ABS_VERB_RUN && o->domains.count == 0) ||
           (o->verb == ABS_VERB_SHOW && cJSON_GetArraySize(json_find(asked, "game")) == 0 &&
            cJSON_GetArraySize(json_find(asked, "tree")) == 0 &&
            cJSON_IsNull(json_find(asked, "grid")));
}

abs_report *abs_report_open(const abs_options *o, const abs_context *context, abs_report_kind kind,
                            const row_columns *columns, abs_error *error)
{
    static abs_report *last; /* reports are never freed */
    abs_report *report = memory_zeros(1, sizeof *report);
    const bool silent = kind == REPORT_SILENT, shown = kind == REPORT_SHOWN;
    const abs_format format = shown ? ABS_FORMAT_TABLE : abs_options_format(o);
    const bool page = format == ABS_FORMAT_TABLE || format == ABS_FORMAT_MARKDOWN;
    /* The context holds the grid. Its file is the first that was read. */
    const bool swept = cJSON_GetArraySize(json_find(context->options, "grid")) > 0 &&
                       cJSON_GetArraySize(context->inputs) > 0;
    const bool first_look = is_first_look(o, context->options);
    const char *const named = o->file_count > 0 ? o->files[0] : o->output != NULL ? o->output : "";
    *report = (abs_report){
        .before = last,
        .format = format,
        .rows = !silent && !page,
        .silent = silent,
        .shown = shown,
        .jobs = context->plan.shards > 0,
        .reference = o->reference_config,
        .spooled = -1,
        .tally = {.metric = o->metric},
        .plays = {.passes = o->passes},
        .findings = {.tally = &report->tally,
                     .reference = memory_text(o->reference),
                     .asked = cJSON_Duplicate(context->options, true),
                     .grid = swept ? memory_text(context->inputs->child->string) : NULL,
                     .errors = &report->errors,
                     .skipped_lines = context->skipped_lines,
                     .jobs = context->jobs,
                     .times = context->times,
                     .brief = first_look ? named : NULL},
        .view = {.f = &report->findings, .plays = &report->plays},
    };
    last = report;
    if (silent || (report->out = output_open(shown ? NULL : o->output, error)) != NULL) {
        abs_buffer *b = &report->text;
        if (format == ABS_FORMAT_CSV && report->rows) {
            report->columns = *columns;
            report->columns.of[ROW_time] = context->times;
            report->columns.of[ROW_job] = report->jobs;
            fields_csv_header(b, &report->columns);
        } else if (format == ABS_FORMAT_JSONL && report->rows) {
            context_head_line(b, context);
        } else if (report->rows) {
            buffer_text(b, "{\n\"schema\":\"" ABS_REPORT_SCHEMA "\",\n\"context\":");
            context_json(b, context);
            buffer_text(b, ",\n\"results\":[");
        }
        if (flush(report, error))
            return report;
    }
    abs_report_abandon(report);
    return NULL;
}

static void write_row(abs_report *report, const abs_row *row)
{
    const bool aside = row->config->for_reference, lines = report->format == ABS_FORMAT_JSONL;
    abs_buffer *b = aside && !lines ? &report->references : &report->text;
    if (report->format == ABS_FORMAT_CSV && !aside) {
        fields_csv_row(b, row, &report->texts, &report->columns);
    } else if (report->format != ABS_FORMAT_CSV) {
        const bool first = (aside ? report->end.reference_rows : report->end.rows) == 0;
        buffer_text(b, !lines ? first ? "\n" : ",\n" : aside ? "{\"reference_result\":" : "");
        fields_json_row(b, row, &report->texts, report->findings.times);
        buffer_text(b, !lines ? "" : aside ? "}\n" : "\n");
    }
}

/* Moves the rows of the reference to a temporary file once there are many. */
static bool spool_references(abs_report *report, abs_error *error)
{
    abs_buffer *b = &report->references;
    if (b->length < REFERENCE_BYTES)
        return true;
    if (report->spooled < 0 && (report->spooled = file_spool(references_name, error)) < 0)
        return false;
    const bool written =
        file_spool_write(report->spooled, references_name, b->data, b->length, error);
    buffer_clear(b);
    return written;
}

/* Writes the rows of the reference, from that file and from memory. */
static bool write_references(abs_report *report, abs_error *error)
{
    off_t at = 0;
    for (ssize_t count = 1; report->spooled >= 0 && count != 0;) {
        buffer_reserve(&report->text, FLUSH_BYTES);
        count = pread(report->spooled, report->text.data, FLUSH_BYTES, at);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return abs_fail(error, ABS_CANNOT_RUN, "%s cannot be read again: %s", references_name,
                            strerror(errno));
        at += count;
        report->text.length = (size_t)count;
        if (!flush(report, error))
            return false;
    }
    buffer_text(&report->text, buffer_end(&report->references));
    return true;
}

bool abs_report_row(abs_report *report, const abs_row *of_job, abs_error *error)
{
    abs_row without; /* its job */
    const abs_row *row = of_job;
    if (report->rows && !report->jobs) {
        without = *of_job;
        without.job = ABS_NO_JOB;
        row = &without;
    }
    tally_add(&report->tally, row);
    report->asked += row->is_judged;
    report->judged += row->has_regret;
    if (report->rows)
        write_row(report, row);
    else if (!report->silent)
        plays_add(&report->plays, &report->tally, row);
    if (!spool_references(report, error))
        return false;
    if (!row->config->for_reference) {
        report->end.signature = abs_signature_add(report->end.signature, row);
        report->end.rows++;
    } else {
        report->end.reference_rows++;
    }
    /* A reader of a pipe gets each row at once; in a file without its final name rows may wait. */
    return !report->rows || (report->out->waits && report->text.length < FLUSH_BYTES) ||
           flush(report, error);
}

void abs_report_left_out(abs_report *report, uint64_t job)
{
    report->end.left_out++;
    if (report->jobs)
        buffer_format(&report->left_out, "%s%" PRIu64, report->end.left_out > 1 ? "," : "", job);
    if (report->format == ABS_FORMAT_JSONL && !report->silent)
        buffer_format(&report->text, LEFT_OUT_LINE, job);
}

void abs_report_flush(abs_report *report)
{
    abs_error later; /* the next row reports the same error */
    flush(report, &later);
}

void abs_report_error(abs_report *report, const char *message)
{
    for (const char *text = NULL; (text = buffer_next(&report->errors, text)) != NULL;)
        if (strcmp(text, message) == 0)
            return;
    buffer_add(&report->errors, message);
}

output_fate abs_report_interrupted(const abs_report *report, abs_buffer *said)
{
    return report->silent ? OUTPUT_ENDS
                          : output_interrupted(report->out, report->tally.count == 0, said);
}

/* ---- the end --------------------------------------------------------------------------------- */

/* Computes the findings from the rows. */
static void conclude(const abs_report *report, abs_findings *f)
{
    const abs_tally *t = &report->tally;
    f->compares = reference_is_given(&report->reference);
    f->signature = report->end.signature;
    f->milliseconds = true;
    for (size_t g = 0; g < t->group_keys.count; g++)
        f->milliseconds = f->milliseconds && t->groups[g].cpu_s < 1;
    const abs_algo *held = &report->reference.algo;
    if (f->compares && held->engine == NULL && t->group_keys.count > 0)
        held = &t->groups[0].config.algo; /* engines are compared with the first one */
    if (f->compares && held->engine != NULL) {
        free((char *)f->reference);
        f->reference = memory_text(held->name);
    }
    f->labels = label_find(t);
    verify_run(t, &f->verification);
    pairs_make(&f->pairs, t, &report->reference);
    f->aggregates = aggregate_make(t, &f->pairs);
    f->hosts = tally_hosts(t, f->verification.order);
}

/*
 * Warns that times are unreliable if searches were timed once or twice, or if a ratio is no farther
 * from 1 than repeats of one search differ: by the geometric mean over the rows of the longest time
 * divided by the shortest.
 */
static void complain_of_noise(const abs_findings *f)
{
    const abs_tally *t = f->tally;
    size_t single = 0, ratios = 0, noise = 0;
    double widest = 1;
    for (size_t g = 0; g < t->group_keys.count && t->metric == METRIC_time; g++) {
        const abs_aggregate *a = &f->aggregates[g];
        single += a->n > 0 && tally_is_noise(&t->groups[g]);
        if (a->reference == UINT32_MAX || a->reference == g || a->judged.ratio.n == 0)
            continue;
        const abs_tally_group *own = &t->groups[g], *other = &t->groups[a->reference];
        const double apart =
            exp(fmax(own->apart_log / (double)own->ok, other->apart_log / (double)other->ok));
        ratios++;
        noise += fabs(log(a->judged.ratio.point)) <= log(apart);
        widest = fmax(widest, apart);
    }
    if (single > 0)
        fprintf(
            stderr,
            "absbench: --metric=time: %zu of %zu configurations were timed fewer than %d times, "
            "which is noise; use --repeat=5 or more\n",
            single, t->group_keys.count, TALLY_REPEATS);
    else if (noise > 0)
        fprintf(
            stderr,
            "absbench: --metric=time: %zu of %zu ratios are within the noise, no farther from 1 "
            "than the times of one search differ (by up to %.1f %% on average)\n",
            noise, ratios, 100 * (widest - 1));
}

/* Complains on stderr, whatever the format: no run with wrong values must look like a good one. */
static void complain(const abs_report *report)
{
    const abs_findings *f = &report->findings;
    const abs_verification *v = &f->verification;
    abs_buffer line = {0};
    for (size_t i = 0; i < v->mismatch_count && i < MISMATCHES_SHOWN; i++) {
        buffer_clear(&line);
        sentences_mismatch(&line, f->tally, v, &v->mismatches[i]);
        fprintf(stderr, "absbench: %s\n", buffer_end(&line));
    }
    buffer_free(&line);
    if (v->mismatch_count > MISMATCHES_SHOWN)
        fprintf(stderr, "absbench: ... and %zu more\n", v->mismatch_count - MISMATCHES_SHOWN);
    complain_of_noise(f);
    if (report->plays.passes && report->format == ABS_FORMAT_CSV)
        fputs("absbench: --passes: CSV has none; use table, markdown, json or jsonl\n", stderr);
}

static bool write_tail(abs_report *report, abs_error *error)
{
    abs_buffer *b = &report->text;
    const abs_findings *f = &report->findings;
    if (report->silent)
        return true;
    if (report->format == ABS_FORMAT_JSON) {
        buffer_text(b, "\n],\n\"reference_results\":[");
        if (!flush(report, error) || !write_references(report, error))
            return false;
        buffer_text(b, "\n],\n");
        if (report->jobs)
            buffer_format(b, "\"left_out\":[%s],\n", buffer_end(&report->left_out));
        json_findings(b, &report->view);
    } else if (report->format == ABS_FORMAT_JSONL && !f->interrupted) {
        context_end_line(b, &report->end);
    } else if (!report->rows) {
        const abs_page page = page_on(report->out->fd, report->format == ABS_FORMAT_MARKDOWN);
        page_findings(b, &report->view, &page);
    }
    return flush(report, error);
}

bool abs_report_close(abs_report *report, bool interrupted, abs_error *error)
{
    static const char none[] = "--judge: it can judge no move here";
    report->findings.interrupted = interrupted;
    if (report->asked > 0 && report->judged == 0 && !interrupted && !report->jobs) {
        /* A shard may have only moves that cannot be judged. */
        abs_report_error(report, none);
        if (!report->shown)
            fprintf(stderr, "absbench: %s\n", none);
    }
    conclude(report, &report->findings);
    if (!report->shown)
        complain(report);
    if (!write_tail(report, error)) {
        abs_report_abandon(report);
        return false;
    }
    return (report->silent || output_finish(report->out, error)) &&
           (report->findings.verification.mismatch_count == 0 ||
            abs_fail_quietly(error, ABS_DIFFERS));
}
