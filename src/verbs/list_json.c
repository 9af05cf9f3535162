/* list_json.c -- `absbench list --format=json`: members of one object, as docs/list.schema.json
 * says. */
#include "verbs/list.h"
#include "search/registry.h"
#include "search/variants.h"
#include "suite/format.h"

static void put_named(abs_buffer *b, const abs_named *n)
{
    buffer_line(b);
    buffer_char(b, '{');
    buffer_member_text(b, "name", n->name);
    buffer_member_text(b, "help", n->help);
    buffer_member_text(b, "source", n->source);
    buffer_char(b, '}');
}

static void open_list(abs_buffer *b, const char *name)
{
    buffer_line(b);
    buffer_format(b, "\"%s\":[", name);
}

static void put_list(abs_buffer *b, const char *name, const abs_named *names)
{
    open_list(b, name);
    for (; names->name != NULL; names++)
        put_named(b, names);
    buffer_char(b, ']');
}

/* The parts of a text between the separators, as strings. */
static void put_parts(abs_buffer *b, const char *name, const char *text, char separator)
{
    const char apart[] = {separator, '\0'};
    buffer_member_open(b, name, '[');
    while (text != NULL && *text != '\0') {
        char part[64];
        const size_t length = strcspn(text, apart);
        snprintf(part, sizeof part, "%.*s", (int)length, text);
        buffer_element_text(b, part);
        text += length + (text[length] == separator);
    }
    buffer_char(b, ']');
}

static void put_cores(abs_buffer *b, const char *name, bool limits)
{
    open_list(b, name);
    for (unsigned i = 0; i < abs_core_count; i++)
        if ((abs_core_table[i].limit != ABS_LIMIT_NONE) == limits)
            put_named(b, &abs_core_table[i].about);
    buffer_char(b, ']');
}

void list_json_algorithms(abs_buffer *b)
{
    put_cores(b, "cores", false);
    put_cores(b, "limits", true);
    open_list(b, "drivers");
    for (int i = 0; i < ABS_DRIVERS; i++)
        put_named(b, &abs_driver_table[i].about);
    buffer_char(b, ']');
    open_list(b, "groups");
    for (const abs_group *g = abs_groups; g->name != NULL; g++) {
        buffer_line(b);
        buffer_char(b, '{');
        buffer_member_text(b, "name", g->name);
        put_parts(b, "members", g->members, ',');
        buffer_char(b, '}');
    }
    buffer_char(b, ']');
}

/* ---- domains ------------------------------------------------------------------------------- */

/* The parameters of a spec, "b=N|LO..HI,range=R": each with its name and what it takes. */
static void put_parameters(abs_buffer *b, const char *options)
{
    buffer_member_open(b, "parameters", '[');
    while (*options != '\0') {
        char name[32], values[64];
        const size_t length = strcspn(options, ","), equals = strcspn(options, "=");
        snprintf(name, sizeof name, "%.*s", (int)equals, options);
        snprintf(values, sizeof values, "%.*s", (int)(length - equals - 1), options + equals + 1);
        buffer_comma(b);
        buffer_char(b, '{');
        buffer_member_text(b, "name", name);
        buffer_member_text(b, "values", values);
        buffer_char(b, '}');
        options += length + (options[length] == ',');
    }
    buffer_char(b, ']');
}

static void open_domain(abs_buffer *b, const abs_domain *d)
{
    buffer_line(b);
    buffer_char(b, '{');
    buffer_member_text(b, "name", d->name);
    put_parts(b, "aliases", d->aliases, ' ');
    buffer_member_text(b, "summary", d->summary);
    put_parameters(b, d->options);
    buffer_member_text(b, "unit", d->unit);
    const int window = list_default_window(b, d);
    buffer_member_signed_if(b, "default_window", window > 0, window);
    buffer_member_signed(b, "default_depth", d->default_depth);
}

static void put_form(abs_buffer *b, const char *form, const char *example)
{
    buffer_comma(b);
    buffer_char(b, '{');
    buffer_member_text(b, "form", form);
    buffer_member_text(b, "example", example);
    buffer_char(b, '}');
}

void list_json_games(abs_buffer *b)
{
    open_list(b, "games");
    for (const abs_registered *r = abs_registry; r->domain != NULL; r++) {
        if (abs_is_tree(r->domain))
            continue;
        open_domain(b, r->domain);
        buffer_member_open(b, "positions", '[');
        put_form(b, "the game's start", "start");
        for (const abs_form *f = r->domain->forms; f->form != NULL; f++)
            put_form(b, f->form, f->example);
        buffer_text(b, "]}");
    }
    buffer_char(b, ']');
}

void list_json_trees(abs_buffer *b)
{
    open_list(b, "trees");
    for (const abs_registered *r = abs_registry; r->domain != NULL; r++) {
        if (!abs_is_tree(r->domain))
            continue;
        open_domain(b, r->domain);
        buffer_member_text(b, "example", r->domain->example);
        buffer_char(b, '}');
    }
    buffer_char(b, ']');
}

/* ---- names --------------------------------------------------------------------------------- */

void list_json_policies(abs_buffer *b)
{
    put_list(b, "policies", abs_widen_names);
}

void list_json_guesses(abs_buffer *b)
{
    put_list(b, "guesses", abs_guess_names);
}

void list_json_orderings(abs_buffer *b)
{
    put_list(b, "orderings", abs_order_names);
}

void list_json_tables(abs_buffer *b)
{
    put_list(b, "tt_modes", abs_tt_mode_names);
    put_list(b, "tt_replacements", abs_tt_replace_names);
}

void list_json_formats(abs_buffer *b)
{
    put_list(b, "formats", abs_format_names);
}
