/* fields_entry.c -- the position of a row that is read. See fields_own.h. */
#include "base/memory.h"
#include "log/fields_own.h"
#include "search/registry.h"

#include <stdlib.h>

/* The domain and the rules of a spec that is new. */
static void add_spec(fields_spec *spec, codec *f, const char *text, const char *kind)
{
    char name[64];
    const size_t length = strcspn(text, ":");
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1),
             text);
    if (strcmp(kind, "game") != 0 && strcmp(kind, "tree") != 0) {
        codec_fail_at(f, "kind", "is neither tree nor game");
        return;
    }
    const abs_registered *found = abs_registry_find(kind, name, f->error);
    if (found == NULL) {
        abs_fail(f->error, ABS_CANNOT_RUN,
                 "there is no %s '%s'; if it is a plug-in, name its file, as in --%s=./%s.so", kind,
                 name, kind, name);
        codec_blame(f, "spec");
        return;
    }
    if (strcmp(found->domain->name, name) != 0) {
        codec_fail_at(f, "spec", "does not begin with the domain's own name");
        return;
    }
    void *rules = memory_zeros(1, found->domain->rules_size);
    if (!found->domain->parse_rules(rules, text[length] == ':' ? text + length + 1 : "",
                                    f->error)) {
        free(rules);
        codec_blame(f, "spec");
        return;
    }
    const abs_domain *chosen = found->domain->choose != NULL ? found->domain->choose(rules) : NULL;
    *spec = (fields_spec){chosen != NULL ? chosen : found->domain, rules};
}

static uint32_t find_spec(fields_reader *r, codec *f, const fields_texts *t)
{
    const size_t before = r->specs.count;
    memory_grow(&r->spec, &r->spec_room, before, sizeof *r->spec);
    const uint32_t number = names_add(&r->specs, t->spec);
    if (number == before)
        r->spec[number] = (fields_spec){NULL, NULL};
    if (r->spec[number].rules == NULL)
        add_spec(&r->spec[number], f, t->spec, t->kind); /* maybe not for the first time */
    const abs_domain *d = r->spec[number].domain;
    if (!f->failed && strcmp(d->kind, t->kind) != 0)
        codec_fail_at(f, "kind", "is not that of its spec");
    if (!f->failed && strcmp(d->name, t->domain) != 0)
        codec_fail_at(f, "domain", "is not that of its spec");
    return number;
}

static void check_tree(const abs_entry *e, codec *f)
{
    char id[ABS_TEXT_MAX];
    if (e->has_seed)
        snprintf(id, sizeof id, "%.900s#%llu", e->spec, (unsigned long long)e->seed);
    else
        snprintf(id, sizeof id, "%s", e->spec);
    if (e->has_seed == e->domain->seedless)
        codec_fail_at(f, "seed", e->has_seed ? "is given where none is used" : "is null");
    else if (e->seed >> 53 != 0)
        codec_fail_at(f, "seed", "is not below 2^53");
    else if (strcmp(e->text, e->spec) != 0)
        codec_fail_at(f, "position", "of a tree is not its spec");
    else if (strcmp(e->id, id) != 0)
        codec_fail_at(f, "position_id", "is not that of its spec and seed");
    else
        e->domain->root(e->rules, e->seed, e->position);
}

static void check_game(const abs_entry *e, codec *f)
{
    if (e->has_seed)
        codec_fail_at(f, "seed", "is given for a game");
    else if (!e->domain->parse(e->rules, e->text, e->position, f->error))
        codec_blame(f, "position");
}

/* It stays when it is the last row's. */
void fields_make_entry(fields_reader *r, codec *f, const fields_texts *t)
{
    if (f->failed)
        return;
    const uint32_t spec = find_spec(r, f, t);
    if (f->failed || (r->id != NULL && r->entry_spec == spec &&
                      strcmp(r->id, t->position_id) == 0 && strcmp(r->text, t->position) == 0 &&
                      r->entry.has_seed == t->has_seed && r->entry.seed == t->seed))
        return;
    free(r->id);
    free(r->text);
    free(r->entry.position);
    const abs_domain *d = r->spec[spec].domain;
    r->id = memory_text(t->position_id);
    r->text = memory_text(t->position);
    r->entry_spec = spec;
    r->entry = (abs_entry){.domain = d,
                           .rules = r->spec[spec].rules,
                           .position = memory_zeros(1, d->position_size),
                           .spec = r->specs.texts[spec],
                           .text = r->text,
                           .id = r->id,
                           .has_seed = t->has_seed,
                           .seed = t->seed};
    if (abs_is_tree(d))
        check_tree(&r->entry, f);
    else
        check_game(&r->entry, f);
    if (f->failed) { /* a row that names it again is to be refused, too */
        free(r->id);
        r->id = NULL;
    }
}

void fields_reader_free(fields_reader *r)
{
    for (size_t i = 0; i < r->specs.count; i++) {
        if (r->spec[i].rules != NULL && r->spec[i].domain->free_rules != NULL)
            r->spec[i].domain->free_rules(r->spec[i].rules);
        free(r->spec[i].rules);
    }
    names_free(&r->specs);
    free(r->spec);
    free(r->id);
    free(r->text);
    free(r->entry.position);
    texts_free(&r->texts);
    buffer_free(&r->scratch);
    abs_row_free(&r->row);
    *r = (fields_reader){0};
}
