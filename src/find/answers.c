/* answers.c -- see answers.h. */
#include "find/answers.h"
#include "base/memory.h"
#include "search/registry.h"
#include "suite/options.h"

#include <math.h>
#include <stdlib.h>

static bool is_rival(const abs_findings *f, size_t g)
{
    const abs_tally_group *group = &f->tally->groups[g];
    return !group->for_reference && !pairs_is_twin(&f->pairs, g) &&
           group->config.algo.core->limit == ABS_LIMIT_NONE &&
           abs_algo_is_sound(&group->config.algo);
}

static bool is_near(const abs_member *m)
{
    return !(m->p < BEST_LEVEL) || m->ratio.same;
}

/* The twin that stands for a group. */
static uint32_t shown(const abs_findings *f, uint32_t group)
{
    return group == UINT32_MAX ? group : f->pairs.twin[group];
}

/* A reference that was searched along is in no family: where it may be as good as the best it may
   be used too, and where it is surely better instead. `groups`: near ones, then worse ones. */
static void weigh_reference(const abs_findings *f, abs_answer_of *a, uint32_t *groups)
{
    const bool sure = a->saves.n > 1 && !a->saves.same;
    const size_t others = a->nears + a->worses;
    if (a->n < 2 || a->reference == UINT32_MAX || !f->tally->groups[a->reference].for_reference ||
        (sure && a->saves.upper < 1))
        return;
    if (sure && a->saves.lower > 1) {
        memmove(groups + 1, groups, others * sizeof *groups);
        groups[0] = a->use;
        a->use = a->reference;
        a->worses = others + 1;
        a->nears = 0;
        a->kind = ANSWER_ONE;
    } else {
        memmove(groups + a->nears + 1, groups + a->nears, a->worses * sizeof *groups);
        groups[a->nears++] = a->reference;
        a->kind = ANSWER_ANY;
    }
}

static abs_answer_of of_family(const abs_findings *f, const abs_family *family, uint32_t *groups)
{
    const abs_member *members = &f->ranking.members[family->first];
    abs_answer_of a = {.n = family->n, .use = members[0].group, .saves = family->held_out};
    a.reference = shown(f, f->aggregates[a.use].reference);
    bool reference_near = a.reference == a.use;
    if (reference_near) /* it saves nothing over itself */
        a.saves.n = 0;
    for (size_t i = 1; i < family->count; i++)
        if (is_near(&members[i])) {
            groups[a.nears++] = members[i].group;
            reference_near |= members[i].group == a.reference;
        }
    for (size_t i = 1; i < family->count; i++)
        if (!is_near(&members[i]))
            groups[a.nears + a.worses++] = members[i].group;
    a.kind = family->n < 2                                             ? ANSWER_TOO_FEW
             : a.nears == 0                                            ? ANSWER_ONE
             : reference_near || !(a.saves.n > 1 && a.saves.upper < 1) ? ANSWER_ANY
                                                                       : ANSWER_ONE;
    weigh_reference(f, &a, groups);
    return a;
}

/* One configuration, and its reference if there is one. */
static abs_answer_of of_one(const abs_findings *f, uint32_t group, uint32_t *groups)
{
    const abs_aggregate *g = &f->aggregates[group];
    abs_answer_of a = {.n = g->n, .use = group, .reference = shown(f, g->reference)};
    if (a.reference == UINT32_MAX || a.reference == group) {
        a.kind = ANSWER_ALONE;
        return a;
    }
    a.saves = g->ratio;
    a.n = g->ratio.n;
    if (a.n < 2 || (a.saves.lower <= 1 && a.saves.upper >= 1) || a.saves.same) {
        a.kind = a.n < 2 ? ANSWER_TOO_FEW : ANSWER_ANY;
        groups[a.nears++] = a.reference;
        return a;
    }
    a.kind = ANSWER_ONE;
    if (a.saves.lower > 1) {
        a.use = a.reference;
        groups[a.worses++] = group;
    }
    return a;
}

abs_answers answers_find(const abs_findings *f)
{
    const size_t blocks = f->tally->blocks.count, groups = f->tally->group_keys.count;
    const abs_family **families = memory_zeros(blocks + 1, sizeof *families);
    uint32_t *rivals = memory_take((blocks + 1) * sizeof *rivals); /* the first one of each block */
    size_t used = 0;
    abs_answers all = {.list = memory_take((blocks + 1) * sizeof *all.list),
                       .groups = memory_take((groups + blocks + 1) * sizeof *all.groups)};
    memset(rivals, 0xFF, (blocks + 1) * sizeof *rivals);
    for (uint32_t g = (uint32_t)groups; g-- > 0;)
        if (is_rival(f, g))
            rivals[f->tally->groups[g].block] = g;
    for (size_t i = 0; i < f->ranking.count; i++) {
        const abs_family *family = &f->ranking.families[i];
        families[f->tally->groups[f->ranking.members[family->first].group].block] = family;
    }
    for (size_t block = 0; block < blocks; block++) {
        uint32_t *own = all.groups + used;
        if (rivals[block] == UINT32_MAX)
            continue;
        abs_answer_of *a = &all.list[all.count++];
        *a = families[block] != NULL ? of_family(f, families[block], own)
                                     : of_one(f, rivals[block], own);
        a->near = own;
        a->worse = own + a->nears;
        used += a->nears + a->worses;
    }
    free(families);
    free(rivals);
    return all;
}

void answers_free(abs_answers *answers)
{
    free(answers->list);
    free(answers->groups);
    *answers = (abs_answers){0};
}

/* ---- what to write to have it --------------------------------------------------------------- */

/* In per cent, to a tenth, without a sign of nothing. */
static double per_cent(double share)
{
    const double tenths = round(1000 * share) / 10;
    return tenths == 0 ? 0 : tenths;
}

void answers_saving(abs_buffer *b, const stats_ratio *r, abs_metric metric, const char *reference)
{
    const bool less = r->point <= 1;
    if (per_cent(r->point - 1) == 0 && per_cent(r->lower - 1) == 0 && per_cent(r->upper - 1) == 0) {
        buffer_format(b, "the same %s as %s", abs_metric_nouns[metric], reference);
        return;
    }
    const double sign = less ? -1 : 1;
    buffer_format(b, "%.1f %% %s %s than %s [%.1f, %.1f]", per_cent(sign * (r->point - 1)),
                  less ? "less" : "more", abs_metric_nouns[metric], reference,
                  per_cent(sign * ((less ? r->upper : r->lower) - 1)),
                  per_cent(sign * ((less ? r->lower : r->upper) - 1)));
}

/* Whether a search has it without being asked. Windows and depths are said all the same: what they
   are by default depends on the domain's rules. */
static bool is_preset(const config_field *f, const abs_config *c, const abs_domain *domain)
{
    abs_config preset = *c;
    return config_preset(f, domain, NULL, &preset) && !config_differ(f, c, &preset);
}

void answers_options(abs_buffer *b, const char *spec, const abs_config *config)
{
    char value[CONFIG_WORD_MAX], name[CONFIG_WORD_MAX];
    abs_error error;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(spec, ":"), spec);
    const abs_registered *game = abs_registry_find("game", name, &error);
    const abs_registered *found = game != NULL ? game : abs_registry_find("tree", name, &error);
    buffer_text(b, game != NULL ? "--game=" : "--tree=");
    buffer_plain(b, found != NULL ? abs_registry_word(found->domain) : name);
    buffer_plain(b, spec + strlen(name));
    for (size_t i = 0; i < CONFIG_FIELDS; i++) {
        const config_field *f = &config_fields[i];
        const abs_option *option =
            f->kind == CONFIG_ALGO ? option_find("algo") : option_of_setting(i);
        if (option == NULL || f->level == CONFIG_COPY || i == CONFIG_node_limit ||
            !config_present(f, config) ||
            is_preset(f, config, found != NULL ? found->domain : NULL))
            continue;
        config_value(f, config, value, sizeof value);
        buffer_format(b, " --%s=%s", option->name, value);
    }
}

/* ---- in words -------------------------------------------------------------------------------- */

typedef struct {
    const abs_findings *f;
    const label_rules *labels;
} teller;

static const abs_config *config_of(const teller *t, uint32_t group)
{
    return &t->f->tally->groups[group].config;
}

static void add_name(abs_buffer *b, const teller *t, uint32_t group)
{
    label_add(t->labels, config_of(t, group), b);
}

/* "a, b and c", "a, b, c and 4 more". */
static void add_names(abs_buffer *b, const teller *t, uint32_t first, const uint32_t *groups,
                      size_t count)
{
    enum { SHOWN = 5 };
    const size_t all = count + (first != UINT32_MAX), told = all > SHOWN + 1 ? SHOWN : all;
    for (size_t i = 0; i < told; i++) {
        buffer_text(b, i == 0 ? "" : i + 1 < told || told < all ? ", " : " and ");
        add_name(b, t, first == UINT32_MAX ? groups[i] : i == 0 ? first : groups[i - 1]);
    }
    if (told < all)
        buffer_format(b, " and %zu more", all - told);
}

static void add_saving(abs_buffer *b, const teller *t, const stats_ratio *r)
{
    answers_saving(b, r, t->f->tally->metric, t->f->reference);
}

static void add_one(abs_buffer *b, const teller *t, const abs_answer_of *a)
{
    buffer_text(b, "use ");
    add_name(b, t, a->use);
    if (a->saves.n > 1 && a->use != a->reference) {
        buffer_text(b, ": ");
        add_saving(b, t, &a->saves);
    } else if (a->saves.n > 1 && a->worses > 0) {
        buffer_text(b, ": ");
        add_name(b, t, a->worse[0]);
        buffer_text(b, a->worses > 1 ? ", the best of the others, takes " : " takes ");
        add_saving(b, t, &a->saves);
    }
    buffer_char(b, '.');
    if (a->nears > 0) {
        buffer_char(b, ' ');
        add_names(b, t, UINT32_MAX, a->near, a->nears);
        buffer_text(b, " may be as good");
        if (a->worses > 0)
            buffer_text(b, a->worses == 1 ? "; the other is worse" : "; the others are worse");
        buffer_char(b, '.');
    } else if (a->worses > 0 && !(a->saves.n > 1 && a->use == a->reference)) {
        buffer_text(b, a->worses == 1 ? " The other is worse." : " All others are worse.");
    }
}

static void add_any(abs_buffer *b, const teller *t, const abs_answer_of *a)
{
    buffer_text(b, "use any of ");
    add_names(b, t, a->use, a->near, a->nears);
    buffer_format(b, ": %zu positions do not tell them apart", a->n);
    if (a->saves.n > 1 && a->use != a->reference) {
        buffer_text(b, " (");
        add_name(b, t, a->use);
        buffer_text(b, " takes ");
        add_saving(b, t, &a->saves);
        buffer_char(b, ')');
    }
    buffer_char(b, '.');
    if (a->worses > 0) {
        buffer_char(b, ' ');
        add_names(b, t, UINT32_MAX, a->worse, a->worses);
        buffer_text(b, a->worses == 1 ? " is worse." : " are worse.");
    }
}

/* What windows are in, if several are told apart. */
static void add_unit(abs_buffer *b, const teller *t, const abs_answer_of *a)
{
    const char *points = t->f->tally->groups[a->use].points;
    bool named = config_uses(config_of(t, a->use), ABS_USES_WINDOW);
    for (size_t i = 0; i < a->nears; i++)
        named |= config_uses(config_of(t, a->near[i]), ABS_USES_WINDOW);
    if (named && t->labels->varies[CONFIG_window] && strcmp(points, ABS_POINTS) != 0)
        buffer_format(b, " Windows are in %s.", points);
}

void answers_say(abs_buffer *b, const abs_findings *f, const label_rules *labels,
                 const abs_answer_of *a)
{
    const teller t = {f, labels};
    const char *algo = config_of(&t, a->use)->algo.name;
    label_write_heading(f->tally, &f->tally->groups[a->use], labels, b);
    buffer_text(b, ": ");
    switch (a->kind) {
    case ANSWER_ONE:
        add_one(b, &t, a);
        add_unit(b, &t, a);
        break;
    case ANSWER_ANY:
        add_any(b, &t, a);
        add_unit(b, &t, a);
        break;
    case ANSWER_ALONE:
        buffer_text(b, "nothing is compared, since only ");
        add_name(b, &t, a->use);
        buffer_format(b, " was searched; use --algo=%s,%s or --algo=all.", algo,
                      strcmp(algo, "pvs") == 0 ? "alphabeta" : "pvs");
        break;
    case ANSWER_TOO_FEW:
        buffer_text(b, "one position tells nothing of others; use several, such as a game's own "
                       "suite or --seed=1..60.");
        break;
    }
}

void answers_write(abs_buffer *b, const abs_findings *f, const label_rules *labels, size_t most)
{
    abs_answers all = answers_find(f);
    const abs_answer_of *const end = all.list + all.count;
    size_t told = 0;
    bool answered = false;
    for (const abs_answer_of *a = all.list; a < end; a++)
        answered |= a->kind != ANSWER_TOO_FEW;
    for (const abs_answer_of *a = all.list; a < end; a++) {
        /* A block of one position, such as one that the game's end leaves, says nothing beside
           others. */
        if ((answered && a->kind == ANSWER_TOO_FEW) || (most > 0 && told++ >= most))
            continue;
        answers_say(b, f, labels, a);
        if (a->kind == ANSWER_ONE || a->kind == ANSWER_ANY) {
            buffer_text(b, "\n  ");
            const abs_tally_group *use = &f->tally->groups[a->use];
            answers_options(b, f->tally->specs.texts[use->spec], &use->config);
        }
        buffer_char(b, '\n');
    }
    if (most > 0 && told > most)
        buffer_format(b, "... and %zu more answers: see `answers` in --format=json.\n",
                      told - most);
    answers_free(&all);
}
