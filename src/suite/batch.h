/* batch.h -- what is searched: positions of a spec, and the configurations for each of them. */
#ifndef ABS_BATCH_H
#define ABS_BATCH_H

#include "base/buffer.h"
#include "search/config.h"

/* ---- positions ------------------------------------------------------------------------------- */

/* A known value of a position: what a search to that depth returns. */
typedef struct {
    int depth;
    int eval; /* ABS_EVAL_..: config_eval_number() */
    int value;
} abs_known;

/* The number of move sequences of `depth` plies that a file states. */
typedef struct {
    uint64_t depth, count;
} abs_counted;

enum {
    ABS_KNOWN_MAX = 5, /* an answer, the two of a mate, a score's sign; one more fills the word */
    ABS_MOVES_MAX = 64,
    ABS_COUNTED_MAX = 32,
    ABS_JUDGED_MAX = 256
};

/* Units of values: the game's points, results of the game (1, 0 or -1), or discs. */
enum { ABS_UNIT_POINTS, ABS_UNIT_RESULTS, ABS_UNIT_DISCS };

#define ABS_UNJUDGED INT32_MIN

/* What every move of a position is worth to the side that makes it. */
typedef struct {
    uint32_t count;                 /* of moves; 0: the position is not judged */
    uint32_t unit;                  /* ABS_UNIT_.. */
    int32_t values[ABS_JUDGED_MAX]; /* in the generator's order; or ABS_UNJUDGED */
} abs_judgement;

/* What a line's operations say about its position; all zeros if there are none. It is compared byte
   for byte and stored up to its last byte that is not 0, so that rare members come last. */
typedef struct {
    uint8_t known_count, best_count, avoid_count, counted_count;
    abs_known known[ABS_KNOWN_MAX];
    uint16_t moves[ABS_MOVES_MAX]; /* best_count moves to find, then avoid_count to avoid */
    abs_counted counted[ABS_COUNTED_MAX];
    abs_judgement judged;
} abs_facts;

_Static_assert(sizeof(abs_facts) ==
                   4 + ABS_KNOWN_MAX * sizeof(abs_known) + ABS_MOVES_MAX * sizeof(uint16_t) +
                       ABS_COUNTED_MAX * sizeof(abs_counted) + sizeof(abs_judgement),
               "there is no padding");

#define ABS_POINTS "points" /* the points of a domain that does not name them */

/* The subject of a spec, as reports state it: readers of rows open no game. */
typedef struct {
    const char *kind, *domain, *spec; /* "game", "othello", "othello:pass=free" */
    const char *option;            /* "--game=othello:pass=free"; NULL: no command line names it */
    const char *points;            /* the unit of its values */
    int half_pawn;                 /* in points */
    unsigned orders, usual_orders; /* ABS_ORDER_..: those that have an effect; the defaults */
    unsigned selects;              /* ABS_SELECT_..: those that have an effect */
    bool quiescence;               /* it has a quiescence search, which is on by default */
    bool seeds;                    /* its positions are numbered by seeds */
} abs_subject;

/* The subject of a spec, whose text must outlive it; the caller frees its option. */
abs_subject subject_of(const abs_domain *domain, const abs_rules *rules, const char *spec);

static inline bool subject_is_tree(const abs_subject *subject)
{
    return strcmp(subject->kind, "tree") == 0;
}

/* A root position of a domain, as --tree with a seed or --game with a position names it. */
typedef struct {
    const abs_subject *subject;
    const abs_domain *domain; /* these two and `position` are NULL if a report was read */
    const void *rules;        /* shared by the positions of one spec */
    void *position;           /* domain->position_size bytes */
    const char *spec;         /* "uniform:b=4,range=100", "othello:pass=free" */
    const char *text;         /* the position as it was given; for a tree, its spec */
    const char *id;           /* unique within the run: "oth-07", "uniform:b=4#1" */
    bool has_seed;
    uint64_t seed;
    size_t number;          /* its index in its batch */
    const abs_facts *facts; /* NULL: nothing is known of it */
    struct root_room *room; /* batch_root() allocated it here; or NULL */
} abs_root;

/* What is known of the position; never NULL. */
const abs_facts *root_facts(const abs_root *root);

/* Whether the moves that solve the position are known. */
bool abs_root_is_problem(const abs_root *root);
/* Whether the move solves it; ABS_NO_MOVE never does. */
bool abs_root_solves(const abs_root *root, unsigned move);

/* Writes a position's name, which is unique within a run: a tree's id, or a game's spec and the id.
   Returns where the id begins. */
size_t abs_root_name(const abs_root *root, char *text, size_t size);

/* ---- a suite --------------------------------------------------------------------------------- */

/* A position of a game, kept small because a sweep may have a million of them. */
typedef struct {
    uint32_t opened; /* abs_source.opened when a batch last took it */
    uint32_t size;   /* bytes of the text, its NUL and the facts */
    char text[];     /* the text, then its abs_facts up to the last byte not 0 */
} abs_position;

/* A spec, whose positions are numbered: a game's in the order of their ids, and a tree's by their
   seeds. */
typedef struct {
    const abs_domain *domain;
    abs_rules *rules;
    const char *spec; /* "othello:pass=free" */
    abs_subject subject;
    abs_names ids;   /* for each, its abs_position */
    size_t numbered; /* the last number in an id that the program made up */
    size_t batch;    /* the batch that batch_open() made last, from 1 */
    uint32_t opened; /* how many batches it has made; they may share searches */
} abs_source;

/* Positions of one spec, and the configurations with which each is searched. */
typedef struct {
    abs_source *source;
    const abs_domain *domain; /* the source's, as are the rules */
    abs_rules *rules;
    const char *spec;
    uint64_t *roots; /* numbers of the source's positions */
    size_t root_count, root_room;
    size_t first_root; /* `tune` has already searched the roots before this one */
    abs_config *configs;
    size_t config_count, config_room;
    /* If its spec has several batches: the searches that this one makes, each as the index of its
       root times config_count plus that of its configuration. NULL: it makes all. */
    size_t *searches;
    size_t search_count;
    size_t first_job;
    int plies_left; /* its games end within so many plies, so that no search is deeper */
    bool of_suite;  /* its positions are the game's suite */
} abs_batch;

/* A file that was read: `kind` is "positions", "tree", "grid" or "plugin". */
typedef struct {
    const char *kind, *name; /* the name as it was given; "-" is standard input */
    uint64_t hash;           /* of its contents; 0: they cannot be read */
} abs_suite_input;

typedef struct {
    abs_batch *batches;
    size_t count, room;
    abs_names specs; /* the abs_source of each spec */
    size_t jobs;
    uint64_t tt_bytes;    /* the largest table of any job */
    char *grid;           /* the text of the grid file, for the report; NULL if there is none */
    abs_names told;       /* the files whose bad lines have been reported on stderr */
    size_t skipped_lines; /* bad lines of position files, which were left out */
    abs_suite_input *inputs;
    size_t input_count, input_room;
} abs_suite;

void abs_suite_free(abs_suite *suite);

/* Adds a file that was read, unless it is already listed with the same contents. */
void abs_suite_add_input(abs_suite *suite, const char *kind, const char *name, uint64_t hash);

/* ---- batches --------------------------------------------------------------------------------- */

/* Adds a batch for a spec, whose options follow its name. Returns NULL if they are wrong. */
abs_batch *batch_open(abs_suite *suite, const abs_domain *domain, const char *spec,
                      const char *options, abs_error *error);

/* Inserts a batch for the source at that index. Pointers to batches are invalid afterwards. */
abs_batch *batch_insert(abs_suite *suite, size_t place, abs_source *source);

/* A root of a game as it was read. */
const abs_position *batch_position(const abs_batch *batch, size_t i);

/* Makes root number `i` in `to`, and returns it. `to` starts as zeros, can be used for one root
   after another, and ends with root_free(). */
const abs_root *batch_root(const abs_batch *batch, size_t i, abs_root *to);
void root_free(abs_root *root);

void batch_add_root(abs_batch *batch, uint64_t number);
void batch_add_config(abs_batch *batch, const abs_config *config);

/* Keeps at most `most` positions (--max-positions; 0: all) in their order: the first seeds of a
   tree, or positions spread over the suite of a game. */
void batch_keep(abs_batch *batch, size_t most);

/* What is known of a position, unpacked into `to`; NULL if that is nothing. */
const abs_facts *position_facts(const abs_position *position, abs_facts *to);

#endif
