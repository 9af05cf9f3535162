/* schema.c -- see schema.h. */
#include "report/schema.h"
#include "row/row.h"

#include <inttypes.h>

extern const char schema_template[]; /* schema.json */

/* ---- settings ------------------------------------------------------------------------------ */

/* "a","b" of a list of names. */
static void put_names(abs_buffer *b, const abs_named *names, const char *separator, bool quoted)
{
    for (size_t i = 0; names[i].name != NULL; i++)
        buffer_format(b, quoted ? "%s\"%s\"" : "%s%s", i > 0 ? separator : "", names[i].name);
}

static void put_range(abs_buffer *b, const char *type, bool optional, const config_field *f)
{
    buffer_format(b, optional ? "{\"type\": [\"%s\", \"null\"]" : "{\"type\": \"%s\"", type);
    buffer_format(b, ", \"minimum\": %" PRId64, f->low);
    if (f->high > 0)
        buffer_format(b, ", \"maximum\": %" PRId64, f->high);
    buffer_char(b, '}');
}

/* Names of cores or drivers, whose tables are of their own kinds. */
static void put_drivers(abs_buffer *b)
{
    buffer_text(b, "{\"enum\": [");
    for (int i = 0; i < ABS_DRIVERS; i++)
        buffer_format(b, "%s\"%s\"", i > 0 ? ", " : "", abs_driver_table[i].about.name);
    buffer_text(b, "]}");
}

static void put_cores(abs_buffer *b)
{
    buffer_text(b, "{\"enum\": [");
    for (unsigned i = 0; i < abs_core_count; i++)
        buffer_format(b, "%s\"%s\"", i > 0 ? ", " : "", abs_core_table[i].about.name);
    buffer_text(b, "]}");
}

static void put_definition(abs_buffer *b, const config_field *f)
{
    const bool optional = f->present != NULL;
    switch (f->kind) {
    case CONFIG_ALGO:
        buffer_text(b, "{\"$ref\": \"#/$defs/name\"}");
        break;
    case CONFIG_DRIVER:
        put_drivers(b);
        break;
    case CONFIG_CORE:
        put_cores(b);
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
    case CONFIG_NAME:
        buffer_text(b, "{\"enum\": [");
        put_names(b, f->names, ", ", true);
        buffer_text(b, optional ? ", null]}" : "]}");
        break;
    case CONFIG_FLAGS:
        buffer_text(b, "{\"type\": \"string\", \"pattern\": \"^(none|(");
        put_names(b, f->names, "|", false);
        buffer_text(b, ")(,(");
        put_names(b, f->names, "|", false);
        buffer_text(b, "))*)$\"}");
        break;
    case CONFIG_REAL:
        buffer_format(b, "{\"type\": [\"number\", \"null\"], \"exclusiveMinimum\": %" PRId64 "}",
                      f->low);
        break;
    case CONFIG_SWITCH:
        buffer_text(b, "{\"type\": \"boolean\"}");
        break;
    default:
        put_range(b, "integer", optional, f);
    }
}

/* ---- lists of fields ----------------------------------------------------------------------- */

/* Begins the n-th element of a list that has one a line, indented. */
static void next_line(abs_buffer *b, size_t *n, int indent)
{
    buffer_format(b, "%s%*s", (*n)++ > 0 ? ",\n" : "", indent, "");
}

static void next(abs_buffer *b, size_t *n)
{
    buffer_text(b, (*n)++ > 0 ? ", " : "");
}

static void put_setting(abs_buffer *b, const config_field *f)
{
    buffer_format(b, "\"%s\": {\"$ref\": \"#/$defs/%s\", \"x-level\": \"%s\"}", f->name, f->name,
                  config_level_names[f->level]);
}

static void config_definitions(abs_buffer *b)
{
    size_t n = 0;
    for (const config_field *f = config_fields; f < config_fields + CONFIG_FIELDS; f++) {
        next_line(b, &n, 4);
        buffer_format(b, "\"%s\": ", f->name);
        put_definition(b, f);
    }
}

/* The settings up to a level: their names, or their properties. */
static void settings(abs_buffer *b, config_level level, bool properties)
{
    size_t n = 0;
    for (const config_field *f = config_fields; f < config_fields + CONFIG_FIELDS; f++) {
        if (f->level > level)
            continue;
        if (!properties) {
            next(b, &n);
            buffer_format(b, "\"%s\"", f->name);
        } else {
            next_line(b, &n, 8);
            put_setting(b, f);
        }
    }
}

static void config_required(abs_buffer *b)
{
    settings(b, CONFIG_POLICY, false);
}

static void config_properties(abs_buffer *b)
{
    settings(b, CONFIG_POLICY, true);
}

static void setting_required(abs_buffer *b)
{
    settings(b, CONFIG_SETTING, false);
}

static void setting_properties(abs_buffer *b)
{
    settings(b, CONFIG_SETTING, true);
}

/* All but the time, which --no-time leaves out. */
static void row_required(abs_buffer *b)
{
    size_t n = 0;
    for (size_t i = 0; i < ROW_FIELDS; i++) {
        if (i == ROW_time)
            continue;
        next(b, &n);
        buffer_format(b, "\"%s\"", row_fields[i].name);
    }
}

static void row_properties(abs_buffer *b)
{
    size_t n = 0;
    for (size_t i = 0; i < ROW_FIELDS; i++) {
        const row_field *f = &row_fields[i];
        next_line(b, &n, 8);
        if (f->config != NULL)
            put_setting(b, f->config);
        else
            buffer_format(b, "\"%s\": {\"$ref\": \"#/$defs/%s\"}", f->name,
                          f->count == NULL    ? f->schema
                          : i == ROW_interior ? "optional_counter"
                                              : "counter");
    }
}

static void count_names(abs_buffer *b)
{
    size_t n = 0;
    for (const row_count *k = row_counts; k < row_counts + COUNTS; k++) {
        next(b, &n);
        buffer_format(b, "\"%s\"", k->name);
    }
}

static void table_required(abs_buffer *b)
{
    size_t n = 0;
    for (const row_count *k = row_counts; k < row_counts + COUNTS; k++)
        if (k->of_table) {
            next(b, &n);
            buffer_format(b, "\"%s\"", row_count_key(k));
        }
}

static void table_properties(abs_buffer *b)
{
    size_t n = 0;
    for (const row_count *k = row_counts; k < row_counts + COUNTS; k++)
        if (k->of_table) {
            next_line(b, &n, 8);
            buffer_format(b, "\"%s\": {\"$ref\": \"#/$defs/counter\"}", row_count_key(k));
        }
}

static void statuses(abs_buffer *b)
{
    size_t n = 0;
    for (int i = ABS_STATUS_OK; i <= ABS_STATUS_INTERRUPTED; i++) {
        next(b, &n);
        buffer_format(b, "\"%s\"", abs_status_names[i]);
    }
}

static const struct {
    const char *place;
    void (*write)(abs_buffer *b);
} parts[] = {
    {"config_definitions", config_definitions},
    {"config_required", config_required},
    {"config_properties", config_properties},
    {"setting_required", setting_required},
    {"setting_properties", setting_properties},
    {"row_required", row_required},
    {"row_properties", row_properties},
    {"count_names", count_names},
    {"table_required", table_required},
    {"table_properties", table_properties},
    {"statuses", statuses},
};

void schema_json(abs_buffer *b)
{
    const char *text = schema_template;
    for (const char *at; (at = strchr(text, '@')) != NULL;) {
        const size_t length = strcspn(at + 1, "@");
        buffer_bytes(b, text, (size_t)(at - text));
        size_t i = 0;
        while (i < sizeof parts / sizeof parts[0] &&
               (strlen(parts[i].place) != length || memcmp(parts[i].place, at + 1, length) != 0))
            i++;
        assert(i < sizeof parts / sizeof parts[0]);
        parts[i].write(b);
        text = at + length + 2;
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
}
