/* batch.c -- batches and their jobs. See suite.h. */
#include "base/memory.h"
#include "search/registry.h"
#include "suite/suite.h"

#include <stdlib.h>

/* ---- a position ---------------------------------------------------------------------------- */

size_t abs_root_name(const abs_root *root, char *text, size_t size)
{
    const bool tree = subject_is_tree(root->subject); /* its id begins with its spec */
    snprintf(text, size, "%s%s%s", tree ? "" : root->spec, tree ? "" : "/", root->id);
    return tree ? 0 : strlen(root->spec) + 1;
}

const abs_facts *root_facts(const abs_root *root)
{
    static const abs_facts none;
    return root->facts != NULL ? root->facts : &none;
}

bool abs_root_is_problem(const abs_root *root)
{
    return root_facts(root)->best_count + root_facts(root)->avoid_count > 0;
}

/* If there are moves to find, the move must be one of them; else it must not be one to avoid. */
bool abs_root_solves(const abs_root *root, unsigned move)
{
    const abs_facts *f = root_facts(root);
    const unsigned best = f->best_count, all = best + f->avoid_count;
    unsigned place = 0;
    while (place < all && f->moves[place] != move)
        place++;
    return move != ABS_NO_MOVE && (best > 0 ? place < best : place == all);
}

/* ---- a batch and its positions ------------------------------------------------------------- */

abs_subject subject_of(const abs_domain *d, const abs_rules *rules, const char *spec)
{
    char *option = NULL;
    if (d != &foreign_domain &&
        asprintf(&option, "--%s=%s%s", d->kind, abs_registry_word(d), strchrnul(spec, ':')) < 0)
        memory_end();
    return (abs_subject){.kind = d->kind,
                         .domain = d->name,
                         .spec = spec,
                         .option = option,
                         .points = d->points != NULL ? d->points : ABS_POINTS,
                         .half_pawn = d->half_pawn(rules),
                         .orders = d->orders,
                         .usual_orders = abs_usual_orders(d),
                         .selects = abs_selects(d, rules),
                         .quiescence = d->has_quiescence,
                         .seeds = !d->seedless};
}

/* Returns the source of the spec, which it makes if it is new; NULL if the error is set. */
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
    const char *const file = strstr(options, "file=");
    if (rules->contents != 0)
        abs_suite_add_input(suite, "tree", file != NULL ? file + strlen("file=") : options,
                            rules->contents);
    const abs_domain *chosen = domain->choose != NULL ? domain->choose(rules) : NULL;
    source = memory_take(sizeof *source);
    *source = (abs_source){.domain = chosen != NULL ? chosen : domain, .rules = rules};
    names_keep(&suite->specs, spec, source);
    source->spec = suite->specs.texts[suite->specs.count - 1];
    source->subject = subject_of(source->domain, rules, source->spec);
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
                         .plies_left = ABS_MAX_DEPTH};
    return batch;
}

abs_batch *batch_open(abs_suite *suite, const abs_domain *domain, const char *spec,
                      const char *options, abs_error *error)
{
    abs_source *source = find_source(suite, domain, spec, options, error);
    if (source == NULL)
        return NULL;
    source->opened++;
    source->batch = suite->count + 1;
    return batch_insert(suite, suite->count, source);
}

void batch_add_root(abs_batch *batch, uint64_t number)
{
    memory_grow(&batch->roots, &batch->root_room, batch->root_count, sizeof number);
    batch->roots[batch->root_count++] = number;
}

void batch_add_config(abs_batch *batch, const abs_config *config)
{
    memory_grow(&batch->configs, &batch->config_room, batch->config_count, sizeof *config);
    batch->configs[batch->config_count++] = *config;
}

const abs_position *batch_position(const abs_batch *b, size_t i)
{
    return b->source->ids.things[b->roots[i]];
}

/* Returns the facts of a position, which it unpacks in `to`; NULL if there are none. */
static const abs_facts *unpack(const abs_position *position, abs_facts *to)
{
    const size_t length = strlen(position->text) + 1, size = position->size - length;
    memcpy(to, position->text + length, size);
    memset((char *)to + size, 0, sizeof *to - size);
    return size > 0 ? to : NULL;
}

/* What a root is made in. */
struct root_room {
    size_t size; /* bytes of the position */
    abs_facts facts;
    char id[ABS_TEXT_MAX]; /* a tree's */
    max_align_t position[];
};

const abs_root *batch_root(const abs_batch *batch, size_t i, abs_root *to)
{
    const abs_domain *d = batch->domain;
    struct root_room *room = to->room;
    abs_error error;
    if (room == NULL || room->size < d->position_size) {
        room = memory_resize(room, sizeof *room + d->position_size);
        room->size = d->position_size;
    }
    *to = (abs_root){.subject = &batch->source->subject,
                     .domain = d,
                     .rules = batch->rules,
                     .position = memset(room->position, 0, d->position_size),
                     .spec = batch->spec,
                     .text = batch->spec,
                     .id = room->id,
                     .number = i,
                     .room = room};
    if (!abs_is_tree(d)) {
        const abs_position *position = batch_position(batch, i);
        to->text = position->text;
        to->id = batch->source->ids.texts[batch->roots[i]];
        to->facts = unpack(position, &room->facts);
        position_parse(d, batch->rules, to->text, to->position, &error); /* as when it was read */
        return to;
    }
    to->has_seed = !d->seedless;
    to->seed = batch->roots[i];
    if (to->has_seed)
        snprintf(room->id, sizeof room->id, "%.900s#%" PRIu64, batch->spec, to->seed);
    else
        snprintf(room->id, sizeof room->id, "%s", batch->spec);
    d->root(batch->rules, to->seed, to->position);
    return to;
}

void root_free(abs_root *root)
{
    free(root->room);
    *root = (abs_root){.room = NULL};
}

/* ---- a suite ------------------------------------------------------------------------------- */

void abs_suite_free(abs_suite *suite)
{
    for (size_t i = 0; i < suite->count; i++) {
        free(suite->batches[i].roots);
        free(suite->batches[i].configs);
        free(suite->batches[i].searches);
    }
    for (size_t i = 0; i < suite->specs.count; i++) {
        abs_source *source = suite->specs.things[i];
        for (size_t k = 0; k < source->ids.count; k++)
            free(source->ids.things[k]);
        names_free(&source->ids);
        free((char *)source->subject.option);
        if (source->domain->free_rules != NULL)
            source->domain->free_rules(source->rules);
        free(source->rules);
        free(source);
    }
    names_free(&suite->specs);
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
        if (input->hash == hash && strcmp(input->kind, kind) == 0 && strcmp(input->name, name) == 0)
            return;
    }
    memory_grow(&suite->inputs, &suite->input_room, suite->input_count, sizeof *suite->inputs);
    suite->inputs[suite->input_count++] = (abs_suite_input){kind, memory_text(name), hash};
}

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
            unpack(position, &facts);
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

/* ---- which positions ----------------------------------------------------------------------- */

static size_t common_divisor(size_t a, size_t b)
{
    return b == 0 ? a : common_divisor(b, a % b);
}

/*
 * The k-th of `count` numbers, in an order whose first n are always spread evenly: multiples of the
 * golden section (van der Corput's problem; Weyl 1916), made coprime to the count.
 */
static size_t spread(size_t k, size_t count)
{
    size_t step = (size_t)(0.6180339887498949 * (double)count);
    while (step < 2 || common_divisor(step, count) != 1)
        step++;
    return k * step % count;
}

void batch_keep(abs_batch *b, size_t most)
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
