/* batch.h -- positions and configurations, multiplied into numbered jobs. */
#ifndef ABS_BATCH_H
#define ABS_BATCH_H

#include "base/names.h"
#include "search/config.h"
#include "suite/root.h"

/* A position of a batch: a tree's seed, or a game's text and what goes with it. */
typedef union {
    uint64_t seed;
    abs_stored *stored;
} abs_place;

/* A spec, and what is known of it while batches of its positions are made. */
typedef struct {
    const abs_domain *domain;
    abs_rules *rules;
    const char *spec;     /* "othello:pass=free" */
    abs_names ids, texts; /* of its positions, which are kept with them */
    size_t numbered;      /* the last number in an id that was made up */
    size_t batch;         /* the place of the batch that was opened last by its name, from 1 */
    size_t grids;         /* that have such a batch */
    abs_names told;       /* the files of which it was said what was left out */
    abs_names configs;    /* of its batches before number `remembered` of the suite .. */
    abs_names made;       /* .. and their searches, where a later grid may make them again */
} abs_source;

/* Which positions of a spec are in a batch, where not all are searched alike. */
typedef struct {
    int plies_left;                /* no search is deeper: their games are over by then */
    int answer_depth, answer_eval; /* --check-answers: theirs, and of all searches; else depth -1 */
} abs_part;

/* Positions of one spec, and the configurations that each is searched with. */
typedef struct {
    abs_source *source;
    const abs_domain *domain; /* the source's, as are the rules */
    abs_rules *rules;
    const char *spec;
    uint32_t number; /* no other batch of the suite has or had it */
    abs_place *roots;
    size_t root_count, root_room;
    size_t first_root; /* the roots before it were searched in earlier rounds */
    size_t held;       /* roots after root_count, for later rounds */
    abs_config *configs;
    size_t config_count, config_room;
    size_t first_job;
    abs_part part;
} abs_batch;

/* A file that was read: `kind` is "positions", "tree", "grid" or "plugin". */
typedef struct {
    const char *kind, *name; /* as it was named; "-": standard input */
    uint64_t hash;           /* of its contents */
} abs_suite_input;

typedef struct {
    abs_batch *batches;
    size_t count, room;
    uint32_t opened;     /* batches so far */
    abs_names specs;     /* with their sources */
    abs_stored *last_stored; /* of all positions of games; the others follow it */
    size_t remembered;   /* batches whose searches their sources know */
    size_t jobs;
    size_t first_job;     /* the jobs of earlier rounds: job number 0 has this one in the plan */
    uint64_t tt_bytes;    /* the largest table of any job */
    char *grid;           /* the grid file's text, for the report; NULL: there is none */
    size_t skipped_lines; /* of position files: what could not be read and was left out */
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

/* A root made of what its batch keeps; used again for others. Start with zeros, end with
   parsed_free(). */
typedef struct {
    abs_root root;
    size_t room;           /* for the position */
    char id[ABS_TEXT_MAX]; /* a tree's */
} abs_parsed;

void parsed_free(abs_parsed *parsed);

/* Job number `job`: within a batch every position in turn, with all its configurations. The root
   is in `to`. */
const abs_root *abs_suite_job(const abs_suite *suite, size_t job, abs_parsed *to,
                              const abs_config **config);

/* Its domain and configuration alone. */
const abs_domain *abs_suite_config(const abs_suite *suite, size_t job, const abs_config **config);

/* ---- a batch and its positions -------------------------------------------------------------- */

/* A new batch of a spec; `options` is what follows its name. NULL: the error is set. */
abs_batch *batch_open(abs_suite *suite, const abs_domain *domain, const char *spec,
                      const char *options, abs_error *error);

/* A new batch of the spec of another, at that place: the later ones move. */
abs_batch *batch_insert(abs_suite *suite, size_t place, abs_source *source);

/* Entry number `i`, in `to`. */
const abs_root *batch_root(const abs_batch *batch, size_t i, abs_parsed *to);

void batch_add_place(abs_batch *batch, abs_place place);
void batch_add_config(abs_batch *batch, const abs_config *config);
/* Gives back the room that its configurations do not fill: a sweep may have many small batches. */
void batch_trim(abs_batch *batch);

#endif
