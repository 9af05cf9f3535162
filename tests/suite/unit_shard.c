/* unit_shard.c -- --shard: what it takes, what the environment says, and which jobs it has. */
#include "suite/options.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

/* Every variable that --shard=auto looks at. */
static const char *const variables[] = {"SLURM_ARRAY_TASK_ID",
                                        "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX",
                                        "SLURM_ARRAY_TASK_COUNT", "SLURM_PROCID", "SLURM_NTASKS",
                                        "SLURM_STEP_NUM_TASKS", "OMPI_COMM_WORLD_RANK",
                                        "OMPI_COMM_WORLD_SIZE", "PMI_RANK", "PMI_SIZE",
                                        "PARALLEL_SEQ"};

/* Sets the environment: "NAME=VALUE NAME=VALUE", no others. */
static void set_environment(const char *text)
{
    char copy[512];
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++)
        unsetenv(variables[i]);
    snprintf(copy, sizeof copy, "%s", text);
    for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " ")) {
        char *value = strchr(word, '=');
        *value++ = '\0';
        setenv(word, value, 1);
    }
}

static void takes(const char *text, const char *environment, unsigned index, unsigned count)
{
    abs_shard shard = {0, 0};
    abs_error error;
    set_environment(environment);
    if (!shard_parse(text, &shard, &error))
        fail_msg("--shard=%s with '%s': %s", text, environment, error.text);
    if (shard.index != index || shard.count != count)
        fail_msg("--shard=%s with '%s': %u/%u", text, environment, shard.index, shard.count);
}

/* Refused as wrong usage, with a message that has these words. */
static void refuses(const char *text, const char *environment, const char *words)
{
    abs_shard shard;
    abs_error error = {0};
    set_environment(environment);
    if (shard_parse(text, &shard, &error))
        fail_msg("--shard=%s with '%s' is taken: %u/%u", text, environment, shard.index,
                 shard.count);
    assert_int_equal(error.code, ABS_USAGE);
    if (strstr(error.text, words) == NULL)
        fail_msg("--shard=%s with '%s': '%s' does not say '%s'", text, environment, error.text,
                 words);
}

TEST(reads_i_of_n)
{
    takes("1/1", "", 1, 1);
    takes("7/7", "", 7, 7);
    takes("1000000/1000000", "", 1000000, 1000000);
    takes("2/7", "SLURM_ARRAY_TASK_ID=5 PARALLEL_SEQ=nonsense", 2, 7); /* not asked */
    static const char *const wrong[] = {"",
                                        "/", "1", "1/", "/7", "0/7", "8/7", "1/0", "-1/7", "1/7/7",
                                        "1/7 ", " 1/7", "1 /7", "a/7", "auto/", "Auto", "auto/0",
                                        "auto/-7", "automatic", "auto ", "1/1000001", "1.5/7",
                                        "99999999999999999999/99999999999999999999",
                                        "12345678901234567/3"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        refuses(wrong[i], "PARALLEL_SEQ=1", "write i/n");
}

#define ARRAY(id, least, most, count)                                                              \
    "SLURM_ARRAY_TASK_ID=" #id " SLURM_ARRAY_TASK_MIN=" #least " SLURM_ARRAY_TASK_MAX=" #most      \
    " SLURM_ARRAY_TASK_COUNT=" #count
/* A batch script has these too, though no srun started it. */
#define SCRIPT " SLURM_PROCID=0 SLURM_NTASKS=1"

TEST(reads_slurm_arrays)
{
    takes("auto", ARRAY(1, 1, 7, 7) SCRIPT, 1, 7);
    takes("auto", ARRAY(7, 1, 7, 7) SCRIPT " SLURM_STEP_NUM_TASKS=1", 7, 7);
    takes("auto", ARRAY(1, 1, 1, 1), 1, 1);
    takes("auto/7", ARRAY(3, 1, 7, 7), 3, 7);
    takes("auto/7", ARRAY(5, 2, 5, 2) SCRIPT, 5, 7); /* --array=2,5 does two of seven again */
    takes("auto/7", "SLURM_ARRAY_TASK_ID=5", 5, 7);
    refuses("auto", ARRAY(5, 2, 5, 2), "write --shard=auto/N");
    refuses("auto", ARRAY(5, 1, 5, 2), "write --shard=auto/N");
    refuses("auto", ARRAY(3, 1, 13, 7), "write --shard=auto/N"); /* steps of 2 */
    refuses("auto", "SLURM_ARRAY_TASK_ID=5", "write --shard=auto/N");
    refuses("auto", ARRAY(3, 0, 6, 7), "--array=1-N");
    refuses("auto/7", ARRAY(3, 0, 6, 7), "--array=1-N"); /* else nobody would do the seventh */
    refuses("auto/7", "SLURM_ARRAY_TASK_ID=0", "1 to 7");
    refuses("auto/7", ARRAY(8, 1, 8, 8), "1 to 7");
    refuses("auto/7", "SLURM_ARRAY_TASK_ID=8", "1 to 7");
    refuses("auto", ARRAY(8, 1, 7, 7), "1 to 7");
    refuses("auto", ARRAY(1, 2, 7, 6), "write --shard=auto/N");
    refuses("auto", ARRAY(x, 1, 7, 7), "SLURM_ARRAY_TASK_ID=x");
    refuses("auto", ARRAY(1, 1, , 7), "SLURM_ARRAY_TASK_MAX=");
    refuses("auto", ARRAY(-1, 1, 7, 7), "SLURM_ARRAY_TASK_ID=-1");
}

TEST(reads_ranks)
{
    takes("auto", "OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=4", 1, 4);
    takes("auto/4", "OMPI_COMM_WORLD_RANK=3 OMPI_COMM_WORLD_SIZE=4", 4, 4);
    takes("auto", "PMI_RANK=1 PMI_SIZE=2", 2, 2);
    takes("auto", "SLURM_PROCID=2 SLURM_NTASKS=3 SLURM_STEP_NUM_TASKS=3", 3, 3);
    takes("auto", "PMI_RANK=1 PMI_SIZE=2 SLURM_PROCID=1 SLURM_NTASKS=2 SLURM_STEP_NUM_TASKS=2", 2,
          2);
    /* mpirun's helper is a task of srun, one a node */
    takes("auto",
          "OMPI_COMM_WORLD_RANK=5 OMPI_COMM_WORLD_SIZE=8 SLURM_PROCID=1 SLURM_NTASKS=2 "
          "SLURM_STEP_NUM_TASKS=2",
          6, 8);
    refuses("auto/7", "PMI_RANK=1 PMI_SIZE=2", "2 ranks");
    refuses("auto", "PMI_RANK=2 PMI_SIZE=2", "1 to 2");
    refuses("auto", "PMI_RANK=2", "nothing here says");
    refuses("auto", "OMPI_COMM_WORLD_SIZE=2", "nothing here says");
    refuses("auto", "OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2 PMI_RANK=0 PMI_SIZE=2",
            "both OMPI_COMM_WORLD_RANK and PMI_RANK");
    refuses("auto", "PMI_RANK=one PMI_SIZE=2", "PMI_RANK=one");
    /* A batch script is not the first of its tasks; one rank may be one of many arrays' tasks. */
    refuses("auto", "SLURM_PROCID=0 SLURM_NTASKS=4", "nothing here says");
    refuses("auto/7", "SLURM_PROCID=0 SLURM_NTASKS=1 SLURM_STEP_NUM_TASKS=1", "nothing here says");
    refuses("auto", "OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=1", "nothing here says");
}

TEST(reads_parallel)
{
    takes("auto/7", "PARALLEL_SEQ=3", 3, 7);
    takes("auto/7", "PARALLEL_SEQ=7" SCRIPT, 7, 7);
    refuses("auto", "PARALLEL_SEQ=3", "write --shard=auto/N");
    refuses("auto/7", "PARALLEL_SEQ=8", "1 to 7");
    refuses("auto/7", "PARALLEL_SEQ=0", "1 to 7");
    refuses("auto/7", "PARALLEL_SEQ=3x", "PARALLEL_SEQ=3x");
}

TEST(refuses_what_is_said_twice_or_never)
{
    refuses("auto", "", "nothing here says");
    refuses("auto/7", "", "nothing here says");
    refuses("auto/7", ARRAY(3, 1, 7, 7) " PARALLEL_SEQ=3",
            "both SLURM_ARRAY_TASK_ID and PARALLEL_SEQ");
    refuses("auto/4", "PMI_RANK=2 PMI_SIZE=4 PARALLEL_SEQ=3", "both PARALLEL_SEQ and PMI_RANK");
    refuses("auto", ARRAY(1, 1, 7, 7) " SLURM_PROCID=0 SLURM_NTASKS=2 SLURM_STEP_NUM_TASKS=2",
            "both SLURM_ARRAY_TASK_ID and SLURM_PROCID");
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
