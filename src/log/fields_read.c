/* fields_read.c -- reads a row from JSON. See fields.h. A value that is wrong is read as zero, so
   that check_row() finds the row to differ when it is written again. */
#include "base/memory.h"
#include "base/text.h"
#include "log/fields_own.h"
#include "search/registry.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

/* An object, and the member that is expected next. */
typedef struct {
    const json_value *value, *next;
} object;

static const json_value nothing = {.text = "", .size = 1};

static bool fail(fields_reader *r, const char *member, const char *why)
{
    const abs_error cause = *r->error;
    return abs_fail(r->error, ABS_CANNOT_RUN, "%.300s: row %zu: %.40s: %.600s", r->file, r->number,
                    member, why != NULL ? why : cause.text);
}

/* ---- values -------------------------------------------------------------------------------- */

/* The member of that name, or `nothing`. Unless r->by_name, members are taken in their order, and a
   name is compared only if its member may be left out: check_row() compares all of them anyway. */
static const json_value *find(const fields_reader *r, object *o, const char *name, bool optional)
{
    const json_value *found = o->next;
    const bool any = found < o->value + o->value->size;
    if (!any || ((r->by_name || optional) && !json_is_called(found, name)))
        found = r->by_name ? json_member(o->value, name) : NULL;
    if (found == NULL)
        return &nothing;
    o->next = found + found->size;
    return found;
}

/* Returns the text that the value is, or "" if it is none, until the next row. No text is longer
   than its JSON, for which r->words has room: it never moves. */
static const char *read_text(fields_reader *r, const json_value *value)
{
    abs_buffer *b = &r->words;
    const size_t start = b->length;
    if (*value->text == '"' && memchr(value->text, '\\', value->length) == NULL) {
        buffer_bytes(b, value->text + 1, value->length - 2);
    } else if (*value->text == '"') {
        cJSON *json = cJSON_ParseWithLength(value->text, value->length);
        const char *text = cJSON_GetStringValue(json);
        buffer_text(b, text != NULL ? text : "");
        cJSON_Delete(json);
    }
    buffer_char(b, '\0');
    return b->data + start;
}

/* Returns the value, or `none` unless it is a whole number from `low` to `high`. */
static int read_int(const json_value *value, int64_t low, int64_t high, int none)
{
    const double found = json_number(value);
    const bool is = found >= (double)low && found <= (double)high && floor(found) >= found;
    return is ? (int)found : none;
}

static uint64_t read_whole(const json_value *value, int64_t high)
{
    char *end;
    const double real = json_number(value); /* so that 1e3 is a whole number, too */
    uint64_t number = real > 0 && real <= 0x1p53 && floor(real) >= real ? (uint64_t)real : 0;
    errno = 0;
    const uint64_t digits = real >= 0x1p53 ? strtoumax(value->text, &end, 10) : 0;
    if (digits > 0 && errno == 0 && end == value->text + value->length)
        number = digits;
    return high == 0 || number <= (uint64_t)high ? number : 0;
}

static unsigned read_name(const char *text, const abs_named *names)
{
    unsigned place = 0;
    while (names[place].name != NULL && strcmp(names[place].name, text) != 0)
        place++;
    return names[place].name != NULL ? place : 0;
}

/* ---- moves --------------------------------------------------------------------------------- */

/* The index in the generator's order of the move of the position `here` that the value names, or
   ABS_NO_MOVE. `likely` is tried first, because rows of one position often share a line. */
static unsigned find_move(fields_reader *r, const void *here, const json_value *value,
                          unsigned likely)
{
    const abs_root *e = &r->root;
    char word[ABS_TEXT_MAX];
    const char *text = read_text(r, value);
    if (e->domain == &foreign_domain)
        return foreign_move(text);
    const unsigned count = e->domain->count_moves(e->rules, here);
    for (unsigned i = 0; i <= count; i++) {
        const unsigned move = i == 0 ? likely : i - 1;
        if (move >= count)
            continue;
        e->domain->move_text(e->rules, here, move, word, sizeof word);
        if (strcmp(word, text) == 0)
            return move;
    }
    return ABS_NO_MOVE;
}

/* Reads a line up to the first text that is no move; returns its length. `likely`: see above. */
static unsigned read_line(fields_reader *r, const json_value *list, uint16_t *line,
                          const uint16_t *likely)
{
    unsigned length = 0;
    if (list->size > 1)
        line_start(&r->texts.walk, &r->root);
    for (const json_value *at = list + 1; at < list + list->size && length <= ABS_MAX_PLY;
         at += at->size, length++) {
        const unsigned move = find_move(r, r->texts.walk.here, at, likely[length]);
        if (move == ABS_NO_MOVE)
            return length;
        line[length] = (uint16_t)move;
        line_advance(&r->texts.walk, &r->root, move);
    }
    return length;
}

/* ---- members ------------------------------------------------------------------------------- */

/* Reads a counter; sums follow from others. */
static void read_count(fields_reader *r, object *o, const row_count *k)
{
    abs_row *row = &r->draft->row;
    const bool distinct = k == &row_counts[COUNT_distinct_leaves];
    const bool optional = distinct || k->of_selection || row->config->algo.engine != NULL;
    const json_value *value = find(r, o, row_count_key(k), optional);
    if (distinct)
        r->config.distinct = value != &nothing;
    if ((*value->text == 'n' || (distinct && value == &nothing)) && row_may_miss(k, row))
        row->missing |= UINT64_C(1) << (k - row_counts);
    else if (k->sum == NULL)
        *(uint64_t *)((char *)row + k->offset) = read_whole(value, 0);
    else if (k == &row_counts[COUNT_leaves] && !row_has_count(&row_counts[COUNT_interior], row) &&
             row->config->algo.engine == NULL)
        row->n.interior = row->n.nodes - read_whole(value, 0); /* null for the minimal tree */
}

static void read_member(fields_reader *r, object *o, const row_member *m, void *into);

static void read_object(fields_reader *r, const row_member *members, const json_value *value,
                        void *into)
{
    object o = {value, value + 1};
    for (const row_member *m = members; m->name != NULL; m++)
        read_member(r, &o, m, into);
}

/* Reads the iterations or, unless `it` is NULL, the passes of one. */
static void read_list(fields_reader *r, const json_value *list, abs_iteration *it)
{
    abs_row *row = &r->draft->row;
    for (const json_value *at = list + 1; at < list + list->size; at += at->size)
        if (it != NULL) {
            memory_grow(&row->passes, &row->pass_room, row->pass_count, sizeof *row->passes);
            row->passes[row->pass_count] = (abs_pass){0};
            it->passes++;
            read_object(r, pass_members, at, &row->passes[row->pass_count++]);
        } else {
            memory_grow(&row->iterations, &row->iteration_room, row->iteration_count,
                        sizeof *row->iterations);
            row->iterations[row->iteration_count] = (abs_iteration){.first_pass = row->pass_count};
            read_object(r, iteration_members, at, &row->iterations[row->iteration_count++]);
        }
}

static void read_member(fields_reader *r, object *o, const row_member *m, void *into)
{
    void *const at = (char *)into + m->place;
    const void *const before = (const char *)&r->row + m->place; /* a move of the row before */
    const json_value *value = find(r, o, m->name, m->only != 0);
    const bool there = value->length > 0 && *value->text != 'n' && !m->san;
    object counts = {value, value + 1};
    if (m->only != 0)
        *(bool *)((char *)into + m->only) = value != &nothing;
    if (m->flag != 0)
        *(bool *)((char *)into + m->flag) = there;
    switch (m->san ? CHECK : m->kind) { /* members that follow from others are not read */
    case CHECK:
        break;
    case TEXT:
        *(const char **)at = read_text(r, value);
        break;
    case WHOLE:
        *(uint64_t *)at = read_whole(value, m->high);
        break;
    case INT:
        *(int *)at = there ? read_int(value, m->low, m->high, (int)m->low) : 0;
        break;
    case NAME:
        *(unsigned *)at = read_name(read_text(r, value), m->names);
        break;
    case TRUTH:
        *(bool *)at = *value->text == 't';
        break;
    case ANSWER:
        *(abs_answer *)at = !there ? ABS_UNKNOWN : *value->text == 't' ? ABS_YES : ABS_NO;
        break;
    case BOUND:
        *(int *)at = read_int(value, 1 - ABS_INFINITY, ABS_INFINITY - 1, (int)m->low);
        break;
    case SECONDS: /* at most some centuries */
        *(double *)at = json_number(value);
        if (!(*(double *)at >= 0 && *(double *)at <= 1e10))
            *(double *)at = NAN;
        break;
    case MOVE:
        *(unsigned *)at =
            there ? find_move(r, r->root.position, value, *(const unsigned *)before) : ABS_NO_MOVE;
        break;
    case LINE:
        *(unsigned *)((char *)into + m->count) = read_line(r, value, at, before);
        break;
    case OBJECT:
        read_object(r, m->members, value, into);
        break;
    case TABLE:
        for (const row_count *k = row_counts; k < row_counts + COUNTS; k++)
            if (k->of_table)
                read_count(r, &counts, k);
        break;
    case ITERATIONS:
    case PASSES:
        read_list(r, value, m->kind == PASSES ? into : NULL);
        break;
    }
}

/* ---- settings ------------------------------------------------------------------------------ */

static void read_guess(abs_guess *guess, const char *text)
{
    int64_t number = 0;
    const bool exact = strncmp(text, "exact", 5) == 0;
    const unsigned kind = read_name(text, abs_guess_names);
    text_int(text + (exact ? 5 + (text[5] == '+') : 0), -ABS_VALUE_MAX, ABS_VALUE_MAX, &number);
    *guess = strcmp(abs_guess_names[kind].name, text) == 0 && kind < ABS_GUESS_EXACT
                 ? (abs_guess){(abs_guess_kind)kind, 0}
                 : (abs_guess){exact ? ABS_GUESS_EXACT : ABS_GUESS_NUMBER, (int)number};
}

/* Reads a setting. Returns false with the error set if there is no such algorithm. */
static bool read_setting(fields_reader *r, const config_field *f, const json_value *value)
{
    abs_config *c = &r->config;
    const int64_t most = f->high > 0 ? f->high : INT64_MAX;
    const char *text = read_text(r, value);
    const double real = json_number(value);
    int64_t number = 0;
    abs_error error;
    abs_algo algos[ABS_ALGOS_MAX];
    unsigned count = 0;
    switch (f->kind) {
    case CONFIG_ALGO:
        if (c->algo.engine != NULL)
            return true;
        if (!abs_algo_parse("algo", text, algos, &count, r->error))
            return fail(r, "algo", NULL);
        c->algo = algos[0]; /* of a group, the first; check_row() finds the difference */
        return true;
    case CONFIG_DRIVER:
    case CONFIG_CORE:
        return true;
    case CONFIG_WINDOW: /* read_window() */
        return true;
    case CONFIG_GUESS:
        read_guess(&c->guess, text);
        return true;
    case CONFIG_REAL:
        if (isfinite(real) && real > (double)f->low)
            *(double *)config_at(f, c) = real;
        return true;
    case CONFIG_EVAL:
        config_eval_parse("eval", text, &number, &error);
        break;
    case CONFIG_SELECT:
        config_select_parse("select", text, &number, &error);
        break;
    case CONFIG_NAME:
        number = read_name(text, f->names);
        break;
    case CONFIG_FLAGS:
        for (unsigned i = 0; f->names[i].name != NULL; i++) /* no name is a part of another */
            number |= strstr(text, f->names[i].name) != NULL ? INT64_C(1) << i : 0;
        break;
    case CONFIG_SWITCH:
        number = *value->text == 't';
        break;
    case CONFIG_INT:
    case CONFIG_BYTES:
    case CONFIG_COUNT:
        number = (int64_t)read_whole(value, most);
        number = number > f->low ? number : f->low;
    }
    config_set(f, c, number);
    return true;
}

/* Reads the members of a window. If they are null it is automatic, as it is in all rows without. */
static void read_window(fields_reader *r, object *o, const config_field *f)
{
    const json_value *low = find(r, o, "window_low", true);
    const json_value *high = find(r, o, "window_high", true);
    find(r, o, "window_auto", true);
    r->config.window =
        (abs_window){read_int(low, f->low, f->high, 0), read_int(high, f->low, f->high, 0)};
}

/* ---- the position -------------------------------------------------------------------------- */

/* Returns the source of a new spec, with its domain and rules, or NULL with the error set. */
static const abs_source *add_spec(fields_reader *r)
{
    char name[64];
    const char *spec = r->draft->spec, *kind = r->draft->kind;
    const size_t length = strcspn(spec, ":");
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1),
             spec);
    const abs_registered *found = abs_registry_find(kind, name, r->error);
    const char *options = spec + length + (spec[length] == ':');
    if (found == NULL)
        abs_fail(r->error, ABS_CANNOT_RUN,
                 "there is no %s '%s'; if it is a plug-in, name its file, as in --%s=./%s.so", kind,
                 name, kind, name);
    else if (batch_open(&r->suite, found->domain, spec, options, r->error) != NULL)
        return names_thing(&r->suite.specs, spec);
    fail(r, "spec", NULL);
    return NULL;
}

static bool make_root(fields_reader *r)
{
    abs_root *e = &r->root;
    const abs_source *of = names_thing(&r->suite.specs, r->draft->spec);
    if (of == NULL && (of = add_spec(r)) == NULL)
        return false;
    const size_t size = of->domain->position_size;
    *e = (abs_root){.domain = of->domain,
                    .rules = of->rules,
                    .position = memory_resize(e->position, size > 0 ? size : 1),
                    .spec = of->spec,
                    .text = r->draft->position,
                    .id = r->draft->position_id,
                    .seed = r->draft->seed};
    memset(e->position, 0, size);
    if (!abs_is_tree(e->domain))
        return e->domain->parse(e->rules, e->text, e->position, r->error) ||
               fail(r, "position", NULL);
    e->has_seed = !e->domain->seedless; /* a tree's id follows from its spec and seed */
    e->text = e->spec;
    e->id = r->tree_id;
    snprintf(r->tree_id, sizeof r->tree_id, e->has_seed ? "%.900s#%" PRIu64 : "%s", e->spec,
             e->seed);
    e->domain->root(e->rules, e->seed, e->position);
    return true;
}

/* ---- the row ------------------------------------------------------------------------------- */

/* Whether writing the row gives the same bytes or, if it was read by name, the same members. */
static bool check_row(fields_reader *r, const json_value *value)
{
    const abs_buffer *b = &r->row.json.text;
    fields_make_json(&r->row, &r->texts, r->draft->has_times, r->draft->has_check);
    const bool same = b->length == value->length && memcmp(b->data, value->text, b->length) == 0;
    if (same || !r->by_name)
        return same;
    const char *change = NULL; /* the first member that is not the same in both */
    cJSON *m, *const of[] = {cJSON_ParseWithLength(value->text, value->length),
                             cJSON_ParseWithLength(b->data, b->length)};
    for (int i = 0; i < 2; i++)
        cJSON_ArrayForEach(m, of[i])
        {
            const cJSON *its = json_find(of[1 - i], m->string);
            if (change == NULL &&
                (json_find(of[i], m->string) != m || !cJSON_Compare(m, its, true)))
                change = m->string;
        }
    const bool sound =
        change == NULL ||
        abs_fail(r->error, ABS_CANNOT_RUN,
                 "%.300s: row %zu: it was edited or damaged: its %.40s does not go with the rest; "
                 "without its line, --resume searches it again",
                 r->file, r->number, change);
    cJSON_Delete(of[0]);
    cJSON_Delete(of[1]);
    return sound;
}

static bool read_fields(fields_reader *r, const json_value *row)
{
    row_draft *d = r->draft;
    abs_config *c = &r->config;
    object o = {row, row + 1};
    for (size_t i = 0; i < ROW_FIELDS; i++) {
        const row_field *f = &row_fields[i];
        const bool window = f->config != NULL && f->config->kind == CONFIG_WINDOW;
        const json_value *value = f->config != NULL && !window
                                      ? find(r, &o, f->name, f->config->present != NULL)
                                      : &nothing;
        if (window)
            read_window(r, &o, f->config);
        if (value->length > 0 && *value->text != 'n' && !read_setting(r, f->config, value))
            return false;
        if (f->count != NULL)
            read_count(r, &o, f->count);
        else if (f->config == NULL)
            read_member(r, &o, &row_members[i], d);
        if (i == ROW_seed && !make_root(r))
            return false;
        if (i == ROW_engine && d->is_engine) {
            const abs_engine *engine = abs_engine_known(d->command, d->engine, d->author);
            if (!abs_algo_of_engine(engine, d->set, &c->algo))
                return fail(r, "engine", "is too long");
            d->row.missing = ROW_ENGINE_MISSING;
        }
    }
    return true;
}

static bool read_row(fields_reader *r, const json_value *value)
{
    abs_row *row = &r->row;
    row_draft draft = {.has_check = false}, *const d = r->draft = &draft;
    d->row = (abs_row){.root = &r->root,
                       .config = &r->config,
                       .iterations = row->iterations,
                       .iteration_room = row->iteration_room,
                       .passes = row->passes,
                       .pass_room = row->pass_room,
                       .json = row->json};
    memset(&r->config, 0, sizeof r->config); /* the padding too, because it is hashed */
    r->config.grain = 1;
    r->config.algo.core = abs_core_table;
    buffer_clear(&r->words);
    buffer_reserve(&r->words, value->length + 2 * ROW_FIELDS);
    bool ok = read_fields(r, value);
    d->row.job = d->has_job ? d->row.job : ABS_NO_JOB;
    d->row.lower = d->value_bound > 0;
    d->row.of_results = d->regret_unit > 0;
    d->row.status = (abs_status)d->status;
    d->row.has_value = d->status == ABS_STATUS_OK && /* an engine need not give a value */
                       (d->row.has_value || r->config.algo.engine == NULL);
    const bool stopped = d->status == ABS_STATUS_NODE_LIMIT || d->status == ABS_STATUS_TIMEOUT;
    d->row.is_limited |= stopped || r->config.node_limit > 0;
    d->row.completed.any &= stopped;
    *row = d->row;
    ok = ok && check_row(r, value);
    r->draft = NULL;
    return ok;
}

bool fields_read(fields_reader *r, const json_value *value, const char *file, size_t number,
                 abs_error *error)
{
    r->file = file;
    r->number = number;
    r->error = error;
    for (r->by_name = false; !read_row(r, value); r->by_name = true)
        if (r->by_name)
            return false;
    return true;
}

void fields_reader_free(fields_reader *r)
{
    abs_suite_free(&r->suite);
    free(r->root.position);
    texts_free(&r->texts);
    buffer_free(&r->words);
    abs_row_free(&r->row);
    *r = (fields_reader){0};
}
