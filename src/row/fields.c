/* fields.c -- see fields.h. */
#include "row/fields.h"

#include <math.h>
#include <stdlib.h>

typedef enum { JSON, CSV_CELLS, CSV_HEADER } fields_form;

/* A row on its way out. Of the CSV header, nothing but the names is looked at. */
typedef struct {
    abs_buffer *b;
    fields_form form;
    const abs_row *row;
    const char *id;
    line_walk *walk;
    bool times;
} fields;

/* ---- values of every kind ------------------------------------------------------------------ */

/* Begins a field; true if its value is to follow. */
static bool begin(const fields *f, const char *name)
{
    if (f->form == JSON) {
        buffer_key(f->b, name);
        return true;
    }
    if (f->b->length > 0 && f->b->data[f->b->length - 1] != '\n')
        buffer_char(f->b, ',');
    if (f->form == CSV_HEADER)
        buffer_text(f->b, name);
    return f->form == CSV_CELLS;
}

static void absent(const fields *f)
{
    if (f->form == JSON)
        buffer_text(f->b, "null");
}

/* RFC 4180: a cell with a comma, a quote or a line end is quoted, and its quotes are doubled. */
static void cell(abs_buffer *b, const char *text)
{
    if (strpbrk(text, ",\"\r\n") == NULL) {
        buffer_text(b, text);
        return;
    }
    buffer_char(b, '"');
    for (; *text != '\0'; text++) {
        if (*text == '"')
            buffer_char(b, '"');
        buffer_char(b, *text);
    }
    buffer_char(b, '"');
}

static void text_value(const fields *f, const char *text)
{
    if (text == NULL)
        absent(f);
    else if (f->form == JSON)
        buffer_string(f->b, text);
    else
        cell(f->b, text);
}

static void put_text(const fields *f, const char *name, const char *text)
{
    if (begin(f, name))
        text_value(f, text);
}

static void put_unsigned(const fields *f, const char *name, bool there, uint64_t number)
{
    if (!begin(f, name))
        return;
    if (there)
        buffer_unsigned(f->b, number);
    else
        absent(f);
}

static void put_signed(const fields *f, const char *name, bool there, int64_t number)
{
    if (!begin(f, name))
        return;
    if (there)
        buffer_signed(f->b, number);
    else
        absent(f);
}

static void put_answer(const fields *f, const char *name, abs_answer answer)
{
    if (!begin(f, name))
        return;
    if (answer == ABS_UNKNOWN)
        absent(f);
    else
        buffer_text(f->b, answer == ABS_YES ? "true" : "false");
}

static void put_seconds(const fields *f, const char *name, double seconds)
{
    if (!begin(f, name))
        return;
    if (isfinite(seconds))
        buffer_seconds(f->b, seconds);
    else
        absent(f);
}

/* ---- the configuration --------------------------------------------------------------------- */

static void put_window(const fields *f, const char *name, bool there, abs_window window)
{
    if (f->form != JSON) {
        put_signed(f, "window_low", there, window.low);
        put_signed(f, "window_high", there, window.high);
        return;
    }
    begin(f, name);
    if (there)
        buffer_format(f->b, "[%d,%d]", window.low, window.high);
    else
        absent(f);
}

/* In as many digits as it takes to read it back. */
static void real_value(const fields *f, double real)
{
    char text[40];
    snprintf(text, sizeof text, "%.15g", real);
    buffer_real(f->b, real, strtod(text, NULL) == real ? 15 : 17);
}

static void put_setting(const fields *f, const config_field *field, const abs_config *c)
{
    char text[CONFIG_WORD_MAX];
    const bool there = f->form != CSV_HEADER && config_present(field, c);
    if (field->kind == CONFIG_WINDOW) {
        put_window(f, field->name, there, there ? c->window : (abs_window){0, 0});
        return;
    }
    if (!begin(f, field->name))
        return;
    if (there)
        config_value(field, c, text, sizeof text);
    switch (there ? field->kind : CONFIG_NAME) {
    case CONFIG_INT:
    case CONFIG_COUNT:
        buffer_text(f->b, text);
        break;
    case CONFIG_REAL:
        real_value(f, config_real(field, c));
        break;
    case CONFIG_BYTES:
        buffer_signed(f->b, config_number(field, c));
        break;
    case CONFIG_SWITCH:
        buffer_text(f->b, config_number(field, c) != 0 ? "true" : "false");
        break;
    default:
        text_value(f, there ? text : NULL);
    }
}

void fields_json_config(abs_buffer *b, const abs_config *config, config_level level)
{
    const fields f = {.b = b};
    for (const config_field *field = config_fields; field < config_fields + CONFIG_FIELDS; field++)
        if (field->level <= level)
            put_setting(&f, field, config);
}

/* ---- counters ------------------------------------------------------------------------------ */

static void put_count(const fields *f, const row_count *k)
{
    const bool there = f->form != CSV_HEADER && row_has_count(k, f->row);
    put_unsigned(f, f->form == JSON ? row_count_key(k) : k->name, there,
                 there ? row_counted(k, f->row) : 0);
}

/* ---- the fields of row.def, each by its name ----------------------------------------------- */

/* In the header there is no row, and no value is asked for. */
#define OF_ROW(value, otherwise) (f->form != CSV_HEADER ? (value) : (otherwise))

static void put_id(const fields *f)
{
    put_text(f, "id", f->id);
}

static void put_kind(const fields *f)
{
    put_text(f, "kind", OF_ROW(f->row->entry->domain->kind, NULL));
}

static void put_domain(const fields *f)
{
    put_text(f, "domain", OF_ROW(f->row->entry->domain->name, NULL));
}

static void put_spec(const fields *f)
{
    put_text(f, "spec", OF_ROW(f->row->entry->spec, NULL));
}

static void put_position(const fields *f)
{
    put_text(f, "position", OF_ROW(f->row->entry->text, NULL));
}

static void put_position_id(const fields *f)
{
    put_text(f, "position_id", OF_ROW(f->row->entry->id, NULL));
}

static void put_seed(const fields *f)
{
    put_unsigned(f, "seed", OF_ROW(f->row->entry->has_seed, false), OF_ROW(f->row->entry->seed, 0));
}

static void put_value(const fields *f)
{
    put_signed(f, "value", OF_ROW(f->row->has_value, false), OF_ROW(f->row->value, 0));
}

/* A domain without such a writer leaves the field out. */
static void put_move(const fields *f, const char *name, line_writer *write)
{
    abs_buffer text = {0};
    const bool there = f->form != CSV_HEADER && f->row->best != ABS_NO_MOVE && write != NULL;
    if (there)
        line_write(&text, f->walk, f->row, write, &(uint16_t){(uint16_t)f->row->best}, 1,
                   LINE_BLANKS);
    put_text(f, name, there ? buffer_end(&text) : NULL);
    f->b->failed |= text.failed;
    buffer_free(&text);
}

static void put_best_move(const fields *f)
{
    put_move(f, "best_move", OF_ROW(f->row->entry->domain->move_text, NULL));
}

static void put_best_move_san(const fields *f)
{
    put_move(f, "best_move_san", OF_ROW(f->row->entry->domain->san, NULL));
}

static void put_best_move_optimal(const fields *f)
{
    const bool known = f->form != CSV_HEADER && f->row->best != ABS_NO_MOVE;
    put_answer(f, "best_move_optimal", known ? f->row->best_move_optimal : ABS_UNKNOWN);
}

/* A list of moves; in a cell, blanks between. */
static void put_line(const fields *f, const char *name, line_writer *write)
{
    abs_buffer text = {0};
    if (!begin(f, name))
        return;
    if (write == NULL) {
        absent(f);
        return;
    }
    if (f->form == JSON) {
        line_write(f->b, f->walk, f->row, write, f->row->pv, f->row->pv_length, LINE_JSON);
        return;
    }
    line_write(&text, f->walk, f->row, write, f->row->pv, f->row->pv_length, LINE_BLANKS);
    cell(f->b, buffer_end(&text));
    f->b->failed |= text.failed;
    buffer_free(&text);
}

static void put_pv(const fields *f)
{
    put_line(f, "pv", OF_ROW(f->row->entry->domain->move_text, NULL));
}

static void put_pv_san(const fields *f)
{
    put_line(f, "pv_san", OF_ROW(f->row->entry->domain->san, NULL));
}

static void put_tt(const fields *f)
{
    if (f->form == JSON) {
        begin(f, "tt");
        if (f->row->config->tt_bytes == 0) {
            absent(f);
            return;
        }
        buffer_char(f->b, '{');
    }
    for (const row_count *k = row_counts; k < row_counts + COUNTS; k++)
        if (k->of_table)
            put_count(f, k);
    if (f->form == JSON)
        buffer_char(f->b, '}');
}

static void bound(abs_buffer *b, const char *name, int edge)
{
    buffer_key(b, name);
    if (edge <= -ABS_INFINITY || edge >= ABS_INFINITY)
        buffer_text(b, "null");
    else
        buffer_signed(b, edge);
}

static void put_iteration(const fields *f, const abs_iteration *it)
{
    buffer_comma(f->b);
    buffer_char(f->b, '{');
    put_signed(f, "depth", true, it->depth);
    if (it->for_guess)
        put_answer(f, "guess", ABS_YES);
    put_signed(f, "value", it->has_value, it->value);
    put_unsigned(f, "nodes", true, it->nodes);
    put_unsigned(f, "leaves", true, it->leaves);
    buffer_key(f->b, "passes");
    buffer_char(f->b, '[');
    for (size_t i = 0; i < it->passes; i++) {
        const abs_pass *p = &f->row->passes[it->first_pass + i];
        buffer_comma(f->b);
        buffer_char(f->b, '{');
        bound(f->b, "alpha", p->alpha);
        bound(f->b, "beta", p->beta);
        put_signed(f, "value", true, p->value);
        put_unsigned(f, "nodes", true, p->nodes);
        buffer_char(f->b, '}');
    }
    buffer_text(f->b, "]}");
}

/* JSON alone has them: a cell holds no list of lists. */
static void put_iterations(const fields *f)
{
    if (f->form != JSON)
        return;
    buffer_key(f->b, "iterations");
    buffer_char(f->b, '[');
    for (size_t i = 0; i < f->row->iteration_count; i++)
        put_iteration(f, &f->row->iterations[i]);
    buffer_char(f->b, ']');
}

/* nodes_per_s belongs to the real_s that is printed: whoever reads the row gets the same. */
static void put_times(const fields *f, double real_s, double cpu_s, double nodes)
{
    const double printed_s = floor(real_s * 1e9 + 0.5) / 1e9;
    const double rate = printed_s > 0 ? floor(nodes / printed_s + 0.5) : NAN;
    put_seconds(f, "real_s", real_s);
    put_seconds(f, "cpu_s", cpu_s);
    put_unsigned(f, "nodes_per_s", rate < 1e15, rate < 1e15 ? (uint64_t)rate : 0);
}

void fields_json_time(abs_buffer *b, double real_s, double cpu_s, double nodes)
{
    const fields f = {.b = b};
    buffer_char(b, '{');
    put_times(&f, real_s, cpu_s, nodes);
    buffer_char(b, '}');
}

/* The time of a limit went into finding it: it is no time of these nodes. */
static double timed_nodes(const abs_row *row)
{
    return row->config->algo.core->limit == ABS_LIMIT_NONE ? (double)row->n.nodes : NAN;
}

static void put_time(const fields *f)
{
    if (!f->times)
        return;
    if (f->form == CSV_HEADER) {
        put_times(f, 0, 0, 0);
        return;
    }
    if (f->form == JSON)
        buffer_key(f->b, "time");
    if (f->form == JSON)
        fields_json_time(f->b, f->row->real_s, f->row->cpu_s, timed_nodes(f->row));
    else
        put_times(f, f->row->real_s, f->row->cpu_s, timed_nodes(f->row));
}

static void put_status(const fields *f)
{
    put_text(f, "status", OF_ROW(abs_status_names[f->row->status], NULL));
}

/* ---- the row ------------------------------------------------------------------------------- */

static void (*const put_field[ROW_FIELDS])(const fields *) = {
#define FIELD(name, schema, unit, help) [ROW_##name] = put_##name,
#define CONFIG(type, name, level, ...)
#define DERIVED(name, level, ...)
#define COUNTER(name, unit, help)
#define DRIVER_COUNTER(name, unit, help)
#define SUM(name, unit, help, follows)
#define TABLE_COUNTER(name, unit, help)
#include "row/row.def"
};

/* `config`: the settings as JSON members, where they have been written before; or NULL. */
static void put_row(const fields *f, const char *config)
{
    for (size_t i = 0; i < ROW_FIELDS; i++) {
        const row_field *field = &row_fields[i];
        if (field->count != NULL)
            put_count(f, field->count);
        else if (field->config == NULL)
            put_field[i](f);
        else if (config == NULL)
            put_setting(f, field->config, f->row != NULL ? f->row->config : NULL);
        else if (field->config == config_fields) { /* the first: all of them */
            buffer_comma(f->b);
            buffer_text(f->b, config);
        }
    }
}

void fields_json_row(abs_buffer *b, const abs_row *row, const char *id, const char *config,
                     line_walk *walk, bool times)
{
    const fields f = {b, JSON, row, id, walk, times};
    buffer_char(b, '{');
    put_row(&f, config);
    buffer_char(b, '}');
}

void fields_csv_header(abs_buffer *b, bool times)
{
    const fields f = {.b = b, .form = CSV_HEADER, .times = times};
    put_row(&f, NULL);
    buffer_char(b, '\n');
}

void fields_csv_row(abs_buffer *b, const abs_row *row, const char *id, line_walk *walk, bool times)
{
    const fields f = {b, CSV_CELLS, row, id, walk, times};
    put_row(&f, NULL);
    buffer_char(b, '\n');
}
