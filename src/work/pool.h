/*
 * pool.h -- runs the jobs of a suite on one or more workers. Each row is shown as soon as it is
 * finished, and handed over in the order of jobs.
 */
#ifndef ABS_POOL_H
#define ABS_POOL_H

#include "base/error.h"
#include "log/row.h"
#include "suite/batch.h"
#include "suite/options.h"
#include "work/judged.h"

/* What is to be done about a job, and what became of it. */
typedef enum {
    POOL_SEARCH,
    POOL_TAKEN,     /* its search is not finished; those below have ended */
    POOL_DONE,      /* its row waits to be handed over */
    POOL_THERE,     /* its row is known already: fetched when it is due */
    POOL_ELSEWHERE, /* not in this run */
    POOL_LOST       /* a fault ended its search; the signal's number is added to this */
} abs_pool_job;

/* Who searches, and whom rows go to. Those that return false stop the run, and have set the error.
 */
typedef struct {
    int workers; /* >= 1 */
    bool check_moves;
    abs_judge *judge; /* of each row's move; may be NULL */
    bool progress;    /* a line on stderr with the time left */
    /* Called once there are workers with their tables. May be NULL. */
    bool (*open)(void *context);
    /* Asked once for each job, before the first is searched: POOL_SEARCH, POOL_THERE or
       POOL_ELSEWHERE. NULL: all are searched. */
    abs_pool_job (*find)(void *context, size_t job);
    /* A search has ended, and was not interrupted: called at once, in its worker's own thread, by
       several at a time. May be NULL. */
    bool (*finish)(void *context, const abs_row *row);
    /* Takes the row that is due. In the order of jobs, by one worker at a time, as the rest. */
    bool (*take)(void *context, const abs_row *row);
    /* The job that is due is POOL_THERE. */
    bool (*fetch)(void *context, size_t job);
    /* The job that is due was lost: a signal of a fault ended its search. */
    bool (*lose)(void *context, size_t job, int signal);
    /* A few times a second. May be NULL. */
    void (*pause)(void *context);
    void *context;
} abs_pool_client;

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
 * ABS_OK when every row was handed over, ABS_INTERRUPTED when a signal came first (every row that
 * was finished is handed over, still in the order of jobs, and none half done), else
 * ABS_CANNOT_RUN, or as the client failed: no room for the tables, or the client said stop. A
 * search that does not stop when it should is left after INTERRUPT_GRACE_S seconds.
 */
abs_exit abs_pool_run(const abs_suite *suite, const abs_pool_client *client, abs_error *error);

#endif
