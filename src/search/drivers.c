/* drivers.c -- how each root driver chooses its windows. See drivers.h. */
#include "search/drivers.h"

#include <stdlib.h>

static int saturate(int64_t edge)
{
    return edge <= -ABS_INFINITY ? -ABS_INFINITY : edge >= ABS_INFINITY ? ABS_INFINITY : (int)edge;
}

static int64_t floor_half(int64_t sum)
{
    return sum >= 0 ? sum / 2 : -((1 - sum) / 2);
}

/* A width w * f^k, truncated; beyond infinity all widths are alike. */
static int64_t truncated(double width)
{
    return width >= 4.0 * ABS_INFINITY ? 4 * (int64_t)ABS_INFINITY : (int64_t)width;
}

static void null_window(abs_windows *w, int64_t beta)
{
    w->alpha = saturate(beta - 1);
    w->beta = saturate(beta);
}

static void bisect(abs_windows *w)
{
    null_window(w, floor_half((int64_t)w->lo + w->hi) + 1);
}

static void step_down(abs_windows *w)
{
    const int64_t least = (int64_t)w->lo + 1, wanted = (int64_t)w->hi - w->config->step;
    null_window(w, wanted > least ? wanted : least);
}

/* Plaat's choice: test whether the value is at least g or, if that is proved, above it. */
static void mtd(abs_windows *w, int g)
{
    null_window(w, g == w->lo ? (int64_t)g + 1 : g);
}

void abs_changes_add(abs_changes *changes, int guess, int value)
{
    changes->of[changes->count++ % ABS_CHANGES] = abs(value - guess);
}

abs_window abs_window_after(const abs_changes *changes, int half_pawn)
{
    int width = changes->count == 0 ? half_pawn : half_pawn / 2;
    for (unsigned i = 0; i < changes->count && i < ABS_CHANGES; i++)
        if (changes->of[i] > width)
            width = changes->of[i];
    width = width < 1 ? 1 : width;
    return (abs_window){width, width};
}

void abs_windows_start(abs_windows *w, abs_driver driver, const abs_config *config,
                       abs_window window, bool has_guess, int guess, int bound)
{
    *w = (abs_windows){
        .driver = driver,
        .config = config,
        .window = window,
        .lo = -ABS_INFINITY,
        .hi = ABS_INFINITY,
        .alpha = -ABS_INFINITY,
        .beta = ABS_INFINITY,
        .guess = has_guess ? guess : 0,
        .power_low = 1,
        .power_high = 1,
    };
    switch (driver) {
    case ABS_OPEN:
    case ABS_DRIVERS:
        break;
    case ABS_ASPIRATION:
        if (has_guess) {
            w->alpha = saturate(w->guess - w->window.low);
            w->beta = saturate(w->guess + w->window.high);
        }
        break;
    case ABS_MTDF:
        mtd(w, (int)w->guess);
        break;
    case ABS_MTDF_PRINTED:
        null_window(w, w->guess + 1);
        break;
    case ABS_BISECT:
        w->lo = -bound;
        w->hi = bound;
        bisect(w);
        break;
    case ABS_STEP:
        w->hi = bound;
        step_down(w);
        break;
    case ABS_SSS:
        mtd(w, ABS_INFINITY);
        break;
    case ABS_DUAL:
        mtd(w, -ABS_INFINITY);
        break;
    }
}

static void widen(abs_windows *w, int s, bool failed_low)
{
    const abs_config *c = w->config;
    const double factor = c->widen_factor;
    switch (c->widen) {
    case ABS_WIDEN_FULL:
    case ABS_WIDENINGS:
        if (failed_low)
            w->alpha = -ABS_INFINITY;
        else
            w->beta = ABS_INFINITY;
        break;
    case ABS_WIDEN_BOUND:
        w->alpha = failed_low ? -ABS_INFINITY : s;
        w->beta = failed_low ? s : ABS_INFINITY;
        break;
    case ABS_WIDEN_GRADUAL:
        if (failed_low)
            w->alpha = saturate(w->guess - truncated(w->window.low * (w->power_low *= factor)));
        else
            w->beta = saturate(w->guess + truncated(w->window.high * (w->power_high *= factor)));
        break;
    case ABS_WIDEN_BOTH:
        w->alpha = saturate(w->guess - truncated(w->window.low * (w->power_low *= factor)));
        w->beta = saturate(w->guess + truncated(w->window.high * (w->power_high *= factor)));
        break;
    case ABS_WIDEN_RECENTRE:
        if (failed_low) {
            w->beta = (int)floor_half((int64_t)w->alpha + w->beta);
            w->alpha = saturate(s - truncated(w->window.low * w->power_low));
        } else {
            w->beta = saturate(s + truncated(w->window.high * w->power_high));
        }
        w->power_low *= factor;
        w->power_high *= factor;
        break;
    }
    if (abs_widen_grows(c->widen) && c->widen_limit > 0) {
        if (w->fails_low >= c->widen_limit)
            w->alpha = -ABS_INFINITY;
        if (w->fails_high >= c->widen_limit)
            w->beta = ABS_INFINITY;
    }
}

/* The loop in the notes: stop when a score repeats. A fail-low repeats too, as a mere bound. */
static void printed_next(abs_windows *w, int s)
{
    const int t = w->alpha;
    w->done = s == t;
    w->lo = w->hi = s;
    if (!w->done &&
        (w->fails_low + w->fails_high >= ABS_PRINTED_PASSES_MAX || w->passes >= ABS_PASSES_MAX))
        w->done = w->inconsistent = true;
    null_window(w, (int64_t)s + 1);
}

void abs_windows_next(abs_windows *w, int s)
{
    const bool failed_low = s <= w->alpha, failed_high = s >= w->beta;
    w->passes++;
    w->fails_low += failed_low;
    w->fails_high += failed_high;
    if (w->driver == ABS_MTDF_PRINTED) {
        printed_next(w, s);
        return;
    }
    if (!failed_low && s > w->lo)
        w->lo = s;
    if (!failed_high && s < w->hi)
        w->hi = s;
    w->done = w->lo >= w->hi;
    w->inconsistent = w->lo > w->hi;
    if (!w->done && w->passes >= ABS_PASSES_MAX)
        w->done = w->inconsistent = true;
    if (w->done)
        return;
    switch (w->driver) {
    case ABS_ASPIRATION:
        widen(w, s, failed_low);
        break;
    case ABS_BISECT:
        bisect(w);
        break;
    case ABS_STEP:
        step_down(w);
        break;
    default:
        mtd(w, s);
        break;
    }
}
