/* fields.c -- rows as JSON and CSV. See fields.h. */
#include "base/memory.h"
#include "log/fields_own.h"
#include "table/table.h"

#include <math.h>
#include <stdlib.h>

/* ---- members ------------------------------------------------------------------------------- */

typedef enum { JSON, CSV, CSV_HEADER } row_form;

typedef struct {
    row_form form;
    abs_buffer *b;
    size_t start;       /* where the row begins in it */
    const char *prefix; /* before names in CSV */
    const row_draft *d;
    const row_columns *columns; /* of CSV */
} writer;

/* Begins a member. Returns whether a value must follow: not for null, nor in the header. */
static bool begin(writer *w, const char *name, bool there)
{
    abs_buffer *b = w->b;
    if (w->form == JSON)
        buffer_key(b, name);
    else if (b->length > w->start)
        buffer_char(b, ',');
    if (w->form == CSV_HEADER) {
        buffer_text(b, w->prefix);
        buffer_text(b, name);
    }
    if (w->form == JSON && !there)
        buffer_bytes(b, "null", 4);
    return there && w->form != CSV_HEADER;
}

static void write_text(writer *w, const char *text)
{
    if (w->form == JSON)
        buffer_string(w->b, text);
    else
        table_csv_text(w->b, text);
}

static void write_line(writer *w, const abs_line *line)
{
    const char *text = line->texts;
    abs_buffer cell = {0};
    if (w->form == JSON) {
        buffer_char(w->b, '[');
        for (unsigned i = 0; i < line->count; i++, text += strlen(text) + 1)
            buffer_element_text(w->b, text);
        buffer_char(w->b, ']');
        return;
    }
    line_add(&cell, line);
    write_text(w, buffer_end(&cell));
    buffer_free(&cell);
}

static void write_check(writer *w)
{
    abs_buffer *b = w->b;
    buffer_char(b, '}');
    const uint64_t check =
        fields_check(b->data + w->start, b->length - w->start, w->d->row.config->for_reference);
    b->length--;
    buffer_key(b, "check");
    buffer_hex(b, check);
}

static void write_setting(writer *w, const config_field *f, const abs_config *c)
{
    const bool there = table_has_setting(f, c) && config_within(f, c);
    const bool is_auto = config_within(f, c) && abs_window_is_auto(c->window);
    if (f->kind != CONFIG_WINDOW) {
        if (begin(w, f->name, there))
            table_put_setting(w->b, f, c, w->form == JSON ? buffer_string : table_csv_text);
        return;
    }
    if (begin(w, "window_low", there))
        buffer_signed(w->b, c->window.low);
    if (begin(w, "window_high", there))
        buffer_signed(w->b, c->window.high);
    if ((w->form == JSON ? is_auto : w->columns->window_auto) &&
        begin(w, "window_auto", is_auto))
        buffer_text(w->b, "true");
}

static bool holds(const row_field *m, const char *object)
{
    return m->only == 0 || *(const bool *)(object + m->only);
}

static void write_member(writer *w, const row_field *m, const char *object, bool there);

/* Writes `count` objects of that size as a list. */
static void write_list(writer *w, const row_field *members, const void *list, size_t first,
                       size_t count, size_t size)
{
    buffer_char(w->b, '[');
    for (size_t i = first; i < first + count; i++) {
        buffer_comma(w->b);
        buffer_char(w->b, '{');
        for (const row_field *m = members; m->name != NULL; m++)
            if (holds(m, (const char *)list + i * size))
                write_member(w, m, (const char *)list + i * size, true);
        buffer_char(w->b, '}');
    }
    buffer_char(w->b, ']');
}

/* Writes an object in JSON, or its cells in CSV. */
static void write_object(writer *w, const row_field *m, const char *object, bool there)
{
    if (w->form == JSON && !begin(w, m->name, there))
        return;
    w->prefix = m->prefix;
    if (w->form == JSON)
        buffer_char(w->b, '{');
    for (const row_field *of = m->members; of->name != NULL; of++)
        if (holds(of, object))
            write_member(w, of, object, there);
    if (w->form == JSON)
        buffer_char(w->b, '}');
    w->prefix = "";
}

/* Whether the value represents null. */
static bool is_null(const writer *w, const row_field *m, const void *at)
{
    switch (m->kind) {
    case ANSWER:
        return *(const abs_answer *)at == ABS_UNKNOWN;
    case BOUND:
        return *(const int *)at == m->low;
    case SECONDS:
        return !isfinite(*(const double *)at);
    case WORD:
        return *(const char *const *)at == NULL;
    case COUNT:
        return !row_has_count(m->count, &w->d->row);
    default:
        return m->ours && w->d->row.config->algo.engine != NULL;
    }
}

/* Writes a member of an object, which is null unless `there`. */
static void write_member(writer *w, const row_field *m, const char *object, bool there)
{
    const abs_row *row = &w->d->row;
    const abs_iteration *iteration = (const void *)object; /* for PASSES */
    const void *at = object + m->place;
    there = there && (m->flag == 0 || *(const bool *)(object + m->flag)) && !is_null(w, m, at);
    if (m->kind == OBJECT)
        write_object(w, m, object, there);
    else if (m->kind == SETTING)
        write_setting(w, m->config, row->config);
    else if (m->kind == CHECK)
        write_check(w);
    else if (begin(w, m->name, there))
        switch (m->kind) {
        case TEXT:
        case WORD:
            write_text(w, *(const char *const *)at);
            break;
        case WHOLE:
            buffer_unsigned(w->b, *(const uint64_t *)at);
            break;
        case COUNT:
            buffer_unsigned(w->b, row_counted(m->count, row));
            break;
        case INT:
        case BOUND:
            buffer_signed(w->b, *(const int *)at);
            break;
        case NAME:
            write_text(w, m->names[*(const unsigned *)at].name);
            break;
        case ANSWER:
            buffer_text(w->b, *(const abs_answer *)at == ABS_YES ? "true" : "false");
            break;
        case SECONDS:
            buffer_seconds(w->b, *(const double *)at);
            break;
        case LINE:
            write_line(w, at);
            break;
        case ITERATIONS:
            write_list(w, iteration_members, row->iterations, 0, row->iteration_count,
                       sizeof *row->iterations);
            break;
        case PASSES:
            write_list(w, pass_members, row->passes, iteration->first_pass, iteration->passes,
                       sizeof *row->passes);
            break;
        default: /* TRUTH, which is left out if false */
            buffer_text(w->b, "true");
        }
}

/* ---- texts of configurations ---------------------------------------------------------------- */

/* Whether rows of this one's configuration may have the field. */
static bool may_have(const row_field *f, const abs_row *row)
{
    return f->kind == COUNT     ? row_holds_count(f->count, row)
           : f->kind == SETTING ? config_within(f->config, row->config)
                                : true;
}

static struct row_text *find_text(row_texts *t, const abs_config *config)
{
    struct row_text **place = &t->of[abs_mix_words(config, sizeof *config) % ROW_TEXTS];
    struct row_text *text = *place;
    if (text == NULL)
        text = *place = memory_zeros(1, sizeof *text);
    if (memcmp(&text->config, config, sizeof *config) == 0)
        return text;
    memcpy(&text->config, config, sizeof *config);
    config_words(config, text->words, sizeof text->words);
    buffer_clear(&text->json);
    buffer_clear(&text->csv);
    writer w = {.form = JSON, .b = &text->json};
    for (const config_field *f = config_fields; f < config_fields + CONFIG_FIELDS; f++)
        if (f->level <= CONFIG_POLICY && config_within(f, config))
            write_setting(&w, f, config);
    t->by_json[abs_mix_words(text->json.data, text->json.length) % ROW_TEXTS] = text;
    const abs_row any = {.config = config};
    text->field_count = 0;
    for (const row_field *f = row_fields; f < row_fields + ROW_FIELDS; f++)
        if (may_have(f, &any) &&
            (f->kind != SETTING || f->config->level == CONFIG_COPY || f == &row_fields[ROW_algo]))
            text->fields[text->field_count++] = (uint8_t)(f - row_fields);
    return text;
}

const abs_config *texts_config(const row_texts *t, const char *json, size_t length)
{
    const struct row_text *text = t->by_json[abs_mix_words(json, length) % ROW_TEXTS];
    const bool is =
        text != NULL && text->json.length == length && memcmp(text->json.data, json, length) == 0;
    return is ? &text->config : NULL;
}

static const char *make_id(row_texts *t, const abs_root *e, const struct row_text *text)
{
    buffer_clear(&t->id);
    buffer_text(&t->id, subject_is_tree(e->subject) ? "" : e->spec);
    buffer_text(&t->id, subject_is_tree(e->subject) ? "" : "/");
    buffer_text(&t->id, e->id);
    buffer_char(&t->id, '/');
    buffer_text(&t->id, text->words);
    return buffer_end(&t->id);
}

const char *texts_id(row_texts *t, const abs_row *row)
{
    return make_id(t, row->root, find_text(t, row->config));
}

void texts_free(row_texts *t)
{
    for (size_t i = 0; i < ROW_TEXTS; i++) {
        if (t->of[i] != NULL) {
            buffer_free(&t->of[i]->json);
            buffer_free(&t->of[i]->csv);
        }
        free(t->of[i]);
    }
    buffer_free(&t->id);
    *t = (row_texts){0};
}

/* ---- rows ---------------------------------------------------------------------------------- */

/* Computes the members that follow from the row. */
static void conclude(row_draft *d, bool times)
{
    abs_row *row = &d->row;
    const abs_root *e = row->root;
    const bool limit = row->config->algo.core->limit != ABS_LIMIT_NONE;
    /* The rate is computed from real_s as it is printed, so that readers get the same. A limit has
       none: its time was spent on finding it, not on its nodes. */
    const double printed_s = floor(row->real_s * 1e9 + 0.5) / 1e9;
    const double rate =
        printed_s > 0 && !limit ? floor((double)row->n.nodes / printed_s + 0.5) : NAN;
    d->kind = e->subject->kind;
    d->domain = e->subject->domain;
    d->spec = e->spec;
    d->position = e->text;
    d->position_id = e->id;
    d->has_seed = e->has_seed;
    d->seed = e->seed;
    d->has_job = row->job != ABS_NO_JOB;
    d->has_times = times;
    d->has_rate = rate < 1e15;
    d->rate = d->has_rate ? (uint64_t)rate : 0;
    d->has_repeats = row->repeats > 0;
    d->is_solved = row->solved == ABS_YES;
    d->has_table = row_holds_count(&row_counts[COUNT_tt_probes], row);
    d->has_value_bound = row->has_value || row->has_mate;
    d->has_regret_unit = row->has_regret;
    d->value_bound = row->lower;
    d->regret_unit = row->regret_unit;
    d->status = row->status;
    if (row->best_move == NULL)
        row->best_move_optimal = ABS_UNKNOWN;
}

static row_draft draft_of(const abs_row *row, bool times)
{
    row_draft d = {.row = *row};
    const abs_engine *engine = row->config->algo.engine;
    conclude(&d, times);
    if (engine != NULL) {
        d.is_engine = d.of_engines = true;
        d.engine = engine->name;
        d.author = engine->author;
        d.command = engine->command;
        d.set = engine_settings(&row->config->algo);
    } else {
        d.row.engine_s = NAN;
    }
    return d;
}

/* Whether the row has the field. */
static bool has_field(const row_draft *d, size_t i)
{
    return may_have(&row_fields[i], &d->row) && holds(&row_fields[i], (const char *)d);
}

static void write_field(writer *w, size_t i, bool there)
{
    write_member(w, &row_fields[i], (const char *)w->d, there);
}

/* Writes a row as JSON, and sets in `made` where its parts begin. */
static void write_json(abs_buffer *b, const abs_row *row, row_texts *t, bool times, bool check,
                       row_json *made)
{
    size_t *const begins[ROW_FIELDS] = {[ROW_job] = &made->job,
                                        [ROW_kind] = &made->kind,
                                        [ROW_time] = &made->time,
                                        [ROW_status] = &made->status,
                                        [ROW_check] = &made->check};
    row_draft d = draft_of(row, times);
    writer w = {JSON, b, b->length, "", &d, NULL};
    const struct row_text *text = find_text(t, row->config);
    d.has_check = check;
    d.id = make_id(t, row->root, text);
    buffer_char(b, '{');
    for (const uint8_t *i = text->fields; i < text->fields + text->field_count; i++) {
        if (begins[*i] != NULL)
            *begins[*i] = b->length - w.start;
        if (*i == ROW_algo) { /* with it, all settings that copies share */
            buffer_char(b, ',');
            buffer_bytes(b, text->json.data, text->json.length);
        } else if (holds(&row_fields[*i], (const char *)&d)) {
            write_field(&w, *i, true);
        }
    }
    buffer_char(b, '}');
}

void fields_make_json(abs_row *row, row_texts *t, bool times, bool check)
{
    buffer_clear(&row->json.text);
    write_json(&row->json.text, row, t, times, check, &row->json);
}

void fields_json_row(abs_buffer *b, const abs_row *row, row_texts *t, bool times)
{
    const row_json *j = &row->json;
    const char *text = j->text.data;
    if (j->text.length == 0 || (times && j->time == j->status)) {
        write_json(b, row, t, times, false, &(row_json){0});
        return;
    }
    buffer_bytes(b, text, j->job);
    if (row->job != ABS_NO_JOB) {
        buffer_key(b, "job");
        buffer_unsigned(b, row->job);
    }
    buffer_bytes(b, text + j->kind, (times ? j->status : j->time) - j->kind);
    buffer_bytes(b, text + j->status, j->check - j->status);
    buffer_char(b, '}');
}

/* ---- CSV ----------------------------------------------------------------------------------- */

void fields_add_columns(row_columns *columns, const abs_row *row)
{
    const row_draft d = draft_of(row, false);
    columns->window_auto |= config_within(&config_fields[CONFIG_window], row->config) &&
                            abs_window_is_auto(row->config->window);
    for (size_t i = 0; i < ROW_FIELDS; i++) /* an engine is the algorithm; lists have no cells */
        columns->of[i] |=
            i != ROW_job && i != ROW_engine && i != ROW_iterations && has_field(&d, i);
}

void fields_csv_header(abs_buffer *b, const row_columns *columns)
{
    const abs_subject subject = {.kind = ""};
    const abs_root root = {.subject = &subject};
    const abs_config config = {.algo = {.core = abs_core_table}};
    const abs_row none = {.root = &root, .config = &config};
    row_draft d = draft_of(&none, false);
    d.of_engines = columns->of[ROW_seldepth];
    writer w = {CSV_HEADER, b, b->length, "", &d, columns};
    for (size_t i = 0; i < ROW_FIELDS; i++)
        if (columns->of[i])
            write_field(&w, i, false);
    buffer_char(b, '\n');
}

/* Writes the cells of all settings, which rows of a configuration share. */
static void write_settings(const writer *w, struct row_text *text)
{
    abs_buffer *cells = &text->csv;
    if (cells->length == 0) {
        writer of = *w;
        of.b = cells;
        of.start = 0;
        buffer_char(cells, '\n'); /* what the first comma follows */
        for (size_t i = 0; i < ROW_FIELDS; i++)
            if (row_fields[i].kind == SETTING && w->columns->of[i])
                write_field(&of, i, has_field(w->d, i));
    }
    buffer_bytes(w->b, cells->data + 1, cells->length - 1);
}

void fields_csv_row(abs_buffer *b, const abs_row *row, row_texts *t, const row_columns *columns)
{
    row_draft d = draft_of(row, columns->of[ROW_time]);
    struct row_text *text = find_text(t, row->config);
    writer w = {CSV, b, b->length, "", &d, columns};
    d.id = make_id(t, row->root, text);
    d.of_engines = columns->of[ROW_seldepth];
    for (size_t i = 0; i < ROW_FIELDS; i++) {
        if (!columns->of[i])
            continue;
        if (row_fields[i].kind != SETTING)
            write_field(&w, i, has_field(&d, i));
        else if (i == ROW_algo) /* with it, all settings */
            write_settings(&w, text);
    }
    buffer_char(b, '\n');
}
