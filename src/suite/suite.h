/* suite.h -- positions and configurations, multiplied into numbered jobs; and how they are made of
   options, grids and files. */
#ifndef ABS_SUITE_H
#define ABS_SUITE_H

#include "base/buffer.h"
#include "suite/options.h"

/* ---- positions ------------------------------------------------------------------------------- */

/* A fact about a position: what a search to that depth gives. */
typedef struct {
    int depth;
    int eval; /* ABS_EVAL_..: config_eval_number() */
    int value;
} abs_known;

/* How many move sequences of `depth` plies there are, as a file says. */
typedef struct {
    uint64_t depth, count;
} abs_counted;

enum {
    ABS_KNOWN_MAX = 3, /* an answer, and a mate's two */
    ABS_MOVES_MAX = 64,
    ABS_COUNTED_MAX = 32,
    ABS_JUDGED_MAX = 256
};

/* What every move of a position is worth to the side that makes it. */
typedef struct {
    uint32_t count;                 /* of moves; 0: the position is not judged */
    uint32_t results;               /* values are the game's result, 1, 0 or -1; else points */
    int32_t values[ABS_JUDGED_MAX]; /* in the generator's order */
} abs_judgement;

/* What the operations of a line say of its position. Zeros: nothing. It is compared byte for byte,
   and kept up to its last byte that is not 0: what is rare comes last. */
typedef struct {
    uint8_t known_count, best_count, avoid_count, counted_count;
    abs_known known[ABS_KNOWN_MAX];
    uint16_t moves[ABS_MOVES_MAX]; /* the moves that solve it, then those that do not */
    abs_counted counted[ABS_COUNTED_MAX];
    abs_judgement judged;
} abs_facts;

_Static_assert(sizeof(abs_facts) ==
                   4 + ABS_KNOWN_MAX * sizeof(abs_known) + ABS_MOVES_MAX * sizeof(uint16_t) +
                       ABS_COUNTED_MAX * sizeof(abs_counted) + sizeof(abs_judgement),
               "there is no padding");

/* A root position of a domain: what --tree with a seed, or --game with a position, names. */
typedef struct {
    const abs_domain *domain;
    const void *rules; /* shared by the positions of one spec */
    void *position;    /* domain->position_size bytes */
    const char *spec;  /* "uniform:b=4,range=100", "othello:pass=free" */
    const char *text;  /* as given: the position's text; of a tree, its spec */
    const char *id;    /* unique within the run: "oth-07", "uniform:b=4#1" */
    bool has_seed;
    uint64_t seed;
    size_t number; /* its place in its batch */
    abs_facts facts;
} abs_root;

/* Whether it is known which moves solve the position. */
bool abs_root_is_problem(const abs_root *root);
/* Whether the move does; ABS_NO_MOVE never does. */
bool abs_root_solves(const abs_root *root, unsigned move);

/* A position's name, unique within a run: its id, for a game after its spec. Returns where the id
   begins. */
size_t abs_root_name(const abs_root *root, char *text, size_t size);

/* ---- a suite --------------------------------------------------------------------------------- */

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

/* ---- positions, as people and other programs write them -------------------------------------- */

/* docs/games.md says what a line of a file of positions may be: a position, and operations. */

/*
 * One position from the command line: errors are wrong usage. Its id is the one that a batch of the
 * same spec in the suite already has for that text, or one that is new among those batches.
 */
bool positions_from_text(abs_batch *batch, const char *text, abs_error *error);
/*
 * Errors name file and line, and are ABS_CANNOT_RUN; or it was interrupted. "-" is standard input.
 * `skip_bad`: lines that cannot be read are named on stderr, counted in the suite and left out.
 */
bool positions_from_file(abs_suite *suite, abs_batch *batch, const char *path, bool skip_bad,
                         abs_error *error);
/* The positions of a built-in suite's text. */
bool positions_from_suite(abs_batch *batch, const char *text, abs_error *error);

/* Cuts a line in place into a position's text, which is returned without blanks at its ends, and
   what follows it. */
char *position_cut(const abs_domain *domain, char *line, char **operations);

/* ---- from options ---------------------------------------------------------------------------- */

/*
 * Adds what the options ask for; with no domain named, the built-in mix. On failure the error says
 * whether the command line or a file is wrong; free the suite all the same.
 */
bool abs_suite_add(abs_suite *suite, const abs_options *options, abs_error *error);

/*
 * Adds the jobs of every grid of a JSON file to the suite; docs/sweep.md says its form. A grid
 * counts as command-line options that come before those in argv. Errors in the file are
 * ABS_CANNOT_RUN and name it.
 */
bool grid_add(abs_suite *suite, const char *path, int argc, char **argv, abs_error *error);
/* Appends a text or a number as the command line has it; true and false are values of on|off options
   only. False: the item is none of these. */
bool grid_write_item(abs_buffer *b, const abs_option *option, const cJSON *item);

/*
 * Loads the plug-ins that the options name, before any is looked up by its name. On failure the
 * error is wrong usage, or that a file cannot be used.
 */
bool abs_suite_load(const abs_options *options, abs_error *error);

/* Whether what was asked for can act in one at least of the batches from number `first` on. */
bool idle_check(const abs_suite *suite, size_t first, const abs_options *options, abs_error *error);
/* Says on stderr, a line for each, which options were given that no search here has a use for. */
void idle_tell(const abs_suite *suite, const abs_options *options);

/* ---- configurations -------------------------------------------------------------------------- */

/*
 * Adds a configuration for every combination of the options' settings that the domain and the
 * algorithm leave open, at the depths asked for or at that of the batch's answers; with --verify,
 * naive minimax too. On failure the error says what is wrong with the command line.
 */
bool configs_add(abs_batch *batch, const abs_options *options, abs_error *error);

/* Gives a batch that has none the configurations of the ladder that `tune` races, in the settings
   of the options. Windows that come to the same in points are one. False: the error is set. */
bool ladder_add(abs_batch *batch, const abs_options *options, abs_error *error);

/*
 * The window beyond the edge: if no other of the configurations differs from number `which` in
 * nothing but a smaller window, or none in a larger one, *next is the same with half or twice its
 * window. False: it has no window, stands between two, or there is none beyond.
 */
bool ladder_extend(const abs_config *configs, size_t count, size_t which, abs_config *next);

#endif
