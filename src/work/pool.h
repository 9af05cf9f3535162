/*
 * pool.h -- runs the jobs of a suite on one or more workers. Each row is shown as soon as it is
 * finished, and handed over in the order of jobs.
 */
#ifndef ABS_POOL_H
#define ABS_POOL_H

#include "work/worker.h"

/* Who searches, and whom rows go to. Those that return false stop the run, and have set the error.
 * All but `take` may be NULL. */
typedef struct {
    int workers;                /* >= 1 */
    bool check_moves, progress; /* progress: a line on stderr with the time left */
    abs_judge *judge;           /* of each row's move */
    /* Called once there are workers with their tables. */
    bool (*open)(void *context);
    /* Whether the job is to be searched: asked once, before the first is. NULL: all are. */
    bool (*wants)(void *context, size_t job);
    /* A search has ended, and was not interrupted: called at once, in its worker's own thread, by
       several at a time. */
    bool (*finish)(void *context, abs_row *row);
    /* A job is due: in the order of jobs, by one worker at a time, as the next. Its row; or NULL:
       it was not to be searched, or a fault with that signal ended its search. */
    bool (*take)(void *context, size_t job, const abs_row *row, int signal);
    /* A few times a second. */
    void (*pause)(void *context);
    void *context;
} abs_pool_client;

/* Says which search a signal ended. Returns false. */
bool pool_fail_lost(const abs_suite *suite, size_t job, int signal, abs_error *error);

/*
 * How many workers a run has: as --jobs says; else a sweep or a race has one for each processor
 * that this process may use, as long as their tables together take at most half of the memory, and
 * anything else has one: times of searches that share a machine are not their own. Never more than
 * there are jobs; at least 1.
 */
int crew_size(const abs_options *options, const abs_suite *suite);

/* Says on stderr how many searches there will be, by how many workers, with how much memory. */
void crew_announce(const abs_options *options, const abs_suite *suite);

/* The line on stderr that says how far a run has come after some seconds, and how long it may still
   take, if those left cost what the others did on average. */
void pool_show_progress(double seconds, size_t done, size_t all);

/*
 * Runs all jobs, long ones before short ones; the caller's thread is one of the workers. Returns
 * whether every row was handed over. Else the error is ABS_INTERRUPTED when a signal came first
 * (every row that was finished is handed over, still in the order of jobs, and none half done),
 * ABS_CANNOT_RUN where there is no room for the tables, or what the client set when it said stop.
 * A search that does not stop when it should is left after INTERRUPT_GRACE_S seconds.
 */
bool abs_pool_run(const abs_suite *suite, const abs_pool_client *client, abs_error *error);

#endif
