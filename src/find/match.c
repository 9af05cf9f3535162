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

/* The depth is the same, copies are one, and the rest follows from the algorithm. */
static bool may_vary(const config_field *f)
{
    return f == &config_fields[CONFIG_algo] ||
           (f != &config_fields[CONFIG_depth] && f->level != CONFIG_ALGORITHM &&
            f->level != CONFIG_COPY);
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

/* What is of one spec and depth, in both reports. */
typedef struct {
    const abs_config
        *with[COMPARE_SIDES][CONFIG_FIELDS]; /* the first that could choose the field */
    bool varies[CONFIG_FIELDS];              /* two of one side have chosen differently */
} kin;

typedef struct {
    abs_names names; /* "othello 5" */
    kin *kins;       /* of each */
    size_t room;
    abs_names places; /* the same and its values of what varies, each with a group of A */
    abs_buffer key;
} matching;

/* .. of a group; its name stands in the key. */
static kin *find_kin(matching *m, const abs_tally *t, const abs_tally_group *g)
{
    const size_t before = m->names.count;
    buffer_clear(&m->key);
    buffer_format(&m->key, "%s %d", t->specs.texts[g->spec], g->config.depth);
    memory_grow(&m->kins, &m->room, before, sizeof *m->kins);
    kin *k = &m->kins[names_add(&m->names, buffer_end(&m->key))];
    if (m->names.count > before)
        *k = (kin){.varies = {false}};
    return k;
}

static void see(kin *k, int side, const abs_config *c)
{
    for (size_t i = 0; i < CONFIG_FIELDS; i++) {
        const config_field *f = &config_fields[i];
        const abs_config **with = &k->with[side][i];
        if (!may_vary(f) || !is_chosen(f, c))
            continue;
        *with = *with != NULL ? *with : c;
        k->varies[i] |= config_differ(f, *with, c);
    }
}

/* What two groups share that are held against each other; valid until the next. */
static const char *find_place(matching *m, const abs_tally *t, const abs_tally_group *g)
{
    char value[CONFIG_WORD_MAX];
    const kin *k = find_kin(m, t, g);
    for (size_t i = 0; i < CONFIG_FIELDS; i++) {
        if (!k->varies[i])
            continue;
        config_value(&config_fields[i], &g->config, value, sizeof value);
        buffer_format(&m->key, "/%s", is_chosen(&config_fields[i], &g->config) ? value : "-");
    }
    return buffer_end(&m->key);
}

static void find_partners(abs_comparison *c)
{
    const abs_tally *const tallies[] = {&c->tally, &c->tally_b};
    const size_t count = c->tally_b.group_keys.count;
    matching m = {.room = 0};
    for (int side = 0; side < COMPARE_SIDES; side++)
        for (size_t i = 0; i < tallies[side]->group_keys.count; i++) {
            const abs_tally_group *g = &tallies[side]->groups[i];
            see(find_kin(&m, tallies[side], g), side, &g->config);
        }
    for (size_t i = c->tally.group_keys.count; i-- > 0;) /* of several that are alike the first */
        names_keep(&m.places, find_place(&m, &c->tally, &c->tally.groups[i]), &c->tally.groups[i]);
    c->partner = memory_take((count + 1) * sizeof *c->partner);
    for (size_t i = 0; i < count; i++) {
        const abs_tally_group *a =
            names_thing(&m.places, find_place(&m, &c->tally_b, &c->tally_b.groups[i]));
        c->partner[i] = a != NULL ? (uint32_t)(a - c->tally.groups) : MATCH_NONE;
    }
    names_free(&m.names);
    names_free(&m.places);
    free(m.kins);
    buffer_free(&m.key);
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
        if (!may_vary(f) || !is_chosen(f, of[COMPARE_A]) || !is_chosen(f, of[COMPARE_B]) ||
            !config_differ(f, of[COMPARE_A], of[COMPARE_B]))
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
    if (!find_configs(c, error))
        return false;
    find_partners(c);
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
