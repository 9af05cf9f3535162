/* swing.c -- see swing.h. */
#include "log/swing.h"
#include "base/memory.h"

#include <gsl/gsl_sort_int.h>
#include <gsl/gsl_statistics_int.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

enum { CHANGES_MAX = 1 << 16, SURE_FROM = 12 };

void swing_add(abs_swing *s, const abs_row *row)
{
    int last = 0, before = 0, depth = -1; /* `depth` is that of the value `last` */
    bool has_before = false;
    s->half_pawn = row->root->domain->half_pawn(row->root->rules);
    for (const abs_iteration *i = row->iterations; i < row->iterations + row->iteration_count; i++) {
        const int most = SWING_HALF_PAWNS * s->half_pawn;
        if (i->for_guess || !i->has_value)
            continue;
        const bool follows = depth >= 1 && i->depth == depth + 1;
        if (follows && abs(last) <= most && abs(i->value) <= most && s->count < CHANGES_MAX) {
            memory_grow(&s->changes, &s->room, s->count, sizeof *s->changes);
            s->changes[s->count++] = (swing_change){
                i->depth, (i->depth % 2 == 0 ? 1 : -1) * (i->value - last),
                has_before ? i->value - before : INT_MAX};
        }
        has_before = follows;
        before = last;
        last = i->value;
        depth = i->depth;
    }
}

void swing_free(abs_swing *s)
{
    free(s->changes);
    *s = (abs_swing){0};
}

/* Sorts the values and returns their median, or NAN if there are none. */
static double median_of(int *values, size_t n)
{
    gsl_sort_int(values, 1, n);
    return n > 0 ? gsl_stats_int_median_from_sorted_data(values, 1, n) : NAN;
}

/* Whether the median is shown to be farther from 0 than allowed. The interval is made of the order
   statistics three standard errors from the middle, as changes of one position are dependent. */
static bool is_far(const int *sorted, size_t n, int half_pawn)
{
    const double most = half_pawn / 10.0 > 1 ? half_pawn / 10.0 : 1;
    const size_t off = (size_t)(1.5 * sqrt((double)n));
    return n >= SURE_FROM && (sorted[n / 2 - off] > most || sorted[(n - 1) / 2 + off] < -most);
}

bool swing_of(const abs_swing *s, int depth, swing_figures *figures)
{
    int *const even = memory_take(3 * (s->count + 1) * sizeof *even);
    int *const last = even + s->count + 1, *const two = last + s->count + 1;
    size_t n = 0, pairs = 0;
    for (const swing_change *c = s->changes; c < s->changes + s->count; c++) {
        if (depth > 0 ? c->depth != depth : c->depth < SWING_FROM)
            continue;
        even[n] = c->change;
        last[n++] = abs(c->change);
        if (c->two_ago != INT_MAX)
            two[pairs++] = abs(c->two_ago);
    }
    *figures = (swing_figures){.depth = depth,
                               .n = n,
                               .median = median_of(even, n),
                               .from_last = median_of(last, n),
                               .from_two_ago = median_of(two, pairs)};
    if (n > 0) {
        figures->low = gsl_stats_int_quantile_from_sorted_data(even, 1, n, 0.25);
        figures->high = gsl_stats_int_quantile_from_sorted_data(even, 1, n, 0.75);
        figures->swings = is_far(even, n, s->half_pawn);
    }
    free(even);
    return n > 0;
}

int swing_turn(const swing_figures *figures)
{
    return -(int)lround(figures->median / 2);
}
