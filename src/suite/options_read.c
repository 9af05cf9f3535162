/* options_read.c -- the readers of options' values, and the table of options, which names them. See
   options.h. */
#include "base/buffer.h"
#include "base/memory.h"
#include "search/hints.h"
#include "suite/options.h"

#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>

static const abs_named switch_names[] = {{.name = "off"}, {.name = "on"}, {.name = NULL}},
                       suite_names[] = {{.name = "small"}, {.name = "large"}, {.name = NULL}},
                       match_names[] = {{.name = "id"}, {.name = "position"}, {.name = NULL}},
                       values_names[] = {{.name = "agree"}, {.name = "differ"}, {.name = NULL}},
                       quiescence_names[] = {{.name = "off"},
                                             {.name = "on"},
                                             {.name = "auto"},
                                             {.name = NULL}},
                       tt_mode_names[] = {
                           {.name = "exact"}, {.name = "deeper"}, {.name = "auto"}, {.name = NULL}};

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

/* A value to read. */
struct option_reading {
    abs_options *o;
    const abs_option *option;
    void *field;     /* the option's in o */
    abs_value value; /* the whole of it, as it was given */
    char *item;      /* of OPTION_LIST, the item to read, which may be changed */
};

/* The index of `text` among the option's names, or -1 with the error set. */
static int find_name(const option_reading *r, const char *text)
{
    const abs_named *const names = r->option->names;
    const char *list[16];
    char all[160];
    int n = 0;
    for (; names[n].name != NULL; n++) {
        if (strcmp(names[n].name, text) == 0)
            return n;
        list[n] = names[n].name;
    }
    list[n] = NULL;
    abs_flags_text(names, (1u << n) - 1, all, sizeof all);
    abs_fail(r->value.error, ABS_USAGE, "%s%s: there is no '%.300s'; it takes %s%s",
             isupper((unsigned char)*r->value.name) ? "" : "--", /* an environment variable */
             r->value.name, text, all, hint_of(r->value.name, text, list).text);
    return -1;
}

/* ---- items of lists ------------------------------------------------------------------------ */

static bool add_numbers(const option_reading *r)
{
    return abs_list_numbers(r->field, &r->value, &r->option->form, r->item);
}

static bool add_name(const option_reading *r)
{
    const int place = find_name(r, r->item);
    abs_list_add(r->field, place, place);
    return place >= 0;
}

static bool add_eval(const option_reading *r)
{
    int64_t number;
    if (!config_eval_parse(r->value.name, r->item, &number, r->value.error))
        return false;
    abs_list_add(r->field, number, number);
    return true;
}

/* Adds a name to the list's one combination; the name "none" adds nothing. */
static bool add_flag(const option_reading *r)
{
    abs_list *const list = r->field;
    const bool none = strcmp(r->item, "none") == 0;
    const int place = none ? 0 : find_name(r, r->item);
    if (place >= 0)
        abs_list_set(list, (list->count > 0 ? list->items[0].low : 0) | (int64_t)!none << place);
    return place >= 0;
}

/* Adds a guess: previous, 17, -5..5, exact+3, exact-2..2. */
static bool add_guess(const option_reading *r)
{
    static const abs_list_form form = {
        .low = -ABS_VALUE_MAX, .high = ABS_VALUE_MAX, .unit = ABS_IN_POINTS};
    char *const item = r->item, numbers[ABS_ITEM_MAX];
    abs_list *const list = r->field;
    const bool exact = strncmp(item, "exact", 5) == 0;
    const abs_value value = {r->value.name, item, r->value.error};
    const size_t before = list->count;
    if (!exact && strchr("0123456789+-", item[0]) == NULL) {
        const int place = find_name(r, item);
        if (place > ABS_GUESS_STATIC)
            return value_fail(&value, "write the number itself");
        abs_list_add(list, place, 0);
        return place >= 0;
    }
    if (exact && strchr("+-", item[5]) == NULL)
        return value_fail(&value, "write exact, exact+K or exact-K");
    snprintf(numbers, sizeof numbers, "%s", strcmp(item, "exact") == 0 ? "0" : item + 5 * exact);
    if (!abs_list_numbers(list, &value, &form, numbers))
        return false;
    for (size_t i = before; i < list->count; i++)
        list->items[i] = (abs_pair){exact ? ABS_GUESS_EXACT : ABS_GUESS_NUMBER, list->items[i].low};
    return true;
}

/* Drops all but the first of equal items. */
static void drop_repeated(abs_list *list)
{
    size_t kept = 0, rising = 1;
    abs_names seen = {0};
    char text[48];
    while (rising < list->count && list->items[rising].low > list->items[rising - 1].low)
        rising++;
    if (rising >= list->count) /* nothing repeats, as in LO..HI, which may be long */
        return;
    for (size_t i = 0; i < list->count; i++) {
        const abs_pair pair = list->items[i];
        const size_t before = seen.count;
        snprintf(text, sizeof text, "%" PRId64 ":%" PRId64, pair.low, pair.high);
        names_add(&seen, text);
        if (seen.count > before)
            list->items[kept++] = pair;
    }
    names_free(&seen);
    list->count = kept;
}

/* Reads a list, each item once. */
static bool read_list(option_reading *r)
{
    abs_list *const list = r->field;
    char item[ABS_ITEM_MAX];
    if (r->option->flags & OPTION_COMBINES && strcmp(r->value.text, "none") != 0 &&
        strstr(r->value.text, "none") != NULL)
        return value_fail(&r->value, "none cannot be combined");
    abs_list_free(list);
    r->item = item;
    for (const char *rest = r->value.text; rest != NULL;)
        if (!abs_list_item(&r->value, &rest, item) || !r->option->read(r))
            return false;
    drop_repeated(list);
    for (size_t i = 0; r->option->form.unit & ABS_IN_BYTES && i < list->count; i++)
        if (list->items[i].low > 0 && list->items[i].low < (int64_t)sizeof(abs_bucket))
            return value_fail(&r->value, "give 0 for no table, or at least %zu bytes",
                              sizeof(abs_bucket));
    return true;
}

/* ---- --reference=ALGO:NAME=VALUE;NAME=VALUE ------------------------------------------------ */

static bool may_differ(size_t setting)
{
    return setting < CONFIG_FIELDS && config_fields[setting].level > CONFIG_SETTING &&
           config_fields[setting].level < CONFIG_COPY &&
           setting != CONFIG_node_limit; /* searches of other limits are not compared */
}

static bool fail_form(const char *text, abs_error *error)
{
    return abs_fail(error, ABS_USAGE,
                    "--reference=%.40s: write none, an algorithm (`absbench list`), or one with "
                    "settings, as ALGO:NAME=VALUE;NAME=VALUE",
                    text);
}

/* Reads a setting of the reference: "tt=0" is read as --tt=0 is. */
static bool read_setting(char *text, abs_reference *r, abs_error *error)
{
    char *equals = strchr(text, '=');
    if (equals == NULL)
        return fail_form(text, error);
    *equals = '\0';
    const abs_option *info = option_find(text);
    const size_t setting = info != NULL ? option_setting(info) : (size_t)CONFIG_FIELDS;
    if (!may_differ(setting))
        return abs_fail(error, ABS_USAGE,
                        "--reference: '%.40s' is no setting in which it may differ, such as tt or "
                        "order",
                        text);
    abs_options o = {0};
    const abs_list *list = &o.settings[setting];
    bool ok = option_read(&o, info, equals + 1, error);
    if (ok && (list->count != 1 || r->named[setting] ||
               (setting == CONFIG_tt_mode && list->items[0].low == ABS_AUTO) ||
               (list->items[0].low < 0 && config_fields[setting].kind == CONFIG_WINDOW)))
        ok = abs_fail(error, ABS_USAGE, "--reference: give one value of %s, a window in points",
                      text);
    if (ok) {
        r->named[setting] = true;
        reference_set(&config_fields[setting], &r->values, list->items[0]);
    }
    abs_options_free(&o);
    return ok;
}

/* Checks that the reference uses all settings that it names, which would otherwise be ignored
   silently: some need a table or a window that grows. One that is switched off need not be used. */
static bool check_reference(const abs_reference *r, abs_error *error)
{
    const bool widens = r->named[CONFIG_widen], has_tt = r->named[CONFIG_tt_bytes];
    const abs_config c = {
        .algo = r->algo,
        .widen = widens ? r->values.widen : ABS_WIDEN_GRADUAL,
        .tt_bytes = has_tt ? r->values.tt_bytes : 1,
        .quiescence = true,
        .select = r->named[CONFIG_select] ? r->values.select : ABS_SELECT_NULL,
    };
    for (unsigned i = 0; i < abs_option_count; i++) {
        const size_t setting = option_setting(&abs_option_table[i]);
        const config_field *f = &config_fields[setting];
        if (setting < CONFIG_FIELDS && r->named[setting] && !config_open(f, &c) &&
            (f->level == CONFIG_POLICY || config_number(f, &r->values) != 0))
            return abs_fail(error, ABS_USAGE, "--reference=%s: this one has no %s; leave it out",
                            r->algo.name, abs_option_table[i].name);
    }
    return true;
}

bool abs_options_reference(const char *text, abs_reference *r, abs_error *error)
{
    abs_algo algos[ABS_ALGOS_MAX];
    char copy[512], *rest = copy;
    unsigned count = 0;
    *r = (abs_reference){0};
    if (strcmp(text, "none") == 0)
        return true;
    if (strncmp(text, "none:", 5) == 0 || hint_is_off(text) || strchr(":", text[0]) != NULL ||
        strlen(text) >= sizeof copy)
        return fail_form(text, error);
    snprintf(copy, sizeof copy, "%s", text);
    if (!abs_algo_parse("reference", strsep(&rest, ":"), algos, &count, error))
        return (rest == NULL || *rest == '\0' || strchr(rest, '=') != NULL) &&
               abs_algo_of_engine(abs_engine_known(copy, "", ""), rest != NULL ? rest : "",
                                  &r->algo); /* engines_expand() checks that the engine is there */
    if (count != 1)
        return abs_fail(error, ABS_USAGE, "--reference=%s is a group; give one algorithm", copy);
    r->algo = algos[0];
    while (rest != NULL)
        if (!read_setting(strsep(&rest, ";"), r, error))
            return false;
    return check_reference(r, error);
}

/* ---- one value ----------------------------------------------------------------------------- */

static bool read_use(const option_reading *r)
{
    static abs_algo algos[ABS_ALGOS_MAX];
    const char *const name = r->option->name, *const text = r->value.text;
    unsigned count = 0;
    abs_error unused;
    if (strcmp(name, "engine") == 0 && abs_algo_parse(name, text, algos, &count, &unused))
        return value_fail(&r->value, "that is a search of absbench; write --algo=%s", text);
    if (strcmp(name, "positions") == 0 && *text != '\0' && access(text, F_OK) != 0 &&
        (hint_listed(name, text) != NULL || text[strspn(text, "0123456789")] == '\0'))
        return value_fail(&r->value, "there is no such file%s%s",
                          hint_listed(name, text) != NULL ? "; write --position=start"
                                                          : "; of a suite, write --max-positions=",
                          hint_listed(name, text) != NULL ? "" : text);
    abs_repeats *const given = r->field;
    const size_t domains = r->o->domains.count;
    given->items = memory_resize(given->items, (given->count + 1) * sizeof *given->items);
    given->items[given->count++] =
        (abs_repeated){r->option->name, domains > 0 ? domains - 1 : 0, r->value.text};
    return true;
}

static bool read_text(const option_reading *r)
{
    memcpy(r->field, &r->value.text, sizeof r->value.text);
    return true;
}

static bool read_switch(const option_reading *r)
{
    *(bool *)r->field = strncmp(r->option->name, "no-", 3) != 0;
    return true;
}

static bool read_choice(const option_reading *r)
{
    const int place = find_name(r, r->value.text);
    if (place >= 0)
        *(unsigned *)r->field = (unsigned)place;
    return place >= 0;
}

/* Reads a whole number or a decimal one. */
static bool read_number(const option_reading *r)
{
    abs_list list = {0};
    char item[ABS_ITEM_MAX];
    snprintf(item, sizeof item, "%s", r->value.text);
    const bool ok = abs_list_numbers(&list, &r->value, &r->option->form, item);
    if (ok && r->option->form.unit & ABS_IN_PERCENT && list.items[0].low > 0 &&
        list.items[0].low < ABS_DECIMAL && strchr(r->value.text, '%') == NULL)
        fprintf(stderr, "absbench: --%s=%s is in per cent; for a share of %s write --%s=%g%%\n",
                r->option->name, r->value.text, r->value.text, r->option->name,
                100 * (double)list.items[0].low / ABS_DECIMAL);
    if (ok && r->option->form.decimals)
        *(double *)r->field = (double)list.items[0].low / ABS_DECIMAL;
    else if (ok)
        *(int64_t *)r->field = list.items[0].low;
    abs_list_free(&list);
    return ok;
}

static bool read_algos(const option_reading *r)
{
    char item[ABS_ITEM_MAX];
    r->o->algo_count = 0;
    for (const char *rest = r->value.text; rest != NULL;)
        if (!abs_list_item(&r->value, &rest, item) ||
            !abs_algo_parse(r->value.name, item, r->o->algos, &r->o->algo_count, r->value.error))
            return false;
    return true;
}

static bool read_select(const option_reading *r)
{
    int64_t number;
    if (!config_select_parse(r->value.name, r->value.text, &number, r->value.error))
        return false;
    abs_list_set(r->field, number);
    return true;
}

static bool read_plain(const option_reading *r)
{
    abs_error *const error = r->value.error;
    return abs_options_set(r->o, "tt", "0", error) &&
           abs_options_set(r->o, "order", "none", error) &&
           abs_options_set(r->o, "deepening", "off", error) &&
           abs_options_set(r->o, "quiescence", "off", error);
}

/* Reads an option that is a verb too, and the word that may follow it. */
static bool read_page(const option_reading *r)
{
    r->o->page = abs_verb_find(r->option->name);
    r->o->operand = r->value.text;
    return true;
}

/* Reads a budget: "10m" is time, "5e9" is work. */
static bool read_budget(const option_reading *r)
{
    static const abs_list_form work = {.low = 1, .high = INT64_C(1000000000000000000), .one = true},
                               time = {.low = 1,
                                       .high = 9000000000 * ABS_DECIMAL,
                                       .one = true,
                                       .decimals = true,
                                       .unit = ABS_IN_SECONDS};
    const char *const text = r->value.text;
    const bool is_time = islower((unsigned char)text[strspn(text, "0123456789._e")]);
    char item[ABS_ITEM_MAX];
    abs_list list = {0};
    abs_error unused;
    snprintf(item, sizeof item, "%s", text);
    const bool ok = abs_list_numbers(&list, &(abs_value){r->value.name, text, &unused},
                                     is_time ? &time : &work, item);
    if (ok) {
        r->o->budget_seconds = is_time ? (double)list.items[0].low / ABS_DECIMAL : 0;
        r->o->budget_work = is_time ? 0 : list.items[0].low;
    }
    abs_list_free(&list);
    return ok || value_fail(&r->value, "give a time, as 90s, 10m or 2h, or so much work, as 5e9");
}

/* Reads a judge: depth:N, solved, or a file. */
static bool read_judge(const option_reading *r)
{
    static const char deep[] = "depth:";
    const char *const text = r->value.text;
    const bool depth = strncmp(text, deep, sizeof deep - 1) == 0;
    int64_t number = 0;
    if (text_int(text + (strncmp(text, "depth=", 6) == 0 ? 6 : 0), 1, ABS_MAX_DEPTH, &number))
        return value_fail(&r->value, "write depth:%d", (int)number);
    if (*text == '\0' || (depth && !text_int(text + sizeof deep - 1, 1, ABS_MAX_DEPTH, &number)))
        return value_fail(&r->value, "write depth:N, N from 1 to %d, solved, or a file's name",
                          ABS_MAX_DEPTH);
    r->o->judge = (abs_judge_option){.kind = depth                         ? ABS_JUDGE_DEPTH
                                             : strcmp(text, "solved") == 0 ? ABS_JUDGE_SOLVED
                                                                           : ABS_JUDGE_FILE,
                                     .depth = (int)number,
                                     .text = text};
    return true;
}

static bool read_shard(const option_reading *r)
{
    return shard_parse(r->value.text, r->field, r->value.error);
}

static bool read_reference(const option_reading *r)
{
    r->o->reference = r->value.text;
    return abs_options_reference(r->value.text, &r->o->reference_config, r->value.error);
}

bool option_read(abs_options *o, const abs_option *info, const char *text, abs_error *error)
{
    const bool left_out = text == NULL && info->argument != NULL;
    option_reading r = {.o = o,
                        .option = info,
                        .field = (char *)o + info->field,
                        .value = {info->name, left_out ? "on" : text, error}};
    if (info->flags & OPTION_FILLED && *text == '\0')
        return abs_fail(error, ABS_USAGE, "--%s is empty; write --%s=%s", info->name, info->name,
                        info->argument);
    return info->flags & OPTION_LIST ? read_list(&r) : info->read(&r);
}

/* ---- the table of options -------------------------------------------------------------------- */

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
    ALL = (1 << ABS_VERBS) - 1
};

#define FIELD(name) offsetof(abs_options, name)
#define SETTING(name) offsetof(abs_options, settings[CONFIG_##name])
#define SECTION(title) {.help = title},
#define ENTRY(name, argument, preset, verbs, read, flags, field, names, help, ...)                 \
    {name, argument, preset, verbs, read, flags, field, names, {__VA_ARGS__}, help},
#define OPTION(name, argument, preset, verbs, read, flags, field, names, help)                     \
    ENTRY(name, argument, preset, verbs, read, flags, field, names, help, 0)
#define REPEATED(name, argument, verbs, field, help)                                               \
    OPTION(name, argument, NULL, verbs, read_use, OPTION_REPEATS, field, NULL, help)
#define SWITCH(name, verbs, field, help)                                                           \
    OPTION(name, NULL, NULL, verbs, read_switch, 0, field, NULL, help)
#define LISTED(name, argument, verbs, read, field, names, help)                                    \
    OPTION(name, argument, NULL, verbs, read, OPTION_LIST, field, names, help)
#define NUMBERS(name, preset, verbs, field, least, most, form, help)                               \
    ENTRY(name, "LIST", preset, verbs, add_numbers, OPTION_LIST, field, NULL, help, .low = least,  \
          .high = most, form)
#define FACTORS .decimals = true, .unit = ABS_IN_FACTOR
#define WINDOWS .windows = true, .unit = ABS_IN_PAWNS | ABS_IN_POINTS, .zero = "auto"
#define WHOLE(name, preset, verbs, field, least, most, form, help)                                 \
    ENTRY(name, "N", preset, verbs, read_number, 0, field, NULL, help, .low = least, .high = most, \
          .one = true, .unit = ABS_IN_COUNT, form)
#define DECIMAL(name, argument, verbs, field, least, most, of, help)                               \
    ENTRY(name, argument, NULL, verbs, read_number, 0, field, NULL, help,                          \
          .low = (int64_t)((least)*1e9), .high = (int64_t)((most)*1e9), .one = true,               \
          .decimals = true, .unit = ABS_IN_##of)
const abs_option abs_option_table[] = {
#include "suite/options.def"
};

const unsigned abs_option_count = sizeof abs_option_table / sizeof abs_option_table[0];

_Static_assert(sizeof abs_option_table / sizeof abs_option_table[0] <= ABS_OPTIONS_MAX,
               "ABS_OPTIONS_MAX is too small");
