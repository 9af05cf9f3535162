/*
 * suite.h -- positions and configurations, multiplied into numbered jobs.
 */
#ifndef ABS_SUITE_H
#define ABS_SUITE_H

#include "search/config.h"
#include "suite/entry.h"
#include "suite/options.h"

/* The positions of one spec, and the configurations each of them is searched with. */
typedef struct {
    const abs_domain *domain;
    void *rules;
    char *spec;
    abs_entry *entries;
    size_t entry_count, entry_room;
    size_t first_entry; /* those before it were searched in an earlier round */
    size_t held;        /* entries after entry_count, for later rounds */
    abs_config *configs;
    size_t config_count, config_room;
    size_t first_job;
    bool for_answers; /* --check-answers: one depth and evaluation, that of its entries' answers */
    int answer_depth;
    abs_eval answer_eval;
} abs_batch;

typedef struct {
    abs_batch *batches;
    size_t count;
    size_t jobs;
    size_t tt_bytes; /* the largest table of any job */
    char *grid;      /* the grid file's text, for the report; NULL: there is none */
} abs_suite;

/*
 * Adds what the options ask for; with no domain named, the built-in mix. On failure the error says
 * whether the command line or a file is wrong; free the suite all the same.
 */
bool abs_suite_add(abs_suite *suite, const abs_options *options, abs_error *error);
void abs_suite_free(abs_suite *suite);

/*
 * Rounds (--until-ci). abs_suite_hold() keeps all but a few positions of every game for later, in
 * an order in which every beginning is spread over the suite. abs_suite_next() makes the jobs of
 * the next round: wanted[i] more positions of batch i, of those held back or, of a tree, with
 * further seeds; there are none when suite->jobs is 0 after it. False: no memory, or interrupted.
 */
bool abs_suite_hold(abs_suite *suite, abs_error *error);
bool abs_suite_next(abs_suite *suite, const size_t *wanted, abs_error *error);

/* Job number `job`: within a batch every position in turn, with all its configurations. */
void abs_suite_job(const abs_suite *suite, size_t job, const abs_entry **entry,
                   const abs_config **config);

#endif
