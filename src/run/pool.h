/*
 * pool.h -- runs the jobs of a suite on one or more workers, and hands their rows over in order.
 */
#ifndef ABS_POOL_H
#define ABS_POOL_H

#include "row/row.h"
#include "suite/batch.h"

typedef struct abs_pool abs_pool;

typedef struct {
    int workers; /* >= 1 */
    bool check_moves;
    bool progress;                /* a line on stderr with the time left */
    void (*pause)(void *context); /* may be NULL; called from the caller's thread a few times a
                                     second, with the context of abs_pool_run() */
} abs_pool_options;

/* Makes the workers, with their tables. NULL: no memory, and the error says what to do. */
abs_pool *abs_pool_new(const abs_suite *suite, const abs_pool_options *options, abs_error *error);
void abs_pool_free(abs_pool *pool);

/* Takes row number `job`. Called in job order, from the caller's thread. False: stop. */
typedef bool abs_pool_taker(void *context, const abs_row *row);

/*
 * Runs all jobs. Returns ABS_OK when every row was taken, ABS_INTERRUPTED when a signal came first
 * (every row that was finished is taken, still in job order, and none half done), else
 * ABS_CANNOT_RUN: no memory (the error set), or `take` said stop (the error is take's). Call it
 * once for each pool.
 */
abs_exit abs_pool_run(abs_pool *pool, abs_pool_taker *take, void *context, abs_error *error);

#endif
