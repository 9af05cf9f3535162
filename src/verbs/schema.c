/*
 * schema.c -- `absbench schema`: prints the JSON Schema of reports, or of what compare, tune or
 * list write, which is the file of docs/ (the tests hold it to the program's output); or, as
 * Markdown, the table of their fields.
 */
#include "verbs/commands.h"

extern const char report_schema[], compare_schema[], tune_schema[], list_schema[]; /* docs/ */

static const table_form *const findings[] = {
    &aggregates_form, &answers_form,
    &solved_form,     &errors_form, &mismatches_form, &unsound_form,
};

static void put_columns(abs_buffer *b, const table_form *form)
{
    buffer_format(b, "\n`%s`: %s\n\n", form->name, form->help);
    table_write_docs(b, form);
}

static void report_markdown(abs_buffer *b)
{
    fields_write_docs(b);
    for (size_t i = 0; i < sizeof findings / sizeof findings[0]; i++)
        put_columns(b, findings[i]);
}

static void document_markdown(abs_buffer *b, const document_form *form)
{
    if (form->head.form != NULL)
        table_write_docs(b, form->head.form);
    for (size_t i = 0; i < form->count; i++)
        put_columns(b, form->tables[i].form);
}

bool command_schema(abs_options *o, abs_error *error)
{
    static const struct {
        const char *of, *schema;
        const document_form *form;
    } documents[] = {{"compare", compare_schema, &compare_document},
                     {"tune", tune_schema, &tuning_document},
                     {"list", list_schema, &list_document}};
    static abs_buffer text;
    size_t k = 0;
    while (o->operand != NULL && k < 3 && strcmp(o->operand, documents[k].of) != 0)
        k++;
    if (k == 3)
        return abs_fail(error, ABS_USAGE, "schema is of reports, or of compare, tune or list");
    if (o->format == ABS_FORMAT_MARKDOWN && o->operand != NULL)
        document_markdown(&text, documents[k].form);
    else if (o->format == ABS_FORMAT_MARKDOWN)
        report_markdown(&text);
    else if (o->format == ABS_FORMATS || o->format == ABS_FORMAT_JSON)
        buffer_text(&text, o->operand != NULL ? documents[k].schema : report_schema);
    else
        return abs_fail(error, ABS_USAGE, "schema prints --format=json or markdown");
    fputs(buffer_end(&text), stdout);
    return true;
}
