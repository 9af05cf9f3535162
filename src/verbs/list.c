/* list.c -- `absbench list`: what there is to choose from. */
#include "base/memory.h"
#include "base/text.h"
#include "search/registry.h"
#include "suite/format.h"
#include "verbs/commands.h"
#include "view/columns.h"
#include "view/document.h"

#include <stdlib.h>

enum { MARGIN = 21 }; /* of what is said of a name, on a terminal */

static void add(table_data *t, const char *kind, const char *name, const char *help)
{
    table_row(t);
    table_set_text(t, LISTED_kind, kind);
    table_set_text(t, LISTED_name, name);
    table_set_text(t, LISTED_help, help);
}

static void add_named(table_data *t, const char *kind, const abs_named *n)
{
    add(t, kind, n->name, n->help);
    table_set_text(t, LISTED_source, n->source);
}

static void add_names(table_data *t, const char *kind, const abs_named *names)
{
    for (; names->name != NULL; names++)
        add_named(t, kind, names);
}

/* ---- algorithms ------------------------------------------------------------------------------ */

static void add_cores(table_data *t, const char *kind, bool limits)
{
    for (unsigned i = 0; i < abs_core_count; i++)
        if ((abs_core_table[i].limit != ABS_LIMIT_NONE) == limits)
            add_named(t, kind, &abs_core_table[i].about);
}

static void add_algorithms(table_data *t)
{
    table_heading(t, "Cores (--algo=CORE)");
    add_cores(t, "core", false);
    table_heading(t, "Limits (--algo=NAME, --reference=NAME)");
    add_cores(t, "limit", true);
    table_heading(t, "Root drivers (--algo=DRIVER, around failsoft, or --algo=DRIVER+CORE)");
    for (int i = 0; i < ABS_DRIVERS; i++)
        add_named(t, "driver", &abs_driver_table[i].about);
    table_heading(t, "Groups");
    for (const abs_group *g = abs_groups; g->name != NULL; g++)
        add(t, "group", g->name, g->members);
}

/* ---- domains --------------------------------------------------------------------------------- */

/* What half a pawn is under the example's spec. */
static void set_window(table_data *t, const abs_domain *d)
{
    abs_error error;
    const char *colon = abs_is_tree(d) ? strchr(d->example, ':') : NULL;
    if (d->free_rules != NULL) { /* they are those of a file, which need not be here */
        table_show(t, LISTED_default_window, "by the file");
        return;
    }
    void *rules = memory_zeros(1, d->rules_size);
    if (d->parse_rules(rules, colon != NULL ? colon + 1 : "", &error))
        table_set_signed(t, LISTED_default_window, d->half_pawn(rules));
    free(rules);
}

static void add_domain(table_data *t, const abs_domain *d)
{
    add(t, d->kind, d->name, d->summary);
    table_set_text(t, LISTED_aliases, d->aliases);
    table_set_text(t, LISTED_options, *d->options != '\0' ? d->options : NULL);
    if (*d->options != '\0')
        table_show(t, LISTED_options, "%s:%s", d->name, d->options);
    table_set_text(t, LISTED_unit, d->unit);
    set_window(t, d);
    table_set_signed(t, LISTED_default_depth, d->default_depth);
}

static void add_position(table_data *t, const abs_domain *d, const char *of, const char *example)
{
    const char *quote = strcmp(example, "start") == 0 ? "" : "'";
    add(t, "position", d->name, of);
    table_show(t, LISTED_name, "%s", "");
    table_set_text(t, LISTED_example, example);
    table_show(t, LISTED_example, "--game=%s --position=%s%s%s", d->name, quote, example, quote);
}

static void add_games(table_data *t)
{
    table_heading(t, "Games (--game=NAME), and how their positions are written (--position=TEXT)");
    for (const abs_registered *r = abs_registry; r->domain != NULL; r++) {
        const abs_domain *d = r->domain;
        if (abs_is_tree(d))
            continue;
        add_domain(t, d);
        add_position(t, d, "the game's start", "start");
        for (const abs_form *f = d->forms; f->form != NULL; f++)
            add_position(t, d, f->form, f->example);
    }
}

static void add_trees(table_data *t)
{
    table_heading(t, "Trees (--tree=SPEC --seed=LIST)");
    for (const abs_registered *r = abs_registry; r->domain != NULL; r++) {
        if (!abs_is_tree(r->domain))
            continue;
        add_domain(t, r->domain);
        table_set_text(t, LISTED_example, r->domain->example);
        table_show(t, LISTED_example, "--tree=%s", r->domain->example);
    }
}

/* ---- names of settings ----------------------------------------------------------------------- */

static void add_tables(table_data *t)
{
    table_heading(t, "Transposition table (--tt-mode=LIST)");
    add_names(t, "tt_mode", abs_tt_mode_names);
    table_heading(t, "Replacement (--tt-replace=LIST)");
    add_names(t, "tt_replacement", abs_tt_replace_names);
}

/* ---- the command ----------------------------------------------------------------------------- */

static const struct {
    const char *name, *also; /* two sections may share a second name */
    void (*add)(table_data *t);
    const char *kind, *heading; /* of names, where nothing is added otherwise */
    const abs_named *names;
} sections[] = {
    {"algos", "algorithms", .add = add_algorithms},
    {"games", "domains", .add = add_games},
    {"trees", "domains", .add = add_trees},
    {"policies", "widen", NULL, "policy", "Widening policies of aspiration (--widen=LIST)",
     abs_widen_names},
    {"guesses", "guess", NULL, "guess", "Guesses of aspiration and MTD(f) (--guess=LIST)",
     abs_guess_names},
    {"orderings", "order", NULL, "ordering",
     "Move orderings, in order of precedence (--order=none or a combination)", abs_order_names},
    {"tables", "tt", .add = add_tables},
    {"formats", "format", NULL, "format", "Formats of the report (--format=NAME)",
     abs_format_names},
};

enum { SECTIONS = sizeof sections / sizeof sections[0] };

const char *list_section(size_t number)
{
    return number < SECTIONS ? sections[number].name : NULL;
}

static bool fail_section(const char *section, abs_error *error)
{
    const char *names[2 * SECTIONS + 1] = {0};
    char all[128] = "";
    for (size_t i = 0, used = 0; i < SECTIONS; i++) {
        names[i] = sections[i].name;
        names[SECTIONS + i] = sections[i].also;
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", i > 0 ? ", " : "",
                                 sections[i].name);
    }
    const char *near = text_nearest(section, names);
    return abs_fail(error, ABS_USAGE, "list has no section '%s'%s%s%s it has %s", section,
                    near ? "; did you mean '" : ";", near ? near : "", near ? "'?" : "", all);
}

static bool is_asked(const abs_options *o, size_t i)
{
    return o->operand == NULL || strcmp(o->operand, sections[i].name) == 0 ||
           strcmp(o->operand, sections[i].also) == 0;
}

static bool fill(const void *finding, table_data *t, size_t item, abs_error *error)
{
    const abs_options *o = finding;
    (void)error;
    if (item == SECTIONS)
        return false;
    if (!is_asked(o, item))
        return true;
    if (sections[item].add != NULL) {
        sections[item].add(t);
    } else {
        table_heading(t, sections[item].heading);
        add_names(t, sections[item].kind, sections[item].names);
    }
    return true;
}

static bool write_page(abs_buffer *b, const void *finding, const abs_page *page, abs_error *error)
{
    const abs_page plain = {.markdown = page->markdown, .width = page->width};
    table_data t;
    table_start(&t, &listed_form);
    document_fill_table(&t, fill, finding, SIZE_MAX, error);
    if (page->markdown)
        table_write_page(b, &t, &plain, false);
    else
        table_write_entries(b, &t, &plain, MARGIN);
    table_free(&t);
    return true;
}

static const document_table tables[] = {{&listed_form, fill}};

const document_form list_document = {.schema = "absbench.list/2",
                                     .title = "absbench list",
                                     .help = "What `absbench list --format=json` prints.",
                                     .page = write_page,
                                     .tables = tables,
                                     .count = 1};

abs_exit command_list(const abs_options *o, abs_error *error)
{
    const abs_format format = o->format_given ? o->format : ABS_FORMAT_TABLE;
    bool known = o->operand == NULL;
    for (size_t i = 0; i < SECTIONS; i++)
        known = known || is_asked(o, i);
    if (!known) {
        fail_section(o->operand, error);
        return error->code;
    }
    return document_print(NULL, &list_document, o, NULL, format, error) ? ABS_OK : error->code;
}
