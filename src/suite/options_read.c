/* options_read.c -- the readers of option values. See options.h. */
#include "base/memory.h"
#include "base/text.h"
#include "suite/options.h"

#include <ctype.h>
#include <stdlib.h>

static void *field(abs_options *o, const abs_option *info)
{
    return (char *)o + info->field;
}

bool read_list(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    return abs_list_parse(info->name, value, &info->form, field(o, info), error);
}

/* Sizes of tables: none, or room for a bucket. */
bool read_sizes(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    abs_list *list = field(o, info);
    if (!read_list(o, info, value, error))
        return false;
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].low > 0 && list->items[i].low < (int64_t)sizeof(abs_bucket))
            return abs_fail(error, ABS_USAGE, "--%s=%s: give 0 for no table, or at least %zu bytes",
                            info->name, value, sizeof(abs_bucket));
    return true;
}

bool read_limits(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    if (!read_list(o, info, value, error))
        return false;
    o->max_nodes = o->settings[CONFIG_node_limit].items[0].low;
    return true;
}

/* An option whose items are being read. */
typedef struct {
    abs_options *o;
    const abs_option *info;
} taker;

/* Reads a comma list in the place of what was there, item by item. */
static bool read_items(abs_options *o, const abs_option *info, const char *value,
                       abs_item_reader *take, abs_error *error)
{
    taker to = {o, info};
    return abs_list_items(info->name, value, take, &to, error);
}

/* The place of `text` in a table of names; -1 with the error set if it is not there. It is the
   value of an option, or of a variable, whose name has capitals. */
static int find_name(const char *option, const char *text, const abs_named *names, abs_error *error)
{
    const char *list[16];
    char all[160] = "";
    size_t used = 0;
    int n = 0;
    for (; names[n].name != NULL; n++) {
        if (strcmp(names[n].name, text) == 0)
            return n;
        list[n] = names[n].name;
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", n > 0 ? ", " : "",
                                 names[n].name);
    }
    list[n] = NULL;
    abs_fail(error, ABS_USAGE, "%s%s: there is no '%.300s'; it takes %s%s",
             isupper((unsigned char)*option) ? "" : "--", option, text, all,
             text_hint_of(text, "", list).text);
    return -1;
}

static bool take_name(void *to, char *item, abs_error *error)
{
    const taker *t = to;
    const int place = find_name(t->info->name, item, t->info->names, error);
    if (place >= 0)
        abs_list_add(field(t->o, t->info), place, place);
    return place >= 0;
}

/* The items of a list, each once. */
static bool read_each(abs_options *o, const abs_option *info, const char *value,
                      abs_item_reader *take, abs_error *error)
{
    abs_list *list = field(o, info);
    abs_list_free(list);
    const bool ok = read_items(o, info, value, take, error);
    abs_list_unique(list);
    return ok;
}

bool read_names(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    return read_each(o, info, value, take_name, error);
}

static bool take_eval(void *to, char *item, abs_error *error)
{
    const taker *t = to;
    int64_t number;
    if (!config_eval_parse(t->info->name, item, &number, error))
        return false;
    abs_list_add(field(t->o, t->info), number, number);
    return true;
}

bool read_evals(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    return read_each(o, info, value, take_eval, error);
}

static bool take_algo(void *to, char *item, abs_error *error)
{
    const taker *t = to;
    return abs_algo_parse(t->info->name, item, t->o->algos, &t->o->algo_count, error);
}

bool read_algo(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    o->algo_count = 0;
    return read_items(o, info, value, take_algo, error);
}

/* A number, or a range of them. */
static bool take_numbers(abs_list *to, abs_guess_kind kind, const char *text, abs_error *error)
{
    static const abs_list_form form = {.low = -ABS_VALUE_MAX, .high = ABS_VALUE_MAX};
    abs_list numbers = {0};
    const bool ok = abs_list_parse("guess", text, &form, &numbers, error);
    for (size_t i = 0; i < numbers.count; i++)
        abs_list_add(to, kind, numbers.items[i].low);
    abs_list_free(&numbers);
    return ok;
}

static bool take_guess(void *to, char *item, abs_error *error)
{
    const taker *t = to;
    abs_list *list = field(t->o, t->info);
    const bool exact = strncmp(item, "exact", 5) == 0;
    if (exact && item[5] != '\0' && item[5] != '+' && item[5] != '-')
        return abs_fail(error, ABS_USAGE, "--guess=%s: write exact, exact+K or exact-K", item);
    if (exact)
        return take_numbers(list, ABS_GUESS_EXACT,
                            item[5] == '\0' ? "0" : item + 5 + (item[5] == '+'), error) ||
               abs_fail(error, ABS_USAGE,
                        "--guess=%s: write exact, exact+K, exact-K or exact+LO..HI", item);
    if (strchr("0123456789+-", item[0]) != NULL)
        return take_numbers(list, ABS_GUESS_NUMBER, item, error);
    const int place = find_name(t->info->name, item, t->info->names, error);
    if (place > ABS_GUESS_STATIC)
        return abs_fail(error, ABS_USAGE, "--guess=%s: write the number itself", item);
    if (place >= 0)
        abs_list_add(list, place, 0);
    return place >= 0;
}

bool read_guess(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    return read_each(o, info, value, take_guess, error);
}

static bool take_flag(void *to, char *item, abs_error *error)
{
    const taker *t = to;
    abs_list *list = field(t->o, t->info);
    const int place = find_name(t->info->name, item, t->info->names, error);
    if (place >= 0)
        abs_list_set(list, list->items[0].low | INT64_C(1) << place);
    return place >= 0;
}

/* One combination of names, or none of them. */
bool read_flags(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    if (strstr(value, "none") != NULL && strcmp(value, "none") != 0)
        return abs_fail(error, ABS_USAGE, "--%s=%s: none cannot be combined", info->name, value);
    abs_list_set(field(o, info), 0);
    return strcmp(value, "none") == 0 || read_items(o, info, value, take_flag, error);
}

/* info->field: 1 for a tree. */
bool read_domain(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    (void)error;
    o->domains = memory_resize(o->domains, (o->domain_count + 1) * sizeof *o->domains);
    o->domains[o->domain_count++] = (abs_domain_option){info->field == 0, value};
    return true;
}

static bool fail_empty(const abs_option *info, abs_error *error)
{
    return abs_fail(error, ABS_USAGE, "--%s is empty; write --%s=%s", info->name, info->name,
                    info->argument);
}

/* info->field: 1 for a file. A position before any --game belongs to the first. */
bool read_position(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    if (info->field == 1 && *value == '\0')
        return fail_empty(info, error);
    o->positions = memory_resize(o->positions, (o->position_count + 1) * sizeof *o->positions);
    o->positions[o->position_count++] = (abs_position_option){
        o->domain_count > 0 ? o->domain_count - 1 : 0, info->field == 1, value};
    return true;
}

bool read_text(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    if (*value == '\0')
        return fail_empty(info, error);
    memcpy(field(o, info), &value, sizeof value);
    return true;
}

/* Of --no-..: false. */
bool read_switch(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    (void)value;
    (void)error;
    *(bool *)field(o, info) = strncmp(info->name, "no-", 3) != 0;
    return true;
}

bool read_plain(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    (void)info;
    (void)value;
    return abs_options_set(o, "tt", "0", error) && abs_options_set(o, "order", "none", error) &&
           abs_options_set(o, "deepening", "off", error) &&
           abs_options_set(o, "quiescence", "off", error);
}

bool read_choice(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    const int place = find_name(info->name, value, info->names, error);
    if (place >= 0)
        *(unsigned *)field(o, info) = (unsigned)place;
    return place >= 0;
}

bool options_read_environment(abs_options *o, abs_error *error)
{
    const char *const value = getenv("ABSBENCH_FORMAT");
    const abs_option usual = {.name = "ABSBENCH_FORMAT",
                              .field = offsetof(abs_options, usual_format),
                              .names = abs_format_names};
    return value == NULL || *value == '\0' || read_choice(o, &usual, value, error);
}

bool read_shard(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    (void)info;
    return shard_parse(value, &o->shard, error);
}

bool read_whole(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    const abs_list_form *f = &info->form;
    int64_t *const number = field(o, info);
    char most[40];
    *number = 0;
    if (f->automatic && strcmp(value, "auto") == 0)
        return true;
    snprintf(most, sizeof most, f->high < INT64_MAX ? " from %lld to %lld" : ", %lld or more",
             (long long)f->low, (long long)f->high);
    return text_int(value, f->low, f->high, number) ||
           abs_fail(error, ABS_USAGE, "--%s=%s: give a whole number%s%s", info->name, value, most,
                    f->automatic ? ", or auto" : "");
}

/* A number written with digits and at most a point, between the bounds, which it cannot equal. */
bool read_decimal(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    char *end;
    const double number = strtod(value, &end);
    *(double *)field(o, info) = number;
    return (*value != '\0' && strspn(value, "0123456789.") == strlen(value) && *end == '\0' &&
            number > (double)info->form.low &&
            (info->form.high == INT64_MAX || number < (double)info->form.high)) ||
           abs_fail(error, ABS_USAGE, "--%s=%s: give %s", info->name, value, info->form.words);
}

/* "10m" is time, "5e9" is work. */
bool read_budget(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    static const char units[] = "smh";
    static const double seconds[] = {1, 60, 3600};
    char *end;
    const double number = strtod(value, &end);
    const char *unit = *end != '\0' && end[1] == '\0' ? strchr(units, *end) : NULL;
    const bool plain = value[0] != '\0' && strchr("0123456789.", value[0]) != NULL &&
                       value[strspn(value, "0123456789.esmh")] == '\0';
    o->budget_seconds = plain && unit != NULL ? number * seconds[unit - units] : 0;
    o->budget_work = plain && *end == '\0' && number <= 1e18 ? (int64_t)number : 0;
    return o->budget_seconds > 0 || o->budget_work > 0 ||
           abs_fail(error, ABS_USAGE,
                    "--%s=%s: give a time, as 90s, 10m or 2h, or so much work, as 5e9", info->name,
                    value);
}

/* info->field: the verb. */
bool read_help(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    (void)info;
    o->page = ABS_VERB_HELP;
    o->operand = value != NULL ? ABS_HELP_ALL : NULL;
    return value == NULL || strcmp(value, ABS_HELP_ALL) == 0 ||
           abs_fail(error, ABS_USAGE, "--help=%.100s: there is --help=all, or `absbench help COMMAND`",
                    value);
}

bool read_version(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    (void)info;
    (void)value;
    (void)error;
    o->page = ABS_VERB_VERSION;
    return true;
}

/* ---- --reference=ALGO:NAME=VALUE;NAME=VALUE ----------------------------------------------------
 */

static bool may_differ(size_t setting)
{
    return setting < CONFIG_FIELDS && config_fields[setting].level > CONFIG_SETTING &&
           config_fields[setting].level < CONFIG_COPY;
}

static bool fail_name(const char *name, abs_error *error)
{
    char all[200] = "";
    size_t used = 0;
    for (unsigned i = 0; i < abs_option_count; i++)
        if (may_differ(option_setting(&abs_option_table[i])))
            used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", used > 0 ? ", " : "",
                                     abs_option_table[i].name);
    return abs_fail(error, ABS_USAGE,
                    "--reference: '%.40s' is no setting in which it may differ; these are: %s",
                    name, all);
}

/* "tt=0": as --tt=0 is read. */
static bool read_setting(char *text, abs_reference *r, abs_error *error)
{
    char *equals = strchr(text, '=');
    if (equals == NULL)
        return abs_fail(error, ABS_USAGE,
                        "--reference: '%.40s' has no value; write ALGO:NAME=VALUE;NAME=VALUE",
                        text);
    *equals = '\0';
    const abs_option *info = option_find(text);
    const size_t setting = info != NULL ? option_setting(info) : (size_t)CONFIG_FIELDS;
    if (!may_differ(setting))
        return fail_name(text, error);
    abs_options o = {0};
    const abs_list *list = &o.settings[setting];
    bool ok = info->read(&o, info, equals + 1, error);
    if (ok && (list->count != 1 || r->named[setting]))
        ok = abs_fail(error, ABS_USAGE, "--reference: give one value of %s", text);
    if (ok && list->items[0].low < 0 && config_fields[setting].kind == CONFIG_WINDOW)
        ok = abs_fail(error, ABS_USAGE, "--reference: give its window in points");
    if (ok) {
        r->named[setting] = true;
        r->values[setting] = list->items[0];
    }
    abs_options_free(&o);
    return ok;
}

/* That the reference's algorithm, without a table or a window that grows if it is to have none, has
   a use for what is named: it would be dropped in silence. What is switched off is not missed. */
static bool check_reference(const abs_reference *r, abs_error *error)
{
    const bool widens = r->named[CONFIG_widen], has_tt = r->named[CONFIG_tt_bytes];
    const abs_config c = {
        .algo = r->algo,
        .widen = widens ? (abs_widen)r->values[CONFIG_widen].low : ABS_WIDEN_GRADUAL,
        .tt_bytes = has_tt ? (uint64_t)r->values[CONFIG_tt_bytes].low : 1,
    };
    for (unsigned i = 0; i < abs_option_count; i++) {
        const size_t setting = option_setting(&abs_option_table[i]);
        if (setting < CONFIG_FIELDS && r->named[setting] &&
            !config_open(&config_fields[setting], &c) &&
            (config_fields[setting].level == CONFIG_POLICY || r->values[setting].low != 0))
            return abs_fail(error, ABS_USAGE, "--reference: %s%s has no %s; leave it out",
                            r->algo.name, widens || has_tt ? ", with these settings," : "",
                            abs_option_table[i].name);
    }
    return true;
}

bool abs_options_reference(const char *text, abs_reference *r, abs_error *error)
{
    abs_algo algos[ABS_ALGOS_MAX];
    char copy[512];
    unsigned count = 0;
    *r = (abs_reference){0};
    if (strcmp(text, "none") == 0)
        return true;
    if (strncmp(text, "none:", 5) == 0)
        return abs_fail(error, ABS_USAGE, "--reference=none has no settings; leave out '%.40s'",
                        text + 4);
    if (text[0] == '\0' || text[0] == ':')
        return abs_fail(error, ABS_USAGE,
                        "--reference: name an algorithm (`absbench list`), or none");
    if (strlen(text) >= sizeof copy)
        return abs_fail(error, ABS_USAGE, "--reference=%.40s...: that is too long", text);
    snprintf(copy, sizeof copy, "%s", text);
    char *settings = strchr(copy, ':');
    if (settings != NULL)
        *settings++ = '\0';
    if (!abs_algo_parse("reference", copy, algos, &count, error))
        return false;
    if (count != 1)
        return abs_fail(error, ABS_USAGE, "--reference=%s is a group; give one algorithm", copy);
    r->algo = algos[0];
    if (settings != NULL && settings[0] == '\0')
        return abs_fail(error, ABS_USAGE,
                        "--reference=%.40s: nothing follows the colon; leave it out", text);
    while (settings != NULL) {
        char *next = strchr(settings, ';');
        if (next != NULL)
            *next++ = '\0';
        if (!read_setting(settings, r, error))
            return false;
        settings = next;
    }
    return true;
}

bool read_reference(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    (void)info;
    o->reference = value;
    return abs_options_reference(value, &o->reference_config, error) &&
           check_reference(&o->reference_config, error);
}
