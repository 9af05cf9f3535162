/* reader_position.c -- see reader_row.h. */
#define _POSIX_C_SOURCE 200809L
#include "base/grow.h"
#include "log/reader_row.h"
#include "search/registry.h"

#include <stdlib.h>

bool row_no_memory(abs_error *error)
{
    return abs_fail(error, ABS_CANNOT_RUN, "no memory to read the report");
}

void row_free(row_maker *m)
{
    for (size_t i = 0; i < m->specs.count; i++) {
        if (m->spec[i].rules != NULL && m->spec[i].domain->free_rules != NULL)
            m->spec[i].domain->free_rules(m->spec[i].rules);
        free(m->spec[i].rules);
    }
    names_free(&m->specs);
    free(m->spec);
    free(m->id);
    free(m->text);
    free(m->entry.position);
    line_free(&m->walk);
    buffer_free(&m->scratch);
    abs_row_free(&m->row);
    *m = (row_maker){0};
}

/* The domain and the rules of a spec that is new. */
static bool add_spec(row_spec *spec, const members *f, const char *text, const char *kind)
{
    char name[64];
    const size_t length = strcspn(text, ":");
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1),
             text);
    if (strcmp(kind, "game") != 0 && strcmp(kind, "tree") != 0)
        return members_fail(f, ROW_kind, "is neither tree nor game");
    const abs_registered *found = abs_registry_find(kind, name, f->error);
    if (found == NULL) {
        abs_fail(f->error, ABS_CANNOT_RUN,
                 "there is no %s '%s'; if it is a plug-in, name its file, as in --%s=./%s.so", kind,
                 name, kind, name);
        return members_blame(f, ROW_spec);
    }
    if (strcmp(found->domain->name, name) != 0)
        return members_fail(f, ROW_spec, "does not begin with the domain's own name");
    spec->domain = found->domain;
    spec->rules = calloc(1, found->domain->rules_size);
    if (spec->rules == NULL)
        return row_no_memory(f->error);
    if (!found->domain->parse_rules(spec->rules, text[length] == ':' ? text + length + 1 : "",
                                    f->error)) {
        free(spec->rules);
        spec->rules = NULL;
        return members_blame(f, ROW_spec);
    }
    if (found->domain->choose != NULL && found->domain->choose(spec->rules) != NULL)
        spec->domain = found->domain->choose(spec->rules);
    return true;
}

static bool find_spec(row_maker *m, const members *f, uint32_t *number)
{
    const char *spec, *kind, *domain;
    if (!members_text(f, ROW_spec, false, &spec) || !members_text(f, ROW_kind, false, &kind) ||
        !members_text(f, ROW_domain, false, &domain))
        return false;
    const size_t before = m->specs.count;
    if (!abs_grow(&m->spec, &m->spec_room, before, sizeof *m->spec))
        return row_no_memory(f->error);
    m->spec[before] = (row_spec){NULL, NULL};
    *number = names_add(&m->specs, spec);
    if (*number == UINT32_MAX)
        return row_no_memory(f->error);
    if (m->spec[*number].rules == NULL && !add_spec(&m->spec[*number], f, spec, kind))
        return false; /* maybe not for the first time */
    const abs_domain *d = m->spec[*number].domain;
    if (strcmp(d->kind, kind) != 0)
        return members_fail(f, ROW_kind, "is not that of its spec");
    return strcmp(d->name, domain) == 0 || members_fail(f, ROW_domain, "is not that of its spec");
}

static bool check_tree(row_maker *m, const members *f, uint64_t seed)
{
    char id[ABS_TEXT_MAX];
    const abs_entry *e = &m->entry;
    if (e->has_seed == e->domain->seedless)
        return members_fail(f, ROW_seed, e->has_seed ? "is given where none is used" : "is null");
    if (seed >> 53 != 0)
        return members_fail(f, ROW_seed, "is not below 2^53");
    if (strcmp(e->text, e->spec) != 0)
        return members_fail(f, ROW_position, "of a tree is not its spec");
    if (e->has_seed)
        snprintf(id, sizeof id, "%.900s#%llu", e->spec, (unsigned long long)seed);
    else
        snprintf(id, sizeof id, "%s", e->spec);
    if (strcmp(e->id, id) != 0)
        return members_fail(f, ROW_position_id, "is not that of its spec and seed");
    e->domain->root(e->rules, seed, e->position);
    return true;
}

static bool check_game(row_maker *m, const members *f)
{
    const abs_entry *e = &m->entry;
    if (e->has_seed)
        return members_fail(f, ROW_seed, "is given for a game");
    return e->domain->parse(e->rules, e->text, e->position, f->error) ||
           members_blame(f, ROW_position);
}

/* It stays when it is the last row's. */
bool entry_make(row_maker *m, const members *f)
{
    uint32_t spec = 0;
    uint64_t seed = 0;
    const char *id, *text;
    const bool has_seed = !members_is_null(f, ROW_seed);
    if (!find_spec(m, f, &spec) || !members_text(f, ROW_position, false, &text) ||
        !members_text(f, ROW_position_id, false, &id) ||
        (has_seed && !members_count(f, ROW_seed, &seed)))
        return false;
    if (m->id != NULL && m->entry_spec == spec && strcmp(m->id, id) == 0 &&
        strcmp(m->text, text) == 0 && m->entry.has_seed == has_seed && m->entry.seed == seed)
        return true;
    free(m->id);
    free(m->text);
    free(m->entry.position);
    const abs_domain *d = m->spec[spec].domain;
    m->id = strdup(id);
    m->text = strdup(text);
    m->entry.position = calloc(1, d->position_size);
    if (m->id == NULL || m->text == NULL || m->entry.position == NULL)
        return row_no_memory(f->error);
    m->entry_spec = spec;
    m->entry = (abs_entry){.domain = d,
                           .rules = m->spec[spec].rules,
                           .position = m->entry.position,
                           .spec = m->specs.texts[spec],
                           .text = m->text,
                           .id = m->id,
                           .has_seed = has_seed,
                           .seed = seed};
    if (abs_is_tree(d) ? check_tree(m, f, seed) : check_game(m, f))
        return true;
    free(m->id); /* a row that names it again is to be refused, too */
    m->id = NULL;
    return false;
}
