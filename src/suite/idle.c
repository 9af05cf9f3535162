/* idle.c -- what was asked for and acts nowhere: by name it is wrong usage, else it is told. See
   suite.h. */
#include "suite/suite.h"

#include <string.h>

/* What remains of a value that was asked for without what acts in the batch; 0: nothing. */
static int64_t idle_in(const abs_batch *b, size_t field, int64_t value)
{
    switch (field) {
    case CONFIG_order:
        return value & ~(int64_t)b->domain->orders;
    case CONFIG_select:
        return config_select_within((unsigned)value, ~abs_selects(b->domain, b->rules));
    case CONFIG_eval:
        return configs_has_eval(b->domain, value) ? 0 : value;
    default: /* a switch */
        for (size_t i = 0; i < b->config_count; i++)
            if (config_number(&config_fields[field], &b->configs[i]) != 0)
                return 0;
        return value == 1;
    }
}

/* That it acts in one at least of the batches from number `first` on. */
static bool check_value(const abs_suite *suite, size_t first, size_t field, int64_t value,
                        abs_error *error)
{
    char text[CONFIG_WORD_MAX];
    abs_config c = {.depth = 0};
    for (size_t i = first; value != 0 && i < suite->count; i++)
        value = idle_in(&suite->batches[i], field, value);
    if (value == 0)
        return true;
    config_set(&config_fields[field], &c, value);
    config_value(&config_fields[field], &c, text, sizeof text);
    return abs_fail(error, ABS_USAGE, "%s=%s: %s%s has no such thing; leave it out",
                    option_of_setting(field)->name, text, suite->batches[first].domain->name,
                    field == CONFIG_etc ? ", without a table (--tt)," : "");
}

bool idle_check(const abs_suite *suite, size_t first, const abs_options *o, abs_error *error)
{
    static const size_t fields[] = {CONFIG_fail_high_less, CONFIG_etc,    CONFIG_eval,
                                    CONFIG_order,          CONFIG_select, CONFIG_quiescence};
    const abs_reference *r = &o->reference_config;
    /* the last, quiescence, is off where answers are checked */
    const size_t count = sizeof fields / sizeof fields[0] - o->check_answers;
    for (size_t f = 0; f < count; f++)
        for (size_t i = 0; i < o->settings[fields[f]].count; i++)
            if (!check_value(suite, first, fields[f], o->settings[fields[f]].items[i].low, error))
                return false;
    return check_value(suite, first, CONFIG_order, r->values.order, error) &&
           check_value(suite, first, CONFIG_select, r->values.select, error);
}

/* Whether it orders by more than the best move of a table that it has not. */
static bool orders(const abs_config *c)
{
    return c->tt_bytes > 0 || (c->order & ~(unsigned)ABS_ORDER_TT) != 0;
}

/* Why the option does nothing. NULL: it does something, or that cannot be told. */
static const char *why_idle(const abs_suite *suite, const abs_option *option)
{
    const size_t setting = option_setting(option);
    bool games = false, seeds = false, crawls = false, open = false;
    for (const abs_batch *b = suite->batches; b < suite->batches + suite->count; b++) {
        games |= !abs_is_tree(b->domain);
        seeds |= abs_is_tree(b->domain) && !b->domain->seedless;
        for (const abs_config *c = b->configs; c < b->configs + b->config_count; c++) {
            crawls |= abs_algo_crawls(&c->algo);
            open |= setting < CONFIG_FIELDS && config_open(&config_fields[setting], c) &&
                    (setting != CONFIG_order || orders(c));
        }
    }
    if (setting == CONFIG_eval && !games)
        return "trees have one evaluation";
    if (setting < CONFIG_FIELDS)
        return open ? NULL : "no search here uses it";
    if (strcmp(option->name, "seed") == 0 && !seeds)
        return "nothing here is made from a seed";
    if (strcmp(option->name, "suite") == 0 && !games)
        return "no game is searched";
    return strcmp(option->name, "allow-fail-hard") == 0 && !crawls ? "no search here needs it"
                                                                   : NULL;
}

void idle_tell(const abs_suite *suite, const abs_options *o)
{
    for (unsigned i = 0; i < abs_option_count; i++) {
        const abs_option *option = &abs_option_table[i];
        const char *const given = o->given[i];
        if (option->name == NULL || given == option->preset || strcmp(given, "off") == 0 ||
            strcmp(given, "none") == 0 || strcmp(given, "0") == 0)
            continue; /* as --plain switches off what there may not be */
        const size_t digits = strspn(given, "0123456789");
        if (option_setting(option) == CONFIG_tt_bytes && digits < 4 && given[digits] == '\0')
            fprintf(stderr, "absbench: --tt=%s is so many bytes; for MiB write --tt=%sM\n", given,
                    given);
        const char *why = why_idle(suite, option);
        if (why != NULL)
            fprintf(stderr, "absbench: --%s has no effect: %s\n", option->name, why);
    }
}
