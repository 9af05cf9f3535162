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

/* The variables that say which of several processes this is, and of how many. Those of mpirun come
   before srun's: within Slurm, its helpers are themselves tasks of srun. */
typedef struct {
    const char *index, *count;
    int first; /* the first of the processes has this index */
} launcher;

static const launcher launchers[] = {{"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MAX", 1},
                                     {"PARALLEL_SEQ", NULL, 1}, /* does not tell how many */
                                     {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", 0},
                                     {"PMI_RANK", "PMI_SIZE", 0},
                                     {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", 0}};

enum { LAUNCHERS = sizeof launchers / sizeof launchers[0] };

/* A number of the environment; -1: it is not set. */
static bool get(const char *name, int64_t *value, const abs_value *v)
{
    const char *text = name != NULL ? getenv(name) : NULL;
    *value = -1;
    return text == NULL || text_int(text, 0, ABS_SHARDS_MAX, value) ||
           value_fail(v, "%s=%s is not a whole number from 0 to %d; write --shard=i/n", name, text,
                      ABS_SHARDS_MAX);
}

/*
 * Whether a Slurm array says how many shards there are: *count is 0 if it does not. One that does a
 * few shards again looks as one of fewer shards, so that its size counts only if it goes from 1
 * without a gap.
 */
static bool check_array(int64_t *count, const abs_value *v)
{
    int64_t least, tasks;
    if (!get("SLURM_ARRAY_TASK_MIN", &least, v) || !get("SLURM_ARRAY_TASK_COUNT", &tasks, v))
        return false;
    if (least != 1 || *count != tasks)
        *count = 0;
    return least != 0 || value_fail(v, "the array begins with task 0, and shards with 1; write "
                                       "`sbatch --array=1-N`");
}

/* `shards` is what the command line says; 0: nothing. */
static bool from_environment(int64_t shards, abs_shard *shard, const abs_value *v)
{
    const launcher *found = NULL;
    int64_t index = 0, count = shards;
    for (const launcher *l = launchers; l < launchers + LAUNCHERS; l++) {
        int64_t i, n;
        if (!get(l->index, &i, v) || !get(l->count, &n, v) ||
            (i >= 0 && l == launchers && !check_array(&n, v)))
            return false;
        /* A batch script has a SLURM_PROCID and is no step; one rank may be one of an array's. */
        if (i < 0 || (l->first == 0 && n <= 1))
            continue;
        i += 1 - l->first;
        if (found != NULL && found->first == 0 && l == launchers + LAUNCHERS - 1)
            break;
        if (found != NULL && (found->first != 0 || i != index || n != count))
            return value_fail(v, "both %s and %s are set; write --shard=i/n", found->index,
                              l->index);
        found = l;
        index = i;
        if (shards > 0 && l->first == 0 && n != shards)
            return value_fail(v, "there are %d ranks; write --shard=auto", (int)n);
        count = shards > 0 ? shards : n;
    }
    if (found == NULL)
        return value_fail(
            v, "nothing here says which shard this is: no task of a Slurm array, no rank of "
               "several of srun or mpirun, no job of GNU parallel; write --shard=i/n");
    if (count < 1)
        return value_fail(v, "%s does not say how many shards there are; write --shard=auto/N",
                          found->index);
    if (index < 1 || index > count)
        return value_fail(v, "%s is that of shard %d, and shards are 1 to %d", found->index,
                          (int)index, (int)count);
    *shard = (abs_shard){(uint32_t)index, (uint32_t)count};
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
