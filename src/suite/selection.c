/* selection.c -- see selection.h. */
#define _POSIX_C_SOURCE 200809L
#include "suite/selection.h"
#include "suite/repeats.h"

#include <stdlib.h>

enum { FIRST_POSITIONS = 10 }; /* of a game in the first of several rounds */

static const uint64_t SEED_MAX = (UINT64_C(1) << 53) - 1;

static size_t common_divisor(size_t a, size_t b)
{
    return b == 0 ? a : common_divisor(b, a % b);
}

/*
 * The k-th of `count` in an order in which every beginning is spread evenly: steps of the golden
 * section (van der Corput's problem; Weyl 1916), made coprime to the count.
 */
static size_t spread(size_t k, size_t count)
{
    size_t step = (size_t)(0.6180339887498949 * (double)count);
    while (step < 2 || common_divisor(step, count) != 1)
        step++;
    return k * step % count;
}

bool selection_hold(abs_suite *suite, abs_error *error)
{
    for (size_t i = 0; i < suite->count; i++) {
        abs_batch *b = &suite->batches[i];
        const size_t count = b->entry_count;
        if (abs_is_tree(b->domain) || count <= FIRST_POSITIONS)
            continue;
        abs_entry *ordered = malloc(count * sizeof *ordered);
        if (ordered == NULL)
            return batch_no_memory(error);
        for (size_t k = 0; k < count; k++)
            ordered[k] = b->entries[spread(k, count)];
        free(b->entries);
        b->entries = ordered;
        b->entry_room = count;
        b->held = count - FIRST_POSITIONS;
        b->entry_count = FIRST_POSITIONS;
    }
    abs_suite_number_jobs(suite);
    return true;
}

bool selection_keep(abs_batch *b, size_t most, abs_error *error)
{
    const size_t count = b->entry_count;
    if (most == 0 || count <= most)
        return true;
    bool *kept = calloc(count, sizeof *kept);
    if (kept == NULL)
        return batch_no_memory(error);
    for (size_t k = 0; k < most; k++)
        kept[abs_is_tree(b->domain) ? k : spread(k, count)] = true;
    b->entry_count = 0;
    for (size_t k = 0; k < count; k++) {
        if (kept[k])
            b->entries[b->entry_count++] = b->entries[k];
        else
            batch_free_entry(&b->entries[k], b);
    }
    free(kept);
    return true;
}

static uint64_t greatest_seed(const abs_batch *b)
{
    uint64_t greatest = 0;
    for (size_t i = 0; i < b->entry_count; i++)
        greatest = b->entries[i].seed > greatest ? b->entries[i].seed : greatest;
    return greatest;
}

/*
 * The seed after the greatest, and so on: the greatest of all batches that make some of the same
 * searches, so that none is made twice.
 */
static bool more_trees(const abs_suite *suite, abs_batch *b, size_t wanted, abs_error *error)
{
    uint64_t greatest = greatest_seed(b);
    for (size_t i = 0; i < suite->count; i++) {
        const abs_batch *other = &suite->batches[i];
        if (strcmp(other->spec, b->spec) == 0 && repeats_share_config(b, other)) {
            const uint64_t seed = greatest_seed(other);
            greatest = seed > greatest ? seed : greatest;
        }
    }
    for (size_t i = 0; i < wanted && greatest < SEED_MAX; i++)
        if (!batch_add_tree(b, ++greatest, error))
            return false;
    return true;
}

bool selection_next(abs_suite *suite, const size_t *wanted, abs_error *error)
{
    bool ok = true;
    for (size_t i = 0; i < suite->count; i++) {
        abs_batch *b = &suite->batches[i];
        const size_t more = wanted[i] < b->held ? wanted[i] : b->held;
        b->first_entry = b->entry_count;
        b->entry_count += more;
        b->held -= more;
        if (abs_is_tree(b->domain) && !b->domain->seedless)
            ok = ok && more_trees(suite, b, wanted[i], error);
    }
    abs_suite_number_jobs(suite);
    return ok;
}
