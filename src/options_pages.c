/* options_pages.c -- the pages made from the table of options. */
#include "options_table.h"

enum { MARGIN = 23, WIDTH = 96 };

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
    fputs("\nLists: a,b,c or LO..HI, LO..HI:STEP, LO..HI*FACTOR; lists multiply. A later option\n"
          "overrides an earlier one. -o FILE is --output, -j N is --jobs.\n"
          "Exit: 0 ok, 1 values disagree, 2 could not run, 64 wrong usage, 130 interrupted.\n",
          out);
}

void abs_options_man(FILE *out)
{
    fputs(".TH ABSBENCH 1\n.SH NAME\nabsbench \\- compare minimax searches by exact node counts\n"
          ".SH SYNOPSIS\n.B absbench\n[\\fICOMMAND\\fR] [\\fIOPTION\\fR]...\n.SH COMMANDS\n",
          out);
    for (int v = 0; v < ABS_VERBS; v++)
        fprintf(out, ".TP\n.B %s\n%s\n", abs_verb_table[v].name, abs_verb_table[v].help);
    fputs(".SH OPTIONS\n", out);
    for (unsigned i = 0; i < abs_option_count; i++) {
        const abs_option *info = &abs_option_table[i];
        if (info->name == NULL) {
            fprintf(out, ".SS %s\n", info->help);
            continue;
        }
        fprintf(out, ".TP\n\\fB\\-\\-%s\\fR%s\\fI%s\\fR\n%s", info->name, info->argument ? "=" : "",
                info->argument ? info->argument : "", info->help);
        if (info->preset != NULL)
            fprintf(out, " (default: %s)", info->preset);
        fputc('\n', out);
    }
    fputs(
        ".SH LISTS\na,b,c or LO..HI, LO..HI:STEP, LO..HI*FACTOR; lists multiply.\n"
        ".SH EXIT STATUS\n0 ok, 1 the values disagree or a figure is not the expected one, 2 could "
        "not run, 64 wrong usage, 130 interrupted (what was finished is kept).\n",
        out);
}
