/* idle.c -- options that do nothing are told. See suite.h. */
#include "suite/suite.h"

#include <string.h>

/* What the searches have a use for, or those that they are compared with. */
typedef struct {
    bool seeds, games;
    bool crawling;               /* --allow-fail-hard */
    bool setting[CONFIG_FIELDS]; /* left open by some search */
} uses;

/* Whether it orders by more than the best move of a table that it has not. */
static bool orders(const abs_config *c)
{
    return c->tt_bytes > 0 || (c->order & ~(unsigned)ABS_ORDER_TT) != 0;
}

static uses find_uses(const abs_suite *suite)
{
    uses u = {.seeds = false};
    for (size_t i = 0; i < suite->count; i++) {
        const abs_batch *b = &suite->batches[i];
        u.games = u.games || !abs_is_tree(b->domain);
        u.seeds = u.seeds || (abs_is_tree(b->domain) && !b->domain->seedless);
        for (const abs_config *c = b->configs; c < b->configs + b->config_count; c++) {
            u.crawling = u.crawling || abs_algo_crawls(&c->algo);
            for (size_t s = 0; s < CONFIG_FIELDS; s++)
                u.setting[s] = u.setting[s] || (config_open(&config_fields[s], c) &&
                                                (s != CONFIG_order || orders(c)));
        }
    }
    return u;
}

/* Why the option does nothing. NULL: it does something, or that cannot be told. */
static const char *why_idle(const uses *u, const abs_option *option)
{
    const size_t setting = option_setting(option);
    if (setting == CONFIG_eval && !u->games)
        return "trees have one evaluation";
    if (setting < CONFIG_FIELDS)
        return u->setting[setting] ? NULL : "no search here uses it";
    if (strcmp(option->name, "seed") == 0 && !u->seeds)
        return "nothing here is made from a seed";
    if (strcmp(option->name, "suite") == 0 && !u->games)
        return "no game is searched";
    if (strcmp(option->name, "allow-fail-hard") == 0 && !u->crawling)
        return "no search here needs it";
    return NULL;
}

void idle_tell(const abs_suite *suite, const abs_options *o)
{
    const uses u = find_uses(suite);
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
        const char *why = why_idle(&u, option);
        if (why != NULL)
            fprintf(stderr, "absbench: --%s has no effect: %s\n", option->name, why);
    }
}
