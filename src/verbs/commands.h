/* commands.h -- one function for each command of the program, or for two that are much alike; and
   what several of them use. */
#ifndef ABS_COMMANDS_H
#define ABS_COMMANDS_H

#include "view/report.h"
#include "view/tables.h"

/* All return whether all went well, and may fill in what the options leave open. Else the error's
   code is that of the exit, and its text says what was wrong and what to do. */
typedef bool abs_command(abs_options *options, abs_error *error);

#define VERB(id, name, operands, help, function) abs_command command_##function;
#define SCRIPT(name, help)
#include "suite/verbs.def"

/* The name of a section of `absbench list`, from 0; NULL: there are no more. */
const char *list_section(size_t number);

/* Opens reports, for good, once all are known to be there; says on stderr whose last line is torn.
   False: the error is set. */
bool inputs_open(abs_reader **readers, char **paths, size_t count, abs_error *error);

/*
 * Runs all jobs into the report that the options ask for; what was interrupted or left undone is
 * reported on stderr. With --until-ci, positions are added until it is met. The signature of all
 * rows is left in *signature. Once in a process.
 */
bool suite_run(abs_suite *suite, const abs_options *options, abs_report_kind kind,
               uint64_t *signature, abs_error *error);

/* --repeat: all jobs in one round after the other, so that what slows the machine down for a while
   slows all of them. */
typedef struct {
    uint64_t first_job;
    int rounds, round;  /* round: set before each, from 0 */
    double *cpu, *real; /* by job, then by round */
    uint64_t *counts;   /* by job: a hash; 0: none yet */
} abs_timings;

/* For `repeats` rounds in all, of jobs from `first_job` on. */
void timings_start(abs_timings *timings, uint64_t first_job, size_t jobs, int repeats);
void timings_free(abs_timings *timings);

/*
 * Takes the time of a row of the round, once; rows of different jobs from any threads. False: it
 * counts otherwise than before, and was not stopped by a clock.
 */
bool timings_take(abs_timings *timings, const abs_row *row);
/* A row of the last round whose time was taken, with the times of all. */
abs_row timings_row(const abs_timings *timings, const abs_row *row);

/* --until-ci: leaves the jobs of the first round in the suite. False: there will be no ratios. */
bool rounds_begin(abs_suite *suite, const abs_options *options, abs_error *error);
/* The jobs of the next: none if the ratios are known well enough, or cannot be known better, which
   the report and stderr are told. False: there are no ratios. */
bool rounds_next(abs_suite *suite, const abs_options *options, abs_report *report,
                 abs_error *error);

#endif
