/* batch.h -- positions and configurations, multiplied into numbered jobs. */
#ifndef ABS_BATCH_H
#define ABS_BATCH_H

#include "search/config.h"
#include "suite/entry.h"

/* A position of a batch: a tree's seed, or a game's text and what goes with it. */
typedef union {
    uint64_t seed;
    abs_kept *kept;
} abs_place;

/* The positions of one spec, and the configurations that each is searched with. */
typedef struct {
    const abs_domain *domain;
    abs_rules *rules;
    const char *spec;
    uint32_t source; /* the spec's, in the suite's store */
    uint32_t number; /* no other batch of the suite has or had it */
    abs_place *entries;
    size_t entry_count, entry_room;
    size_t first_entry; /* the entries before it were searched in earlier rounds */
    size_t held;        /* entries after entry_count, for later rounds */
    abs_config *configs;
    size_t config_count, config_room;
    size_t first_job;
    int plies_left;   /* no search of its positions is deeper: their games are over by then */
    bool for_answers; /* --check-answers: one depth and evaluation, that of its entries' answers */
    int answer_depth;
    int answer_eval;
} abs_batch;

/* A file that was read: `kind` is "positions", "tree", "grid" or "plugin". */
typedef struct {
    const char *kind, *name; /* as it was named; "-": standard input */
    uint64_t hash;           /* of its contents */
} abs_suite_input;

typedef struct {
    abs_batch *batches;
    size_t count, room;
    uint32_t opened; /* batches so far */
    abs_store store;
    abs_names configs; /* of the batches before number `remembered` .. */
    abs_names made;    /* .. and their searches, where a later grid may make them again */
    size_t remembered;
    size_t jobs;
    size_t first_job;     /* the jobs of earlier rounds: job number 0 has this one in the plan */
    uint64_t tt_bytes;    /* the largest table of any job */
    char *grid;           /* the grid file's text, for the report; NULL: there is none */
    size_t skipped_lines; /* of position files: what could not be read and was left out .. */
    abs_names told;       /* .. and of which specs and files that was said */
    abs_suite_input *inputs;
    size_t input_count, input_room;
} abs_suite;

/* ---- a suite and its jobs ------------------------------------------------------------------ */

void abs_suite_free(abs_suite *suite);

/* Numbers the jobs of the batches from number `first` on; those before it are numbered. */
void abs_suite_number_jobs(abs_suite *suite, size_t first);

/* A hash of all jobs in their order: positions, with what is known of them, and configurations. */
uint64_t abs_suite_hash(const abs_suite *suite);

/* Takes note of a file that was read, unless it is there with the same contents. */
void abs_suite_add_input(abs_suite *suite, const char *kind, const char *name, uint64_t hash);

/* Once nothing more is added: frees what only that needs. */
void abs_suite_settle(abs_suite *suite);

/* An entry made of what its batch keeps; used again for others. Start with zeros, end with
   unpacked_free(). */
typedef struct {
    abs_entry entry;
    size_t room;           /* for the position */
    char id[ABS_TEXT_MAX]; /* a tree's */
} abs_unpacked;

void unpacked_free(abs_unpacked *unpacked);

/* Job number `job`: within a batch every position in turn, with all its configurations. The entry
   is in `to`. */
const abs_entry *abs_suite_job(const abs_suite *suite, size_t job, abs_unpacked *to,
                               const abs_config **config);

/* Its domain and configuration alone. */
const abs_domain *abs_suite_config(const abs_suite *suite, size_t job, const abs_config **config);

/* ---- a batch and its positions -------------------------------------------------------------- */

/* A new batch with the rules of a spec; `options` is what follows its name. NULL: the error is
   set. */
abs_batch *batch_open(abs_suite *suite, const abs_domain *domain, const char *spec,
                      const char *options, abs_error *error);

/* A new batch with the rules of batch number `like`. NULL: the error is set. */
abs_batch *batch_open_like(abs_suite *suite, size_t like, abs_error *error);

/* Entry number `i`, in `to`. */
const abs_entry *batch_entry(const abs_batch *batch, size_t i, abs_unpacked *to);

/* Adds a position that is kept in the suite's store. */
void batch_add_place(abs_batch *batch, abs_place place);
/* Gives back the room that its lists do not fill: a sweep may have many small batches. */
void batch_trim(abs_batch *batch);

/* The same of a seed. False: interrupted. */
bool batch_add_tree(abs_batch *batch, uint64_t seed, abs_error *error);

/* Sets the error and returns false. */

#endif
