/* commands.h -- the function of each command, which two similar commands may share, and functions
   that several commands use. */
#ifndef ABS_COMMANDS_H
#define ABS_COMMANDS_H

#include "suite/suite.h"
#include "view/report.h"
#include "view/tables.h"

/* A command. It may set options that are not given. If it returns false, the error's code is the
   exit code, and its text says what was wrong and what to do. */
typedef bool abs_command(abs_options *options, abs_error *error);

#define VERB(id, name, operands, help, function) abs_command command_##function;
#define SCRIPT(name, help)
#include "suite/verbs.def"

/* The name of a section of `absbench list`, from 0; NULL if there are no more. */
const char *list_section(size_t number);

/* Opens a report; stderr says if its last line is incomplete. Returns NULL with the error set. */
abs_reader *input_open(const char *path, abs_error *error);
/* Opens reports, which stay open, after checking that all exist. Names those with an incomplete
   last line on stderr. Returns false with the error set. */
bool inputs_open(abs_reader **readers, char **paths, size_t count, abs_error *error);
/* Whether the inputs of one plan are complete; `plans` has the number of each input's plan.
   Prints what is missing, as far as its jobs are known. Sets *shards_missing if whole shards are
   missing. */
bool gaps_judge(abs_reader *const *inputs, const size_t *plans, size_t inputs_count, size_t plan,
                bool *shards_missing);

/* Totals of all rows of a run. */
typedef struct {
    uint64_t signature;
    double nodes, seconds; /* the seconds of each search, whatever ran beside it */
} suite_sum;

/*
 * Runs all jobs and writes the report that the options ask for. Sets *sum to the totals of all
 * rows. stderr says what was interrupted or not done. It can be called once in a process.
 */
bool suite_run(abs_suite *suite, const abs_options *options, abs_report_kind kind, suite_sum *sum,
               abs_error *error);

/* The times of --repeat. Each round runs all jobs, so that a temporary slowdown of the machine
   affects all of them. */
typedef struct {
    int rounds, round;  /* the caller sets `round` before each, from 0 */
    double *cpu, *real; /* by job, then by round */
    uint64_t *counts;   /* by job: a hash of its counts; 0 if it has none yet */
} abs_timings;

/* Starts the times of `repeats` rounds of so many jobs. */
void timings_start(abs_timings *timings, size_t jobs, int repeats);
void timings_free(abs_timings *timings);

/*
 * Records the time of a row of the round. It must be called once for each row, from any thread.
 * Returns false if the row's counts differ from earlier ones, unless a limit of time stopped it.
 */
bool timings_take(abs_timings *timings, const abs_row *row);
/* Returns a row of the last round, whose time is recorded, with the times of all rounds. */
abs_row timings_row(const abs_timings *timings, const abs_row *row);

#endif
