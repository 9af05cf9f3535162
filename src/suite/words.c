/* words.c -- words of the command line that are no option, command or name, and what was probably
   meant. See options.h. */
#include "search/hints.h"
#include "search/registry.h"
#include "suite/options.h"

text_hint option_hint(const char *where, const char *text, const char *const *names)
{
    text_hint hint = hint_of(where, text, "", names);
    if (option_find(text) != NULL && *hint.text == '\0')
        snprintf(hint.text, sizeof hint.text, "; --%s is an option: `absbench --help=all` has it",
                 text);
    return hint;
}

/* ---- options -------------------------------------------------------------------------------- */

/* Says of an option that the hint names if the verb does not take it either. */
static void check_hint(abs_verb verb, text_hint *hint)
{
    char name[32] = "";
    sscanf(hint->text, "; did you mean '--%31[a-z-]", name);
    const abs_option *const info = option_find(name);
    if (info != NULL && (info->verbs & 1u << verb) == 0)
        snprintf(hint->text, sizeof hint->text, "; --%s is not for `absbench %s` either", name,
                 abs_verb_table[verb].name);
}

bool option_fail_unknown(abs_verb verb, const char *text, abs_error *error)
{
    const char *names[ABS_OPTIONS_MAX + 1];
    char name[64];
    unsigned n = 0;
    for (unsigned i = 0; i < abs_option_count; i++)
        if (abs_option_table[i].name != NULL && (abs_option_table[i].verbs & 1u << verb) != 0)
            names[n++] = abs_option_table[i].name;
    names[n] = NULL;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "="), text);
    const char *bare = name + strspn(name, "-");
    const char letter[2] = {bare[0], '\0'}; /* of -d6 */
    if (text[1] != '-' && bare[0] != '\0' && bare[1 + strspn(bare + 1, "0123456789")] == '\0')
        bare = letter;
    text_hint hint = hint_of("option", bare, "--", names);
    check_hint(verb, &hint);
    return abs_fail(error, ABS_USAGE, "there is no option '%s'; `absbench --help=all` shows them%s",
                    name, hint.text);
}

/* ---- targets -------------------------------------------------------------------------------- */

static bool is_domain(const char *kind, const char *text)
{
    abs_error error;
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, ":"), text);
    return abs_registry_find(kind, name, &error) != NULL;
}

static bool is_algo(const char *text)
{
    static abs_algo algos[ABS_ALGOS_MAX];
    abs_error error;
    unsigned count = 0;
    return abs_algo_parse("algo", text, algos, &count, &error);
}

/* The option whose value the word may be, and what goes before it; NULL if there is none. */
static const char *option_of(const char *text, const char **before)
{
    static const struct {
        const char *ending, *option;
    } endings[] = {{".so", "game"},
                   {".epd", "positions"},
                   {".fen", "positions"},
                   {".txt", "positions"},
                   {".obf", "positions"},
                   {".pdn", "positions"}};
    const char *const dot = strrchr(text, '.');
    *before = dot != NULL && strcmp(dot, ".so") == 0 && strchr(text, '/') == NULL ? "./" : "";
    for (size_t i = 0; dot != NULL && i < sizeof endings / sizeof endings[0]; i++)
        if (strcmp(dot, endings[i].ending) == 0)
            return endings[i].option;
    if (*text != '\0' && text[strspn(text, "0123456789.,")] == '\0')
        return "depth";
    if (strcmp(text, "start") == 0 || strcmp(text, "startpos") == 0)
        return "position";
    return is_domain("game", text)   ? "game"
           : is_domain("tree", text) ? "tree"
           : is_algo(text)           ? "algo"
                                     : NULL;
}

text_hint target_hint(abs_verb verb, const char *text, const char *const *commands)
{
    static const char *const no_name = NULL;
    text_hint hint = {""};
    const char *before, *const option = option_of(text, &before), *const dot = strrchr(text, '.');
    const abs_option *const info = option != NULL ? option_find(option) : NULL;
    const char *form = NULL; /* a file of that kind */
    if (dot != NULL && strcmp(dot, ".pgn") == 0)
        return hint_of("option", "pgn", "", commands);
    if (dot != NULL && strncmp(dot, ".json", 5) == 0)
        form = verb == ABS_VERB_TRACE   ? "; did you mean '--tree=explicit:file=%.60s'?"
               : verb == ABS_VERB_SWEEP ? "; did you mean '--grid=%.60s'?"
                                        : "; for a report write `absbench show %.60s`";
    else if (dot != NULL && strcmp(dot, ".c") == 0)
        form = "; `make plugin GAME=%.60s` makes a game of it";
    if (form != NULL)
        snprintf(hint.text, sizeof hint.text, form, text);
    else if (info != NULL && (info->verbs & 1u << verb) != 0)
        snprintf(hint.text, sizeof hint.text, "; did you mean '%s--%s=%s%.60s'?",
                 strncmp(option, "position", 8) == 0 ? "--game=chess " : "", option, before, text);
    else if (commands[0] != NULL)
        hint = option_hint("command", text, commands);
    else if (verb == ABS_VERB_BENCH)
        snprintf(hint.text, sizeof hint.text, "; its suite is fixed: write `absbench bench`");
    else if (verb == ABS_VERB_TUNE && *hint_of("algo", text, "", commands).text != '\0')
        snprintf(hint.text, sizeof hint.text, "; did you mean '--engine=%.60s'?", text);
    else if (verb == ABS_VERB_CHECK)
        snprintf(hint.text, sizeof hint.text, "; a game of your own is --game=./%.60s.so", text);
    else if (verb == ABS_VERB_SWEEP)
        snprintf(hint.text, sizeof hint.text, "; a grid is a file in JSON: --grid=FILE");
    return *hint.text != '\0' || commands[0] == NULL ? hint
                                                     : hint_of("section", text, "list ", &no_name);
}
