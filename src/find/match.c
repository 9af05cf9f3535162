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
    for (const config_field *f = config_fields; f < config_fields + CONFIG_FIELDS; f++)
        if (f->level == CONFIG_SETTING && config_differ(f, a, b))
            return false;
    return config_has_sound_value(a) && config_has_sound_value(b);
}

/* ---- pairs of configurations ------------------------------------------------------------------
 */

typedef struct {
    uint32_t class; /* number: of one spec and depth */
    uint32_t side, group;
    const abs_config *config;
} member;

/* Members of one class stand together, and in it those of one algorithm. */
static int by_class(const void *a, const void *b)
{
    const member *x = a, *y = b;
    const int algo = strcmp(x->config->algo.name, y->config->algo.name);
    if (x->class != y->class)
        return x->class < y->class ? -1 : 1;
    if (algo != 0)
        return algo;
    if (x->side != y->side)
        return x->side < y->side ? -1 : 1;
    return (x->group > y->group) - (x->group < y->group);
}

/* All configurations of both sides. */
static member *find_members(const abs_comparison *c, size_t *count)
{
    const abs_tally *const sides[] = {&c->tally, &c->tally_b};
    member *members = memory_take((c->tally.group_keys.count + c->tally_b.group_keys.count + 1) *
                                  sizeof *members);
    char text[ABS_TEXT_MAX + CONFIG_WORD_MAX];
    abs_names classes = {0};
    *count = 0;
    for (uint32_t side = 0; side < COMPARE_SIDES; side++)
        for (uint32_t g = 0; g < sides[side]->group_keys.count; g++) {
            const abs_tally_group *group = &sides[side]->groups[g];
            snprintf(text, sizeof text, "%d/%s", group->config.depth,
                     sides[side]->specs.texts[group->spec]);
            members[(*count)++] = (member){names_add(&classes, text), side, g, &group->config};
        }
    names_free(&classes);
    qsort(members, *count, sizeof *members, by_class);
    return members;
}

/* Which settings take several values on a side, among those that can choose them. */
static void find_axes(const member *first, const member *end, bool varies[CONFIG_FIELDS])
{
    for (size_t i = 0; i < CONFIG_FIELDS; i++) {
        const config_field *f = &config_fields[i];
        const abs_config *with[COMPARE_SIDES] = {NULL, NULL};
        varies[i] = false;
        for (const member *at = first; at < end && may_vary(f); at++) {
            if (!is_chosen(f, at->config))
                continue;
            if (with[at->side] == NULL)
                with[at->side] = at->config;
            varies[i] |= config_differ(f, with[at->side], at->config);
        }
    }
}

/* What varies: no two members of a side have the same. */
static void key_text(const abs_config *c, const bool varies[CONFIG_FIELDS], char *text, size_t size)
{
    char value[CONFIG_WORD_MAX];
    size_t used = 0;
    *text = '\0';
    for (size_t i = 0; i < CONFIG_FIELDS && used < size; i++) {
        if (!varies[i] || !is_chosen(&config_fields[i], c))
            continue;
        config_value(&config_fields[i], c, value, sizeof value);
        used += (size_t)snprintf(text + used, size - used, "/%zu=%s", i, value);
    }
}

static bool fail_ambiguous(const abs_comparison *c, const member *first,
                           const bool varies[CONFIG_FIELDS], abs_error *error)
{
    const abs_tally_group *group = &c->tally.groups[first->group];
    abs_buffer names = {0};
    for (size_t i = 0; i < CONFIG_FIELDS; i++)
        if (varies[i])
            buffer_format(&names, "%s%s", names.length > 0 ? ", " : "", config_fields[i].name);
    abs_fail(error, ABS_CANNOT_RUN,
             "%.100s, depth %d: searches by %s differ in %.200s, and none of %.100s is like one of "
             "%.100s: which is held against which? leave one on each side: run with less, or take "
             "the others out (jq 'del(.signature) | .results |= map(select(..))')",
             c->tally.specs.texts[group->spec], group->config.depth, group->config.algo.name,
             buffer_end(&names), c->names[COMPARE_A], c->names[COMPARE_B]);
    buffer_free(&names);
    return false;
}

/* The members agree in spec, depth and algorithm; A's come first. */
static bool match_algorithm(abs_comparison *c, const member *first, const member *end,
                            abs_error *error)
{
    enum { KEY_MAX = CONFIG_FIELDS * (CONFIG_WORD_MAX + 4) };
    char key[KEY_MAX];
    bool varies[CONFIG_FIELDS];
    size_t pairs = 0;
    abs_names keys = {0}; /* of A's members, in order */
    find_axes(first, end, varies);
    for (const member *at = first; at < end; at++) {
        key_text(at->config, varies, key, sizeof key);
        const uint32_t number =
            at->side == COMPARE_A ? names_add(&keys, key) : names_find(&keys, key);
        if (at->side == COMPARE_A || number == UINT32_MAX)
            continue;
        c->partner[at->group] = first[number].group;
        pairs++;
    }
    const bool both = first->side != end[-1].side;
    names_free(&keys);
    return pairs > 0 || !both || fail_ambiguous(c, first, varies, error);
}

static bool match_groups(abs_comparison *c, abs_error *error)
{
    bool ok = true;
    size_t count;
    member *const members = find_members(c, &count), *const end = members + count;
    c->partner = memory_take((c->tally_b.group_keys.count + 1) * sizeof *c->partner);
    for (size_t g = 0; g < c->tally_b.group_keys.count; g++)
        c->partner[g] = MATCH_NONE;
    for (const member *first = members, *next = members; ok && next < end; first = next) {
        while (next < end && next->class == first->class)
            next++;
        if (next - first == 2 && first[0].side != first[1].side) {
            const bool a_is_first = first->side == COMPARE_A;
            c->partner[first[a_is_first].group] = first[!a_is_first].group;
            continue;
        }
        for (const member *last = first; ok && first < next; first = last) {
            while (last < next && strcmp(last->config->algo.name, first->config->algo.name) == 0)
                last++;
            ok = match_algorithm(c, first, last, error);
        }
    }
    free(members);
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
        char value[sizeof setting.value[side]]; /* apart: gcc sees an overlap otherwise */
        if (version == NULL)
            return;
        if (git != NULL)
            snprintf(value, sizeof value, "%.40s (%.30s)", version, git);
        else
            snprintf(value, sizeof value, "%.40s", version);
        snprintf(setting.value[side], sizeof setting.value[side], "%s", value);
        snprintf(setting.words[side], sizeof setting.words[side], "version %.70s", value);
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
