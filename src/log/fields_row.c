/* fields_row.c -- rows as JSON and CSV; a row back from JSON, its position, and what must agree in
   it. See fields.h. */
#include "base/memory.h"
#include "base/mix.h"
#include "log/fields_own.h"
#include "search/registry.h"

#include <stdlib.h>

/* The hash of so many bytes: of a row's text without its check, of a configuration. */
static uint64_t hash_of(const char *text, size_t length)
{
    uint64_t hash = length, word;
    for (; length >= sizeof word; text += sizeof word, length -= sizeof word) {
        memcpy(&word, text, sizeof word);
        hash = (hash ^ word) * ABS_G;
        hash ^= hash >> 32;
    }
    word = 0;
    memcpy(&word, text, length);
    return abs_mix64((hash ^ word) * ABS_G);
}

static const struct row_text *find_text(row_texts *t, const abs_config *config)
{
    struct row_text **place = &t->of[hash_of((const char *)config, sizeof *config) % ROW_TEXTS];
    struct row_text *text = *place;
    if (text == NULL)
        text = *place = memory_zeros(1, sizeof *text);
    if (text->words[0] != '\0' && memcmp(&text->config, config, sizeof *config) == 0)
        return text;
    memcpy(&text->config, config, sizeof *config);
    config_words(config, text->words, sizeof text->words);
    buffer_clear(&text->json);
    codec f = {.form = CODEC_JSON, .b = &text->json, .prefix = "", .within = ""};
    for (const config_field *field = config_fields; field < config_fields + CONFIG_FIELDS; field++)
        if (field->level <= CONFIG_POLICY)
            fields_setting(&f, field, &text->config);
    buffer_end(&text->json);
    return text;
}

const char *texts_id(row_texts *t, const abs_row *row)
{
    const abs_root *e = row->root;
    buffer_clear(&t->id);
    buffer_text(&t->id, abs_is_tree(e->domain) ? "" : e->spec);
    buffer_text(&t->id, abs_is_tree(e->domain) ? "" : "/");
    buffer_text(&t->id, e->id);
    buffer_char(&t->id, '/');
    buffer_text(&t->id, find_text(t, row->config)->words);
    return buffer_end(&t->id);
}

void texts_free(row_texts *t)
{
    for (size_t i = 0; i < ROW_TEXTS; i++) {
        if (t->of[i] != NULL)
            buffer_free(&t->of[i]->json);
        free(t->of[i]);
    }
    buffer_free(&t->id);
    line_free(&t->walk);
    *t = (row_texts){0};
}

static void write_row(codec_form form, abs_buffer *b, const abs_row *row, row_texts *t, bool times)
{
    abs_row copy = *row;
    abs_config settings = *row->config;
    const abs_root *e = row->root;
    coding c = {.f = {.form = form, .b = b, .prefix = "", .within = ""},
                .row = &copy,
                .walk = &t->walk,
                .times = times,
                .config = &settings,
                .texts = {[OWN_id] = form != CODEC_CSV_HEADER ? texts_id(t, row) : NULL,
                          [OWN_kind] = e->domain->kind,
                          [OWN_domain] = e->domain->name,
                          [OWN_spec] = e->spec,
                          [OWN_position] = e->text,
                          [OWN_position_id] = e->id},
                .has_seed = e->has_seed,
                .seed = e->seed};
    copy.config = &settings;
    const codec_place outer = codec_enter(&c.f, "", "");
    fields_walk(&c, form == CODEC_JSON ? find_text(t, row->config)->json.data : NULL);
    codec_leave(&c.f, outer);
}

void fields_json_row(abs_buffer *b, const abs_row *row, row_texts *t, bool times)
{
    write_row(CODEC_JSON, b, row, t, times);
}

void fields_log_row(abs_buffer *b, const abs_row *row, row_texts *t, bool times)
{
    const size_t start = b->length;
    fields_json_row(b, row, t, times);
    const uint64_t check = hash_of(b->data + start, b->length - start);
    b->length--; /* its brace */
    buffer_key(b, row_fields[ROW_check].name);
    buffer_hex(b, check);
    buffer_char(b, '}');
}

/* The names that a row of nothing has, so that header and rows cannot differ. */
void fields_csv_header(abs_buffer *b, bool times, bool jobs)
{
    const abs_domain domain = {0};
    const abs_root root = {.domain = &domain};
    const abs_config config = {.algo = {.core = abs_core_table}};
    const abs_row row = {
        .root = &root, .config = &config, .job = jobs ? 0 : ABS_NO_JOB, .best = ABS_NO_MOVE};
    row_texts none = {0};
    write_row(CODEC_CSV_HEADER, b, &row, &none, times);
    buffer_char(b, '\n');
}

void fields_csv_row(abs_buffer *b, const abs_row *row, row_texts *t, bool times)
{
    write_row(CODEC_CSV, b, row, t, times);
    buffer_char(b, '\n');
}

/* ---- the position -------------------------------------------------------------------------- */

/* The domain and the rules of a spec that is new; NULL: the error is set. */
static fields_spec *make_spec(coding *c, const char *text, const char *kind)
{
    codec *f = &c->f;
    char name[64];
    const size_t length = strcspn(text, ":");
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1),
             text);
    if (strcmp(kind, "game") != 0 && strcmp(kind, "tree") != 0) {
        codec_fail_at(f, "kind", "is neither tree nor game");
        return NULL;
    }
    const abs_registered *found = abs_registry_find(kind, name, f->error);
    if (found == NULL) {
        abs_fail(f->error, ABS_CANNOT_RUN,
                 "there is no %s '%s'; if it is a plug-in, name its file, as in --%s=./%s.so", kind,
                 name, kind, name);
        codec_blame(f, "spec");
        return NULL;
    }
    const abs_domain *d = found->domain;
    if (strcmp(d->name, name) != 0) {
        codec_fail_at(f, "spec", "does not begin with the domain's own name");
        return NULL;
    }
    void *rules = memory_zeros(1, d->rules_size);
    if (!d->parse_rules(rules, text[length] == ':' ? text + length + 1 : "", f->error)) {
        free(rules);
        codec_blame(f, "spec");
        return NULL;
    }
    const abs_domain *chosen = d->choose != NULL ? d->choose(rules) : NULL;
    fields_spec *spec = memory_take(sizeof *spec);
    *spec = (fields_spec){memory_text(text), chosen != NULL ? chosen : d, rules};
    names_keep(&c->reader->specs, text, spec);
    return spec;
}

static const fields_spec *find_spec(coding *c)
{
    codec *f = &c->f;
    const char *text = c->texts[OWN_spec], *kind = c->texts[OWN_kind];
    const fields_spec *spec = f->failed ? NULL : names_thing(&c->reader->specs, text);
    if (spec == NULL && !f->failed)
        spec = make_spec(c, text, kind);
    if (spec != NULL && strcmp(spec->domain->kind, kind) != 0)
        codec_fail_at(f, "kind", "is not that of its spec");
    if (spec != NULL && strcmp(spec->domain->name, c->texts[OWN_domain]) != 0)
        codec_fail_at(f, "domain", "is not that of its spec");
    return f->failed ? NULL : spec;
}

static void check_tree(const abs_root *e, codec *f)
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

/* It stays when it is the last row's. */
void fields_make_entry(coding *c)
{
    fields_reader *r = c->reader;
    codec *f = &c->f;
    abs_root *e = &r->root;
    const char *id = c->texts[OWN_position_id], *text = c->texts[OWN_position];
    const fields_spec *spec = find_spec(c);
    if (spec == NULL ||
        (r->id != NULL && e->spec == spec->text && strcmp(r->id, id) == 0 &&
         strcmp(r->text, text) == 0 && e->has_seed == c->has_seed && e->seed == c->seed))
        return;
    free(r->id);
    free(r->text);
    free(e->position);
    r->id = memory_text(id);
    r->text = memory_text(text);
    *e = (abs_root){.domain = spec->domain,
                    .rules = spec->rules,
                    .position = memory_zeros(1, spec->domain->position_size),
                    .spec = spec->text,
                    .text = r->text,
                    .id = r->id,
                    .has_seed = c->has_seed,
                    .seed = c->seed};
    if (abs_is_tree(spec->domain))
        check_tree(e, f);
    else if (e->has_seed)
        codec_fail_at(f, "seed", "is given for a game");
    else if (!spec->domain->parse(e->rules, text, e->position, f->error))
        codec_blame(f, "position");
    if (f->failed) { /* a row that names it again is to be refused, too */
        free(r->id);
        r->id = NULL;
    }
}

/* ---- what must agree ------------------------------------------------------------------------ */

static bool leaves_agree(const abs_counters *n, uint64_t leaves)
{
    return n->interior <= n->nodes && n->tt_answers <= n->nodes - n->interior &&
           leaves == abs_leaves(n);
}

/* What follows from the rest of the row must agree with it. Of the minimal tree, leaves and nodes
   are of two trees; what is kept as interior makes the number of leaves come out. */
static void check_sums(coding *c)
{
    char problem[80];
    abs_row *row = c->row;
    const bool engine = row->config->algo.engine != NULL;
    if (!engine && !row_has_count(&row_counts[COUNT_interior], row))
        row->n.interior = row->n.nodes - c->follows[COUNT_leaves];
    if (row->n.qnodes > UINT64_MAX - row->n.nodes)
        codec_fail_at(&c->f, "qnodes", "and nodes are more than 2^64 - 1 together");
    for (size_t at = 0; at < COUNTS && !c->f.failed; at++) {
        const row_count *k = &row_counts[at];
        if (k->sum == NULL || (engine && !row_has_count(k, row)))
            continue;
        snprintf(problem, sizeof problem, "is not %s", k->follows);
        if (at == COUNT_leaves ? !leaves_agree(&row->n, c->follows[at])
                               : c->follows[at] != row_counted(k, row))
            codec_fail_at(&c->f, k->name, problem);
    }
}

/* What a status has, and a best move. */
static void check_results(coding *c)
{
    codec *f = &c->f;
    const abs_row *row = c->row;
    const bool engine = row->config->algo.engine != NULL; /* it need not say a value */
    if (row->has_value != (row->status == ABS_STATUS_OK) && !(engine && !row->has_value))
        codec_fail_at(f, "value", "does not go with its status");
    if (row->completed.any && row->status != ABS_STATUS_NODE_LIMIT &&
        row->status != ABS_STATUS_TIMEOUT)
        codec_fail_at(f, "completed", "is not null, but the search was not stopped");
    if (row->best == ABS_NO_MOVE && row->best_move_optimal != ABS_UNKNOWN)
        codec_fail_at(f, "best_move_optimal", "is not null, but best_move is");
}

/* The id follows from the rest, and tells whether the position's value is known to be another. */
static void check_id(coding *c)
{
    fields_reader *r = c->reader;
    if (strcmp(c->texts[OWN_id], texts_id(&r->texts, c->row)) != 0) {
        codec_fail_at(&c->f, "id", "is not the one that its configuration makes");
        return;
    }
    r->root.facts.known_count = names_find(r->wrong_answers, c->texts[OWN_id]) != UINT32_MAX;
    r->root.facts.known[0] =
        (abs_known){.depth = r->config.depth,
                    .eval = (int)config_eval_number(&r->config.eval),
                    .value = r->row.has_value && r->row.value == 0}; /* another */
}

/* Whether the hash is that of the text as it stands, whose last member it is; or, where another
   program has written the text anew, of the text that the row makes. */
static bool check_agrees(const coding *c, const char *text)
{
    fields_reader *r = c->reader;
    abs_buffer *b = &r->scratch;
    for (int again = 0; again < 2; again++) {
        buffer_clear(b);
        const char *check = again ? NULL : strstr(text, ",\"check\":\"");
        if (check != NULL) {
            buffer_bytes(b, text, (size_t)(check - text));
            buffer_char(b, '}');
        } else {
            fields_json_row(b, &r->row, &r->texts, c->times);
        }
        const uint64_t hash = hash_of(b->data, b->length);
        buffer_clear(b);
        buffer_hex(b, hash);
        if (strlen(c->check) == b->length - 2 && memcmp(c->check, b->data + 1, b->length - 2) == 0)
            return true;
    }
    return false;
}

static bool check_row(coding *c, const char *text)
{
    codec *f = &c->f;
    if (!f->failed)
        check_sums(c);
    if (!f->failed)
        check_results(c);
    if (!f->failed)
        check_id(c);
    if (!f->failed && c->check != NULL && !check_agrees(c, text))
        f->failed = !abs_fail(f->error, ABS_CANNOT_RUN,
                              "%.300s: row %zu: it was edited or damaged: it is not what its "
                              "`check` is of; without that line, --resume searches it again",
                              f->file, f->row);
    return !f->failed;
}

bool fields_read(fields_reader *r, const char *text, const char *file, size_t number,
                 abs_error *error)
{
    abs_row *row = &r->row;
    coding c = {.f = {.form = CODEC_READ,
                      .prefix = "",
                      .within = "",
                      .members = &r->members,
                      .value = text,
                      .name = "the row",
                      .file = file,
                      .row = number,
                      .error = error},
                .row = row,
                .walk = &r->texts.walk,
                .reader = r,
                .config = &r->config};
    static const abs_domain none;
    if (r->root.domain == NULL)
        r->root.domain = &none;
    row->root = &r->root;
    row->config = &r->config;
    memset(&r->config, 0, sizeof r->config); /* its padding too: it is hashed */
    r->config.grain = 1;
    r->config.algo.core = abs_core_table;
    row->n = (abs_counters){0};
    row->missing = row->iteration_count = row->pass_count = 0;
    row->value = 0;
    row->lower = false;
    codec_begin(&c.f, strlen(text));
    const codec_place outer = codec_enter(&c.f, "", "");
    fields_walk(&c, NULL);
    codec_leave(&c.f, outer);
    return check_row(&c, text);
}

void fields_reader_free(fields_reader *r)
{
    for (size_t i = 0; i < r->specs.count; i++) {
        fields_spec *spec = r->specs.things[i];
        if (spec->domain->free_rules != NULL)
            spec->domain->free_rules(spec->rules);
        free(spec->rules);
        free(spec->text);
        free(spec);
    }
    names_free(&r->specs);
    free(r->id);
    free(r->text);
    free(r->root.position);
    texts_free(&r->texts);
    buffer_free(&r->scratch);
    codec_free(&r->members);
    abs_row_free(&r->row);
    *r = (fields_reader){0};
}
