/* plan.c -- see plan.h. */
#include "log/plan.h"

void plan_json(abs_buffer *b, const abs_plan *plan)
{
    if (!plan->known) {
        buffer_text(b, "null");
        return;
    }
    buffer_char(b, '{');
    buffer_key(b, "hash");
    buffer_hex(b, plan->hash);
    buffer_member_if(b, "jobs", plan->jobs != ABS_NO_JOB, (int64_t)plan->jobs);
    buffer_key(b, "shard");
    if (plan->shards > 0)
        buffer_format(b, "[%u,%u]", plan->shard, plan->shards);
    else
        buffer_text(b, "null");
    buffer_char(b, '}');
}

void plan_left_out_line(abs_buffer *b, uint64_t job)
{
    buffer_format(b, "{\"left_out\":%llu}\n", (unsigned long long)job);
}

void plan_end_line(abs_buffer *b, const abs_end *end)
{
    buffer_text(b, "{\"end\":{");
    buffer_member(b, "rows", "%" PRIu64, end->rows);
    buffer_member(b, "reference_rows", "%" PRIu64, end->reference_rows);
    buffer_member(b, "left_out", "%" PRIu64, end->left_out);
    buffer_key(b, "signature");
    buffer_hex(b, end->signature);
    buffer_text(b, "}}\n");
}
