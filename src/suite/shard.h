/*
 * shard.h -- one share of the jobs, for a run that is spread over several machines.
 */
#ifndef ABS_SHARD_H
#define ABS_SHARD_H

#include "base/error.h"

#include <stdint.h>

enum { ABS_SHARDS_MAX = 1000000 };

typedef struct {
    uint32_t index, count; /* index from 1 to count; count 0: no shards, all jobs */
} abs_shard;

/* Reads "i/n". False: wrong usage. */
bool shard_parse(const char *text, abs_shard *shard, abs_error *error);

/*
 * Whether the job of that row id is in the shard: each job is in exactly one, by a hash of the id
 * alone, so that long and short jobs mix in whatever order they stand. It never changes, so that
 * shards of different versions fit together.
 */
bool shard_has(const abs_shard *shard, const char *row_id);

#endif
