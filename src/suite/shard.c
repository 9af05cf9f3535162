/* shard.c -- see shard.h. */
#include "suite/shard.h"
#include "base/mix.h"
#include "base/text.h"
#include "suite/lists.h"

#include <stdlib.h>
#include <string.h>

bool shard_has(const abs_shard *shard, const char *row_id)
{
    if (shard->count == 0)
        return true;
    const uint64_t high = abs_mix_text(row_id) >> 32; /* evenly from [0, 2^32) to [0, count) */
    return (high * shard->count >> 32) + 1 == shard->index;
}

/* ---- what the environment says ------------------------------------------------------------- */

/* Which of the shards this process is to do: a number from 1, and who says so. */
typedef struct {
    const char *name;     /* NULL: nobody */
    int64_t index, count; /* count 0: it is not said */
} claim;

/* A number of the environment; -1: it is not set. */
static bool get(const char *name, int64_t *value, const abs_value *v)
{
    const char *text = getenv(name);
    *value = -1;
    return text == NULL || text_int(text, 0, ABS_SHARDS_MAX, value) ||
           value_fail(v, "%s=%s is not a whole number from 0 to %d; write --shard=i/n", name, text,
                      ABS_SHARDS_MAX);
}

/*
 * A task of a Slurm array. An array that does a few shards again looks as one of fewer shards, so
 * that its size counts only if it goes from 1 without a gap.
 */
static bool from_array(claim *c, int64_t shards, const abs_value *v)
{
    int64_t id, least, most, tasks;
    if (!get("SLURM_ARRAY_TASK_ID", &id, v) || !get("SLURM_ARRAY_TASK_MIN", &least, v) ||
        !get("SLURM_ARRAY_TASK_MAX", &most, v) || !get("SLURM_ARRAY_TASK_COUNT", &tasks, v))
        return false;
    if (id < 0)
        return true;
    *c = (claim){"SLURM_ARRAY_TASK_ID", id, 0};
    if (least == 0 || id == 0)
        return value_fail(
            v, "the array begins with task 0, and shards with 1; write `sbatch --array=1-N`");
    if ((least > 0 && id < least) || (most > 0 && id > most))
        return value_fail(
            v,
            "SLURM_ARRAY_TASK_ID=%d is not within SLURM_ARRAY_TASK_MIN and _MAX; write --shard=i/n",
            (int)id);
    if (shards > 0 && most > shards)
        return value_fail(v, "the array goes to task %d; write `sbatch --array=1-%d`", (int)most,
                          (int)shards);
    if (shards == 0 && (least != 1 || most < 1 || most != tasks))
        return value_fail(v, "the array is not 1-N without a gap, so it does not say how many "
                             "shards there are; write --shard=auto/N");
    c->count = shards == 0 ? most : 0;
    return true;
}

/* A rank and the number of ranks, as a launcher sets them. */
static bool from_launcher(const char *rank_name, const char *size_name, claim *c,
                          const abs_value *v)
{
    int64_t rank, size;
    if (!get(rank_name, &rank, v) || !get(size_name, &size, v))
        return false;
    if (rank < 0 && size < 0)
        return true;
    if (rank < 0 || rank >= size)
        return value_fail(v, "%s and %s do not go together; write --shard=i/n", rank_name,
                          size_name);
    *c = (claim){rank_name, rank + 1, size};
    return true;
}

/*
 * A rank of mpirun or srun. Within Slurm, mpirun's helpers are themselves tasks of srun, so that
 * its own variables count first; a batch script has SLURM_PROCID=0 too, but is no step.
 * (PMIX_RANK comes without the number of ranks; who sets it sets one of these pairs too.)
 */
static bool from_rank(claim *c, const abs_value *v)
{
    claim open = {0}, pmi = {0};
    int64_t tasks, step;
    if (!from_launcher("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", &open, v) ||
        !from_launcher("PMI_RANK", "PMI_SIZE", &pmi, v) || !get("SLURM_NTASKS", &tasks, v) ||
        !get("SLURM_STEP_NUM_TASKS", &step, v))
        return false;
    if (open.name != NULL && pmi.name != NULL &&
        (open.index != pmi.index || open.count != pmi.count))
        return value_fail(
            v, "OMPI_COMM_WORLD_RANK and PMI_RANK say different things; write --shard=i/n");
    *c = open.name != NULL ? open : pmi;
    if (c->name != NULL || step < 0)
        return true;
    if (tasks >= 0 && tasks != step)
        return value_fail(v, "SLURM_NTASKS=%d, but SLURM_STEP_NUM_TASKS=%d; write --shard=i/n",
                          (int)tasks, (int)step);
    return from_launcher("SLURM_PROCID", "SLURM_STEP_NUM_TASKS", c, v);
}

/* A job of GNU parallel, which does not tell how many there are. */
static bool from_parallel(claim *c, int64_t shards, const abs_value *v)
{
    int64_t number;
    if (!get("PARALLEL_SEQ", &number, v))
        return false;
    if (number < 0)
        return true;
    *c = (claim){"PARALLEL_SEQ", number, 0};
    return shards > 0 ||
           value_fail(v,
                      "GNU parallel does not say how many shards there are; write --shard=auto/N");
}

/* `shards` is what the command line says; 0: nothing. */
static bool from_environment(int64_t shards, abs_shard *shard, const abs_value *v)
{
    claim claims[3] = {{0}}, found = {0};
    if (!from_array(&claims[0], shards, v) || !from_rank(&claims[1], v) ||
        !from_parallel(&claims[2], shards, v))
        return false;
    if (claims[1].count == 1) /* one task says nothing: it may be one of an array's */
        claims[1].name = NULL;
    for (unsigned i = 0; i < 3; i++) {
        if (claims[i].name == NULL)
            continue;
        if (found.name != NULL)
            return value_fail(v, "both %s and %s are set; write --shard=i/n", found.name,
                              claims[i].name);
        found = claims[i];
    }
    if (found.name == NULL)
        return value_fail(
            v, "nothing here says which shard this is: no task of a Slurm array, no rank of "
               "several of srun or mpirun, no job of GNU parallel; write --shard=i/n");
    if (shards > 0 && found.count > 0 && found.count != shards)
        return value_fail(v, "there are %d ranks; write --shard=auto", (int)found.count);
    const int64_t count = shards > 0 ? shards : found.count;
    if (found.index < 1 || found.index > count)
        return value_fail(v, "%s=%d, and shards are 1 to %d", found.name, (int)found.index,
                          (int)count);
    *shard = (abs_shard){(uint32_t)found.index, (uint32_t)count};
    return true;
}

/* ---- what the command line says ------------------------------------------------------------ */

bool shard_parse(const char *text, abs_shard *shard, abs_error *error)
{
    const abs_value value = {"shard", text, error};
    char index[16];
    int64_t i = 0, n = 0;
    const size_t length = strcspn(text, "/");
    const char *count = text[length] == '/' ? text + length + 1 : NULL;
    snprintf(index, sizeof index, "%.*s", (int)(length < sizeof index ? length : 0), text);
    const bool automatic = strcmp(index, "auto") == 0;
    if ((count == NULL ? !automatic : !text_int(count, 1, ABS_SHARDS_MAX, &n)) ||
        (!automatic && !text_int(index, 1, n, &i)))
        return value_fail(&value,
                          "write i/n, shard i of n, with i from 1 to n and n at most %d; or auto, "
                          "or auto/n",
                          ABS_SHARDS_MAX);
    *shard = (abs_shard){(uint32_t)i, (uint32_t)n};
    return !automatic || from_environment(n, shard, &value);
}
