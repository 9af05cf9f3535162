/* idle.c -- options that do nothing are told. See suite.h. */
#include "suite/suite.h"

#include <string.h>

static bool has_seeds(const abs_suite *suite)
{
    for (size_t i = 0; i < suite->count; i++)
        if (abs_is_tree(suite->batches[i].domain) && !suite->batches[i].domain->seedless)
            return true;
    return false;
}

static bool has_games(const abs_suite *suite)
{
    for (size_t i = 0; i < suite->count; i++)
        if (!abs_is_tree(suite->batches[i].domain))
            return true;
    return false;
}

static bool reads_file(const abs_options *o)
{
    for (size_t i = 0; i < o->position_count; i++)
        if (o->positions[i].file)
            return true;
    return false;
}

/* Whether some search, or one that it is compared with, is as `holds` says, of the setting. */
static bool any_config(const abs_suite *suite,
                       bool (*holds)(const config_field *f, const abs_config *c),
                       const config_field *f)
{
    for (size_t i = 0; i < suite->count; i++)
        for (size_t c = 0; c < suite->batches[i].config_count; c++)
            if (holds(f, &suite->batches[i].configs[c]))
                return true;
    return false;
}

static bool crawls(const config_field *f, const abs_config *c)
{
    (void)f;
    return abs_algo_crawls(&c->algo);
}

/* More than the best move of a table that there is not. */
static bool has_order(const config_field *f, const abs_config *c)
{
    (void)f;
    return c->tt_bytes > 0 || (c->order & ~(unsigned)ABS_ORDER_TT) != 0;
}

/* Why the option does nothing. NULL: it does something, or that cannot be told. */
static const char *why_idle(const abs_suite *suite, const abs_options *o, const abs_option *option)
{
    const size_t setting = option_setting(option);
    if (setting == CONFIG_eval && !has_games(suite))
        return "trees have one evaluation";
    if (setting < CONFIG_FIELDS)
        return any_config(suite, config_open, &config_fields[setting]) ? NULL
                                                                       : "no search here uses it";
    if (strcmp(option->name, "seed") == 0)
        return has_seeds(suite) ? NULL : "nothing here is made from a seed";
    if (strcmp(option->name, "suite") == 0)
        return has_games(suite) ? NULL : "no game is searched";
    if (strcmp(option->name, "skip-bad") == 0)
        return o->grid != NULL || reads_file(o) ? NULL : "no file of positions is read";
    if (strcmp(option->name, "allow-fail-hard") == 0)
        return any_config(suite, crawls, NULL) ? NULL : "no search here needs it";
    return NULL;
}

/* Whether the option switches something off, as --plain does: where there is none, none was wanted.
 */
static bool is_off(const char *value)
{
    return strcmp(value, "off") == 0 || strcmp(value, "none") == 0 || strcmp(value, "0") == 0;
}

void idle_tell(const abs_suite *suite, const abs_options *o)
{
    for (unsigned i = 0; i < abs_option_count; i++) {
        const abs_option *option = &abs_option_table[i];
        if (option->name == NULL || o->given[i] == option->preset || is_off(o->given[i]))
            continue;
        if (option_setting(option) == CONFIG_tt_bytes && strspn(o->given[i], "0123456789") < 4 &&
            o->given[i][strspn(o->given[i], "0123456789")] == '\0')
            fprintf(stderr, "absbench: --tt=%s is so many bytes; for MiB write --tt=%sM\n",
                    o->given[i], o->given[i]);
        const char *why = why_idle(suite, o, option);
        if (why != NULL)
            fprintf(stderr, "absbench: --%s has no effect: %s\n", option->name, why);
        else if (option_setting(option) == CONFIG_order && !any_config(suite, has_order, NULL))
            fprintf(stderr, "absbench: --order=%s orders nothing: no search here has a table\n",
                    o->given[i]);
    }
}
