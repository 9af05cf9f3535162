/* plan.c -- see plan.h. */
#include "log/plan.h"

static void put_hex(abs_buffer *b, const char *name, uint64_t number)
{
    buffer_key(b, name);
    buffer_format(b, "\"0x%016llx\"", (unsigned long long)number);
}

void plan_json(abs_buffer *b, const abs_plan *plan)
{
    if (!plan->known) {
        buffer_text(b, "null");
        return;
    }
    buffer_char(b, '{');
    put_hex(b, "hash", plan->hash);
    buffer_member_unsigned_if(b, "jobs", plan->jobs != ABS_NO_JOB, plan->jobs);
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
    buffer_member_unsigned(b, "rows", end->rows);
    buffer_member_unsigned(b, "reference_rows", end->reference_rows);
    buffer_member_unsigned(b, "left_out", end->left_out);
    put_hex(b, "signature", end->signature);
    buffer_text(b, "}}\n");
}
