/* command_list.c -- `absbench list`: what there is to choose from. */
#include "base/text.h"
#include "commands/commands.h"
#include "search/registry.h"

#include <stdlib.h>

static void print_named(const char *name, const char *help, const char *source)
{
    if (source != NULL)
        printf("  %-18s %s\n  %-18s   %s\n", name, help, "", source);
    else
        printf("  %-18s %s\n", name, help);
}

static void print_names(const abs_named *names)
{
    for (; names->name != NULL; names++)
        print_named(names->name, names->help, names->source);
}

static void list_algorithms(void)
{
    puts("Cores (--algo=CORE)");
    for (unsigned i = 0; i < abs_core_count; i++)
        if (abs_core_table[i].limit == ABS_LIMIT_NONE)
            print_named(abs_core_table[i].about.name, abs_core_table[i].about.help,
                        abs_core_table[i].about.source);
    puts("\nLimits (--algo=NAME, --reference=NAME)");
    for (unsigned i = 0; i < abs_core_count; i++)
        if (abs_core_table[i].limit != ABS_LIMIT_NONE)
            print_named(abs_core_table[i].about.name, abs_core_table[i].about.help,
                        abs_core_table[i].about.source);
    puts("\nRoot drivers (--algo=DRIVER, around failsoft, or --algo=DRIVER+CORE)");
    for (int i = 0; i < ABS_DRIVERS; i++)
        print_named(abs_driver_table[i].about.name, abs_driver_table[i].about.help,
                    abs_driver_table[i].about.source);
    puts("\nGroups");
    for (const abs_group *g = abs_groups; g->name != NULL; g++)
        printf("  %-18s %s\n", g->name, g->members);
}

/* What half a pawn is in the domain, under its example's spec. */
static int default_window(const abs_domain *d)
{
    abs_error error;
    void *rules = calloc(1, d->rules_size);
    const char *colon = abs_is_tree(d) ? strchr(d->example, ':') : NULL;
    int window = 0;
    if (rules != NULL && d->parse_rules(rules, colon != NULL ? colon + 1 : "", &error)) {
        window = d->half_pawn(rules);
        if (d->free_rules != NULL)
            d->free_rules(rules);
    }
    free(rules);
    return window;
}

static void print_domain(const abs_domain *d)
{
    printf("  %-18s %s\n", d->name, d->summary);
    if (d->aliases != NULL)
        printf("  %-18s   also: %s\n", "", d->aliases);
    if (*d->options != '\0')
        printf("  %-18s   options: %s:%s\n", "", d->name, d->options);
    printf("  %-18s   unit: %s; default window %d, depth %d\n", "", d->unit, default_window(d),
           d->default_depth);
}

static void list_games(void)
{
    puts("Games (--game=NAME), and how their positions are written (--position=TEXT)");
    for (const abs_registered *r = abs_registry; r->domain != NULL; r++) {
        const abs_domain *d = r->domain;
        if (abs_is_tree(r->domain))
            continue;
        print_domain(d);
        printf("  %-18s   the game's start:\n  %-18s     --game=%s --position=start\n", "", "",
               d->name);
        for (const abs_form *f = d->forms; f->form != NULL; f++)
            printf("  %-18s   %s:\n  %-18s     --game=%s --position='%s'\n", "", f->form, "",
                   d->name, f->example);
    }
}

static void list_trees(void)
{
    puts("Trees (--tree=SPEC --seed=LIST)");
    for (const abs_registered *r = abs_registry; r->domain != NULL; r++) {
        if (!abs_is_tree(r->domain))
            continue;
        print_domain(r->domain);
        printf("  %-18s   --tree=%s\n", "", r->domain->example);
    }
}

static void list_policies(void)
{
    puts("Widening policies of aspiration (--widen=LIST)");
    print_names(abs_widen_names);
}

static void list_guesses(void)
{
    puts("Guesses of aspiration and MTD(f) (--guess=LIST)");
    print_names(abs_guess_names);
}

static void list_orderings(void)
{
    puts("Move orderings, in order of precedence (--order=none or a combination)");
    print_names(abs_order_names);
}

static void list_tables(void)
{
    puts("Transposition table (--tt-mode=LIST)");
    print_names(abs_tt_mode_names);
    puts("Replacement (--tt-replace=LIST)");
    print_names(abs_tt_replace_names);
}

static void list_formats(void)
{
    puts("Formats of the report (--format=NAME)");
    print_names(abs_format_names);
}

static const struct {
    const char *name, *also; /* two sections may share a second name */
    void (*print)(void);
} sections[] = {
    {"algos", "algorithms", list_algorithms},
    {"games", "domains", list_games},
    {"trees", "domains", list_trees},
    {"policies", "widen", list_policies},
    {"guesses", "guess", list_guesses},
    {"orderings", "order", list_orderings},
    {"tables", "tt", list_tables},
    {"formats", "format", list_formats},
};

enum { SECTIONS = sizeof sections / sizeof sections[0] };

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

abs_exit command_list(const abs_options *o, abs_error *error)
{
    bool found = false;
    for (int i = 0; i < SECTIONS; i++) {
        if (o->section != NULL && strcmp(o->section, sections[i].name) != 0 &&
            strcmp(o->section, sections[i].also) != 0)
            continue;
        if (found)
            putchar('\n');
        sections[i].print();
        found = true;
    }
    return found || fail_section(o->section, error) ? ABS_OK : ABS_USAGE;
}
