/* words.c -- words of the command line that are no option, command or name, and what was probably
   meant. See options.h. */
#include "search/hints.h"
#include "search/registry.h"
#include "suite/options.h"

#include <unistd.h>

text_hint option_hint(const char *where, const char *text, const char *const *names)
{
    const text_hint hint = hint_of(where, text, names);
    return *hint.text != '\0' || option_find(text) == NULL
               ? hint
               : text_say("; --%s is an option: `absbench --help=all` has it", text);
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
    const bool zero = info->form.unit & ABS_IN_BYTES || (value != NULL && strcmp(value, "0") == 0);
    if (strcmp(info->name, "select") == 0)
        return text_say("; no selective search is made unless --select names it");
    if (part == NULL || hint_is_on(part) || strchr(part, '#') != NULL)
        for (unsigned i = 0; i < (zero ? 3 : 2); i++)
            if (reads(info, words[i], NULL))
                return text_say("; did you mean '--%s=%s'?", info->name, words[i]);
    if ((info->flags & OPTION_COMBINES) == 0)
        return text_say("; leave --%s out", info->name);
    unsigned flags = 0;
    char list[64];
    for (unsigned i = 0; info->names[i].name != NULL; i++)
        if (strcmp(info->names[i].name, part) != 0)
            flags |= 1u << i;
    abs_flags_text(info->names, flags & ~(unsigned)ABS_ORDER_EVAL, list, sizeof list);
    return text_say("; --%s has only what it names, as in --%s=%s", info->name, info->name, list);
}

static bool is_number(const char *value)
{
    return value[strspn(value, "0123456789.")] == '\0';
}

/* Writes the text with the user's number instead of that behind #, if he gave one. */
static void fill_number(const char *text, const char *value, char *filled, size_t size)
{
    const size_t head = strcspn(text, "#");
    const char *const rest = text + head + (text[head] == '#');
    const bool given = *rest != '\0' && value != NULL && *value != '\0' && is_number(value);
    snprintf(filled, size, "%.*s%s%s", (int)head, text, given ? value : "",
             rest + (given ? strspn(rest, "0123456789") : 0));
}

/* What to type for an option, NAME or NAME=VALUE, where # in the value stands before a number that
   gives way to that of the user; `value` is the user's, or NULL. */
static text_hint hint_on(const abs_option *info, const char *part, const char *value, bool on)
{
    char text[96] = "", other[64] = "";
    if (part != NULL && strcmp(info->name, "format") == 0 && value != NULL && strchr(value, '.'))
        return text_say("; did you mean '--output=%.60s'?", value);
    if (part == NULL && on) {
        const char *const listed = hint_listed(info->name, "on");
        snprintf(text, sizeof text, "%s",
                 reads(info, "on", NULL)            ? "on"
                 : listed != NULL && *listed != '!' ? listed
                                                    : "");
    } else if (part != NULL && strchr(part, '#') != NULL) {
        if (value == NULL || on || is_number(value))
            fill_number(part, on ? NULL : value, text, sizeof text);
        else if (*part == '#')
            reads(info, value, text);
    } else if (part != NULL && !(info->flags & OPTION_COMBINES)) {
        snprintf(other, sizeof other, "%.30s:%.30s", part, value != NULL ? value : "");
        const bool mine =
            value != NULL && !on && (reads(info, other, NULL) || reads(info, value, other));
        snprintf(text, sizeof text, "%s", mine ? other : part);
    }
    return text_say("; did you mean '--%s%s%s'?", info->name, *text != '\0' ? "=" : "", text);
}

text_hint option_hint_elsewhere(abs_verb verb, const char *name)
{
    const char *const type = hint_listed(abs_verb_table[verb].name, name);
    return type == NULL   ? (text_hint){""}
           : *type == '!' ? text_say("; %s", type + 1)
                          : text_say("; did you mean '--%.*s'?", (int)strcspn(type, "="), type);
}

/* What the table or the verb's options have for that very word; NULL if there is nothing. */
static const char *known(abs_verb verb, const char *bare, const char *const *names)
{
    size_t away;
    char name[TEXT_BARE_MAX];
    const char *const own = hint_listed(abs_verb_table[verb].name, bare),
                      *const type = own != NULL ? own : hint_listed("option", bare),
                      *const nearest = text_nearest(bare, names, &away);
    if (type != NULL || nearest == NULL)
        return type;
    text_bare(nearest, name);
    return strcmp(name, bare) == 0 ? nearest : NULL;
}

/* What was meant by an option that there is not. */
static text_hint unknown_hint(abs_verb verb, const char *word, const char *value, bool glued,
                              const char *const *names)
{
    /* The first four say no. */
    static const char *const prefixes[] = {"no",     "disable", "without", "skip",
                                           "enable", "use",     "with",    NULL};
    char bare[TEXT_BARE_MAX], name[64], other[64], text[128];
    bool off = value != NULL && hint_is_off(value), on = value != NULL && hint_is_on(value);
    text_bare(word, bare);
    snprintf(other, sizeof other, "no-%.40s", word);
    const char *type = off && option_find(other) != NULL ? other : known(verb, bare, names);
    off &= type != other;
    for (size_t i = 0; type == NULL && prefixes[i] != NULL; i++) {
        if (strncmp(bare, prefixes[i], strlen(prefixes[i])) == 0)
            type = known(verb, bare + strlen(prefixes[i]), names);
        if (type != NULL && i < 4) {
            on = off;
            off = !off;
        } else if (type != NULL)
            on |= value == NULL;
    }
    if (type == NULL && abs_verb_table[abs_verb_find(word)].name != NULL)
        return text_say("; it is a command: write `absbench %s%s%.60s`", word,
                        value != NULL ? " " : "", value != NULL ? value : "");
    if (type == NULL)
        type = hint_type("option", word, names);
    if (type == NULL)
        return (text_hint){""};
    if (*type == '!') {
        fill_number(type + 1, value, text, sizeof text);
        return text_say("; %s", text);
    }
    const size_t length = strcspn(type, "=");
    snprintf(name, sizeof name, "%.*s", (int)length, type);
    const abs_option *const info = option_find(name);
    const char *const part = type[length] == '=' ? type + length + 1 : NULL;
    if ((info->verbs & 1u << verb) == 0)
        return text_say("; --%s is not for `absbench %s` either", name, abs_verb_table[verb].name);
    if (off)
        return hint_off(info, part, value);
    if (strncmp(name, "no-", 3) == 0 && type != other && strncmp(bare, "no", 2) != 0)
        return text_say("; leave --%s out", name);
    if (glued && part == NULL && (reads(info, value, NULL) || info->flags & OPTION_REPEATS))
        return text_say("; did you mean '--%s=%.60s'?", name, value);
    return hint_on(info, part, value, on);
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
        hint = text_say(
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
    const char *const dot = strrchr(text, '.') != NULL ? strrchr(text, '.') : "";
    const bool is_plugin = strcmp(dot, ".so") == 0;
    *before = is_plugin && strchr(text, '/') == NULL ? "./" : "";
    if (is_plugin || text_among(dot, ".epd .fen .txt .obf .pdn"))
        return is_plugin ? "game" : "positions";
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
    const char *before, *const name = option_of(text, &before);
    const abs_option *const info = name != NULL ? option_find(name) : NULL;
    return info != NULL && info->argument != NULL && strcmp(info->argument, "LIST") == 0 &&
                   abs_options_asked(o, name)
               ? text_say("; did you mean '--%s=%.60s,%.60s'?", name,
                          o->given[info - abs_option_table], text)
               : (text_hint){""};
}

/* What was meant by a word that is no file and no value: a command, or what the verb says. */
static text_hint word_hint(abs_verb verb, const char *text, const char *const *commands)
{
    static const char *const no_name = NULL;
    const abs_verb_info *const v = &abs_verb_table[verb];
    const abs_option *const info = option_find(text);
    if (commands[0] != NULL) {
        const text_hint hint = option_hint("command", text, commands);
        const char *const type = *hint.text == '\0' ? hint_type("section", text, &no_name) : NULL;
        return type == NULL   ? hint
               : *type == '!' ? text_say("; %s", type + 1)
                              : text_say("; did you mean 'list %s'?", type);
    }
    if (strcmp(text, "help") == 0)
        return text_say("; write `absbench help %s`", v->name);
    if (verb == ABS_VERB_LIST)
        return text_say("; write one section");
    if (verb == ABS_VERB_NEWGAME)
        return text_say("; the name is one word, as in my_game");
    if (info != NULL)
        return info->verbs & 1u << verb && *v->operands == '\0'
                   ? text_say("; did you mean '--%s'?", text)
                   : option_hint("command", text, commands);
    if (verb == ABS_VERB_BENCH)
        return text_say("; its suite is fixed: write `absbench bench`");
    if (verb == ABS_VERB_TUNE && *hint_of("algo", text, commands).text != '\0')
        return text_say("; did you mean '--engine=%.60s'?", text);
    if (verb == ABS_VERB_CHECK)
        return text_say("; a game of your own is --game=./%.60s.so",
                        text + (strncmp(text, "./", 2) == 0 ? 2 : 0));
    return text_say(verb == ABS_VERB_SWEEP ? "; a grid is a file in JSON: --grid=FILE" : "");
}

text_hint target_hint(abs_verb verb, const char *text, const char *const *commands)
{
    const char *before, *const option = option_of(text, &before),
                               *const typed = without_dashes(text),
                               *const dot = strrchr(text, '.') != NULL ? strrchr(text, '.') : "";
    const char *const game = option == NULL || strncmp(option, "position", 8) != 0 ? ""
                             : strcmp(dot, ".txt") == 0                            ? "--game=NAME "
                             : strcmp(dot, ".obf") == 0 ? "--game=othello "
                             : strcmp(dot, ".pdn") == 0 ? "--game=checkers "
                                                        : "--game=chess ";
    char name[32];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(typed, "="), typed);
    if (option_find(name) != NULL && *text != '-' && (typed[strlen(name)] == '=' || typed != text))
        return text_say("; did you mean '--%.60s'?", typed);
    if (strchr(text, '/') != NULL && strchr(text, ' ') != NULL)
        return text_say("; a position is written --game=chess --position='FEN'");
    if (strcmp(dot, ".pgn") == 0)
        return hint_of("option", "pgn", commands);
    if (strcmp(dot, ".c") == 0)
        return text_say("; `make plugin GAME=%.60s` makes a game of it", text);
    if (strncmp(dot, ".json", 5) == 0 &&
        (verb == ABS_VERB_TRACE || (verb == ABS_VERB_RUN && is_tree_file(text))))
        return text_say("; did you mean '--tree=explicit:file=%.60s'?", text);
    if (strncmp(dot, ".json", 5) == 0)
        return text_say(verb == ABS_VERB_SWEEP ? "; did you mean '--grid=%.60s'?"
                                               : "; for a report write `absbench show %.60s`",
                        text);
    if (option != NULL && (option_find(option)->verbs & 1u << verb) != 0)
        return text_say("; did you mean '%s--%s=%s%.60s'?", game, option, before, text);
    return word_hint(verb, text, commands);
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
    const char *const last = count > 0 ? files[count - 1] : "", *const dot = strrchr(last, '.');
    if (verb == ABS_VERB_COMPARE && count > 0 && access(files[0], F_OK) != 0 && is_algo(files[0]))
        return text_say("; searches are compared in one report: `absbench --algo=%.40s,%.40s`",
                        files[0], count > 1 ? last : "..");
    if (verb == ABS_VERB_SHOW && count == 2 && dot != NULL &&
        text_among(dot, ".csv .md .txt .json .jsonl") && access(last, F_OK) != 0)
        return text_say("; did you mean '--output=%.60s'?", last);
    return (text_hint){""};
}
