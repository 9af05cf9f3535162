/* shard.c -- see shard.h. */
#include "suite/shard.h"
#include "base/mix.h"
#include "base/text.h"

#include <string.h>

bool shard_has(const abs_shard *shard, const char *row_id)
{
    if (shard->count == 0)
        return true;
    const uint64_t high = abs_mix_text(row_id) >> 32; /* evenly from [0, 2^32) to [0, count) */
    return (high * shard->count >> 32) + 1 == shard->index;
}

bool shard_parse(const char *text, abs_shard *shard, abs_error *error)
{
    char index[16] = "";
    int64_t i = 0, n = 0;
    const char *const slash = strchr(text, '/');
    if (slash != NULL && (size_t)(slash - text) < sizeof index)
        memcpy(index, text, (size_t)(slash - text));
    if (slash == NULL || !text_int(slash + 1, 1, ABS_SHARDS_MAX, &n) || !text_int(index, 1, n, &i))
        return abs_fail(error, ABS_USAGE,
                        "--shard=%s: write i/n, shard i of n, with i from 1 to n and n at most %d",
                        text, ABS_SHARDS_MAX);
    *shard = (abs_shard){(uint32_t)i, (uint32_t)n};
    return true;
}
