/* schema.c -- see schema.h. */
#include "view/schema.h"
#include "log/context.h"
#include "log/row.h"
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

static void statuses(list *l)
{
    put_names(l, abs_statuses);
}

static void metrics(list *l)
{
    put_names(l, abs_metric_names);
}

static void schema_name(list *l)
{
    buffer_text(l->b, ABS_REPORT_SCHEMA);
}

/* What stands for @place@ in schema.json. */
static const struct {
    const char *place;
    void (*write)(list *l);
    list how;
} parts[] = {
    {"schema", schema_name, {.b = NULL}},
    {"config_definitions", config_definitions, {.b = NULL}},
    {"row_required", row, {.properties = false}},
    {"row_properties", row, {.properties = true}},
    {"count_names", counts, {.b = NULL}},
    {"table_required", table, {.properties = false}},
    {"table_properties", table, {.properties = true}},
    {"statuses", statuses, {.b = NULL}},
    {"metrics", metrics, {.b = NULL}},
};

/* The findings, each a place of its name. */
static const table_form *const findings[] = {
    &aggregates_form, &best_form,   &ranking_form, &choices_form,    &answers_form,
    &theories_form,   &solved_form, &errors_form,  &mismatches_form, &unsound_form,
};

void schema_json(abs_buffer *b)
{
    const char *text = schema_template;
    for (const char *at; (at = strchr(text, '@')) != NULL; text = strchr(at + 1, '@') + 1) {
        const size_t length = strcspn(at + 1, "@");
        buffer_bytes(b, text, (size_t)(at - text));
        for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
            list l = parts[i].how;
            l.b = b;
            if (strlen(parts[i].place) == length && memcmp(parts[i].place, at + 1, length) == 0)
                parts[i].write(&l);
        }
        for (size_t i = 0; i < sizeof findings / sizeof findings[0]; i++)
            if (strlen(findings[i]->name) == length &&
                memcmp(findings[i]->name, at + 1, length) == 0)
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

void schema_markdown(abs_buffer *b)
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
