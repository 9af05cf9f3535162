/*
 * unit_differential.c -- every sound search against naive minimax, on random trees and positions.
 *
 * Algorithms take turns, so that each is met equally often; all settings are drawn for each search.
 * make test does a tenth of what is counted here.
 */
#include "every_setting.h"
#include "searched.h"

enum {
    TREES = 20000,
    POSITIONS = 600, /* of each game */
    LEAVES_MAX = 20000,
    SEARCHES = 50, /* of a tree */
};

static abs_algo algos[EVERY_ALGOS];
static unsigned algo_count;

/* The next algorithm's settings. */
static abs_config next_config(const test_position *p, int depth, size_t *next, uint64_t *random)
{
    static const int grains[] = {2, 7, 50};
    const abs_algo *algo = &algos[(*next)++ % algo_count];
    abs_config c;
    do {
        setting_draw(p, algo, depth, random, &c);
        c.select = 0;
        c.eval = (abs_evaluation){ABS_EVAL_HEURISTIC, 0, 0}; /* by which captures soon end */
        c.step = p->root.domain->half_pawn(p->rules); /* with less it takes long */
        c.grain = test_random(random, 2) ? grains[test_random(random, 3)] : 1;
    } while (!config_is_sound(&c));
    return c;
}

/* The sound searches that find the value itself, and do not move bounds point by point. */
static void list_algos(void)
{
    unsigned kept = 0;
    algo_count = every_algo(algos);
    for (unsigned i = 0; i < algo_count; i++)
        if (abs_algo_is_sound(&algos[i]) && !abs_algo_crawls(&algos[i]) &&
            algos[i].driver != ABS_BNS && algos[i].core->limit == ABS_LIMIT_NONE)
            algos[kept++] = algos[i];
    algo_count = kept;
}

/* What minimax says of a position: its value and, per root move, whether it is a best one. */
typedef struct {
    int value;
    unsigned moves;
    bool best[ABS_MAX_MOVES];
    uint64_t keys[ABS_MAX_MOVES]; /* of the children */
} truth;

static truth find_truth(const test_position *p, const abs_config *as)
{
    abs_worker *w = the_worker();
    const int depth = as->depth;
    truth t = {.value = -ABS_INFINITY};
    int values[ABS_MAX_MOVES];
    const abs_domain *d = p->root.domain;
    abs_config config = test_plain("minimax", depth);
    config.grain = as->grain;
    config.quiescence = as->quiescence;
    abs_worker_prepare(w, &p->root, &config);
    t.moves = depth > 0 ? d->count_moves(p->rules, p->root.position) : 0;
    if (t.moves == 0)
        t.value = d->minimax(&w->search, p->root.position, depth);
    void *child = calloc(1, d->position_size);
    for (unsigned m = 0; m < t.moves; m++) {
        d->apply(p->rules, p->root.position, m, child);
        const int cost = d->cost(p->rules, p->root.position, m);
        values[m] = -d->minimax(&w->search, child, depth - cost);
        t.keys[m] = d->key(p->rules, child);
        t.value = values[m] > t.value ? values[m] : t.value;
    }
    free(child);
    for (unsigned m = 0; m < t.moves; m++)
        t.best[m] = values[m] == t.value;
    return t;
}

/* The first best move, in the generator's order or that of the shuffle. */
static unsigned first_best(const truth *t, uint64_t shuffle)
{
    unsigned first = ABS_NO_MOVE;
    uint64_t least = UINT64_MAX;
    for (unsigned m = 0; m < t->moves; m++) {
        const uint64_t lot =
            shuffle == 0 ? m : abs_mix64(t->keys[m] + shuffle * UINT64_C(0x9E3779B97F4A7C15));
        if (t->best[m] && lot < least) {
            least = lot;
            first = m;
        }
    }
    return first;
}

/* A line that reaches the horizon or the end of the game has the row's value there. */
static void check_line(const abs_row *row)
{
    const abs_root *e = row->root;
    const abs_domain *d = e->domain;
    void *here = malloc(d->position_size), *next = malloc(d->position_size);
    int depth = row->config->depth, sign = 1;
    memcpy(here, e->position, d->position_size);
    for (unsigned i = 0; i < row->pv_length; i++) {
        assert_true(depth > 0 && row->pv[i] < d->count_moves(e->rules, here));
        depth -= d->cost(e->rules, here, row->pv[i]);
        d->apply(e->rules, here, row->pv[i], next);
        memcpy(here, next, d->position_size);
        sign = -sign;
    }
    const bool ended = d->count_moves(e->rules, here) == 0;
    if (row->pv_length > 0 && (ended || (depth == 0 && !row->config->quiescence))) {
        int value = d->evaluate(e->rules, here, depth);
        value = row->config->grain > 1 ? abs_round(value, row->config->grain) : value;
        if (sign * value != row->value)
            fail_msg("%s depth %d: %s: its line leads to %d, not to %d", e->spec,
                     row->config->depth, row->config->algo.name, sign * value, row->value);
    }
    free(here);
    free(next);
}

static void check_row(const abs_row *row, const truth *t, const char *where)
{
    const abs_config *c = row->config;
    char words[CONFIG_WORDS_MAX];
    config_words(c, words, sizeof words);
    if (row->value != t->value)
        fail_msg("%s: %s gives %d, minimax %d", where, words, row->value, t->value);
    if (row->n.tt_contradictions != 0)
        fail_msg("%s: %s: the table contradicts itself", where, words);
    if (t->moves == 0) {
        assert_int_equal(row->best, ABS_NO_MOVE);
    } else if (row->best >= t->moves || !t->best[row->best]) {
        fail_msg("%s: %s: move %u is not a best one", where, words, row->best);
    } else if (c->order == 0 && row->best != first_best(t, c->shuffle)) {
        fail_msg("%s: %s: move %u is best, but not the first (%u)", where, words, row->best,
                 first_best(t, c->shuffle));
    }
    if (t->moves > 0)
        assert_true(row->pv_length > 0 && row->pv[0] == row->best);

    check_line(row);

    uint64_t nodes = 0, researched = 0, leaves = 0;
    for (size_t i = 0; i < row->iteration_count; i++) {
        const abs_iteration *it = &row->iterations[i];
        assert_true(it->passes > 0);
        nodes += it->nodes;
        leaves += it->leaves;
        for (size_t k = 1; k < it->passes; k++)
            researched += row->passes[it->first_pass + k].nodes;
    }
    assert_true(nodes == row->n.nodes && leaves == abs_leaves(&row->n));
    assert_true(row->n.research_nodes >= researched && row->n.research_nodes <= nodes);
    assert_true(row->n.first_move_cutoffs <= row->n.cutoffs && row->n.cutoffs <= row->n.interior);
    if (!c->algo.core->core.null_window) {
        assert_int_equal(row->n.interior_researches, 0);
        assert_true(row->n.research_nodes == researched);
    }
    assert_true(row->fail_low + row->fail_high <= row->pass_count);
    assert_true(row->n.null_nodes <= row->n.nodes && row->n.tt_etc_cutoffs <= row->n.tt_answers);
    if (c->distinct)
        assert_true(row->n.distinct_leaves > 0 && row->n.distinct_leaves <= leaves);
}

/* Runs the next `count` searches of one position, all with what has a part in its value alike. */
static void run_stretch(const test_position *p, int depth, size_t *next, size_t count,
                        uint64_t *random)
{
    const abs_config first = next_config(p, depth, next, random);
    const truth known = find_truth(p, &first);
    for (size_t i = 0; i < count; i++) {
        abs_config config = next_config(p, depth, next, random);
        config.grain = first.grain;
        config.quiescence = first.quiescence;
        check_row(searched(&p->root, &config, false), &known, p->spec);
    }
}

/* A random spec. Returns a depth that keeps its leaves within LEAVES_MAX. */
static int random_spec(char *spec, size_t size, uint64_t *random)
{
    static const char *const models[] = {
        "uniform:b=%d..%d,range=%d", "uniform:b=%d..%d,range=%d,commute=1", "pgame:b=%d..%d",
        "incremental:b=%d..%d,step=%d",
        "ordered:b=%d..%d,range=%d,gap=%d,first=%d,quarter=%d,noise=%d"};
    static const int ranges[] = {1, 2, 10, 100, 1000, 500000};
    const int low = 1 + (int)test_random(random, 8);
    const int b = low + (int)test_random(random, (uint64_t)(9 - low));
    snprintf(spec, size, models[test_random(random, COUNT_OF(models))], low, b,
             ranges[test_random(random, COUNT_OF(ranges))], (int)test_random(random, 50),
             (int)test_random(random, 101), (int)test_random(random, 101),
             (int)test_random(random, 3) * 5);
    const int most = 1 + (int)test_random(random, b == 1 ? 20 : 12);
    /* Mostly small: the many count more than the large. */
    const double leaves_most = test_random(random, 20) == 0 ? LEAVES_MAX : 400;
    int depth = 1;
    for (double leaves = b * b; depth < most && leaves <= leaves_most; leaves *= b)
        depth++;
    return depth;
}

TEST(drawn_searches_of_trees_agree_with_minimax)
{
    uint64_t random = 1;
    size_t next = 0;
    char spec[256];
    for (int i = 0; i < test_amount(TREES); i++) {
        test_position p;
        const int depth = random_spec(spec, sizeof spec, &random);
        test_open(&p, spec, NULL, test_random(&random, UINT64_C(1) << 53));
        run_stretch(&p, depth, &next, SEARCHES, &random);
        test_close(&p);
    }
}

/* A position after some random moves from the start; not over. */
static void random_position(test_position *p, unsigned plies, uint64_t *random)
{
    const abs_domain *d = p->root.domain;
    abs_error error;
    do {
        assert_true(d->parse(p->rules, "start", p->root.position, &error));
        random_play(p, (unsigned)test_random(random, plies), random);
    } while (d->count_moves(p->rules, p->root.position) == 0);
}

static void on_game(const char *spec, unsigned plies, int depth_max, size_t some)
{
    uint64_t random = 2;
    size_t next = 0;
    test_position p;
    test_open(&p, spec, "start", 0);
    for (int i = 0; i < test_amount(POSITIONS); i++) {
        random_position(&p, plies, &random);
        ((abs_rules *)p.rules)->eval = ABS_EVAL_HEURISTIC;
        const int depth = 1 + (int)test_random(&random, (uint64_t)depth_max);
        run_stretch(&p, depth, &next, some, &random);
    }
    test_close(&p);
}

/* How far a game is played before a position, how deep that is searched at most, and by how many
   combinations: what fits the length of the game and its moves. */
static const struct {
    const char *game;
    unsigned plies;
    int depth_max;
    size_t some;
} lengths[] = {
    {"tictactoe", 8, 5, 16}, {"connectfour", 38, 4, 16}, {"othello", 58, 3, 12},
    {"checkers", 60, 4, 10}, {NULL, 80, 2, 4}, /* any other */
};

/* Each game that is registered. */
TEST(drawn_searches_of_games_agree_with_minimax)
{
    for (const abs_registered *r = abs_registry; r->domain != NULL; r++) {
        size_t i = 0;
        while (lengths[i].game != NULL && strcmp(lengths[i].game, r->domain->name) != 0)
            i++;
        if (!abs_is_tree(r->domain))
            on_game(r->domain->name, lengths[i].plies, lengths[i].depth_max, lengths[i].some);
    }
    on_game("othello:pass=free", 58, 2, 12);
}

static int setup(void **state)
{
    (void)state;
    list_algos();
    return 0;
}

RUN_TESTS(setup, NULL, NULL)
