/* unit_shard.c -- --shard: what it takes, what the environment says, and which jobs it has. */
#include "suite/options.h"
#include "test.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* What --shard=TEXT is in that environment, "NAME=VALUE NAME=VALUE": i/n, or why it is refused. */
static const char *shard_in(const char *text, const char *environment)
{
    static abs_error error;
    char copy[512];
    abs_shard shard;
    const char *const form = getenv("CMOCKA_MESSAGE_OUTPUT"); /* of what the test prints */
    clearenv();
    if (form != NULL)
        setenv("CMOCKA_MESSAGE_OUTPUT", form, 1);
    snprintf(copy, sizeof copy, "%s", environment);
    for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " ")) {
        char *value = strchr(word, '=');
        *value++ = '\0';
        setenv(word, value, 1);
    }
    error = (abs_error){.code = ABS_OK};
    if (shard_parse(text, &shard, &error))
        snprintf(error.text, sizeof error.text, "%u/%u", shard.index, shard.count);
    else
        assert_int_equal(error.code, ABS_USAGE);
    return error.text;
}

#define ARRAY(id, least, most, count)                                                              \
    "SLURM_ARRAY_TASK_ID=" #id " SLURM_ARRAY_TASK_MIN=" #least " SLURM_ARRAY_TASK_MAX=" #most      \
    " SLURM_ARRAY_TASK_COUNT=" #count
/* A batch script has these too, though no srun started it. */
#define SCRIPT " SLURM_PROCID=0 SLURM_NTASKS=1"
#define STEP " SLURM_PROCID=2 SLURM_NTASKS=3 SLURM_STEP_NUM_TASKS=3"
#define MPI "OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=4"
#define ASK_N "write --shard=auto/N"
#define NOBODY "nothing here says"

/* The shard, or words of why there is none. */
TEST(what_is_taken_and_what_is_refused)
{
    static const char *const cases[][3] = {
        {"1/1", "", "1/1"},
        {"1000000/1000000", "", "1000000/1000000"},
        {"2/7", "SLURM_ARRAY_TASK_ID=5 PARALLEL_SEQ=nonsense", "2/7"}, /* not asked */
        {"auto", ARRAY(1, 1, 7, 7) SCRIPT, "1/7"},
        {"auto", ARRAY(7, 1, 7, 7) SCRIPT " SLURM_STEP_NUM_TASKS=1", "7/7"},
        {"auto/7", ARRAY(5, 2, 5, 2) SCRIPT, "5/7"}, /* --array=2,5 does two of seven again */
        {"auto/7", "SLURM_ARRAY_TASK_ID=5", "5/7"},
        {"auto", MPI, "1/4"},
        {"auto/4", MPI, "1/4"},
        {"auto", "PMI_RANK=1 PMI_SIZE=2", "2/2"},
        {"auto", STEP, "3/3"},
        {"auto", "PMI_RANK=2 PMI_SIZE=3" STEP, "3/3"},
        {"auto", MPI STEP, "1/4"}, /* mpirun's helper is a task of srun, one a node */
        {"auto/7", "PARALLEL_SEQ=7" SCRIPT, "7/7"},
        {"1", "", "write i/n"},
        {"0/7", "", "write i/n"},
        {"8/7", "", "write i/n"},
        {"1/7/7", "", "write i/n"},
        {"1/7 ", "", "write i/n"},
        {"1/1000001", "", "write i/n"},
        {"99999999999999999999/99999999999999999999", "", "write i/n"},
        {"automatic", "PARALLEL_SEQ=1", "write i/n"},
        {"auto/0", "PARALLEL_SEQ=1", "write i/n"},
        {"auto", ARRAY(5, 2, 5, 2), ASK_N},
        {"auto", ARRAY(3, 1, 13, 7), ASK_N}, /* steps of 2 */
        {"auto", "SLURM_ARRAY_TASK_ID=5", ASK_N},
        {"auto/7", ARRAY(3, 0, 6, 7), "--array=1-N"}, /* else nobody would do the seventh */
        {"auto/7", ARRAY(8, 1, 8, 8), "1 to 7"},
        {"auto/7", "SLURM_ARRAY_TASK_ID=0", "1 to 7"},
        {"auto", ARRAY(8, 1, 7, 7), "1 to 7"},
        {"auto", ARRAY(x, 1, 7, 7), "SLURM_ARRAY_TASK_ID=x"},
        {"auto", ARRAY(1, 1, , 7), "SLURM_ARRAY_TASK_MAX="},
        {"auto/7", "PMI_RANK=1 PMI_SIZE=2", "2 ranks"},
        {"auto", "PMI_RANK=2 PMI_SIZE=2", "1 to 2"},
        {"auto", "PMI_RANK=2", NOBODY},
        {"auto", MPI " PMI_RANK=0 PMI_SIZE=2", "both OMPI_COMM_WORLD_RANK and PMI_RANK"},
        /* A batch script is not its first task; one rank may be one of many arrays' tasks. */
        {"auto", "SLURM_PROCID=0 SLURM_NTASKS=4", NOBODY},
        {"auto/7", SCRIPT " SLURM_STEP_NUM_TASKS=1", NOBODY},
        {"auto", "OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=1", NOBODY},
        {"auto", "PARALLEL_SEQ=3", ASK_N},
        {"auto/7", "PARALLEL_SEQ=8", "1 to 7"},
        {"auto/7", "PARALLEL_SEQ=3x", "PARALLEL_SEQ=3x"},
        {"auto/7", "", NOBODY},
        {"auto/7", ARRAY(3, 1, 7, 7) " PARALLEL_SEQ=3", "both SLURM_ARRAY_TASK_ID and PARA"},
        {"auto/4", "PMI_RANK=2 PMI_SIZE=4 PARALLEL_SEQ=3", "both PARALLEL_SEQ and PMI_RANK"},
        {"auto", ARRAY(1, 1, 7, 7) STEP, "both SLURM_ARRAY_TASK_ID and SLURM_PROCID"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *said = shard_in(cases[i][0], cases[i][1]), *wanted = cases[i][2];
        const bool taken = isdigit(*wanted) && strchr(wanted, '/') != NULL;
        if (taken ? strcmp(said, wanted) != 0 : strstr(said, wanted) == NULL)
            fail_msg("%s with '%s': %s", cases[i][0], cases[i][1], said);
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
