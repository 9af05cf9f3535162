/* document.c -- see document.h. */
#include "view/document.h"

enum { FLUSH_BYTES = 1 << 16 };

typedef struct {
    abs_output *out;
    const document_form *form;
    const void *finding;
    abs_format format;
    abs_buffer text;
    abs_error *error;
} writer;

static bool flush(writer *w)
{
    const bool ok = output_write(w->out, w->text.data, w->text.length, w->error);
    buffer_clear(&w->text);
    return ok;
}

/* The rows that there are, which are forgotten. */
static void put_rows(writer *w, table_data *t, bool first)
{
    switch (w->format) {
    case ABS_FORMAT_CSV:
        table_write_csv(&w->text, t, false);
        break;
    case ABS_FORMAT_JSONL:
        table_write_lines(&w->text, t);
        break;
    default:
        for (size_t row = 0; row < t->rows; row++) {
            buffer_text(&w->text, first && row == 0 ? "\n" : ",\n");
            table_write_json_row(&w->text, t, row);
        }
    }
    table_clear(t);
}

static bool write_table(writer *w, const document_table *table)
{
    table_data t;
    bool any = false, ok = true;
    w->error->code = ABS_OK;
    table_start(&t, table->form);
    if (w->format == ABS_FORMAT_JSON)
        buffer_format(&w->text, ",\n\"%s\":[", table->form->name);
    for (size_t item = 0; ok && table->fill(w->finding, &t, item, w->error); item++) {
        if (t.rows == 0)
            continue;
        put_rows(w, &t, !any);
        any = true;
        ok = w->text.length < FLUSH_BYTES || flush(w);
    }
    if (w->format == ABS_FORMAT_JSON)
        buffer_text(&w->text, any ? "\n]" : "]");
    table_free(&t);
    return ok && w->error->code == ABS_OK;
}

/* The members of the object itself, or the first lines. */
static bool write_head(writer *w, const abs_context *context)
{
    const document_table *head = &w->form->head;
    const bool lines = w->format == ABS_FORMAT_JSONL;
    table_data t;
    abs_buffer row = {0};
    buffer_format(&w->text, lines ? "{\"schema\":\"%s\"" : "{\n\"schema\":\"%s\"", w->form->schema);
    if (context != NULL) {
        buffer_text(&w->text, lines ? ",\"context\":" : ",\n\"context\":");
        context_json(&w->text, context);
    }
    buffer_text(&w->text, lines ? "}\n" : "");
    if (head->form == NULL)
        return true;
    table_start(&t, head->form);
    const bool ok = head->fill(w->finding, &t, 0, w->error);
    if (ok && lines) {
        table_write_lines(&w->text, &t);
    } else if (ok) {
        table_write_json_row(&row, &t, 0); /* without its braces */
        buffer_text(&w->text, ",\n");
        buffer_bytes(&w->text, row.data + 1, row.length - 2);
    }
    buffer_free(&row);
    table_free(&t);
    return ok;
}

static bool write_csv(writer *w)
{
    const document_table *main = &w->form->tables[w->form->main];
    table_data none;
    table_start(&none, main->form);
    table_write_csv(&w->text, &none, true);
    table_free(&none);
    return write_table(w, main);
}

static bool write_json(writer *w, const abs_context *context)
{
    if (!write_head(w, context))
        return false;
    for (size_t i = 0; i < w->form->count; i++)
        if (!write_table(w, &w->form->tables[i]))
            return false;
    buffer_text(&w->text, w->format == ABS_FORMAT_JSON ? "\n}\n" : "");
    return true;
}

bool document_write(abs_output *out, const document_form *form, const void *finding,
                    const abs_context *context, abs_format format, abs_error *error)
{
    writer w = {.out = out, .form = form, .finding = finding, .format = format, .error = error};
    const abs_page page = page_on(out->fd, format == ABS_FORMAT_MARKDOWN);
    bool ok;
    if (page.markdown || format == ABS_FORMAT_TABLE)
        ok = form->page(&w.text, finding, &page, error);
    else
        ok = format == ABS_FORMAT_CSV ? write_csv(&w) : write_json(&w, context);
    ok = ok && flush(&w);
    buffer_free(&w.text);
    return ok;
}

bool document_print(const char *path, const document_form *form, const void *finding,
                    const abs_context *context, abs_format format, abs_error *error)
{
    abs_output *out = output_open(path, error);
    if (out != NULL)
        out->drops = true;
    if (out != NULL && document_write(out, form, finding, context, format, error))
        return output_finish(out, error);
    output_abandon(out);
    return false;
}

bool document_fill_table(table_data *t, document_fill *fill, const void *finding, size_t most,
                         abs_error *error)
{
    error->code = ABS_OK;
    for (size_t item = 0; t->rows < most && fill(finding, t, item, error); item++)
        continue;
    return error->code == ABS_OK;
}

/* ---- documentation --------------------------------------------------------------------------- */

void document_schema(abs_buffer *b, const document_form *form)
{
    buffer_text(b, "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\"");
    buffer_member_text(b, "title", form->title);
    buffer_member_text(b, "description", form->help);
    buffer_text(b, ",\"type\":\"object\",\"additionalProperties\":false,\"required\":[\"schema\"");
    buffer_text(b, form->has_context ? ",\"context\"" : "");
    const table_form none = {.count = 0}, *head = form->head.form != NULL ? form->head.form : &none;
    for (size_t k = 0; k < head->count; k++)
        buffer_element_text(b, head->columns[k].name);
    for (size_t i = 0; i < form->count; i++)
        buffer_element_text(b, form->tables[i].form->name);
    buffer_format(b, "],\n\"properties\":{\"schema\":{\"const\":\"%s\"}", form->schema);
    if (form->has_context)
        buffer_text(b, ",\n\"context\":{\"$ref\":\"report.schema.json#/$defs/context\"}");
    for (size_t k = 0; k < head->count; k++) {
        buffer_key(b, head->columns[k].name);
        table_write_property(b, &head->columns[k]);
    }
    for (size_t i = 0; i < form->count; i++) {
        buffer_format(b, ",\n\"%s\":", form->tables[i].form->name);
        table_write_schema(b, form->tables[i].form);
    }
    buffer_text(b, "}}\n");
}
