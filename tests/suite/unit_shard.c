/* unit_shard.c -- --shard: what it takes, and which jobs it has. */
#include "suite/lists.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static void takes(const char *text, unsigned index, unsigned count)
{
    abs_shard shard = {0, 0};
    abs_error error;
    if (!shard_parse(text, &shard, &error))
        fail_msg("--shard=%s: %s", text, error.text);
    if (shard.index != index || shard.count != count)
        fail_msg("--shard=%s: %u/%u", text, shard.index, shard.count);
}

TEST(reads_i_of_n)
{
    takes("1/1", 1, 1);
    takes("7/7", 7, 7);
    takes("1000000/1000000", 1000000, 1000000);
    takes("2/7", 2, 7);
    static const char *const wrong[] = {"",
                                        "/",
                                        "1",
                                        "1/",
                                        "/7",
                                        "0/7",
                                        "8/7",
                                        "1/0",
                                        "-1/7",
                                        "1/7/7",
                                        "1/7 ",
                                        " 1/7",
                                        "1 /7",
                                        "a/7",
                                        "auto",
                                        "1/1000001",
                                        "1.5/7",
                                        "99999999999999999999/99999999999999999999",
                                        "12345678901234567/3"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        abs_shard shard;
        abs_error error = {0};
        if (shard_parse(wrong[i], &shard, &error))
            fail_msg("--shard=%s is taken: %u/%u", wrong[i], shard.index, shard.count);
        assert_int_equal(error.code, ABS_USAGE);
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
    static const struct {
        const char *id;
        unsigned of_2, of_7, of_1000;
    } known[] = {
        {"", 1, 1, 1},
        {"a", 1, 4, 432},
        {"chess#startpos/d6/pvs", 1, 3, 368},
        {"uniform:b=4,range=100#1/d5/aspiration+pvs/w50/full/previous/tt64M/exact/depth/tt,killer/"
         "deepening",
         2, 6, 805},
        {"uniform:b=4,range=100#2/d5/aspiration+pvs/w50/full/previous/tt64M/exact/depth/tt,killer/"
         "deepening",
         2, 6, 788},
        {"\xe6\xa3\x8b/d3", 1, 1, 7},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        assert_true(shard_has(&(abs_shard){0, 0}, known[i].id));
        assert_int_equal(shard_of(known[i].id, 1), 1);
        assert_int_equal(shard_of(known[i].id, 2), known[i].of_2);
        assert_int_equal(shard_of(known[i].id, 7), known[i].of_7);
        assert_int_equal(shard_of(known[i].id, 1000), known[i].of_1000);
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
