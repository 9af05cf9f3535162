/*
 * tuning.h -- the findings of `absbench tune`: a race at one depth or at two, and what to use.
 *
 * A race finds the best of many configurations without searching every position with each of them.
 * After some positions it drops configurations that are worse; once the leader is good enough, it
 * ends. docs/tune.md says how often it is wrong. A race knows nothing of searches: its numbers are
 * logarithms of what a configuration took on a position. The order of positions must not depend on
 * them.
 */
#ifndef ABS_TUNING_H
#define ABS_TUNING_H

#include "find/pairs.h"
#include "log/context.h"

/*
 * The probabilities of two errors over all looks of a race together: a configuration is dropped for
 * one that is not better; the leader is farther behind the best than the race says.
 */
#define RACE_LEVEL_DROP 0.025
#define RACE_LEVEL_BEHIND 0.025

/*
 * Two configurations are often alike at most positions and very different at a few. Before any of
 * the few is seen, the differences are almost 0 and the result would seem certain. So the square of
 * this standard deviation of logarithms is always added to the variance.
 */
#define RACE_LEAST_DEVIATION 0.05

enum {
    RACE_MOST = 128, /* configurations */
    RACE_LOOKS_MAX = 32,
    RACE_JOINS_MAX = 4 /* configurations that may join the race later; each adds a look */
};

/* Sets the numbers of positions after which to look, which do not depend on the data; the last is
   all of them. Returns how many there are. positions >= 2. */
size_t race_plan(size_t positions, size_t looks[RACE_LOOKS_MAX]);

/* The measurements of the positions so far: logs[position * RACE_MOST + configuration]. */
typedef struct {
    const double *logs;
    size_t positions;
} race_field;

/*
 * Takes a look, one of `looks` that share the levels: the planned ones and RACE_JOINS_MAX more.
 * in[0 .. *left) are the configurations in the race, in any order. It removes those that are
 * dropped and sorts the others by mean, then by number, so that the leader comes first. Returns an
 * upper bound on how far the leader's mean is above the best one's; 0 if it is alone. It needs at
 * least two positions and 1 <= *left <= RACE_MOST.
 */
double race_look(const race_field *field, size_t looks, size_t *in, size_t *left);

/* ---- findings -------------------------------------------------------------------------------- */

/* A look at a race. */
typedef struct {
    size_t positions, left, leader;
    double behind;     /* as race_look() returned it */
    size_t joined;     /* the configuration that joined before this look, or TUNING_NONE */
    uint64_t searches; /* up to this look */
    uint64_t work;
} tuning_look;

#define TUNING_NONE SIZE_MAX
/* The index of a configuration that is searched only as the reference. */
#define TUNING_REFERENCE ((size_t)RACE_MOST - 1)

/* Why a race has ended. */
typedef enum {
    TUNING_ALONE,       /* one configuration is left */
    TUNING_GOOD,        /* the leader is within --delta of the best */
    TUNING_UNTOLD,      /* all positions have been seen; the leader may still be behind */
    TUNING_BUDGET,      /* --budget is spent, or would be in the next look */
    TUNING_INTERRUPTED, /* a signal came */
    TUNING_ENDS
} tuning_end;

extern const char *const tuning_ends[TUNING_ENDS]; /* "alone", "good", .. */

typedef struct {
    int depth;
    abs_config *configs; /* RACE_MOST: those of the ladder, then those that have joined */
    size_t raced;        /* how many configurations these are, at most TUNING_REFERENCE */
    tuning_look looks[RACE_LOOKS_MAX + RACE_JOINS_MAX];
    size_t look_count;    /* if 0, the first look was not finished, and what follows is not set */
    size_t in[RACE_MOST]; /* the configurations that are left */
    size_t left;          /* how many these are */
    size_t leader;        /* the first of them */
    double behind;
    tuning_end end;
    size_t reference;        /* an index of `configs`, or TUNING_NONE */
    abs_judged saves;        /* leader over reference on held-out positions; n = 0: not known */
    uint64_t searches, work; /* of the race, held-out positions and unfinished looks included */
    double all_work;         /* about the work of all configurations on all positions */
} tuning_race;

/* Two depths, or one. */
enum { TUNING_RACES = 2 };

typedef enum { TUNING_SAME, TUNING_AGREE, TUNING_DIFFER } tuning_depths;

typedef struct {
    abs_context context;
    const abs_subject *subject;
    const char *spec, *reference; /* reference: the value of its option */
    abs_metric metric;
    size_t positions, held_out;      /* held_out: how many of the positions are held out */
    size_t too_short;                /* positions that were left out: their games end early */
    double good;                     /* --delta, as a share */
    tuning_race races[TUNING_RACES]; /* at the depth asked for, then at one ply less */
    size_t race_count;
    bool spent, interrupted; /* whether --budget, or a signal, ended it early */
    double seconds;
} abs_tuning;

/*
 * TUNING_SAME: both depths have the same leader. TUNING_AGREE: the leader of each is among those
 * left in the other race. TUNING_DIFFER: neither holds. Both races must have looks.
 */
tuning_depths tuning_compare(const abs_tuning *tuning);

/* The configuration to use: the leader, if held-out positions show that it takes less than the
   reference, or if it alone is left and there is no other reference; the reference, if they show
   that the leader does not take less; else, and always for engines, TUNING_NONE. */
size_t tuning_use(const tuning_race *race);
/* The place of a configuration among those that are left, from 1; 0 if it is not one of them. */
size_t tuning_place(const tuning_race *race, size_t config);
/* Appends the label of a configuration within the ladder: "aspiration w=25". */
void tuning_name(abs_buffer *b, const tuning_race *race, size_t config);
/* Writes the configuration as in a row's id and returns it; NULL for TUNING_NONE. */
const char *tuning_words(abs_buffer *b, const tuning_race *race, size_t config);
/* Appends what to use in one or two sentences, without the heading. The race must have looks. */
void tuning_sentence(abs_buffer *b, const abs_tuning *tuning, const tuning_race *race);
/* Appends whether the depths agree; nothing if only one was raced. */
void tuning_depths_sentence(abs_buffer *b, const abs_tuning *tuning);
/* Appends what the races cost, and what searching all would have cost. */
void tuning_cost_sentence(abs_buffer *b, const abs_tuning *tuning);

#endif
