/* answers.c -- see answers.h. */
#include "find/answers.h"
#include "find/advice.h"
#include "find/label.h"

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

/* A reference that was searched along is in no family: where it may be as good as the best it may
   be used too, and where it is surely better instead. */
static void weigh_reference(const teller *t, answer *a)
{
    const bool sure = a->saves.n > 1 && !a->saves.same;
    const size_t others = a->nears + a->worses;
    if (a->n < 2 || a->reference == UINT32_MAX ||
        !t->f->tally->groups[a->reference].for_reference || (sure && a->saves.upper < 1))
        return;
    if (sure && a->saves.lower > 1) {
        memmove(t->groups + 1, t->groups, others * sizeof *t->groups);
        t->groups[0] = a->use;
        a->use = a->reference;
        a->worses = others + 1;
        a->nears = 0;
        a->kind = ANSWER_ONE;
    } else {
        memmove(t->groups + a->nears + 1, t->groups + a->nears, a->worses * sizeof *t->groups);
        t->groups[a->nears++] = a->reference;
        a->kind = ANSWER_ANY;
    }
    a->worse = t->groups + a->nears;
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
    weigh_reference(t, &a);
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

static void add_saving(const teller *t, abs_buffer *b, const stats_ratio *r)
{
    advice_saving(b, r, t->f->tally->metric, t->f->reference);
}

static void add_one(teller *t, abs_buffer *b, const answer *a)
{
    buffer_text(b, "use ");
    add_name(t, b, a->use);
    if (a->saves.n > 1 && a->use != a->reference) {
        buffer_text(b, ": ");
        add_saving(t, b, &a->saves);
    } else if (a->saves.n > 1 && a->worses > 0) {
        buffer_text(b, ": ");
        add_name(t, b, a->worse[0]);
        buffer_text(b, a->worses > 1 ? ", the best of the others, takes " : " takes ");
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

static void add_options(const teller *t, abs_buffer *b, uint32_t group)
{
    const abs_tally_group *g = &t->f->tally->groups[group];
    advice_options(b, t->f->tally->specs.texts[g->spec], &g->config);
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
