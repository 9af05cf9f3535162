/* unit_race.c -- the rule of races against numbers worked by hand. */
#include "helpers.h"

#include "find/tuning.h"

#include <math.h>

/* What Student's t with 3 degrees of freedom exceeds once in 80, 240 and 40 times. Four logarithms
   that do not vary have a standard error of 0.05 / 2. */
#define T_80 4.1765
#define T_240 6.2315
#define T_40 3.1824
#define ERROR 0.025

enum { N = 4 };

typedef struct {
    double logs[N * RACE_MOST];
    size_t in[RACE_MOST], left;
} made;

/* Each configuration's logarithms are all the same. */
static made make(const double *means, size_t count)
{
    made m = {.left = count};
    for (size_t c = 0; c < count; c++) {
        m.in[c] = c;
        for (size_t p = 0; p < N; p++)
            m.logs[p * RACE_MOST + c] = means[c];
    }
    return m;
}

static double look_at(made *m, size_t looks)
{
    const race_field field = {m->logs, N};
    return race_look(&field, looks, m->in, &m->left);
}

static void assert_near(double got, double wanted)
{
    if (!(fabs(got - wanted) < 1e-4))
        fail_msg("%.9g is not %.9g", got, wanted);
}

TEST(looks_are_planned)
{
    static const struct {
        size_t positions, count, looks[9];
    } plans[] = {{300, 8, {24, 36, 54, 81, 121, 181, 271, 300}},
                 {60, 4, {24, 36, 54, 60}},
                 {59, 4, {20, 30, 45, 59}},
                 {36, 3, {20, 30, 36}},
                 {20, 1, {20}},
                 {9, 1, {9}}};
    for (size_t i = 0; i < COUNT_OF(plans); i++) {
        size_t looks[RACE_LOOKS_MAX];
        assert_int_equal(race_plan(plans[i].positions, looks), plans[i].count);
        for (size_t l = 0; l < plans[i].count; l++)
            assert_int_equal(looks[l], plans[i].looks[l]);
    }
    size_t looks[RACE_LOOKS_MAX];
    const size_t many = race_plan(10 * 1000 * 1000, looks);
    assert_int_equal(looks[many - 1], 10 * 1000 * 1000);
}

TEST(the_worse_is_dropped_where_it_is_sure)
{
    static const struct {
        double means[3];
        size_t count, looks, left;
    } cases[] = {
        /* Of two, each is held against the other: a level of 0.025 / 2 each. */
        {{(T_80 - 0.01) * ERROR, 0}, 2, 1, 2},
        {{(T_80 + 0.01) * ERROR, 0}, 2, 1, 1},
        /* Three make six comparisons; when one is gone, two are left. */
        {{(T_80 + 0.1) * ERROR, 0, 1}, 3, 1, 1},
        {{(T_240 - 0.1) * ERROR, 0, (T_240 - 0.1) * ERROR}, 3, 1, 3},
        {{(T_240 + 0.1) * ERROR, 0, (T_240 + 0.1) * ERROR}, 3, 1, 1},
        /* Looks share the levels: 0.025 / 3 / 2. */
        {{(T_240 - 0.1) * ERROR, 0}, 2, 3, 2},
        {{(T_240 + 0.1) * ERROR, 0}, 2, 3, 1},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        made m = make(cases[i].means, cases[i].count);
        const double behind = look_at(&m, cases[i].looks);
        if (m.left != cases[i].left || m.in[0] != 1 || (m.left == 1 && behind > 0))
            fail_msg("case %zu: %zu left, the first %zu, %g behind", i, m.left, m.in[0], behind);
    }
}

/* Differences of 0, 2, 0, 2: mean 1, variance 4/3. */
TEST(variance_counts)
{
    made m = make((double[]){0, 0}, 2);
    m.logs[1 * RACE_MOST + 1] = m.logs[3 * RACE_MOST + 1] = 2;
    assert_near(look_at(&m, 1), -1 + T_40 * sqrt((4.0 / 3 + 0.0025) / 4));
    assert_int_equal(m.left, 2);
}

/* The leader of three is held against two others: a level of 0.025 / 2. */
TEST(the_leader_is_held_against_all_others)
{
    made m = make((double[]){0.03, 0.01, 0.02}, 3);
    assert_near(look_at(&m, 1), T_80 * ERROR - 0.01);
    assert_int_equal(m.left, 3);
    assert_memory_equal(m.in, ((size_t[]){1, 2, 0}), 3 * sizeof m.in[0]);
}

TEST(equals_are_in_the_order_of_the_ladder)
{
    made m = make((double[]){1, 1, 1}, 3);
    memcpy(m.in, (size_t[]){2, 0, 1}, 3 * sizeof m.in[0]);
    look_at(&m, 1);
    assert_memory_equal(m.in, ((size_t[]){0, 1, 2}), 3 * sizeof m.in[0]);
}

/* Whatever the numbers: the first has the least mean, and the order given makes no difference. */
TEST(order_makes_no_difference)
{
    uint64_t seed = 7;
    for (int t = 0; t < 300; t++) {
        made a = {.left = 1 + test_random(&seed, 20)}, b;
        for (size_t i = 0; i < N * RACE_MOST; i++)
            a.logs[i] = 0.1 * (double)test_random(&seed, 8) + 0.05 * (double)(i % 9);
        b = a;
        for (size_t i = 0; i < a.left; i++) {
            a.in[i] = i;
            b.in[a.left - 1 - i] = i;
        }
        const double behind = look_at(&a, 2), again = look_at(&b, 2);
        assert_int_equal(a.left, b.left);
        assert_memory_equal(a.in, b.in, a.left * sizeof a.in[0]);
        assert_true(behind == again && a.left >= 1);
    }
}

RUN_TESTS(NULL, NULL, NULL)
