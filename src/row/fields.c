/*
 * report_fields.c -- a row's fields, named once and written as JSON members, as CSV cells, or as
 * the CSV header: a field that one format has, the other has too. See report_parts.h.
 */
#include "row/fields.h"

#include <math.h>
#include <stdlib.h>

typedef enum { JSON, CSV_CELLS, CSV_HEADER } fields_form;

typedef struct {
    abs_buffer *b;
    fields_form form;
    const char *prefix; /* of CSV names, within a JSON object */
} fields;

/* Begins a field; true if its value is to follow. */
static bool begin(const fields *f, const char *name)
{
    if (f->form == JSON) {
        buffer_key(f->b, name);
        return true;
    }
    if (f->b->length > 0 && f->b->data[f->b->length - 1] != '\n')
        buffer_char(f->b, ',');
    if (f->form == CSV_HEADER) {
        buffer_text(f->b, f->prefix);
        buffer_text(f->b, name);
    }
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

static void put_text(const fields *f, const char *name, const char *text)
{
    if (!begin(f, name))
        return;
    if (text == NULL)
        absent(f);
    else if (f->form == JSON)
        buffer_string(f->b, text);
    else
        cell(f->b, text);
}

static void put_unsigned_if(const fields *f, const char *name, bool there, uint64_t number)
{
    if (!begin(f, name))
        return;
    if (there)
        buffer_unsigned(f->b, number);
    else
        absent(f);
}

static void put_unsigned(const fields *f, const char *name, uint64_t number)
{
    put_unsigned_if(f, name, true, number);
}

static void put_signed_if(const fields *f, const char *name, bool there, int64_t number)
{
    if (!begin(f, name))
        return;
    if (there)
        buffer_signed(f->b, number);
    else
        absent(f);
}

static void put_real_if(const fields *f, const char *name, bool there, double number, int digits)
{
    if (!begin(f, name))
        return;
    if (there && isfinite(number))
        buffer_real(f->b, number, digits);
    else
        absent(f);
}

/* The number that so many digits of it read back as. */
static double printed(double number, int digits)
{
    char text[40];
    snprintf(text, sizeof text, "%.*g", digits, number);
    return strtod(text, NULL);
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

/* ---- the configuration ------------------------------------------------------------------- */

static void put_window(const fields *f, const abs_config *c)
{
    const bool there = words_uses(c, ABS_USES_WINDOW);
    if (f->form != JSON) {
        put_signed_if(f, "window_low", there, c->policy.low);
        put_signed_if(f, "window_high", there, c->policy.high);
    } else if (begin(f, "window")) {
        if (there)
            buffer_format(f->b, "[%d,%d]", c->policy.low, c->policy.high);
        else
            absent(f);
    }
}

static void put_config(const fields *f, const abs_config *c)
{
    char word[64];
    const bool widens = words_uses(c, ABS_USES_WINDOW), table = c->tt_bytes > 0;
    put_text(f, "algo", c->algo.name);
    put_text(f, "driver", abs_driver_table[c->algo.driver].about.name);
    put_text(f, "core", c->algo.core->about.name);
    put_window(f, c);
    put_text(f, "widen", widens ? abs_widen_names[c->policy.widen].name : NULL);
    put_real_if(f, "widen_factor", words_uses_factor(c), c->policy.factor,
                printed(c->policy.factor, 15) == c->policy.factor ? 15 : 17);
    words_guess(c, word, sizeof word);
    put_text(f, "guess", words_uses(c, ABS_USES_GUESS) ? word : NULL);
    put_signed_if(f, "step", words_uses(c, ABS_USES_STEP), c->policy.step);
    put_signed_if(f, "depth", true, c->depth);
    put_text(f, "eval", words_eval[c->eval]);
    put_signed_if(f, "grain", true, c->grain);
    put_unsigned(f, "tt_bytes", c->tt_bytes);
    put_text(f, "tt_mode", table ? words_tt_mode[c->tt_mode] : NULL);
    put_text(f, "tt_replace", table ? words_tt_replace[c->tt_replace] : NULL);
    abs_order_text(c->order, word, sizeof word);
    put_text(f, "order", word);
    put_answer(f, "deepening", c->deepening ? ABS_YES : ABS_NO);
    put_answer(f, "quiescence", c->quiescence ? ABS_YES : ABS_NO);
}

/* ---- the row ----------------------------------------------------------------------------- */

void fields_walk_free(fields_walk *walk)
{
    free(walk->here);
    free(walk->next);
    buffer_free(&walk->line);
    *walk = (fields_walk){0};
}

/* Stands at the row's root. False: no memory. */
static bool walk_start(fields_walk *walk, const abs_row *row)
{
    const size_t size = row->entry->domain->position_size;
    if (walk->room < size) {
        fields_walk_free(walk);
        walk->here = malloc(size);
        walk->next = malloc(size);
        if (walk->here == NULL || walk->next == NULL)
            return false;
        walk->room = size;
    }
    if (size > 0)
        memcpy(walk->here, row->entry->position, size);
    return true;
}

typedef void move_writer(const void *rules, const void *position, unsigned move, char *text,
                         size_t size);

static void walk_move(fields_walk *walk, const abs_row *row, unsigned move, move_writer *write,
                      char *text, size_t size)
{
    const abs_entry *e = row->entry;
    write(e->rules, walk->here, move, text, size);
    e->domain->apply(e->rules, walk->here, move, walk->next);
    void *swap = walk->here;
    walk->here = walk->next;
    walk->next = swap;
}

/* A writer that the domain does not have leaves the field out. */
static void put_best_move(const fields *f, const char *name, const abs_row *row, move_writer *write,
                          fields_walk *walk)
{
    char text[ABS_TEXT_MAX] = "";
    const bool there = row->best != ABS_NO_MOVE && write != NULL;
    if (there && !walk_start(walk, row))
        f->b->failed = true;
    else if (there)
        walk_move(walk, row, row->best, write, text, sizeof text);
    put_text(f, name, there ? text : NULL);
}

/* Moves from the row's root, blanks between. */
static void write_line(abs_buffer *b, const abs_row *row, fields_walk *walk, move_writer *write,
                       const uint16_t *moves, unsigned count)
{
    char text[ABS_TEXT_MAX];
    b->failed |= count > 0 && !walk_start(walk, row);
    for (unsigned i = 0; i < count && !b->failed; i++) {
        walk_move(walk, row, moves[i], write, text, sizeof text);
        buffer_text(b, i > 0 ? " " : "");
        buffer_text(b, text);
    }
}

void fields_line(abs_buffer *b, const abs_row *row, fields_walk *walk, const uint16_t *moves,
                 unsigned count)
{
    write_line(b, row, walk, row->entry->domain->move_text, moves, count);
}

/* A list of moves; in a cell, blanks between. */
static void put_line(const fields *f, const char *name, const abs_row *row, move_writer *write,
                     fields_walk *walk)
{
    char text[ABS_TEXT_MAX];
    if (write == NULL) {
        put_text(f, name, NULL);
        return;
    }
    if (f->form != JSON) {
        buffer_clear(&walk->line);
        write_line(&walk->line, row, walk, write, row->pv, row->pv_length);
        put_text(f, name, buffer_end(&walk->line));
        f->b->failed |= walk->line.failed;
        return;
    }
    buffer_key(f->b, name);
    buffer_char(f->b, '[');
    f->b->failed |= row->pv_length > 0 && !walk_start(walk, row);
    for (unsigned i = 0; i < row->pv_length && !f->b->failed; i++) {
        walk_move(walk, row, row->pv[i], write, text, sizeof text);
        buffer_comma(f->b);
        buffer_string(f->b, text);
    }
    buffer_char(f->b, ']');
}

static void put_moves(const fields *f, const abs_row *row, fields_walk *walk)
{
    const abs_domain *d = row->entry->domain;
    put_best_move(f, "best_move", row, d->move_text, walk);
    put_best_move(f, "best_move_san", row, d->san, walk);
    put_answer(f, "best_move_optimal",
               row->best != ABS_NO_MOVE ? row->best_move_optimal : ABS_UNKNOWN);
    put_line(f, "pv", row, d->move_text, walk);
    put_line(f, "pv_san", row, d->san, walk);
}

static void put_counters(const fields *f, const abs_row *row)
{
    const abs_counters *n = &row->n;
    put_unsigned(f, "nodes", n->nodes);
    put_unsigned_if(f, "interior", row->config->algo.core->limit != ABS_LIMIT_TREE, n->interior);
    put_unsigned(f, "leaves", abs_leaves(n));
    put_unsigned(f, "qnodes", n->qnodes);
    put_unsigned(f, "cutoffs", n->cutoffs);
    put_unsigned(f, "first_move_cutoffs", n->first_move_cutoffs);
    put_unsigned(f, "passes", row->pass_count);
    put_unsigned(f, "root_researches", abs_row_root_researches(row));
    put_unsigned(f, "fail_low", row->fail_low);
    put_unsigned(f, "fail_high", row->fail_high);
    put_unsigned(f, "interior_researches", n->interior_researches);
    put_unsigned(f, "research_nodes", n->research_nodes);
}

static void put_table(fields f, const abs_row *row)
{
    const abs_counters *n = &row->n;
    const bool there = row->config->tt_bytes > 0;
    if (f.form == JSON) {
        begin(&f, "tt");
        if (!there) {
            absent(&f);
            return;
        }
        buffer_char(f.b, '{');
    }
    f.prefix = "tt_";
    put_unsigned_if(&f, "probes", there, n->tt_probes);
    put_unsigned_if(&f, "hits", there, n->tt_hits);
    put_unsigned_if(&f, "answers", there, n->tt_answers);
    put_unsigned_if(&f, "stores", there, n->tt_stores);
    put_unsigned_if(&f, "replaced", there, n->tt_replaced);
    put_unsigned_if(&f, "contradictions", there, n->tt_contradictions);
    if (f.form == JSON)
        buffer_char(f.b, '}');
}

static void bound(abs_buffer *b, const char *name, int edge)
{
    buffer_key(b, name);
    if (edge <= -ABS_INFINITY || edge >= ABS_INFINITY)
        buffer_text(b, "null");
    else
        buffer_signed(b, edge);
}

static void put_iteration(const fields *f, const abs_row *row, const abs_iteration *it)
{
    buffer_comma(f->b);
    buffer_char(f->b, '{');
    put_signed_if(f, "depth", true, it->depth);
    if (it->for_guess)
        put_answer(f, "guess", ABS_YES);
    put_signed_if(f, "value", it->has_value, it->value);
    put_unsigned(f, "nodes", it->nodes);
    put_unsigned(f, "leaves", it->leaves);
    buffer_key(f->b, "passes");
    buffer_char(f->b, '[');
    for (size_t i = 0; i < it->passes; i++) {
        const abs_pass *p = &row->passes[it->first_pass + i];
        buffer_comma(f->b);
        buffer_char(f->b, '{');
        bound(f->b, "alpha", p->alpha);
        bound(f->b, "beta", p->beta);
        put_signed_if(f, "value", true, p->value);
        put_unsigned(f, "nodes", p->nodes);
        buffer_char(f->b, '}');
    }
    buffer_text(f->b, "]}");
}

static void put_iterations(const fields *f, const abs_row *row)
{
    buffer_key(f->b, "iterations");
    buffer_char(f->b, '[');
    for (size_t i = 0; i < row->iteration_count; i++)
        put_iteration(f, row, &row->iterations[i]);
    buffer_char(f->b, ']');
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

/* nodes_per_s belongs to the real_s that is printed: whoever reads the row gets the same. */
static void put_time(const fields *f, double real_s, double cpu_s, double nodes)
{
    const double printed_s = floor(real_s * 1e9 + 0.5) / 1e9;
    const double rate = printed_s > 0 ? floor(nodes / printed_s + 0.5) : NAN;
    put_seconds(f, "real_s", real_s);
    put_seconds(f, "cpu_s", cpu_s);
    put_unsigned_if(f, "nodes_per_s", rate < 1e15, rate < 1e15 ? (uint64_t)rate : 0);
}

/* The time of a limit went into finding it: it is no time of these nodes. */
static double timed_nodes(const abs_row *row)
{
    return row->config->algo.core->limit == ABS_LIMIT_NONE ? (double)row->n.nodes : NAN;
}

static void put_row(const fields *f, const abs_row *row, const char *id, const char *config,
                    fields_walk *walk, bool times)
{
    const abs_entry *e = row->entry;
    put_text(f, "id", id);
    put_text(f, "kind", e->domain->kind);
    put_text(f, "domain", e->domain->name);
    put_text(f, "spec", e->spec);
    put_text(f, "position", e->text);
    put_text(f, "position_id", e->id);
    put_unsigned_if(f, "seed", e->has_seed, e->seed);
    if (config != NULL) {
        buffer_comma(f->b);
        buffer_text(f->b, config);
    } else {
        put_config(f, row->config);
    }
    put_signed_if(f, "value", row->has_value, row->value);
    put_moves(f, row, walk);
    put_counters(f, row);
    put_table(*f, row);
    if (f->form == JSON)
        put_iterations(f, row);
    if (times && f->form == JSON) {
        buffer_key(f->b, "time");
        fields_json_time(f->b, row->real_s, row->cpu_s, timed_nodes(row));
    } else if (times) {
        put_time(f, row->real_s, row->cpu_s, timed_nodes(row));
    }
    put_text(f, "status", abs_status_names[row->status]);
}

void fields_json_time(abs_buffer *b, double real_s, double cpu_s, double nodes)
{
    const fields f = {b, JSON, ""};
    buffer_char(b, '{');
    put_time(&f, real_s, cpu_s, nodes);
    buffer_char(b, '}');
}

void fields_json_config(abs_buffer *b, const abs_config *config)
{
    const fields f = {b, JSON, ""};
    put_config(&f, config);
}

void fields_json_row(abs_buffer *b, const abs_row *row, const char *id, const char *config,
                     fields_walk *walk, bool times)
{
    const fields f = {b, JSON, ""};
    buffer_char(b, '{');
    put_row(&f, row, id, config, walk, times);
    buffer_char(b, '}');
}

void fields_csv_header(abs_buffer *b, bool times)
{
    static const abs_domain domain = {.name = "", .kind = ""};
    static const abs_entry entry = {.domain = &domain, .spec = "", .text = "", .id = ""};
    const abs_config config = {.algo = {.core = &abs_core_table[0]}, .grain = 1};
    const abs_row row = {.entry = &entry, .config = &config, .best = ABS_NO_MOVE};
    const fields f = {b, CSV_HEADER, ""};
    fields_walk walk = {0};
    put_row(&f, &row, "", NULL, &walk, times);
    buffer_char(b, '\n');
    fields_walk_free(&walk);
}

void fields_csv_row(abs_buffer *b, const abs_row *row, const char *id, fields_walk *walk,
                    bool times)
{
    const fields f = {b, CSV_CELLS, ""};
    put_row(&f, row, id, NULL, walk, times);
    buffer_char(b, '\n');
}
