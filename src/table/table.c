/* table.c -- tables, and their writers of CSV and JSON; table_page.c writes pages. See table.h. */
#include "table/table.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* ---- the model ------------------------------------------------------------------------------- */

void table_start(table_data *t, const table_form *form)
{
    const size_t size = form->count * sizeof *t->columns;
    *t = (table_data){.form = form, .columns = memory_take(size)};
    memcpy(t->columns, form->columns, size);
}

void table_free(table_data *t)
{
    free(t->cells);
    free(t->columns);
    buffer_free(&t->texts);
    *t = (table_data){0};
}

void table_clear(table_data *t)
{
    t->rows = t->heading = t->under = 0;
    t->headed = false;
    buffer_clear(&t->texts);
}

/* Stores a text and returns its place, from 1. */
static size_t keep(table_data *t, const char *text)
{
    const size_t at = t->texts.length;
    buffer_add(&t->texts, text);
    return at + 1;
}

void table_heading(table_data *t, const char *text)
{
    t->heading = keep(t, text);
    t->under = 0;
}

static table_cell *cell(table_data *t, size_t column)
{
    return table_at(t, t->rows - 1, column);
}

void table_note(table_data *t, const char *text)
{
    table_heading(t, text);
    table_row(t);
    cell(t, t->form->count)->half = true;
}

void table_row(table_data *t)
{
    enum { MANY = 256 };
    if (t->drain != NULL && t->rows == MANY)
        t->drain(t, t->to);
    const size_t size = t->form->count * sizeof *t->cells;
    if (t->most == 0 || t->under <= t->most) {
        memory_grow(&t->cells, &t->room, t->rows, size + sizeof *t->cells);
        *table_at(t, t->rows++, t->form->count) = (table_cell){.shown = t->heading};
    }
    memset(table_at(t, t->rows - 1, 0), 0, size);
    if (t->most > 0 && t->under++ >= t->most) {
        t->mark = t->under > t->most + 1 ? t->mark : t->texts.length;
        t->texts.length = t->mark;
        cell(t, t->form->count)->count++;
    }
    t->headed = t->headed || t->heading > 0;
    t->heading = 0;
}

/* Returns the cell, which holds a value of that kind from now on. */
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

void table_take_text(table_data *t, size_t column, abs_buffer *text)
{
    table_set_text(t, column, buffer_end(text));
    buffer_clear(text);
}

void table_set_count(table_data *t, size_t column, uint64_t number)
{
    set(t, column, TABLE_COUNT)->count = number;
}

void table_set_signed(table_data *t, size_t column, int64_t number)
{
    set(t, column, TABLE_SIGNED)->number = number;
}

void table_set_real(table_data *t, size_t column, double number)
{
    table_cell *c = set(t, column, TABLE_REAL);
    c->real = number;
    c->there = isfinite(number);
}

void table_set_truth(table_data *t, size_t column, bool value)
{
    set(t, column, TABLE_TRUTH)->count = value;
}

void table_set_median(table_data *t, size_t column, uint64_t low, uint64_t high)
{
    const uint64_t apart = high - low;
    table_set_count(t, column, low + apart / 2);
    cell(t, column)->half = apart % 2 != 0;
}

void table_set_config(table_data *t, const abs_config *config)
{
    for (size_t column = 0; column < t->form->count; column++)
        if (t->columns[column].kind == TABLE_SETTING)
            set(t, column, TABLE_SETTING)->config = config;
}

static int decimals_of(double number)
{
    return number < 10 ? 3 : number < 100 ? 2 : number < 1000 ? 1 : 0;
}

void table_set_ratio(table_data *t, size_t column, const stats_ratio *r)
{
    if (r == NULL)
        return;
    const bool wide = r->upper > 1000 * r->lower; /* too wide for one number of decimals */
    const int decimals = decimals_of(stats_has_interval(r) && !wide ? r->upper : r->point);
    table_set_real(t, column, r->n > 0 ? r->point : NAN);
    if (r->n == 0)
        table_show(t, column, "-");
    else if (!stats_has_interval(r))
        table_show(t, column, "%.*f (n = %zu)", decimals, r->point, r->n);
    else
        table_show(t, column, "%.*f [%.*f, %.*f]", decimals, r->point,
                   wide ? decimals_of(r->lower) : decimals, r->lower,
                   wide ? decimals_of(r->upper) : decimals, r->upper);
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

/* ---- CSV and JSON ---------------------------------------------------------------------------- */

bool table_has_setting(const config_field *f, const abs_config *c)
{
    return config_present(f, c) && (f->kind != CONFIG_WINDOW || !abs_window_is_auto(c->window));
}

void table_put_setting(abs_buffer *b, const config_field *f, const abs_config *c,
                       void write(abs_buffer *b, const char *text))
{
    char text[CONFIG_WORD_MAX];
    config_value(f, c, text, sizeof text);
    if (f->kind == CONFIG_SWITCH)
        buffer_text(b, config_number(f, c) != 0 ? "true" : "false");
    else if (f->kind == CONFIG_BYTES)
        buffer_signed(b, config_number(f, c));
    else
        (f->kind >= CONFIG_INT ? buffer_text : write)(b, text);
}

bool table_put(abs_buffer *b, const table_data *t, size_t row, size_t column,
               void write(abs_buffer *b, const char *text))
{
    const table_cell *c = table_at(t, row, column);
    const config_field *f = &config_fields[t->columns[column].setting];
    if (!c->there)
        return false;
    switch ((table_kind)c->kind) {
    case TABLE_SETTING:
        if (table_has_setting(f, c->config))
            table_put_setting(b, f, c->config, write);
        return table_has_setting(f, c->config);
    case TABLE_TEXT:
        write(b, table_kept(t, c->count));
        break;
    case TABLE_COUNT:
        buffer_unsigned(b, c->count);
        buffer_text(b, c->half ? ".5" : "");
        break;
    case TABLE_SIGNED:
        buffer_signed(b, c->number);
        break;
    case TABLE_TRUTH:
        buffer_text(b, c->count ? "true" : "false");
        break;
    case TABLE_REAL:
    case TABLE_RATIO:
    case TABLE_MIXED: /* no cell has this kind */
        buffer_real(b, c->real, 10);
        break;
    }
    return true;
}

void table_csv_text(abs_buffer *b, const char *text)
{
    /* A spreadsheet would compute such a text as a formula. A negative integer is none. */
    const size_t digits = *text == '-' ? strspn(text + 1, "0123456789") : 0;
    const bool formula = *text != '\0' && strchr("=+-@\t\r", *text) != NULL &&
                         (digits == 0 || text[1 + digits] != '\0');
    bool quoted = false, plain = true; /* plain: copied as it is */
    size_t size = 0;
    for (; text[size] != '\0'; size++) {
        const unsigned char c = (unsigned char)text[size];
        quoted |= c == ',' || c == '"' || c == '\r' || c == '\n';
        plain &= c < 0x80 && c != '"';
    }
    buffer_text(b, quoted ? "\"" : "");
    buffer_text(b, formula ? "'" : "");
    if (plain)
        buffer_bytes(b, text, size);
    for (size_t length; !plain && *text != '\0'; text += length) {
        uint32_t code;
        length = utf8_read(text, &code);
        buffer_text(b, *text == '"' ? "\"" : "");
        if (code == UTF8_NONE)
            buffer_text(b, "\xEF\xBF\xBD");
        else
            buffer_bytes(b, text, length);
    }
    buffer_text(b, quoted ? "\"" : "");
}

void table_write_csv(abs_buffer *b, const table_data *t, bool heads)
{
    for (size_t line = heads ? 0 : 1; line <= t->rows; line++) { /* the heads are line 0 */
        const char *gap = "";
        for (size_t k = 0; k < t->form->count; k++) {
            if (t->columns[k].name == NULL)
                continue;
            buffer_text(b, gap);
            if (line == 0)
                buffer_text(b, t->columns[k].name);
            else
                table_put(b, t, line - 1, k, table_csv_text);
            gap = ",";
        }
        buffer_char(b, '\n');
    }
}

void table_write_json_row(abs_buffer *b, const table_data *t, size_t row)
{
    buffer_char(b, '{');
    for (size_t k = 0; k < t->form->count; k++) {
        if (t->columns[k].name == NULL)
            continue;
        buffer_key(b, t->columns[k].name);
        if (!table_put(b, t, row, k, buffer_string))
            buffer_text(b, "null");
    }
    buffer_char(b, '}');
}

/* ---- documentation --------------------------------------------------------------------------- */

void table_write_docs(abs_buffer *b, const table_form *form)
{
    buffer_text(b, "| column | unit | meaning |\n|---|---|---|\n");
    for (const table_column *c = form->columns; c < form->columns + form->count; c++) {
        const bool setting = c->kind == TABLE_SETTING;
        const char *unit = setting ? config_fields[c->setting].unit : c->unit;
        if (c->name != NULL)
            buffer_format(b, "| `%s` | %s | %s |\n", c->name, unit != NULL ? unit : "",
                          setting ? config_fields[c->setting].help : c->help);
    }
}
