/* batch.c -- see batch.h. */
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

/* The spec's, made if it is new; NULL: the error is set. */
static abs_source *find_source(abs_suite *suite, const abs_domain *domain, const char *spec,
                               const char *options, abs_error *error)
{
    abs_source *source = names_thing(&suite->specs, spec);
    if (source != NULL)
        return source;
    abs_rules *rules = memory_zeros(1, domain->rules_size);
    if (!domain->parse_rules(rules, options, error)) {
        free(rules);
        return NULL;
    }
    if (rules->contents != 0)
        abs_suite_add_input(suite, "tree", file_of(options), rules->contents);
    const abs_domain *chosen = domain->choose != NULL ? domain->choose(rules) : NULL;
    source = memory_take(sizeof *source);
    *source = (abs_source){.domain = chosen != NULL ? chosen : domain, .rules = rules};
    names_keep(&suite->specs, spec, source);
    source->spec = suite->specs.texts[suite->specs.count - 1];
    return source;
}

abs_batch *batch_insert(abs_suite *suite, size_t place, abs_source *source)
{
    memory_grow(&suite->batches, &suite->room, suite->count, sizeof *suite->batches);
    abs_batch *batch = &suite->batches[place];
    memmove(batch + 1, batch, (suite->count++ - place) * sizeof *batch);
    *batch = (abs_batch){.source = source,
                         .domain = source->domain,
                         .rules = source->rules,
                         .spec = source->spec,
                         .number = suite->opened++,
                         .part = {.plies_left = ABS_MAX_DEPTH, .answer_depth = -1}};
    return batch;
}

abs_batch *batch_open(abs_suite *suite, const abs_domain *domain, const char *spec,
                      const char *options, abs_error *error)
{
    abs_source *source = find_source(suite, domain, spec, options, error);
    if (source == NULL)
        return NULL;
    abs_batch *batch = batch_insert(suite, suite->count, source);
    source->batch = suite->count;
    source->grids++;
    return batch;
}

void batch_add_place(abs_batch *batch, abs_place place)
{
    memory_grow(&batch->roots, &batch->root_room, batch->root_count, sizeof place);
    batch->roots[batch->root_count++] = place;
}

void batch_add_config(abs_batch *batch, const abs_config *config)
{
    memory_grow(&batch->configs, &batch->config_room, batch->config_count, sizeof *config);
    batch->configs[batch->config_count++] = *config;
}

void batch_trim(abs_batch *batch)
{
    if (batch->config_count == 0)
        return;
    batch->config_room = batch->config_count;
    batch->configs = memory_resize(batch->configs, batch->config_room * sizeof *batch->configs);
}

const abs_root *batch_root(const abs_batch *batch, size_t i, abs_parsed *to)
{
    const abs_domain *d = batch->domain;
    const abs_place place = batch->roots[i];
    abs_error error;
    if (to->room < d->position_size) {
        free(to->root.position);
        to->root.position = memory_take(d->position_size);
        to->room = d->position_size;
    }
    to->root = (abs_root){.domain = d,
                          .rules = batch->rules,
                          .position = to->root.position,
                          .spec = batch->spec,
                          .number = i};
    abs_root *e = &to->root;
    memset(e->position, 0, d->position_size);
    if (!abs_is_tree(d)) {
        e->text = stored_text(place.stored);
        e->id = place.stored->id;
        e->facts = stored_facts(place.stored);
        d->parse(batch->rules, e->text, e->position, &error); /* as when it was read */
        return e;
    }
    e->has_seed = !d->seedless;
    e->seed = place.seed;
    e->text = batch->spec;
    e->id = to->id;
    if (e->has_seed)
        snprintf(to->id, sizeof to->id, "%.900s#%llu", batch->spec, (unsigned long long)place.seed);
    else
        snprintf(to->id, sizeof to->id, "%s", batch->spec);
    d->root(batch->rules, place.seed, e->position);
    return e;
}

void parsed_free(abs_parsed *parsed)
{
    free(parsed->root.position);
    *parsed = (abs_parsed){.room = 0};
}

/* ---- a suite and its jobs ------------------------------------------------------------------ */

void abs_suite_free(abs_suite *suite)
{
    for (size_t i = 0; i < suite->count; i++) {
        free(suite->batches[i].roots);
        free(suite->batches[i].configs);
    }
    abs_suite_settle(suite);
    for (size_t i = 0; i < suite->specs.count; i++) {
        abs_source *source = suite->specs.things[i];
        if (source->domain->free_rules != NULL)
            source->domain->free_rules(source->rules);
        free(source->rules);
        free(source);
    }
    names_free(&suite->specs);
    for (abs_stored *stored = suite->last_stored, *before; stored != NULL; stored = before) {
        before = stored->before;
        free(stored);
    }
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
        if (input->hash == hash && strcmp(input->kind, kind) == 0 && strcmp(input->name, name) == 0)
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
        suite->jobs += (b->root_count - b->first_root) * b->config_count;
    }
}

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    for (const char *b = bytes, *const end = b + count; b < end; b++)
        hash = abs_mix_byte(hash, *b);
    return abs_mix64(hash);
}

uint64_t abs_suite_hash(const abs_suite *suite)
{
    char words[CONFIG_WORDS_MAX];
    uint64_t hash = suite->jobs;
    for (size_t n = 0; n < suite->count; n++) {
        const abs_batch *b = &suite->batches[n];
        hash = hash_bytes(hash, b->spec, strlen(b->spec));
        hash = hash_bytes(hash, &b->rules->contents, sizeof b->rules->contents);
        for (size_t i = 0; i < b->config_count; i++) {
            const abs_config *c = &b->configs[i];
            const bool flags[] = {c->for_reference, c->optional, c->distinct};
            config_words(c, words, sizeof words);
            hash = hash_bytes(hash, words, strlen(words));
            hash = hash_bytes(hash, &c->timeout, sizeof c->timeout);
            hash = hash_bytes(hash, flags, sizeof flags);
            if (c->keep)
                hash = hash_bytes(hash, "keep", 4);
        }
        for (size_t i = b->first_root; i < b->root_count + b->held; i++) {
            const abs_place place = b->roots[i];
            if (abs_is_tree(b->domain))
                hash = hash_bytes(hash, &place.seed, sizeof place.seed);
            else
                hash = hash_bytes(hash, place.stored->id, place.stored->size);
        }
    }
    return hash;
}

void abs_suite_settle(abs_suite *suite)
{
    for (size_t i = 0; i < suite->specs.count; i++) {
        abs_source *source = suite->specs.things[i];
        names_free(&source->ids);
        names_free(&source->texts);
        names_free(&source->told);
        names_free(&source->configs);
        names_free(&source->made);
    }
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

const abs_root *abs_suite_job(const abs_suite *suite, size_t job, abs_parsed *to,
                              const abs_config **config)
{
    const abs_batch *batch = batch_of(suite, job);
    job -= batch->first_job;
    *config = &batch->configs[job % batch->config_count];
    return batch_root(batch, batch->first_root + job / batch->config_count, to);
}
