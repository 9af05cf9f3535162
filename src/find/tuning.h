/*
 * tuning.h -- what `absbench tune` found: a race at one depth or at two, and what to use.
 *
 * A race says which of many configurations is best, without searching every position with
 * each of them: after some positions, those that are worse are dropped; once the leader is good
 * enough, the rest is not searched. docs/tune.md says how often it is wrong. It knows nothing of
 * searches: its numbers are logarithms of what a configuration took on a position, whichever way
 * the positions are ordered, as long as that does not depend on them.
 */
#ifndef ABS_TUNING_H
#define ABS_TUNING_H

#include "find/pairs.h"
#include "log/context.h"

/*
 * What a race may do wrong, in all of its looks together: that it drops one that is as good as
 * those it was dropped for; and that the leader is farther behind the best than it says.
 */
#define RACE_LEVEL_DROP 0.025
#define RACE_LEVEL_BEHIND 0.025

/*
 * Two configurations are often alike at most positions, and far from it at a few. While none of the
 * few has been seen their differences are next to nothing, and would seem sure: this variance is
 * always added. It is of logarithms.
 */
#define RACE_LEAST_DEVIATION 0.05

enum {
    RACE_MOST = 128, /* configurations */
    RACE_LOOKS_MAX = 32,
    RACE_JOINS_MAX = 4 /* so often one more may join, with a look of its own */
};

/* The numbers of positions after which to look, the last being all of them: beforehand, whatever
   will be seen. Returns how many there are. positions >= 2. */
size_t race_plan(size_t positions, size_t looks[RACE_LOOKS_MAX]);

/* What was measured: logs[position * RACE_MOST + configuration], of `positions` so far. */
typedef struct {
    const double *logs;
    size_t positions;
} race_field;

/*
 * A look, one of so many: those planned and RACE_JOINS_MAX share the levels. in[0 .. *left) are the
 * configurations in the race, in any order; those that are dropped are taken out, the others sorted
 * by their means, and equals by their numbers, so that the leader is the first. Returns how far the
 * leader's mean is above that of the best, at most; 0 if it is alone. 1 <= *left <= RACE_MOST; at
 * least two positions.
 */
double race_look(const race_field *field, size_t looks, size_t *in, size_t *left);

/* ---- what it found --------------------------------------------------------------------------- */

/* A look at a race. */
typedef struct {
    size_t positions, left, leader;
    double behind;     /* as of race_look() */
    size_t joined;     /* the configuration that has just joined, beyond the edge; TUNING_NONE */
    uint64_t searches; /* up to here */
    uint64_t work;
} tuning_look;

#define TUNING_NONE SIZE_MAX
/* The place of a configuration that is searched as the reference alone. */
#define TUNING_REFERENCE ((size_t)RACE_MOST - 1)

/* Why a race has ended. */
typedef enum {
    TUNING_ALONE,       /* one is left */
    TUNING_GOOD,        /* the leader is within what was asked for */
    TUNING_UNTOLD,      /* all positions have been seen */
    TUNING_BUDGET,      /* --budget is spent, or would be in the next look */
    TUNING_INTERRUPTED, /* a signal came */
    TUNING_ENDS
} tuning_end;

extern const char *const tuning_ends[TUNING_ENDS]; /* "alone", "good", .. */

typedef struct {
    int depth;
    abs_config *configs; /* RACE_MOST: those of the ladder, then those that have joined .. */
    size_t raced;        /* .. so many, at most TUNING_REFERENCE */
    tuning_look looks[RACE_LOOKS_MAX + RACE_JOINS_MAX];
    size_t look_count;    /* 0: the first was not finished; what follows is not set */
    size_t in[RACE_MOST]; /* those that are left .. */
    size_t left;          /* .. and their number */
    size_t leader;        /* the first of them */
    double behind;
    tuning_end end;
    size_t reference;        /* in `configs`; TUNING_NONE: there is none */
    abs_judged saves;        /* the leader to the reference, held-out positions; n = 0: not known */
    uint64_t searches, work; /* all of the race, those of positions held out and of a look that was
                                not finished too */
    double all_work;         /* about what all would have taken on all positions */
} tuning_race;

/* Two depths, or one. */
enum { TUNING_RACES = 2 };

typedef enum { TUNING_SAME, TUNING_AGREE, TUNING_DIFFER } tuning_depths;

typedef struct {
    abs_context context;
    const abs_domain *domain;
    const char *spec, *reference; /* reference: by its option */
    abs_metric metric;
    size_t positions, held_out;      /* held_out: of them */
    size_t too_short;                /* positions left out: their games end earlier */
    double good;                     /* --delta, as a share */
    tuning_race races[TUNING_RACES]; /* the depth asked for, then one ply less */
    size_t race_count;
    bool spent, interrupted; /* before the end: by --budget, by a signal */
    double seconds;
} abs_tuning;

/*
 * Whether both depths have the same leader; or each one's is among those that are left in the
 * other's race; or not even that. Two races with looks.
 */
tuning_depths tuning_compare(const abs_tuning *tuning);

/* What to use: the leader; the reference, if that is a search and the leader is not shown to take
   less on the positions held out. */
size_t tuning_use(const tuning_race *race);
/* Its place among those that are left, from 1; 0: it is not one of them. */
size_t tuning_place(const tuning_race *race, size_t config);
/* The configuration by its algorithm and what differs within the ladder: "aspiration w=25". */
void tuning_name(abs_buffer *b, const tuning_race *race, size_t config);
/* The same as in a row's id, in a buffer that it empties before; NULL for TUNING_NONE. */
const char *tuning_words(abs_buffer *b, const tuning_race *race, size_t config);
/* What to use, as one sentence or two, without the heading; a race with looks. */
void tuning_sentence(abs_buffer *b, const abs_tuning *tuning, const tuning_race *race);
/* Whether the depths agree; "" where one was raced. */
void tuning_depths_sentence(abs_buffer *b, const abs_tuning *tuning);
/* What it cost, and what running all would have cost. */
void tuning_cost_sentence(abs_buffer *b, const abs_tuning *tuning);

#endif
