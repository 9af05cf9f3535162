/* report_table.c -- the tables for people: on a terminal, and in Markdown. See report_parts.h. */
#include "report_parts.h"

#include <math.h>

enum { SCREEN = 100, CELL = 64, HEADER_LINES = 3 };

/* ---- labels: what distinguishes the configurations of this run ------------------------------ */

typedef enum {
    WINDOW,
    WIDEN,
    FACTOR,
    GUESS,
    STEP,
    TABLE,
    MODE,
    REPLACE,
    ORDER,
    DEEPENING,
    LIMIT,
    FEATURES
} feature;

typedef struct {
    bool used[FEATURES], varies[FEATURES];
    bool evals, grains;           /* the headings must name them */
    const abs_config *of[FEATURES]; /* the first configuration that uses it */
} labels;

/* The feature in a few characters; false where it means nothing for the configuration. */
static bool feature_text(const abs_config *c, feature which, char *text, size_t size)
{
    char word[CELL];
    switch (which) {
    case WINDOW:
        words_window(c, word, sizeof word);
        snprintf(text, size, "w=%s", word);
        return words_uses(c, ABS_USES_WINDOW);
    case WIDEN:
        snprintf(text, size, "widen=%s", abs_widen_names[c->policy.widen].name);
        return words_uses(c, ABS_USES_WINDOW);
    case FACTOR:
        snprintf(text, size, "f=%.6g", c->policy.factor);
        return words_uses_factor(c);
    case GUESS:
        words_guess(c, word, sizeof word);
        snprintf(text, size, "guess=%s", word);
        return words_uses(c, ABS_USES_GUESS);
    case STEP:
        snprintf(text, size, "step=%d", c->policy.step);
        return words_uses(c, ABS_USES_STEP);
    case TABLE:
        words_bytes(c->tt_bytes, word, sizeof word);
        snprintf(text, size, c->tt_bytes > 0 ? "tt=%s" : "no table", word);
        return true;
    case MODE:
        snprintf(text, size, "%s", words_tt_mode[c->tt_mode]);
        return c->tt_bytes > 0;
    case REPLACE:
        snprintf(text, size, "replace=%s", words_tt_replace[c->tt_replace]);
        return c->tt_bytes > 0;
    case ORDER:
        words_order(c->order, word, sizeof word);
        snprintf(text, size, "order=%s", word);
        return true;
    case DEEPENING:
        snprintf(text, size, "%s", c->deepening ? "deepening" : "no deepening");
        return true;
    case LIMIT:
        snprintf(text, size, "limit=%llu", (unsigned long long)c->node_limit);
        return c->node_limit > 0;
    case FEATURES:
        break;
    }
    return false;
}

static labels find_labels(const abs_tally *t)
{
    labels l = {.used = {false}};
    for (size_t i = 0; i < t->group_keys.count; i++) {
        const abs_config *c = &t->groups[i].config;
        l.evals |= c->eval != ABS_EVAL_HEURISTIC;
        l.grains |= c->grain != 1;
        for (feature k = 0; k < FEATURES; k++) {
            char here[CELL], first[CELL];
            if (!feature_text(c, k, here, sizeof here))
                continue;
            if (!l.used[k])
                l.of[k] = c;
            l.used[k] = true;
            feature_text(l.of[k], k, first, sizeof first);
            l.varies[k] |= strcmp(here, first) != 0;
        }
    }
    return l;
}

static void label_text(const labels *l, const abs_config *c, abs_buffer *b)
{
    char text[CELL];
    buffer_clear(b);
    buffer_text(b, c->algo.name);
    for (feature k = 0; k < FEATURES; k++)
        if (l->varies[k] && feature_text(c, k, text, sizeof text))
            buffer_format(b, " %s", text);
}

static void write_common(const labels *l, abs_buffer *b)
{
    char text[CELL];
    unsigned told = 0;
    for (feature k = 0; k < FEATURES; k++)
        if (l->used[k] && !l->varies[k] && feature_text(l->of[k], k, text, sizeof text))
            buffer_format(b, "%s%s", told++ > 0 ? ", " : "In all rows: ", text);
    buffer_text(b, told > 0 ? ".\n" : "");
}

static void write_heading(const abs_tally *t, const abs_tally_group *g, const labels *l,
                          abs_buffer *b)
{
    for (const char *c = t->specs.texts[g->spec]; *c != '\0'; c++)
        buffer_char(b, (unsigned char)*c < ' ' || *c == 0x7F ? '?' : *c);
    buffer_format(b, ", depth %d", g->config.depth);
    if (l->evals)
        buffer_format(b, ", %s evaluation", words_eval[g->config.eval]);
    if (l->grains)
        buffer_format(b, ", grain %d", g->config.grain);
}

/* ---- cells ---------------------------------------------------------------------------------- */

typedef enum {
    COUNT,
    NODES,
    RATIO,
    ROOT,
    INTERIOR,
    FIRST,
    TIME,
    WRONG_VALUES,
    WRONG_MOVES,
    COLUMNS
} column;

static const char *const headers[COLUMNS][HEADER_LINES] = {
    [COUNT] = {"", "", "n"},
    [NODES] = {"", "", "nodes"},
    [RATIO] = {"ratio to", "", "[95 % interval]"}, /* the reference stands between */
    [ROOT] = {"root", "re-", "search"},
    [INTERIOR] = {"interior", "re-", "search"},
    [FIRST] = {"first", "move", "cut %"},
    [TIME] = {"", "time", "s"},
    [WRONG_VALUES] = {"", "wrong", "values"},
    [WRONG_MOVES] = {"", "wrong", "moves"},
};

typedef struct {
    const abs_findings *f;
    labels labels;
    bool compact; /* 1.23 M for 1 234 567 */
    bool shown[COLUMNS];
    size_t width[COLUMNS];
    size_t label_width, gap;
} table;

static void grouped(uint64_t number, char *text, size_t size)
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
        snprintf(text, size, "%.*f %c", scaled < 9.995 ? 2 : scaled < 99.95 ? 1 : 0, scaled,
                 units[unit]);
}

static void count_cell(const table *t, uint64_t number, char *text, size_t size)
{
    if (t->compact && number >= 10000)
        shortened(number, text, size);
    else
        grouped(number, text, size);
}

static void ratio_cell(const abs_aggregate *a, char *text, size_t size)
{
    const stats_ratio *r = &a->ratio;
    const double largest = isfinite(r->upper) ? r->upper : r->point;
    const int decimals = largest < 10 ? 3 : largest < 100 ? 2 : largest < 1000 ? 1 : 0;
    if (a->is_reference)
        snprintf(text, size, "%.3f (reference)", 1.0);
    else if (a->pairs == 0)
        snprintf(text, size, "-");
    else if (a->pairs == 1)
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

static void cell_text(const table *t, const abs_aggregate *a, column which, char *text, size_t size)
{
    const abs_tally_group *g = &t->f->tally->groups[a->group];
    const abs_wrongs *w = &t->f->verification->wrongs[a->group];
    const bool unsound = !tally_is_sound(&g->config);
    snprintf(text, size, "-");
    switch (which) {
    case COUNT:
        snprintf(text, size, "%zu", a->n);
        break;
    case NODES:
        if (a->has_sum && a->n > 0)
            count_cell(t, a->sum, text, size);
        break;
    case RATIO:
        ratio_cell(a, text, size);
        break;
    case ROOT:
        count_cell(t, g->root_researches, text, size);
        break;
    case INTERIOR:
        count_cell(t, g->interior_researches, text, size);
        break;
    case FIRST:
        if (g->cutoffs > 0)
            snprintf(text, size, "%.1f",
                     100 * (double)g->first_move_cutoffs / (double)g->cutoffs);
        break;
    case TIME:
        snprintf(text, size, "%.*f", g->real_s < 99.9995 ? 3 : 1, g->real_s);
        break;
    case WRONG_VALUES:
        wrong_cell(unsound, w->wrong_values, w->values_judged, text, size);
        break;
    case WRONG_MOVES:
        wrong_cell(unsound, w->wrong_moves, w->moves_judged, text, size);
        break;
    case COLUMNS:
        break;
    }
}

static const char *header_text(const table *t, column which, int line)
{
    return which == RATIO && line == 1 ? t->f->reference : headers[which][line];
}

/* ---- layout --------------------------------------------------------------------------------- */

/* Widths for all rows; returns the width of a line. */
static size_t measure(table *t, abs_buffer *b)
{
    char text[CELL];
    t->label_width = strlen("algorithm");
    for (column k = 0; k < COLUMNS; k++) {
        t->width[k] = 0;
        for (int line = 0; line < HEADER_LINES; line++) {
            const size_t length = strlen(header_text(t, k, line));
            t->width[k] = length > t->width[k] ? length : t->width[k];
        }
    }
    for (size_t i = 0; i < t->f->aggregate_count; i++) {
        const abs_aggregate *a = &t->f->aggregates[i];
        label_text(&t->labels, &t->f->tally->groups[a->group].config, b);
        t->label_width = b->length > t->label_width ? b->length : t->label_width;
        for (column k = 0; k < COLUMNS; k++) {
            cell_text(t, a, k, text, sizeof text);
            const size_t length = strlen(text);
            t->width[k] = length > t->width[k] ? length : t->width[k];
        }
    }
    size_t cells = 0;
    for (column k = 0; k < COLUMNS; k++)
        cells += t->shown[k] ? t->gap + t->width[k] : 0;
    return cells + t->label_width + 2;
}

static table lay_out(const abs_findings *f, bool exact, abs_buffer *scratch)
{
    table t = {.f = f, .labels = find_labels(f->tally), .gap = 2};
    for (column k = 0; k < COLUMNS; k++)
        t.shown[k] = true;
    t.shown[TIME] = f->times;
    t.shown[WRONG_VALUES] = t.shown[WRONG_MOVES] = false;
    for (size_t i = 0; i < f->tally->group_keys.count; i++) {
        const bool unsound = !tally_is_sound(&f->tally->groups[i].config);
        t.shown[WRONG_VALUES] |= unsound;
        t.shown[WRONG_MOVES] |= unsound || f->verification->wrongs[i].wrong_moves > 0;
    }
    if (exact || measure(&t, scratch) <= SCREEN)
        return t;
    t.compact = true;
    if (measure(&t, scratch) <= SCREEN)
        return t;
    t.gap = 1;
    const size_t width = measure(&t, scratch);
    if (width > SCREEN) { /* the longest labels get a line of their own */
        const size_t over = width - SCREEN, least = strlen("algorithm");
        t.label_width = t.label_width > over + least ? t.label_width - over : least;
    }
    return t;
}

static void blanks(abs_buffer *b, size_t count)
{
    while (count-- > 0)
        buffer_char(b, ' ');
}

/* One cell, aligned: the ratio to the left, so that its point estimates stand below each other. */
static void put_cell(const table *t, abs_buffer *b, column which, const char *text)
{
    const size_t pad = t->width[which] - strlen(text);
    blanks(b, t->gap + (which == RATIO ? 0 : pad));
    buffer_text(b, text);
    if (which == RATIO)
        blanks(b, pad);
}

static void end_line(abs_buffer *b)
{
    while (b->length > 0 && b->data[b->length - 1] == ' ')
        b->length--;
    buffer_char(b, '\n');
}

static void put_headers(const table *t, abs_buffer *b)
{
    for (int line = 0; line < HEADER_LINES; line++) {
        const char *name = line == HEADER_LINES - 1 ? "algorithm" : "";
        buffer_text(b, name);
        blanks(b, t->label_width + 2 - strlen(name));
        for (column k = 0; k < COLUMNS; k++)
            if (t->shown[k])
                put_cell(t, b, k, header_text(t, k, line));
        end_line(b);
    }
}

static void put_row(const table *t, abs_buffer *b, const abs_aggregate *a, abs_buffer *scratch)
{
    char text[CELL];
    label_text(&t->labels, &t->f->tally->groups[a->group].config, scratch);
    blanks(b, 2);
    buffer_bytes(b, scratch->data, scratch->length);
    if (scratch->length > t->label_width) {
        buffer_char(b, '\n');
        blanks(b, t->label_width + 2);
    } else {
        blanks(b, t->label_width - scratch->length);
    }
    for (column k = 0; k < COLUMNS; k++) {
        if (!t->shown[k])
            continue;
        cell_text(t, a, k, text, sizeof text);
        put_cell(t, b, k, text);
    }
    end_line(b);
}

/* Text in lines of at most SCREEN columns; continued lines are indented. */
static void wrapped(abs_buffer *b, const char *text)
{
    size_t column = 0;
    while (*text != '\0') {
        const size_t blank = *text == ' ', length = blank + strcspn(text + blank, " \n");
        size_t columns = 0;
        for (size_t i = 0; i < length; i++)
            columns += ((unsigned char)text[i] & 0xC0) != 0x80;
        if (column > 0 && column + columns > SCREEN) {
            buffer_text(b, "\n ");
            column = 1;
        }
        buffer_bytes(b, text, length);
        column += columns;
        text += length;
        if (*text == '\n') {
            buffer_char(b, *text++);
            column = 0;
        }
    }
}

/* ---- blocks: the groups of one spec and setting --------------------------------------------- */

/* The first aggregate after `from` of the same block; the first of the next block is *next. */
static bool same_block(const abs_findings *f, size_t one, size_t other)
{
    const abs_tally_group *a = &f->tally->groups[f->aggregates[one].group];
    const abs_tally_group *b = &f->tally->groups[f->aggregates[other].group];
    return a->spec == b->spec && a->setting == b->setting;
}
