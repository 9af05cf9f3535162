/* trace_text.c -- a search step by step as indented text. See docs/trace.md. */
#include "trace/trace.h"
#include "trace/trace_tree.h"

#include <inttypes.h>

enum { INDENT = 2, DEEPEST = 30 }; /* what is deeper is indented as much */

/* A text under way: a node that is left as soon as it is entered stands on one line. */
typedef struct {
    abs_buffer *b;
    const trace_log *log;
    uint32_t open; /* the node whose line has no end yet; 0: none */
} page;

static void put_text(page *p, uint32_t text)
{
    const char *words = trace_text(p->log, text);
    buffer_plain(p->b, words != NULL ? words : "root");
}

/* Ends the line under way and indents the next as its node asks. */
static void new_line(page *p, const trace_step *step, int more)
{
    const int ply = step->node > 0 ? p->log->nodes[step->node - 1].ply + 1 + more : more;
    if (p->open != 0)
        buffer_char(p->b, '\n');
    p->open = 0;
    buffer_format(p->b, "%*s", INDENT * (ply < DEEPEST ? ply : DEEPEST), "");
}

static void put_entry(page *p, const trace_step *step)
{
    const trace_node *node = &p->log->nodes[step->node - 1];
    new_line(p, step, 0);
    put_text(p, node->move);
    buffer_char(p->b, ' ');
    trace_put_window(p->b, step->alpha, step->beta);
    if (node->quiet)
        buffer_text(p->b, " quiescence");
    p->open = step->node;
}

static void put_leave(page *p, const trace_step *step)
{
    static const char *const reasons[] = {[ABS_BY_MOVES] = "",
                                          [ABS_BY_LEAF] = ", leaf",
                                          [ABS_BY_TABLE] = ", from the table",
                                          [ABS_BY_ETC] = ", from the table's entry for a move"};
    if (p->open == step->node)
        buffer_char(p->b, ' ');
    else
        new_line(p, step, 0);
    buffer_format(p->b, "= %d%s\n", step->value, reasons[step->reason]);
    p->open = 0;
}

static void put_cutoff(page *p, const trace_step *step)
{
    new_line(p, step, 1);
    put_text(p, step->move);
    buffer_format(p->b, " cuts off: %d >= %d", step->value, step->beta);
    for (uint32_t i = 0; i < step->pruned_count; i++) {
        buffer_text(p->b, i == 0 ? "; never seen: " : " ");
        put_text(p, p->log->pruned[step->pruned + i]);
    }
    buffer_char(p->b, '\n');
}

static void put_move(page *p, const trace_step *step)
{
    new_line(p, step, 1);
    put_text(p, step->move);
    if (step->kind == ABS_STEP_AGAIN) {
        buffer_format(p->b, " is searched again: its null window returned %d\n", step->value);
        return;
    }
    buffer_format(p->b, " is the best so far: %d; now ", step->value);
    trace_put_window(p->b, step->alpha, step->beta);
    buffer_char(p->b, '\n');
}

static void put_around(page *p, const trace_step *step)
{
    new_line(p, step, 0);
    switch ((abs_step_kind)step->kind) {
    case ABS_STEP_ITERATION:
        buffer_format(p->b, "depth %d%s\n", step->depth, step->flag ? ", for a guess" : "");
        break;
    case ABS_STEP_PASS:
        buffer_text(p->b, step->flag ? "another pass " : "pass ");
        trace_put_window(p->b, step->alpha, step->beta);
        buffer_char(p->b, '\n');
        break;
    case ABS_STEP_PASS_END:
        buffer_format(p->b, "pass = %d%s\n", step->value,
                      step->value <= step->alpha  ? ", failed low"
                      : step->value >= step->beta ? ", failed high"
                                                  : "");
        break;
    default:
        buffer_format(p->b, "value %d\n", step->value);
        break;
    }
}

static void put_step(page *p, const trace_step *step)
{
    switch ((abs_step_kind)step->kind) {
    case ABS_STEP_ENTER:
    case ABS_STEP_Q_ENTER:
        put_entry(p, step);
        break;
    case ABS_STEP_LEAVE:
        put_leave(p, step);
        break;
    case ABS_STEP_Q_LEAVE: /* it says nothing of how the value was found */
        put_leave(p, &(trace_step){.node = step->node, .value = step->value});
        break;
    case ABS_STEP_CUT:
        put_cutoff(p, step);
        break;
    case ABS_STEP_AGAIN:
    case ABS_STEP_BEST:
        put_move(p, step);
        break;
    case ABS_STEP_ITERATION:
    case ABS_STEP_ITERATION_END:
    case ABS_STEP_PASS:
    case ABS_STEP_PASS_END:
        put_around(p, step);
        break;
    default: /* the lines of the nodes say it, or it is for a program */
        break;
    }
}

void trace_write_text(abs_buffer *b, const abs_trace *t)
{
    page p = {.b = b, .log = &t->log};
    char name[2 * ABS_TEXT_MAX];
    buffer_format(b, "%s on ", t->row->config->algo.name);
    abs_entry_name(t->row->entry, name, sizeof name);
    buffer_plain(b, name);
    buffer_format(b, " to depth %d\n", t->row->config->depth);
    for (size_t i = 0; i < t->log.step_count; i++)
        put_step(&p, &t->log.steps[i]);
    for (size_t c = 0, n = 0; c < COUNTS; c++)
        if (row_has_count(&row_counts[c], &t->totals) &&
            row_counted(&row_counts[c], &t->totals) > 0)
            buffer_format(b, "%s%s %" PRIu64, n++ > 0 ? ", " : "", row_counts[c].name,
                          row_counted(&row_counts[c], &t->totals));
    buffer_char(b, '\n');
}
