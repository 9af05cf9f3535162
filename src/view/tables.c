/* tables.c -- see tables.h. */
#include "view/tables.h"

#include <math.h>

/* ---- columns --------------------------------------------------------------------------------- */

/* Whether there is a ratio, one with pairs, and one with the two that an interval needs. */
static bool is_ratio(const stats_ratio *r)
{
    return r != NULL;
}

static bool has_pairs(const stats_ratio *r)
{
    return is_ratio(r) && r->n >= 1;
}

static bool may_have_interval(const stats_ratio *r)
{
    return is_ratio(r) && r->n >= 2;
}

/* The share of re-searches in work or in nodes; NAN if an engine's rows lack the count. */
static double research_share(bool of_nodes, const abs_tally_group *g)
{
    const int part = of_nodes ? COUNT_research_nodes : COUNT_research_work;
    return g->missing >> part & 1 ? NAN : (double)g->sums[part] / (of_nodes ? g->nodes : g->work);
}

static const abs_tally_group *group_of(const findings_view *v, uint32_t group)
{
    return &v->f->tally->groups[group];
}

static const char *spec_of(const findings_view *v, uint32_t group)
{
    return v->f->tally->specs.texts[group_of(v, group)->spec];
}

/* Draws the interval of a ratio relative to 1, on a fixed logarithmic scale; an arrow marks an end
   beyond it. NULL if there is no interval, or the page has no room. */
static const char *drawn(const abs_page *page, const stats_ratio *r)
{
    enum { CELLS = 23, ONE = CELLS / 2, LEAST_WIDTH = 100 };
    static const char *const utf8[] = {" ", "│", "─", "┼", "├", "┤", "●", "◄", "►"},
                             *const ascii[] = {" ", "|", "-", "+", "[", "]", "o", "<", ">"};
    static char text[4 * CELLS];
    if (page == NULL || page->markdown || page->width < LEAST_WIDTH || !stats_has_interval(r))
        return NULL;
    const char *const *marks = page->utf8 ? utf8 : ascii;
    const double values[] = {r->lower, r->point, r->upper};
    long at[3];
    for (int i = 0; i < 3; i++)
        at[i] = lround(fmax(-1, fmin(CELLS, ONE + ONE * log(values[i]) / log(1.5))));
    size_t used = 0;
    for (long cell = 0; cell < CELLS; cell++) {
        const int mark = cell == 0 && at[0] < 0              ? 7
                         : cell == CELLS - 1 && at[2] > cell ? 8
                         : cell == at[1]                     ? 6
                         : cell == at[0]                     ? 4
                         : cell == at[2]                     ? 5
                         : at[0] < cell && cell < at[2]      ? 2 + (cell == ONE)
                                                             : cell == ONE;
        used += (size_t)snprintf(text + used, sizeof text - used, "%s", marks[mark]);
    }
    return text;
}

/* clang-format off */
#define TABLE_MEDIAN TABLE_REAL
#define TABLE(table, ...) static const table_column table##_columns[] = {
#define COLUMN(column, of, value, ...) APART(column, of, __VA_ARGS__)
#define COLUMN_IF(column, of, condition, value, ...) APART(column, of, __VA_ARGS__)
#define APART(column, of, ...) {.name = #column, .kind = TABLE_##of, .help = __VA_ARGS__},
#define SHOWN(column, of, value, ...) {.kind = TABLE_##of, .head = __VA_ARGS__},
#define SETTING(field, condition) \
    {.name = (condition) && CONFIG_##field != CONFIG_window ? #field : NULL, \
     .kind = TABLE_SETTING, .setting = CONFIG_##field},
#define SETTINGS(config)
#define END(table, member, help) }; FORM(table, table, member, help)
#define FORM(table, other, member, help) const table_form other##_form = { \
    member, help, table##_columns, sizeof table##_columns / sizeof table##_columns[0]};
#include "view/columns.def"

#define set_TEXT table_set_text
#define set_COUNT table_set_count
#define set_SIGNED table_set_signed
#define set_REAL table_set_real
#define set_TRUTH table_set_truth
#define set_RATIO table_set_ratio
#define set_MEDIAN(t, k, spread) table_set_median(t, k, (spread).median_low, (spread).median_high)
#define TABLE(table, ...) \
    void table##_add(table_data *t, __VA_ARGS__) { typedef struct table##_cells cells; table_row(t);
#define COLUMN(column, of, value, ...) set_##of(t, offsetof(cells, cell_##column), value);
#define COLUMN_IF(column, of, condition, ...) if (condition) COLUMN(column, of, __VA_ARGS__)
#define APART(column, of, ...)
#define SHOWN COLUMN
#define SETTING(...)
#define SETTINGS(config) table_set_config(t, config);
#define END(table, ...) }
#define FORM(...)
#include "view/columns.def"
/* clang-format on */

/* ---- documents ------------------------------------------------------------------------------- */

/* Writes the text to the output and empties it. */
static void flush(document_writer *w)
{
    if (w->error->code == ABS_OK)
        output_write(w->out, w->text.data, w->text.length, w->error);
    buffer_clear(&w->text);
}

/* Writes the rows so far, and clears them. */
static void put_rows(table_data *t, void *writer)
{
    enum { FLUSH_BYTES = 1 << 16 };
    document_writer *w = writer;
    const bool lines = w->format == ABS_FORMAT_JSONL;
    if (w->format == ABS_FORMAT_CSV)
        table_write_csv(&w->text, t, !w->begun);
    for (size_t row = 0; row < t->rows && w->format != ABS_FORMAT_CSV; row++) {
        if (lines)
            buffer_format(&w->text, "{\"%s\":", t->form->name);
        else
            buffer_text(&w->text, !w->begun && row == 0 ? "\n" : ",\n");
        table_write_json_row(&w->text, t, row);
        buffer_text(&w->text, lines ? "}\n" : "");
    }
    w->begun = w->begun || t->rows > 0;
    table_clear(t);
    if (w->out != NULL && w->text.length >= FLUSH_BYTES)
        flush(w);
}

void document_show(abs_buffer *b, const document_table *table, void *finding, const abs_page *page)
{
    table_data t;
    table_start(&t, table->form);
    t.page = page;
    t.most = table->most;
    table->fill(finding, &t);
    table_write_page(b, &t, table->margin);
    table_free(&t);
}

void document_put(document_writer *w, const document_table *table, void *finding)
{
    const bool json = w->format == ABS_FORMAT_JSON;
    table_data t;
    table_start(&t, table->form);
    t.drain = put_rows;
    t.to = w;
    w->begun = false;
    if (json)
        buffer_format(&w->text, ",\n\"%s\":[", table->form->name);
    table->fill(finding, &t);
    put_rows(&t, w);
    if (json)
        buffer_text(&w->text, w->begun ? "\n]" : "]");
    table_free(&t);
}

/* Writes the first members of the object, or the first line of JSON Lines. */
static void put_head(document_writer *w, const document_form *form, void *finding,
                     const abs_context *context)
{
    const char *gap = w->format == ABS_FORMAT_JSONL ? "" : "\n";
    table_data t;
    abs_buffer row = {0};
    buffer_format(&w->text, "{%s\"schema\":\"%s\"", gap, form->schema);
    if (context != NULL) {
        buffer_format(&w->text, ",%s\"context\":", gap);
        context_json(&w->text, context);
    }
    buffer_text(&w->text, w->format == ABS_FORMAT_JSONL ? "}\n" : "");
    if (form->head.form != NULL && w->format == ABS_FORMAT_JSONL) {
        document_put(w, &form->head, finding);
    } else if (form->head.form != NULL) {
        table_start(&t, form->head.form);
        form->head.fill(finding, &t);
        table_write_json_row(&row, &t, 0); /* without its braces */
        buffer_text(&w->text, ",\n");
        buffer_bytes(&w->text, row.data + 1, row.length - 2);
        table_free(&t);
        buffer_free(&row);
    }
}

bool document_write(abs_output *out, const document_form *form, void *finding,
                    const abs_context *context, abs_format format, abs_error *error)
{
    document_writer w = {.out = out, .format = format, .error = error};
    const abs_page page = page_on(out->fd, format == ABS_FORMAT_MARKDOWN);
    abs_buffer said[2] = {{0}}; /* the sentences before the tables, and those after them */
    error->code = ABS_OK;
    if (page.markdown || format == ABS_FORMAT_TABLE) {
        for (int behind = 0; form->say != NULL && behind < 2; behind++)
            form->say(&said[behind], finding, behind);
        page_sentences(&w.text, &page, PAGE_PLAIN, buffer_end(&said[0]));
        for (size_t i = 0; i < form->count; i++)
            document_show(&w.text, &form->tables[i], finding, &page);
        buffer_text(&w.text, said[1].length > 0 && !page.markdown ? "\n" : "");
        page_sentences(&w.text, &page, PAGE_PLAIN, buffer_end(&said[1]));
    } else if (format == ABS_FORMAT_CSV) {
        document_put(&w, &form->tables[form->main], finding);
    } else {
        put_head(&w, form, finding, context);
        for (size_t i = 0; i < form->count && error->code == ABS_OK; i++)
            document_put(&w, &form->tables[i], finding);
        buffer_text(&w.text, format == ABS_FORMAT_JSON ? "\n}\n" : "");
    }
    flush(&w);
    buffer_free(&w.text);
    buffer_free(&said[0]);
    buffer_free(&said[1]);
    return error->code == ABS_OK;
}

bool document_print(const char *path, const document_form *form, void *finding,
                    const abs_context *context, abs_format format, abs_error *error)
{
    abs_output *out = output_open(path, error);
    if (out != NULL)
        out->drops = true;
    return out != NULL &&
           output_end(out, document_write(out, form, finding, context, format, error), error);
}
