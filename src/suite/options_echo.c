/* options_echo.c -- the options of a run, as its report has them. See options.h. */
#include "base/json.h"
#include "suite/options.h"

#include <string.h>

/* What was given of an option that repeats, as a list. */
static cJSON *echo_list(const abs_options *o, const abs_option *info)
{
    cJSON *list = cJSON_CreateArray();
    for (size_t d = 0; info->kind == READ_DOMAIN && d < o->domain_count; d++)
        if (o->domains[d].game == (info->field == 0))
            cJSON_AddItemToArray(list, cJSON_CreateString(o->domains[d].spec));
    for (size_t p = 0; info->kind == READ_POSITION && p < o->position_count; p++)
        if (o->positions[p].file == (info->field == 1))
            cJSON_AddItemToArray(list, cJSON_CreateString(o->positions[p].text));
    for (size_t e = 0; info->kind == READ_ENGINE && e < o->engine_count; e++)
        if (o->engines[e].set == (info->field == 1))
            cJSON_AddItemToArray(list, cJSON_CreateString(o->engines[e].text));
    return list;
}

static cJSON *echo_option(const abs_options *o, const abs_option *info, abs_format format)
{
    const char *const given = o->given[info - abs_option_table];
    char preset[CONFIG_WORD_MAX];
    option_preset(info, preset, sizeof preset);
    if (info->names == abs_format_names)
        return cJSON_CreateString(abs_format_names[format].name);
    if (info->kind == READ_DOMAIN || info->kind == READ_POSITION || info->kind == READ_ENGINE)
        return echo_list(o, info);
    if (info->argument == NULL)
        return cJSON_CreateBool(given != NULL);
    if (given != NULL || preset[0] != '\0')
        return cJSON_CreateString(given != NULL ? given : preset);
    return strcmp(info->argument, "LIST") == 0 ? cJSON_CreateString("default") /* a domain's own */
                                               : cJSON_CreateNull();
}

cJSON *abs_options_echo(const abs_options *o, abs_format format)
{
    cJSON *object = cJSON_CreateObject();
    for (const abs_option *info = abs_option_table; info < abs_option_table + abs_option_count;
         info++) {
        if (info->name == NULL || info->kind == READ_HELP || info->kind == READ_VERSION ||
            info->kind == READ_PLAIN || strcmp(info->name, "resume") == 0)
            continue; /* a title; an action; --plain, whose options are listed; no part of a run */
        if ((abs_verb_takes_files(o->verb) || o->verb == ABS_VERB_TUNE) &&
            !(info->verbs & 1u << o->verb))
            continue;
        char name[32];
        snprintf(name, sizeof name, "%s", info->name);
        for (char *c = name; *c != '\0'; c++)
            *c = *c == '-' ? '_' : *c;
        json_put(object, name, echo_option(o, info, format));
    }
    return object;
}
