/*
 * every_setting.h -- every algorithm, and values of every setting, from the tables themselves
 * (variants.c, config.def): what is added there is tried without a word here.
 */
#ifndef TEST_EVERY_SETTING_H
#define TEST_EVERY_SETTING_H

#include "helpers.h"

enum { EVERY_ALGOS = 256 };

/* Every core and driver, and every pair of them that --algo takes. Returns their number. */
static inline unsigned every_algo(abs_algo algos[EVERY_ALGOS])
{
    unsigned n = 0;
    for (unsigned core = 0; core < abs_core_count; core++)
        for (int driver = 0; driver < ABS_DRIVERS; driver++) {
            char name[sizeof algos->name];
            unsigned taken = 0;
            abs_error error;
            const char *const core_name = abs_core_table[core].about.name;
            snprintf(name, sizeof name, "%s+%s", abs_driver_table[driver].about.name, core_name);
            assert_true(n < EVERY_ALGOS);
            n += abs_algo_parse("algo", driver == ABS_OPEN ? core_name : name, &algos[n], &taken,
                                &error);
        }
    return n;
}

/* Gives a setting one of all its values, or of a few. The algorithm and the depth are the
   caller's. */
static inline void setting_vary(const config_field *f, abs_config *c, uint64_t *random)
{
    static const abs_window windows[] = {{1, 1}, {0, 0}, {3, 40}}; /* 0: automatic */
    static const double factors[] = {1.5, 2, 3};
    static const abs_evaluation evals[] = {
        {ABS_EVAL_HEURISTIC, 0, 0}, {ABS_EVAL_RESULT, 0, -7}, {ABS_EVAL_MATERIAL, 30, 5}};
    static const unsigned null = ABS_SELECT_NULL | 3 << ABS_SELECT_PLIES,
                          lmr = ABS_SELECT_LMR | 4 << ABS_SELECT_FROM,
                          iir = ABS_SELECT_IIR | 2 << ABS_SELECT_LEAST;
    const int64_t selections[] = {0, null | lmr | iir, null | lmr | ABS_SELECT_CHECK};
    const int64_t numbers[] = {f->tacit ? f->preset : 7, 50, 1000};
    static const int64_t counts[] = {0, 1, 3}, bytes[] = {0, 192, 4096};
    const size_t i = (size_t)test_random(random, 3);
    unsigned names = 0;
    while (f->names != NULL && f->names[names].name != NULL)
        names++;
    switch (f->kind) {
    case CONFIG_ALGO:
    case CONFIG_DRIVER:
    case CONFIG_CORE:
        return; /* every_algo() */
    case CONFIG_WINDOW:
        c->window = windows[i];
        return;
    case CONFIG_GUESS:
        c->guess.kind = (abs_guess_kind)test_random(random, ABS_GUESS_DEFAULT);
        c->guess.number = c->guess.kind >= ABS_GUESS_EXACT ? 3 : 0;
        return;
    case CONFIG_REAL:
        memcpy(config_at(f, c), &factors[i], sizeof factors[i]);
        return;
    case CONFIG_NAME:
        config_set(f, c, (int64_t)test_random(random, names));
        return;
    case CONFIG_FLAGS:
        config_set(f, c, (int64_t)test_random(random, UINT64_C(1) << names));
        return;
    case CONFIG_SWITCH:
        config_set(f, c, (int64_t)test_random(random, 2));
        return;
    default:
        if (f != &config_fields[CONFIG_depth])
            config_set(f, c,
                       f->kind == CONFIG_EVAL     ? config_eval_number(&evals[i])
                       : f->kind == CONFIG_SELECT ? selections[i]
                       : f->kind == CONFIG_BYTES  ? bytes[i]
                       : f->kind == CONFIG_COUNT  ? counts[i]
                                                  : numbers[i]);
    }
}

/* Settings drawn for the algorithm, without what the domain has not. False: it needs a table. */
static inline bool setting_draw(const test_position *p, const abs_algo *algo, int depth,
                                uint64_t *random, abs_config *c)
{
    const abs_domain *d = p->root.domain;
    *c = (abs_config){.algo = *algo};
    for (const config_field *f = config_fields; f < config_fields + CONFIG_FIELDS; f++) {
        setting_vary(f, c, random);
        if (!config_open(f, c) && f->kind > CONFIG_GUESS && f->kind != CONFIG_REAL)
            config_set(f, c, f->tacit ? f->preset : 0);
    }
    c->depth = depth;
    c->node_limit = 0;
    c->select = config_select_within(c->select, config_selects_of(c, abs_selects(d, p->rules)));
    c->distinct = test_random(random, 2) == 1;
    c->quiescence &= d->has_quiescence;
    c->deepening &= abs_min_depth(d, p->rules) == 0;
    if (abs_is_tree(d))
        c->eval = (abs_evaluation){ABS_EVAL_HEURISTIC, 0, 0};
    return c->algo.core->limit != ABS_LIMIT_GRAPH || c->tt_bytes > 0;
}

/* Positions with captures at the horizon and few moves; of the other games, the start. */
static const struct {
    const char *game, *text;
} every_text[] = {
    {"chess", "4k3/2p1p3/3p4/4P3/2P3n1/8/3KB3/8 w - - 0 1"},
    {"checkers", "B:W17,21,22,K30:B1,9,10,14"},
    {"xiangqi", "4k4/9/2n6/9/4p4/4P4/2N6/9/9/3K5 w"},
};

static inline void every_root(test_position *p, const abs_domain *d)
{
    const char *text = "start";
    for (size_t i = 0; i < sizeof every_text / sizeof every_text[0]; i++)
        if (strcmp(every_text[i].game, d->name) == 0)
            text = every_text[i].text;
    if (abs_is_tree(d))
        test_open(p, d->example, NULL, 1);
    else
        test_open(p, d->name, text, 0);
}

/* As deep as naive minimax takes few nodes, and deep enough for a second search at depth 2. */
static inline int every_depth(const test_position *p, uint64_t nodes)
{
    const abs_domain *d = p->root.domain;
    int depth = 2;
    while (depth < 4 && depth < d->max_depth(p->rules) &&
           d->perft(p->rules, p->root.position, depth + 1) <= nodes)
        depth++;
    const int least = abs_min_depth(d, p->rules);
    return depth > least ? depth : least;
}

/* Tries an algorithm; returns how many searches have come to their end. */
typedef unsigned every_try(const test_position *p, const abs_algo *algo, int depth,
                           uint64_t *random);

static inline bool every_full(void)
{
    const char *how = getenv("ABS_EVERY");
    return how != NULL && strcmp(how, "full") == 0;
}

/* Each algorithm in one of the domains, in all of them with ABS_EVERY=full; to a depth at which
   naive minimax takes no more than `nodes`, if it is 2 or more. */
static inline void every_algo_and_domain(uint64_t nodes, every_try *try_algo)
{
    static abs_algo algos[EVERY_ALGOS];
    const unsigned count = every_algo(algos);
    uint64_t random = 1;
    unsigned domains = 0, place = 0;
    while (abs_registry[domains].domain != NULL)
        domains++;
    const unsigned share = every_full() ? 1 : domains;
    for (const abs_registered *r = abs_registry; r->domain != NULL; r++, place++) {
        test_position p;
        unsigned searches = 0;
        every_root(&p, r->domain);
        for (unsigned i = 0; i < count; i++)
            if ((i + place) % share == 0)
                searches += try_algo(&p, &algos[i], every_depth(&p, nodes), &random);
        print_message("%s: %u searches\n", p.spec, searches);
        assert_true(searches > 0);
        test_close(&p);
    }
}

#endif
