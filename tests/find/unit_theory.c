/*
 * unit_theory.c -- the closed forms against every tree there is, for small trees. Against the program's
 * own means of large ones: theory.bats.
 */
#include "tests/search/recorded_tree.h"

#include <math.h>

enum { TABLE = 1 << 22 }; /* bytes: nothing is ever replaced */

static recording record;
static abs_worker *worker;
static abs_row row;

/* ---- every tree of a size -------------------------------------------------------------------- */

typedef struct {
    int low, high, values, depth;
} size;

static abs_root root;
static recorded_rules rules;
static recorded_position start;
static uint64_t passes, leaves, entered; /* sums over the trees of one size */

/* What is searched on each tree: a driver, or a null window if `algo` is NULL. */
typedef struct {
    const char *algo;
    bool table;
    int beta; /* rank */
} probe;

static void run_probe(const size *s, const probe *p)
{
    record.stamp++;
    if (p->algo != NULL) {
        abs_config c = test_plain(p->algo, s->depth);
        c.tt_bytes = p->table ? TABLE : 0;
        abs_run(worker, &root, &c, false, &row);
        assert_int_equal(row.status, ABS_STATUS_OK);
        assert_int_equal(row.n.tt_replaced, 0);
        passes += row.pass_count;
        leaves += abs_leaves(&row.n);
        entered += row.n.nodes;
        return;
    }
    const abs_config c = test_plain("failsoft", s->depth);
    abs_worker_prepare(worker, &root, &c);
    recorded_domain.search(&worker->search, &start, p->beta - 1, p->beta, s->depth);
}

/* Counts up one digit of a number whose digits run from `low` to `high`; false after the last. */
static bool count_up(int *digit, const bool *used, int digits, int low, int high)
{
    for (int i = 0; i < digits; i++) {
        if (!used[i])
            continue;
        if (digit[i]++ < high)
            return true;
        digit[i] = low;
    }
    return false;
}

/* Means over all widths and values. */
static uint64_t enumerate(const size *s, const probe *p, double *visits)
{
    uint64_t trees = 0;
    int first_leaf = 0, nodes = 1, level = 1;
    for (int ply = 0; ply < s->depth; ply++) {
        first_leaf = nodes;
        nodes += level *= s->high;
    }
    bool interior[64], leaf[64];
    assert_true(nodes <= 64);
    for (int i = 0; i < nodes; i++) {
        leaf[i] = i >= first_leaf;
        interior[i] = !leaf[i];
        record.width[i] = s->low;
        record.value[i] = s->depth % 2 == 0 ? 1 : -s->values;
    }
    const int least = s->depth % 2 == 0 ? 1 : -s->values;
    memset(record.visits, 0, sizeof record.visits);
    passes = leaves = entered = 0;
    record.most = s->high;
    record.range = s->values;
    do
        do {
            run_probe(s, p);
            trees++;
        } while (count_up(record.value, leaf, nodes, least, least + s->values - 1));
    while (count_up(record.width, interior, nodes, s->low, s->high));
    for (int ply = 0; ply <= s->depth; ply++)
        visits[ply] = (double)record.visits[ply] / (double)trees;
    return trees;
}

static void expect(const size *s, const char *what, const double *form, const double *counted)
{
    for (int ply = 0; ply <= s->depth; ply++)
        if (!(fabs(form[ply] - counted[ply]) <= 1e-9 * counted[ply]))
            fail_msg("b=%d..%d, %d values, depth %d, %s: %.12g at ply %d, counted %.12g", s->low,
                     s->high, s->values, s->depth, what, form[ply], ply, counted[ply]);
}

/* A count of the program's own, summed over all trees. */
static void expect_total(const size *s, const char *what, double form, uint64_t sum, uint64_t trees)
{
    const double counted = (double)sum / (double)trees;
    if (!(fabs(form - counted) <= 1e-9 * counted))
        fail_msg("b=%d..%d, %d values, depth %d, %s: %.12g, counted %.12g", s->low, s->high,
                 s->values, s->depth, what, form, counted);
}

static void expect_size(const size *s)
{
    const theory_tree t = {s->low, s->high, s->values};
    double form[THEORY_DEPTH_MAX + 1], counted[THEORY_DEPTH_MAX + 1];
    theory_minimax(&t, s->depth, form);
    enumerate(s, &(probe){.algo = "minimax"}, counted);
    expect(s, "minimax", form, counted);

    theory_window(&t, s->depth, 0, s->values + 1, form);
    enumerate(s, &(probe){.algo = "alphabeta"}, counted);
    expect(s, "alphabeta", form, counted);
    enumerate(s, &(probe){.algo = "failsoft"}, counted);
    expect(s, "failsoft", form, counted);
    for (int beta = 1; beta <= s->values + 1; beta++) {
        theory_window(&t, s->depth, beta - 1, beta, form);
        enumerate(s, &(probe){.beta = beta}, counted);
        expect(s, "null window", form, counted);
    }
    for (int dual = 0; dual < 2; dual++) {
        double entries[THEORY_DEPTH_MAX + 1];
        theory_best_first(&t, s->depth, dual, form, entries);
        const uint64_t trees = enumerate(s, &(probe){dual ? "dual" : "sss", true, 0}, counted);
        expect(s, dual ? "dual" : "sss", form, counted);
        double nodes = 0;
        for (int ply = 0; ply <= s->depth; ply++)
            nodes += entries[ply];
        expect_total(s, "passes", entries[0], passes, trees);
        expect_total(s, "leaves entered", entries[s->depth], leaves, trees);
        expect_total(s, "nodes entered", nodes, entered, trees);
    }
}

TEST(all_small_trees)
{
    static const size sizes[] = {
        {1, 1, 3, 0}, {1, 1, 3, 3}, {2, 2, 3, 2}, {2, 2, 7, 2}, {3, 3, 2, 2}, {2, 2, 3, 3},
        {3, 3, 1, 3}, {2, 2, 1, 5}, {1, 2, 4, 2}, {1, 2, 2, 3}, {1, 3, 2, 2}, {5, 5, 4, 1},
    };
    for (size_t i = 0; i < COUNT_OF(sizes); i++)
        expect_size(&sizes[i]);
}

/* ---- figures known from elsewhere ------------------------------------------------------------ */

/* With one value every tree is searched like the least tree. */
TEST(least_leaves)
{
    for (int b = 1; b <= 6; b++)
        for (int depth = 0; depth <= 7; depth++) {
            const theory_tree t = {b, b, 1};
            double visits[THEORY_DEPTH_MAX + 1];
            theory_window(&t, depth, 0, 2, visits);
            assert_true(fabs(visits[depth] / theory_least_leaves(b, depth) - 1) < 1e-12);
        }
    assert_true(theory_least_leaves(38, 4) == 2887);
}

/* Two by two with continuous values: the fourth leaf is left out if the third is at most the least
   of the first two, one case in three. */
TEST(two_by_two)
{
    const theory_tree t = {2, 2, 2000001};
    double visits[THEORY_DEPTH_MAX + 1];
    theory_window(&t, 2, 0, t.values + 1, visits);
    assert_true(fabs(visits[2] - 11.0 / 3) < 1e-5);
}

/* x^2 + x - 1 = 0: the golden ratio (Pearl 1982). */
TEST(branching_factors)
{
    assert_true(fabs(theory_branching_factor(2) - (1 + sqrt(5)) / 2) < 1e-12);
    assert_true(fabs(theory_branching_factor(1) - 1) < 1e-12);
    for (int b = 2; b < 100; b++) {
        const double r = theory_branching_factor(b), x = r / (1 + r);
        assert_true(fabs(pow(x, b) + x - 1) < 1e-12 && r > sqrt(b) && r < b);
    }
}

/* The leaves of depth d over those of d - 2 approach the square of the branching factor. */
TEST(growth_approaches_the_branching_factor)
{
    for (int b = 2; b <= 5; b++) {
        const theory_tree t = {b, b, 200001};
        double visits[THEORY_DEPTH_MAX + 1], before = INFINITY;
        for (int depth = 2; depth <= 10; depth += 2) {
            double shorter[THEORY_DEPTH_MAX + 1];
            theory_window(&t, depth, 0, t.values + 1, visits);
            theory_window(&t, depth - 2, 0, t.values + 1, shorter);
            const double growth = sqrt(visits[depth] / shorter[depth - 2]);
            assert_true(growth < before && growth > theory_branching_factor(b));
            before = growth;
        }
        assert_true(before < 1.1 * theory_branching_factor(b));
    }
}

/* SSS* never visits a leaf that alpha-beta does not (Stockman 1979; Roizen & Pearl 1983). */
TEST(sss_is_below_alphabeta)
{
    for (int b = 2; b <= 6; b++)
        for (int depth = 1; depth <= 8; depth++)
            for (int range = 0; range <= 1000; range = 3 * range + 1) {
                const theory_tree t = {b, b, 2 * range + 1};
                double ab[THEORY_DEPTH_MAX + 1], sss[THEORY_DEPTH_MAX + 1];
                double entries[THEORY_DEPTH_MAX + 1];
                theory_window(&t, depth, 0, t.values + 1, ab);
                for (int dual = 0; dual < 2; dual++) {
                    theory_best_first(&t, depth, dual, sss, entries);
                    assert_true(entries[depth] >= sss[depth]);
                    assert_true(sss[depth] <= ab[depth] * (1 + 1e-12));
                    assert_true(sss[depth] >= theory_least_leaves(b, depth) * (1 - 1e-12));
                }
            }
}

static int setup(void **state)
{
    (void)state;
    worker = abs_worker_new();
    rules.record = &record;
    root = (abs_root){.domain = &recorded_domain,
                      .rules = &rules,
                      .position = &start,
                      .spec = "recorded",
                      .text = "recorded",
                      .id = "recorded"};
    return worker == NULL;
}

static int teardown(void **state)
{
    (void)state;
    abs_worker_free(worker);
    abs_row_free(&row);
    return 0;
}

RUN_TESTS(setup, teardown, NULL)
