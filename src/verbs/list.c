/* list.c -- `absbench list`: what there is to choose from. */
#define _POSIX_C_SOURCE 200809L
#include "verbs/list.h"
#include "base/text.h"
#include "verbs/commands.h"
#include "table/sheet.h"
#include "search/registry.h"

#include <stdlib.h>
#include <unistd.h>

static void print_named(abs_buffer *b, const char *name, const char *help, const char *source)
{
    if (source != NULL)
        buffer_format(b, "  %-18s %s\n  %-18s   %s\n", name, help, "", source);
    else
        buffer_format(b, "  %-18s %s\n", name, help);
}

static void print_names(abs_buffer *b, const abs_named *names)
{
    for (; names->name != NULL; names++)
        print_named(b, names->name, names->help, names->source);
}

static void list_algorithms(abs_buffer *b)
{
    buffer_text(b, "Cores (--algo=CORE)\n");
    for (unsigned i = 0; i < abs_core_count; i++)
        if (abs_core_table[i].limit == ABS_LIMIT_NONE)
            print_named(b, abs_core_table[i].about.name, abs_core_table[i].about.help,
                        abs_core_table[i].about.source);
    buffer_text(b, "\nLimits (--algo=NAME, --reference=NAME)\n");
    for (unsigned i = 0; i < abs_core_count; i++)
        if (abs_core_table[i].limit != ABS_LIMIT_NONE)
            print_named(b, abs_core_table[i].about.name, abs_core_table[i].about.help,
                        abs_core_table[i].about.source);
    buffer_text(b, "\nRoot drivers (--algo=DRIVER, around failsoft, or --algo=DRIVER+CORE)\n");
    for (int i = 0; i < ABS_DRIVERS; i++)
        print_named(b, abs_driver_table[i].about.name, abs_driver_table[i].about.help,
                    abs_driver_table[i].about.source);
    buffer_text(b, "\nGroups\n");
    for (const abs_group *g = abs_groups; g->name != NULL; g++)
        buffer_format(b, "  %-18s %s\n", g->name, g->members);
}

int list_default_window(abs_buffer *b, const abs_domain *d)
{
    abs_error error;
    if (d->free_rules != NULL) /* they are those of a file, which need not be here */
        return 0;
    void *rules = calloc(1, d->rules_size);
    const char *colon = abs_is_tree(d) ? strchr(d->example, ':') : NULL;
    int window = 0;
    if (rules != NULL && d->parse_rules(rules, colon != NULL ? colon + 1 : "", &error))
        window = d->half_pawn(rules);
    b->failed |= rules == NULL;
    free(rules);
    return window;
}

static void print_domain(abs_buffer *b, const abs_domain *d)
{
    buffer_format(b, "  %-18s %s\n", d->name, d->summary);
    if (d->aliases != NULL)
        buffer_format(b, "  %-18s   also: %s\n", "", d->aliases);
    if (*d->options != '\0')
        buffer_format(b, "  %-18s   options: %s:%s\n", "", d->name, d->options);
    const int window = list_default_window(b, d);
    buffer_format(b, "  %-18s   unit: %s; default window ", "", d->unit);
    if (window > 0)
        buffer_format(b, "%d", window);
    else
        buffer_text(b, "by the file");
    buffer_format(b, ", depth %d\n", d->default_depth);
}

static void list_games(abs_buffer *b)
{
    buffer_text(b, "Games (--game=NAME), and how their positions are written (--position=TEXT)\n");
    for (const abs_registered *r = abs_registry; r->domain != NULL; r++) {
        const abs_domain *d = r->domain;
        if (abs_is_tree(r->domain))
            continue;
        print_domain(b, d);
        buffer_format(b, "  %-18s   the game's start:\n  %-18s     --game=%s --position=start\n",
                      "", "", d->name);
        for (const abs_form *f = d->forms; f->form != NULL; f++)
            buffer_format(b, "  %-18s   %s:\n  %-18s     --game=%s --position='%s'\n", "", f->form,
                          "", d->name, f->example);
    }
}

static void list_trees(abs_buffer *b)
{
    buffer_text(b, "Trees (--tree=SPEC --seed=LIST)\n");
    for (const abs_registered *r = abs_registry; r->domain != NULL; r++) {
        if (!abs_is_tree(r->domain))
            continue;
        print_domain(b, r->domain);
        buffer_format(b, "  %-18s   --tree=%s\n", "", r->domain->example);
    }
}

static void list_policies(abs_buffer *b)
{
    buffer_text(b, "Widening policies of aspiration (--widen=LIST)\n");
    print_names(b, abs_widen_names);
}

static void list_guesses(abs_buffer *b)
{
    buffer_text(b, "Guesses of aspiration and MTD(f) (--guess=LIST)\n");
    print_names(b, abs_guess_names);
}

static void list_orderings(abs_buffer *b)
{
    buffer_text(b, "Move orderings, in order of precedence (--order=none or a combination)\n");
    print_names(b, abs_order_names);
}

static void list_tables(abs_buffer *b)
{
    buffer_text(b, "Transposition table (--tt-mode=LIST)\n");
    print_names(b, abs_tt_mode_names);
    buffer_text(b, "Replacement (--tt-replace=LIST)\n");
    print_names(b, abs_tt_replace_names);
}

static void list_formats(abs_buffer *b)
{
    buffer_text(b, "Formats of the report (--format=NAME)\n");
    print_names(b, abs_format_names);
}

static const struct {
    const char *name, *also; /* two sections may share a second name */
    void (*print)(abs_buffer *b);
    void (*json)(abs_buffer *b);
} sections[] = {
    {"algos", "algorithms", list_algorithms, list_json_algorithms},
    {"games", "domains", list_games, list_json_games},
    {"trees", "domains", list_trees, list_json_trees},
    {"policies", "widen", list_policies, list_json_policies},
    {"guesses", "guess", list_guesses, list_json_guesses},
    {"orderings", "order", list_orderings, list_json_orderings},
    {"tables", "tt", list_tables, list_json_tables},
    {"formats", "format", list_formats, list_json_formats},
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

/* Makes descriptions fit the page. What is to be copied, which begins with --, stays on its line.
 */
static void fit(abs_buffer *text)
{
    enum { NAME = 21 }; /* "  name               " */
    const sheet_page page = sheet_page_on(STDOUT_FILENO, false);
    abs_buffer fitted = {0};
    for (char *line = text->data, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        const size_t indent = strspn(line, " "), length = (size_t)(end - line);
        const size_t lead = indent == 2 && length > NAME ? NAME : indent;
        if (strncmp(line + indent, "--", 2) == 0) {
            buffer_text(&fitted, line);
        } else {
            char before[2 * NAME];
            snprintf(before, sizeof before, "%.*s", (int)lead, line);
            sheet_wrap_behind(&fitted, &page, before, line + lead);
        }
        buffer_char(&fitted, '\n');
    }
    buffer_free(text);
    *text = fitted;
}

abs_exit command_list(const abs_options *o, abs_error *error)
{
    const bool json = o->format_given && o->format == ABS_FORMAT_JSON;
    abs_buffer text = {0};
    bool found = false;
    if (o->format_given && !json && o->format != ABS_FORMAT_TABLE)
        return abs_fail(error, ABS_USAGE, "list prints --format=table or json"), ABS_USAGE;
    if (json)
        buffer_text(&text, "{\"schema\":\"absbench.list/1\"");
    for (size_t i = 0; i < SECTIONS; i++) {
        if (!is_asked(o, i))
            continue;
        if (found && !json)
            buffer_char(&text, '\n');
        (json ? sections[i].json : sections[i].print)(&text);
        found = true;
    }
    if (!found)
        return buffer_free(&text), fail_section(o->operand, error), ABS_USAGE;
    if (json)
        buffer_text(&text, "}\n");
    else if (*buffer_end(&text) != '\0') /* there was memory */
        fit(&text);
    return command_print(&text, "list", error);
}
