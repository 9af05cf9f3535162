/* words.c -- words of the command line that are no option, command or name, and what was probably
   meant. See options.h. */
#include "search/hints.h"
#include "search/registry.h"
#include "suite/options.h"

#include <unistd.h>

text_hint option_hint(const char *where, const char *text, const char *const *names)
{
    text_hint hint = hint_of(where, text, "", names);
    if (option_find(text) != NULL && *hint.text == '\0')
        snprintf(hint.text, sizeof hint.text, "; --%s is an option: `absbench --help=all` has it",
                 text);
    return hint;
}

/* ---- options -------------------------------------------------------------------------------- */

/* Whether the option reads that value, and does not read any text. `text`, if not NULL, becomes the
   value, or what the option says to write for it. */
static bool reads(const abs_option *info, const char *value, char text[64])
{
    abs_options o = {0};
    abs_error error = {.code = ABS_OK};
    const bool any = info->flags & (OPTION_REPEATS | OPTION_FILLED) || info->argument == NULL;
    const bool ok = !any && strlen(value) < 60 && option_read(&o, info, value, &error);
    const char *const write = !any && !ok ? strstr(error.text, "; write ") : NULL;
    if (text != NULL && (ok || (write != NULL && strchr(write + 8, ' ') == NULL)))
        snprintf(text, 64, "%s", ok ? value : write + 8);
    abs_options_free(&o);
    return ok;
}

/* What to type for an option that is to be off; `part` is what the table has as its value. */
static text_hint hint_off(const abs_option *info, const char *part, const char *value)
{
    static const char *const words[] = {"none", "off", "0"};
    const unsigned least = info->form.unit & ABS_IN_BYTES ? 3 : 2;
    text_hint hint = {""};
    if (part != NULL && hint_is_on(part))
        part = NULL;
    if (value != NULL && strcmp(value, "0") == 0 && part == NULL && reads(info, value, NULL))
        snprintf(hint.text, sizeof hint.text, "; did you mean '--%s=0'?", info->name);
    else if (strcmp(info->name, "select") == 0)
        snprintf(hint.text, sizeof hint.text,
                 "; no selective search is made unless --select names it");
    for (unsigned i = 0; i < least && *hint.text == '\0' && (part == NULL || strchr(part, '#'));
         i++)
        if (reads(info, words[i], NULL))
            snprintf(hint.text, sizeof hint.text, "; did you mean '--%s=%s'?", info->name,
                     words[i]);
    if (*hint.text == '\0' && info->flags & OPTION_COMBINES) {
        unsigned flags = 0;
        char list[64];
        for (unsigned i = 0; info->names[i].name != NULL; i++)
            if (strcmp(info->names[i].name, part) != 0)
                flags |= 1u << i;
        abs_flags_text(info->names, flags & ~(unsigned)ABS_ORDER_EVAL, list, sizeof list);
        snprintf(hint.text, sizeof hint.text, "; --%s has only what it names, as in --%s=%s",
                 info->name, info->name, list);
    }
    if (*hint.text == '\0')
        snprintf(hint.text, sizeof hint.text, "; leave --%s out", info->name);
    return hint;
}

/* Writes the text with the user's number instead of that behind #, if he gave one. */
static void fill_number(const char *text, const char *value, char *filled, size_t size)
{
    const char *const hash = strchr(text, '#');
    const bool number =
        value != NULL && *value != '\0' && value[strspn(value, "0123456789.")] == '\0';
    const char *const rest = hash == NULL ? "" : hash + 1;
    snprintf(filled, size, "%.*s%s%s", (int)strcspn(text, "#"), text,
             number && hash != NULL ? value : "", rest + (number ? strspn(rest, "0123456789") : 0));
}

/* What to type for an option, NAME or NAME=VALUE, where # in the value stands before a number that
   gives way to that of the user; `value` is the user's, or NULL. */
static text_hint hint_on(const abs_option *info, const char *part, const char *value, bool on)
{
    text_hint hint = {""};
    const char *const hash = part != NULL ? strchr(part, '#') : NULL;
    const char *const listed = on && part == NULL ? hint_listed(info->name, "on") : NULL;
    char text[96] = "", other[64] = "";
    if (strcmp(info->name, "reference") == 0 && value != NULL && strstr(value, ".json") != NULL) {
        snprintf(hint.text, sizeof hint.text,
                 "; `absbench compare OLD.json NEW.json` compares reports");
        return hint;
    }
    if (part != NULL && strcmp(info->name, "format") == 0 && value != NULL &&
        strchr(value, '.') != NULL) {
        snprintf(hint.text, sizeof hint.text, "; did you mean '--output=%.60s'?", value);
        return hint;
    }
    if (hash != NULL && (value == NULL || on || value[strspn(value, "0123456789.")] == '\0'))
        fill_number(part, on ? NULL : value, text, sizeof text);
    else if (hash != NULL) {
        if (hash == part)
            reads(info, value, text);
    } else if (on && part == NULL)
        snprintf(text, sizeof text, "%s",
                 reads(info, "on", NULL)            ? "on"
                 : listed != NULL && *listed != '!' ? listed
                                                    : "");
    else if (part != NULL && !(info->flags & OPTION_COMBINES)) {
        snprintf(text, sizeof text, "%s", part);
        snprintf(other, sizeof other, "%.30s:%.30s", part, value != NULL ? value : "");
        if (value != NULL && !on && (reads(info, other, NULL) || reads(info, value, other)))
            snprintf(text, sizeof text, "%s", other);
    }
    snprintf(hint.text, sizeof hint.text, "; did you mean '--%s%s%s'?", info->name,
             *text != '\0' ? "=" : "", text);
    return hint;
}

text_hint option_hint_elsewhere(abs_verb verb, const char *name)
{
    text_hint hint = {""};
    const char *const type = hint_listed(abs_verb_table[verb].name, name);
    if (type != NULL && *type == '!')
        snprintf(hint.text, sizeof hint.text, "; %s", type + 1);
    else if (type != NULL)
        snprintf(hint.text, sizeof hint.text, "; did you mean '--%.*s'?", (int)strcspn(type, "="),
                 type);
    return hint;
}

/* What the table or the verb's options have for that very word; NULL if there is nothing. */
static const char *known(abs_verb verb, const char *bare, const char *const *names)
{
    size_t away;
    const char *type = hint_listed(abs_verb_table[verb].name, bare);
    if (type == NULL)
        type = hint_listed("option", bare);
    const char *const nearest = text_nearest(bare, names, &away);
    char name[TEXT_BARE_MAX];
    if (type == NULL && nearest != NULL && (text_bare(nearest, name), strcmp(name, bare) == 0))
        type = nearest;
    return type;
}

/* What was meant by an option that there is not. */
static text_hint unknown_hint(abs_verb verb, const char *word, const char *value, bool glued,
                              const char *const *names)
{
    static const struct {
        const char *prefix;
        bool negates;
    } prefixes[] = {{"no", true},      {"disable", true}, {"without", true}, {"skip", true},
                    {"enable", false}, {"use", false},    {"with", false}};
    char bare[TEXT_BARE_MAX], name[64], other[64];
    text_hint hint = {""};
    bool off = value != NULL && hint_is_off(value), on = value != NULL && hint_is_on(value);
    text_bare(word, bare);
    snprintf(other, sizeof other, "no-%.40s", word);
    const char *type = off && option_find(other) != NULL ? other : known(verb, bare, names);
    if (type == other)
        off = false;
    for (size_t i = 0; type == NULL && i < sizeof prefixes / sizeof prefixes[0]; i++) {
        const size_t length = strlen(prefixes[i].prefix);
        if (strncmp(bare, prefixes[i].prefix, length) != 0)
            continue;
        type = known(verb, bare + length, names);
        if (type != NULL && prefixes[i].negates) {
            on = off;
            off = !off;
        } else if (type != NULL && value == NULL)
            on = true;
    }
    if (type == NULL && abs_verb_table[abs_verb_find(word)].name != NULL) {
        snprintf(hint.text, sizeof hint.text, "; it is a command: write `absbench %s%s%.60s`", word,
                 value != NULL ? " " : "", value != NULL ? value : "");
        return hint;
    }
    if (type == NULL)
        type = hint_type("option", word, names);
    if (type == NULL)
        return hint;
    if (*type == '!') {
        snprintf(hint.text, sizeof hint.text, "; ");
        fill_number(type + 1, value, hint.text + 2, sizeof hint.text - 2);
        return hint;
    }
    const size_t length = strcspn(type, "=");
    snprintf(name, sizeof name, "%.*s", (int)length, type);
    const abs_option *const info = option_find(name);
    const char *const part = type[length] == '=' ? type + length + 1 : NULL;
    if ((info->verbs & 1u << verb) == 0)
        snprintf(hint.text, sizeof hint.text, "; --%s is not for `absbench %s` either", name,
                 abs_verb_table[verb].name);
    else if (off)
        hint = hint_off(info, part, value);
    else if (strncmp(name, "no-", 3) == 0 && type != other && strncmp(bare, "no", 2) != 0)
        snprintf(hint.text, sizeof hint.text, "; leave --%s out", name);
    else if (glued && part == NULL && (reads(info, value, NULL) || info->flags & OPTION_REPEATS))
        snprintf(hint.text, sizeof hint.text, "; did you mean '--%s=%.60s'?", name, value);
    else
        hint = hint_on(info, part, value, on);
    return hint;
}

bool option_is_word(const char *word)
{
    const size_t length = strcspn(word, "=");
    char name[32];
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : 0), word);
    return length > 2 && (option_find(name) != NULL || hint_listed("option", name) != NULL);
}

bool option_fail_unknown(abs_verb verb, const char *text, const char *next, abs_error *error)
{
    const char *names[ABS_OPTIONS_MAX + 1];
    char name[64];
    unsigned n = 0;
    for (unsigned i = 0; i < abs_option_count; i++)
        if (abs_option_table[i].name != NULL && (abs_option_table[i].verbs & 1u << verb) != 0)
            names[n++] = abs_option_table[i].name;
    names[n] = NULL;
    const size_t length = strcspn(text, "=:");
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    const char *word = name + strspn(name, "-");
    const char *value = text[length] != '\0'           ? text + length + 1
                        : next != NULL && *next != '-' ? next
                                                       : NULL;
    const char letter[2] = {word[0], '\0'}; /* of -d6 and -gothello */
    const bool colon = text[length] == ':'; /* of --game:othello */
    bool glued =
        text[1] != '-' && word[0] != '\0' && word[1] != '\0' &&
        (word[1 + strspn(word + 1, "0123456789")] == '\0' ||
         (hint_type("option", word, names) == NULL && hint_listed("option", letter) != NULL));
    text_hint hint =
        unknown_hint(verb, glued ? letter : word, glued ? word + 1 : value, glued || colon, names);
    if (text[1] != '-' && next != NULL && strchr(next, '=') != NULL && *next != '-')
        snprintf(hint.text, sizeof hint.text,
                 "; options are written --NAME=VALUE; games between searches are `absbench match`");
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

/* Whether the file is there and is no report. */
static bool is_tree_file(const char *name)
{
    char begin[256] = "";
    FILE *const file = fopen(name, "r");
    const size_t length = file != NULL ? fread(begin, 1, sizeof begin - 1, file) : 0;
    if (file != NULL)
        fclose(file);
    return length > 0 && strstr(begin, "\"absbench.") == NULL;
}

/* The word without what stands for two hyphens where a text was set in type. */
static const char *without_dashes(const char *text)
{
    while (strncmp(text, "\xe2\x80\x93", 3) == 0 || strncmp(text, "\xe2\x80\x94", 3) == 0 ||
           strncmp(text, "\xe2\x88\x92", 3) == 0)
        text += 3;
    return text + strspn(text, "-/");
}

/* The option whose value the word may be, and what goes before it; NULL if there is none. */
static const char *option_of(const char *text, const char **before)
{
    static const struct {
        const char *ending, *option;
    } endings[] = {{".so", "game"},       {".epd", "positions"}, {".fen", "positions"},
                   {".txt", "positions"}, {".obf", "positions"}, {".pdn", "positions"}};
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

text_hint item_hint(const abs_options *o, const char *text)
{
    text_hint hint = {""};
    const char *before, *const name = option_of(text, &before);
    const abs_option *const info = name != NULL ? option_find(name) : NULL;
    if (info != NULL && info->argument != NULL && strcmp(info->argument, "LIST") == 0 &&
        abs_options_asked(o, name))
        snprintf(hint.text, sizeof hint.text, "; did you mean '--%s=%.60s,%.60s'?", name,
                 o->given[info - abs_option_table], text);
    return hint;
}

text_hint target_hint(abs_verb verb, const char *text, const char *const *commands)
{
    static const char *const no_name = NULL;
    text_hint hint = {""};
    const char *before, *const option = option_of(text, &before), *const dot = strrchr(text, '.');
    const abs_option *const info = option != NULL ? option_find(option) : NULL;
    const char *form = NULL; /* a file of that kind */
    char name[32];
    const char *const typed = without_dashes(text);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(typed, "="), typed);
    if (option_find(name) != NULL && *text != '-' &&
        (typed[strlen(name)] == '=' || typed != text)) {
        snprintf(hint.text, sizeof hint.text, "; did you mean '--%.60s'?", typed);
        return hint;
    }
    if (strchr(text, '/') != NULL && strchr(text, ' ') != NULL) {
        snprintf(hint.text, sizeof hint.text,
                 "; a position is written --game=chess --position='FEN'");
        return hint;
    }
    if (dot != NULL && strcmp(dot, ".pgn") == 0)
        return hint_of("option", "pgn", "", commands);
    if (dot != NULL && strncmp(dot, ".json", 5) == 0)
        form = verb == ABS_VERB_TRACE || (verb == ABS_VERB_RUN && is_tree_file(text))
                   ? "; did you mean '--tree=explicit:file=%.60s'?"
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
    else if (strcmp(text, "help") == 0)
        snprintf(hint.text, sizeof hint.text, "; write `absbench help %s`",
                 abs_verb_table[verb].name);
    else if (verb == ABS_VERB_LIST)
        snprintf(hint.text, sizeof hint.text, "; write one section");
    else if (verb == ABS_VERB_TUNE && is_algo(text))
        snprintf(hint.text, sizeof hint.text, "; tune chooses the searches that it races");
    else if (verb == ABS_VERB_NEWGAME)
        snprintf(hint.text, sizeof hint.text, "; the name is one word, as in my_game");
    else if (option_find(text) != NULL && (option_find(text)->verbs & 1u << verb) != 0 &&
             *abs_verb_table[verb].operands == '\0')
        snprintf(hint.text, sizeof hint.text, "; did you mean '--%s'?", text);
    else if (option_find(text) != NULL)
        hint = option_hint("command", text, commands);
    else if (verb == ABS_VERB_BENCH)
        snprintf(hint.text, sizeof hint.text, "; its suite is fixed: write `absbench bench`");
    else if (verb == ABS_VERB_TUNE && *hint_of("algo", text, "", commands).text != '\0')
        snprintf(hint.text, sizeof hint.text, "; did you mean '--engine=%.60s'?", text);
    else if (verb == ABS_VERB_CHECK)
        snprintf(hint.text, sizeof hint.text, "; a game of your own is --game=./%.60s.so",
                 text + (strncmp(text, "./", 2) == 0 ? 2 : 0));
    else if (verb == ABS_VERB_SWEEP)
        snprintf(hint.text, sizeof hint.text, "; a grid is a file in JSON: --grid=FILE");
    return *hint.text != '\0' || commands[0] == NULL ? hint
                                                     : hint_of("section", text, "list ", &no_name);
}

bool abs_verb_fail(const char *name, abs_error *error)
{
    const char *names[ABS_OPTIONS_MAX] = {NULL};
    if (abs_script_known(name))
        return abs_fail(
            error, ABS_USAGE,
            "%s is a script, and named before any option: `absbench %s ..`, or `absbench "
            "help %s`",
            name, name, name);
    for (int i = 0; abs_verb_table[i].name != NULL; i++)
        names[i] = abs_verb_table[i].name;
    return abs_fail(error, ABS_USAGE,
                    "there is no command '%.100s'; `absbench help` shows what there is%s", name,
                    target_hint(ABS_VERB_RUN, name, names).text);
}

text_hint files_hint(abs_verb verb, char *const *files, size_t count)
{
    static const char *const endings[] = {".csv", ".md", ".txt", ".json", ".jsonl", NULL};
    text_hint hint = {""};
    const char *const last = count > 0 ? files[count - 1] : "";
    const char *const dot = strrchr(last, '.');
    size_t i = 0;
    while (dot != NULL && endings[i] != NULL && strcmp(dot, endings[i]) != 0)
        i++;
    if (verb == ABS_VERB_COMPARE && count > 0 && access(files[0], F_OK) != 0 && is_algo(files[0]))
        snprintf(hint.text, sizeof hint.text,
                 "; searches are compared in one report: `absbench --algo=%.40s,%.40s`", files[0],
                 count > 1 ? last : "..");
    else if (verb == ABS_VERB_SHOW && count == 2 && dot != NULL && endings[i] != NULL &&
             access(last, F_OK) != 0)
        snprintf(hint.text, sizeof hint.text, "; did you mean '--output=%.60s'?", last);
    return hint;
}
