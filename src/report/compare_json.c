/* compare_json.c -- a comparison as JSON. See compare.h. */
#include "report/compare.h"
#include "report/json.h"

#include <math.h>

static const char *const side_names[COMPARE_SIDES] = {"a", "b"};

static void put_count(abs_buffer *b, const char *name, uint64_t value)
{
    buffer_key(b, name);
    buffer_unsigned(b, value);
}

void compare_json_field(abs_buffer *b, const abs_comparison *c, uint32_t record,
                        compare_field field)
{
    const abs_record *r = &c->tally.records[record];
    const compare_row *row = &c->row[record];
    switch (field) {
    case COMPARE_STATUS:
        buffer_string(b, abs_status_names[r->status]);
        break;
    case COMPARE_VALUE:
        if (r->has_value)
            buffer_signed(b, r->value);
        else
            buffer_text(b, "null");
        break;
    case COMPARE_BEST_MOVE:
        if (row->best_move != UINT32_MAX)
            buffer_string(b, c->texts.texts[row->best_move]);
        else
            buffer_text(b, "null");
        break;
    case COMPARE_PV:
        buffer_string(b, c->texts.texts[row->pv]);
        break;
    case COMPARE_ITERATIONS:
        buffer_format(b, "\"0x%016llx\"", (unsigned long long)row->iterations);
        break;
    default:
        buffer_unsigned(b, row->counts[field - COMPARE_COUNTS]);
    }
}

static void put_change(abs_buffer *b, const abs_comparison *c, const compare_change *change)
{
    buffer_text(b, "\n{");
    buffer_key(b, "id");
    buffer_string(b, c->ids.texts[change->id]);
    buffer_key(b, "differs");
    buffer_char(b, '[');
    for (int k = 0; k < COMPARE_FIELDS; k++)
        if (change->differs >> k & 1) {
            buffer_comma(b);
            buffer_string(b, compare_name((compare_field)k));
        }
    buffer_char(b, ']');
    for (int side = 0; side < COMPARE_SIDES; side++) {
        buffer_key(b, side_names[side]);
        buffer_char(b, '{');
        for (int k = 0; k < COMPARE_FIELDS; k++)
            if (change->differs >> k & 1) {
                buffer_key(b, compare_name((compare_field)k));
                compare_json_field(b, c, c->record[side][change->id], (compare_field)k);
            }
        buffer_char(b, '}');
    }
    buffer_char(b, '}');
}

static void put_sums(abs_buffer *b, const compare_sums *sums)
{
    buffer_key(b, "nodes");
    buffer_char(b, '{');
    for (int side = 0; side < COMPARE_SIDES; side++) {
        buffer_key(b, side_names[side]);
        if (sums->too_large[side])
            buffer_text(b, "null");
        else
            buffer_unsigned(b, sums->nodes[side]);
    }
    buffer_key(b, "ratio");
    buffer_real(b, compare_ratio(sums), 10);
    buffer_char(b, '}');
}

static void put_group(abs_buffer *b, const abs_comparison *c, size_t group)
{
    const compare_group *g = &c->groups[group];
    buffer_text(b, "\n{");
    json_by(b, &c->tally, &c->tally.groups[group]);
    put_count(b, "common", g->common);
    put_count(b, "changed", g->changed);
    put_count(b, "values_differ", g->values);
    put_count(b, "only_a", g->only[COMPARE_A]);
    put_count(b, "only_b", g->only[COMPARE_B]);
    put_sums(b, &g->sums);
    buffer_key(b, "ratio");
    buffer_char(b, '{');
    json_ratio(b, &g->ratio);
    buffer_key(b, "missing");
    buffer_text(b, g->ratio.n == 0   ? "\"no position has status ok in both\""
                   : g->ratio.n == 1 ? "\"n = 1: no interval\""
                                     : "null");
    buffer_text(b, "}}");
}

/* The ids of rows that only one report has. */
static void put_only(abs_buffer *b, const abs_comparison *c, int side)
{
    buffer_key(b, side == COMPARE_A ? "only_a" : "only_b");
    buffer_char(b, '[');
    for (uint32_t id = 0; id < c->ids.count; id++)
        if (c->record[COMPARE_SIDES - 1 - side][id] == UINT32_MAX) {
            buffer_comma(b);
            buffer_char(b, '\n');
            buffer_string(b, c->ids.texts[id]);
        }
    buffer_char(b, ']');
}

static void put_failures(abs_buffer *b, const char *failures)
{
    buffer_key(b, "failures");
    buffer_char(b, '[');
    while (*failures != '\0') {
        char line[ABS_TEXT_MAX];
        const size_t length = strcspn(failures, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, failures);
        buffer_comma(b);
        buffer_string(b, line);
        failures += length + (failures[length] == '\n');
    }
    buffer_char(b, ']');
}

void compare_json(abs_buffer *b, const abs_comparison *c, const char *failures)
{
    for (int side = 0; side < COMPARE_SIDES; side++) {
        buffer_text(b, ",\n");
        buffer_format(b, "\"%s\":{\"file\":", side_names[side]);
        buffer_string(b, c->names[side]);
        put_count(b, "rows", c->rows[side]);
        buffer_char(b, '}');
    }
    buffer_text(b, ",\n\"common\":");
    buffer_unsigned(b, c->common);
    put_count(b, "changed", c->change_count);
    put_count(b, "values_differ", c->values);
    put_only(b, c, COMPARE_A);
    put_only(b, c, COMPARE_B);
    put_failures(b, failures);
    buffer_text(b, ",\n\"groups\":[");
    for (size_t g = 0; g < c->tally.group_keys.count; g++) {
        buffer_comma(b);
        put_group(b, c, g);
    }
    buffer_text(b, "\n],\n\"total\":{");
    put_count(b, "n", c->pairs);
    put_sums(b, &c->sums);
    buffer_text(b, "},\n\"changes\":[");
    for (size_t i = 0; i < c->change_count; i++) {
        buffer_comma(b);
        put_change(b, c, &c->changes[i]);
    }
    buffer_text(b, "\n]\n}\n");
}
