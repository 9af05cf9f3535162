/* graph.c -- the tree that a search went over, as Graphviz DOT. */
#include "base/memory.h"
#include "trace/trace.h"

enum { VISITS = 3 }; /* so many visits of a vertex are shown with their windows */

/* All visits to one position by one line of moves; a move that was pruned has none. */
typedef struct {
    uint32_t visits;
    int value; /* of the last visit */
    uint8_t reason;
    bool cut, again; /* in any of its visits */
    abs_buffer windows;
} vertex;

/* A graph shows one search. */
static abs_names vertices; /* a vertex by "PARENT MOVE", or "" for the root; parents come first */
static uint32_t line[TRACE_LINE_MAX]; /* the vertices on the current line, by ply */

/* Writes a text that stands between quotes, so that it means nothing in DOT. */
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

/* The number of the vertex below another by that move (NULL: the root), which it adds if new. */
static uint32_t vertex_at(uint32_t parent, const char *move)
{
    char name[ABS_TEXT_MAX + 16] = "";
    if (move != NULL)
        snprintf(name, sizeof name, "%" PRIu32 " %s", parent, move);
    const uint32_t known = names_find(&vertices, name);
    if (known != UINT32_MAX)
        return known;
    names_keep(&vertices, name, memory_zeros(1, sizeof(vertex)));
    return (uint32_t)vertices.count - 1;
}

static void start_graph(abs_trace *t)
{
    vertex_at(0, NULL);
    buffer_text(t->out, "digraph search {\n  label=\"");
    put_quoted(t->out, t->id);
    buffer_text(t->out,
                "\\nbox: leaf; red: cut off; diamond: answered by the table; dashed: never "
                "seen; double line: searched again\";\n  labelloc=t;\n"
                "  node [shape=circle, fontsize=11];\n  edge [fontsize=9, arrowhead=none];\n");
}

static void see_vertex(abs_trace *t, const abs_step *step)
{
    const abs_step_kind kind = step->kind;
    uint32_t *at = &line[step->ply];
    const bool enters = kind == ABS_STEP_ENTER || kind == ABS_STEP_Q_ENTER;
    if (enters)
        *at = vertex_at(step->ply > 0 ? at[-1] : 0, step->text);
    vertex *v = vertices.things[*at];
    if (enters)
        v->again |= step->at->again;
    if (enters && v->visits++ < VISITS) {
        buffer_text(&v->windows, "\\n");
        trace_put_window(&v->windows, step->alpha, step->beta);
    }
    if (kind == ABS_STEP_CUT || kind == ABS_STEP_Q_CUT) {
        v->cut = true;
        for (const char *move = NULL; (move = buffer_next(&t->pruned, move)) != NULL;)
            vertex_at(*at, move);
    }
    if (kind == ABS_STEP_LEAVE || kind == ABS_STEP_Q_LEAVE) {
        v->value = step->value;
        v->reason = step->reason;
    }
}

static void put_vertex(abs_buffer *b, uint32_t number)
{
    const vertex *v = vertices.things[number];
    if (v->visits == 0) {
        buffer_format(b, "  n%" PRIu32 " [label=\"\", style=dashed, class=\"never\"];\n", number);
        return;
    }
    buffer_format(
        b, "  n%" PRIu32 " [label=\"%d\"%s%s%s, class=\"visited%s%s\"];\n", number, v->value,
        v->reason == TRACE_BY_MOVES  ? ""
        : v->reason == TRACE_BY_LEAF ? ", shape=box"
                                     : ", shape=diamond",
        v->cut ? ", style=filled, fillcolor=\"#f4b6b6\"" : "", v->again ? ", peripheries=2" : "",
        v->cut ? " cut" : "", v->again ? " again" : "");
}

/* Writes the move to a vertex, the windows of its first visits and the number of the others. */
static void put_edge(abs_buffer *b, uint32_t number)
{
    vertex *v = vertices.things[number];
    const char *name = vertices.texts[number], *move = strchr(name, ' ');
    buffer_format(b, "  n%.*s -> n%" PRIu32 " [label=\"", (int)(move - name), name, number);
    put_quoted(b, move + 1);
    buffer_text(b, buffer_end(&v->windows));
    if (v->visits > VISITS)
        buffer_format(b, "\\n+ %" PRIu32, v->visits - VISITS);
    buffer_text(b, v->visits == 0 ? "\", style=dashed];\n" : "\"];\n");
}

static void end_graph(abs_trace *t)
{
    for (uint32_t v = 0; v < vertices.count; v++)
        put_vertex(t->out, v);
    for (uint32_t v = 1; v < vertices.count; v++)
        put_edge(t->out, v);
    buffer_text(t->out, "}\n");
}

const trace_form trace_graph = {start_graph, see_vertex, end_graph, .most = 1000, .searches = 1};
