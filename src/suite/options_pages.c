/* options_pages.c -- help and manual pages, made from the tables of verbs and options. */
#include "suite/options.h"

#include <limits.h>

enum { MARGIN = 23, WIDTH = 80 };

#define SHORT_OPTIONS "-o FILE is --output, -j N is --jobs."
#define LISTS                                                                                      \
    "a,b,c or LO..HI, LO..HI:STEP, LO..HI*FACTOR; all combinations are\n"                          \
    "searched. A later option overrides an earlier one.\n" SHORT_OPTIONS "\n"
#define EXITS                                                                                      \
    "0 ok, 1 values disagree, or a check failed (bench --expect, perft,\n"                         \
    "--fail-above), 2 could not run, 64 wrong usage, 130 interrupted (what was\n"                  \
    "finished is kept; in FILE.journal if FILE already existed).\n"

/* The environment variables that the program uses. */
static const abs_named environment[] = {
    {"COLUMNS", "width of tables, 60 to 200 (default: the terminal's width, else 80)", NULL},
    {"NO_COLOR", "if it is set, no colours; otherwise only terminals have colours", NULL},
    {"ABSBENCH_FORMAT", "the format if neither --format nor the file's ending decides it", NULL},
};

enum { VARIABLES = sizeof environment / sizeof environment[0] };

/* ---- parts of a page, for a terminal or as troff -------------------------------------------- */

typedef struct {
    FILE *out;
    abs_verb verb; /* ABS_VERBS: all verbs */
    bool man;
} page;

#define BOLD "\1"
#define ITALIC "\2"
#define ROMAN "\3"

/* Prints a text with fonts as troff. Each - is escaped, because it might become a hyphen, which a
   shell does not accept as -. */
static void say(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(FILE *out, const char *format, ...)
{
    static const char *const fonts[] = {"\\fB", "\\fI", "\\fR"};
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    for (const char *c = text; *c != '\0'; c++)
        if (*c == '-' || *c == '\\')
            fputs(*c == '-' ? "\\-" : "\\e", out);
        else if (*c <= *ROMAN)
            fputs(fonts[*c - *BOLD], out);
        else
            fputc(*c, out);
}

static void print_heading(const page *p, const char *man, const char *help)
{
    fprintf(p->out, p->man ? ".SH %s\n" : "\n%s\n", p->man ? man : help);
}

/* Prints NAME=ARGUMENT and the help. On a terminal the help begins at column `margin`, in lines of
   at most WIDTH columns. */
static void print_item(const page *p, int margin, const char *name, const char *argument,
                       const char *help)
{
    const char *const equals = *argument != '\0' ? "=" : "";
    if (p->man) {
        say(p->out, ".TP\n" BOLD "%s" ROMAN "%s" ITALIC "%s" ROMAN "\n%s\n", name, equals, argument,
            help);
        return;
    }
    const int used = fprintf(p->out, "  %s%s%s ", name, equals, argument);
    fprintf(p->out, "%*s", used < margin ? margin - used : 0, "");
    while ((int)strlen(help) > WIDTH - margin) {
        int cut = WIDTH - margin;
        while (cut > 0 && help[cut] != ' ')
            cut--;
        if (cut == 0)
            break;
        fprintf(p->out, "%.*s\n%*s", cut, help, margin, "");
        help += cut + 1;
    }
    fprintf(p->out, "%s\n", help);
}

/* Prints an option; `briefly` with only the first clause of its help and without its default. */
static void print_option(const page *p, const abs_option *info, bool briefly)
{
    char name[64], text[512], preset[CONFIG_WORD_MAX] = "";
    const size_t length = briefly ? strcspn(info->help, ";") : strlen(info->help);
    if (!briefly)
        option_preset(info, preset, sizeof preset);
    const bool has = preset[0] != '\0';
    snprintf(name, sizeof name, "--%s", info->name);
    snprintf(text, sizeof text, "%.*s%s%s%s", (int)length, info->help, has ? " (default: " : "",
             preset, has ? ")" : "");
    print_item(p, MARGIN, name, info->argument != NULL ? info->argument : "", text);
}

/* Whether the entry is an option, not a title, and is on the page of the verb. */
static bool applies(const abs_option *info, abs_verb verb)
{
    return info->name != NULL && (verb == ABS_VERBS || info->verbs & 1u << verb);
}

/* Prints the options of the page under the titles of their sections. Returns whether one of them
   takes a list. */
static bool print_options(const page *p)
{
    const char *title = NULL;
    bool lists = false;
    for (const abs_option *info = abs_option_table; info < abs_option_table + abs_option_count;
         info++) {
        if (info->name == NULL)
            title = info->help;
        if (!applies(info, p->verb))
            continue;
        if (title != NULL)
            fprintf(p->out, p->man ? ".SS %s\n" : "\n%s\n", title);
        title = NULL;
        print_option(p, info, false);
        lists = lists || (info->argument != NULL && strcmp(info->argument, "LIST") == 0);
    }
    return lists;
}

/* Prints the commands and the scripts. */
static void print_commands(const page *p)
{
    enum { NARROW = 20 };
    print_heading(p, "COMMANDS",
                  "Commands (absbench COMMAND [OPTIONS]; `absbench help COMMAND` has its page)");
    for (int i = 0; abs_verb_table[i].name != NULL; i++) {
        if (i == ABS_VERBS)
            print_heading(p, "SCRIPTS",
                          "Scripts, if they are installed (absbench SCRIPT ..; each has --help)");
        print_item(p, NARROW, abs_verb_table[i].name, "", abs_verb_table[i].help);
    }
}

/* Prints all sections but the first and, for a manual page, the last. */
static void print_body(const page *p)
{
    if (p->verb == ABS_VERBS)
        print_commands(p);
    if (p->man)
        fputs(".SH OPTIONS\n", p->out);
    const bool lists = print_options(p), reports = applies(option_find("format"), p->verb) &&
                                                   applies(option_find("output"), p->verb);
    if (reports)
        print_heading(p, "ENVIRONMENT", "Environment");
    for (size_t i = 0; reports && i < VARIABLES; i++)
        print_item(p, MARGIN, environment[i].name, "", environment[i].help);
    if (!p->man)
        fprintf(p->out, "\n%s%sExit: " EXITS, lists ? "Lists: " : "", lists ? LISTS : "");
    else
        say(p->out, "%s%s.SH EXIT STATUS\n" EXITS, lists ? ".SH LISTS\n" : "", lists ? LISTS : "");
}

/* ---- pages --------------------------------------------------------------------------------- */

#define TITLE                                                                                      \
    "absbench -- find the best minimax search and window for a game, by exact counts\n\n"          \
    "  absbench                               searches and windows on games, trees\n"              \
    "  absbench --game=othello --algo=all     a game's own positions, every search\n"              \
    "  absbench tune --game=chess             a race: which search and window to use\n"            \
    "  absbench --tree=uniform:b=4,range=100 --seed=1..20 --algo=all,mtd --depth=6\n"

/* Prints the names of verbs or scripts from index `from` to `end`. */
static void print_names(const page *p, const char *head, int from, int end)
{
    enum { NARROW = 12 };
    char names[512];
    size_t used = 0;
    for (int i = from; i < end && abs_verb_table[i].name != NULL && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i > from ? " " : "",
                                 abs_verb_table[i].name);
    print_item(p, NARROW, head, "", names);
}

void abs_options_help_first(FILE *out)
{
    static const char *const shown[] = {"game", "positions", "tree",   "seed",
                                        "algo", "depth",     "window", "output"};
    const page p = {out, ABS_VERBS, false};
    fputs(TITLE "\n", out);
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++)
        print_option(&p, option_find(shown[i]), true);
    fputc('\n', out);
    print_names(&p, "Commands:", 0, ABS_VERBS);
    print_names(&p, "Scripts:", ABS_VERBS, INT_MAX);
    fputs("\n`absbench --help=all` has every option, `absbench help COMMAND` those of one\n"
          "command; `absbench list` has the games, trees and algorithms.\n",
          out);
}

void abs_options_page(FILE *out, abs_verb verb, bool man)
{
    const page p = {out, verb, man};
    const abs_verb_info *const v = &abs_verb_table[verb];
    const bool all = verb == ABS_VERBS, operands = !all && *v->operands != '\0';
    if (all && !man)
        fputs(TITLE, out);
    else if (all)
        say(out, ".TH absbench 1\n.nh\n"
                 ".SH NAME\nabsbench - compare minimax searches by exact node counts\n"
                 ".SH SYNOPSIS\n.B absbench\n[" ITALIC "COMMAND" ROMAN "] [" ITALIC "FILE" ROMAN
                 "...] [" ITALIC "OPTION" ROMAN "]...\n");
    else if (!man)
        fprintf(out, "absbench %s -- %s\n\n  absbench %s%s%s [OPTION]..\n", v->name, v->help,
                v->name, operands ? " " : "", v->operands);
    else
        say(out,
            ".TH absbench-%s 1\n.nh\n.SH NAME\nabsbench-%s - %s\n.SH SYNOPSIS\n.B absbench %s\n"
            "%s%s%s[" ITALIC "OPTION" ROMAN "]...\n",
            v->name, v->name, v->help, v->name, operands ? ITALIC : "", v->operands,
            operands ? ROMAN "\n" : "");
    print_body(&p);
    if (!man)
        return;
    fputs(".SH SEE ALSO\n", out);
    if (!all) {
        fputs(".BR absbench (1)\n", out);
        return;
    }
    for (const abs_verb_info *of = abs_verb_table; of->name != NULL; of++)
        say(out, ".BR absbench-%s (1)%s\n", of->name, of[1].name != NULL ? "," : "");
}
