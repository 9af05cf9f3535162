/*
 * recorder.h -- where the rows of a run go: into its journal as they are finished, into its reports
 * in the order of jobs.
 */
#ifndef ABS_RECORDER_H
#define ABS_RECORDER_H

#include "log/journal.h"
#include "suite/suite.h"
#include "view/report.h"
#include "work/pool.h"
#include "work/timings.h"

#include <pthread.h>

typedef struct {
    const abs_options *o;
    const abs_suite *suite;        /* of the round at hand */
    const abs_report_options *how; /* NULL: no report is wanted */
    abs_report *report, *table;    /* table: --show */
    abs_journal *journal;          /* NULL: none is kept */
    char *journal_path;            /* NULL: none is wanted */
    bool journal_is_output;        /* else it stands beside the output until that is there */
    abs_parsed parsed;             /* the position of the job at hand */
    uint64_t signature;
    size_t planned, taken; /* jobs, over all rounds */
    size_t lost;           /* jobs that a fault ended */
    size_t failed;         /* rows without a result, since their engine failed */
    size_t unaffordable;   /* minimax rows of --verify that took too many nodes: left out */
    bool last_repeat;      /* --repeat: rows are finished, times are known */
    abs_judge *judge;      /* of every round; NULL: none */
    abs_timings timings;   /* --repeat: of the suite at hand */
    pthread_mutex_t lock;  /* of the error, while workers run */
    abs_error *error;
} abs_recorder;

/* What is kept, by the options: nothing is opened before there are workers. `how`: of the report;
   NULL: there is none. False: the error is set. */
bool recorder_start(abs_recorder *r, const abs_options *o, const abs_report_options *how,
                    abs_error *error);

/* What the pool calls, for the round at hand. */
abs_pool_client recorder_client(abs_recorder *r);

/*
 * Ends journal and reports, and says on stderr what is kept where, and how to go on, if `result`
 * or what was found here is not a good end. Returns the worst of both.
 */
abs_exit recorder_close(abs_recorder *r, abs_exit result);

#endif
