/*
 * schema.c -- `absbench schema`: the JSON Schema (draft 2020-12) of reports, which is schema.json
 * with what follows from config.def, counters.def, row.def and columns.def in its places; or the
 * table of a report's fields; or these of what compare, tune and list print.
 */
#include "log/context.h"
#include "log/row.h"
#include "verbs/commands.h"
#include "view/document.h"
#include "view/findings.h"

#include <inttypes.h>

extern const char schema_template[]; /* schema.json */

/* A list under way, of names or of properties. */
typedef struct {
    abs_buffer *b;
    bool properties;
    size_t count;
} list;

/* ---- definitions --------------------------------------------------------------------------- */

static void put_name(list *l, const char *name)
{
    buffer_format(l->b, "%s\"%s\"", l->count++ > 0 ? ", " : "", name);
}

static void put_names(list *l, const abs_named *names)
{
    for (; names->name != NULL; names++)
        put_name(l, names->name);
}

/* Begins an element on a line of its own. */
static void put_key(list *l, int indent, const char *name)
{
    buffer_format(l->b, "%s%*s\"%s\": ", l->count++ > 0 ? ",\n" : "", indent, "", name);
}

/* Drivers and cores stand in tables of their own kinds. */
static void put_enum(abs_buffer *b, const config_field *f)
{
    list l = {.b = b};
    buffer_text(b, "{\"enum\": [");
    for (int i = 0; f->kind == CONFIG_DRIVER && i < ABS_DRIVERS; i++)
        put_name(&l, abs_driver_table[i].about.name);
    for (unsigned i = 0; f->kind == CONFIG_CORE && i < abs_core_count; i++)
        put_name(&l, abs_core_table[i].about.name);
    if (f->kind == CONFIG_NAME)
        put_names(&l, f->names);
    buffer_text(b, f->present != NULL ? ", null]}" : "]}");
}

/* "a|b" of a list of names. */
static void put_choice(abs_buffer *b, const abs_named *names)
{
    for (size_t i = 0; names[i].name != NULL; i++)
        buffer_format(b, "%s%s", i > 0 ? "|" : "", names[i].name);
}

static void put_range(abs_buffer *b, const config_field *f)
{
    buffer_text(b, f->present != NULL ? "{\"type\": [\"integer\", \"null\"]"
                                      : "{\"type\": \"integer\"");
    buffer_format(b, ", \"minimum\": %" PRId64, f->low);
    if (f->high > 0)
        buffer_format(b, ", \"maximum\": %" PRId64, f->high);
    buffer_char(b, '}');
}

static void put_definition(abs_buffer *b, const config_field *f)
{
    switch (f->kind) {
    case CONFIG_ALGO:
        buffer_text(b, "{\"$ref\": \"#/$defs/name\"}");
        break;
    case CONFIG_DRIVER:
    case CONFIG_CORE:
    case CONFIG_NAME:
        put_enum(b, f);
        break;
    case CONFIG_WINDOW:
        buffer_format(b,
                      "{\"type\": [\"array\", \"null\"], \"prefixItems\": [{\"type\": \"integer\", "
                      "\"minimum\": %" PRId64 "}, {\"type\": \"integer\", \"minimum\": %" PRId64
                      "}], \"items\": false, \"minItems\": 2}",
                      f->low, f->low);
        break;
    case CONFIG_GUESS:
        buffer_text(b, "{\"type\": [\"string\", \"null\"], \"pattern\": \"^(");
        for (int k = 0; k < ABS_GUESS_EXACT; k++)
            buffer_format(b, "%s|", abs_guess_names[k].name);
        buffer_text(b, "exact([+-][0-9]+)?|-?[0-9]+)$\"}");
        break;
    case CONFIG_EVAL:
        buffer_text(b, "{\"type\": \"string\", \"pattern\": \"^(");
        put_choice(b, f->names);
        buffer_text(b, ")([+]noise:[0-9]+)?([+]turn:-?[0-9]+)?$\"}");
        break;
    case CONFIG_FLAGS:
        buffer_text(b, "{\"type\": \"string\", \"pattern\": \"^(none|(");
        put_choice(b, f->names);
        buffer_text(b, ")(,(");
        put_choice(b, f->names);
        buffer_text(b, "))*)$\"}");
        break;
    case CONFIG_REAL:
        buffer_format(b, "{\"type\": [\"number\", \"null\"], \"exclusiveMinimum\": %" PRId64 "}",
                      f->low);
        break;
    case CONFIG_SWITCH:
        buffer_text(b, f->present == NULL ? "{\"type\": \"boolean\"}"
                                          : "{\"type\": [\"boolean\", \"null\"]}");
        break;
    default:
        put_range(b, f);
    }
}

/* ---- lists of fields ----------------------------------------------------------------------- */

/* A field's name, as a list of required ones has it, or its property. `level`: NULL for none. */
static void put_field(list *l, const char *name, const char *definition, const char *level)
{
    if (!l->properties) {
        put_name(l, name);
        return;
    }
    put_key(l, 8, name);
    buffer_format(l->b, "{\"$ref\": \"#/$defs/%s\"", definition);
    if (level != NULL)
        buffer_format(l->b, ", \"x-level\": \"%s\"", level);
    buffer_char(l->b, '}');
}

static void config_definitions(list *l)
{
    for (const config_field *f = config_fields; f < config_fields + CONFIG_FIELDS; f++) {
        put_key(l, 4, f->name);
        put_definition(l->b, f);
    }
}

static void put_setting(list *l, const config_field *f)
{
    put_field(l, f->name, f->name, config_level_names[f->level]);
}

/* The time is not required: --no-time leaves it out; nor what journals alone have, and older
   reports do not. */
static void row(list *l)
{
    for (size_t i = 0; i < ROW_FIELDS; i++) {
        const row_field *f = &row_fields[i];
        const bool optional = i == ROW_interior || i == ROW_distinct_leaves;
        const char *counter = optional ? "optional_counter" : "counter";
        if (f->config != NULL)
            put_setting(l, f->config);
        else if (l->properties ||
                 (i != ROW_time && i != ROW_job && i != ROW_check && i != ROW_value_bound))
            put_field(l, f->name, f->count != NULL ? counter : f->schema, NULL);
    }
}

static void counts(list *l)
{
    for (const row_count *k = row_counts; k < row_counts + COUNTS; k++)
        put_name(l, k->name);
}

static void table(list *l)
{
    for (const row_count *k = row_counts; k < row_counts + COUNTS; k++)
        if (k->of_table)
            put_field(l, row_count_key(k), "counter", NULL);
}

/* What stands for @place@ in schema.json. */
static const struct {
    const char *place;
    const abs_named *names;
    void (*write)(list *l); /* where there are no such names */
    bool properties;
} parts[] = {
    {.place = "statuses", .names = abs_statuses},
    {.place = "metrics", .names = abs_metric_names},
    {.place = "config_definitions", .write = config_definitions},
    {.place = "row_required", .write = row},
    {.place = "row_properties", .write = row, .properties = true},
    {.place = "count_names", .write = counts},
    {.place = "table_required", .write = table},
    {.place = "table_properties", .write = table, .properties = true},
};

/* The findings, each a place of its name. */
static const table_form *const findings[] = {
    &aggregates_form, &best_form,   &ranking_form, &answers_form,
    &theories_form,   &solved_form, &errors_form,  &mismatches_form, &unsound_form,
};

static bool is_place(const char *name, const char *place, size_t length)
{
    return strlen(name) == length && memcmp(name, place, length) == 0;
}

static void report_json(abs_buffer *b)
{
    const char *text = schema_template;
    for (const char *at; (at = strchr(text, '@')) != NULL; text = strchr(at, '@') + 1) {
        buffer_bytes(b, text, (size_t)(at - text));
        const size_t length = strcspn(++at, "@");
        if (is_place("schema", at, length))
            buffer_text(b, ABS_REPORT_SCHEMA);
        for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
            list l = {.b = b, .properties = parts[i].properties};
            if (!is_place(parts[i].place, at, length))
                continue;
            if (parts[i].names != NULL)
                put_names(&l, parts[i].names);
            else
                parts[i].write(&l);
        }
        for (size_t i = 0; i < sizeof findings / sizeof findings[0]; i++)
            if (is_place(findings[i]->name, at, length))
                table_write_schema(b, findings[i]);
    }
    buffer_text(b, text);
}

/* ---- documentation ------------------------------------------------------------------------- */

static void put_line(abs_buffer *b, const char *prefix, const char *name, const char *unit,
                     const char *help)
{
    buffer_format(b, "| `%s%s` | %s | %s |\n", prefix, name, unit != NULL ? unit : "", help);
}

static void report_markdown(abs_buffer *b)
{
    buffer_text(b, "| field | unit | meaning |\n|---|---|---|\n");
    for (size_t i = 0; i < ROW_FIELDS; i++) {
        const row_field *f = &row_fields[i];
        if (f->config != NULL)
            put_line(b, "", f->name, f->config->unit, f->config->help);
        else if (f->count != NULL)
            put_line(b, "", f->name, f->count->unit, f->count->help);
        else
            put_line(b, "", f->name, f->unit, f->help);
        if (i == ROW_tt)
            for (const row_count *k = row_counts; k < row_counts + COUNTS; k++)
                if (k->of_table)
                    put_line(b, "tt.", row_count_key(k), k->unit, k->help);
    }
    for (size_t i = 0; i < sizeof findings / sizeof findings[0]; i++) {
        buffer_format(b, "\n`%s`: %s\n\n", findings[i]->name, findings[i]->help);
        table_write_docs(b, findings[i]);
    }
}

/* ---- the command ----------------------------------------------------------------------------- */

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
        report_markdown(&text);
    else
        report_json(&text);
    command_print(&text);
    return ABS_OK;
}
