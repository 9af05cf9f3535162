/* unit_shard.c -- --shard: what it takes, and which jobs it has. */
#include "suite/options.h"
#include "test.h"

#include <ctype.h>
#include <string.h>

/* The shard, or words of why there is none. */
TEST(what_is_taken_and_what_is_refused)
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

/* The shard that has the job. */
static unsigned shard_of(const char *id, unsigned count)
{
    unsigned found = 0;
    for (unsigned i = 1; i <= count; i++)
        if (shard_has(&(abs_shard){i, count}, id)) {
            assert_int_equal(found, 0);
            found = i;
        }
    return found;
}

TEST(a_job_is_in_the_same_shard_for_ever)
{
    static const unsigned counts[] = {1, 2, 7, 1000};
    static const struct {
        const char *id;
        unsigned of[4];
    } known[] = {
        {"", {1, 1, 1, 1}},
        {"chess#startpos/d6/pvs", {1, 1, 3, 368}},
        {"uniform:b=4,range=100#1/d5/aspiration+pvs/w50/full/previous/tt64M/exact/depth/tt,killer/"
         "deepening",
         {1, 2, 6, 805}},
        {"\xe6\xa3\x8b/d3", {1, 1, 1, 7}},
    };
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        assert_true(shard_has(&(abs_shard){0, 0}, known[i].id));
        for (size_t k = 0; k < COUNT_OF(counts); k++)
            assert_int_equal(shard_of(known[i].id, counts[k]), known[i].of[k]);
    }
}

/* Ids that differ in one figure only; the bounds are those of 0.1 % and 99.9 % of chi-square. */
TEST(shards_are_of_one_size)
{
    enum { JOBS = 70000, SHARDS = 7 };
    for (unsigned field = 0; field < 3; field++) {
        unsigned jobs[SHARDS + 1] = {0};
        double chi = 0;
        for (unsigned i = 0; i < JOBS; i++) {
            char id[128];
            snprintf(id, sizeof id,
                     "uniform:b=4,range=100#%u/d%u/pvs/tt%u/exact/tt,killer/deepening",
                     field == 0 ? i : 1, field == 1 ? i : 5, field == 2 ? i : 64);
            jobs[shard_of(id, SHARDS)]++;
        }
        assert_int_equal(jobs[0], 0);
        for (unsigned s = 1; s <= SHARDS; s++) {
            const double off = (double)jobs[s] - JOBS / SHARDS;
            chi += off * off / (JOBS / SHARDS);
        }
        assert_true(chi > 0.38 && chi < 22.46);
    }
}

RUN_TESTS(NULL, NULL, NULL)
