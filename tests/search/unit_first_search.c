/*
 * unit_first_search.c -- nothing may be left over that a search needs: every algorithm as the first
 * search of a fresh worker, with settings drawn, finds minimax's value if it is sound.
 *
 * Each algorithm is tried in one of the domains; in all of them with ABS_EVERY=full (make faults,
 * under sanitizers).
 */
#include "every_setting.h"

enum {
    MINIMAX_NODES = 800,
    WORK_MAX = 200 * 1000, /* a search that moves its bounds point by point is given up */
    GIVEN_UP_MAX = 4,      /* .. and an algorithm that has come to no end so often */
    DRAWS = 150,           /* for an algorithm in a domain */
    CHECKED = 16,          /* one search in so many has its move checked, by a search more */
};

/* The value of a fresh worker's first search; false if it has none. `lower`: the true value may be
   greater. */
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

/* Minimax's value with the settings that have a part in it. */
static int true_value(const test_position *p, const abs_config *config)
{
    abs_config c = test_plain("minimax", config->depth);
    int value;
    bool lower;
    for (unsigned i = 0; i < CONFIG_FIELDS; i++)
        if (config_fields[i].level == CONFIG_SETTING)
            config_set(&config_fields[i], &c, config_number(&config_fields[i], config));
    assert_true(search_first(p, &c, false, &value, &lower) && !lower);
    return value;
}

static unsigned check_algo(const test_position *p, const abs_algo *algo, int depth,
                           uint64_t *random)
{
    unsigned found = 0, stopped = 0;
    for (int draws = 0; draws < DRAWS && (found > 0 || stopped < GIVEN_UP_MAX); draws++) {
        abs_config c;
        int value;
        bool lower;
        char words[CONFIG_WORDS_MAX];
        if (!setting_draw(p, algo, depth, random, &c))
            continue;
        c.node_limit = WORK_MAX;
        if (!search_first(p, &c, test_random(random, CHECKED) == 0, &value, &lower)) {
            stopped++;
            continue;
        }
        found++;
        const int truth = config_has_sound_value(&c) ? true_value(p, &c) : value;
        config_words(&c, words, sizeof words);
        if (lower ? value > truth : value != truth)
            fail_msg("%s: %s gives %d, minimax %d", p->spec, words, value, truth);
    }
    assert_true(abs_algo_crawls(algo) || stopped <= found / 20);
    return found;
}

TEST(every_algorithm_can_come_first)
{
    every_algo_and_domain(MINIMAX_NODES, check_algo);
}

RUN_TESTS(NULL, NULL, NULL)
