/* unit_parallel.c -- the simulator: one processor is the serial search, values are minimax's, ticks
   follow the closed forms of perfectly ordered trees. */
#include "helpers.h"
#include "parallel/parallel.h"

static const unsigned processor_counts[] = {1, 2, 3, 8, 33};
enum { TABLE = 1 << 14 };

static abs_worker *worker;

/* What a simulation of passes with that window found. */
typedef struct {
    int value;
    abs_counters n;
    abs_parallel_counts ticks;
} found;

static const abs_parallel plain = {.processors = 1, .node_cost = 1, .leaf_cost = 1};

/* Depths from `first` on, one pass each, with the open window or `low`, `low` + 1; `how` NULL: not
   simulated. */
static found search(const test_position *t, const abs_config *c, const abs_parallel *how, int first,
                    int low)
{
    found f = {.value = 0};
    const int alpha = low == ABS_INFINITY ? -ABS_INFINITY : low,
              beta = low == ABS_INFINITY ? ABS_INFINITY : low + 1;
    abs_worker_prepare(worker, &t->root, c);
    abs_simulation *sim = how != NULL ? simulation_new(&worker->search, t->root.domain, how) : NULL;
    for (int depth = first; depth <= c->depth; depth++)
        f.value = sim != NULL ? simulation_search(sim, t->root.position, alpha, beta, depth)
                              : abs_worker_search(worker, &t->root, depth, alpha, beta);
    f.n = worker->search.n;
    if (sim != NULL)
        f.ticks = simulation_end(sim);
    return f;
}

static void check_serial(const test_position *t, const abs_config *c, int first, int low)
{
    const found serial = search(t, c, NULL, first, low);
    uint16_t line[ABS_MAX_PLY + 1];
    const unsigned length = worker->search.pv_length[0], best = worker->search.best;
    memcpy(line, worker->search.pv[0], length * sizeof *line);
    for (unsigned m = ABS_PARALLEL_ROOT; m < ABS_PARALLELS; m++) {
        abs_parallel how = plain;
        how.method = (abs_parallel_method)m;
        const found f = search(t, c, &how, first, low);
        if (memcmp(&f.n, &serial.n, sizeof f.n) != 0)
            fail_msg("%s, %s, depth %d, method %u: nodes %llu, serially %llu", t->spec,
                     c->algo.name, c->depth, m, (unsigned long long)f.n.nodes,
                     (unsigned long long)serial.n.nodes);
        assert_int_equal(f.value, serial.value);
        assert_int_equal(worker->search.best, best);
        assert_int_equal(worker->search.pv_length[0], length);
        assert_memory_equal(worker->search.pv[0], line, length * sizeof *line);
        assert_int_equal(f.ticks.ticks, abs_work(&f.n));
        assert_int_equal(f.ticks.busy, f.ticks.ticks);
        assert_int_equal(f.ticks.aborted + f.ticks.splits, 0);
    }
}

/* Plain; ordered with a table; the same with enhanced cutoffs, shuffled, with private killers; each
   deepening or not. */
static abs_config setting(const char *core, int depth, unsigned number, const abs_domain *d)
{
    abs_config c = test_plain(core, depth);
    if (number > 0) {
        c.tt_bytes = number == 3 ? 4096 : TABLE;
        c.order = d->orders & (number == 2 ? ~0u : (unsigned)~ABS_ORDER_EVAL);
        c.etc = number == 2;
        c.quiescence = number != 2 && d->has_quiescence;
        c.shuffle = number == 3 ? 7 : 0;
    }
    return c;
}

static const struct {
    const char *game;
    int depth;
} games[] = {{"chess", 3},    {"othello", 5},   {"connectfour", 6},
             {"checkers", 6}, {"tictactoe", 7}, {"xiangqi", 3}};

TEST(one_processor_is_the_serial_search)
{
    static const char *const trees[] = {"uniform:b=4,range=20", "pgame:b=4", "incremental:b=5",
                                        "ordered:b=6,noise=50", "ordered:b=7,first=50"};
    static const char *const cores[] = {"pvs", "failsoft"};
    for (unsigned core = 0; core < 2; core++)
        for (unsigned number = 0; number < 4; number++)
            for (int first = 1; first <= 5; first += 4) {
                test_position t;
                for (unsigned i = 0; i < 5; i++)
                    for (uint64_t seed = 1; seed <= 5; seed++) {
                        test_open(&t, trees[i], NULL, seed);
                        const abs_config c = setting(cores[core], 5, number, t.root.domain);
                        check_serial(&t, &c, first, ABS_INFINITY);
                        check_serial(&t, &c, first, -20);
                        test_close(&t);
                    }
                for (unsigned i = 0; i < COUNT_OF(games); i++) {
                    test_open(&t, games[i].game, "start", 0);
                    const abs_config c =
                        setting(cores[core], games[i].depth, number, t.root.domain);
                    check_serial(&t, &c, first < games[i].depth ? first : games[i].depth,
                                 ABS_INFINITY);
                    test_close(&t);
                }
            }
}

/* Any number of processors. */
static uint64_t cut_short; /* below cutoffs, by those who share nodes */

static void check_values(const test_position *t, const abs_config *c)
{
    const found serial = search(t, c, NULL, c->depth, ABS_INFINITY);
    if (abs_is_tree(t->root.domain))
        assert_int_equal(serial.value,
                         t->root.domain->minimax(&worker->search, t->root.position, c->depth));
    for (unsigned m = ABS_PARALLEL_ROOT; m < ABS_PARALLELS; m++)
        for (unsigned i = 0; i < COUNT_OF(processor_counts); i++) {
            abs_parallel how = plain;
            how.method = (abs_parallel_method)m;
            how.processors = processor_counts[i];
            how.private_tables = i % 2;
            how.split_cost = i == 2;
            const found f = search(t, c, &how, c->depth, ABS_INFINITY);
            const found test = search(t, c, &how, c->depth, serial.value - 1);
            if (f.value != serial.value)
                fail_msg("%s#%llu, %s, depth %d, method %u, %u processors: %d, not %d", t->spec,
                         (unsigned long long)t->root.seed, c->algo.name, c->depth, m,
                         how.processors, f.value, serial.value);
            assert_true(test.value >= serial.value);
            assert_true(f.ticks.ticks * how.processors >= f.ticks.busy);
            assert_true(f.ticks.ticks >= f.ticks.critical_path);
            assert_true(f.ticks.aborted < abs_work(&f.n));
            cut_short += m == ABS_PARALLEL_YBW ? f.ticks.aborted : 0;
            assert_true(i > 0 || f.ticks.busy == abs_work(&f.n));
        }
}

/* So many random moves, unless the game is over sooner. */
static void play(test_position *t, unsigned plies)
{
    static uint64_t random = 1;
    const abs_domain *const d = t->root.domain;
    uint8_t child[256];
    assert_true(d->position_size <= sizeof child);
    for (unsigned moves; plies > 0 && (moves = d->count_moves(t->rules, t->root.position)) > 0;
         plies--) {
        d->apply(t->rules, t->root.position, (unsigned)test_random(&random, moves), child);
        memcpy((void *)t->root.position, child, d->position_size);
    }
}

TEST(values_are_minimax_s)
{
    static const char *const trees[] = {"uniform:b=4,range=20", "pgame:b=4", "incremental:b=5",
                                        "ordered:b=6,noise=50", "uniform:b=3,range=2"};
    static const char *const cores[] = {"pvs", "failsoft"};
    for (unsigned i = 0; i < (unsigned)test_amount(1200); i++) {
        test_position t;
        test_open(&t, trees[i % 5], NULL, i + 1);
        const abs_config c =
            setting(cores[i / 5 % 2], 3 + (int)(i / 10 % 3), i / 30 % 4, t.root.domain);
        check_values(&t, &c);
        test_close(&t);
    }
    const unsigned positions = test_amount(100) < 100 ? 2 : 100;
    for (unsigned i = 0; i < COUNT_OF(games); i++)
        for (unsigned number = 0; number < positions; number++) {
            test_position t;
            test_open(&t, games[i].game, "start", 0);
            play(&t, number / 2);
            const abs_config c = setting("pvs", games[i].depth, number % 2, t.root.domain);
            check_values(&t, &c);
            test_close(&t);
        }
    assert_true(cut_short > 0);
}

/* ---- closed forms of perfectly ordered trees ----------------------------------------------- */

static found perfect(unsigned width, int depth, abs_parallel_method method, unsigned processors,
                     unsigned node_cost)
{
    char spec[80];
    test_position t;
    snprintf(spec, sizeof spec, "ordered:b=%u,first=100,quarter=100", width);
    test_open(&t, spec, NULL, 1);
    const abs_config c = test_plain("pvs", depth);
    const abs_parallel how = {method, processors, false, node_cost, 1, 0};
    const found f = search(&t, &c, &how, depth, ABS_INFINITY);
    test_close(&t);
    return f;
}

TEST(brothers_that_wait)
{
    static const unsigned leaves[] = {1, 2, 3, 5, 7, 11, 15}, all[] = {1, 3, 6, 11, 18, 29, 44};
    for (unsigned width = 2; width <= 4; width++)
        for (int depth = 0; depth <= 6; depth++) {
            const found f = perfect(width, depth, ABS_PARALLEL_YBW, 128, 0);
            assert_int_equal(f.ticks.ticks, leaves[depth]);
            assert_int_equal(f.ticks.critical_path, leaves[depth]);
            assert_int_equal(f.ticks.aborted, 0);
            assert_int_equal(perfect(width, depth, ABS_PARALLEL_YBW, 128, 1).ticks.ticks,
                             all[depth]);
        }
}

/* b = 24, depth 5, leaves alone cost: Opt(5) is 14399, Opt(4) 1151, and a refutation takes 24^2. */
TEST(splitting)
{
    static const struct {
        abs_parallel_method method;
        unsigned processors, ticks, busy;
    } cases[] = {
        {ABS_PARALLEL_PVSPLIT, 2, 7513, 14399},         {ABS_PARALLEL_PVSPLIT, 3, 5009, 14399},
        {ABS_PARALLEL_PVSPLIT, 4, 3757, 14399},         {ABS_PARALLEL_PVSPLIT, 8, 1879, 14399},
        {ABS_PARALLEL_PVSPLIT, 16, 1253, 14399},        {ABS_PARALLEL_PVSPLIT, 23, 627, 14399},
        {ABS_PARALLEL_ROOT_ALL, 24, 1151, 24 * 1151},   {ABS_PARALLEL_ROOT, 23, 1151 + 576, 14399},
        {ABS_PARALLEL_ROOT, 2, 1151 + 12 * 576, 14399},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        const found f = perfect(24, 5, cases[i].method, cases[i].processors, 0);
        if (f.ticks.ticks != cases[i].ticks || f.ticks.busy != cases[i].busy)
            fail_msg("method %u, %u processors: %llu ticks, %llu busy", cases[i].method,
                     cases[i].processors, (unsigned long long)f.ticks.ticks,
                     (unsigned long long)f.ticks.busy);
        assert_true(cases[i].method == ABS_PARALLEL_ROOT_ALL || abs_leaves(&f.n) == 14399);
    }
    assert_true(perfect(24, 5, ABS_PARALLEL_ROOT_ALL, 3, 0).ticks.busy < 24 * 1151);
}

/*
 * Two processors, three moves, two plies. Both search the first move: 1 root, 1 node, 3 leaves
 * each. Then one searches the second move and the other the third, a node and a leaf; then they
 * change places, as there is no table: 9 ticks, 5 leaves each, and the work of the one that ends
 * later is lost. Were the second to put the first move off, it would open the second with the open
 * window: 3 leaves more.
 */
TEST(abdada_puts_off_what_others_search)
{
    const found f = perfect(3, 2, ABS_PARALLEL_ABDADA, 2, 1);
    assert_int_equal(f.ticks.ticks, 9);
    assert_int_equal(abs_leaves(&f.n), 10);
    assert_int_equal(f.ticks.aborted, 9);
    abs_parallel how = plain;
    how.method = ABS_PARALLEL_ABDADA;
    uint64_t one = 0, eight = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) { /* with a table more are quicker */
        test_position t;
        test_open(&t, "uniform:b=6,range=100", NULL, seed);
        const abs_config c = setting("pvs", 5, 1, t.root.domain);
        how.processors = 1;
        one += search(&t, &c, &how, 1, ABS_INFINITY).ticks.ticks;
        how.processors = 8;
        eight += search(&t, &c, &how, 1, ABS_INFINITY).ticks.ticks;
        test_close(&t);
    }
    assert_true(2 * eight < one);
}

/* Popowich & Marsland, TR 83-7 (1983): the mean speedups of 2, 3 and 4 processors that they
   measured, and within their standard deviations ours, of 20 trees, leaves alone counted. */
TEST(speedups_are_as_published)
{
    static const double published[2][3] = {{1.89, 2.59, 3.10}, {1.92, 2.66, 3.27}},
                        deviation[2][3] = {{.10, .29, .52}, {.33, .51, .75}};
    enum { TREES = 20 };
    for (int depth = 5; depth <= (test_amount(10) < 10 ? 5 : 6); depth++) {
        double sum[3] = {0};
        for (uint64_t seed = 1; seed <= TREES; seed++) {
            test_position t;
            test_open(&t, "ordered:b=24,first=70,quarter=90", NULL, seed);
            const abs_config c = test_plain("pvs", depth);
            const found serial = search(&t, &c, NULL, depth, ABS_INFINITY);
            for (unsigned i = 0; i < 3; i++) {
                const abs_parallel how = {ABS_PARALLEL_PVSPLIT, i + 2, true, 0, 1, 0};
                const found f = search(&t, &c, &how, depth, ABS_INFINITY);
                sum[i] += (double)abs_leaves(&serial.n) / (double)f.ticks.ticks;
            }
            test_close(&t);
        }
        for (unsigned i = 0; i < 3; i++) {
            const double off = sum[i] / TREES - published[depth - 5][i];
            assert_true(off <= deviation[depth - 5][i] && -off <= deviation[depth - 5][i]);
        }
    }
}

static int make_worker(void **state)
{
    (void)state;
    worker = abs_worker_new();
    return worker == NULL;
}

static int free_worker(void **state)
{
    (void)state;
    abs_worker_free(worker);
    return 0;
}

RUN_TESTS(make_worker, free_worker, NULL)
