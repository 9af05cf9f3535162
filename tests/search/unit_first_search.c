/*
 * unit_first_search.c -- nothing may be left over that a search needs: every algorithm in every
 * domain as the first search of a fresh worker, with any two values of any two settings together.
 * Each must find minimax's value, if it is sound.
 *
 * Each algorithm is tried in one of the domains; in all of them with ABS_EVERY=full (make
 * check-long, under sanitizers).
 */
#include "every_setting.h"

enum {
    MINIMAX_NODES = 800,
    WORK_MAX = 200 * 1000, /* a search that moves its bounds point by point is given up */
    GIVEN_UP_MAX = 4,      /* .. and an algorithm that has come to no end so often */
    VALUES_MAX = 16,       /* of a setting */
    CANDIDATES = 12,
    FRUITLESS = 40,              /* rounds of candidates without a new pair: there are no more */
    FACTORS = CONFIG_FIELDS + 1, /* the settings, and whether distinct leaves are counted */
    CHECKED = 16,                /* one search in so many has its move checked, by a search more */
};

/* A value of each setting by its place. */
typedef struct {
    uint8_t value[FACTORS];
} choice;

static unsigned factor_values(unsigned factor)
{
    return factor < CONFIG_FIELDS ? setting_values(&config_fields[factor]) : 2;
}

static bool pairs[FACTORS][VALUES_MAX][FACTORS][VALUES_MAX];

/* What is chosen, without what the algorithm does not use; `used` says what it does. False: the
   domain has it not. */
static bool configure(const choice *chosen, const test_position *p, const abs_algo *algo, int depth,
                      abs_config *c, bool used[FACTORS])
{
    *c = (abs_config){.algo = *algo};
    for (unsigned i = 0; i < CONFIG_FIELDS; i++) {
        const config_field *f = &config_fields[i];
        setting_take(f, c, chosen->value[i]);
        used[i] = factor_values(i) > 1 && config_open(f, c);
        if (!used[i] && f->kind > CONFIG_GUESS && f->kind != CONFIG_REAL)
            config_set(f, c, f->tacit ? f->preset : 0);
    }
    used[CONFIG_depth] = used[CONFIG_node_limit] = false;
    c->depth = depth;
    c->node_limit = WORK_MAX;
    c->distinct = chosen->value[CONFIG_FIELDS];
    used[CONFIG_FIELDS] = true;
    return setting_suits(c, p);
}

/* How many pairs of values the choice has that none had before; with `take`, they are had. */
static unsigned new_pairs(const choice *chosen, const bool used[FACTORS], bool take)
{
    unsigned count = 0;
    for (unsigned i = 0; i < FACTORS; i++)
        for (unsigned j = 0; used[i] && j < i; j++) {
            bool *pair = &pairs[i][chosen->value[i]][j][chosen->value[j]];
            count += used[j] && !*pair;
            *pair |= used[j] && take;
        }
    return count;
}

/* Draws choices, and takes the one with the most new pairs. False: there are none. */
static bool choose(const test_position *p, const abs_algo *algo, int depth, uint64_t *random,
                   choice *best)
{
    bool used[FACTORS];
    abs_config c;
    unsigned most = 0;
    for (int i = 0; i < CANDIDATES * (most > 0 ? 1 : FRUITLESS); i++) {
        choice drawn;
        for (unsigned f = 0; f < FACTORS; f++)
            drawn.value[f] = (uint8_t)test_random(random, factor_values(f));
        if (!configure(&drawn, p, algo, depth, &c, used) || new_pairs(&drawn, used, false) <= most)
            continue;
        most = new_pairs(&drawn, used, false);
        *best = drawn;
    }
    if (most > 0) {
        configure(best, p, algo, depth, &c, used);
        new_pairs(best, used, true);
    }
    return most > 0;
}

/* The row of a fresh worker's first search; false if it has no value. `lower`: the true value may
   be greater. */
static bool search_first(const test_position *p, const abs_config *config, bool check_moves,
                         int *value, bool *lower)
{
    abs_worker *w = abs_worker_new();
    abs_row row = {0};
    assert_non_null(w);
    abs_run(w, &p->root, config, check_moves, &row);
    const bool found = row.status == ABS_STATUS_OK;
    if (!found && row.status != ABS_STATUS_NODE_LIMIT && config_has_sound_value(config) &&
        !abs_algo_crawls(&config->algo))
        fail_msg("%s: %s: status %d", p->spec, config->algo.name, (int)row.status);
    if (found && row.best_move_optimal == ABS_NO && config_is_sound(config))
        fail_msg("%s: %s: a move that is not best", p->spec, config->algo.name);
    *value = row.value;
    *lower = row.lower;
    abs_row_free(&row);
    abs_worker_free(w);
    return found;
}

/* Minimax's value with the settings that have a part in it; the last ones are remembered. */
static int true_value(const test_position *p, const abs_config *config)
{
    static struct {
        const abs_domain *domain;
        char key[CONFIG_WORDS_MAX];
        int value;
    } known[64];
    static unsigned next;
    char key[CONFIG_WORDS_MAX];
    config_key(config, CONFIG_SETTING, key, sizeof key);
    for (unsigned i = 0; i < 64; i++)
        if (known[i].domain == p->root.domain && strcmp(known[i].key, key) == 0)
            return known[i].value;
    abs_config c = test_plain("minimax", config->depth);
    for (unsigned i = 0; i < CONFIG_FIELDS; i++)
        if (config_fields[i].level == CONFIG_SETTING)
            config_set(&config_fields[i], &c, config_number(&config_fields[i], config));
    unsigned at = next++ % 64;
    known[at].domain = p->root.domain;
    memcpy(known[at].key, key, sizeof key);
    bool lower;
    assert_true(search_first(p, &c, false, &known[at].value, &lower));
    assert_false(lower);
    return known[at].value;
}

static unsigned check_algo(const test_position *p, const abs_algo *algo, int depth,
                           uint64_t *random)
{
    unsigned found = 0, stopped = 0;
    bool used[FACTORS];
    choice chosen;
    abs_config c;
    memset(pairs, 0, sizeof pairs);
    while ((found > 0 || stopped < GIVEN_UP_MAX) && choose(p, algo, depth, random, &chosen)) {
        int value;
        bool lower;
        char words[CONFIG_WORDS_MAX];
        configure(&chosen, p, algo, depth, &c, used);
        if (!search_first(p, &c, test_random(random, CHECKED) == 0, &value, &lower)) {
            stopped++;
            continue;
        }
        found++;
        config_words(&c, words, sizeof words);
        if (config_has_sound_value(&c) &&
            (lower ? value > true_value(p, &c) : value != true_value(p, &c)))
            fail_msg("%s: %s gives %d, minimax %d", p->spec, words, value, true_value(p, &c));
    }
    assert_true(abs_algo_crawls(algo) || stopped <= found / 20);
    return found;
}

TEST(every_algorithm_can_come_first)
{
    every_algo_and_domain(MINIMAX_NODES, check_algo);
}

RUN_TESTS(NULL, NULL, NULL)
