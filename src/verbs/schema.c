/*
 * schema.c -- `absbench schema`: the JSON Schema (draft 2020-12) of reports, which is schema.json
 * with what follows from config.def, counters.def, row.def and columns.def in its places; or the
 * table of a report's fields; or these of what compare, tune and list print.
 */
#define _POSIX_C_SOURCE 200809L
#include "base/memory.h"
#include "log/context.h"
#include "log/row.h"
#include "verbs/commands.h"
#include "view/document.h"
#include "view/findings.h"

#include <inttypes.h>
#include <stdlib.h>

extern const char schema_template[]; /* schema.json */

/* A list under way: of names, or with `properties` of fields and their definitions. */
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

/* One of some names; drivers and cores stand in tables of their own kinds. */
static void put_enum(abs_buffer *b, const config_field *f)
{
    list l = {.b = b};
    buffer_text(b, "{\"enum\": [");
    for (int i = 0; f->kind == CONFIG_DRIVER && i < ABS_DRIVERS; i++)
        put_name(&l, abs_driver_table[i].about.name);
    for (unsigned i = 0; f->kind == CONFIG_CORE && i < abs_core_count; i++)
        put_name(&l, abs_core_table[i].about.name);
    if (f->kind == CONFIG_CORE)
        put_name(&l, abs_engine_core.about.name);
    if (f->kind == CONFIG_NAME)
        put_names(&l, f->names);
    buffer_text(b, f->present != NULL ? ", null]}" : "]}");
}

/* The expression that a text matches, made of names. */
static void put_pattern(abs_buffer *b, const config_field *f)
{
    abs_buffer names = {0};
    const char *any;
    if (f->kind == CONFIG_SELECT) {
        buffer_text(b, ", \"pattern\": \"^(none|(null:[0-9]+|check|lmr:[0-9]+)"
                       "(,(check|lmr:[0-9]+))*)$\"");
        return;
    }
    for (const abs_named *n = f->kind == CONFIG_GUESS ? abs_guess_names : f->names;
         n->name != NULL && n != &abs_guess_names[ABS_GUESS_EXACT]; n++)
        buffer_format(&names, "%s%s", names.length > 0 ? "|" : "", n->name);
    any = buffer_end(&names);
    buffer_text(b, ", \"pattern\": \"^(");
    if (f->kind == CONFIG_GUESS)
        buffer_format(b, "%s|exact([+-][0-9]+)?|-?[0-9]+)$\"", any);
    else if (f->kind == CONFIG_EVAL)
        buffer_format(b, "%s)([+]noise:[0-9]+)?([+]turn:-?[0-9]+)?$\"", any);
    else
        buffer_format(b, "none|(%s)(,(%s))*)$\"", any, any);
    buffer_free(&names);
}

static void put_definition(abs_buffer *b, const config_field *f)
{
    static const char *const types[] = {
        [CONFIG_WINDOW] = "array",   [CONFIG_GUESS] = "string",  [CONFIG_EVAL] = "string",
        [CONFIG_SELECT] = "string",
        [CONFIG_FLAGS] = "string",   [CONFIG_INT] = "integer",   [CONFIG_REAL] = "number",
        [CONFIG_SWITCH] = "boolean", [CONFIG_BYTES] = "integer", [CONFIG_COUNT] = "integer",
    };
    if (f->kind == CONFIG_ALGO) {
        buffer_text(b, "{\"$ref\": \"#/$defs/name\"}");
        return;
    }
    if (types[f->kind] == NULL) {
        put_enum(b, f);
        return;
    }
    buffer_format(b, f->present != NULL ? "{\"type\": [\"%s\", \"null\"]" : "{\"type\": \"%s\"",
                  types[f->kind]);
    if (f->kind == CONFIG_WINDOW)
        buffer_format(b,
                      ", \"prefixItems\": [{\"type\": \"integer\", \"minimum\": %" PRId64
                      "}, {\"type\": \"integer\", \"minimum\": %" PRId64
                      "}], \"items\": false, \"minItems\": 2",
                      f->low, f->low);
    else if (strcmp(types[f->kind], "string") == 0)
        put_pattern(b, f);
    else if (f->kind == CONFIG_REAL)
        buffer_format(b, ", \"exclusiveMinimum\": %" PRId64, f->low);
    else if (f->kind != CONFIG_SWITCH)
        buffer_format(b, ", \"minimum\": %" PRId64, f->low);
    if (f->high > 0 && f->kind != CONFIG_WINDOW)
        buffer_format(b, ", \"maximum\": %" PRId64, f->high);
    buffer_char(b, '}');
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

/* An object of members, "depth, ?guess true": a name and, if it is not called the same, its
   definition; with "?" it may be missing. */
static void put_object(abs_buffer *b, const char *members)
{
    buffer_text(b, "{\n      \"type\": \"object\",\n      \"additionalProperties\": false,\n"
                   "      \"required\": [");
    for (int properties = 0; properties < 2; properties++) {
        list l = {.b = b, .properties = properties == 1};
        char *copy = memory_text(members), *rest = copy;
        for (char *member; (member = strtok_r(rest, ",", &rest)) != NULL;) {
            char name[64] = "", definition[64];
            const bool optional = strchr(member, '?') != NULL;
            const int words =
                sscanf(member, optional ? " ?%63s %63s" : " %63s %63s", name, definition);
            if (properties || !optional)
                put_field(&l, name, words == 2 ? definition : name, NULL);
        }
        buffer_text(b, properties ? "\n      }\n    }" : "],\n      \"properties\": {\n");
        free(copy);
    }
}

static void config_definitions(list *l)
{
    for (const config_field *f = config_fields; f < config_fields + CONFIG_FIELDS; f++) {
        put_key(l, 4, f->name);
        put_definition(l->b, f);
    }
}

/* The time is not required: --no-time leaves it out; nor what journals alone have, and older
   reports do not. */
static void row(list *l)
{
    for (size_t i = 0; i < ROW_FIELDS; i++) {
        const row_field *f = &row_fields[i];
        const bool optional = i != ROW_nodes && i != ROW_work; /* of an engine */
        const char *counter = optional ? "optional_counter" : "counter";
        if (f->config != NULL)
            put_field(l, f->name, f->name, config_level_names[f->config->level]);
        else if (l->properties ||
                 (i != ROW_time && i != ROW_job && i != ROW_check && i != ROW_value_bound &&
                  i != ROW_engine && i != ROW_mate && i != ROW_seldepth && i != ROW_nodes_again))
            put_field(l, f->name, f->count != NULL ? counter : f->schema, NULL);
    }
}

/* That a search of ours always takes. */
static void row_counters(list *l)
{
    for (const row_field *f = row_fields; f < row_fields + ROW_FIELDS; f++)
        if (f->count != NULL && f->count != &row_counts[COUNT_interior] &&
            f->count != &row_counts[COUNT_distinct_leaves] &&
            (f->count < &row_counts[COUNT_ticks] || f->count > &row_counts[COUNT_critical_path]))
            put_field(l, f->name, "counter", NULL);
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
    {.place = "row_counters", .write = row_counters, .properties = true},
    {.place = "row_properties", .write = row, .properties = true},
    {.place = "count_names", .write = counts},
    {.place = "table_required", .write = table},
    {.place = "table_properties", .write = table, .properties = true},
};

/* The findings, each a place of its name. */
static const table_form *const findings[] = {
    &aggregates_form, &best_form,    &ranking_form, &answers_form,
    &theories_form,   &solved_form,  &swings_form,  &errors_form,
    &mismatches_form, &unsound_form, &regrets_form, &regret_answers_form,
};

#define OBJECT "object " /* before the members of one */

static void put_part(abs_buffer *b, const char *place)
{
    if (strcmp(place, "schema") == 0)
        buffer_text(b, ABS_REPORT_SCHEMA);
    if (strncmp(place, OBJECT, strlen(OBJECT)) == 0)
        put_object(b, place + strlen(OBJECT));
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        list l = {.b = b, .properties = parts[i].properties};
        if (strcmp(place, parts[i].place) == 0 && parts[i].names != NULL)
            put_names(&l, parts[i].names);
        else if (strcmp(place, parts[i].place) == 0)
            parts[i].write(&l);
    }
    for (size_t i = 0; i < sizeof findings / sizeof findings[0]; i++)
        if (strcmp(place, findings[i]->name) == 0)
            table_write_schema(b, findings[i]);
}

/* Of the template every other piece between @ is the name of a place. */
static void report_json(abs_buffer *b)
{
    abs_buffer template = {0};
    bool is_place = false;
    char *rest;
    buffer_bytes(&template, schema_template, strlen(schema_template) + 1);
    for (char *piece = strtok_r(template.data, "@", &rest); piece != NULL;
         piece = strtok_r(NULL, "@", &rest), is_place = !is_place)
        (is_place ? put_part : buffer_text)(b, piece);
    buffer_free(&template);
}

/* ---- documentation ------------------------------------------------------------------------- */

static void put_line(abs_buffer *b, const char *prefix, const char *name, const char *unit,
                     const char *help)
{
    buffer_format(b, "| `%s%s` | %s | %s |\n", prefix, name, unit != NULL ? unit : "", help);
}

static void put_table(abs_buffer *b, const table_form *form)
{
    buffer_format(b, "\n`%s`: %s\n\n", form->name, form->help);
    table_write_docs(b, form);
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
        for (const row_count *k = row_counts; i == ROW_tt && k < row_counts + COUNTS; k++)
            if (k->of_table)
                put_line(b, "tt.", row_count_key(k), k->unit, k->help);
    }
    for (size_t i = 0; i < sizeof findings / sizeof findings[0]; i++)
        put_table(b, findings[i]);
}

/* ---- the command ----------------------------------------------------------------------------- */

static void document_markdown(abs_buffer *b, const document_form *form)
{
    if (form->head.form != NULL)
        table_write_docs(b, form->head.form);
    for (size_t i = 0; i < form->count; i++)
        put_table(b, form->tables[i].form);
}

abs_exit command_schema(abs_options *o, abs_error *error)
{
    static const struct {
        const char *verb;
        const document_form *form;
    } documents[] = {
        {"compare", &compare_document}, {"tune", &tuning_document}, {"list", &list_document}};
    const bool markdown = o->format == ABS_FORMAT_MARKDOWN;
    const document_form *form = NULL;
    abs_buffer text = {0};
    for (size_t k = 0; o->operand != NULL && k < sizeof documents / sizeof documents[0]; k++)
        if (strcmp(o->operand, documents[k].verb) == 0)
            form = documents[k].form;
    if (o->format != ABS_FORMATS && !markdown && o->format != ABS_FORMAT_JSON) {
        abs_fail(error, ABS_USAGE, "schema prints --format=json or markdown");
        return error->code;
    }
    if (o->operand != NULL && form == NULL) {
        abs_fail(error, ABS_USAGE, "schema is of reports, or of compare, tune or list");
        return error->code;
    }
    if (form != NULL)
        (markdown ? document_markdown : document_schema)(&text, form);
    else
        (markdown ? report_markdown : report_json)(&text);
    command_print(&text);
    return ABS_OK;
}
