/* compare_json.c -- a comparison as JSON. See compare.h. */
#include "report/compare.h"
#include "report/json.h"

#include <math.h>

static const char *const side_names[COMPARE_SIDES] = {"a", "b"};

void compare_json_field(abs_buffer *b, const abs_comparison *c, uint32_t record,
                        compare_field field)
{
    const abs_record *r = &c->tally.records[record];
    const uint64_t number = c->row[record].field[field];
    switch (field) {
    case COMPARE_STATUS:
        buffer_string(b, abs_statuses[r->status].name);
        break;
    case COMPARE_VALUE:
        if (r->has_value)
            buffer_signed(b, r->value);
        else
            buffer_text(b, "null");
        break;
    case COMPARE_BEST_MOVE:
    case COMPARE_PV:
        if (number != UINT32_MAX)
            buffer_string(b, c->texts.texts[number]);
        else
            buffer_text(b, "null");
        break;
    case COMPARE_ITERATIONS:
        buffer_format(b, "\"0x%016llx\"", (unsigned long long)number);
        break;
    default:
        buffer_unsigned(b, number);
    }
}

static void put_change(abs_buffer *b, const abs_comparison *c, const compare_change *change)
{
    buffer_line(b);
    buffer_char(b, '{');
    buffer_member_text(b, "id", c->ids.texts[change->id]);
    buffer_member_open(b, "differs", '[');
    for (int k = 0; k < COMPARE_FIELDS; k++)
        if (change->differs >> k & 1)
            buffer_element_text(b, compare_name((compare_field)k));
    buffer_char(b, ']');
    for (int side = 0; side < COMPARE_SIDES; side++) {
        buffer_member_open(b, side_names[side], '{');
        for (int k = 0; k < COMPARE_FIELDS; k++)
            if (change->differs >> k & 1) {
                buffer_key(b, compare_name((compare_field)k));
                compare_json_field(b, c, c->record[side][change->id], (compare_field)k);
            }
        buffer_char(b, '}');
    }
    buffer_char(b, '}');
}

static void put_sums(abs_buffer *b, abs_metric metric, const compare_sums *sums)
{
    buffer_member_open(b, "measure", '{');
    for (int side = 0; side < COMPARE_SIDES; side++)
        if (sums->too_large[side])
            buffer_member_null(b, side_names[side]);
        else if (metric == METRIC_time)
            buffer_member_real(b, side_names[side], 1e-9 * (double)sums->measure[side]);
        else
            buffer_member_unsigned(b, side_names[side], sums->measure[side]);
    buffer_member_real(b, "ratio", compare_ratio(sums));
    buffer_char(b, '}');
}

static void put_group(abs_buffer *b, const abs_comparison *c, size_t group)
{
    const compare_group *g = &c->groups[group];
    buffer_line(b);
    buffer_char(b, '{');
    json_by(b, &c->tally, &c->tally.groups[group]);
    buffer_member_unsigned(b, "common", g->common);
    buffer_member_unsigned(b, "changed", g->changed);
    buffer_member_unsigned(b, "values_differ", g->values);
    buffer_member_unsigned(b, "only_a", g->only[COMPARE_A]);
    buffer_member_unsigned(b, "only_b", g->only[COMPARE_B]);
    put_sums(b, c->tally.metric, &g->sums);
    buffer_member_open(b, "ratio", '{');
    json_ratio(b, &g->ratio);
    buffer_member_text(b, "missing",
                       g->ratio.n == 0   ? "no position has a measure and status ok in both"
                       : g->ratio.n == 1 ? "n = 1: no interval"
                                         : NULL);
    buffer_text(b, "}}");
}

/* The ids of rows that only one report has. */
static void put_only(abs_buffer *b, const abs_comparison *c, int side)
{
    buffer_member_open(b, side == COMPARE_A ? "only_a" : "only_b", '[');
    for (uint32_t id = 0; id < c->ids.count; id++)
        if (c->record[COMPARE_SIDES - 1 - side][id] == UINT32_MAX) {
            buffer_line(b);
            buffer_string(b, c->ids.texts[id]);
        }
    buffer_char(b, ']');
}

static void put_failures(abs_buffer *b, const abs_buffer *failures)
{
    buffer_member_open(b, "failures", '[');
    for (const char *text = NULL; (text = buffer_next(failures, text)) != NULL;)
        buffer_element_text(b, text);
    buffer_char(b, ']');
}

void compare_json(abs_buffer *b, const abs_comparison *c, const abs_buffer *failures)
{
    for (int side = 0; side < COMPARE_SIDES; side++) {
        buffer_text(b, ",\n");
        buffer_format(b, "\"%s\":{\"file\":", side_names[side]);
        buffer_string(b, c->names[side]);
        buffer_member_unsigned(b, "rows", c->rows[side]);
        buffer_char(b, '}');
    }
    buffer_format(b, ",\n\"metric\":\"%s\"", abs_metric_names[c->tally.metric].name);
    buffer_text(b, ",\n\"common\":");
    buffer_unsigned(b, c->common);
    buffer_member_unsigned(b, "changed", c->change_count);
    buffer_member_unsigned(b, "values_differ", c->values);
    put_only(b, c, COMPARE_A);
    put_only(b, c, COMPARE_B);
    put_failures(b, failures);
    buffer_text(b, ",\n\"groups\":[");
    for (size_t g = 0; g < c->tally.group_keys.count; g++)
        put_group(b, c, g);
    buffer_text(b, "\n],\n\"total\":{");
    buffer_member_unsigned(b, "n", c->pairs);
    put_sums(b, c->tally.metric, &c->sums);
    buffer_text(b, "},\n\"changes\":[");
    for (size_t i = 0; i < c->change_count; i++)
        put_change(b, c, &c->changes[i]);
    buffer_text(b, "\n]\n}\n");
}
