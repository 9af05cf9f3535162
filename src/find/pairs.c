/* pairs.c -- see pairs.h. */
#include "find/pairs.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* ---- references ---------------------------------------------------------------------------- */

/* The first of those that the reference names in a block that fits the configuration, or, if that
   is NULL, has the settings that the reference gives. */
static uint32_t first_fitting(const abs_tally *t, const abs_reference *reference,
                              const abs_config *c, const uint32_t *named, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const abs_tally_group *r = &t->groups[named[i]];
        if (reference_rate(reference, r->subject->orders, r->subject->selects, &r->config,
                           c != NULL ? c : &r->config) != REFERENCE_NOT)
            return named[i];
    }
    return UINT32_MAX;
}

/* The reference of a group. A limit, minimax or an unsound search that none fits takes the
   reference of the searches beside it. UINT32_MAX: there is none. */
static uint32_t find_reference(const abs_tally *t, const abs_reference *reference, uint32_t group,
                               const uint32_t *named, size_t count)
{
    const abs_config *c = &t->groups[group].config;
    const uint32_t found = first_fitting(t, reference, c, named, count);
    return found != UINT32_MAX || config_is_search(c)
               ? found
               : first_fitting(t, reference, NULL, named, count);
}

static void find_references(abs_pairs *pairs, const abs_tally *t, const abs_reference *reference)
{
    const size_t groups = t->group_keys.count;
    uint32_t *order = tally_order(t, false), *named = memory_take((groups + 1) * sizeof *named);
    pairs->reference = memory_take((groups + 1) * sizeof *pairs->reference);
    for (size_t i = 0, end; i < groups; i = end) {
        const uint32_t block = t->groups[order[i]].block;
        size_t count = 0;
        for (end = i; end < groups && t->groups[order[end]].block == block; end++)
            if (reference_names(reference, &t->groups[order[end]].config))
                named[count++] = order[end];
        for (size_t k = i; k < end; k++)
            pairs->reference[order[k]] = find_reference(t, reference, order[k], named, count);
    }
    free(named);
    free(order);
}

/* ---- twins --------------------------------------------------------------------------------- */

/* Returns the first group with the same frame, counts and `of`, which may be this one. */
static uint32_t first_alike(abs_names *keys, const abs_tally *t, uint32_t group, const char *of,
                            uint32_t number)
{
    char key[64];
    snprintf(key, sizeof key, "%u/%" PRIx64 "/%s%u", t->groups[group].frame,
             t->groups[group].counts, of, number);
    const abs_tally_group *first = names_thing(keys, key);
    if (first == NULL)
        names_keep(keys, key, &t->groups[group]);
    return first != NULL ? (uint32_t)(first - t->groups) : group;
}

/* Finds twins, which have the same counts and the same reference; references with the same counts
   become one. If the metric is time there are none, because equal counts may take other times. */
static void find_twins(abs_pairs *pairs, const abs_tally *t, const abs_reference *asked)
{
    abs_names keys = {0}; /* each keeps its first group */
    const uint32_t groups = (uint32_t)t->group_keys.count;
    uint32_t *const twin = memory_take((groups + 1) * sizeof *twin), *const reference =
                                                                         pairs->reference;
    for (uint32_t g = 0; g < groups; g++)
        twin[g] = g;
    for (uint32_t i = 0; i < 2 * groups && t->metric != METRIC_time; i++) {
        const uint32_t g = i % groups; /* those that the reference names come first */
        const bool search = config_is_search(&t->groups[g].config);
        if (reference_names(asked, &t->groups[g].config) != (i < groups))
            continue;
        if (reference[g] == g && search)
            twin[g] = first_alike(&keys, t, g, "reference", 0);
        reference[g] = reference[g] != UINT32_MAX ? twin[reference[g]] : UINT32_MAX;
        if (search)
            twin[g] = first_alike(&keys, t, g, "", reference[g]);
    }
    names_free(&keys);
    pairs->twin = twin;
}

/* ---- order --------------------------------------------------------------------------------- */

/* By measure, so that sums of copies do not depend on the order of rows. */
static int by_measure(const void *a, const void *b, void *records)
{
    const uint32_t *x = a, *y = b;
    const abs_record *of = records;
    if (of[*x].measure != of[*y].measure)
        return of[*x].measure < of[*y].measure ? -1 : 1;
    return (*x > *y) - (*x < *y);
}

/* By number too, for the same reason. */
static int compare(const void *a, const void *b)
{
    const pairs_item *x = a, *y = b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->root != y->root)
        return x->root < y->root ? -1 : 1;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return (x->record > y->record) - (x->record < y->record);
}

void pairs_sort(pairs_item *items, size_t count)
{
    qsort(items, count, sizeof *items, compare);
}

size_t pairs_join(pairs_item *items, size_t count)
{
    size_t joined = 0;
    pairs_sort(items, count);
    for (size_t i = 0, end; i < count; i = end) {
        pairs_item one = items[i];
        for (end = i + 1;
             end < count && items[end].group == one.group && items[end].root == one.root; end++)
            one.number += items[end].number;
        one.number /= (double)(end - i);
        items[joined++] = one;
    }
    return joined;
}

/* A position counts only if all copies of its search do. */
void pairs_make(abs_pairs *pairs, const abs_tally *t, const abs_reference *reference)
{
    const size_t groups = t->group_keys.count;
    size_t count = 0;
    pairs_item *items = memory_take((t->count + 1) * sizeof *items);
    uint32_t *order = tally_sorted(t, false);
    *pairs = (abs_pairs){.tally = t,
                         .order = order,
                         .items = items,
                         .first = memory_zeros(groups + 2, sizeof *pairs->first),
                         .logs = memory_take((t->count + 1) * sizeof *pairs->logs),
                         .roots = memory_take((t->count + 1) * sizeof *pairs->roots)};
    find_references(pairs, t, reference);
    find_twins(pairs, t, reference);
    for (size_t i = 0, end; i < t->count; i = end) {
        pairs_item one = {t->records[order[i]].group, (uint32_t)i, t->records[order[i]].root, 0};
        bool all = true;
        for (end = i; end < t->count; end++) {
            const abs_record *r = &t->records[order[end]];
            if (r->group != one.group || r->root != one.root)
                break;
            all = all && r->status == ABS_STATUS_OK && r->has_measure;
        }
        if (end > i + 1)
            qsort_r(order + i, end - i, sizeof *order, by_measure, t->records);
        for (size_t k = i; k < end; k++)
            one.number += log((double)t->records[order[k]].measure);
        one.number /= (double)(end - i);
        if (!all)
            continue;
        items[count++] = one; /* replaces its copies */
        pairs->first[one.group + 1]++;
    }
    for (size_t g = 0; g < groups; g++)
        pairs->first[g + 1] += pairs->first[g];
}

void pairs_free(abs_pairs *pairs)
{
    free(pairs->order);
    free(pairs->items);
    free(pairs->first);
    free(pairs->reference);
    free(pairs->twin);
    free(pairs->logs);
    free(pairs->roots);
}

/* ---- two groups ----------------------------------------------------------------------------- */

pairs_walk pairs_begin(const abs_pairs *pairs, size_t group, size_t other)
{
    const pairs_item *items = pairs->items;
    const size_t *first = pairs->first;
    return (pairs_walk){&items[first[group]], &items[first[group + 1]], &items[first[other]],
                        &items[first[other + 1]]};
}

bool pairs_both(pairs_walk *w)
{
    while (w->a < w->a_end && w->b < w->b_end && w->a->root != w->b->root)
        w->a->root < w->b->root ? w->a++ : w->b++;
    return w->a < w->a_end && w->b < w->b_end;
}

/* The measure of an item that is one row; 0 if it is the mean of copies. */
static uint64_t measure_of(const abs_pairs *pairs, const pairs_item *item)
{
    const abs_tally *t = pairs->tally;
    const uint32_t *at = &pairs->order[item->record];
    const abs_record *r = &t->records[*at],
                     *next = item->record + 1 < t->count ? &t->records[at[1]] : NULL;
    return next != NULL && next->group == r->group && next->root == r->root ? 0 : r->measure;
}

/* Equal ratios of two rows must have equal logarithms, whatever their measures are; differences of
   logarithms are rounded differently. */
size_t pairs_differences(const abs_pairs *pairs, size_t group, size_t other)
{
    size_t count = 0;
    for (pairs_walk w = pairs_begin(pairs, group, other); pairs_both(&w); w.a++) {
        pairs->roots[count] = w.a->root;
        const uint64_t a = measure_of(pairs, w.a), b = measure_of(pairs, w.b);
        pairs->logs[count] =
            a > 0 && b > 0 ? log((double)a / (double)b) : w.a->number - w.b->number;
        count += isfinite(pairs->logs[count]);
    }
    return count;
}

/* ---- labels ---------------------------------------------------------------------------------- */

/* Whether labels, not headings, name the field, or would if the search had a limit. Headings name
   SETTING fields; nothing names COPY fields. */
static bool is_in_labels(const config_field *f, const abs_config *c)
{
    return f->label != NULL && f->level > CONFIG_SETTING && f->level < CONFIG_COPY &&
           (config_present(f, c) || config_open(f, c)) && !config_verifies(c) &&
           c->algo.core->limit != ABS_LIMIT_TREE; /* the minimal tree does not depend on them */
}

void label_see(label_rules *l, const abs_config *c, const abs_config **first)
{
    l->engines |= c->algo.engine != NULL;
    l->ours |= c->algo.engine == NULL;
    l->minimax |= c->algo.core->core.minimax;
    for (size_t i = 0; i < CONFIG_FIELDS; i++) {
        const config_field *f = &config_fields[i];
        l->unusual[i] |= f->level == CONFIG_SETTING && config_number(f, c) != f->preset;
        if (!is_in_labels(f, c))
            continue;
        l->of[i] = l->of[i] != NULL ? l->of[i] : c;
        first[i] = first[i] != NULL ? first[i] : c;
        l->by_spec[i] |= config_differ(f, c, l->of[i]);
        l->varies[i] |= config_differ(f, c, f->level != CONFIG_FRAME ? l->of[i] : first[i]);
    }
}

label_rules label_find(const abs_tally *t)
{
    label_rules l = {.of = {NULL}};
    const abs_config **first = memory_zeros((t->specs.count + 1) * CONFIG_FIELDS, sizeof *first);
    for (const abs_tally_group *g = t->groups; g < t->groups + t->group_keys.count; g++) {
        if (config_verifies(&g->config))
            l.verifies = true;
        else
            label_see(&l, &g->config, &first[g->spec * CONFIG_FIELDS]);
    }
    for (size_t i = 0; i < CONFIG_FIELDS; i++)
        l.by_spec[i] &= !l.varies[i];
    free(first);
    return l;
}

/* Appends `before` and a field, " w=50"; nothing if the label of its value is empty. */
static void label_say(abs_buffer *b, const char *before, size_t field, const abs_config *c)
{
    char text[CONFIG_WORD_MAX] = "";
    if (config_present(&config_fields[field], c))
        config_say(&config_fields[field], config_fields[field].label, c, text, sizeof text);
    if (text[0] != '\0')
        buffer_format(b, "%s%s", before, text);
}

void label_add(const label_rules *l, const abs_config *c, abs_buffer *b)
{
    buffer_text(b, c->algo.name);
    buffer_text(b, l->minimax && config_verifies(c) ? " of --verify" : "");
    for (size_t i = 0; i < CONFIG_FIELDS; i++)
        if (l->varies[i] && is_in_labels(&config_fields[i], c))
            label_say(b, " ", i, c);
}

void label_add_twins(const label_rules *l, const abs_pairs *pairs, uint32_t group, abs_buffer *b)
{
    size_t told = 0;
    label_add(l, &pairs->tally->groups[group].config, b);
    for (uint32_t g = 0; g < pairs->tally->group_keys.count; g++) {
        if (g == group || pairs->twin[g] != group || pairs->tally->groups[g].for_reference)
            continue;
        buffer_text(b, told++ > 0 ? ", " : " (= ");
        label_add(l, &pairs->tally->groups[g].config, b);
    }
    buffer_text(b, told > 0 ? ")" : "");
}

void label_write_common(const label_rules *l, abs_buffer *b)
{
    const size_t before = b->length;
    const char *const rows = l->engines && l->ours
                                 ? "In all rows, those of engines as far as they have it: "
                             : l->verifies ? "In all rows but those of --verify: "
                                           : "In all rows: ";
    for (size_t i = 0; i < CONFIG_FIELDS; i++) {
        const config_field *f = &config_fields[i];
        if (l->of[i] != NULL && !l->varies[i] && !l->by_spec[i] &&
            !(f->tacit && config_number(f, l->of[i]) == f->preset))
            label_say(b, b->length > before ? ", " : rows, i, l->of[i]);
    }
    buffer_text(b, b->length > before ? ".\n" : "");
}

void label_write_heading(const abs_tally *t, const abs_tally_group *g, const label_rules *l,
                         abs_buffer *b)
{
    buffer_plain(b, t->specs.texts[g->spec]);
    for (size_t i = 0; i < CONFIG_FIELDS; i++) {
        const config_field *f = &config_fields[i];
        if (f->level == CONFIG_SETTING ? !f->tacit || l->unusual[i]
                                       : l->by_spec[i] && is_in_labels(f, &g->config))
            label_say(b, ", ", i, &g->config);
    }
}
