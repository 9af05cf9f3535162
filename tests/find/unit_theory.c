/*
 * unit_theory.c -- what searches cost, held against closed forms: on every tree there is, for small
 * trees, to 1e-9; and in the mean of many large ones.
 */
#include "tests/search/recorded_tree.h"
#include "tests/search/searched.h"

#include <math.h>

enum { TABLE = 1 << 22 }; /* bytes: nothing is ever replaced */

static recording record;

/* ---- every tree of a size -------------------------------------------------------------------- */

typedef struct {
    int low, high, values, depth;
} size;

static recorded_rules rules = {.record = &record};
static recorded_position start;
static const abs_subject subject = {.kind = "tree", .domain = "recorded", .spec = "recorded"};
static const abs_root root = {.subject = &subject,
                              .domain = &recorded_domain,
                              .rules = &rules,
                              .position = &start,
                              .spec = "recorded",
                              .text = "recorded",
                              .id = "recorded"};
static uint64_t trees, passes, leaves, entered; /* of all trees of a size */

/* Searches the tree: in full, or with the null window below `beta` if it is not 0. */
static void search_one(const size *s, const char *algo, int beta)
{
    abs_config c = test_plain(algo, s->depth);
    record.stamp++;
    trees++;
    if (beta > 0) {
        abs_worker_prepare(the_worker(), &root, &c);
        recorded_domain.search(&the_worker()->search, &start, beta - 1, beta, s->depth);
        return;
    }
    c.tt_bytes = c.algo.driver != ABS_OPEN ? TABLE : 0;
    const abs_row *row = searched(&root, &c, false);
    assert_int_equal(row->n.tt_replaced, 0);
    passes += row->pass_count;
    leaves += abs_leaves(&row->n);
    entered += row->n.nodes;
}

/* Counts up one digit of a number whose digits run from `low` to `high`; false after the last. */
static bool count_up(int *digit, int digits, int low, int high)
{
    for (int i = 0; i < digits; i++) {
        if (digit[i]++ < high)
            return true;
        digit[i] = low;
    }
    return false;
}

static void expect_mean(const size *s, const char *what, int ply, double form, uint64_t sum)
{
    const double counted = (double)sum / (double)trees;
    if (!(fabs(form - counted) <= 1e-9 * counted))
        fail_msg("b=%d..%d, %d values, depth %d, %s: %.12g at ply %d, counted %.12g", s->low,
                 s->high, s->values, s->depth, what, form, ply, counted);
}

/* What the algorithm visits in the mean over all widths and values. */
static void expect(const size *s, const char *algo, int beta, const double *form)
{
    const int least = s->depth % 2 == 0 ? 1 : -s->values;
    int first_leaf = 0, nodes = 1, level = 1;
    for (int ply = 0; ply < s->depth; ply++) {
        first_leaf = nodes;
        nodes += level *= s->high;
    }
    assert_true(nodes <= 64);
    for (int i = 0; i < nodes; i++) {
        record.width[i] = s->low;
        record.value[i] = least;
    }
    memset(record.visits, 0, sizeof record.visits);
    trees = passes = leaves = entered = 0;
    record.most = s->high;
    record.range = s->values;
    do
        do
            search_one(s, algo, beta);
        while (
            count_up(record.value + first_leaf, nodes - first_leaf, least, least + s->values - 1));
    while (count_up(record.width, first_leaf, s->low, s->high));
    for (int ply = 0; ply <= s->depth; ply++)
        expect_mean(s, algo, ply, form[ply], record.visits[ply]);
}

static void expect_size(const size *s)
{
    const closed_tree t = {s->low, s->high, s->values};
    double form[CLOSED_DEPTH_MAX + 1], entries[CLOSED_DEPTH_MAX + 1];
    closed_minimax(&t, s->depth, form);
    expect(s, "minimax", 0, form);
    closed_window(&t, s->depth, 0, s->values + 1, form);
    expect(s, "alphabeta", 0, form);
    expect(s, "failsoft", 0, form);
    for (int beta = 1; beta <= s->values + 1; beta++) {
        closed_window(&t, s->depth, beta - 1, beta, form);
        expect(s, "failsoft", beta, form);
    }
    for (int dual = 0; dual < 2; dual++) {
        double nodes = 0;
        closed_best_first(&t, s->depth, dual, form, entries);
        expect(s, dual ? "dual" : "sss", 0, form);
        for (int ply = 0; ply <= s->depth; ply++)
            nodes += entries[ply];
        expect_mean(s, "passes", 0, entries[0], passes);
        expect_mean(s, "leaves entered", s->depth, entries[s->depth], leaves);
        expect_mean(s, "nodes entered", 0, nodes, entered);
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

/* SSS* never visits a leaf that alpha-beta does not (Stockman 1979; Roizen & Pearl 1983); with one
   value both visit the least tree. */
TEST(sss_is_below_alphabeta)
{
    assert_true(least_leaves(38, 4) == 2887);
    for (int b = 2; b <= 6; b++)
        for (int depth = 1; depth <= 8; depth++)
            for (int range = 0; range <= 1000; range = 3 * range + 1) {
                const closed_tree t = {b, b, 2 * range + 1};
                double ab[CLOSED_DEPTH_MAX + 1], sss[CLOSED_DEPTH_MAX + 1];
                double entries[CLOSED_DEPTH_MAX + 1];
                closed_window(&t, depth, 0, t.values + 1, ab);
                if (range == 0)
                    assert_true(fabs(ab[depth] / least_leaves(b, depth) - 1) < 1e-12);
                for (int dual = 0; dual < 2; dual++) {
                    closed_best_first(&t, depth, dual, sss, entries);
                    assert_true(entries[depth] >= sss[depth]);
                    assert_true(sss[depth] <= ab[depth] * (1 + 1e-12));
                    assert_true(sss[depth] >= least_leaves(b, depth) * (1 - 1e-12));
                }
            }
}

/* ---- means of large trees -------------------------------------------------------------------- */

enum { ALL_ORDERS = ABS_ORDER_ANY, NO_ORDER = 0 };

typedef struct {
    const char *algo;
    int low, high, range, depth;
    bool deepening;
    unsigned order;
    int table; /* bytes */
    enum { LEAVES, FIRST_PASS, FEWER_LEAVES } what;
} setting;

/* The leaves that are expected in all iterations, or the nodes of a first pass with that window. */
static double expected(const setting *s, const abs_pass *first)
{
    const closed_tree t = {s->low, s->high, 2 * s->range + 1};
    double visits[CLOSED_DEPTH_MAX + 1], entries[CLOSED_DEPTH_MAX + 1], sum = 0;
    if (s->what == FIRST_PASS) {
        closed_window(&t, s->depth, first->alpha + s->range + 1, first->beta + s->range + 1,
                      visits);
        for (int ply = 0; ply <= s->depth; ply++)
            sum += visits[ply];
        return sum;
    }
    for (int depth = s->deepening ? 1 : s->depth; depth <= s->depth; depth++) {
        if (strcmp(s->algo, "minimal") == 0) {
            sum += least_leaves(s->low, depth);
            continue;
        }
        if (strcmp(s->algo, "minimax") == 0)
            closed_minimax(&t, depth, visits);
        else if (s->table < TABLE)
            closed_window(&t, depth, 0, t.values + 1, visits);
        else
            closed_best_first(&t, depth, strcmp(s->algo, "dual") == 0, visits, entries);
        sum += s->table < TABLE ? visits[depth] : entries[depth];
    }
    return sum;
}

static void expect_means(const setting *s)
{
    const int many = test_amount(2000);
    double mean = 0, squares = 0, form = 0;
    char spec[64];
    abs_config c = test_plain(s->algo, s->depth);
    c.deepening = s->deepening;
    c.order = s->order;
    c.tt_bytes = (uint64_t)s->table;
    c.guess.kind = ABS_GUESS_NUMBER;
    c.guess.number = 7;
    snprintf(spec, sizeof spec, "uniform:b=%d..%d,range=%d", s->low, s->high, s->range);
    for (int seed = 1; seed <= many; seed++) {
        test_position p;
        test_open(&p, spec, NULL, (uint64_t)seed);
        const abs_row *row = searched(&p.root, &c, false);
        const double cost = s->what == FIRST_PASS ? (double)row->passes[0].nodes
                                                  : (double)abs_leaves(&row->n),
                     off = cost - mean;
        assert_true(s->table < TABLE || row->n.tt_replaced == 0);
        form = expected(s, row->passes);
        mean += off / seed;
        squares += off * (cost - mean);
        test_close(&p);
    }
    const double error = sqrt(squares / (many - 1) / many);
    if (s->what == FEWER_LEAVES ? !(mean < 0.95 * form)
                                : !(fabs(mean - form) <= 4 * error + 1e-9 * form))
        fail_msg("%s on %s to depth %d: %.6g in the mean of %d trees, %.6g expected, standard "
                 "error %.3g",
                 s->algo, spec, s->depth, mean, many, form, error);
}

/* Neither a table nor the order of moves changes what alpha-beta costs, but where widths vary and
   shallower iterations show which moves leave few replies: then it costs less. */
TEST(means_are_within_four_standard_errors)
{
    static const setting settings[] = {
        {"minimax", 3, 3, 1000, 4, false, NO_ORDER, 0, LEAVES},
        {"minimax", 2, 5, 10, 4, false, NO_ORDER, 0, LEAVES},
        {"minimal", 3, 3, 20, 5, false, NO_ORDER, 0, LEAVES},
        {"alphabeta", 3, 3, 1000, 2, false, NO_ORDER, 0, LEAVES},
        {"alphabeta", 3, 3, 1000, 4, false, NO_ORDER, 0, LEAVES},
        {"alphabeta", 2, 5, 10, 4, false, NO_ORDER, 0, LEAVES},
        {"alphabeta", 5, 5, 0, 4, false, NO_ORDER, 0, LEAVES},
        {"failsoft", 3, 3, 5, 5, true, NO_ORDER, 0, LEAVES},
        {"failsoft", 3, 3, 5, 5, true, NO_ORDER, 1 << 16, LEAVES},
        {"failsoft", 4, 4, 9, 5, true, ALL_ORDERS, 1 << 16, LEAVES},
        {"failsoft", 4, 4, 9, 5, true, ABS_ORDER_KILLER, 0, LEAVES},
        {"failsoft", 2, 5, 100, 5, true, NO_ORDER, 1 << 16, LEAVES},
        {"failsoft", 2, 5, 100, 5, false, ALL_ORDERS, 0, LEAVES},
        {"failsoft", 2, 5, 100, 5, true, ABS_ORDER_TT, 1 << 16, FEWER_LEAVES},
        {"sss", 3, 3, 10, 5, false, NO_ORDER, TABLE, LEAVES},
        {"dual", 3, 3, 10, 5, false, NO_ORDER, TABLE, LEAVES},
        {"sss", 1, 4, 2, 5, false, NO_ORDER, TABLE, LEAVES},
        {"dual", 1, 4, 2, 5, false, NO_ORDER, TABLE, LEAVES},
        {"bisect", 3, 3, 40, 3, false, NO_ORDER, 0, FIRST_PASS},
        {"mtdf", 1, 4, 9, 3, false, NO_ORDER, 0, FIRST_PASS},
        {"aspiration", 3, 3, 40, 3, false, NO_ORDER, 0, FIRST_PASS},
    };
    for (size_t i = 0; i < COUNT_OF(settings); i++)
        expect_means(&settings[i]);
}

RUN_TESTS(NULL, NULL, NULL)
