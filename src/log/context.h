/*
 * context.h -- the context of a report: the program, machine, options and files behind its numbers,
 * and its plan, which shows whether the report is complete.
 */
#ifndef ABS_CONTEXT_H
#define ABS_CONTEXT_H

#include "log/row.h"
#include "suite/options.h"

/* The jobs of a run. It is all zeros if they are not known, or if the rows are of several runs. */
typedef struct {
    bool known;
    uint64_t hash;          /* of all jobs and of everything else that determines their rows */
    uint64_t jobs;          /* of all shards */
    uint32_t shard, shards; /* shard is 1 to shards; both are 0 if there are no shards */
} abs_plan;

/* Whether two reports have the same plan; they may be different shards of it. */
static inline bool plan_is_same(const abs_plan *a, const abs_plan *b)
{
    return a->known && b->known && a->hash == b->hash && a->jobs == b->jobs;
}

enum { PLAN_SHARDS_MAX = 1000000 };

/* The line of JSON Lines for a job that has no row. */
#define LEFT_OUT_LINE "{\"left_out\":%" PRIu64 "}\n"

/* The results of a run or shard. The signature is that of the rows in the order of jobs. */
typedef struct {
    uint64_t rows, reference_rows, left_out;
    uint64_t signature;
} abs_end;

typedef struct {
    bool times;           /* if false, the context has nothing that differs from run to run */
    cJSON *options;       /* every option with its effective value; NULL: none */
    const cJSON *plugins; /* the hashes of the rows' plug-ins, by name; NULL: those loaded here */
    const cJSON *inputs;  /* the hashes of other files that shape the rows, by name; NULL: none */
    int jobs; /* how many searches ran side by side; of several runs the most; 0: not known */
    int argc;
    char **argv;
    const cJSON *specs;     /* a list of what the rows' specs are of; NULL: none */
    uint64_t skipped_lines; /* lines of position files that --skip-bad left out */
    abs_plan plan;
} abs_context;

/* Makes the part of the context that follows from the options. */
abs_context context_of(const abs_options *options);

/* Adds a subject to such a list. */
void context_add_subject(cJSON *specs, const abs_subject *subject);
/* Makes the subjects of such a list, by their specs; the list must outlive them. The caller frees
   them. Returns false if it is not such a list. */
bool context_subjects(const cJSON *specs, abs_names *subjects);

/* Prints on stdout what this program is, and which reports and plug-ins it reads, a line each. */
void context_print_version(void);

/* Appends, as clauses, the files that determine rows and differ between two contexts. */
void context_changes(abs_buffer *b, const cJSON *one, const cJSON *other);

/* Appends the context as a JSON object on one line. */
void context_json(abs_buffer *b, const abs_context *context);

/* Appends the first line of JSON Lines, with its newline. */
void context_head_line(abs_buffer *b, const abs_context *context);

/* Adds to the line that begins at `start` and ends with a newline the check that lines of a log
   have: a hash of the rest, which reveals damage. fields_make_json() adds that of rows. */
void context_seal(abs_buffer *b, size_t start);
/* Whether the check of such a line, without its newline, is right; true if the line has none. */
bool context_seal_holds(const char *line, size_t length);

/* Appends the last line of JSON Lines, which says that all rows are there. */
void context_end_line(abs_buffer *b, const abs_end *end);

#endif
