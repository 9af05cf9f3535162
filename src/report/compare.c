/* compare.c -- see compare.h. */
#include "report/compare.h"
#include "base/grow.h"
#include "row/fields.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static const uint32_t none = UINT32_MAX;

_Static_assert((int)COMPARE_FIELDS <= 64, "differences are bits of 64");

const char *compare_name(compare_field field)
{
    static const char *const names[] = {"status", "value", "best_move", "pv", "iterations"};
    return field < COMPARE_COUNTS ? names[field] : row_counts[field - COMPARE_COUNTS].name;
}

static bool no_memory(abs_error *error)
{
    return abs_fail(error, ABS_CANNOT_RUN, "no memory to compare; compare smaller reports");
}

void compare_free(abs_comparison *c)
{
    tally_free(&c->tally);
    names_free(&c->ids);
    names_free(&c->texts);
    free(c->row);
    free(c->record[COMPARE_A]);
    free(c->record[COMPARE_B]);
    free(c->groups);
    free(c->changes);
    *c = (abs_comparison){0};
}

/* ---- rows in ------------------------------------------------------------------------------- */

static uint64_t hash_iterations(const abs_row *row, uint64_t missing)
{
    const abs_row alone = {.best = ABS_NO_MOVE,
                           .iterations = row->iterations,
                           .iteration_count = row->iteration_count,
                           .passes = row->passes,
                           .pass_count = row->pass_count,
                           .missing = missing};
    return abs_signature_add(0, &alone);
}

/* The number of moves from the root, in words. UINT32_MAX: no memory. */
static uint32_t take_moves(abs_comparison *c, const abs_row *row, const uint16_t *moves,
                           unsigned count, abs_buffer *line, line_walk *walk)
{
    buffer_clear(line);
    line_write(line, walk, row, row->entry->domain->move_text, moves, count, LINE_BLANKS);
    const uint32_t text = names_add(&c->texts, buffer_end(line));
    return line->failed ? none : text;
}

/* The number of the row's id, with a place for its record on either side. */
static uint32_t find_id(abs_comparison *c, const abs_row *row)
{
    char id[2 * ABS_TEXT_MAX + CONFIG_WORDS_MAX];
    const size_t before = c->ids.count;
    abs_row_id(row, id, sizeof id);
    for (int side = 0; side < COMPARE_SIDES; side++) {
        if (!abs_grow(&c->record[side], &c->record_room[side], before, sizeof *c->record[side]))
            return none;
        c->record[side][before] = none;
    }
    return names_add(&c->ids, id);
}

static bool take_row(abs_comparison *c, int side, const abs_row *row, abs_buffer *line,
                     line_walk *walk, uint32_t *id)
{
    const uint32_t record = (uint32_t)c->tally.count;
    if (!abs_grow(&c->row, &c->row_room, record, sizeof *c->row) || !tally_add(&c->tally, row))
        return false;
    const uint16_t best = (uint16_t)row->best;
    compare_row *to = &c->row[record];
    uint64_t *field = to->field;
    to->position = names_add(&c->texts, row->entry->text);
    field[COMPARE_STATUS] = row->status;
    field[COMPARE_VALUE] = row->has_value ? (uint64_t)row->value : UINT64_MAX >> 1;
    field[COMPARE_BEST_MOVE] = none;
    if (row->best != ABS_NO_MOVE)
        field[COMPARE_BEST_MOVE] = take_moves(c, row, &best, 1, line, walk);
    field[COMPARE_PV] = take_moves(c, row, row->pv, row->pv_length, line, walk);
    field[COMPARE_ITERATIONS] = hash_iterations(row, row->missing);
    to->iterations_nodes = hash_iterations(row, UINT64_MAX);
    to->missing = row->missing;
    for (size_t k = 0; k < COUNTS; k++)
        field[COMPARE_COUNTS + k] = row_counted(&row_counts[k], row);
    *id = find_id(c, row);
    if (to->position == none || *id == none || field[COMPARE_PV] == none ||
        (row->best != ABS_NO_MOVE && field[COMPARE_BEST_MOVE] == none))
        return false;
    if (c->record[side][*id] == none)
        c->record[side][*id] = record;
    return true;
}

/* What makes the i-th row of a report, whose record is the last, unfit to be compared. */
static bool check_row(const abs_comparison *c, int side, uint32_t id, size_t i, abs_error *error)
{
    const uint32_t last = (uint32_t)c->tally.count - 1;
    const uint32_t a = c->record[COMPARE_A][id];
    if (c->record[side][id] != last)
        return abs_fail(error, ABS_CANNOT_RUN,
                        "%.300s: row %zu: its id appears twice, before in row %zu: %.400s",
                        c->names[side], i + 1,
                        c->record[side][id] + 1 - (side == COMPARE_B ? c->rows[COMPARE_A] : 0),
                        c->ids.texts[id]);
    return a == none || c->row[a].position == c->row[last].position ||
           abs_fail(error, ABS_CANNOT_RUN,
                    "%.300s: row %zu: it has the id of row %" PRIu32
                    " of %.300s, but another position; these are not the same jobs",
                    c->names[side], i + 1, a + 1, c->names[COMPARE_A]);
}

bool compare_take(abs_comparison *c, int side, abs_reader *reader, abs_error *error)
{
    abs_buffer line = {0};
    line_walk walk = {0};
    bool ok = true;
    for (size_t i = 0; ok && i < reader_rows(reader); i++) {
        uint32_t id = 0;
        const abs_row *row = reader_row(reader, i, error);
        ok = row != NULL && (take_row(c, side, row, &line, &walk, &id) || no_memory(error)) &&
             check_row(c, side, id, i, error);
        if (ok && interrupt_pending())
            ok = abs_fail(error, ABS_INTERRUPTED, "interrupted");
    }
    c->rows[side] = reader_rows(reader);
    buffer_free(&line);
    line_free(&walk);
    return ok;
}

/* ---- what changed -------------------------------------------------------------------------- */

/* What one of them does not have, as it is from an older report, is no difference. */
static uint64_t find_differences(const compare_row *a, const compare_row *b)
{
    const uint64_t missing = a->missing | b->missing;
    uint64_t differs = 0;
    for (int k = 0; k < COMPARE_FIELDS; k++)
        differs |= (uint64_t)(a->field[k] != b->field[k]) << k;
    differs &= ~(missing << COMPARE_COUNTS);
    /* A measurement of the program, which may take fewer for the same search. */
    differs &= ~(UINT64_C(1) << (COMPARE_COUNTS + COUNT_evaluations));
    if (missing != 0)
        differs &= ~(UINT64_C(1) << COMPARE_ITERATIONS);
    if (missing != 0 && a->iterations_nodes != b->iterations_nodes)
        differs |= UINT64_C(1) << COMPARE_ITERATIONS;
    return differs;
}

static void add_measures(compare_sums *sums, const uint64_t measure[COMPARE_SIDES])
{
    for (int side = 0; side < COMPARE_SIDES; side++) {
        sums->too_large[side] |= measure[side] > UINT64_MAX - sums->measure[side];
        sums->measure[side] += measure[side];
    }
}

double compare_ratio(const compare_sums *s)
{
    if (s->too_large[COMPARE_A] || s->too_large[COMPARE_B] || s->measure[COMPARE_A] == 0)
        return NAN;
    return (double)s->measure[COMPARE_B] / (double)s->measure[COMPARE_A];
}

/* A row that both have. Returns whether its measures make a pair, and the logarithm of their ratio.
 */
static bool compare_pair(abs_comparison *c, uint32_t id, double *log_ratio)
{
    const uint32_t a = c->record[COMPARE_A][id], b = c->record[COMPARE_B][id];
    const abs_record *x = &c->tally.records[a], *y = &c->tally.records[b];
    const uint64_t values = 1u << COMPARE_STATUS | 1u << COMPARE_VALUE;
    compare_group *g = &c->groups[x->group];
    compare_change change = {.id = id, .differs = find_differences(&c->row[a], &c->row[b])};
    const uint64_t measure[] = {x->measure, y->measure};
    const bool counts = x->measure > 0 && y->measure > 0; /* 0 if there is none */
    *log_ratio =
        !counts || x->measure == y->measure ? 0 : log((double)y->measure / (double)x->measure);
    change.size = change.differs & values ? INFINITY : fabs(*log_ratio);
    g->common++;
    g->values += (change.differs & values) != 0;
    g->changed += change.differs != 0;
    if (change.differs != 0)
        c->changes[c->change_count++] = change;
    if (x->status != ABS_STATUS_OK || y->status != ABS_STATUS_OK || !counts)
        return false;
    add_measures(&g->sums, measure);
    add_measures(&c->sums, measure);
    c->pairs++;
    return true;
}

static int larger_first(const void *x, const void *y)
{
    const compare_change *a = x, *b = y;
    if (a->size != b->size)
        return a->size > b->size ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

static uint32_t group_of(const abs_comparison *c, uint32_t id)
{
    const int side = c->record[COMPARE_A][id] != none ? COMPARE_A : COMPARE_B;
    return c->tally.records[c->record[side][id]].group;
}

/* Every id: its change, and the logarithm of its pair among those of its group. */
static void compare_ids(abs_comparison *c, stats_sample *samples, double *logs, size_t *next)
{
    for (uint32_t id = 0; id < c->ids.count; id++) /* next[g]: ids of the groups before g */
        next[group_of(c, id) + 1]++;
    for (size_t g = 0; g < c->tally.group_keys.count; g++) {
        next[g + 1] += next[g];
        samples[g] = (stats_sample){.logs = logs + next[g]};
    }
    for (uint32_t id = 0; id < c->ids.count; id++) {
        const uint32_t group = group_of(c, id);
        double *place = logs + next[group] + samples[group].n;
        for (int side = 0; side < COMPARE_SIDES; side++) {
            const bool only = c->record[COMPARE_SIDES - 1 - side][id] == none;
            c->groups[group].only[side] += only;
            c->only[side] += only;
        }
        if (c->record[COMPARE_A][id] != none && c->record[COMPARE_B][id] != none)
            samples[group].n += compare_pair(c, id, place);
    }
}

static bool fail_no_common(const abs_comparison *c, abs_error *error)
{
    const size_t a = c->rows[COMPARE_A], b = c->rows[COMPARE_B];
    if (a == 0 || b == 0)
        return abs_fail(error, ABS_CANNOT_RUN, "%.300s has no row", c->names[a > 0]);
    return abs_fail(error, ABS_CANNOT_RUN,
                    "%.200s and %.200s have no row in common: compare reports of the same jobs; A "
                    "has %.250s, B %.250s",
                    c->names[COMPARE_A], c->names[COMPARE_B], c->ids.texts[0], c->ids.texts[a]);
}

bool compare_finish(abs_comparison *c, abs_error *error)
{
    const size_t groups = c->tally.group_keys.count, ids = c->ids.count;
    stats_sample *samples = malloc((groups + 1) * sizeof *samples);
    double *logs = malloc((ids + 1) * sizeof *logs);
    size_t *next = calloc(groups + 2, sizeof *next);
    c->groups = calloc(groups + 1, sizeof *c->groups);
    c->changes = malloc((ids + 1) * sizeof *c->changes);
    bool ok =
        samples != NULL && logs != NULL && next != NULL && c->groups != NULL && c->changes != NULL;
    if (ok) {
        compare_ids(c, samples, logs, next);
        ok = stats_ratios(samples, groups);
    }
    for (size_t g = 0; ok && g < groups; g++) {
        c->groups[g].ratio = samples[g].ratio;
        c->common += c->groups[g].common;
        c->values += c->groups[g].values;
    }
    free(samples);
    free(logs);
    free(next);
    if (!ok)
        return no_memory(error);
    qsort(c->changes, c->change_count, sizeof *c->changes, larger_first);
    return c->common > 0 || fail_no_common(c, error);
}
