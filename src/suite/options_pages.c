/* options_pages.c -- the pages made from the table of options. */
#include "suite/options_table.h"

enum { MARGIN = 23, WIDTH = 96 };

#define LISTS                                                                                      \
    "a,b,c or LO..HI, LO..HI:STEP, LO..HI*FACTOR; lists multiply. A later option\n"                \
    "overrides an earlier one. -o FILE is --output, -j N is --jobs.\n"
#define EXITS                                                                                      \
    "0 ok, 1 values disagree or a figure is not as expected, 2 could not run,\n"                   \
    "64 wrong usage, 130 interrupted (what was finished is kept; in FILE.partial if\n"             \
    "FILE already existed).\n"

/* What an option does, in lines of at most WIDTH columns, from the margin on. */
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

void abs_options_help(FILE *out)
{
    fputs(
        "absbench -- which minimax search, with which window, for this game?\n\n"
        "  absbench --algo=pvs --depth=8                    a built-in mix of trees and games\n"
        "  absbench --game=othello --algo=all               a game's suite, ratios to alpha-beta\n"
        "  absbench --game=connectfour --position=4455 --algo=aspiration --window=5,25,100\n"
        "  absbench --tree=uniform:b=4,range=100 --seed=1..20 --algo=all,mtd --depth=6\n\n"
        "Commands (absbench COMMAND [OPTIONS])\n",
        out);
    for (int v = 0; v < ABS_VERBS; v++)
        fprintf(out, "  %-10s %s\n", abs_verb_table[v].name, abs_verb_table[v].help);
    for (unsigned i = 0; i < abs_option_count; i++) {
        const abs_option *info = &abs_option_table[i];
        char left[64], text[512];
        if (info->name == NULL) {
            fprintf(out, "\n%s\n", info->help);
            continue;
        }
        snprintf(left, sizeof left, "--%s%s%s", info->name, info->argument ? "=" : "",
                 info->argument ? info->argument : "");
        fprintf(out, "  %-20s ", left);
        snprintf(text, sizeof text, "%s%s%s%s", info->help, info->preset ? " (default: " : "",
                 info->preset ? info->preset : "", info->preset ? ")" : "");
        print_wrapped(out, text);
    }
    fputs("\nLists: " LISTS "Exit: " EXITS, out);
}

/* Literal text: a bare - may be printed as a hyphen, which a shell does not read as -. */
static void print_troff(FILE *out, const char *text)
{
    for (; *text != '\0'; text++)
        if (*text == '-' || *text == '\\')
            fputs(*text == '-' ? "\\-" : "\\e", out);
        else
            fputc(*text, out);
}

void abs_options_man(FILE *out)
{
    fputs(".TH ABSBENCH 1\n.nh\n"
          ".SH NAME\nabsbench \\- compare minimax searches by exact node counts\n"
          ".SH SYNOPSIS\n.B absbench\n[\\fICOMMAND\\fR] [\\fIFILE\\fR...] "
          "[\\fIOPTION\\fR]...\n.SH COMMANDS\n",
          out);
    for (int v = 0; v < ABS_VERBS; v++) {
        fprintf(out, ".TP\n.B %s\n", abs_verb_table[v].name);
        print_troff(out, abs_verb_table[v].help);
        fputc('\n', out);
    }
    fputs(".SH OPTIONS\n", out);
    for (unsigned i = 0; i < abs_option_count; i++) {
        const abs_option *info = &abs_option_table[i];
        if (info->name == NULL) {
            fprintf(out, ".SS %s\n", info->help);
            continue;
        }
        fputs(".TP\n\\fB\\-\\-", out);
        print_troff(out, info->name);
        fprintf(out, "\\fR%s\\fI%s\\fR\n", info->argument ? "=" : "",
                info->argument ? info->argument : "");
        print_troff(out, info->help);
        if (info->preset != NULL) {
            fputs(" (default: ", out);
            print_troff(out, info->preset);
            fputc(')', out);
        }
        fputc('\n', out);
    }
    fputs(".SH LISTS\n", out);
    print_troff(out, LISTS);
    fputs(".SH EXIT STATUS\n" EXITS, out);
}
