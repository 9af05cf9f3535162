/*
 * trace_graph.c -- the tree that a search went over, as Graphviz DOT and as SVG of its own layout.
 * See docs/trace.md.
 */
#include "trace/trace.h"
#include "trace/trace_layout.h"

#include <inttypes.h>
#include <stdlib.h>

/* How a vertex came by the value of its last visit; UINT8_MAX: it has none. */
static uint8_t reason_of(const trace_tree *t, const trace_vertex *v)
{
    return v->visits > 0 ? t->log->nodes[v->last_visit - 1].reason : UINT8_MAX;
}

static void put_move(abs_buffer *b, const trace_tree *t, const trace_vertex *v)
{
    const char *move = trace_text(t->log, v->move);
    buffer_plain(b, move != NULL ? move : "");
}

/* ---- DOT ------------------------------------------------------------------------------------ */

/* A text within quotes. */
static void put_quoted(abs_buffer *b, abs_buffer *text)
{
    for (const char *c = buffer_end(text); *c != '\0'; c++) {
        if (*c == '"')
            buffer_char(b, '\\');
        buffer_char(b, *c);
    }
    b->failed |= text->failed;
    buffer_clear(text);
}

static void put_dot_vertex(abs_buffer *b, const trace_tree *t, uint32_t number)
{
    const trace_vertex *v = &t->vertices[number];
    if (v->visits == 0) {
        buffer_format(b, "  n%" PRIu32 " [label=\"\", style=dashed, class=\"never\"];\n", number);
        return;
    }
    const uint8_t reason = reason_of(t, v);
    buffer_format(b, "  n%" PRIu32 " [label=\"%d\"", number,
                  t->log->nodes[v->last_visit - 1].value);
    if (reason == ABS_BY_LEAF)
        buffer_text(b, ", shape=box");
    else if (reason != ABS_BY_MOVES)
        buffer_text(b, ", shape=diamond");
    if (v->cut)
        buffer_text(b, ", style=filled, fillcolor=\"#f4b6b6\"");
    if (v->again)
        buffer_text(b, ", peripheries=2");
    buffer_format(b, ", class=\"visited%s%s\"];\n", v->cut ? " cut" : "", v->again ? " again" : "");
}

static void put_dot_edge(abs_buffer *b, const trace_tree *t, uint32_t number)
{
    const trace_vertex *v = &t->vertices[number];
    abs_buffer label = {0};
    buffer_format(b, "  n%" PRIu32 " -> n%" PRIu32 " [label=\"", v->parent, number);
    put_move(&label, t, v);
    trace_put_windows(&label, t, number, "\\n");
    put_quoted(b, &label);
    buffer_text(b, v->visits == 0 ? "\", style=dashed];\n" : "\"];\n");
    buffer_free(&label);
}

static void put_id(abs_buffer *b, const abs_trace *t)
{
    char id[2 * ABS_TEXT_MAX];
    abs_row_id(t->row, id, sizeof id);
    buffer_plain(b, id);
}

void trace_write_dot(abs_buffer *b, const abs_trace *trace)
{
    trace_tree tree;
    abs_buffer title = {0};
    b->failed |= !trace_tree_make(&tree, &trace->log);
    buffer_text(b, "digraph search {\n  label=\"");
    put_id(&title, trace);
    put_quoted(b, &title);
    buffer_text(b, "\";\n  labelloc=t;\n  node [shape=circle, fontsize=11];\n"
                   "  edge [fontsize=9, arrowhead=none];\n");
    for (uint32_t v = 0; !b->failed && v < tree.count; v++)
        put_dot_vertex(b, &tree, v);
    for (uint32_t v = 1; !b->failed && v < tree.count; v++)
        put_dot_edge(b, &tree, v);
    buffer_text(b, "}\n");
    buffer_free(&title);
    trace_tree_free(&tree);
}

/* ---- SVG ------------------------------------------------------------------------------------ */

enum { COLUMN = 74, LEVEL = 96, RADIUS = 15, RING = 7, TOP = 66, LINE = 10 };

static double across(const trace_layout *l, uint32_t v)
{
    return COLUMN * (l->x[v] + 0.5);
}

static int down(const trace_layout *l, uint32_t v)
{
    return TOP + LEVEL * l->ply[v] + RADIUS;
}

/* A text between tags. */
static void put_escaped(abs_buffer *b, abs_buffer *text)
{
    for (const char *c = buffer_end(text); *c != '\0'; c++)
        switch (*c) {
        case '&':
            buffer_text(b, "&amp;");
            break;
        case '<':
            buffer_text(b, "&lt;");
            break;
        default:
            buffer_char(b, *c);
        }
    b->failed |= text->failed;
    buffer_clear(text);
}

static void put_svg_edge(abs_buffer *b, const trace_tree *t, const trace_layout *l, uint32_t number)
{
    const trace_vertex *v = &t->vertices[number];
    buffer_format(b, "<path class=\"%s\" d=\"M%.1f %dL%.1f %d\"/>\n",
                  v->visits > 0 ? "edge" : "edge never", across(l, v->parent),
                  down(l, v->parent) + RADIUS, across(l, number), down(l, number) - RADIUS);
}

/* The move to a vertex and the windows of its visits, above it. */
static void put_svg_label(abs_buffer *b, const trace_tree *t, const trace_layout *l,
                          uint32_t number)
{
    const trace_vertex *v = &t->vertices[number];
    abs_buffer label = {0};
    put_move(&label, t, v);
    trace_put_windows(&label, t, number, "\n");
    int y = down(l, number) - RADIUS - (v->again ? RING + 3 : 3);
    for (const char *c = buffer_end(&label); *c != '\0'; c++)
        y -= *c == '\n' ? LINE : 0;
    for (char *line = label.data; line != NULL && *line != '\0'; y += LINE) {
        abs_buffer part = {0};
        const size_t length = strcspn(line, "\n");
        buffer_bytes(&part, line, length);
        buffer_format(b, "<text class=\"window\" x=\"%.1f\" y=\"%d\">", across(l, number), y);
        put_escaped(b, &part);
        buffer_text(b, "</text>\n");
        buffer_free(&part);
        line += length + (line[length] == '\n');
    }
    buffer_free(&label);
}

static void put_svg_vertex(abs_buffer *b, const trace_tree *t, const trace_layout *l,
                           uint32_t number)
{
    const trace_vertex *v = &t->vertices[number];
    const double x = across(l, number);
    const int y = down(l, number);
    if (v->visits == 0) {
        buffer_format(b, "<circle class=\"never\" cx=\"%.1f\" cy=\"%d\" r=\"%d\"/>\n", x, y,
                      RADIUS / 2);
        return;
    }
    const char *cut = v->cut ? " cut" : "";
    if (reason_of(t, v) == ABS_BY_LEAF)
        buffer_format(
            b, "<rect class=\"visited%s\" x=\"%.1f\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", cut,
            x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS);
    else
        buffer_format(b, "<circle class=\"visited%s%s\" cx=\"%.1f\" cy=\"%d\" r=\"%d\"/>\n", cut,
                      reason_of(t, v) == ABS_BY_MOVES ? "" : " table", x, y, RADIUS);
    if (v->again)
        buffer_format(b, "<circle class=\"again\" cx=\"%.1f\" cy=\"%d\" r=\"%d\"/>\n", x, y,
                      RADIUS + RING);
    buffer_format(b, "<text class=\"value\" x=\"%.1f\" y=\"%d\">%d</text>\n", x, y + 4,
                  t->log->nodes[v->last_visit - 1].value);
}

static void put_svg_head(abs_buffer *b, const abs_trace *trace, const trace_layout *l)
{
    const int least = 560, width = l->columns * COLUMN > least ? l->columns * COLUMN : least;
    abs_buffer title = {0};
    put_id(&title, trace);
    buffer_format(
        b,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
        "viewBox=\"0 0 %d %d\" font-family=\"sans-serif\">\n"
        "<style>.edge{stroke:#666;fill:none}.never{stroke:#999;stroke-dasharray:3 3;fill:#fff}"
        ".visited{stroke:#222;fill:#fff}.cut{fill:#f4b6b6}.table{fill:#cfe3f7}"
        ".again{stroke:#c60;stroke-width:2;fill:none}.value{font-size:11px;text-anchor:middle}"
        ".window{font-size:9px;text-anchor:middle;paint-order:stroke;stroke:#fff;stroke-width:3px}"
        "</style>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
        width, TOP + LEVEL * l->plies, width, TOP + LEVEL * l->plies);
    buffer_text(b, "<text x=\"8\" y=\"18\" font-size=\"12\">");
    put_escaped(b, &title);
    buffer_text(
        b, "</text>\n<text x=\"8\" y=\"36\" font-size=\"11\">square: leaf; red: cut off; blue: "
           "answered by the table; dashed: never seen; orange ring: searched again</text>\n");
    buffer_free(&title);
}

void trace_write_svg(abs_buffer *b, const abs_trace *trace)
{
    trace_tree tree;
    trace_layout l = {0};
    b->failed |= !trace_tree_make(&tree, &trace->log) || !trace_lay_out(&tree, &l);
    if (!b->failed)
        put_svg_head(b, trace, &l);
    for (uint32_t v = 1; !b->failed && v < tree.count; v++)
        put_svg_edge(b, &tree, &l, v);
    for (uint32_t v = 1; !b->failed && v < tree.count; v++)
        put_svg_label(b, &tree, &l, v);
    for (uint32_t v = 0; !b->failed && v < tree.count; v++)
        put_svg_vertex(b, &tree, &l, v);
    buffer_text(b, "</svg>\n");
    trace_layout_free(&l);
    trace_tree_free(&tree);
}
