/*
 * unit_minimal.c -- the minimal tree and the left-first minimal graph: against a plain recursion,
 * and against what searches visit.
 */
#include "copied_tree.h"

/* ---- a plain recursion ----------------------------------------------------------------------- */

/* Of value >= t, of value <= t, and of both. */
typedef struct {
    uint64_t least, most, both;
} plain_proof;

enum { NEVER = 1 << 30 }; /* more than any proof */

/* The smallest proofs: a leaf costs 1, and a node above them `itself`. */
static plain_proof plain(uint32_t node, int t, uint64_t itself)
{
    const copied_item *n = &copied[node];
    plain_proof r = {NEVER, 0, NEVER};
    if (n->count == 0)
        return (plain_proof){n->value >= t ? 1 : NEVER, n->value <= t ? 1 : NEVER,
                             n->value == t ? 1 : NEVER};
    for (uint32_t c = n->first; c < n->first + n->count; c++) {
        const plain_proof child = plain(c, -t, itself);
        const uint64_t instead = r.both + child.least, here = r.most + child.both;
        r.both = c == n->first || here < instead ? here : instead;
        r.most += child.least;
        r.least = child.most < r.least ? child.most : r.least;
    }
    return (plain_proof){r.least + itself, r.most + itself, r.both + itself};
}

/* Holds the minimal tree of the domain's position, and of its copy, to the recursion. */
static const abs_row *check_minimal(const test_position *p, int depth)
{
    const int grain = copied_quiet != NULL ? copied_quiet->grain : 1;
    abs_config config = test_plain("minimal", depth);
    const abs_row *row = copied_row(&config, false);
    const uint64_t leaves = abs_leaves(&row->n), nodes = row->n.nodes;
    const int value = row->value;
    assert_int_equal(leaves, plain(0, value, 0).both);
    assert_int_equal(nodes, plain(0, value, 1).both);
    config.quiescence = copied_quiet != NULL;
    config.grain = grain;
    searched(&p->root, &config, true);
    assert_int_equal(row->value, value);
    assert_true(row->n.nodes == nodes && abs_leaves(&row->n) == leaves && row->n.qnodes == 0);
    assert_true(row->best == ABS_NO_MOVE || row->best_move_optimal == ABS_YES);
    return row;
}

/* ---- what searches visit --------------------------------------------------------------------- */

static const char *const searches[] = {"minimax",
                                       "alphabeta", "failsoft", "pvs", "pvs-value", "negascout",
                                       "scout", "mtdf", "bisect", "step", "sss", "dual", "mtdf+pvs",
                                       "sss+negascout", "aspiration", "aspiration+alphabeta",
                                       "aspiration+pvs", "aspiration+negascout",
                                       NULL};

/* Runs it once, or with every policy. Returns how often it came down to the fewest leaves. */
static unsigned check_floor(const char *algo, int depth, int guess, abs_size minimal)
{
    unsigned reached = 0;
    abs_config config = test_plain(algo, depth);
    config.guess.kind = ABS_GUESS_NUMBER;
    config.guess.number = guess;
    const abs_driver driver = config.algo.driver;
    for (int widen = 0; widen < (driver == ABS_ASPIRATION ? ABS_WIDENINGS : 1); widen++) {
        config.widen = (abs_widen)widen;
        const abs_row *row = copied_row(&config, false);
        uint64_t leaves = 0;
        for (uint32_t i = 0; i < copied_count; i++)
            leaves += copied_seen[i];
        /* These two are told that no value is beyond the domain's bound, and need not prove it. */
        if ((driver == ABS_BISECT || driver == ABS_STEP) && abs(row->value) == copied_now.bound)
            continue;
        if (leaves < minimal.leaves || row->n.nodes < minimal.nodes)
            fail_msg("%s, policy %d: %llu leaves, %llu nodes; the least are %llu, %llu", algo,
                     widen, (unsigned long long)leaves, (unsigned long long)row->n.nodes,
                     (unsigned long long)minimal.leaves, (unsigned long long)minimal.nodes);
        reached += leaves == minimal.leaves;
    }
    return reached;
}

/* Every search that proves the value from both sides has a proof among its leaves. */
TEST(no_search_visits_fewer_leaves)
{
    static const char late[] = "XXOOOOOOXXXOXOOOXOOXOOOOXOOXXXOOXOXOOXXOOOXXXOXOOOXXOXXO-OXX-XXO X";
    static const char *const nearly_over =
        "OOOOOXX-O-OOXXXXOOOOXOOOXOXXOX-XOOXOXOXXOOOXOOXXOOXXOOOXOXXXXXX- X";
    static const struct {
        const char *spec, *text;
        int depth;
    } roots[] = {{"uniform:b=4,range=100", NULL, 5},
                 {"uniform:b=1..5,range=3", NULL, 6},
                 {"uniform:b=3,range=20,commute=1", NULL, 6},
                 {"pgame:b=3,win=500", NULL, 7},
                 {"pgame:b=1..4,win=618", NULL, 6},
                 {"incremental:b=2..6,step=10", NULL, 5},
                 {"ordered:b=5,range=100,gap=20,first=70,quarter=90,noise=5", NULL, 5},
                 {"ordered:b=2..6,range=10,gap=2,first=30,quarter=60", NULL, 5},
                 {"ordered:b=4,range=100,gap=20,first=100,quarter=100", NULL, 5},
                 {"tictactoe", "start", 4},
                 {"tictactoe", "15", 6},
                 {"tictactoe", "519", 6},
                 {"connectfour", "start", 5},
                 {"connectfour", "44444", 5},
                 {"connectfour", "435621", 5},
                 {"othello", "start", 5},
                 {"othello", "f5d6c3", 4},
                 {"othello", late, 5},
                 {"othello:pass=free", late, 2},
                 {"othello:pass=free", nearly_over, 4}};
    unsigned reached = 0;
    for (size_t i = 0; i < COUNT_OF(roots); i++)
        for (uint64_t seed = 1; seed <= (roots[i].text == NULL ? 15 : 1); seed++) {
            test_position p;
            test_open(&p, roots[i].spec, roots[i].text, seed);
            copied_take(&p, roots[i].depth);
            const abs_row *row = check_minimal(&p, roots[i].depth);
            const abs_size minimal = {abs_leaves(&row->n), row->n.nodes};
            const int number = (int)(seed + i) % 41;
            const int guess = number % 3 == 0 ? number : row->value + number % 7 - 3;
            for (const char *const *algo = searches; *algo != NULL; algo++)
                reached += check_floor(*algo, roots[i].depth, guess, minimal);
            test_close(&p);
        }
    assert_true(reached > 15 * 10); /* of the ordered ones, nearly all */
}

/* Late in random games, where a pass that costs no depth is often among the best replies. */
TEST(passes_may_be_free)
{
    uint64_t random = 5;
    unsigned passes = 0;
    for (unsigned t = 0; t < 100; t++) {
        test_position p;
        test_open(&p, "othello:pass=free", "start", 0);
        random_play(&p, 56, &random);
        copied_take(&p, 4);
        for (uint32_t i = 0; i < copied_count; i++)
            passes += copied[i].count > 0 && copied[i].cost == 0;
        check_minimal(&p, 4);
        test_close(&p);
    }
    assert_true(passes > 100);
}

/* What is searched on below a leaf is that leaf's value, and no part of the tree. */
TEST(quiescence_is_below_the_leaves)
{
    uint64_t random = 6;
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
        abs_worker_prepare(the_worker(), &p.root, &config);
        copied_quiet = &the_worker()->search;
        copied_take(&p, depth);
        check_minimal(&p, depth);
        copied_quiet = NULL;
        test_close(&p);
    }
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
    for (size_t i = 0; i < COUNT_OF(specs); i++)
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
                const abs_row *row = searched(&p.root, &config, false);
                assert_true(abs_leaves(&row->n) == knuth_moore(width, depth) &&
                            row->n.nodes == nodes);
                for (size_t k = 0; i + 1 == COUNT_OF(specs) && k < COUNT_OF(best_first); k++) {
                    config = test_plain(best_first[k], depth);
                    searched(&p.root, &config, false);
                    assert_true(abs_leaves(&row->n) == knuth_moore(width, depth) &&
                                row->n.interior_researches == 0 && row->n.research_nodes == 0);
                }
                test_close(&p);
            }
}

/* ---- graphs ---------------------------------------------------------------------------------- */

/* The repeated search: the last one's counts, no cutoff but at the first move, and no answers left
   over from the search before. */
TEST(the_graph_is_cut_off_at_first_moves)
{
    static const char *const specs[] = {
        "uniform:b=4,range=1000", "uniform:b=4,range=1000,commute=1", "incremental:b=5,step=9"};
    for (size_t i = 0; i < COUNT_OF(specs); i++)
        for (uint64_t seed = 1; seed <= 12; seed++) {
            const int depth = 6;
            test_position p;
            test_open(&p, specs[i], NULL, seed);
            abs_config config = test_plain("failsoft", depth);
            config.tt_bytes = 1 << 22;
            config.order = seed % 2 ? 0 : ABS_ORDER_TT | ABS_ORDER_KILLER;
            config.deepening = seed % 3 == 0;
            const abs_row *row = searched(&p.root, &config, false);
            const uint64_t first = row->iterations[row->iteration_count - 1].nodes;
            const int value = row->value;
            config.algo = test_algo("minimal-graph");
            searched(&p.root, &config, true);
            const abs_iteration *last = &row->iterations[row->iteration_count - 1];
            assert_int_equal(row->value, value);
            assert_int_equal(row->best_move_optimal, ABS_YES);
            assert_true(row->passes[last->first_pass].nodes == first && last->passes >= 2);
            assert_true(row->n.nodes <= first && last->nodes == row->n.nodes);
            assert_true(row->n.nodes == row->n.interior + abs_leaves(&row->n) + row->n.tt_answers);
            assert_true(row->n.cutoffs == row->n.first_move_cutoffs && row->n.tt_replaced == 0);
            uint64_t nodes = 0;
            for (int ply = 0; ply <= depth; ply++)
                nodes += knuth_moore(4, ply);
            /* Without transpositions it is the minimal tree: nothing is answered, nothing lost. */
            assert_true(i != 0 || (row->n.nodes == nodes && row->n.tt_answers == 0));
            assert_true(i != 1 || (row->n.nodes < nodes && row->n.tt_answers > 0));
            test_close(&p);
        }
}

RUN_TESTS(NULL, NULL, NULL)
