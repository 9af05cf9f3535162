/*
 * pool.h -- runs the jobs of a suite on one or more workers. The client sees each row as soon as it
 * is finished, and receives all of them in the order of jobs.
 */
#ifndef ABS_POOL_H
#define ABS_POOL_H

#include "work/worker.h"

/* How jobs are run, and the functions that receive their rows. A function that returns false stops
   the run, and must have set the error. All but `take` may be NULL. */
typedef struct {
    int workers;                /* >= 1 */
    bool check_moves, progress; /* progress: a line on stderr with the time left */
    abs_judge *judge;           /* judges each row's move; may be NULL */
    /* Is called once the workers have their tables. */
    bool (*open)(void *context);
    /* Is called for each job before all searches; false: the job is not searched. NULL: all are. */
    bool (*wants)(void *context, size_t job);
    /* Is called by the worker as soon as a search has ended without an interrupt; several workers
       may call it at the same time. */
    bool (*finish)(void *context, abs_row *row);
    /* Is called for the jobs in order, never by two threads at a time. The row is NULL if the job
       was not searched. */
    bool (*take)(void *context, size_t job, const abs_row *row);
    /* Is called a few times a second, never by two threads at a time nor while `take` runs. */
    void (*pause)(void *context);
    void *context;
} abs_pool_client;

/*
 * How many workers a run has, from 1 to the number of jobs. --jobs sets it. Otherwise there is one
 * for each processor that this process may use; fewer if all tables would take more than half of
 * the free memory, which a line on stderr says, once. Only one if times are compared, searches are
 * repeated or limited by time, and for `bench`: searches that share a machine slow each other down.
 */
int crew_size(const abs_options *options, const abs_suite *suite);

/* Prints on stderr how many searches there will be, by how many workers, with how much memory. */
void crew_announce(const abs_options *options, const abs_suite *suite, int workers);

/* Prints on stderr how far a run has come after so many seconds, and how long it may still take if
   the searches left take as long as the others did on average. */
void pool_show_progress(double seconds, size_t done, size_t all);

/*
 * Runs all jobs, long ones before short ones; the caller's thread is one of the workers. Returns
 * whether every job was handed over. If not, the error is ABS_INTERRUPTED if a signal came first
 * (only finished rows, and all of them, are handed over, in the order of jobs), ABS_CANNOT_RUN if
 * there is no memory for the tables, or what the client set when it stopped the run.
 */
bool abs_pool_run(const abs_suite *suite, const abs_pool_client *client, abs_error *error);

#endif
