/* options.c -- the table of verbs, reading the command line, and its options in a report. See
   options.h. */
#include "suite/options.h"
#include "base/memory.h"
#include "search/hints.h"
#include "search/registry.h"

#include <getopt.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- verbs ---------------------------------------------------------------------------------- */

const abs_verb_info abs_verb_table[] = {
#define VERB(id, name, operands, help, function) {name, operands, help},
#define SCRIPT(name, help) {name, NULL, help},
#include "suite/verbs.def"
    {NULL, NULL, NULL},
};

enum { COMMANDS = sizeof abs_verb_table / sizeof abs_verb_table[0] - 1 };

abs_verb abs_verb_find(const char *name)
{
    unsigned place = 0;
    while (place < COMMANDS && strcmp(name, abs_verb_table[place].name) != 0)
        place++;
    return (abs_verb)place;
}

bool abs_script_known(const char *name)
{
    return abs_verb_find(name) >= ABS_VERBS && abs_verb_table[abs_verb_find(name)].name != NULL;
}

/* ---- options of the table -------------------------------------------------------------------- */

const abs_option *option_find(const char *name)
{
    const abs_option *info = abs_option_table, *const end = info + abs_option_count;
    while (info < end && (info->name == NULL || strcmp(info->name, name) != 0))
        info++;
    return info < end ? info : NULL;
}

size_t option_setting(const abs_option *info)
{
    const size_t start = offsetof(abs_options, settings);
    const bool is_one =
        info->field >= start && info->field < start + CONFIG_FIELDS * sizeof(abs_list);
    return is_one ? (info->field - start) / sizeof(abs_list) : CONFIG_FIELDS;
}

const abs_option *option_of_setting(size_t setting)
{
    unsigned i = 0;
    while (i < abs_option_count && option_setting(&abs_option_table[i]) != setting)
        i++;
    return i < abs_option_count ? &abs_option_table[i] : NULL;
}

void option_preset(const abs_option *info, char *text, size_t size)
{
    const size_t setting = option_setting(info);
    if (setting < CONFIG_FIELDS)
        config_preset_text(&config_fields[setting], text, size);
    else
        snprintf(text, size, "%s", info->preset != NULL ? info->preset : "");
}

/* ---- reading the command line ---------------------------------------------------------------- */

enum { CODE = 256 }; /* getopt_long() returns this for the first option of the table */

static bool set(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    if (!option_read(o, info, value, error))
        return false;
    o->given[info - abs_option_table] = value != NULL ? value : "on";
    return true;
}

bool abs_options_set(abs_options *o, const char *name, const char *value, abs_error *error)
{
    return set(o, option_find(name), value, error);
}

bool abs_options_asked(const abs_options *o, const char *name)
{
    const abs_option *info = option_find(name);
    return info != NULL && o->given[info - abs_option_table] != info->preset;
}

bool options_have(const abs_options *o, size_t setting)
{
    const abs_list *list = &o->settings[setting];
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].low != 0)
            return true;
    return list->count == 0 && config_fields[setting].preset != 0;
}

void abs_options_init(abs_options *o)
{
    abs_error error;
    *o = (abs_options){.format = ABS_FORMATS,
                       .usual_format = ABS_FORMATS,
                       .times = true,
                       .check_moves = true,
                       .fail_above = -1,
                       .delta = -1};
    for (const abs_option *info = abs_option_table; info < abs_option_table + abs_option_count;
         info++)
        if (info->preset != NULL)
            abs_options_set(o, info->name, info->preset, &error); /* which cannot fail */
}

void abs_options_free(abs_options *o)
{
    free(o->domains.items);
    free(o->engines.items);
    free(o->positions.items);
    free(o->files);
    abs_list_free(&o->seeds);
    for (size_t i = 0; i < CONFIG_FIELDS; i++)
        abs_list_free(&o->settings[i]);
}

bool abs_verb_takes_files(abs_verb verb)
{
    return strncmp(abs_verb_table[verb].operands, "REPORT", 6) == 0;
}

/* Checks the files of merge, show and compare. */
static bool check_files(const abs_options *o, abs_error *error)
{
    const char *const verb = abs_verb_table[o->verb].name;
    for (size_t i = 0, standard = 0; i < o->file_count; i++)
        if (strcmp(o->files[i], "-") == 0 && standard++ > 0)
            return abs_fail(error, ABS_USAGE, "standard input can be read only once");
    const size_t least = o->verb == ABS_VERB_COMPARE ? 2 : 1;
    const text_hint hint = files_hint(o->verb, o->files, o->file_count);
    if (*hint.text != '\0')
        return abs_fail(error, ABS_USAGE, "%s takes %s%s", verb,
                        least == 2 ? "two reports" : "one report", hint.text);
    return o->file_count == least || (o->verb == ABS_VERB_MERGE && o->file_count > 0) ||
           abs_fail(error, ABS_USAGE, "%s takes %s, not %zu; write `absbench %s %s`%s", verb,
                    least == 2                 ? "two reports"
                    : o->verb == ABS_VERB_SHOW ? "one report"
                                               : "one report or more",
                    o->file_count, verb, abs_verb_table[o->verb].operands,
                    o->verb == ABS_VERB_SHOW ? ", or `absbench merge REPORT..`" : "");
}

#define RESUMES "--resume takes no file; write --output=%.200s --resume"
static bool read_operand(abs_options *o, char *text, bool first, abs_error *error)
{
    if (first && o->resume && strstr(text, ".json") != NULL)
        return abs_fail(error, ABS_USAGE, RESUMES, text);
    const text_hint item = item_hint(o, text);
    if (first && *item.text != '\0')
        return abs_fail(error, ABS_USAGE, "unexpected argument '%s'%s", text, item.text);
    if (first) {
        o->verb = abs_verb_find(text);
        return o->verb < ABS_VERBS || abs_verb_fail(text, error);
    }
    if (abs_verb_takes_files(o->verb)) {
        o->files = memory_resize(o->files, (o->file_count + 1) * sizeof *o->files);
        o->files[o->file_count++] = text;
        return true;
    }
    if (*abs_verb_table[o->verb].operands == '\0' || o->operand != NULL)
        return abs_fail(error, ABS_USAGE, "unexpected argument '%s'%s", text,
                        target_hint(o->verb, text, (const char *[]){NULL}).text);
    o->operand = text;
    return true;
}

/* Takes the format from the suffix of the output's name. The suffix of a format that absbench does
   not write is an error, because the file would hold JSON. */
static bool read_ending(abs_options *o, abs_error *error)
{
    static const char *const endings[ABS_FORMATS] = {"txt", "json", "jsonl", "csv", "md", "html"},
                             *const others = " xlsx xls ods tsv xml yaml tex pdf svg png dot ";
    const char *const dot = o->output != NULL ? strrchr(o->output, '.') : NULL;
    char word[16];
    if (dot == NULL || o->format != ABS_FORMATS)
        return true;
    snprintf(word, sizeof word, " %s ", dot + 1);
    bool wrong = strstr(others, word) != NULL;
    for (unsigned i = 0; i < ABS_FORMATS; i++)
        if (strcmp(dot + 1, endings[i]) == 0) {
            o->format = i;
            wrong = i == ABS_FORMAT_HTML && o->verb != ABS_VERB_TRACE;
        }
    return !wrong ||
           abs_fail(error, ABS_USAGE,
                    "--output=%.200s: absbench writes no %s; end the name in .json (which "
                    "`absbench plot` and `report` read), .jsonl, .csv (for spreadsheets), "
                    ".md, .txt or, for trace, .html; or add --format=NAME%s",
                    o->output, dot,
                    strcmp(dot, ".html") == 0 ? "; `absbench report FILE.json` makes a page" : "");
}

/* Checks that options can be combined. */
static bool check_rules(const abs_options *o, abs_error *error)
{
    const bool ours = abs_options_asked(o, "algo"), files = abs_verb_takes_files(o->verb);
    const bool unsound = options_have(o, CONFIG_select) || options_have(o, CONFIG_fail_high_less);
    const abs_repeated *engine = o->engines.items, *domain = o->domains.items;
    const size_t domains = o->domains.count, positions = o->positions.count;
    const struct {
        bool wrong;
        const char *says;
    } rules[] = {
        {o->format == ABS_FORMAT_HTML && o->verb != ABS_VERB_TRACE,
         "--format=html is only for `absbench trace`; `absbench report FILE.json` makes a page of "
         "a report"},
        {o->settings[CONFIG_node_limit].count > 1 &&
             (o->verb == ABS_VERB_PERFT || o->verb == ABS_VERB_TRACE),
         "--max-nodes: perft and trace take one number"},
        {o->metric == METRIC_time && !o->times, "--metric=time: leave out --no-time"},
        {o->metric == METRIC_distinct_leaves && !o->distinct && !files,
         "--metric=distinct_leaves: they are counted with --distinct; add it"},
        {unsound && o->verify, "--select and --fail-high-less: such searches need not have the "
                               "values that --verify looks "
                               "for; leave one of them out"},
        {o->show && o->output == NULL,
         "--show goes with --output=FILE; for the table alone write --format=table"},
        {o->resume && o->output == NULL, "--resume continues from a file; write --output=FILE"},
        {o->judge.kind == ABS_JUDGE_FILE &&
             (positions > 0 || domains > 1 ||
              (domains == 1 ? !repeated_is(domain, "game") : o->grid == NULL)),
         "--judge=FILE searches the positions of its file: name one --game, and no other "
         "positions"},
        {engine != NULL && repeated_is(engine, "set"),
         "--set follows no --engine; write it after one"},
        {engine != NULL && ours && o->repeat > 1,
         "--repeat is for noise in the counts of engines, and in the time of --algo: search with "
         "one of them at a time"},
        {engine != NULL && ours && positions > 0 && domains == 0 && o->grid == NULL,
         "--algo needs the positions' game: write --game=NAME before them"},
    };
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (rules[i].wrong)
            return abs_fail(error, ABS_USAGE, "%s", rules[i].says);
    return true;
}

/* Checks that domains and positions belong to games where they must. */
static bool check_domains(const abs_options *o, abs_error *error)
{
    for (size_t i = 0; i < o->domains.count; i++) {
        const abs_repeated *d = &o->domains.items[i];
        if (o->engines.count > 0 && repeated_is(d, "tree"))
            return abs_fail(error, ABS_USAGE, "--engine goes with games; leave out --tree=%s",
                            d->text);
    }
    for (size_t i = 0; i < o->positions.count; i++) {
        const abs_repeated *p = &o->positions.items[i];
        if (repeated_is(p, "positions") && strcmp(p->text, "-") == 0 && o->shard.count > 0)
            return abs_fail(
                error, ABS_USAGE,
                "--positions=- does not go with --shard: every shard would read its own "
                "standard input; write them to a file");
        if (o->domains.count == 0 ? o->engines.count == 0 /* engines_expand() sets their game */
                                  : !repeated_is(&o->domains.items[p->domain], "game"))
            return abs_fail(error, ABS_USAGE,
                            "--%s=%.300s needs its game: write --game=NAME before it", p->option,
                            p->text);
    }
    return true;
}

/* Checks that the options on the command line apply to the verb. */
static bool check_verb(abs_options *o, const bool *seen, abs_error *error)
{
    const char *const verb = abs_verb_table[o->verb].name;
    if (o->verb == ABS_VERB_HELP || o->verb == ABS_VERB_VERSION)
        return true;
    for (const abs_option *i = abs_option_table; i < abs_option_table + abs_option_count; i++) {
        if (!seen[i - abs_option_table] || (i->verbs & 1u << o->verb))
            continue;
        const bool one = (i->verbs & (i->verbs - 1)) == 0; /* only one command takes it */
        return abs_fail(error, ABS_USAGE, "--%s cannot be used with `absbench %s`; %s%s%s%s",
                        i->name, verb, one ? "it is for `absbench " : "leave it out",
                        one ? abs_verb_table[__builtin_ctz(i->verbs)].name : "", one ? "`" : "",
                        option_hint_elsewhere(o->verb, i->name).text);
    }
    return read_ending(o, error) && check_rules(o, error) && check_domains(o, error) &&
           (!abs_verb_takes_files(o->verb) || check_files(o, error));
}

/* Sets the error for an option that getopt_long() has refused. */
static bool fail_option(abs_verb verb, int code, char *const *words, abs_error *error)
{
    const char *const text = words[0];
    if (code == ':' && text[1] == '-' && option_find(text + 2) == NULL)
        return option_fail_unknown(verb, text, words[1], error);
    if (code == ':')
        return abs_fail(error, ABS_USAGE, "%s needs a value: write %s=...%s", text, text,
                        verb == ABS_VERB_HELP ? "; `absbench --help=all` has every option" : "");
    if (optopt < CODE)
        return option_fail_unknown(verb, text, words[1], error);
    const char *const name = abs_option_table[optopt - CODE].name; /* a switch with a value */
    const char *const value = strchr(text, '=') + 1;
    if (hint_is_off(value))
        return abs_fail(error, ABS_USAGE, "--%s takes no value; leave it out", name);
    if (strcmp(name, "resume") == 0 && !hint_is_on(value))
        return abs_fail(error, ABS_USAGE, RESUMES, value);
    return abs_fail(error, ABS_USAGE, "--%s takes no value; write --%s", name, name);
}

/* Reads ABSBENCH_FORMAT, the format of verbs that write files if the command line gives none. */
static bool read_environment(abs_options *o, abs_error *error)
{
    abs_option usual = *option_find("format");
    const unsigned heed = usual.verbs & option_find("output")->verbs;
    usual.name = "ABSBENCH_FORMAT";
    usual.field = offsetof(abs_options, usual_format);
    const char *const value = getenv(usual.name);
    return o->format != ABS_FORMATS || !(heed >> o->verb & 1) || value == NULL || *value == '\0' ||
           option_read(o, &usual, value, error);
}

/* Reads an option. Of one that is given twice the last holds, as scripts that have defaults expect;
   since others mean a list by it, that is said, but not after --quiet. */
static bool give(abs_options *o, const abs_option *info, bool again, const char *value,
                 abs_error *error)
{
    const char *const before = o->given[info - abs_option_table];
    const bool other = again && !o->quiet && !(info->flags & OPTION_REPEATS) && value != NULL &&
                       before != NULL && strcmp(before, value) != 0;
    if (other && info->argument != NULL && strcmp(info->argument, "LIST") == 0)
        fprintf(stderr, "absbench: --%s is given twice; %.100s holds; for both write --%s=%s,%s\n",
                info->name, value, info->name, before, value);
    else if (other)
        fprintf(stderr, "absbench: --%s is given twice; %.100s holds\n", info->name, value);
    return set(o, info, value, error);
}

/* Sets an option unless it is given. */
static bool fill(abs_options *o, const char *name, const char *value, abs_error *error)
{
    return abs_options_asked(o, name) || abs_options_set(o, name, value, error);
}

/* A run without a domain searches enough of each for a verdict on most: about 15 s of processor
   time. */
static bool fill_options(abs_options *o, abs_error *error)
{
    if (o->verb != ABS_VERB_RUN || o->domains.count > 0)
        return true;
    const bool windows =
        abs_options_asked(o, "algo") ||
        (fill(o, "algo", "alphabeta,failsoft,aspiration,mtdf,pvs,aspiration+pvs", error) &&
         fill(o, "window", "0.25p,0.5p,1p", error) && fill(o, "widen", "full,gradual", error));
    return windows && fill(o, "suite", "large", error) && fill(o, "seed", "1..100", error) &&
           fill(o, "max-positions", "100", error);
}

bool abs_options_parse(abs_options *o, int argc, char **argv, abs_error *error)
{
    static const char letters[] = "hVoj", *const words[] = {"help", "version", "output", "jobs"};
    struct option longs[ABS_OPTIONS_MAX + 1] = {0};
    bool seen[ABS_OPTIONS_MAX] = {false}, first = true;
    for (unsigned i = 0, n = 0; i < abs_option_count; i++) {
        const abs_option *info = &abs_option_table[i];
        const int argument = info->flags & OPTION_BARE ? optional_argument
                             : info->argument != NULL  ? required_argument
                                                       : no_argument;
        if (info->name != NULL)
            longs[n++] = (struct option){info->name, argument, NULL, CODE + (int)i};
    }
    o->argc = argc;
    o->argv = argv;
    opterr = 0;
    optind = 0; /* makes glibc start afresh */
    for (int code, word = 1; (code = getopt_long(argc, argv, "-:hVo:j:", longs, NULL)) != -1;
         word = optind) {
        const char *letter = strchr(letters, code);
        if (code == 1) {
            if (!read_operand(o, optarg, first, error))
                return false;
            first = false;
        } else if (code < CODE && letter == NULL) {
            return fail_option(o->verb, code, argv + word, error);
        } else {
            const abs_option *info = code >= CODE ? &abs_option_table[code - CODE]
                                                  : option_find(words[letter - letters]);
            const char *name = argv[optind - 1 - (optarg == argv[optind - 1])];
            if (code < CODE && option_is_word(argv[word] + 1))
                return option_fail_unknown(o->verb, argv[word], argv[word + 1], error);
            if (optarg != NULL && optarg == argv[optind - 1] && strncmp(optarg, "--", 2) == 0 &&
                optarg[2] != '\0')
                return abs_fail(error, ABS_USAGE, "--%s needs a value: write --%s=...", info->name,
                                info->name);
            if (code >= CODE && strcspn(name + 2, "=") < strlen(info->name))
                return option_fail_unknown(o->verb, name, argv[optind],
                                           error); /* getopt takes beginnings */
            if (code < CODE && optarg != NULL && *optarg == '=' && optarg != argv[optind - 1])
                optarg++; /* -j=2, which is -j 2 */
            if (!give(o, info, seen[info - abs_option_table], optarg, error))
                return false;
            seen[info - abs_option_table] = true;
        }
    }
    for (; optind < argc; first = false) /* the operands after -- */
        if (!read_operand(o, argv[optind++], first, error))
            return false;
    if (o->page != ABS_VERB_RUN) {
        if (!first)
            o->operand = abs_verb_table[o->verb].name;
        o->verb = o->page;
    }
    const abs_list *limits = &o->settings[CONFIG_node_limit];
    o->max_nodes = limits->count > 0 ? limits->items[0].low : 0;
    if (o->judge.kind != ABS_JUDGE_NONE && o->max_nodes > 0 &&
        o->settings[CONFIG_depth].count == 0) {
        abs_list_set(&o->settings[CONFIG_depth], ABS_MAX_DEPTH);
        o->deepest = true;
    }
    return read_environment(o, error) && check_verb(o, seen, error) && engines_expand(o, error) &&
           fill_options(o, error);
}

/* ---- the options in a report --------------------------------------------------------------- */

static cJSON *echo_option(const abs_options *o, const abs_option *info)
{
    const char *const given = o->given[info - abs_option_table];
    char preset[CONFIG_WORD_MAX];
    option_preset(info, preset, sizeof preset);
    if (info->names == abs_format_names)
        return cJSON_CreateString(abs_format_names[abs_options_format(o)].name);
    if (info->flags & OPTION_REPEATS) {
        const abs_repeats *all = (const abs_repeats *)((const char *)o + info->field);
        cJSON *list = cJSON_CreateArray();
        for (size_t i = 0; i < all->count; i++)
            if (repeated_is(&all->items[i], info->name))
                cJSON_AddItemToArray(list, cJSON_CreateString(all->items[i].text));
        return list;
    }
    if (info->argument == NULL)
        return cJSON_CreateBool(given != NULL);
    if (given != NULL || preset[0] != '\0')
        return cJSON_CreateString(given != NULL ? given : preset);
    return strcmp(info->argument, "LIST") == 0 ? cJSON_CreateString("default") /* a domain's own */
                                               : cJSON_CreateNull();
}

/* Whether the verb writes that format. */
static bool can_write(abs_verb verb, abs_format format)
{
    if (format == ABS_FORMAT_HTML)
        return verb == ABS_VERB_TRACE;
    return verb != ABS_VERB_TRACE || (format != ABS_FORMAT_CSV && format != ABS_FORMAT_MARKDOWN);
}

abs_format abs_options_format(const abs_options *o)
{
    if (o->format != ABS_FORMATS)
        return o->format;
    if (o->usual_format != ABS_FORMATS && can_write(o->verb, o->usual_format))
        return o->usual_format;
    const bool to_stdout = o->output == NULL || strcmp(o->output, "-") == 0;
    return to_stdout && isatty(STDOUT_FILENO) ? ABS_FORMAT_TABLE : ABS_FORMAT_JSON;
}

void option_member(const char *option, char *name, size_t size)
{
    snprintf(name, size, "%s", option);
    for (char *c = name; *c != '\0'; c++)
        *c = *c == '-' ? '_' : *c;
}

cJSON *abs_options_echo(const abs_options *o)
{
    cJSON *object = cJSON_CreateObject();
    char name[32];
    for (const abs_option *info = abs_option_table; info < abs_option_table + abs_option_count;
         info++) {
        if (info->name == NULL || info->flags & OPTION_UNSAID)
            continue;
        if ((abs_verb_takes_files(o->verb) || o->verb == ABS_VERB_TUNE) &&
            !(info->verbs & 1u << o->verb))
            continue;
        option_member(info->name, name, sizeof name);
        json_put(object, name, echo_option(o, info));
    }
    return object;
}
