/*
 * unit_trees.c -- the synthetic trees: the published check values, what each model promises about
 * its nodes, and every way its spec can be wrong. Run from the top of the tree.
 */
#include "tests/search/tree_fixture.h"

/* ---- counts -------------------------------------------------------------------------------- */

TEST(check_values)
{
    static const struct {
        const char *spec;
        uint64_t seed;
        int depth, value;
        uint64_t nodes, leaves;
    } rows[] = {
        {"uniform:b=4,range=100", 1, 5, 60, 644, 427},
        {"uniform:b=2..5,range=1000", 2, 6, -191, 595, 344},
        {"uniform:b=4,range=100,commute=1", 3, 5, 51, 590, 385},
        {"pgame:b=3,win=500", 4, 6, -1, 169, 84},
        {"incremental:b=6,step=10", 5, 5, 9, 1169, 832},
        {"ordered:b=8,range=1000,gap=100,first=70,quarter=90,noise=50", 6, 5, 761, 2323, 1665},
        {"ordered:b=6,range=100,gap=20,first=100,quarter=100,noise=0", 7, 6, 30, 812, 431},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        tree t;
        assert_true(tree_open(&t, rows[i].spec, rows[i].seed));
        assert_int_equal(tree_search(&t, "alphabeta", rows[i].depth), rows[i].value);
        assert_int_equal(search.n.nodes, rows[i].nodes);
        assert_int_equal(abs_leaves(&search.n), rows[i].leaves);
    }
}

TEST(check_researches)
{
    tree t;
    assert_true(tree_open(&t, "uniform:b=4,range=100", 1));
    assert_int_equal(tree_search(&t, "pvs", 5), 60);
    assert_int_equal(search.n.nodes, 1231);
    assert_int_equal(search.n.interior_researches, 43);
    assert_int_equal(tree_search(&t, "negascout", 5), 60);
    assert_int_equal(search.n.nodes, 1099);
    assert_int_equal(search.n.interior_researches, 10);
}

/* ---- what the models promise ---------------------------------------------------------------- */

TEST(widths_within_range)
{
    static const char *const specs[] = {"uniform:b=2..5", "uniform:b=2..5,commute=1",
                                        "pgame:b=2..5", "incremental:b=2..5", "ordered:b=2..5"};
    for (size_t i = 0; i < COUNT_OF(specs); i++) {
        unsigned seen[7] = {0};
        for (uint64_t seed = 1; seed <= 200; seed++) {
            tree t;
            assert_true(tree_open(&t, specs[i], seed));
            for (unsigned ply = 0; ply < 5; ply++) {
                const unsigned count = tree_moves_of(&t);
                assert_in_range(count, 2, 5);
                seen[count]++;
                tree_play(&t, count - 1);
            }
        }
        for (unsigned count = 2; count <= 5; count++) /* a quarter of 1000 each */
            assert_in_range(seen[count], 200, 300);
    }
}

TEST(commuting_paths_meet)
{
    static const unsigned paths[3][4] = {{0, 3, 2, 1}, {2, 1, 0, 3}, {3, 0, 1, 2}};
    tree t;
    uint64_t keys[3];
    int values[3];
    for (unsigned i = 0; i < 3; i++) {
        assert_true(tree_open(&t, "uniform:b=4,commute=1", 9));
        for (unsigned ply = 0; ply < 4; ply++)
            tree_play(&t, paths[i][ply]);
        keys[i] = tree_key_of(&t);
        values[i] = tree_evaluate(&t);
    }
    assert_true(keys[0] == keys[1] && values[0] == values[1]);
    assert_true(keys[0] != keys[2]); /* the other side's moves are other moves */

    assert_true(tree_open(&t, "uniform:b=4,commute=1", 9));
    const uint64_t root = tree_key_of(&t);
    tree_play(&t, 0);
    assert_true(tree_key_of(&t) != root);
}

TEST(pgame_is_for_the_roots_side)
{
    tree won, lost, even;
    int wins = 0;
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        assert_true(tree_open(&won, "pgame:win=1000", seed));
        assert_true(tree_open(&lost, "pgame:win=0", seed));
        assert_true(tree_open(&even, "pgame:win=500", seed));
        for (int ply = 0; ply < 5; ply++) {
            const int sign = ply % 2 == 0 ? 1 : -1;
            assert_int_equal(tree_evaluate(&won), sign);
            assert_int_equal(tree_evaluate(&lost), -sign);
            assert_int_equal(abs(tree_evaluate(&even)), 1);
            wins += tree_evaluate(&even) == sign;
            tree_play(&won, 1);
            tree_play(&lost, 1);
            tree_play(&even, 1);
        }
    }
    assert_in_range(wins, 4800, 5200);
}

TEST(incremental_adds_gains)
{
    int least = 0, most = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        tree t;
        assert_true(tree_open(&t, "incremental:b=3,step=10", seed));
        assert_int_equal(tree_evaluate(&t), 0);
        for (int ply = 1; ply <= 6; ply++) {
            const int before = tree_evaluate(&t);
            tree_play(&t, (unsigned)ply % 3);
            const int gain = -tree_evaluate(&t) - before;
            const int drawn = abs_draw(tree_key_of(&t), TREE_GAIN, 21) - 10;
            assert_int_equal(gain, drawn);
            least = gain < least ? gain : least;
            most = gain > most ? gain : most;
        }
    }
    assert_int_equal(least, -10);
    assert_int_equal(most, 10);
}

TEST(ordered_declares_its_value)
{
    static const char *const specs[] = {"ordered:b=6,noise=0", "ordered:b=1..9,first=30,quarter=60",
                                        "ordered:b=2..4,first=0,quarter=0,gap=3",
                                        "ordered:b=5,gap=0,range=0"};
    for (size_t i = 0; i < COUNT_OF(specs); i++) {
        for (uint64_t seed = 1; seed <= 20; seed++) {
            tree t;
            assert_true(tree_open(&t, specs[i], seed));
            for (int depth = 0; depth <= 4; depth++)
                assert_int_equal(tree_search(&t, "minimax", depth), tree_evaluate(&t));
        }
    }
}

/* Where the best move stands, over 1000 seeds; noise moves the evaluation no farther than it says.
 */
TEST(ordered_places_the_best)
{
    int first = 0, quarter = 0, noisy = 0;
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        tree t, noise;
        assert_true(tree_open(&t, "ordered:b=9,gap=100000,first=70,quarter=90", seed));
        assert_true(tree_open(&noise, "ordered:b=9,gap=100000,noise=5", seed));
        const int value = tree_evaluate(&t);
        assert_true(abs(tree_evaluate(&noise) - value) <= 5);
        noisy += tree_evaluate(&noise) != value;
        unsigned best = ABS_NO_MOVE;
        for (unsigned move = 0; move < 9; move++) {
            tree child = t;
            tree_play(&child, move);
            assert_true(-tree_evaluate(&child) <= value);
            if (-tree_evaluate(&child) == value)
                best = move;
        }
        assert_true(best < 9);
        first += best == 0;
        quarter += best < 3;
    }
    assert_in_range(first, 660, 740);
    assert_in_range(quarter, 870, 930);
    assert_in_range(noisy, 850, 970); /* ten of eleven */
}

static int largest_below(const tree *t, int depth)
{
    int largest = abs(tree_evaluate(t));
    for (unsigned move = 0; depth > 0 && move < tree_moves_of(t); move++) {
        tree child = *t;
        tree_play(&child, move);
        const int below = largest_below(&child, depth - 1);
        largest = below > largest ? below : largest;
    }
    return largest;
}

TEST(bounds_hold)
{
    static const struct {
        const char *spec;
        int bound; /* at depth 5 */
        int near;  /* the largest value found is at least this */
        int window;
    } rows[] = {
        {"uniform:b=3,range=40", 40, 38, 2},
        {"uniform:b=3,range=7,commute=1", 7, 7, 1},
        {"pgame:b=3", 1, 1, 1},
        {"incremental:b=3,step=4", 20, 16, 4},
        {"ordered:b=3,range=10,gap=8,first=30,noise=2", 52, 25, 6},
        {"explicit:file=trees/examples/interior-values.json", 9, 9, 1},
        {"uniform:b=2,range=536870911", 536870911, 500000000, 26843545},
        {"incremental:b=2,step=5368709", 26843545, 10000000, 5368709},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        int largest = 0;
        tree t;
        for (uint64_t seed = 1; seed <= 20; seed++) {
            assert_true(tree_open(&t, rows[i].spec, seed));
            const int here = largest_below(&t, 5);
            largest = here > largest ? here : largest;
            assert_int_equal(t.domain->bound(t.rules, 5), rows[i].bound);
            assert_int_equal(t.domain->half_pawn(t.rules), rows[i].window);
            assert_true(t.domain->can_evaluate(t.rules, t.position));
            assert_false(abs_free_passes(t.domain, t.rules));
            tree_close(&t);
        }
        assert_true(largest <= rows[i].bound);
        assert_true(largest >= rows[i].near);
    }
}

TEST(specs_refused)
{
    static const char *const rows[][2] = {
        {"uniform:rnage=5", "did you mean 'range'"},
        {"uniform:b=2,range=5,b=3", "b= appears twice"},
        {"uniform:b=0", "b=0"},
        {"uniform:b=5..2", "empty range"},
        {"uniform:commute=2", "commute=2"},
        {"uniform:b=4,", "last comma"},
        {"pgame:win=1001", "0 to 1000"},
        {"incremental:step=5368710", "0 to 5368709"},
        {"ordered:first=101", "0 to 100"},
        {"ordered:range=536870911", "536880911"},
        {"ordered:noise=536870911,range=1,gap=0", "536870912"},
        {"ordered:gap=5368709,range=0,noise=12", "536870912"},
        {"explicit", "file"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        tree t;
        assert_false(tree_open(&t, rows[i][0], 1));
        assert_int_equal(error.code, ABS_USAGE);
        if (strstr(error.text, rows[i][1]) == NULL)
            fail_msg("%s: %s", rows[i][0], error.text);
    }
    tree t;
    assert_true(tree_open(&t, "ordered:gap=5368709,range=0,noise=11", 1)); /* just within */
}

RUN_TESTS(fixture_setup, fixture_teardown, NULL)
