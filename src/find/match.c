/* match.c -- by position: which configurations of A are held against which of B, and what differs
   between them. See compare.h. */
#include "base/interrupt.h"
#include "base/memory.h"
#include "find/compare.h"

#include <stdlib.h>

/* ---- fields --------------------------------------------------------------------------------- */

/* Whether the configuration could have another value there. A limit that is 0 is one, too. */
static bool is_chosen(const config_field *f, const abs_config *c)
{
    return (f->kind == CONFIG_COUNT && f->open == NULL) || config_open(f, c);
}

/* Settings that are not what makes a class. */
static bool may_vary(const config_field *f)
{
    return f != &config_fields[CONFIG_depth] && f->level != CONFIG_ALGORITHM &&
           f->level != CONFIG_COPY;
}

/* Whether the two differ in a field that both could choose, or in the algorithm. */
static bool differ(const config_field *f, const abs_config *a, const abs_config *b)
{
    if (f == &config_fields[CONFIG_algo])
        return config_differ(f, a, b);
    return may_vary(f) && is_chosen(f, a) && is_chosen(f, b) && config_differ(f, a, b);
}

/* The field's value with what it is of: "tt=64M", "no table", "no quiescence". */
static void say(const config_field *f, const abs_config *c, char *text, size_t size)
{
    const char *const label = f->label != NULL ? f->label : f->word;
    const bool is_none = f->kind == CONFIG_COUNT && config_number(f, c) == 0;
    *text = '\0';
    if (!is_none)
        config_say(f, label, c, text, size);
    if (*text == '\0')
        snprintf(text, size, "no %.*s", (int)strcspn(label, "=|"), label);
}

/* Whether exact searches by these have the same value at every position. */
static bool has_same_truth(const abs_config *a, const abs_config *b)
{
    return config_agree(a, b, CONFIG_SETTING) && config_has_sound_value(a) &&
           config_has_sound_value(b);
}

/* ---- pairs of configurations ----------------------------------------------------------------- */

/* What is of one spec and depth with a configuration of B, in both reports. */
typedef struct {
    size_t count[COMPARE_SIDES];
    uint32_t last; /* of A's */
    /* Of these, what is of its algorithm too. */
    size_t of_algo[COMPARE_SIDES], pairs;
    bool varies[CONFIG_FIELDS]; /* two of one side have chosen differently */
} kin;

static bool is_kin(const abs_comparison *c, const abs_tally *t, uint32_t group, uint32_t of_b)
{
    const abs_tally_group *g = &t->groups[group], *b = &c->tally_b.groups[of_b];
    return g->config.depth == b->config.depth &&
           strcmp(t->specs.texts[g->spec], c->tally_b.specs.texts[b->spec]) == 0;
}

static kin find_kin(const abs_comparison *c, uint32_t of_b)
{
    kin k = {.pairs = 0};
    const char *algo = c->tally_b.groups[of_b].config.algo.name;
    for (int side = 0; side < COMPARE_SIDES; side++) {
        const abs_tally *t = side == COMPARE_A ? &c->tally : &c->tally_b;
        const abs_config *with[CONFIG_FIELDS] = {NULL}; /* the first that could choose the field */
        for (uint32_t g = 0; g < t->group_keys.count; g++) {
            const abs_config *of = &t->groups[g].config;
            if (!is_kin(c, t, g, of_b))
                continue;
            k.count[side]++;
            k.last = side == COMPARE_A ? g : k.last;
            if (strcmp(of->algo.name, algo) != 0)
                continue;
            k.of_algo[side]++;
            k.pairs += side == COMPARE_B && c->partner[g] != MATCH_NONE;
            for (size_t i = 0; i < CONFIG_FIELDS; i++) {
                const config_field *f = &config_fields[i];
                if (!may_vary(f) || !is_chosen(f, of))
                    continue;
                with[i] = with[i] != NULL ? with[i] : of;
                k.varies[i] |= config_differ(f, with[i], of);
            }
        }
    }
    return k;
}

/* Whether two configurations of one algorithm agree in all that varies. */
static bool are_alike(const kin *k, const abs_config *a, const abs_config *b)
{
    for (size_t i = 0; i < CONFIG_FIELDS; i++) {
        const config_field *f = &config_fields[i];
        if (k->varies[i] &&
            (is_chosen(f, a) != is_chosen(f, b) || (is_chosen(f, a) && config_differ(f, a, b))))
            return false;
    }
    return true;
}

static uint32_t find_partner(const abs_comparison *c, uint32_t of_b)
{
    const kin k = find_kin(c, of_b);
    const abs_config *b = &c->tally_b.groups[of_b].config;
    if (k.count[COMPARE_A] == 1 && k.count[COMPARE_B] == 1)
        return k.last;
    for (uint32_t g = 0; g < c->tally.group_keys.count; g++) {
        const abs_config *a = &c->tally.groups[g].config;
        if (is_kin(c, &c->tally, g, of_b) && strcmp(a->algo.name, b->algo.name) == 0 &&
            are_alike(&k, a, b))
            return g;
    }
    return MATCH_NONE;
}

static bool fail_ambiguous(const abs_comparison *c, uint32_t of_b, const kin *k, abs_error *error)
{
    const abs_tally_group *group = &c->tally_b.groups[of_b];
    abs_buffer names = {0};
    for (size_t i = 0; i < CONFIG_FIELDS; i++)
        if (k->varies[i])
            buffer_format(&names, "%s%s", names.length > 0 ? ", " : "", config_fields[i].name);
    abs_fail(error, ABS_CANNOT_RUN,
             "%.100s, depth %d: searches by %s differ in %.200s, and none of %.100s is like one of "
             "%.100s: which is held against which? leave one on each side: run with less, or take "
             "the others out (jq 'del(.signature) | .results |= map(select(..))')",
             c->tally_b.specs.texts[group->spec], group->config.depth, group->config.algo.name,
             buffer_end(&names), c->names[COMPARE_A], c->names[COMPARE_B]);
    buffer_free(&names);
    return false;
}

static bool match_groups(abs_comparison *c, abs_error *error)
{
    const uint32_t count = (uint32_t)c->tally_b.group_keys.count;
    bool ok = true;
    c->partner = memory_take((count + 1) * sizeof *c->partner);
    for (uint32_t b = 0; b < count; b++)
        c->partner[b] = MATCH_NONE;
    for (uint32_t b = 0; b < count; b++)
        c->partner[b] = find_partner(c, b);
    for (uint32_t b = 0; ok && b < count; b++) {
        const kin k = find_kin(c, b);
        ok = k.of_algo[COMPARE_A] == 0 || k.pairs > 0 || fail_ambiguous(c, b, &k, error);
    }
    return ok;
}

/* ---- what differs --------------------------------------------------------------------------- */

static void add_setting(abs_comparison *c, const compare_setting *setting)
{
    for (compare_setting *s = c->settings; s < c->settings + c->setting_count; s++)
        if (strcmp(s->setting, setting->setting) == 0 &&
            strcmp(s->value[COMPARE_A], setting->value[COMPARE_A]) == 0 &&
            strcmp(s->value[COMPARE_B], setting->value[COMPARE_B]) == 0) {
            s->groups += setting->groups;
            return;
        }
    memory_grow(&c->settings, &c->setting_room, c->setting_count, sizeof *c->settings);
    c->settings[c->setting_count++] = *setting;
}

/* What differs between two configurations that are held against each other. */
static void add_settings(abs_comparison *c, const abs_config *const of[COMPARE_SIDES])
{
    for (const config_field *f = config_fields; f < config_fields + CONFIG_FIELDS; f++) {
        compare_setting setting = {.setting = f->name, .groups = 1};
        if (!differ(f, of[COMPARE_A], of[COMPARE_B]))
            continue;
        for (int side = 0; side < COMPARE_SIDES; side++) {
            config_value(f, of[side], setting.value[side], sizeof setting.value[side]);
            say(f, of[side], setting.words[side], sizeof setting.words[side]);
        }
        add_setting(c, &setting);
    }
}

/* The programs that made the reports, "1.2.0 (4f5a6b7)", if both say so. */
static void add_versions(abs_comparison *c)
{
    compare_setting setting = {.setting = "version", .groups = c->matched};
    for (int side = 0; side < COMPARE_SIDES; side++) {
        const cJSON *context = c->readers[side]->context;
        const char *version =
            cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(context, "version"));
        const char *git = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(context, "git"));
        const size_t size = sizeof setting.words[side], word = strlen("version ");
        if (version == NULL)
            return;
        snprintf(setting.words[side], size, git != NULL ? "version %.40s (%.30s)" : "version %.40s",
                 version, git);
        snprintf(setting.value[side], size, "%s", setting.words[side] + word);
    }
    if (strcmp(setting.value[COMPARE_A], setting.value[COMPARE_B]) != 0)
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
    for (size_t i = 0; i < reader->count; i++) {
        if (interrupt_pending())
            return abs_fail(error, ABS_INTERRUPTED, "interrupted");
        if (reader->rows[i].for_reference)
            continue;
        const abs_row *row = reader_row(reader, i, error);
        if (row == NULL)
            return false;
        tally_group(&c->tally_b, row);
    }
    return true;
}

bool compare_match(abs_comparison *c, abs_error *error)
{
    if (!find_configs(c, error) || !match_groups(c, error))
        return false;
    for (uint32_t g = 0; g < c->tally_b.group_keys.count; g++) {
        if (c->partner[g] == MATCH_NONE)
            continue;
        compare_group *group = &c->groups[c->partner[g]];
        const abs_config *const of[COMPARE_SIDES] = {&c->tally.groups[c->partner[g]].config,
                                                     &c->tally_b.groups[g].config};
        group->partner = &c->tally_b.groups[g];
        group->same_truth = has_same_truth(of[COMPARE_A], of[COMPARE_B]);
        c->matched++;
        add_settings(c, of);
    }
    add_versions(c);
    return true;
}
