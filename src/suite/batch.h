/* batch.h -- positions and configurations, multiplied into numbered jobs. */
#ifndef ABS_BATCH_H
#define ABS_BATCH_H

#include "search/config.h"
#include "suite/entry.h"

/* The positions of one spec, and the configurations that each is searched with. */
typedef struct {
    const abs_domain *domain;
    void *rules;
    char *spec;
    abs_entry *entries;
    size_t entry_count, entry_room;
    size_t first_entry; /* the entries before it were searched in earlier rounds */
    size_t held;        /* entries after entry_count, for later rounds */
    abs_config *configs;
    size_t config_count, config_room;
    size_t first_job;
    int plies_left;   /* no search of its positions is deeper: their games are over by then */
    bool for_answers; /* --check-answers: one depth and evaluation, that of its entries' answers */
    int answer_depth;
    abs_eval answer_eval;
} abs_batch;

typedef struct {
    abs_batch *batches;
    size_t count;
    size_t jobs;
    size_t first_job; /* the jobs of earlier rounds: job number 0 has this one in the plan */
    size_t tt_bytes; /* the largest table of any job */
    char *grid;      /* the grid file's text, for the report; NULL: there is none */
} abs_suite;

/* ---- a suite and its jobs ------------------------------------------------------------------ */

void abs_suite_free(abs_suite *suite);

/* Numbers the jobs of all batches anew. */
void abs_suite_number_jobs(abs_suite *suite);

/* A hash of all jobs in their order: positions, with what is known of them, and configurations. */
uint64_t abs_suite_hash(const abs_suite *suite);

/* Job number `job`: within a batch every position in turn, with all its configurations. */
void abs_suite_job(const abs_suite *suite, size_t job, const abs_entry **entry,
                   const abs_config **config);

/* ---- a batch and its positions -------------------------------------------------------------- */

/* A new batch with the rules of a spec; `options` is what follows its name. NULL: the error is
   set. */
abs_batch *batch_open(abs_suite *suite, const abs_domain *domain, const char *spec,
                      const char *options, abs_error *error);

/* A new batch with the rules of batch number `like`. NULL: the error is set. */
abs_batch *batch_open_like(abs_suite *suite, size_t like, abs_error *error);

/* A new entry with room for its position; its texts are copied. NULL: no memory. */
abs_entry *batch_add_entry(abs_batch *batch, const char *id, const char *text);
/* A copy of an entry in a batch of the same domain. False: no memory. */
bool batch_copy_entry(abs_batch *batch, const abs_entry *from);
void batch_free_entry(abs_entry *entry, const abs_batch *batch);
void batch_drop_entries(abs_batch *batch);

/* Adds the tree of a seed to the batch. False: the error is set. */
bool batch_add_tree(abs_batch *batch, uint64_t seed, abs_error *error);

/* Sets the error and returns false. */
bool batch_no_memory(abs_error *error);

#endif
