/* answers.c -- see answers.h. */
#include "report/answers.h"
#include "report/label.h"
#include "search/registry.h"
#include "suite/options_table.h"

#include <math.h>
#include <stdlib.h>

typedef enum {
    ANSWER_ONE,     /* one is best, and takes less than the reference */
    ANSWER_ANY,     /* the best cannot be told from the reference, or has none */
    ANSWER_ALONE,   /* nothing was compared */
    ANSWER_TOO_FEW, /* one position, or none that all have finished */
} answer_kind;

/* Of the configurations of a block, which to use. */
typedef struct {
    answer_kind kind;
    size_t n;              /* positions */
    uint32_t use;          /* a group */
    const uint32_t *near;  /* those that may be as good */
    const uint32_t *worse; /* and those that are not */
    size_t nears, worses;
    stats_ratio saves;  /* to the reference; n = 0: there is none */
    uint32_t reference; /* its group */
} answer;

typedef struct {
    const abs_findings *f;
    label_rules labels;
    uint32_t *groups; /* room for all of a block */
} teller;

/* ---- what the findings say ----------------------------------------------------------------- */

static bool is_rival(const abs_findings *f, size_t g)
{
    const abs_tally_group *group = &f->tally->groups[g];
    return !group->for_reference && !pairs_is_twin(&f->pairs, g) &&
           group->config.algo.core->limit == ABS_LIMIT_NONE &&
           abs_algo_is_sound(&group->config.algo);
}

static const abs_family *family_of_block(const abs_findings *f, uint32_t block)
{
    for (size_t i = 0; i < f->ranking.count; i++) {
        const abs_family *family = &f->ranking.families[i];
        if (f->tally->groups[f->ranking.members[family->first].group].block == block)
            return family;
    }
    return NULL;
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

static double ratio_of(const abs_member *members, size_t count, uint32_t group)
{
    for (size_t i = 0; i < count; i++)
        if (members[i].group == group)
            return members[i].ratio.point;
    return INFINITY;
}

/* Puts a member among the `count` groups from `first` on, in ascending order of their ratios. */
static void add_by_ratio(teller *t, const abs_member *members, size_t all, size_t first,
                         size_t count, const abs_member *m)
{
    size_t at = first + count;
    while (at > first && ratio_of(members, all, t->groups[at - 1]) > m->ratio.point) {
        t->groups[at] = t->groups[at - 1];
        at--;
    }
    t->groups[at] = m->group;
}

static answer of_family(teller *t, const abs_family *family)
{
    const abs_member *members = &t->f->ranking.members[family->first];
    answer a = {.n = family->n, .use = members[0].group, .saves = family->held_out};
    a.reference = shown(t->f, t->f->aggregates[a.use].reference);
    bool reference_near = a.reference == a.use;
    if (reference_near) /* it saves nothing over itself */
        a.saves.n = 0;
    for (size_t i = 1; i < family->count; i++)
        if (is_near(&members[i])) {
            add_by_ratio(t, members, family->count, 0, a.nears++, &members[i]);
            reference_near |= members[i].group == a.reference;
        }
    for (size_t i = 1; i < family->count; i++)
        if (!is_near(&members[i]))
            add_by_ratio(t, members, family->count, a.nears, a.worses++, &members[i]);
    a.near = t->groups;
    a.worse = t->groups + a.nears;
    a.kind = family->n < 2                                             ? ANSWER_TOO_FEW
             : a.nears == 0                                            ? ANSWER_ONE
             : reference_near || !(a.saves.n > 1 && a.saves.upper < 1) ? ANSWER_ANY
                                                                       : ANSWER_ONE;
    return a;
}

/* One configuration, and its reference if there is one. */
static answer of_one(teller *t, uint32_t group)
{
    const abs_aggregate *g = &t->f->aggregates[group];
    answer a = {.n = g->n, .use = group, .reference = shown(t->f, g->reference), .near = t->groups};
    if (a.reference == UINT32_MAX || a.reference == group) {
        a.kind = ANSWER_ALONE;
        return a;
    }
    a.saves = g->ratio;
    a.n = g->ratio.n;
    a.kind = a.n < 2 ? ANSWER_TOO_FEW : ANSWER_ONE;
    if (a.n < 2 || (a.saves.lower <= 1 && a.saves.upper >= 1) || a.saves.same) {
        a.kind = a.n < 2 ? ANSWER_TOO_FEW : ANSWER_ANY;
        t->groups[a.nears++] = a.reference;
    } else if (a.saves.lower > 1) {
        a.use = a.reference;
        a.worse = t->groups;
        t->groups[a.worses++] = group;
    }
    return a;
}

/* False: nothing in the block may be used. */
static bool find(teller *t, uint32_t block, answer *a)
{
    const abs_family *family = family_of_block(t->f, block);
    if (family != NULL) {
        *a = of_family(t, family);
        return true;
    }
    for (size_t g = 0; g < t->f->tally->group_keys.count; g++)
        if (t->f->tally->groups[g].block == block && is_rival(t->f, g)) {
            *a = of_one(t, (uint32_t)g);
            return true;
        }
    return false;
}

/* ---- words --------------------------------------------------------------------------------- */

static const abs_config *config_of(const teller *t, uint32_t group)
{
    return &t->f->tally->groups[group].config;
}

static void add_name(teller *t, abs_buffer *b, uint32_t group)
{
    abs_buffer label = {0};
    label_write(&t->labels, config_of(t, group), &label);
    buffer_text(b, buffer_end(&label));
    b->failed |= label.failed;
    buffer_free(&label);
}

/* "a, b and c", "a, b, c and 4 more". */
static void add_names(teller *t, abs_buffer *b, uint32_t first, const uint32_t *groups,
                      size_t count)
{
    enum { SHOWN = 5 };
    const size_t all = count + (first != UINT32_MAX), told = all > SHOWN + 1 ? SHOWN : all;
    for (size_t i = 0; i < told; i++) {
        buffer_text(b, i == 0 ? "" : i + 1 < told || told < all ? ", " : " and ");
        add_name(t, b, first == UINT32_MAX ? groups[i] : i == 0 ? first : groups[i - 1]);
    }
    if (told < all)
        buffer_format(b, " and %zu more", all - told);
}

/* "4.5 % less work than alphabeta [2.4, 6.5]", or "more". */
static void add_saving(teller *t, abs_buffer *b, const stats_ratio *r)
{
    const bool less = r->point <= 1;
    const double sign = less ? -100 : 100;
    buffer_format(b, "%.1f %% %s %s than %s [%.1f, %.1f]", sign * (r->point - 1),
                  less ? "less" : "more", abs_metric_nouns[t->f->tally->metric], t->f->reference,
                  sign * ((less ? r->upper : r->lower) - 1),
                  sign * ((less ? r->lower : r->upper) - 1));
}

static void add_one(teller *t, abs_buffer *b, const answer *a)
{
    buffer_text(b, "use ");
    add_name(t, b, a->use);
    if (a->saves.n > 1 && a->use != a->reference) {
        buffer_text(b, ": ");
        add_saving(t, b, &a->saves);
    } else if (a->saves.n > 1 && a->worses == 1) {
        buffer_text(b, ": ");
        add_name(t, b, a->worse[0]);
        buffer_text(b, " takes ");
        add_saving(t, b, &a->saves);
    }
    buffer_char(b, '.');
    if (a->nears > 0) {
        buffer_char(b, ' ');
        add_names(t, b, UINT32_MAX, a->near, a->nears);
        buffer_text(b, " may be as good");
        if (a->worses > 0)
            buffer_text(b, a->worses == 1 ? "; the other is worse" : "; the others are worse");
        buffer_char(b, '.');
    } else if (a->worses > 0 && !(a->saves.n > 1 && a->use == a->reference)) {
        buffer_text(b, a->worses == 1 ? " The other is worse." : " All others are worse.");
    }
}

static void add_any(teller *t, abs_buffer *b, const answer *a)
{
    buffer_text(b, "use any of ");
    add_names(t, b, a->use, a->near, a->nears);
    buffer_format(b, ": %zu positions do not tell them apart", a->n);
    if (a->saves.n > 1 && a->use != a->reference) {
        buffer_text(b, " (");
        add_name(t, b, a->use);
        buffer_text(b, " takes ");
        add_saving(t, b, &a->saves);
        buffer_char(b, ')');
    }
    buffer_char(b, '.');
    if (a->worses > 0) {
        buffer_char(b, ' ');
        add_names(t, b, UINT32_MAX, a->worse, a->worses);
        buffer_text(b, a->worses == 1 ? " is worse." : " are worse.");
    }
}

/* What windows are in, if several are told apart. */
static void add_unit(const teller *t, abs_buffer *b, const answer *a)
{
    const char *points = t->f->tally->groups[a->use].points;
    bool named = config_uses(config_of(t, a->use), ABS_USES_WINDOW);
    for (size_t i = 0; i < a->nears; i++)
        named |= config_uses(config_of(t, a->near[i]), ABS_USES_WINDOW);
    if (named && t->labels.varies[CONFIG_window] && strcmp(points, ABS_POINTS) != 0)
        buffer_format(b, " Windows are in %s.", points);
}

static void add_sentence(teller *t, abs_buffer *b, const answer *a, uint32_t group)
{
    abs_buffer heading = {0};
    label_write_heading(t->f->tally, &t->f->tally->groups[group], &t->labels, &heading);
    buffer_format(b, "%s: ", buffer_end(&heading));
    b->failed |= heading.failed;
    buffer_free(&heading);
    switch (a->kind) {
    case ANSWER_ONE:
        add_one(t, b, a);
        add_unit(t, b, a);
        break;
    case ANSWER_ANY:
        add_any(t, b, a);
        add_unit(t, b, a);
        break;
    case ANSWER_ALONE:
        buffer_text(b, "nothing is compared, since only ");
        add_name(t, b, a->use);
        buffer_format(b, " was searched; use --algo=%s,%s or --algo=all.",
                      config_of(t, a->use)->algo.name,
                      strcmp(config_of(t, a->use)->algo.name, "pvs") == 0 ? "alphabeta" : "pvs");
        break;
    case ANSWER_TOO_FEW:
        buffer_text(b, "one position tells nothing of others; use several, such as a game's own "
                       "suite or --seed=1..60.");
        break;
    }
}

/* A field's option: "tt_mode" is --tt-mode, "tt_bytes" --tt. NULL: it has none. */
static const abs_option *option_of(const config_field *f)
{
    char name[CONFIG_WORD_MAX];
    snprintf(name, sizeof name, "%s", strcmp(f->name, "tt_bytes") == 0 ? "tt" : f->name);
    for (char *c = name; *c != '\0'; c++)
        *c = *c == '_' ? '-' : *c;
    for (unsigned i = 0; i < abs_option_count; i++)
        if (abs_option_table[i].name != NULL && strcmp(abs_option_table[i].name, name) == 0)
            return &abs_option_table[i];
    return NULL;
}

/* Whether a search has it without being asked. Windows and depths are said all the same: what they
   are by default depends on the domain. */
static bool is_usual(const config_field *f, const abs_option *option, const abs_config *c,
                     const abs_domain *domain, const char *value)
{
    if (f == &config_fields[CONFIG_order])
        return domain != NULL && c->order == abs_usual_orders(domain);
    if (f == &config_fields[CONFIG_quiescence])
        return domain != NULL &&
               c->quiescence == (domain->has_quiescence && c->eval == ABS_EVAL_HEURISTIC);
    if (f == &config_fields[CONFIG_guess])
        return c->guess.kind == (c->deepening ? ABS_GUESS_PREVIOUS : ABS_GUESS_SHALLOW);
    if (f == &config_fields[CONFIG_widen_limit])
        return c->widen_limit == 0;
    return option->preset != NULL && f != &config_fields[CONFIG_algo] &&
           strcmp(option->preset, value) == 0;
}

/* The options that search it: what it is, and what a search would not do by default. */
static void add_options(teller *t, abs_buffer *b, uint32_t group)
{
    const abs_tally_group *g = &t->f->tally->groups[group];
    const char *spec = t->f->tally->specs.texts[g->spec];
    char value[CONFIG_WORD_MAX], name[CONFIG_WORD_MAX];
    abs_error error;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(spec, ":"), spec);
    const abs_registered *game = abs_registry_find("game", name, &error);
    const abs_registered *found = game != NULL ? game : abs_registry_find("tree", name, &error);
    buffer_text(b, game != NULL ? "--game=" : "--tree=");
    buffer_plain(b, spec);
    for (size_t i = 0; i < CONFIG_FIELDS; i++) {
        const config_field *f = &config_fields[i];
        const abs_option *option = option_of(f);
        if (option == NULL || f->level == CONFIG_COPY || !config_present(f, &g->config))
            continue;
        config_value(f, &g->config, value, sizeof value);
        if (!is_usual(f, option, &g->config, found != NULL ? found->domain : NULL, value))
            buffer_format(b, " --%s=%s", option->name, value);
    }
}

/* ---- the answers --------------------------------------------------------------------------- */

static bool begin(teller *t, const abs_findings *f)
{
    *t = (teller){.f = f, .labels = label_find(f->tally)};
    t->groups = malloc((f->tally->group_keys.count + 1) * sizeof *t->groups);
    return t->groups != NULL;
}

/* A block of one position, such as one that the game's end leaves, says nothing beside others. */
static bool any_is_answered(teller *t)
{
    answer a;
    for (uint32_t block = 0; block < t->f->tally->blocks.count; block++)
        if (find(t, block, &a) && a.kind != ANSWER_TOO_FEW)
            return true;
    return false;
}

void answers_write(abs_buffer *b, const abs_findings *f, size_t most)
{
    teller t;
    answer a;
    size_t told = 0;
    b->failed |= !begin(&t, f);
    const bool answered = !b->failed && any_is_answered(&t);
    for (uint32_t block = 0; !b->failed && block < f->tally->blocks.count; block++) {
        if (!find(&t, block, &a) || (answered && a.kind == ANSWER_TOO_FEW))
            continue;
        if (most > 0 && told++ >= most)
            continue;
        add_sentence(&t, b, &a, a.use);
        if (a.kind == ANSWER_ONE || a.kind == ANSWER_ANY) {
            buffer_text(b, "\n  ");
            add_options(&t, b, a.use);
        }
        buffer_char(b, '\n');
    }
    if (most > 0 && told > most)
        buffer_format(b, "... and %zu more answers: see `answers` in --format=json.\n",
                      told - most);
    free(t.groups);
}

static void add_list(teller *t, abs_buffer *b, const char *name, const uint32_t *groups,
                     size_t count)
{
    buffer_member_open(b, name, '[');
    for (size_t i = 0; i < count; i++)
        buffer_element_text(b, t->f->tally->groups[groups[i]].config_text);
    buffer_char(b, ']');
}

static void add_answer(teller *t, abs_buffer *b, const answer *a)
{
    static const char *const kinds[] = {"one", "any", "alone", "too_few"};
    const abs_tally_group *g = &t->f->tally->groups[a->use];
    abs_buffer text = {0};
    buffer_char(b, '{');
    buffer_member_text(b, "spec", t->f->tally->specs.texts[g->spec]);
    buffer_member_signed(b, "depth", g->config.depth);
    buffer_member_text(b, "kind", kinds[a->kind]);
    add_list(t, b, "use", &a->use, 1);
    add_list(t, b, "may_be_as_good", a->near, a->nears);
    add_list(t, b, "worse", a->worse, a->worses);
    buffer_member_unsigned(b, "n", a->n);
    add_options(t, &text, a->use);
    buffer_member_text(b, "options", buffer_end(&text));
    buffer_clear(&text);
    add_sentence(t, &text, a, a->use);
    buffer_member_text(b, "sentence", buffer_end(&text));
    buffer_char(b, '}');
    b->failed |= text.failed;
    buffer_free(&text);
}

void answers_json(abs_buffer *b, const abs_findings *f)
{
    teller t;
    answer a;
    bool first = true;
    b->failed |= !begin(&t, f);
    buffer_text(b, "\"answers\":[");
    for (uint32_t block = 0; !b->failed && block < f->tally->blocks.count; block++) {
        if (!find(&t, block, &a))
            continue;
        buffer_text(b, first ? "\n" : ",\n");
        first = false;
        add_answer(&t, b, &a);
    }
    buffer_text(b, "\n],\n");
    free(t.groups);
}
