/* list.c -- `absbench list`: lists all names that options take. */
#include "base/memory.h"
#include "search/registry.h"
#include "verbs/commands.h"

#include <stdlib.h>

enum { MARGIN = 21 }; /* the column in which a name's help begins on a terminal */

static void add_cores(table_data *t, const char *kind)
{
    const bool limits = strcmp(kind, "limit") == 0;
    for (unsigned i = 0; i < abs_core_count; i++)
        if ((abs_core_table[i].limit != ABS_LIMIT_NONE) == limits)
            listed_add(t, kind, &abs_core_table[i].about);
}

static void add_drivers(table_data *t, const char *kind)
{
    for (int i = 0; i < ABS_DRIVERS; i++)
        listed_add(t, kind, &abs_driver_table[i].about);
}

static void add_groups(table_data *t, const char *kind)
{
    for (const abs_group *g = abs_groups; g->name != NULL; g++)
        listed_add(t, kind, &(abs_named){.name = g->name, .help = g->members});
}

/* Sets the default window, half a pawn, under the rules of the example's spec. */
static void set_window(table_data *t, const abs_domain *d)
{
    abs_error error;
    const char *colon = abs_is_tree(d) ? strchr(d->example, ':') : NULL;
    if (d->free_rules != NULL) { /* the rules need a file, which may not exist */
        table_show(t, CELL(listed, default_window), "by the file");
        return;
    }
    void *rules = memory_zeros(1, d->rules_size);
    if (d->parse_rules(rules, colon != NULL ? colon + 1 : "", &error))
        table_set_signed(t, CELL(listed, default_window), d->half_pawn(rules));
    free(rules);
}

static void add_position(table_data *t, const abs_domain *d, const char *of, const char *example)
{
    const char *quote = strcmp(example, "start") == 0 ? "" : "'";
    listed_add(t, "position", &(abs_named){.name = d->name, .help = of});
    table_show(t, CELL(listed, name), "%s", "");
    table_set_text(t, CELL(listed, example), example);
    table_show(t, CELL(listed, example), "--game=%s --position=%s%s%s", d->name, quote, example,
               quote);
}

/* Adds the games, each with the forms of its positions, or the trees, each with an example. */
static void add_domains(table_data *t, const char *kind)
{
    for (const abs_registered *r = abs_registry; r->domain != NULL; r++) {
        const abs_domain *d = r->domain;
        if (strcmp(d->kind, kind) != 0)
            continue;
        listed_add(t, kind, &(abs_named){.name = d->name, .help = d->summary});
        table_set_text(t, CELL(listed, aliases), d->aliases);
        if (*d->options != '\0') {
            table_set_text(t, CELL(listed, options), d->options);
            table_show(t, CELL(listed, options), "%s:%s", d->name, d->options);
        }
        table_set_text(t, CELL(listed, unit), d->unit);
        set_window(t, d);
        table_set_signed(t, CELL(listed, default_depth), d->default_depth);
        if (abs_is_tree(d)) {
            table_set_text(t, CELL(listed, example), d->example);
            table_show(t, CELL(listed, example), "--tree=%s", d->example);
            continue;
        }
        add_position(t, d, "the game's start", "start");
        for (const abs_form *f = d->forms; f->form != NULL; f++)
            add_position(t, d, f->form, f->example);
    }
}

/* The parts of the list, in order. A section consists of all parts with its name or other name. */
static const struct {
    const char *section, *also, *kind, *heading;
    const abs_named *names;
    void (*add)(table_data *t, const char *kind); /* adds the part if `names` is NULL */
} parts[] = {
    {"algos", "algorithms", "core", "Cores (--algo=CORE)", .add = add_cores},
    {"algos", "algorithms", "limit", "Limits (--algo=NAME, --reference=NAME)", .add = add_cores},
    {"algos", "algorithms", "driver",
     "Root drivers (--algo=DRIVER, around failsoft, or --algo=DRIVER+CORE)", .add = add_drivers},
    {"algos", "algorithms", "group", "Groups", .add = add_groups},
    {"games", "domains", "game",
     "Games (--game=NAME), and how their positions are written (--position=TEXT)",
     .add = add_domains},
    {"trees", "domains", "tree", "Trees (--tree=SPEC --seed=LIST)", .add = add_domains},
    {"policies", "widen", "policy", "Widening policies of aspiration (--widen=LIST)",
     .names = abs_widen_names},
    {"guesses", "guess", "guess", "Guesses of aspiration and MTD(f) (--guess=LIST)",
     .names = abs_guess_names},
    {"orderings", "order", "ordering",
     "Move orderings, in order of precedence (--order=none or a combination)",
     .names = abs_order_names},
    {"tables", "tt", "tt_mode", "Transposition table (--tt-mode=LIST)", .names = abs_tt_mode_names},
    {"tables", "tt", "tt_replacement", "Replacement (--tt-replace=LIST)",
     .names = abs_tt_replace_names},
    {"formats", "format", "format", "Formats of the report (--format=NAME)",
     .names = abs_format_names},
};

enum { PARTS = sizeof parts / sizeof parts[0] };

const char *list_section(size_t number)
{
    for (size_t i = 0; i < PARTS; i++)
        if ((i == 0 || strcmp(parts[i].section, parts[i - 1].section) != 0) && number-- == 0)
            return parts[i].section;
    return NULL;
}

static bool is_asked(const abs_options *o, size_t part)
{
    return o->operand == NULL || strcmp(o->operand, parts[part].section) == 0 ||
           strcmp(o->operand, parts[part].also) == 0;
}

static void fill(void *finding, table_data *t)
{
    for (size_t i = 0; i < PARTS; i++) {
        if (!is_asked(finding, i))
            continue;
        table_heading(t, parts[i].heading);
        if (parts[i].add != NULL)
            parts[i].add(t, parts[i].kind);
        for (const abs_named *n = parts[i].names; n != NULL && n->name != NULL; n++)
            listed_add(t, parts[i].kind, n);
    }
}

static const document_table tables[] = {{&listed_form, .fill = fill, .margin = MARGIN}};

const document_form list_document = {.schema = "absbench.list/2", .tables = tables, .count = 1};

bool command_list(abs_options *o, abs_error *error)
{
    static abs_buffer all;
    const abs_format format = o->format != ABS_FORMATS ? o->format : ABS_FORMAT_TABLE;
    const char *names[2 * PARTS + 1] = {0}, *name;
    for (size_t i = 0; i < PARTS; i++) {
        if (is_asked(o, i))
            return document_print(NULL, &list_document, o, NULL, format, error);
        names[i] = parts[i].section;
        names[PARTS + i] = parts[i].also;
    }
    for (size_t i = 0; (name = list_section(i)) != NULL; i++)
        buffer_format(&all, "%s%s", i > 0 ? ", " : "", name);
    return abs_fail(error, ABS_USAGE, "list has no section '%s'; it has %s%s", o->operand,
                    buffer_end(&all), option_hint("section", o->operand, names).text);
}
