/* batch.c -- see batch.h. */
#include "suite/batch.h"
#include "base/memory.h"
#include "search/registry.h"
#include "suite/forms.h"

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

const abs_facts *position_facts(const abs_position *position, abs_facts *to)
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
        to->facts = position_facts(position, &room->facts);
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
