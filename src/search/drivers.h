/*
 * drivers.h -- the root drivers: which windows a search is asked, until its value is known.
 *
 * A driver holds proved bounds lo <= value <= hi. Every pass with a window (alpha, beta) returns s:
 *     s <= alpha proves hi = s      s >= beta proves lo = s      else s is the value
 * and lo == hi is the value too. The loop is abs_iterate(); a policy only chooses the next window.
 */
#ifndef ABS_DRIVERS_H
#define ABS_DRIVERS_H

#include "search/variants.h"

/* mtdf-printed gives up after so many passes of one iteration: value unknown, `inconsistent`. */
enum { ABS_PRINTED_PASSES_MAX = 10000 };

/* What shapes the windows; only what the driver uses is heeded (abs_driver_info.uses). */
typedef struct {
    abs_driver driver;
    abs_widen widen;
    double factor; /* > 1: how windows grow */
    int low, high; /* the first window is (guess - low, guess + high), both >= 1 */
    int step;      /* MTD(step), >= 1 */
} abs_policy;

typedef struct {
    abs_policy policy;
    int lo, hi;        /* proved */
    int alpha, beta;   /* the next window */
    bool done;         /* the value is known: lo */
    bool inconsistent; /* done, and it is not: lo > hi, or mtdf-printed at its cap */
    int64_t guess;
    unsigned fails_low, fails_high;
    double power_low, power_high; /* factor^k, k the fails on that side */
} abs_windows;

/*
 * Sets the first window. `bound` is the largest |value| possible (bisect, step). Without a guess
 * (has_guess false), aspiration opens the window and the MTD drivers start at 0.
 */
void abs_windows_start(abs_windows *w, const abs_policy *policy, bool has_guess, int guess,
                       int bound);
/* Takes the value s of the pass just made; sets done, or the next window. */
void abs_windows_next(abs_windows *w, int s);

#endif
