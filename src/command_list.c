/* command_list.c -- `absbench list`: what there is to choose from. */
#include "commands.h"
#include "registry.h"
#include "text.h"

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
    const char *colon = d->root != NULL ? strchr(d->example, ':') : NULL;
    int window = 0;
    if (rules != NULL && d->parse_rules(rules, colon != NULL ? colon + 1 : "", &error)) {
        window = d->half_pawn(rules);
        if (d->free_rules != NULL)
            d->free_rules(rules);
    }
    free(rules);
    return window;
}

static void list_domains(void)
{
    for (const abs_registered *r = abs_registry; r->domain != NULL; r++) {
        const abs_domain *d = r->domain;
        const bool game = r->suite != NULL;
        if (r == abs_registry)
            puts("Games (--game=NAME)");
        else if (!game && r[-1].suite != NULL)
            puts("\nTrees (--tree=SPEC --seed=LIST)");
        printf("  %-18s %s\n", d->name, d->summary);
        if (d->aliases != NULL)
            printf("  %-18s   also: %s\n", "", d->aliases);
        if (*d->options != '\0')
            printf("  %-18s   options: %s:%s\n", "", d->name, d->options);
        printf("  %-18s   unit: %s; default window %d, depth %d\n", "", d->unit, default_window(d),
               d->default_depth);
        if (game)
            printf("  %-18s   --game=%s --position='%s'\n", "", d->name, d->example);
        else
            printf("  %-18s   --tree=%s\n", "", d->example);
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

static const struct {
    const char *name;
    void (*print)(void);
} sections[] = {
    {"algorithms", list_algorithms}, {"domains", list_domains},     {"policies", list_policies},
    {"guesses", list_guesses},       {"orderings", list_orderings}, {"tables", list_tables},
};

enum { SECTIONS = sizeof sections / sizeof sections[0] };

abs_exit command_list(const abs_options *o, abs_error *error)
{
    const char *names[SECTIONS + 1] = {0};
    bool found = false;
    for (int i = 0; i < SECTIONS; i++) {
        names[i] = sections[i].name;
        if (o->section != NULL && strcmp(o->section, names[i]) != 0)
            continue;
        if (found)
            putchar('\n');
        sections[i].print();
        found = true;
    }
    if (found)
        return ABS_OK;
    const char *near = text_nearest(o->section, names);
    abs_fail(error, ABS_USAGE,
             "list has no section '%s'%s%s%s it has algorithms, domains, policies, guesses, "
             "orderings, tables",
             o->section, near ? "; did you mean '" : ";", near ? near : "", near ? "'?" : "");
    return ABS_USAGE;
}
