/*
 * unit_theorems.c -- what is proved of these algorithms, held against the counts.
 */
#include "copied_tree.h"
#include "search/drivers.h"

/* One of the trees: few or many values, narrow or broad. Returns its depth. */
static int take_tree(unsigned number)
{
    static const struct {
        const char *spec;
        int depth;
    } shapes[] = {{"uniform:b=2,range=100", 9}, {"uniform:b=3,range=1000", 6},
                  {"uniform:b=4,range=2", 5},   {"uniform:b=5,range=100000", 4},
                  {"uniform:b=3,range=10", 7},  {"uniform:b=8,range=50", 4},
                  {"uniform:b=2,range=1", 12}};
    test_position p;
    test_open(&p, shapes[number % 7].spec, NULL, number + 1);
    copied_take(&p, shapes[number % 7].depth);
    test_close(&p);
    return shapes[number % 7].depth;
}

/* Fishburn 1983: without a table, fail-soft visits what fail-hard visits, in any window. */
TEST(soft_and_hard_visit_the_same)
{
    uint64_t random = 3;
    for (unsigned t = 0; t < 200; t++) {
        const int depth = take_tree(t);
        const abs_config configs[] = {test_plain("alphabeta", depth),
                                      test_plain("failsoft", depth)};
        uint64_t nodes[2], cutoffs[2];
        const int alpha = (int)test_random(&random, 200) - 100;
        const int beta = alpha + 1 + (int)test_random(&random, 100);
        for (int i = 0; i < 2; i++) {
            abs_worker_prepare(the_worker(), &copied_root, &configs[i]);
            copied_domain.search(&the_worker()->search, &copied_start, alpha, beta, depth);
            nodes[i] = the_worker()->search.n.nodes;
            cutoffs[i] = the_worker()->search.n.cutoffs;
        }
        assert_true(nodes[0] == nodes[1] && cutoffs[0] == cutoffs[1]);
    }
}

/* Two null windows prove a value from both sides, and no fewer can. */
TEST(mtdf_from_the_value_takes_two_passes)
{
    for (unsigned t = 0; t < 140; t++) {
        const int depth = take_tree(t);
        abs_config config = test_plain(t % 2 ? "mtdf" : "mtdf+negascout", depth);
        config.guess.kind = ABS_GUESS_EXACT;
        config.tt_bytes = t % 3 ? 1 << 20 : 0;
        const abs_row *row = copied_row(&config, false);
        assert_int_equal(row->pass_count, 2);
        assert_true(row->fail_low == 1 && row->fail_high == 1);
    }
}

/* Every driver below asks only windows, so no leaf that alpha-beta does not visit. */
TEST(leaves_are_a_subset_of_alphabetas)
{
    static const char *const algos[] = {"pvs",  "pvs-value", "negascout", "aspiration",
                                        "sss",  "dual",      "mtdf",      "aspiration+pvs",
                                        "step", "bisect",    "pvs-hard",  NULL};
    static bool alphabeta[COPIED_MAX];
    unsigned fewer = 0;
    for (unsigned t = 0; t < 210; t++) {
        const int depth = take_tree(t);
        const abs_config reference = test_plain("alphabeta", depth);
        copied_row(&reference, false);
        memcpy(alphabeta, copied_seen, sizeof copied_seen);
        for (const char *const *algo = algos; *algo != NULL; algo++)
            for (int table = 0; table < 2; table++) {
                abs_config config = test_plain(*algo, depth);
                config.guess.kind = ABS_GUESS_NUMBER;
                config.guess.number = (int)(t % 41) - 20;
                config.tt_bytes = table ? 1 << 24 : 0; /* large: no entry is lost */
                const abs_row *row = copied_row(&config, false);
                assert_true(row->n.tt_replaced == 0);
                bool smaller = false;
                for (size_t i = 0; i < copied_count; i++) {
                    if (copied_seen[i] && !alphabeta[i])
                        fail_msg("%s visits leaf %zu of tree %u, alpha-beta does not", *algo, i, t);
                    smaller = smaller || (alphabeta[i] && !copied_seen[i]);
                }
                fewer += smaller;
            }
    }
    assert_true(fewer > 1000); /* and most of them visit fewer */
}

/* The slips of the printed listings show, and cost what they are said to cost. */
TEST(the_printed_forms_are_caught)
{
    unsigned wrong_values = 0, wrong_hard = 0, wrong_soft = 0;
    uint64_t printed_nodes = 0, pvs_nodes = 0;
    for (unsigned t = 0; t < 210; t++) {
        const int depth = take_tree(t);
        abs_config config = test_plain("alphabeta", depth);
        const abs_row *row = copied_row(&config, false);
        const int value = row->value;
        const uint64_t nodes = row->n.nodes;
        const char *const printed[] = {"alphabeta-printed", "failsoft-printed"};
        for (int i = 0; i < 2; i++) {
            config = test_plain(printed[i], depth);
            copied_row(&config, true);
            assert_true(row->value == value && row->n.nodes == nodes);
            assert_int_not_equal(row->best_move_optimal, ABS_UNKNOWN);
            *(i ? &wrong_soft : &wrong_hard) += row->best_move_optimal == ABS_NO;
        }
        config = test_plain("pvs-printed", depth);
        assert_int_equal(copied_row(&config, false)->value, value);
        printed_nodes += row->n.nodes;
        config = test_plain("pvs", depth);
        pvs_nodes += copied_row(&config, false)->n.nodes;
        config = test_plain("mtdf-printed", depth);
        config.guess.kind = ABS_GUESS_NUMBER;
        config.guess.number = 40;
        wrong_values += copied_row(&config, false)->value != value;
    }
    print_message(
        "of 210 trees: mtdf-printed wrong in %u, best move wrong in %u (alphabeta-printed) "
        "and %u (failsoft-printed); pvs-printed visits %.1f times the nodes of pvs\n",
        wrong_values, wrong_hard, wrong_soft, (double)printed_nodes / (double)pvs_nodes);
    assert_true(wrong_values > 20 && wrong_hard > 105 && wrong_soft > 20);
    assert_true(printed_nodes > 2 * pvs_nodes);
}

/* A bound that moves a point a pass, if it moves at all. */
static int crawl(abs_drive *drive, int alpha, int beta)
{
    (void)drive, (void)alpha;
    return beta;
}

TEST(too_many_passes_end_without_a_value)
{
    abs_config config = {.widen = ABS_WIDEN_GRADUAL, .widen_factor = 1};
    abs_root_moves moves = {.count = 0};
    abs_drive d = {.config = &config,
                   .window = {1, 1},
                   .has_guess = true,
                   .guess = 9,
                   .bound = 100,
                   .moves = &moves,
                   .search = crawl};
    assert_false(abs_drive_run(&d, ABS_ASPIRATION));
    assert_int_equal(d.passes, ABS_PASSES_MAX);
    d.passes = 0;
    assert_false(abs_drive_run(&d, ABS_MTDF_PRINTED));
    assert_int_equal(d.passes, ABS_PRINTED_PASSES_MAX);
    d.passes = ABS_PASSES_MAX; /* an iteration has one pass at least */
    assert_false(abs_drive_run(&d, ABS_MTDF));
    assert_int_equal(d.passes, ABS_PASSES_MAX + 1);
}

RUN_TESTS(NULL, NULL, NULL)
