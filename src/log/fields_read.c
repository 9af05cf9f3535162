/* fields_read.c -- reads a row from JSON. See fields.h. */
#include "base/memory.h"
#include "base/text.h"
#include "log/fields_own.h"
#include "table/table.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

/* An object: its members are taken in their order or, if the reader is by_name, in any. */
typedef struct {
    const json_value *value, *next;
    size_t taken;
} object;

static const char odd[] = "is not what absbench writes";

/* ---- values -------------------------------------------------------------------------------- */

/* Takes the member of that name; NULL if there is none. */
static const json_value *take(const fields_reader *r, object *o, const char *name)
{
    const json_value *found = o->next;
    if (found >= o->value + o->value->size || !json_is_called(found, name))
        found = r->by_name ? json_member(o->value, name) : NULL;
    if (found != NULL) {
        o->next = found + found->size;
        o->taken++;
    }
    return found;
}

static bool is_null(const json_value *value)
{
    return *value->text == 'n';
}

/* Returns the text that the value is, until the next row; NULL if it is none. No text is longer
   than its JSON, for which r->words has room: it never moves. */
static const char *read_text(fields_reader *r, const json_value *value)
{
    abs_buffer *b = &r->row.words;
    const size_t start = b->length;
    if (*value->text != '"')
        return NULL;
    if (memchr(value->text, '\\', value->length) == NULL) {
        buffer_bytes(b, value->text + 1, value->length - 2);
    } else {
        cJSON *json = cJSON_ParseWithLength(value->text, value->length);
        const char *text = cJSON_GetStringValue(json);
        buffer_text(b, text != NULL ? text : "");
        cJSON_Delete(json);
    }
    buffer_char(b, '\0');
    return b->data + start;
}

/* Reads a whole number from `low` to `high`. */
static bool read_int(const json_value *value, int64_t low, int64_t high, int64_t *into)
{
    const double found = json_number(value);
    const bool is = found >= (double)low && found <= (double)high && floor(found) >= found;
    *into = is ? (int64_t)found : 0;
    return is;
}

/* Reads a counter up to `high`; 0 stands for 2^64 - 1. No digit is lost, and 1e3 is accepted. */
static bool read_whole(const json_value *value, uint64_t high, uint64_t *into)
{
    char *end;
    const double real = json_number(value);
    errno = 0;
    if (!(real >= 0) || floor(real) < real)
        return false;
    *into = real <= 0x1p53 ? (uint64_t)real : strtoumax(value->text, &end, 10);
    return (real <= 0x1p53 || (errno == 0 && end == value->text + value->length)) &&
           (high == 0 || *into <= high);
}

static bool read_name(const char *text, const abs_named *names, unsigned *place)
{
    for (*place = 0; text != NULL && names[*place].name != NULL; ++*place)
        if (strcmp(names[*place].name, text) == 0)
            return true;
    return false;
}

/* ---- members ------------------------------------------------------------------------------- */

static bool read_members(fields_reader *r, const row_field *members, const json_value *value,
                         void *into);
static bool read_setting(fields_reader *r, const config_field *f, const json_value *value);

/* Reads the iterations or, unless `it` is NULL, the passes of one. */
static bool read_list(fields_reader *r, const json_value *list, abs_iteration *it)
{
    abs_row *row = &r->draft->row;
    bool ok = *list->text == '[';
    for (const json_value *at = list + 1; ok && at < list + list->size; at += at->size)
        if (it != NULL) {
            memory_grow(&row->passes, &row->pass_room, row->pass_count, sizeof *row->passes);
            row->passes[row->pass_count] = (abs_pass){0};
            it->passes++;
            ok = read_members(r, pass_members, at, &row->passes[row->pass_count++]);
        } else {
            memory_grow(&row->iterations, &row->iteration_room, row->iteration_count,
                        sizeof *row->iterations);
            row->iterations[row->iteration_count] = (abs_iteration){.first_pass = row->pass_count};
            ok = read_members(r, iteration_members, at, &row->iterations[row->iteration_count++]);
        }
    return ok;
}

static bool read_line(fields_reader *r, const json_value *list, abs_line *line)
{
    bool ok = *list->text == '[';
    *line = (abs_line){.texts = r->row.words.data + r->row.words.length};
    for (const json_value *at = list + 1; ok && at < list + list->size; at += at->size)
        ok = read_text(r, at) != NULL && ++line->count <= ABS_MAX_PLY;
    return ok;
}

/* Reads a counter; NULL: the row does not have it. Those that are sums of others are computed
   anew. */
static bool read_count(fields_reader *r, const row_count *k, const json_value *value)
{
    abs_row *row = &r->draft->row;
    uint64_t sum;
    if (k == &row_counts[COUNT_distinct_leaves])
        r->config.distinct = value != NULL;
    if ((value != NULL) != row_holds_count(k, row))
        return false;
    if (value == NULL)
        return true;
    if (is_null(value)) {
        const bool may = row_may_miss(k, row) || !row_has_count(k, row);
        if (row_may_miss(k, row))
            row->missing |= UINT64_C(1) << (k - row_counts);
        return may;
    }
    if (k == &row_counts[COUNT_leaves] && !row_has_count(&row_counts[COUNT_interior], row)) {
        const bool ok = read_whole(value, row->n.nodes, &sum); /* of the minimal tree */
        row->n.interior = ok ? row->n.nodes - sum : 0;
        return ok;
    }
    return read_whole(value, 0,
                      k->sum != NULL ? &sum : (uint64_t *)((char *)row + k->offset));
}

/* Whether the check at the end of a row matches everything before it. */
static bool check_holds(const fields_reader *r, const json_value *value)
{
    char *const comma = (char *)value->name - 2, was = *comma;
    char check[24];
    *comma = '}';
    snprintf(check, sizeof check, "\"0x%016" PRIx64 "\"",
             fields_check(r->text, (size_t)(comma + 1 - r->text), r->for_reference));
    *comma = was;
    return value->length == strlen(check) && memcmp(value->text, check, value->length) == 0;
}

static bool read_value(fields_reader *r, const row_field *m, const json_value *value, void *into)
{
    void *const at = (char *)into + m->place;
    const bool there = !is_null(value);
    const bool may_lack = m->flag != 0 || m->kind == ANSWER || m->kind == BOUND ||
                          m->kind == WORD || m->kind == SECONDS ||
                          (m->ours && r->config.algo.engine != NULL);
    int64_t number;
    if (m->flag != 0)
        *(bool *)((char *)into + m->flag) = there;
    if (!there && m->kind == BOUND)
        *(int *)at = (int)m->low;
    if (!there && m->kind == SECONDS)
        *(double *)at = NAN;
    if (!there && m->kind == ANSWER)
        *(abs_answer *)at = ABS_UNKNOWN;
    if (!there)
        return may_lack;
    switch (m->kind) {
    case CHECK:
        return check_holds(r, value);
    case TEXT:
    case WORD:
        return (*(const char **)at = read_text(r, value)) != NULL;
    case WHOLE:
        return read_whole(value, (uint64_t)m->high, at);
    case INT:
    case BOUND: {
        const bool bound = m->kind == BOUND;
        const bool is = read_int(value, bound ? 1 - ABS_INFINITY : m->low,
                                 bound ? ABS_INFINITY - 1 : m->high, &number);
        *(int *)at = (int)number;
        return is;
    }
    case NAME:
        return read_name(read_text(r, value), m->names, at);
    case TRUTH:
        return *(bool *)at = *value->text == 't';
    case ANSWER:
        *(abs_answer *)at = *value->text == 't' ? ABS_YES : ABS_NO;
        return *value->text == 't' || *value->text == 'f';
    case SECONDS: /* at most some centuries */
        *(double *)at = json_number(value);
        return *(double *)at >= 0 && *(double *)at <= 1e10;
    case LINE:
        return read_line(r, value, at);
    case OBJECT:
        return read_members(r, m->members, value, into);
    case ITERATIONS:
    case PASSES:
        return read_list(r, value, m->kind == PASSES ? into : NULL);
    case SETTING:
        return read_setting(r, m->config, value);
    case COUNT: /* read_member() */
        break;
    }
    return false;
}

/* Takes a member, and reads it. */
static bool read_member(fields_reader *r, object *o, const row_field *m, void *into)
{
    const json_value *value = take(r, o, m->name);
    if (m->kind == COUNT)
        return read_count(r, m->count, value);
    if (m->only != 0)
        *(bool *)((char *)into + m->only) = value != NULL;
    return value != NULL ? read_value(r, m, value, into) : m->only != 0;
}

static bool read_members(fields_reader *r, const row_field *members, const json_value *value,
                         void *into)
{
    object o = {value, value + 1, 0};
    for (const row_field *m = members; m->name != NULL; m++)
        if (!read_member(r, &o, m, into))
            return false;
    return json_length(value) == o.taken;
}

/* ---- settings ------------------------------------------------------------------------------ */

static bool read_guess(abs_guess *guess, const char *text)
{
    int64_t number = 0;
    unsigned kind;
    const bool exact = strncmp(text, "exact", 5) == 0,
               named = read_name(text, abs_guess_names, &kind);
    *guess = (abs_guess){(abs_guess_kind)kind, 0};
    if (named && kind < ABS_GUESS_EXACT)
        return true;
    text += exact ? 5 + (text[5] == '+') : 0;
    const bool is = *text == '\0' || text_int(text, -ABS_VALUE_MAX, ABS_VALUE_MAX, &number);
    *guess = (abs_guess){exact ? ABS_GUESS_EXACT : ABS_GUESS_NUMBER, (int)number};
    return is;
}

static bool read_algo(abs_algo *algo, const char *text)
{
    unsigned count = 0;
    abs_error error;
    abs_algo algos[ABS_ALGOS_MAX];
    if (algo->engine != NULL) /* fields_read_engine() */
        return true;
    if (!abs_algo_parse("algo", text, algos, &count, &error) || count != 1)
        return false;
    *algo = algos[0];
    return true;
}

/* Reads a setting that is one number, from its text or its value. */
static bool read_number(const config_field *f, const char *text, const json_value *value,
                        int64_t *number)
{
    const uint64_t most = f->high > 0 ? (uint64_t)f->high : INT64_MAX;
    unsigned place;
    bool found;
    abs_error error;
    *number = 0;
    switch (f->kind) {
    case CONFIG_EVAL:
        return config_eval_parse("eval", text, number, &error);
    case CONFIG_SELECT:
        return config_select_parse("select", text, number, &error);
    case CONFIG_NAME:
        found = read_name(text, f->names, &place);
        *number = place;
        return found;
    case CONFIG_FLAGS:
        for (unsigned i = 0; f->names[i].name != NULL; i++) /* no name is a part of another */
            *number |= strstr(text, f->names[i].name) != NULL ? INT64_C(1) << i : 0;
        return *value->text == '"';
    case CONFIG_SWITCH:
        *number = *value->text == 't';
        return *value->text == 't' || *value->text == 'f';
    default:
        return read_whole(value, most, (uint64_t *)number) && *number >= f->low;
    }
}

/* Reads a setting. */
static bool read_setting(fields_reader *r, const config_field *f, const json_value *value)
{
    abs_config *c = &r->config;
    const char *text = *value->text == '"' ? read_text(r, value) : "";
    const double real = json_number(value);
    int64_t number;
    switch (f->kind) {
    case CONFIG_ALGO:
        return read_algo(&c->algo, text);
    case CONFIG_DRIVER: /* the algorithm's */
    case CONFIG_CORE:
    case CONFIG_WINDOW: /* read_window() */
        return true;
    case CONFIG_GUESS:
        return read_guess(&c->guess, text);
    case CONFIG_REAL:
        *(double *)config_at(f, c) = real;
        return isfinite(real) && real > (double)f->low;
    default:
        if (!read_number(f, text, value, &number))
            return false;
        config_set(f, c, number);
        return true;
    }
}

/* Reads the members of a window. */
static bool read_window(fields_reader *r, object *o, const config_field *f)
{
    const json_value *low = take(r, o, "window_low"), *high = take(r, o, "window_high");
    const json_value *is_auto = take(r, o, "window_auto");
    int64_t sides[2] = {0, 0};
    if (low == NULL || high == NULL)
        return low == high && is_auto == NULL;
    if (is_auto != NULL)
        return *is_auto->text == 't' && is_null(low) && is_null(high);
    const bool ok =
        read_int(low, f->low, f->high, &sides[0]) && read_int(high, f->low, f->high, &sides[1]);
    r->config.window = (abs_window){(int)sides[0], (int)sides[1]};
    return ok;
}

/* Reads all settings, in the order in which a row has them. It must have those of such a search;
   its id repeats them. */
static bool read_settings(fields_reader *r, object *o)
{
    bool there[CONFIG_FIELDS];
    for (size_t i = 0; i < CONFIG_FIELDS; i++) {
        const config_field *f = &config_fields[i];
        const bool is_window = f->kind == CONFIG_WINDOW, is_copy = f->level == CONFIG_COPY;
        const json_value *found = is_window || is_copy ? NULL : take(r, o, f->name);
        there[i] = found != NULL;
        if (is_window ? !read_window(r, o, f)
                      : found != NULL && !is_null(found) && !read_setting(r, f, found))
            return fields_fail(r, f->name, odd);
    }
    for (const config_field *f = config_fields; f < config_fields + CONFIG_FIELDS; f++)
        if (f->kind != CONFIG_WINDOW && f->level != CONFIG_COPY &&
            there[f - config_fields] != config_within(f, &r->config))
            return fields_fail(r, f->name, fields_apart);
    return true;
}

/* Takes the settings from an earlier row in which they are the same text. */
static bool take_settings(fields_reader *r, object *o)
{
    const json_value *after = json_member(o->value, "shuffle");
    if (r->config.algo.engine != NULL || after == NULL || after <= o->next)
        return false;
    const char *const text = o->next->name - 1;
    const abs_config *known = texts_config(&r->texts, text, (size_t)(after->name - 2 - text));
    if (known == NULL)
        return false;
    memcpy(&r->config, known, sizeof *known);
    for (; o->next < after; o->next += o->next->size)
        o->taken++;
    return true;
}

/* ---- the row ------------------------------------------------------------------------------- */

/* Reads all members in the order of row.def. The members read so far decide which others it has. */
static bool read_fields(fields_reader *r, object *o)
{
    for (size_t i = 0; i < ROW_FIELDS; i++) {
        const row_field *f = &row_fields[i];
        const bool of_settings = f->kind == SETTING && f->config->level != CONFIG_COPY;
        if (i == ROW_algo && !take_settings(r, o) && !read_settings(r, o))
            return false;
        if (!of_settings && !read_member(r, o, f, r->draft))
            return fields_fail(r, f->name, odd);
        if ((i == ROW_seed && !fields_make_root(r)) || (i == ROW_engine && !fields_read_engine(r)))
            return false;
    }
    return json_length(o->value) == o->taken || fields_fail(r, "members", "are not those of a row");
}

static bool read_row(fields_reader *r, const json_value *value)
{
    abs_row *row = &r->row;
    row_draft draft = {.has_check = false}, *const d = r->draft = &draft;
    object o = {value, value + 1, 0};
    d->row = (abs_row){.root = &r->root,
                       .config = &r->config,
                       .solved = ABS_UNKNOWN,
                       .iterations = row->iterations,
                       .iteration_room = row->iteration_room,
                       .passes = row->passes,
                       .pass_room = row->pass_room,
                       .json = row->json};
    memset(&r->config, 0, sizeof r->config); /* the padding too, because it is hashed */
    r->config.grain = 1;
    r->config.algo.core = abs_core_table;
    r->text = value->text;
    buffer_clear(&row->words);
    buffer_reserve(&row->words, value->length + 2 * ROW_FIELDS);
    bool ok = read_fields(r, &o);
    d->row.job = d->has_job ? d->row.job : ABS_NO_JOB;
    d->row.lower = d->value_bound > 0;
    d->row.regret_unit = d->regret_unit;
    d->row.status = (abs_status)d->status;
    if (!d->has_times)
        d->row.real_s = d->row.cpu_s = d->row.min_s = d->row.max_s = d->row.engine_s = NAN;
    const char *wrong = ok ? fields_contradiction(r) : NULL;
    const abs_buffer words = row->words;
    *row = d->row;
    row->words = words;
    r->has_check = d->has_check;
    r->draft = NULL;
    return wrong != NULL ? fields_fail(r, wrong, fields_apart) : ok;
}

bool fields_read(fields_reader *r, const json_value *value, bool for_reference, const char *file,
                 size_t number, abs_error *error)
{
    r->file = file;
    r->number = number;
    r->error = error;
    r->for_reference = for_reference;
    for (r->by_name = false; !read_row(r, value); r->by_name = true)
        if (r->by_name)
            return false;
    r->config.for_reference = for_reference;
    fields_keep_json(r, value);
    return true;
}

void fields_reader_free(fields_reader *r)
{
    texts_free(&r->texts);
    abs_row_free(&r->row);
    *r = (fields_reader){0};
}
