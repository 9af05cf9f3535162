/* table.c -- the model, and the writers for machines. See table.h; page writer: table_page.c. */
#include "table/table_cells.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

/* ---- the model ------------------------------------------------------------------------------- */

void table_start(table_data *t, const table_form *form)
{
    *t = (table_data){.form = form, .own = memory_zeros(form->count, sizeof *t->own)};
}

void table_free(table_data *t)
{
    free(t->cells);
    free(t->own);
    free(t->blocks);
    buffer_free(&t->texts);
    *t = (table_data){0};
}

void table_clear(table_data *t)
{
    t->rows = t->block_count = 0;
    buffer_clear(&t->texts);
}

/* Keeps the text; returns where it is, from 1. */
static size_t keep(table_data *t, const char *text)
{
    const size_t at = t->texts.length;
    buffer_add(&t->texts, text);
    return at + 1;
}

void table_heading(table_data *t, const char *text)
{
    memory_grow(&t->blocks, &t->block_room, t->block_count, sizeof *t->blocks);
    t->blocks[t->block_count++] = (table_block){t->rows, keep(t, text)};
}

void table_row(table_data *t)
{
    const size_t size = t->form->count * sizeof *t->cells;
    memory_grow(&t->cells, &t->room, t->rows, size);
    memset(&t->cells[t->rows++ * t->form->count], 0, size);
}

static table_cell *cell(table_data *t, size_t column)
{
    return &t->cells[(t->rows - 1) * t->form->count + column];
}

/* The cell, which holds something of the kind from now on. */
static table_cell *set(table_data *t, size_t column, table_kind kind)
{
    table_cell *c = cell(t, column);
    c->there = true;
    c->kind = kind & 0xF;
    return c;
}

void table_set_text(table_data *t, size_t column, const char *text)
{
    if (text != NULL)
        set(t, column, TABLE_TEXT)->count = keep(t, text);
}

void table_set_count(table_data *t, size_t column, uint64_t number)
{
    const table_kind kind = t->form->columns[column].kind;
    set(t, column, kind == TABLE_HEX ? kind : TABLE_COUNT)->count = number;
}

void table_set_signed(table_data *t, size_t column, int64_t number)
{
    set(t, column, TABLE_SIGNED)->number = number;
}

void table_set_real(table_data *t, size_t column, double number)
{
    set(t, column, TABLE_REAL)->real = number;
    cell(t, column)->there = isfinite(number);
}

void table_set_median(table_data *t, size_t column, uint64_t low, uint64_t high)
{
    const uint64_t apart = high - low;
    table_set_count(t, column, low + apart / 2);
    cell(t, column)->half = apart % 2 != 0;
}

void table_set_truth(table_data *t, size_t column, bool value)
{
    set(t, column, TABLE_TRUTH)->count = value;
}

void table_set_config(table_data *t, const abs_config *config)
{
    for (size_t column = 0; column < t->form->count; column++)
        if (t->form->columns[column].kind == TABLE_SETTING)
            set(t, column, TABLE_SETTING)->config = config;
}

void table_set_ratio(table_data *t, size_t column, const stats_ratio *ratio)
{
    const size_t at = t->texts.length;
    set(t, column, TABLE_RATIO)->count = at + 1;
    buffer_bytes(&t->texts, (const char *)ratio, sizeof *ratio);
}

void table_show(table_data *t, size_t column, const char *format, ...)
{
    va_list args;
    cell(t, column)->shown = t->texts.length + 1;
    va_start(args, format);
    buffer_format_list(&t->texts, format, args);
    va_end(args);
    buffer_char(&t->texts, '\0');
}

void table_tint(table_data *t, size_t column, page_colour colour)
{
    cell(t, column)->colour = colour & 0xF;
}

void table_tint_ratio(table_data *t, size_t column, const stats_ratio *r)
{
    if (r->n > 1)
        table_tint(t, column, r->upper < 1 ? PAGE_GREEN : r->lower > 1 ? PAGE_RED : PAGE_PLAIN);
}

void table_omit(table_data *t, size_t column)
{
    t->own[column].omitted = true;
}

void table_rename(table_data *t, size_t column, const char *head, const char *words)
{
    t->own[column].head = head;
    t->own[column].words = words;
}

void table_rank(table_data *t, size_t column, unsigned rank)
{
    t->own[column].rank = rank + 1;
}

const char *table_kept(const table_data *t, size_t at)
{
    return t->texts.data + at - 1;
}

stats_ratio table_kept_ratio(const table_data *t, const table_cell *c)
{
    stats_ratio ratio;
    memcpy(&ratio, table_kept(t, c->count), sizeof ratio);
    return ratio;
}

/* ---- values for machines --------------------------------------------------------------------- */

/* A ratio's parts; the first is the column's own name. */
static const struct {
    const char *ending, *type, *help;
} parts[] = {
    {"", "number", "geometric mean of the paired ratios"},
    {"_n", "integer", "pairs: positions that both have finished"},
    {"_error", "number", "standard error, by the delta method"},
    {"_low", "number", "lower bound of the 95 % interval"},
    {"_high", "number", "upper bound"},
    {"_median", "number", "median of the paired ratios"},
    {"_wins", "integer", "pairs with a ratio below 1"},
    {"_ties", "integer", "pairs with the ratio 1"},
    {"_losses", "integer", "pairs with a ratio above 1"},
    {"_same", "boolean", "whether it is shown to be 1, give or take 2 %"},
    {"_method", "string", "how the interval was made"},
};

enum { PARTS = sizeof parts / sizeof parts[0] };

static size_t parts_of(const table_column *c)
{
    return c->name == NULL ? 0 : c->kind == TABLE_RATIO ? PARTS : 1;
}

bool table_column_name(const table_column *c, size_t part, char *name, size_t size)
{
    if (part >= parts_of(c))
        return false;
    snprintf(name, size, "%s%s", c->name, c->kind == TABLE_RATIO ? parts[part].ending : "");
    return true;
}

typedef void text_writer(abs_buffer *b, const char *text);

/* Nothing, for what is null. False: it is. */
static bool put_real(abs_buffer *b, double number)
{
    if (isfinite(number))
        buffer_real(b, number, 10);
    return isfinite(number);
}

static bool put_part(abs_buffer *b, const stats_ratio *r, size_t part, text_writer *write)
{
    const double reals[] = {r->point, 0, r->error, r->lower, r->upper, r->median};
    const size_t counts[] = {[1] = r->n, [6] = r->wins, [7] = r->ties, [8] = r->losses};
    if (part == 1 || (part >= 6 && part <= 8))
        return buffer_unsigned(b, counts[part]), true;
    if (part <= 5)
        return r->n > 0 && put_real(b, reals[part]);
    if (r->n < 2)
        return false;
    if (part == 9)
        return buffer_text(b, r->same ? "true" : "false"), true;
    return write(b, stats_method(r->n)), true;
}

/* As in rows. */
static bool put_setting(abs_buffer *b, const config_field *f, const abs_config *c,
                        text_writer *write)
{
    const bool json = write == buffer_string;
    char text[CONFIG_WORD_MAX];
    if (!config_present(f, c) || (f->kind == CONFIG_WINDOW && abs_window_is_auto(c->window)))
        return false;
    config_value(f, c, text, sizeof text);
    if (f->kind == CONFIG_WINDOW && json)
        buffer_format(b, "[%d,%d]", c->window.low, c->window.high);
    else if (f->kind == CONFIG_INT || f->kind == CONFIG_COUNT)
        buffer_text(b, text);
    else if (f->kind == CONFIG_BYTES)
        buffer_signed(b, config_number(f, c));
    else if (f->kind == CONFIG_REAL)
        buffer_real(b, config_real(f, c), 15);
    else if (f->kind == CONFIG_SWITCH)
        buffer_text(b, config_number(f, c) != 0 ? "true" : "false");
    else
        write(b, text);
    return true;
}

static bool put_value(abs_buffer *b, const table_data *t, const table_column *column,
                      const table_cell *c, size_t part, text_writer *write)
{
    if (!c->there)
        return false;
    switch ((table_kind)c->kind) {
    case TABLE_TEXT:
        write(b, table_kept(t, c->count));
        break;
    case TABLE_COUNT:
        buffer_unsigned(b, c->count);
        buffer_text(b, c->half ? ".5" : "");
        break;
    case TABLE_MIXED:
        break;
    case TABLE_SETTING:
        return put_setting(b, &config_fields[column->setting], c->config, write);
    case TABLE_SIGNED:
        buffer_signed(b, c->number);
        break;
    case TABLE_REAL:
        return put_real(b, c->real);
    case TABLE_TRUTH:
        buffer_text(b, c->count ? "true" : "false");
        break;
    case TABLE_HEX:
        buffer_format(b, write == buffer_string ? "\"0x%016llx\"" : "0x%016llx",
                      (unsigned long long)c->count);
        break;
    case TABLE_RATIO: {
        const stats_ratio ratio = table_kept_ratio(t, c);
        return put_part(b, &ratio, part, write);
    }
    }
    return true;
}

/* ---- CSV and JSON ---------------------------------------------------------------------------- */

/* Whether a spreadsheet would take it for a formula, and compute it. A whole number is none. */
static bool is_formula(const char *text)
{
    const size_t digits = *text == '-' ? strspn(text + 1, "0123456789") : 0;
    return *text != '\0' && strchr("=+-@\t\r", *text) != NULL &&
           (digits == 0 || text[1 + digits] != '\0');
}

void table_csv_text(abs_buffer *b, const char *text)
{
    const bool quoted = strpbrk(text, ",\"\r\n") != NULL;
    buffer_text(b, quoted ? "\"" : "");
    buffer_text(b, is_formula(text) ? "'" : "");
    for (; *text != '\0'; text++)
        buffer_bytes(b, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
    buffer_text(b, quoted ? "\"" : "");
}

static void csv_comma(abs_buffer *b)
{
    if (b->length > 0 && b->data[b->length - 1] != '\n')
        buffer_char(b, ',');
}

static void csv_heads(abs_buffer *b, const table_form *form)
{
    char name[80];
    for (const table_column *c = form->columns; c < form->columns + form->count; c++)
        for (size_t part = 0; table_column_name(c, part, name, sizeof name); part++) {
            csv_comma(b);
            buffer_text(b, name);
        }
    buffer_char(b, '\n');
}

void table_write_csv(abs_buffer *b, const table_data *t, bool heads)
{
    const table_form *form = t->form;
    if (heads)
        csv_heads(b, form);
    for (size_t row = 0; row < t->rows; row++) {
        bool begun = false;
        for (size_t k = 0; k < form->count; k++)
            for (size_t part = 0; part < parts_of(&form->columns[k]); part++) {
                buffer_text(b, begun ? "," : "");
                put_value(b, t, &form->columns[k], &t->cells[row * form->count + k], part,
                          table_csv_text);
                begun = true;
            }
        buffer_char(b, '\n');
    }
}

void table_write_json_row(abs_buffer *b, const table_data *t, size_t row)
{
    const table_form *form = t->form;
    char name[80];
    buffer_char(b, '{');
    for (size_t k = 0; k < form->count; k++)
        for (size_t part = 0; table_column_name(&form->columns[k], part, name, sizeof name);
             part++) {
            buffer_key(b, name);
            if (!put_value(b, t, &form->columns[k], &t->cells[row * form->count + k], part,
                           buffer_string))
                buffer_text(b, "null");
        }
    buffer_char(b, '}');
}

void table_write_json(abs_buffer *b, const table_data *t)
{
    buffer_char(b, '[');
    for (size_t row = 0; row < t->rows; row++) {
        buffer_comma(b);
        buffer_char(b, '\n');
        table_write_json_row(b, t, row);
    }
    buffer_text(b, t->rows > 0 ? "\n]" : "]");
}

void table_write_lines(abs_buffer *b, const table_data *t)
{
    for (size_t row = 0; row < t->rows; row++) {
        buffer_format(b, "{\"%s\":", t->form->name);
        table_write_json_row(b, t, row);
        buffer_text(b, "}\n");
    }
}

/* ---- documentation --------------------------------------------------------------------------- */

static const char *const types[] = {
    [TABLE_TEXT] = "string",
    [TABLE_COUNT] = "integer",
    [TABLE_SIGNED] = "integer",
    [TABLE_REAL] = "number",
    [TABLE_TRUTH] = "boolean",
    [TABLE_HEX] = "string",
    [TABLE_MIXED] = "string\", \"number\", \"boolean",
};

static const char *help_of(const table_column *c, size_t part)
{
    return part > 0                   ? parts[part].help
           : c->kind == TABLE_SETTING ? config_fields[c->setting].help
                                      : c->help;
}

static const char *unit_of(const table_column *c, size_t part)
{
    const char *unit = c->kind == TABLE_SETTING ? config_fields[c->setting].unit : c->unit;
    return part == 0 && unit != NULL ? unit : "";
}

void table_write_docs(abs_buffer *b, const table_form *form)
{
    char name[80];
    buffer_text(b, "| column | unit | meaning |\n|---|---|---|\n");
    for (const table_column *c = form->columns; c < form->columns + form->count; c++)
        for (size_t part = 0; table_column_name(c, part, name, sizeof name); part++)
            buffer_format(b, "| `%s` | %s | %s |\n", name, unit_of(c, part), help_of(c, part));
}

static void put_property(abs_buffer *b, const table_column *c, size_t part)
{
    if (c->kind == TABLE_SETTING) {
        buffer_format(b, "{\"$ref\": \"#/$defs/%s\"}", c->name);
        return;
    }
    buffer_format(b, "{\"type\": [\"%s\", \"null\"]",
                  c->kind == TABLE_RATIO ? parts[part].type : types[c->kind]);
    if (c->kind == TABLE_HEX)
        buffer_text(b, ", \"pattern\": \"^0x[0-9a-f]{16}$\"");
    if (c->kind == TABLE_COUNT)
        buffer_text(b, ", \"minimum\": 0");
    buffer_text(b, ", \"description\": ");
    buffer_string(b, help_of(c, part) != NULL ? help_of(c, part) : "");
    buffer_char(b, '}');
}

void table_write_property(abs_buffer *b, const table_column *c, size_t part)
{
    char name[80];
    table_column_name(c, part, name, sizeof name);
    buffer_key(b, name);
    put_property(b, c, part);
}

void table_write_schema(abs_buffer *b, const table_form *form)
{
    char name[80];
    size_t count = 0;
    buffer_text(b, "{\n      \"type\": \"array\",\n      \"description\": ");
    buffer_string(b, form->help != NULL ? form->help : "");
    buffer_text(b, ",\n      \"items\": {\"type\": \"object\", \"additionalProperties\": false, "
                   "\"required\": [");
    for (const table_column *c = form->columns; c < form->columns + form->count; c++)
        for (size_t part = 0; table_column_name(c, part, name, sizeof name); part++)
            buffer_format(b, "%s\"%s\"", count++ > 0 ? ", " : "", name);
    buffer_text(b, "], \"properties\": {");
    count = 0;
    for (const table_column *c = form->columns; c < form->columns + form->count; c++)
        for (size_t part = 0; table_column_name(c, part, name, sizeof name); part++) {
            buffer_format(b, "%s\n        \"%s\": ", count++ > 0 ? "," : "", name);
            put_property(b, c, part);
        }
    buffer_text(b, "\n      }}\n    }");
}
