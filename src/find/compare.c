/* compare.c -- see compare.h. */
#include "find/compare.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/mix.h"
#include "find/pairs.h"

#include <math.h>
#include <stdlib.h>

_Static_assert((int)COMPARE_FIELDS <= 64, "differences are bits of 64");

const char *compare_name(compare_field field)
{
    static const char *const names[] = {"status", "value",  "best_move",
                                        "pv",     "regret", "iterations"};
    return field < COMPARE_COUNTS ? names[field] : row_counts[field - COMPARE_COUNTS].name;
}

void compare_free(abs_comparison *c)
{
    tally_free(&c->tally);
    tally_free(&c->tally_b);
    free(c->partner);
    free(c->settings);
    free(c->records);
    names_free(&c->keys);
    free(c->groups);
    free(c->changes);
    buffer_free(&c->failures);
    *c = (abs_comparison){0};
}

/* ---- rows ----------------------------------------------------------------------------------- */

uint64_t compare_iterations(const abs_row *row)
{
    const abs_row alone = {.config = row->config,
                           .best = ABS_NO_MOVE,
                           .iterations = row->iterations,
                           .iteration_count = row->iteration_count,
                           .passes = row->passes,
                           .pass_count = row->pass_count};
    return abs_signature_add(0, &alone);
}

static uint64_t hash_moves(const uint16_t *moves, unsigned count)
{
    uint64_t hash = count;
    for (unsigned i = 0; i < count; i++)
        hash = abs_mix_child(hash, moves[i]);
    return hash;
}

/* Every field of a row as a number. Moves are hashes, UINT64_MAX where there is none; so are
   iterations. */
static void take_values(uint64_t field[COMPARE_FIELDS], const abs_row *row)
{
    field[COMPARE_STATUS] = row->status;
    field[COMPARE_VALUE] = row->has_value ? (uint64_t)row->value : UINT64_MAX >> 1;
    field[COMPARE_BEST_MOVE] = row->best != ABS_NO_MOVE ? row->best : UINT64_MAX;
    field[COMPARE_PV] = hash_moves(row->pv, row->pv_length);
    field[COMPARE_REGRET] =
        row->has_regret ? (uint64_t)row->regret << 1 | row->of_results : UINT64_MAX;
    field[COMPARE_ITERATIONS] = compare_iterations(row);
    for (size_t k = 0; k < COUNTS; k++)
        field[COMPARE_COUNTS + k] = row_counted(&row_counts[k], row);
    /* A measurement of the program, which may take fewer for the same search. */
    field[COMPARE_COUNTS + COUNT_evaluations] = 0;
}

/* Rows of the same hash do not differ. */
static uint64_t hash_values(const abs_row *row)
{
    uint64_t field[COMPARE_FIELDS], hash = 0;
    take_values(field, row);
    for (int k = 0; k < COMPARE_FIELDS; k++)
        hash = abs_mix64(hash ^ field[k]) + ABS_G;
    return hash;
}

const abs_row *compare_row(const abs_comparison *c, const compare_record *record, int side,
                           abs_error *error)
{
    return reader_row(c->readers[side], record->row[side] - 1, error);
}

/* ---- records -------------------------------------------------------------------------------- */

/* The record of the rows that share this hash, added if it is new. */
static compare_record *find_record(abs_comparison *c, uint64_t shared)
{
    char key[2 * sizeof shared + 1];
    snprintf(key, sizeof key, "%llx", (unsigned long long)shared);
    memory_grow(&c->records, &c->record_room, c->keys.count, sizeof *c->records);
    const size_t before = c->keys.count;
    compare_record *r = &c->records[names_add(&c->keys, key)];
    if (c->keys.count > before)
        *r = (compare_record){0};
    return r;
}

/* ---- pairs ---------------------------------------------------------------------------------- */

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

enum {
    BIT_VALUE = 1 << COMPARE_VALUE,
    BIT_STATUS = 1 << COMPARE_STATUS,
    BITS_ANSWER =
        1 << COMPARE_VALUE | 1 << COMPARE_BEST_MOVE | 1 << COMPARE_PV | 1 << COMPARE_REGRET,
};

/* Whether B's row must have the value of A's. */
static bool must_agree(const abs_comparison *c, const compare_record *r, const abs_row *b)
{
    return !c->by_position ||
           (c->groups[r->group].same_truth && r->ok && b->status == ABS_STATUS_OK);
}

/* Whether two values may both be true, since one of them is a mere lower bound. */
static bool is_bounded(const abs_row *a, const abs_row *b)
{
    return (a->lower && b->lower) || (a->lower && a->value <= b->value) ||
           (b->lower && b->value <= a->value);
}

/* Where B's row differs from A's. A is read again for it. */
static bool find_change(abs_comparison *c, const compare_record *r, const abs_row *b,
                        double logarithm, abs_error *error)
{
    const uint64_t value = c->by_position ? BIT_VALUE : BIT_VALUE | BIT_STATUS;
    uint64_t of_a[COMPARE_FIELDS], of_b[COMPARE_FIELDS];
    compare_group *g = &c->groups[r->group];
    take_values(of_b, b);
    const abs_row *a = compare_row(c, r, COMPARE_A, error);
    if (a == NULL)
        return false;
    take_values(of_a, a);
    compare_change change = {.record = (uint32_t)(r - c->records)};
    for (int k = 0; k < COMPARE_FIELDS; k++)
        change.differs |= (uint64_t)(of_a[k] != of_b[k]) << k;
    if (!must_agree(c, r, b) || (c->by_position && is_bounded(a, b)))
        change.differs &= ~(uint64_t)BITS_ANSWER;
    change.size = change.differs & value ? INFINITY : fabs(logarithm);
    if (change.differs == 0)
        return true;
    memory_grow(&c->changes, &c->change_room, c->change_count, sizeof *c->changes);
    c->changes[c->change_count++] = change;
    g->changed++;
    g->values += (change.differs & value) != 0;
    c->values += (change.differs & value) != 0;
    return true;
}

/* A row of B that is held against one of A. */
static bool compare_pair(abs_comparison *c, compare_record *r, const abs_row *b, uint64_t measure,
                         abs_error *error)
{
    const uint64_t measures[] = {r->measure, measure};
    const bool counts = r->measure > 0 && measure > 0; /* 0 if there is none */
    const double logarithm =
        !counts || r->measure == measure ? 0 : log((double)measure / (double)r->measure);
    c->groups[r->group].common++;
    c->common++;
    c->judged += must_agree(c, r, b);
    r->paired = r->ok && b->status == ABS_STATUS_OK && counts;
    if (r->paired) {
        add_measures(&c->groups[r->group].sums, measures);
        add_measures(&c->sums, measures);
        c->pairs++;
    }
    r->log = logarithm;
    return hash_values(b) == r->values || find_change(c, r, b, logarithm, error);
}

/* ---- rows in -------------------------------------------------------------------------------- */

static uint64_t hash_name(const abs_root *root)
{
    char name[2 * ABS_TEXT_MAX];
    abs_root_name(root, name, sizeof name);
    return abs_mix_text(name);
}

/* The row's group; of B's by position, that of A which it is held against. */
static uint32_t find_group(abs_comparison *c, int side, const abs_row *row)
{
    if (side == COMPARE_B && c->by_position) {
        const uint32_t partner = c->partner[tally_group(&c->tally_b, row)];
        if (partner != MATCH_NONE)
            return partner;
    }
    const size_t before = c->tally.group_keys.count;
    const uint32_t group = tally_group(&c->tally, row);
    memory_grow(&c->groups, &c->group_room, before, sizeof *c->groups);
    if (c->tally.group_keys.count > before)
        c->groups[group] = (compare_group){0};
    return group;
}

static bool take_row(abs_comparison *c, int side, const abs_row *row, size_t number,
                     abs_error *error)
{
    char id[2 * ABS_TEXT_MAX + CONFIG_WORDS_MAX];
    const abs_reader *reader = c->readers[side];
    const uint32_t group = find_group(c, side, row);
    const uint64_t name = hash_name(row->root);
    const uint64_t root = abs_mix64(name + ABS_G) ^ abs_mix_text(row->root->text);
    uint64_t measure = 0;
    /* What rows of both sides that are held against each other share. */
    const uint64_t key = abs_mix_child(abs_mix_child(name, row->config->shuffle), group);
    compare_record *r = find_record(c, key);
    if (r->row[side] != 0) {
        abs_row_id(row, id, sizeof id);
        return abs_fail(
            error, ABS_CANNOT_RUN, "%.300s: row %u: its id appears twice, before in row %u: %.400s",
            c->names[side], reader->rows[number].number, reader->rows[r->row[side] - 1].number, id);
    }
    r->row[side] = (uint32_t)number + 1;
    const bool both = side == COMPARE_B && r->row[COMPARE_A] != 0;
    if (both && r->root != root)
        return abs_fail(error, ABS_CANNOT_RUN,
                        "%.300s: row %u: it has the id of row %u of %.300s, but another position; "
                        "these are not the same jobs",
                        c->names[side], reader->rows[number].number,
                        c->readers[COMPARE_A]->rows[r->row[COMPARE_A] - 1].number,
                        c->names[COMPARE_A]);
    abs_row_measure(row, c->tally.metric, &measure);
    if (both)
        return compare_pair(c, r, row, measure, error);
    r->root = root;
    r->group = group;
    r->measure = measure;
    r->ok = row->status == ABS_STATUS_OK;
    r->values = side == COMPARE_A ? hash_values(row) : 0;
    return true;
}

bool compare_take(abs_comparison *c, int side, abs_reader *reader, abs_error *error)
{
    c->readers[side] = reader;
    if (c->by_position && side == COMPARE_B && !compare_match(c, error))
        return false;
    for (size_t i = 0; i < reader->count; i++) {
        if (interrupt_pending())
            return abs_fail(error, ABS_INTERRUPTED, "interrupted");
        if (c->by_position && reader->rows[i].for_reference)
            continue;
        const abs_row *row = reader_row(reader, i, error);
        if (row == NULL || !take_row(c, side, row, i, error))
            return false;
        c->rows[side]++;
    }
    return reader_verify(reader, error);
}

/* ---- the whole ------------------------------------------------------------------------------ */

static int larger_first(const void *x, const void *y)
{
    const compare_change *a = x, *b = y;
    if (a->size != b->size)
        return a->size > b->size ? -1 : 1;
    return (a->record > b->record) - (a->record < b->record);
}

/* Judges each group by the mean logarithms of its positions' copies. */
static void judge_groups(abs_comparison *c)
{
    pairs_item *pairs = memory_take((c->pairs + 1) * sizeof *pairs);
    double *logs = memory_take((c->pairs + 1) * sizeof *logs);
    size_t count = 0, comparisons = 0;
    for (const compare_record *r = c->records; r < c->records + c->keys.count; r++)
        if (r->paired)
            pairs[count++] = (pairs_item){r->group, 0, r->root, r->log};
    count = pairs_join(pairs, count);
    for (size_t i = 0; i < count; i++)
        comparisons += i == 0 || pairs[i].group != pairs[i - 1].group;
    for (size_t g = 0, i = 0; g < c->tally.group_keys.count; g++) {
        size_t positions = 0;
        for (; i < count && pairs[i].group == g; i++)
            logs[positions++] = pairs[i].number;
        c->groups[g].judged = judge_ratio(logs, positions, comparisons > 0 ? comparisons : 1);
    }
    free(pairs);
    free(logs);
}

static __attribute__((format(printf, 2, 3))) void fail(abs_comparison *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    buffer_format_list(&c->failures, format, args);
    va_end(args);
    buffer_char(&c->failures, '\0');
}

/* Why the exit code is 1. */
static void find_failures(abs_comparison *c, double above)
{
    const char *noun = abs_metric_nouns[c->tally.metric];
    const size_t groups = c->tally.group_keys.count;
    size_t dearer = 0, compared = 0;
    if (c->values > 0)
        fail(c, "%zu of %zu rows differ in value%s", c->values, c->judged,
             c->by_position ? "" : " or status");
    for (size_t g = 0; g < groups; g++) {
        const stats_ratio *r = &c->groups[g].judged.ratio;
        compared += r->n;
        dearer += r->n > 0 && r->point > 1 + above / 100;
    }
    if (above < 0)
        return;
    if (compared == 0)
        fail(c, "no position has %s and status ok in both: nothing could be compared", noun);
    if (dearer > 0)
        fail(c, "%zu of %zu configurations take over %g %% more %s", dearer, groups, above, noun);
    if (c->only[COMPARE_A] > 0)
        fail(c, "%zu of %zu rows of A are not in B", c->only[COMPARE_A], c->rows[COMPARE_A]);
}

bool compare_finish(abs_comparison *c, double above, abs_error *error)
{
    for (int side = 0; side < COMPARE_SIDES; side++)
        if (c->rows[side] == 0)
            return abs_fail(error, ABS_CANNOT_RUN, "%.300s has no row", c->names[side]);
    judge_groups(c);
    for (const compare_record *r = c->records; r < c->records + c->keys.count; r++)
        for (int side = 0; side < COMPARE_SIDES; side++) {
            const bool only = r->row[COMPARE_SIDES - 1 - side] == 0;
            c->groups[r->group].only[side] += only;
            c->only[side] += only;
        }
    if (c->change_count > 1)
        qsort(c->changes, c->change_count, sizeof *c->changes, larger_first);
    find_failures(c, above);
    return c->common > 0 ||
           abs_fail(error, ABS_CANNOT_RUN,
                    "%.200s and %.200s have no row in common: compare reports of the same %s",
                    c->names[COMPARE_A], c->names[COMPARE_B],
                    c->by_position ? "positions and depths, with a value in common of every "
                                     "setting that takes several in one of them"
                                   : "jobs, or with --match=position of the same positions");
}
