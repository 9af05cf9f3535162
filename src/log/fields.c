/* fields.c -- see fields.h. */
#include "log/fields.h"
#include "base/mix.h"

#include <math.h>
#include <stdlib.h>

typedef enum { JSON, CSV_CELLS, CSV_HEADER } fields_form;

/* A row on its way out. */
typedef struct {
    abs_buffer *b;
    fields_form form;
    const abs_row *row;
    const char *id;
    line_walk *walk;
    bool times;
} fields;

/* ---- values of every kind ------------------------------------------------------------------ */

/* Begins a field. False: no value follows, as there is none or as only names are wanted. */
static bool begin(const fields *f, const char *name, bool there)
{
    abs_buffer *b = f->b;
    if (f->form == JSON)
        buffer_key(b, name);
    else if (b->length > 0 && b->data[b->length - 1] != '\n')
        buffer_char(b, ',');
    if (f->form == CSV_HEADER)
        buffer_text(b, name);
    if (f->form == JSON && !there)
        buffer_text(b, "null");
    return there && f->form != CSV_HEADER;
}

/* Whether a spreadsheet would take it for a formula, and compute it. A whole number is one. */
static bool is_formula(const char *text)
{
    const size_t digits = *text == '-' ? strspn(text + 1, "0123456789") : 0;
    return *text != '\0' && strchr("=+-@\t\r", *text) != NULL &&
           (digits == 0 || text[1 + digits] != '\0');
}

/* In CSV (RFC 4180) a cell with a comma, a quote or a line end is quoted, its quotes doubled. An
   apostrophe before a formula keeps it a text. */
static void text_value(const fields *f, const char *text)
{
    const char *const guard = is_formula(text) ? "'" : "";
    if (f->form == JSON) {
        buffer_string(f->b, text);
    } else if (strpbrk(text, ",\"\r\n") == NULL) {
        buffer_text(f->b, guard);
        buffer_text(f->b, text);
    } else {
        buffer_char(f->b, '"');
        buffer_text(f->b, guard);
        for (; *text != '\0'; text++)
            buffer_bytes(f->b, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
        buffer_char(f->b, '"');
    }
}

static void put_text(const fields *f, const char *name, const char *text)
{
    if (begin(f, name, text != NULL))
        text_value(f, text);
}

static void put_unsigned(const fields *f, const char *name, bool there, uint64_t number)
{
    if (begin(f, name, there))
        buffer_unsigned(f->b, number);
}

static void put_signed(const fields *f, const char *name, bool there, int64_t number)
{
    if (begin(f, name, there))
        buffer_signed(f->b, number);
}

static void put_answer(const fields *f, const char *name, abs_answer answer)
{
    if (begin(f, name, answer != ABS_UNKNOWN))
        buffer_text(f->b, answer == ABS_YES ? "true" : "false");
}

static void put_seconds(const fields *f, const char *name, double seconds)
{
    if (begin(f, name, isfinite(seconds)))
        buffer_seconds(f->b, seconds);
}

/* ---- settings and counters ----------------------------------------------------------------- */

static void put_window(const fields *f, const char *name, bool there, abs_window window)
{
    if (f->form != JSON) {
        put_signed(f, "window_low", there, window.low);
        put_signed(f, "window_high", there, window.high);
    } else if (begin(f, name, there)) {
        buffer_format(f->b, "[%d,%d]", window.low, window.high);
    }
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
    const bool there = config_present(field, c);
    if (field->kind == CONFIG_WINDOW) {
        put_window(f, field->name, there && !abs_window_is_auto(c->window), c->window);
        return;
    }
    if (!begin(f, field->name, there))
        return;
    config_value(field, c, text, sizeof text);
    switch (field->kind) {
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
        text_value(f, text);
    }
}

void fields_json_config(abs_buffer *b, const abs_config *config, config_level level)
{
    const fields f = {.b = b};
    for (const config_field *field = config_fields; field < config_fields + CONFIG_FIELDS; field++)
        if (field->level <= level)
            put_setting(&f, field, config);
}

static void put_count(const fields *f, const row_count *k)
{
    put_unsigned(f, f->form == JSON ? row_count_key(k) : k->name, row_has_count(k, f->row),
                 row_counted(k, f->row));
}

/* ---- fields of their own kinds ------------------------------------------------------------- */

/* Moves in words, if there are any and the domain has such a writer. A list has brackets in JSON;
   in a cell, blanks are between. */
static void put_moves(const fields *f, const char *name, line_writer *write, const uint16_t *moves,
                      unsigned count, bool list)
{
    abs_buffer text = {0};
    if (!begin(f, name, write != NULL && moves != NULL))
        return;
    if (list && f->form == JSON) {
        line_write(f->b, f->walk, f->row, write, moves, count, LINE_JSON);
        return;
    }
    line_write(&text, f->walk, f->row, write, moves, count, LINE_BLANKS);
    text_value(f, buffer_end(&text));
    f->b->failed |= text.failed;
    buffer_free(&text);
}

/* An object in JSON; a cell for each of its counters. */
static void put_table(const fields *f, const char *name)
{
    const bool object = f->form == JSON;
    if (object && !begin(f, name, f->row->config->tt_bytes > 0))
        return;
    buffer_text(f->b, object ? "{" : "");
    for (const row_count *k = row_counts; k < row_counts + COUNTS; k++)
        if (k->of_table)
            put_count(f, k);
    buffer_text(f->b, object ? "}" : "");
}

void fields_json_bound(abs_buffer *b, const char *name, int bound)
{
    buffer_member_signed_if(b, name, bound > -ABS_INFINITY && bound < ABS_INFINITY, bound);
}

static void put_pass(abs_buffer *b, const abs_row *row, const abs_pass *p)
{
    buffer_comma(b);
    buffer_char(b, '{');
    fields_json_bound(b, "alpha", p->alpha);
    fields_json_bound(b, "beta", p->beta);
    buffer_member_signed(b, "value", p->value);
    buffer_member_unsigned(b, "nodes", p->nodes);
    buffer_member_unsigned_if(b, "work", row_knows_work(row), p->work);
    buffer_char(b, '}');
}

static void put_iteration(abs_buffer *b, const abs_row *row, const abs_iteration *it)
{
    buffer_comma(b);
    buffer_char(b, '{');
    buffer_member_signed(b, "depth", it->depth);
    if (it->for_guess)
        buffer_member_truth(b, "guess", true);
    buffer_member_signed_if(b, "value", it->has_value, it->value);
    buffer_member_unsigned(b, "nodes", it->nodes);
    buffer_member_unsigned_if(b, "work", row_knows_work(row), it->work);
    buffer_member_unsigned(b, "leaves", it->leaves);
    buffer_member_open(b, "passes", '[');
    for (size_t i = 0; i < it->passes; i++)
        put_pass(b, row, &row->passes[it->first_pass + i]);
    buffer_text(b, "]}");
}

/* JSON alone has them: a cell holds no list of lists. */
static void put_iterations(const fields *f, const char *name)
{
    if (f->form != JSON)
        return;
    buffer_member_open(f->b, name, '[');
    for (size_t i = 0; i < f->row->iteration_count; i++)
        put_iteration(f->b, f->row, &f->row->iterations[i]);
    buffer_char(f->b, ']');
}

/* An object in JSON; a cell for each of its members. */
static void put_completed(const fields *f, const char *name)
{
    const abs_row *row = f->row;
    const abs_completed *c = &row->completed;
    const bool object = f->form == JSON;
    const uint16_t best = (uint16_t)c->best;
    line_writer *write = c->any ? row->entry->domain->move_text : NULL;
    if (object && !begin(f, name, c->any))
        return;
    buffer_text(f->b, object ? "{" : "");
    put_signed(f, object ? "depth" : "completed_depth", c->any, c->depth);
    put_signed(f, object ? "value" : "completed_value", c->any, c->value);
    put_moves(f, object ? "best_move" : "completed_best_move", write,
              c->best != ABS_NO_MOVE ? &best : NULL, 1, false);
    put_moves(f, object ? "pv" : "completed_pv", write, c->pv, c->pv_length, true);
    put_unsigned(f, object ? "work" : "completed_work", c->any, c->work);
    buffer_text(f->b, object ? "}" : "");
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
    buffer_member_open(b, "time", '{');
    put_times(&f, real_s, cpu_s, nodes);
    buffer_char(b, '}');
}

/* A limit's time went into finding it, and says nothing about its nodes: no rate. */
static void put_time(const fields *f)
{
    const abs_row *row = f->row;
    const bool limit = row->config->algo.core->limit != ABS_LIMIT_NONE;
    const double nodes = limit ? NAN : (double)row->n.nodes;
    if (!f->times)
        return;
    if (f->form == JSON)
        buffer_member_open(f->b, "time", '{');
    put_times(f, row->real_s, row->cpu_s, nodes);
    put_unsigned(f, "repeats", row->repeats > 0, (uint64_t)row->repeats);
    put_seconds(f, "min_s", row->min_s);
    put_seconds(f, "max_s", row->max_s);
    if (f->form == JSON)
        buffer_char(f->b, '}');
}

/* ---- the row ------------------------------------------------------------------------------- */

static void put_own(const fields *f, row_own field)
{
    const abs_row *row = f->row;
    const abs_entry *entry = row->entry;
    const abs_domain *domain = entry->domain;
    const uint16_t best = (uint16_t)row->best, *move = row->best != ABS_NO_MOVE ? &best : NULL;
    const char *name = row_fields[field].name;
    switch (field) {
    case OWN_id:
        put_text(f, name, f->id);
        break;
    case OWN_job:
        if (row->job != ABS_NO_JOB)
            put_unsigned(f, name, true, row->job);
        break;
    case OWN_kind:
        put_text(f, name, domain->kind);
        break;
    case OWN_domain:
        put_text(f, name, domain->name);
        break;
    case OWN_spec:
        put_text(f, name, entry->spec);
        break;
    case OWN_position:
        put_text(f, name, entry->text);
        break;
    case OWN_position_id:
        put_text(f, name, entry->id);
        break;
    case OWN_seed:
        put_unsigned(f, name, entry->has_seed, entry->seed);
        break;
    case OWN_value:
        put_signed(f, name, row->has_value, row->value);
        break;
    case OWN_value_bound:
        put_text(f, name, row->has_value ? abs_value_bounds[row->lower].name : NULL);
        break;
    case OWN_best_move:
    case OWN_best_move_san:
        put_moves(f, name, field == OWN_best_move ? domain->move_text : domain->san, move, 1,
                  false);
        break;
    case OWN_best_move_optimal:
        put_answer(f, name, move != NULL ? row->best_move_optimal : ABS_UNKNOWN);
        break;
    case OWN_solved:
        put_answer(f, name, row->solved);
        break;
    case OWN_solved_depth:
        put_signed(f, name, row->solved == ABS_YES, row->solved_depth);
        break;
    case OWN_pv:
    case OWN_pv_san:
        put_moves(f, name, field == OWN_pv ? domain->move_text : domain->san, row->pv,
                  row->pv_length, true);
        break;
    case OWN_tt:
        put_table(f, name);
        break;
    case OWN_iterations:
        put_iterations(f, name);
        break;
    case OWN_completed:
        put_completed(f, name);
        break;
    case OWN_time:
        put_time(f);
        break;
    case OWN_status:
        put_text(f, name, abs_statuses[row->status].name);
        break;
    case OWN_check: /* the journal's: of what is written here */
        break;
    }
}

/* `config`: the settings that copies share as JSON members, where they have been written before; or
   NULL. */
static void put_row(const fields *f, const char *config)
{
    for (size_t i = 0; i < ROW_FIELDS; i++) {
        const row_field *field = &row_fields[i];
        if (field->count != NULL)
            put_count(f, field->count);
        else if (field->config == NULL)
            put_own(f, (row_own)i);
        else if (config == NULL || field->config->level == CONFIG_COPY)
            put_setting(f, field->config, f->row->config);
        else if (field->config == config_fields) { /* the first: all of these */
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

bool fields_check(const abs_row *row, const char *id, line_walk *walk, bool times,
                  abs_buffer *scratch, uint64_t *check)
{
    buffer_clear(scratch);
    fields_json_row(scratch, row, id, NULL, walk, times);
    *check = abs_mix_text(buffer_end(scratch));
    return !scratch->failed;
}

void fields_journal_row(abs_buffer *b, const abs_row *row, const char *id, line_walk *walk,
                        bool times)
{
    abs_buffer text = {0};
    uint64_t check;
    b->failed |= !fields_check(row, id, walk, times, &text, &check);
    if (!b->failed)
        buffer_bytes(b, text.data, text.length - 1); /* all but its closing brace */
    buffer_format(b, ",\"%s\":\"0x%016llx\"}", row_fields[ROW_check].name,
                  (unsigned long long)check);
    buffer_free(&text);
}

/* The names that a row of nothing has, so that header and rows cannot differ. */
void fields_csv_header(abs_buffer *b, bool times, bool jobs)
{
    const abs_domain domain = {0};
    const abs_entry entry = {.domain = &domain};
    const abs_config config = {.algo = {.core = abs_core_table}};
    const abs_row row = {
        .entry = &entry, .config = &config, .job = jobs ? 0 : ABS_NO_JOB, .best = ABS_NO_MOVE};
    const fields f = {.b = b, .form = CSV_HEADER, .row = &row, .times = times};
    put_row(&f, NULL);
    buffer_char(b, '\n');
}

void fields_csv_row(abs_buffer *b, const abs_row *row, const char *id, line_walk *walk, bool times)
{
    const fields f = {b, CSV_CELLS, row, id, walk, times};
    put_row(&f, NULL);
    buffer_char(b, '\n');
}

void fields_csv_end(abs_buffer *b, const char *text, bool times, bool jobs)
{
    abs_buffer header = {0};
    fields_csv_header(&header, times, jobs);
    buffer_text(b, text);
    for (size_t i = 0; i < header.length; i++)
        if (header.data[i] == ',')
            buffer_char(b, ',');
    buffer_char(b, '\n');
    b->failed |= header.failed;
    buffer_free(&header);
}
