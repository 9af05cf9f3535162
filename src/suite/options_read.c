/* options_read.c -- the readers of option values. See options_table.h. */
#include "base/text.h"
#include "suite/options_table.h"

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

/* Calls `take` with each item of a comma list. */
static bool each_item(const abs_option *info, const char *value, abs_error *error,
                      bool (*take)(void *to, const abs_option *, const char *, abs_error *),
                      void *to)
{
    char item[256];
    for (const char *start = value;; start++) {
        const size_t length = strcspn(start, ",");
        if (length == 0)
            return abs_fail(error, ABS_USAGE, "--%s=%s: an item of the list is empty", info->name,
                            value);
        if (length >= sizeof item)
            return abs_fail(error, ABS_USAGE, "--%s: '%.40s...' is too long to be a name",
                            info->name, start);
        memcpy(item, start, length);
        item[length] = '\0';
        if (!take(to, info, item, error))
            return false;
        start += length;
        if (*start == '\0')
            return true;
    }
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
    const char *near = text_nearest(text, list);
    abs_fail(error, ABS_USAGE, "%s%s: there is no '%.300s'%s%s%s; it takes %s",
             isupper((unsigned char)*option) ? "" : "--", option, text,
             near ? ", did you mean '" : "", near ? near : "", near ? "'?" : "", all);
    return -1;
}

static bool append(abs_list *list, int64_t low, int64_t high, abs_error *error)
{
    abs_pair *items = realloc(list->items, (list->count + 1) * sizeof *items);
    if (items == NULL)
        return abs_fail(error, ABS_CANNOT_RUN, "no memory for the options");
    list->items = items;
    items[list->count++] = (abs_pair){low, high};
    return true;
}

static bool unique(abs_list *list, abs_error *error)
{
    return abs_list_unique(list) || abs_fail(error, ABS_CANNOT_RUN, "no memory for the options");
}

static bool take_name(void *to, const abs_option *info, const char *item, abs_error *error)
{
    const int place = find_name(info->name, item, info->names, error);
    return place >= 0 && append(to, place, place, error);
}

bool read_names(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    abs_list *list = field(o, info);
    list->count = 0;
    return each_item(info, value, error, take_name, list) && unique(list, error);
}

static bool take_algo(void *to, const abs_option *info, const char *item, abs_error *error)
{
    abs_options *o = to;
    return abs_algo_parse(info->name, item, o->algos, &o->algo_count, error);
}

bool read_algo(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    o->algo_count = 0;
    return each_item(info, value, error, take_algo, o);
}

static bool take_guess(void *to, const abs_option *info, const char *item, abs_error *error)
{
    static const abs_list_form form = {.low = -ABS_VALUE_MAX, .high = ABS_VALUE_MAX};
    const bool exact = strncmp(item, "exact", 5) == 0;
    if (exact && item[5] == '\0')
        return append(to, ABS_GUESS_EXACT, 0, error);
    if (exact && item[5] != '+' && item[5] != '-')
        return abs_fail(error, ABS_USAGE, "--guess=%s: write exact, exact+K or exact-K", item);
    if (exact || strchr("0123456789+-", item[0]) != NULL) { /* a number, or a range of them */
        const char *number = exact ? item + 5 + (item[5] == '+') : item;
        abs_list numbers = {0};
        bool ok = abs_list_parse(info->name, number, &form, &numbers, error);
        for (size_t i = 0; ok && i < numbers.count; i++)
            ok =
                append(to, exact ? ABS_GUESS_EXACT : ABS_GUESS_NUMBER, numbers.items[i].low, error);
        abs_list_free(&numbers);
        if (ok || !exact || error->code != ABS_USAGE)
            return ok;
        return abs_fail(error, ABS_USAGE,
                        "--guess=%s: write exact, exact+K, exact-K or exact+LO..HI", item);
    }
    const int place = find_name(info->name, item, info->names, error);
    if (place >= 0 && place > ABS_GUESS_STATIC)
        return abs_fail(error, ABS_USAGE, "--guess=%s: write the number itself", item);
    return place >= 0 && append(to, place, 0, error);
}

bool read_guess(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    abs_list *list = field(o, info);
    list->count = 0;
    return each_item(info, value, error, take_guess, list) && unique(list, error);
}

/* A number written with digits and at most a point. */
static bool plain_number(const char *text, double *number)
{
    char *end;
    *number = strtod(text, &end);
    return *text != '\0' && strspn(text, "0123456789.") == strlen(text) && *end == '\0';
}

static bool take_flag(void *to, const abs_option *info, const char *item, abs_error *error)
{
    const int place = find_name(info->name, item, info->names, error);
    if (place >= 0)
        *(unsigned *)to |= 1u << place;
    return place >= 0;
}

/* One combination of names, or none of them. */
bool read_flags(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    unsigned flags = 0;
    if (strstr(value, "none") != NULL && strcmp(value, "none") != 0)
        return abs_fail(error, ABS_USAGE, "--%s=%s: none cannot be combined", info->name, value);
    if (strcmp(value, "none") != 0 && !each_item(info, value, error, take_flag, &flags))
        return false;
    return abs_list_set(field(o, info), flags) ||
           abs_fail(error, ABS_CANNOT_RUN, "no memory for the options");
}

/* info->field: 1 for a tree. */
bool read_domain(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    abs_domain_option *larger = realloc(o->domains, (o->domain_count + 1) * sizeof *larger);
    if (larger == NULL)
        return abs_fail(error, ABS_CANNOT_RUN, "no memory for the options");
    o->domains = larger;
    o->domains[o->domain_count++] = (abs_domain_option){info->field == 0, value};
    return true;
}

/* info->field: 1 for a file. A position before any --game belongs to the first. */
bool read_position(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    if (info->field == 1 && *value == '\0')
        return abs_fail(error, ABS_USAGE, "--%s is empty; write --%s=%s", info->name, info->name,
                        info->argument);
    abs_position_option *larger = realloc(o->positions, (o->position_count + 1) * sizeof *larger);
    if (larger == NULL)
        return abs_fail(error, ABS_CANNOT_RUN, "no memory for the options");
    o->positions = larger;
    o->positions[o->position_count++] = (abs_position_option){
        o->domain_count > 0 ? o->domain_count - 1 : 0, info->field == 1, value};
    return true;
}

bool read_text(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    if (*value == '\0')
        return abs_fail(error, ABS_USAGE, "--%s is empty; write --%s=%s", info->name, info->name,
                        info->argument);
    memcpy(field(o, info), &value, sizeof value);
    return true;
}

bool read_flag(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    (void)value;
    (void)error;
    *(bool *)field(o, info) = true;
    return true;
}

bool read_off(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    (void)value;
    (void)error;
    *(bool *)field(o, info) = false;
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

bool read_format(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    const int place = find_name(info->name, value, info->names, error);
    if (place < 0)
        return false;
    o->format = (abs_format)place;
    o->format_given = true;
    return true;
}

bool options_read_environment(abs_options *o, abs_error *error)
{
    static const char variable[] = "ABSBENCH_FORMAT";
    const char *const value = getenv(variable);
    if (value == NULL || *value == '\0')
        return true;
    const int place = find_name(variable, value, abs_format_names, error);
    if (place < 0)
        return false;
    o->usual_format = (abs_format)place;
    return true;
}

bool read_metric(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    const int place = find_name(info->name, value, info->names, error);
    if (place >= 0)
        o->metric = (abs_metric)place;
    return place >= 0;
}

bool read_jobs(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    int64_t jobs = 0;
    if (strcmp(value, "auto") != 0 && !text_int(value, 1, 256, &jobs))
        return abs_fail(error, ABS_USAGE, "--%s=%s: give a whole number from 1 to 256, or auto",
                        info->name, value);
    o->jobs = (int)jobs;
    return true;
}

bool read_shard(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    (void)info;
    return shard_parse(value, &o->shard, error);
}

bool read_repeat(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    int64_t repeat;
    if (!text_int(value, 1, ABS_REPEATS_MAX, &repeat))
        return abs_fail(error, ABS_USAGE, "--%s=%s: give a whole number from 1 to %d", info->name,
                        value, ABS_REPEATS_MAX);
    o->repeat = (int)repeat;
    return true;
}

bool read_max_nodes(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    return text_int(value, 1, INT64_MAX, &o->max_nodes) ||
           abs_fail(error, ABS_USAGE, "--%s=%s: give a whole number, 1 or more", info->name, value);
}

bool read_timeout(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    if (plain_number(value, &o->timeout) && o->timeout > 0)
        return true;
    return abs_fail(error, ABS_USAGE, "--%s=%s: give a number of seconds, more than 0", info->name,
                    value);
}

bool read_percent(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    return plain_number(value, field(o, info)) ||
           abs_fail(error, ABS_USAGE, "--%s=%s: give a percentage, 0 or more", info->name, value);
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

bool read_until_ci(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    double percent;
    if (!plain_number(value, &percent) || !(percent > 0) || !(percent < 100))
        return abs_fail(error, ABS_USAGE,
                        "--%s=%s: give a percentage, more than 0 and less than 100", info->name,
                        value);
    o->until_ci = percent / 100;
    return true;
}

bool read_max_positions(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    return text_int(value, 1, ABS_LIST_MAX, &o->max_positions) ||
           abs_fail(error, ABS_USAGE, "--%s=%s: give a whole number from 1 to %d", info->name,
                    value, ABS_LIST_MAX);
}

bool read_count(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    return text_int(value, 1, ABS_LIST_MAX, &o->count) ||
           abs_fail(error, ABS_USAGE, "--%s=%s: give a whole number from 1 to %d", info->name,
                    value, ABS_LIST_MAX);
}

/* Of two names; the field is whether it is the second. */
bool read_either(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    const int place = find_name(info->name, value, info->names, error);
    if (place >= 0)
        *(bool *)((char *)o + info->field) = place == 1;
    return place >= 0;
}

bool read_reference(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    (void)info;
    o->reference = value;
    return abs_options_reference(value, &o->reference_config, error) &&
           options_check_reference(&o->reference_config, error);
}

/* info->field: the verb. */
bool read_verb(abs_options *o, const abs_option *info, const char *value, abs_error *error)
{
    (void)value;
    (void)error;
    o->page = (abs_verb)info->field;
    return true;
}
