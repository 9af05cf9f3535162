/*
 * schema.c -- `absbench schema`: writes the JSON Schema (draft 2020-12) of reports, which is
 * schema.json with the parts that are made from config.def, counters.def, row.def and columns.def;
 * or the table of a report's fields; or either of them for compare, tune and list.
 */
#include "base/memory.h"
#include "verbs/commands.h"

#include <stdlib.h>

extern const char schema_template[]; /* schema.json */

/* ---- definitions --------------------------------------------------------------------------- */

/* Writes names with `between` between them; of guesses, only those that are words. */
static void put_names(abs_buffer *b, const abs_named *names, const char *between)
{
    for (const abs_named *n = names; n->name != NULL && strcmp(n->name, "exact+K") != 0; n++)
        buffer_format(b, "%s%s", n > names ? between : "", n->name);
}

/* Writes the definition of a setting that is a name or a number; schema.json has the others. */
static void put_setting(abs_buffer *b, const config_field *f)
{
    static const char *const types[] = {
        [CONFIG_INT] = "integer",    [CONFIG_REAL] = "number",   [CONFIG_BYTES] = "integer",
        [CONFIG_SWITCH] = "boolean", [CONFIG_COUNT] = "integer", [CONFIG_NAME] = "",
    };
    if (f->kind >= sizeof types / sizeof types[0] || types[f->kind] == NULL)
        return;
    buffer_format(b, "\"%s\": {", f->name);
    if (f->kind == CONFIG_NAME) {
        buffer_text(b, "\"enum\": [\"");
        put_names(b, f->names, "\", \"");
        buffer_text(b, f->present != NULL ? "\", null]" : "\"]");
    } else {
        buffer_format(b, f->present != NULL ? "\"type\": [\"%s\", \"null\"]" : "\"type\": \"%s\"",
                      types[f->kind]);
    }
    if (f->kind != CONFIG_NAME && f->kind != CONFIG_SWITCH)
        buffer_format(b, ", \"%s\": %" PRId64,
                      f->kind == CONFIG_REAL ? "exclusiveMinimum" : "minimum", f->low);
    if (f->high > 0)
        buffer_format(b, ", \"maximum\": %" PRId64, f->high);
    buffer_text(b, "},\n    ");
}

/* The findings. A member with the name of one, and no other definition, is that finding. */
static const table_form *const findings[] = {
    &aggregates_form, &answers_form,
    &solved_form,     &errors_form, &mismatches_form, &unsound_form,
};

enum { FINDINGS = sizeof findings / sizeof findings[0] };

/* Writes an object by its members, as in "depth, ?guess true". A member is a name, perhaps after a
   "?" if it may be missing; then its definition, if that has another name; and for a setting the
   level at which rows are compared by it. */
static void put_object(abs_buffer *b, const char *members)
{
    buffer_text(b, "\"type\": \"object\", \"additionalProperties\": false, \"required\": [");
    for (int properties = 0; properties < 2; properties++) {
        char *copy = memory_text(members), *rest = copy;
        for (char *member; (member = strtok_r(rest, ",", &rest)) != NULL;) {
            char name[64] = "", definition[64] = "", level[64] = "";
            const bool optional = strchr(member, '?') != NULL;
            const int words =
                sscanf(member + strspn(member, " \n?"), "%63s %63s %63s", name, definition, level);
            size_t f = words == 1 ? 0 : FINDINGS;
            while (f < FINDINGS && strcmp(name, findings[f]->name) != 0)
                f++;
            if (!properties && !optional)
                buffer_element_text(b, name);
            if (!properties)
                continue;
            buffer_key(b, name);
            if (f < FINDINGS)
                table_write_schema(b, findings[f]);
            else
                buffer_format(b, "{\"$ref\": \"#/$defs/%s\"", words > 1 ? definition : name);
            if (words > 2)
                buffer_member_text(b, "x-level", level);
            buffer_text(b, f < FINDINGS ? "\n" : "}\n");
        }
        buffer_text(b, properties ? "}" : "],\n\"properties\": {");
        free(copy);
    }
}

static void put_row(abs_buffer *b)
{
    static const char *const levels[] = {"setting", "frame", "algorithm", "policy", "copy"};
    abs_buffer members = {0};
    for (size_t i = 0; i < ROW_FIELDS; i++) {
        const row_field *f = &row_fields[i];
        const char *level = f->config != NULL ? levels[f->config->level] : "";
        const bool always = i == ROW_nodes || i == ROW_work || i == ROW_root_researches;
        if (i == ROW_window)
            buffer_format(&members,
                          "?window_low window_side %s, ?window_high window_side %s, ?window_auto "
                          "true %s,",
                          level, level, level);
        else if (f->config != NULL)
            buffer_format(&members, "%s%s %s %s,",
                          f->config->within != NULL || f->config->present != NULL ? "?" : "",
                          f->name, f->name, level);
        else if (f->count != NULL) /* an engine states only these */
            buffer_format(&members, "%s%s %s,", always ? "" : "?", f->name,
                          i == ROW_nodes || i == ROW_work ? "counter" : "optional_counter");
        else
            buffer_format(&members, "%.*s%s %s,", *f->schema == '?', "?", f->name,
                          f->schema + (*f->schema == '?'));
    }
    put_object(b, buffer_end(&members));
    buffer_free(&members);
}

/* Writes the counters that a search of our own always has; or, with `names`, their names. */
static void put_row_counters(abs_buffer *b, bool names)
{
    for (const row_field *f = row_fields; f < row_fields + ROW_FIELDS; f++)
        if (f->count == NULL || f->count->of_selection ||
            f->count == &row_counts[COUNT_distinct_leaves])
            continue;
        else if (names)
            buffer_element_text(b, f->name);
        else if (f->count != &row_counts[COUNT_interior])
            buffer_member(b, f->name, "{\"$ref\": \"#/$defs/counter\"}\n");
}

static void put_table(abs_buffer *b)
{
    abs_buffer members = {0};
    for (const row_count *k = row_counts; k < row_counts + COUNTS; k++)
        if (k->of_table)
            buffer_format(&members, "%s counter,", row_count_key(k));
    put_object(b, buffer_end(&members));
    buffer_free(&members);
}

#define OBJECT "object " /* precedes the members of an object */

/* Writes what replaces @place@ in schema.json. */
static void put_part(abs_buffer *b, const char *place)
{
    static const struct {
        const char *place, *between;
        const abs_named *names;
    } lists[] = {{"statuses", "\", \"", abs_statuses},
                 {"metrics", "\", \"", abs_metric_names},
                 {"guesses", "|", abs_guess_names},
                 {"evals", "|", abs_eval_names},
                 {"orders", "|", abs_order_names}};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        if (strcmp(place, lists[i].place) == 0)
            put_names(b, lists[i].names, lists[i].between);
    for (int i = 0; strcmp(place, "drivers") == 0 && i < ABS_DRIVERS; i++)
        buffer_element_text(b, abs_driver_table[i].about.name);
    for (unsigned i = 0; strcmp(place, "cores") == 0 && i < abs_core_count; i++)
        buffer_element_text(b, abs_core_table[i].about.name);
    for (int i = 0; strcmp(place, "counts") == 0 && i < COUNTS; i++)
        buffer_element_text(b, row_counts[i].name);
    for (int i = 0; strcmp(place, "settings") == 0 && i < CONFIG_FIELDS; i++)
        put_setting(b, &config_fields[i]);
    if (strcmp(place, "row") == 0)
        put_row(b);
    else if (strncmp(place, "row_counters", 12) == 0)
        put_row_counters(b, strcmp(place + 12, " names") == 0);
    else if (strcmp(place, "tt") == 0)
        put_table(b);
    else if (strcmp(place, "schema") == 0)
        buffer_text(b, ABS_REPORT_SCHEMA);
    else if (strncmp(place, OBJECT, strlen(OBJECT)) == 0)
        put_object(b, place + strlen(OBJECT));
}

/* Writes the schema. Every other piece of the template, between @ and @, is the name of a place. */
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

static void put_columns(abs_buffer *b, const table_form *form)
{
    buffer_format(b, "\n`%s`: %s\n\n", form->name, form->help);
    table_write_docs(b, form);
}

static void report_markdown(abs_buffer *b)
{
    buffer_text(b, "| field | unit | meaning |\n|---|---|---|\n");
    for (const row_field *f = row_fields; f < row_fields + ROW_FIELDS; f++) {
        const bool window = f == &row_fields[ROW_window];
        put_line(b, "", window ? "window_low`, `window_high`, `window_auto" : f->name,
                 f->config != NULL  ? f->config->unit
                 : f->count != NULL ? f->count->unit
                                    : f->unit,
                 f->config != NULL  ? f->config->help
                 : f->count != NULL ? f->count->help
                                    : f->help);
        for (const row_count *k = row_counts; f == &row_fields[ROW_tt] && k < row_counts + COUNTS;
             k++)
            if (k->of_table)
                put_line(b, "tt.", row_count_key(k), k->unit, k->help);
    }
    for (size_t i = 0; i < FINDINGS; i++)
        put_columns(b, findings[i]);
}

/* ---- the command ----------------------------------------------------------------------------- */

static void document_markdown(abs_buffer *b, const document_form *form)
{
    if (form->head.form != NULL)
        table_write_docs(b, form->head.form);
    for (size_t i = 0; i < form->count; i++)
        put_columns(b, form->tables[i].form);
}

bool command_schema(abs_options *o, abs_error *error)
{
    static const char *const verbs[] = {"compare", "tune", "list"};
    static const document_form *const documents[] = {&compare_document, &tuning_document,
                                                     &list_document};
    static abs_buffer text;
    const bool markdown = o->format == ABS_FORMAT_MARKDOWN;
    size_t k = 0;
    while (o->operand != NULL && k < 3 && strcmp(o->operand, verbs[k]) != 0)
        k++;
    if (k == 3)
        return abs_fail(error, ABS_USAGE, "schema is of reports, or of compare, tune or list");
    if (o->format != ABS_FORMATS && !markdown && o->format != ABS_FORMAT_JSON)
        return abs_fail(error, ABS_USAGE, "schema prints --format=json or markdown");
    if (o->operand != NULL)
        (markdown ? document_markdown : document_schema)(&text, documents[k]);
    else
        (markdown ? report_markdown : report_json)(&text);
    fputs(buffer_end(&text), stdout);
    return true;
}
