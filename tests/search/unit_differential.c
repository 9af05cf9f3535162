/*
 * unit_differential.c -- every search against naive minimax, on random trees and positions.
 *
 * All combinations of driver+core, widening, window, guess, grain, table, ordering and deepening
 * stand in one list; each tree or position takes the next stretch of it, so that each combination
 * is met equally often. Quiescence, enhanced transposition cutoffs, shuffled moves and the count of
 * distinct leaves are drawn for each search, so that they meet all of them. With
 * ABS_DIFFERENTIAL=full (make check-long) each of fewer takes all of it. make test does a tenth of
 * what is counted here.
 */
#include "helpers.h"

#include <unistd.h>

enum {
    TREES = 20000,
    POSITIONS = 600, /* of each game */
    LEAVES_MAX = 20000,
    MEETINGS = 50, /* how often each combination is met on trees, at least */
    FULL_TREES = 300,
    FULL_POSITIONS = 30,
};

typedef struct {
    const char *algo;
    bool windows, guesses;
} algo_row;

static const algo_row algos[] = {
    {"alphabeta", 0, 0},
    {"failsoft", 0, 0},
    {"failsoft-low", 0, 0},
    {"failsoft-high", 0, 0},
    {"pvs", 0, 0},
    {"pvs-value", 0, 0},
    {"negascout", 0, 0},
    {"scout", 0, 0},
    {"aspiration+alphabeta", 1, 1},
    {"aspiration", 1, 1},
    {"aspiration+failsoft-low", 1, 0},
    {"aspiration+failsoft-high", 1, 0},
    {"aspiration+pvs", 1, 1},
    {"aspiration+pvs-value", 1, 1},
    {"aspiration+negascout", 1, 1},
    {"mtdf", 0, 1},
    {"mtdf+pvs", 0, 1},
    {"mtdf+pvs-value", 0, 1},
    {"mtdf+negascout", 0, 1},
    {"bisect", 0, 0},
    {"bisect+pvs", 0, 0},
    {"bisect+pvs-value", 0, 0},
    {"bisect+negascout", 0, 0},
    {"step", 0, 0},
    {"step+pvs", 0, 0},
    {"step+pvs-value", 0, 0},
    {"step+negascout", 0, 0},
    {"sss", 0, 0},
    {"sss+pvs", 0, 0},
    {"sss+pvs-value", 0, 0},
    {"sss+negascout", 0, 0},
    {"dual", 0, 0},
    {"dual+pvs", 0, 0},
    {"dual+pvs-value", 0, 0},
    {"dual+negascout", 0, 0},
};
enum { ALGOS = sizeof algos / sizeof algos[0] };

/* Windows in shares of the domain's default; a share 0 is one point. The last is automatic. */
static const struct {
    double low, high;
} windows[] = {{0, 0}, {1, 1}, {0.3, 3}, {40, 40}, {-1, -1}};
enum { WINDOWS = sizeof windows / sizeof windows[0] };

static const size_t table_bytes[] = {0, 192, 1 << 18};
static const unsigned orders[] = {0, ABS_ORDER_TT | ABS_ORDER_KILLER | ABS_ORDER_HISTORY,
                                  ABS_ORDER_TT | ABS_ORDER_CAPTURE | ABS_ORDER_EVAL,
                                  ABS_ORDER_TT | ABS_ORDER_CAPTURE | ABS_ORDER_KILLER |
                                      ABS_ORDER_HISTORY | ABS_ORDER_GAME};

typedef struct {
    uint8_t algo, widen, window, guess, grain, table, order;
} combination;

static combination *combinations;
static size_t combination_count;
static uint32_t *met;

static void list_combinations(void)
{
    for (int pass = 0; pass < 2; pass++) {
        size_t n = 0;
        for (unsigned a = 0; a < ALGOS; a++)
            for (unsigned w = 0; w < (algos[a].windows ? ABS_WIDENINGS : 1u); w++)
                for (unsigned k = 0; k < (algos[a].windows ? (unsigned)WINDOWS : 1u); k++)
                    for (unsigned g = 0; g < (algos[a].guesses ? ABS_GUESS_DEFAULT : 1u); g++)
                        for (unsigned i = 0; i < 2 * 3 * 4; i++, n++)
                            if (pass == 1)
                                combinations[n] = (combination){
                                    (uint8_t)a,      (uint8_t)w,       (uint8_t)k,
                                    (uint8_t)g,      (uint8_t)(i % 2), (uint8_t)(i / 2 % 3),
                                    (uint8_t)(i / 6)};
        if (pass == 0) {
            combination_count = n;
            combinations = calloc(n, sizeof *combinations);
            met = calloc(n, sizeof *met);
        }
    }
}

static int share(double part, int whole)
{
    const double width = part * whole;
    return width < 1 ? 1 : (int)width;
}

static abs_config make_config(const combination *c, const test_position *p, int depth,
                              uint64_t *random)
{
    static const int grains[] = {2, 7, 50};
    const int half_pawn = p->root.domain->half_pawn(p->rules);
    abs_config config = test_plain(algos[c->algo].algo, depth);
    config.widen = (abs_widen)c->widen;
    config.widen_factor = test_random(random, 2) ? 2 : 1.3;
    config.widen_limit = test_random(random, 4);
    if (windows[c->window].low >= 0) {
        config.window.low = share(windows[c->window].low, half_pawn);
        config.window.high = share(windows[c->window].high, half_pawn);
    } else {
        config.window = (abs_window){0, 0};
    }
    config.step = half_pawn;
    config.guess.kind = (abs_guess_kind)c->guess;
    config.guess.number = c->guess >= ABS_GUESS_EXACT ? (int)test_random(random, 41) - 20 : 0;
    config.grain = c->grain ? grains[test_random(random, 3)] : 1;
    config.tt_bytes = table_bytes[c->table];
    config.tt_replace = (abs_tt_replace)test_random(random, 2);
    config.order = orders[c->order];
    config.quiescence = p->root.domain->has_quiescence && test_random(random, 2);
    config.etc = config.tt_bytes > 0 && test_random(random, 2);
    config.shuffle = test_random(random, 2) ? test_random(random, 1000) : 0;
    config.distinct = test_random(random, 16) == 0;
    config.deepening = test_random(random, 2) && abs_min_depth(p->root.domain, p->rules) == 0;
    return config;
}

/* What minimax says of a position: its value and, per root move, whether it is a best one. */
typedef struct {
    int value;
    unsigned moves;
    bool best[ABS_MAX_MOVES];
    uint64_t keys[ABS_MAX_MOVES]; /* of the children */
} truth;

static truth find_truth(abs_worker *w, const test_position *p, int depth, int grain,
                        bool quiescence)
{
    truth t = {.value = -ABS_INFINITY};
    int values[ABS_MAX_MOVES];
    const abs_domain *d = p->root.domain;
    abs_config config = test_plain("minimax", depth);
    config.grain = grain;
    config.quiescence = quiescence;
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
    const char *name = c->algo.name;
    if (row->status != ABS_STATUS_OK || row->value != t->value)
        fail_msg("%s depth %d: %s (widen %d to %d, window %d:%d, guess %d %d, grain %d, tt %zu, "
                 "order %u) "
                 "gives %d, minimax %d",
                 where, c->depth, name, c->widen, (int)c->widen_limit, c->window.low,
                 c->window.high, (int)c->guess.kind, c->guess.number, c->grain, (size_t)c->tt_bytes,
                 c->order, row->value, t->value);
    if (row->n.tt_contradictions != 0)
        fail_msg("%s: %s: the table contradicts itself", where, name);
    if (t->moves == 0) {
        assert_int_equal(row->best, ABS_NO_MOVE);
    } else if (row->best >= t->moves || !t->best[row->best]) {
        fail_msg("%s depth %d: %s: move %u is not a best one", where, c->depth, name, row->best);
    } else if (c->order == 0 && row->best != first_best(t, c->shuffle)) {
        fail_msg("%s depth %d: %s, shuffle %d: move %u is best, but not the first (%u)", where,
                 c->depth, name, (int)c->shuffle, row->best, first_best(t, c->shuffle));
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

/* Runs the next `count` combinations on one position. */
static void run_stretch(abs_worker *w, abs_row *row, const test_position *p, int depth,
                        size_t *next, size_t count, uint64_t *random)
{
    truth known[64];
    int settings[64];
    unsigned n = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t place = (*next)++ * UINT64_C(7919) % combination_count;
        const abs_config config = make_config(&combinations[place], p, depth, random);
        met[place]++;
        unsigned k = 0;
        const int setting = 2 * config.grain + config.quiescence;
        while (k < n && settings[k] != setting)
            k++;
        if (k == n) {
            settings[n] = setting;
            known[n++] = find_truth(w, p, depth, config.grain, config.quiescence);
        }
        abs_run(w, &p->root, &config, false, row);
        check_row(row, &known[k], p->spec);
    }
}

/* A random explicit tree as JSON text, up to `height` more plies. */
static void write_tree(FILE *out, int height, bool valued, uint64_t *random)
{
    const int value = (int)test_random(random, 41) - 20;
    if (height == 0 || test_random(random, 8) == 0) {
        fprintf(out, "%d", value);
        return;
    }
    const unsigned width = 1 + (unsigned)test_random(random, 4);
    if (valued)
        fprintf(out, "{\"value\": %d, \"children\": ", value);
    for (unsigned i = 0; i < width; i++) {
        fputs(i == 0 ? "[" : ",", out);
        write_tree(out, height - 1, valued, random);
    }
    fputs(valued ? "]}" : "]", out);
}

/* A random spec, and a depth that keeps its leaves within LEAVES_MAX. */
static int random_spec(char *spec, size_t size, const char *json, uint64_t *random)
{
    const int low = 1 + (int)test_random(random, 8);
    const int b = low + (int)test_random(random, (uint64_t)(9 - low));
    static const int ranges[] = {1, 2, 10, 100, 1000, 500000};
    const int range = ranges[test_random(random, 6)];
    int depth = 1 + (int)test_random(random, b == 1 ? 20 : 12);
    double leaves = 1;
    /* Mostly small: the many count more than the large. */
    const double most = test_random(random, 20) == 0 ? LEAVES_MAX : 400;
    for (int d = 0; d < depth; d++)
        if ((leaves *= b) > most)
            depth = d;
    depth = depth < 1 ? 1 : depth;
    switch (test_random(random, 6)) {
    case 0:
        snprintf(spec, size, "uniform:b=%d..%d,range=%d", low, b, range);
        break;
    case 1:
        snprintf(spec, size, "uniform:b=%d..%d,range=%d,commute=1", low, b, range);
        break;
    case 2:
        snprintf(spec, size, "pgame:b=%d..%d,win=%d", low, b, (int)test_random(random, 1001));
        break;
    case 3:
        snprintf(spec, size, "incremental:b=%d..%d,step=%d", low, b, range);
        break;
    case 4:
        snprintf(spec, size, "ordered:b=%d..%d,range=%d,gap=%d,first=%d,quarter=%d,noise=%d", low,
                 b, range, (int)test_random(random, 50), (int)test_random(random, 101),
                 (int)test_random(random, 101), (int)test_random(random, 3) * 5);
        break;
    default: {
        FILE *out = fopen(json, "w");
        assert_non_null(out);
        fputs("[", out);
        write_tree(out, 3 + (int)test_random(random, 3), test_random(random, 2), random);
        fputs("]", out);
        fclose(out);
        snprintf(spec, size, "explicit:file=%s", json);
        return -1;
    }
    }
    return depth;
}

/* make check-long: fewer trees and positions, and every combination on each of them. */
static bool full_product(void)
{
    const char *size = getenv("ABS_DIFFERENTIAL");
    return size != NULL && strcmp(size, "full") == 0;
}

TEST(on_trees)
{
    uint64_t random = 1;
    size_t next = 0;
    char spec[256], json[] = "/tmp/absbench-tree-XXXXXX";
    const int handle = mkstemp(json);
    assert_true(handle >= 0);
    close(handle);
    abs_worker *w = abs_worker_new();
    abs_row row = {0};
    const size_t trees = full_product() ? FULL_TREES : (size_t)test_amount(TREES);
    const size_t stretch =
        full_product() ? combination_count : combination_count * MEETINGS / TREES + 1;
    for (size_t i = 0; i < trees; i++) {
        test_position p;
        int depth = random_spec(spec, sizeof spec, json, &random);
        test_open(&p, spec, NULL, test_random(&random, UINT64_C(1) << 53));
        if (depth < 0)
            depth = p.root.domain->max_depth(p.rules);
        run_stretch(w, &row, &p, depth, &next, stretch, &random);
        test_close(&p);
        w->memo.rules = NULL; /* the next position may have this one's address */
    }
    unlink(json);
    for (size_t i = 0; i < combination_count; i++)
        if (met[i] < (uint32_t)test_amount(MEETINGS))
            fail_msg("combination %zu was met %u times", i, met[i]);
    abs_row_free(&row);
    abs_worker_free(w);
}

/* A position after some random moves from the start; not over. */
static void random_position(test_position *p, unsigned plies, uint64_t *random)
{
    const abs_domain *d = p->root.domain;
    abs_error error;
    void *child = calloc(1, d->position_size);
    assert_true(d->parse(p->rules, "start", p->root.position, &error));
    for (unsigned i = test_random(random, plies); i > 0; i--) {
        const unsigned moves = d->count_moves(p->rules, p->root.position);
        d->apply(p->rules, p->root.position, (unsigned)test_random(random, moves), child);
        if (d->count_moves(p->rules, child) == 0)
            break;
        memcpy(p->root.position, child, d->position_size);
    }
    free(child);
}

static void on_game(const char *spec, unsigned plies, int depth_max, size_t some)
{
    uint64_t random = 2;
    size_t next = 0;
    abs_worker *w = abs_worker_new();
    abs_row row = {0};
    test_position p;
    test_open(&p, spec, "start", 0);
    const size_t positions = full_product() ? FULL_POSITIONS : (size_t)test_amount(POSITIONS);
    const size_t stretch = full_product() ? combination_count : some;
    for (size_t i = 0; i < positions; i++) {
        random_position(&p, plies, &random);
        ((abs_rules *)p.rules)->eval = ABS_EVAL_HEURISTIC;
        w->memo.rules = NULL;
        const int depth = 1 + (int)test_random(&random, (uint64_t)depth_max);
        run_stretch(w, &row, &p, depth, &next, stretch, &random);
    }
    test_close(&p);
    abs_row_free(&row);
    abs_worker_free(w);
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
TEST(on_games)
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
    list_combinations();
    return 0;
}

RUN_TESTS(setup, NULL, NULL)
