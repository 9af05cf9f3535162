/* unit_race.c -- the rule of races against numbers worked by hand. */
#include "helpers.h"

#include "find/tuning.h"

#include <math.h>

/* What Student's t with 3 degrees of freedom exceeds once in 80, 240 and 40 times: 4.177, 6.232 and
   3.182. Four logarithms that do not vary have a standard error of 0.05 / 2. */
static const double t_80 = 4.1765, t_240 = 6.2315, t_40 = 3.1824, error = 0.025;

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

typedef struct {
    double behind;
    bool over; /* good enough */
} race_verdict;

static race_verdict look_at(made *m, size_t looks, double good)
{
    const race_field field = {m->logs, N};
    const double behind = race_look(&field, looks, m->in, &m->left);
    return (race_verdict){behind, behind <= good};
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
    for (size_t i = 0; i < sizeof plans / sizeof plans[0]; i++) {
        size_t looks[RACE_LOOKS_MAX];
        assert_int_equal(race_plan(plans[i].positions, looks), plans[i].count);
        for (size_t l = 0; l < plans[i].count; l++)
            assert_int_equal(looks[l], plans[i].looks[l]);
    }
    size_t looks[RACE_LOOKS_MAX];
    const size_t many = race_plan(10 * 1000 * 1000, looks);
    assert_int_equal(looks[many - 1], 10 * 1000 * 1000);
}

/* Of two, each is held against the other: a level of 0.025 / 2 each. */
TEST(the_worse_is_dropped_where_it_is_sure)
{
    made stays = make((double[]){0, (t_80 - 0.01) * error}, 2);
    look_at(&stays, 1, 0);
    assert_int_equal(stays.left, 2);
    made goes = make((double[]){(t_80 + 0.01) * error, 0}, 2);
    const race_verdict v = look_at(&goes, 1, 0);
    assert_int_equal(goes.left, 1);
    assert_int_equal(goes.in[0], 1);
    assert_true(v.over);
    assert_true(v.behind == 0);
}

/* Three make six comparisons; when one is gone, two are left. */
TEST(it_is_looked_again_when_one_is_gone)
{
    made m = make((double[]){(t_80 + 0.1) * error, 0, 1}, 3);
    look_at(&m, 1, 0);
    assert_int_equal(m.left, 1);
    assert_int_equal(m.in[0], 1);
    made stay = make((double[]){(t_240 - 0.1) * error, 0, (t_240 - 0.1) * error}, 3);
    look_at(&stay, 1, 0);
    assert_int_equal(stay.left, 3);
    made go = make((double[]){(t_240 + 0.1) * error, 0, (t_240 + 0.1) * error}, 3);
    look_at(&go, 1, 0);
    assert_int_equal(go.left, 1);
}

TEST(looks_share_the_levels)
{
    made m = make((double[]){0, (t_240 - 0.1) * error}, 2);
    look_at(&m, 3, 0); /* 0.025 / 3 / 2 */
    assert_int_equal(m.left, 2);
    made n = make((double[]){0, (t_240 + 0.1) * error}, 2);
    look_at(&n, 3, 0);
    assert_int_equal(n.left, 1);
}

/* Differences of 0, 2, 0, 2: mean 1, variance 4/3. */
TEST(variance_counts)
{
    made m = make((double[]){0, 0}, 2);
    m.logs[1 * RACE_MOST + 1] = m.logs[3 * RACE_MOST + 1] = 2;
    const race_verdict v = look_at(&m, 1, 0.8);
    assert_int_equal(m.left, 2);
    assert_near(v.behind, -1 + t_40 * sqrt((4.0 / 3 + 0.0025) / 4));
    assert_false(v.over);
    assert_true(look_at(&m, 1, 0.9).over);
}

/* The leader of three is held against two others: a level of 0.025 / 2. */
TEST(the_leader_is_good_enough)
{
    made m = make((double[]){0.03, 0.01, 0.02}, 3);
    race_verdict v = look_at(&m, 1, t_80 * error - 0.01 - 1e-3);
    assert_near(v.behind, t_80 * error - 0.01);
    assert_false(v.over);
    assert_int_equal(m.left, 3);
    assert_int_equal(m.in[0], 1);
    assert_int_equal(m.in[1], 2);
    assert_int_equal(m.in[2], 0);
    v = look_at(&m, 1, t_80 * error - 0.01 + 1e-3);
    assert_true(v.over);
}

TEST(equals_are_in_the_order_of_the_ladder)
{
    made m = make((double[]){1, 1, 1}, 3);
    m.in[0] = 2, m.in[1] = 0, m.in[2] = 1;
    look_at(&m, 1, 0);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(m.in[i], i);
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
        const race_verdict v = look_at(&a, 2, 0.05), w = look_at(&b, 2, 0.05);
        assert_int_equal(a.left, b.left);
        assert_memory_equal(a.in, b.in, a.left * sizeof a.in[0]);
        assert_true(v.behind == w.behind && v.over == w.over && a.left >= 1);
    }
}

RUN_TESTS(NULL, NULL, NULL)
