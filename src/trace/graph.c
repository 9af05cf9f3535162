/* graph.c -- the tree that a search went over, as Graphviz DOT. */
#include "trace/trace.h"

#include <inttypes.h>

/* Text within quotes: nothing of it is DOT's. */
static void put_quoted(abs_buffer *b, const char *text)
{
    abs_buffer plain = {0};
    buffer_plain(&plain, text);
    for (const char *c = buffer_end(&plain); *c != '\0'; c++)
        if (*c == '&')
            buffer_text(b, "&amp;");
        else
            buffer_format(b, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    buffer_free(&plain);
}

static void put_vertex(abs_buffer *b, const trace_log *log, uint32_t number)
{
    const trace_vertex *v = &log->vertices[number];
    if (v->visits == 0) {
        buffer_format(b, "  n%" PRIu32 " [label=\"\", style=dashed, class=\"never\"];\n", number);
        return;
    }
    const trace_node *last = &log->nodes[v->last - 1];
    buffer_format(b, "  n%" PRIu32 " [label=\"%d\"", number, last->value);
    if (last->reason == TRACE_BY_LEAF)
        buffer_text(b, ", shape=box");
    else if (last->reason != TRACE_BY_MOVES)
        buffer_text(b, ", shape=diamond");
    if (v->cut)
        buffer_text(b, ", style=filled, fillcolor=\"#f4b6b6\"");
    if (v->again)
        buffer_text(b, ", peripheries=2");
    buffer_format(b, ", class=\"visited%s%s\"];\n", v->cut ? " cut" : "", v->again ? " again" : "");
}

/* The move to a vertex, and the windows of its visits: the first few, and how many more. */
static void put_edge(abs_buffer *b, const trace_log *log, uint32_t number)
{
    const trace_vertex *v = &log->vertices[number];
    buffer_format(b, "  n%" PRIu32 " -> n%" PRIu32 " [label=\"", v->parent, number);
    put_quoted(b, trace_text(log, v->move));
    for (uint32_t i = 0; i < v->visits && i < TRACE_VISITS; i++) {
        const trace_node *node = &log->nodes[v->first[i] - 1];
        buffer_text(b, "\\n");
        trace_put_window(b, node->alpha, node->beta);
    }
    if (v->visits > TRACE_VISITS)
        buffer_format(b, "\\n+ %" PRIu32, v->visits - TRACE_VISITS);
    buffer_text(b, v->visits == 0 ? "\", style=dashed];\n" : "\"];\n");
}

void trace_write_dot(abs_buffer *b, const abs_trace *trace)
{
    char id[2 * ABS_TEXT_MAX];
    abs_row_id(&trace->row, id, sizeof id);
    buffer_text(b, "digraph search {\n  label=\"");
    put_quoted(b, id);
    buffer_text(b, "\\nbox: leaf; red: cut off; diamond: answered by the table; dashed: never "
                   "seen; double line: searched again\";\n  labelloc=t;\n"
                   "  node [shape=circle, fontsize=11];\n  edge [fontsize=9, arrowhead=none];\n");
    for (uint32_t v = 0; v < trace->log.vertex_count; v++)
        put_vertex(b, &trace->log, v);
    for (uint32_t v = 1; v < trace->log.vertex_count; v++)
        put_edge(b, &trace->log, v);
    buffer_text(b, "}\n");
}
