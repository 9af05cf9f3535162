/*
 * drivers.h -- the root drivers: which windows are searched until the value is known.
 *
 * A driver is a program, as its paper prints it. It knows bounds lo <= value <= hi, and asks for
 * passes. One with the window (alpha, beta) returns s:
 *     s <= alpha proves hi = s      s >= beta proves lo = s      else s is the value
 * and lo == hi is the value too.
 */
#ifndef ABS_DRIVERS_H
#define ABS_DRIVERS_H

#include "search/config.h"

/* mtdf-printed gives up after this many passes of an iteration: value unknown, `inconsistent`. */
enum { ABS_PRINTED_PASSES_MAX = 10000 };
/* So does any search, after more in all its iterations: around a fail-hard core a bound may move by
   one point a pass, and a factor of almost 1 never widens a window. */
enum { ABS_PASSES_MAX = 100000 };

/* One iteration, as its driver sees it. */
typedef struct abs_drive abs_drive;
struct abs_drive {
    const abs_config *config; /* only what the driver uses is read (abs_driver_info.uses) */
    abs_window window;        /* aspiration's first, never automatic */
    bool has_guess;           /* else aspiration begins with the open window, MTD(f) at 0 .. */
    int guess;                /* .. which this is then */
    int bound;                /* the greatest |value| there can be */
    bool may_cross;           /* bounds may, and then the last score is the value */
    size_t passes;            /* of the search: at first those of earlier iterations */
    abs_root_moves *moves;    /* of a driver that takes them one by one: all, in order */
    /* One pass. If `moves` are not empty, it searches these, and sets their scores. It does not
       return where the search is stopped. */
    int (*search)(abs_drive *drive, int alpha, int beta);

    /* Written. */
    int lo, hi; /* proved */
    int score;  /* the last pass's */
    bool crossed;
    uint64_t fails_low, fails_high;
    bool lower; /* it ended with a best move, whose value is at least lo */
};

/* Runs the driver, which for a shallow guess is not the configuration's, to its end. False: there
   is no value, since the bounds crossed or there were too many passes. Else it is lo. */
bool abs_drive_run(abs_drive *drive, abs_driver driver);

/* What --window=auto goes by: how far the values of the last iterations were from their guesses. */
enum { ABS_CHANGES = 2 };
typedef struct {
    int of[ABS_CHANGES]; /* the oldest is replaced */
    unsigned count;      /* of all iterations that had a guess */
} abs_changes;

void abs_changes_add(abs_changes *changes, int guess, int value);
/*
 * The automatic window of the next iteration: on both sides as far as the largest of the last
 * changes, and no less than half of `half_pawn`, the domain's own window; that, where there are
 * none.
 */
abs_window abs_window_after(const abs_changes *changes, int half_pawn);

#endif
