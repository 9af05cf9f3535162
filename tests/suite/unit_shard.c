/* unit_shard.c -- --shard: what it takes, and which jobs it has. */
#include "suite/suite.h"
#include "test.h"

#include <ctype.h>
#include <string.h>

/* The shard, or words of why there is none. */
TEST(shards_are_read_or_refused_with_a_reason)
{
    static const char *const cases[][2] = {
        {"1/1", "1/1"},
        {"2/7", "2/7"},
        {"1000000/1000000", "1000000/1000000"},
        {"1", "write i/n"},
        {"0/7", "write i/n"},
        {"8/7", "write i/n"},
        {"1/7/7", "write i/n"},
        {"1/7 ", "write i/n"},
        {"1/0", "write i/n"},
        {"/7", "write i/n"},
        {"1/1000001", "write i/n"},
        {"99999999999999999999/99999999999999999999", "write i/n"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *const text = cases[i][0], *const wanted = cases[i][1];
        abs_shard shard;
        abs_error error = {.code = ABS_OK};
        const bool taken = shard_parse(text, &shard, &error);
        if (taken)
            snprintf(error.text, sizeof error.text, "%u/%u", shard.index, shard.count);
        else
            assert_int_equal(error.code, ABS_USAGE);
        if (taken != (isdigit(*wanted) != 0) ||
            (taken ? strcmp(error.text, wanted) != 0 : strstr(error.text, wanted) == NULL))
            fail_msg("%s: %s", text, error.text);
    }
}

enum { SHARDS = 7, SEEDS = 35000, SEARCHES = 2 * SEEDS + 4 };

/* Sets of each search of the suite the one shard that has it. */
static void divide(const abs_suite *suite, unsigned count, unsigned *of)
{
    bool has[SEARCHES] = {false};
    assert_true(suite->jobs <= SEARCHES);
    memset(of, 0, suite->jobs * sizeof *of);
    for (unsigned i = 1; i <= count; i++) {
        suite_shard(suite, &(abs_shard){i, count}, has);
        for (size_t job = 0; job < suite->jobs; job++) {
            assert_true(!has[job] || of[job] == 0);
            of[job] = has[job] ? i : of[job];
        }
    }
    for (size_t job = 0; job < suite->jobs; job++)
        assert_int_not_equal(of[job], 0);
}

static void plan(abs_suite *suite, int argc, char **argv)
{
    static abs_options o;
    abs_error error;
    abs_options_init(&o);
    *suite = (abs_suite){0};
    if (!abs_options_parse(&o, argc, argv, &error) || !abs_suite_add(suite, &o, &error))
        fail_msg("%s", error.text);
    abs_options_free(&o);
}
#define PLAN(suite, ...) plan(suite, COUNT_OF(((char *[]){__VA_ARGS__})), (char *[]){__VA_ARGS__})

/* Shards of machines of every kind are of one plan; and a search's does not hang on the others. */
TEST(a_search_is_in_the_same_shard_everywhere)
{
    static const unsigned known[] = {429, 928, 945, 738, 539, 477, 550, 298};
    abs_suite suite;
    unsigned of[SEARCHES], alone[SEARCHES];
    PLAN(&suite, "absbench", "--reference=none", "--algo=pvs,mtdf", "--depth=3",
         "--tree=uniform:b=4", "--seed=1,2", "--game=connectfour", "--position=start",
         "--position=4444");
    assert_int_equal(suite.jobs, COUNT_OF(known));
    divide(&suite, 1000, of);
    for (size_t job = 0; job < suite.jobs; job++)
        assert_int_equal(of[job], known[job]);
    abs_suite_free(&suite);
    PLAN(&suite, "absbench", "--reference=none", "--algo=mtdf", "--depth=3", "--tree=uniform:b=4",
         "--seed=2");
    divide(&suite, 1000, alone);
    assert_int_equal(alone[0], of[3]);
    abs_suite_free(&suite);
}

/* Seeds, and configurations that differ in one word; the bounds are those of 0.1 % and 99.9 % of
   chi-square. */
TEST(shards_are_of_one_size)
{
    static char *const lists[][3] = {
        {"--seed=1..35000", "--algo=pvs,mtdf"},
        {"--seed=1..7", "--window=1..5000", "--algo=aspiration"},
    };
    for (size_t k = 0; k < COUNT_OF(lists); k++) {
        unsigned of[SEARCHES], jobs[SHARDS + 1] = {0};
        double chi = 0;
        abs_suite suite;
        PLAN(&suite, "absbench", "--reference=none", "--tree=uniform:b=4", "--depth=3", lists[k][0],
             lists[k][1], k == 0 ? "--tt=0" : lists[k][2]);
        divide(&suite, SHARDS, of);
        for (size_t job = 0; job < suite.jobs; job++)
            jobs[of[job]]++;
        for (unsigned s = 1; s <= SHARDS; s++) {
            const double mean = (double)suite.jobs / SHARDS, off = (double)jobs[s] - mean;
            chi += off * off / mean;
        }
        if (suite.jobs < SEEDS || chi <= 0.38 || chi >= 22.46)
            fail_msg("%s: chi-square %g of %zu", lists[k][0], chi, suite.jobs);
        abs_suite_free(&suite);
    }
}

RUN_TESTS(NULL, NULL, NULL)
