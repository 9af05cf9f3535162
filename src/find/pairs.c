/* pairs.c -- see pairs.h. */
#include "find/pairs.h"
#include "base/memory.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* ---- twins --------------------------------------------------------------------------------- */

/* Searches of the same counts may still take other times. */
static void find_twins(abs_pairs *pairs, const abs_tally *t)
{
    abs_names keys = {0}; /* with the first group of each */
    char key[64];
    pairs->twin = memory_take((t->group_keys.count + 1) * sizeof *pairs->twin);
    for (uint32_t g = 0; g < t->group_keys.count; g++) {
        pairs->twin[g] = g;
        if (t->groups[g].for_reference || t->metric == METRIC_time) /* the former: in no table */
            continue;
        snprintf(key, sizeof key, "%u/%" PRIx64, t->groups[g].frame, t->groups[g].counts);
        const abs_tally_group *first = names_thing(&keys, key);
        if (first != NULL)
            pairs->twin[g] = (uint32_t)(first - t->groups);
        else
            names_keep(&keys, key, &t->groups[g]);
    }
    names_free(&keys);
}

/* ---- copies -------------------------------------------------------------------------------- */

/* What the records from *at on come to that are copies of one search; false if one of them does not
   count. */
static bool take_copies(const abs_pairs *pairs, size_t end, count_kind kind, size_t *at,
                        abs_count *c)
{
    const abs_record *records = pairs->tally->records;
    const size_t start = *at;
    bool all = true;
    *c = (abs_count){.first = &records[pairs->order[start]]};
    c->root = c->first->root;
    for (; *at < end && records[pairs->order[*at]].root == c->root; ++*at) {
        const abs_record *r = &records[pairs->order[*at]];
        const uint64_t number = kind == COUNT_OF_MEASURE ? r->measure
                                : kind == COUNT_OF_NODES ? r->nodes
                                                         : r->work;
        all = all && r->status == ABS_STATUS_OK && r->has_measure;
        c->again |= r->again || *at > start;
        c->noisy |= r->differs || r->nodes != c->first->nodes;
        c->log += log((double)number);
        c->mean = number;
        c->too_large |= number > UINT64_MAX - c->sum;
        c->sum += number;
    }
    const size_t copies = *at - start;
    if (copies > 1) { /* of one the mean is the number, to the last digit */
        c->log /= (double)copies;
        c->mean = (uint64_t)(exp(c->log) + 0.5);
    }
    return all;
}

bool pairs_next(const abs_pairs *pairs, size_t group, count_kind kind, size_t *at, abs_count *count)
{
    const size_t end = pairs->first[group + 1];
    while (*at < end)
        if (take_copies(pairs, end, kind, at, count))
            return true;
    return false;
}

/* ---- order --------------------------------------------------------------------------------- */

/* The numbers too: sums of copies do not depend on their order. */
static int compare(const void *a, const void *b)
{
    const pairs_item *x = a, *y = b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->root != y->root)
        return x->root < y->root ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
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

void pairs_make(abs_pairs *pairs, const abs_tally *t)
{
    pairs_item *list = memory_take((t->count + 1) * sizeof *list);
    pairs->tally = t;
    pairs->order = memory_take((t->count + 1) * sizeof *pairs->order);
    pairs->first = memory_zeros(t->group_keys.count + 2, sizeof *pairs->first);
    pairs->logs = memory_take((t->count + 1) * sizeof *pairs->logs);
    find_twins(pairs, t);
    for (uint32_t i = 0; i < t->count; i++) {
        const abs_record *r = &t->records[i];
        list[i] = (pairs_item){r->group, i, r->root, (double)r->measure};
        pairs->first[r->group + 1]++;
    }
    for (size_t g = 0; g < t->group_keys.count; g++)
        pairs->first[g + 1] += pairs->first[g];
    pairs_sort(list, t->count);
    for (size_t i = 0; i < t->count; i++)
        pairs->order[i] = list[i].record;
    free(list);
}

void pairs_free(abs_pairs *pairs)
{
    free(pairs->order);
    free(pairs->first);
    free(pairs->twin);
    free(pairs->logs);
    *pairs = (abs_pairs){0};
}

/* ---- of two groups -------------------------------------------------------------------------- */

pairs_walk pairs_begin(const abs_pairs *pairs, size_t group, size_t other)
{
    return (pairs_walk){
        pairs, {group, other}, {pairs->first[group], pairs->first[other]}, {{.root = 0}}};
}

bool pairs_both(pairs_walk *w)
{
    const abs_count *x = &w->of[0], *y = &w->of[1];
    do {
        const bool behind[] = {x->root <= y->root, y->root <= x->root};
        for (int i = 0; i < 2; i++)
            if (behind[i] &&
                !pairs_next(w->pairs, w->group[i], COUNT_OF_MEASURE, &w->at[i], &w->of[i]))
                return false;
    } while (x->root != y->root);
    return true;
}

size_t pairs_logs(const abs_pairs *pairs, size_t group, size_t reference)
{
    size_t count = 0;
    for (pairs_walk w = pairs_begin(pairs, group, reference); pairs_both(&w);)
        if (isfinite(w.of[0].log) && isfinite(w.of[1].log))
            pairs->logs[count++] = w.of[0].log - w.of[1].log;
    return count;
}

/* ---- labels ---------------------------------------------------------------------------------- */

/* Fields of the setting are named in headings, the others in labels, where they mean anything.
   Copies share both. */
static bool is_in_labels(const config_field *f, const abs_config *c)
{
    return f->label != NULL && f->level > CONFIG_SETTING && f->level < CONFIG_COPY &&
           config_present(f, c) &&
           c->algo.core->limit != ABS_LIMIT_TREE; /* the minimal tree depends on none of them */
}

/* Takes in a configuration; `first` is the first one of its spec. */
static void see(label_rules *l, const abs_config *c, const abs_config *first)
{
    for (size_t i = 0; i < CONFIG_FIELDS; i++) {
        const config_field *f = &config_fields[i];
        l->unusual[i] |= f->level == CONFIG_SETTING && config_number(f, c) != f->preset;
        if (!is_in_labels(f, c))
            continue;
        if (l->of[i] == NULL)
            l->of[i] = c;
        l->by_spec[i] |= config_differ(f, c, l->of[i]);
        l->varies[i] |= f->level != CONFIG_FRAME
                            ? config_differ(f, c, l->of[i])
                            : is_in_labels(f, first) && config_differ(f, c, first);
    }
}

label_rules label_find(const abs_tally *t)
{
    label_rules l = {.of = {NULL}};
    const abs_config **first = memory_zeros(t->specs.count + 1, sizeof *first);
    for (const abs_tally_group *g = t->groups; g < t->groups + t->group_keys.count; g++) {
        first[g->spec] = first[g->spec] != NULL ? first[g->spec] : &g->config;
        see(&l, &g->config, first[g->spec]);
    }
    for (size_t i = 0; i < CONFIG_FIELDS; i++)
        l.by_spec[i] &= !l.varies[i];
    free(first);
    return l;
}

label_rules label_find_among(const abs_config *configs, size_t count)
{
    label_rules l = {.of = {NULL}};
    for (size_t c = 0; c < count; c++)
        see(&l, &configs[c], configs);
    return l;
}

void label_say(abs_buffer *b, const char *before, size_t field, const abs_config *c)
{
    char text[CONFIG_WORD_MAX];
    config_say(&config_fields[field], config_fields[field].label, c, text, sizeof text);
    if (text[0] != '\0')
        buffer_format(b, "%s%s", before, text);
}

void label_add(const label_rules *l, const abs_config *c, abs_buffer *b)
{
    buffer_text(b, c->algo.name);
    for (size_t i = 0; i < CONFIG_FIELDS; i++)
        if (l->varies[i] && is_in_labels(&config_fields[i], c))
            label_say(b, " ", i, c);
}

void label_add_twins(const label_rules *l, const abs_pairs *pairs, uint32_t group, abs_buffer *b)
{
    size_t told = 0;
    label_add(l, &pairs->tally->groups[group].config, b);
    for (uint32_t g = group + 1; g < pairs->tally->group_keys.count; g++) {
        if (pairs->twin[g] != group)
            continue;
        buffer_text(b, told++ > 0 ? ", " : " (= ");
        label_add(l, &pairs->tally->groups[g].config, b);
    }
    buffer_text(b, told > 0 ? ")" : "");
}

void label_write_common(const label_rules *l, abs_buffer *b)
{
    const size_t before = b->length;
    for (size_t i = 0; i < CONFIG_FIELDS; i++) {
        const config_field *f = &config_fields[i];
        if (l->of[i] != NULL && !l->varies[i] && !l->by_spec[i] &&
            !(f->tacit && config_number(f, l->of[i]) == f->preset))
            label_say(b, b->length > before ? ", " : "In all rows: ", i, l->of[i]);
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
