/* selection.c -- which positions of a batch are searched, and when; and no search twice, where two
   grids of a sweep both ask for it. See suite.h. */
#define _POSIX_C_SOURCE 200809L
#include "base/memory.h"
#include "suite/suite.h"

#include <inttypes.h>
#include <stdlib.h>

/* Numbers a configuration of a batch: the same for all batches of the spec that have it. */
static uint32_t number_config(abs_names *configs, const abs_batch *batch, const abs_config *config)
{
    char words[CONFIG_WORDS_MAX], text[CONFIG_WORDS_MAX + 16];
    config_words(config, words, sizeof words); /* two are the same if a row's id has the same */
    snprintf(text, sizeof text, "%u %s", (unsigned)batch->source, words);
    return names_add(configs, text);
}

/* ---- positions ------------------------------------------------------------------------------- */

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

void selection_hold(abs_suite *suite)
{
    for (size_t i = 0; i < suite->count; i++) {
        abs_batch *b = &suite->batches[i];
        const size_t count = b->entry_count;
        if (abs_is_tree(b->domain) || count <= FIRST_POSITIONS)
            continue;
        abs_place *ordered = memory_take(count * sizeof *ordered);
        for (size_t k = 0; k < count; k++)
            ordered[k] = b->entries[spread(k, count)];
        free(b->entries);
        b->entries = ordered;
        b->entry_room = count;
        b->held = count - FIRST_POSITIONS;
        b->entry_count = FIRST_POSITIONS;
    }
    abs_suite_number_jobs(suite, 0);
}

void selection_keep(abs_batch *b, size_t most)
{
    const size_t count = b->entry_count;
    if (most == 0 || count <= most)
        return;
    bool *kept = memory_zeros(count, sizeof *kept);
    for (size_t k = 0; k < most; k++)
        kept[abs_is_tree(b->domain) ? k : spread(k, count)] = true;
    b->entry_count = 0;
    for (size_t k = 0; k < count; k++)
        if (kept[k])
            b->entries[b->entry_count++] = b->entries[k];
    free(kept);
}

/* The greatest seeds so far, by configuration as number_config() does. */
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
   `set`. */
static uint64_t pass_greatest(greatest_seeds *g, const abs_batch *b, bool set, uint64_t least)
{
    for (size_t c = 0; c < b->config_count; c++) {
        const size_t before = g->configs.count;
        memory_grow(&g->seeds, &g->room, before, sizeof *g->seeds);
        uint64_t *seed = &g->seeds[number_config(&g->configs, b, &b->configs[c])];
        if (g->configs.count > before)
            *seed = 0;
        if (set && *seed < least)
            *seed = least;
        else if (!set && *seed > least)
            least = *seed;
    }
    return least;
}

static void find_greatest(greatest_seeds *g, const abs_suite *suite)
{
    for (size_t i = 0; i < suite->count; i++) {
        const abs_batch *b = &suite->batches[i];
        uint64_t greatest = 0;
        if (!grows(b))
            continue;
        for (size_t e = 0; e < b->entry_count; e++)
            greatest = b->entries[e].seed > greatest ? b->entries[e].seed : greatest;
        pass_greatest(g, b, true, greatest);
    }
}

/*
 * The seed after the greatest, and so on: the greatest of all batches that make some of the same
 * searches, so that none is made twice.
 */
static bool more_trees(greatest_seeds *g, abs_batch *b, size_t wanted, abs_error *error)
{
    uint64_t greatest = pass_greatest(g, b, false, 0);
    for (size_t i = 0; i < wanted && greatest < SEED_MAX; i++)
        if (!batch_add_tree(b, ++greatest, error))
            return false;
    pass_greatest(g, b, true, greatest);
    return true;
}

bool selection_next(abs_suite *suite, const size_t *wanted, abs_error *error)
{
    greatest_seeds g = {.seeds = NULL};
    bool ok = true;
    find_greatest(&g, suite);
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

/* ---- no search twice ------------------------------------------------------------------------- */

/* The numbers of a batch's configurations. */
static uint32_t *number_configs(abs_suite *suite, const abs_batch *batch)
{
    uint32_t *numbers = memory_take((batch->config_count + 1) * sizeof *numbers);
    for (size_t c = 0; c < batch->config_count; c++)
        numbers[c] = number_config(&suite->configs, batch, &batch->configs[c]);
    return numbers;
}

enum { SEARCH_MAX = 32 };

/* Names the search of entry `i` of a batch with the configuration of that number, which has the
   spec in it. */
static void name_search(const abs_suite *suite, const abs_batch *batch, size_t i, uint32_t config,
                        char name[SEARCH_MAX])
{
    const abs_place place = batch->entries[i];
    const uint64_t entry =
        abs_is_tree(batch->domain)
            ? place.seed
            : names_find(&suite->store.sources[batch->source].ids, place.kept->id);
    snprintf(name, SEARCH_MAX, "%" PRIx64 " %" PRIx32, entry, config);
}

/* The batches before number `end` have made their searches for results. */
static void remember(abs_suite *suite, size_t end)
{
    for (; suite->remembered < end; suite->remembered++) {
        const abs_batch *batch = &suite->batches[suite->remembered];
        uint32_t *configs = number_configs(suite, batch);
        for (size_t i = 0; i < batch->entry_count; i++)
            for (size_t c = 0; c < batch->config_count; c++) {
                char search[SEARCH_MAX];
                name_search(suite, batch, i, configs[c], search);
                if (!batch->configs[c].for_reference)
                    names_add(&suite->made, search);
            }
        free(configs);
    }
}

/* What is left of a batch: its positions by the configurations that are new for them. */
typedef struct {
    abs_names sets;  /* of configurations, a '1' for each that is new, else a '0' */
    uint32_t *set;   /* by entry: the number of its set */
    size_t repeated; /* searches that are not new */
} remainder_sets;

/* Only results are looked at, or only references, which are then made. */
static void find_sets(abs_suite *suite, const abs_batch *batch, bool references, remainder_sets *r)
{
    uint32_t *configs = number_configs(suite, batch);
    char *set = memory_take(batch->config_count + 1);
    r->set = memory_take((batch->entry_count + 1) * sizeof *r->set);
    for (size_t i = 0; i < batch->entry_count; i++) {
        for (size_t c = 0; c < batch->config_count; c++) {
            char search[SEARCH_MAX];
            name_search(suite, batch, i, configs[c], search);
            const bool asked = batch->configs[c].for_reference == references;
            const bool repeated = asked && names_find(&suite->made, search) != UINT32_MAX;
            set[c] = repeated ? '0' : '1';
            r->repeated += repeated;
            if (asked && references && !repeated)
                names_add(&suite->made, search);
        }
        set[batch->config_count] = '\0';
        r->set[i] = names_add(&r->sets, set);
    }
    free(set);
    free(configs);
}

/* A batch of its own for the entries of batch number `i` with one of the sets. */
static bool split(abs_suite *suite, size_t i, const remainder_sets *r, uint32_t number,
                  abs_error *error)
{
    abs_batch *to = batch_open_like(suite, i, error);
    if (to == NULL)
        return false;
    const abs_batch *from = &suite->batches[i];
    const char *set = r->sets.texts[number];
    for (size_t e = 0; e < from->entry_count; e++)
        if (r->set[e] == number)
            batch_add_place(to, from->entries[e]);
    to->configs = memory_take(from->config_count * sizeof *to->configs);
    to->config_room = from->config_count;
    for (size_t c = 0; c < from->config_count; c++)
        if (set[c] == '1')
            to->configs[to->config_count++] = from->configs[c];
    return true;
}

/* The batch keeps the entries of one set. */
static void keep_set(abs_batch *batch, const remainder_sets *r, uint32_t number)
{
    const char *set = r->sets.texts[number];
    size_t entries = 0, configs = 0;
    for (size_t e = 0; e < batch->entry_count; e++)
        if (r->set[e] == number)
            batch->entries[entries++] = batch->entries[e];
    for (size_t c = 0; c < batch->config_count; c++)
        if (set[c] == '1')
            batch->configs[configs++] = batch->configs[c];
    batch->entry_count = configs > 0 ? entries : 0;
    batch->config_count = configs;
}

/* Batch number `i` keeps the positions that are wholly new, or those that come first; each other
   set of configurations gets a batch of its own. */
static bool leave_out(abs_suite *suite, size_t i, bool references, abs_error *error)
{
    remainder_sets r = {.set = NULL};
    const size_t searches = suite->batches[i].config_count;
    uint32_t kept = 0;
    bool ok = true;
    find_sets(suite, &suite->batches[i], references, &r);
    if (r.repeated > 0) {
        for (uint32_t s = 0; s < r.sets.count; s++) {
            const char *now = r.sets.texts[kept], *other = r.sets.texts[s];
            if (strchr(now, '1') == NULL || strspn(other, "1") == searches)
                kept = s;
        }
        for (uint32_t s = 0; ok && s < r.sets.count; s++)
            ok = s == kept || strchr(r.sets.texts[s], '1') == NULL || split(suite, i, &r, s, error);
        keep_set(&suite->batches[i], &r, kept); /* the batches may have moved */
    }
    names_free(&r.sets);
    free(r.set);
    return ok;
}

/* Of the results, or references, of batches from number `first` on, what `made` has is left out. */
static bool leave_out_all(abs_suite *suite, size_t first, bool references, abs_error *error)
{
    const size_t end = suite->count; /* a batch that is split makes others */
    bool again = false;              /* a spec of an earlier grid */
    for (size_t i = first; i < end; i++)
        again |= suite->store.sources[suite->batches[i].source].grids > 1;
    if (!again)
        return true;
    remember(suite, references ? end : first);
    for (size_t i = first; i < end; i++)
        if (interrupt_pending())
            return abs_fail(error, ABS_INTERRUPTED, "interrupted");
        else if (!leave_out(suite, i, references, error))
            return false;
    return true;
}

bool repeats_leave_out(abs_suite *suite, size_t first, abs_error *error)
{
    return leave_out_all(suite, first, false, error);
}

bool repeats_leave_out_references(abs_suite *suite, abs_error *error)
{
    return leave_out_all(suite, 0, true, error);
}
