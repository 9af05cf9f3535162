/* root.h -- a root position: where every search of a suite begins. */
#ifndef ABS_ROOT_H
#define ABS_ROOT_H

#include "absbench.h"

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

#endif
