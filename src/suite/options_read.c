/* options_read.c -- the readers of option values, and their echo. See options.h. */
#include "base/buffer.h"
#include "base/memory.h"
#include "suite/options.h"

#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>

/* The index of `text` in a table of names, or -1 with the error set. `option` is an option or, if
   it has capitals, an environment variable. */
static int find_name(const char *option, const char *text, const abs_named *names, abs_error *error)
{
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
    abs_fail(error, ABS_USAGE, "%s%s: there is no '%.300s'; it takes %s%s",
             isupper((unsigned char)*option) ? "" : "--", option, text, all,
             text_hint_of(text, "", list).text);
    return -1;
}

/* ---- lists --------------------------------------------------------------------------------- */

/* Reads a guess: previous, 17, -5..5, exact+3, exact-2..2. */
static bool read_guess(const abs_option *info, abs_list *list, char *item, abs_error *error)
{
    static const abs_list_form form = {.low = -ABS_VALUE_MAX, .high = ABS_VALUE_MAX};
    const bool exact = strncmp(item, "exact", 5) == 0;
    const abs_value value = {info->name, item, error};
    const size_t before = list->count;
    char numbers[ABS_ITEM_MAX];
    if (!exact && strchr("0123456789+-", item[0]) == NULL) {
        const int place = find_name(info->name, item, info->names, error);
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

/* Adds an item to the option's list; an item of flags sets one more flag. */
static bool read_item(abs_options *o, const abs_option *info, const char *text, char *item,
                      abs_error *error)
{
    abs_list *const list = (abs_list *)((char *)o + info->field);
    const abs_value value = {info->name, text, error};
    int64_t number;
    int place;
    switch (info->kind) {
    case READ_ALGOS:
        return abs_algo_parse(info->name, item, o->algos, &o->algo_count, error);
    case READ_EVALS:
        if (!config_eval_parse(info->name, item, &number, error))
            return false;
        abs_list_add(list, number, number);
        return true;
    case READ_GUESSES:
        return read_guess(info, list, item, error);
    case READ_NAMES:
    case READ_ON:
    case READ_FLAGS:
        place = find_name(info->name, item, info->names, error);
        if (info->kind != READ_FLAGS)
            abs_list_add(list, place, place);
        else if (place >= 0)
            abs_list_set(list, list->items[0].low | INT64_C(1) << place);
        return place >= 0;
    default:
        return abs_list_numbers(list, &value, &info->form, item);
    }
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

/* Reads a list, each item once. Flags are one combination of names, or none. */
static bool read_list(abs_options *o, const abs_option *info, const char *text, abs_error *error)
{
    abs_list *const list = (abs_list *)((char *)o + info->field);
    const abs_value value = {info->name, text, error};
    char item[ABS_ITEM_MAX];
    if (info->kind == READ_ALGOS)
        o->algo_count = 0;
    else
        abs_list_free(list);
    if (info->kind == READ_FLAGS) {
        abs_list_set(list, 0);
        if (strcmp(text, "none") == 0)
            return true;
        if (strstr(text, "none") != NULL)
            return value_fail(&value, "none cannot be combined");
    }
    for (const char *rest = text; rest != NULL;)
        if (!abs_list_item(&value, &rest, item) || !read_item(o, info, text, item, error))
            return false;
    if (info->kind != READ_ALGOS)
        drop_repeated(list);
    if (option_setting(info) == CONFIG_node_limit)
        o->max_nodes = list->items[0].low;
    for (size_t i = 0; info->form.sizes && i < list->count; i++)
        if (list->items[i].low > 0 && list->items[i].low < (int64_t)sizeof(abs_bucket))
            return value_fail(&value, "give 0 for no table, or at least %zu bytes",
                              sizeof(abs_bucket));
    return true;
}

/* ---- --reference=ALGO:NAME=VALUE;NAME=VALUE ------------------------------------------------ */

static bool may_differ(size_t setting)
{
    return setting < CONFIG_FIELDS && config_fields[setting].level > CONFIG_SETTING &&
           config_fields[setting].level < CONFIG_COPY;
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

/* Checks that the reference uses all that it names, which would else be ignored silently: some
   settings need a table or a window that grows. A setting that is switched off need not be used. */
static bool check_reference(const abs_reference *r, abs_error *error)
{
    const bool widens = r->named[CONFIG_widen], has_tt = r->named[CONFIG_tt_bytes];
    const abs_config c = {
        .algo = r->algo,
        .widen = widens ? r->values.widen : ABS_WIDEN_GRADUAL,
        .tt_bytes = has_tt ? r->values.tt_bytes : 1,
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
    if (strncmp(text, "none:", 5) == 0 || strchr(":", text[0]) != NULL ||
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
    return true;
}

/* ---- one value ----------------------------------------------------------------------------- */

/* Reads a whole number or a decimal one. */
static bool read_number(const abs_option *info, const abs_value *value, void *field)
{
    abs_list list = {0};
    char item[ABS_ITEM_MAX];
    snprintf(item, sizeof item, "%s", value->text);
    const bool ok = abs_list_numbers(&list, value, &info->form, item);
    if (ok && info->form.decimals)
        *(double *)field = (double)list.items[0].low / ABS_DECIMAL;
    else if (ok)
        *(int64_t *)field = list.items[0].low;
    abs_list_free(&list);
    return ok;
}

/* Reads a budget: "10m" is time, "5e9" is work. */
static bool read_budget(abs_options *o, const abs_value *value)
{
    static const char units[] = "smh";
    static const double seconds[] = {1, 60, 3600};
    const char *const text = value->text;
    char *end;
    const double number = strtod(text, &end);
    const char *unit = *end != '\0' && end[1] == '\0' ? strchr(units, *end) : NULL;
    const bool plain = text[0] != '\0' && strchr("0123456789.", text[0]) != NULL &&
                       text[strspn(text, "0123456789.esmh")] == '\0';
    o->budget_seconds = plain && unit != NULL ? number * seconds[unit - units] : 0;
    o->budget_work = plain && *end == '\0' && number <= 1e18 ? (int64_t)number : 0;
    return o->budget_seconds > 0 || o->budget_work > 0 ||
           value_fail(value, "give a time, as 90s, 10m or 2h, or so much work, as 5e9");
}

/* Reads a judge: depth:N, solved, or a file. */
static bool read_judge(abs_options *o, const abs_value *value)
{
    static const char deep[] = "depth:";
    const bool depth = strncmp(value->text, deep, sizeof deep - 1) == 0;
    int64_t number = 0;
    if (*value->text == '\0' ||
        (depth && !text_int(value->text + sizeof deep - 1, 1, ABS_MAX_DEPTH, &number)))
        return value_fail(value, "write depth:N, N from 1 to %d, solved, or a file's name",
                          ABS_MAX_DEPTH);
    o->judge = (abs_judge_option){.kind = depth                                ? ABS_JUDGE_DEPTH
                                          : strcmp(value->text, "solved") == 0 ? ABS_JUDGE_SOLVED
                                                                               : ABS_JUDGE_FILE,
                                  .depth = (int)number,
                                  .text = value->text};
    return true;
}

bool option_read(abs_options *o, const abs_option *info, const char *text, abs_error *error)
{
    void *const field = (char *)o + info->field;
    const abs_value value = {info->name, text, error};
    int64_t number;
    int place;
    if (text != NULL && *text == '\0' && (info->kind == READ_TEXT || info->kind == READ_POSITIONS))
        return abs_fail(error, ABS_USAGE, "--%s is empty; write --%s=%s", info->name, info->name,
                        info->argument);
    if (info->kind <= READ_SET) {
        abs_repeats *given = field;
        given->items = memory_resize(given->items, (given->count + 1) * sizeof *given->items);
        given->items[given->count++] =
            (abs_repeated){info->kind, o->domains.count > 0 ? o->domains.count - 1 : 0, text};
        return true;
    }
    switch (info->kind) {
    case READ_SELECT:
        if (!config_select_parse(info->name, text, &number, error))
            return false;
        abs_list_set(field, number);
        return true;
    case READ_HELP:
    case READ_VERSION:
        o->page = info->kind == READ_HELP ? ABS_VERB_HELP : ABS_VERB_VERSION;
        o->operand = text;
        return true;
    case READ_PLAIN:
        return abs_options_set(o, "tt", "0", error) && abs_options_set(o, "order", "none", error) &&
               abs_options_set(o, "deepening", "off", error) &&
               abs_options_set(o, "quiescence", "off", error);
    case READ_SWITCH:
        *(bool *)field = strncmp(info->name, "no-", 3) != 0;
        return true;
    case READ_TEXT:
        memcpy(field, &text, sizeof text);
        return true;
    case READ_CHOICE:
        if ((place = find_name(info->name, text, info->names, error)) < 0)
            return false;
        *(unsigned *)field = (unsigned)place;
        return true;
    case READ_NUMBER:
        return read_number(info, &value, field);
    case READ_BUDGET:
        return read_budget(o, &value);
    case READ_SHARD:
        return shard_parse(text, &o->shard, error);
    case READ_JUDGE:
        return read_judge(o, &value);
    case READ_REFERENCE:
        o->reference = text;
        return abs_options_reference(text, &o->reference_config, error) &&
               check_reference(&o->reference_config, error);
    default: /* a list; READ_ON without a value is on */
        return read_list(o, info, text != NULL ? text : "on", error);
    }
}

/* ---- options that are not given ------------------------------------------------------------ */

bool options_have(const abs_options *o, size_t setting)
{
    const abs_list *list = &o->settings[setting];
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].low != 0)
            return true;
    return list->count == 0 && config_fields[setting].preset != 0;
}

/* Sets an option unless it is given. */
static bool fill(abs_options *o, const char *name, const char *value, abs_error *error)
{
    return abs_options_asked(o, name) || abs_options_set(o, name, value, error);
}

/* A run without a domain searches enough of each for a verdict on most. */
bool options_fill(abs_options *o, abs_error *error)
{
    if (o->verb != ABS_VERB_RUN || o->domains.count > 0)
        return true;
    return fill(o, "algo", "alphabeta,pvs,mtdf,aspiration+pvs", error) &&
           fill(o, "suite", "large", error) && fill(o, "seed", "1..100", error) &&
           fill(o, "max-positions", "100", error);
}

/* ---- the options in a report --------------------------------------------------------------- */

static cJSON *echo_option(const abs_options *o, const abs_option *info)
{
    const char *const given = o->given[info - abs_option_table];
    char preset[CONFIG_WORD_MAX];
    option_preset(info, preset, sizeof preset);
    if (info->names == abs_format_names)
        return cJSON_CreateString(abs_format_names[abs_options_format(o)].name);
    if (info->kind <= READ_SET) {
        const abs_repeats *all = (const abs_repeats *)((const char *)o + info->field);
        cJSON *list = cJSON_CreateArray();
        for (size_t i = 0; i < all->count; i++)
            if (all->items[i].kind == info->kind)
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
        if (info->name == NULL || info->kind == READ_HELP || info->kind == READ_VERSION ||
            info->kind == READ_PLAIN || strcmp(info->name, "resume") == 0)
            continue; /* a title; an action; --plain, whose options are listed; no part of a run */
        if ((abs_verb_takes_files(o->verb) || o->verb == ABS_VERB_TUNE) &&
            !(info->verbs & 1u << o->verb))
            continue;
        option_member(info->name, name, sizeof name);
        json_put(object, name, echo_option(o, info));
    }
    return object;
}
