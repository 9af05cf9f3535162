/* drivers.c -- the root drivers, as their papers print them. See drivers.h. */
#include "search/drivers.h"

#include <stdio.h>
#include <stdlib.h>

static int saturate(int64_t edge)
{
    return edge <= -ABS_INFINITY ? -ABS_INFINITY : edge >= ABS_INFINITY ? ABS_INFINITY : (int)edge;
}

static int64_t floor_divide(int64_t a, int64_t b)
{
    return a >= 0 ? a / b : -((b - 1 - a) / b);
}

/* Truncates a width w * f^k; beyond infinity all widths have the same effect. */
static int64_t truncated(double width)
{
    return width >= 4.0 * ABS_INFINITY ? 4 * (int64_t)ABS_INFINITY : (int64_t)width;
}

static int search(abs_drive *d, int alpha, int beta)
{
    const int s = d->score = d->search(d, alpha, beta);
    d->passes++;
    d->fails_low += s <= alpha;
    d->fails_high += s >= beta;
    return s;
}

/* Makes one pass and keeps what it proves. */
static int pass(abs_drive *d, int64_t low, int64_t high)
{
    const int alpha = saturate(low), beta = saturate(high), s = search(d, alpha, beta);
    if (s > alpha && s > d->lo)
        d->lo = s;
    if (s < beta && s < d->hi)
        d->hi = s;
    return s;
}

static bool unknown(const abs_drive *d)
{
    return d->lo < d->hi && d->passes < ABS_PASSES_MAX;
}

static void open_window(abs_drive *d)
{
    pass(d, -ABS_INFINITY, ABS_INFINITY);
}

/* ---- null windows ------------------------------------------------------------------------- */

/* MTD(f) (Plaat, Schaeffer, Pijls & de Bruin 1995) tests whether the value is at least g or, if
   that is proved, above it. From +infinity it is SSS*, from -infinity DUAL*. */
static void mtdf(abs_drive *d)
{
    int g = d->guess;
    do {
        const int64_t beta = g == d->lo ? (int64_t)g + 1 : g;
        g = pass(d, beta - 1, beta);
    } while (unknown(d));
}

/* MTD(step), from the same paper, comes down from the largest value. */
static void step_down(abs_drive *d)
{
    d->hi = d->bound;
    do {
        const int64_t lower = (int64_t)d->hi - d->config->step, least = (int64_t)d->lo + 1;
        const int64_t beta = lower > least ? lower : least;
        pass(d, beta - 1, beta);
    } while (unknown(d));
}

/* Binary search (C*, Coplan 1982). */
static void bisect(abs_drive *d)
{
    d->lo = -d->bound;
    d->hi = d->bound;
    do {
        const int64_t t = floor_divide((int64_t)d->lo + d->hi, 2);
        pass(d, t, t + 1);
    } while (unknown(d));
}

/* The loop in the notes (Eppstein 1999) ends when a score repeats. That score may be a fail-low,
   which is only a bound. */
static void mtdf_printed(abs_drive *d)
{
    const size_t most = d->passes + ABS_PRINTED_PASSES_MAX;
    int t, s = d->guess;
    do {
        t = s;
        s = pass(d, t, (int64_t)t + 1);
    } while (s != t && d->passes < most && d->passes < ABS_PASSES_MAX);
    d->lo = s < t ? s : t; /* s == t if the loop ended by itself */
    d->hi = s < t ? t : s;
}

/* Keeps the moves that reach t, and returns the least of their scores. */
static int keep_moves(abs_root_moves *moves, int t)
{
    int least = ABS_INFINITY;
    unsigned kept = 0;
    for (unsigned i = 0; i < moves->count; i++)
        if (moves->of[i].score >= t) {
            least = moves->of[i].score < least ? moves->of[i].score : least;
            moves->of[kept++] = moves->of[i];
        }
    moves->count = kept;
    return least;
}

/* Best node search (Rutko 2011) tests which moves reach t, until one is left. */
static void bns(abs_drive *d)
{
    abs_root_moves *const moves = d->moves;
    if (moves->count == 0) {
        open_window(d);
        return;
    }
    d->lo = -d->bound;
    d->hi = d->bound;
    do {
        const int64_t n = moves->count, room = (int64_t)d->hi - d->lo - 1;
        const int t = (int)(d->lo + 1 + floor_divide(room * (n - 1), n));
        const int greatest = search(d, t - 1, t);
        if (greatest >= t) /* t > lo */
            d->lo = keep_moves(moves, t);
        else /* t <= hi */
            d->hi = greatest;
    } while (moves->count > 1 && unknown(d));
    d->lower = moves->count == 1 && d->lo < d->hi;
}

/* ---- aspiration --------------------------------------------------------------------------- */

/* Windows around a guess (Brudno 1963; Baudet 1978). --widen says how a fail moves them. */
static void aspiration(abs_drive *d)
{
    const abs_config *c = d->config;
    const bool ends_widening = abs_widen_grows(c->widen) && c->widen_limit > 0;
    const int64_t g = d->guess;
    int64_t alpha = d->has_guess ? g - d->window.low : -ABS_INFINITY;
    int64_t beta = d->has_guess ? g + d->window.high : ABS_INFINITY;
    double low = 1, high = 1; /* powers of the factor, which grow with the fails */
    for (;;) {
        const int s = pass(d, alpha, beta);
        const bool failed_low = s <= alpha, both = c->widen == ABS_WIDEN_BOTH;
        if (!unknown(d))
            return;
        switch (c->widen) {
        case ABS_WIDEN_BOUND:
            alpha = failed_low ? -ABS_INFINITY : s;
            beta = failed_low ? s : ABS_INFINITY;
            break;
        case ABS_WIDEN_GRADUAL:
        case ABS_WIDEN_BOTH:
            if (both || failed_low)
                alpha = saturate(g - truncated(d->window.low * (low *= c->widen_factor)));
            if (both || !failed_low)
                beta = saturate(g + truncated(d->window.high * (high *= c->widen_factor)));
            break;
        case ABS_WIDEN_RECENTRE:
            beta = failed_low ? floor_divide(alpha + beta, 2)
                              : saturate(s + truncated(d->window.high * high));
            if (failed_low)
                alpha = saturate(s - truncated(d->window.low * low));
            low *= c->widen_factor;
            high *= c->widen_factor;
            break;
        case ABS_WIDEN_FULL:
        case ABS_WIDENINGS:
            alpha = failed_low ? -ABS_INFINITY : alpha;
            beta = failed_low ? beta : ABS_INFINITY;
            break;
        }
        if (ends_widening && d->fails_low >= c->widen_limit)
            alpha = -ABS_INFINITY;
        if (ends_widening && d->fails_high >= c->widen_limit)
            beta = ABS_INFINITY;
    }
}

bool abs_drive_run(abs_drive *d, abs_driver driver)
{
    static void (*const programs[ABS_DRIVERS])(abs_drive *) = {
        [ABS_OPEN] = open_window, [ABS_ASPIRATION] = aspiration,
        [ABS_MTDF] = mtdf,        [ABS_MTDF_PRINTED] = mtdf_printed,
        [ABS_BISECT] = bisect,    [ABS_STEP] = step_down,
        [ABS_SSS] = mtdf,         [ABS_DUAL] = mtdf,
        [ABS_BNS] = bns,
    };
    d->lo = -ABS_INFINITY;
    d->hi = ABS_INFINITY;
    d->fails_low = d->fails_high = 0;
    d->lower = false;
    if (driver == ABS_SSS || driver == ABS_DUAL)
        d->guess = driver == ABS_SSS ? ABS_INFINITY : -ABS_INFINITY;
    programs[driver](d);
    d->crossed = d->may_cross && d->lo > d->hi;
    if (d->crossed)
        d->lo = d->hi = d->score;
    return d->lo == d->hi || d->lower;
}

/* ---- --window=auto ------------------------------------------------------------------------ */

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

const char *abs_bound_text(int bound, char text[ABS_BOUND_TEXT])
{
    if (bound <= -ABS_INFINITY || bound >= ABS_INFINITY)
        snprintf(text, ABS_BOUND_TEXT, "%s", bound < 0 ? "-inf" : "+inf");
    else if (bound == ABS_INFINITY - 1 || bound == 1 - ABS_INFINITY)
        snprintf(text, ABS_BOUND_TEXT, "%s", bound > 0 ? "inf - 1" : "1 - inf");
    else
        snprintf(text, ABS_BOUND_TEXT, "%d", bound);
    return text;
}
