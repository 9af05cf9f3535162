/*
 * verify.h -- do all searches of a position agree?
 *
 * Rows of the same position, depth, evaluation and grain with status `ok` are compared. Sound rows
 * must agree. The others (printed forms, tables in `deeper` mode) are held against them, and what
 * is wrong with them is listed without making the run a failure.
 */
#ifndef ABS_VERIFY_H
#define ABS_VERIFY_H

#include "find/tally.h"

typedef enum {
    VERIFY_VALUE,         /* sound searches of one position disagree */
    VERIFY_BEST_MOVE,     /* a sound search's best move is not one */
    VERIFY_CONTRADICTION, /* the table of a sound search stored lower > upper */
    VERIFY_INCONSISTENT,  /* a sound search's bounds crossed */
    VERIFY_ANSWER,        /* the suite knows the position's value, and it is another */
} abs_mismatch_kind;

extern const char *const verify_kind_names[];

/* A record with what it is compared by. */
typedef struct {
    uint32_t entry, setting, record;
} verify_item;

typedef struct {
    abs_mismatch_kind kind;
    size_t first, count; /* the records concerned, in verification.order */
} abs_mismatch;

typedef struct {
    uint32_t record;
    bool has_expected; /* some trusted search says what the value is */
    int expected;
    bool wrong_value, wrong_best_move;
} abs_unsound;

/* How many of a group's rows are wrong, and how many could be judged. */
typedef struct {
    size_t values_judged, wrong_values, moves_judged, wrong_moves;
} abs_wrongs;

typedef struct {
    verify_item *order;     /* by position, then by setting */
    size_t checked;         /* rows compared with at least one other */
    size_t sound;           /* sound rows compared with another sound row */
    size_t known;           /* sound rows with the value that their position is known to have */
    size_t positions;       /* different positions among these .. */
    size_t settings;        /* .. and different depths, evaluations and grains */
    bool values_may_differ; /* some rows used a table in `deeper` mode */
    abs_mismatch *mismatches;
    size_t mismatch_count, mismatch_room;
    abs_unsound *unsound; /* rows that are wrong, as is known of their kind */
    size_t unsound_count, unsound_room;
    abs_wrongs *wrongs; /* by group */
} abs_verification;

/* Whether the record's value must agree with every other such value of its position and setting. */
bool verify_compares(const abs_tally *tally, const abs_record *record);

/* Free the verification. */
void verify_run(const abs_tally *tally, abs_verification *verification);
void verify_free(abs_verification *verification);

#endif
