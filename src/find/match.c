/* match.c -- see match.h. */
#include "find/match.h"

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

bool match_differ(const config_field *f, const abs_config *a, const abs_config *b)
{
    if (f == &config_fields[CONFIG_algo])
        return config_differ(f, a, b);
    return may_vary(f) && is_chosen(f, a) && is_chosen(f, b) && config_differ(f, a, b);
}

void match_say(const config_field *f, const abs_config *c, char *text, size_t size)
{
    const char *const label = f->label != NULL ? f->label : f->word;
    const bool is_none = f->kind == CONFIG_COUNT && config_number(f, c) == 0;
    *text = '\0';
    if (!is_none)
        config_say(f, label, c, text, size);
    if (*text == '\0')
        snprintf(text, size, "no %.*s", (int)strcspn(label, "=|"), label);
}

bool match_same_truth(const abs_config *a, const abs_config *b)
{
    for (const config_field *f = config_fields; f < config_fields + CONFIG_FIELDS; f++)
        if (f->level == CONFIG_SETTING && config_differ(f, a, b))
            return false;
    return config_has_sound_value(a) && config_has_sound_value(b);
}

/* ---- classes -------------------------------------------------------------------------------- */

typedef struct {
    uint32_t class; /* number: of one spec and depth, and where that is asked for of one algorithm
                     */
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

static bool sort_members(matching *m, bool of_algo)
{
    char text[ABS_TEXT_MAX + 2 * CONFIG_WORD_MAX];
    abs_names classes = {0};
    bool ok = true;
    m->count = 0;
    for (uint32_t side = 0; side < 2; side++)
        for (uint32_t g = 0; ok && g < m->sides[side]->group_keys.count; g++) {
            const abs_tally_group *group = &m->sides[side]->groups[g];
            snprintf(text, sizeof text, "%d/%s/%s", group->config.depth,
                     of_algo ? group->config.algo.name : "",
                     m->sides[side]->specs.texts[group->spec]);
            const uint32_t class = names_add(&classes, text);
            m->members[m->count++] = (member){class, side, g};
            ok = class != UINT32_MAX;
        }
    names_free(&classes);
    qsort(m->members, m->count, sizeof *m->members, by_class);
    return ok;
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
            match_say(&config_fields[i], config_of(m, at), text, sizeof text);
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

static bool no_memory(abs_error *error)
{
    return abs_fail(error, ABS_CANNOT_RUN, "no memory to match configurations");
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
        if (number == UINT32_MAX && at->side == 0)
            return no_memory(error);
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

/* ---- the whole ------------------------------------------------------------------------------ */

static bool match_by_algorithm(matching *m, abs_error *error)
{
    if (!sort_members(m, true))
        return no_memory(error);
    const member *end = m->members;
    while (end < m->members + m->count) {
        const member *first = end;
        end = end_of_class(m, first);
        if (!match_class(m, first, end, error))
            return false;
    }
    return true;
}

/* One on each side, whatever their algorithms are. */
static bool match_the_only(matching *m, abs_error *error)
{
    if (!sort_members(m, false))
        return no_memory(error);
    const member *end = m->members;
    while (end < m->members + m->count) {
        const member *first = end;
        end = end_of_class(m, first);
        if (end - first == 2 && first[0].side != first[1].side)
            m->partner[first[1].group] = first[0].group;
    }
    return true;
}

bool match_groups(const abs_tally *a, const abs_tally *b, uint32_t *partner,
                  const char *const names[2], abs_error *error)
{
    const size_t count = a->group_keys.count + b->group_keys.count;
    matching m = {.sides = {a, b}, .names = names, .partner = partner};
    m.members = malloc((count + 1) * sizeof *m.members);
    m.of = malloc((a->group_keys.count + 1) * sizeof *m.of);
    for (size_t g = 0; g < b->group_keys.count; g++)
        partner[g] = MATCH_NONE;
    const bool room = m.members != NULL && m.of != NULL;
    const bool ok = room && match_by_algorithm(&m, error) && match_the_only(&m, error);
    names_free(&m.keys);
    free(m.members);
    free(m.of);
    return ok || (room ? false : no_memory(error));
}
