/* batch.h -- positions and configurations, multiplied into numbered jobs. */
#ifndef ABS_BATCH_H
#define ABS_BATCH_H

#include "base/names.h"
#include "search/config.h"
#include "suite/root.h"

/* A position of a game as it is kept: a sweep may have a million of them. */
typedef struct abs_stored {
    struct abs_stored *before; /* the same, of which an earlier grid's file says other things */
    uint32_t number;           /* of its id, among those of its source */
    uint32_t opened;           /* its source's, when a batch took it last */
    uint32_t size;             /* of all that begins with its text */
    char text[];               /* then follows what is known of it, as far as it is not 0 */
} abs_stored;

/* A position of a batch: a tree's seed, or the address of a game's abs_stored. */
typedef uint64_t abs_place;

static inline const abs_stored *place_stored(abs_place place)
{
    return (const abs_stored *)(uintptr_t)place;
}

/* A spec, and the positions of a game that were read for it. */
typedef struct {
    const abs_domain *domain;
    abs_rules *rules;
    const char *spec;  /* "othello:pass=free" */
    abs_names stored;  /* by their ids, the last abs_stored of each */
    size_t numbered;   /* the last number in an id that was made up */
    size_t batch;      /* the place of the batch that was opened last by its name, from 1 */
    uint32_t opened;   /* how often one was: by several grids, of which some may search the same */
    uint64_t greatest; /* seed, of all its batches, once rounds have begun */
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
    abs_place *roots;
    size_t root_count, root_room;
    size_t first_root; /* the roots before it were searched in earlier rounds */
    size_t held;       /* roots after root_count, for later rounds */
    abs_config *configs;
    size_t config_count, config_room;
    /* Where other batches make some of its searches: those that it makes, each the number of its
       root times config_count, and its configuration's. NULL: all. */
    size_t *searches;
    size_t search_count, first_search; /* the first of this round */
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
    abs_names specs; /* with their sources */
    size_t jobs;
    size_t first_job;     /* the jobs of earlier rounds: job number 0 has this one in the plan */
    uint64_t tt_bytes;    /* the largest table of any job */
    char *grid;           /* the grid file's text, for the report; NULL: there is none */
    abs_names told;       /* the files of which it was said what was left out */
    size_t skipped_lines; /* of position files: what could not be read and was left out */
    abs_suite_input *inputs;
    size_t input_count, input_room;
} abs_suite;

void abs_suite_free(abs_suite *suite);

/* Takes note of a file that was read, unless it is there with the same contents. */
void abs_suite_add_input(abs_suite *suite, const char *kind, const char *name, uint64_t hash);

/* ---- jobs ------------------------------------------------------------------------------------ */

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

/* Numbers the jobs of all batches. */
void abs_suite_number_jobs(abs_suite *suite);

/* A hash of all jobs in their order: positions, with what is known of them, and configurations. */
uint64_t abs_suite_hash(const abs_suite *suite);

/*
 * Rounds (--until-ci). suite_hold() keeps all but a few positions of every game for later, in an
 * order in which every beginning is spread over the suite. suite_next() makes the jobs of the next
 * round: wanted[i] more positions of batch i, from those held back or, for a tree, from further
 * seeds; suite->jobs is 0 afterwards if there are none.
 */
void suite_hold(abs_suite *suite);
void suite_next(abs_suite *suite, const size_t *wanted);

/*
 * Once all grids are there: no search twice. A result is not made again that an earlier batch
 * makes, nor a reference that any makes as a result, or an earlier one as a reference. False:
 * interrupted.
 */
bool suite_leave_out(abs_suite *suite, abs_error *error);

/* ---- batches --------------------------------------------------------------------------------- */

/* A new batch of a spec; `options` is what follows its name. NULL: the error is set. */
abs_batch *batch_open(abs_suite *suite, const abs_domain *domain, const char *spec,
                      const char *options, abs_error *error);

/* A new batch of the spec of another, at that place: the later ones move. */
abs_batch *batch_insert(abs_suite *suite, size_t place, abs_source *source);

/* Root number `i`, in `to`. */
const abs_root *batch_root(const abs_batch *batch, size_t i, abs_parsed *to);

void batch_add_place(abs_batch *batch, abs_place place);
void batch_add_config(abs_batch *batch, const abs_config *config);

/* --max-positions: the batch keeps at most `most` of its positions, in their order: of a tree the
   first seeds, of a game positions spread over the suite. 0: all. */
void batch_keep(abs_batch *batch, size_t most);

#endif
