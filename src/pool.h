/*
 * pool.h -- runs the jobs of a suite on one or more workers, and hands their rows over in order.
 */
#ifndef ABS_POOL_H
#define ABS_POOL_H

#include "suite.h"

typedef struct {
    int workers; /* >= 1 */
    bool check_moves;
    bool progress; /* a line on stderr with the time left */
    /* Takes row number `job`. Called in job order, from the caller's thread. False: stop. */
    bool (*take)(void *context, const abs_row *row);
    void *context;
} abs_pool_options;

/* Whether the tables fit the machine's memory; if not, the error says so. */
bool abs_pool_fits(const abs_suite *suite, int workers, abs_error *error);

/*
 * Returns ABS_OK when every row was taken, ABS_INTERRUPTED when a signal came first (the rows taken
 * are a beginning of the jobs, none half done), else ABS_CANNOT_RUN: no memory (the error set), or
 * `take` said stop (the error is take's).
 */
abs_exit abs_pool_run(const abs_suite *suite, const abs_pool_options *options, abs_error *error);

#endif
