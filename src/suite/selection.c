/* selection.c -- see selection.h. */
#define _POSIX_C_SOURCE 200809L
#include "suite/selection.h"
#include "base/grow.h"
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
        abs_place *ordered = malloc(count * sizeof *ordered);
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
    abs_suite_number_jobs(suite, 0);
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
    for (size_t k = 0; k < count; k++)
        if (kept[k])
            b->entries[b->entry_count++] = b->entries[k];
    free(kept);
    return true;
}

/* The greatest seeds so far, by configuration as repeats_config() numbers them. */
typedef struct {
    abs_names configs;
    uint64_t *seeds;
    size_t room;
} greatest_seeds;

static bool grows(const abs_batch *b)
{
    return abs_is_tree(b->domain) && !b->domain->seedless;
}

/* The greatest seed among `least` and those of the batch's configurations, which it becomes if
   `set`. False: no memory. */
static bool pass_greatest(greatest_seeds *g, const abs_batch *b, bool set, uint64_t *least)
{
    for (size_t c = 0; c < b->config_count; c++) {
        const size_t before = g->configs.count;
        if (!abs_grow(&g->seeds, &g->room, before, sizeof *g->seeds))
            return false;
        const uint32_t number = repeats_config(&g->configs, b, &b->configs[c]);
        if (number == UINT32_MAX)
            return false;
        if (number == before)
            g->seeds[number] = 0;
        if (set && g->seeds[number] < *least)
            g->seeds[number] = *least;
        else if (!set && g->seeds[number] > *least)
            *least = g->seeds[number];
    }
    return true;
}

static bool find_greatest(greatest_seeds *g, const abs_suite *suite)
{
    bool ok = true;
    for (size_t i = 0; ok && i < suite->count; i++) {
        const abs_batch *b = &suite->batches[i];
        uint64_t greatest = 0;
        for (size_t e = 0; grows(b) && e < b->entry_count; e++)
            greatest = b->entries[e].seed > greatest ? b->entries[e].seed : greatest;
        ok = !grows(b) || pass_greatest(g, b, true, &greatest);
    }
    return ok;
}

/*
 * The seed after the greatest, and so on: the greatest of all batches that make some of the same
 * searches, so that none is made twice.
 */
static bool more_trees(greatest_seeds *g, abs_batch *b, size_t wanted, abs_error *error)
{
    uint64_t greatest = 0;
    if (!pass_greatest(g, b, false, &greatest))
        return batch_no_memory(error);
    for (size_t i = 0; i < wanted && greatest < SEED_MAX; i++)
        if (!batch_add_tree(b, ++greatest, error))
            return false;
    return pass_greatest(g, b, true, &greatest) || batch_no_memory(error);
}

bool selection_next(abs_suite *suite, const size_t *wanted, abs_error *error)
{
    greatest_seeds g = {.seeds = NULL};
    bool ok = find_greatest(&g, suite) || batch_no_memory(error);
    for (size_t i = 0; i < suite->count; i++) {
        abs_batch *b = &suite->batches[i];
        const size_t more = wanted[i] < b->held ? wanted[i] : b->held;
        b->first_entry = b->entry_count;
        b->entry_count += more;
        b->held -= more;
        if (grows(b))
            ok = ok && more_trees(&g, b, wanted[i], error);
    }
    free(g.seeds);
    names_free(&g.configs);
    abs_suite_number_jobs(suite, 0);
    return ok;
}
