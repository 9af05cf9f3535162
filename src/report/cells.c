/* report_cells.c -- the cells of a table. See report_parts.h. */
#include "report/cells.h"

#include <math.h>

static const char *const headers[CELLS_COLUMNS][CELLS_HEADER_LINES] = {
    [CELLS_N] = {"", "", "n"},
    [CELLS_NODES] = {"", "", "nodes"},
    [CELLS_RATIO] = {"ratio to", "", "[95 % interval]"}, /* the reference stands between */
    [CELLS_ROOT] = {"root", "re-", "search"},
    [CELLS_INTERIOR] = {"interior", "re-", "search"},
    [CELLS_FIRST] = {"first", "move", "cut %"},
    [CELLS_TIME] = {"", "time", "s"},
    [CELLS_WRONG_VALUES] = {"", "wrong", "values"},
    [CELLS_WRONG_MOVES] = {"", "wrong", "moves"},
};

void cells_grouped(uint64_t number, char *text, size_t size)
{
    char digits[24];
    const int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    size_t used = 0;
    for (int i = 0; i < length && used + 2 < size; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            text[used++] = ' ';
        text[used++] = digits[i];
    }
    text[used] = '\0';
}

static void shortened(uint64_t number, char *text, size_t size)
{
    static const char units[] = " kMGTPE";
    double scaled = (double)number;
    unsigned unit = 0;
    while (scaled >= 999.5 && unit < sizeof units - 2) {
        scaled /= 1000;
        unit++;
    }
    if (unit == 0)
        snprintf(text, size, "%.0f", scaled);
    else
        snprintf(text, size, "%.*f %c",
                 scaled < 9.995   ? 2
                 : scaled < 99.95 ? 1
                                  : 0,
                 scaled, units[unit]);
}

static void count_cell(bool compact, uint64_t number, char *text, size_t size)
{
    if (compact && number >= 10000)
        shortened(number, text, size);
    else
        cells_grouped(number, text, size);
}

void cells_ratio(const stats_ratio *r, char *text, size_t size)
{
    const double largest = isfinite(r->upper) ? r->upper : r->point;
    const int decimals = largest < 10 ? 3 : largest < 100 ? 2 : largest < 1000 ? 1 : 0;
    if (r->n == 0)
        snprintf(text, size, "-");
    else if (r->n == 1)
        snprintf(text, size, "%.*f (n = 1)", decimals, r->point);
    else
        snprintf(text, size, "%.*f [%.*f, %.*f]", decimals, r->point, decimals, r->lower, decimals,
                 r->upper);
}

static void wrong_cell(bool unsound, size_t wrong, size_t judged, char *text, size_t size)
{
    if (judged > 0 && (unsound || wrong > 0))
        snprintf(text, size, "%zu/%zu", wrong, judged);
    else
        snprintf(text, size, "%s", unsound ? "?" : "");
}

void cells_text(const abs_findings *f, const abs_aggregate *a, bool compact, cells_column which,
                char *text, size_t size)
{
    const abs_tally_group *g = &f->tally->groups[a->group];
    const abs_wrongs *w = &f->verification->wrongs[a->group];
    const bool unsound = !config_is_sound(&g->config);
    snprintf(text, size, "-");
    switch (which) {
    case CELLS_N:
        snprintf(text, size, "%zu", a->n);
        break;
    case CELLS_NODES:
        if (a->has_sum && a->n > 0)
            count_cell(compact, a->sum, text, size);
        break;
    case CELLS_RATIO:
        if (a->is_reference && a->n > 0)
            snprintf(text, size, "%.3f (reference)", 1.0);
        else
            cells_ratio(&a->ratio, text, size);
        break;
    case CELLS_ROOT:
        count_cell(compact, g->root_researches, text, size);
        break;
    case CELLS_INTERIOR:
        count_cell(compact, g->interior_researches, text, size);
        break;
    case CELLS_FIRST:
        if (g->cutoffs > 0)
            snprintf(text, size, "%.1f", 100 * (double)g->first_move_cutoffs / (double)g->cutoffs);
        break;
    case CELLS_TIME:
        if (isnan(g->real_s)) /* some row was read back without its time */
            break;
        if (f->milliseconds)
            snprintf(text, size, "%.2f", 1e3 * g->real_s);
        else
            snprintf(text, size, "%.2f", g->real_s);
        break;
    case CELLS_WRONG_VALUES:
        wrong_cell(unsound, w->wrong_values, w->values_judged, text, size);
        break;
    case CELLS_WRONG_MOVES:
        wrong_cell(unsound, w->wrong_moves, w->moves_judged, text, size);
        break;
    case CELLS_COLUMNS:
        break;
    }
}

const char *cells_header(const abs_findings *f, cells_column which, int line)
{
    if (which == CELLS_RATIO && line == 1)
        return f->reference;
    if (which == CELLS_TIME && line == CELLS_HEADER_LINES - 1 && f->milliseconds)
        return "ms";
    return headers[which][line];
}

bool cells_shown(const abs_findings *f, cells_column which)
{
    bool unsound = false, wrong_moves = false;
    if (which == CELLS_TIME)
        return f->times;
    if (which != CELLS_WRONG_VALUES && which != CELLS_WRONG_MOVES)
        return true;
    for (size_t i = 0; i < f->tally->group_keys.count; i++) {
        unsound |= !config_is_sound(&f->tally->groups[i].config);
        wrong_moves |= f->verification->wrongs[i].wrong_moves > 0;
    }
    return unsound || (which == CELLS_WRONG_MOVES && wrong_moves);
}
