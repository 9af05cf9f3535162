/* batch.c -- see batch.h. */
#define _POSIX_C_SOURCE 200809L
#include "suite/batch.h"
#include "base/grow.h"

#include <stdlib.h>

/* ---- a batch and its positions ------------------------------------------------------------- */

bool batch_no_memory(abs_error *error)
{
    return abs_fail(error, ABS_CANNOT_RUN, "no memory for the positions; ask for fewer");
}

abs_batch *batch_open(abs_suite *suite, const abs_domain *domain, const char *spec,
                      const char *options, abs_error *error)
{
    abs_batch *larger = realloc(suite->batches, (suite->count + 1) * sizeof *larger);
    if (larger == NULL)
        return batch_no_memory(error), NULL;
    suite->batches = larger;
    abs_batch *batch = &suite->batches[suite->count];
    *batch = (abs_batch){.domain = domain, .spec = strdup(spec), .plies_left = ABS_MAX_DEPTH};
    batch->rules = calloc(1, domain->rules_size);
    suite->count++;
    if (batch->spec == NULL || batch->rules == NULL)
        return batch_no_memory(error), NULL;
    if (!domain->parse_rules(batch->rules, options, error)) {
        free(batch->rules);
        batch->rules = NULL;
        return NULL;
    }
    if (domain->choose != NULL && domain->choose(batch->rules) != NULL)
        batch->domain = domain->choose(batch->rules);
    return batch;
}

abs_batch *batch_open_like(abs_suite *suite, size_t like, abs_error *error)
{
    const char *spec = suite->batches[like].spec, *colon = strchr(spec, ':');
    return batch_open(suite, suite->batches[like].domain, spec, colon != NULL ? colon + 1 : "",
                      error);
}

abs_entry *batch_add_entry(abs_batch *batch, const char *id, const char *text)
{
    if (!abs_grow(&batch->entries, &batch->entry_room, batch->entry_count, sizeof *batch->entries))
        return NULL;
    abs_entry *entry = &batch->entries[batch->entry_count];
    *entry = (abs_entry){.domain = batch->domain,
                         .rules = batch->rules,
                         .spec = batch->spec,
                         .position = calloc(1, batch->domain->position_size),
                         .id = strdup(id),
                         .text = text == batch->spec ? batch->spec : strdup(text)};
    batch->entry_count++;
    return entry->position != NULL && entry->id != NULL && entry->text != NULL ? entry : NULL;
}

bool batch_copy_entry(abs_batch *batch, const abs_entry *from)
{
    abs_entry *entry = batch_add_entry(batch, from->id, from->text);
    if (entry == NULL)
        return false;
    memcpy(entry->position, from->position, batch->domain->position_size);
    memcpy(entry->known, from->known, sizeof entry->known);
    entry->known_count = from->known_count;
    entry->has_seed = from->has_seed;
    entry->seed = from->seed;
    return true;
}

void batch_free_entry(abs_entry *entry, const abs_batch *batch)
{
    free(entry->position);
    free((char *)entry->id);
    if (entry->text != batch->spec)
        free((char *)entry->text);
}

bool batch_add_tree(abs_batch *batch, uint64_t seed, abs_error *error)
{
    const abs_domain *d = batch->domain;
    char id[ABS_TEXT_MAX];
    if (interrupt_pending())
        return abs_fail(error, ABS_INTERRUPTED, "interrupted");
    if (d->seedless)
        snprintf(id, sizeof id, "%s", batch->spec);
    else
        snprintf(id, sizeof id, "%.900s#%llu", batch->spec, (unsigned long long)seed);
    abs_entry *entry = batch_add_entry(batch, id, batch->spec);
    if (entry == NULL)
        return batch_no_memory(error);
    entry->has_seed = !d->seedless;
    entry->seed = seed;
    d->root(batch->rules, seed, entry->position);
    return true;
}

void batch_drop_entries(abs_batch *batch)
{
    for (size_t i = 0; i < batch->entry_count; i++)
        batch_free_entry(&batch->entries[i], batch);
    batch->entry_count = 0;
}

/* ---- a suite and its jobs ------------------------------------------------------------------ */

void abs_suite_free(abs_suite *suite)
{
    for (size_t i = 0; i < suite->count; i++) {
        abs_batch *batch = &suite->batches[i];
        batch->entry_count += batch->held;
        batch_drop_entries(batch);
        if (batch->rules != NULL && batch->domain->free_rules != NULL)
            batch->domain->free_rules(batch->rules);
        free(batch->rules);
        free(batch->spec);
        free(batch->entries);
        free(batch->configs);
    }
    free(suite->batches);
    free(suite->grid);
    *suite = (abs_suite){0};
}

void abs_suite_number_jobs(abs_suite *suite)
{
    suite->jobs = 0;
    for (size_t i = 0; i < suite->count; i++) {
        abs_batch *b = &suite->batches[i];
        b->first_job = suite->jobs;
        suite->jobs += (b->entry_count - b->first_entry) * b->config_count;
    }
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text != '\0'; text++)
        hash = abs_mix64(hash ^ (unsigned char)*text) + ABS_G;
    return abs_mix64(hash);
}

static uint64_t hash_number(uint64_t hash, uint64_t number)
{
    return abs_mix64(hash ^ number) + ABS_G;
}

static uint64_t hash_entry(uint64_t hash, const abs_entry *entry)
{
    hash = hash_text(hash_text(hash, entry->id), entry->text);
    for (unsigned i = 0; i < entry->known_count; i++) {
        hash = hash_number(hash, (uint64_t)entry->known[i].depth << 8 | entry->known[i].eval);
        hash = hash_number(hash, (uint64_t)entry->known[i].value);
    }
    return hash;
}

uint64_t abs_suite_hash(const abs_suite *suite)
{
    char words[CONFIG_WORDS_MAX];
    uint64_t hash = suite->jobs;
    for (const abs_batch *b = suite->batches; b < suite->batches + suite->count; b++) {
        hash = hash_text(hash, b->spec);
        for (size_t i = 0; i < b->config_count; i++) {
            const abs_config *c = &b->configs[i];
            uint64_t timeout;
            memcpy(&timeout, &c->timeout, sizeof timeout);
            config_words(c, words, sizeof words);
            hash = hash_number(hash_text(hash, words), timeout);
            hash =
                hash_number(hash, (uint64_t)c->for_reference << 2 | c->optional << 1 | c->distinct);
        }
        for (size_t i = b->first_entry; i < b->entry_count + b->held; i++)
            hash = hash_entry(hash, &b->entries[i]);
    }
    return hash;
}

void abs_suite_job(const abs_suite *suite, size_t job, const abs_entry **entry,
                   const abs_config **config)
{
    size_t i = suite->count - 1;
    while (suite->batches[i].first_job > job)
        i--;
    const abs_batch *batch = &suite->batches[i];
    job -= batch->first_job;
    *entry = &batch->entries[batch->first_entry + job / batch->config_count];
    *config = &batch->configs[job % batch->config_count];
}
