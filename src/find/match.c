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

/* ---- classes -------------------------------------------------------------------------------- */

typedef struct {
    uint32_t class; /* number: of one spec and depth, and if asked for of one algorithm */
    uint32_t side, group;
} member;

typedef struct {
    const abs_tally *sides[2];
    const char *const *names;
    uint32_t *partner;
    member *members; /* by class, side and group */
    size_t count;
    abs_names keys; /* what pairs agree in: A's, .. */
    uint32_t *of;   /* .. by number: its group */
} matching;

static const abs_config *config_of(const matching *m, const member *of)
{
    return &m->sides[of->side]->groups[of->group].config;
}

static int by_class(const void *a, const void *b)
{
    const member *x = a, *y = b;
    if (x->class != y->class)
        return x->class < y->class ? -1 : 1;
    if (x->side != y->side)
        return x->side < y->side ? -1 : 1;
    return (x->group > y->group) - (x->group < y->group);
}

static void sort_members(matching *m, bool of_algo)
{
    char text[ABS_TEXT_MAX + 2 * CONFIG_WORD_MAX];
    abs_names classes = {0};
    m->count = 0;
    for (uint32_t side = 0; side < 2; side++)
        for (uint32_t g = 0; g < m->sides[side]->group_keys.count; g++) {
            const abs_tally_group *group = &m->sides[side]->groups[g];
            snprintf(text, sizeof text, "%d/%s/%s", group->config.depth,
                     of_algo ? group->config.algo.name : "",
                     m->sides[side]->specs.texts[group->spec]);
            m->members[m->count++] = (member){names_add(&classes, text), side, g};
        }
    names_free(&classes);
    qsort(m->members, m->count, sizeof *m->members, by_class);
}

static const member *end_of_class(const matching *m, const member *first)
{
    const member *end = first;
    while (end < m->members + m->count && end->class == first->class)
        end++;
    return end;
}

/* ---- pairs of one algorithm ----------------------------------------------------------------- */

/* Which settings take several values on a side, among those that can choose them. */
static void find_axes(const matching *m, const member *first, const member *end,
                      bool varies[CONFIG_FIELDS])
{
    for (size_t i = 0; i < CONFIG_FIELDS; i++) {
        const config_field *f = &config_fields[i];
        const abs_config *with[2] = {NULL, NULL};
        varies[i] = false;
        for (const member *at = first; at < end && may_vary(f); at++) {
            const abs_config *c = config_of(m, at);
            if (!is_chosen(f, c))
                continue;
            if (with[at->side] == NULL)
                with[at->side] = c;
            varies[i] |= config_differ(f, with[at->side], c);
        }
    }
}

/* The class and what varies in it: no two members of a side have the same. */
static void key_text(const member *of, const abs_config *c, const bool varies[CONFIG_FIELDS],
                     char *text, size_t size)
{
    char value[CONFIG_WORD_MAX];
    size_t used = (size_t)snprintf(text, size, "%u", of->class);
    for (size_t i = 0; i < CONFIG_FIELDS && used < size; i++) {
        if (!varies[i] || !is_chosen(&config_fields[i], c))
            continue;
        config_value(&config_fields[i], c, value, sizeof value);
        used += (size_t)snprintf(text + used, size - used, "/%zu=%s", i, value);
    }
}

enum { SHOWN_MAX = 3 };

/* What varies, of the first members of a side: "tt=64M or no table or ..". */
static void put_side(const matching *m, const member *first, const member *end, uint32_t side,
                     const bool varies[CONFIG_FIELDS], abs_buffer *b)
{
    char text[CONFIG_WORD_MAX];
    size_t shown = 0;
    for (const member *at = first; at < end && shown <= SHOWN_MAX; at++) {
        const char *gap = shown > 0 ? " or " : "";
        if (at->side != side)
            continue;
        if (shown++ == SHOWN_MAX) {
            buffer_text(b, " or ..");
            continue;
        }
        for (size_t i = 0; i < CONFIG_FIELDS; i++) {
            if (!varies[i] || !is_chosen(&config_fields[i], config_of(m, at)))
                continue;
            say(&config_fields[i], config_of(m, at), text, sizeof text);
            buffer_format(b, "%s%s", gap, text);
            gap = " ";
        }
    }
}

static bool fail_ambiguous(const matching *m, const member *first, const member *end,
                           const bool varies[CONFIG_FIELDS], abs_error *error)
{
    const abs_tally *a = m->sides[0];
    const abs_tally_group *group = &a->groups[first->group];
    abs_buffer sides[2] = {{0}, {0}};
    for (uint32_t side = 0; side < 2; side++)
        put_side(m, first, end, side, varies, &sides[side]);
    abs_fail(error, ABS_CANNOT_RUN,
             "%.100s, depth %d: %.100s has %s with %.150s, %.100s with %.150s: which is held "
             "against which? leave one on each side: run with less, or take the others out (jq "
             "'del(.signature) | .results |= map(select(..))')",
             a->specs.texts[group->spec], group->config.depth, m->names[0], group->config.algo.name,
             buffer_end(&sides[0]), m->names[1], buffer_end(&sides[1]));
    for (uint32_t side = 0; side < 2; side++)
        buffer_free(&sides[side]);
    return false;
}

/* The members of a class agree in spec, depth and algorithm. */
static bool match_class(matching *m, const member *first, const member *end, abs_error *error)
{
    enum { KEY_MAX = CONFIG_FIELDS * (CONFIG_WORD_MAX + 4) };
    char key[KEY_MAX];
    bool varies[CONFIG_FIELDS];
    size_t pairs = 0, count[2] = {0, 0};
    find_axes(m, first, end, varies);
    for (const member *at = first; at < end; at++) {
        count[at->side]++;
        key_text(at, config_of(m, at), varies, key, sizeof key);
        const uint32_t number =
            at->side == 0 ? names_add(&m->keys, key) : names_find(&m->keys, key);
        if (at->side == 0)
            m->of[number] = at->group;
        else if (number != UINT32_MAX) {
            m->partner[at->group] = m->of[number];
            pairs++;
        }
    }
    const bool ambiguous = pairs == 0 && count[0] > 0 && count[1] > 0;
    return !ambiguous || fail_ambiguous(m, first, end, varies, error);
}

static bool match_by_algorithm(matching *m, abs_error *error)
{
    sort_members(m, true);
    for (const member *first = m->members, *end; first < m->members + m->count; first = end) {
        end = end_of_class(m, first);
        if (!match_class(m, first, end, error))
            return false;
    }
    return true;
}

/* One on each side, whatever their algorithms are. */
static void match_the_only(matching *m)
{
    sort_members(m, false);
    for (const member *first = m->members, *end; first < m->members + m->count; first = end) {
        end = end_of_class(m, first);
        if (end - first == 2 && first[0].side != first[1].side)
            m->partner[first[1].group] = first[0].group;
    }
}

static bool match_groups(abs_comparison *c, abs_error *error)
{
    const size_t of_a = c->tally.group_keys.count, of_b = c->tally_b.group_keys.count;
    matching m = {.sides = {&c->tally, &c->tally_b}, .names = c->names};
    m.partner = c->partner = memory_take((of_b + 1) * sizeof *c->partner);
    m.members = memory_take((of_a + of_b + 1) * sizeof *m.members);
    m.of = memory_take((of_a + 1) * sizeof *m.of);
    for (size_t g = 0; g < of_b; g++)
        m.partner[g] = MATCH_NONE;
    const bool ok = match_by_algorithm(&m, error);
    if (ok)
        match_the_only(&m);
    names_free(&m.keys);
    free(m.members);
    free(m.of);
    return ok;
}

/* ---- what differs --------------------------------------------------------------------------- */

static bool is_as(const compare_setting *x, const compare_setting *y)
{
    return strcmp(x->setting, y->setting) == 0 &&
           strcmp(x->value[COMPARE_A], y->value[COMPARE_A]) == 0 &&
           strcmp(x->value[COMPARE_B], y->value[COMPARE_B]) == 0;
}

static void add_setting(abs_comparison *c, const compare_setting *setting)
{
    for (size_t i = 0; i < c->setting_count; i++)
        if (is_as(&c->settings[i], setting)) {
            c->settings[i].groups += setting->groups;
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

static void add_versions(abs_comparison *c)
{
    compare_setting setting = {.setting = "version", .groups = c->matched};
    for (int side = 0; side < COMPARE_SIDES; side++) {
        char value[sizeof setting.value[side]] = ""; /* apart: gcc sees an overlap otherwise */
        if (!find_version(c->readers[side], value, sizeof value))
            return;
        memcpy(setting.value[side], value, sizeof value);
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
    for (size_t i = 0; i < reader_rows(reader); i++) {
        if (interrupt_pending())
            return abs_fail(error, ABS_INTERRUPTED, "interrupted");
        if (reader_is_reference(reader, i))
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
