/*
 * unit_theory.c -- the closed forms against every tree there is, for small trees, and against the
 * program's own means, for large ones.
 */
#include "tests/search/recorded_tree.h"

#include <math.h>

enum { TABLE = 1 << 22 }; /* bytes: nothing is ever replaced */

static recording record;
static abs_worker *worker;
static abs_row row;

/* A search with a driver, in the form that the closed forms are for; the record has what it saw. */
static void search(const abs_root *root, const char *algo, int depth, bool table)
{
    abs_config c = test_plain(algo, depth);
    c.tt_bytes = table ? TABLE : 0;
    record.stamp++;
    abs_run(worker, root, &c, false, &row);
    assert_int_equal(row.status, ABS_STATUS_OK);
    assert_int_equal(row.n.tt_replaced, 0);
}

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
    if (p->algo != NULL) {
        search(&root, p->algo, s->depth, p->table);
        passes += row.pass_count;
        leaves += abs_leaves(&row.n);
        entered += row.n.nodes;
        return;
    }
    const abs_config c = test_plain("failsoft", s->depth);
    record.stamp++;
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
    record.drawn = false;
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

/* ---- the program's own means ----------------------------------------------------------------- */

static int seeds; /* trees of a setting: 2000 in make check-long */

typedef struct {
    double sum, squares;
} sample;

static void sample_add(sample *s, double x)
{
    s->sum += x;
    s->squares += x * x;
}

/* Standard errors between the mean of all draws and what was expected. */
static double errors_away(const sample *s, double expected)
{
    const double mean = s->sum / seeds;
    const double variance = (s->squares - s->sum * mean) / (seeds - 1);
    return fabs(mean - expected) / sqrt(variance / seeds);
}

static double leaves_seen(int depth)
{
    const double seen = (double)record.visits[depth];
    memset(record.visits, 0, sizeof record.visits);
    return seen;
}

typedef struct {
    int low, high, range, depth;
} setting;

enum { ALPHABETA, NULL_WINDOW, SSS, DUAL, SSS_ENTRIES, DUAL_ENTRIES, FORMS };

/*
 * One tree: alpha-beta and a null window by the program's `uniform`; SSS* and DUAL*, whose leaves
 * are counted once, by the recording of the same tree.
 */
static void measure(const setting *s, const test_position *p, uint64_t seed, sample *of)
{
    search(&p->root, "alphabeta", s->depth, false);
    sample_add(&of[ALPHABETA], (double)abs_leaves(&row.n));
    const uint64_t nodes = row.n.nodes;
    const int value = row.value;

    const abs_config c = test_plain("failsoft", s->depth);
    abs_worker_prepare(worker, &p->root, &c);
    p->root.domain->search(&worker->search, p->root.position, 0, 1, s->depth);
    sample_add(&of[NULL_WINDOW], (double)abs_leaves(&worker->search.n));

    start = (recorded_position){.key = tree_root_key(seed)};
    search(&root, "alphabeta", s->depth, false);
    assert_int_equal(row.n.nodes, nodes); /* it is the same tree */
    assert_int_equal(row.value, value);
    leaves_seen(s->depth);
    search(&root, "sss", s->depth, true);
    assert_int_equal(row.value, value);
    sample_add(&of[SSS], leaves_seen(s->depth));
    sample_add(&of[SSS_ENTRIES], (double)abs_leaves(&row.n));
    search(&root, "dual", s->depth, true);
    assert_int_equal(row.value, value);
    sample_add(&of[DUAL], leaves_seen(s->depth));
    sample_add(&of[DUAL_ENTRIES], (double)abs_leaves(&row.n));
}

static void expect_means(const setting *s)
{
    static const char *const names[] = {"alphabeta", "null window", "sss",
                                        "dual",      "sss entries", "dual entries"};
    const theory_tree t = {s->low, s->high, 2 * (int64_t)s->range + 1};
    double visits[THEORY_DEPTH_MAX + 1], entries[THEORY_DEPTH_MAX + 1], expected[FORMS];
    sample of[FORMS] = {{0, 0}};
    theory_window(&t, s->depth, 0, t.values + 1, visits);
    expected[ALPHABETA] = visits[s->depth];
    theory_window(&t, s->depth, s->range + 1, s->range + 2, visits); /* values 0 and 1 */
    expected[NULL_WINDOW] = visits[s->depth];
    theory_best_first(&t, s->depth, false, visits, entries);
    expected[SSS] = visits[s->depth];
    expected[SSS_ENTRIES] = entries[s->depth];
    theory_best_first(&t, s->depth, true, visits, entries);
    expected[DUAL] = visits[s->depth];
    expected[DUAL_ENTRIES] = entries[s->depth];

    record.drawn = true;
    record.most = s->high;
    record.range = s->range;
    rules.width = (tree_width){s->low, s->high};
    for (uint64_t seed = 1; seed <= (uint64_t)seeds; seed++) {
        test_position p;
        char spec[64];
        snprintf(spec, sizeof spec, "uniform:b=%d..%d,range=%d", s->low, s->high, s->range);
        test_open(&p, spec, NULL, seed);
        measure(s, &p, seed, of);
        test_close(&p);
    }
    for (int i = 0; i < FORMS; i++) {
        const double away = errors_away(&of[i], expected[i]);
        if (!(away <= 4))
            fail_msg("b=%d..%d, range %d, depth %d, %s: expected %.2f, mean %.2f, %.2f errors away",
                     s->low, s->high, s->range, s->depth, names[i], expected[i], of[i].sum / seeds,
                     away);
    }
}

TEST(means_of_many_trees)
{
    static const setting settings[] = {
        {2, 2, 1000, 8}, {2, 2, 3, 9},      {3, 3, 10, 6},  {3, 3, 1, 5},     {4, 4, 1000, 4},
        {4, 4, 10, 5},   {4, 4, 100000, 3}, {8, 8, 2, 3},   {2, 5, 1000, 4},  {1, 4, 10, 5},
    };
    seeds = test_amount(2000);
    for (size_t i = 0; i < COUNT_OF(settings); i++)
        expect_means(&settings[i]);
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
