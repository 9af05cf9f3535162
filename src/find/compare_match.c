/* compare_match.c -- which configurations a comparison by position holds against each other, and
   what differs between them. See compare.h and match.h. */
#include "base/grow.h"
#include "base/interrupt.h"
#include "find/compare.h"
#include "find/match.h"

#include <stdlib.h>

static bool no_memory(abs_error *error)
{
    return abs_fail(error, ABS_CANNOT_RUN, "no memory to match configurations");
}

/* ---- what differs --------------------------------------------------------------------------- */

static bool is_as(const compare_setting *x, const compare_setting *y)
{
    return strcmp(x->setting, y->setting) == 0 &&
           strcmp(x->value[COMPARE_A], y->value[COMPARE_A]) == 0 &&
           strcmp(x->value[COMPARE_B], y->value[COMPARE_B]) == 0;
}

static bool add_setting(abs_comparison *c, const compare_setting *setting)
{
    for (size_t i = 0; i < c->setting_count; i++)
        if (is_as(&c->settings[i], setting)) {
            c->settings[i].groups += setting->groups;
            return true;
        }
    if (!abs_grow(&c->settings, &c->setting_room, c->setting_count, sizeof *c->settings))
        return false;
    c->settings[c->setting_count++] = *setting;
    return true;
}

/* What differs between two configurations that are held against each other. */
static bool add_settings(abs_comparison *c, const abs_config *const of[COMPARE_SIDES])
{
    for (const config_field *f = config_fields; f < config_fields + CONFIG_FIELDS; f++) {
        compare_setting setting = {.setting = f->name, .groups = 1};
        if (!match_differ(f, of[COMPARE_A], of[COMPARE_B]))
            continue;
        for (int side = 0; side < COMPARE_SIDES; side++) {
            config_value(f, of[side], setting.value[side], sizeof setting.value[side]);
            match_say(f, of[side], setting.words[side], sizeof setting.words[side]);
        }
        if (!add_setting(c, &setting))
            return false;
    }
    return true;
}

/* The program that made the report: "1.2.0 (4f5a6b7)". False: the report does not say. */
static bool find_version(const abs_reader *reader, char *text, size_t size)
{
    abs_error unsaid;
    cJSON *context = reader_context(reader, &unsaid);
    const char *version =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(context, "version"));
    const char *git = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(context, "git"));
    if (version != NULL && git != NULL)
        snprintf(text, size, "%.40s (%.30s)", version, git);
    else if (version != NULL)
        snprintf(text, size, "%.40s", version);
    cJSON_Delete(context);
    return version != NULL;
}

static bool add_versions(abs_comparison *c)
{
    compare_setting setting = {.setting = "version", .groups = c->matched};
    for (int side = 0; side < COMPARE_SIDES; side++) {
        char *const value = setting.value[side];
        if (!find_version(c->readers[side], value, sizeof setting.value[side]))
            return true;
        snprintf(setting.words[side], sizeof setting.words[side], "version %.70s", value);
    }
    return strcmp(setting.value[COMPARE_A], setting.value[COMPARE_B]) == 0 ||
           add_setting(c, &setting);
}

void compare_setting_say(const abs_comparison *c, const compare_setting *setting, abs_buffer *b)
{
    buffer_clear(b);
    buffer_format(b, "A has %s, B %s", setting->words[COMPARE_A], setting->words[COMPARE_B]);
    if (setting->groups < c->matched)
        buffer_format(b, " (%zu of %zu configurations)", setting->groups, c->matched);
}

void compare_values_say(const abs_comparison *c, abs_buffer *b)
{
    const char *noun = abs_metric_nouns[c->tally.metric];
    buffer_clear(b);
    if (c->judged == c->common)
        buffer_text(b, "Values must agree in every row");
    else if (c->judged == 0)
        buffer_format(b, "Only %s is compared, no value", noun);
    else
        buffer_format(b, "Values must agree in %zu of %zu rows; of the others only %s is compared",
                      c->judged, c->common, noun);
    if (c->judged < c->common)
        buffer_text(b, ": evaluation, grain or quiescence differ there, a search was stopped, or "
                       "its value may be wrong");
}

/* ---- the match ------------------------------------------------------------------------------ */

/* B's configurations; its rows are read again when they are compared. */
static bool find_configs(abs_comparison *c, abs_error *error)
{
    abs_reader *reader = c->readers[COMPARE_B];
    for (size_t i = 0; i < reader_rows(reader); i++) {
        if (interrupt_pending())
            return abs_fail(error, ABS_INTERRUPTED, "interrupted");
        if (reader_is_reference(reader, i))
            continue;
        const abs_row *row = reader_row(reader, i, error);
        if (row == NULL)
            return false;
        if (tally_group(&c->tally_b, row) == UINT32_MAX)
            return no_memory(error);
    }
    return true;
}

bool compare_match(abs_comparison *c, abs_error *error)
{
    if (!find_configs(c, error))
        return false;
    c->partner = malloc((c->tally_b.group_keys.count + 1) * sizeof *c->partner);
    if (c->partner == NULL)
        return no_memory(error);
    if (!match_groups(&c->tally, &c->tally_b, c->partner, c->names, error))
        return false;
    for (uint32_t g = 0; g < c->tally_b.group_keys.count; g++) {
        if (c->partner[g] == MATCH_NONE)
            continue;
        compare_group *group = &c->groups[c->partner[g]];
        const abs_config *const of[COMPARE_SIDES] = {&c->tally.groups[c->partner[g]].config,
                                                     &c->tally_b.groups[g].config};
        group->partner = &c->tally_b.groups[g];
        group->same_truth = match_same_truth(of[COMPARE_A], of[COMPARE_B]);
        c->matched++;
        if (!add_settings(c, of))
            return no_memory(error);
    }
    return add_versions(c) || no_memory(error);
}
