/* engines.c -- the engines of a command line, one for each combination of --set. See options.h. */
#include "search/registry.h"
#include "suite/options.h"

#include <stdlib.h>

/* Whether the item is a range of numbers LO..HI, perhaps with a step or factor. */
static bool is_range(const char *item)
{
    return strstr(item, "..") != NULL && item[strspn(item, "0123456789-.:*")] == '\0';
}

/* Adds the engine with the settings in `set` and each combination of those that --set gives from
   item `at` on. */
static bool multiply(abs_options *o, const abs_engine *engine, size_t at, const char *set,
                     abs_error *error)
{
    static const abs_list_form form = {.low = -1000000000, .high = 1000000000};
    if (at == o->engines.count || !repeated_is(&o->engines.items[at], "set")) {
        if (o->algo_count == ABS_ALGOS_MAX)
            return abs_fail(error, ABS_USAGE, "--engine: at most %d configurations in one run",
                            ABS_ALGOS_MAX);
        return abs_algo_of_engine(engine, set, &o->algos[o->algo_count++]) ||
               abs_fail(error, ABS_USAGE, "--engine=%.100s: that and what is set is too long",
                        engine->command);
    }
    const char *const text = o->engines.items[at].text, *rest = strchr(text, '=');
    const abs_value value = {"set", text, error};
    char item[ABS_ITEM_MAX], longer[2 * ABS_ITEM_MAX];
    if (rest == NULL || rest == text || rest[1] == '\0')
        return value_fail(&value, "write NAME=VALUE, or NAME=V1,V2,..");
    const int length = (int)(rest++ - text);
    while (rest != NULL) {
        abs_list numbers = {0};
        if (!abs_list_item(&value, &rest, item))
            return false;
        const bool range = is_range(item);
        bool ok = !range || abs_list_numbers(&numbers, &value, &form, item);
        for (size_t i = 0; ok && i < (range ? numbers.count : 1); i++) {
            if (range)
                snprintf(item, sizeof item, "%lld", (long long)numbers.items[i].low);
            snprintf(longer, sizeof longer, "%s%s%.*s=%s", set, *set != '\0' ? ";" : "", length,
                     text, item);
            ok = multiply(o, engine, at + 1, longer, error);
        }
        abs_list_free(&numbers);
        if (!ok)
            return false;
    }
    return true;
}

/* Whether the reference, if it is an engine, is one of those searched or may be in a report. */
static bool check_reference(abs_options *o, unsigned first, abs_error *error)
{
    const abs_algo *algo = &o->reference_config.algo;
    abs_algo none[ABS_ALGOS_MAX];
    char text[sizeof algo->name + 1];
    unsigned count = 0, i = first;
    if (algo->engine == NULL)
        return true;
    while (i < o->algo_count && strcmp(o->algos[i].name, algo->name) != 0)
        i++;
    const bool bare = strpbrk(algo->name, ":/ ") == NULL, takes = abs_verb_takes_files(o->verb);
    if (o->engines.count == 0 && (bare || !takes))
        return abs_algo_parse("reference", algo->engine->command, none, &count, error);
    if (i == o->algo_count && !takes)
        return abs_fail(error, ABS_USAGE, "--reference=%s: no such configuration is searched",
                        algo->name);
    if (bare) { /* the colon says that it is an engine and no algorithm */
        snprintf(text, sizeof text, "%s:", algo->name);
        o->reference = abs_engine_known(text, "", "")->command;
    }
    return true;
}

bool engines_expand(abs_options *o, abs_error *error)
{
    for (size_t i = 0; i < o->domains.count; i++)
        if (repeated_is(&o->domains.items[i], "game") &&
            strcmp(o->domains.items[i].text, foreign_domain.name) == 0)
            return abs_fail(error, ABS_USAGE, "there is no game '%s'; leave out --game",
                            foreign_domain.name);
    const bool ours = o->engines.count == 0 || abs_options_asked(o, "algo");
    if (o->engines.count > 0 && o->domains.count == 0 && o->grid == NULL)
        abs_options_set(o, "game", o->positions.count > 0 ? foreign_domain.name : "chess", error);
    if (!ours) {
        o->algo_count = 0;
        for (int64_t i = 1; i <= o->repeat && o->repeat > 1; i++)
            abs_list_add(&o->settings[CONFIG_shuffle], i, i);
        o->repeat = 1;
    }
    const unsigned first = o->algo_count;
    for (size_t i = 0; i < o->engines.count; i++)
        if (repeated_is(&o->engines.items[i], "engine") &&
            !multiply(o, abs_engine_known(o->engines.items[i].text, "", ""), i + 1, "", error))
            return false;
    return check_reference(o, first, error);
}
