/* jobs.c -- see jobs.h. */
#include "suite/jobs.h"
#include "base/memory.h"

#include <stdlib.h>

/* ---- the plan's hash ----------------------------------------------------------------------- */

static uint64_t hash_number(uint64_t hash, uint64_t number)
{
    return abs_mix64(hash ^ number) + ABS_G;
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    return hash_number(hash, abs_mix_text(text));
}

static uint64_t hash_facts(uint64_t hash, const abs_facts *f)
{
    const uint64_t counts[] = {f->known_count,   f->best_count,   f->avoid_count,
                               f->counted_count, f->judged.count, f->judged.unit};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        hash = hash_number(hash, counts[i]);
    for (const abs_known *k = f->known; k < f->known + f->known_count; k++) {
        hash = hash_number(hash, (uint64_t)k->depth);
        hash = hash_number(hash, (uint64_t)k->eval);
        hash = hash_number(hash, (uint64_t)k->value);
    }
    for (unsigned i = 0; i < f->best_count + f->avoid_count; i++)
        hash = hash_number(hash, f->moves[i]);
    for (const abs_counted *c = f->counted; c < f->counted + f->counted_count; c++)
        hash = hash_number(hash_number(hash, c->depth), c->count);
    for (unsigned i = 0; i < f->judged.count; i++)
        hash = hash_number(hash, (uint64_t)f->judged.values[i]);
    return hash;
}

static uint64_t hash_config(uint64_t hash, const abs_config *c)
{
    const uint64_t nanoseconds = (uint64_t)(c->timeout * 1e9 + 0.5),
                   flags = c->for_reference | c->optional << 1 | c->distinct << 2 | c->keep << 3;
    char words[CONFIG_WORDS_MAX];
    config_words(c, words, sizeof words);
    return hash_number(hash_number(hash_text(hash, words), nanoseconds), flags);
}

/* The hash is made of texts and of numbers, not of memory, whose bytes have another order on some
   machines: shards of one plan may be searched on both. */
uint64_t abs_suite_hash(const abs_suite *suite)
{
    uint64_t hash = suite->jobs;
    for (size_t n = 0; n < suite->count; n++) {
        const abs_batch *b = &suite->batches[n];
        hash = hash_number(hash_text(hash, b->spec), b->rules->contents);
        for (size_t i = 0; i < b->config_count; i++)
            hash = hash_config(hash, &b->configs[i]);
        for (size_t i = b->first_root; i < b->root_count; i++) {
            if (abs_is_tree(b->domain)) {
                hash = hash_number(hash, b->roots[i]);
                continue;
            }
            const abs_position *position = batch_position(b, i);
            abs_facts facts;
            position_facts(position, &facts);
            hash = hash_text(hash, b->source->ids.texts[b->roots[i]]);
            hash = hash_facts(hash_text(hash, position->text), &facts);
        }
    }
    return hash;
}

/* ---- jobs ---------------------------------------------------------------------------------- */

/* The number of the search that a batch's job makes: by root, then by configuration. */
static size_t search_of(const abs_batch *b, size_t job)
{
    return b->searches != NULL ? b->searches[job] : job + b->first_root * b->config_count;
}

static size_t jobs_of(const abs_batch *b)
{
    return b->searches != NULL ? b->search_count
                               : (b->root_count - b->first_root) * b->config_count;
}

void abs_suite_number_jobs(abs_suite *suite)
{
    suite->jobs = 0;
    for (abs_batch *b = suite->batches; b < suite->batches + suite->count; b++) {
        b->first_job = suite->jobs;
        suite->jobs += jobs_of(b);
    }
}

static uint64_t root_key(const abs_batch *b, size_t root)
{
    const uint64_t number = b->roots[root]; /* of a tree the seed */
    return abs_is_tree(b->domain) ? number : abs_mix_text(b->source->ids.texts[number]);
}

void suite_shard(const abs_suite *suite, const abs_shard *shard, bool *has)
{
    for (const abs_batch *b = suite->batches; b < suite->batches + suite->count; b++) {
        const uint64_t spec = abs_mix_text(b->spec);
        uint64_t *keys = memory_zeros(b->config_count, sizeof *keys), root = 0;
        char words[CONFIG_WORDS_MAX];
        for (size_t c = 0; c < b->config_count; c++) {
            config_words(&b->configs[c], words, sizeof words);
            keys[c] = abs_mix_text(words);
        }
        for (size_t job = 0, last = SIZE_MAX; job < jobs_of(b); job++) {
            const size_t search = search_of(b, job), at = search / b->config_count;
            root = at == last ? root : abs_mix_child(spec, root_key(b, at));
            last = at;
            has[b->first_job + job] =
                shard_has(shard, abs_mix64(root ^ keys[search % b->config_count]));
        }
        free(keys);
    }
}

/* Returns the batch of a job, and sets its root's index and its configuration. */
static const abs_batch *batch_of(const abs_suite *suite, size_t job, size_t *root,
                                 const abs_config **config)
{
    size_t low = 0, high = suite->count; /* the job is in [low, high); batches may be empty */
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (suite->batches[middle].first_job > job)
            high = middle;
        else
            low = middle;
    }
    const abs_batch *const b = &suite->batches[low];
    const size_t search = search_of(b, job - b->first_job);
    *root = search / b->config_count;
    *config = &b->configs[search % b->config_count];
    return b;
}

const abs_domain *abs_suite_config(const abs_suite *suite, size_t job, const abs_config **config)
{
    size_t root;
    return batch_of(suite, job, &root, config)->domain;
}

const abs_root *abs_suite_job(const abs_suite *suite, size_t job, abs_root *to,
                              const abs_config **config)
{
    size_t root;
    const abs_batch *batch = batch_of(suite, job, &root, config);
    return batch_root(batch, root, to);
}

/* ---- no search twice ----------------------------------------------------------------------- */

/* The parts of a search: a root, and a configuration with the number of its spec and words. */
enum { ROOT, CONFIGURATION, FOR_REFERENCE, JOB, PARTS };

/* Puts equal searches together, results before references, and each in the order of jobs. */
static int compare_searches(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    int part = ROOT;
    while (part < JOB && x[part] == y[part])
        part++;
    return (x[part] > y[part]) - (x[part] < y[part]);
}

/* Writes the searches of a batch, and returns their end. */
static uint64_t *list_searches(const abs_batch *b, abs_names *configs, uint64_t *to)
{
    char words[CONFIG_WORDS_MAX], name[ABS_TEXT_MAX + CONFIG_WORDS_MAX];
    for (size_t c = 0; c < b->config_count; c++) {
        config_words(&b->configs[c], words, sizeof words);
        snprintf(name, sizeof name, "%s\n%s", b->spec, words);
        const uint32_t config = names_add(configs, name);
        for (size_t i = 0; i < b->root_count; i++, to += PARTS) {
            to[ROOT] = b->roots[i];
            to[CONFIGURATION] = config;
            to[FOR_REFERENCE] = b->configs[c].for_reference;
            to[JOB] = b->first_job + i * b->config_count + c;
        }
    }
    return to;
}

bool suite_leave_out(abs_suite *suite, abs_error *error)
{
    const abs_batch *const last = suite->batches + suite->count;
    abs_names configs = {0};
    size_t most = 1;
    for (const abs_batch *b = suite->batches; b < last; b++)
        most += b->source->opened > 1 ? b->root_count * b->config_count : 0;
    uint64_t *all = memory_take(most * PARTS * sizeof *all), *end = all;
    bool *twice = memory_zeros(suite->jobs + 1, sizeof *twice); /* by job */
    for (const abs_batch *b = suite->batches; b < last && !interrupt_pending(); b++)
        if (b->source->opened > 1)
            end = list_searches(b, &configs, end);
    qsort(all, (size_t)(end - all) / PARTS, PARTS * sizeof *all, compare_searches);
    for (const uint64_t *s = all + PARTS; s < end; s += PARTS)
        twice[s[JOB]] = memcmp(s, s - PARTS, FOR_REFERENCE * sizeof *s) == 0;
    for (abs_batch *b = suite->batches; b < last; b++) {
        const size_t count = b->source->opened > 1 ? b->root_count * b->config_count : 0;
        if (count > 0)
            b->searches = memory_take(count * sizeof *b->searches);
        for (size_t k = 0; k < count; k++)
            if (!twice[b->first_job + k])
                b->searches[b->search_count++] = k;
    }
    free(all);
    free(twice);
    names_free(&configs);
    abs_suite_number_jobs(suite);
    return !interrupt_pending() || abs_fail(error, ABS_INTERRUPTED, "interrupted");
}
