/* fields_whole.c -- checks that the members of a row agree with each other. See fields_own.h. */
#include "base/text.h"
#include "log/fields_own.h"

uint64_t fields_check(const char *row, size_t length, bool for_reference)
{
    const uint64_t check = abs_mix_words(row, length);
    return for_reference ? abs_mix64(check + ABS_G) : check;
}

const char fields_apart[] = "does not match the rest";

bool fields_fail(fields_reader *r, const char *member, const char *why)
{
    return r->by_name &&
           abs_fail(r->error, ABS_CANNOT_RUN,
                    "%.300s: row %zu: it was edited or damaged: its %.40s %s; without its line, "
                    "--resume searches it again",
                    r->file, r->number, member, why);
}

bool fields_make_root(fields_reader *r)
{
    abs_root *e = &r->root;
    const row_draft *d = r->draft;
    const abs_subject *subject = names_thing(r->subjects, d->spec);
    *e = (abs_root){.subject = subject,
                    .spec = d->spec,
                    .text = d->position,
                    .id = d->position_id,
                    .has_seed = d->has_seed,
                    .seed = d->seed};
    if (subject == NULL || strcmp(subject->kind, d->kind) != 0 ||
        strcmp(subject->domain, d->domain) != 0)
        return fields_fail(r, "spec", "is not in its context");
    e->spec = subject->spec;
    if (e->has_seed != (subject_is_tree(subject) && subject->seeds))
        return fields_fail(r, "seed", fields_apart);
    if (!subject_is_tree(subject))
        return true;
    snprintf(r->tree_id, sizeof r->tree_id, e->has_seed ? "%.900s#%" PRIu64 : "%s", e->spec,
             e->seed);
    return (strcmp(e->text, e->spec) == 0 && strcmp(e->id, r->tree_id) == 0) ||
           fields_fail(r, "position_id", fields_apart);
}

bool fields_read_engine(fields_reader *r)
{
    const row_draft *d = r->draft;
    if (!d->is_engine)
        return true;
    const abs_engine *engine = abs_engine_known(d->command, d->engine, d->author);
    r->draft->row.missing = ROW_ENGINE_MISSING;
    return abs_algo_of_engine(engine, d->set, &r->config.algo) ||
           fields_fail(r, "engine", "is too long");
}

const char *fields_contradiction(fields_reader *r)
{
    const row_draft *d = r->draft;
    const abs_row *row = &d->row;
    const bool ours = r->config.algo.engine == NULL;
    if (strcmp(d->id, texts_id(&r->texts, row)) != 0)
        return "id";
    if (d->has_table != row_holds_count(&row_counts[COUNT_tt_probes], row))
        return "tt";
    if (row->has_value != (d->status == ABS_STATUS_OK) && (ours || row->has_value))
        return "value";
    return NULL;
}

void fields_keep_json(fields_reader *r, const json_value *value)
{
    row_json *j = &r->row.json;
    buffer_clear(&j->text);
    if (r->by_name || value->text[1] != '"' || value->text[6] != '"')
        return;
    struct {
        const char *name;
        size_t *at;
    } parts[] = {{"check", &j->check},
                 {"status", &j->status},
                 {"time", &j->time},
                 {"kind", &j->kind},
                 {"job", &j->job}};
    size_t after = value->length - 1;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const json_value *found = json_member(value, parts[i].name);
        after = found != NULL ? (size_t)(found->name - 2 - value->text) : after;
        *parts[i].at = after;
    }
    buffer_bytes(&j->text, value->text, value->length);
}
