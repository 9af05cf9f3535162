/* selection.c -- which positions of a batch are searched, and when; and no search twice, where two
   grids of a sweep both ask for it. See suite.h. */
#include "base/interrupt.h"
#include "base/memory.h"
#include "suite/suite.h"

#include <inttypes.h>
#include <stdlib.h>

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
        const size_t count = b->root_count;
        if (abs_is_tree(b->domain) || count <= FIRST_POSITIONS)
            continue;
        abs_place *ordered = memory_take(count * sizeof *ordered);
        for (size_t k = 0; k < count; k++)
            ordered[k] = b->roots[spread(k, count)];
        free(b->roots);
        b->roots = ordered;
        b->root_room = count;
        b->held = count - FIRST_POSITIONS;
        b->root_count = FIRST_POSITIONS;
    }
    abs_suite_number_jobs(suite, 0);
}

void selection_keep(abs_batch *b, size_t most)
{
    const size_t count = b->root_count;
    if (most == 0 || count <= most)
        return;
    bool *kept = memory_zeros(count, sizeof *kept);
    for (size_t k = 0; k < most; k++)
        kept[abs_is_tree(b->domain) ? k : spread(k, count)] = true;
    b->root_count = 0;
    for (size_t k = 0; k < count; k++)
        if (kept[k])
            b->roots[b->root_count++] = b->roots[k];
    free(kept);
}

static bool grows(const abs_batch *b)
{
    return abs_is_tree(b->domain) && !b->domain->seedless;
}

/*
 * The greatest seed that was searched with any of the batch's configurations, and, if `least` is
 * greater, that one from now on. By names of specs and configurations, seeds stand for things.
 */
static uint64_t raise_greatest(abs_names *seeds, const abs_batch *b, uint64_t least)
{
    uint64_t greatest = least;
    for (size_t c = 0; c < b->config_count; c++) {
        char words[CONFIG_WORDS_MAX], name[ABS_TEXT_MAX + CONFIG_WORDS_MAX];
        config_words(&b->configs[c], words, sizeof words); /* all that makes ids of rows differ */
        snprintf(name, sizeof name, "%s %s", b->spec, words);
        const uint64_t seed = (uintptr_t)names_thing(seeds, name);
        greatest = seed > greatest ? seed : greatest;
        if (least > seed)
            names_keep(seeds, name, (void *)(uintptr_t)least);
    }
    return greatest;
}

bool selection_next(abs_suite *suite, const size_t *wanted, abs_error *error)
{
    abs_names seeds = {0};
    for (size_t i = 0; i < suite->count; i++) {
        const abs_batch *b = &suite->batches[i];
        uint64_t greatest = 0;
        for (size_t e = 0; grows(b) && e < b->root_count; e++)
            greatest = b->roots[e].seed > greatest ? b->roots[e].seed : greatest;
        raise_greatest(&seeds, b, greatest);
    }
    for (size_t i = 0; i < suite->count && !interrupt_pending(); i++) {
        abs_batch *b = &suite->batches[i];
        const size_t more = wanted[i] < b->held ? wanted[i] : b->held;
        b->first_root = b->root_count;
        b->root_count += more;
        b->held -= more;
        if (!grows(b))
            continue;
        /* the seeds after those of all batches that make some of the same searches */
        uint64_t greatest = raise_greatest(&seeds, b, 0);
        for (size_t k = 0; k < wanted[i] && greatest < SEED_MAX; k++)
            batch_add_place(b, (abs_place){.seed = ++greatest});
        raise_greatest(&seeds, b, greatest);
    }
    names_free(&seeds);
    abs_suite_number_jobs(suite, 0);
    return !interrupt_pending() || abs_fail(error, ABS_INTERRUPTED, "interrupted");
}

/* ---- no search twice ------------------------------------------------------------------------- */

/* A batch, cut by the configurations that are new for its positions. */
typedef struct {
    abs_names sets;  /* of configurations, a '1' for each that is new, else a '0' */
    uint32_t *set;   /* by root: the number of its set */
    size_t repeated; /* searches that are not new */
} cut_batch;

/* Only results are looked at, or only references; those that are new are made from now on, if
   `make`. */
static cut_batch cut(const abs_batch *batch, bool references, bool make)
{
    cut_batch cut = {.set = memory_take((batch->root_count + 1) * sizeof *cut.set)};
    abs_source *source = batch->source;
    uint32_t *configs = memory_take((batch->config_count + 1) * sizeof *configs);
    char *set = memory_zeros(batch->config_count + 1, 1);
    for (size_t c = 0; c < batch->config_count; c++) {
        char words[CONFIG_WORDS_MAX];
        config_words(&batch->configs[c], words, sizeof words);
        configs[c] = names_add(&source->configs, words);
    }
    for (size_t i = 0; i < batch->root_count; i++) {
        const abs_place place = batch->roots[i];
        const uint64_t root = abs_is_tree(batch->domain) ? place.seed : place.stored->number;
        for (size_t c = 0; c < batch->config_count; c++) {
            char search[32];
            const bool asked = batch->configs[c].for_reference == references;
            snprintf(search, sizeof search, "%" PRIx64 " %" PRIx32, root, configs[c]);
            const bool repeated = asked && names_find(&source->made, search) != UINT32_MAX;
            cut.repeated += repeated;
            set[c] = repeated ? '0' : '1';
            if (asked && make)
                names_add(&source->made, search);
        }
        cut.set[i] = names_add(&cut.sets, set);
    }
    free(set);
    free(configs);
    return cut;
}

static void free_cut(cut_batch *cut)
{
    names_free(&cut->sets);
    free(cut->set);
}

/* Adds what has that set of new configurations. */
static void add_part(abs_batch *to, const abs_batch *whole, const cut_batch *cut, uint32_t set)
{
    for (size_t i = 0; i < whole->root_count; i++)
        if (cut->set[i] == set)
            batch_add_place(to, whole->roots[i]);
    for (size_t c = 0; c < whole->config_count; c++)
        if (cut->sets.texts[set][c] == '1')
            batch_add_config(to, &whole->configs[c]);
    batch_trim(to);
}

/* Batch number `i` keeps the positions that are wholly new, or those that come first; each other
   set of configurations gets a batch of its own. */
static void leave_out(abs_suite *suite, size_t i, bool references)
{
    abs_batch *batch = &suite->batches[i];
    const abs_batch whole = *batch;
    cut_batch parts = cut(batch, references, references);
    uint32_t kept = 0;
    if (parts.repeated > 0) {
        batch->roots = NULL;
        batch->configs = NULL;
        batch->root_count = batch->root_room = batch->config_count = batch->config_room = 0;
        for (uint32_t s = 0; s < parts.sets.count; s++)
            if (strchr(parts.sets.texts[kept], '1') == NULL ||
                strchr(parts.sets.texts[s], '0') == NULL)
                kept = s;
        for (uint32_t s = 0; s < parts.sets.count; s++)
            if (strchr(parts.sets.texts[s], '1') != NULL)
                add_part(s == kept ? &suite->batches[i]
                                   : batch_insert(suite, suite->count, whole.source),
                         &whole, &parts, s);
        free(whole.roots);
        free(whole.configs);
    }
    free_cut(&parts);
}

bool repeats_leave_out(abs_suite *suite, size_t first, bool references, abs_error *error)
{
    const size_t end = suite->count; /* a batch that is cut makes others */
    bool again = false;              /* a spec of an earlier grid */
    for (size_t i = first; i < end; i++)
        again |= suite->batches[i].source->grids > 1;
    if (!again)
        return true;
    for (; suite->remembered < (references ? end : first); suite->remembered++) {
        cut_batch all = cut(&suite->batches[suite->remembered], false, true);
        free_cut(&all);
    }
    for (size_t i = first; i < end && !interrupt_pending(); i++)
        leave_out(suite, i, references);
    return !interrupt_pending() || abs_fail(error, ABS_INTERRUPTED, "interrupted");
}
