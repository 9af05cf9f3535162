/* schema.c -- `absbench schema`: the schema of reports, or the table of a row's fields. */
#include "view/schema.h"
#include "verbs/commands.h"
#include "view/document.h"

static const struct {
    const char *verb;
    const document_form *form;
} documents[] = {
    {"compare", &compare_document}, {"tune", &tuning_document}, {"list", &list_document}};

enum { DOCUMENTS = sizeof documents / sizeof documents[0] };

static void write_document(abs_buffer *b, const document_form *form, bool markdown)
{
    if (!markdown) {
        document_schema(b, form);
        return;
    }
    if (form->head.form != NULL)
        table_write_docs(b, form->head.form);
    for (size_t i = 0; i < form->count; i++) {
        buffer_format(b, "\n`%s`: %s\n\n", form->tables[i].form->name, form->tables[i].form->help);
        table_write_docs(b, form->tables[i].form);
    }
}

abs_exit command_schema(const abs_options *o, abs_error *error)
{
    abs_buffer text = {0};
    if (o->format_given && o->format != ABS_FORMAT_JSON && o->format != ABS_FORMAT_MARKDOWN) {
        abs_fail(error, ABS_USAGE, "schema prints --format=json or markdown");
        return error->code;
    }
    const bool markdown = o->format_given && o->format == ABS_FORMAT_MARKDOWN;
    size_t k = 0;
    while (o->operand != NULL && k < DOCUMENTS && strcmp(o->operand, documents[k].verb) != 0)
        k++;
    if (k == DOCUMENTS) {
        abs_fail(error, ABS_USAGE, "schema is of reports, or of compare, tune or list");
        return error->code;
    }
    if (o->operand != NULL)
        write_document(&text, documents[k].form, markdown);
    else if (markdown)
        schema_markdown(&text);
    else
        schema_json(&text);
    command_print(&text);
    return ABS_OK;
}
