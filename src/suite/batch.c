/* batch.c -- see batch.h. */
#define _POSIX_C_SOURCE 200809L
#include "suite/batch.h"
#include "base/memory.h"

#include <stdlib.h>

/* ---- a batch and its positions ------------------------------------------------------------- */

/* The path in the options of a spec that names a file. */
static const char *file_of(const char *options)
{
    const char *name = strstr(options, "file=");
    return name != NULL ? name + strlen("file=") : options;
}

abs_batch *batch_open(abs_suite *suite, const abs_domain *domain, const char *spec,
                      const char *options, abs_error *error)
{
    const uint32_t source = store_source(&suite->store, spec);
    memory_grow(&suite->batches, &suite->room, suite->count, sizeof *suite->batches);
    abs_batch *batch = &suite->batches[suite->count];
    *batch = (abs_batch){.domain = domain,
                         .rules = memory_zeros(1, domain->rules_size),
                         .spec = suite->store.specs.texts[source],
                         .source = source,
                         .number = suite->opened++,
                         .plies_left = ABS_MAX_DEPTH};
    suite->count++;
    if (!domain->parse_rules(batch->rules, options, error)) {
        free(batch->rules);
        batch->rules = NULL;
        return NULL;
    }
    if (batch->rules->contents != 0)
        abs_suite_add_input(suite, "tree", file_of(options), batch->rules->contents);
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

void batch_add_place(abs_batch *batch, abs_place place)
{
    memory_grow(&batch->entries, &batch->entry_room, batch->entry_count, sizeof place);
    batch->entries[batch->entry_count++] = place;
}

/* The list in as little room as it needs. */
static void *trim(void *list, size_t *room, size_t count, size_t size)
{
    if (count == 0 || count == *room)
        return list;
    *room = count;
    return memory_resize(list, count * size);
}

void batch_trim(abs_batch *batch)
{
    batch->entries =
        trim(batch->entries, &batch->entry_room, batch->entry_count, sizeof *batch->entries);
    batch->configs =
        trim(batch->configs, &batch->config_room, batch->config_count, sizeof *batch->configs);
}

bool batch_add_tree(abs_batch *batch, uint64_t seed, abs_error *error)
{
    if (interrupt_pending())
        return abs_fail(error, ABS_INTERRUPTED, "interrupted");
    batch_add_place(batch, (abs_place){.seed = seed});
    return true;
}

static void unpack_tree(const abs_batch *batch, uint64_t seed, abs_unpacked *to)
{
    abs_entry *e = &to->entry;
    e->has_seed = !batch->domain->seedless;
    e->seed = seed;
    e->text = batch->spec;
    e->id = to->id;
    e->facts = (abs_facts){.known_count = 0};
    if (e->has_seed)
        snprintf(to->id, sizeof to->id, "%.900s#%llu", batch->spec, (unsigned long long)seed);
    else
        snprintf(to->id, sizeof to->id, "%s", batch->spec);
    batch->domain->root(batch->rules, seed, e->position);
}

static void unpack_game(const abs_batch *batch, const abs_kept *kept, abs_unpacked *to)
{
    abs_entry *e = &to->entry;
    abs_error error;
    e->has_seed = false;
    e->seed = 0;
    e->text = store_text(kept);
    e->id = kept->id;
    e->facts = store_facts(kept);
    batch->domain->parse(batch->rules, e->text, e->position, &error); /* as when it was read */
}

const abs_entry *batch_entry(const abs_batch *batch, size_t i, abs_unpacked *to)
{
    abs_entry *e = &to->entry;
    const size_t size = batch->domain->position_size;
    if (to->room < size) {
        free(e->position);
        e->position = memory_take(size);
        to->room = size;
    }
    memset(e->position, 0, size);
    e->domain = batch->domain;
    e->rules = batch->rules;
    e->spec = batch->spec;
    e->number = i;
    if (abs_is_tree(batch->domain))
        unpack_tree(batch, batch->entries[i].seed, to);
    else
        unpack_game(batch, batch->entries[i].kept, to);
    return e;
}

void unpacked_free(abs_unpacked *unpacked)
{
    free(unpacked->entry.position);
    *unpacked = (abs_unpacked){.room = 0};
}

/* ---- a suite and its jobs ------------------------------------------------------------------ */

void abs_suite_free(abs_suite *suite)
{
    for (size_t i = 0; i < suite->count; i++) {
        abs_batch *batch = &suite->batches[i];
        if (batch->rules != NULL && batch->domain->free_rules != NULL)
            batch->domain->free_rules(batch->rules);
        free(batch->rules);
        free(batch->entries);
        free(batch->configs);
    }
    abs_suite_settle(suite);
    store_free(&suite->store);
    names_free(&suite->told);
    for (size_t i = 0; i < suite->input_count; i++)
        free((char *)suite->inputs[i].name);
    free(suite->inputs);
    free(suite->batches);
    free(suite->grid);
    *suite = (abs_suite){0};
}

void abs_suite_add_input(abs_suite *suite, const char *kind, const char *name, uint64_t hash)
{
    for (size_t i = 0; i < suite->input_count; i++) {
        const abs_suite_input *input = &suite->inputs[i];
        if (input->hash == hash && strcmp(input->kind, kind) == 0 &&
            strcmp(input->name, name) == 0)
            return;
    }
    memory_grow(&suite->inputs, &suite->input_room, suite->input_count, sizeof *suite->inputs);
    suite->inputs[suite->input_count++] = (abs_suite_input){kind, memory_text(name), hash};
}

void abs_suite_number_jobs(abs_suite *suite, size_t first)
{
    if (first == 0)
        suite->jobs = 0;
    for (size_t i = first; i < suite->count; i++) {
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

static uint64_t hash_place(uint64_t hash, const abs_batch *batch, size_t i)
{
    const abs_place place = batch->entries[i];
    if (abs_is_tree(batch->domain))
        return hash_number(hash, place.seed);
    const abs_facts f = store_facts(place.kept);
    hash = hash_text(hash_text(hash, place.kept->id), store_text(place.kept));
    for (unsigned k = 0; k < f.known_count; k++) {
        hash = hash_number(hash, (uint64_t)f.known[k].depth << 8 | (uint64_t)f.known[k].eval);
        hash = hash_number(hash, (uint64_t)f.known[k].value);
    }
    for (unsigned m = 0; m < f.best_count + f.avoid_count; m++)
        hash = hash_number(hash, (uint64_t)(m < f.best_count) << 16 | f.moves[m]);
    return hash;
}

uint64_t abs_suite_hash(const abs_suite *suite)
{
    char words[CONFIG_WORDS_MAX];
    uint64_t hash = suite->jobs;
    for (size_t n = 0; n < suite->count; n++) {
        const abs_batch *b = &suite->batches[n];
        hash = hash_text(hash, b->spec);
        if (b->rules->contents != 0)
            hash = hash_number(hash, b->rules->contents);
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
            hash = hash_place(hash, b, i);
    }
    return hash;
}

void abs_suite_settle(abs_suite *suite)
{
    names_free(&suite->configs);
    names_free(&suite->made);
    store_settle(&suite->store);
}

/* The batch of a job. */
static const abs_batch *batch_of(const abs_suite *suite, size_t job)
{
    size_t low = 0, high = suite->count; /* the job is in [low, high); batches may be empty */
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (suite->batches[middle].first_job > job)
            high = middle;
        else
            low = middle;
    }
    return &suite->batches[low];
}

const abs_domain *abs_suite_config(const abs_suite *suite, size_t job, const abs_config **config)
{
    const abs_batch *batch = batch_of(suite, job);
    *config = &batch->configs[(job - batch->first_job) % batch->config_count];
    return batch->domain;
}

const abs_entry *abs_suite_job(const abs_suite *suite, size_t job, abs_unpacked *to,
                               const abs_config **config)
{
    const abs_batch *batch = batch_of(suite, job);
    job -= batch->first_job;
    *config = &batch->configs[job % batch->config_count];
    return batch_entry(batch, batch->first_entry + job / batch->config_count, to);
}
