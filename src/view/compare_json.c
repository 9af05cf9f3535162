/* compare_json.c -- a comparison as JSON. See compare.h. */
#include "find/compare.h"
#include "view/json.h"
#include "log/line.h"

#include <math.h>

static const char *const side_names[COMPARE_SIDES] = {"a", "b"};

static void put_moves(abs_buffer *b, const abs_row *row, const uint16_t *moves, unsigned count)
{
    abs_buffer text = {0};
    line_walk walk = {0};
    line_write(&text, &walk, row, row->entry->domain->move_text, moves, count, LINE_BLANKS);
    buffer_string(b, buffer_end(&text));
    b->failed |= text.failed;
    buffer_free(&text);
    line_free(&walk);
}

void compare_json_field(abs_buffer *b, const abs_row *row, compare_field field)
{
    const uint16_t best = (uint16_t)row->best;
    switch (field) {
    case COMPARE_STATUS:
        buffer_string(b, abs_statuses[row->status].name);
        break;
    case COMPARE_VALUE:
        if (row->has_value)
            buffer_signed(b, row->value);
        else
            buffer_text(b, "null");
        break;
    case COMPARE_BEST_MOVE:
        if (row->best != ABS_NO_MOVE)
            put_moves(b, row, &best, 1);
        else
            buffer_text(b, "null");
        break;
    case COMPARE_PV:
        put_moves(b, row, row->pv, row->pv_length);
        break;
    case COMPARE_ITERATIONS:
        buffer_format(b, "\"0x%016llx\"", (unsigned long long)compare_iterations(row));
        break;
    default:
        buffer_unsigned(b, row_counted(&row_counts[field - COMPARE_COUNTS], row));
    }
}

/* B's id, where it has another. */
static bool put_id_b(abs_buffer *b, const abs_comparison *c, const compare_record *record,
                     const char *id, abs_error *error)
{
    char other[2 * ABS_TEXT_MAX + CONFIG_WORDS_MAX];
    const abs_row *row = compare_row(c, record, COMPARE_B, error);
    if (row == NULL)
        return false;
    abs_row_id(row, other, sizeof other);
    buffer_member_text(b, "id_b", strcmp(id, other) != 0 ? other : NULL);
    return true;
}

static bool put_change(abs_buffer *b, const abs_comparison *c, const compare_change *change,
                       abs_error *error)
{
    char id[2 * ABS_TEXT_MAX + CONFIG_WORDS_MAX];
    const compare_record *record = &c->records[change->record];
    const abs_row *row = compare_row(c, record, COMPARE_A, error);
    if (row == NULL)
        return false;
    abs_row_id(row, id, sizeof id);
    buffer_line(b);
    buffer_char(b, '{');
    buffer_member_text(b, "id", id);
    if (!put_id_b(b, c, record, id, error))
        return false;
    buffer_member_open(b, "differs", '[');
    for (int k = 0; k < COMPARE_FIELDS; k++)
        if (change->differs >> k & 1)
            buffer_element_text(b, compare_name((compare_field)k));
    buffer_char(b, ']');
    for (int side = 0; side < COMPARE_SIDES; side++) {
        row = compare_row(c, record, side, error);
        if (row == NULL)
            return false;
        buffer_member_open(b, side_names[side], '{');
        for (int k = 0; k < COMPARE_FIELDS; k++)
            if (change->differs >> k & 1) {
                buffer_key(b, compare_name((compare_field)k));
                compare_json_field(b, row, (compare_field)k);
            }
        buffer_char(b, '}');
    }
    buffer_char(b, '}');
    return true;
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
    json_by(b, "by", &c->tally, &c->tally.groups[group]);
    if (g->partner != NULL)
        json_by(b, "by_b", &c->tally_b, g->partner);
    else
        buffer_member_null(b, "by_b");
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

enum { FLUSH_BYTES = 1 << 16 };

/* What the JSON goes to, bit by bit: it may list every row. */
typedef struct {
    abs_buffer *b;
    const abs_comparison *c;
    compare_flush *flush;
    void *out;
    abs_error *error;
} json_out;

/* The last byte stays, as what comes next depends on it: a comma, or none. */
static bool flush_some(const json_out *o)
{
    if (o->b->failed || o->b->length < FLUSH_BYTES)
        return true;
    const char last = o->b->data[--o->b->length];
    if (!o->flush(o->out, o->b, o->error))
        return false;
    buffer_char(o->b, last);
    return true;
}

/* The ids of rows that only one report has. */
static bool put_only(const json_out *o, int side)
{
    char id[2 * ABS_TEXT_MAX + CONFIG_WORDS_MAX];
    const abs_comparison *c = o->c;
    buffer_member_open(o->b, side == COMPARE_A ? "only_a" : "only_b", '[');
    for (const compare_record *r = c->records; r < c->records + c->record_count; r++) {
        if (r->row[COMPARE_SIDES - 1 - side] != 0)
            continue;
        const abs_row *row = compare_row(c, r, side, o->error);
        if (row == NULL)
            return false;
        abs_row_id(row, id, sizeof id);
        buffer_line(o->b);
        buffer_string(o->b, id);
        if (!flush_some(o))
            return false;
    }
    buffer_char(o->b, ']');
    return true;
}

static void put_failures(abs_buffer *b, const abs_buffer *failures)
{
    buffer_member_open(b, "failures", '[');
    for (const char *text = NULL; (text = buffer_next(failures, text)) != NULL;)
        buffer_element_text(b, text);
    buffer_char(b, ']');
}

/* How rows are matched, and what that leaves to compare. */
static void put_match(abs_buffer *b, const abs_comparison *c)
{
    abs_buffer text = {0};
    buffer_member_text(b, "match", c->by_position ? "position" : "id");
    buffer_member_open(b, "settings_differ", '[');
    for (size_t i = 0; i < c->setting_count; i++) {
        const compare_setting *setting = &c->settings[i];
        buffer_line(b);
        buffer_char(b, '{');
        buffer_member_text(b, "setting", setting->setting);
        for (int side = 0; side < COMPARE_SIDES; side++)
            buffer_member_text(b, side_names[side], setting->value[side]);
        buffer_member_unsigned(b, "configurations", setting->groups);
        compare_setting_say(c, setting, &text);
        buffer_member_text(b, "sentence", buffer_end(&text));
        buffer_char(b, '}');
    }
    buffer_char(b, ']');
    buffer_member_unsigned(b, "values_compared", c->judged);
    compare_values_say(c, &text);
    buffer_member_text(b, "values_sentence", c->by_position ? buffer_end(&text) : NULL);
    b->failed |= text.failed;
    buffer_free(&text);
}

bool compare_json(abs_buffer *b, const abs_comparison *c, const abs_buffer *failures,
                  compare_flush *flush, void *out, abs_error *error)
{
    const json_out o = {b, c, flush, out, error};
    for (int side = 0; side < COMPARE_SIDES; side++) {
        buffer_text(b, ",\n");
        buffer_format(b, "\"%s\":{\"file\":", side_names[side]);
        buffer_string(b, c->names[side]);
        buffer_member_unsigned(b, "rows", c->rows[side]);
        buffer_char(b, '}');
    }
    buffer_format(b, ",\n\"metric\":\"%s\"", abs_metric_names[c->tally.metric].name);
    put_match(b, c);
    buffer_text(b, ",\n\"common\":");
    buffer_unsigned(b, c->common);
    buffer_member_unsigned(b, "changed", c->change_count);
    buffer_member_unsigned(b, "values_differ", c->values);
    if (!put_only(&o, COMPARE_A) || !put_only(&o, COMPARE_B))
        return false;
    put_failures(b, failures);
    buffer_text(b, ",\n\"groups\":[");
    for (size_t g = 0; g < c->tally.group_keys.count; g++)
        put_group(b, c, g);
    buffer_text(b, "\n],\n\"total\":{");
    buffer_member_unsigned(b, "n", c->pairs);
    put_sums(b, c->tally.metric, &c->sums);
    buffer_text(b, "},\n\"changes\":[");
    for (size_t i = 0; i < c->change_count; i++)
        if (!put_change(b, c, &c->changes[i], error) || !flush_some(&o))
            return false;
    buffer_text(b, "\n]\n}\n");
    return flush(out, b, error);
}
