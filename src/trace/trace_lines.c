/* trace_lines.c -- a search step by step as JSON Lines. See docs/trace.md. */
#include "trace/trace.h"

static const char *const step_names[ABS_STEPS] = {
#define STEP(id, name) [ABS_STEP_##id] = name,
#include "search/trace.def"
};

static const char *const reason_names[] = {[ABS_BY_MOVES] = "moves",
                                           [ABS_BY_LEAF] = "leaf",
                                           [ABS_BY_TABLE] = "table",
                                           [ABS_BY_ETC] = "etc"};

static void put_bound(abs_buffer *b, const char *name, int bound)
{
    buffer_member_signed_if(b, name, bound > -ABS_INFINITY && bound < ABS_INFINITY, bound);
}

static void put_window(abs_buffer *b, const trace_step *step)
{
    put_bound(b, "alpha", step->alpha);
    put_bound(b, "beta", step->beta);
}

static void put_node(abs_buffer *b, const trace_log *log, const trace_step *step)
{
    if (step->node == 0)
        return;
    buffer_member_unsigned(b, "node", step->node);
    buffer_member_signed(b, "ply", log->nodes[step->node - 1].ply);
}

static void put_entry(abs_buffer *b, const trace_log *log, const trace_step *step)
{
    const trace_node *node = &log->nodes[step->node - 1];
    buffer_member_unsigned_if(b, "parent", node->parent > 0, node->parent);
    buffer_member_text(b, "move", trace_text(log, node->move));
    if (!node->quiet)
        buffer_member_signed(b, "depth", step->depth);
    put_window(b, step);
}

static void put_cutoff(abs_buffer *b, const trace_log *log, const trace_step *step)
{
    buffer_member_text(b, "move", trace_text(log, step->move));
    buffer_member_signed(b, "value", step->value);
    put_bound(b, "beta", step->beta);
    buffer_member_unsigned(b, "searched", step->count);
    buffer_member_open(b, "pruned", '[');
    for (uint32_t i = 0; i < step->pruned_count; i++)
        buffer_element_text(b, trace_text(log, log->pruned[step->pruned + i]));
    buffer_char(b, ']');
}

/* What the table knew, or was told. */
static void put_table(abs_buffer *b, const trace_step *step)
{
    if (step->kind == ABS_STEP_PROBE) {
        buffer_member_truth(b, "found", step->found);
        buffer_member_signed_if(b, "value", step->flag, step->value);
        return;
    }
    buffer_member_signed(b, "depth", step->depth);
    put_bound(b, "lower", step->alpha);
    put_bound(b, "upper", step->beta);
    buffer_member_truth(b, "replaced", step->flag);
}

/* The members of a step besides its name and its node. */
static void put_members(abs_buffer *b, const trace_log *log, const trace_step *step)
{
    switch ((abs_step_kind)step->kind) {
    case ABS_STEP_ITERATION:
        buffer_member_signed(b, "depth", step->depth);
        buffer_member_truth(b, "for_guess", step->flag);
        break;
    case ABS_STEP_PASS:
        put_window(b, step);
        break;
    case ABS_STEP_PASS_END:
        put_window(b, step);
        buffer_member_signed(b, "value", step->value);
        break;
    case ABS_STEP_ENTER:
    case ABS_STEP_Q_ENTER:
        put_entry(b, log, step);
        break;
    case ABS_STEP_PROBE:
    case ABS_STEP_STORE:
        put_table(b, step);
        break;
    case ABS_STEP_RANK:
        buffer_member_unsigned(b, "count", step->count);
        break;
    case ABS_STEP_MOVE:
    case ABS_STEP_Q_MOVE:
        buffer_member_text(b, "move", trace_text(log, step->move));
        break;
    case ABS_STEP_AGAIN:
    case ABS_STEP_BEST:
        buffer_member_text(b, "move", trace_text(log, step->move));
        buffer_member_signed(b, "value", step->value);
        put_window(b, step);
        break;
    case ABS_STEP_CUT:
        put_cutoff(b, log, step);
        break;
    case ABS_STEP_Q_CUT:
        buffer_member_signed(b, "value", step->value);
        buffer_member_unsigned(b, "pruned", step->count);
        break;
    case ABS_STEP_LEAVE:
        buffer_member_signed(b, "value", step->value);
        buffer_member_text(b, "by", reason_names[step->reason]);
        break;
    default:
        buffer_member_signed(b, "value", step->value);
        break;
    }
}

static void begin(abs_buffer *b, const char *event)
{
    buffer_char(b, '{');
    buffer_member_text(b, "event", event);
}

static void put_search(abs_buffer *b, const abs_row *row)
{
    const abs_entry *e = row->entry;
    char id[ABS_TEXT_MAX * 2];
    abs_row_id(row, id, sizeof id);
    begin(b, "search");
    buffer_member_text(b, "id", id);
    buffer_member_text(b, e->domain->kind, e->spec);
    buffer_member_text(b, "position", e->text);
    buffer_member_text(b, "algo", row->config->algo.name);
    buffer_member_signed(b, "depth", row->config->depth);
    buffer_text(b, "}\n");
}

static void put_totals(abs_buffer *b, const abs_trace *t)
{
    begin(b, "totals");
    buffer_member_signed_if(b, "value", t->row->has_value, t->row->value);
    for (size_t c = 0; c < COUNTS; c++)
        if (row_has_count(&row_counts[c], &t->totals))
            buffer_member_unsigned(b, row_counts[c].name, row_counted(&row_counts[c], &t->totals));
    buffer_text(b, "}\n");
}

void trace_write_lines(abs_buffer *b, const abs_trace *t)
{
    put_search(b, t->row);
    for (size_t i = 0; i < t->log.step_count; i++) {
        const trace_step *step = &t->log.steps[i];
        begin(b, step_names[step->kind]);
        put_node(b, &t->log, step);
        put_members(b, &t->log, step);
        buffer_text(b, "}\n");
    }
    put_totals(b, t);
}
