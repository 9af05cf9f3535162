/*
 * plays.h -- what tables say of single searches: what each has found, where a spec has one position
 * only, and with --passes how it came to it.
 */
#ifndef ABS_PLAYS_H
#define ABS_PLAYS_H

#include "find/tally.h"
#include "log/line.h"

enum {
    PLAYS_TRACED = 20, /* searches whose passes are shown */
    PLAYS_PASSES = 20, /* .. of an iteration: the first ones, and the last */
};

typedef struct {
    int depth;
    bool for_guess;
    size_t passes, kept; /* kept: of abs_play.passes, one after the other */
    uint64_t nodes, work;
} abs_play_iteration;

typedef struct {
    uint32_t group, entry;
    abs_status status;
    bool has_value;
    int value;
    bool lower; /* the true value may be greater */
    char *best, *line; /* the best move and the line that leads to the value, in words */
    int completed;     /* of a search that was stopped: the depth of value, best and line; or 0 */
    /* With --passes, of the first searches; else NULL. */
    abs_play_iteration *iterations;
    size_t iteration_count;
    abs_pass *passes;
    uint64_t pass_count, fail_low, fail_high, work;
} abs_play;

typedef struct {
    uint32_t entry; /* the first one */
    bool many;      /* there are more, or several copies of it */
} abs_play_spec;

typedef struct {
    bool passes;     /* --passes: set it before the first row */
    size_t traced;   /* searches whose passes are kept */
    size_t untraced; /* .. and are not */
    abs_play *list;
    size_t count, room;
    abs_play_spec *specs; /* by the tally's number */
    size_t spec_count, spec_room;
} abs_plays;

/* Takes the row that the tally has just taken. */
void plays_add(abs_plays *plays, const abs_tally *tally, const abs_row *row, line_walk *walk);
void plays_free(abs_plays *plays);

/* Whether the search is one of a spec with one position. */
bool plays_is_single(const abs_plays *plays, const abs_tally *tally, const abs_play *play);

#endif
