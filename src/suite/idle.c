/* idle.c -- the options of a command line that have no effect. See idle.h. */
#include "suite/idle.h"

#include <stdlib.h>

bool idle_has_eval(const abs_domain *domain, int64_t number)
{
    const abs_evaluation eval = config_eval_of(number);
    return (!abs_is_tree(domain) || (eval.noise == 0 && eval.turn == 0)) &&
           (eval.kind != ABS_EVAL_MATERIAL || domain->has_material);
}

/* The part of a value that has no effect in the batch; 0 if all of it has. */
static int64_t idle_in(const abs_batch *b, size_t field, int64_t value)
{
    switch (field) {
    case CONFIG_order:
        return value & ~(int64_t)b->domain->orders;
    case CONFIG_select: {
        unsigned idle = ~abs_selects(b->domain, b->rules) | ABS_SELECT_IIR;
        for (size_t i = 0; i < b->config_count; i++)
            idle &= ~(b->configs[i].select & ABS_SELECT_IIR);
        return config_select_within((unsigned)value, idle);
    }
    case CONFIG_eval:
        return idle_has_eval(b->domain, value) ? 0 : value;
    default: /* a switch */
        for (size_t i = 0; i < b->config_count; i++)
            if (config_number(&config_fields[field], &b->configs[i]) != 0)
                return 0;
        return value == 1;
    }
}

/* Whether all parts of a value have an effect, each in some batch from number `first` on. */
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
    return abs_fail(error, ABS_USAGE, "%s=%s: %s%s does not support it; leave it out",
                    option_of_setting(field)->name, text, suite->batches[first].domain->name,
                    field == CONFIG_etc || (field == CONFIG_select && value & ABS_SELECT_IIR)
                        ? ", without a table (--tt),"
                        : "");
}

/* Checks all values of three settings. */
static bool check_values(const abs_suite *suite, size_t first, const abs_options *o,
                         const size_t fields[3], abs_error *error)
{
    for (size_t f = 0; f < 3; f++)
        for (size_t i = 0; i < o->settings[fields[f]].count; i++)
            if (!check_value(suite, first, fields[f], o->settings[fields[f]].items[i].low, error))
                return false;
    return true;
}

bool idle_check(const abs_suite *suite, size_t first, const abs_options *o, abs_error *error)
{
    static const size_t of_algorithms[] = {CONFIG_fail_high_less, CONFIG_etc, CONFIG_select},
                        of_domains[] = {CONFIG_eval, CONFIG_order, CONFIG_quiescence};
    const abs_reference *r = &o->reference_config;
    return (o->idle || check_values(suite, first, o, of_algorithms, error)) &&
           check_values(suite, first, o, of_domains, error) &&
           check_value(suite, first, CONFIG_order, r->values.order, error) &&
           check_value(suite, first, CONFIG_select, r->values.select, error);
}

/* Whether it orders moves at all: the table's move needs a table. */
static bool orders(const abs_config *c)
{
    return c->tt_bytes > 0 || (c->order & ~(unsigned)ABS_ORDER_TT) != 0;
}

/* Whether the setting is a switch of the table that is on by default. */
static bool is_on_with_table(size_t setting)
{
    return setting < CONFIG_FIELDS && config_fields[setting].of_table &&
           config_fields[setting].preset != 0;
}

/* Whether one of its windows is wider than a null window; that of a shallow guess is. */
static bool has_wide_windows(const abs_config *c)
{
    return c->algo.driver < ABS_MTDF || c->guess.kind == ABS_GUESS_SHALLOW;
}

/* Why the option has no effect; NULL if it has one, or if the reason is unknown. */
static const char *why_idle(const abs_suite *suite, const abs_options *o, const abs_option *option)
{
    const size_t setting = option_setting(option);
    bool games = false, seeds = false, crawls = false, open = false, pvs = false;
    for (const abs_batch *b = suite->batches; b < suite->batches + suite->count; b++) {
        games |= !abs_is_tree(b->domain);
        seeds |= abs_is_tree(b->domain) && !b->domain->seedless;
        for (const abs_config *c = b->configs; c < b->configs + b->config_count; c++) {
            crawls |= abs_algo_crawls(&c->algo);
            pvs |= c->algo.driver == ABS_OPEN && strcmp(c->algo.name, "pvs") == 0;
            open |= setting < CONFIG_FIELDS && config_open(&config_fields[setting], c) &&
                    (setting != CONFIG_order || orders(c)) &&
                    (setting != CONFIG_tt_pv || has_wide_windows(c));
        }
    }
    if (setting == CONFIG_eval && !games)
        return "trees have one evaluation";
    if (setting == CONFIG_window && !open && pvs)
        return "no search here uses it; PVS with a window is --algo=aspiration+pvs";
    if (setting < CONFIG_FIELDS)
        return open ? NULL : "no search here uses it";
    if (strcmp(option->name, "seed") == 0 && !seeds)
        return "nothing here is made from a seed";
    bool files = false;
    for (size_t i = 0; i < o->positions.count; i++)
        files |= repeated_is(&o->positions.items[i], "positions");
    const struct {
        const char *name;
        bool idle;
        const char *why;
    } others[] = {
        {"suite", !games, "no game is searched"},
        {"suite", o->positions.count > 0 && o->domains.count == 1, "the positions are given"},
        {"allow-fail-hard", !crawls, "no search here needs it"},
        {"skip-bad", !files, "there is no --positions=FILE"},
        {"keep", o->engines.count == 0, "there is no --engine"},
        {"engine-start", o->engines.count == 0, "there is no --engine"},
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (others[i].idle && strcmp(option->name, others[i].name) == 0)
            return others[i].why;
    return NULL;
}

/* Says that table sizes are in bytes if they look like MiB. */
static void tell_bytes(const abs_option *option, const char *given)
{
    const long number = strtol(given, NULL, 10);
    if (!(option->form.unit & ABS_IN_BYTES) || number <= 0 || number >= 65536 ||
        given[strspn(given, "0123456789,")] != '\0')
        return;
    fprintf(stderr, "absbench: --tt=%s is in bytes; for MiB write --tt=", given);
    for (const char *c = given; *c != '\0'; c++)
        fprintf(stderr, "%s%c", *c == ',' ? "M" : "", *c);
    fprintf(stderr, "M\n");
}

void idle_tell(const abs_suite *suite, const abs_options *o)
{
    for (unsigned i = 0; i < abs_option_count; i++) {
        const abs_option *option = &abs_option_table[i];
        const char *const given = o->given[i];
        if (option->name == NULL || given == option->preset || strcmp(given, "none") == 0 ||
            strcmp(given, "0") == 0 ||
            (strcmp(given, "off") == 0 && !is_on_with_table(option_setting(option))))
            continue; /* --plain may switch off things that do not exist */
        tell_bytes(option, given);
        const char *why = why_idle(suite, o, option);
        if (why != NULL)
            fprintf(stderr, "absbench: --%s has no effect: %s\n", option->name, why);
    }
}
