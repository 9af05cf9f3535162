/*
 * unit_minimal.c -- the minimal tree and the left-first minimal graph: against a plain recursion, and
 * against what searches visit.
 */
#include "copied_tree.h"
#include "random_play.h"

static abs_size bench_minimal(bench *b, int depth)
{
    const abs_config config = test_plain("minimal", depth);
    const abs_row *row = bench_run(b, &config);
    return (abs_size){abs_leaves(&row->n), row->n.nodes};
}

/* ---- a plain recursion ----------------------------------------------------------------------- */

typedef struct {
    uint64_t least[2], most[2], both[2]; /* in leaves, in nodes */
} plain_proof;

enum { NEVER = 1 << 30 }; /* more than any proof */

static plain_proof plain(uint32_t node, int t)
{
    const copied_item *n = &copied[node];
    plain_proof r = {{NEVER, NEVER}, {0, 0}, {NEVER, NEVER}};
    for (int m = 0; m < 2; m++) {
        if (n->count == 0) {
            r.least[m] = n->value >= t ? 1 : NEVER;
            r.most[m] = n->value <= t ? 1 : NEVER;
            r.both[m] = n->value == t ? 1 : NEVER;
        }
    }
    for (uint32_t c = n->first; c < n->first + n->count; c++) {
        const plain_proof child = plain(c, -t);
        for (int m = 0; m < 2; m++) {
            const uint64_t instead = r.both[m] + child.least[m];
            const uint64_t here = r.most[m] + child.both[m];
            r.both[m] = c == n->first || here < instead ? here : instead;
            r.most[m] += child.least[m];
            r.least[m] = child.most[m] < r.least[m] ? child.most[m] : r.least[m];
        }
    }
    if (n->count > 0) {
        r.least[1]++;
        r.most[1]++;
        r.both[1]++;
    }
    for (int m = 0; m < 2; m++) {
        r.least[m] = r.least[m] < NEVER ? r.least[m] : NEVER;
        r.most[m] = r.most[m] < NEVER ? r.most[m] : NEVER;
        r.both[m] = r.both[m] < NEVER ? r.both[m] : NEVER;
    }
    return r;
}

/* Holds the minimal tree of the domain's position, and of its copy, to the recursion. */
static abs_size check_minimal(bench *b, const test_position *p, int depth)
{
    const bool quiescence = copied_quiet != NULL;
    const int grain = quiescence ? copied_quiet->grain : 1;
    const abs_size copy = bench_minimal(b, depth);
    const plain_proof expected = plain(0, b->row.value);
    assert_true(copy.leaves == expected.both[0] && copy.nodes == expected.both[1]);
    const int value = b->row.value;
    abs_config config = test_plain("minimal", depth);
    config.quiescence = quiescence;
    config.grain = grain;
    abs_run(b->worker, &p->root, &config, true, &b->row);
    assert_int_equal(b->row.value, value);
    assert_true(b->row.n.nodes == copy.nodes && abs_leaves(&b->row.n) == copy.leaves);
    assert_true(b->row.best == ABS_NO_MOVE || b->row.best_move_optimal == ABS_YES);
    return copy;
}

/* ---- what searches visit --------------------------------------------------------------------- */

static const char *const searches[] = {"minimax",
                                       "alphabeta", "failsoft", "pvs", "pvs-value", "negascout",
                                       "scout", "mtdf", "bisect", "step", "sss", "dual", "mtdf+pvs",
                                       "sss+negascout", "aspiration", "aspiration+alphabeta",
                                       "aspiration+pvs", "aspiration+negascout",
                                       NULL};

static uint64_t count_seen(void)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < copied_count; i++)
        count += copied_seen[i];
    return count;
}

/* Runs it once, or with every policy. Returns how often it came down to the fewest leaves. */
static unsigned check_floor(bench *b, const char *algo, int depth, int guess, abs_size minimal)
{
    unsigned reached = 0;
    abs_config config = test_plain(algo, depth);
    config.guess.kind = ABS_GUESS_NUMBER;
    config.guess.number = guess;
    const bool policies = config.algo.driver == ABS_ASPIRATION;
    for (int widen = 0; widen < (policies ? ABS_WIDENINGS : 1); widen++) {
        config.widen = (abs_widen)widen;
        const abs_row *row = bench_run(b, &config);
        const uint64_t leaves = count_seen();
        const int value = row->value;
        /* These two are told that no value is beyond the domain's bound, and need not prove it. */
        if ((config.algo.driver == ABS_BISECT || config.algo.driver == ABS_STEP) &&
            (value == b->rules.bound || value == -b->rules.bound))
            continue;
        if (leaves < minimal.leaves || row->n.nodes < minimal.nodes)
            fail_msg("%s, policy %d: %llu leaves, %llu nodes; the least are %llu, %llu", algo,
                     widen, (unsigned long long)leaves, (unsigned long long)row->n.nodes,
                     (unsigned long long)minimal.leaves, (unsigned long long)minimal.nodes);
        reached += leaves == minimal.leaves;
    }
    return reached;
}

static unsigned check_searches(bench *b, const char *spec, const char *text, uint64_t seed,
                               int depth)
{
    test_position p;
    unsigned reached = 0;
    test_open(&p, spec, text, seed);
    copied_take(&b->rules, &p, depth);
    const abs_size minimal = check_minimal(b, &p, depth);
    const int number = (int)(seed % 41);
    const int guess = number % 3 == 0 ? number : b->row.value + number % 7 - 3;
    for (const char *const *algo = searches; *algo != NULL; algo++)
        reached += check_floor(b, *algo, depth, guess, minimal);
    test_close(&p);
    return reached;
}

/* Every search that proves the value from both sides has a proof among its leaves. */
TEST(no_search_visits_fewer_leaves)
{
    static const struct {
        const char *spec;
        int depth;
    } trees[] = {{"uniform:b=4,range=100", 5},
                 {"uniform:b=1..5,range=3", 6},
                 {"uniform:b=3,range=20,commute=1", 6},
                 {"pgame:b=3,win=500", 7},
                 {"pgame:b=1..4,win=618", 6},
                 {"incremental:b=2..6,step=10", 5},
                 {"ordered:b=5,range=100,gap=20,first=70,quarter=90,noise=5", 5},
                 {"ordered:b=2..6,range=10,gap=2,first=30,quarter=60", 5},
                 {"ordered:b=4,range=100,gap=20,first=100,quarter=100", 5}};
    bench b;
    unsigned reached = 0;
    bench_open(&b);
    for (size_t i = 0; i < sizeof trees / sizeof trees[0]; i++)
        for (uint64_t seed = 1; seed <= 15; seed++)
            reached += check_searches(&b, trees[i].spec, NULL, seed, trees[i].depth);
    assert_true(reached > 15 * 10); /* of the ordered ones, nearly all */
    bench_close(&b);
}

TEST(nor_in_games)
{
    static const struct {
        const char *spec, *text;
        int depth;
    } positions[] = {
        {"tictactoe", "start", 4},
        {"tictactoe", "15", 6},
        {"tictactoe", "519", 6},
        {"connectfour", "start", 5},
        {"connectfour", "44444", 5},
        {"connectfour", "435621", 5},
        {"othello", "start", 5},
        {"othello", "f5d6c3", 4},
        {"othello", "XXOOOOOOXXXOXOOOXOOXOOOOXOOXXXOOXOXOOXXOOOXXXOXOOOXXOXXO-OXX-XXO X", 5},
        {"othello:pass=free", "XXOOOOOOXXXOXOOOXOOXOOOOXOOXXXOOXOXOOXXOOOXXXOXOOOXXOXXO-OXX-XXO X",
         2},
        {"othello:pass=free", "OOOOOXX-O-OOXXXXOOOOXOOOXOXXOX-XOOXOXOXXOOOXOOXXOOXXOOOXOXXXXXX- X",
         4}};
    bench b;
    bench_open(&b);
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++)
        check_searches(&b, positions[i].spec, positions[i].text, i, positions[i].depth);
    bench_close(&b);
}

/* Late in random games, where a pass that costs no depth is often among the best replies. */
TEST(passes_may_be_free)
{
    uint64_t random = 5;
    unsigned passes = 0;
    bench b;
    bench_open(&b);
    for (unsigned t = 0; t < 100; t++) {
        test_position p;
        test_open(&p, "othello:pass=free", "start", 0);
        random_play(&p, 56, &random);
        copied_take(&b.rules, &p, 4);
        for (uint32_t i = 0; i < copied_count; i++)
            passes += copied[i].count > 0 && copied[i].cost == 0;
        check_minimal(&b, &p, 4);
        test_close(&p);
    }
    assert_true(passes > 100);
    bench_close(&b);
}

/* What is searched on below a leaf is that leaf's value, and no part of the tree. */
TEST(quiescence_is_below_the_leaves)
{
    uint64_t random = 6;
    bench b;
    bench_open(&b);
    for (unsigned t = 0; t < 100; t++) {
        test_position p;
        const bool chess = t % 50 == 0;
        const int depth = chess ? 3 : (int)(t % 6);
        test_open(&p, chess ? "chess" : "checkers", "start", 0);
        random_play(&p, 6 + t / 2, &random);
        abs_config config = test_plain("failsoft", depth);
        config.quiescence = true;
        config.grain =
            t % 4 == 1 ? 1 : 120; /* coarse: ties, where the window must be wide enough */
        abs_worker_prepare(b.worker, &p.root, &config);
        copied_quiet = &b.worker->search;
        copied_take(&b.rules, &p, depth);
        check_minimal(&b, &p, depth);
        assert_true(b.row.n.qnodes == 0);
        copied_quiet = NULL;
        test_close(&p);
    }
    bench_close(&b);
}

/* ---- closed forms ---------------------------------------------------------------------------- */

/* Nodes at each ply of the minimal tree of b^d leaves: Knuth & Moore 1975. */
static uint64_t knuth_moore(int b, int ply)
{
    uint64_t one = 1, other = 1;
    for (int i = 0; i < (ply + 1) / 2; i++)
        one *= (uint64_t)b;
    for (int i = 0; i < ply / 2; i++)
        other *= (uint64_t)b;
    return one + other - 1;
}

/* Where all nodes have b moves the minimal tree is Knuth and Moore's, whatever the values; and what
   searches visit, where the best moves come first. */
TEST(even_trees_have_knuth_and_moores_minimum)
{
    static const char *const specs[] = {"uniform:b=%d,range=100",
                                        "uniform:b=%d,range=1", "uniform:b=%d,range=50,commute=1",
                                        "pgame:b=%d,win=500", "incremental:b=%d,step=9",
                                        "ordered:b=%d,range=100,gap=9,first=40,quarter=80,noise=20",
                                        "ordered:b=%d,range=100,gap=9,first=100,quarter=100"};
    static const char *const best_first[] = {"alphabeta", "failsoft",  "pvs",
                                             "pvs-value", "negascout", "scout"};
    enum { SPECS = sizeof specs / sizeof specs[0] };
    abs_worker *w = abs_worker_new();
    abs_row row = {0};
    for (size_t i = 0; i < SPECS; i++)
        for (int width = 1; width <= 6; width++)
            for (int depth = 0; depth <= 6; depth++) {
                char spec[96];
                test_position p;
                uint64_t nodes = 0;
                snprintf(spec, sizeof spec, specs[i], width);
                test_open(&p, spec, NULL, (uint64_t)(width + depth));
                for (int ply = 0; ply <= depth; ply++)
                    nodes += knuth_moore(width, ply);
                abs_config config = test_plain("minimal", depth);
                abs_run(w, &p.root, &config, false, &row);
                assert_int_equal(row.status, ABS_STATUS_OK);
                assert_true(abs_leaves(&row.n) == knuth_moore(width, depth) &&
                            row.n.nodes == nodes);
                for (size_t k = 0; i + 1 == SPECS && k < COUNT_OF(best_first); k++) {
                    config = test_plain(best_first[k], depth);
                    abs_run(w, &p.root, &config, false, &row);
                    assert_true(abs_leaves(&row.n) == knuth_moore(width, depth) &&
                                row.n.interior_researches == 0 && row.n.research_nodes == 0);
                }
                test_close(&p);
            }
    abs_row_free(&row);
    abs_worker_free(w);
}

/* ---- limits and graphs ----------------------------------------------------------------------- */

/* At whatever node the work is stopped: no value, no move, and counts that add up. */
TEST(a_stopped_expansion_has_no_value)
{
    abs_worker *w = abs_worker_new();
    abs_row row = {0};
    test_position p;
    test_open(&p, "uniform:b=2..5,range=9", NULL, 3);
    abs_config config = test_plain("minimal", 6);
    abs_run(w, &p.root, &config, false, &row);
    const uint64_t work = row.passes[0].nodes + row.passes[1].nodes;
    const int value = row.value;
    assert_true(row.pass_count == 2 && row.passes[1].value == value);
    for (config.node_limit = 1; config.node_limit < work + 50; config.node_limit += 7) {
        abs_run(w, &p.root, &config, true, &row);
        assert_true(row.has_value == (row.status == ABS_STATUS_OK));
        if (row.has_value) {
            assert_true(config.node_limit > work && row.value == value);
            continue;
        }
        assert_int_equal(row.status, ABS_STATUS_NODE_LIMIT);
        assert_true(config.node_limit <= work && row.best == ABS_NO_MOVE && row.pv_length == 0);
        assert_true(row.n.nodes >= config.node_limit && row.n.interior < row.n.nodes);
    }
    test_close(&p);
    abs_row_free(&row);
    abs_worker_free(w);
}

/* The repeated search: the last one's counts, no cutoff but at the first move, and no answers left
   over from the search before. */
TEST(the_graph_is_cut_off_at_first_moves)
{
    static const char *const specs[] = {
        "uniform:b=4,range=1000", "uniform:b=4,range=1000,commute=1", "incremental:b=5,step=9"};
    abs_worker *w = abs_worker_new();
    abs_row row = {0};
    for (size_t i = 0; i < 3; i++)
        for (uint64_t seed = 1; seed <= 12; seed++) {
            const int depth = 6;
            test_position p;
            test_open(&p, specs[i], NULL, seed);
            abs_config config = test_plain("failsoft", depth);
            config.tt_bytes = 1 << 22;
            config.order = seed % 2 ? 0 : ABS_ORDER_TT | ABS_ORDER_KILLER;
            config.deepening = seed % 3 == 0;
            abs_run(w, &p.root, &config, false, &row);
            const uint64_t first = row.iterations[row.iteration_count - 1].nodes;
            const int value = row.value;
            config.algo = test_algo("minimal-graph");
            abs_run(w, &p.root, &config, true, &row);
            const abs_iteration *last = &row.iterations[row.iteration_count - 1];
            assert_int_equal(row.status, ABS_STATUS_OK);
            assert_int_equal(row.value, value);
            assert_int_equal(row.best_move_optimal, ABS_YES);
            assert_true(row.passes[last->first_pass].nodes == first && last->passes >= 2);
            assert_true(row.n.nodes <= first && last->nodes == row.n.nodes);
            assert_true(row.n.nodes == row.n.interior + abs_leaves(&row.n) + row.n.tt_answers);
            assert_true(row.n.cutoffs == row.n.first_move_cutoffs && row.n.tt_replaced == 0);
            uint64_t nodes = 0;
            for (int ply = 0; ply <= depth; ply++)
                nodes += knuth_moore(4, ply);
            /* Without transpositions it is the minimal tree: nothing is answered, nothing lost. */
            assert_true(i != 0 || (row.n.nodes == nodes && row.n.tt_answers == 0));
            assert_true(i != 1 || (row.n.nodes < nodes && row.n.tt_answers > 0));
            test_close(&p);
        }
    abs_row_free(&row);
    abs_worker_free(w);
}

RUN_TESTS(NULL, NULL, NULL)
