/*
 * context.h -- where a report's numbers come from, and which searches make up its run, so that a
 * whole report can be told from a part of one.
 */
#ifndef ABS_CONTEXT_H
#define ABS_CONTEXT_H

#include "log/row.h"

/* All zeros where nothing is known of it, or the rows are of several runs. */
typedef struct {
    bool known;
    uint64_t hash;          /* of all jobs, and of what else shapes their rows */
    uint64_t jobs;          /* of all shards; ABS_NO_JOB: rounds add to them (--until-ci) */
    uint32_t shard, shards; /* shard 1 .. shards of so many; 0 of 0: it is the whole */
} abs_plan;

/* Whether two reports are of the same plan, maybe of different shards of it. */
static inline bool plan_is_same(const abs_plan *a, const abs_plan *b)
{
    return a->known && b->known && a->hash == b->hash && a->jobs == b->jobs;
}

enum { PLAN_SHARDS_MAX = 1000000 };

/* The line of JSON Lines that a job has no row. */
#define LEFT_OUT_LINE "{\"left_out\":%" PRIu64 "}\n"

/* What becomes of the jobs of a run or shard; the signature is of the rows in the order of jobs. */
typedef struct {
    uint64_t rows, reference_rows, left_out;
    uint64_t signature;
} abs_end;

typedef struct {
    bool times;           /* false: nothing that differs from run to run */
    cJSON *options;       /* every option, effective; NULL: none */
    const cJSON *plugins; /* that the rows are of; NULL: those that are loaded */
    const cJSON *inputs;  /* files that shape the rows, by name: their hashes; NULL: none */
    int argc;
    char **argv;
    uint64_t skipped_lines; /* of position files: --skip-bad left them out */
    abs_plan plan;
} abs_context;

/* What the options alone say of it. */
abs_context context_of(const abs_options *options);

/* What this program is, and which reports and plug-ins are its own: a line each, on stdout. */
void context_print_version(void);

/* Adds, as clauses, which files that shape the rows differ between the contexts of two reports. */
void context_changes(abs_buffer *b, const cJSON *one, const cJSON *other);

/* The context as a JSON object on one line. */
void context_json(abs_buffer *b, const abs_context *context);

/* The first line of JSON Lines, with its end. */
void context_head_line(abs_buffer *b, const abs_context *context);

/* The last line of JSON Lines: that all rows are there. */
void context_end_line(abs_buffer *b, const abs_end *end);

#endif
