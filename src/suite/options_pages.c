/* options_pages.c -- the pages made from the tables of verbs and options: help, and manual pages.
 */
#include "suite/options.h"

#include <ctype.h>

enum { MARGIN = 23, WIDTH = 80 };

#define SHORT_OPTIONS "-o FILE is --output, -j N is --jobs."
#define LISTS                                                                                      \
    "a,b,c or LO..HI, LO..HI:STEP, LO..HI*FACTOR; lists multiply. A later\n"                       \
    "option overrides an earlier one. " SHORT_OPTIONS "\n"
#define EXITS                                                                                      \
    "0 ok, 1 values disagree or a figure is not as expected, 2 could not run,\n"                   \
    "64 wrong usage, 130 interrupted (what was finished is kept; in FILE.partial if\n"             \
    "FILE already existed).\n"

/* What it heeds besides options. */
static const abs_named environment[] = {
    {"COLUMNS", "how wide tables are, 60 to 200 (default: the terminal's width, else 80)", NULL},
    {"NO_COLOR", "if it is set, no colours: without it terminals alone have them", NULL},
    {"ABSBENCH_FORMAT", "the format where neither --format nor the file's ending says it", NULL},
};

enum { VARIABLES = sizeof environment / sizeof environment[0] };

/* Whether the option, if it is one and no title, is on the page of the verb. */
static bool applies(const abs_option *info, abs_verb verb)
{
    return info->name != NULL && (verb == ABS_VERBS || info->verbs & 1u << verb);
}

/* The title of the section that begins at `info` and has an option on the page; NULL: there is
   none. */
static const char *title_of(const abs_option *info, abs_verb verb)
{
    const char *const title = info->name == NULL ? info->help : NULL;
    const abs_option *const end = abs_option_table + abs_option_count;
    for (info++; title != NULL && info < end && info->name != NULL; info++)
        if (applies(info, verb))
            return title;
    return NULL;
}

static bool takes_lists(abs_verb verb)
{
    for (unsigned i = 0; i < abs_option_count; i++)
        if (applies(&abs_option_table[i], verb) && abs_option_table[i].argument != NULL &&
            strcmp(abs_option_table[i].argument, "LIST") == 0)
            return true;
    return false;
}

/* Whether the verb, or one of all, writes reports: it has --format and --output. */
static bool writes_reports(abs_verb verb)
{
    return applies(option_find("format"), verb) && applies(option_find("output"), verb);
}

/* ---- pieces of a page, for a terminal or as troff ----------------------------------------------
 */

typedef struct {
    FILE *out;
    abs_verb verb;
    bool man;
} page;

/* Literal text: a bare - may be printed as a hyphen, which a shell does not read as -. */
static void print_troff(FILE *out, const char *text)
{
    for (; *text != '\0'; text++)
        if (*text == '-' || *text == '\\')
            fputs(*text == '-' ? "\\-" : "\\e", out);
        else
            fputc(*text, out);
}

/* In lines of at most WIDTH columns, from the margin on. */
static void print_wrapped(FILE *out, const char *text)
{
    while (strlen(text) > WIDTH - MARGIN) {
        size_t cut = WIDTH - MARGIN;
        while (cut > 0 && text[cut] != ' ')
            cut--;
        if (cut == 0)
            break;
        fprintf(out, "%.*s\n%*s", (int)cut, text, MARGIN, "");
        text += cut + 1;
    }
    fprintf(out, "%s\n", text);
}

/* A name and what it does. */
static void print_item(const page *p, const char *name, const char *help)
{
    if (!p->man) {
        fprintf(p->out, "  %-20s ", name);
        print_wrapped(p->out, help);
        return;
    }
    fputs(".TP\n.B ", p->out);
    print_troff(p->out, name);
    fputc('\n', p->out);
    print_troff(p->out, help);
    fputc('\n', p->out);
}

static void print_option(const page *p, const abs_option *info)
{
    char name[64], text[512], preset[CONFIG_WORD_MAX];
    const char *const argument = info->argument != NULL ? info->argument : "", *const equals =
                                                                                   info->argument !=
                                                                                           NULL
                                                                                       ? "="
                                                                                       : "";
    option_preset(info, preset, sizeof preset);
    const bool has = preset[0] != '\0';
    snprintf(text, sizeof text, "%s%s%s%s", info->help, has ? " (default: " : "", preset,
             has ? ")" : "");
    snprintf(name, sizeof name, "--%s%s%s", info->name, equals, argument);
    if (!p->man) {
        print_item(p, name, text);
        return;
    }
    fputs(".TP\n\\fB\\-\\-", p->out);
    print_troff(p->out, info->name);
    fprintf(p->out, "\\fR%s\\fI%s\\fR\n", equals, argument);
    print_troff(p->out, text);
    fputc('\n', p->out);
}

static void print_options(const page *p)
{
    for (unsigned i = 0; i < abs_option_count; i++) {
        const abs_option *info = &abs_option_table[i];
        if (title_of(info, p->verb) != NULL)
            fprintf(p->out, p->man ? ".SS %s\n" : "\n%s\n", info->help);
        else if (applies(info, p->verb))
            print_option(p, info);
    }
}

static void print_environment(const page *p)
{
    if (!writes_reports(p->verb))
        return;
    fputs(p->man ? ".SH ENVIRONMENT\n" : "\nEnvironment\n", p->out);
    for (size_t i = 0; i < VARIABLES; i++)
        print_item(p, environment[i].name, environment[i].help);
}

/* ---- --help ------------------------------------------------------------------------------------
 */

#define TITLE                                                                                      \
    "absbench -- which minimax search, with which window, for this game?\n\n"                      \
    "  absbench                               four searches on a mix of games, trees\n"            \
    "  absbench --game=othello --algo=all     a game's own positions, every search\n"              \
    "  absbench tune --game=chess             a race: which search and window to use\n"            \
    "  absbench --tree=uniform:b=4,range=100 --seed=1..20 --algo=all,mtd --depth=6\n\n"

/* The names of all, in lines of WIDTH columns behind the first two words. */
static void print_names(FILE *out, const char *head, const char *const *names)
{
    int column = fprintf(out, "%-9s", head);
    for (; *names != NULL; names++) {
        if (column + 1 + (int)strlen(*names) > WIDTH)
            column = fprintf(out, "\n%9s", "") - 1;
        column += fprintf(out, " %s", *names);
    }
    fputc('\n', out);
}

void abs_options_help_first(FILE *out)
{
    static const char *const shown[] = {"game", "positions", "tree",   "seed",
                                        "algo", "depth",     "window", "output"};
    const page p = {out, ABS_VERBS, false};
    const char *names[ABS_VERBS + 1] = {NULL}, *scripts[ABS_VERBS] = {NULL};
    fputs(TITLE, out);
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++) {
        abs_option first = *option_find(shown[i]);
        char clause[512];
        snprintf(clause, sizeof clause, "%.*s", (int)strcspn(first.help, ";"), first.help);
        first.help = clause;
        first.preset = NULL;
        print_option(&p, &first);
    }
    fputc('\n', out);
    for (int v = 0; v < ABS_VERBS; v++)
        names[v] = abs_verb_table[v].name;
    for (size_t i = 0; abs_script_table[i].name != NULL; i++)
        scripts[i] = abs_script_table[i].name;
    print_names(out, "Commands:", names);
    print_names(out, "Scripts:", scripts);
    fputs("\n`absbench --help=all` has every option, `absbench help COMMAND` those of one\n"
          "command; `absbench list` has the games, trees and algorithms.\n",
          out);
}

static void help_head(FILE *out)
{
    fputs(TITLE "Commands (absbench COMMAND [OPTIONS]; `absbench help COMMAND` has its page)\n",
          out);
    for (int v = 0; v < ABS_VERBS; v++)
        fprintf(out, "  %-17s %s\n", abs_verb_table[v].name, abs_verb_table[v].help);
    fputs("\nScripts, if they are installed (absbench SCRIPT ..; each has --help)\n", out);
    for (const abs_script_info *s = abs_script_table; s->name != NULL; s++)
        fprintf(out, "  %-17s %s\n", s->name, s->help);
}

void abs_options_help(FILE *out, abs_verb verb)
{
    const page p = {out, verb, false};
    const abs_verb_info *const v = &abs_verb_table[verb];
    if (verb == ABS_VERBS)
        help_head(out);
    else
        fprintf(out, "absbench %s -- %s\n\n  absbench %s%s%s [OPTION]..\n", v->name, v->help,
                v->name, *v->operands != '\0' ? " " : "", v->operands);
    print_options(&p);
    print_environment(&p);
    fprintf(out, "\n%s%sExit: " EXITS, takes_lists(verb) ? "Lists: " : "",
            takes_lists(verb) ? LISTS : "");
}

/* ---- manual pages ------------------------------------------------------------------------------
 */

static void man_head(const page *p)
{
    fputs(".TH ABSBENCH 1\n.nh\n"
          ".SH NAME\nabsbench \\- compare minimax searches by exact node counts\n"
          ".SH SYNOPSIS\n.B absbench\n[\\fICOMMAND\\fR] [\\fIFILE\\fR...] "
          "[\\fIOPTION\\fR]...\n.SH COMMANDS\n",
          p->out);
    for (int v = 0; v < ABS_VERBS; v++)
        print_item(p, abs_verb_table[v].name, abs_verb_table[v].help);
    fputs(".SH SCRIPTS\n", p->out);
    for (const abs_script_info *s = abs_script_table; s->name != NULL; s++)
        print_item(p, s->name, s->help);
}

static void man_verb_head(FILE *out, const abs_verb_info *v)
{
    fputs(".TH ABSBENCH\\-", out);
    for (const char *c = v->name; *c != '\0'; c++)
        fputc(toupper((unsigned char)*c), out);
    fputs(" 1\n.nh\n.SH NAME\nabsbench\\-", out);
    print_troff(out, v->name);
    fputs(" \\- ", out);
    print_troff(out, v->help);
    fputs("\n.SH SYNOPSIS\n.B absbench ", out);
    print_troff(out, v->name);
    fputc('\n', out);
    if (*v->operands != '\0')
        fprintf(out, "\\fI%s\\fR\n", v->operands);
    fputs("[\\fIOPTION\\fR]...\n", out);
}

/* The pages of the other commands. */
static void man_also(FILE *out, abs_verb verb)
{
    fputs(".SH SEE ALSO\n", out);
    if (verb != ABS_VERBS) {
        fputs(".BR absbench (1)\n", out);
        return;
    }
    for (int v = 0; v < ABS_VERBS; v++) {
        fputs(".BR absbench\\-", out);
        print_troff(out, abs_verb_table[v].name);
        fputs(" (1),\n", out);
    }
    for (const abs_script_info *s = abs_script_table; s->name != NULL; s++) {
        fputs(".BR absbench\\-", out);
        print_troff(out, s->name);
        fprintf(out, " (1)%s\n", s[1].name != NULL ? "," : "");
    }
}

void abs_options_man(FILE *out, abs_verb verb)
{
    const page p = {out, verb, true};
    if (verb == ABS_VERBS)
        man_head(&p);
    else
        man_verb_head(out, &abs_verb_table[verb]);
    fputs(".SH OPTIONS\n", out);
    print_options(&p);
    if (takes_lists(verb)) {
        fputs(".SH LISTS\n", out);
        print_troff(out, LISTS);
    }
    print_environment(&p);
    fputs(".SH EXIT STATUS\n" EXITS, out);
    man_also(out, verb);
}
