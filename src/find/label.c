/* label.c -- see pairs.h. */
#include "base/memory.h"
#include "find/pairs.h"

#include <stdlib.h>

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
