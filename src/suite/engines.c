/* engines.c -- the engines of a command line, one for each combination of --set. See options.h. */
#include "search/registry.h"
#include "suite/options.h"

#include <stdlib.h>

/* Whether the item is a range of numbers LO..HI, perhaps with a step or factor. */
static bool is_range(const char *item)
{
    return strstr(item, "..") > item && strspn(item, "-") < 2 &&
           item[strspn(item, "0123456789-.:*")] == '\0';
}

/* Reads a range, of decimals if one of its numbers is. */
static bool read_range(const abs_value *value, char *item, abs_list *list, bool *decimal)
{
    const char *const dots = strstr(item, ".."), *const point = strchr(item, '.');
    *decimal = point < dots || strchr(dots + 2, '.') != NULL;
    const int64_t most = INT64_C(1000000000) * (*decimal ? ABS_DECIMAL : 1);
    const abs_list_form form = {.low = -most, .high = most, .decimals = *decimal};
    return abs_list_numbers(list, value, &form, item);
}

static bool multiply(abs_options *o, const abs_engine *engine, size_t at, const char *set,
                     abs_error *error);

/* Adds the engine with one more setting, NAME=VALUE, or NAME if the value is NULL. */
static bool add_setting(abs_options *o, const abs_engine *engine, size_t at, const char *set,
                        const char *name, const char *value, abs_error *error)
{
    char longer[2 * ABS_ITEM_MAX];
    snprintf(longer, sizeof longer, "%s", set);
    return engine_value_add(longer, sizeof longer, name, value)
               ? multiply(o, engine, at + 1, longer, error)
               : abs_fail(error, ABS_USAGE, "--set=%.100s: what is set is too long", name);
}

/* Adds the engine with the settings in `set` and each combination of the values of --set from item
   `at` on. */
static bool multiply(abs_options *o, const abs_engine *engine, size_t at, const char *set,
                     abs_error *error)
{
    if (at == o->engines.count || !repeated_is(&o->engines.items[at], "set")) {
        if (o->algo_count == ABS_ALGOS_MAX)
            return abs_fail(error, ABS_USAGE, "--engine: at most %d configurations in one run",
                            ABS_ALGOS_MAX);
        return abs_algo_of_engine(engine, set, &o->algos[o->algo_count++]) ||
               abs_fail(error, ABS_USAGE, "--engine=%.100s: that and what is set is too long",
                        engine->command);
    }
    const char *const text = o->engines.items[at].text;
    const abs_value value = {"set", text, error};
    char name[ABS_ITEM_MAX], item[ABS_ITEM_MAX];
    const size_t length = strcspn(text, "=");
    if (length == 0 || length >= sizeof name || strcspn(text, ",;\"") < length)
        return value_fail(&value, "write NAME=VALUE, or NAME=V1,V2,..; of a button, NAME");
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    if (text[length] == '\0')
        return add_setting(o, engine, at, set, name, NULL, error);
    for (const char *rest = text + length, *from; *rest != '\0';) {
        rest = engine_value_read(from = rest + 1, ',', item, sizeof item);
        if (rest == NULL)
            return value_fail(&value, strlen(from) < sizeof item ? "a quote is not closed"
                                                                 : "a value is too long");
        abs_list numbers = {0};
        bool decimal = false, ok = true;
        if (*from == '"' || !is_range(item))
            ok = add_setting(o, engine, at, set, name, item, error);
        else
            ok = read_range(&value, item, &numbers, &decimal);
        for (size_t i = 0; ok && i < numbers.count; i++) {
            if (decimal)
                snprintf(item, sizeof item, "%.15g", (double)numbers.items[i].low / ABS_DECIMAL);
            else
                snprintf(item, sizeof item, "%lld", (long long)numbers.items[i].low);
            ok = add_setting(o, engine, at, set, name, item, error);
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
    if (bare) { /* its colon shows that it is an engine, not an algorithm */
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
