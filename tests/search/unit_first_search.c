/*
 * unit_first_search.c -- nothing may be left over that a search needs: every algorithm, in every
 * domain and with every switch, as the first search of a fresh worker. Each must find minimax's
 * value.
 */
#include "helpers.h"

enum { TABLE = 4096, NODES_MAX = 3000 };

/* Positions with captures at the horizon and few moves; of the other games, the start. */
static const struct {
    const char *game, *text;
} roots[] = {
    {"chess", "4k3/2p1p3/3p4/4P3/2P3n1/8/3KB3/8 w - - 0 1"},
    {"checkers", "B:W17,21,22,K30:B1,9,10,14"},
    {"xiangqi", "4k4/9/2n6/9/4p4/4P4/2N6/9/9/3K5 w"},
};

static void open_root(test_position *p, const abs_domain *d)
{
    const char *text = "start";
    for (size_t i = 0; i < sizeof roots / sizeof roots[0]; i++)
        if (strcmp(roots[i].game, d->name) == 0)
            text = roots[i].text;
    if (abs_is_tree(d))
        test_open(p, d->example, NULL, 1);
    else
        test_open(p, d->name, text, 0);
}

/* As deep as takes few nodes, and deep enough for a second search at remaining depth 2. */
static int depth_of(const test_position *p)
{
    const abs_domain *d = p->entry.domain;
    int depth = 2;
    while (depth < 4 && depth < d->max_depth(p->rules) &&
           d->perft(p->rules, p->entry.position, depth + 1) <= NODES_MAX)
        depth++;
    const int least = abs_min_depth(d, p->rules);
    return depth > least ? depth : least;
}

/* The value that a fresh worker's first search finds. */
static int first_value(const test_position *p, const abs_config *config)
{
    abs_worker *w = abs_worker_new(config->tt_bytes);
    abs_row row = {0};
    assert_non_null(w);
    assert_true(abs_run(w, &p->entry, config, false, &row));
    if (row.status != ABS_STATUS_OK)
        fail_msg("%s: %s has no value, status %d", p->spec, config->algo.name, (int)row.status);
    const int value = row.value;
    abs_row_free(&row);
    abs_worker_free(w);
    return value;
}

static void check(const test_position *p, const abs_config *c, int value)
{
    const int found = first_value(p, c);
    if (found != value)
        fail_msg("%s depth %d: %s (eval %d, grain %d, quiescence %d, tt %zu, order %u, deepening "
                 "%d) gives %d, minimax %d",
                 p->spec, c->depth, c->algo.name, (int)c->eval, c->grain, c->quiescence,
                 c->tt_bytes, c->order, c->deepening, found, value);
}

/* Every core, with and without a table, deepening and each ordering. Returns their number. */
static unsigned check_cores(const test_position *p, const abs_config *setting, int value)
{
    static const unsigned orders[] = {0,
                                      ABS_ORDER_TT,
                                      ABS_ORDER_KILLER,
                                      ABS_ORDER_EVAL,
                                      ABS_ORDER_HISTORY,
                                      ABS_ORDER_CAPTURE,
                                      ABS_ORDER_GAME,
                                      ABS_ORDER_ANY | ABS_ORDER_CAPTURE | ABS_ORDER_GAME};
    const bool can_deepen = abs_min_depth(p->entry.domain, p->rules) == 0;
    unsigned count = 0;
    for (unsigned k = 0; k < abs_core_count; k++)
        for (int table = 0; table < 2; table++)
            for (int deepening = 0; deepening <= can_deepen; deepening++)
                for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
                    abs_config c = *setting;
                    if (abs_core_table[k].limit == ABS_LIMIT_GRAPH && !table)
                        continue;
                    c.algo = test_algo(abs_core_table[k].about.name);
                    c.tt_bytes = table ? TABLE : 0;
                    c.deepening = deepening;
                    c.order = orders[i];
                    check(p, &c, value);
                    count++;
                }
    return count;
}

/* The guess exact+K makes the oracle's search the first of all. */
static void check_oracle(const test_position *p, const abs_config *setting, int value)
{
    abs_config c = test_plain("mtdf", setting->depth);
    c.eval = setting->eval;
    c.grain = setting->grain;
    c.quiescence = setting->quiescence;
    c.guess.kind = ABS_GUESS_EXACT;
    check(p, &c, value);
}

static void every_core_can_come_first(void **state)
{
    (void)state;
    for (const abs_registered *r = abs_registry; r->domain != NULL; r++) {
        test_position p;
        unsigned count = 0;
        open_root(&p, r->domain);
        const bool game = !abs_is_tree(r->domain);
        const int depth = depth_of(&p);
        for (int quiescence = 0; quiescence <= p.entry.domain->has_quiescence; quiescence++)
            for (int eval = 0; eval <= game; eval++)
                for (int grain = 1; grain <= 7; grain += 6) {
                    abs_config c = test_plain("minimax", depth);
                    c.quiescence = quiescence;
                    c.eval = eval ? ABS_EVAL_RESULT : ABS_EVAL_HEURISTIC;
                    c.grain = grain;
                    const int value = first_value(&p, &c);
                    count += check_cores(&p, &c, value);
                    check_oracle(&p, &c, value);
                }
        print_message("%s: %u first searches to depth %d\n", p.spec, count, depth);
        test_close(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_core_can_come_first)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
