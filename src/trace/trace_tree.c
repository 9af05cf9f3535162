/* trace_tree.c -- see trace_tree.h. */
#include "trace/trace_tree.h"
#include "base/grow.h"

#include <inttypes.h>
#include <stdlib.h>

enum { WINDOWS_MOST = 3 }; /* written at an edge */

/* The child of a vertex by that move, added if it is new. TRACE_NO_VERTEX: no memory. */
static uint32_t child_of(trace_tree *t, uint32_t parent, uint32_t move)
{
    uint32_t child = t->vertices[parent].first_child;
    while (child != TRACE_NO_VERTEX && t->vertices[child].move != move)
        child = t->vertices[child].next;
    if (child != TRACE_NO_VERTEX)
        return child;
    if (!abs_grow(&t->vertices, &t->room, t->count, sizeof *t->vertices))
        return TRACE_NO_VERTEX;
    child = (uint32_t)t->count++;
    t->vertices[child] = (trace_vertex){.parent = parent,
                                        .first_child = TRACE_NO_VERTEX,
                                        .last_child = TRACE_NO_VERTEX,
                                        .next = TRACE_NO_VERTEX,
                                        .move = move};
    trace_vertex *above = &t->vertices[parent];
    if (above->first_child == TRACE_NO_VERTEX)
        above->first_child = child;
    else
        t->vertices[above->last_child].next = child;
    above->last_child = child;
    return child;
}

static bool add_visit(trace_tree *t, uint32_t number)
{
    const trace_node *node = &t->log->nodes[number - 1];
    const uint32_t at = node->parent == 0 ? 0 : child_of(t, t->vertex_of[node->parent], node->move);
    if (at == TRACE_NO_VERTEX)
        return false;
    trace_vertex *v = &t->vertices[at];
    t->vertex_of[number] = at;
    if (v->visits++ == 0)
        v->first_visit = number;
    else
        t->next_visit[v->last_visit] = number;
    v->last_visit = number;
    v->cut |= node->cut;
    v->again |= node->again;
    return true;
}

/* Moves that were pruned, and may be searched in another visit. */
static bool add_pruned(trace_tree *t, const trace_step *step)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < step->pruned_count; i++)
        ok = child_of(t, t->vertex_of[step->node], t->log->pruned[step->pruned + i]) !=
             TRACE_NO_VERTEX;
    return ok;
}

bool trace_tree_make(trace_tree *t, const trace_log *log)
{
    *t = (trace_tree){.log = log};
    t->vertex_of = calloc(log->node_count + 1, sizeof *t->vertex_of);
    t->next_visit = calloc(log->node_count + 1, sizeof *t->next_visit);
    if (t->vertex_of == NULL || t->next_visit == NULL ||
        !abs_grow(&t->vertices, &t->room, 0, sizeof *t->vertices))
        return false;
    t->count = 1;
    t->vertices[0] = (trace_vertex){TRACE_NO_VERTEX,
                                    TRACE_NO_VERTEX,
                                    TRACE_NO_VERTEX,
                                    TRACE_NO_VERTEX,
                                    TRACE_NO_TEXT,
                                    0,
                                    0,
                                    0,
                                    false,
                                    false};
    bool ok = true;
    for (size_t i = 0; ok && i < log->step_count; i++) {
        const trace_step *step = &log->steps[i];
        if (step->kind == ABS_STEP_ENTER || step->kind == ABS_STEP_Q_ENTER)
            ok = add_visit(t, step->node);
        else if (step->kind == ABS_STEP_CUT)
            ok = add_pruned(t, step);
    }
    return ok;
}

void trace_tree_free(trace_tree *t)
{
    free(t->vertices);
    free(t->vertex_of);
    free(t->next_visit);
    *t = (trace_tree){.log = NULL};
}

static void put_bound(abs_buffer *b, int bound)
{
    if (bound <= -ABS_INFINITY)
        buffer_text(b, "-inf");
    else if (bound >= ABS_INFINITY)
        buffer_text(b, "+inf");
    else
        buffer_signed(b, bound);
}

void trace_put_window(abs_buffer *b, int alpha, int beta)
{
    buffer_char(b, '(');
    put_bound(b, alpha);
    buffer_text(b, ", ");
    put_bound(b, beta);
    buffer_char(b, ')');
}

void trace_put_windows(abs_buffer *b, const trace_tree *t, uint32_t vertex, const char *before)
{
    uint32_t visit = t->vertices[vertex].first_visit, left = t->vertices[vertex].visits;
    for (int i = 0; visit != 0 && i < WINDOWS_MOST; i++, left--) {
        const trace_node *node = &t->log->nodes[visit - 1];
        buffer_text(b, before);
        trace_put_window(b, node->alpha, node->beta);
        visit = t->next_visit[visit];
    }
    if (left > 0)
        buffer_format(b, "%s+ %" PRIu32, before, left);
}
