/* options.c -- the tables of verbs and options, and reading the command line by them. */
#include "suite/options.h"
#include "base/memory.h"
#include "search/registry.h"

#include <getopt.h>
#include <stdlib.h>

static const abs_named switch_names[] = {{.name = "off"}, {.name = "on"}, {.name = NULL}},
                       suite_names[] = {{.name = "small"}, {.name = "large"}, {.name = NULL}},
                       match_names[] = {{.name = "id"}, {.name = "position"}, {.name = NULL}},
                       quiescence_names[] = {
                           {.name = "off"}, {.name = "on"}, {.name = "auto"}, {.name = NULL}};

const abs_named abs_format_names[] = {
    [ABS_FORMAT_TABLE] = {"table", "for a person: one line per algorithm (default on a terminal)",
                          NULL},
    [ABS_FORMAT_JSON] = {"json", "the whole report as one object (default in a pipe or file)",
                         NULL},
    [ABS_FORMAT_JSONL] = {"jsonl", "JSON Lines: the context, then a row a line", NULL},
    [ABS_FORMAT_CSV] = {"csv", "a header, then a row a line", NULL},
    [ABS_FORMAT_MARKDOWN] = {"markdown", "the table for a web page", NULL},
    [ABS_FORMAT_HTML] = {"html", "trace: a page that steps through the search", NULL},
    [ABS_FORMATS] = {NULL, NULL, NULL},
};

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

bool abs_verb_fail(const char *name, abs_error *error)
{
    const char *names[COMMANDS + 1] = {NULL};
    if (abs_script_known(name))
        return abs_fail(
            error, ABS_USAGE,
            "%s is a script, and named before any option: `absbench %s ..`, or `absbench "
            "help %s`",
            name, name, name);
    for (int i = 0; i < COMMANDS; i++)
        names[i] = abs_verb_table[i].name;
    return abs_fail(error, ABS_USAGE,
                    "there is no command '%.100s'; `absbench help` shows what there is%s", name,
                    text_hint_of(name, "", names).text);
}

/* ---- the table of options -------------------------------------------------------------------- */

enum { CODE = 256 }; /* getopt_long() returns this for the first option of the table */
/* Whatever applies to `run` applies to `sweep` too. */
enum {
    SWEEP = 1 << ABS_VERB_SWEEP,
    RUN = 1 << ABS_VERB_RUN | SWEEP,
    TUNE = 1 << ABS_VERB_TUNE,
    BENCH = 1 << ABS_VERB_BENCH,
    TRACE = 1 << ABS_VERB_TRACE,
    PERFT = 1 << ABS_VERB_PERFT,
    POSITIONS = 1 << ABS_VERB_POSITIONS,
    MERGE = 1 << ABS_VERB_MERGE,
    VIEWS = MERGE | 1 << ABS_VERB_SHOW, /* these two take the same options */
    COMPARE = 1 << ABS_VERB_COMPARE,
    SCHEMA = 1 << ABS_VERB_SCHEMA,
    LIST = 1 << ABS_VERB_LIST,
    CHECK = 1 << ABS_VERB_CHECK,
    REPORTS =
        RUN | BENCH | PERFT | VIEWS | COMPARE | TUNE | TRACE, /* these heed ABSBENCH_FORMAT */
    ALL = (1 << ABS_VERBS) - 1
};

#define FIELD(name) offsetof(abs_options, name)
#define SETTING(name) offsetof(abs_options, settings[CONFIG_##name])
#define SECTION(title) {.help = title},
#define OPTION(name, argument, preset, verbs, kind, field, names, help)                            \
    {name, argument, preset, verbs, kind, field, names, {0}, help},
#define NUMBER(name, argument, preset, verbs, kind, field, help, ...)                              \
    {name, argument, preset, verbs, kind, field, NULL, {__VA_ARGS__}, help},
#define NUMBERS(name, preset, verbs, field, least, most, flags, help)                              \
    NUMBER(name, "LIST", preset, verbs, READ_NUMBERS, field, help, .low = least, .high = most,     \
           flags)
#define WINDOWS(name, verbs, field, least, most, help)                                             \
    NUMBER(name, "LIST", NULL, verbs, READ_NUMBERS, field, help, .low = least, .high = most,       \
           .windows = true, .zero = "auto")
#define WHOLE(name, preset, verbs, field, least, most, flags, help)                                \
    NUMBER(name, "N", preset, verbs, READ_NUMBER, field, help, .low = least, .high = most,         \
           .one = true, flags)
#define DECIMAL(name, argument, verbs, field, least, most, help)                                   \
    NUMBER(name, argument, NULL, verbs, READ_NUMBER, field, help, .low = (int64_t)((least)*1e9),   \
           .high = (int64_t)((most)*1e9), .one = true, .decimals = true)
const abs_option abs_option_table[] = {
#include "suite/options.def"
};

const unsigned abs_option_count = sizeof abs_option_table / sizeof abs_option_table[0];

_Static_assert(sizeof abs_option_table / sizeof abs_option_table[0] <= ABS_OPTIONS_MAX,
               "ABS_OPTIONS_MAX is too small");

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
    const bool is_one = info->kind >= READ_NUMBERS && info->field >= start &&
                        info->field < start + CONFIG_FIELDS * sizeof(abs_list);
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

static bool fail_unknown_option(const char *text, abs_error *error)
{
    const char *names[ABS_OPTIONS_MAX + 1];
    char name[64];
    unsigned n = 0;
    for (unsigned i = 0; i < abs_option_count; i++)
        if (abs_option_table[i].name != NULL)
            names[n++] = abs_option_table[i].name;
    names[n] = NULL;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "="), text);
    const char *bare = name + strspn(name, "-");
    if (strcmp(bare, "v") == 0)
        bare = "version";
    for (unsigned i = 0; i < n && bare[0] != '\0' && bare[1] == '\0'; i++)
        if (*names[i] == *bare) /* a letter suggests the first option that begins with it */
            bare = names[i];
    return abs_fail(error, ABS_USAGE, "there is no option '%s'; `absbench --help=all` shows them%s",
                    name, text_hint_of(bare, "--", names).text);
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
    return o->file_count == least || (o->verb == ABS_VERB_MERGE && o->file_count > 0) ||
           abs_fail(error, ABS_USAGE, "%s takes %s, not %zu; write `absbench %s %s`%s", verb,
                    least == 2                 ? "two reports"
                    : o->verb == ABS_VERB_SHOW ? "one report"
                                               : "one report or more",
                    o->file_count, verb, abs_verb_table[o->verb].operands,
                    o->verb == ABS_VERB_SHOW ? ", or `absbench merge REPORT..`" : "");
}

static bool read_operand(abs_options *o, char *text, bool first, abs_error *error)
{
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
        return abs_fail(error, ABS_USAGE, "'%s' is one word too many; options begin with --", text);
    o->operand = text;
    return true;
}

/* Takes the format from the ending of the output's name. The ending of a format that is not written
   is an error, because the file would hold JSON. */
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
    return !wrong || abs_fail(error, ABS_USAGE,
                              "--output=%.200s: no %s is written; end the name in .json (of which "
                              "`absbench plot` and `report` draw), .jsonl, .csv (for "
                              "spreadsheets), .md, .txt or, of trace, .html; or add --format=NAME",
                              o->output, dot);
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
         "--format=html is of `absbench trace` alone"},
        {o->settings[CONFIG_node_limit].count > 1 &&
             (o->verb == ABS_VERB_PERFT || o->verb == ABS_VERB_TRACE),
         "--max-nodes: perft and trace take one number"},
        {o->metric == METRIC_time && !o->times, "--metric=time: leave out --no-time"},
        {o->metric == METRIC_distinct_leaves && !o->distinct && !files,
         "--metric=distinct_leaves: they are counted with --distinct; add it"},
        {unsound && o->verify,
         "--select and --fail-high-less: such searches need not have the values that --verify looks "
         "for; leave one of them out"},
        {o->show && o->output == NULL,
         "--show goes with --output=FILE; for the table alone write --format=table"},
        {o->resume && o->output == NULL,
         "--resume goes on with what stands in a file; write --output=FILE"},
        {o->judge.kind == ABS_JUDGE_FILE &&
             (positions > 0 || domains > 1 ||
              (domains == 1 ? domain->kind != READ_GAME : o->grid == NULL)),
         "--judge=FILE searches the positions of its file: name one --game, and no other "
         "positions"},
        {engine != NULL && engine->kind == READ_SET,
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
        if (o->engines.count > 0 && d->kind == READ_TREE)
            return abs_fail(error, ABS_USAGE, "--engine goes with games; leave out --tree=%s",
                            d->text);
    }
    for (size_t i = 0; i < o->positions.count; i++) {
        const abs_repeated *p = &o->positions.items[i];
        if (p->kind == READ_POSITIONS && strcmp(p->text, "-") == 0 && o->shard.count > 0)
            return abs_fail(
                error, ABS_USAGE,
                "--positions=- does not go with --shard: every shard would read its own "
                "standard input; write them to a file");
        if (o->domains.count == 0 ? o->engines.count == 0 /* engines_expand() sets their game */
                                  : o->domains.items[p->domain].kind != READ_GAME)
            return abs_fail(error, ABS_USAGE,
                            "--position%s=%.300s needs its game: write --game=NAME before it",
                            p->kind == READ_POSITIONS ? "s" : "", p->text);
    }
    return true;
}

/* Checks that the options on the command line apply to the verb. */
static bool check_verb(abs_options *o, const bool *seen, abs_error *error)
{
    const char *const verb = abs_verb_table[o->verb].name;
    if (o->verb == ABS_VERB_HELP || o->verb == ABS_VERB_VERSION)
        return true;
    for (unsigned i = 0; i < abs_option_count; i++)
        if (seen[i] && !(abs_option_table[i].verbs & 1u << o->verb))
            return abs_fail(error, ABS_USAGE, "--%s does not go with `absbench %s`; leave it out",
                            abs_option_table[i].name, verb);
    return read_ending(o, error) && check_rules(o, error) && check_domains(o, error) &&
           (!abs_verb_takes_files(o->verb) || check_files(o, error));
}

/* Sets the error for an option that getopt_long() has refused. */
static bool fail_option(int code, const char *text, abs_error *error)
{
    if (code == ':')
        return abs_fail(error, ABS_USAGE, "%s needs a value: write %s=...", text, text);
    if (optopt < CODE)
        return fail_unknown_option(text, error);
    const char *const name = abs_option_table[optopt - CODE].name; /* a switch with a value */
    return abs_fail(error, ABS_USAGE, "--%s takes no value; write --%s", name, name);
}

/* Reads ABSBENCH_FORMAT, the format if the command line gives none. */
static bool read_environment(abs_options *o, abs_error *error)
{
    static const abs_option usual = {.name = "ABSBENCH_FORMAT",
                                     .kind = READ_CHOICE,
                                     .field = FIELD(usual_format),
                                     .names = abs_format_names};
    const char *const value = getenv(usual.name);
    return o->format != ABS_FORMATS || !(REPORTS >> o->verb & 1) || value == NULL ||
           *value == '\0' || option_read(o, &usual, value, error);
}

bool abs_options_parse(abs_options *o, int argc, char **argv, abs_error *error)
{
    static const char letters[] = "hVoj", *const words[] = {"help", "version", "output", "jobs"};
    struct option longs[ABS_OPTIONS_MAX + 1] = {0};
    bool seen[ABS_OPTIONS_MAX] = {false}, first = true;
    for (unsigned i = 0, n = 0; i < abs_option_count; i++) {
        const abs_option *info = &abs_option_table[i];
        const int argument = info->kind == READ_ON     ? optional_argument
                             : info->argument != NULL  ? required_argument
                             : info->kind == READ_HELP ? optional_argument
                                                       : no_argument;
        if (info->name != NULL)
            longs[n++] = (struct option){info->name, argument, NULL, CODE + (int)i};
    }
    o->argc = argc;
    o->argv = argv;
    opterr = 0;
    optind = 0; /* makes glibc start afresh */
    for (int code; (code = getopt_long(argc, argv, "-:hVo:j:", longs, NULL)) != -1;) {
        const char *letter = strchr(letters, code);
        if (code == 1) {
            if (!read_operand(o, optarg, first, error))
                return false;
            first = false;
        } else if (code < CODE && letter == NULL) {
            const bool inside = optind < argc && optopt < CODE && argv[optind][0] == '-' &&
                                argv[optind][1] == optopt; /* a letter of -algo */
            return fail_option(code, argv[optind - !inside], error);
        } else {
            const abs_option *info = code >= CODE ? &abs_option_table[code - CODE]
                                                  : option_find(words[letter - letters]);
            if (code < CODE && optarg != NULL && *optarg == '=' && optarg != argv[optind - 1])
                optarg++; /* -j=2, which is -j 2 */
            if (!set(o, info, optarg, error))
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
    if (o->judge.kind != ABS_JUDGE_NONE && o->settings[CONFIG_node_limit].count > 0 &&
        o->settings[CONFIG_depth].count == 0) {
        abs_list_set(&o->settings[CONFIG_depth], ABS_MAX_DEPTH);
        o->deepest = true;
    }
    return read_environment(o, error) && check_verb(o, seen, error) && engines_expand(o, error) &&
           (!(RUN >> o->verb & 1) || options_fill(o, error));
}
