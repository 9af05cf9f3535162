/*
 * drivers.h -- the root drivers: which windows are searched until the value is known.
 *
 * A driver holds proved bounds lo <= value <= hi. Every pass with a window (alpha, beta) returns s:
 *     s <= alpha proves hi = s      s >= beta proves lo = s      else s is the value
 * and lo == hi is the value too. The loop is iterate() in work/run.c; a driver only chooses the
 * next window.
 */
#ifndef ABS_DRIVERS_H
#define ABS_DRIVERS_H

#include "search/config.h"

/* mtdf-printed gives up after this many passes of an iteration: value unknown, `inconsistent`. */
enum { ABS_PRINTED_PASSES_MAX = 10000 };
/* So does any search, after more in all its iterations: around a fail-hard core a bound may move by
   one point a pass, and a factor of almost 1 never widens a window. */
enum { ABS_PASSES_MAX = 100000 };

typedef struct {
    abs_driver driver;
    const abs_config *config; /* only what the driver uses is read (abs_driver_info.uses) */
    abs_window window;        /* aspiration's first, never automatic */
    int lo, hi;               /* proved */
    int alpha, beta;          /* the next window */
    bool done;                /* the value is known: lo */
    bool inconsistent;        /* done without a value: lo > hi, or too many passes */
    int64_t guess;
    unsigned fails_low, fails_high;
    size_t passes; /* of the search: those of earlier iterations are set before the first */
    double power_low, power_high; /* factor^k, k the fails on that side */
} abs_windows;

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

/*
 * Sets the first window of `driver`, which for a shallow guess is not the configuration's. `window`
 * is around the guess (aspiration), `bound` the largest possible |value| (bisect, step). Without a
 * guess (has_guess false), aspiration begins with the open window and MTD(f) at 0.
 */
void abs_windows_start(abs_windows *w, abs_driver driver, const abs_config *config,
                       abs_window window, bool has_guess, int guess, int bound);
/* Takes the value s of the pass just made; sets done, or the next window. */
void abs_windows_next(abs_windows *w, int s);

#endif
