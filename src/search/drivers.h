/*
 * drivers.h -- the root drivers: which windows are searched until the value is known.
 *
 * A driver follows its paper to the letter. It keeps bounds lo <= value <= hi and tightens them by
 * passes until lo == hi. A pass with the window (alpha, beta) returns s: s <= alpha proves hi = s s
 * >= beta proves lo = s else s is the value
 */
#ifndef ABS_DRIVERS_H
#define ABS_DRIVERS_H

#include "search/config.h"

/* After this many passes of one iteration mtdf-printed gives up without a value: `inconsistent`. */
enum { ABS_PRINTED_PASSES_MAX = 10000 };
/* After this many passes in all iterations any search gives up: with a fail-hard core a pass may
   move a bound by only one point, and a factor close to 1 never widens a window. */
enum { ABS_PASSES_MAX = 100000 };

/* One iteration, as its driver sees it. */
typedef struct abs_drive abs_drive;
struct abs_drive {
    const abs_config *config; /* only what the driver uses is read (abs_driver_info.uses) */
    abs_window window;        /* aspiration's first, never automatic */
    bool has_guess;           /* else aspiration begins with the open window, MTD(f) at 0 */
    int guess;                /* 0 if there is none */
    int bound;                /* the greatest |value| that is possible */
    bool may_cross;           /* bounds may cross (selection): the last score is then the value */
    size_t passes;            /* of the search so far, earlier iterations included */
    abs_root_moves *moves;    /* for bns: the root's moves in their order */
    /* Makes one pass. If there are `moves`, it searches only these and sets their scores. It does
       not return if the search is stopped. */
    int (*search)(abs_drive *drive, int alpha, int beta);

    /* The results. */
    int lo, hi; /* the bounds that are proved */
    int score;  /* of the last pass */
    bool crossed;
    uint64_t fails_low, fails_high;
    bool lower; /* it found a best move, whose value is at least lo */
};

/* Runs a driver to its end; a shallow search for a guess has another than the configuration.
   Returns true if lo is the value or `lower` is set; false if bounds crossed or passes ran out. */
bool abs_drive_run(abs_drive *drive, abs_driver driver);

/* How far the values of the last iterations were from their guesses, for --window=auto. */
enum { ABS_CHANGES = 2 };
typedef struct {
    int of[ABS_CHANGES]; /* a ring: a new one replaces the oldest */
    unsigned count;      /* of iterations that had a guess */
} abs_changes;

void abs_changes_add(abs_changes *changes, int guess, int value);
/*
 * The automatic window of the next iteration: on both sides as wide as the largest of the last
 * changes, but at least half of `half_pawn`; it is `half_pawn` before the first change.
 */
abs_window abs_window_after(const abs_changes *changes, int half_pawn);

/* Writes a bound for readers: "-inf", "+inf", or a number. SSS* and DUAL* have windows one point
   beside infinity: "inf - 1", "1 - inf". Returns the text. */
enum { ABS_BOUND_TEXT = 16 };
const char *abs_bound_text(int bound, char text[ABS_BOUND_TEXT]);

#endif
