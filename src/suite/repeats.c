/* repeats.c -- see repeats.h. */
#include "suite/repeats.h"

#include <stdlib.h>

uint32_t repeats_config(abs_names *configs, const abs_batch *batch, const abs_config *config)
{
    char words[CONFIG_WORDS_MAX], text[CONFIG_WORDS_MAX + 16];
    config_words(config, words, sizeof words); /* two are the same if a row's id has the same */
    snprintf(text, sizeof text, "%u %s", (unsigned)batch->source, words);
    return names_add(configs, text);
}

/* The numbers of a batch's configurations. NULL: no memory. */
static uint32_t *number_configs(abs_suite *suite, const abs_batch *batch)
{
    uint32_t *numbers = malloc((batch->config_count + 1) * sizeof *numbers);
    for (size_t c = 0; numbers != NULL && c < batch->config_count; c++) {
        numbers[c] = repeats_config(&suite->configs, batch, &batch->configs[c]);
        if (numbers[c] == UINT32_MAX) {
            free(numbers);
            return NULL;
        }
    }
    return numbers;
}

/* The search of entry `i` of a batch with the configuration of that number. */
static abs_seen_pair search_of(const abs_suite *suite, const abs_batch *batch, size_t i,
                               uint32_t config)
{
    const abs_place place = batch->entries[i];
    if (abs_is_tree(batch->domain))
        return (abs_seen_pair){place.seed, config};
    const abs_index *ids = &suite->store.sources[batch->source].ids;
    return (abs_seen_pair){(uint64_t)(uintptr_t)index_find(ids, place.kept->id), config};
}

/* The batches before number `end` have made their searches for results. */
static bool remember(abs_suite *suite, size_t end, abs_error *error)
{
    bool ok = true;
    for (; ok && suite->remembered < end; suite->remembered++) {
        const abs_batch *batch = &suite->batches[suite->remembered];
        uint32_t *configs = number_configs(suite, batch);
        ok = configs != NULL;
        for (size_t i = 0; ok && i < batch->entry_count; i++)
            for (size_t c = 0; ok && c < batch->config_count; c++)
                ok = batch->configs[c].for_reference ||
                     seen_add(&suite->made, search_of(suite, batch, i, configs[c]));
        free(configs);
    }
    return ok || batch_no_memory(error);
}

/* ---- taking out ---------------------------------------------------------------------------- */

/* What is left of a batch: its positions by the configurations that are new for them. */
typedef struct {
    abs_names sets;  /* of configurations, a '1' for each that is new, else a '0' */
    uint32_t *set;   /* by entry: the number of its set */
    size_t repeated; /* searches that are not new */
} remainder_sets;

/* Only results are looked at, or only references, which are then made. */
static bool find_sets(abs_suite *suite, const abs_batch *batch, const uint32_t *configs,
                      bool references, remainder_sets *r)
{
    char *set = malloc(batch->config_count + 1);
    r->set = malloc((batch->entry_count + 1) * sizeof *r->set);
    bool ok = set != NULL && r->set != NULL;
    for (size_t i = 0; ok && i < batch->entry_count; i++) {
        for (size_t c = 0; ok && c < batch->config_count; c++) {
            const abs_seen_pair search = search_of(suite, batch, i, configs[c]);
            const bool asked = batch->configs[c].for_reference == references;
            const bool repeated = asked && seen_has(&suite->made, search);
            set[c] = repeated ? '0' : '1';
            r->repeated += repeated;
            if (asked && references && !repeated)
                ok = seen_add(&suite->made, search);
        }
        if (!ok)
            break;
        set[batch->config_count] = '\0';
        r->set[i] = names_add(&r->sets, set);
        ok = r->set[i] != UINT32_MAX;
    }
    free(set);
    return ok;
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
        if (r->set[e] == number && !batch_add_place(to, from->entries[e]))
            return batch_no_memory(error);
    to->configs = malloc(from->config_count * sizeof *to->configs);
    if (to->configs == NULL)
        return batch_no_memory(error);
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
    const abs_batch *batch = &suite->batches[i];
    remainder_sets r = {.set = NULL};
    uint32_t *configs = number_configs(suite, batch), kept = 0;
    bool ok = (configs != NULL && find_sets(suite, batch, configs, references, &r)) ||
              batch_no_memory(error);
    if (ok && r.repeated > 0) {
        const size_t searches = batch->config_count;
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
    free(configs);
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
    bool ok = remember(suite, references ? end : first, error);
    for (size_t i = first; ok && i < end; i++) {
        if (interrupt_pending())
            return abs_fail(error, ABS_INTERRUPTED, "interrupted");
        ok = leave_out(suite, i, references, error);
    }
    return ok;
}

bool repeats_leave_out(abs_suite *suite, size_t first, abs_error *error)
{
    return leave_out_all(suite, first, false, error);
}

bool repeats_leave_out_references(abs_suite *suite, abs_error *error)
{
    return leave_out_all(suite, 0, true, error);
}
