/* gaps.c -- jobs and shards that the inputs of `merge` lack. See commands.h. */
#include "base/memory.h"
#include "verbs/commands.h"

#include <stdlib.h>

enum { RANGES_SHOWN = 20 };

static int by_number(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Appends the numbers from `first` to below `end` that are not in `there`, as at most `most`
   ranges, "2,5-7". Sorts `there`, and ignores its numbers below `first`. Returns how many numbers
   are missing. */
static uint64_t list_gaps(abs_buffer *text, uint64_t *there, size_t count, uint64_t first,
                          uint64_t end, size_t most)
{
    uint64_t missing = 0;
    size_t ranges = 0;
    if (count > 0)
        qsort(there, count, sizeof *there, by_number);
    for (size_t i = 0; i <= count; i++) {
        const uint64_t next = i < count ? there[i] : end;
        if (next < first)
            continue;
        if (next > first && ranges++ < most) {
            buffer_format(text, "%s%" PRIu64, ranges > 1 ? "," : "", first);
            if (next - first > 1)
                buffer_format(text, "-%" PRIu64, next - 1);
        }
        missing += next - first;
        first = next + 1;
    }
    if (ranges > most)
        buffer_text(text, ",...");
    return missing;
}

bool gaps_judge(abs_reader *const *inputs, const size_t *plans, size_t inputs_count, size_t plan,
                bool *shards_missing)
{
    bool whole = false, have_jobs = true, agree = true, have_shards = false;
    size_t room = 0, count = 0;
    uint64_t missing = 0, *jobs = NULL; /* jobs that have a row or were left out */
    uint64_t *shards = memory_zeros(inputs_count, sizeof *shards); /* shards that are complete */
    const abs_plan *p = NULL;
    abs_buffer text = {0};
    for (size_t i = 0; i < inputs_count; i++) {
        const abs_reader *reader = inputs[i];
        if (plans[i] != plan)
            continue;
        agree &= p == NULL || reader->plan.shards == p->shards;
        p = &reader->plan;
        have_shards |= p->shards > 0;
        whole |= p->shards == 0 && reader->is_whole;
        if (reader->is_whole)
            shards[i] = p->shard;
        for (size_t k = 0; k < reader->count + reader->left_out; k++) {
            memory_grow(&jobs, &room, count, sizeof *jobs);
            jobs[count] = reader->rows[k].job;
            have_jobs &= jobs[count++] != ABS_NO_JOB;
        }
    }
    const bool judged = !whole && p->known && have_jobs;
    if (judged)
        missing = list_gaps(&text, jobs, count, 0, p->jobs, RANGES_SHOWN);
    if (missing > 0)
        fprintf(stderr, "absbench: %" PRIu64 " of %" PRIu64 " %s missing: %s\n", missing, p->jobs,
                p->jobs == 1 ? "job is" : "jobs are", buffer_end(&text));
    buffer_clear(&text);
    if (missing > 0 && agree && p->shards > 0 &&
        list_gaps(&text, shards, inputs_count, 1, p->shards + UINT64_C(1), SIZE_MAX) > 0)
        fprintf(stderr, "absbench: of %u shards, these are missing or not finished: %s\n",
                p->shards, buffer_end(&text));
    *shards_missing |= missing > 0 && have_shards;
    buffer_free(&text);
    free(jobs);
    free(shards);
    return judged ? missing == 0 : whole;
}
