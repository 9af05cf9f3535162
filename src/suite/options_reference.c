/* options_reference.c -- reads --reference=ALGO:NAME=VALUE;NAME=VALUE. See options.h. */
#include "suite/options_table.h"

#include <stdlib.h>

size_t option_setting(const abs_option *info)
{
    const size_t start = offsetof(abs_options, settings);
    const bool is_one = info->read != read_domain && info->read != read_position &&
                        info->argument != NULL && info->field >= start &&
                        info->field < start + CONFIG_FIELDS * sizeof(abs_list);
    return is_one ? (info->field - start) / sizeof(abs_list) : CONFIG_FIELDS;
}

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

/* "tt=0". */
static bool read_setting(char *text, abs_reference *r, abs_error *error)
{
    char *equals = strchr(text, '=');
    if (equals == NULL)
        return abs_fail(error, ABS_USAGE,
                        "--reference: '%.40s' has no value; write ALGO:NAME=VALUE;NAME=VALUE",
                        text);
    *equals = '\0';
    unsigned i = 0;
    while (i < abs_option_count &&
           (abs_option_table[i].name == NULL || strcmp(abs_option_table[i].name, text) != 0))
        i++;
    const size_t setting =
        i < abs_option_count ? option_setting(&abs_option_table[i]) : (size_t)CONFIG_FIELDS;
    if (!may_differ(setting))
        return fail_name(text, error);
    abs_options o = {0};
    const abs_list *list = &o.settings[setting];
    bool ok = abs_option_table[i].read(&o, &abs_option_table[i], equals + 1, error);
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

bool options_check_reference(const abs_reference *r, abs_error *error)
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
