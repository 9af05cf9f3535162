/* options.c -- the table of options, and reading the command line by it. */
#define _GNU_SOURCE
#include "suite/options.h"
#include "base/json.h"
#include "base/text.h"
#include "search/registry.h"
#include "suite/options_table.h"

#include <getopt.h>
#include <stdlib.h>

static const abs_named switch_names[] = {
    {"off", NULL, NULL}, {"on", NULL, NULL}, {NULL, NULL, NULL}};

static const abs_named suite_names[] = {
    {"small", NULL, NULL}, {"large", NULL, NULL}, {NULL, NULL, NULL}};

static const abs_named match_names[] = {
    {"id", NULL, NULL}, {"position", NULL, NULL}, {NULL, NULL, NULL}};

static const abs_named quiescence_names[] = {
    {"off", NULL, NULL}, {"on", NULL, NULL}, {"auto", NULL, NULL}, {NULL, NULL, NULL}};

enum { CODE = 256 }; /* what getopt_long returns for the first of the table */
/* What applies to `run` applies to `sweep` too. */
enum {
    SWEEP = 1 << ABS_VERB_SWEEP,
    RUN = 1 << ABS_VERB_RUN | SWEEP,
    TUNE = 1 << ABS_VERB_TUNE,
    BENCH = 1 << ABS_VERB_BENCH,
    TRACE = 1 << ABS_VERB_TRACE,
    PERFT = 1 << ABS_VERB_PERFT,
    POSITIONS = 1 << ABS_VERB_POSITIONS,
    MERGE = 1 << ABS_VERB_MERGE,
    COMPARE = 1 << ABS_VERB_COMPARE,
    SCHEMA = 1 << ABS_VERB_SCHEMA,
    LIST = 1 << ABS_VERB_LIST,
    CHECK = 1 << ABS_VERB_CHECK,
    REPORTS =
        RUN | BENCH | PERFT | MERGE | COMPARE | TUNE | TRACE, /* what ABSBENCH_FORMAT is for */
    ALL = (1 << ABS_VERBS) - 1
};

#define FIELD(name) offsetof(abs_options, name)
#define SETTING(name) offsetof(abs_options, settings[CONFIG_##name])
#define SECTION(title) {.help = title},
#define OPTION(name, argument, preset, verbs, reader, field, names, help)                          \
    {name, argument, preset, verbs, reader, field, names, {0}, help},
#define NUMBERS(name, preset, verbs, reader, field, least, most, flags, help)                      \
    {name, "LIST", preset, verbs, reader, field, NULL, {.low = least, .high = most, flags}, help},
const abs_option abs_option_table[] = {
#include "suite/options.def"
};

const unsigned abs_option_count = sizeof abs_option_table / sizeof abs_option_table[0];

_Static_assert(sizeof abs_option_table / sizeof abs_option_table[0] <= ABS_OPTIONS_MAX,
               "ABS_OPTIONS_MAX is too small");

/* The place of an option in the table; abs_option_count if it is not there. */
static unsigned option_number(const char *name)
{
    unsigned i = 0;
    while (i < abs_option_count &&
           (abs_option_table[i].name == NULL || strcmp(abs_option_table[i].name, name) != 0))
        i++;
    return i;
}

bool abs_options_search(const char *name)
{
    return option_number(name) < option_number("format"); /* the sections come before it */
}

bool abs_options_repeats(const char *name)
{
    const unsigned i = option_number(name);
    return i < abs_option_count &&
           (abs_option_table[i].read == read_domain || abs_option_table[i].read == read_position);
}

bool abs_options_is_switch(const char *name)
{
    const unsigned i = option_number(name);
    return i < abs_option_count && abs_option_table[i].argument == NULL;
}

bool abs_options_is_on_off(const char *name)
{
    const unsigned i = option_number(name);
    return i < abs_option_count && (abs_option_table[i].names == switch_names ||
                                    abs_option_table[i].names == quiescence_names);
}

bool abs_options_set(abs_options *o, const char *name, const char *value, abs_error *error)
{
    const unsigned i = option_number(name);
    if (!abs_option_table[i].read(o, &abs_option_table[i], value, error))
        return false;
    o->given[i] = value != NULL ? value : "on";
    return true;
}

bool abs_options_asked(const abs_options *o, const char *name)
{
    const unsigned i = option_number(name);
    return i < abs_option_count && o->given[i] != abs_option_table[i].preset;
}

bool abs_options_init(abs_options *o, abs_error *error)
{
    *o = (abs_options){.usual_format = ABS_FORMATS,
                       .times = true,
                       .check_moves = true,
                       .fail_above = -1,
                       .delta = -1};
    for (const abs_option *info = abs_option_table; info < abs_option_table + abs_option_count;
         info++)
        if (info->preset != NULL && !abs_options_set(o, info->name, info->preset, error))
            return false;
    return true;
}

void abs_options_free(abs_options *o)
{
    free(o->domains);
    free(o->positions);
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
    const char *near = text_nearest(bare, names);
    return abs_fail(error, ABS_USAGE, "there is no option '%s'%s%s%s `absbench --help` shows them",
                    name, near ? "; did you mean --" : ";", near ? near : "", near ? "?" : "");
}

static bool takes_files(abs_verb verb)
{
    return verb == ABS_VERB_MERGE || verb == ABS_VERB_COMPARE;
}

static bool takes_operand(abs_verb verb)
{
    return verb == ABS_VERB_LIST || verb == ABS_VERB_COMPLETION || verb == ABS_VERB_HELP ||
           verb == ABS_VERB_MAN || verb == ABS_VERB_NEWGAME || verb == ABS_VERB_SCHEMA;
}

static bool add_file(abs_options *o, char *name, abs_error *error)
{
    for (size_t i = 0; i < o->file_count; i++)
        if (strcmp(name, "-") == 0 && strcmp(o->files[i], "-") == 0)
            return abs_fail(error, ABS_USAGE, "standard input can be read only once");
    char **larger = realloc(o->files, (o->file_count + 1) * sizeof *larger);
    if (larger == NULL)
        return abs_fail(error, ABS_CANNOT_RUN, "no memory for the options");
    o->files = larger;
    o->files[o->file_count++] = name;
    return true;
}

/* `merge` takes files (even one, to recompute its aggregates), `compare` two. */
static bool check_files(const abs_options *o, abs_error *error)
{
    for (size_t i = 0; i < o->domain_count; i++)
        if (!abs_registry_is_path(o->domains[i].spec))
            return abs_fail(
                error, ABS_USAGE,
                "--game=%s: reports name the games built in; %s takes only the files of "
                "others, such as ./mygame.so",
                o->domains[i].spec, abs_verb_table[o->verb].name);
    if (o->verb == ABS_VERB_MERGE)
        return o->file_count > 0 ||
               abs_fail(error, ABS_USAGE,
                        "merge needs reports; write `absbench merge A.json B.json ..`");
    return o->file_count == 2 ||
           abs_fail(error, ABS_USAGE,
                    "compare takes two reports, not %zu; write `absbench compare A.json B.json`",
                    o->file_count);
}

static bool read_operand(abs_options *o, char *text, bool first, abs_error *error)
{
    if (first) {
        o->verb = abs_verb_find(text);
        return o->verb != ABS_VERBS || abs_verb_fail(text, NULL, error);
    }
    if (takes_operand(o->verb) && o->operand == NULL) {
        o->operand = text;
        return true;
    }
    if (takes_files(o->verb))
        return add_file(o, text, error);
    return abs_fail(error, ABS_USAGE, "'%s' is one word too many; options begin with --", text);
}

static bool asks_for(const abs_options *o, size_t setting, int64_t value)
{
    const abs_list *list = &o->settings[setting];
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].low == value)
            return true;
    return list->count == 0;
}

/* Known values are by the plain evaluation: in other settings alone nothing would be checked. */
static bool check_answers(const abs_options *o, abs_error *error)
{
    if (o->until_ci > 0)
        return abs_fail(error, ABS_USAGE,
                        "--until-ci does not go with --check-answers, whose positions are fixed");
    if (!asks_for(o, CONFIG_grain, 1))
        return abs_fail(error, ABS_USAGE,
                        "--check-answers: known values are not rounded; leave out --grain");
    return asks_for(o, CONFIG_quiescence, 0) ||
           asks_for(o, CONFIG_quiescence, ABS_QUIESCENCE_AUTO) ||
           abs_fail(error, ABS_USAGE,
                    "--check-answers: known values are without quiescence; leave it out");
}

/* Options on the command line must apply to the verb. */
static bool check_verb(const abs_options *o, const bool *seen, abs_error *error)
{
    if (o->verb == ABS_VERB_HELP || o->verb == ABS_VERB_VERSION)
        return true;
    for (unsigned i = 0; i < abs_option_count; i++)
        if (seen[i] && !(abs_option_table[i].verbs & 1u << o->verb))
            return abs_fail(error, ABS_USAGE, "--%s does not go with `absbench %s`; leave it out",
                            abs_option_table[i].name, abs_verb_table[o->verb].name);
    if (o->format_given && o->format >= ABS_FORMAT_DOT && o->verb != ABS_VERB_TRACE)
        return abs_fail(error, ABS_USAGE, "--format=%s is of `absbench trace` alone",
                        abs_format_names[o->format].name);
    if (o->metric == METRIC_time && !o->times)
        return abs_fail(error, ABS_USAGE, "--metric=time: leave out --no-time");
    if (takes_files(o->verb))
        return check_files(o, error);
    if (o->metric == METRIC_distinct_leaves && !o->distinct)
        return abs_fail(error, ABS_USAGE,
                        "--metric=distinct_leaves: they are counted with --distinct; add it");
    if (o->show && o->output == NULL)
        return abs_fail(error, ABS_USAGE,
                        "--show goes with --output=FILE; for the table alone write --format=table");
    if (o->shard.count > 0 && o->until_ci > 0)
        return abs_fail(error, ABS_USAGE,
                        "--until-ci does not go with --shard: what is added depends on all rows");
    if (o->resume && o->output == NULL)
        return abs_fail(error, ABS_USAGE,
                        "--resume goes on with what stands in a file; write --output=FILE");
    if (o->resume && o->until_ci > 0 && o->metric == METRIC_time)
        return abs_fail(error, ABS_USAGE,
                        "--resume does not go with --until-ci and --metric=time: what is added "
                        "depends on times, which differ");
    if (o->check_answers && !check_answers(o, error))
        return false;
    if (o->position_count > 0 && (o->domain_count == 0 || !o->domains[o->positions[0].domain].game))
        return abs_fail(error, ABS_USAGE, "--position needs its game: write --game=NAME before it");
    for (size_t i = 0; i < o->position_count; i++)
        if (!o->domains[o->positions[i].domain].game)
            return abs_fail(error, ABS_USAGE,
                            "--position=%s follows a --tree; write it after its --game",
                            o->positions[i].text);
    return true;
}

bool abs_options_parse(abs_options *o, int argc, char **argv, abs_error *error)
{
    struct option longs[ABS_OPTIONS_MAX + 1] = {0};
    bool seen[ABS_OPTIONS_MAX] = {false};
    for (unsigned i = 0, n = 0; i < abs_option_count; i++)
        if (abs_option_table[i].name != NULL)
            longs[n++] = (struct option){abs_option_table[i].name,
                                         abs_option_table[i].argument != NULL ? required_argument
                                                                              : no_argument,
                                         NULL, CODE + (int)i};
    opterr = 0;
    optind = 0; /* glibc: start afresh */
    bool first = true;
    for (int code; (code = getopt_long(argc, argv, "-:hVo:j:", longs, NULL)) != -1;) {
        const char *name = code == 'h'    ? "help"
                           : code == 'V'  ? "version"
                           : code == 'o'  ? "output"
                           : code == 'j'  ? "jobs"
                           : code >= CODE ? abs_option_table[code - CODE].name
                                          : NULL;
        if (code == 1) {
            if (!read_operand(o, optarg, first, error))
                return false;
            first = false;
        } else if (code == ':') {
            const char *text = argv[optind - 1];
            return abs_fail(error, ABS_USAGE, "%s needs a value: write %s=...", text, text);
        } else if (name == NULL) {
            const char *text = argv[optind - 1];
            if (optopt >= CODE) /* a switch with a value */
                return abs_fail(error, ABS_USAGE, "--%s takes no value; write --%s",
                                abs_option_table[optopt - CODE].name,
                                abs_option_table[optopt - CODE].name);
            return fail_unknown_option(text, error);
        } else {
            if (!abs_options_set(o, name, optarg, error))
                return false;
            seen[option_number(name)] = true;
        }
    }
    for (; optind < argc; first = false) /* after -- */
        if (!read_operand(o, argv[optind++], first, error))
            return false;
    o->seeds_given = seen[option_number("seed")];
    if (o->page != ABS_VERB_RUN) {
        o->operand = first ? NULL : abs_verb_table[o->verb].name;
        o->verb = o->page;
    }
    return (o->format_given || !(REPORTS >> o->verb & 1) || options_read_environment(o, error)) &&
           check_verb(o, seen, error);
}

/* What was given of an option that repeats, as a list. NULL: no memory. */
static cJSON *echo_list(const abs_options *o, const abs_option *info)
{
    cJSON *list = cJSON_CreateArray();
    bool ok = list != NULL;
    for (size_t d = 0; info->read == read_domain && ok && d < o->domain_count; d++)
        if (o->domains[d].game == (info->field == 0))
            ok = json_append(list, cJSON_CreateString(o->domains[d].spec));
    for (size_t p = 0; info->read == read_position && ok && p < o->position_count; p++)
        if (o->positions[p].file == (info->field == 1))
            ok = json_append(list, cJSON_CreateString(o->positions[p].text));
    if (ok)
        return list;
    cJSON_Delete(list);
    return NULL;
}

/* NULL: no memory. */
static cJSON *echo_option(const abs_options *o, const abs_option *info, abs_format format)
{
    const char *const given = o->given[info - abs_option_table];
    if (info->read == read_format)
        return cJSON_CreateString(abs_format_names[format].name);
    if (info->read == read_domain || info->read == read_position)
        return echo_list(o, info);
    if (info->argument == NULL)
        return cJSON_CreateBool(given != NULL);
    if (given != NULL)
        return cJSON_CreateString(given);
    return strcmp(info->argument, "LIST") == 0 ? cJSON_CreateString("default") /* a domain's own */
                                               : cJSON_CreateNull();
}

cJSON *abs_options_echo(const abs_options *o, abs_format format)
{
    cJSON *object = cJSON_CreateObject();
    bool ok = object != NULL;
    for (const abs_option *info = abs_option_table;
         ok && info < abs_option_table + abs_option_count; info++) {
        if (info->name == NULL || info->read == read_verb || info->read == read_plain ||
            strcmp(info->name, "resume") == 0)
            continue; /* a title; an action; --plain, whose options are listed; no part of a run */
        if ((takes_files(o->verb) || o->verb == ABS_VERB_TUNE) && !(info->verbs & 1u << o->verb))
            continue;
        char name[32];
        snprintf(name, sizeof name, "%s", info->name);
        for (char *c = name; *c != '\0'; c++)
            *c = *c == '-' ? '_' : *c;
        ok = json_put(object, name, echo_option(o, info, format));
    }
    if (ok)
        return object;
    cJSON_Delete(object);
    return NULL;
}
